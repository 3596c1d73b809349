"""Words by which a new plan is asked for (rule CHAT-8)."""

from typing import Final

from domain.conversation.cue import Cue, cue
from domain.conversation.times_said import TIME

_PLAN = (
    r"(?:路线图?|排期|任务表|进度表|计划|规划|时间(?:表|管理|规划|分配)|任务分配"
    r"|日程表?|课表|课程表|安排表|作息表?|学习安排|复习安排|方案"
    r"|日程)"
)
_MAKE = (
    r"(?:做|捋|理|制定|制订|定制|定|制作|生成|新建|创建|建|排|写"
    r"|(?<!原)来|弄|搞|整|拟|列|设计|开始|出(?=一?[个份张版套]))"
)
_ONE = r"(?:出|一下|下)?(?:[一两]?[个份张套版])?"
_BY_YOU = r"你(?:来|看着|帮忙|自己)*"
_FOR_ME = r"(?<![别不])(?<!不[要用许])(?<!别再)(?:(?:帮|给|替|为)(?:我们?|咱们?|俺)|帮忙)"
_PUT = r"(?:安排|编排|排)"
_WORK = r"(?:任务|作业|复习|学习|功课|课程|章节|内容|课表|考试|备考|待办|东西|习题|练习|实验|论文|报告|阅读|项目)"
_PLAN_EN = r"(?:timeline|routine|roadmap|plan|schedule|timetable|planner|programme|program)"
_MAKE_EN = (
    r"(?:make|set\s+out|sketch(?:\s+out)?|craft|draft|devise|outline"
    r"|propose|suggest|produce|create|build|draw\s+up|come\s+up\s+with"
    r"|lay\s+out|generate|prepare|set\s+up|write|need|want|love|like"
    r"|give|design"
    r"|get|do|start|put\s+together|work\s+out|sort\s+out|figure\s+out)"
)
_WORK_EN = (
    r"(?:tasks?|homework|assignments?|revision|study(?:ing)?|studies|reading|chapters?|work|stuff|exams?|courses?"
    r"|pending|backlog|everything|week)"
)
_ASKED_EN = r"(?:^|[,.;!?]\s*|\b(?:please|you|me|to|let's|and|then|just|now)\s+)"
_SCOPE_EN = r"(?:out|my|the|for|all|next|this|weeks?|everything|our|some|a|it|these|\w+\s+(?:week|revision|study))"

PLANS: Final[tuple[Cue, ...]] = (
    cue(rf"(?<![没别不]){_MAKE}(?![进入到在完好了得成]){_ONE}[^,。;!?]{{0,10}}?{_PLAN}(?![那这里中项上]|的|任务|赶)"),
    cue(rf"(?:想要?|需要|要|再?来|给(?:我|咱们?)?)[一两]?[个份张套][^,。;!?]{{0,10}}?{_PLAN}"),
    cue(r"[做弄搞写来整出列排拟定](?:[一两]?[个份张])[^,。;!?]{0,8}?(?:安排|清单|表|进度|节奏|期(?![中末]))"),
    cue(
        rf"{_FOR_ME}[^,。;!?]{{0,12}}?(?:理一?理|捋一?捋|统筹|分配|分一?分"
        rf"|梳理)|(?:理一?理|捋一?捋|统筹)(?:一下)?{TIME}"
    ),
    cue(
        rf"(?:按|照|根据|依照|结合)[^,。;!?]{{0,12}}(?:课表|空闲|时间"
        rf"|进度)[^,。;!?]{{0,6}}?(?:{_PUT}|规划|分配)(?![在到得了])"
    ),
    cue(
        rf"(?:{TIME}|考试|期末)[^,。;!?]{{0,6}}(?:之?前|内|里)[^,。;!?]{{0,20}}(?:完"
        rf"|好|掉)[^。!?]{{0,12}}(?:{_FOR_ME}|{_BY_YOU}(?:安排|规划|排))",
    ),
    cue(
        rf"(?:{_FOR_ME}|重新|请|想|来|要|能|可以|该)[^,。;!?]{{0,12}}?规划(?![里中的])|规划(?:一下|下|规划)(?:{TIME})?"
    ),
    cue(rf"^(?:规划|安排(?![在到了得过好]))[^,。;!?]{{0,60}}(?:{_WORK}|{TIME})"),
    cue(rf"{_FOR_ME}(?:再|重新|也|先|都)?{_PUT}(?![到在了过得的空掉])"),
    cue(rf"{_FOR_ME}[^,。;!?]{{0,20}}?{_PUT}(?:一下|下|好|上|进去?|安排|个)"),
    cue(rf"(?:^|重新|开始|(?<![不别])[想要]){_PUT}(?:一下|下|好)?(?:{TIME}|这些|所有|我|的|\S{{0,4}}){{0,3}}{_WORK}$"),
    cue(rf"^{_PUT}(?:一下|下)?吧?$|^(?:那|现在|马上|可以|就|请)*(?:开始|来){_PUT}(?:吧|$)|(?<![不别])要排课|^排课"),
    cue(rf"(?:没有?|未|待){_PUT}(?:上|完|好|进去)?的?[^,。;!?几哪什]{{0,12}}{_PUT}(?:一下|上|进|完|好|了|掉)"),
    cue(rf"(?:{_PUT}|放)(?:进|入|到)(?:我的?)?(?:课表|课程表|时间表|日程)"),
    cue(rf"重新{_PUT}(?:一下|下)?(?:吧|所有|全部|整个|$)|从头(?:再|开始)?{_PUT}|重新开始"),
    cue(rf"{_BY_YOU}(?:安排|规划|排)(?:一下|下|吧|$)|(?:怎么|咋|如何)(?:{_PUT}|规划)[^,。;!?]{{0,4}}?(?:好|合适|合理)"),
    cue(rf"自动{_PUT}|{_PUT}(?:一遍|一排|满)|(?<![安编别不想准用要能我])(?<![别不要]再){_PUT}{_WORK}$"),
    cue(rf"从[^,。;!?]{{1,8}}{_PUT}到"),
    cue(
        rf"\b{_MAKE_EN}\s+(?:me\s+|us\s+)?(?:up\s+)?(?:an?|another|some"
        rf"|my|one|new|our)\s+(?:[\w-]+\s+){{0,4}}?{_PLAN_EN}\b"
        r"(?!\s+(?:lighter|easier|better|less|more))"
    ),
    cue(rf"\b{_PLAN_EN}\s+(?:please\s+)?(?:from\s+scratch|anew|afresh)\b|\bstart\s+over\b|\b(?:re-?plan|new\s+plan)\b"),
    cue(r"\b(?:map|sort|block|figure|work|lay)\s+out\s+(?:my|the|next|this|when|a)\b(?![^,.;!?]{0,20}\?)"),
    cue(rf"{_ASKED_EN}plan\s+{_SCOPE_EN}\b"),
    cue(r"(?<!别)(?:给|帮)(?:我|咱)?(?:排|安排|规划)(?:个|一个|下|一下|点)"),
    cue(r"(?:给|求|要|来|出)(?:我|咱们?)?(?:一)?[个份版套][^,。;!?]{0,10}?安排(?!在|到|了|的)"),
    cue(rf"帮忙?{_PUT}(?:$|一|下|吧|个)|^(?:请|麻烦)?{_PUT}(?:一个|一份|一版|个表|个计划)吧?$"),
    cue(r"(?:给|帮|替)(?:我|咱)?(?:[捋理弄看][一]?[捋理弄看]?)[^,。;!?]{0,6}?排(?:进|到|上|好|开)"),
    cue(r"\b(?:start|begin|keep)\s+(?:planning|scheduling)\s+(?:my|the|all|our|these)\b"),
    cue(r"(?:给|为|帮|替)[^,。;!?]{1,16}?[找挑选](?:个|些|点|出)?(?:合适的?)?(?:时间|空|位置|地方)"),
    cue(r"从零(?:开始)?(?:再|重新)?(?:排|来|做|规划)|\b(?:start|begin)\s+(?:again\s+)?from\s+(?:scratch|zero)\b"),
    cue(rf"{_PUT}给我看看?|{_PUT}出来(?:看看|给我)|换(?:一?[个份版套])?[^,。;!?]{{0,4}}新的?(?:计划|方案|安排)"),
    cue(r"\bplan\s+(?:it\s+|them\s+|everything\s+)?(?:again|anew|over|once\s+more)\b"),
    cue(r"\b(?:do|run|redo|repeat)\s+(?:the\s+|some\s+)?planning\b"),
    cue(rf"重新{_PUT}(?:一[个份版遍次套])|(?:请|帮|给|替)[^,。;!?]{{0,12}}?{_PUT}(?:几|一些|一点|点)(?!点)"),
    cue(r"(?:重新|再)(?:生成|出|弄|搞|做)(?:一|个|吧|$|下)"),
    cue(
        r"\binto\s+an?\s+(?:\w+\s+)?(?:plan|schedule|timetable|timeline)\b"
        r"|\b(?:how|what)\s+about\s+an?\s+(?:\w+\s+)?(?:plan|schedule"
        r"|timetable)\b",
    ),
    cue(
        r"\b(?:everything|all|tasks?|it|them|homework)\s+(?:\w+\s+)?(?:scheduled"
        r"|planned|timetabled)\s+(?:by|for|before|in)\b",
    ),
    cue(r"重新(?:做个?|定个?)?(?:计划|规划)(?![里中的])"),
    cue(r"另(?:外)?(?:排|做|出|来|给)(?:一|个|我)"),
    cue(r"排一?排(?![^,。;!?]{0,3}[队名])"),
    cue(r"推[翻倒](?:了|掉)?$|\bmap\b[^,.;!?]{1,30}\b(?:on|onto|into|to)\b"),
    cue(r"推[翻倒]重|重新?(?:做|来|出|排|弄|搞)(?:一|个)?(?:份|版|套|遍)"),
    cue(
        r"\b(?:create|make|build|generate|draft|write|prepare|produce"
        r"|do|give\s+me|need|want)\s+(?:me\s+)?(?:an?\s+)?(?:completely\s+"
        r"|whole\s+)?(?:new|fresh|another|different)\s+one\b",
    ),
    cue(
        r"\b(?:redo|remake|rebuild|regenerate|re-?create|re-?make)\b[^,.;!?]{0,16}\b(?:plan"
        r"|schedule|timetable|everything|it\s+all)\b",
    ),
    cue(r"(?:全部|全都|整[个份套版张]|统统|整体|完全|都)(?:给我|帮我)?重(?:新)?(?:排|来|做|弄|搞|写|规划|安排)"),
    cue(
        r"^(?:just\s+|and\s+|so\s+)?(?:schedule|plan|arrange|organi[sz]e)\s+(?:it"
        r"|them|everything|that)(?:\s+all)?(?:\s+for\s+me)?$",
    ),
    cue(
        r"\b(?:organi[sz]e|structure|sort)\s+(?:out\s+)?(?:my|our|the)\s+(?:\w+\s+){0,2}?(?:week"
        r"|weeks|days?|time|stud\w+|revision|work|term)\b",
    ),
    cue(
        r"\b(?:find|make|block(?:\s+out)?|set\s+aside|carve\s+out)\s+(?:me\s+)?(?:some\s+)?(?:an?\s+)?(?:time"
        r"|slots?|space|hours|places?|spots?|room|home)\s+(?:for|to)\b",
    ),
    cue(
        r"\bget\s+(?:my|me)\s+(?:\w+\s+){0,2}?organi[sz]ed\b|\bhelp\s+me\s+(?:plan"
        r"|organi[sz]e|schedule|prepare|fit)\b",
    ),
    cue(
        r"(?<!n't )(?<!not )\b(?:schedule|arrange|organi[sz]e|allocate|slot\s+in|fit|plan|fill)\s+(?:in\s+)?"
        rf"(?:all|my|everything|the|our|these|any)\b(?=[^,.;!?]{{0,80}}\b{_WORK_EN}\b)"
        r"(?![^,.;!?]*\b(?:later|earlier|instead)\b)"
    ),
)

DELEGATED: Final[tuple[Cue, ...]] = (
    cue(r"怎么把[^,。;!?]{1,20}(?:排|放|塞|安排)(?:进|到|开|好)(?!.*了$)|(?:帮|给|替)我(?:定|选|挑)(?=[在到个下出好])"),
    cue(
        rf"(?:请|帮我|替我)[^,。;!?]{{0,16}}?{_PUT}(?:几|一些)(?:个|次"
        rf"|节)|你[^,。;!?]{{0,4}}怎么{_PUT}(?:比较)?(?:合适|合理|好)",
    ),
    cue(r"不(?:知道|会|晓得|清楚)(?:该|要)?(?:怎么|咋|如何|从哪)?(?:安?排|规划|分配|下手|开始)"),
    cue(
        r"你(?:来|帮我|给我|自己|直接)*(?:决定|做主|定夺|定(?=吧|了|就行|$)"
        r"|看着(?:办|排|安排|弄|分)|拿主意)|(?:帮|给|替)我(?:决定|定夺|拿主意)"
    ),
    cue(r"(?:直接|尽管|自动)(?:给我|帮我)?(?:排|安排)(?:就|吧|好|上|了|$)"),
    cue(
        r"你来?(?:设计|制定|规划|编排|统筹|安排)(?=吧|就|好|一下|$)|(?:空闲"
        r"|课余|空余|没课)[^,。;!?]{0,8}(?:利用|用)(?:起来|上|好|满)",
    ),
    cue(r"你(?:给|帮|替)(?:我|咱)?(?:弄|做|搞|整|出|来|排|写|列|定)(?:一|个|份|出|下|好)"),
    cue(
        r"(?:你|帮我|给我)(?:来)?(?:看看|瞅瞅|瞧瞧|想想|琢磨(?:一下)?|合计)[^,。;!?]{0,4}(?:怎么|咋|如何)[^,。;!?]{0,12}[塞排放分铺安]"
        r"|(?:怎么|咋|如何)(?:往|在)[^,。;!?]{1,12}[塞排放分铺]|(?:帮|给|替)我(?:倒推|推算|盘算|算算)"
        r"|你?(?:帮|给|替)我(?:列|写|排|理|分)(?:清楚|明白|明细|出来)|(?:帮|给|替)我[铺摊]开"
    ),
    cue(r"(?:按|照)(?:这个|这样|这么|此)(?:来)?(?:排|安排|规划)|(?:帮|给|替)我把[^,。;!?]{1,12}?消化"),
    cue(r"[来出做弄搞排](?:我)?一版|(?:来|出|做|弄|搞)(?:个|一)?初稿"),
    cue(
        r"\b(?:lay|set|map|spread|sort|plan|space)\s+(?:them|it|these|those|everything|all)\s+out\b|\bmake\s+it\s+happen\b"
    ),
    cue(
        r"\bwhat\s+i\s+(?:need|want|would\s+like|'d\s+like)\s+is\b[^,.;!?]{1,20}\b(?:plan"
        r"|schedule|timetable|routine)\b",
    ),
    cue(
        r"\b(?:you\s+(?:decide|choose|pick)|(?:figure|work)\s+out|decide)\s+(?:for\s+me\s+)?(?:when"
        r"|where|what\s+order)\b",
    ),
)
"""The person leaves it to the plan when things are done: no question, whatever it asks in passing."""

WHOLE: Final[tuple[Cue, ...]] = (
    cue(
        r"\b(?:distribute|spread|divide|split)\b[^,.;!?]{1,40}\b(?:across"
        r"|over|between|through)\s+(?:the\s+|my\s+)?(?:next|coming|rest"
        r"|weeks|month|term|semester|\w+\s+(?:weeks|days))\b",
    ),
    cue(
        r"\b(?:work|fit|slot|squeeze|put|get|fill)\b[^,.;!?]{1,40}\binto\s+(?:my"
        r"|the)\s+(?:timetable|schedule|calendar|week|free\s+\w+)\b",
    ),
    cue(rf"[把将][^,。;!?]{{1,30}}?{_PUT}(?:到|进|完|满)(?!一起|一块|一天)"),
    cue(r"(?:帮|给|替)我(?:都|全|全部)?(?:塞|排|放|安排|插|填)(?:到|进|在)"),
    cue(r"[把将][^,。;!?]{1,20}?(?:分配|安排|排|规划)(?:好|完|一下|掉|了$|开|上)"),
    cue(rf"(?:平均|均匀|均衡|合理)地?{_PUT}(?:$|一下|吧)"),
    cue(r"^(?:那就|那|就|都|全)?排上去?(?:吧|了)?$"),
    cue(r"(?:这|那|一)堆[^,。;!?]{0,16}?(?:塞|排|放|分配?|安排|填|安插|插|铺|摊)(?:到|进|在|完|上)"),
    cue(
        r"(?:没有?|未|待|还没)(?:做|写|完成|交|学|复习|安排|排)[^,。;!?]{0,12}?(?:塞"
        r"|排|放|分配?|安排|填|安插|插|铺|摊)(?:到|进|在|完|上)"
        r"|(?:剩下?|剩余|余下|所有|全部|一堆|欠着?)的?[^,。;!?]{0,12}?(?:塞"
        r"|排|放|分配?|安排|填|安插|插|铺|摊)(?:到|进|在|完|上)"
    ),
    cue(
        r"\b(?:distribute|spread|divide|split|assign|allocate|squeeze|slot|fit|put|schedule|arrange|place)\s+(?:in\s+)?"
        r"(?:all|everything|every|my|the\s+(?:rest|remaining|other))\b[^,.;!?]{0,40}"
        r"\b(?:across|over|into|in|between|through|throughout|within|before|on|for|by|this|next)\b"
    ),
)
"""All that is to be done goes somewhere: a plan where there is none at hand, whatever else the words are."""

PLACED: Final[tuple[Cue, ...]] = (
    cue(r"[把将][^,。;!?]{1,30}?(?:分配|分|安插|填)(?:到|在|进|入)"),
    cue(r"\b(?:fit|slot|squeeze|work|schedule|get)\s+(?:them|it|these|those|that|everything|all)\s+(?:all\s+)?in\b"),
    cue(rf"[把将][^,。;!?]{{1,30}}?(?:{_PUT}|放)(?:到|在|进|入|上)"),
    cue(rf"{_PUT}(?:到|在|进)?{TIME}|{TIME}{_PUT}(?![在的得了])"),
    cue(
        rf"(?<!my )(?<!the )(?<!your )\b(?:schedule|arrange|fit)\b[^,.;!?]{{1,60}}\b(?:on"
        rf"|in|into|for|at|to)\s+(?:the\s+)?{TIME}",
    ),
)

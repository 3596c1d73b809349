"""Words by which a change of the plan at hand is wished for (rule CHAT-10)."""

from typing import Final

from domain.conversation.cue import Cue, cue
from domain.conversation.times_said import EN, PLACE, ZH

_WORK = r"(?:任务|课|作业|复习|学习|活|事情?|东西|安排|章|节|习题|实验|阅读|练习|报告|论文|单词)"
_DO = r"(?:排|安排|放|做|学|上|干|弄|写|看|背|练|复习|处理|完成|搞|碰|开始|结束|休息)"
_NOT = r"(?:别|不必|不需要|不要|不想|不准|不许|不能|不可以?|不用|不再|不太想|勿|避免|避开)"
_WORK_EN = (
    r"(?:tasks?|work|class(?:es)?|study(?:ing)?|chapters?|reading|homework|assignments?|things?|anything|everything"
    r"|stuff)"
)
_GO_EN = r"(?:go|goes|be|stay|come|happen|start|end)"
_NO_EN = r"(?:don't|do\s+not|not|never|can't|cannot|won't)"

_MOVES: tuple[Cue, ...] = (
    cue(r"[挪搬]|移(?=[到动至去开往一走])|塞[到进在]|对[换调]|[交互]换"),
    cue(r"调(?=[到整换开成至去剂一个下])|换(?=[到成个一下去掉回开在过时地])|改(?=[到成为在去一下时个])"),
    cue(
        r"推(?:迟|后|到|一)|顺延|延(?:后|到|迟|期)|缓|[往向朝](?:前|后"
        r"|早|晚)|提[前早]|[早晚](?:一?点|些)(?=做|学|写|上|开|结|排"
        r"|弄)"
    ),
    cue(r"分散|均匀|平均|匀|均衡|平衡|[铺摊分]开|平摊|错开|隔开|拆[开散分成]|间隔"),
    cue(r"合并|[放排做凑归]?在?一[起块](?:做|排|学)?|集中|归[并拢类]|连[着续]|切换|穿插|交替|打乱|重排|顺序"),
    cue(r"空出|腾出?|留[空出]|清空|空着|[留放]给|[少多][排放安]|[减增]少|减轻|精简|轻松"),
    cue(r"[把将让][^,。;!?]{1,30}(?:改|换|调|弄|给)(?:到|在|去|进|给|成)"),
    cue(
        r"\b(?:mov(?:e|ing)|shift|push|pull|swap|switch|exchange|trade|reschedule|postpone|delay|defer|relocate|slide"
        r"|reassign|reorder|rearrange|shuffle|stagger)\b"
    ),
    cue(
        r"\b(?:spread|distribute|redistribute|balance|even\s+(?:it\s+|them\s+)?out|level|group|combine|merge|cluster)\b"
    ),
    cue(
        rf"\b(?:put|place)\b[^,.;!?]{{1,50}}\b(?:on|in|to|into|onto|before|after|at)\b[^,.;!?]{{0,12}}(?:{EN}|\bend\b)"
    ),
    cue(
        r"\b(?:lighten|make\b[^,.;!?]{1,30}\b(?:lighter|easier|earlier|later|shorter|less|more)"
        r"|bring\b[^,.;!?]{1,40}\bforward)\b"
    ),
)
_BANS: tuple[Cue, ...] = (
    cue(
        rf"(?!不(?:太)?想{_DO}[了啊呀嘛]*$){_NOT}(?:再|都|把|将|给我|老"
        rf"|总|在|全|挤|堆|有|让|太|{ZH})*(?:{_DO}|动|堆|挤|扎|让|在|碰"
        rf"|{_WORK}|太)"
    ),
    cue(r"不[排动变](?!动|化)|保持|维持|固定|原样"),
    cue(r"除了?[^,。;!?]{1,20}(?:都|其他|其余|外)|其[他余它](?:的|任务)?(?:都|往|放|排)"),
    cue(
        r"\b(?:keep|leave|have|want|need)\b[^,.;!?]{1,40}"
        r"\b(?:free|empty|clear|open|alone|unchanged|untouched|together|off|light(?:er)?|where|as)\b"
    ),
    cue(rf"\bfree\s+up\b|\bclear\s+(?:out\s+)?(?:my\s+|the\s+)?(?:{EN})"),
    cue(rf"\b(?:avoid|nothing|no\s+(?:more\s+)?{_WORK_EN}|without)\b[^,.;!?]{{0,24}}(?:{EN}|\bbefore\b|\bafter\b)"),
    cue(
        rf"\b(?:no|nothing)\b[^,.;!?]{{0,30}}(?:{EN})|\b{_NO_EN}\b[^,.;!?]{{0,30}}(?:{EN}"
        rf"|\btouch\b|\bmove\b|\bchange\b)"
    ),
)
_WISHES: tuple[Cue, ...] = (
    cue(rf"(?:尽量|优先|最好|希望)[^,。;!?]{{0,60}}(?:{_DO}|{ZH}|[到在])|只(?:排|想|在|要|学|放)"),
    cue(
        rf"先{_DO}[^,。;!?]{{1,16}}[再后]|每天(?:最多|至多|不超过|只|不要?超)"
        rf"|[别不](?:要)?超过|[放排](?:在)?(?:最[后前]|前面|后面|开头"
        rf"|末尾)"
    ),
    cue(rf"(?:最多|至多|至少)(?:{_DO}|\d|[一二两三四五六])"),
    cue(
        rf"\b(?:could|can|should|shall|let|may)\b[^,.;!?]{{1,40}}\b{_GO_EN}\b"
        rf"[^,.;!?]{{0,20}}(?:{EN}|\bfree\b|\bempty\b)"
    ),
)
_STATEMENTS: tuple[Cue, ...] = (
    cue(r"[并合拼凑][成到为]|拉开|挨得|[离隔]得|(?:太|过于?)[近远]", sure=False),
    cue(rf"{_NO_EN}\s+(?:schedule|put|place|plan|use|touch|move|add|arrange|set)\b", sure=False),
    cue(r"(?:得|必须|应该|应当|务必|最好)[^,。;!?]{0,16}?(?:之?前|之?后|内|做|学|写|完|放|排)", sure=False),
    cue(
        r"\b(?:should|must|needs?\s+to|has\s+to|have\s+to|ought\s+to)\s+(?:be"
        r"|go|come|start|end|finish|happen)\b",
        sure=False,
    ),
    cue(r"更?(?:想|希望|喜欢|愿意|倾向)[^,。;!?]{0,16}?(?:做|学|写|排|放|完成|看|背|练)", sure=False),
    cue(
        r"\b(?:could|can|should|shall|let|may|must|needs?\s+to)\b[^,.;!?]{0,40}\b(?:stay|remain|come|follow|precede)\b",
        sure=False,
    ),
    cue(r"[再多]?[加减]上?[一两三1-3][次节个项遍]", sure=False),
    cue(
        r"[合并拼凑换调挪改移减缩]一下|拆到|分(?:成|作|为)?[两二三四2-4几][次段天份回半]"
        r"|(?:时间|任务|节)(?:太|过)(?:长|短)",
        sure=False,
    ),
    cue(rf"{ZH}[^,。;!?]{{0,8}}(?:不可用|不能用|不行|没法|有别的|要用)|(?:砍|删|去|拿|划|换|减|撤)掉", sure=False),
    cue(
        r"(?:先|最先|最后|随后|再|优先|(?<![前之以最今过然])后)(?:把"
        r"|做|学|写|复习|背|看|弄|排|搞|完成|处理|上)|优先|谁先谁后",
        sure=False,
    ),
    cue(
        r"提到|靠[前后]|往(?:里|外)|[紧挨]着|挨在|隔(?!壁)|岔开|避开"
        r"|绕开|分开|倒[个过]|反过来|掉个|互换|替换|让[出开]|压缩|松[一快动]",
        sure=False,
    ),
    cue(rf"(?!不想{_DO}[了啊呀嘛]*$)(?:别|不要|不想|避免|少)[^,。;!?]{{0,8}}{_DO}", sure=False),
    cue(
        r"(?:去掉|删[掉除去]|拿[掉走]|取消|划掉|加上?|添加?|补|换掉?|改)[^,。;!?]{0,16}(?:任务"
        r"|作业|复习|节|章|项|个)|(?:任务|作业|复习)[^,。;!?]{0,10}(?:去掉|删|拿掉|不要了)",
        sure=False,
    ),
    cue(
        r"\b(?:prioriti[sz]e|focus|flip|remove|skip|omit|exclude|cut"
        r"|trim|squeeze|bump|nudge|ease|thin|ditch|lose|break\s+up|split"
        r"|bunch|batch|gather|stack|lump|back[- ]to[- ]back|closer|apart"
        r"|spacing|space|pair|interleave|alternate|condense|compress"
        r"|tidy|tweak)\b",
        sure=False,
    ),
    cue(
        r"\b(?:drop|take|leave|delete|add|insert|include)\b[^,.;!?]{1,40}\b(?:from"
        r"|out|off|to|in|alone|as)\b",
        sure=False,
    ),
    cue(
        r"\bmake\s+(?:room|space)\b|\b(?:start|finish|end|begin|stop)\s+(?:at"
        r"|by|earlier|later|before|after|around)\b",
        sure=False,
    ),
    cue(rf"(?:{_DO}|给)(?:到|在|去|进|往)?{ZH}", sure=False),
    cue(rf"{ZH}(?:再|去|来|就|要|想|的时候)*{_DO}(?![的得了过什啥几哪]|没有|没$)", sure=False),
    cue(
        r"(?:太|有点|有些|这么|那么|很|好|过于|挺)(?:满(?!意)|多|累|挤|密|晚|早|难|紧|忙|重|赶|集中|空|少)"
        r"|吃不消|受不了|扛不住|学不进|排不开|忙不过来",
        sure=False,
    ),
    cue(
        r"有(?:事|约|课要上)|没空|没时间|没法|起不来|休息|请个?假|放假|不在|睡(?:懒)?觉|出去玩|习惯"
        r"|要(?:去|出)?(?:回家|出差|旅[游行]|开会|考试|上班|加班|看病|医院|出门|比赛|聚餐|打工|值班)",
        sure=False,
    ),
    cue(rf"(?:{ZH})[^,。;!?]{{0,10}}(?:{_WORK}|空|少|多)|(?:{_WORK})[^,。;!?]{{0,10}}(?:{ZH})", sure=False),
    cue(rf"\b(?:bring|drag|take|get|drop|do|have)\b[^,.;!?]{{1,50}}(?:\bforward\b|\boff\b|{EN})", sure=False),
    cue(rf"\b(?:prefer|rather|like|want|wish|should|shall|must|could|can|let)\b[^,.;!?]{{0,80}}(?:{EN})", sure=False),
    cue(
        r"\btoo\s+(?:much|many|full|busy|hard|late|early|long|heavy|packed|crowded|tight)\b"
        r"|\b(?:overloaded|crowded|overwhelming|packed|exhausting)\b",
        sure=False,
    ),
    cue(
        r"\bi(?:'m|\s+am|'ll\s+be|\s+will\s+be)\b[^,.;!?]{0,20}"
        r"\b(?:busy|away|off|out|tired|travell?ing|sick|going|working)\b"
        r"|\bi\s+(?:can't|cannot|have\s+an?|have\s+to|work|sleep)\b",
        sure=False,
    ),
    cue(r"[轻少多晚早快慢松]一?[点些]|[多少](?:给|留|来|加)|补[上到]", sure=False),
    cue(r"\b(?:earlier|later|sooner|before|after)\b|\bnot\s+(?:so|too|that)\s+\w+\b", sure=False),
    cue(r"\b(?:put|do|have|place)\b[^,.;!?]{1,40}\b(?:first|last|together|apart)\b"),
    cue(
        r"\b(?:fewer|less|more|lighter|only|at\s+most|no\s+more\s+than|at\s+least|half|third|quarter|instead|first)\b"
        rf"(?=.{{0,80}}(?:{EN}|\b{_WORK_EN}\b))",
        sure=False,
    ),
    cue(PLACE, sure=False),
)
REFINES: Final = (*_MOVES, *_BANS, *_WISHES, *_STATEMENTS)

"""Words by which a new plan is asked for (rule CHAT-8)."""

from typing import Final

from domain.conversation.cue import Cue, cue
from domain.conversation.times_said import TIME

_PLAN = r"(?:计划|规划|时间表|日程表?|课表|课程表|安排表|作息表?|学习安排|复习安排|方案|日程)"
_MAKE = r"(?:做|制定|制订|定制|定|制作|生成|新建|创建|建|排|写|来|弄|搞|整|拟|列|设计|开始|出(?=一?[个份张版套]))"
_ONE = r"(?:出|一下|下)?(?:[一两]?[个份张套版])?"
_BY_YOU = r"你(?:来|看着|帮忙|自己)*"
_FOR_ME = r"(?<![别不])(?<!不[要用许])(?<!别再)(?:(?:帮|给|替|为)(?:我们?|咱们?|俺)|帮忙)"
_PUT = r"(?:安排|编排|排)"
_WORK = r"(?:任务|作业|复习|学习|功课|课程|章节|内容|课表|考试|备考|待办|东西|习题|练习|实验|论文|报告|阅读|项目)"
_PLAN_EN = r"(?:plan|schedule|timetable|planner|programme|program)"
_MAKE_EN = (
    r"(?:make|create|build|draw\s+up|come\s+up\s+with|lay\s+out|generate|prepare|set\s+up|write|need|want|give|design"
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
    cue(rf"(?:想要?|需要|要|再?来|给我)[一两]?[个份张套][^,。;!?]{{0,10}}?{_PLAN}"),
    cue(r"[做弄搞写来整](?:[一两]?[个份张])安排"),
    cue(
        rf"(?:{_FOR_ME}|重新|请|想|来|要|能|可以|该)[^,。;!?]{{0,12}}?规划(?![里中的])|规划(?:一下|下|规划)(?:{TIME})?"
    ),
    cue(rf"^(?:规划|安排(?![在到了得过好]))[^,。;!?]{{0,60}}(?:{_WORK}|{TIME})"),
    cue(rf"{_FOR_ME}(?:再|重新|也|先|都)?{_PUT}(?![到在了过得])"),
    cue(rf"{_FOR_ME}[^,。;!?]{{0,20}}?{_PUT}(?:一下|下|好|上|进去?|安排|个)"),
    cue(rf"(?:^|重新|开始|(?<![不别])[想要]){_PUT}(?:一下|下|好)?(?:{TIME}|这些|所有|我|的|\S{{0,4}}){{0,3}}{_WORK}$"),
    cue(rf"^{_PUT}(?:一下|下)?吧?$|(?:开始|来){_PUT}(?:吧|$)|(?<![不别])要排课|^排课"),
    cue(rf"(?:没有?|未|待){_PUT}(?:上|完|好|进去)?的?[^,。;!?几哪什]{{0,12}}{_PUT}(?:一下|上|进|完|好|了|掉)"),
    cue(rf"(?:{_PUT}|放)(?:进|入|到)(?:我的?)?(?:课表|课程表|时间表|日程)"),
    cue(rf"重新{_PUT}(?:一下|下)?(?:吧|所有|全部|整个|$)|从头(?:再|开始)?{_PUT}|重新开始"),
    cue(rf"{_BY_YOU}(?:安排|规划|排)(?:一下|下|吧|$)|(?:怎么|咋|如何)(?:{_PUT}|规划)[^,。;!?]{{0,4}}?(?:好|合适|合理)"),
    cue(rf"自动{_PUT}|{_PUT}(?:一遍|一排|满)|(?<![安编别不想准用要能我]){_PUT}{_WORK}$"),
    cue(rf"从[^,。;!?]{{1,8}}{_PUT}到"),
    cue(
        rf"\b{_MAKE_EN}\s+(?:me\s+|us\s+)?(?:up\s+)?(?:an?|another|some|my|one|new|our)\s+(?:[\w-]+\s+){{0,4}}?{_PLAN_EN}\b"
        r"(?!\s+(?:lighter|easier|better|less|more))"
    ),
    cue(rf"\b{_PLAN_EN}\s+(?:please\s+)?(?:from\s+scratch|anew|afresh)\b|\bstart\s+over\b|\b(?:re-?plan|new\s+plan)\b"),
    cue(r"\b(?:map|sort|block|figure|work|lay)\s+out\s+(?:my|the|next|this|when|a)\b(?![^,.;!?]{0,20}\?)"),
    cue(rf"{_ASKED_EN}plan\s+{_SCOPE_EN}\b"),
    cue(
        r"(?<!n't )(?<!not )\b(?:schedule|arrange|organi[sz]e|allocate|slot\s+in|fit|plan|fill)\s+(?:in\s+)?"
        rf"(?:all|my|everything|the|our|these|any)\b(?=[^,.;!?]{{0,80}}\b{_WORK_EN}\b)"
    ),
)

PLACED: Final[tuple[Cue, ...]] = (
    cue(rf"[把将][^,。;!?]{{1,30}}?(?:{_PUT}|放)(?:到|在|进|入|上)"),
    cue(rf"{_PUT}(?:到|在|进)?{TIME}|{TIME}{_PUT}(?![在的得了])"),
    cue(rf"\b(?:schedule|arrange|fit)\b[^,.;!?]{{1,60}}\b(?:on|in|into|for|at|to)\s+(?:the\s+)?{TIME}"),
)

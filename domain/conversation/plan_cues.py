"""Words by which a new plan is asked for (rule CHAT-8)."""

from typing import Final

from domain.conversation.cue import Cue, cue
from domain.conversation.times_said import TIME

_PLAN = r"(?:计划|规划|时间表|日程表?|课表|课程表|安排表|作息表?|学习安排|复习安排)"
_MAKE = r"(?:做|制定|制订|定制|定|制作|生成|新建|创建|建|排|写|来|弄|搞|拟|列|设计|开始)"
_ONE = r"(?:出|一下|下)?(?:[一两]?[个份张套版])?"
_NOT_INTO = r"(?![进入到在完好了得成])"
_FOR_ME = r"(?<![别不])(?<!不要)(?<!不用)(?<!不许)(?<!别再)(?:帮|给|替|为)(?:我们?|咱们?|俺)"
_WORK = r"(?:任务|作业|复习|学习|功课|课程|章节|内容|课表|考试|备考|待办|东西)"
_PLAN_EN = r"(?:plan|schedule|timetable|planner|study\s+plan|programme|program)"
_WORK_EN = (
    r"(?:tasks?|homework|assignments?|revision|study(?:ing)?|studies|reading|chapters?|work|stuff|exams?|courses?|pending|backlog"
    r"|everything|week)"
)
_ASKED_EN = r"(?:^|[,.;!?]\s*|\bplease\s+|\byou\s+|\bme\s+|\bto\s+|\blet's\s+|\band\s+|\bthen\s+|\bjust\s+|\bnow\s+)"

PLANS: Final[tuple[Cue, ...]] = (
    cue(rf"(?<![没别不]){_MAKE}{_NOT_INTO}{_ONE}[^,。;!?]{{0,10}}?{_PLAN}(?![那这里中项上]|的|任务|赶)"),
    cue(rf"(?:想要?|需要|要|再?来|给我)[一两]?[个份张套][^,。;!?]{{0,10}}?{_PLAN}"),
    cue(
        rf"(?:{_FOR_ME}|重新|请|想|来|要|能|可以|该)[^,。;!?]{{0,12}}?规划(?![里中的])|规划(?:一下|下|规划)(?:{TIME})?"
    ),
    cue(rf"^规划[^,。;!?]*(?:{_WORK}|{TIME})"),
    cue(rf"{_FOR_ME}(?:再|重新|也|先|都)?(?:安排|编排|排)(?![到在了过得])"),
    cue(rf"{_FOR_ME}[^,。;!?]{{0,20}}?(?:安排|编排|排)(?:一下|下|好|上|进去?|安排|个)"),
    cue(
        rf"(?:^|[,。;!?]|重新|开始|(?<![不别])[想要])(?:安排|排)(?:一下|下|好)?(?:{TIME}|这些|所有|我|的|\S{{0,4}}){{0,3}}{_WORK}(?:$|[,。;!?吧])"
    ),
    cue(
        r"(?:没|还没|没有|未|尚未|待)(?:安排|排)(?:上|完|好|进去)?的?[^,。;!?几哪什]{0,12}(?:排|安排)(?:一下|上|进|完|好|了|掉)"
    ),
    cue(r"(?:安排|排|放)(?:进|入|到)(?:我的?)?(?:课表|课程表|时间表|日程)"),
    cue(r"重新(?:安排|排)(?:一下|下)?(?:吧|所有|全部|整个|$)|从头(?:再|开始)?(?:安排|排)|重新开始"),
    cue(rf"从[^,。;!?]{{1,8}}(?:安排|排)到"),
    cue(
        rf"\b(?:make|create|build|draw\s+up|come\s+up\s+with|lay\s+out|generate|prepare|set\s+up|write|need|want|give|design|get|do|start)"
        rf"\s+(?:me\s+|us\s+)?(?:up\s+)?(?:an?|another|some|my|one|new|our)\s+(?:[\w-]+\s+){{0,4}}?{_PLAN_EN}\b(?!\s+(?:lighter|easier|better|less|more))"
    ),
    cue(rf"\b{_PLAN_EN}\s+(?:please\s+)?(?:from\s+scratch|anew|afresh)\b|\bstart\s+over\b|\b(?:re-?plan|new\s+plan)\b"),
    cue(
        rf"{_ASKED_EN}plan\s+(?:out|my|the|for|all|next|this|weeks?|everything|our|some|a|it|these|\w+\s+(?:week|revision|study))\b"
    ),
    cue(
        rf"(?<!n't )(?<!not )\b(?:schedule|arrange|organi[sz]e|allocate|slot\s+in|fit|plan)\s+(?:in\s+)?(?:all|my|everything|the|our|these|any)\b"
        rf"(?=[^,.;!?]*\b{_WORK_EN}\b)"
    ),
)

PLACED: Final[tuple[Cue, ...]] = (
    cue(r"[把将][^,。;!?]{1,30}?(?:排|安排|放)(?:到|在|进|入|上)"),
    cue(rf"(?:安排|排)(?:到|在)?{TIME}|{TIME}(?:安排|排)(?!在|[的得了])"),
    cue(rf"\b(?:schedule|arrange|fit|put|place)\b[^,.;!?]{{1,60}}\b(?:on|in|into|for|at|to)\s+(?:the\s+)?{TIME}"),
)

"""Words by which something is asked about the plan or the timetable (rule CHAT-9)."""

from typing import Final

from domain.conversation.cue import Cue, cue, words
from domain.conversation.times_said import EN, TIME, ZH

_ANY = r"(?!.{0,8}[都也](?:行|可以|好|成|没|无|不|能|得))"
WHY: Final = r"(?:为什么|为何|为啥|干嘛(?=[把要又])|怎么(?=又|会|还|把|都|老|总|是|排|放|在|没))"
_WHEN = rf"(?:什么时候|啥时候|什么时间|何时|哪一?天|哪几天|哪个?(?:周|星期|礼拜)|几点|(?:周|星期|礼拜)几|第几[周节天]|几[月号])(?![到])?{_ANY}"
_WHAT = rf"(?:什么|啥|哪|(?<![那这前后好头])几(?=[个节门次项天周件种样])|多少|多久|多长|怎么样?|咋样?|谁){_ANY}"
_MARK = r"(?:吗|么$|么\?|嘛\?|呢\?|呢$|\?|有没有|是不是|是否|没有$|没$|没有\?|了没)"
_THINGS = (
    r"(?:课(?!后)|任务|安排|计划|日程|课表|时间表|空(?![出着])|闲|有事|满|忙|考试|期末|期中|开学|放假|作业|截止|ddl|教室|老师|第[一二三四五六七八九十\d]+节|节次"
    r"|预览|进度|完成|排|冲突|改动|改了|变了|变化|动了|挪了|移了|版本|学期)"
)
_LOOK = r"(?:看看|看一?下|给我看|查看?一?下?|显示|列出?一?下?|告诉我|说说|讲讲|介绍一?下)"
_STUDY = r"(?:学|复习|做|上|考|写|交|练|看|背|排|放|安排|完成|开始|结束|轮到)"
_THINGS_EN = (
    r"(?:class(?:es)?|lectures?|tasks?|plans?|planned|schedule[ds]?|timetable|free|busy|exams?|homework|assignments?|chapters?|due|deadlines?"
    r"|calendar|agenda|lessons?|courses?|sections?|room|teacher|busiest|fullest|emptiest|lightest|changed?|moved|moves?|preview|progress|left|term"
    r"|semester|conflicts?|overlaps?|gaps?|slots?|room)"
)
_ASK_EN = r"(?:what|when|where|which|who|whose|how\s+(?:many|much|long|busy|full|far|often)|why)(?:'s|'re|'d|'ll)?"
_START_EN = (
    r"(?:^|[,.;!?]\s*|\b(?:so|and|but|ok|okay|tell\s+me|know|show\s+me|remember|see|then|also|say|wonder(?:ing)?)\s+)"
)
_BE_EN = r"(?:do|does|did|am|is|are|was|were|have|has|will|isn't|aren't|don't|haven't)"

QUESTIONS: Final[tuple[Cue, ...]] = (
    cue(rf"{_WHEN}[^,。;!]{{0,12}}|{_STUDY}[^,。;!]{{0,4}}{_WHEN}"),
    cue(rf"(?:{WHY})(?=.*(?:{_THINGS}|{TIME}|放|排))|(?:{_THINGS}|{ZH}).{{0,12}}?{WHY}"),
    cue(rf"{_THINGS}[^,。;!]*?{_WHAT}|{_WHAT}[^,。;!]*?{_THINGS}"),
    cue(rf"(?:{_THINGS}|有课|{ZH}有人)[^,。;!]*?{_MARK}|(?:有没有|是不是|是否)[^,。;!]*?{_THINGS}"),
    cue(rf"{ZH}[^,。;!]{{0,8}}?(?:干什么|干啥|做什么|做啥|干嘛|怎么过|有什么|有啥|是什么|是啥|上什么|学什么)"),
    cue(rf"{_LOOK}[^,。;!]*?(?:{_THINGS}|{TIME})"),
    cue(
        rf"(?:还有|还剩|离|距离|距)[^,。;!]{{0,10}}?(?:几天|多久|多少天|几周|多少)|(?:几天|多久|几周)[^,。;!]{{0,4}}(?:考试|期末|放假)"
    ),
    cue(rf"(?:在|去)哪[里儿个]?{_ANY}(?=.*)|[排放安学]\S{{0,2}}到哪", sure=False),
    cue(rf"^(?:我的?)?(?:{TIME}|的){{1,5}}(?:安排|课表|任务|计划|日程|课|空闲)$|^(?:我的)?(?:课表|日程)$"),
    cue(rf"{_START_EN}{_ASK_EN}\b(?!\s+(?:if|about\s+mov|don't\s+(?:you|we)|not\b))(?=.*\b{_THINGS_EN}\b)"),
    cue(
        rf"{_START_EN}what(?:'s|\s+is|\s+am\s+i|\s+do\s+i|\s+have\s+i|\s+are)\b[^,.;!?]{{0,20}}?(?:\b(?:on|doing|have|got|happening|up|for|next|first)\b)[^,.;!?]{{0,12}}(?:{EN}|\bnext\b)"
    ),
    cue(rf"{_START_EN}(?:what|which|when)\s+(?:day|week|time|date)s?\b|{_START_EN}when(?:'s|\s+{_BE_EN})\b"),
    cue(rf"{_START_EN}(?:where|why)\s+(?:is|are|did|was|were|has|have)\b|{_START_EN}(?:where|why)'s\b", sure=False),
    cue(rf"{_START_EN}why\b(?=.*{EN})"),
    cue(rf"{_START_EN}{_BE_EN}\s+(?:i|we|my|there|the|any|it)\b(?=.*(?:\b{_THINGS_EN}\b|{EN}))"),
    cue(rf"\b(?:show|list|display|print|read\s+out|tell)\s+(?:me\s+|us\s+)?(?=.*(?:\b{_THINGS_EN}\b|{EN}))"),
    cue(rf"^(?:my|the)\s+(?:{_THINGS_EN}|\s|for|{EN}|'s)+$"),
)
ASKING: Final = words(
    rf"{_WHEN}|{WHY}|{_WHAT}|没有[?]?$|了没|{_START_EN}{_ASK_EN}\b(?!\s+(?:if|about\s+mov|don't\s+(?:you|we)|not\b))"
)

POLITE: Final = words(
    r"(?:可以|行|好|成|能)(?:吗|么|不|嘛)|能不能|可不可以|可否|行不行|好不好|能否|^能|\b(?:can|could|would|will|may|shall)\s+(?:you|we|i)\b"
)

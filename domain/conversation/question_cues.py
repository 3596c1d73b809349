"""Words by which something is asked about the plan or the timetable (rule CHAT-9)."""

from typing import Final

from domain.conversation.cue import Cue, cue, words
from domain.conversation.times_said import EN, TIME, ZH

_ANY = r"(?!.{0,8}[都也](?:行|可以|好|成|没|无|不|能|得))"
_WHY = r"(?:为什么|为何|为啥|干嘛(?=[把要又])|怎么(?=又|会|还|把|都|老|总|是|排|放|在|没))"
_WHEN = (
    r"(?:什么时候|啥时候|什么时间|何时|哪一?天|哪几天|哪个?(?:周|星期|礼拜)|几点|(?:周|星期|礼拜)几|第几[周节天]"
    rf"|几[月号]){_ANY}"
)
_ADVICE = r"(?!(?:安排|排|规划)[^,]{0,4}(?:好|合适|合理))"
_WHAT = (
    r"(?:什么|啥|哪|(?<![那这前后好头])几(?=[个节门次项天周件种样])|多少|多久|多长"
    rf"|怎么样?{_ADVICE}|咋样?{_ADVICE}|谁){_ANY}"
)
_EITHER = r"(?:有没有|是不是|是否|忙不忙|满不满|多不多|在不在|累不累|空不空)"
_MARK = rf"(?:吗|么$|么\?|嘛\?|呢\?|呢$|\?|{_EITHER}|没有$|没$|没有\?|了没)"
_THINGS = (
    r"(?:课(?!后)|任务|安排|计划|日程|课表|时间表|空(?![出着])|闲|有事|满(?!意)|忙|考试|期末|期中|开学|放假|作业|截止|ddl"
    r"|教室|老师|第[一二三四五六七八九十\d]+节|节次|预览|进度|完成|排|冲突|改动|改了|变了|变化|动了|挪了|移了|版本|学期)"
)
_LOOK = r"(?:看看|看一?下|给我看|查看?一?下?|显示|列出|列一下|告诉我|说说|讲讲|介绍一?下)"
_STUDY = r"(?:学|复习|做|上|考|写|交|练|看|背|排|放|安排|完成|开始|结束|轮到)"
_THINGS_EN = (
    r"(?:class(?:es)?|lectures?|lessons?|courses?|tasks?|plans?|planned|schedule[ds]?|timetable|calendar|agenda|preview"
    r"|free|busy|busiest|fullest|emptiest|lightest|exams?|homework|assignments?|chapters?|due|deadlines?|sections?|room"
    r"|teacher|teach(?:es)?|changed?|moved|moves?|progress|left|term|semester|conflicts?|overlaps?|gaps?|slots?)"
)
_ABOUT_EN = rf"(?=.{{0,80}}(?:\b{_THINGS_EN}\b|{EN}))"
_ASK_EN = r"(?:what|when|where|which|who|whose|how\s+(?:many|much|long|busy|full|far|often)|why)(?:'s|'re|'d|'ll)?"
_START_EN = r"(?:^|\b(?:so|and|but|ok|okay|tell\s+me|know|show\s+me|remember|see|then|also|say|wonder(?:ing)?)\s+)"
_BE_EN = r"(?:do|does|did|am|is|are|was|were|have|has|will|isn't|aren't|don't|haven't)"
_INVERTED_EN = (
    r"^(?:so\s+|and\s+|but\s+)?(?:(?:is|are|was|were|did|does|has|am|isn't|aren't|didn't|doesn't)\s"
    r"|(?:do|have)\s+(?:i|we|you|they)\b)"
)
_NO_OFFER_EN = r"(?!\s+(?:if|about\s+mov|don't\s+(?:you|we)|not\b))"

QUESTIONS: Final[tuple[Cue, ...]] = (
    cue(_WHEN),
    cue(rf"(?:{_WHY})(?=.{{0,80}}(?:{_THINGS}|{TIME}|放|排))|(?:{_THINGS}|{ZH}).{{0,12}}?{_WHY}"),
    cue(rf"{_THINGS}[^,。;!]{{0,60}}?{_WHAT}|{_WHAT}[^,。;!]{{0,60}}?{_THINGS}"),
    cue(rf"{_THINGS}[^,。;!]{{0,60}}?{_MARK}|{_EITHER}[^,。;!]{{0,60}}?{_THINGS}|{ZH}[^,。;!]{{0,6}}?{_EITHER}"),
    cue(
        rf"{ZH}的?(?:情况|状况)?[^,。;!]{{0,8}}?(?:干什么|干啥|[做上学有是](?:什么|啥)|干嘛|怎么过)|{ZH}的?(?:情况|状况)"
    ),
    cue(rf"{_LOOK}[^,。;!]{{0,60}}?(?:{_THINGS}|{TIME})"),
    cue(r"(?:还有|还剩|离|距离|距)[^,。;!]{0,10}?(?:几天|多久|多少天|几周|多少)"),
    cue(r"(?:几天|多久|几周)[^,。;!]{0,4}(?:考试|期末|放假)"),
    cue(rf"(?:在|去)哪[里儿个]?{_ANY}|(?:{_STUDY})\S{{0,2}}到哪", sure=False),
    cue(rf"^(?:我的?)?(?:{TIME}|的){{1,5}}(?:安排|课表|任务|计划|日程|课|空闲)$|^(?:我的)?(?:课表|日程)$"),
    cue(rf"{_START_EN}{_ASK_EN}\b{_NO_OFFER_EN}(?=.{{0,80}}\b{_THINGS_EN}\b)"),
    cue(
        rf"{_START_EN}what(?:'s|\s+(?:is|are|am\s+i|do\s+i|have\s+i))\b[^,.;!?]{{0,20}}?"
        rf"\b(?:on|doing|have|got|happening|up|for|next|first)\b[^,.;!?]{{0,12}}(?:{EN}|\bnext\b)"
    ),
    cue(rf"{_START_EN}how\s+(?:many|much|long)\b.{{0,40}}\b(?:do|did|have|will|are|is)\s+(?:i|we|my|there)\b"),
    cue(rf"{_START_EN}(?:what|which|when)\s+(?:day|week|time|date)s?\b|{_START_EN}when(?:'s|\s+{_BE_EN})\b"),
    cue(
        rf"{_START_EN}what\s+(?:did|have)\s+you\b|{_START_EN}(?:where|why)(?:'s|\s+(?:is|are|did|was|were|has|have))\b",
        sure=False,
    ),
    cue(
        rf"{_START_EN}(?:why|how\s+(?:(?:full|busy|free)\s+)?(?:do|does|did|is|are)|any\s+(?:free|open|spare|class|task|plan)\w*)\b(?=.{{0,80}}{EN})"
    ),
    cue(rf"{_INVERTED_EN}{_ABOUT_EN}|^(?:will|don't|haven't)\s+(?:i|we|my|there|the|any|it)\b{_ABOUT_EN}"),
    cue(rf"\b(?:show|list|display|print|read\s+out|tell)\s+(?:me\s+|us\s+)?{_ABOUT_EN}"),
    cue(rf"^(?:my|the)\s+(?:{_THINGS_EN}|\s|for|{EN}|'s)+$"),
)
ASKING: Final = words(
    rf"{_WHEN}|{_WHY}|{_WHAT}|没有\??$|了没|{_LOOK}|{_EITHER}|{_INVERTED_EN}"
    rf"|{_START_EN}(?:{_ASK_EN}\b{_NO_OFFER_EN}|how\s+(?:do|does|did|is|are)\b|any\s+(?:free|open|spare|class|task|plan)|what\s+(?:did|have)\s+you\b)"
)
POLITE: Final = words(
    r"(?:可以|行|好|成|能)(?:吗|么|不|嘛)|能不能|可不可以|可否|行不行|好不好|能否|^能"
    r"|\b(?:can|could|would|will|may|shall)\s+(?:you|we|i)\b"
)

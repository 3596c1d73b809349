"""Words by which something is asked about the plan or the timetable (rule CHAT-9)."""

from typing import Final

from domain.conversation.cue import Cue, cue, words
from domain.conversation.times_said import EN, TIME, ZH

_ANY = r"(?!.{0,8}[都也](?:行|可以|好|成|没|无|不|能|得))"
_WHY = r"(?:为什么|为何|为啥|干嘛(?=[把要又])|怎么(?=又|会|还|把|都|老|总|是|排|放|在|没))"
_WHEN = (
    r"(?:什么时候|啥时候|什么时间|何时|哪一?天|哪几天|哪个?(?:周|星期|礼拜)"
    r"|几点(?!开门|关门|营业|开饭|开业|开放)|(?:周|星期|礼拜)几|第几[周节天]"
    rf"|几[月号]){_ANY}"
)
_ADVICE = r"(?!(?:塞|分配?|放)(?!在|了|得)|(?:安排|排|规划)[^,]{0,4}(?:好|合适|合理))"
_WHAT = (
    r"(?:什么|啥|哪|(?<![那这前后好头的])几(?=[个节门次项天周件种样堂处道篇份回趟])|多少|多久|多长"
    rf"|怎么样?{_ADVICE}|咋样?{_ADVICE}|谁){_ANY}"
)
_EITHER = r"(?:有没有(?!办法|可能)|是不是|是否|忙不忙|满不满|多不多|在不在|累不累|空不空)"
_MARK = rf"(?:吗|么$|么\?|嘛\?|呢\?|呢$|\?|{_EITHER}|没有$|没$|没有\?|了没)"
_THINGS = (
    r"(?:课(?!后)|任务|安排|计划|日程|课表|时间表|空(?![出着])|闲"
    r"|有事|满(?!意)|(?<!帮)忙|考试|期末|期中|开学|放假|作业|截止"
    r"|ddl"
    r"|教室|老师|第[一二三四五六七八九十\d]+节|节次|预览|进度|完成"
    r"|排|冲突|改动|改了|变了|变化|动了|挪了|移了|版本|学期)"
)
_LOOK = r"(?:看看(?!怎么|咋)|看一?下|给我看|查看?一?下?|显示|列出|列一下|告诉我|说说|讲讲|介绍一?下)"
_STUDY = r"(?:学|复习|做|上|考|写|交|练|看|背|排|放|安排|完成|开始|结束|轮到)"
_THINGS_EN = (
    r"(?:class(?:es)?|lectures?|lessons?|courses?|tasks?|plans?|planned|schedule[ds]?|timetable|calendar|agenda|preview"
    r"|free|busy|busiest|fullest|emptiest|lightest|exams?|homework|assignments?|chapters?|due|deadlines?|sections?|room"
    r"|teacher|teach(?:es)?|changed?|moved|moves?|progress|left|term"
    r"|semester|conflicts?|overlaps?|gaps?|slots?|moving|reasons?)"
)
_ABOUT_EN = rf"(?=.{{0,80}}(?:\b{_THINGS_EN}\b|{EN}))"
_ASK_EN = r"(?:what|when|where|which|who|whose|how\s+(?:many|much|long|busy|full|far|often)|why)(?:'s|'re|'d|'ll)?"
_START_EN = (
    r"(?:^|:\s*|\b(?:so|and|but|ok|okay|tell\s+me|know|show\s+me"
    r"|remember|see|check|find\s+out|look\s+up|then|also|say|wonder(?:ing)?)\s+)"
)
_BE_EN = r"(?:do|does|did|am|is|are|was|were|have|has|will|isn't|aren't|don't|haven't)"
_INVERTED_EN = (
    r"^(?:so\s+|and\s+|but\s+)?(?:(?:is|are|was|were|did|does|has|am|isn't|aren't|didn't|doesn't)\s"
    r"|(?:do|have)\s+(?:i|we|you|they|my|class(?:es)?|lectures|tasks|all|any)\b)"
)
_NO_OFFER_EN = r"(?!\s+(?:if|about\s+(?:mov|an?\s+(?:\w+\s+)?(?:plan|schedule|timetable))|don't\s+(?:you|we)|not\b))"

_OR_NOT = r"((?![能可行好])[\u4e00-\u9fff])不\1"

QUESTIONS: Final[tuple[Cue, ...]] = (
    cue(
        r"^(?:(?:which|what|any|list|show(?:\s+me)?|how\s+many|the)\s+)*days?\s+(?:\w+\s+){0,4}?(?:with|have|has|having)\s+"
        r"(?:more|less|fewer|at\s+(?:least|most)|over|under|exactly|only|no\s+more)\b"
    ),
    cue(rf"{TIME}[^,。;!?]{{0,6}}[没有](?:课|空|事|安排|任务)吧"),
    cue(r"^(?:那|所以|可是)?你?(?:为什么|为何|为啥)(?!不)|^why\b(?!\s+(?:not|don't))", sure=False),
    cue(rf"{TIME}[^,。;!?]{{0,12}}(?:教室号?|上课地点|任课老师|上课时间)$"),
    cue(r"(?:最[早晚先后长短]|第一个)[^,。;!?]{0,8}?(?:哪|什么|啥|谁)"),
    cue(
        rf"\b(?:(?:tell|show|remind)\s+me,?|see|check|know|find\s+out)\s+(?:what"
        rf"|when|where|which|how)\b(?=.{{0,60}}(?:\b{_THINGS_EN}\b|{EN}))"
    ),
    cue(r"(?:老师|教室|地点|时间|课程?)(?:和|跟|与)?[^,。;!?]{0,6}分别(?:是|在)"),
    cue(r"^(?:would|will|could|can|do)\s+i\s+(?:be|miss|have|make|get|need)\b(?!\s+(?:you|it|them)\b)"),
    cue(r"\b(?:give|send|tell|read)\s+me\s+(?:my|the)\s+(?:class(?:es)?|lectures?|lessons?|timetable|tasks|courses)\b"),
    cue(r"(?:理由|原因|依据)(?:是|在)?(?:什么|啥|哪)"),
    cue(rf"(?:{_THINGS}|{TIME}|清单)[^,。;!]{{0,12}}?(?:(?<!排)给我看|(?<!排给我)看一?[看下]|列出来|列给我|发我)"),
    cue(rf"^(?:at|on|in|for|to|from|by)\s+(?:what|which)\b(?=.{{0,60}}(?:\b{_THINGS_EN}\b|{EN}|\blabs?\b))"),
    cue(r"(?:什么|啥|何种?)(?:原因|理由|缘故)|怎么回事", sure=False),
    cue(r"(?:改|动|挪|移|变|调整?|换)了(?:哪些?|什么|啥)"),
    cue(rf"哪一?个?(?:天|周|上午|下午|早上|晚上|中午|时段){_ANY}|^(?:对|是)(?:吗|吧|么|不对|不)$"),
    cue(r"^(?:by|until|till|from|since)\s+(?:when|what|which)\b", sure=False),
    cue(
        r"有没有(?!办法|可能|时间)[^,。;!?]{0,14}?(?:撞|冲突|重[叠复]"
        r"|挨|漏|超|落下|空)|(?:哪些|什么|哪个|谁)[^,。;!?]{0,6}没?(?:变"
        r"|动|改|挪)"
    ),
    cue(rf"(?:{_THINGS}|{TIME})[^。;!]{{0,12}}?(?:在|是|到)[^,。;!?]{{1,8}}还是"),
    cue(
        r"^(?:so\s+|and\s+|but\s+)?(?:what|when(?!\s+(?:i|we|it)\b)|where"
        r"|which(?!\s+should)|who|why(?!\s+(?:not|don't)))\b(?!\s+(?:if|about|i\s+(?:need|want|'d)))",
        sure=False,
    ),
    cue(rf"{TIME}[^,。;!]{{0,20}}?(?:哪个?(?:时段|时间段?|半天)|(?:占|用|花)了?多少)"),
    cue(r"^(?:is|are|was|were)\b.{1,50}\b(?:before|after|earlier|later)\b"),
    cue(rf"{_START_EN}how\s+(?:much|many|busy|full|long|free|heavy)\b(?=.{{0,80}}(?:\b{_THINGS_EN}\b|{EN}))"),
    cue(rf"(?:{TIME}|{_THINGS})[^。;!]{{0,30}}?(?:对吧|是吧|对不对|没错吧)"),
    cue(r"(?:改|动|挪|移|变|调整?)了(?:多少|几)(?:处|个|项|次|地方)"),
    cue(rf"(?:{TIME}|{_THINGS})(?=.{{0,12}}?{_OR_NOT})"),
    cue(r"(?:还剩|剩下|还有|还差|剩)(?:多少|几)(?!个?(?:人|钱|块|元))"),
    cue(r"谁(?:先|后|在前|在后|排前|更)|哪个(?:先|后|在前|在后|更)"),
    cue(r"(?:来得及|赶得[上及]|够不够|排得[下完]|放得下|做得完|学得完|写得完|装得下)(?:吗|么|嘛|不|\?|$)"),
    cue(
        rf"(?:{TIME}|我)[^,。;!]{{0,8}}(?:有(?:事|安排|课|空|闲)|(?:忙|满|空|累))[^,。;!]{{0,4}}(?:吗"
        rf"|么$|嘛|不$|没$|\?)"
    ),
    cue(r"^what'?s\s+next\b|^what\s+(?:is|comes)\s+next\b|\bwhat\s+comes\s+(?:next|first|after)\b"),
    cue(
        r"^(?:so\s+|and\s+)?(?:is\s+there\s+|are\s+there\s+)?any(?:thing|\s+\w+)?\b"
        r"(?=.{0,60}\b(?:left|unplaced|unscheduled|not|missing|clash\w*|planned|scheduled|due|on|free|open|spare|done)\b)"
    ),
    cue(
        rf"{_START_EN}how(?:'s|\s+(?:is|does|are|do))\s+(?:my|the|this"
        rf"|next)\b(?=.{{0,40}}(?:{EN}|\b(?:plan|schedule|timetable|week|day)\b))",
    ),
    cue(
        r"\b(?:will|do|would)\s+i\s+(?:have|get|need)\b.{0,20}\b(?:time"
        r"|room|to\s+be|finish|class|classes)\b|\bcan\s+i\s+(?:sleep\s+in"
        r"|finish|make)\b",
    ),
    cue(
        r"^(?:does|do|did|is|are|was|were|will)\s+.{1,40}\b(?:come|clash"
        r"|overlap|conflict|before|after|fit)\b.{0,40}\?",
    ),
    cue(_WHEN),
    cue(rf"(?:{_WHY})(?=.{{0,80}}(?:{_THINGS}|{TIME}|放|排))|(?:{_THINGS}|{ZH}).{{0,12}}?{_WHY}"),
    cue(rf"{_THINGS}[^,。;!]{{0,60}}?{_WHAT}|{_WHAT}[^,。;!]{{0,60}}?{_THINGS}"),
    cue(rf"{_THINGS}[^,。;!]{{0,60}}?{_MARK}|{_EITHER}[^,。;!]{{0,60}}?{_THINGS}|{ZH}[^,。;!]{{0,6}}?{_EITHER}"),
    cue(
        rf"{ZH}的?(?:情况|状况)?[^,。;!]{{0,8}}?(?:干什么|干啥|[做上学有是](?:什么|啥)"
        rf"|干嘛|怎么过)|{ZH}的?(?:情况|状况)"
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
    cue(
        rf"{_START_EN}(?:what|which|when)\s+(?:day|week|time|date)s?\b(?!\s+is\s+it\s+in)"
        rf"|{_START_EN}when(?:'s|\s+{_BE_EN})\b"
    ),
    cue(
        rf"{_START_EN}what\s+(?:did|have)\s+you\b|{_START_EN}(?:where|why)(?:'s|\s+(?:is|are|did|was|were|has|have))\b",
        sure=False,
    ),
    cue(
        rf"{_START_EN}(?:why|how\s+(?:(?:full|busy|free)\s+)?(?:do|does|did|is|are)"
        rf"|any\s+(?:free|open|spare|class|task|plan)\w*)\b(?=.{{0,80}}{EN})"
    ),
    cue(rf"{_INVERTED_EN}{_ABOUT_EN}|^(?:will|don't|haven't)\s+(?:i|we|my|there|the|any|it)\b{_ABOUT_EN}"),
    cue(
        rf"(?<!task )(?<!-do )(?<!reading )(?<!my )\b(?:show|list|display"
        rf"|print|read\s+out|tell)\s+(?:me\s+|us\s+)?{_ABOUT_EN}",
    ),
    cue(rf"^(?:my|the)\s+(?:{_THINGS_EN}|\s|for|{EN}|'s)+$"),
)
ASKING: Final = words(
    r"\bremind\s+me\s+wh|"
    r"分别(?:是|在)|^(?:would|will)\s+i\b|"
    r"(?<!排)给我看|列给我|^(?:at|on|in|for|to|from|by)\s+(?:what|which)\b|"
    rf"[了过](?:吗|么|没有?)\??$|占了?多少|(?:在|是|到)[^,。;!?]{{1,8}}还是|{_OR_NOT}"
    rf"|{_WHEN}|{_WHY}|{_WHAT}|没有\??$|了没|{_LOOK}|{_EITHER}|{_INVERTED_EN}"
    rf"|{_START_EN}(?:{_ASK_EN}\b{_NO_OFFER_EN}|how\s+(?:do|does|did|is|are)\b"
    rf"|any\s+(?:free|open|spare|class|task|plan)|what\s+(?:did|have)\s+you\b)"
)
POLITE: Final = words(
    r"(?:可以|行|好|成|能)(?:吗|么|不|嘛)|能不能|能[并合挪换调改移推提拆减删放]|可不可以|可否|行不行|好不好|能否|^能"
    r"|\b(?:can|could|would|will|may|shall)\s+(?:you|we|i)\b"
)

"""What is asked for, by the words of a question (rule CHAT-15)."""

from typing import Final, Literal

from domain.conversation.cue import words

Ask = Literal[
    "what", "count", "hours", "fullest", "emptiest", "days_off", "free", "longest", "first", "last", "now", "next",
    "when", "where", "teacher", "waiting", "done", "undone", "rest", "why", "moved", "preview", "conflict", "week",
    "term", "bounded", "soonest", "latest",
]  # fmt: skip
Grain = Literal["day", "week", "group"]
"""Of what the fullest one is looked for: days, weeks, or courses and classes of tasks."""

_CLASS_EN = r"(?:class(?:es)?|lectures?|lessons?|courses?)"
_THING_EN = rf"(?:{_CLASS_EN}|tasks?|things?|sessions?|events?|appointments?|homework|assignments?)"
_PLACED_EN = r"(?:placed|scheduled|planned|arranged|slotted|fitted|fit\s+in)"
_NOT_EN = r"(?:not|n't|never|couldn't|can't|cannot|haven't|hasn't|didn't|aren't|isn't|wasn't|weren't)"
_NOT = r"(?:(?<!有)没有|没(?!有)|未|还没|没能|没法|无法)"
_WHICH = r"(?:谁|哪一?[个项门篇章份]|哪些|什么)"
_OVER = r"(?:能|会|可以|被)?(?:(?:做|写|学|看|背|弄|搞|复习)(?:完|好)|完成|搞定|结束)"
_OVER_EN = r"(?:done|finish(?:ed|es)?|completed?)"
_WEEK = r"(?:周|星期|礼拜)"
# "Classes over the holiday" are those during it.
_NOT_DURING = (
    r"(?!\s+(?:the|this|that|next|my|christmas|easter|thanksgiving|national|new|golden|lunar|chinese|spring|mid)\b)"
)

# At each place the first that fits counts, so what is said in more particular words stands first.
ASKS: Final[tuple[tuple[Ask, str], ...]] = (
    (
        "soonest",
        rf"{_WHICH}[^,]{{0,8}}(?:最先|先|最早|最快){_OVER}|(?:最先|最早|最快){_OVER}的?(?:任务)?(?:是|会是)?{_WHICH}"
        rf"|\b{_OVER_EN}\s+(?:first|earliest|soonest)\b|\bfirst\s+to\s+(?:be\s+)?{_OVER_EN}\b",
    ),
    (
        "latest",
        rf"{_WHICH}[^,]{{0,8}}(?:最后|最晚|最慢){_OVER}|(?:最后|最晚|最慢){_OVER}的?(?:任务)?(?:是|会是)?{_WHICH}"
        rf"|\b{_OVER_EN}\s+last\b(?!\s+\w)|\blast\s+to\s+(?:be\s+)?{_OVER_EN}\b",
    ),
    (
        "free",
        r"(?:几|多少)个?(?:小?节课?|节次|时段)(?:时间)?(?:还?是|都)?(?:空(?!调)"
        r"|没(?:有)?(?:课|安排|事|东西|排)|闲|可用|能用)"
        r"|(?:几|多少)个?(?:空[闲余]?|没(?:有)?(?:课|事|安排))的?(?:小?节|时段)"
        r"|(?:空[闲余着]?|没(?:有)?(?:课|事|安排))的?(?:(?:小?节次?|时段|时间)(?:还|总共|一共)?[有剩]?|了|出)?(?:几|多少)个?(?:小?节|时段)"
        r"|\b(?:how\s+many|number\s+of)\s+(?:of\s+(?:my|the)\s+)?"
        r"(?:(?:free|empty|open|available|spare|unused|unoccupied)\s+(?:class\s+|time\s+)?(?:sections?|slots?|periods?)"
        r"|(?:sections?|slots?|periods?)\b.{0,40}\b(?:free|empty|open|available|unused|unoccupied"
        r"|(?:without|no)\s+class(?:es)?))\b",
    ),
    ("preview", r"(?:计划|方案|预览)[^,]{0,8}(?:到什么|到哪|到第?几|覆盖|多长|为止|什么时候才?结束)"),
    (
        "conflict",
        r"冲突|撞(?:车|课|上|到|了|在|的|$)|相撞|重叠|打架|\bclash\w*|\bconflict\w*|\boverlap\w*|\bdouble.?booked",
    ),
    (
        "why",
        r"为什么|为何|为啥|干嘛(?=[把要又])|怎么(?=会|又|把|都|老|总|排|放|跑|挪|给|还)|原因|依据|理由|凭什么"
        r"|\bwhy\b|\bhow\s+come\b|\breasons?\b",
    ),
    (
        "term",
        rf"学期.{{0,6}}?(?:到|何时|[几]号|结束|开始|多长|多久|[几多]少?个?{_WEEK})"
        rf"|(?:离|距离?).{{0,6}}(?:期末|放假|学期|开学)"
        rf"|(?:总共|一共|共|还剩|还有|剩)(?:多少|几)个?{_WEEK}|几个?{_WEEK}.{{0,3}}(?:结束"
        rf"|放假|期末)|期末.{{0,6}}(?:多久|几天|几周|多少天)"
        r"|\bhow\s+many\s+weeks\b|\bweeks\b.{0,12}\b(?:left|remain)"
        r"|\b(?:term|semester)\b.{0,20}\b(?:ends?|over|finish|start|begin"
        r"|long|last)|\bhow\s+(?:long|far).{0,30}\b(?:term|semester)\b"
        r"|\b(?:end|start|beginning|last\s+day|first\s+day)\s+of\s+(?:the\s+|this\s+)?(?:term|semester)\b",
    ),
    (
        "week",
        rf"(?<!在)(?<!放到)(?<!排到)(?<!挪到)(?<!撑到)(?<!给到)第几个?{_WEEK}"
        rf"|几周了|(?:今天|今儿|明天|昨天|后天)是?(?:{_WEEK}几|几[月号]"
        rf"|第几)|今天(?:的)?日期"
        r"|\b(?:what|which)\s+week\s+(?:is|are|of|number|do|now)|\bweek\s+number"
        r"|\bwhat(?:'s|\s+is)?\s+(?:the\s+)?(?:date|day)\b(?!\s+(?:am|do|will|should|has|have|has|is\s+(?!it|today)))"
        r"|\bwhat\s+day\s+is\s+(?:it|today)",
    ),
    (
        "next",
        r"下一?(?:节|门|堂|个|场|项)(?!周|星期|礼拜|月)|接下来(?!的?(?:[\d一两二三四五六七八九十几]|.{0,4}[天周]))"
        r"|待会|等会|紧接着"
        rf"|\bwhat(?:'s|\s+is|\s+comes)?\s+next\b|\bnext\s+(?:up\b|one\b"
        rf"|{_THING_EN})|\bcoming\s+up\b|\bup\s+next\b|\bafter\s+this\b",
    ),
    (
        "moved",
        r"不一样|差在|差别|对比|新排的|[删换]了(?:哪|什么|啥)|被?(?:推后"
        r"|推迟|提前|挪|移)了|改[了动变]|变[了动化]|[动挪移]了|调整了"
        r"|不同|区别|[多少]了(?=[几多什哪]|.{0,3}任务)"
        r"|\bchange[sd]?\b|\bmoved\b|\bwhat's\s+new\b|\bdifferen\w+|\bdid\s+you\s+(?:move|change|do|touch)|\bmoves\b",
    ),
    (
        "days_off",
        r"整天[^,]{0,4}(?:休息|没|空)|休息(?:一整?天|整天)|(?:几|哪)天[^,]{0,6}?没"
        r"|哪个?(?:上午|下午|晚上|早上)[^,]{0,3}没"
        r"|哪(?:几|一)?天(?:可以|能|都|我)*(?:没|不用|不需|休息|放假|歇)|(?:哪|有|一).{0,4}天.{0,3}(?:没课|没有|不用上)"
        rf"|\bdays?\s+(?:are\s+)?(?:without|with\s+no|off)\b|\b(?:class"
        rf"|task)-free\b|\bfree\s+days?\b|\bwhich\s+days?\b.{{0,20}}\b(?:no"
        rf"|nothing|off|free|without|empty|don't)\b"
        rf"|\bdays?\b.{{0,12}}\bno\s+{_THING_EN}",
    ),
    (
        "waiting",
        rf"{_NOT}(?:被|有|给|能|地方)*(?:排|安排|放|塞)(?:上|进|完|好|下|到|得)?|排不[进下上]|待排|排完|漏[了掉排]"
        rf"|\bun{_PLACED_EN}\b|{_NOT_EN}\s+(?:yet\s+|been\s+|get\s+|got\s+"
        rf"|be\s+)*{_PLACED_EN}\b|\bleft\s+(?:out|over|un\w+)\b|\bleave\b.{0,20}\bout\b"
        rf"|\bleft\s+to\s+(?:be\s+)?(?:schedul|plac|plan)"
        rf"|(?:n't|\bnot)\s+(?:make|get|fit)\b|\beverything\s+fit"
        r"|\bleftovers?\b|\bdid(?:n't|\s+not)\s+fit\b|\bstill\s+(?:waiting"
        r"|pending|unplaced)\b|\bpending\b|\bwaiting\b|\bto\s+be\s+placed\b",
    ),
    (
        "undone",
        rf"{_NOT}(?:有|能)?(?:做|完成|写|学|复习|交|看|背|弄|搞|干)(?:完"
        rf"|好|掉)?|还剩|还差|剩下|剩余|还有.{{0,8}}(?:要做|没|未)|还要(?:做"
        rf"|写|学)"
        rf"|{_NOT_EN}\s+(?:yet\s+)?(?:done|finished|completed|do|did)\b"
        rf"|\bundone\b|\bunfinished\b|\bleft\b|\bremain\w*|\bstill\s+(?:have"
        rf"|need|to\s+do)\b|\boutstanding\b",
    ),
    (
        "done",
        r"(?:做|完成|写|学|复习|弄|搞|交|背|干)[完好掉]?了|(?:做|写|学"
        r"|复习|弄|搞|交|背|干)[完好掉]的|已(?:经)?(?:做|完成|写|学)"
        r"|完成的|完成(?:多少|几)"
        r"|\bdone\b|\bfinished\b|\bcompleted?\b|\bgot\s+through\b",
    ),
    (
        "longest",
        r"最(?:长|大).{0,10}(?:空|闲|没课|休息)|(?:连续|连着|一口气).{0,10}(?:空"
        r"|闲|没课)|空.{0,6}(?:最长|连续|连着)|空.{0,4}最多.{0,3}几节"
        r"|\b(?:longest|biggest|largest)\b.{0,24}\b(?:free|gap|break|stretch|window|block|slot|time)",
    ),
    (
        "fullest",
        r"最(?:满|忙|多|累|挤|重|紧|密)|哪一?[天周个][^,]{0,6}?(?:多"
        r"|满|忙|累|紧)(?!少)|\b(?:busiest|fullest|heaviest|hardest|worst)\b"
        r"|\bthe\s+most\b|\bmost\s+(?:work|tasks|packed|loaded|crowded"
        r"|lectures|classes|sections|busy)\b",
    ),
    (
        "emptiest",
        r"最(?:空|闲|少|轻松|松)|哪一?[天周个][^,]{0,6}?(?:(?<!多)少"
        r"|闲|空(?!着|的)|轻松)|比较(?:空|闲|轻松|松)|\b(?:emptiest|lightest"
        r"|quietest|freest|easiest|least|fewest)\b",
    ),
    ("hours", r"(?:几|多少)个?(?:小时|钟头|分钟)|多长时间的?[课任]|\bhow\s+(?:many|much)\s+(?:hours?|time|minutes)\b"),
    (
        "now",
        r"离下课|多久下课|下课还|现在(?!起|到|至|开始|排|第|离期|离学|的?(?:方案|计划|预览|安排)"
        r"|这版)|此刻|正在(?!跑|运行)|眼下|这会儿?|当前|\bright\s+now\b"
        r"|\bat\s+the\s+moment\b|\bcurrently\b|\bnow\b(?!\s+(?:to|and|until|till|through)\b)",
    ),
    (
        "last",
        r"上完课|最后一?[节门堂个]|最晚|最靠后|最后(?:做|一项|完成)|几点(?:钟)?(?:能"
        r"|可以|才)?(?:下课|放学|结束|完|收工|走)|什么时候(?:能)?(?:下课"
        r"|放学|收工)"
        rf"|\blast\s+{_THING_EN}|\b(?:day|{_CLASS_EN}|school)\b.{{0,12}}\b(?:ends?|finish|over{_NOT_DURING}|done)\b"
        r"|\blatest\b"
        r"|\bi(?:'m|\s+am|\s+be)?\s+(?:finish|done)(?:ed|es)?(?=\W*$|\s+(?:today|tomorrow|on|at|for|with\s+class))",
    ),
    (
        "first",
        r"第一[节门堂个]|最早|最先|最靠前|\b(?:is|comes)\s+first\b|头一?[节堂]"
        r"|几点(?:钟)?(?:就|要|得)?(?:开始|上课|起床?|到校)|什么时候(?:开始)?上课"
        rf"|\bfirst\s+{_THING_EN}|\b(?:day|{_CLASS_EN}|school)\b.{{0,12}}\b(?:start|begin)s?\b|\bearliest\b"
        r"|\bi\s+(?:start|begin)(?=\W*$|\s+(?:today|tomorrow|on|at|my))",
    ),
    (
        "count",
        r"(?:几|多少)(?:个|节|门|项|件|堂|次|章|道|篇|份|任务|课|作业"
        r"|东西|安排)|忙不忙|忙[吗嘛么]|满不满|满[吗嘛么]|多不多|有多[满忙]"
        r"|累不累|重不重"
        r"|\bhow\s+many\b|\bhow\s+(?:busy|full|packed|much)\b|\bnumber\s+of\b|\bbusy\b|\bfull\b",
    ),
    (
        "free",
        r"什么时候没(?:有)?[课事]|之后没课|有没有空|空的|是空|\bopen\b|有空|空[吗么嘛]|空不空|空闲|空档"
        r"|空余|空着|没空|得闲|闲不闲|闲[吗着]|有时间|有没有时间|腾得出"
        r"|什么时候空|几节空"
        r"|\bfree\b|\bavailable\b|\bspare\b|\bopen\s+slots?\b|\bgaps?\b|\bhave\s+(?:any\s+)?time\b|\bopenings?\b",
    ),
    (
        "teacher",
        r"谁(?:来)?(?:教|上|带|讲)|哪[个位]?(?:老师|教授)|老师(?:是|叫)?(?:谁|哪|什么|啥)|老师(?:和|跟|与)|的老师$|任课"
        r"|\bwho(?:'s|\s+is)\s+my\b|\bwho(?:'s|\s+is|\s+are)?\s+(?:the\s+)?(?:teach\w*"
        r"|lectur\w*|tak\w*|prof\w*|instructor)"
        r"|\bteacher\b|\bprofessor\b",
    ),
    (
        "where",
        r"哪[个间]?教室|教室|在哪(?!天|一天|几天|周|个周)|哪[里儿]|什么地方"
        r"|\bwhere\b|\b(?:which|what)\s+(?:class)?room\b|\broom\b|\blocation\b",
    ),
    (
        "when",
        rf"什么时候|啥时候|什么时间|何时|哪一?天|哪几天|几点|{_WEEK}几|哪个?{_WEEK}|第几[周节天]|谁先"
        r"|\bwhen\b|\bwhat\s+(?:day|time)\b|\bwhich\s+(?:day|week)s?\b",
    ),
    (
        "preview",
        r"(?:计划|方案|预览)[^,]{0,8}(?:到什么|到哪|到第?几|覆盖|多长"
        r"|为止)|预览|方案|排了?些(?:什么|啥)|都排了(?:什么|啥|哪)"
        r"|\bpreview\b|\b(?:the|your|this|whole|entire)\s+plan\b",
    ),
)  # fmt: skip
PATTERNS: Final = tuple((ask, words(pattern)) for ask, pattern in ASKS)

OF_WEEKS: Final = words(
    rf"哪一?个?{_WEEK}(?!几)|\b(?:which|what)\s+week\b|\b(?:busiest|fullest|lightest|emptiest|quietest)\s+week\b"
)
OF_GROUPS: Final = words(
    r"哪(?:一)?(?:门|科|类)|哪个(?:课|科|学科|课程|类)|\b(?:which|what)\s+(?:class|course|subject|lecture)\b"
)
LISTED: Final = words(
    r"[有是](?:什么|哪些?|啥|几|没)|(?:什么|哪些|啥|有)[^,]{0,4}(?:课"
    r"|任务|作业|安排)|(?:课|任务|作业|安排)[^,]{0,4}(?:有|呢|列"
    r"|清单|吗|么|没|一览)|看看|看一|列出|清单"
    r"|\b(?:what|which|any|list|show|see|my|do|is|are|have)\b"
)
CLASSES: Final = words(rf"(?:几|多少)节(?!任务|习题)|课(?![后题表程]|程表)|课程(?!表)|上学|\b{_CLASS_EN}\b|\bteach")
TASKS: Final = words(
    r"任务|作业|要做|待办|复习|习题|要[写学背]|\b(?:tasks?|homework|assignments?|to\s+do|to-?dos?|stud(?:y|ying))\b"
)
OF_PLAN: Final = words(
    r"预览|方案|计划|规划|排(?!球)|建议|任务|作业|复习|挪|调整|\b(?:preview"
    r"|plan\w*|schedule[ds]?|scheduling|suggest\w*|tasks?|moved?"
    r"|placed?|homework|assignments?)\b"
)
OF_TIMETABLE: Final = words(rf"课表|课程表|上课|下课|课(?![后题程]|程)|\b(?:timetable|{_CLASS_EN})\b")
WHOLE: Final = words(r"课表|课程表|时间表|日程表?|安排|计划|\b(?:timetable|schedule|calendar|agenda|plan)\b")


def ask_of(text: str) -> Ask | None:
    """What is asked for by name; None where only days or things are spoken of.

    Args:
        text: as ``plain_text`` gives it, without the names of courses and tasks.
    """
    return next((ask for ask, pattern in PATTERNS if pattern.search(text)), None)

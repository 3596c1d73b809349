"""Words by which a plan is asked for and bound, beside days and sections (rules PLAN-12 to PLAN-16)."""

import re
from dataclasses import dataclass
from typing import Final, Literal

from domain.refine.numerals import NUMBER, NUMBER_EN

Cue = Literal[
    "all",
    "others",
    "tasks",
    "plan",
    "put",
    "ban",
    "except",
    "outer",
    "only",
    "prefer",
    "rapid",
    "steady",
    "embed",
    "free_only",
    "finish",
    "before",
    "by",
    "from",
    "after",
    "until",
    "inside",
    "each_time",
    "recurring",
    "self",
    "may",
    "that",
    "usual",
    "later",
    "counted",
    "list",
    "break",
    "lost",
]


@dataclass(frozen=True, slots=True)
class Word:
    """A pattern and what its words do."""

    cue: Cue
    pattern: re.Pattern[str]


def _word(cue: Cue, pattern: str) -> Word:
    return Word(cue, re.compile(pattern, re.IGNORECASE | re.ASCII))


_END: Final = r"(?=[，。；！,.;!]|$)"
_N: Final = rf"{NUMBER}"
_NOT: Final = r"(?:别|不要|不用|不必|不想|不需要|无需|没必要|不能|不)"
_UNITS: Final = r"(?:个|节|项|门|小时|h|次|章|讲|份|件)"
_LECTURE: Final = (
    r"(?:水课|(?:其他|别的|正)?课(?:上|里面?|中|内|程里|程中|程上|程时间|堂上?|堂里|表里)|上课(?:时间|的时候|期间|时)"
    r"|可嵌入的?课程?|(?:其他|别的)课程?)"
)
_LECTURE_EN: Final = r"(?:my\s+|other\s+|the\s+|any\s+)*(?:lectures?|class(?:es)?|courses?|class\s+time|lecture\s+time)"

_DAY_EN: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"

WAITING: Final = (
    _word(
        "tasks",
        r"(?:还|尚)?(?:没有?|未)(?:排|安排|规划)(?:上|好|完|进去)?的|\b(?:unscheduled|unplanned|unplaced|not\s+(?:yet\s+)?(?:scheduled|planned|placed)(?:\s+yet)?)\b",
    ),
)

LOST: Final = (
    _word(
        "lost",
        rf"(?:每天|一天|每日|每周|一周|每个?星期|每晚)?[^，。；！,.;!\d]{{0,3}}"
        rf"(?:最多|至多|不超过|不要超过|别超过|不能超过|至少|最少|不少于|不低于)[^，。；！,.;!]{{0,6}}?{_N}{_UNITS}[^，。；！,.;!]{{0,4}}{_END}",
    ),
    _word("lost", rf"(?:每天|一天|每日|每晚)(?:就|都|只|排|学|做|安排|上)*{_N}{_UNITS}(?:课|任务)?"),
    _word("lost", rf"(?:每周|一周|每个?星期){_N}次|隔[一两]?天|每隔{_N}[天周]|单周|双周|每两[天周]"),
    _word(
        "lost",
        r"(?:别|不要|不想|不)(?:给我)?(?:排|安排|搞|弄|放)?(?:得|的)?(?:太|那么|这么)(?:晚|早|累|满|多|密|紧|难|久|长|少|挤)(?:了)?|(?:在|排在)?同一(?:天|个?时[间段])|(?:别|不要|不能)同时|挨着|隔开"
        r"|\b(?:not|n't|without)\s+(?:be\s+|get\s+|being\s+|getting\s+)?too\s+\w+|\b(?:on\s+)?(?:the\s+)?same\s+day|next\s+to\s+each\s+other",
    ),
    _word("lost", rf"\bthe\s+(?:week|month|{_DAY_EN})\s+after\b(?=\s*(?:$|[,.;!]))"),
    _word("lost", r"重点(?:是|放在|在)?|侧重|\b(?:focus(?:ing)?\s+on|emphasis\s+on|concentrat\w+\s+on)\b"),
    _word("lost", r"(?:可以|随便|允许)?(?:打乱|不(?:用|必|管))(?:保持)?(?:它们的?)?(?:顺序|次序)|顺序随便"),
    _word(
        "lost",
        rf"\b(?:(?:at\s+most|no\s+more\s+than|up\s+to|max(?:imum)?(?:\s+of)?|a\s+maximum\s+of|at\s+least|limit(?:ed)?\s+to)\s+)"
        rf"{NUMBER_EN}\b(?:\s+(?:tasks?|sections?|periods?|hours?|items?|times?|classes))?(?:\s+(?:a|per|each|every)\s+(?:\w*day|week))?|\b(?:per|each|a)\s+(?:day|week)\b",
    ),
    _word(
        "lost",
        rf"\b{NUMBER_EN}\s+(?:tasks?|sections?|periods?|hours?|items?|times?)\s+(?:a|per|each|every)\s+(?:day|week)\b",
    ),
    _word("lost", rf"\b(?:once|twice|{NUMBER_EN}\s+times)\s+(?:a|per|each|every)\s+\w+\b"),
    _word("lost", r"\bevery\s+(?:other|second)\s+\w+\b|\b(?:in\s+any|regardless\s+of)\s+order\b"),
)

PACE: Final = (
    _word(
        "steady",
        r"(?:别|不要|不用|不必|不)(?:太|那么|这么)?(?:赶(?:得太紧|时间|工)?|着急|急(?:着[^，。；]{0,4})?|仓促|匆忙)(?!快|紧|在)"
        r"|慢慢[来学做排]?|不紧不慢|(?:别|不要)(?:都|全|太|全都|再)*(?:堆|挤|扎堆|集中|压|塞)(?:在|到)?(?:一起|一块儿?|一天|同一天|得太紧)?"
        r"(?!周|星期|上午|下午|晚上|早上|最后|月)",
    ),
    _word(
        "rapid",
        r"(?:别|不要|不能|不许)(?:再|太|一直|老)?(?:拖(?!到|至)(?:太久|拉|延|着|沓)?|磨蹭|太慢|慢吞吞|太?分散|太散)(?:了)?",
    ),
    _word(
        "rapid",
        r"(?:请|尽量|尽可能)?(?:地)?(?:尽快|尽早|赶快|赶紧|抓紧(?:时间)?|快点儿?|快些|快一[点些]|越快越好|越早越好|早日|及早|速战速决|突击|冲刺|火速|加急"
        r"|马上|立刻|一口气|集中(?:火力|精力|时间|突破|完成|学|搞|安排|排)?(?!在|到)|密集(?:地|点|一点)?|紧凑(?:点|一点)?|加快(?:进度|速度)?"
        r"|往前(?:排|赶|放|靠)|靠前|(?:比较|很|挺|最|有点|更|特别|非常)(?:急|紧急|赶)|紧急|急着|赶(?:出来|完|一下|着|一赶)|提早|快速|迅速|最快|高强度)"
        r"|早[点些一](?:点|些)?(?=把)|进度(?:要|得|可以|尽量)?(?=快|赶)|(?:用|以)?最快的?速度|优先(?:做|学|完成|搞定|处理|安排|排)?(?=[，。；！,;!]|$)|早[点些一](?:点|些)?(?:做完|学完|完成|弄完|搞定|结束|搞完|上完|写完|考完|排完)|尽?可能(?:快|早)(?:地|点)?|先(?:做完|搞定|弄完|学完)",
    ),
    _word(
        "steady",
        r"匀速|匀着来?|匀一匀|均匀(?:地|点)?|平均(?:地|分配|分布|分)?|分散(?:开|着|地|一点|点|到各?天)?|散开|摊开|摊平|摊匀|铺开|细水长流|稳步|稳扎稳打|稳着来|稳一点|循序渐进"
        r"|按部就班|均衡(?:地)?|平稳|从容|悠着点?|每天(?:学|做|来|排)?一(?:点儿?|些)|慢一?点儿?|拉长|一点一点|每[天日晚](?=[^，。；,;]{0,6}一(?:点|些))|一步一步|松散|宽松(?:点|一点)?|轻松(?:点|一点)?|错开|间隔开|分开(?:排|来|学)?",
    ),
    _word(
        "steady",
        r"\b(?:no|not\s+in\s+a|without|there(?:'s|\s+is)\s+no|don't|do\s+not|not|never)\s+(?:need\s+to\s+)?(?:any\s+)?(?:rush(?:ing|ed)?|hurry|urgen\w+|cram(?:med|ming)?"
        r"|pil(?:e|ing|ed)(?:\s+(?:it|them|everything))?(?:\s+up)?|bunch(?:ed)?(?:\s+up)?|all\s+at\s+once|squeeze\w*)\b(?:\s+(?:it|them|this|together))?(?!\s+on)",
    ),
    _word(
        "rapid",
        r"\b(?:don't|do\s+not|not|never)\s+(?:let\s+(?:it|them)\s+)?(?:drag|spread|delay|dawdle|stretch)\w*(?:\s+(?:it|them))?(?:\s+(?:out|on))?\b",
    ),
    _word(
        "rapid",
        r"\bas\s+(?:soon|quickly|early|fast)\s+as\s+(?:possible|(?:you|i|we)\s+can)\b|\basap\b|\b(?:quickly|quick|fast(?:er)?|rapid(?:ly)?|hurry(?:\s+up)?|rush(?:ed)?"
        r"|urgent(?:ly)?|right\s+away|immediately|sooner\s+rather\s+than\s+later|front[\s-]?load(?:ed|ing)?|intensive(?:ly)?|intense(?:ly)?|cram(?:med)?|compressed"
        r"|at\s+(?:full|top)\s+speed|early\s+on|out\s+of\s+the\s+way|over\s+with|get\s+(?:it|them)\s+done|sprint|speedily|swiftly|soonest"
        r"|(?:finish(?:ed)?|complete(?:d)?|done|wrap(?:ped)?\s+up)\s+(?:\w+\s+)?(?:early|soon)|priority|prioriti[sz]e[ds]?|first\s+of\s+all)\b",
    ),
    _word(
        "steady",
        r"\b(?:evenly|steady|steadily|spread(?:ing)?(?:\s+(?:it|them|things|everything))?(?:\s+(?:out|across|over|around))?|gradual(?:ly)?|slow(?:ly)?|distribut(?:e|ed|ing)"
        r"|(?:a\s+)?(?:little|bit)(?:\s+(?:each|every|a|per)\s+day|\s+at\s+a\s+time|\s+by\s+(?:little|bit))|at\s+(?:a|an)\s+(?:steady|even|regular|calm|relaxed|slow|gentle)\s+(?:pace|rate)"
        r"|balanced?|regular(?:ly)?|drag(?:ging)?(?:\s+(?:on|out))?|dawdl\w+|procrastinat\w+|take\s+it\s+(?:easy|slow)|leisurely|pace\s+(?:it|them|myself)|spaced?\s+(?:it\s+|them\s+)?out|stagger(?:ed)?|relaxed|uniform(?:ly)?)\b(?:\s+pace\b)?",
    ),
)

EMBED: Final = (
    _word(
        "free_only",
        r"(?:只|仅|就|都)?(?:能|要)?(?:用|排|放|安排|占|利用)(?:在|到)?(?:真正)?(?:的)?(?:空闲?|空余|空白|课余)的?(?:时间|时段|课时|格子|位置|地方)?(?!出|着)",
    ),
    _word(
        "free_only",
        r"\b(?:only\s+(?:use\s+|in\s+|on\s+|during\s+)?|just\s+(?:use\s+|in\s+)?)(?:my\s+|the\s+)?(?:free|empty|open)\s+(?:time|slots?|sections?|periods?)\b",
    ),
    _word("free_only", r"\boutside\s+(?:of\s+)?" + _LECTURE_EN + r"\b"),
    _word(
        "embed",
        rf"(?:(?:嵌入?|塞|放|排|穿插|插|混|占用?|叠|利用|写|做|安排|学|冲突|重叠)(?:到|进|在|入|于|着)?)?(?:我的)?(?:可以)?{_LECTURE}(?:里面?|中|上)?(?:[写做学看])?"
        r"|嵌入?(?:到|进|在)?课?程?(?:里|中)?|占(?:用)?(?:我的?)?课(?!余)|见缝插针|蹭课",
    ),
    _word(
        "embed",
        rf"\b(?:(?:embed(?:ded|ding)?|put|place|overlap(?:ping|s)?|do\s+(?:it|them)|work\s+on\s+(?:it|them))\s+(?:it\s+|them\s+|with\s+)?)?"
        rf"(?:during|inside|into|in|on\s+top\s+of|within|over|with)\s+{_LECTURE_EN}\b|\bembed(?:ded|ding|dable)?\b(?:\s+(?:classes|courses|lectures))?|\boverlap(?:ping|s)?\b(?:\s+{_LECTURE_EN})?",
    ),
)

BANS: Final = (
    _word(
        "except",
        r"除(?:了|去|开|掉)?(?!外|以|非)|\b(?:except(?:ing)?(?:\s+for)?|excluding|other\s+than|(?:apart|aside)\s+from|but\s+not(?!\s+(?:for|with)\b))\b",
    ),
    _word(
        "except",
        r"(?<=day )but\b|(?<=time )but\b|(?<=all )but\b|(?<=anything )but\b"
        r"|(?<=everything )but\b(?!\s+(?:leave|keep|not|no|don't|do|please|make|avoid|put|with|only|never|start)\b)",
    ),
    _word("outer", r"(?:以|之)?外(?![语国面教卖])"),
    _word(
        "self",
        r"(?:我(?:们)?)?(?:要|得|会)(?:去|出|上班|开会?|参加|陪|回家?|值班|考试?|打工|加班|见|兼职|训练|实习|旅游|健身|比赛|看病|过生日)[^，。；！,.;!]{0,6}"
        r"|(?:我)?(?:没空|没时间|没有?时间|不在(?:学校|家)?|起不来|有[^，。；！,.;!]{0,6}?(?:事(?!项)|考试|会(?!议室)|约|班|比赛|活动|聚会|讲座|安排|训练|课)(?:了|情|要上)?|请假|放假|出差|休息|回家|旅游|开会|兼职|考试|加班|值班|约了(?:人|朋友)?)",
    ),
    _word(
        "self",
        r"\b(?:i|we)(?:\s+have|'ve\s+got|\s+have\s+got|\s+got|'ve)\s+(?!(?:\w+\s+)?(?:time|free|nothing|no|enough|space|slots?|only|until|to|tasks?|items?|things|it|them|\d+|two|three|four|five)\b)"
        r"(?:[\w'-]+\s+){1,4}(?=(?:on|every|each)\s+(?:the\s+\d|\w+day|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|weekend))",
    ),
    _word(
        "self",
        r"\b(?:i|we)(?:(?:\s+(?:am|are|will\s+be)|'(?:m|re|ll\s+be))\s+(?:busy|away|out(?:\s+of\s+town)?|off|travell?ing|abroad|unavailable|not\s+(?:available|free|here|around)|gone|at\s+work)"
        r"|\s+(?:have|'ve\s+got|have\s+got|got)\s+(?:an?\s+|my\s+|to\s+)?(?:exams?|class(?:es)?|lectures?|school|meetings?|appointments?|games?|match|training|rehearsals?|party|trip|shifts?|work|practice|interview)"
        r"|\s+(?:work(?!\s+(?:best|better|well))|can't(?:\s+(?:study|do\s+(?:anything|it)|make\s+it))?|cannot|am\s+not|rest))\b",
    ),
    _word(
        "ban",
        r"(?<![特分区级类个])别(?![的人处])|(?:不|没)(?:要|想|能|可以?|许|准|排(?!斥)|安排|放|用|再|上(?!课)|学|干|做|行|方便|合适|适合|喜欢|愿意?|考虑|碰|占|去|接受|太?想|怎么想|希望)+(?:再|去|有|给我|让我)?(?:安排|排|放|占|学|碰)?"
        r"|避免|避开|躲开|绕开|绕过|勿|禁止|讨厌|拒绝|排除|去掉|跳过|略过|剔除|空着|空出来?|留空|留白|(?<=给我|自己|家人)留出来?|留出来(?=[，。；！,;!]|$)|留给(?:自己|家人|我|朋友|运动|社团)?|不(?=[，。；！]|$)",
    ),
    _word(
        "ban",
        r"\b(?:don't|do\s+not|doesn't|does\s+not|can't|cannot|shouldn't|should\s+not|mustn't|must\s+not|won't|no(?!\s+(?:later|earlier|problem))|not(?!\s+(?:later|before|until|till|earlier))|nothing|never|avoid(?:ing)?|without|w/o|skip(?:ping)?|leave\s+out"
        r"|exclude|off(?=\s*(?:$|[,.;!]))|days?\s+off|off[\s-]limits|hate|dislike|none|neither|nor)\b(?:\s+(?:want|any(?:thing)?|have|be|like|touch|use|book|put|place|schedule|plan|to\s+(?:study|work|have))\b)*",
    ),
    _word("ban", r"\b(?:keep|leave|make|want|left|kept)\b(?=[^,.;!]*\b(?:free|empty|clear|off|open|alone)\b)"),
    _word("outer", r"\b(?:free|empty|clear|alone)\b(?!\s+(?:time|slots?|sections?|periods?))"),
)

FORCE: Final = (
    _word(
        "may",
        r"(?<=[末上午晚天间])可以(?:排|学|安排|用|放)?的?(?=[，。；！,;!]|$|但|不过)|(?:也|都)(?:可以?|行|能|没问题|没关系|无所谓)(?:排|放|安排|学|的)?(?:啊|的)?|\b(?:(?:is|are)\s+(?:also\s+)?(?:fine|ok(?:ay)?|possible)|(?:also\s+)?works?(?:\s+(?:too|as\s+well|fine))?(?=\s*(?:$|[,.;!])))\b(?:\s+(?:too|as\s+well))?",
    ),
    _word(
        "prefer",
        r"最好|尽量|尽可能|优先|喜欢|偏好|倾向于?|更愿意|为主|希望|习惯|首选|优选|\b(?:prefer(?:s|red|abl[ey]|ence)?|ideally|mostly|mainly|if\s+possible|when\s+possible|where\s+possible|best|better|favou?rite|like|likes|rather)\b",
    ),
    _word(
        "only",
        r"只(?:能|要|想|有|在|需要?|许)?(?!是)|仅(?:限|在)?|必须|一定要?|务必|固定|全(?:都|部)?(?=放|排在|安排在)|\b(?:only|must|strictly|exclusively|always|solely)\b",
    ),
)

BOUNDS: Final = (
    _word(
        "until",
        r"(?:一?直)?(?<![改换挪移推调])(?:到|至)(?!处|期(?!末)|底|时候)|(?<=[日号一二三四五六天周月])\s*[-~～—–]+\s*|\b(?:until|till|to|through|thru)\b(?=\s+(?:the\s+)?(?:end\b|christmas|new\s+year|next|this|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|week|tomorrow|today|\d))",
    ),
    _word(
        "by",
        r"截止(?:日期?|时间|到|至|于|是|为)*|最[晚迟](?:到|在|是)?|不[晚迟]于|为止|(?:deadline|ddl|期限|死线)(?:是|为|在|到|[:：])*|之内(?:完成|做完)|(?:就|要|得)?(?:到期|交(?!换|给|流))"
        r"|\b(?:by|no\s+later\s+than|not\s+later\s+than|at\s+the\s+latest|up\s+to|due(?:\s+(?:on|by))?|the\s+deadline(?:\s+is|\s+of)?)\b",
    ),
    _word(
        "before",
        r"[之以]前|前(?!后|半|面|[一二三四五六七八九十两几\d]+[天周节]|提)|\b(?:before|prior\s+to|ahead\s+of)\b|赶在",
    ),
    _word(
        "from",
        r"等到|最早(?:从|在|也|就|得|要|是)*|不早[于过]|开始|(?:为)?起(?![来床不])|从|自(?![己习学])|\b(?:(?:can\s+)?waits?\s+(?:until|till)|from|starting(?:\s+(?:on|from|with))?|start(?:s)?(?:\s+(?:on|from))?|beginning(?!\s+of)(?:\s+(?:on|from|with))?|begin(?:s)?(?:\s+on)?|as\s+of|since|onwards?|or\s+later|not\s+(?:before|until|till|earlier\s+than)|no\s+earlier\s+than)\b",
    ),
    _word("after", r"[之以]后|往后|过后|后(?!天|半|面|[一二三四五六七八九十两几\d]+[天周])|\b(?:after)\b"),
    _word("inside", r"[之以]?内|期间|之间|里面?|这几天|\b(?:within|during|over|throughout|between)\b"),
)

_THAT: Final = _word(
    "that",
    rf"(?:要|请|都|尽量|记得)*(?:避开|躲开|绕开|错开|别冲突|不要冲突|别撞上?)(?:它们|它|这些|那些|这个|一下)?{_END}|\b(?:avoid|work\s+around|steer\s+clear\s+of)\s+(?:it|them|those|that|these|this)\b"
    r"|\b(?:keep|leave)\s+(?:it|them|those|that|these|this)(?:\s+\w+)?\s+(?:free|clear|open|empty|alone)\b",
)
_COUNTED: Final = _word(
    "counted",
    rf"(?:这|全部|所有|我的)*(?P<n>{NUMBER})门(?:课程?|任务|科目)?|\b(?:all\s+)?(?:of\s+)?(?:the\s+|my\s+)?(?P<m>{NUMBER_EN})\s+(?:classes|subjects|courses|of\s+(?:them|my\s+\w+))\b|\ball\s+(?P<k>{NUMBER_EN})\b",
)

SCOPE: Final = (
    _word(
        "others",
        r"其他|其它|其余|剩下|剩余|余下|别的|另外(?:的|那)?(?=几门|课|任务)|\b(?:(?:all\s+)?(?:the\s+)?(?:others?|rest)(?!\s+of)|everything\s+else|remaining|anything\s+else|all\s+else)\b",
    ),
    _word(
        "all",
        r"所有|全部|全都|统统|通通|每[门科项](?:课程?|任务)?|各[门科](?:课程?|任务)?|整体|一律|全|都(?!可以|行|好)|\b(?:all(?!\s+(?:day|right|next|this|week|through))|everything|each\s+class|every\s+(?:class|task|subject)|both)\b",
    ),
    _word(
        "tasks",
        r"任务|待办|功课|事项|事情|作业|学习内容|课程(?!表)|\b(?:tasks?|to-?dos?|homework|coursework|assignments?|work(?!s)|things|stuff|study(?:ing)?|classes|subjects)\b",
    ),
    _word(
        "finish",
        r"(?:完成|做完|写完|学完|搞定|搞完|弄完|干完|结束|复习完|收工|排完|上完|背完|看完|刷完|过完|清完|拿下|过一遍)掉?|\b(?:knock(?:ed)?\s+out|get\s+through|nail(?:ed)?|tick(?:ed)?\s+off|finish(?:ed|ing)?|complete[ds]?|done|wrap(?:ped)?\s+up|over(?=\s+by))\b",
    ),
    _word(
        "plan",
        r"(?:重新|帮忙|先|初步|预)?(?:安排|编排|排(?![除斥队名练])|规划|计划(?!表)|制定|安插|插进?|塞进?去?|加进|填|处理|做个|做一?[个份]|列)(?:一下|个|一?[份个]|出来?|进|上(?!午|周|个|述|课)|好)?|\b(?:re)?(?:plan(?:ning)?|schedule|scheduling|arrange|organi[sz]e|timetable|fit\s+in|map\s+out|lay\s+out|allocate|slot|fill|fit|squeeze(?:\s+in)?|block\s+out|tackle|cover|set\s+up)\b",
    ),
    _word(
        "put",
        r"放|分配?(?=到|在)|学|上(?![午述面周个])|做|写|复习|练|背|看|刷|搞|弄|挪|挤|塞|用|\b(?:put|place|do|have|keep|go(?:es)?|get|use|work\s+on|take|set|move|change|switch|push|shift|want)\b",
    ),
    _word(
        "recurring",
        r"每一?天|每日|天天|\bevery\s*day\b|\bdaily\b|每个?(?=周|星期|礼拜)|\bevery\b|\beach\b(?=\s+(?:mon|tue|wed|thu|fri|sat|sun))",
    ),
)

USUAL: Final = (
    _word(
        "usual",
        r"其[他它余]的?(?:时间段?|时候|时段|日子|晚上|早上|上午|下午|几?天)(?:都|就|我都)?(?:可以|行|没问题|没关系|无所谓|随便|随意|ok)(?:的|啊)?"
        r"|\b(?:(?:any|all)\s+)?(?:the\s+)?other\s+(?:times?|days?|evenings?|mornings?|afternoons?)\s+(?:is|are|works?|would\s+be)\s*(?:also\s+)?(?:fine|ok(?:ay)?|good)?",
    ),
    _word(
        "usual",
        r"能不能|可不可以|要不要|行不行|好不好|是不是|可否|(?:保持|维持|按照?|不要?打乱|别打乱)(?:原来的?|原有的?|现有的?)?(?:顺序|次序)(?:不变)?|\b(?:keep|in|preserve|maintain)\s+(?:(?:the|their|same|original)\s+)*order\b"
        r"|正常|照常|默认|普通|随便|随意|无所谓|\b(?:as\s+usual|normal(?:ly)?|whatever|whenever|(?:it\s+)?doesn't\s+matter|don't\s+(?:care|mind))\b",
    ),
)

LATER: Final = (
    _word(
        "later",
        r"(?:之后|以后|回头|过后|过段时间|下次)?再(?:说|议|看|排|安排|考虑)(?=[，。；！,;!]|$)|(?:先|暂时)?(?:别|不用)管|先(?:放一?放|放着|不管|搁着|搁置)|暂时不(?:管|排)|\b(?:(?:is|are)\s+for\s+later|later|some\s+other\s+time|not\s+now)(?=\s*(?:$|[,.;!]))",
    ),
)

JOINTS: Final = (
    _word("list", r"[、和跟与及&+]|以及|还有|\band\b|\bor\b|\bplus\b|或者?"),
    _word(
        "break",
        r"[，。；！？;!?\n]+|:(?!\d)|,|\.(?!\d)|但是?|不过|然后|并且|而且|(?<![别要能想])同时|另外|此外|所以|因为|由于|而(?!且|已)|\b(?:but|then|because|so(?!\s+that)|while|whereas|also|however|since|though)\b",
    ),
)

CUES: Final = (
    *WAITING,
    *USUAL,
    *LATER,
    *LOST,
    _COUNTED,
    _THAT,
    *PACE,
    *EMBED,
    *BANS,
    *FORCE,
    *SCOPE[:2],
    *BOUNDS,
    *SCOPE[2:],
    *JOINTS,
)
"""In the order in which they are tried at each place of a message."""

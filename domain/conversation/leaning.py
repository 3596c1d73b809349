"""What a clause leans to where no cue speaks for a kind: how it is built, and what it is about (rule CHAT-20)."""

import re
from typing import Final

from domain.conversation.cue import Kind, words
from domain.conversation.times_said import EN, TIME

_STUDY: Final = (
    r"课|任务|作业|习题|实验|论文|报告|复习|预习|自习|练习|口语|写作"
    r"|竞赛|比赛|毕设|文献|编程|项目|汇报|展示|PPT|背诵|单词|听力"
    r"|阅读|作文|笔记|考试|备考|考研|四级|六级|期[中末]|教室|老师"
    r"|学期"
    r"|计划|安排|日程|方案|预览|版本|[这上下那][一]?版|题(?![外目])"
    r"|章|节(?!日|奏|约|目)|周(?!到|围|边|全)|待办|空[档当闲余]|[单双]周"
    r"|高数|线代|概率|物理|大物|英语|数学|化学|编程|毛概|马原|政治|语文|历史|数据库|操作系统|离散|编译"
)
_STUDY_EN: Final = (
    r"\b(?:class(?:es)?|lectures?|lessons?|courses?|tasks?|homework|assignments?|essays?|papers?|reports?|labs?|reading"
    r"|revision|revise|stud(?:y|ies|ying)|exams?|finals|midterms?"
    r"|quiz(?:zes)?|chapters?|problem\s+sets?|problems|exercises"
    r"|timetable|schedule|plan|planner|preview|calendar|sections?|semester|term|teacher|professor|room|deadlines?"
    r"|maths?|physics|chemistry|chem|biology|history|english|statistics|stats|econ\w*|algebra|calculus|coding)\b"
)
_CHAT: Final = words(
    r"天气|下雨|下雪|吃|喝|电影|歌|心情|开心|难过|新闻|笑话|游戏"
    r"|女朋友|男朋友|你(?:是谁|是什么|叫|懂|支持|了解|认识|会(?!不会)"
    r"|喜欢|觉得|几岁|真|好(?!像)|多大|今天)"
    r"|好(?:累|困|烦|难|饿|冷|热)|真(?:累|困|烦|难|饿|好|棒|凶|无聊)|难[学懂记啊]|好学|有意思"
    r"|考砸|挂科|不想(?:学|上|动|干|写)|谢谢|多谢|厉害|辛苦|\b(?:weather|movies?|jokes?"
    r"|songs?|coffee|hungry|love|hate"
    r"|bored|sleepy|tired|happy|sad|thanks?|awesome|great|cool|nice"
    r"|wow|lol|haha|amazing|your\s+name|who\s+(?:are|made)\s+you"
    r"|are\s+you)\b"
)
_ASKS: Final = words(
    r"[?]|[吗呢么嘛]$|什么|啥|谁|哪|多少|多久|多长|(?<![好那这])几(?=[个节门次项天周件种样点号条分])"
    r"|怎么(?!学|才)|咋|为何|何时|是.{1,12}还是"
    r"|((?![能可行好])[\u4e00-\u9fff])[不没]\1|[没不]$|没有$|几(?:教|楼|栋|号楼|堂|课|处|道|篇|份|遍|回|趟|次)"
    rf"|^(?:(?:so|and|but|ok|okay|hey|well|also|then)\s+)*(?:what(?!\s+an?\b)"
    rf"|when|where|which|who(?=.{{0,40}}(?:{_STUDY_EN}))|why|how|is"
    rf"|are|am|do(?=\s+(?:i|we|you|they|my|class(?:es)?|lectures|tasks|all|any)\b)|does|did"
    rf"|will|was|were|has|have"
    r"|any|anything)\b"
)
_ABOUT: Final = words(rf"{TIME}|{_STUDY}|{_STUDY_EN}")
_WORK_DONE: Final = words(rf"(?:没|未|要|该|在|会)(?:做|写|学|交|背|看|上|复习|排|完成|早起)|{_STUDY_EN}")
_REMINDER: Final = words(
    r"提醒(?!事项|类|任务|得对|了我)|闹钟|(?<!for the )(?<!for your )(?<!for a )\b(?:reminders?|alarms?)\b"
)
_ARRANGE: Final = words(
    r"安排|(?<!编)排(?![队球骨名除斥版练比挤])|规划|计划(?!赶)|分配|[怎平均]么?分|分(?=[到成摊])"
    r"|铺|摊|统筹|节奏|利用起来|冲刺|拆[到成分]|制[定订]|进度表?|捋|时间表|任务表|弄弄|填满|[见插]缝"
    r"|[列定出搞弄整理](?:[一]?[个份张]|一下|出)"
    r"|(?<!\ba )(?<!\bthe )(?<!\bmy )(?<!\bno )\b(?:arrange|schedule"
    r"|plan|sort|organi[sz]e|fit|distribute|slot|block|allocate|timetable"
    r"|squeeze|spread|divide|timeline|routine|roadmap|agenda)\b"
)
_WISHES: Final = words(
    r"^(?:把|将|按|根据)|(?:帮|给|替|为)(?:我|咱|忙)|请|麻烦|拜托|求|我要|我想|想要|[能可][^,]{0,16}[吗么不]$"
    r"|^(?:please\s+|and\s+|just\s+)*(?:assign|sort|turn|work|make|build|create|put|get"
    r"|find|give|help|set|do|prepare|produce|write|draft|turn)\b"
    r"|\b(?:can|could|would|will)\s+you\b|\bi(?:'d|\s+would)?\s+(?:need|want|like|love)\b"
)
_TO_DO: Final = words(
    r"任务|作业|习题|实验|论文|报告|复习|预习|自习|背|单词|听力|作文"
    r"|考试|备考|考研|四级|六级|期[中末]|毕设|竞赛|学习|日程|清单"
    r"|待办|刷题"
    r"|\b(?:tasks?|homework|assignments?|essays?|papers?|labs?|reading"
    r"|revision|study|studying|exams?|finals|midterms?|thesis|chapters?"
    r"|exercises|calendar|plan|schedule|timetable|timeline|to-?do|coursework)\b"
)
_REFUSED: Final = words(
    r"[别不没未勿](?:要|用|能|想|许|准|再|给|被)*[^,]{0,4}(?:排|安排|计划|规划)|\b(?:don't|not|never|no)\b"
)
_CHANGES: Final = words(
    r"把|将|别|不要|不用|不准|不许|留|拖|插|卸|放(?!心|学|假)|换"
    r"|调(?!皮)|减|删|去掉|改|动(?!物|画)|挪|移|拉[长开]|压|缩|合并"
    r"|分(?!数|钟|手)|均|顺|提[前到早]"
    r"|推|延|占|塞|拆|切|砍|接|隔|凑|靠|加|补|排|安排|统一|集中|避"
    r"|让(?!人)|空(?!调|气)|少|多|早|晚|先|后|轻|松|恢复|够了|就行"
    r"|就好|只[留排做要剩]|最多|至少|不超过"
    r"|^(?:please\s+|(?:can|could|should|shall|may|let)\s+(?:you|we|i|us)\s+"
    r"|let's\s+|just\s+|maybe\s+|also\s+|and\s+)*(?:even|make|keep"
    r"|put|take|give|get|use|try|let|avoid|stop|start|do"
    r"|leave|bring|break|cut|add|swap|work|save|set|fit|fix|change"
    r"|adjust|clear|hold|free|ease|rest|reduce|limit|mix|finish|place"
    r"|drop|remove|skip)\b"
    r"|\b(?:shorter|longer|smaller|bigger|fewer|less|more|lighter"
    r"|heavier|earlier|later|no|not|rather|instead|too|first|last)\b"
)
_ABOUT_PLAN_EN: Final = words(
    rf"\b(?:things?|stuff|it|them|that|this|these|those|everything"
    rf"|something|some|load|days?|sessions?|blocks?|periods?|lunch"
    rf"|hours?|breaks?|slots?|gaps?)\b|{EN}|{_STUDY_EN}"
)


_DISPOSED: Final = words(
    r"[把将][^,]{1,24}?(?:删|挪|移|调|换|改|放|排|拿|去掉|取消|提"
    r"|推|拆|合|分|减|加|留|拖|安排|压|缩|空|撤|补|塞|延|顺|让)"
)
_PROPOSED: Final = words(
    r"是不是(?:可以|能|应该|该)|(?:什么|啥|哪[天个里]?)[都也]|[那这挪移换调改放拿留减加排做学的]几"
    r"|\bwhat\s+if\b|怎么样|如何|好不好|行不行|可以[吗么不]"
    r"|行[吗么不]|成[吗么]|好[吗么]|能[^,]{0,24}[吗么不]$|\b(?:how"
    r"|what)\s+about\b|\bwhy\s+(?:not|don't)\b"
)


_PLANS: Final = words(
    r"安排|(?<!编)排(?![队球骨名除斥版练比挤])|规划|安顿|[铺摊](?:开|平)|消化|分分"
    r"|(?:均匀|平均)(?:点|些|地)|(?<!\bthe )(?<!\bmy )(?<!\bthis )(?<!\ba )\b(?:arrange"
    r"|schedule|plan)\b"
)


def arranges(clause: str, said: str) -> str:
    """The word by which a clause asks that something be arranged; empty where it does not, or nothing is to be done.

    Args:
        said: all that was said with it.
    """
    found = None if _REFUSED.search(clause) else _PLANS.search(clause)
    return found[0] if found and (_ABOUT.search(clause) or _TO_DO.search(said)) else ""


def asks_only(clause: str, preview: bool) -> tuple[Kind, str] | None:
    """The question that a clause is by its build, unless it proposes something."""
    return None if _PROPOSED.search(clause) or _CHAT.search(clause) else asks_about(clause, preview)


def lean(clause: str, preview: bool) -> tuple[Kind, str] | None:
    """The kind that a clause leans to, and the words that lean there; None for talk of other things.

    Args:
        clause: without courtesy and names in quotation marks.
        preview: whether there is a plan to be spoken of.
    """
    reminder = _REMINDER.search(clause)
    if reminder:
        return "reminder", reminder[0]
    if _CHAT.search(clause):
        return None
    return asks_about(clause, preview) or (_change(clause) if preview else _plan(clause))


_OF_PLAN: Final = words(rf"{_ABOUT_PLAN_EN.pattern}|[做排放学写改动挪]")


def asks_about(clause: str, preview: bool) -> tuple[Kind, str] | None:
    """The question that a clause is by its build, if it is about timetable or plan."""
    asks = _ASKS.search(clause)
    told = asks and (_ABOUT.search(clause) or _WORK_DONE.search(clause) or (preview and _OF_PLAN.search(clause)))
    if not asks or not told or (_ARRANGE.search(clause) and re.match(r"怎么|咋", asks[0])):
        return None
    return "question", asks[0]


def _plan(clause: str) -> tuple[Kind, str] | None:
    arranges = _ARRANGE.search(clause) or (_WISHES.search(clause) if _TO_DO.search(clause) else None)
    if not arranges or _REFUSED.search(clause) or not (_ABOUT.search(clause) or "时间" in clause):
        return None
    return "plan", arranges[0]


def _change(clause: str) -> tuple[Kind, str] | None:
    changes = _CHANGES.search(clause)
    about = _ABOUT_PLAN_EN if clause.isascii() else _ABOUT
    disposed = _DISPOSED.search(clause)
    if disposed:
        return "refine", disposed[0]
    if not changes or not (about.search(clause) or re.match(r"别|不要", changes[0])):
        return None
    return "refine", changes[0]

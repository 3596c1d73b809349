"""Words that deny, keep, count off, lighten, or ask for a free day (rules SLICE-4, SLICE-16, HONEST-6 to HONEST-8)."""

import re

from domain.refine.calendar import Said
from domain.refine.numerals import NUMBER, NUMBER_EN, ORDINAL_EN, number
from domain.refine.place_atoms import EN_DAY
from domain.refine.token import Values, atom

_TOUCH_ZH = r"(?:动|碰|移动?|挪动?|改动?|调整?|变动?|换|搬)"
_TOUCH_EN = r"(?:mov|touch|chang|shift|reschedul|push|alter)"
_SPOKE_ZH = r"(?:没有?|并没有?|并?不是|并非|从没|未)(?:说过?|让你?|叫你?|要求你?|要你?|想要?|打算|提过?)+"
_THINGS_ZH = r"(?:任务|安排|作业|活儿?|事儿?|东西|学习任务)"
_NOUN_EN = r"(?:tasks?|items?|things?|ones?|entry|entries|events?|blocks?|jobs?)"
_PLACE_EN = (
    rf"(?:weeks?|week['’]s|days?|{EN_DAY}|month|sections?|periods?|slots?|year|term|night|evening|morning|afternoon)"
)
_UNIT_ZH = r"(?:个|项|件|条|份)(?!周|星期|礼拜|月|学期|小时|人|晚上|上午|下午|工作日)"


def _nth(found: re.Match[str], _said: Said) -> Values:
    return (number(found[1]),)


def _nth_from_end(found: re.Match[str], _said: Said) -> Values:
    return (-number(found[1]),)


def _first_few(found: re.Match[str], _said: Said) -> Values:
    return tuple(range(1, min(number(found[1]), 99) + 1))


def _last_few(found: re.Match[str], _said: Said) -> Values:
    return tuple(range(-min(number(found[1]), 99), 0))


def _nth_en(found: re.Match[str], _said: Said) -> Values:
    """First, second, last; with a number behind it the first or last few."""
    word, few = found[1].lower(), min(number(found[2]), 99) if found[2] else 1
    if word in ("last", "final", "latest"):
        return tuple(range(-few, 0))
    first = 1 if word == "earliest" else number(word)
    return tuple(range(first, first + few))


def _free_days(found: re.Match[str], _said: Said) -> Values:
    said = next((group for group in found.groups() if group), "")
    return (number(said) if said and said.lower() not in ("a", "an", "another") else 1,)


DENIALS = (
    atom("hold", rf"{_SPOKE_ZH}(?:要|你|去|把|过|再|说)*{_TOUCH_ZH}+(?![到至去在进入])"),
    atom("hold", rf"{_SPOKE_ZH}(?=[^，。；,;]{{1,20}}(?:要|得|需要)?{_TOUCH_ZH}+(?:[了吧啊呀]|$|[，。；,;]))"),
    atom("hold", r"没(?:有)?提(?!前)(?:到|过|起)?"),
    atom(
        "hold",
        rf"(?<![来])不(?:太|怎么)?(?:想|希望|愿意?|打算|会)(?:再|去)?(?:把|将)?(?!碰){_TOUCH_ZH}+(?![到至去在进入])",
    ),
    atom(
        "hold",
        r"(?:不想|不希望|不愿意?|不要|别)(?:让)?(?=[^，。；,;到]{1,16}(?:被(?:挪|移|动|改|换)|(?:挪|移|变|改)动(?:$|[，。；,;了])))",
    ),
    atom(
        "hold",
        r"\b(?:did\s*n['’]?o?t|didn['’]?t|did\s+not|never|was\s*n['’]t|was\s+not|am\s+not|['’]m\s+not|not)\s+"
        r"(?:say(?:ing)?|said|ask(?:ed|ing)?|tell(?:ing)?|told|mean(?:ing)?|meant)\s+"
        rf"(?:(?:you|for|to|about|anything|that|it|should|be|i|want(?:ed)?)\s+){{0,5}}{_TOUCH_EN}(?:e|ing|ed)?\b",
    ),
    atom(
        "hold",
        r"\b(?:did\s*n['’]?o?t|didn['’]?t|did\s+not|never)\s+(?:say|said|mention(?:ed)?)\s+(?:anything|a\s+word)?\s*(?:about\b)?",
    ),
    atom(
        "hold",
        r"\b(?:was\s*n['’]?t|was\s+not|['’]?m\s+not|am\s+not|not|never)\s+(?:talking|speaking|thinking)\s+(?:about|of)\b"
        r"|\b(?:is|was|are|were)\s*(?:n['’]?t|\s+not)\s+(?:meant|included|part\s+of\s+(?:it|this|that))\b",
    ),
    atom(
        "hold",
        r"\b(?:don['’]?t|do\s+not|would\s+not|wouldn['’]?t)\s+(?:want|wish|like)\s+(?:you\s+to\s+"
        rf"{_TOUCH_EN}e?\b|(?=[^,.;]*\b(?:moved|touched|changed|shifted|rescheduled)\b(?!\s+to\b)))",
    ),
)

PASSIVES = (
    atom("none", r"被(?:[挪移改换搬变]动?|动)"),
    atom("none", r"\b(?:to\s+be|being|be)\s+(?:moved|touched|changed|shifted|rescheduled)\b(?!\s+(?:to|on|in|into)\b)"),
)

WISHES = (
    atom(
        "not", r"不(?:太|大|怎么)想|不(?:太|大|怎么)?(?:希望|愿意?|乐意|喜欢|应该?|适合|方便|宜(?!宾))|讨厌|拒绝|不接受"
    ),
    atom(
        "not",
        r"(?:希望|想要?|最好|争取|保证|确保|让)(?=[^，。；！,;!]{0,20}"
        rf"(?:没(?:有)?(?:任何|什么|一个)?{_THINGS_ZH}|一[个点]{_THINGS_ZH}?都没有|什么都没有|是空的|空空的|清闲))",
    ),
    atom("none", rf"没有?(?:任何|什么|一个)?{_THINGS_ZH}"),
    atom("not", r"\b(?:hate|dislike|refuse|resent)\b"),
)

KEEPS = (
    atom("keep", r"保留(?![^，。；,;]{0,6}(?:顺序|次序|先后))|留下(?!来)"),
    atom(
        "keep",
        r"\b(?:keep|retain|spare)\b(?!\s+(?:(?:the\s+|their\s+|this\s+)?(?:\w+\s+)?order|it|them|all|everything|each|every"
        r"|to|in\s+mind|me|an\s+eye)\b)",
    ),
)

ORDINALS = (
    atom("ordinal", rf"倒数第({NUMBER}){_UNIT_ZH}", _nth_from_end),
    atom("ordinal", rf"第({NUMBER}){_UNIT_ZH}", _nth),
    atom("ordinal", rf"(?:最后|末尾|最末|倒数)(?:面|的)?({NUMBER}){_UNIT_ZH}", _last_few),
    atom("ordinal", rf"(?:最前面?|[前头]|开头)(?:的)?({NUMBER}){_UNIT_ZH}", _first_few),
    atom("ordinal", rf"(?<=[一二三四五六日天末的周里排])后({NUMBER}){_UNIT_ZH}", _last_few),
    atom("ordinal", rf"最[早先前](?:面)?的?(?:那|一|那一)?{_UNIT_ZH}|最[早先]的(?=任务|安排|事)", (1,)),
    atom("ordinal", rf"最[晚后末](?:面)?的?(?:那|那一)?{_UNIT_ZH}|最[晚后]的(?=任务|安排|事)", (-1,)),
    atom("ordinal", rf"\b({ORDINAL_EN})[\s-]+(?:to|from)[\s-]+(?:the\s+)?(?:last|end)\b", _nth_from_end),
    atom(
        "ordinal",
        rf"\b({ORDINAL_EN}|last|final|earliest|latest)(?:\s+({NUMBER_EN}))?(?!\s+{_PLACE_EN}\b)"
        rf"(?=(?:\s+and\s+(?:the\s+)?(?:{ORDINAL_EN}|last|final))?\s+(?:[\w'’-]+\s+){{0,2}}?{_NOUN_EN}\b|\s+of\s+(?:the|my|these|those|them|this|next|all|{EN_DAY}['’]?s)\b)",
        _nth_en,
    ),
)

LIGHTER = (
    atom("unsupported", rf"(?:减少?|降低?|缩减?|少)[到至成](?:只有?)?{NUMBER}[个项件门节条]"),
    atom(
        "lighter",
        r"(?:(?:更|再|稍微)?轻松(?:一?[点些下]儿?)?|减[轻少负](?:一?[点些下]儿?|掉?一?部分)?|(?:更|再|稍微)?清闲(?:一?[点些]儿?)?"
        r"|(?:别|不要|不用)(?:再)?(?:那么|这么|太)(?:满|累|忙|多|挤|密|紧|赶|重)|减(?:一?[点些]儿?|一减)"
        r"|松快(?:一?[点些]儿?)?|少(?:排|安排|放|做|学|弄|干)(?:一?[点些]儿?)?|降低(?:一?[点些下])?(?=任务量|负担|负荷|强度)"
        r"|(?<!至)(?<![多太])少(?:一?[点些]儿?))(?![^，。；,;]{0,6}(?:切换|换来换去))",
    ),
    atom(
        "lighter",
        r"\b(?:a\s+(?:bit|little)\s+|somewhat\s+|much\s+|a\s+lot\s+)?(?:lighter|easier|calmer|quieter|more\s+relaxed|less\s+(?:busy|full|crowded|packed|heavy"
        r"|work|stuff|to\s+do|intense|stressful)|fewer\s+(?:tasks|things|items))\b",
    ),
    atom(
        "lighter",
        r"\b(?:lighten|reduce|cut\s+(?:down|back)(?:\s+on)?|thin\s+out|take\s+(?:some\s+)?(?:pressure|load)\s+off)\b",
    ),
)

_FREE_DAY_EN = (
    r"(?:(?:whole|full|entire|complete|completely|totally)\s+)*"
    r"(?:(?:free|empty|task-?free|work-?free|rest)\s+days?|days?\s+(?:completely\s+|totally\s+|entirely\s+)?"
    r"(?:off|free|empty|to\s+(?:myself|rest)|without\s+(?:any\s+)?(?:tasks?|work)|with\s+(?:no|nothing)(?:\s+(?:tasks?|work))?))"
)
_ONE_DAY_EN = rf"(?:at\s+least\s+)?({NUMBER_EN}|an?)\s+(?:whole\s+|full\s+)?days?"
_LEAST_ZH = "(?:至少|起码|最少)?(?:给我|帮我)?(?:至少|起码|最少)?"
_DAYS_ZH = rf"({NUMBER})个?[整全]?天"
_REST_ZH = (
    r"(?:空闲?(?:着|的|出来|时间)?|休息|闲|假|什么都(?:不|没)\w{0,2}|不(?:学习?|安排|排|干活?|做事|用学)"
    r"|没(?:有)?(?:任务|安排|事))"
)
FREE_DAYS = (
    atom("spare", rf"\b(?:at\s+least\s+|just\s+|only\s+)?({NUMBER_EN}|an?|another)\s+{_FREE_DAY_EN}\b", _free_days),
    atom("spare", rf"\b(?:leave|keep|give\s+me|have)\s+{_ONE_DAY_EN}\s+(?:free|off|empty|clear)\b", _free_days),
    atom("spare", rf"\b(?:free\s+up|clear)\s+{_ONE_DAY_EN}\b", _free_days),
    atom(
        "spare",
        rf"{_LEAST_ZH}(?:能?[留空腾放休让有]|挤|匀)(?:息|出|下|个|着)*来?(?:至少|起码|最少)?{_DAYS_ZH}的?"
        rf"(?:出?来)?是?(?:什么)?(?:完全)?{_REST_ZH}",
        _free_days,
    ),
    atom(
        "spare",
        rf"{_LEAST_ZH}(?:[空腾]出|休息|空闲|放假|空)来?{_DAYS_ZH}(?:出?来|假)?(?![之以]?[前后])",
        _free_days,
    ),
    atom("spare", rf"{_LEAST_ZH}[有要留]{_DAYS_ZH}(?:是|完全)?(?:空的|没任务|没安排|空着|空闲)", _free_days),
)

FOLLOWING = (atom("break", r"所以|因此|于是"), atom("none", r"[由关对等至鉴]于"))
STATEMENTS = (
    atom("none", r"\bfree\s+of\s+(?:class(?:es)?|lectures?|courses?)\b"),
    atom("none", r"\bno\s+(?:class(?:es)?|lectures?|courses?|school)\b(?=[^.;!?]*\b(?:there|that\s+day)\b)"),
    atom("to", r"[挪移搬调换放推]动?(?=过[去来](?!的))"),
    atom("there", r"(?<=[挪移搬调换放推动])过[去来](?!的)"),
)
BOUNDS = (
    atom("dates", r"\bweeks?\s+(?:no\.?\s*)?[0-9]{3,}\b|第?[0-9０-９]{3,}个?(?:周|星期)(?![一二三四五六日天])", (430,)),
    atom(
        "unsupported",
        rf"\b(?:limit|cap|restrict)\b[^,.;]{{0,30}}?\bto\s+(?:at\s+most\s+|only\s+)?{NUMBER_EN}\b(?:\s+tasks?)?",
    ),
    atom(
        "unsupported",
        rf"\b(?:at\s+most|no\s+more\s+than|up\s+to|a\s+maximum\s+of|max(?:imum)?(?:\s+of)?)\s+{NUMBER_EN}\b(?!\s*[:%/-])"
        r"(?:\s+(?:tasks?|items?|things?))?(?:\s+(?:a|per|each|every)\s+(?:\w*day|week))?",
    ),
    atom(
        "unsupported", rf"\bevery\s+(?:other|{ORDINAL_EN})\s+(?:task|item|thing|one|chapter|lesson)\b|每?隔[一两二三]个"
    ),
)
EXCEPTIONS = (
    atom("except", r"\b(?:but|and)\s+not\b(?!\s+(?:to|on|in|at|before|after)\b)(?=[^,.;]*\b(?:to|into|onto)\b)"),
)
SWAPS = (
    atom("swap", r"互相?[换调]|对[调换]|互换|交换|调换|[换调](?:一下|个|换)?(?:位置?|时间|顺序)"),
    atom("swap", r"\b(?:swap|exchange|trade)\b(?:\s+(?:the\s+)?(?:places?|positions?|times?|slots?)(?:\s+of\b)?)?"),
    atom("swap", r"\bswitch\b(?=[^,.;]*\b(?:and|with)\b)(?![^,.;]*\b(?:to|onto|into)\b)(?:\s+places?\b)?"),
)
SPEECH = (
    *FOLLOWING,
    *STATEMENTS,
    *BOUNDS,
    *EXCEPTIONS,
    *SWAPS,
    *DENIALS,
    *PASSIVES,
    *FREE_DAYS,
    *ORDINALS,
    *WISHES,
    *LIGHTER,
    *KEEPS,
)

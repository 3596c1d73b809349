"""Words that say what kind of goal is meant, or that order is free (rules CONTRACT-1 and CONTRACT-2)."""

import re
from typing import Final

SPREAD: Final = re.compile(
    r"均匀|均衡|平均|匀着|(?:一样|差不多)多|分散|铺开|摊开|平摊|摊到|分摊|匀开|匀到|匀一(?:匀|下|些|点)|[匀摊]一[匀摊]|均一?[均下]|不[匀均]|(?:别|不要|不想)[都再全老总]*(?:挤|扎堆|堆)|"
    r"\b(?:spread|even(?:ly)?(?:\s+out)?|balanced?|distribute[ds]?|(?:shared?|smooth(?:ed)?|level(?:l?ed)?)(?=\s)"
    r"(?!\s+of\b|\s+\d))\b",
    re.IGNORECASE | re.ASCII,
)
GROUP: Final = re.compile(
    r"上下文切换|(?:最少|减少|少)[^，。]{0,4}切换|少换来换去|换来换去"
    r"|(?:同(?:一)?(?:个|门|种)?|每(?:个|门)|各)(?:科目?|类别?|课程?|学科|班)[^，。]{0,8}(?:连续|连着|连在|相邻|一起|一块|集中|挨着|归拢|归并)|"
    r"\bcontext switch\w*|\bgroup(?:ed|ing)?\b[^,.]{0,30}\b(?:subject|class|category|together)|\bback[\s-]to[\s-]back\b"
    r"|\b(?:each|every|one|same)\s+(?:subject|class|course|category)[^,.]{0,30}\b(?:together|in\s+one\s+block|in\s+a\s+row)\b"
    r"|\b(?:tasks|things|chapters)\s+of\s+(?:a|one|the\s+same)\s+(?:subject|class|course|category)[^,.]{0,30}\btogether\b"
    r"|\bswitch(?:ing)?\s+(?:subjects?\s+)?less\b|\b(?:less|fewer)\s+switch\w*"
    r"|各[学做]各的|(?<![别不])(?<!不要|不想|别再)(?:连着|挨着|接连|连续)(?:[学做上]|复习)|一(?P<each>[科门])(?:接着|挨着)?一(?P=each)|(?:别|不要|不想)(?:再|老|总|来回)*换着|(?:别|不要|不想|不)(?:再|老|总|互相|来回)*(?:穿插|交叉|交错|掺|混[着在排])",
    re.IGNORECASE | re.ASCII,
)
_ORDER = "(?:顺序|次序|先后)"
RELEASE: Final = re.compile(
    "|".join(
        (
            rf"(?:可以|能|允许|随便)?(?:打乱|乱)(?:一下)?(?:任务|先后)?的?{_ORDER}",
            rf"{_ORDER}[^，。；]{{0,4}}?(?:可以|能)?(?:随意|随便|无所谓|不重要|不限|打乱|都行|不管|乱|变)",
            rf"(?:不用|不必|不需要|无需|不|别)再?(?:管|按|保持|考虑|在意|限制|照)(?:原来|原|先后)?的?{_ORDER}",
            r"乱序",
            r"\border\s+(?:doesn['’]?t|does not|need not|is not|isn['’]t)\s+(?:matter|important|be kept)",
            r"\border\s+(?:can|may)\s+(?:be\s+)?(?:change|differ|free)\w*",
            r"\b(?:in\s+)?any\s+order\b",
            r"\b(?:ignore|regardless of|never mind|forget|shuffle|change|mix up)\s+(?:the\s+)?(?:tasks|order)\b",
            r"\b(?:no need to|don['’]?t|do not|need not)\s+(?:have to\s+)?keep\s+(?:the\s+|them in\s+)?order\b",
        )
    ),
    re.IGNORECASE | re.ASCII,
)

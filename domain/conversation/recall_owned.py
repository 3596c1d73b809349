"""What a question names that belongs to somebody: the words for it in either language (rule MEMORY-51)."""

from typing import Final

from domain.conversation.cue import words

_SAME: Final[tuple[tuple[str, ...], ...]] = (
    ("导师", "advisor", "adviser", "supervisor"),
    ("班主任", "homeroom teacher"),
    ("辅导员", "counsellor", "counselor"),
    ("室友", "舍友", "roommate", "flatmate"),
    ("妈妈", "母亲", "我妈", "mother", "mom", "mum"),
    ("爸爸", "父亲", "我爸", "father", "dad"),
    ("哥哥", "弟弟", "我哥", "我弟", "brother"),
    ("姐姐", "妹妹", "我姐", "我妹", "sister"),
    ("爷爷", "外公", "grandfather", "grandpa"),
    ("奶奶", "外婆", "grandmother", "grandma"),
    ("女朋友", "女友", "girlfriend"),
    ("男朋友", "男友", "boyfriend"),
    ("老婆", "妻子", "wife"),
    ("老公", "丈夫", "husband"),
    ("女儿", "daughter"),
    ("儿子", "我儿", "my son"),
    ("朋友", "friend"),
    ("猫", "cat"),
    ("狗", "dog"),
    ("宠物", "pet"),
    ("专业", "major"),
    ("学校", "大学", "university", "college", "school"),
    ("宿舍", "dorm"),
    ("老家", "home town", "hometown"),
    ("学号", "student number", "student id"),
    ("血型", "blood type"),
)
_OTHER_WORDS: Final = {word: group for group in _SAME for word in group if not word.startswith("我")}
_KNOWN: Final = words(
    r"(?:我的?|我家的?|\bmy\s+)(?P<known>"
    + "|".join(sorted(_OTHER_WORDS, key=len, reverse=True)).replace(" ", r"\s+")
    + r")"
)
_SHORT_KIN: Final = words(r"我(?P<kin>[妈爸哥弟姐妹])(?=的|生日|叫|什么|电话)")
_ANY: Final = words(
    r"我(?:的|家的?)(?P<any>[\u4e00-\u9fff]{1,6}?)的?(?:名字|叫|几岁|多大|什么(?:品种|颜色|牌子)|是谁|是哪位)"
)
_TITLED: Final = words(
    r"(?P<titled>[\u4e00-\u9fff](?<![的是我你他她哪个位班和跟与同对了和])(?:老师|教授|同学|医生|阿姨|叔叔|学长|学姐))(?!是谁)"
)
_REACHED: Final = words(
    r"生日|电话|手机|邮箱|微信|地址|名字|叫(?:什么|啥)|几岁|多大|\b(?:birthday|phone|number|e-?mail|address|names?|called|named)\b"
)

_NUMBERS: Final = r"(?:生日|电话|手机|邮箱|微信|地址|名字|学号)"
_NUMBERS_EN: Final = r"(?:birthday|phone|number|e-?mail|address|name)"
_OWN: Final = words(rf"我的?{_NUMBERS}|\bmy\s+{_NUMBERS_EN}\b")
_ANOTHERS: Final = words(
    rf"(?:[^\s我新]的|[妈爸哥弟姐妹友师学])(?<!我的){_NUMBERS}|\b(?!my\b)\w+(?:'s|\s+\w+'s)\s+{_NUMBERS_EN}\b"
)


def owned_in(plain: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What of somebody's own, or which person, a question names, each with all words for it.

    Args:
        plain: as ``plain_text`` gives it.
    """
    found: dict[str, tuple[str, ...]] = {}
    for match in _KNOWN.finditer(plain):
        word = " ".join(match["known"].split())
        found.setdefault(word, _OTHER_WORDS[word])
    for match in _SHORT_KIN.finditer(plain):
        found.setdefault(match["kin"] * 2, _OTHER_WORDS[match["kin"] * 2])
    for name, pattern in (("any", _ANY), ("titled", _TITLED)):
        for match in pattern.finditer(plain):
            found.setdefault(match[name], (match[name],))
    return tuple(found.items())


def asks_for_attribute(plain: str) -> bool:
    """Whether a birthday, a number, a name or the like is asked for, which are those of one person or thing alone."""
    return _REACHED.search(plain) is not None


def asks_for_own(plain: str) -> bool:
    """Whether the person's own birthday, number or the like is asked for."""
    return _OWN.search(plain) is not None


def is_of_another(plain: str) -> bool:
    """Whether a text tells a birthday, a number or the like of somebody else."""
    return _ANOTHERS.search(plain) is not None and _OWN.search(plain) is None

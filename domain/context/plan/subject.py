"""What a query is about beside times and keywords: names and topics (rule CONTEXT-14)."""

import re
from collections.abc import Iterator

from domain.context.plan.folding import listed

MOST_SUBJECTS = 8
_LONGEST = 40

_LATIN = re.compile(r"[^\W_一-鿿㐀-䶿]+(?:['’.+#-][^\W_一-鿿㐀-䶿]+)*[+#]*")
_CHINESE = re.compile(r"[一-鿿㐀-䶿々〇]+")
_PIECES = re.compile(rf"(?P<latin>{_LATIN.pattern})|(?P<chinese>{_CHINESE.pattern})")

_FILLERS = listed(
    """
    有没有 | 是不是 | 能不能 | 会不会 | 要不要 | 可不可以 | 什么时候 | 什么样 | 什么 | 哪天 | 好像 | 有个 | 什麼 |
    哪些 | 哪个 | 哪一 | 怎么样 | 怎么 | 怎样 | 如何 | 多少 | 多久 | 几点 | 几个 | 几次 | 几号 | 为什么 | 事情 |
    事项 | 事儿 | 东西 | 内容 | 情况 | 方面 | 有关 | 关于 | 相关 | 之间 | 一起 | 一下 | 一个 | 一些 | 一点 | 这个 |
    那个 | 这些 | 那些 | 这里 | 那里 | 这样 | 那样 | 我们 | 你们 | 他们 | 她们 | 咱们 | 自己 | 所有 | 全部 | 哪里 |
    还有 | 没有 | 已经 | 正在 | 现在 | 时候 | 时间 | 地方 | 帮我 | 给我 | 告诉我 | 告诉 | 请问 | 请 | 麻烦 | 可以 |
    需要 | 应该 | 想要 | 知道 | 看看 | 查一下 | 查查 | 查 | 找一下 | 找找 | 列出 | 列一下 | 说一下 | 说说 | 讲讲 |
    讲一下 | 聊聊 | 以及 | 或者 | 而且 | 但是 | 因为 | 所以 | 如果 | 的话 | 不是 | 就是 | 还是 | 那次 | 这次 | 那天 |
    当时 | 曾经 | 刚才 | 刚刚 | 最后 | 首先 | 然后 | 其他 | 别的 | 之类 | 等等 | 一直 | 总是 | 几天 | 多远 |
    打电话 | 打个电话 | 打了电话 | 打过电话 | 通电话 | 回电话 | 接电话 | 又 | 吗 | 呢 | 吧 |
    啊 | 呀 | 嘛 | 啦 | 的 | 了 | 过 | 着 | 得 | 谁 | 啥
    """
)
_FILLER = re.compile(
    "[这那哪每某][本门位件份家张部篇条场首台辆只]|" + "|".join(sorted(_FILLERS, key=len, reverse=True))
)
_PROTECTED = re.compile(
    "目的|的士|了解|过程|过敏|过年|得分|着装|有机|会计|和平|对外|可乐|多媒体|要点|想象|能源|大学|在线|给水|从业|都市|就业"
    "|合同|胡同|京都|成都|首都|公里|温和|饱和|共和"
)
_BESIDE = re.compile(r"(?<=[一-鿿]{2})[和跟与及同对、](?=[一-鿿]{2})")
_LEADING = frozenset(
    "我你您他她它咱俺这那是有在和跟与及同对给把被让叫向从到为于以就都也还再又很太最更不没无会能可要想去来做"
    "上下里中后前内外说问个些等吃"
)
_KIN = frozenset("爸妈爹娘爷奶姥公婆叔姨舅姑哥姐弟妹嫂")
"""One character that names somebody by itself, where the query says whose."""
_VAGUE = frozenset("事话人时天号点件样种次年月日份数字句")
_TRAILING = frozenset("我你您是有在和跟与及同对给把被让叫到于就都也还再又不没要想去来做上下里中后前内外说吗")

_ENGLISH_FILLERS = frozenset(
    listed(
        """
        far | long | days | weeks | months | thanks | thank | whether |
        a | about | add | came | cancel | come | comes | coming | delete | left | move | points | postpone |
        put | remove | set | shift | swap | unfinished | after | again | all | also | am | an | and | another | any |
        anything | are | around | as | ask | asked | at | be | because | been | before | being | but | by | can |
        can't | could | did | didn't | do | does | doesn't | doing | don't | down | each | else | ever | every |
        everything | find | for | from | get | give | given | go | going | gone | got | had | has | have | haven't |
        having | he | he's | her | here | hers | him | his | how | i | i'd | i'll | i'm | i've | if | in | into | is |
        isn't | it | it's | its | just | know | last | let | let's | list | look | lot | made | make | many | may |
        me | might | mine | more | most | much | must | my | need | new | next | no | not | now | of | off | on |
        one | only | or | other | our | out | over | own | please | really | regarding | right | said | see | seem |
        shall | she | should | show | so | some | something | soon | still | such | sure | take | tell | than | that |
        that's | the | their | them | then | there | there's | these | they | they're | thing | things | think |
        this | those | through | time | times | to | too | under | until | up | upon | us | use | very | want |
        wanted | was | wasn't | way | we | we'd | we'll | we're | we've | were | what | what's | when | where |
        which | while | who | whom | whose | why | will | with | within | without | would | yes | yet | you | you'd |
        you'll | you're | you've | your | yours
        """
    )
)


def subject_of(bare: str, query: str) -> tuple[str, ...]:
    """The names and topics of a query, as they are written in it, in its order; at most eight.

    Args:
        bare: the folded query with its times and keywords blotted out.
        query: as it was given.
    """
    found: dict[str, str] = {}
    for start, end in _stretches(bare):
        found.setdefault(bare[start:end], query[start:end][:_LONGEST])
        if len(found) == MOST_SUBJECTS:
            break
    return tuple(found.values())


def _stretches(bare: str) -> Iterator[tuple[int, int]]:
    for piece in _PIECES.finditer(bare):
        if piece["latin"] is not None:
            word = piece["latin"].removesuffix("'s").removesuffix("’s")
            if _is_telling(word):
                yield piece.start(), piece.start() + len(word)
        else:
            yield from _chinese(bare, piece.start(), piece.end())


def _is_telling(word: str) -> bool:
    return word not in _ENGLISH_FILLERS and (len(word) > 1 or word.isdecimal())


def _chinese(bare: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """What is left of a run of Chinese characters between its fillers."""
    kept = [(match.start(), match.end()) for match in _PROTECTED.finditer(bare, start, end)]
    edges = [start]
    for match in (*_FILLER.finditer(bare, start, end), *_BESIDE.finditer(bare, start, end)):
        if not any(first < match.end() and match.start() < last for first, last in kept):
            edges += [match.start(), match.end()]
    edges = [*sorted(edges), end]
    for first, last in zip(edges[::2], edges[1::2], strict=True):
        trimmed = _trimmed(bare, first, last)
        if trimmed[1] - trimmed[0] > 1 or _tells_alone(bare, *trimmed):
            yield trimmed


def _tells_alone(bare: str, start: int, end: int) -> bool:
    """Whether one character is a name or a thing by itself: 我妈, 小李的书."""
    if end - start != 1:
        return False
    is_owned = bare[max(start - 1, 0)] == "的" and end == len(bare.rstrip()) and bare[start] not in _VAGUE
    return bare[start] in _KIN or is_owned


def _trimmed(bare: str, start: int, end: int) -> tuple[int, int]:
    """Without the characters at its ends that carry grammar only, unless they begin a word that is known."""
    while start < end and bare[start] in _LEADING and not _PROTECTED.match(bare, start):
        start += 1
    while start < end and bare[end - 1] in _TRAILING and not _ends_protected(bare, start, end):
        end -= 1
    return start, end


def _ends_protected(bare: str, start: int, end: int) -> bool:
    return any(match.end() == end for match in _PROTECTED.finditer(bare, start, end))

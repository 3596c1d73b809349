"""A message cut into parts that each say one thing of the same classes (rule PLAN-12)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from domain.plan.pieces import TIMES, Piece, PieceKind

BANS: Final[tuple[PieceKind, ...]] = ("ban", "self", "except")
PLACES: Final[tuple[PieceKind, ...]] = (*TIMES, "sections")
_CONTENT: Final[tuple[PieceKind, ...]] = (*PLACES, "rapid", "steady", "embed", "free_only", "duration", "self")
_ACTS: Final[tuple[PieceKind, ...]] = ("plan", "put", "only", "prefer")
_LISTABLE: Final[tuple[PieceKind, ...]] = ("class", *PLACES)
_MARKS: Final = " \"'“”‘’「」()（）~～!！?？。"
_ENDS: Final = "。；;！!？?\n."


@dataclass(frozen=True, slots=True)
class Segment:
    """Pieces that belong together.

    Attributes:
        pieces: in text order.
        opens: a sentence begins with it, so that it is of no class that was named before.
        loose: the words between its pieces, and around them up to the next piece or mark.
    """

    pieces: tuple[Piece, ...]
    opens: bool = False
    loose: str = ""

    @property
    def start(self) -> int:
        """Where its first piece begins."""
        return self.pieces[0].start

    @property
    def end(self) -> int:
        """Where its last piece ends."""
        return self.pieces[-1].end

    def has(self, *kinds: PieceKind) -> bool:
        """Whether a piece of one of the kinds is in it."""
        return any(piece.kind in kinds for piece in self.pieces)

    def all(self, *kinds: PieceKind) -> tuple[Piece, ...]:
        """Its pieces of those kinds."""
        return tuple(piece for piece in self.pieces if piece.kind in kinds)


def segments(found: Sequence[Piece], text: str) -> tuple[Segment, ...]:
    """The parts of a message in order; each has a piece at least."""
    cut: list[Segment] = []
    for pieces, opens in _at_breaks(found, text):
        inner = [part for by_class in _by_class(pieces) for part in _by_ban(by_class)]
        cut += [
            Segment(tuple(part), opens and n == 0, _loose(part, found, text)) for n, part in enumerate(inner) if part
        ]
    return tuple(cut)


def _loose(part: Sequence[Piece], found: Sequence[Piece], text: str) -> str:
    """The words of a part that no piece holds."""
    before = max((piece.end for piece in found if piece.end <= part[0].start), default=0)
    after = min((piece.start for piece in found if piece.start >= part[-1].end), default=len(text))
    edges = (before, *(edge for piece in part for edge in (piece.start, piece.end)), after)
    return " ".join(text[start:end].strip(_MARKS) for start, end in zip(edges[::2], edges[1::2], strict=True))


def _at_breaks(found: Sequence[Piece], text: str) -> Iterator[tuple[list[Piece], bool]]:
    """The pieces between breaks; a comma inside a list is none."""
    part: list[Piece] = []
    opens = True
    for index, piece in enumerate(found):
        ends = any(mark in text[piece.start : piece.end] for mark in _ENDS)
        if piece.kind != "break" or (not ends and _joins(part, found[index + 1 :])):
            part.append(replace(piece, kind="list") if piece.kind == "break" else piece)
            continue
        if part:
            yield part, opens
        opens = (opens and not part) or ends
        part = []
    if part:
        yield part, opens


def _joins(before: Sequence[Piece], after: Sequence[Piece]) -> bool:
    """Whether a comma stands inside a list: of classes of which nothing was said yet, or of days or sections."""
    later = [piece for piece in after[:2] if piece.kind != "list"]
    if not before or not later or before[-1].kind not in _LISTABLE:
        return False
    if before[-1].kind == "class" and later[0].kind == "class":
        return not any(piece.kind in (*_CONTENT, "ban", "except") for piece in before)
    rest = [piece.kind for piece in after]
    stop = rest.index("break") if "break" in rest else len(rest)
    return before[-1].kind == later[0].kind and not any(kind in (*BANS, "class", "put", "plan") for kind in rest[:stop])


def _by_class(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Cut before a class where something was said of another one already: 英语放上午数学放下午."""
    part: list[Piece] = []
    for index, piece in enumerate(pieces):
        if piece.kind in ("class", "others") and _is_told(part) and not _is_listed(part, pieces[index - 1 : index]):
            yield _without_list(part)
            part = []
        part.append(piece)
    yield part


def _is_told(part: Sequence[Piece]) -> bool:
    """Whether a class stands in the part, with something said of it behind it."""
    kinds = [piece.kind for piece in part]
    if "class" not in kinds and "others" not in kinds:
        return False
    first = next(n for n, kind in enumerate(kinds) if kind in ("class", "others"))
    return any(kind in _CONTENT for kind in kinds[first + 1 :]) and "except" not in kinds


def _is_listed(part: Sequence[Piece], last: Sequence[Piece]) -> bool:
    """Whether the piece before is a class, or a list word right behind one."""
    kinds = [piece.kind for piece in part]
    return kinds[-1:] == ["class"] or (kinds[-1:] == ["list"] and kinds[-2:-1] == ["class"]) or not last


def _by_ban(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Cut before a ban that follows what was wished, and between two bans: 英语放上午不要放晚上."""
    part: list[Piece] = []
    for index, piece in enumerate(pieces):
        if piece.kind in ("ban", "except") and _wishes(part) and _bans(pieces[index + 1 :]):
            yield _without_list(part)
            part = []
        part.append(piece)
    yield part


def _wishes(part: Sequence[Piece]) -> bool:
    """Whether something is wished or banned that is told to the end."""
    kinds = [piece.kind for piece in part]
    if any(kind in ("ban", "except") for kind in kinds):
        first = next(n for n, kind in enumerate(kinds) if kind in ("ban", "except"))
        return any(kind in _CONTENT for kind in kinds[first + 1 :]) and kinds[-1] in ("list", "class")
    told = any(kind in _CONTENT for kind in kinds)
    return told and (
        any(kind in _ACTS for kind in kinds)
        or kinds[-1] == "list"
        or any(k in ("rapid", "steady", "duration") for k in kinds)
    )


def _bans(after: Sequence[Piece]) -> bool:
    """Whether something to be banned follows before the end of the part."""
    return any(piece.kind in (*PLACES, "embed") for piece in after)


def _without_list(part: list[Piece]) -> list[Piece]:
    while part and part[-1].kind == "list":
        part = part[:-1]
    return part

"""What a message asks a plan to be: window, classes and wishes, read by rules alone (rules PLAN-10 to PLAN-17)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from domain.conversation.plain_text import plain_text
from domain.plan.class_names import class_names
from domain.plan.class_wishes import wish_of
from domain.plan.intent import ClassWish, KnownClass, Open, PlanIntent
from domain.plan.pieces import Piece, Setting, pieces
from domain.plan.plan_window import WindowRead, proposed, read_window
from domain.plan.sayings import Saying, read_sayings
from domain.plan.scopes import Indices, Meant, meant, scopes
from domain.plan.segments import segments
from domain.plan.unread import as_written, is_stray, unknown_names, unread_parts
from domain.schedule.state import Locale
from domain.term.calendar import Term
from domain.term.zones import zone_named


def read_intent(message: str, term: Term, now: datetime, classes: Sequence[KnownClass], locale: Locale) -> PlanIntent:
    """What a message asks for, and a proposal for what it leaves open.

    Args:
        message: the person's words; may be empty.
        term: the term of the plan.
        now: when it was said, with an offset.
        classes: all classes of the person.
        locale: the language of the message.
    """
    where = Setting(term, now.astimezone(zone_named(term.zone)), locale)
    text = plain_text(message)
    found = _counted(pieces(text, class_names(classes, text), where), len(_waiting(classes)))
    unknown = unknown_names(text, found)
    told = tuple(_strange(each, unknown) for each in read_sayings(segments(found, text), text, where))
    heard = tuple(each for each in told if not is_stray(each, text))
    of = scopes(heard, len(classes))
    of_nobody = tuple(each for each, scope in zip(heard, of, strict=True) if scope == frozenset() and each.wishes)
    unread = unread_parts(text, found, told, unknown, of_nobody, [each.name for each in classes])
    are = _asked_for(meant(heard, classes), classes, bool(unknown))
    window = _faulty(found) or read_window(heard, of, are.fixed, where)
    intent = PlanIntent(
        **_window(window, where),
        class_ids=_ids(are.fixed, classes),
        wishes=_wishes(heard, of, window, classes, where),
        unread=tuple(as_written(message, words) for words in unread),
        unknown_classes=tuple(as_written(message, text[start:end]) for start, end in unknown),
        fault=window.fault,
        fault_words=as_written(message, text[slice(*window.words)]),
        proposal_class_ids=_ids(are.named or _waiting(classes), classes) or (),
    )
    return with_missing(intent)


def with_missing(intent: PlanIntent) -> PlanIntent:
    """The intent with what must be asked about."""
    left: dict[Open, bool] = {"window": intent.first is None, "classes": intent.class_ids is None}
    return intent.model_copy(update={"missing": tuple(name for name, is_open in left.items() if is_open)})


def _counted(found: Sequence[Piece], waiting: int) -> tuple[Piece, ...]:
    """So many classes are all of them where so many have tasks that wait, else nobody knows which."""
    return tuple(
        replace(piece, kind="tasks") if piece.kind == "counted" else piece
        for piece in found
        if piece.kind != "counted" or piece.values == (waiting,)
    )


def _strange(each: Saying, unknown: Sequence[tuple[int, int]]) -> Saying:
    """A part that speaks of a class that there is not, and of none that there is."""
    segment = each.segment
    beside = any(start <= segment.end + 1 and segment.start <= end + 1 for start, end in unknown)
    return each.with_(strange=True) if beside and not each.classes and not each.others else each


def _asked_for(are: Meant, classes: Sequence[KnownClass], strange: bool) -> Meant:
    """Nothing is fixed where an unknown class is named; where at most one class waits, all that wait are meant."""
    if strange:
        return Meant(None, are.fixed if are.named and are.fixed else are.named)
    if are.fixed is None and len(_waiting(classes)) <= 1:
        return Meant(_waiting(classes) or frozenset(range(len(classes))), are.named)
    return Meant(are.fixed, frozenset())


def _waiting(classes: Sequence[KnownClass]) -> Indices:
    return frozenset(n for n, each in enumerate(classes) if each.waiting)


def _ids(indices: Indices | None, classes: Sequence[KnownClass]) -> tuple[str, ...] | None:
    return None if indices is None else tuple(classes[n].class_id for n in sorted(indices))


def _faulty(found: Sequence[Piece]) -> WindowRead | None:
    """A day that cannot be (2月30日) makes no window, whatever else is named."""
    piece = next((each for each in found if each.kind == "impossible"), None)
    return None if piece is None else WindowRead(fault="impossible", words=(piece.start, piece.end))


def _window(window: WindowRead, where: Setting) -> dict[str, date | None]:
    offer = proposed(where) or (None, None)
    named = {"first": window.first, "last": window.last, "proposal_first": offer[0], "proposal_last": offer[1]}
    return {
        name: None if day is None else where.term.first_monday + timedelta(days=day - 1) for name, day in named.items()
    }


def _wishes(
    told: Sequence[Saying],
    of: Sequence[Indices | None],
    window: WindowRead,
    classes: Sequence[KnownClass],
    where: Setting,
) -> tuple[ClassWish, ...]:
    """A wish of every class that something is asked of."""
    found = []
    for index, each in enumerate(classes):
        own = [saying for saying, scope in zip(told, of, strict=True) if scope is None or index in scope]
        found.append(wish_of(each.class_id, own, window, where))
    return tuple(wish for wish in found if wish is not None)

"""The beginnings of words by which it is known at once that an atom reads nothing in a text (rule WHEN-40).

There are more than a hundred atoms, and most sentences have words for a few of them only.
"""

import re
from functools import lru_cache

WEEKDAYS = "mon tue wed thu fri sat sun"
MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec"
UNITS = "sec min hou hr hrs bus wor day nig wee wk wks for mon mth qua yea yr yrs dec cen h"
SHIFTS = "thi cur sam nex com fol upc las pre pri"
PARTS = "mor aft eve nig nit lun daw day dus sun"
HALVES = "am pm a p"
DIGIT = "0"
NUMBERS = "0 one two thr fou fiv six sev eig nin ten ele twe thi for fif fir sec noo mid"

_WORD = re.compile(r"[A-Za-z]+")
_DIGIT = re.compile(r"[0-9]")


def stems_of(text: str) -> frozenset[str]:
    """The first three letters of each word; a figure counts as 0, the sign @ as "at"."""
    stems = {word[:3].lower() for word in _WORD.findall(text)}
    if _DIGIT.search(text):
        stems.add(DIGIT)
    if "@" in text:
        stems.add("at")
    return frozenset(stems)


@lru_cache(maxsize=256)
def stems(words: str) -> frozenset[str]:
    """Stems with blanks between them as a set."""
    return frozenset(words.split())

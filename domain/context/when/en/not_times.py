"""What looks like a time in English and is none: wishes, idioms and names (rule WHEN-57)."""

import re

from domain.context.when.en.stems import stems, stems_of

_KIND = (
    "nice|good|great|lovely|wonderful|happy|pleasant|relaxing|fantastic|awesome|amazing|restful|blessed|safe|fun"
    "|beautiful|fabulous|terrific|merry|joyful|peaceful|super"
)
_WISHED = (
    r"weekend|morning|afternoon|evening|night|day|week|month|year|spring|summer|autumn|fall|winter|holidays?|break"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
)
_FEAST = (
    r"(?:(?:chinese|lunar|western)\s+)?new\s+year(?:'?s?'?)(?:\s+(?:eve|day))?|christmas|xmas|easter|thanksgiving|halloween"
    r"|(?:valentine|mother|father|teacher|children|women|labou?r|national|independence)(?:'?s?'?)\s+day"
    r"|(?:mid[\s-]*autumn|spring|dragon[\s-]+boat|lantern)(?:\s+(?:festival|day))?"
)
_PAPERS = "Times|Telegraph|Post|Mirror|Express|Herald|Tribune|Mail|Star|World|Sun|Independent|Chronicle|Globe"
_ANY_CASE = (
    # Wishes.
    (
        "hav had enj wis",
        rf"(?:have|had|having|enjoy|wish(?:ing)?(?:\s+(?:you|everyone|us|them|y'all)(?:\s+all)?)?)(?:\s+yourself)?\s+an?\s+(?:(?:very|really|truly)\s+)?"
        rf"(?:{_KIND})(?:\s*(?:,|and)?\s+(?:{_KIND}))?\s+(?:(?:rest\s+of\s+(?:the|your)|long)\s+)?(?:{_WISHED}|{_FEAST})",
    ),
    (
        "enj",
        rf"enjoy\s+(?:the\s+rest\s+of\s+)?(?:the|your)\s+(?:long\s+)?(?:{_WISHED})(?!\s+(?:class|shift|session|meeting))",
    ),
    (
        "hap mer ble",
        rf"(?:happy|merry|blessed)\s+(?:{_WISHED}|{_FEAST})(?:(?:\s*,)?\s+and\s+(?:a\s+)?happy\s+new\s+year)?",
    ),
    # Idioms and fixed phrases.
    (
        "bui mad lea don won",
        r"(?:not|n't|never|no\s+\w+)\s+(?:\w+\s+){0,2}(?:built|made|learned|learnt|done|won)\s+in\s+a\s+(?:day|week|year)",
    ),
    ("any", r"any\s+(?:day|minute|moment|time|second|hour)\s+now"),
    (
        "day wee mon yea nig",
        r"(?:day|week|month|year|night)\s+(?:after|in,?\s+(?:and\s+)?(?:day|week|month|year|night))\s+(?:day|week|month|year|night|out)",
    ),
    (
        "one day ele nin",
        r"one\s+of\s+these\s+days|day\s+of\s+reckoning|eleventh\s+hour|nine[\s-]to[\s-]five(?=\s+(?:job|worker|grind))",
    ),
    ("clo ocl", r"\w+\s+o\s*'?\s*clock\s+(?:shadow|high|position|direction)"),
    ("clo ocl", r"(?:at|on|to|from)\s+(?:your|my|his|her|our|their)\s+\w+\s+o\s*'?\s*clock"),
)
_AS_WRITTEN = (
    ("mon tue wed thu fri sat sun", rf"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\s+(?:{_PAPERS})\b"),
    (
        "sat fri bla blu man rub wed fre gir cas gre gro",
        r"Saturday\s+Night\s+Live|Friday\s+Night\s+Lights|(?:Black|Blue|Manic)\s+Monday|Ruby\s+Tuesday|Wednesday\s+Addams"
        r"|Freaky\s+Friday|(?:Girl|Man)\s+Friday|Casual\s+Friday|Green\s+Day|Groundhog\s+Day\s+movie",
    ),
)
_NO_TIME = (
    *((stems(needs), re.compile(rf"\b(?:{words})\b", re.IGNORECASE | re.ASCII)) for needs, words in _ANY_CASE),
    *((stems(needs), re.compile(rf"\b(?:{words})", re.ASCII)) for needs, words in _AS_WRITTEN),
)
"""Each pattern with the stems of which a text must have one for it to match."""

_MASK = "\N{NULL}"


def without_what_is_none(text: str) -> str:
    """The text with a sign of its own for each character of what is no time."""
    present = stems_of(text)
    for needs, pattern in _NO_TIME:
        if not needs.isdisjoint(present):
            text = pattern.sub(lambda found: _MASK * len(found[0]), text)
    return text

"""How times of a plan are spoken of; only whether they are, not which they are (rule CHAT-6)."""

from typing import Final

from domain.refine.numerals import NUMBER, NUMBER_EN
from domain.refine.place_atoms import EN_DAY, WEEK

ZH: Final = (
    rf"(?:(?:下下|下|这|本|上|每)?个?{WEEK}[一二三四五六日天末]|(?:下下|下|这|本|上|每|整)个?{WEEK}|第?{NUMBER}{WEEK}"
    r"|周末|双休日?|工作日|平日|[今明昨]天|[今明昨][晚早]|大?后天|前天|每天|当天|那天|这天|全天|这几天|[下这本上]个?月"
    r"|上午|中午|下午|傍晚|晚上|早上|清晨|凌晨|白天|夜里|晚间|午后|早八|晚课"
    rf"|{NUMBER}(?:月|号|点|日)|(?:前|后|头|第)?{NUMBER}(?:[-到至]{NUMBER})?节)"
)
EN: Final = (
    rf"\b(?:{EN_DAY}s?|today|tonight|tomorrow|yesterday|weekends?|weekdays?|weeks?(?:\s+{NUMBER_EN})?"
    r"|mornings?|afternoons?|evenings?|nights?|noon|midday|lunch|month|days?|sections?(?:\s+\d+)?"
    r"|\d{1,2}(?::\d\d)?\s*(?:am|pm))\b"
)
TIME: Final = rf"(?:{ZH}|{EN})"
PLACE: Final = (
    rf"(?:(?:下下|下|这|本|上|每)?个?{WEEK}[一二三四五六日天末]|第{NUMBER}{WEEK}|{NUMBER}{WEEK}[以之]?内|周末|双休日?|早八|第{NUMBER}节"
    rf"|{NUMBER}[-到至]{NUMBER}节|\b(?:{EN_DAY}s?|weekends?|weekdays?|week\s+{NUMBER_EN}|mornings|afternoons|evenings|sections?\s+\d+)\b)"
)

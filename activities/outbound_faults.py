"""Everything that a request to the outside can end with other than an answer (rules DEVICE-4 and DEVICE-5)."""

from dataclasses import dataclass
from typing import Final, Self

from domain.schedule.state import Locale

_AGAIN_ZH, _AGAIN_EN = "稍后再试也许能成", "another attempt may go well"


@dataclass(frozen=True, slots=True)
class _Kind:
    """One row of the table: whether the same request may go well later, and the sentence with its ``{detail}``."""

    passing: bool
    zh: str
    en: str


FAULTS: Final[dict[str, _Kind]] = {
    "unreachable": _Kind(True, f"连接不上：请确认它已启动、地址无误，{_AGAIN_ZH}", f"cannot be reached: {_AGAIN_EN}"),
    "untrusted": _Kind(
        False,
        "的证书不可信，或不属于这个名字：请更换证书或地址",
        "shows a certificate that is not trusted, or not of this name: renew it, or change the address",
    ),
    "timed_out": _Kind(True, f"在时限内没有答完：{_AGAIN_ZH}", f"did not finish in time: {_AGAIN_EN}"),
    "broken_off": _Kind(True, f"连接中途断开：{_AGAIN_ZH}", f"broke the connection off: {_AGAIN_EN}"),
    "busy": _Kind(True, f"此刻不接受请求（{{detail}}）：{_AGAIN_ZH}", f"takes nothing now ({{detail}}): {_AGAIN_EN}"),
    "server_error": _Kind(True, f"内部出错（{{detail}}）：{_AGAIN_ZH}", f"failed inside ({{detail}}): {_AGAIN_EN}"),
    "refused": _Kind(
        False,
        "拒绝了请求（{detail}）：请检查地址与密钥",
        "refused the request ({detail}): check its address and its secret",
    ),
    "redirected": _Kind(
        False,
        "转到了别处（{detail}），而请求不会跟过去：请填最终的地址",
        "points elsewhere ({detail}), where nothing is sent: give the final address",
    ),
    "too_long": _Kind(False, "的回答太长，没有读完：请缩短", "answered too much and was not read on: let it say less"),
    "unreadable": _Kind(
        False,
        "的回答不是约定的格式：请对照 docs/spec/devices.md",
        "answered in another form than is agreed: see docs/spec/devices.md",
    ),
    "address_refused": _Kind(
        False,
        "的地址不允许使用（{detail}）：若确实要用，请把主机写进 DAYWRIGHT_OUTBOUND_HOSTS",
        "has an address that may not be used ({detail}): if it is meant, put the host into DAYWRIGHT_OUTBOUND_HOSTS",
    ),
    "no_address": _Kind(
        False, "不是可用的地址：请填完整的 https 地址", "is no address that can be used: give a whole https address"
    ),
}
_BUSY: Final = frozenset({408, 409, 423, 425, 429, 503})


class OutboundFault(Exception):
    """A request that was not answered as it should be.

    Attributes:
        kind: stable code, one of ``FAULTS``.
        host: that was asked; the rest of its address may hold secrets.
        detail: what is known more, such as a status; never a text of the other side.
        retry_after: seconds for which the other side asks to be left alone; None where it does not say.
    """

    def __init__(self, kind: str, *, detail: str = "", retry_after: float | None = None) -> None:
        super().__init__(kind)
        self.kind, self.detail, self.retry_after, self.host = kind, detail, retry_after, ""

    @property
    def passing(self) -> bool:
        """Whether the same request may go well later."""
        return FAULTS[self.kind].passing

    @property
    def message(self) -> str:
        """The sentence in English."""
        return self.sentence("en")

    def sentence(self, locale: Locale) -> str:
        """For people: the host, what happened, and what to do."""
        row, chinese = FAULTS[self.kind], locale == "zh-CN"
        text = (row.zh if chinese else row.en).format(detail=self.detail)
        return f"{self.host} {text}".strip()

    def of(self, host: str) -> Self:
        """The same, of this host."""
        self.host = host
        return self

    def __str__(self) -> str:
        return self.message


def fault_of_status(status: int, retry_after: float | None = None) -> OutboundFault:
    """What an answer outside 200 to 299 means (rule DEVICE-4)."""
    if 300 <= status < 400:
        kind = "redirected"
    elif status in _BUSY:
        kind = "busy"
    else:
        kind = "server_error" if status >= 500 else "refused"
    return OutboundFault(kind, detail=f"HTTP {status}", retry_after=retry_after)

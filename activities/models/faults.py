"""The table of everything that a model call can end with other than an answer (rules MODEL-13 and MODEL-14)."""

from dataclasses import dataclass
from typing import Final, Literal

from activities.models.reply import Usage
from domain.schedule.state import Locale

Remedy = Literal["again", "correct", "none"]


@dataclass(frozen=True, slots=True)
class FaultKind:
    """One row of the table.

    Attributes:
        remedy: ``again`` a fault that passes, worth the same call later; ``correct`` an answer that cannot be used,
            worth one more call that says so; ``none`` a fault that stays until somebody changes something.
        zh, en: the sentence, with ``{detail}`` where the client itself has more to say.
    """

    remedy: Remedy
    zh: str
    en: str


_AGAIN_ZH, _AGAIN_EN = (
    "稍后会再试；若一直如此，请检查该服务",
    "it will be tried again; if this stays, look after that server",
)
_BIGGER_ZH, _BIGGER_EN = (
    "若经常如此，请换一个更能遵守格式的模型",
    "if this is frequent, choose a model that keeps better to a form",
)

FAULTS: Final[dict[str, FaultKind]] = {
    "unreachable": FaultKind(
        "again",
        "连接不上：请确认它已启动、地址无误",
        "cannot be reached: see that it runs and that its address is right",
    ),
    "timed_out": FaultKind(
        "again",
        "在时限内没有答完：请换更快的模型，或加大 call_seconds",
        "did not finish in time: choose a faster model, or raise call_seconds",
    ),
    "out_of_patience": FaultKind(
        "again",
        "没有在这次运行剩下的 {detail} 秒里答完：请确认它还在回应，或加大 DAYWRIGHT_MODEL_PATIENCE_SECONDS",
        "did not answer in the {detail} s that this run could still wait: see that it answers at all, "
        "or raise DAYWRIGHT_MODEL_PATIENCE_SECONDS",
    ),
    "broken_off": FaultKind("again", f"连接中途断开：{_AGAIN_ZH}", f"broke the connection off: {_AGAIN_EN}"),
    "rate_limited": FaultKind(
        "again",
        "限制了调用频率：稍后会再试；若经常如此，请调低 concurrency 或提高额度",
        "limits how often it is called: it will be tried again; if frequent, lower concurrency or raise the limit",
    ),
    "busy": FaultKind(
        "again",
        "的并发名额一直占满：稍后会再试；若服务承受得住，请调高 concurrency",
        "has all its places taken: it will be tried again; if the server can bear it, raise concurrency",
    ),
    "conflict": FaultKind("again", f"此刻不接受调用：{_AGAIN_ZH}", f"takes no call at this moment: {_AGAIN_EN}"),
    "loading": FaultKind("again", "还在加载模型：稍后会再试", "still loads its model: it will be tried again"),
    "overloaded": FaultKind("again", f"过载：{_AGAIN_ZH}", f"is overloaded: {_AGAIN_EN}"),
    "server_error": FaultKind("again", f"内部出错：{_AGAIN_ZH}", f"failed inside: {_AGAIN_EN}"),
    "empty": FaultKind("correct", f"没有给出回答：{_BIGGER_ZH}", f"gave no answer: {_BIGGER_EN}"),
    "cut": FaultKind(
        "correct",
        "的回答被截断：若经常如此，请加大 max_tokens，或关闭思考",
        "was cut off in its answer: if this is frequent, raise max_tokens, or switch thinking off",
    ),
    "runaway": FaultKind(
        "correct",
        f"的回答没完没了，已停止读取：{_BIGGER_ZH}",
        f"did not stop answering and was not read on: {_BIGGER_EN}",
    ),
    "unreadable": FaultKind(
        "correct", f"的回答里没有可读的 JSON：{_BIGGER_ZH}", f"answered without readable JSON: {_BIGGER_EN}"
    ),
    "invalid": FaultKind(
        "correct", f"的回答不符合要求的格式：{_BIGGER_ZH}", f"answered in another form than was asked: {_BIGGER_EN}"
    ),
    "bad_body": FaultKind(
        "correct",
        "的响应残缺不全：若一直如此，请检查该服务",
        "sent a broken response: if this stays, look after that server",
    ),
    "unauthorized": FaultKind("none", "不接受密钥：请检查 key", "does not accept the key: check key"),
    "payment_required": FaultKind("none", "要求付费：请充值", "asks for payment: top up the account"),
    "quota_exhausted": FaultKind(
        "none",
        "的额度已用完：请充值或提高额度",
        "has no quota left for this key: top up the account or raise its limit",
    ),
    "forbidden": FaultKind(
        "none",
        "不允许这个密钥使用：请检查权限或地区",
        "does not let this key in: check what it may use, and from where",
    ),
    "not_found": FaultKind(
        "none",
        "没有这个模型或路径：请检查 model 和 base_url（常以 /v1 结尾）",
        "knows no such model or path: check model and base_url (it often ends in /v1)",
    ),
    "method_not_allowed": FaultKind(
        "none", "不是聊天接口：请检查 base_url", "is not where chats are answered: check base_url"
    ),
    "redirected": FaultKind(
        "none",
        "转到了别处，而密钥不会跟过去：请填最终的 base_url",
        "points elsewhere, where no key is sent: give the final base_url",
    ),
    "not_an_api": FaultKind(
        "none",
        "返回的是网页而不是接口：请检查 base_url（常以 /v1 结尾）",
        "answers with a page, not as an API: check base_url (it often ends in /v1)",
    ),
    "context_too_long": FaultKind(
        "none",
        "容不下这个提示：请换上下文更长的模型",
        "has no room for the prompt: choose a model with a longer context",
    ),
    "content_filtered": FaultKind(
        "none",
        "拒绝回答这一内容：请换一种说法，或换一个模型",
        "refuses this content: say it in other words, or choose another model",
    ),
    "unsupported": FaultKind(
        "none",
        "不支持 {detail}：请调整 mode、max_tokens_field、send_temperature 或 extra_body",
        "does not support {detail}: change mode, max_tokens_field, send_temperature or extra_body",
    ),
    "rejected": FaultKind(
        "none",
        "拒绝了请求（{detail}）：请检查 preset、model 和 extra_body",
        "rejects the request ({detail}): check preset, model and extra_body",
    ),
    "address_refused": FaultKind(
        "none",
        "的地址不允许使用（{detail}）：若确实要用，请把主机写进 DAYWRIGHT_MODEL_HOSTS",
        "has an address that may not be used ({detail}): if it is meant, put the host into DAYWRIGHT_MODEL_HOSTS",
    ),
    "not_configured": FaultKind(
        "none",
        "没有配置：请设置 DAYWRIGHT_MODEL_URL 或 DAYWRIGHT_MODELS",
        "is not configured: set DAYWRIGHT_MODEL_URL or DAYWRIGHT_MODELS",
    ),
    "internal": FaultKind(
        "none",
        "的调用在本程序内部出错（{detail}）：请报告此问题",
        "could not be called because of a mistake in this program ({detail}): please report it",
    ),
}


class ModelFault(Exception):
    """A model call that gave no usable answer.

    Attributes:
        kind: stable code, one of ``FAULTS``.
        endpoint, model: which was called.
        detail: what the client itself knows, such as a status; never a text of the endpoint.
        problem: for a malformed answer, what was wrong with it, to be told to the model.
        text, reasoning: what came in before, bounded; for the trace only, never for people.
        mode: how JSON was asked for at last; empty where nothing was asked.
        retry_after_seconds: how long the endpoint asks to be left alone; None where it does not say.
        usage: tokens that the call took all the same; None where no text came.
        seconds: how long it took.
    """

    def __init__(self, kind: str, *, detail: str = "", problem: str = "", retry_after: float | None = None) -> None:
        super().__init__(kind)
        self.kind, self.detail, self.problem, self.retry_after_seconds = kind, detail, problem, retry_after
        self.endpoint, self.model, self.mode = "", "", ""
        self.text, self.reasoning = "", ""
        self.usage: Usage | None = None
        self.seconds = 0.0

    @property
    def retryable(self) -> bool:
        """Whether the same call may go well later."""
        return FAULTS[self.kind].remedy == "again"

    @property
    def malformed(self) -> bool:
        """Whether an answer came that cannot be used, which is counted apart from faults of the way there."""
        return FAULTS[self.kind].remedy == "correct"

    @property
    def message(self) -> str:
        """The sentence in English."""
        return self.sentence("en")

    def sentence(self, locale: Locale) -> str:
        """For people: names the endpoint, the model and what to do."""
        row = FAULTS[self.kind]
        text = (row.zh if locale == "zh-CN" else row.en).format(detail=self.detail)
        if locale == "zh-CN":
            return f"模型端点 {self.endpoint}{f'（{self.model}）' if self.model else ' '}{text}。"
        return f"model endpoint {self.endpoint}{f' ({self.model})' if self.model else ''} {text}."

    def __str__(self) -> str:
        return f"{self.kind}: {self.message}"

"""Messages that ask what Daywright can do (rule CHAT-5)."""

from typing import Final

from domain.conversation.courtesy import without_courtesy
from domain.conversation.cue import words

_DO = r"(?:做|干|办|帮|帮忙|问|说)?(?:些|点|到)?"
_ASKS: Final = words(
    rf"(?:那么?|所以)?(?:你们?|daywright|小助手|助手)?(?:到底|究竟|都|还)*(?:能|会|可以|擅长)(?:帮我们?|为我|给我)?{_DO}(?:什么|啥|哪些)(?:事情?|忙|功能)?"
    r"|(?:那么?)?(?:你们?|daywright)?(?:都|还)?有(?:什么|啥|哪些)(?:功能|本事|用处?|能力)|(?:那么?)?你(?:到底|究竟)?是(?:谁|什么|干嘛的?|做什么的?|干什么的?)"
    r"|(?:我)?(?:该|要)?(?:怎么|如何)(?:使?用|跟你说话?|和你说话?)(?:你|它|daywright)?|(?:使用)?(?:帮助|说明书?)|功能"
    r"|(?:so\s+|and\s+)?what\s+(?:(?:else|all)\s+)?(?:can|could|do)\s+(?:you|daywright)\s+(?:do|offer)(?:\s+for\s+me)?"
    r"|(?:so\s+)?what\s+can\s+i\s+(?:ask|say)(?:\s+you|\s+to\s+you|\s+here)?|what\s+can\s+you\s+help(?:\s+me)?(?:\s+with)?|who\s+are\s+you|what\s+are\s+you"
    r"|what\s+are\s+your\s+(?:abilities|features|skills)|how\s+(?:do|can)\s+i\s+use\s+(?:you|this|it)|how\s+does\s+(?:this|it)\s+work|help(?:\s+me)?"
)
_TAIL: Final = " ,.!?;:~…、。吧啊呀呢嘛啦的了"


def asks_for_abilities(text: str) -> bool:
    """Whether a plain text asks what can be done here and says nothing else."""
    return _ASKS.fullmatch(without_courtesy(text).strip(_TAIL)) is not None

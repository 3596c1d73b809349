"""Reading a completion while it is written: thoughts apart, up to a bound, to its end (rules MODEL-7 and MODEL-10)."""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from activities.models.faults import ModelFault
from activities.models.reply import KEPT, Usage, plain, tokens
from domain.models.secrets import Secrets

# An answer longer than this, in characters, is none of ours, and neither is one that begins or goes on in blanks.
LONGEST_ANSWER, LONGEST_REASONING, LONGEST_BLANK = 65_536, 262_144, 2_000
_REASONS_CUT = frozenset({"length", "max_tokens", "model_length"})
_BY_REASON = {
    "content_filter": "content_filtered",
    "insufficient_system_resource": "overloaded",
    "error": "server_error",
}
_OPEN = re.compile(r"\A\s*\ufeff?\s*<think(?:ing)?>")
_END = re.compile(r"</think(?:ing)?>")
_TAIL = len("</thinking>")


@dataclass(slots=True)
class Heard:
    """What came in so far.

    Attributes:
        told: gets each piece of reasoning as it comes.
        secrets: what is told to nobody, even where it comes in pieces.
        content, reasoning: the parts of the answer and of the thoughts, in order.
        finish_reason: why the model ended; None as long as it did not.
        usage: what the endpoint counted; None where it did not.
        refused: the model declined in the field that is meant for that.
    """

    told: Callable[[str], Awaitable[None]]
    secrets: Secrets
    content: str = ""
    reasoning: str = ""
    finish_reason: str | None = None
    counted: Usage | None = None
    refused: bool = False
    _blank: int = field(default=0, init=False)
    _thought: int = field(default=0, init=False)
    _untold: str = field(default="", init=False)

    async def take(self, chunk: Mapping[str, Any]) -> None:
        """One chunk of a stream, or a whole completion, as the JSON it came as.

        Raises:
            ModelFault: ``runaway``: what is still to come is not worth reading.
        """
        self._count(chunk.get("usage"))
        choices = chunk.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(choice, dict):
            return
        delta = choice.get("delta") or choice.get("message")
        if isinstance(delta, dict):
            await self._hear(delta)
        if isinstance(reason := choice.get("finish_reason"), str) and reason:
            self.finish_reason = reason

    async def tell_rest(self) -> None:
        """Tell what was held back because a key might have begun there; nothing more comes."""
        await self._tell(len(self._untold))

    def kept(self, text: str) -> str:
        """So much of a text as the trace keeps, without keys."""
        return self.secrets.hidden(plain(text))[:KEPT]

    def usage(self, asked: str) -> Usage:
        """The tokens of the call; estimated where the endpoint told none."""
        if self.counted is not None:
            return self.counted
        # Thoughts that were written into the answer are counted with it.
        apart = "" if self._thought else self.reasoning
        return Usage(tokens(asked), tokens(self.content) + tokens(apart), estimated=True)

    def ended(self) -> str:
        """The reason for which the model ended, if it is a good one.

        Raises:
            ModelFault: it did not end, was cut off, or declined.
        """
        if self.finish_reason is None:
            raise ModelFault("cut" if self.content else "empty", problem="The answer broke off before its end.")
        if self.finish_reason in _REASONS_CUT:
            raise ModelFault("cut", problem="The answer was longer than allowed and was cut off: write a shorter one.")
        if self.refused:
            raise ModelFault("content_filtered")
        if self.finish_reason in _BY_REASON:
            raise ModelFault(_BY_REASON[self.finish_reason])
        return self.finish_reason

    def _count(self, usage: Any) -> None:
        """Whole numbers only: some servers send nulls, or text, or the count so far with each chunk."""
        if isinstance(usage, dict):
            counts = [usage.get(name) for name in ("prompt_tokens", "completion_tokens")]
            if all(isinstance(count, int) and 0 <= count < 2**31 for count in counts):
                self.counted = Usage(counts[0], counts[1])  # type: ignore[arg-type]

    async def _hear(self, delta: Mapping[str, Any]) -> None:
        for name in ("reasoning_content", "reasoning"):
            if isinstance(thought := delta.get(name), str) and thought:
                await self._think(thought)
                break
        if isinstance(piece := delta.get("content"), str):
            self.content += piece
            self._bound(piece)
            await self._tell_written_thoughts()
        self.refused |= bool(delta.get("refusal"))

    async def _think(self, thought: str) -> None:
        thought = plain(thought)
        self.reasoning += thought
        if len(self.reasoning) > LONGEST_REASONING:
            raise ModelFault("runaway", problem="The reasoning did not end.")
        self._untold += thought
        await self._tell(self.secrets.settled(self._untold))

    async def _tell(self, upto: int) -> None:
        ready, self._untold = self._untold[:upto], self._untold[upto:]
        if ready:
            await self.told(self.secrets.hidden(ready))

    def _bound(self, piece: str) -> None:
        rest = piece.rstrip()
        self._blank = len(piece) - len(rest) + (0 if rest else self._blank)
        if self._blank > LONGEST_BLANK or len(self.content) > LONGEST_ANSWER:
            raise ModelFault("runaway", problem="The answer did not end.")

    async def _tell_written_thoughts(self) -> None:
        """Thoughts that a model writes into its answer, in ``<think>``, are told like any others."""
        opened = _OPEN.match(self.content)
        if opened is None or self._thought < 0:
            return
        start = max(self._thought, opened.end())
        ended = _END.search(self.content, start)
        # The end may be on its way: what could be the beginning of it is not told yet.
        upto = ended.start() if ended else max(start, len(self.content) - _TAIL)
        self._thought = -1 if ended else upto
        if thought := self.content[start:upto]:
            await self._think(thought)

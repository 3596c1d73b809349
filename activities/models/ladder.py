"""How an endpoint is asked for JSON, and what was found out about what it can do (rules MODEL-5 and MODEL-6)."""

import json
from dataclasses import dataclass, field
from typing import Any

from activities.models.refusals import Feature
from domain.models.endpoint import Endpoint, Mode
from domain.models.prompt import Prompt


@dataclass(slots=True)
class Ladder:
    """The rung that a model stands on; it steps down where the next strict way is refused, and never up again.

    Attributes:
        rungs: the ways to ask for JSON, the strictest first.
        counts_tokens: whether usage in a stream is asked for.
    """

    rungs: tuple[Mode, ...]
    counts_tokens: bool = True
    _at: int = field(default=0, init=False)

    @property
    def mode(self) -> Mode:
        """How JSON is asked for now."""
        return self.rungs[self._at]

    def step_down(self, refused: Feature, asked: Mode) -> bool:
        """Do without what was refused; False where that cannot be. ``asked`` is the rung on which it was refused.

        Of calls that run side by side the first to be refused takes the step for all.
        """
        if refused == "stream_options":
            given_up, self.counts_tokens = self.counts_tokens, False
            return given_up
        if self.mode != asked:
            return True
        if self._at + 1 == len(self.rungs):
            return False
        self._at += 1
        return True


def request_for(endpoint: Endpoint, prompt: Prompt, mode: Mode, counts_tokens: bool) -> dict[str, Any]:
    """The fields of a request for a chat completion."""
    schema = schema_of(prompt)
    fields: dict[str, Any] = {
        "model": endpoint.model,
        "messages": [
            {"role": "system", "content": system_text(prompt, schema)},
            {"role": "user", "content": prompt.user},
        ],
        "stream": True,
        endpoint.max_tokens_field: endpoint.max_tokens or prompt.max_tokens,
    }
    if counts_tokens:
        fields["stream_options"] = {"include_usage": True}
    if endpoint.send_temperature:
        fields["temperature"] = 0
    if mode == "json_schema":
        form = {"name": prompt.name, "schema": schema, "strict": False}
        fields["response_format"] = {"type": mode, "json_schema": form}
    elif mode == "json_object":
        fields["response_format"] = {"type": mode}
    if endpoint.extra_body:
        fields["extra_body"] = endpoint.extra_body
    return fields


def schema_of(prompt: Prompt) -> dict[str, Any]:
    """The schema of the answer. No object in it takes a key that it does not name, as the answer is read (MODEL-9)."""
    schema = prompt.answer.model_json_schema(by_alias=True)
    for part in (schema, *schema.get("$defs", {}).values()):
        if "properties" in part:
            part.setdefault("additionalProperties", False)
    return schema


def system_text(prompt: Prompt, schema: dict[str, Any]) -> str:
    """The standing instructions with the form of the answer, which some servers want to read in every mode."""
    return (
        f"{prompt.system}\n\n"
        "Answer with one JSON object and nothing else: no prose, no code fence, no comment. "
        f"It is a `{prompt.name}` and matches this JSON schema:\n"
        f"{json.dumps(schema, ensure_ascii=False, separators=(',', ':'))}"
    )

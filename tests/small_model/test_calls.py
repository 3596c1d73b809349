"""The client against a real server with a real, very bad model (rules MODEL-5 to MODEL-13)."""

from activities.models.client import ModelClients
from activities.models.faults import ModelFault
from activities.models.reply import Reply
from activities.models.trial import TRIAL, Chosen
from domain.models.endpoint import Endpoint, Mode

LOOPBACK = frozenset({"127.0.0.1"})


async def _asked(endpoint: Endpoint, mode: Mode) -> Reply | ModelFault:
    clients = ModelClients([endpoint.model_copy(update={"mode": mode})], LOOPBACK)
    try:
        return await clients.ask(endpoint.id, TRIAL)
    except ModelFault as fault:
        return fault
    finally:
        await clients.close()


async def test_under_a_schema_even_this_model_answers_in_form(small_model: Endpoint) -> None:
    """Of the right form, with tokens that the server counted; whether it is true is another matter."""
    outcome = await _asked(small_model, "json_schema")
    assert isinstance(outcome, Reply), outcome
    assert isinstance(outcome.answer, Chosen)
    assert not outcome.usage.estimated
    assert 0 < outcome.usage.completion_tokens <= TRIAL.max_tokens


async def test_left_to_itself_it_answers_or_its_nonsense_is_told_for_what_it_is(small_model: Endpoint) -> None:
    """Asked for an object, or by words alone, what it writes is an answer in form or a malformed one."""
    for mode in ("json_object", "prompt"):
        outcome = await _asked(small_model, mode)
        if isinstance(outcome, ModelFault):
            assert outcome.malformed, outcome
            assert outcome.text

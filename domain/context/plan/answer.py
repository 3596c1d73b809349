"""A plan as it is answered and printed (rule CONTEXT-1)."""

from domain.context.plan.contract import ContextPlan, Part


class PlanAnswer(Part):
    """The answer to what must be looked up: its one member is the plan."""

    plan: ContextPlan


def answer_text(plan: ContextPlan) -> str:
    """The answer as compact JSON, the same bytes for the same plan."""
    return PlanAnswer(plan=plan).model_dump_json()

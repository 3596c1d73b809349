"""The contract of plans as a JSON schema, made from the models (rule CONTEXT-9)."""

import json
from typing import Any

from domain.context.plan.contract import ContextPlan

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def plan_schema() -> dict[str, Any]:
    """The schema of an answer: its one member is the plan."""
    plan = ContextPlan.model_json_schema(mode="serialization")
    definitions = plan.pop("$defs")
    return {
        "$schema": DIALECT,
        "title": "ContextPlanAnswer",
        "type": "object",
        "properties": {"plan": {"$ref": "#/$defs/ContextPlan"}},
        "required": ["plan"],
        "additionalProperties": False,
        "$defs": {"ContextPlan": plan, **definitions},
    }


def schema_file() -> str:
    """The text of ``docs/schemas/context-plan.schema.json``."""
    return json.dumps(plan_schema(), ensure_ascii=False, indent=2) + "\n"

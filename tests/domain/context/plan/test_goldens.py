"""Every keyword and many whole queries have the plans that were read and found right (CONTEXT-9 and CONTEXT-10)."""

import json
from pathlib import Path
from typing import Any

import jsonschema_rs

from domain.context.plan.keywords import KEYWORDS
from domain.context.plan.schema import schema_file
from tests.domain.context.plan.goldens import Golden, goldens

SCHEMA = Path(__file__).parents[4] / "docs" / "schemas" / "context-plan.schema.json"


def _changed(kept: list[Golden]) -> dict[str, Any]:
    return {each.query: each.made() for each in kept if each.made() != each.plan}


def test_every_keyword_has_a_golden_plan_that_it_is_a_hit_of() -> None:
    kept = goldens("keywords")
    assert sorted(each.keyword or "" for each in kept) == sorted(KEYWORDS)
    assert len(KEYWORDS) >= 60
    for each in kept:
        assert f"keyword:{each.keyword}" in each.plan["planner_meta"]["rule_hits"]
    assert _changed(kept) == {}


def test_whole_queries_have_their_golden_plans() -> None:
    kept = goldens("queries")
    assert len({each.query for each in kept}) >= 40
    assert _changed(kept) == {}


def test_the_schema_is_that_of_the_models_and_every_golden_plan_has_its_form() -> None:
    """The file is made anew by `make docs`; it is closed to other members and values."""
    text = SCHEMA.read_text(encoding="utf-8")
    assert text == schema_file(), "the schema of plans is not what the models make: run make docs"
    valid = jsonschema_rs.validator_for(json.loads(text))
    plans = [each.plan for each in (*goldens("keywords"), *goldens("queries"))]
    assert [plan for plan in plans if not valid.is_valid({"plan": plan})] == []
    assert not valid.is_valid({"plan": plans[0], "more": 1})
    assert not valid.is_valid({"plan": plans[0] | {"temporal_mode": "SOMETIMES"}})
    assert not valid.is_valid({"plan": {name: part for name, part in plans[0].items() if name != "time"}})

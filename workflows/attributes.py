"""Search attributes: opaque ids, stage and outcome, never a person's words."""

from temporalio.common import SearchAttributeKey

USER = SearchAttributeKey.for_keyword("DaywrightUser")
SESSION = SearchAttributeKey.for_keyword("DaywrightSession")
STAGE = SearchAttributeKey.for_keyword("DaywrightStage")
OUTCOME = SearchAttributeKey.for_keyword("DaywrightOutcome")
ALL = (USER, SESSION, STAGE, OUTCOME)

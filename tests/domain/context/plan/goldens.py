"""Golden plans: queries whose plans were read and found to look for what is asked for.

``python -m tests.domain.context.plan.goldens`` writes the plans of the queries anew; what changed is then read again.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from domain.context.plan.answer import answer_text
from domain.context.plan.planner import make_plan
from domain.schedule.state import Locale

FOLDER = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class Golden:
    """A query with its plan; ``keyword`` is that of the table for which it stands, if any."""

    query: str
    now: str
    zone: str | None
    locale: Locale
    keyword: str | None
    plan: dict[str, Any]

    @property
    def moment(self) -> datetime:
        """The moment of asking, in its zone."""
        told = datetime.fromisoformat(self.now)
        return told.astimezone(ZoneInfo(self.zone)) if self.zone else told

    def made(self) -> dict[str, Any]:
        """The plan as it is made now."""
        return dict(json.loads(answer_text(make_plan(self.query, self.moment, self.locale)))["plan"])


def goldens(name: str) -> list[Golden]:
    """The lines of a file."""
    return list(_read(FOLDER / f"{name}.jsonl"))


def _read(path: Path) -> Iterator[Golden]:
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield Golden(row["query"], row["now"], row.get("zone"), row["locale"], row.get("keyword"), row["plan"])


def _line(golden: Golden) -> str:
    head = {"keyword": golden.keyword, "query": golden.query, "now": golden.now, "zone": golden.zone}
    known = {name: value for name, value in head.items() if value is not None}
    return json.dumps({**known, "locale": golden.locale, "plan": golden.made()}, ensure_ascii=False) + "\n"


def main() -> None:
    """Write every plan anew."""
    for path in sorted(FOLDER.glob("*.jsonl")):
        path.write_text("".join(map(_line, _read(path))), encoding="utf-8")


if __name__ == "__main__":
    main()

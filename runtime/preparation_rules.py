"""``python -m runtime.preparation_rules``: write the page of the rules without a model anew (rule PREP-19)."""

from pathlib import Path
from typing import Final

from domain.preparation.rules_page import page

PAGE: Final = Path(__file__).parents[1] / "docs" / "preparation-rules.md"


def main() -> None:
    """Write the file."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()

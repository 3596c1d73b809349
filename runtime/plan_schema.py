"""``python -m runtime.plan_schema``: write the schema of context plans anew from the models (rule CONTEXT-9)."""

from pathlib import Path

from domain.context.plan.schema import schema_file

FILE = Path(__file__).parents[1] / "docs" / "schemas" / "context-plan.schema.json"


def main() -> None:
    """Write the file."""
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(schema_file(), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Building blocks of the tables: columns and constraints in the forms that DATA-1 to DATA-3 ask for."""

from typing import Any

from sqlalchemy import (
    CheckConstraint,
    Column,
    DateTime,
    ForeignKeyConstraint,
    MetaData,
    PrimaryKeyConstraint,
    Text,
    UniqueConstraint,
    func,
)
from sqlalchemy.schema import SchemaItem

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def required(name: str, *args: Any, **options: Any) -> Column[Any]:
    """A column without nulls."""
    return Column(name, *args, nullable=False, **options)


def instant(name: str, *, nullable: bool = False, **options: Any) -> Column[Any]:
    """An instant, kept with its zone."""
    return Column(name, DateTime(timezone=True), nullable=nullable, **options)


def created_at() -> Column[Any]:
    """When the row was written, by the database's clock."""
    return instant("created_at", server_default=func.now())


def identity() -> list[SchemaItem]:
    """``user_id`` and ``id``, the id unique by itself and, for composite foreign keys, together with its user."""
    return [
        required("user_id", Text),
        required("id", Text),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("user_id", "id"),
        ulid_check("id"),
    ]


def ulid_check(column: str) -> CheckConstraint:
    """The column has the form of a ULID."""
    return CheckConstraint(f"{column} ~ '^[0-7][0-9A-HJKMNP-TV-Z]{{25}}$'", name=f"{column}_ulid")


def digest_check(column: str) -> CheckConstraint:
    """The column is a SHA-256 in hexadecimal digits."""
    return CheckConstraint(f"{column} ~ '^[0-9a-f]{{64}}$'", name=f"{column}_digest")


def one_of(column: str, *values: str) -> CheckConstraint:
    """The column takes one of a closed set of words."""
    words = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({words})", name=f"{column}_known")


def between(column: str, low: int, high: int) -> CheckConstraint:
    """The column lies in a range of which both ends count."""
    return CheckConstraint(f"{column} BETWEEN {low} AND {high}", name=f"{column}_range")


def at_least(column: str, low: int) -> CheckConstraint:
    """The column has a lower bound."""
    return CheckConstraint(f"{column} >= {low}", name=f"{column}_range")


def not_blank(column: str) -> CheckConstraint:
    """The column holds more than spaces."""
    return CheckConstraint(f"btrim({column}) <> ''", name=f"{column}_not_blank")


def user_reference(table: str) -> ForeignKeyConstraint:
    """The row's owner is a user; for tables that hang on no other owned table."""
    return ForeignKeyConstraint(["user_id"], ["users.id"], name=f"fk_{table}_user_id")


def owned_reference(table: str, column: str, target: str, *shared: str, key: str = "id") -> ForeignKeyConstraint:
    """A reference to a row of the same owner, and of the same value in each ``shared`` column (rule DATA-2)."""
    common = ["user_id", *shared]
    remote = [f"{target}.{name}" for name in (*common, key)]
    return ForeignKeyConstraint([*common, column], remote, name=f"fk_{table}_{column}", use_alter=target == "previews")

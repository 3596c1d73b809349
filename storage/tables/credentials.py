"""API keys, sign-in links and logins; each is stored as the digest of a text that is not (rules CRED-1 to CRED-3)."""

from sqlalchemy import CheckConstraint, Table, Text, UniqueConstraint

from storage.tables.columns import digest_check, identity, instant, metadata, one_of, required, user_reference


def _expiry_after_creation() -> CheckConstraint:
    return CheckConstraint("expires_at > created_at", name="expires_later")


api_keys = Table(
    "api_keys",
    metadata,
    *identity(),
    required("name", Text),
    required("prefix", Text),
    required("key_hash", Text),
    required("scope", Text, server_default="person"),
    instant("created_at"),
    instant("expires_at", nullable=True),
    instant("revoked_at", nullable=True),
    user_reference("api_keys"),
    UniqueConstraint("prefix"),
    UniqueConstraint("key_hash"),
    CheckConstraint("length(name) <= 100", name="name_length"),
    one_of("scope", "person", "service"),
    CheckConstraint("prefix ~ '^dw_[0-9A-Za-z]{8}$'", name="prefix_form"),
    digest_check("key_hash"),
    _expiry_after_creation(),
)

sign_in_links = Table(
    "sign_in_links",
    metadata,
    *identity(),
    required("token_hash", Text),
    instant("created_at"),
    instant("expires_at"),
    instant("used_at", nullable=True),
    user_reference("sign_in_links"),
    UniqueConstraint("token_hash"),
    digest_check("token_hash"),
    _expiry_after_creation(),
)

logins = Table(
    "logins",
    metadata,
    *identity(),
    required("token_hash", Text),
    instant("created_at"),
    instant("expires_at"),
    instant("revoked_at", nullable=True),
    user_reference("logins"),
    UniqueConstraint("token_hash"),
    digest_check("token_hash"),
    _expiry_after_creation(),
)

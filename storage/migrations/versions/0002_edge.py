"""What the HTTP edge needs: API keys, sign-in links, logins, and a version of every class of tasks."""

from alembic import op

revision = "0002"
down_revision = "0001"

STATEMENTS = (
    """
    CREATE TABLE api_keys (
        user_id TEXT NOT NULL,
        id TEXT NOT NULL,
        name TEXT NOT NULL,
        prefix TEXT NOT NULL,
        key_hash TEXT NOT NULL,
        created_at TIMESTAMP WITH TIME ZONE NOT NULL,
        expires_at TIMESTAMP WITH TIME ZONE,
        revoked_at TIMESTAMP WITH TIME ZONE,
        CONSTRAINT pk_api_keys PRIMARY KEY (id),
        CONSTRAINT uq_api_keys_user_id_id UNIQUE (user_id, id),
        CONSTRAINT ck_api_keys_id_ulid CHECK (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
        CONSTRAINT fk_api_keys_user_id FOREIGN KEY(user_id) REFERENCES users (id),
        CONSTRAINT uq_api_keys_prefix UNIQUE (prefix),
        CONSTRAINT uq_api_keys_key_hash UNIQUE (key_hash),
        CONSTRAINT ck_api_keys_name_length CHECK (length(name) <= 100),
        CONSTRAINT ck_api_keys_prefix_form CHECK (prefix ~ '^dw_[0-9A-Za-z]{8}$'),
        CONSTRAINT ck_api_keys_key_hash_digest CHECK (key_hash ~ '^[0-9a-f]{64}$'),
        CONSTRAINT ck_api_keys_expires_later CHECK (expires_at > created_at)
    )
    """,
    """
    CREATE TABLE sign_in_links (
        user_id TEXT NOT NULL,
        id TEXT NOT NULL,
        token_hash TEXT NOT NULL,
        created_at TIMESTAMP WITH TIME ZONE NOT NULL,
        expires_at TIMESTAMP WITH TIME ZONE NOT NULL,
        used_at TIMESTAMP WITH TIME ZONE,
        CONSTRAINT pk_sign_in_links PRIMARY KEY (id),
        CONSTRAINT uq_sign_in_links_user_id_id UNIQUE (user_id, id),
        CONSTRAINT ck_sign_in_links_id_ulid CHECK (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
        CONSTRAINT fk_sign_in_links_user_id FOREIGN KEY(user_id) REFERENCES users (id),
        CONSTRAINT uq_sign_in_links_token_hash UNIQUE (token_hash),
        CONSTRAINT ck_sign_in_links_token_hash_digest CHECK (token_hash ~ '^[0-9a-f]{64}$'),
        CONSTRAINT ck_sign_in_links_expires_later CHECK (expires_at > created_at)
    )
    """,
    """
    CREATE TABLE logins (
        user_id TEXT NOT NULL,
        id TEXT NOT NULL,
        token_hash TEXT NOT NULL,
        created_at TIMESTAMP WITH TIME ZONE NOT NULL,
        expires_at TIMESTAMP WITH TIME ZONE NOT NULL,
        revoked_at TIMESTAMP WITH TIME ZONE,
        CONSTRAINT pk_logins PRIMARY KEY (id),
        CONSTRAINT uq_logins_user_id_id UNIQUE (user_id, id),
        CONSTRAINT ck_logins_id_ulid CHECK (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
        CONSTRAINT fk_logins_user_id FOREIGN KEY(user_id) REFERENCES users (id),
        CONSTRAINT uq_logins_token_hash UNIQUE (token_hash),
        CONSTRAINT ck_logins_token_hash_digest CHECK (token_hash ~ '^[0-9a-f]{64}$'),
        CONSTRAINT ck_logins_expires_later CHECK (expires_at > created_at)
    )
    """,
    """
    ALTER TABLE task_classes
        ADD COLUMN version INTEGER DEFAULT '1' NOT NULL,
        ADD CONSTRAINT ck_task_classes_version_range CHECK (version >= 1)
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)

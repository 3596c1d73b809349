"""Signing in from a browser."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field


class LinkView(BaseModel):
    """An address that signs a browser in, once."""

    model_config = ConfigDict(frozen=True)

    url: str = Field(examples=["http://127.0.0.1:8787/login/3q2-7wXn…"])
    expires_at: datetime

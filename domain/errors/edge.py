"""Refusals of requests: who asks, from where, how much, and on which version."""

from domain.errors.tree import Conflict, DaywrightError


class Unauthenticated(DaywrightError):
    """A request without a key or login that is known and still good (rule CRED-4); the message quotes no secret."""

    code = "unauthenticated"


class Forbidden(DaywrightError):
    """A write with a cookie that does not come from our own page (EDGE-4), or a plan for somebody else (CONTEXT-30)."""

    code = "forbidden"


class RateLimited(DaywrightError):
    """More requests with one credential than it may send (rule EDGE-5)."""

    code = "rate_limited"


class HostRefused(DaywrightError):
    """A request under a host name that is not served (rule EDGE-3)."""

    code = "host_refused"


class UploadTooLarge(DaywrightError):
    """A body larger than its route takes; it was not read to the end."""

    code = "upload_too_large"


class UnsupportedMediaType(DaywrightError):
    """A body of a type that its route does not read."""

    code = "unsupported_media_type"


class PreconditionRequired(DaywrightError):
    """A change without the version it is meant for (rule EDGE-9)."""

    code = "precondition_required"


class IdempotencyKeyReused(Conflict):
    """The same idempotency key came with another body."""

    code = "idempotency_key_reused"


class VersionMismatch(DaywrightError):
    """An object was changed by somebody else since the caller read the version that it names."""

    code = "version_mismatch"

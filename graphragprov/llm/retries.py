"""When to ask again: exponential backoff with jitter, or as long as the server asks for."""

from __future__ import annotations

import math
import random
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from graphragprov.errors import LLMError

__all__ = ["Backoff", "retry_after"]

_NUMBER = re.compile(r"\s*[-+]?[0-9]{1,12}(\.[0-9]{0,12})?\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Backoff:
    """How long to wait between attempts, in seconds.

    The wait before retry ``n`` (from 0) is drawn from the upper half of ``first · 2ⁿ``, at most ``longest``; where the
    server names a time (``Retry-After``), it is that. All waits of one request together stay within ``total``.
    """

    first: float = 0.5
    longest: float = 30.0
    total: float = 180.0
    sleep: Callable[[float], None] = time.sleep

    def __post_init__(self) -> None:
        for name in ("first", "longest", "total"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value >= 0):
                raise LLMError(f"Backoff.{name} is a number of seconds, not {value!r}")

    def wait(self, attempt: int, asked: float | None) -> float:
        """Seconds to wait before retry number ``attempt``; ``asked`` is what the server asks for."""
        if asked is not None:
            return asked
        ceiling = min(self.longest, self.first * 2.0 ** min(attempt, 60))
        return ceiling * random.uniform(0.5, 1.0)  # noqa: S311 (spreads clients out, guards nothing)


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Seconds that ``Retry-After`` asks for, as a number or as an HTTP date (RFC 9110, 10.2.3); ``None`` without one.

    ``headers`` must be looked up without regard to case; ``now`` is the time that a date is compared with.
    """
    value = headers.get("retry-after")
    if value is None:
        return None
    seconds = _seconds(value, now or datetime.now(UTC))
    return None if seconds is None or not math.isfinite(seconds) else max(0.0, seconds)


def _seconds(value: str, now: datetime) -> float | None:
    if _NUMBER.fullmatch(value):
        return float(value)
    try:
        date = parsedate_to_datetime(value)
    except (ValueError, TypeError, OverflowError):
        return None
    return (date.replace(tzinfo=date.tzinfo or UTC) - now).total_seconds()

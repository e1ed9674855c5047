"""What a query may cost: time, rows and depth."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..errors import QueryTooExpensive
from .annotations import Row

__all__ = ["Budget", "QueryLimits"]

_CHUNK = 8192


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryLimits:
    """Bounds of one evaluation; ``None`` means none.

    ``seconds`` of wall time, ``rows`` of any intermediate result, ``depth`` of nesting of patterns and expressions.
    """

    seconds: float | None = 120.0
    rows: int | None = 20_000_000
    depth: int = 100


class Budget:
    """The limits of a running query, checked once per chunk of rows."""

    __slots__ = ("_deadline", "_limits")

    def __init__(self, limits: QueryLimits) -> None:
        self._limits = limits
        self._deadline = None if limits.seconds is None else time.monotonic() + limits.seconds

    @property
    def depth(self) -> int:
        """How deep patterns and expressions may nest."""
        return self._limits.depth

    def check(self, rows: int) -> None:
        """Raise ``QueryTooExpensive`` when an intermediate result of so many rows, or the time, is past its limit."""
        if self._limits.rows is not None and rows > self._limits.rows:
            message = f"the query has an intermediate result of over {self._limits.rows} rows; make it more specific"
            raise QueryTooExpensive(message + " or raise QueryLimits.rows")
        if self._deadline is not None and time.monotonic() > self._deadline:
            message = f"the query ran for over {self._limits.seconds} seconds; make it more specific"
            raise QueryTooExpensive(message + " or raise QueryLimits.seconds")

    def batched(self, step: Callable[[list[Row]], list[Row]], rows: list[Row]) -> list[Row]:
        """The step applied to all rows, chunk by chunk so that the limits can stop it."""
        if len(rows) <= _CHUNK:
            found = step(rows)
            self.check(len(found))
            return found
        found = []
        for start in range(0, len(rows), _CHUNK):
            found += step(rows[start : start + _CHUNK])
            self.check(len(found))
        return found

    def cross(self, rows: list[Row], suffixes: Iterable[Row]) -> list[Row]:
        """Every row with every suffix."""
        suffixes = list(suffixes)
        self.check(len(rows) * len(suffixes))
        if len(rows) == 1:
            row = rows[0]
            return [row + suffix for suffix in suffixes] if row else suffixes
        return [row + suffix for row in rows for suffix in suffixes]

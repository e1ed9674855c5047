"""Sets of which none contains another."""

from __future__ import annotations

__all__ = ["Antichain"]


class Antichain:
    """Sets (sorted tuples of numbers ≥ 0) of which none contains another, given in order of size."""

    __slots__ = ("_by_first",)

    def __init__(self) -> None:
        self._by_first: dict[int, list[frozenset[int]]] = {}

    def candidates(self, members: tuple[int, ...]) -> list[frozenset[int]]:
        """The sets that may be within this one: their least member is in it."""
        by_first = self._by_first
        candidates = list(by_first.get(-1, ()))
        for member in by_first.keys() & members if len(by_first) < len(members) else members:
            candidates += by_first.get(member, ())
        return candidates

    def add(self, members: tuple[int, ...], candidates: list[frozenset[int]] | None = None) -> bool:
        """Add a set unless it contains one that is there; whether it was added."""
        new = frozenset(members)
        if any(smaller <= new for smaller in (self.candidates(members) if candidates is None else candidates)):
            return False
        self._by_first.setdefault(members[0] if members else -1, []).append(new)
        return True

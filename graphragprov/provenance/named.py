"""A gate of a circuit whose tokens have names: what two polynomials have in common when they are compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .circuit import Circuit

__all__ = ["NamedGate"]


@dataclass(frozen=True, slots=True)
class NamedGate:
    """The gate ``root`` of ``circuit``; ``names`` gives the name of a token (by its number)."""

    circuit: Circuit
    root: int
    names: Callable[[int], str]

    @property
    def tokens(self) -> tuple[str, ...]:
        """The names of the tokens below the gate, sorted."""
        return tuple(sorted({self.names(token) for token in self.circuit.tokens(self.root)}))

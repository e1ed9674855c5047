"""The value of a circuit in a semiring, tokens named by their identifiers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from ..semirings.base import Semiring, as_semiring
from .circuit import Circuit

__all__ = ["evaluate"]

T = TypeVar("T")


def evaluate(
    circuit: Circuit,
    root: int,
    semiring: Semiring[T] | type[Semiring[T]],
    valuation: Mapping[str, T] | Callable[[int], T] | None = None,
    token_id: Callable[[int], str] = str,
    *,
    triple_level: bool = False,
) -> T:
    """Fold the circuit below ``root`` in a semiring.

    Args:
        circuit: the circuit.
        root: the gate whose value is asked.
        semiring: a semiring, or its class.
        valuation: the values of tokens by identifier (``str`` or ``URIRef``), or a function of the token's number.
            A token that a mapping does not name takes the semiring's default.
        token_id: the identifier of a token.
        triple_level: value TRIPLE gates (by triple number: ``valuation`` and ``token_id`` get ``triple``, and
            ``~token`` for a token that is in no triple) instead of the tokens below them.

    Raises:
        UnnamedToken: a token has no value and the semiring has no default.
        UnsupportedOperation: the semiring lacks an operation that the circuit uses.
    """
    chosen = as_semiring(semiring)
    value = valuation if callable(valuation) else _by_identifier(chosen, valuation or {}, token_id)
    if triple_level:
        return circuit.fold(root, chosen, lambda token: value(~token), triples=value)
    return circuit.fold(root, chosen, value)


def _by_identifier(
    semiring: Semiring[T], valuation: Mapping[str, T], token_id: Callable[[int], str]
) -> Callable[[int], T]:
    # rdflib: URIRef("x") != "x", so that a mapping keyed by the one is not found by the other.
    values = {str(identifier): value for identifier, value in valuation.items()}

    def value(token: int) -> T:
        identifier = str(token_id(token))
        return values[identifier] if identifier in values else semiring.default(identifier)

    return value

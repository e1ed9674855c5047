"""Polynomials as sympy expressions. Tokens are commutative symbols; ⊖ and δ are functions that stay symbolic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy

from .expansion import Expansion, Term
from .implicants import Implicant

__all__ = ["Delta", "Monus", "sympy_sum"]


class Monus(sympy.Function):  # type: ignore[misc]
    """``Monus(x, y)`` is x ⊖ y."""

    nargs = 2


class Delta(sympy.Function):  # type: ignore[misc]
    """``Delta(x)`` is δ(x)."""

    nargs = 1


def sympy_sum(terms: Expansion, symbols: Sequence[str]) -> Any:
    """The sum of the terms, expanded, as a sympy expression over commutative symbols of these names."""
    return _sum(terms, [sympy.Symbol(symbol) for symbol in symbols])


def _sum(terms: Expansion, symbols: list[Any]) -> Any:
    return sympy.Add(*(_product(term, symbols) for term in terms))


def _product(term: Term, symbols: list[Any]) -> Any:
    factors = [symbols[token] ** power for token, power in term.tokens]
    factors += [Delta(_sum(sum_, symbols)) ** power for sum_, power in term.distinct]
    if term.unless:
        factors.append(Monus(1, sympy.Add(*(_conjunction(implicant, symbols) for implicant in term.unless))))
    return sympy.Mul(sympy.Integer(term.coefficient), *factors)


def _conjunction(implicant: Implicant, symbols: list[Any]) -> Any:
    return sympy.Mul(*(Monus(1, symbols[code // 2]) if code % 2 else symbols[code // 2] for code in implicant))

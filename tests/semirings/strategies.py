"""Values of each semiring, for properties."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from graphragprov.semirings import Boolean, Counting, How, HowPolynomial, Semiring, Which, Why

TOKENS = ("a", "b", "c")

_token_sets = st.frozensets(st.sampled_from(TOKENS), max_size=3)
_monomials = st.dictionaries(st.sampled_from(TOKENS), st.integers(1, 2), max_size=2).map(
    lambda factors: tuple(sorted(factors.items()))
)

VALUES: dict[type[Semiring[Any]], st.SearchStrategy[Any]] = {
    Boolean: st.booleans(),
    Counting: st.integers(0, 4),
    How: st.dictionaries(_monomials, st.integers(1, 3), max_size=3).map(HowPolynomial.of),
    Why: st.frozensets(_token_sets, max_size=3),
    Which: st.none() | _token_sets,
}
"""Each shipped semiring, and how to draw its values."""

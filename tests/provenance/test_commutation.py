"""Law 3: evaluating in ℕ[X] and then specialising is evaluating directly."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphragprov.provenance import Circuit, evaluate
from graphragprov.semirings import Semiring

from ..semirings.strategies import VALUES
from .circuits import TOKENS, Expression, build, how, monotone, token_name


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: kind.name)
def test_specialising_the_polynomial_is_evaluating_directly(kind: type[Semiring[Any]]) -> None:
    values = st.fixed_dictionaries({token_name(token): VALUES[kind] for token in range(TOKENS)})

    @settings(max_examples=150, deadline=None, derandomize=True)
    @given(monotone, values)
    def check(expression: Expression, valuation: dict[str, Any]) -> None:
        circuit = Circuit()
        root = build(expression, circuit)
        directly = evaluate(circuit, root, kind, valuation, token_name)
        assert directly == how(circuit, root).specialise(kind(), valuation)

    check()

"""Cases for Hypothesis, and the settings that every law shares."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st

from graphragprov.errors import UnsupportedQuery

from . import wide
from .wide import Case, Choose
from .worlds import OutOfRange

__all__ = ["CASES", "FEW", "MONOTONE", "Drawn", "check", "drawn"]

Drawn = tuple[Case, Choose]


def few(examples: int) -> settings:
    """So many examples, always the same."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )


FEW = few(150)


def drawn(make: Callable[[Choose], Case]) -> st.SearchStrategy[Drawn]:
    """Cases made by random choices, with the means to make more choices."""

    @st.composite
    def both(draw: st.DrawFn) -> Drawn:
        choose: Choose = lambda options: draw(st.sampled_from(options))  # noqa: E731
        return make(choose), choose

    return both()


CASES = drawn(wide.case)
MONOTONE = drawn(wide.monotone_case)


def check(law: Callable[[Case, Choose], None], found: Drawn) -> None:
    """The law on a case; one that is refused, or of which the law does not speak, is not counted."""
    try:
        law(*found)
    except (UnsupportedQuery, OutOfRange):
        assume(False)

"""The built-in functions and casts of SPARQL, by name and by IRI."""

from __future__ import annotations

from . import dates, hashes, numerics, patterns, strings, terms
from .casts import FUNCTIONS as CASTS
from .registry import Environment, Function

__all__ = ["BUILT_INS", "CASTS", "VOLATILE", "Environment", "Function"]

BUILT_INS: dict[str, Function] = {
    **strings.FUNCTIONS,
    **numerics.FUNCTIONS,
    **dates.FUNCTIONS,
    **hashes.FUNCTIONS,
    **patterns.FUNCTIONS,
    **terms.FUNCTIONS,
}
"""Built-in functions by upper-case name. BOUND, IF, COALESCE and BNODE are part of evaluation itself."""

VOLATILE = frozenset({"RAND", "UUID", "STRUUID", "NOW", "BNODE"})
"""Functions whose value does not depend on their arguments alone."""

"""Provenance circuits and their views: polynomials, witnesses, values in semirings, canonical forms."""

from .canonical import canonical
from .circuit import Circuit, Kind
from .evaluation import evaluate
from .polynomial import Polynomial, PolynomialTerm
from .restore import from_canonical
from .witnesses import Witness, witnesses

__all__ = [
    "Circuit",
    "Kind",
    "Polynomial",
    "PolynomialTerm",
    "Witness",
    "canonical",
    "evaluate",
    "from_canonical",
    "witnesses",
]

"""Semirings, one class each, with the laws they declare."""

from .base import Semiring, as_semiring
from .boolean import Boolean
from .counting import Counting
from .how import How, HowPolynomial
from .which import Which
from .why import Why

__all__ = ["Boolean", "Counting", "How", "HowPolynomial", "Semiring", "Which", "Why", "as_semiring"]

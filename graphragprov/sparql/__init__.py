"""SPARQL: grammar, algebra, evaluation with provenance."""

from .algebra import Query
from .evaluate import evaluate
from .limits import QueryLimits
from .parse import parse_query
from .solutions import Solution, Solutions

__all__ = ["Query", "QueryLimits", "Solution", "Solutions", "evaluate", "parse_query"]

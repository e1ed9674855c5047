"""Chains flattened: what is joined, with which filters; what is united; property paths unfolded.

Every step keeps the annotation of every mapping, not only the mappings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..terms import Term, Variable
from . import algebra as a
from .expressions import split_conjuncts
from .walk import certain, exists_in, mentioned

__all__ = ["Conjunction", "branches", "conjunction", "shares", "unfolded"]

Fresh = Callable[[], Variable]


@dataclass(frozen=True, slots=True)
class Conjunction:
    """The join of a basic graph pattern and other operands, and the filters that its rows must pass."""

    patterns: tuple[a.TriplePattern, ...]
    operands: tuple[a.Pattern, ...]
    filters: tuple[a.Expression, ...]


def branches(union: a.Union) -> list[a.Pattern]:
    """The operands of a chain of unions, in order."""
    found: list[a.Pattern] = []
    stack: list[a.Pattern] = [union]
    while stack:
        top = stack.pop()
        if isinstance(top, a.Union):
            stack += (top.right, top.left)
        else:
            found.append(top)
    return found


def conjunction(pattern: a.Pattern, fresh: Fresh) -> Conjunction:
    """The operands of nested Join and Filter. Basic graph patterns and links of paths are merged into one.

    The filters of a joined group stay with it, unless they only use variables that it certainly binds.
    """
    patterns: list[a.TriplePattern] = []
    operands: list[a.Pattern] = []
    filters: list[a.Expression] = []
    stack = [pattern]
    while stack:
        top = stack.pop()
        if isinstance(top, a.Filter) and (not (operands or patterns or stack) or _closed(top)):
            filters += split_conjuncts(top.condition)
            stack.append(top.pattern)
        elif isinstance(top, a.Join):
            stack += (top.right, top.left)
        elif isinstance(top, a.BGP):
            patterns += top.patterns
        elif isinstance(top, a.Path) and not _is_leaf(top.path):
            stack.append(unfolded(top, fresh))
        else:
            operands.append(top)
    return Conjunction(tuple(patterns), tuple(operands), tuple(filters))


_SHARES = {"=": 0.05, "!=": 1.0}
_USUAL_SHARE = 0.3


def shares(filters: Iterable[a.Expression]) -> dict[Variable, float]:
    """About which share of the rows the comparisons on a single variable leave, by that variable."""
    found: dict[Variable, float] = {}
    for condition in filters:
        if isinstance(condition, a.Comparison) and not exists_in(condition):
            used = mentioned(condition)
            if len(used) == 1:
                (variable,) = used
                found[variable] = found.get(variable, 1.0) * _SHARES.get(condition.operator, _USUAL_SHARE)
    return found


def _closed(group: a.Filter) -> bool:
    return not exists_in(group.condition) and mentioned(group.condition) <= certain(group.pattern)


def _is_leaf(path: a.PathExpression) -> bool:
    return isinstance(path, a.ZeroOrMore | a.OneOrMore | a.ZeroOrOne | a.NegatedPropertySet)


def unfolded(pattern: a.Path, fresh: Fresh) -> a.Pattern:
    """One step of the translation of ``/ | ^`` and links, which keep bags.

    https://www.w3.org/TR/sparql12-query/#sparqlTranslatePathExpressions
    """
    subject, object_, at = pattern.subject, pattern.object, pattern.at
    match pattern.path:
        case a.Link(iri):
            return a.BGP((a.TriplePattern(subject, iri, object_, at),))
        case a.Inverse(path):
            return a.Path(object_, path, subject, at)
        case a.Sequence(left, right):
            middle: Term = fresh()
            return a.Join(a.Path(subject, left, middle, at), a.Path(middle, right, object_, at))
        case a.Alternative(left, right):
            return a.Union(a.Path(subject, left, object_, at), a.Path(subject, right, object_, at))
        case _:
            return pattern

"""SPARQL algebra: frozen nodes with the names of the specification.

https://www.w3.org/TR/sparql12-query/#sparqlAlgebra.  A pattern node denotes a multiset of solution mappings; here each
of them also carries its provenance.  Nodes that a person may have to be shown the place of carry ``at``, the offset of
the construct in the query text (-1 when it was not written by the user); it takes no part in equality.

Blank nodes of a query are variables that cannot be projected: their names start with ``.``
(see :func:`is_projectable`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, TypeAlias

from ..terms import Literal, Term, URIRef, Variable

# -- triple patterns ---------------------------------------------------------------------------------


def is_projectable(variable: Variable) -> bool:
    """Whether ``SELECT *`` shows the variable: blank nodes and helper variables of the translation are hidden."""
    return not str(variable).startswith(".")


@dataclass(frozen=True, slots=True)
class TriplePattern:
    """A triple that may hold variables (also inside triple terms)."""

    subject: Term
    predicate: Term
    object: Term
    at: int = field(default=-1, compare=False)


# -- property paths -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Link:
    """A path of one predicate."""

    iri: URIRef


@dataclass(frozen=True, slots=True)
class Inverse:
    """``^path``."""

    path: PathExpression


@dataclass(frozen=True, slots=True)
class Sequence:
    """``left / right``."""

    left: PathExpression
    right: PathExpression


@dataclass(frozen=True, slots=True)
class Alternative:
    """``left | right``."""

    left: PathExpression
    right: PathExpression


@dataclass(frozen=True, slots=True)
class ZeroOrMore:
    """``path*``."""

    path: PathExpression


@dataclass(frozen=True, slots=True)
class OneOrMore:
    """``path+``."""

    path: PathExpression


@dataclass(frozen=True, slots=True)
class ZeroOrOne:
    """``path?``."""

    path: PathExpression


@dataclass(frozen=True, slots=True)
class NegatedPropertySet:
    """``!(iri | ^iri)``: any predicate but ``forward`` one way, any but ``backward`` the other way.

    A direction whose tuple is ``None`` is not walked at all.
    """

    forward: tuple[URIRef, ...] | None
    backward: tuple[URIRef, ...] | None


PathExpression: TypeAlias = (
    Link | Inverse | Sequence | Alternative | ZeroOrMore | OneOrMore | ZeroOrOne | NegatedPropertySet
)

# -- expressions ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Constant:
    """A term that is written in the query (a triple term may hold variables)."""

    term: Term


@dataclass(frozen=True, slots=True)
class VariableReference:
    """The value of a variable."""

    variable: Variable


@dataclass(frozen=True, slots=True)
class Or:
    """``left || right`` with SPARQL's three-valued logic."""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class And:
    """``left && right`` with SPARQL's three-valued logic."""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Not:
    """``! operand``."""

    operand: Expression


@dataclass(frozen=True, slots=True)
class Comparison:
    """``left op right`` with op one of ``= != < > <= >=``."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class In:
    """``operand IN (choices)``, or NOT IN."""

    operand: Expression
    choices: tuple[Expression, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """``left op right`` with op one of ``+ - * /``."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class UnaryMinus:
    """``- operand``."""

    operand: Expression


@dataclass(frozen=True, slots=True)
class UnaryPlus:
    """``+ operand``."""

    operand: Expression


@dataclass(frozen=True, slots=True)
class BuiltInCall:
    """A built-in function by its upper-case name (``STRLEN``, ``IF``, ``COALESCE``, ``isIRI`` as ``ISIRI`` …)."""

    name: str
    arguments: tuple[Expression, ...]
    at: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """A function named by an IRI: a cast of XPath, or an extension."""

    iri: URIRef
    arguments: tuple[Expression, ...]
    distinct: bool = False
    at: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Exists:
    """``EXISTS { pattern }`` or ``NOT EXISTS { pattern }``."""

    pattern: Pattern
    negated: bool = False
    at: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Aggregate:
    """``NAME([DISTINCT] expression [; SEPARATOR=…])``; ``expression`` is ``None`` for ``COUNT(*)``."""

    name: str
    expression: Expression | None
    distinct: bool = False
    separator: str | None = None
    at: int = field(default=-1, compare=False)


Expression: TypeAlias = (
    Constant
    | VariableReference
    | Or
    | And
    | Not
    | Comparison
    | In
    | Arithmetic
    | UnaryMinus
    | UnaryPlus
    | BuiltInCall
    | FunctionCall
    | Exists
    | Aggregate
)

# -- graph patterns --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BGP:
    """A basic graph pattern. The empty one is the unit table (one empty mapping)."""

    patterns: tuple[TriplePattern, ...]


@dataclass(frozen=True, slots=True)
class Path:
    """A property path pattern that is not a single link."""

    subject: Term
    path: PathExpression
    object: Term
    at: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Join:
    """Ω₁ ⋈ Ω₂; annotations ⊗."""

    left: Pattern
    right: Pattern


@dataclass(frozen=True, slots=True)
class LeftJoin:
    """OPTIONAL: Join ∪ Diff under the condition (``None``: true)."""

    left: Pattern
    right: Pattern
    condition: Expression | None = None


@dataclass(frozen=True, slots=True)
class Filter:
    """The mappings for which the condition is true."""

    condition: Expression
    pattern: Pattern


@dataclass(frozen=True, slots=True)
class Union:
    """Ω₁ ∪ Ω₂; annotations ⊕."""

    left: Pattern
    right: Pattern


@dataclass(frozen=True, slots=True)
class Minus:
    """Ω₁ without the mappings that some mapping of Ω₂ is compatible with and shares a bound variable with."""

    left: Pattern
    right: Pattern


@dataclass(frozen=True, slots=True)
class Graph:
    """``GRAPH name { pattern }``; ``name`` is an IRI or a variable."""

    name: URIRef | Variable
    pattern: Pattern
    at: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Service:
    """``SERVICE [SILENT] name { pattern }``: parsed, never run."""

    name: URIRef | Variable
    pattern: Pattern
    silent: bool = False
    at: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Extend:
    """BIND: the mapping extended by variable := expression (unbound where the expression is an error)."""

    pattern: Pattern
    variable: Variable
    expression: Expression
    at: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Values:
    """Inline data (the specification's ``table``); ``None`` is UNDEF."""

    variables: tuple[Variable, ...]
    rows: tuple[tuple[Term | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Group:
    """GROUP BY with its aggregates (the specification's Group and AggregateJoin in one).

    Binds every key that is named and every aggregate's variable.  ``implicit`` marks aggregation without GROUP BY:
    there is exactly one group, also of nothing.
    """

    pattern: Pattern
    keys: tuple[tuple[Variable, Expression], ...]
    aggregates: tuple[tuple[Variable, Aggregate], ...]
    implicit: bool = False


@dataclass(frozen=True, slots=True)
class OrderCondition:
    """One key of ORDER BY."""

    expression: Expression
    descending: bool = False


@dataclass(frozen=True, slots=True)
class OrderBy:
    """The same mappings, ordered."""

    pattern: Pattern
    conditions: tuple[OrderCondition, ...]


@dataclass(frozen=True, slots=True)
class Project:
    """The mappings restricted to these variables. A sub-SELECT is a Project inside another pattern."""

    pattern: Pattern
    variables: tuple[Variable, ...]


@dataclass(frozen=True, slots=True)
class Distinct:
    """Every mapping once."""

    pattern: Pattern


@dataclass(frozen=True, slots=True)
class Reduced:
    """Every mapping at least once and at most as often as it was."""

    pattern: Pattern


@dataclass(frozen=True, slots=True)
class Slice:
    """LIMIT and OFFSET."""

    pattern: Pattern
    offset: int = 0
    limit: int | None = None


Pattern: TypeAlias = (
    BGP
    | Path
    | Join
    | LeftJoin
    | Filter
    | Union
    | Minus
    | Graph
    | Service
    | Extend
    | Values
    | Group
    | OrderBy
    | Project
    | Distinct
    | Reduced
    | Slice
)

# -- queries ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DatasetClause:
    """FROM and FROM NAMED."""

    default: tuple[URIRef, ...] = ()
    named: tuple[URIRef, ...] = ()


@dataclass(frozen=True, slots=True)
class SelectQuery:
    """SELECT. ``variables`` in the order in which they are shown."""

    pattern: Pattern
    variables: tuple[Variable, ...]
    dataset: DatasetClause | None = None


@dataclass(frozen=True, slots=True)
class AskQuery:
    """ASK."""

    pattern: Pattern
    dataset: DatasetClause | None = None


@dataclass(frozen=True, slots=True)
class ConstructQuery:
    """CONSTRUCT. Blank nodes of the template are hidden variables that the pattern does not bind."""

    pattern: Pattern
    template: tuple[TriplePattern, ...]
    dataset: DatasetClause | None = None


@dataclass(frozen=True, slots=True)
class DescribeQuery:
    """DESCRIBE: parsed, never run. ``terms`` is empty for ``DESCRIBE *``."""

    pattern: Pattern | None
    terms: tuple[URIRef | Variable, ...]
    dataset: DatasetClause | None = None


Query: TypeAlias = SelectQuery | AskQuery | ConstructQuery | DescribeQuery


def nodes(node: Any) -> Iterator[Any]:
    """Every node of a query, pattern or expression below (and with) the node itself, in no particular order."""
    stack = [node]
    while stack:
        current = stack.pop()
        if isinstance(current, tuple):
            stack.extend(current)
        elif is_dataclass(current):
            yield current
            stack.extend(getattr(current, entry.name) for entry in fields(current))


TRUE = Literal("true", datatype=URIRef("http://www.w3.org/2001/XMLSchema#boolean"), normalize=False)

"""What the grammar makes of one bracket level: small named tuples whose leaves are tokens.

A nested level is still a token here; the translation of the construct that holds it decides which rule reads it.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from .lexer import Token

# -- triples and paths


class NegatedIri(NamedTuple):
    """One member of a negated property set."""

    inverse: Token | None
    iri: Token


class Negation(NamedTuple):
    """``!`` and what it negates: a member, or a bracket level of members."""

    negated: NegatedIri | Token


class PathElement(NamedTuple):
    """``[^] primary [? * +]``."""

    inverse: Token | None
    primary: Token | Negation
    modifier: Token | None


class PathSteps(NamedTuple):
    """``elements[0] / elements[1] / …``."""

    elements: tuple[PathElement, ...]


class PathChoice(NamedTuple):
    """``sequences[0] | sequences[1] | …``."""

    sequences: tuple[PathSteps, ...]


class Reifier(NamedTuple):
    """``~`` and the identifier, if there is one."""

    at: int
    name: Token | None


class Object(NamedTuple):
    """A node with its reifiers and annotation blocks."""

    node: Token
    annotations: tuple[Reifier | Token, ...]


class Property(NamedTuple):
    """A verb with its objects."""

    verb: Token | PathChoice
    objects: tuple[Object, ...]


class Triples(NamedTuple):
    """A subject with its properties."""

    subject: Token
    properties: tuple[Property, ...]


class ReifiedTriple(NamedTuple):
    """The inside of ``<< … >>``, or without reifier of ``<<( … )>>``."""

    subject: Token
    verb: Token
    object: Token
    reifier: Reifier | None = None


# -- expressions


class Call(NamedTuple):
    """A function or aggregate with its argument list; an IRI alone when ``arguments`` is ``None``."""

    function: Token
    arguments: Token | None


class ExistsCall(NamedTuple):
    """``[NOT] EXISTS { … }``."""

    negation: Token | None
    keyword: Token
    body: Token


class InList(NamedTuple):
    """``[NOT] IN ( … )`` behind its operand."""

    negation: Token | None
    choices: Token


class Flat(NamedTuple):
    """An expression without its precedence: operands, calls and operators as they stand."""

    items: tuple[Token | Call | ExistsCall | InList, ...]


class Arguments(NamedTuple):
    """The inside of an argument list."""

    distinct: Token | None
    values: tuple[Flat | Token, ...]
    separator: Token | None


class Named(NamedTuple):
    """``expression [AS variable]``."""

    expression: Flat
    variable: Token | None


Constraint: TypeAlias = Token | Call | ExistsCall

# -- graph patterns


class Alternatives(NamedTuple):
    """``{ … } UNION { … } …``, or one group alone."""

    bodies: tuple[Token, ...]


class Keyworded(NamedTuple):
    """``OPTIONAL { … }`` or ``MINUS { … }``."""

    keyword: Token
    body: Token


class GraphClause(NamedTuple):
    """``GRAPH name { … }``."""

    keyword: Token
    name: Token
    body: Token


class ServiceClause(NamedTuple):
    """``SERVICE [SILENT] name { … }``."""

    keyword: Token
    silent: Token | None
    name: Token
    body: Token


class FilterClause(NamedTuple):
    """``FILTER constraint``."""

    keyword: Token
    constraint: Constraint


class BindClause(NamedTuple):
    """``BIND ( expression AS variable )``."""

    keyword: Token
    body: Token


class DataBlock(NamedTuple):
    """``VALUES variables { rows }``."""

    keyword: Token
    variables: Token
    rows: Token


Element: TypeAlias = (
    Triples | Alternatives | Keyworded | GraphClause | ServiceClause | FilterClause | BindClause | DataBlock
)

# -- queries


class Declaration(NamedTuple):
    """``BASE iri``, ``PREFIX name: iri`` or ``VERSION string``."""

    keyword: Token
    name: Token | None
    value: Token


class From(NamedTuple):
    """``FROM [NAMED] iri``."""

    named: Token | None
    iri: Token


class Order(NamedTuple):
    """One condition of ORDER BY."""

    direction: Token | None
    constraint: Constraint


class Limit(NamedTuple):
    """``LIMIT n`` or ``OFFSET n``."""

    keyword: Token
    number: Token


class Modifiers(NamedTuple):
    """GROUP BY, HAVING, ORDER BY, LIMIT and OFFSET."""

    keys: tuple[Constraint, ...]
    having: tuple[Constraint, ...]
    order: tuple[Order, ...]
    limits: tuple[Limit, ...]


class Select(NamedTuple):
    """SELECT, as a query or inside a group. ``items`` holds one ``*`` token, or variables and bracket levels."""

    keyword: Token
    qualifier: Token | None
    items: tuple[Token, ...]
    dataset: tuple[From, ...]
    where: Token
    modifiers: Modifiers
    values: DataBlock | None


class Ask(NamedTuple):
    """ASK."""

    keyword: Token
    dataset: tuple[From, ...]
    where: Token
    modifiers: Modifiers
    values: DataBlock | None


class Construct(NamedTuple):
    """CONSTRUCT; ``template`` is ``None`` in the short form, where the pattern is the template."""

    keyword: Token
    template: Token | None
    dataset: tuple[From, ...]
    where: Token
    modifiers: Modifiers
    values: DataBlock | None


class Describe(NamedTuple):
    """DESCRIBE."""

    keyword: Token
    items: tuple[Token, ...]
    dataset: tuple[From, ...]
    where: Token | None
    modifiers: Modifiers
    values: DataBlock | None


Form: TypeAlias = Select | Ask | Construct | Describe


class QueryUnit(NamedTuple):
    """A whole query."""

    prologue: tuple[Declaration, ...]
    form: Form


# -- updates


class QuadsClause(NamedTuple):
    """``GRAPH name { … }`` among quads."""

    name: Token
    body: Token


class DataUpdate(NamedTuple):
    """``INSERT DATA``, ``DELETE DATA`` or ``DELETE WHERE`` with its quads."""

    verb: Token
    sort: Token
    quads: Token


class Modify(NamedTuple):
    """``[WITH iri] [DELETE { … }] [INSERT { … }] USING … WHERE { … }``; ``actions`` are verb and quads in turn."""

    graph: Token | None
    actions: tuple[Token, ...]
    using: tuple[From, ...]
    where: Token


class Manage(NamedTuple):
    """LOAD, CLEAR, DROP, CREATE, ADD, MOVE or COPY with the IRIs that it names."""

    keyword: Token
    iris: tuple[Token, ...]


Operation: TypeAlias = DataUpdate | Modify | Manage


class UpdateUnit(NamedTuple):
    """A whole update: declarations and operations in their order."""

    parts: tuple[Declaration | Operation, ...]

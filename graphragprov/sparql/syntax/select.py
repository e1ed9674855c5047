"""Query forms and solution modifiers, https://www.w3.org/TR/sparql12-query/#sparqlSolMod.

The order is that of the specification: pattern, grouping, HAVING, VALUES, SELECT expressions, ORDER BY, projection,
DISTINCT, slice.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ...terms import URIRef, Variable
from ..algebra import (
    Aggregate,
    And,
    AskQuery,
    ConstructQuery,
    DatasetClause,
    DescribeQuery,
    Distinct,
    Expression,
    Extend,
    Filter,
    Group,
    OrderBy,
    OrderCondition,
    Pattern,
    Project,
    Query,
    Reduced,
    SelectQuery,
    Slice,
    TriplePattern,
    VariableReference,
)
from . import grammar, kinds, tree
from .balance import balanced
from .context import Context, Scope
from .expressions import Place, constraint, expression
from .groups import UNIT, group, inline_data, join
from .lexer import Level, Token
from .terms import iri, variable
from .triples import TriplesBuilder

# -- grouping ---------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Grouping:
    """The aggregates of one query level, each once, and how variables read outside of them."""

    context: Context
    keys: Scope
    pattern_scope: Scope
    aggregates: dict[Aggregate, Variable] = field(default_factory=dict)
    aliases: Scope = field(default_factory=dict)
    having_needs_select: bool = False

    def bind(self, aggregate: Aggregate) -> Expression:
        """A reference to the variable that holds the aggregate's value."""
        name = self.aggregates.get(aggregate)
        if name is None:
            name = self.aggregates[aggregate] = self.context.fresh("aggregate")
        return VariableReference(name)

    def sample(self, name: Variable, at: int) -> Expression:
        """A variable of the pattern that is no key, seen from the group: some value of it."""
        return self.bind(Aggregate("SAMPLE", VariableReference(name), at=at))


@dataclass(frozen=True, slots=True)
class _InSelect:
    grouping: _Grouping

    def aggregate(self, aggregate: Aggregate) -> Expression:
        return self.grouping.bind(aggregate)

    def reference(self, name: Variable, at: int) -> Expression:
        if name in self.grouping.keys or name in self.grouping.aliases:
            return VariableReference(name)
        raise self.grouping.context.error(at, _not_grouped(name))


@dataclass(frozen=True, slots=True)
class _InHaving:
    """A name given in SELECT may be used in HAVING, which then comes after the SELECT expressions."""

    grouping: _Grouping

    def aggregate(self, aggregate: Aggregate) -> Expression:
        return self.grouping.bind(aggregate)

    def reference(self, name: Variable, at: int) -> Expression:
        grouping = self.grouping
        if name in grouping.keys:
            return VariableReference(name)
        if name in grouping.pattern_scope:
            return grouping.sample(name, at)
        grouping.having_needs_select |= name in grouping.aliases
        return VariableReference(name)


@dataclass(frozen=True, slots=True)
class _InOrder:
    grouping: _Grouping

    def aggregate(self, aggregate: Aggregate) -> Expression:
        return self.grouping.bind(aggregate)

    def reference(self, name: Variable, at: int) -> Expression:
        grouping = self.grouping
        if name in grouping.keys or name in grouping.aliases or name not in grouping.pattern_scope:
            return VariableReference(name)
        return grouping.sample(name, at)


def _not_grouped(name: Variable) -> str:
    return (
        f"?{name} is neither in GROUP BY nor inside an aggregate, so it has no single value in a group"
        f" (write GROUP BY ?{name}, or an aggregate such as SAMPLE(?{name}))"
    )


def _aggregates(level: Level) -> bool:
    """Whether an aggregate stands in an expression, outside of the graph patterns in it."""
    if kinds.AGGREGATE in level:
        return True
    return any(
        token.level is not None and token.kind == kinds.ROUND and _aggregates(token.level) for token in level.tokens
    )


def _constraint_aggregates(item: tree.Constraint) -> bool:
    if isinstance(item, tree.ExistsCall):
        return False
    if isinstance(item, tree.Call):
        inner = item.arguments
        return item.function.kind == kinds.AGGREGATE or (inner is not None and _token_aggregates(inner))
    return _token_aggregates(item)


def _token_aggregates(token: Token) -> bool:
    return token.level is not None and _aggregates(token.level)


def _groups(items: tuple[Token, ...], modifiers: tree.Modifiers) -> bool:
    return (
        bool(modifiers.keys)
        or any(_token_aggregates(item) for item in items)
        or any(_constraint_aggregates(item) for item in modifiers.having)
        or any(_constraint_aggregates(item.constraint) for item in modifiers.order)
    )


# -- one query level ----------------------------------------------------------------------------------------


class _Level(NamedTuple):
    """The parts of a query or sub-query that its solution modifiers work on."""

    items: tuple[Token, ...]
    where: Token | None
    modifiers: tree.Modifiers
    values: tree.DataBlock | None


class _Translated(NamedTuple):
    pattern: Pattern
    scope: Scope
    names: tuple[Variable, ...]


class _Solutions:
    """Translates one query level up to ORDER BY."""

    def __init__(self, context: Context, parts: _Level) -> None:
        self.context = context
        self.parts = parts
        self.scope: Scope = {}
        self.pattern: Pattern = UNIT if parts.where is None else group(context, parts.where, self.scope)
        self.grouping: _Grouping | None = None
        self.keys: list[tuple[Variable, Expression]] = []

    def run(self) -> _Translated:
        """The pattern, the variables in scope and those that are selected."""
        modifiers = self.parts.modifiers
        if _groups(self.parts.items, modifiers):
            self._group_by()
        extensions, names = self._select()
        having = [self._constraint(item, "HAVING") for item in modifiers.having]
        order = [self._order(item) for item in modifiers.order]
        self._apply_grouping()
        having_last = self.grouping is not None and self.grouping.having_needs_select
        if having and not having_last:
            self.pattern = Filter(balanced(And, having), self.pattern)
        if self.parts.values is not None:
            self.pattern = join(self.pattern, self._values(self.parts.values, extensions))
        for extension in extensions:
            self.pattern = Extend(self.pattern, *extension)
        if having_last:
            self.pattern = Filter(balanced(And, having), self.pattern)
        if order:
            self.pattern = OrderBy(self.pattern, tuple(order))
        return _Translated(self.pattern, self.scope, names or tuple(self.scope))

    # -- GROUP BY

    def _group_by(self) -> None:
        pattern_scope = self.scope
        self.scope = {}
        for key in self.parts.modifiers.keys:
            self._group_key(key, pattern_scope)
        self.grouping = _Grouping(self.context, self.scope, pattern_scope)

    def _group_key(self, key: tree.Constraint, pattern_scope: Scope) -> None:
        place = Place("GROUP BY")
        if isinstance(key, Token) and key.kind == kinds.VARIABLE:
            name = variable(key)
            self.keys.append((name, VariableReference(name)))
        elif isinstance(key, Token):
            named: tree.Named = self.context.read(grammar.GROUP_KEY, self.context.inside(key))
            value = expression(self.context, named.expression, place)
            if named.variable is None:
                self.keys.append((self.context.fresh("key"), value))
                return
            name = variable(named.variable)
            if name in pattern_scope:
                raise self.context.error(named.variable, f"GROUP BY cannot name a key ?{name}: it is already in use")
            self.pattern = Extend(self.pattern, name, value, key.at)
            pattern_scope[name] = None
            self.keys.append((name, VariableReference(name)))
        else:
            self.keys.append((self.context.fresh("key"), constraint(self.context, key, place)))
            return
        self.scope[name] = None

    def _apply_grouping(self) -> None:
        if self.grouping is not None:
            aggregates = tuple([(name, aggregate) for aggregate, name in self.grouping.aggregates.items()])
            implicit = not self.parts.modifiers.keys
            self.pattern = Group(self.pattern, tuple(self.keys), aggregates, implicit)

    # -- SELECT

    def _select(self) -> tuple[list[tuple[Variable, Expression, int]], tuple[Variable, ...]]:
        items = self.parts.items
        if not items:
            return [], ()
        if items[0].kind == "*":
            if self.grouping is not None:
                raise self.context.error(items[0], "SELECT * cannot be used with GROUP BY or aggregates")
            if self.parts.values is not None:  # they are read later, but are in scope
                inline_data(self.context, self.parts.values, self.scope)
            return [], ()
        extensions: list[tuple[Variable, Expression, int]] = []
        names: Scope = {}
        for item in items:
            if item.kind == kinds.VARIABLE:
                name = variable(item)
                self._check_grouped(name, item, names)
            else:
                extension = self._select_expression(item, names)
                extensions.append(extension)
                name = extension[0]
            names[name] = None
        return extensions, tuple(names)

    def _check_grouped(self, name: Variable, item: Token, names: Scope) -> None:
        if self.grouping is not None and name not in self.grouping.keys and name not in names:
            raise self.context.error(item, _not_grouped(name))

    def _select_expression(self, item: Token, names: Scope) -> tuple[Variable, Expression, int]:
        named: tree.Named = self.context.read(grammar.NAMED_EXPRESSION, self.context.inside(item))
        assert named.variable is not None
        grouping = None if self.grouping is None else _InSelect(self.grouping)
        value = expression(self.context, named.expression, Place("SELECT", grouping))
        name = variable(named.variable)
        if name in self.scope or name in names:
            raise self.context.error(
                named.variable, f"SELECT cannot assign to ?{name}, which is already in use; choose another name"
            )
        if self.grouping is not None:
            self.grouping.aliases[name] = None
        return name, value, item.at

    # -- HAVING, ORDER BY, VALUES

    def _constraint(self, item: tree.Constraint, place: str) -> Expression:
        grouping = self.grouping
        if grouping is None:
            return constraint(self.context, item, Place(place))
        inside = _InHaving(grouping) if place == "HAVING" else _InOrder(grouping)
        return constraint(self.context, item, Place(place, inside))

    def _order(self, item: tree.Order) -> OrderCondition:
        descending = item.direction is not None and item.direction.text.upper() == "DESC"
        return OrderCondition(self._constraint(item.constraint, "ORDER BY"), descending)

    def _values(self, block: tree.DataBlock, extensions: list[tuple[Variable, Expression, int]]) -> Pattern:
        table = inline_data(self.context, block, self.scope)
        bound = frozenset(table.variables)
        for name, _, at in extensions:
            if name in bound:
                raise self.context.error(at, f"SELECT cannot assign to ?{name}, which VALUES binds")
        return table


def _sliced(context: Context, pattern: Pattern, limits: tuple[tree.Limit, ...]) -> Pattern:
    if not limits:
        return pattern
    found: dict[str, int] = {}
    for keyword, number in limits:
        if len(number.text) > 18:
            raise context.error(number, f"{keyword.text.upper()} is too large")
        found[keyword.text.upper()] = int(number.text)
    return Slice(pattern, found.get("OFFSET", 0), found.get("LIMIT"))


def _selected(context: Context, form: tree.Select) -> tuple[Pattern, tuple[Variable, ...]]:
    found = _Solutions(context, _Level(form.items, form.where, form.modifiers, form.values)).run()
    pattern: Pattern = Project(found.pattern, found.names)
    if form.qualifier is not None:
        pattern = Distinct(pattern) if form.qualifier.text.upper() == "DISTINCT" else Reduced(pattern)
    return _sliced(context, pattern, form.modifiers.limits), found.names


def sub_select(context: Context, level: Level, scope: Scope) -> Pattern:
    """A SELECT inside a group: only what it selects is in scope outside."""
    pattern, names = _selected(context, context.read(grammar.SUB_SELECT, level))
    scope.update(dict.fromkeys(names))
    return pattern


# -- query forms ------------------------------------------------------------------------------------------------


def query(context: Context, form: tree.Form) -> Query:
    """The algebra of a query."""
    dataset = _dataset(context, form.dataset)
    match form:
        case tree.Select():
            pattern, names = _selected(context, form)
            return SelectQuery(pattern, names, dataset)
        case tree.Ask():
            return AskQuery(_modified(context, form).pattern, dataset)
        case tree.Construct():
            return _construct(context, form, dataset)
        case tree.Describe():
            return _describe(context, form, dataset)


def _modified(context: Context, form: tree.Ask | tree.Construct | tree.Describe) -> _Translated:
    found = _Solutions(context, _Level((), form.where, form.modifiers, form.values)).run()
    return found._replace(pattern=_sliced(context, found.pattern, form.modifiers.limits))


def _dataset(context: Context, clauses: tuple[tree.From, ...]) -> DatasetClause | None:
    if not clauses:
        return None
    default = [iri(context, clause.iri) for clause in clauses if clause.named is None]
    named = [iri(context, clause.iri) for clause in clauses if clause.named is not None]
    return DatasetClause(tuple(default), tuple(named))


def _construct(context: Context, form: tree.Construct, dataset: DatasetClause | None) -> ConstructQuery:
    name = "a CONSTRUCT template" if form.template is not None else "CONSTRUCT WHERE"
    builder = TriplesBuilder(context, {}, name)
    builder.add(context.read(grammar.TEMPLATE, context.inside(form.template or form.where)))
    template = tuple([statement for statement in builder.statements if isinstance(statement, TriplePattern)])
    return ConstructQuery(_modified(context, form).pattern, template, dataset)


def _describe(context: Context, form: tree.Describe, dataset: DatasetClause | None) -> DescribeQuery:
    pattern = None if form.where is None and form.values is None else _modified(context, form).pattern
    items = [item for item in form.items if item.kind != "*"]
    terms: tuple[URIRef | Variable, ...] = tuple(
        [variable(item) if item.kind == kinds.VARIABLE else iri(context, item) for item in items]
    )
    return DescribeQuery(pattern, terms, dataset)

"""Basic graph patterns: an order by cheap statistics, then one batch step per pattern.

A step extends every row by every statement that fits: ``row + (value, statement)``, in one list comprehension over an
index. The statement's number is the row's provenance; no gate is made.
"""

# ruff: noqa: RUF005 - row + (value, statement) is twice as fast as (*row, value, statement)

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeAlias

from ..occurrences.index import GraphIndex, Links, Statements, pair_key
from ..terms import Term, TripleTerm, URIRef, Variable
from .algebra import TriplePattern
from .annotations import Row
from .session import Scope, Session
from .table import Table

__all__ = ["Atom", "Matcher", "Unpacking"]

Component: TypeAlias = int | Variable
"""The number of a constant, or a variable."""

_NEVER = float("inf")


@dataclass(frozen=True, slots=True)
class Atom:
    """A triple pattern over numbers and variables."""

    subject: Component
    predicate: Component
    object: Component
    sources: tuple[Statements, ...] = field(default=(), compare=False)
    """Where the statements of a constant predicate are: in the graph, in a view, or in both."""

    variables: frozenset[Variable] = field(init=False, compare=False)
    """The variables of the pattern."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "variables", _variables((self.subject, self.predicate, self.object)))


@dataclass(frozen=True, slots=True)
class Unpacking:
    """``whole`` is a triple term with these components (for a triple term with variables in a pattern)."""

    whole: Variable
    parts: tuple[Component, Component, Component]

    @property
    def variables(self) -> frozenset[Variable]:
        """The variables of the term, and the one that stands for it."""
        return _variables(self.parts) | {self.whole}


def _variables(components: Iterable[Component]) -> frozenset[Variable]:
    return frozenset([component for component in components if isinstance(component, Variable)])


class Matcher:
    """Matches basic graph patterns against one graph, in one evaluation."""

    def __init__(
        self,
        session: Session,
        scope: Scope,
        fresh: Callable[[], Variable],
        filters: Mapping[Variable, float] = MappingProxyType({}),
    ) -> None:
        """``filters``: the share of the rows that a filter on a variable is likely to leave."""
        self._session = session
        self._filters = filters
        self._index: GraphIndex = scope.active
        self._views = scope.default
        self._fresh = fresh
        self._keep = session.notes is not None

    # -- patterns to atoms -----------------------------------------------------------------------------------

    def atoms(self, patterns: Iterable[TriplePattern]) -> list[Atom | Unpacking]:
        """The patterns over numbers; a triple term with variables becomes a hidden variable and its unpacking."""
        found: list[Atom | Unpacking] = []
        for pattern in patterns:
            s, p, o = (self._component(t, found) for t in (pattern.subject, pattern.predicate, pattern.object))
            found.append(Atom(s, p, o, self._sources(p, pattern.predicate) if isinstance(p, int) else ()))
        return found

    def _component(self, term: Term, found: list[Atom | Unpacking]) -> Component:
        if isinstance(term, Variable):
            return term
        if isinstance(term, TripleTerm):
            s, p, o = (self._component(t, found) for t in (term.subject, term.predicate, term.object))
            if isinstance(s, Variable) or isinstance(p, Variable) or isinstance(o, Variable):
                whole = self._fresh()
                found.append(Unpacking(whole, (s, p, o)))
                return whole
        return self._session.terms.encode(term)

    # -- statistics --------------------------------------------------------------------------------------------

    def _sources(self, number: int, predicate: Term) -> tuple[Statements, ...]:
        asserted = self._index.predicate(number)
        view = self._session.graph.view(predicate) if self._views and isinstance(predicate, URIRef) else None
        return (asserted, view) if view is not None and len(view) else (asserted,)

    def fanout(self, atom: Atom | Unpacking, bound: frozenset[Variable] | set[Variable]) -> float:
        """About how many rows the step makes of one row, when these variables are bound."""
        if isinstance(atom, Unpacking):
            if atom.whole in bound:
                return 0.5
            return 1.0 if _variables(atom.parts) <= bound else _NEVER
        if isinstance(atom.predicate, int):
            return sum([_fanout_of(source, atom.subject, atom.object, bound) for source in atom.sources])
        return self._wild_fanout(atom, bound)

    def _wild_fanout(self, atom: Atom, bound: frozenset[Variable] | set[Variable]) -> float:
        index, found = self._index, float(len(self._index))
        if isinstance(atom.subject, int):
            found = len(index.all_by_subject.get(atom.subject, ()))
        elif atom.subject in bound:
            found /= max(1, len(index.all_by_subject))
        if isinstance(atom.object, int):
            found = min(found, len(index.all_by_object.get(atom.object, ())))
        elif atom.object in bound:
            found /= max(1, len(index.all_by_object))
        return found / max(1, len(index.by_predicate)) if atom.predicate in bound else found

    def ordered(
        self, atoms: Sequence[Atom | Unpacking], bound: frozenset[Variable], size: float
    ) -> tuple[list[Atom | Unpacking], float]:
        """The atoms, each time the one that leaves the fewest rows, and about how many rows that costs in all."""
        rest, known, order, cost = list(atoms), set(bound), [], 0.0
        while rest:
            growths = [self._growth(atom, known) for atom in rest]
            growth = min(growths)
            atom = rest.pop(growths.index(growth))
            size *= growth
            cost += size
            known |= atom.variables
            order.append(atom)
        return order, cost

    def _growth(self, atom: Atom | Unpacking, bound: set[Variable]) -> float:
        """The fan-out, less what the filters that can be applied then are likely to take away."""
        found = self.fanout(atom, bound)
        for variable, share in self._filters.items():
            if variable in atom.variables and variable not in bound:
                found *= share
        return found

    # -- steps ---------------------------------------------------------------------------------------------------

    def extended(self, table: Table, atom: Atom | Unpacking) -> Table:
        """The rows of the table, each with every way to match the atom."""
        if isinstance(atom, Unpacking):
            return self._unpacked(table, atom)
        if isinstance(atom.predicate, int):
            return self._by_predicate(table, atom)
        return self._wild(table, atom)

    def _by_predicate(self, table: Table, atom: Atom) -> Table:
        s, o = atom.subject, atom.object
        at_s = table.slots.get(s, -1) if isinstance(s, Variable) else -1
        at_o = table.slots.get(o, -1) if isinstance(o, Variable) else -1
        known_s, known_o = at_s >= 0 or isinstance(s, int), at_o >= 0 or isinstance(o, int)
        found: list[list[Row]] = []
        for source in atom.sources:
            if known_s and known_o:
                found.append(self._checked(table.rows, source.pairs, (at_s, s), (at_o, o)))
            elif at_s >= 0:
                found.append(self._followed(table.rows, source.from_subject, at_s))
            elif at_o >= 0:
                found.append(self._followed(table.rows, source.from_object, at_o))
            else:
                found.append(self._session.budget.cross(table.rows, self._scanned(source, s, o)))
        grown = self._grown(table, found[0], (s, o), numbered=self._keep or not (known_s and known_o))
        if len(found) == 1:
            return grown
        # The graph may assert what a view says as well: then a mapping has two derivations.
        return replace(grown, rows=[row for rows in found for row in rows], distinct=False)

    def _checked(
        self, rows: list[Row], pairs: dict[int, int], s: tuple[int, Component], o: tuple[int, Component]
    ) -> list[Row]:
        """The rows whose two known ends are a statement."""
        (at_s, subject), (at_o, object_) = s, o
        find, keep = pairs.get, self._keep
        if isinstance(object_, int):
            if isinstance(subject, int):
                t = find(pair_key(subject, object_))
                return [] if t is None else [row + (t,) for row in rows] if keep else rows
            if keep:
                return [row + (t,) for row in rows if (t := find(row[at_s] << 32 | object_)) is not None]
            return [row for row in rows if (row[at_s] << 32 | object_) in pairs]
        if isinstance(subject, int):
            high = subject << 32
            if keep:
                return [row + (t,) for row in rows if (t := find(high | row[at_o])) is not None]
            return [row for row in rows if (high | row[at_o]) in pairs]
        if keep:
            return [row + (t,) for row in rows if (t := find(row[at_s] << 32 | row[at_o])) is not None]
        return [row for row in rows if (row[at_s] << 32 | row[at_o]) in pairs]

    def _followed(self, rows: list[Row], links: Links, at: int) -> list[Row]:
        """From a bound column to the other, new end of its statements."""
        if links.one is not None:
            only = links.one.get
            return self._session.budget.batched(
                lambda chunk: [row + link for row in chunk if (link := only(row[at])) is not None], rows
            )
        assert links.many is not None, "one of both is there"
        get = links.many.get
        return self._session.budget.batched(
            lambda chunk: [row + link for row in chunk for link in get(row[at], ())], rows
        )

    def _scanned(self, source: Statements, s: Component, o: Component) -> Sequence[Row]:
        """What the statements add to a row that knows neither end."""
        subjects, objects = source.subjects, source.objects
        if isinstance(s, int):
            return source.from_subject.get(s)
        if isinstance(o, int):
            return source.from_object.get(o)
        if s == o:
            return [(subjects[t], t) for t in source if subjects[t] == objects[t]]
        return [(subjects[t], objects[t], t) for t in source]

    def _wild(self, table: Table, atom: Atom) -> Table:
        """A pattern whose predicate is a variable."""
        components = (atom.subject, atom.predicate, atom.object)
        at = [table.slots.get(c, -1) if isinstance(c, Variable) else -1 for c in components]
        columns = (self._index.subjects, self._session.graph.predicates, self._index.objects)
        new = [i for i, c in enumerate(components) if isinstance(c, Variable) and c not in table.slots]
        first = {components[i]: i for i in reversed(new)}
        twins = [(i, first[components[i]]) for i in new if first[components[i]] != i]
        added = [columns[i] for i in new if first[components[i]] == i]
        fixed = [(columns[i], at[i], c) for i, c in enumerate(components) if i not in new]
        candidates = self._candidates(components, at)
        keep = self._keep

        def step(rows: list[Row]) -> list[Row]:
            found = []
            for row in rows:
                known = [(column, row[i] if i >= 0 else c) for column, i, c in fixed]
                for t in candidates(row):
                    if all(column[t] == value for column, value in known):
                        if twins and any(columns[i][t] != columns[j][t] for i, j in twins):
                            continue
                        values = tuple([column[t] for column in added])
                        found.append(row + values + (t,) if keep else row + values)
            return found

        return self._grown(table, self._session.budget.batched(step, table.rows), components, numbered=keep)

    def _candidates(self, components: Sequence[Component], at: Sequence[int]) -> Callable[[Row], Iterable[int]]:
        """The statements that may match in a row, by the most selective index."""
        index = self._index
        s, p, o = [i >= 0 or isinstance(c, int) for c, i in zip(components, at, strict=True)]

        def value(row: Row, which: int) -> int:
            component = components[which]
            return component if isinstance(component, int) else row[at[which]]

        if s and o:
            return lambda row: min(
                index.all_by_subject.get(value(row, 0), ()), index.all_by_object.get(value(row, 2), ()), key=len
            )
        if s:
            return lambda row: index.all_by_subject.get(value(row, 0), ())
        if o:
            return lambda row: index.all_by_object.get(value(row, 2), ())
        if p:
            return lambda row: index.predicate(value(row, 1))
        return lambda row: index

    def _grown(self, table: Table, rows: list[Row], components: Iterable[Component], *, numbered: bool) -> Table:
        """The table after new variables (and, ``numbered``, the statement) were appended to its rows."""
        slots, width = dict(table.slots), table.width
        variables = [component for component in components if isinstance(component, Variable)]
        for variable in variables:
            if variable not in slots:
                slots[variable] = width
                width += 1
        refs = (*table.refs, width) if self._keep else table.refs
        width += numbered
        certain = table.certain.union(variables)
        return Table(rows, width, slots, refs, table.mortal, certain, table.distinct)

    # -- triple terms ----------------------------------------------------------------------------------------------

    def _unpacked(self, table: Table, atom: Unpacking) -> Table:
        if atom.whole not in table.slots:
            table = self._packed(table, atom)
        whole, parts_of = table.slots[atom.whole], self._session.terms.parts
        slots, width = dict(table.slots), table.width
        sources: list[tuple[int, int]] = []  # (component, column to compare it with, or -1: a new column)
        for i, part in enumerate(atom.parts):
            if isinstance(part, Variable) and part not in slots:
                slots[part] = width
                width += 1
                sources.append((i, -1))
            elif isinstance(part, Variable):
                sources.append((i, slots[part]))
        constants = [(i, part) for i, part in enumerate(atom.parts) if isinstance(part, int)]
        rows = []
        for row in table.rows:
            parts = parts_of(row[whole])
            if parts is None or any(parts[i] != value for i, value in constants):
                continue
            longer = row + tuple([parts[i] for i, column in sources if column < 0])
            if all(longer[column] == parts[i] for i, column in sources if column >= 0):
                rows.append(longer)
        return replace(table, rows=rows, width=width, slots=slots, certain=table.certain | atom.variables)

    def _packed(self, table: Table, atom: Unpacking) -> Table:
        """The triple term made of its known components, where the graph or the query has it."""
        terms = self._session.terms
        at = [part if isinstance(part, int) else table.slots[part] for part in atom.parts]
        rows = []
        for row in table.rows:
            s, p, o = (i if isinstance(part, int) else row[i] for i, part in zip(at, atom.parts, strict=True))
            found = terms.find(TripleTerm(terms.decode(s), terms.decode(p), terms.decode(o)))
            if found:
                rows.append((*row, found))
        slots = {**table.slots, atom.whole: table.width}
        return replace(table, rows=rows, width=table.width + 1, slots=slots, certain=table.certain | {atom.whole})


def _fanout_of(source: Statements, s: Component, o: Component, bound: frozenset[Variable] | set[Variable]) -> float:
    size = len(source)
    if not size:
        return 0.0
    if isinstance(s, int) and isinstance(o, int):
        return float(pair_key(s, o) in source.pairs)
    found = float(size)
    subjects, objects = source.spread
    if isinstance(s, int):
        found = len(source.from_subject.get(s))
        return found / max(1, objects) if o in bound else found
    if isinstance(o, int):
        found = len(source.from_object.get(o))
        return found / max(1, subjects) if s in bound else found
    if s in bound:
        found /= subjects
    if o in bound:
        found /= objects
    return found

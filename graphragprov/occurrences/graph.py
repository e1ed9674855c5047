"""The graph of occurrences: every asserted triple once, every reading of it as a token of its own."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import cast, overload

from rdflib import Dataset, Graph
from rdflib.graph import DATASET_DEFAULT_GRAPH_ID
from typing_extensions import override

from ..errors import UnnamedToken
from ..terms import RDFS, BNode, Literal, Term, URIRef
from .collector import collector_paused
from .dictionary import TermDictionary
from .index import GraphIndex, Statements
from .occurrence import Evidence, Occurrence, Run, Triple, occurrence_id
from .views import VIEWS, view_of

__all__ = ["IMPORT", "OccurrenceGraph"]

IMPORT = "rdflib import"
"""The model name of the run that stands behind triples for which no other is given."""

_NONE = Evidence()


class OccurrenceGraph:
    """Triples with their occurrences, in a default graph and named graphs.

    Terms, triples and occurrences are numbered; a *token* is the number of an occurrence. A triple's number stands for
    this triple in this graph with some tokens: tokens are only ever added to it, and when one is removed the triple
    gets a new number, so that answers computed before stay what they were.
    """

    def __init__(self) -> None:
        self.dictionary = TermDictionary()
        self.subjects: list[int] = []
        self.predicates: list[int] = []
        self.objects: list[int] = []
        self.default = GraphIndex(self.subjects, self.objects)
        self.named: dict[int, GraphIndex] = {}
        """Name (as a term number) to graph."""
        self.empty = GraphIndex(self.subjects, self.objects)
        """The graph that a name stands for that is none."""
        self.version = 0
        """Grows with every change."""
        self._tokens: list[int | tuple[int, ...]] = []
        self._occurrences: list[Occurrence | None] = []
        self._triple_of: list[int] = []
        self._graph_of: dict[int, int] = {}
        self._runs, self._run_starts = [Run(IMPORT)], [0]
        """The runs of imported triples, each from a token on."""
        self._by_id: dict[URIRef, int] = {}
        self._imported: dict[int, Occurrence] = {}
        self._imported_ids: dict[URIRef, int] = {}
        self._hashed = 0
        self._removed: set[int] = set()
        self._views: dict[URIRef, tuple[int, Statements]] = {}
        self._merged: dict[tuple[int, ...], tuple[int, GraphIndex]] = {}

    @classmethod
    def from_rdflib(cls, source: Graph | Dataset) -> OccurrenceGraph:
        """Every triple (in every named graph of a dataset) as one occurrence without a passage."""
        graph = cls()
        if isinstance(source, Dataset):
            for s, p, o, name in source.quads((None, None, None, None)):
                default = name is None or name == DATASET_DEFAULT_GRAPH_ID
                graph.add_triple(cast(Triple, (s, p, o)), None if default else cast(URIRef, name))
        else:
            for triple in source:
                graph.add_triple(cast(Triple, triple))
        return graph

    # -- adding and removing ---------------------------------------------------------------------------------

    def add(self, occurrence: Occurrence) -> int:
        """Add an occurrence with its triple and its labels; return its token. A known id changes nothing."""
        known = self._by_id.get(occurrence.id) if occurrence.passage else self._find(occurrence.id)
        if known is not None:
            return known
        token = len(self._occurrences)
        self._occurrences.append(occurrence)
        self._triple_of.append(self._assert(self.default, self._encoded(occurrence.triple), token))
        self._by_id[occurrence.id] = token
        for triple in _label_triples(occurrence):
            self._assert(self.default, self._encoded(triple), token)
        self.version += 1
        return token

    def add_triple(self, triple: Triple, graph: URIRef | BNode | None = None, *, run: Run | None = None) -> int:
        """Assert a triple that was not read from a text, in the default or in a named graph; return its token.

        Its occurrence (without passage, of the run :data:`IMPORT` where no other is given) is made when it is first
        asked for. The same triple from another run is another occurrence.
        """
        encoded, token = self._encoded(triple), len(self._occurrences)
        self.add_encoded([[encoded]], graph, run=run)
        if len(self._occurrences) > token:
            return token
        index = self.default if graph is None else self.graph(graph)
        found = self._import_of(index.find(*encoded), Run(IMPORT) if run is None else run)
        assert found is not None, "what was not added is there"
        return found

    def add_encoded(
        self,
        batches: Iterable[Sequence[tuple[int, int, int]]],
        graph: URIRef | BNode | None = None,
        *,
        run: Run | None = None,
    ) -> None:
        """Assert many triples of numbered terms in bulk, as :meth:`add_triple` does with one."""
        index = self.default if graph is None else self.graph(graph)
        run, name = Run(IMPORT) if run is None else run, 0 if graph is None else self.dictionary.encode(graph)
        with collector_paused():
            for batch in batches:
                before = len(self._occurrences)
                if self._runs[-1] != run:
                    self._runs.append(run)
                    self._run_starts.append(before)
                self._add_batch(index, batch, name, run)
                self.version += len(self._occurrences) > before

    def _add_batch(self, index: GraphIndex, batch: Sequence[tuple[int, int, int]], name: int, run: Run) -> None:
        subjects, predicates, objects = self.subjects, self.predicates, self.objects
        token, occurrences, tokens, triple_of = len(self._occurrences), self._occurrences, self._tokens, self._triple_of
        for triple, number in zip(batch, index.add_all(batch, len(subjects)), strict=True):
            if number == len(subjects):
                subjects.append(triple[0])
                predicates.append(triple[1])
                objects.append(triple[2])
                # The same object where they are equal: a million integers less.
                tokens.append(number if number == token else token)
                if name:
                    self._graph_of[number] = name
            elif self._import_of(number, run) is None:
                tokens[number] = (*self.tokens_of(number), token)
            else:
                continue
            triple_of.append(number)
            occurrences.append(None)
            token += 1

    def remove(self, token: int) -> None:
        """Withdraw an occurrence: its triple and labels go with their last occurrence."""
        self._check(token)
        triple = self._triple_of[token]
        index = self._index_of(triple)
        self._withdraw(index, (self.subjects[triple], self.predicates[triple], self.objects[triple]), token)
        occurrence = self._occurrences[token]
        if occurrence is not None:
            for label in _label_triples(occurrence):
                self._withdraw(self.default, self._encoded(label), token)
            del self._by_id[occurrence.id]
        self._imported_ids = {iri: other for iri, other in self._imported_ids.items() if other != token}
        self._removed.add(token)
        self.version += 1

    def restricted(self, tokens: Iterable[int]) -> OccurrenceGraph:
        """A new graph of just these occurrences, each in the graph (default or named) in which it stands.

        All named graphs are there, also those that are empty then.
        """
        found = type(self)()
        for number in self.named:
            found.graph(self._graph_name(number))
        for token in tokens:
            occurrence = self._occurrences[token]
            if occurrence is not None:
                found.add(occurrence)
            else:
                number = self._triple_of[token]
                name = self._graph_of.get(number)
                name_of = None if name is None else self._graph_name(name)
                found.add_triple(self.triple(number), name_of, run=self._import_run(token))
        return found

    def _graph_name(self, number: int) -> URIRef | BNode:
        name = self.decode(number)
        assert isinstance(name, URIRef | BNode), "only these are encoded as names"
        return name

    def graph(self, name: URIRef | BNode) -> GraphIndex:
        """The named graph, made when there is none."""
        number = self.dictionary.encode(name)
        if number not in self.named:
            self.named[number] = GraphIndex(self.subjects, self.objects)
        return self.named[number]

    def _encoded(self, triple: Triple) -> tuple[int, int, int]:
        encode = self.dictionary.encode
        return encode(triple[0]), encode(triple[1]), encode(triple[2])

    def _assert(self, index: GraphIndex, triple: tuple[int, int, int], token: int) -> int:
        number = index.find(*triple)
        if number < 0:
            return self._new_triple(index, triple, token)
        tokens = self.tokens_of(number)
        if token not in tokens:
            self._tokens[number] = (*tokens, token)
        return number

    def _new_triple(self, index: GraphIndex, triple: tuple[int, int, int], tokens: int | tuple[int, ...]) -> int:
        number = len(self.subjects)
        self.subjects.append(triple[0])
        self.predicates.append(triple[1])
        self.objects.append(triple[2])
        self._tokens.append(number if tokens == number else tokens)
        index.add(*triple, number)
        return number

    def _withdraw(self, index: GraphIndex, triple: tuple[int, int, int], token: int) -> None:
        number = index.find(*triple)
        tokens = self.tokens_of(number) if number >= 0 else ()
        if token not in tokens:
            return
        index.remove(*triple)
        rest = tuple(other for other in tokens if other != token)
        if not rest:
            return
        renumbered = self._new_triple(index, triple, rest)
        if number in self._graph_of:
            self._graph_of[renumbered] = self._graph_of[number]
        for other in rest:
            if self._triple_of[other] == number:
                self._triple_of[other] = renumbered

    # -- occurrences -------------------------------------------------------------------------------------------

    @property
    def occurrences(self) -> Sequence[Occurrence]:
        """The occurrences in the graph, in the order of their tokens."""
        return _Occurrences(self)

    @property
    def token_count(self) -> int:
        """How many tokens were ever given: every token is smaller."""
        return len(self._occurrences)

    @property
    def tokens(self) -> Iterator[int]:
        """The tokens in the graph, ascending."""
        return (token for token in range(len(self._occurrences)) if token not in self._removed)

    def occurrence(self, token: int) -> Occurrence:
        """The occurrence of a token, also of one that has been removed. ``UnnamedToken`` where there is none."""
        if not 0 <= token < len(self._occurrences):
            message = f"there is no token {token}; tokens are 0 to {len(self._occurrences) - 1}"
            raise UnnamedToken(message)
        return self._occurrences[token] or self._import(token)

    def token(self, iri: URIRef) -> int:
        """The token of the occurrence with this id. ``UnnamedToken`` when the graph holds none."""
        found = self._find(iri)
        if found is None:
            message = f"the graph holds no occurrence {iri}"
            raise UnnamedToken(message)
        return found

    def _import(self, token: int) -> Occurrence:
        found = self._imported.get(token)
        if found is None:
            triple, graph = self.triple(self._triple_of[token]), self._graph_of.get(self._triple_of[token], 0)
            run = self._import_run(token)
            if graph:
                run = replace(run, parameters={**run.parameters, "graph": self.decode(graph).n3()})
            iri = occurrence_id(triple, None, (), run)
            found = self._imported[token] = _bare_occurrence(iri, triple, run)
        return found

    def _import_run(self, token: int) -> Run:
        return self._runs[bisect_right(self._run_starts, token) - 1]

    def _import_of(self, number: int, run: Run) -> int | None:
        """The token of a triple that was imported by a run."""
        for token in self.tokens_of(number):
            if self._occurrences[token] is None and self._import_run(token) == run:
                return token
        return None

    def _find(self, iri: URIRef) -> int | None:
        found = self._by_id.get(iri)
        if found is None and len(self._by_id) + len(self._removed) < len(self._occurrences):
            for token in range(self._hashed, len(self._occurrences)):
                if self._occurrences[token] is None and token not in self._removed:
                    self._imported_ids[self._import(token).id] = token
            self._hashed = len(self._occurrences)
            found = self._imported_ids.get(iri)
        return found

    def _check(self, token: int) -> None:
        if not 0 <= token < len(self._occurrences) or token in self._removed:
            message = f"the graph holds no token {token}"
            raise UnnamedToken(message)

    # -- triples -------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        """How many triples are asserted, in all graphs."""
        return len(self.default) + sum(len(index) for index in self.named.values())

    def __iter__(self) -> Iterator[Triple]:
        """The triples of the default graph."""
        return (self.triple(number) for number in self.default)

    def __contains__(self, triple: Triple) -> bool:
        find = self.dictionary.find
        return self.default.find(find(triple[0]), find(triple[1]), find(triple[2])) >= 0

    def decode(self, number: int) -> Term:
        """The term with this number (from 1)."""
        term = self.dictionary.terms[number]
        assert term is not None, "0 means unbound"
        return term

    def triple(self, number: int) -> Triple:
        """The triple with this number."""
        return (
            self.decode(self.subjects[number]),
            self.decode(self.predicates[number]),
            self.decode(self.objects[number]),
        )

    def triple_id(self, triple: Triple, graph: URIRef | BNode | None = None) -> int:
        """The number of a triple in the default or a named graph, -1 where it is not asserted."""
        find = self.dictionary.find
        index = self.default if graph is None else self.named.get(find(graph))
        return -1 if index is None else index.find(find(triple[0]), find(triple[1]), find(triple[2]))

    def triple_of(self, token: int) -> int:
        """The number of the triple that this occurrence reads."""
        return self._triple_of[token]

    def tokens_of(self, triple: int, before: int | None = None) -> tuple[int, ...]:
        """The tokens whose ⊕ annotates a triple, ascending; with ``before`` only those given earlier than it."""
        tokens = self._tokens[triple]
        found = (tokens,) if isinstance(tokens, int) else tokens
        if before is None or not found or found[-1] < before:
            return found
        return tuple(token for token in found if token < before)

    def _index_of(self, triple: int) -> GraphIndex:
        name = self._graph_of.get(triple)
        return self.default if name is None else self.named[name]

    # -- what queries see -----------------------------------------------------------------------------------------

    @property
    def has_readings(self) -> bool:
        """Whether there are occurrences that were not just imported."""
        return bool(self._by_id)

    def view(self, predicate: URIRef) -> Statements | None:
        """The statements about occurrences with this predicate (``None``: the predicate says nothing about them)."""
        if predicate not in VIEWS:
            return None
        version, statements = self._views.get(predicate, (-1, None))
        if statements is None or version != self.version:
            read = (token for token in self.tokens if self._occurrences[token] is not None)
            statements = view_of(predicate, self, read)
            self._views[predicate] = (self.version, statements)
        return statements

    def merged(self, names: tuple[int, ...]) -> GraphIndex:
        """The merge of named graphs: a triple of several of them is one triple with the tokens of all."""
        version, index = self._merged.get(names, (-1, None))
        if index is None or version != self.version:
            index = GraphIndex(self.subjects, self.objects)
            for number in [n for name in names if name in self.named for n in self.named[name]]:
                self._merge(index, number)
            self._merged[names] = (self.version, index)
        return index

    def _merge(self, index: GraphIndex, number: int) -> None:
        triple = (self.subjects[number], self.predicates[number], self.objects[number])
        found = index.find(*triple)
        if found < 0:
            self._new_triple(index, triple, self.tokens_of(number))
        else:
            self._tokens[found] = (*self.tokens_of(found), *self.tokens_of(number))


class _Occurrences(Sequence[Occurrence]):
    """The occurrences of a graph; imported ones are made on the way."""

    __slots__ = ("_graph", "_tokens")

    def __init__(self, graph: OccurrenceGraph) -> None:
        self._graph = graph
        self._tokens: Sequence[int] = list(graph.tokens) if graph._removed else range(graph.token_count)

    @override
    def __len__(self) -> int:
        return len(self._tokens)

    @overload
    def __getitem__(self, index: int) -> Occurrence: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Occurrence]: ...
    @override
    def __getitem__(self, index: int | slice) -> Occurrence | Sequence[Occurrence]:
        if isinstance(index, slice):
            return [self._graph.occurrence(token) for token in self._tokens[index]]
        return self._graph.occurrence(self._tokens[index])


def _label_triples(occurrence: Occurrence) -> Iterable[Triple]:
    return ((entity, RDFS.label, Literal(name, normalize=False)) for entity, name in occurrence.labels)


def _bare_occurrence(iri: URIRef, triple: Triple, run: Run) -> Occurrence:
    return Occurrence(
        id=iri,
        triple=triple,
        passage=None,
        subject_evidence=_NONE,
        predicate_evidence=_NONE,
        object_evidence=_NONE,
        run=run,
    )

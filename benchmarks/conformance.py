"""The W3C's SPARQL query evaluation tests: this library beside pyoxigraph and rdflib.

    python -m benchmarks.conformance [--failures]

Every engine reads the data by itself and answers the same queries; the results are compared by the same rules
(``tests/w3c/outcome.py``), numbers by their values. ``tests/w3c/evaluation.py`` says which tests they are, and
``tests/w3c/known.py`` which of them we do not pass, and why. Where a peer passes more, the line is marked.
"""

from __future__ import annotations

import argparse
import logging
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pyoxigraph as ox
import rdflib
import rdflib.plugins.sparql
from rdflib.term import Node

from graphragprov.errors import InvalidQuery
from tests.w3c.data import FORMATS, term_of
from tests.w3c.evaluation import RDF_STAR, SUITES, category, evaluation_tests, expected_of
from tests.w3c.manifest import Entry
from tests.w3c.ours import from_files, ours, query_of
from tests.w3c.outcome import Key, Outcome, key, literal_key, same, values_of

RDFLIB_FORMATS = {".ttl": "turtle", ".trig": "trig", ".nt": "nt", ".nq": "nquads", ".rdf": "xml"}
Engine = Callable[[Entry], Outcome]


def _graphs(entry: Entry) -> Iterable[tuple[str, Path]]:
    """The named graphs of a test, with those that FROM and FROM NAMED name."""
    try:
        clause = query_of(entry).dataset
    except InvalidQuery:
        clause = None
    return dict([*entry.graphs, *from_files(clause)]).items()


# -- pyoxigraph -----------------------------------------------------------------------------------------------------


def pyoxigraph(entry: Entry) -> Outcome:
    """The result of pyoxigraph's store."""
    store = ox.Store()
    for path in entry.data:
        store.load(path=path, format=FORMATS[path.suffix], base_iri=path.as_uri())
    for name, path in _graphs(entry):
        graph = ox.NamedNode(name)
        store.add_graph(graph)
        store.load(path=path, format=FORMATS[path.suffix], base_iri=path.as_uri(), to_graph=graph)
    found = store.query(entry.query.read_bytes().decode("utf-8"), base_iri=entry.base)
    if isinstance(found, ox.QueryBoolean):
        return Outcome("boolean", truth=bool(found))
    if isinstance(found, ox.QueryTriples):
        return Outcome("graph", tuple(tuple(key(term_of(term)) for term in triple) for triple in found))
    variables = tuple(variable.value for variable in found.variables)
    rows = tuple(tuple(None if term is None else key(term_of(term)) for term in solution) for solution in found)
    return Outcome("bindings", rows, variables)


# -- rdflib -----------------------------------------------------------------------------------------------------------


def rdflib_engine(entry: Entry) -> Outcome:
    """The result of rdflib's dataset."""
    dataset = rdflib.Dataset()
    for path in entry.data:
        dataset.parse(path, format=RDFLIB_FORMATS[path.suffix], publicID=path.as_uri())
    for name, path in _graphs(entry):
        graph = dataset.graph(rdflib.URIRef(name))
        graph.parse(path, format=RDFLIB_FORMATS[path.suffix], publicID=path.as_uri())
    found = dataset.query(entry.query.read_bytes().decode("utf-8"), base=entry.base)
    if found.type == "ASK":
        return Outcome("boolean", truth=bool(found.askAnswer))
    if found.type == "CONSTRUCT":
        return Outcome("graph", tuple(tuple(map(_rdflib_key, triple)) for triple in found.graph or ()))
    variables = found.vars or []
    rows = tuple(tuple(_rdflib_key(row.get(v)) for v in variables) for row in found.bindings)
    return Outcome("bindings", rows, tuple(map(str, variables)))


def _rdflib_key(term: Node | None) -> Key:
    if isinstance(term, rdflib.Literal):
        return literal_key(str(term), term.datatype, term.language)
    return key(term)  # type: ignore[arg-type]


# -- the table ------------------------------------------------------------------------------------------------------

US = "graphragprov"
ENGINES: dict[str, Engine] = {US: ours, "pyoxigraph": pyoxigraph, "rdflib": rdflib_engine}


def passes(engine: Engine, entry: Entry, expected: Outcome) -> bool:
    """Whether an engine gives the expected result. Whatever it raises is a failure."""
    try:
        return same(values_of(engine(entry)), values_of(expected))
    except Exception:  # the peers raise errors of many kinds
        return False


@dataclass
class Tally:
    """What came of a run: how many tests each engine passes in each category and suite, and which it fails."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)
    failures: dict[str, list[str]] = field(default_factory=dict)

    def add(self, entry: Entry, verdicts: Mapping[str, bool]) -> None:
        """Count a test."""
        for name in (category(entry), entry.id.partition("/")[0]):
            row = self.counts.setdefault(name, Counter())
            row.update(["tests", *(engine for engine, passed in verdicts.items() if passed)])
        for engine, passed in verdicts.items():
            if not passed:
                self.failures.setdefault(engine, []).append(entry.id)

    def below(self) -> list[str]:
        """The categories in which a peer passes more tests than we do."""
        return [name for name, row in self.counts.items() if row[US] < max(row[peer] for peer in ENGINES)]


def run(tests: Iterable[Entry], engines: Mapping[str, Engine] = ENGINES) -> Tally:
    """Run tests with engines, in the setting that suits each peer best."""
    tally = Tally()
    with _favourable_to_rdflib(), warnings.catch_warnings(action="ignore"):
        for entry in tests:
            expected = expected_of(entry)
            tally.add(entry, {name: passes(engine, entry, expected) for name, engine in engines.items()})
    return tally


@contextmanager
def _favourable_to_rdflib() -> Iterator[None]:
    """Literals as written, as in rdflib's own run of the suite; graphs of FROM from the dataset; no log."""
    normalising, loading = rdflib.NORMALIZE_LITERALS, rdflib.plugins.sparql.SPARQL_LOAD_GRAPHS
    rdflib.NORMALIZE_LITERALS = rdflib.plugins.sparql.SPARQL_LOAD_GRAPHS = False
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
        rdflib.NORMALIZE_LITERALS, rdflib.plugins.sparql.SPARQL_LOAD_GRAPHS = normalising, loading


def print_table(tally: Tally) -> None:
    """One line for each category, the suites and their sum last."""
    counts = tally.counts
    total = sum((counts.get(suite, Counter()) for suite in SUITES), Counter())
    lines = [(name, counts[name]) for name in sorted(counts, key=lambda name: ("/" not in name, name))]
    lines.append((" + ".join(SUITES), total))
    width = max(len(name) for name, _ in lines)
    below = tally.below()
    print(f"{'':{width}}  tests  " + "  ".join(ENGINES))
    for name, row in lines:
        cells = "  ".join(f"{row[engine]:{len(engine)}}" for engine in ENGINES)
        print(f"{name:{width}}  {row['tests']:5}  {cells}{'  <' if name in below else ''}")


def main() -> None:
    """Print the counts of each category, then those of each suite."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--failures", action="store_true", help="name the tests that each engine fails")
    arguments = parser.parse_args()
    tally = run(evaluation_tests(*SUITES, *RDF_STAR))
    print_table(tally)
    if arguments.failures:
        for name, failed in tally.failures.items():
            print(f"\n{name} fails {len(failed)}:", *failed, sep="\n  ")


if __name__ == "__main__":
    main()

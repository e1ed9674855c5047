"""The engines behind one face: load N-Triples, and answer the text of a query with decoded terms.

A run of a query starts at its text and ends when every term of every answer is there as a Python object.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Protocol

__all__ = ["MODES", "SYSTEMS", "System", "checksum"]

Row = tuple[tuple[str, str, str] | None, ...]
"""Of every term: its text, its datatype, its language."""

_STRING = "http://www.w3.org/2001/XMLSchema#string"


class System(Protocol):
    """An engine. Making one imports it, so that importing counts neither as loading nor as memory."""

    def load(self, path: Path) -> None:
        """Load a file of N-Triples."""

    def repeat(self, paths: Sequence[Path]) -> None:
        """Load files that assert again, as further sources, what the first one holds."""

    def run(self, query: str, mode: str) -> Any:
        """Answer a query; what comes back holds every term."""

    def rows(self, result: Any) -> Iterable[tuple[Row, int]]:
        """The answers of a result, with how often each is shown, in a form that can be compared."""

    def version(self) -> str:
        """Name and version."""


class Ours:
    """graphragprov. The modes: ``plain``, ``provenance`` (derivations kept), ``gates`` (every polynomial built)."""

    def __init__(self) -> None:
        from graphragprov.occurrences import ntriples
        from graphragprov.sparql import evaluate

        self._parts = (ntriples, evaluate)

    def load(self, path: Path) -> None:
        """Into an OccurrenceGraph."""
        from graphragprov.occurrences.ntriples import load_ntriples

        self.graph = load_ntriples(path)

    def repeat(self, paths: Sequence[Path]) -> None:
        """Every file is a source of its own: what it repeats becomes a further occurrence."""
        from graphragprov.occurrences.ntriples import load_ntriples
        from graphragprov.occurrences.occurrence import Run

        for path in paths:
            load_ntriples(path, into=self.graph, run=Run(path.stem))

    def run(self, query: str, mode: str) -> Any:
        """The solutions and their terms. ``fresh``: plain, with a query that was never seen."""
        from graphragprov.sparql import parse
        from graphragprov.sparql.evaluate import evaluate

        if mode == "fresh":
            parse._parse_cached.cache_clear()
        solutions = evaluate(parse.parse_query(query), self.graph, provenance=mode in ("provenance", "gates"))
        terms = solutions.mappings()
        if mode == "gates":
            solutions.gates()
        return solutions, terms

    def rows(self, result: Any) -> Iterable[tuple[Row, int]]:
        """As in :class:`System`."""
        solutions, terms = result
        for row, solution in zip(terms, solutions, strict=True):
            yield tuple(map(_rdflib_term, row)), solution.multiplicity

    def version(self) -> str:
        """Name and version."""
        from importlib.metadata import version

        return f"graphragprov {version('graphragprov')} (Python {platform.python_version()})"


class RDFLib:
    """rdflib's Graph in memory."""

    def __init__(self) -> None:
        import rdflib
        import rdflib.plugins.parsers.ntriples
        import rdflib.plugins.sparql

        self._parts = (rdflib, rdflib.plugins.parsers.ntriples, rdflib.plugins.sparql)

    def load(self, path: Path) -> None:
        """With its own parser."""
        import rdflib

        self.graph = rdflib.Graph()
        self.graph.parse(path, format="nt")

    def repeat(self, paths: Sequence[Path]) -> None:
        """Nothing: its graph is a set."""

    def run(self, query: str, mode: str) -> Any:
        """The rows."""
        return list(self.graph.query(query))

    def rows(self, result: Any) -> Iterable[tuple[Row, int]]:
        """As in :class:`System`."""
        return ((tuple(map(_rdflib_term, row)), 1) for row in result)

    def version(self) -> str:
        """Name and version."""
        import rdflib

        return f"rdflib {rdflib.__version__}"


class Oxigraph:
    """pyoxigraph's Store in memory."""

    def __init__(self) -> None:
        import pyoxigraph

        self._parts = (pyoxigraph,)

    def load(self, path: Path) -> None:
        """With its bulk loader."""
        import pyoxigraph

        self.store = pyoxigraph.Store()
        self.store.bulk_load(path=str(path), format=pyoxigraph.RdfFormat.N_TRIPLES)

    def repeat(self, paths: Sequence[Path]) -> None:
        """Nothing: its graph is a set."""

    def run(self, query: str, mode: str) -> Any:
        """The rows."""
        return [tuple(solution) for solution in self.store.query(query)]

    def rows(self, result: Any) -> Iterable[tuple[Row, int]]:
        """As in :class:`System`."""
        return ((tuple(map(_oxigraph_term, row)), 1) for row in result)

    def version(self) -> str:
        """Name and version."""
        import pyoxigraph

        return f"pyoxigraph {pyoxigraph.__version__}"


SYSTEMS: dict[str, Callable[[], System]] = {"ours": Ours, "oxigraph": Oxigraph, "rdflib": RDFLib}
MODES: dict[str, tuple[str, ...]] = {
    "ours": ("plain", "provenance", "gates", "fresh"),
    "oxigraph": ("plain",),
    "rdflib": ("plain",),
}
"""What is timed of each."""


def _rdflib_term(term: Any) -> tuple[str, str, str] | None:
    if term is None:
        return None
    datatype = getattr(term, "datatype", None)
    return (
        str(term),
        "" if datatype is None or str(datatype) == _STRING else str(datatype),
        (getattr(term, "language", None) or ""),
    )


def _oxigraph_term(term: Any) -> tuple[str, str, str] | None:
    if term is None:
        return None
    datatype, language = getattr(term, "datatype", None), getattr(term, "language", None) or ""
    plain = datatype is None or language or datatype.value == _STRING
    return term.value, "" if plain else datatype.value, language


def checksum(rows: Iterable[tuple[Row, int]]) -> tuple[int, str]:
    """How many answers there are, and a sum over them that does not depend on their order."""
    count, total = 0, 0
    for row, times in rows:
        count += times
        total += times * int.from_bytes(blake2b(repr(row).encode(), digest_size=8).digest(), "big")
    return count, f"{total % 2**64:016x}"

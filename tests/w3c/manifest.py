"""W3C test manifests (https://www.w3.org/2001/sw/DataAccess/tests/test-manifest) as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from rdflib import RDF, RDFS, Graph, Namespace
from rdflib.term import BNode, Node, URIRef

from tests.shared import shared

MF = Namespace("http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#")
QT = Namespace("http://www.w3.org/2001/sw/DataAccess/tests/test-query#")
UT = Namespace("http://www.w3.org/2009/sparql/tests/test-update#")


@dataclass(frozen=True)
class Entry:
    """One test. ``id`` is the folder and the test's name; paths are absolute.

    ``query`` is the file under test (query or update), ``data`` the default graph's files, ``graphs`` the named
    graphs (name → file), ``result`` the expected result's file.
    """

    id: str
    type: str
    name: str
    query: Path
    data: tuple[Path, ...] = ()
    graphs: tuple[tuple[str, Path], ...] = ()
    result: Path | None = None
    features: tuple[str, ...] = ()
    lax: bool = False
    """Whether duplicates may be left out (REDUCED)."""
    listed: bool = True
    """Whether the manifest lists the test; a few are declared and not listed."""
    remote: bool = False
    """Whether the test needs SERVICE endpoints with data (``qt:serviceData``)."""
    comment: str = field(default="", compare=False)

    @property
    def base(self) -> str:
        """The IRI that relative references of the query resolve against."""
        return self.query.as_uri()


def _path(node: Node | None) -> Path:
    return Path(unquote(urlsplit(str(node)).path))


def _entry(graph: Graph, test: Node, folder: str) -> Entry | None:
    kind, action = graph.value(test, RDF.type), graph.value(test, MF.action)
    if kind is None or action is None:
        return None
    details = isinstance(action, BNode)
    query = (graph.value(action, QT.query) or graph.value(action, UT.request)) if details else action
    if query is None:
        return None
    result = graph.value(test, MF.result)
    name = str(graph.value(test, MF.name) or test)
    return Entry(
        id=f"{folder}/{str(test).rpartition('#')[2]}",
        type=str(kind).rpartition("#")[2],
        name=name,
        query=_path(query),
        data=tuple(_path(node) for node in graph.objects(action, QT.data)) if details else (),
        graphs=tuple(sorted(_named(graph, node) for node in graph.objects(action, QT.graphData))) if details else (),
        result=_path(result) if isinstance(result, URIRef) else None,
        features=tuple(sorted(str(node).rpartition("#")[2] for node in graph.objects(test, MF.feature))),
        lax=graph.value(test, MF.resultCardinality) == MF.LaxCardinality,
        remote=(action, QT.serviceData, None) in graph,
        comment=str(graph.value(test, RDFS.comment) or ""),
    )


def _named(graph: Graph, node: Node) -> tuple[str, Path]:
    inner = graph.value(node, QT.graph)
    label = graph.value(node, RDFS.label)
    return (str(label) if inner is not None and label is not None else str(node), _path(inner or node))


@cache
def read_manifest(path: Path) -> tuple[Entry, ...]:
    """The tests of one manifest: those that it lists in their order, then others that it declares.

    Those of manifests that it includes are not read.
    """
    graph = Graph()
    graph.parse(path, format="turtle", publicID=path.as_uri())
    folder = path.parent.name
    listed = [test for head in graph.objects(None, MF.entries) for test in graph.items(head)]
    others = sorted(set(graph.subjects(MF.action)) - set(listed))
    found = [_entry(graph, test, folder) for test in listed]
    found += [replace(entry, listed=False) for test in others if (entry := _entry(graph, test, folder))]
    return tuple(entry for entry in found if entry is not None)


def entries(*folders: str, unlisted: bool = False) -> Iterator[Entry]:
    """The tests that the manifests under these folders list; with ``unlisted`` also those that they only declare."""
    for folder in folders:
        for path in sorted(shared("w3c", *folder.split("/")).resolve().rglob("*manifest*.ttl")):
            yield from (entry for entry in read_manifest(path) if entry.listed or unlisted)

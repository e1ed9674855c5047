from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rdflib import Graph

from graphragprov.errors import InvalidTriples
from graphragprov.occurrences import OccurrenceGraph, Run
from graphragprov.occurrences.ntriples import IMPORT, load_ntriples
from graphragprov.terms import BNode, DirectionalLiteral, Literal, TripleTerm, URIRef, literal
from tests.shared import shared

A, P = URIRef("http://x/a"), URIRef("http://x/p")
_RDFT = "http://www.w3.org/ns/rdftest#"


def only_object(text: str) -> object:
    [(_, _, found)] = list(load_ntriples(f"<http://x/a> <http://x/p> {text} ."))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<http://x/b>", URIRef("http://x/b")),
        (r"<http://x/\u00e9\U0001F600>", URIRef("http://x/é😀")),
        ("_:b-1.x", BNode("b-1.x")),
        ('"a"', Literal("a")),
        (r'"\t\b\n\r\f\"\'\\ \u00e9 \U0001F600"', Literal("\t\b\n\r\f\"'\\ é 😀")),
        ('""', Literal("")),
        ('"a"@en-GB', Literal("a", lang="en-GB")),
        ('"a"@ar--rtl', DirectionalLiteral("a", "ar", "rtl")),
        ('"01"^^<http://www.w3.org/2001/XMLSchema#integer>', literal("01", "http://www.w3.org/2001/XMLSchema#integer")),
        ('"a"^^<http://www.w3.org/2001/XMLSchema#string>', Literal("a")),
        (
            '<<( _:s <http://x/p> <<(<http://x/a><http://x/p>"o")>> )>>',
            TripleTerm(BNode("s"), P, TripleTerm(A, P, Literal("o"))),
        ),
    ],
)
def test_terms_are_read_exactly(text: str, expected: object) -> None:
    assert only_object(text) == expected


@pytest.mark.parametrize("text", ['"2020-02-30"', '"7"@en', '"7"', '"7"^^<http://www.w3.org/2001/XMLSchema#integer>'])
def test_literals_are_those_that_rdflib_makes(text: str) -> None:
    [expected] = Graph().parse(data=f"<http://x/a> <http://x/p> {text} .", format="nt").objects()
    found = only_object(text)
    assert isinstance(found, Literal)
    assert isinstance(expected, Literal)
    assert (found, found.value, found.ill_typed) == (expected, expected.value, expected.ill_typed)


def test_comments_blank_lines_and_all_line_ends() -> None:
    text = '# one\r\n\r\n<http://x/a><http://x/p>"\u2028 # no comment".# two\r  <http://x/a> <http://x/p> "b" .\n\t\n'
    assert set(load_ntriples(text)) == {(A, P, Literal("\u2028 # no comment")), (A, P, Literal("b"))}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("<http://x/a> <http://x/p> <http://x/b>", "full stop"),
        ("<http://x/a> <http://x/p> .", "object"),
        ("<http://x/a> <relative> <http://x/b> .", "absolute"),
        (r'<http://x/a> <http://x/p> "\x" .', "escape"),
        (r'<http://x/a> <http://x/p> "\uD800" .', "no character"),
        (r'<http://x/a> <http://x/p> "\U00110000" .', "no character"),
        (r"<http://x/\u0020> <http://x/p> <http://x/b> .", "cannot hold"),
        ('"a" <http://x/p> <http://x/b> .', "subject"),
        ("<http://x/a> _:p <http://x/b> .", "predicate"),
        ("<http://x/a> <http://x/p> <<( <http://x/a> <http://x/p> <http://x/b> .", r"\)>>"),
        ("<http://x/a> <http://x/p> " + "<<( <http://x/a> <http://x/p> " * 200 + ".", "deeper"),
    ],
)
def test_an_error_says_where_and_what(line: str, reason: str) -> None:
    with pytest.raises(InvalidTriples, match=reason) as caught:
        load_ntriples(f"# first\n<http://x/a> <http://x/p> <http://x/b> .\n{line}\n")
    assert caught.value.line == 3
    assert "line 3" in str(caught.value)


def test_a_file_that_is_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "bad.nt"
    path.write_bytes(b'<http://x/a> <http://x/p> "\xff" .\n')
    with pytest.raises(InvalidTriples, match="UTF-8"):
        load_ntriples(path)


def test_a_second_source_is_another_occurrence_of_the_same_triple(tmp_path: Path) -> None:
    line = "<http://x/a> <http://x/p> <http://x/b> .\n"
    path = tmp_path / "a.nt"
    path.write_text(line * 2)
    graph = load_ntriples(path)
    assert (len(graph), graph.token_count) == (1, 1)
    load_ntriples(line, into=graph, run=Run("second source"))
    load_ntriples(line, into=graph, run=Run("second source"))
    assert (len(graph), graph.tokens_of(0)) == (1, (0, 1))
    first, second = graph.occurrences
    assert first.triple == second.triple
    assert (first.run.model, second.run.model) == (IMPORT, "second source")
    assert first.id != second.id
    assert [graph.token(occurrence.id) for occurrence in (first, second)] == [0, 1]
    graph.remove(0)
    assert (len(graph), list(graph.tokens)) == (1, [1])
    graph.remove(1)
    assert len(graph) == 0


def test_the_first_source_again_is_no_new_occurrence() -> None:
    line = "<http://x/a> <http://x/p> <http://x/b> .\n"
    graph = load_ntriples(line)
    load_ntriples(line, into=graph, run=Run("second source"))
    version = graph.version
    load_ntriples(line, into=graph)
    assert (graph.token_count, graph.version) == (2, version)


def test_triples_that_were_added_singly_and_in_bulk_are_the_same() -> None:
    graph, line = OccurrenceGraph(), "<http://x/a> <http://x/p> <http://x/b> ."
    token = graph.add_triple((A, P, URIRef("http://x/b")), run=Run(IMPORT))
    load_ntriples(line, into=graph)
    assert graph.add_triple((A, P, URIRef("http://x/b")), run=Run(IMPORT)) == token
    again = graph.add_triple((A, P, URIRef("http://x/b")), run=Run("second source"))
    assert (again, graph.token_count, len(graph)) == (1, 2, 1)


def test_indexes_that_were_built_before_know_what_is_loaded() -> None:
    graph = load_ntriples("<http://x/a> <http://x/p> <http://x/b> .")
    statements = graph.default.predicate(graph.dictionary.find(P))
    assert (len(statements.from_subject), len(statements.from_object), len(graph.default.all_by_object)) == (1, 1, 1)
    load_ntriples("<http://x/c> <http://x/p> <http://x/b> .\n<http://x/c> <http://x/q> _:b .", into=graph)
    statements = graph.default.predicate(graph.dictionary.find(P))
    assert (len(statements.from_subject), len(statements.from_object), len(graph.default.all_by_object)) == (2, 1, 2)
    assert len(graph.default) == 3


def test_a_named_graph() -> None:
    name = URIRef("http://x/g")
    graph = load_ntriples("<http://x/a> <http://x/p> <http://x/b> .", graph=name)
    assert graph.triple_id((A, P, URIRef("http://x/b")), name) == 0
    assert list(graph) == []


def test_blank_nodes_of_two_documents_are_two() -> None:
    graph = load_ntriples("_:x <http://x/p> _:x .")
    load_ntriples("_:x <http://x/p> _:x .", into=graph, run=Run("second source"))
    assert len(graph) == 2


def _cases(folder: str) -> list[Path]:
    root = shared("w3c", "rdf", "rdf12", "rdf-n-triples", folder)
    return sorted(root.glob("*.nt"))


def test_w3c_syntax() -> None:
    root = shared("w3c", "rdf", "rdf12", "rdf-n-triples", "syntax")
    manifest = Graph().parse(root / "manifest.ttl", format="turtle")
    wrong, seen = [], 0
    for path in sorted(root.glob("*.nt")):
        kinds = {
            str(kind) for name in manifest.subjects(None, URIRef(path.as_uri())) for kind in manifest.objects(name)
        }
        bad = f"{_RDFT}TestNTriplesNegativeSyntax" in kinds
        good = f"{_RDFT}TestNTriplesPositiveSyntax" in kinds
        assert bad or good, path
        seen += 1
        try:
            load_ntriples(path)
        except InvalidTriples:
            accepted = False
        else:
            accepted = True
        if accepted is bad:
            wrong.append(path.name)
    assert (wrong, seen > 20) == ([], True)


def _as_compared(term: object) -> object:
    if isinstance(term, DirectionalLiteral):
        return replace(term, language=term.language.lower())
    return term


def test_w3c_canonical_forms_are_the_same_graph() -> None:
    pairs = [path for path in _cases("c14n") if path.stem.endswith("-c14n")]
    assert len(pairs) > 30
    for canonical in pairs:
        written = canonical.with_name(canonical.name.replace("-c14n", ""))
        ours, theirs = ([tuple(map(_as_compared, triple)) for triple in load_ntriples(p)] for p in (written, canonical))
        assert set(ours) == set(theirs), written.name

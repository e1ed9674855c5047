"""N-Triples in bulk: one regular expression over many lines, every term decoded once, exact lexical forms.

https://www.w3.org/TR/rdf12-n-triples/. Terms are rdflib's; a blank node keeps its label where the graph does not use it
yet, otherwise (labels are local to a document) it gets a new one.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO

from ..errors import InvalidTriples
from ..terms import RDF, BNode, DirectionalLiteral, Literal, Term, TripleTerm, URIRef, literal
from .graph import OccurrenceGraph
from .occurrence import Run

__all__ = ["IMPORT", "load_ntriples"]

IMPORT = "N-Triples import"
"""The model name of the run that stands behind triples for which no other is given."""

_CHUNK = 1 << 20
"""Characters that are parsed at a time."""

_MAX_DEPTH = 100
"""How deep triple terms may nest."""

_SPACE = r"[ \t]*"
_IRI = r'<[^\x00-\x20<>"{}|^`]*>'
_NODE = r"_:\w(?:[\w.\-·]*[\w\-·])?"
_LANGUAGE = r"@[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*(?:--(?:ltr|rtl))?"
_LITERAL = rf'"[^"\\\n\r]*(?:\\.[^"\\\n\r]*)*"(?:{_SPACE}\^\^{_SPACE}{_IRI}|{_SPACE}{_LANGUAGE})?'
_END = rf"{_SPACE}(?:#.*)?$"
_STATEMENTS = re.compile(
    rf"^{_SPACE}({_IRI}|{_NODE}){_SPACE}({_IRI}){_SPACE}({_IRI}|{_NODE}|{_LITERAL}){_SPACE}\.{_END}", re.MULTILINE
)
_SUBJECT_AND_PREDICATE = re.compile(rf"{_SPACE}({_IRI}|{_NODE}){_SPACE}({_IRI}){_SPACE}")
_OBJECT = re.compile(rf"({_IRI}|{_NODE}|{_LITERAL}){_SPACE}")
_CLOSED = re.compile(rf"\)>>{_SPACE}")
_FULL_STOP = re.compile(rf"\.{_END}")
_NOTHING = re.compile(rf"{_END}|{_SPACE}VERSION{_SPACE}(?:\"[^\"]*\"|'[^']*'){_END}")
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_NOT_IN_IRI = re.compile(r'[\x00-\x20<>"{}|^`\\]')
_TAGGED = frozenset({RDF.langString, URIRef(str(RDF) + "dirLangString")})
_CHARACTERS = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f", '"': '"', "'": "'", "\\": "\\"}


def load_ntriples(
    source: str | Path,
    *,
    into: OccurrenceGraph | None = None,
    graph: URIRef | BNode | None = None,
    run: Run | None = None,
) -> OccurrenceGraph:
    """Assert the triples of an N-Triples document; return the graph that holds them.

    Every triple gets one occurrence without a passage. The same triple from another run is another occurrence, from the
    same run it is the same one: so a second source is loaded with a run of its own.

    Args:
        source: the path of a file in UTF-8, or the text itself.
        into: the graph to extend (default: a new one).
        graph: the name of the named graph to assert in (default: the default graph).
        run: what stands behind the triples (default: one named :data:`IMPORT`).

    Raises:
        InvalidTriples: a line is not N-Triples; what stands before its chunk of about a million characters is loaded.
    """
    target = OccurrenceGraph() if into is None else into
    reader = _Reader(target)
    with _opened(source) as stream:
        try:
            target.add_encoded(reader.encoded(stream), graph, run=Run(IMPORT) if run is None else run)
        except UnicodeDecodeError as error:
            message = f"the file {source} is not UTF-8 ({error.reason}) after line {reader.line}"
            raise InvalidTriples(message, line=reader.line + 1) from error
    return target


def _opened(source: str | Path) -> TextIO:
    if isinstance(source, Path):
        return source.open(encoding="utf-8")
    return io.StringIO(source, newline=None)


class _Reader:
    """One document. ``line`` counts the lines that are done with."""

    def __init__(self, graph: OccurrenceGraph) -> None:
        self.line = 0
        self._dictionary = graph.dictionary
        self._numbers: dict[str, int] = {}

    def encoded(self, stream: TextIO) -> Iterator[list[tuple[int, int, int]]]:
        """The triples as numbers of terms, chunk by chunk."""
        while lines := stream.readlines(_CHUNK):
            found = _STATEMENTS.findall("".join(lines))
            yield self._numbered(found, lines) if len(found) == len(lines) else list(self._one_by_one(lines))
            self.line += len(lines)

    def _numbered(self, found: Iterable[tuple[str, str, str]], lines: Iterable[str]) -> list[tuple[int, int, int]]:
        get, new = self._numbers.get, self._new
        try:
            return [(get(s) or new(s), get(p) or new(p), get(o) or new(o)) for s, p, o in found]
        except _Malformed:
            return list(self._one_by_one(lines))  # says in which line

    def _one_by_one(self, lines: Iterable[str]) -> Iterator[tuple[int, int, int]]:
        """The triples of lines that are not all plain statements: comments, triple terms, errors."""
        for offset, line in enumerate(lines, start=1):
            text = line.rstrip("\n")
            if _NOTHING.fullmatch(text):
                continue
            try:
                yield self._statement(text)
            except _Malformed as error:
                message = f"line {self.line + offset} is not N-Triples: {error}: {text[:200]!r}"
                raise InvalidTriples(message, line=self.line + offset) from None

    def _statement(self, text: str) -> tuple[int, int, int]:
        subject, predicate, position = self._subject_and_predicate(text, 0)
        object_, position = self._object(text, position, _MAX_DEPTH)
        if not _FULL_STOP.fullmatch(text, position):
            raise _Malformed(f"expected a full stop and the end of the line at column {position + 1}")
        return subject, predicate, object_

    def _subject_and_predicate(self, text: str, position: int) -> tuple[int, int, int]:
        found = _SUBJECT_AND_PREDICATE.match(text, position)
        if found is None:
            raise _Malformed(f"expected a subject and a predicate at column {position + 1}")
        return self._number(found[1]), self._number(found[2]), found.end()

    def _object(self, text: str, position: int, depth: int) -> tuple[int, int]:
        """The number of the object that starts here, and where what follows it starts."""
        if text.startswith("<<(", position):
            return self._triple_term(text, position + 3, depth)
        found = _OBJECT.match(text, position)
        if found is None:
            raise _Malformed(f"expected an object at column {position + 1}")
        return self._number(found[1]), found.end()

    def _triple_term(self, text: str, position: int, depth: int) -> tuple[int, int]:
        if not depth:
            raise _Malformed(f"triple terms nest deeper than {_MAX_DEPTH}")
        subject, predicate, position = self._subject_and_predicate(text, position)
        object_, position = self._object(text, position, depth - 1)
        closed = _CLOSED.match(text, position)
        if closed is None:
            raise _Malformed(f"expected )>> at column {position + 1}")
        s, p, o = (self._dictionary.decode(number) for number in (subject, predicate, object_))
        return self._dictionary.encode(TripleTerm(s, p, o)), closed.end()

    # -- terms -----------------------------------------------------------------------------------------------

    def _number(self, token: str) -> int:
        return self._numbers.get(token) or self._new(token)

    def _new(self, token: str) -> int:
        found = self._numbers[token] = self._dictionary.encode(self._term(token))
        return found

    def _term(self, token: str) -> Term:
        if token[0] == "<":
            return _iri(token)
        if token[0] == "_":
            return self._node(token[2:])
        end = token.rfind('"')
        lexical, rest = _unescaped(token[1:end]), token[end + 1 :].lstrip()
        if not rest:
            return _plain(lexical, None)
        if rest[0] == "^":
            datatype = _iri(rest[2:].lstrip())
            if datatype in _TAGGED:
                raise _Malformed(f"a literal of type {datatype} has a language tag")
            return literal(lexical, datatype)
        language, _, direction = rest[1:].partition("--")
        return DirectionalLiteral(lexical, language, direction) if direction else _plain(lexical, language)

    def _node(self, label: str) -> BNode:
        node = BNode(label)
        return node if not self._dictionary.find(node) else BNode()


class _Malformed(Exception):
    """What is wrong with a line."""


def _iri(token: str) -> URIRef:
    text = token[1:-1]
    if "\\" in text:
        text = _unescaped(text)
        if _NOT_IN_IRI.search(text):
            raise _Malformed(f"{token} holds a character that an IRI cannot hold")
    if not _ABSOLUTE.match(text):
        raise _Malformed(f"{token} is no absolute IRI")
    return str.__new__(URIRef, text)


def _plain(lexical: str, language: str | None) -> Literal:
    """A string, with or without a language: as rdflib makes it, which tests its arguments for everything else first."""
    made = str.__new__(Literal, lexical)
    made._language, made._datatype, made._value, made._ill_typed = language, None, lexical, None
    return made


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(escape: re.Match[str]) -> str:
    if escape[3]:
        if escape[3] not in _CHARACTERS:
            raise _Malformed(f"there is no escape {escape[0]}")
        return _CHARACTERS[escape[3]]
    code = int(escape[1] or escape[2], 16)
    if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        raise _Malformed(f"{escape[0]} is no character")
    return chr(code)

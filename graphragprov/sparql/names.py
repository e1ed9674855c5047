"""Names in queries: an IRI reference that, encoded as a name, is an entity of the graph is that entity.

Models write ``<Batman:_Under_the_Red_Hood>``, which SPARQL would read as an absolute IRI of the scheme ``Batman``.
So before parsing, every ``<…>`` outside strings and comments is compared with the graph: an IRI of the graph stays as
it is; a reference that becomes an entity's IRI once encoded (:func:`~graphragprov.terms.entity_iri`) is replaced by it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import regex

from ..terms import BASE, entity_segment

__all__ = ["NormalisedName", "ResolvedQuery", "resolve_names"]

_REFERENCE = regex.compile(r"<([^<>\r\n]{1,1000})>")
_IRIREF = regex.compile(r"<[^<>\"{}|^`\\\x00-\x20]*>")
_LONG_STRING = regex.compile(r'"""(?:[^\\]|\\.)*?"""|\'\'\'(?:[^\\]|\\.)*?\'\'\'', regex.DOTALL)
_STRING = regex.compile(r'"(?:[^"\\\r\n]|\\.)*"|\'(?:[^\'\\\r\n]|\\.)*\'')
_COMMENT = regex.compile(r"#[^\r\n]*")
_INTERESTING = regex.compile(r"[<\"'#]")


@dataclass(frozen=True, slots=True)
class NormalisedName:
    """A reference as it was written (without ``<>``), the IRI that it stands for, and its offset in the query."""

    written: str
    iri: str
    at: int


@dataclass(frozen=True, slots=True)
class ResolvedQuery:
    """The query with its names resolved, and what was changed, in order."""

    text: str
    names: tuple[NormalisedName, ...]

    def original_offset(self, offset: int) -> int:
        """The offset in the query as written of an offset in ``text`` (the start of a name for all of the name)."""
        shift = 0
        for name in self.names:
            start = name.at + shift
            if offset < start:
                break
            if offset < start + len(name.iri) + 2:
                return name.at
            shift += len(name.iri) - len(name.written)
        return offset - shift


def _known_name(reference: str, is_entity: Callable[[str], bool]) -> str | None:
    """The IRI of the entity that the reference names, or ``None`` where SPARQL's own reading is to be kept."""
    if _IRIREF.fullmatch(f"<{reference}>") and (is_entity(reference) or is_entity(BASE + reference)):
        return None
    encoded = BASE + entity_segment(reference)
    return encoded if is_entity(encoded) else None


def resolve_names(query: str, is_entity: Callable[[str], bool]) -> ResolvedQuery:
    """Replace the names in a query that SPARQL would misread. ``is_entity`` says whether an IRI is in the graph."""
    pieces: list[str] = []
    names: list[NormalisedName] = []
    position = copied = 0
    while found := _INTERESTING.search(query, position):
        at = found.start()
        match query[at]:
            case "<":
                reference = _REFERENCE.match(query, at)
                iri = _known_name(reference.group(1), is_entity) if reference else None
                if reference and iri:
                    pieces += [query[copied:at], "<", iri, ">"]
                    names.append(NormalisedName(reference.group(1), iri, at))
                    position = copied = reference.end()
                else:
                    plain = _IRIREF.match(query, at)
                    position = plain.end() if plain else at + 1
            case "#":
                comment = _COMMENT.match(query, at)
                position = comment.end() if comment else at + 1
            case _:
                string = _LONG_STRING.match(query, at) or _STRING.match(query, at)
                position = string.end() if string else at + 1
    return ResolvedQuery("".join([*pieces, query[copied:]]), tuple(names))

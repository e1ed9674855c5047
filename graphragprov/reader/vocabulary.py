"""The graph's vocabulary as a question needs it: which entity a name means, which relations there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..terms import entity_segment, local_name, relation_segment
from .lexicon import fold
from .names import without_honorifics
from .passage import strip_disambiguator

__all__ = ["Vocabulary"]


class Vocabulary:
    """Entities and relations of a graph. Built from a request's mapping, which may be partial or absent."""

    def __init__(self, mapping: Mapping[str, Any] | None = None) -> None:
        self._entities: dict[str, str] = {}
        self._loose: dict[str, str | None] = {}
        self._relations = {_relation_key(name): _relation_reference(name) for name in _names(mapping, "relations")}
        for name, iri in _entities(mapping):
            self._entities.setdefault(fold(name), iri)
        for name, iri in _entities(mapping):
            for form in _loose_forms(name):
                known = self._loose.setdefault(form, iri)
                if known != iri:
                    self._loose[form] = None

    def __bool__(self) -> bool:
        return bool(self._entities or self._relations)

    def entity(self, name: str) -> str | None:
        """The IRI reference (``<…>``) of the entity with this name, disambiguator and case aside, or ``None``."""
        for form in (name, strip_disambiguator(name)):
            if iri := self._entities.get(fold(form)):
                return iri
        return None

    def loose_entity(self, name: str) -> str | None:
        """The same where only an article, an honorific, a title after a comma or the spacing differs."""
        for form in _loose_forms(name):
            if iri := self._entities.get(form) or self._loose.get(form):
                return iri
        return None

    def relation(self, name: str) -> str | None:
        """How a query writes the graph's relation of this name (``rel:placeOfBirth``), or ``None`` if it has none."""
        return self._relations.get(_relation_key(name))


def _relation_key(name: str) -> str:
    """``place of birth``, ``placeOfBirth`` and ``<http://example.org/placeOfBirth>`` are one relation."""
    local = local_name(name[1:-1]) if name.startswith("<") and name.endswith(">") else name
    return fold(local).replace(" ", "")


def _relation_reference(name: str) -> str:
    if name.startswith("<"):
        return name
    return f"rel:{name}" if name.isidentifier() else f"rel:{relation_segment(name)}"


def _names(mapping: Mapping[str, Any] | None, key: str) -> Iterator[str]:
    for item in _items(mapping, key):
        name = item.get("name") if isinstance(item, Mapping) else item
        if isinstance(name, str) and name:
            yield name


def _items(mapping: Mapping[str, Any] | None, key: str) -> Sequence[Any]:
    items = mapping.get(key) if isinstance(mapping, Mapping) else None
    return items if isinstance(items, list | tuple) else ()


def _entities(mapping: Mapping[str, Any] | None) -> Iterator[tuple[str, str]]:
    for item in _items(mapping, "entities"):
        name = item.get("name") if isinstance(item, Mapping) else item
        iri = item.get("iri") if isinstance(item, Mapping) else None
        if isinstance(name, str) and name.strip():
            yield name, iri if isinstance(iri, str) and iri.startswith("<") else f"<{entity_segment(name)}>"


def _loose_forms(name: str) -> Iterator[str]:
    """Folded forms under which a name may also be known: no disambiguator, article, honorific, title after a comma."""
    plain = strip_disambiguator(name)
    yield fold(plain)
    yield fold(plain).removeprefix("the ")
    yield fold(without_honorifics(plain))
    yield fold(without_honorifics(plain.split(",")[0]))
    yield fold(plain).replace(" ", "")

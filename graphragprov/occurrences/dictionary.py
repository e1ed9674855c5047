"""The dictionary of terms: RDF terms to dense integers and back.

Identifier 0 means *unbound*; terms of a graph are numbered from 1. Decoding is a list look-up.
"""

from __future__ import annotations

from typing import Any

from ..terms import XSD, Literal, Term, TripleTerm

__all__ = ["TermDictionary", "canonical"]

_STRING = XSD.string


def canonical(term: Term) -> Term:
    """The term itself, except that ``"a"^^xsd:string`` is written ``"a"``: in RDF 1.1 they are one term."""
    if type(term) is Literal and term._datatype is not None and str.__eq__(term._datatype, _STRING):
        return Literal(str(term), normalize=False)
    return term


class TermDictionary:
    """A growing bijection between terms and integers.

    ``terms[i]`` is the term numbered i (``terms[0]`` is ``None``); ``parts[i]`` are the numbers of the components of
    the triple term numbered i.
    """

    __slots__ = ("_ids", "memory", "parts", "terms")

    def __init__(self) -> None:
        self.terms: list[Term | None] = [None]
        self.parts: dict[int, tuple[int, int, int]] = {}
        self.memory: dict[str, Any] = {}
        self._ids: dict[Term, int] = {}

    def __len__(self) -> int:
        return len(self.terms) - 1

    def decode(self, number: int) -> Term:
        """The term with this number (from 1)."""
        term = self.terms[number]
        assert term is not None, "0 means unbound"
        return term

    def find(self, term: Term) -> int:
        """The number of a term, 0 when the dictionary does not hold it."""
        return self._ids.get(canonical(term), 0)

    def encode(self, term: Term) -> int:
        """The number of a term, which is added when it is new."""
        term = canonical(term)
        found = self._ids.get(term)
        if found is None:
            if type(term) is TripleTerm:
                parts = (self.encode(term.subject), self.encode(term.predicate), self.encode(term.object))
                found = self._ids[term] = len(self.terms)
                self.parts[found] = parts
            else:
                found = self._ids[term] = len(self.terms)
            self.terms.append(term)
        return found

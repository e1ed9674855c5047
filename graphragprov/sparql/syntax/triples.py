"""Triples, collections, blank node property lists, reified triples and annotations to triple patterns and paths.

Abbreviations are expanded as in Turtle 1.2: ``<< s p o ~ r >>`` stands for ``r`` and adds
``r rdf:reifies <<( s p o )>>``; ``s p o ~ r {| q z |}`` adds that and ``r q z``.

Property paths of links, inverses and sequences become triple patterns
(https://www.w3.org/TR/sparql12-query/#sparqlTranslatePathPatterns), with hidden variables between the steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from ...terms import RDF, REIFIES, Term, TripleTerm, URIRef, Variable
from ..algebra import (
    Alternative,
    Inverse,
    Link,
    NegatedPropertySet,
    OneOrMore,
    Path,
    PathExpression,
    Sequence,
    TriplePattern,
    ZeroOrMore,
    ZeroOrOne,
)
from . import grammar, kinds, tree
from .balance import balanced
from .context import Context, Scope
from .lexer import Token
from .terms import TYPE, iri, literal_term, variable

_FIRST = URIRef(str(RDF.first))
_REST = URIRef(str(RDF.rest))
_NIL = URIRef(str(RDF.nil))
_MODIFIERS: dict[str, Callable[[PathExpression], PathExpression]] = {"*": ZeroOrMore, "+": OneOrMore, "?": ZeroOrOne}

Statement: TypeAlias = TriplePattern | Path


class TriplesBuilder:
    """Collects the patterns of one basic graph pattern or template.

    ``scope`` receives the variables in the order in which they are read.  ``template`` names the construct in which
    property paths are refused (CONSTRUCT, INSERT, …) and in which blank nodes are no variables of a pattern.
    """

    def __init__(self, context: Context, scope: Scope, template: str = "") -> None:
        self.context = context
        self.scope = scope
        self.template = template
        self.statements: list[Statement] = []
        self.block = object()
        self.blank_nodes: list[Token] = []

    def next_block(self) -> None:
        """From here on blank node labels belong to another basic graph pattern."""
        self.block = object()

    def add(self, triples: Iterable[tree.Triples]) -> None:
        """Take in triples in their order."""
        for item in triples:
            self._properties(self.node(item.subject), item.properties)

    def node(self, token: Token) -> Term:
        """The term of a node; what it abbreviates is collected."""
        kind = token.kind
        if kind == kinds.VARIABLE:
            found = variable(token)
            self.scope[found] = None
            return found
        if kind in kinds.IRI:
            return iri(self.context, token)
        if kind in kinds.LITERAL:
            return literal_term(self.context, token)
        return self._compound(token)

    def _compound(self, token: Token) -> Term:
        match token.kind:
            case kinds.NIL:
                return _NIL
            case kinds.ROUND:
                return self._collection(token)
            case kinds.TRIPLE_TERM:
                return self._triple_term(token)
            case kinds.REIFIED_TRIPLE:
                return self._reified_triple(token)
            case kinds.BLANK_NODE_LABEL:
                return self._label(token)
        blank = self._anonymous(token)
        if token.kind == kinds.SQUARE:
            self._properties(blank, self.context.read(grammar.PROPERTY_LIST, self.context.inside(token)))
        return blank

    # -- blank nodes

    def _anonymous(self, token: Token) -> Variable:
        self.blank_nodes.append(token)
        return self.context.fresh()

    def _label(self, token: Token) -> Variable:
        self.blank_nodes.append(token)
        name = token.text[2:]
        if self.template:
            return Variable(f".template.{name}")
        if self.context.labels.setdefault(name, self.block) is not self.block:
            raise self.context.error(
                token, f"the blank node label {token.text} is used in two basic graph patterns; use a variable instead"
            )
        return Variable(f".label.{name}")

    # -- abbreviations

    def _emit(self, subject: Term, predicate: Term, obj: Term, at: int) -> None:
        self.statements.append(TriplePattern(subject, predicate, obj, at))

    def _collection(self, token: Token) -> Term:
        items = self.context.read(grammar.COLLECTION, self.context.inside(token))
        cells: list[Term] = [self._anonymous(token) for _ in items]
        for item, cell, rest in zip(items, cells, [*cells[1:], _NIL], strict=True):
            self._emit(cell, _FIRST, self.node(item), item.at)
            self._emit(cell, _REST, rest, item.at)
        return cells[0]

    def _triple_term(self, token: Token) -> TripleTerm:
        found: tree.ReifiedTriple = self.context.read(grammar.TRIPLE_TERM, self.context.inside(token))
        return TripleTerm(self.node(found.subject), self._simple_verb(found.verb), self.node(found.object))

    def _reified_triple(self, token: Token) -> Term:
        found: tree.ReifiedTriple = self.context.read(grammar.REIFIED_TRIPLE, self.context.inside(token))
        term = TripleTerm(self.node(found.subject), self._simple_verb(found.verb), self.node(found.object))
        reifier = self._reifier(found.reifier, token)
        self._emit(reifier, REIFIES, term, token.at)
        return reifier

    def _reifier(self, reifier: tree.Reifier | None, place: Token) -> Term:
        return self._anonymous(place) if reifier is None or reifier.name is None else self.node(reifier.name)

    def _annotate(self, statement: TripleTerm, annotations: tuple[tree.Reifier | Token, ...], place: Token) -> None:
        reifier: Term | None = None
        for annotation in annotations:
            if isinstance(annotation, tree.Reifier):
                reifier = self._reifier(annotation, place)
                self._emit(reifier, REIFIES, statement, annotation.at)
                continue
            if reifier is None:
                reifier = self._anonymous(annotation)
                self._emit(reifier, REIFIES, statement, annotation.at)
            self._properties(reifier, self.context.read(grammar.PROPERTY_LIST, self.context.inside(annotation)))
            reifier = None

    # -- properties

    def _properties(self, subject: Term, properties: tuple[tree.Property, ...]) -> None:
        for verb, objects in properties:
            if isinstance(verb, Token):
                predicate = self._simple_verb(verb)
                for item in objects:
                    obj = self.node(item.node)
                    self._emit(subject, predicate, obj, verb.at)
                    if item.annotations:
                        self._annotate(TripleTerm(subject, predicate, obj), item.annotations, item.node)
            else:
                self._path_property(subject, verb, objects)

    def _simple_verb(self, verb: Token) -> Term:
        return TYPE if verb.kind == kinds.TYPE else self.node(verb)

    def _path_property(self, subject: Term, verb: tree.PathChoice, objects: tuple[tree.Object, ...]) -> None:
        at = _start(verb)
        if self.template:
            raise self.context.error(at, f"a property path cannot stand in {self.template}")
        path = self._path(verb)
        for item in objects:
            self._walk(subject, path, self.node(item.node), at)
            if item.annotations:
                raise self.context.error(
                    item.node, "a reifier or annotation cannot follow a triple whose property is a path"
                )

    # -- property paths

    def _walk(self, start: Term, path: PathExpression, end: Term, at: int) -> None:
        match path:
            case Link(predicate):
                self._emit(start, predicate, end, at)
            case Inverse(inner):
                self._walk(end, inner, start, at)
            case Sequence(left, right):
                between = self.context.fresh()
                self._walk(start, left, between, at)
                self._walk(between, right, end, at)
            case _:
                self.statements.append(Path(start, path, end, at))

    def _path(self, choice: tree.PathChoice) -> PathExpression:
        return balanced(
            Alternative,
            [balanced(Sequence, [self._step(element) for element in steps.elements]) for steps in choice.sequences],
        )

    def _step(self, element: tree.PathElement) -> PathExpression:
        primary = element.primary
        path: PathExpression
        if isinstance(primary, tree.Negation):
            path = self._negated_set(primary.negated)
        elif primary.kind == kinds.ROUND:
            path = self._path(self.context.read(grammar.PATH, self.context.inside(primary)))
        else:
            path = Link(self._path_iri(primary))
        if element.modifier is not None:
            path = _MODIFIERS[element.modifier.text](path)
        return path if element.inverse is None else Inverse(path)

    def _path_iri(self, token: Token) -> URIRef:
        return TYPE if token.kind == kinds.TYPE else iri(self.context, token)

    def _negated_set(self, negated: tree.NegatedIri | Token) -> NegatedPropertySet:
        if isinstance(negated, tree.NegatedIri):
            members: tuple[tree.NegatedIri, ...] = (negated,)
        elif negated.kind == kinds.NIL:
            return NegatedPropertySet((), None)
        else:
            members = self.context.read(grammar.NEGATED_SET, self.context.inside(negated))
        forward = tuple(self._path_iri(member.iri) for member in members if member.inverse is None)
        backward = tuple(self._path_iri(member.iri) for member in members if member.inverse is not None)
        return NegatedPropertySet(forward or None, backward or None)


def _start(verb: tree.PathChoice) -> int:
    element = verb.sequences[0].elements[0]
    if element.inverse is not None:
        return element.inverse.at
    primary = element.primary
    if isinstance(primary, tree.Negation):
        negated = primary.negated
        return negated.iri.at if isinstance(negated, tree.NegatedIri) else negated.at
    return primary.at

"""The vocabulary that a question is translated with."""

from __future__ import annotations

import time

import pytest

from graphragprov.occurrences.occurrence import Evidence, Occurrence, Run
from graphragprov.terms import Term, URIRef, entity_iri, literal, relation_iri
from graphragprov.translation import Vocabulary, suggest


def occurrence(subject: str, relation: str, thing: str | Term) -> Occurrence:
    term = entity_iri(thing) if type(thing) is str else thing
    labels = [(entity_iri(subject), subject)] + ([(entity_iri(thing), thing)] if type(thing) is str else [])
    return Occurrence(
        id=URIRef(f"urn:{subject}{relation}{thing}".replace(" ", "")),
        triple=(entity_iri(subject), relation_iri(relation), term),  # type: ignore[arg-type]
        passage=None,
        subject_evidence=Evidence(),
        predicate_evidence=Evidence(),
        object_evidence=Evidence(),
        run=Run("m"),
        labels=tuple(labels),
    )


YEAR = literal("1986", "http://www.w3.org/2001/XMLSchema#gYear")
FILMS = [
    occurrence("Batman: Under the Red Hood", "director", "Brandon Vietti"),
    occurrence("Vertigo", "director", "Alfred Hitchcock"),
    occurrence("Alfred Hitchcock", "place of birth", "Leytonstone"),
    occurrence("Vertigo", "publication date", YEAR),
]
VOCABULARY = Vocabulary.of(FILMS)


def test_entities_and_relations_with_examples() -> None:
    assert [(r.name, r.count, r.example, r.kind) for r in VOCABULARY.relations] == [
        ("director", 2, ("Batman: Under the Red Hood", "Brandon Vietti"), "entity"),
        ("placeOfBirth", 1, ("Alfred Hitchcock", "Leytonstone"), "entity"),
        ("publicationDate", 1, ("Vertigo", "1986"), "gYear"),
    ]
    assert [e.name for e in VOCABULARY.entities] == [
        "Alfred Hitchcock",
        "Vertigo",
        "Batman: Under the Red Hood",
        "Brandon Vietti",
        "Leytonstone",
    ]


def test_as_mapping_writes_terms_as_a_query_does() -> None:
    mapping = VOCABULARY.as_mapping()
    assert {"name": "Batman: Under the Red Hood", "iri": "<Batman%3A_Under_the_Red_Hood>"} in mapping["entities"]
    assert mapping["relations"][1] == {
        "name": "placeOfBirth",
        "example": ["Alfred Hitchcock", "Leytonstone"],
        "object": "entity",
    }


def test_terms_of_other_graphs_keep_their_iris() -> None:
    foreign = (URIRef("http://e.org/a"), URIRef("http://e.org/#knows"), URIRef("http://e.org/b"))
    one = FILMS[0]
    vocabulary = Vocabulary.of(
        [
            Occurrence(
                id=one.id,
                triple=foreign,
                passage=None,
                subject_evidence=Evidence(),
                predicate_evidence=Evidence(),
                object_evidence=Evidence(),
                run=Run("m"),
            )
        ]
    )
    assert vocabulary.as_mapping() == {
        "entities": [{"name": "a", "iri": "<http://e.org/a>"}, {"name": "b", "iri": "<http://e.org/b>"}],
        "relations": [{"name": "<http://e.org/#knows>", "example": ["a", "b"], "object": "entity"}],
    }


def test_what_the_question_speaks_of_comes_first_and_the_budget_holds() -> None:
    many = [occurrence(f"Thing {i}", f"relation {i}", f"Other {i}") for i in range(500)]
    vocabulary = Vocabulary.of(many + FILMS)
    part = vocabulary.for_question("Where was the director of Vertigo born?", budget=2000)
    assert part.entities[0].name == "Vertigo"
    assert part.relations[0].name == "director"
    assert 5 < len(part.entities) < 100 and 5 < len(part.relations) < 100
    assert vocabulary.for_question("x", budget=0) == Vocabulary()


def test_a_small_vocabulary_is_given_whole() -> None:
    part = VOCABULARY.for_question("?")
    assert (len(part.entities), len(part.relations)) == (5, 3)


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("<Alfred_Hitchcok>", "<Alfred_Hitchcock>"),
        ("<Hitchcock>", "<Alfred_Hitchcock>"),
        ("<Under_the_Red_Hood>", "<Batman%3A_Under_the_Red_Hood>"),
        ("rel:birthPlace", "rel:placeOfBirth"),
        ("rel:directors", "rel:director"),
        ("rel:datePublished", "rel:publicationDate"),
    ],
)
def test_suggestions(name: str, first: str) -> None:
    assert suggest(name, VOCABULARY)[:1] == (first,)


def test_nothing_alike_suggests_nothing() -> None:
    assert suggest("<Zyx>", VOCABULARY) == ()
    assert suggest("rel:x", Vocabulary()) == ()


def test_suggestions_are_quick_in_large_vocabularies() -> None:
    vocabulary = Vocabulary.of(occurrence(f"Person number {i}", "knows", f"Friend {i}") for i in range(20_000))
    start = time.perf_counter()
    assert suggest("<Person_numbr_77>", vocabulary)
    assert time.perf_counter() - start < 20

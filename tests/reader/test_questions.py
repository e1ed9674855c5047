"""Questions to SPARQL: names matched with the graph, relations chosen by what it has."""

from __future__ import annotations

from typing import Any

import pytest

from graphragprov.errors import LLMError
from graphragprov.reader.questions import LONGEST, write_query
from graphragprov.reader.vocabulary import Vocabulary


def vocabulary(*entities: str, relations: tuple[str, ...] = ()) -> Vocabulary:
    return Vocabulary({"entities": [{"name": e} for e in entities], "relations": [{"name": r} for r in relations]})


def where(question: str, graph: Vocabulary | None = None) -> str:
    query = write_query(question, graph or Vocabulary())
    return query.removeprefix("SELECT ?answer WHERE { ").removesuffix(" }")


@pytest.mark.parametrize(
    ("named", "entity"),
    [
        ("sentiments SONGES", "Sentiments songes"),
        ("Los Secretos Del Buzon", "Los secretos del buzón"),
        ("Get Low (Dillon Francis And Dj Snake Song)", "Get Low"),
        ("Labyrinth", "Labyrinth (1984 video game)"),
        ("Whole Wide World", "The Whole Wide World"),
        ("The Tavy", "Tavy"),
        ("Sir Paul Berg", "Paul Berg"),
        ("Paul Berg", "Paul Berg, 3rd Baron Lund"),
        ("Batman Under the Red Hood", "Batman: Under the Red Hood"),
        ("Mirror Mask", "MirrorMask"),
        ("Happy Mother's Day", "Happy Mother's Day"),
        ("Beware! The Blob", "Beware! The Blob"),
    ],
)
def test_names_are_matched_with_the_graph(named: str, entity: str) -> None:
    graph = Vocabulary({"entities": [{"name": entity, "iri": "<it>"}, {"name": "Other", "iri": "<other>"}]})
    assert where(f"Who directed {named}?", graph) == "<it> rel:director ?answer"
    assert where(f"Who is the mother of the director of film {named}?", graph).startswith("<it> rel:director ")


def test_a_loose_name_that_means_two_is_not_matched() -> None:
    graph = vocabulary("Dawn (1950 film)", "Dawn (1960 film)")
    assert where("Who directed Dawn?", graph) == "<Dawn> rel:director ?answer"
    assert where("Who directed Dawn (1960 film)?", graph) == "<Dawn_(1960_film)> rel:director ?answer"


def test_a_name_the_graph_has_not_is_written_as_it_stands() -> None:
    assert where("Who directed Batman: Year One?") == "<Batman%3A_Year_One> rel:director ?answer"


def test_a_possessive_is_not_part_of_the_name() -> None:
    graph = vocabulary("Joan, Lady of Wales", relations=("father", "cause of death"))
    assert where("What is the cause of death of Joan, Lady Of Wales's father?", graph) == (
        "<Joan,_Lady_of_Wales> rel:father ?father . ?father rel:causeOfDeath ?answer"
    )


def test_synonyms_are_chosen_by_what_the_graph_has() -> None:
    assert where("What nationality is Ana Ruiz?", vocabulary(relations=("nationality",))) == (
        "<Ana_Ruiz> rel:nationality ?answer"
    )
    assert where("Who wrote Dawn?", vocabulary(relations=("screenwriter",))) == "<Dawn> rel:screenwriter ?answer"
    assert where("Who wrote Dawn?", vocabulary(relations=("author", "screenwriter"))) == (
        "<Dawn> rel:author|rel:screenwriter ?answer"
    )


def test_relations_are_read_backwards_where_the_graph_has_them_so() -> None:
    assert where("Who are the children of Ana Ruiz?", vocabulary(relations=("mother",))) == (
        "?answer rel:mother <Ana_Ruiz>"
    )
    assert where("Who are the children of Ana Ruiz?", vocabulary(relations=("mother", "child"))) == (
        "<Ana_Ruiz> rel:child|^rel:mother ?answer"
    )
    assert where("Who is the spouse of Ana Ruiz?", vocabulary(relations=("spouse",))) == (
        "<Ana_Ruiz> rel:spouse|^rel:spouse ?answer"
    )


def test_relations_of_a_graph_in_camel_case() -> None:
    assert where("Where was Ana Ruiz born?", vocabulary(relations=("birthPlace",))) == (
        "<Ana_Ruiz> rel:birthPlace ?answer"
    )


@pytest.mark.parametrize(
    ("question", "pattern"),
    [
        (
            "Who is the mother of the director of film Dawn?",
            "<Dawn> rel:director ?director . ?director rel:mother ?answer",
        ),
        ("Who is Ana Ruiz's paternal grandfather?", "<Ana_Ruiz> rel:father ?father . ?father rel:father ?answer"),
        (
            "In which country is the birthplace of the author of Tides?",
            "<Tides> rel:author ?author . ?author rel:placeOfBirth ?birthplace . ?birthplace rel:country ?answer",
        ),
        (
            "When did the company that published Labyrinth close?",
            "<Labyrinth> rel:publisher ?publisher . ?publisher rel:dissolutionDate ?answer",
        ),
        (
            "What is the date of birth of the spouse of the spouse of Ana Ruiz?",
            "<Ana_Ruiz> rel:spouse ?spouse . ?spouse rel:spouse ?spouse2 . ?spouse2 rel:dateOfBirth ?answer",
        ),
        ("What year did the publisher of Labyrinth end?", None),
        ("Which films did Ana Ruiz direct?", "?answer rel:director <Ana_Ruiz>"),
        (
            "Who wrote the novel that Dawn is based on?",
            "<Dawn> rel:basedOn ?sourceMaterial . ?sourceMaterial rel:author ?answer",
        ),
        ("What is the name of the mother of Ana Ruiz?", "<Ana_Ruiz> rel:mother ?answer"),
        ("Please tell me who directed Dawn.", "<Dawn> rel:director ?answer"),
    ],
)
def test_hops(question: str, pattern: str | None) -> None:
    expected = pattern or "<Labyrinth> rel:publisher ?publisher . ?publisher rel:dissolutionDate ?answer"
    assert where(question) == expected


@pytest.mark.parametrize(
    "question",
    [
        "Why?",
        "",
        "Tell me a story about the sea.",
        "电影《雨巷钟声》的导演出生在哪里？",
        "Which film has the director who died first, Dawn or Dusk?",
        "What is",
        "a" * (LONGEST + 1),
    ],
)
def test_what_is_not_understood_says_what_is(question: str) -> None:
    with pytest.raises(LLMError, match="embedded reader"):
        write_query(question, Vocabulary())


@pytest.mark.parametrize(
    "mapping",
    [None, {}, {"entities": None}, {"entities": "x", "relations": 3}, {"entities": [1, None, {}, {"name": 5}]}],
)
def test_a_broken_vocabulary_is_none(mapping: Any) -> None:
    assert where("Who directed Dawn?", Vocabulary(mapping)) == "<Dawn> rel:director ?answer"

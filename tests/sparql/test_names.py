from __future__ import annotations

import pytest

from graphragprov.sparql.names import resolve_names
from graphragprov.terms import BASE, entity_iri

NAMES = ["Batman: Under the Red Hood", 'The "Real" One', "AC/DC", "Jean Dupont", "C#", "?"]
ENTITIES = {str(entity_iri(name)) for name in NAMES}
ENTITIES.add("http://other.example/x#y")


def resolved(query: str) -> str:
    return resolve_names(query, ENTITIES.__contains__).text


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Batman:_Under_the_Red_Hood", "Batman: Under the Red Hood"),
        ("Batman: Under the Red Hood", "Batman: Under the Red Hood"),
        ('The_"Real"_One', 'The "Real" One'),
        ("AC/DC", "AC/DC"),
        ("C#", "C#"),
        ("?", "?"),
    ],
)
def test_a_name_that_sparql_would_misread_is_its_entity(written: str, name: str) -> None:
    result = resolve_names(f"ASK {{ ?s ?p <{written}> }}", ENTITIES.__contains__)
    assert result.text == f"ASK {{ ?s ?p <{entity_iri(name)}> }}"
    assert [(n.written, n.iri, n.at) for n in result.names] == [(written, str(entity_iri(name)), 12)]


@pytest.mark.parametrize(
    "query",
    [
        "ASK { <Jean_Dupont> ?p <http://other.example/x#y> }",
        "ASK { <Batman%3A_Under_the_Red_Hood> ?p ?o }",
        f"ASK {{ <{BASE}Jean_Dupont> ?p ?o }}",
        "ASK { ?s ?p ?o FILTER(?s < ?o && ?o > 3) }",
        'ASK { ?s ?p "<AC/DC>" } # <AC/DC>',
        "ASK { ?s ?p '''<AC/DC> ' <AC/DC>''' }",
        "ASK { ?s ?p <Unknown:_name> }",
        "ASK { <http://other.example/#C> ?p ?o }",
    ],
)
def test_everything_else_stays_as_written(query: str) -> None:
    result = resolve_names(query, ENTITIES.__contains__)
    assert result.text == query
    assert not result.names


def test_offsets_lead_back_to_the_query_as_written() -> None:
    query = "ASK { <AC/DC> ?p <C#> . ?x }"
    result = resolve_names(query, ENTITIES.__contains__)
    for probe in ["?p", ". ?x", "?x }"]:
        assert result.original_offset(result.text.index(probe)) == query.index(probe)
    assert result.original_offset(0) == 0
    assert result.original_offset(result.text.index("<")) == query.index("<")

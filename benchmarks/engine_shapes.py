"""The queries of the engine benchmark, one for each shape."""

from __future__ import annotations

from .engine_data import NAMESPACE

__all__ = ["SHAPES"]

_BODIES = {
    "2-hop chain": "SELECT ?film ?city { ?film :directedBy ?d . ?d :bornIn ?city }",
    "3-hop chain": "SELECT ?film ?country { ?film :starring ?p . ?p :bornIn ?city . ?city :locatedIn ?country }",
    "star": """SELECT ?film ?title ?date ?company {
        ?film :title ?title ; :releaseDate ?date ; :producedBy ?company ; :genre <genre/3> }""",
    "snowflake": """SELECT ?title ?name ?city ?born {
        ?film :title ?title ; :genre <genre/2> ; :directedBy ?d . ?d :name ?name ; :birthDate ?born ; :bornIn ?c .
        ?c :name ?city ; :locatedIn <country/1> }""",
    "union": "SELECT ?film ?who { { ?film :directedBy ?who } UNION { ?film :starring ?who } ?who :award ?award }",
    "optional": "SELECT ?p ?city ?award { ?p :bornIn ?city OPTIONAL { ?p :award ?award } }",
    "minus": "SELECT ?p ?born { ?p :birthDate ?born MINUS { ?film :directedBy ?p } }",
    "not exists": """SELECT ?film ?d { ?film :directedBy ?d . ?d :bornIn ?c
        FILTER NOT EXISTS { ?film :starring ?s . ?s :bornIn ?c } }""",
    "date filter": """SELECT ?film ?date { ?film :releaseDate ?date ; :producedBy ?company
        FILTER(?date >= "1990-01-01"^^xsd:date && ?date < "1995-01-01"^^xsd:date) }""",
    "distinct": """SELECT DISTINCT ?genre ?country {
        ?film :genre ?genre ; :starring ?p . ?p :bornIn ?city . ?city :locatedIn ?country }""",
    "path from one": "SELECT ?p { ?p :influencedBy+ <person/1> }",
    "path from all": "SELECT ?part ?whole { ?part :partOf+ ?whole }",
    "selective": "SELECT ?name ?city { <film/7> :starring ?p . ?p :name ?name ; :bornIn ?city }",
    "count per group": "SELECT ?city (COUNT(?p) AS ?n) { ?p :bornIn ?city } GROUP BY ?city",
    "cycle": "SELECT ?a ?b ?c { ?a :knows ?b . ?b :knows ?c . ?c :knows ?a }",
    "coworkers": "SELECT ?a ?b { ?f :directedBy ?a ; :starring ?b . ?a :knows ?b }",
}

SHAPES: dict[str, str] = {
    name: f"BASE <{NAMESPACE}>\nPREFIX : <{NAMESPACE}>\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n{body}"
    for name, body in _BODIES.items()
}
"""Name to the text of a SELECT query."""

"""What a text denies, reports or leaves open is not read."""

from __future__ import annotations

import pytest

import graphragprov as gp


def relations(text: str) -> set[str]:
    return {str(o.triple[1]).rsplit("/", 1)[-1] for o in gp.Builder().ingest(text).occurrences()}


@pytest.mark.parametrize(
    "text",
    [
        "It is false that Ada Bell was born in Leeds.",
        "It is not true that Ada Bell was born in Leeds.",
        "Nobody believes that The Quiet Mill was directed by Ada Bell.",
        "If Ada Bell was born in Leeds, she never said so.",
        "Ada Bell claimed that Tom Reed was born in Leeds.",
        "Ada Bell was born in Leeds or York.",
        "Ada Bell was either born in Leeds or in York.",
        "Ada Bell (born 1950 or 1951) is unknown.",
        "The Quiet Mill was originally directed by Ada Bell, who was replaced by Tom Reed.",
        "Ada Bell may have been born in Leeds.",
        "According to legend, Ada Bell was born in Leeds.",
    ],
)
def test_nothing_is_read_of_it(text: str) -> None:
    assert relations(text) <= {"occupation"}


def test_the_sentence_beside_it_is_read() -> None:
    text = "Ada Bell was born in York. It is false that Ada Bell was born in Leeds. She died in Hull."
    kg = gp.Builder().ingest(text)
    assert kg.query("SELECT ?place { <Ada_Bell> rel:placeOfBirth ?place }").values() == ["York"]

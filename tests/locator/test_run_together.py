from __future__ import annotations

import pytest

from graphragprov.errors import QuoteNotFound
from graphragprov.locator import locate


@pytest.mark.parametrize(
    ("quote", "text", "start"),
    [
        ("Pasaporte a Río", "(Spanish:Pasaporte a Río) is a film", 9),
        ("Spanish", "(Spanish:Pasaporte a Río) is a film", 1),
        ("The Paracel Islands", "the region.The Paracel Islands are", 11),
        ("region", "the region.The Paracel Islands are", 4),
    ],
)
def test_a_missing_space_does_not_hide_a_word(quote: str, text: str, start: int) -> None:
    span = locate(quote, text).span
    assert span is not None
    assert (span.start, span.of(text)) == (start, quote)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("D", "a Ph.D of law"),
        ("S", "the U.S.A today"),
        ("js", "with Node.js here"),
        ("songes", "Sentiments songesLiar"),
    ],
)
def test_abbreviations_stay_one_word(quote: str, text: str) -> None:
    with pytest.raises(QuoteNotFound):
        locate(quote, text)

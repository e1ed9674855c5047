"""Time is linear in the text, also where a text or a quote was made to hurt."""

import random
import time

import pytest

from graphragprov.errors import QuoteNotFound
from graphragprov.locator import LocatableText, describe, locate, resolve_component_spans
from graphragprov.text import Span

MEGABYTE = 1_000_000


def _words(seed: int, count: int) -> list[str]:
    rng = random.Random(seed)
    return ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=rng.randint(2, 9))) for _ in range(count)]


def _seconds(action) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def _locate_or_not(quote, text):
    try:
        return locate(quote, text)
    except QuoteNotFound as error:
        return error


def test_many_quotes_in_one_long_line():
    words = _words(1, 170_000)
    text = " ".join(words)[:MEGABYTE]
    quotes = [" ".join(words[at : at + 6]) for at in range(0, 100_000, 500)]
    quotes += [quote[:-3] + "qqq" for quote in quotes[:20]]
    prepared = LocatableText(text)
    assert _seconds(lambda: [_locate_or_not(quote, prepared) for quote in quotes]) < 20
    assert locate(quotes[7], text).status == "found"


@pytest.mark.parametrize(
    ("unit", "quote"),
    [
        ("a ", "a " * 20_000 + "a"),
        ("a ", "a " * 20_000 + "b"),
        ("\U0001f1e6", "\U0001f1e6\U0001f1e6"),
        ("e\u0301\u0323", "e"),
        ("\u0301\u0323", "x"),
        ("\u00ad", "a"),
        ("\u200b", "\u200b"),
        ("²", "x2"),
        ("x²", "x2"),
        ("-\n", "x"),
        ("a-\n", "a-a"),
        ("ﬃ", "ffi"),
        ("Ａ", "a"),
        (" \n", "a b"),
        ("- ", "a-b"),
        ("İ ", "i̇"),
        ("ệ ", "ệ"),
        ("👩\u200d", "👩"),
        ("'s", "'s"),
        ("\u200d'", "a"),
        ("1.", "1"),
        ("\u0600", "a"),
        ("각\u11a8", "각"),
    ],
)
def test_texts_made_to_hurt(unit, quote):
    text = (unit * (200_000 // len(unit) + 1))[:200_000]
    assert _seconds(lambda: _locate_or_not(quote, text)) < 15


def test_time_grows_with_the_text_and_not_with_its_square():
    def seconds(count):
        text = "Ở Hà Nội có “phở”\u00ad bò – rất ngon.\n" * count
        return min(_seconds(lambda: _locate_or_not("không có ở đây", LocatableText(text))) for _ in range(2))

    assert seconds(8_000) < 8 * 3 * seconds(1_000) + 0.5


def test_describing_one_of_very_many():
    text = "a " * 100_000
    span = Span(100_000, 100_001)
    start = time.perf_counter()
    description = describe(span, text)
    assert locate(description.quote, text, prefix=description.prefix, suffix=description.suffix).span == span
    assert time.perf_counter() - start < 15


def test_many_places_of_every_component():
    text = "the " * 20_000
    resolved = []
    assert _seconds(lambda: resolved.append(resolve_component_spans((["the"], ["the the"], ["the"]), text))) < 15
    (subject,), (predicate,), (object_,) = resolved[0]
    assert (subject.span, predicate.span, object_.span) == (Span(0, 3), Span(0, 7), Span(4, 7))
    assert len(subject.candidates) == 20_000

"""The JSON reader that never fails: equal to the standard reader on valid JSON, useful on broken JSON."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphragprov.translation.tolerant_json import MAX_DEPTH, Json, JsonArray, JsonNumber, JsonObject, read_json, walk


def plain(value: Json) -> Any:
    """The value as the standard reader gives it."""
    if isinstance(value, JsonObject):
        return {key: plain(member) for key, member in value.members.items()}
    if isinstance(value, JsonArray):
        return [plain(item) for item in value.items]
    return json.loads(value) if isinstance(value, JsonNumber) else value


_SCALARS = st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(max_size=12)
_VALUES = st.recursive(
    _SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
)
_DOCUMENTS = st.lists(_VALUES, max_size=4) | st.dictionaries(st.text(max_size=6), _VALUES, max_size=4)


@settings(max_examples=400, deadline=None)
@given(_DOCUMENTS, st.booleans(), st.sampled_from([None, 2]))
def test_valid_json_is_read_as_the_standard_reader_reads_it(value: Any, ascii_only: bool, indent: int | None) -> None:
    reading = read_json(json.dumps(value, ensure_ascii=ascii_only, indent=indent))
    assert [plain(each) for each in reading.values] == [value]
    assert reading.cut_at is None and not reading.too_deep


@settings(max_examples=300, deadline=None)
@given(st.text("{}[]\",:'\\ \nabnul123/*#", max_size=60))
def test_nothing_fails(text: str) -> None:
    for value in read_json(text).values:
        list(walk(value))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": [1, 2,],}', {"a": [1, 2]}),
        ("{'a': 'it''s', 'b': \"don't\"}", {"a": "it''s", "b": "don't"}),
        ('{"a": "the "VIEW" family", "b": 1}', {"a": 'the "VIEW" family', "b": 1}),
        ('{"a": "the "VIEW", a family", "b": 1}', {"a": 'the "VIEW", a family', "b": 1}),
        ('{"a": "two\nlines"}', {"a": "two\nlines"}),
        ('{"a": None, "b": True, "c": NaN, "d": Infinity}', {"a": None, "b": True, "c": None, "d": None}),
        ('{a: "x", b: 2}', {"a": "x", "b": 2}),
        ('{"a": 1 // the first\n, /* and */ "b": 2}', {"a": 1, "b": 2}),
        ('{"a": {"b": 1} "c": 2}', {"a": {"b": 1}, "c": 2}),
        ('[{"a": 1}, {"b": 2]', [{"a": 1}, {"b": 2}]),
        ('{"a": 1, "a": 2}', {"a": 2}),
        ('{"a": "\\ud83d\\ude00 \\x \\u12"}', {"a": "😀 x u12"}),
        ('{"a": ["x", "y', {"a": ["x"]}),
        ('{"a": 1}}}]', {"a": 1}),
    ],
)
def test_broken_json_is_put_right(text: str, value: Any) -> None:
    assert [plain(each) for each in read_json(text).values] == [value]


def test_numbers_keep_their_lexical_form() -> None:
    (value,) = read_json('{"a": 1.50, "b": 01, "c": -3e4, "d": 123456789012345678901234567890}').values
    assert isinstance(value, JsonObject)
    assert {key: str(member) for key, member in value.members.items()} == {
        "a": "1.50",
        "b": "01",
        "c": "-3e4",
        "d": "123456789012345678901234567890",
    }


def test_several_values_between_prose() -> None:
    reading = read_json('First [1] then {"a": 2}; that is all.')
    assert [plain(value) for value in reading.values] == [[1], {"a": 2}]


def test_deep_nesting_is_bounded() -> None:
    reading = read_json("[" * 100_000 + "]" * 100_000 + '{"a": 1}')
    assert reading.too_deep
    assert plain(reading.values[-1]) == {"a": 1}
    depth, value = 0, reading.values[0]
    while isinstance(value, JsonArray) and value.items:
        depth, value = depth + 1, value.items[0]  # type: ignore[assignment]
    assert depth == MAX_DEPTH - 1


@pytest.mark.parametrize(
    "unit", ['{"', "[", '"', "{'a", "{a ", "/*", "[/", '["a" ', '["\\', "{ ", '","', "{'x',", '[" ,']
)
def test_time_is_linear(unit: str) -> None:
    def seconds(length: int) -> float:
        text = unit * (length // len(unit))
        start = time.perf_counter()
        read_json(text)
        return time.perf_counter() - start

    short = min(seconds(50_000) for _ in range(3))
    assert seconds(400_000) < 30 * max(short, 0.01)

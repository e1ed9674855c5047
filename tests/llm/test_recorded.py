from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphragprov.errors import LLMError, NotRecorded
from graphragprov.llm import Completion, Message, RecordedTranslations, Request, Usage
from graphragprov.text import sha256_of
from tests.shared import shared

TEXT = "Labyrinth is a video game published in 1984 by Acornsoft."
QUESTION = "What year did the publisher of Labyrinth end?"
SPARQL = "SELECT ?y WHERE { <Labyrinth> rel:publisher ?p . ?p rel:dissolutionDate ?y }"


def extract(text: str | None, *messages: Message) -> Request:
    return Request(task="extract", messages=messages or (Message("user", "any wording"),), text=text)


def ask(question: str | None) -> Request:
    return Request(task="query", messages=(Message("user", "any wording"),), question=question)


def lines(path: Path, *rows: Any) -> Path:
    path.write_text(
        "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows), encoding="utf-8"
    )
    return path


# -- serving --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [TEXT, sha256_of(TEXT), sha256_of(TEXT).upper()])
def test_a_passage_is_found_by_its_text_whatever_the_prompt(key: str) -> None:
    llm = RecordedTranslations({key: {"triples": ["é"]}})
    assert llm.model == "recorded"
    for request in (extract(TEXT), extract(TEXT, Message("system", "another"), Message("user", "prompt"))):
        assert llm.complete(request) == Completion(text='{"triples": ["é"]}', model="recorded")
    assert llm.complete(extract(f"\n{TEXT}\n")).text == '{"triples": ["é"]}'


def test_replies_as_text_and_completions_are_passed_on_untouched() -> None:
    cut = Completion(text='{"tri', model="weak", usage=Usage(3, 4), finish_reason="length")
    llm = RecordedTranslations({"a": ' {"triples": [] ', "b": cut})
    assert llm.complete(extract("a")).text == ' {"triples": [] '
    assert llm.complete(extract("b")) is cut


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        (SPARQL, json.dumps({"sparql": SPARQL})),
        ({"sparql": SPARQL}, json.dumps({"sparql": SPARQL})),
        (f' {{"sparql": "{SPARQL}"}} ', f' {{"sparql": "{SPARQL}"}} '),
        (f"```sparql\n{SPARQL}\n```", f"```sparql\n{SPARQL}\n```"),
    ],
)
def test_a_question_is_found_by_its_words(reply: Any, text: str) -> None:
    llm = RecordedTranslations(queries={QUESTION: reply})
    assert llm.complete(ask(QUESTION)).text == text
    assert llm.complete(ask(f" {QUESTION.replace(' ', '  ')}\n")).text == text


def test_what_is_missing_is_said_with_the_closest_that_is_there() -> None:
    llm = RecordedTranslations(
        {TEXT: "{}", "Cardiff is a city.": "{}"}, {QUESTION: SPARQL, "Who built the Ark?": SPARQL}
    )
    with pytest.raises(
        NotRecorded, match=r"passage 'Labyrinth is a video.* 2 are recorded.*closest.*1984 by Acornsoft\.'"
    ):
        llm.complete(extract(TEXT.replace("1984", "1985")))
    with pytest.raises(
        NotRecorded, match=rf"question '.*; 2 are recorded; the closest recorded one is '{QUESTION[:-1]}"
    ):
        llm.complete(ask(QUESTION.casefold()))
    with pytest.raises(NotRecorded) as caught:
        llm.complete(ask("完全不同的问题"))
    assert "closest" not in str(caught.value)


def test_a_request_without_passage_or_question_is_an_error() -> None:
    llm = RecordedTranslations({TEXT: "{}"}, {QUESTION: SPARQL})
    with pytest.raises(LLMError, match=r"Request\.text"):
        llm.complete(extract(None))
    with pytest.raises(LLMError, match=r"Request\.question"):
        llm.complete(ask(None))


def test_a_lone_surrogate_is_missing_like_any_other_text() -> None:
    with pytest.raises(NotRecorded):
        RecordedTranslations({TEXT: "{}"}).complete(extract("\ud800"))


def test_recordings_cannot_repair_and_do_not_pretend_to() -> None:
    llm = RecordedTranslations({TEXT: {"triples": []}})
    assert llm.can_repair is False
    first = llm.complete(extract(TEXT)).text
    with pytest.raises(NotRecorded, match="cannot repair"):
        llm.complete(
            extract(TEXT, Message("user", TEXT), Message("assistant", first), Message("user", "No such quote"))
        )
    example = Message("assistant", '{"triples": [{"an": "example of the prompt"}]}')
    assert llm.complete(extract(TEXT, Message("user", "e.g."), example, Message("user", TEXT))).text == first


# -- reading ----------------------------------------------------------------------------------------


def test_lines_are_read_with_questions_of_their_own_or_of_the_caller(tmp_path: Path) -> None:
    path = lines(
        tmp_path / "r.jsonl",
        {"task": "extract", "case": "a", "text": TEXT, "text_sha256": sha256_of(TEXT), "response": {"triples": []}},
        "",
        {"task": "extract", "case": "b", "text_sha256": sha256_of("only a hash"), "raw": '{"cut'},
        {"task": "query", "case": "a", "response": {"sparql": SPARQL}},
        {"task": "query", "case": "b", "question": "Own?", "response": {"sparql": "ASK {}"}},
        {"task": "query", "case": "c", "question": "Raw?", "raw": "I do not know."},
        {"task": "query", "case": "d", "response": {"sparql": "never asked"}},
    )
    llm = RecordedTranslations.read(path, questions={"a": QUESTION, "b": "not this one"}, model="m")
    assert llm.complete(extract(TEXT)) == Completion(text='{"triples": []}', model="m")
    assert llm.complete(extract("only a hash")).text == '{"cut'
    assert llm.complete(ask(QUESTION)).text == json.dumps({"sparql": SPARQL})
    assert llm.complete(ask("Own?")).text == '{"sparql": "ASK {}"}'
    assert llm.complete(ask("Raw?")).text == "I do not know."
    with pytest.raises(NotRecorded, match="1 recorded queries name no question"):
        llm.complete(ask("not this one"))


def test_one_case_can_be_read_alone_and_the_first_recording_counts(tmp_path: Path) -> None:
    rows = [{"task": "extract", "case": case, "text": TEXT, "response": {"triples": [case]}} for case in ("a", "b")]
    first, second = lines(tmp_path / "1.jsonl", rows[0]), lines(tmp_path / "2.jsonl", rows[1])
    served = {
        "a": RecordedTranslations.read([first, second]),
        "b": RecordedTranslations.read([str(second), first]),
    }
    for case, llm in served.items():
        assert json.loads(llm.complete(extract(TEXT)).text) == {"triples": [case]}
        alone = RecordedTranslations.read([first, second], case=case)
        assert json.loads(alone.complete(extract(TEXT)).text) == {"triples": [case]}
    with pytest.raises(LLMError, match=r"no case 'case-c'"):
        RecordedTranslations.read([first], case="case-c")


GOOD = {"task": "extract", "text": TEXT, "response": {}}


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("{", "Expecting property name"),
        ("[]", "one JSON object"),
        ("[" * 100_000, "nested too deeply"),
        ('{"task": "extract", "text": "x", "response": {"v": NaN}}', "NaN is not JSON"),
        ({"task": "translate"}, "not 'translate'"),
        ({"task": "extract", "response": {}}, "text_sha256"),
        ({"task": "extract", "text": 5, "response": {}}, '"text" is a text, not int'),
        ({**GOOD, "text_sha256": "0" * 64}, "is not the SHA-256"),
        ({"task": "extract", "text": TEXT}, "one of"),
        ({**GOOD, "raw": "x"}, "only one"),
        ({**GOOD, "response": []}, "not list"),
        ({"task": "query", "question": [], "response": {}}, '"question" is a text'),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, row: Any, reason: str) -> None:
    path = lines(tmp_path / "r.jsonl", GOOD, row)
    with pytest.raises(LLMError, match=rf"r\.jsonl, line 2: .*{reason}"):
        RecordedTranslations.read(path)


def test_what_is_no_text_no_file_or_nothing_is_an_error(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b'{"task": "\xff"}')
    with pytest.raises(LLMError, match=r"bad\.jsonl, line 1"):
        RecordedTranslations.read(bad)
    bad.write_bytes(b" " * (16 * 2**20) + b"{}")
    with pytest.raises(LLMError, match="longer than 16 MiB"):
        RecordedTranslations.read(bad)
    for path in (tmp_path / "absent.jsonl", tmp_path):
        with pytest.raises(LLMError, match="cannot read"):
            RecordedTranslations.read(path)
    with pytest.raises(LLMError, match="no recorded translations"):
        RecordedTranslations.read(lines(tmp_path / "empty.jsonl"))
    with pytest.raises(LLMError, match="no file"):
        RecordedTranslations.read([])


def test_a_byte_order_mark_is_no_content(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(GOOD).encode())
    assert RecordedTranslations.read(path).complete(extract(TEXT)).text == "{}"


# -- the shared recordings --------------------------------------------------------------------------------


def _questions(name: str) -> dict[str, str]:
    rows = [json.loads(line) for line in shared("data", f"{name}-dev.jsonl").read_text("utf-8").splitlines()]
    return {f"{name}:{row.get('_id') or row.get('id')}": row["question"] for row in rows}


@pytest.mark.parametrize("name", ["2wiki", "musique"])
def test_every_line_of_the_strong_recordings_is_served(name: str) -> None:
    path, questions = shared("recordings", f"{name}-dev.jsonl"), _questions(name)
    everything = RecordedTranslations.read(path, questions=questions)
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    expected: dict[str, Any] = {}
    for row in rows:
        expected.setdefault(row.get("text") or questions[row["case"]], row["response"])
    for row in rows:
        request = extract(row["text"]) if row["task"] == "extract" else ask(questions[row["case"]])
        reply = json.loads(everything.complete(request).text)
        assert reply == expected[row.get("text") or questions[row["case"]]]
    case = rows[-1]["case"]
    alone = RecordedTranslations.read(path, questions=questions, case=case)
    for row in rows:
        if row["case"] == case and row["task"] == "extract":
            assert json.loads(alone.complete(extract(row["text"])).text) == row["response"]


@pytest.mark.parametrize("name", ["2wiki", "musique"])
def test_the_weak_recordings_are_served_as_they_are(name: str) -> None:
    path = shared("recordings", f"weak-{name}.jsonl")
    llm = RecordedTranslations.read(path)
    for row in map(json.loads, path.read_text("utf-8").splitlines()):
        assert llm.complete(extract(row["text"])).text == row["raw"]

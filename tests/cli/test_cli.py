"""The command line: the demo's promises, and ``ask`` on the user's own files."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import graphragprov as gp
from graphragprov import demo
from graphragprov.cli import main
from tests.llm.server import ChatServer, said

TEXT = "Panda is a song by Astro. Astro is a band from Valdivia."


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "notes.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.fixture
def shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["demo", "--traces", str(tmp_path / "traces.json")]) == 0
    return capsys.readouterr().out


def test_the_demo_prints_the_chain_of_every_answer(shown: str) -> None:
    assert shown.count("\nquestion ") == 5
    assert shown.count("\nquery ") == 5
    assert shown.count("\nanswer ") >= 4
    assert "x1⊗x2 ⊕ x2⊗x3" in shown
    assert all(mark in shown for mark in ("⟧ˢ", "⟧ᵖ", "⟧ᵒ"))


def test_the_demo_says_who_read_what(shown: str) -> None:
    assert "read by embedded-reader" in shown
    assert "read by recorded: yuxiang-zhongsheng" in shown


def test_the_demo_says_which_pattern_found_nothing(shown: str) -> None:
    assert "no answer   the triple pattern «?author rel:placeOfBirth ?answer» found nothing" in shown


def test_the_demo_writes_traces_and_verifies_them(shown: str, tmp_path: Path) -> None:
    traces = [gp.Trace.from_json(data) for data in json.loads((tmp_path / "traces.json").read_text(encoding="utf-8"))]
    assert [trace.question for trace in traces] == [q.question for q in demo.questions()]
    assert shown.count("  verified  ") == 5
    assert "NOT VERIFIED" not in shown
    assert "span reads as its quote" in shown


def test_the_demo_has_the_texts_that_it_promises() -> None:
    documents = demo.documents()
    assert len(documents) >= 6
    assert sum(document.text.count("\n\n") + 1 for document in documents) >= 8
    assert any("一" <= c <= "鿿" for document in documents for c in document.text)


def test_ask_answers_on_ones_own_text(notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "--text", str(notes), "Who performed Panda?"]) == 0
    out = capsys.readouterr().out
    assert "answer = Astro" in out
    assert "verified: " in out


@pytest.mark.parametrize("order", [["Who performed Panda?", "--text"], ["--json", "Who performed Panda?", "--text"]])
def test_the_question_may_come_first(order: list[str], notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", *order, str(notes)]) == 0
    assert "Astro" in capsys.readouterr().out


def test_several_files_and_json(notes: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.txt"
    other.write_text("Panda is a song by Astro.", encoding="utf-8")
    assert main(["ask", "--json", "--text", str(notes), str(other), "Who performed Panda?"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["values"] == ["Astro"]
    assert data["verified"] is True
    assert data["empty"] is None
    trace = gp.Trace.from_json(data["trace"])
    assert trace.answers[0].polynomial.text == "x1 ⊕ x2"
    assert {source.id for source in trace.sources} == {str(notes), str(other)}


def test_an_empty_answer_has_a_reason_and_exit_code_0(notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "--json", "--text", str(notes), "Who composed Panda?"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["values"] == []
    assert "rel:composer" in data["empty"]["pattern"]


def test_a_model_reads_through_a_base_url(
    notes: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    triple = {
        "subject": {"name": "Panda", "quotes": ["Panda"]},
        "predicate": {"name": "performer", "quotes": ["song by"]},
        "object": {"name": "Astro", "value": None, "datatype": None, "quotes": ["Astro"]},
    }
    query = "SELECT ?answer WHERE { <Panda> rel:performer ?answer }"
    with ChatServer([said(json.dumps({"triples": [triple]})), said(json.dumps({"sparql": query}))]) as server:
        arguments = ["--llm", "openai:tiny", "--base-url", server.url, "Who sang Panda?", "--text", str(notes)]
        assert main(["ask", *arguments]) == 0
    assert "answer = Astro" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--text", "absent.txt", "Who?"], "absent.txt cannot be read"),
        (["--text", "NOTES", "--llm", "nobody:model", "Who?"], "openai"),
        (["--text", "NOTES", "--base-url", "http://localhost:1", "Who?"], "--base-url needs --llm"),
        (["--text", "NOTES", "Colourless green ideas sleep furiously"], "question"),
    ],
)
def test_errors_go_to_stderr_with_exit_code_2(
    arguments: list[str], says: str, notes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ask", *[str(notes) if a == "NOTES" else a for a in arguments]]) == 2
    captured = capsys.readouterr()
    assert says in captured.err
    assert captured.out == ""


def test_an_error_for_machines_is_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "--json", "Who?", "--text", str(tmp_path / "absent.txt")]) == 2
    captured = capsys.readouterr()
    assert json.loads(captured.out)["error"]["type"] == "InvalidText"
    assert "absent.txt cannot be read" in captured.err


def test_errors_do_not_disturb_the_terminal(notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "--text", str(notes), "colourless \x1b[31m ideas"]) == 2
    assert "\x1b" not in capsys.readouterr().err


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    command = f'"{sys.executable}" -m graphragprov demo --traces "{tmp_path / "t.json"}" | head -1'
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert ran.stderr == ""


def test_the_module_runs_and_says_its_version() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "graphragprov", "--version"], capture_output=True, text=True, check=True
    )
    assert ran.stdout.startswith("graphragprov ")

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphragprov.errors import LLMError, LLMUnavailable, NotRecorded
from graphragprov.llm import (
    LLM,
    Completion,
    Message,
    RecordedTranslations,
    ReplayLLM,
    Request,
    ScriptedLLM,
    Usage,
)
from tests.shared import ROOT

ECHO = ScriptedLLM(lambda request: f"read {request.messages[-1].content}", model="echo")


def request(text: str = "Labyrinth is a video game.", **changes: Any) -> Request:
    return Request(**{"task": "extract", "messages": (Message("user", text),), "text": text, **changes})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "recording with space?#%.sqlite"


# -- recording and replaying -------------------------------------------------------------------------


def test_an_answer_is_asked_for_once_and_replays_without_the_model(path: Path) -> None:
    llm = ScriptedLLM(["a", "b"], model="m")
    with ReplayLLM(path, llm) as live:
        assert isinstance(live, LLM)
        assert live.model == "m"
        assert [live.complete(request(text)).text for text in ("1", "2", "1")] == ["a", "b", "a"]
        assert live.recorded == len(llm.requests) == 2
    with ReplayLLM(path) as replay:
        assert replay.model == "m"
        assert replay.complete(request("2")) == Completion(text="b", model="m")


completions = st.builds(
    Completion,
    text=st.text(st.characters(codec=None, exclude_categories=[])),
    model=st.text(),
    usage=st.builds(Usage, st.integers(0, 2**60), st.integers(0, 2**60)),
    finish_reason=st.sampled_from(["stop", "length", "content_filter", ""]),
)


def _exact(completion: Completion) -> tuple[bytes, Completion]:
    return completion.text.encode("utf-8", "surrogatepass"), completion


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(completions.filter(lambda c: json.loads(json.dumps(c.text)) == c.text), max_size=4))
def test_answers_replay_byte_for_byte(tmp_path: Path, answers: list[Completion]) -> None:
    path = tmp_path / "laws.sqlite"
    path.unlink(missing_ok=True)
    with ReplayLLM(path, ScriptedLLM(answers)) as live:
        said = [_exact(live.complete(request(str(index)))) for index in range(len(answers))]
    assert said == [_exact(answer) for answer in answers]
    with ReplayLLM(path, model="scripted") as replay:
        assert [_exact(replay.complete(request(str(index)))) for index in range(len(answers))] == said


def test_everything_that_an_answer_depends_on_is_in_the_key(path: Path) -> None:
    schema = MappingProxyType({"type": "object", "required": ("a", "b")})
    different = [
        request(),
        request("another"),
        request(temperature=0.7),
        request(max_tokens=5),
        request(schema=schema),
        request(schema={"type": "object", "required": ["b", "a"]}),
        request(messages=(Message("system", "Labyrinth is a video game."),)),
        request(messages=(Message("user", "Labyrinth is a"), Message("user", "video game."))),
    ]
    same = [
        request(temperature=0),
        replace(request(), title="t", question="q", vocabulary={"v": 1}, text="only the messages count"),
        request(schema={"required": ["a", "b"], "type": "object"}),
    ]
    llm = ScriptedLLM(lambda _: str(len(llm.requests)), model="m")
    with ReplayLLM(path, llm) as live:
        for each in [*different, *same]:
            live.complete(each)
        assert live.recorded == len(different)
    with ReplayLLM(path, llm, model="other name") as live:
        live.complete(request())
        assert live.recorded == len(different) + 1


def test_a_request_that_is_not_json_is_an_error_of_ours(path: Path) -> None:
    endless: list[Any] = []
    endless.append(endless)
    with ReplayLLM(path, ECHO) as live:
        for schema in ({"x": object()}, {"x": float("nan")}, {"x": endless}):
            with pytest.raises(LLMError, match="JSON values only"):
                live.complete(request(schema=schema))


def test_what_the_model_raises_is_not_recorded(path: Path) -> None:
    with ReplayLLM(path, ScriptedLLM([LLMUnavailable("down"), "x"])) as live:
        with pytest.raises(LLMUnavailable):
            live.complete(request())
        assert live.recorded == 0
        assert live.complete(request()).text == "x"


def test_a_model_that_breaks_the_protocol_is_named(path: Path) -> None:
    class Wrong:
        model = "wrong"

        def complete(self, request: Request) -> Any:
            return "a bare text"

    with ReplayLLM(path, Wrong()) as live, pytest.raises(LLMError, match="answered with str"):
        live.complete(request())


# -- what is missing ---------------------------------------------------------------------------------


def test_what_was_never_recorded_is_said_with_all_that_helps(path: Path) -> None:
    with ReplayLLM(path, ECHO) as live:
        live.complete(request())
        live.complete(request("Cardiff is a city."))
    with ReplayLLM(path) as replay:
        with pytest.raises(NotRecorded) as caught:
            replay.complete(request("Wales is a country. " * 20))
        for part in ("extract", "'Wales is a country.", "…'", "2 answers are recorded", "ReplayLLM(path, llm)"):
            assert part in str(caught.value)
        with pytest.raises(NotRecorded, match="the same passage is recorded 1 times, with another model, prompt"):
            replay.complete(request(messages=(Message("user", "another prompt"),)))
        with pytest.raises(NotRecorded, match=r"query: .* for the question 'Who\?'"):
            replay.complete(request("another prompt", task="query", question="Who?"))


def test_a_file_that_is_not_there_or_empty_cannot_replay(path: Path, tmp_path: Path) -> None:
    with pytest.raises(NotRecorded, match="there is no recording at"):
        ReplayLLM(path)
    assert not path.exists()
    path.touch()
    with pytest.raises(NotRecorded, match="is empty"):
        ReplayLLM(path)
    with ReplayLLM(path, ECHO) as live:
        assert live.recorded == 0
    with pytest.raises(NotRecorded, match="none yet"):
        ReplayLLM(path)
    with pytest.raises(LLMError, match="is a folder"):
        ReplayLLM(tmp_path, ECHO)
    with pytest.raises(LLMError, match=r"folder of the recording .* does not exist"):
        ReplayLLM(tmp_path / "no" / "r.sqlite", ECHO)


def test_a_recording_of_several_models_asks_which(path: Path) -> None:
    for model in ("m1", "m2"):
        with ReplayLLM(path, ScriptedLLM([model], model=model)) as live:
            live.complete(request())
    with pytest.raises(NotRecorded, match="'m1', 'm2'"):
        ReplayLLM(path)
    with ReplayLLM(path, model="m2") as replay:
        assert replay.complete(request()).text == "m2"


def test_a_replay_repairs_only_where_the_recorded_model_could(path: Path, tmp_path: Path) -> None:
    with ReplayLLM(path, RecordedTranslations({"x": "{}"})) as live:
        assert live.can_repair is False
        live.complete(request("x"))
    with ReplayLLM(path) as replay:
        assert replay.can_repair is False
    with ReplayLLM(tmp_path / "2", ECHO) as live:
        live.complete(request("x"))
        assert live.can_repair is True
    with ReplayLLM(tmp_path / "2") as replay:
        assert replay.can_repair is True


# -- files of another kind ------------------------------------------------------------------------------


def _record(path: Path, count: int = 300) -> None:
    with ReplayLLM(path, ECHO) as live:
        for index in range(count):
            live.complete(request(f"passage {index} " + "x" * 300))


@pytest.mark.parametrize("live", [ECHO, None])
def test_a_file_of_another_program_is_refused_and_left_alone(path: Path, live: Any) -> None:
    path.write_text("some notes of mine, which are not a database")
    before = path.read_bytes()
    with pytest.raises(LLMError, match="not a SQLite database"):
        ReplayLLM(path, live)
    assert path.read_bytes() == before
    path.unlink()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE answer (key, completion)")
    before = path.read_bytes()
    with pytest.raises(LLMError, match="of another program"):
        ReplayLLM(path, live)
    assert path.read_bytes() == before


def test_a_later_version_is_refused(path: Path) -> None:
    _record(path, 1)
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA user_version = 2")
    with pytest.raises(LLMError, match="format 2, this library reads 1"):
        ReplayLLM(path)


@pytest.mark.parametrize("where", [100, 4096 * 3, -4096 * 5, None])
@pytest.mark.parametrize("live", [ECHO, None])
def test_damage_is_found_when_the_file_is_opened(path: Path, where: int | None, live: Any) -> None:
    _record(path)
    data = bytearray(path.read_bytes())
    if where is None:
        del data[len(data) // 2 :]
    else:
        data[where : where + 2000] = b"\xa5" * 2000
    path.write_bytes(data)
    with pytest.raises(LLMError, match=r"is damaged: .*\.recover"):
        ReplayLLM(path, live)


def test_damage_of_the_index_is_found_before_anything_is_asked(path: Path) -> None:
    _record(path)
    with closing(sqlite3.connect(path)) as other:
        (page,) = other.execute("SELECT rootpage FROM sqlite_master WHERE name = 'answer_key'").fetchone()
        (size,) = other.execute("PRAGMA page_size").fetchone()
    data = bytearray(path.read_bytes())
    data[(page - 1) * size : page * size] = bytes(size)
    path.write_bytes(data)
    with pytest.raises(LLMError, match="is damaged"):
        ReplayLLM(path)


def test_an_answer_that_was_changed_is_found_when_it_is_asked_for(path: Path) -> None:
    _record(path, 2)
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("UPDATE answer SET completion = replace(completion, 'read', 'READ') WHERE number = 1")
    with ReplayLLM(path) as replay:
        with pytest.raises(LLMError, match="not what was written"):
            replay.complete(request("passage 0 " + "x" * 300))
        assert replay.complete(request("passage 1 " + "x" * 300)).text.startswith("read")


READ_ONLY = """
import os, sys
from graphragprov.llm import Message, ReplayLLM, Request
if os.geteuid() == 0:  # nothing is read-only for root
    os.setgid(65534)
    os.setuid(65534)
assert not os.access(sys.argv[1], os.W_OK)
with ReplayLLM(sys.argv[1]) as replay:
    print(replay.complete(Request(task="extract", messages=(Message("user", "x"),))).text)
"""


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="the platform has no file modes")
def test_a_recording_on_a_medium_that_cannot_be_written_replays() -> None:
    with tempfile.TemporaryDirectory() as folder:  # not tmp_path, which only its owner may enter
        path = Path(folder) / "r.sqlite"
        with ReplayLLM(path, ECHO) as live:
            live.complete(request("x"))
        path.chmod(0o444)
        Path(folder).chmod(0o555)
        run = subprocess.run(
            [sys.executable, "-c", READ_ONLY, str(path)], cwd=ROOT, capture_output=True, text=True, check=False
        )
        Path(folder).chmod(0o755)
        assert (run.stdout, run.stderr) == ("read x\n", "")


def test_replaying_changes_nothing(path: Path, tmp_path: Path) -> None:
    _record(path, 3)
    before = path.read_bytes()
    with ReplayLLM(path) as replay:
        replay.complete(request("passage 2 " + "x" * 300))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_closed_is_closed(path: Path) -> None:
    live = ReplayLLM(path, ECHO)
    live.complete(request())
    live.close()
    live.close()
    with pytest.raises(LLMError, match="is closed"):
        live.complete(request())


def test_an_answer_that_cannot_be_written_is_shown(path: Path) -> None:
    with ReplayLLM(path, ECHO) as live, closing(sqlite3.connect(path)) as other:
        live.complete(request("before"))
        other.execute("DROP TABLE answer")
        other.execute("CREATE TABLE answer (number, key, completion, digest)")
        with pytest.raises(LLMError, match="cannot be used") as caught:
            live.complete(request("costly"))
    assert "read costly" in caught.value.__notes__[0]


# -- several at once --------------------------------------------------------------------------------------


def test_threads_that_ask_the_same_pay_once(path: Path) -> None:
    together = threading.Barrier(8)
    llm = ScriptedLLM(lambda asked: f"read {asked.text}", model="m")

    def ask(live: ReplayLLM, number: int) -> list[str]:
        together.wait(10)
        return [live.complete(request(f"{(index + number) % 5}")).text for index in range(5)]

    with ReplayLLM(path, llm) as live, ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda number: ask(live, number), range(8)))
    assert {text for each in answers for text in each} == {f"read {index}" for index in range(5)}
    assert len(llm.requests) == 5


def test_of_two_answers_at_once_both_are_kept_and_the_first_counts(path: Path) -> None:
    def overtaken(asked: Request) -> str:
        with ReplayLLM(path, ScriptedLLM(["first"], model="m")) as faster:
            return faster.complete(asked).text.replace("first", "second")

    with ReplayLLM(path, ScriptedLLM(overtaken, model="m")) as live:
        assert live.complete(request()).text == "first"
        assert live.recorded == 2
    with ReplayLLM(path) as replay:
        assert replay.complete(request()).text == "first"


PROGRAM = """
import sys
from graphragprov.llm import Message, ReplayLLM, Request, ScriptedLLM
path, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
sys.stdin.readline()
with ReplayLLM(path, ScriptedLLM(lambda asked: f"{name} read {asked.text}", model="m")) as live:
    for index in range(count):
        for text in (f"{name} {index}", f"both {index}"):
            answer = live.complete(Request(task="extract", messages=(Message("user", text),), text=text))
            print(text, "->", answer.text, flush=True)
"""


def _start(path: Path, name: str, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(path), name, str(count)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def _said(output: str) -> dict[str, str]:
    return dict(line.split(" -> ") for line in output.splitlines() if " -> " in line)


def _assert_replays(path: Path, said: dict[str, str]) -> None:
    with ReplayLLM(path, model="m") as replay:
        assert {text: replay.complete(request(text)).text for text in said} == said


def test_two_processes_record_into_one_file_and_agree(path: Path) -> None:
    processes = [_start(path, name, 40) for name in ("a", "b")]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    said = [_said(process.communicate(timeout=60)[0]) for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert [len(each) for each in said] == [80, 80]
    shared_answers = [{text: answer for text, answer in each.items() if text.startswith("both")} for each in said]
    assert shared_answers[0] == shared_answers[1]
    _assert_replays(path, said[0] | said[1])


def test_what_was_answered_survives_a_kill(path: Path) -> None:
    process = _start(path, "a", 100_000)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("go\n")
    process.stdin.flush()
    printed = [process.stdout.readline() for _ in range(60)]
    os.kill(process.pid, signal.SIGKILL)
    rest, _ = process.communicate(timeout=60)
    said = _said("".join(printed) + rest[: rest.rfind("\n") + 1])
    assert process.returncode == -signal.SIGKILL
    assert len(said) >= 60
    _assert_replays(path, said)
    with ReplayLLM(path, ScriptedLLM(["after"], model="m")) as live:
        assert live.complete(request("something new")).text == "after"


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="the platform cannot fork")
def test_a_fork_takes_no_connection_with_it(path: Path) -> None:
    with ReplayLLM(path, ECHO) as live:
        live.complete(request("parent"))
        inherited = live._file._connection
        child = os.fork()
        if child == 0:
            try:
                text = live.complete(request("child")).text
                os._exit(0 if text == "read child" and live._file._connection is not inherited else 1)
            finally:
                os._exit(2)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        live.complete(request("parent again"))
        assert live.recorded == 3
    _assert_replays_of_echo(path, "parent", "child", "parent again")


def _assert_replays_of_echo(path: Path, *texts: str) -> None:
    with ReplayLLM(path) as replay:
        assert [replay.complete(request(text)).text for text in texts] == [f"read {text}" for text in texts]

from __future__ import annotations

import copy
import gzip
import json
import logging
import pickle
import subprocess
import sys
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from types import MappingProxyType
from typing import Any

import pytest

from graphragprov.errors import LLMError, LLMUnavailable, MissingExtra
from graphragprov.llm import Backoff, Message, OpenAIBackend, ReplayLLM, Request, Usage, backend
from tests.llm.server import Answer, ChatServer, Received, as_json, error, said

KEY = 'sk-test-7Hq2/zz+Y"\\9'
SCHEMA = MappingProxyType({"type": "object", "properties": {"triples": {"type": "array"}}, "required": ("triples",)})
REQUEST = Request(
    task="extract",
    messages=(Message("system", "Translate."), Message("user", "Labyrinth was published by Acornsoft.")),
    schema=SCHEMA,
    text="Labyrinth was published by Acornsoft.",
)


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def naps() -> list[float]:
    return []


@pytest.fixture
def ask(naps: list[float]) -> Iterator[Any]:
    """Ask a fresh server with a fresh backend; closes both."""
    opened: list[Any] = []

    def start(*script: Any, **options: Any) -> tuple[OpenAIBackend, ChatServer]:
        server = ChatServer(script[0] if callable(script[0]) else script).__enter__()
        opened.append(server.__exit__)
        options = {"api_key": KEY, "backoff": Backoff(sleep=naps.append), **options}
        llm = OpenAIBackend("asked-1", base_url=server.url, **options)
        opened.append(llm.__exit__)
        return llm, server

    yield start
    for close in reversed(opened):
        close(None, None, None)


def test_a_request_is_sent_with_schema_and_key_and_the_answer_is_read(ask: Any) -> None:
    llm, server = ask(said('{"triples": []}'))
    completion = llm.complete(REQUEST)
    assert completion.text == '{"triples": []}'
    assert completion.model == "served-1"
    assert completion.usage == Usage(11, 7)
    assert completion.finish_reason == "stop"
    (received,) = server.received
    assert received.headers["authorization"] == f"Bearer {KEY}"
    assert received.body["model"] == "asked-1"
    assert received.body["temperature"] == 0.0
    assert "max_tokens" not in received.body
    assert received.body["messages"] == [{"role": m.role, "content": m.content} for m in REQUEST.messages]
    assert received.body["response_format"] == {
        "type": "json_schema",
        "json_schema": {
            "name": "extract",
            "strict": True,
            "schema": {"type": "object", "properties": {"triples": {"type": "array"}}, "required": ["triples"]},
        },
    }


def test_without_schema_nothing_is_said_about_the_form(ask: Any) -> None:
    llm, server = ask(said("hello"))
    llm.complete(Request(task="query", messages=(Message("user", "?"),), max_tokens=9))
    assert "response_format" not in server.received[0].body
    assert server.received[0].body["max_tokens"] == 9


@pytest.mark.parametrize(
    ("answer", "text", "reason"),
    [
        (said('{"tri', finish_reason="length"), '{"tri', "length"),
        (said(None, finish_reason="content_filter"), "", "content_filter"),
        (said(None), "", "stop"),
        (said(""), "", "stop"),
        (said(None, refusal="I will not."), "", "refusal"),
        (said("x", finish_reason=None), "x", "unknown"),
        (said([{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}]), "ab", "stop"),
    ],
)
def test_how_an_answer_ended_is_passed_on(ask: Any, answer: Answer, text: str, reason: str) -> None:
    llm, _ = ask(answer)
    completion = llm.complete(REQUEST)
    assert (completion.text, completion.finish_reason) == (text, reason)


def test_usage_that_is_missing_or_nonsense_counts_nothing(ask: Any) -> None:
    choice = {"message": {"content": "x"}, "finish_reason": "stop"}
    llm, _ = ask(as_json({"choices": [choice]}), as_json({"choices": [choice], "usage": {"prompt_tokens": "many"}}))
    assert [llm.complete(REQUEST).usage for _ in range(2)] == [Usage(), Usage()]


# -- retries ------------------------------------------------------------------------------------


def test_overload_is_waited_for_as_long_as_the_server_asks(ask: Any, naps: list[float]) -> None:
    llm, server = ask(error(429, "slow down", **{"Retry-After": "7"}), said("x"))
    assert llm.complete(REQUEST).text == "x"
    assert naps == [7.0]
    assert len(server.received) == 2


def test_retry_after_may_be_a_date(ask: Any, naps: list[float]) -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=60), usegmt=True)
    llm, _ = ask(error(503, "down", **{"Retry-After": date}), said("x"))
    assert llm.complete(REQUEST).text == "x"
    assert 50 < naps[0] <= 60


def test_a_wait_longer_than_the_budget_is_not_begun(ask: Any, naps: list[float]) -> None:
    llm, server = ask(error(429, "tomorrow", **{"Retry-After": "86400"}))
    with pytest.raises(LLMUnavailable, match=r"HTTP 429: tomorrow"):
        llm.complete(REQUEST)
    assert naps == []
    assert len(server.received) == 1


def test_failures_of_the_server_end_in_unavailable_after_growing_waits(ask: Any, naps: list[float]) -> None:
    llm, server = ask(*[error(500, "oops")] * 4, max_retries=3)
    with pytest.raises(LLMUnavailable, match=r"'asked-1' at http://127\.0\.0\.1:.*HTTP 500: oops"):
        llm.complete(REQUEST)
    assert len(server.received) == 4
    assert [0.5 <= naps[0] / 0.5 <= 1, 0.5 <= naps[1] / 1.0 <= 1, 0.5 <= naps[2] / 2.0 <= 1] == [True] * 3


def test_the_sum_of_all_waits_is_bounded(ask: Any, naps: list[float]) -> None:
    options = {"max_retries": 50, "backoff": Backoff(first=1, longest=4, total=10, sleep=naps.append)}
    llm, _ = ask(lambda _: error(502, "bad gateway"), **options)
    with pytest.raises(LLMUnavailable):
        llm.complete(REQUEST)
    assert 5 < sum(naps) <= 10


def test_a_slow_server_is_a_timeout(ask: Any, naps: list[float]) -> None:
    llm, server = ask(Answer(slow=True), said("x"), timeout=0.2)
    assert llm.complete(REQUEST).text == "x"
    assert len(naps) == 1
    assert len(server.received) == 2


def test_only_timeouts_end_in_unavailable(ask: Any) -> None:
    llm, _ = ask(Answer(slow=True), timeout=0.2, max_retries=0)
    with pytest.raises(LLMUnavailable, match=r"no answer within 0\.2 s"):
        llm.complete(REQUEST)


def test_an_answer_that_drips_is_not_waited_for_without_end(ask: Any) -> None:
    llm, _ = ask(Answer(200, b" " * 1000, {"Content-Type": "application/json"}, drip=True), timeout=0.3, max_retries=0)
    with pytest.raises(LLMUnavailable, match=r"no whole answer within 0\.3 s"):
        llm.complete(REQUEST)


def test_an_answer_that_swells_is_not_read_to_the_end(ask: Any) -> None:
    body = gzip.compress(b" " * (33 * 2**20))
    llm, _ = ask(Answer(200, body, {"Content-Type": "application/json", "Content-Encoding": "gzip"}))
    with pytest.raises(LLMError, match="larger than 32 MiB"):
        llm.complete(REQUEST)


def test_a_connection_lost_within_the_answer_is_tried_again(ask: Any) -> None:
    cut = Answer(200, b'{"choices": [', {"Content-Type": "application/json"}, cut=True)
    llm, server = ask(cut, said("x"))
    assert llm.complete(REQUEST).text == "x"
    assert len(server.received) == 2


def test_no_server_at_all_is_unavailable(naps: list[float]) -> None:
    with ChatServer([]) as server:
        url = server.url
    with (
        OpenAIBackend("m", base_url=url, max_retries=1, backoff=Backoff(sleep=naps.append)) as llm,
        pytest.raises(LLMUnavailable, match="ConnectError"),
    ):
        llm.complete(REQUEST)
    assert len(naps) == 1


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_what_will_not_get_better_is_not_tried_again(ask: Any, status: int) -> None:
    llm, server = ask(error(status, "no"))
    with pytest.raises(LLMError, match=f"HTTP {status}: no") as caught:
        llm.complete(REQUEST)
    assert not isinstance(caught.value, LLMUnavailable)
    assert len(server.received) == 1


def test_an_empty_account_does_not_fill_by_waiting(ask: Any, naps: list[float]) -> None:
    llm, _ = ask(error(429, "You exceeded your current quota", code="insufficient_quota"))
    with pytest.raises(LLMError, match="exceeded your current quota") as caught:
        llm.complete(REQUEST)
    assert not isinstance(caught.value, LLMUnavailable)
    assert naps == []


# -- bodies that are no completion ------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        b"<html>welcome to the proxy</html>",
        b"",
        b"[" * 100_000,
        b'{"choices": []}',
        b'{"choices": [{"message": "x"}]}',
        b'{"choices": [{"message": {"content": 5}}]}',
        b"[1]",
        b"NaN",
        b'{"error": {"message": "the model is loading"}}',
        b"\xff\xfe\x00",
    ],
)
@pytest.mark.parametrize("kind", ["application/json", "text/html"])
def test_a_body_of_another_form_is_an_error_of_ours(ask: Any, body: bytes, kind: str) -> None:
    llm, _ = ask(Answer(200, body, {"Content-Type": kind}))
    with pytest.raises(LLMError, match="no chat completion"):
        llm.complete(REQUEST)


def test_a_request_that_cannot_be_sent_is_an_error_of_ours(ask: Any) -> None:
    llm, server = ask(said("x"))
    with pytest.raises(LLMError, match="cannot be sent"):
        llm.complete(Request(task="extract", messages=(Message("user", "lone \ud800"),)))
    assert server.received == []


# -- servers that know less -----------------------------------------------------------------------


def _without_schemas(received: Received) -> Answer:
    kind = received.body.get("response_format", {}).get("type")
    return error(400, "Invalid type", param="response_format") if kind == "json_schema" else said('{"triples": []}')


def _plain_only(received: Received) -> Answer:
    if "response_format" in received.body:
        return as_json({"detail": [{"loc": ["body", "response_format"], "msg": "unexpected"}]}, 422)
    return said('{"triples": []}')


@pytest.mark.parametrize(
    ("server_script", "kinds"),
    [
        (_without_schemas, ["json_schema", "json_object", "json_object"]),
        (_plain_only, ["json_schema", "json_object", None, None]),
    ],
)
def test_a_form_that_is_refused_is_given_up_once_and_for_all(ask: Any, server_script: Any, kinds: list[str]) -> None:
    llm, server = ask(server_script)
    for _ in range(2):
        assert llm.complete(REQUEST).text == '{"triples": []}'
    bodies = [received.body for received in server.received]
    assert [body.get("response_format", {}).get("type") for body in bodies] == kinds
    prompt = bodies[-1]["messages"][-1]["content"]
    assert prompt.startswith("Labyrinth was published by Acornsoft.\n\n")
    assert json.loads(prompt.splitlines()[-1])["required"] == ["triples"]


def test_a_server_that_refuses_everything_is_asked_once_in_each_form(ask: Any) -> None:
    llm, server = ask(lambda _: error(400, "response_format: I do not like it"))
    with pytest.raises(LLMError, match="I do not like it"):
        llm.complete(REQUEST)
    assert len(server.received) == 3


def test_a_form_is_not_given_up_for_another_reason(ask: Any) -> None:
    llm, server = ask(error(400, "this model's maximum context length is 8192 tokens"), said("x"))
    with pytest.raises(LLMError, match="maximum context length"):
        llm.complete(REQUEST)
    llm.complete(REQUEST)
    assert server.received[1].body["response_format"]["type"] == "json_schema"


def test_a_model_without_temperature_and_with_the_newer_limit(ask: Any) -> None:
    def reasoning(received: Received) -> Answer:
        if "max_tokens" in received.body:
            return error(400, "'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.")
        if "temperature" in received.body:
            return error(400, "'temperature' does not support 0 with this model.", param="temperature")
        return said("x")

    llm, server = ask(reasoning)
    request = Request(task="extract", messages=REQUEST.messages, max_tokens=50)
    assert [llm.complete(request).text for _ in range(2)] == ["x", "x"]
    assert len(server.received) == 4
    assert server.received[-1].body["max_completion_tokens"] == 50


def test_what_was_learnt_is_not_forgotten_by_a_request_without_schema(ask: Any) -> None:
    llm, server = ask(_plain_only)
    for request in (REQUEST, Request(task="query", messages=REQUEST.messages), REQUEST):
        llm.complete(request)
    assert ["response_format" in received.body for received in server.received] == [True, True, False, False, False]


def test_a_server_that_reports_the_form_as_its_own_failure(ask: Any, naps: list[float]) -> None:
    llm, _ = ask(error(500, "literal_error in ('body', 'response_format', 'type')"), said("x"))
    assert llm.complete(REQUEST).text == "x"
    assert naps == []


# -- the key ------------------------------------------------------------------------------------------


def _everything_about(caught: BaseException) -> str:
    chain, seen = [caught], ""
    while chain:
        each = chain.pop()
        seen += "".join(traceback.format_exception(each)) + repr(each) + str(vars(each))
        chain += [other for other in (each.__cause__, each.__context__) if other is not None]
    return seen


def _forms(key: str) -> tuple[str, ...]:
    return (key, json.dumps(key)[1:-1], "sk-test-7Hq2")


@pytest.mark.parametrize(
    "answer",
    [
        error(401, f"Incorrect API key provided: {KEY}"),
        error(500, f"cannot log in with Bearer {KEY}"),
        error(400, "x" * 485 + KEY),
        Answer(403, f"denied to {KEY}".encode()),
        Answer(403, b'{"error": {"message": "\\u0073k-test-7Hq2/zz+Y\\"\\\\9 is unknown"}}'),
        Answer(200, f"<html>{KEY}</html>".encode()),
        as_json({"error": {"message": f"unknown key {KEY}"}}),
        Answer(302, b"", {"Location": f"http://127.0.0.1:9/{KEY}"}),
    ],
)
def test_the_key_is_in_no_error_and_no_log(ask: Any, caplog: pytest.LogCaptureFixture, answer: Answer) -> None:
    caplog.set_level(logging.DEBUG)
    llm, server = ask(*[answer] * 2, max_retries=1)
    with pytest.raises(LLMError) as caught:
        llm.complete(REQUEST)
    assert server.received[0].headers["authorization"] == f"Bearer {KEY}"
    seen = _everything_about(caught.value)
    for form in _forms(KEY):
        assert form not in seen
        if answer.status != 302:  # there the HTTP library logs the address that the server itself made up
            assert form not in caplog.text


def test_the_key_is_in_no_view_of_the_backend(ask: Any) -> None:
    llm, _ = ask(said("x"))
    for view in (repr(llm), str(llm), str(vars(llm)), f"{llm!r}", repr(llm._secret), str(llm._secret)):
        for form in _forms(KEY):
            assert form not in view


def test_the_key_is_in_no_pickle(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    llm, server = ask(said("x"), backoff=Backoff())
    pickled = pickle.dumps(llm)
    assert b"sk-test" not in pickled
    with pytest.raises(LLMError, match="not written into a pickle"):
        pickle.dumps(llm._secret)
    monkeypatch.setenv("OPENAI_API_KEY", "from-environment")
    with pickle.loads(pickled) as again:
        assert again.complete(REQUEST).text == "x"
    assert repr(again) == repr(llm)
    assert server.received[0].headers["authorization"] == "Bearer from-environment"
    assert copy.copy(llm) is llm
    assert copy.deepcopy(llm) is llm


def test_the_key_is_in_no_recording(ask: Any, tmp_path: Any) -> None:
    llm, _ = ask(said("x"))
    with ReplayLLM(tmp_path / "r.sqlite", llm) as replay:
        replay.complete(REQUEST)
        assert KEY not in repr(replay)
        for file in tmp_path.iterdir():
            assert b"sk-test" not in file.read_bytes()
    assert b"sk-test" not in (tmp_path / "r.sqlite").read_bytes()


def test_logs_say_what_happened_and_not_what_was_said(ask: Any, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    llm, _ = ask(error(500, "echo: Labyrinth"), error(400, "response_format? Labyrinth"), said("a secret answer"))
    llm.complete(REQUEST)
    messages = [record.getMessage() for record in caplog.records if record.name == "graphragprov.llm"]
    assert len(messages) == 3
    assert "11 + 7 tokens" in messages[-1]
    assert "Labyrinth" not in caplog.text
    assert "secret answer" not in caplog.text


# -- construction ---------------------------------------------------------------------------------------


def test_a_local_server_needs_no_key(ask: Any) -> None:
    llm, server = ask(said("x"), api_key=None)
    llm.complete(REQUEST)
    assert server.received[0].headers["authorization"] == "Bearer no-key-needed"


def test_the_environment_gives_key_and_address(monkeypatch: pytest.MonkeyPatch) -> None:
    with ChatServer([said("x")]) as server:
        monkeypatch.setenv("OPENAI_API_KEY", "from-environment\n")
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        with OpenAIBackend("m") as llm:
            llm.complete(REQUEST)
        assert server.received[0].headers["authorization"] == "Bearer from-environment"


def test_no_key_is_said_at_once() -> None:
    with pytest.raises(LLMError, match="OPENAI_API_KEY"):
        OpenAIBackend("m")


@pytest.mark.parametrize("key", ["two words", "ключ-secret", "a\nb"])
def test_a_key_that_no_header_can_carry_is_refused_unseen(key: str) -> None:
    with pytest.raises(LLMError, match="not ASCII") as caught:
        OpenAIBackend("m", api_key=key)
    assert key not in str(caught.value)


@pytest.mark.parametrize(
    "url", ["127.0.0.1:8080", "ftp://x/v1", "http://", "http://u:pw-secret@h/v1", "http://h/v1?k=s"]
)
def test_an_address_of_another_form_is_refused(url: str) -> None:
    with pytest.raises(LLMError, match="base_url") as caught:
        OpenAIBackend("m", base_url=url)
    assert "pw-secret" not in str(caught.value)


@pytest.mark.parametrize("options", [{"timeout": 0}, {"timeout": float("nan")}, {"max_retries": -1}])
def test_options_without_sense_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(LLMError, match="timeout"):
        OpenAIBackend("m", base_url="http://127.0.0.1:9/v1", **options)


def test_closed_is_closed(ask: Any) -> None:
    llm, server = ask(said("x"))
    llm.close()
    with pytest.raises(LLMError, match="closed"):
        llm.complete(REQUEST)
    assert server.received == []


def test_without_the_package_the_line_to_install_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(MissingExtra, match=r'pip install "graphragprov\[openai\]"'):
        OpenAIBackend("m", base_url="http://127.0.0.1:9/v1")


def test_the_package_is_imported_only_when_it_is_needed() -> None:
    program = "import sys, graphragprov.llm; sys.exit('openai' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_spec_makes_the_backend() -> None:
    with backend("openai:ft:gpt:house", base_url="http://127.0.0.1:9/v1") as llm:  # type: ignore[attr-defined]
        assert isinstance(llm, OpenAIBackend)
        assert llm.model == "ft:gpt:house"


@pytest.mark.parametrize(
    ("spec", "options", "message"),
    [
        ("gpt-5-mini", {}, "write PROVIDER:MODEL, for example 'openai:gpt-5-mini'"),
        ("openai:", {}, "PROVIDER:MODEL"),
        ("", {}, "PROVIDER:MODEL"),
        ("opnai:m", {}, "did you mean 'openai'.*known are: openai"),
        ("mystery:m", {}, "known are: openai"),
        ("openai:m", {"temprature": 1}, "no option 'temprature'; it takes: base_url, api_key, timeout"),
    ],
)
def test_a_spec_that_names_nothing_says_what_would(spec: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(LLMError, match=message):
        backend(spec, **options)

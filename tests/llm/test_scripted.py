from __future__ import annotations

from typing import Any

import pytest

from graphragprov.errors import LLMError, LLMUnavailable, NotRecorded
from graphragprov.llm import LLM, Completion, FirstAnswer, Message, RecordedTranslations, Request, ScriptedLLM, Usage


def request(text: str = "Labyrinth is a video game.", *said: Message) -> Request:
    return Request(task="extract", messages=(Message("user", text), *said), text=text)


def test_replies_come_in_order_and_requests_are_kept() -> None:
    whole = Completion(text="b", model="other", usage=Usage(1, 2), finish_reason="length")
    llm = ScriptedLLM(["a", whole, LLMUnavailable("down")], model="m")
    assert isinstance(llm, LLM)
    assert llm.complete(request("1")) == Completion(text="a", model="m")
    assert llm.complete(request("2")) is whole
    with pytest.raises(LLMUnavailable, match="down"):
        llm.complete(request("3"))
    assert [asked.text for asked in llm.requests] == ["1", "2", "3"]


def test_a_script_that_has_run_out_says_so() -> None:
    llm = ScriptedLLM(["a"])
    llm.complete(request())
    with pytest.raises(LLMError, match=r"run out: it holds 1 replies and this is request 2 \(extract 'Labyrinth is"):
        llm.complete(request())


def test_a_callable_answers_each_request() -> None:
    llm = ScriptedLLM(lambda asked: LLMError("no") if asked.text == "bad" else f"read {asked.text}")
    assert llm.complete(request("x")).text == "read x"
    with pytest.raises(LLMError, match="no"):
        llm.complete(request("bad"))
    assert len(llm.requests) == 2


@pytest.mark.parametrize("replies", ["one text", Completion(text="", model="m"), LLMError("x")])
def test_a_single_reply_is_no_script(replies: Any) -> None:
    with pytest.raises(LLMError, match="into a list"):
        ScriptedLLM(replies)


def test_a_reply_of_another_kind_is_refused() -> None:
    with pytest.raises(LLMError, match="the script holds int"):
        ScriptedLLM([5]).complete(request())  # type: ignore[list-item]


# -- FirstAnswer ------------------------------------------------------------------------------------


def test_the_first_that_has_an_answer_gives_it() -> None:
    recorded = RecordedTranslations({"甲": {"triples": []}}, model="recorded-zh")
    live = ScriptedLLM(lambda asked: f"read {asked.text}", model="live")
    llm = FirstAnswer(recorded, live)
    assert isinstance(llm, LLM)
    assert llm.model == "first(recorded-zh, live)"
    assert llm.complete(request("甲")).model == "recorded-zh"
    assert llm.complete(request("乙")) == Completion(text="read 乙", model="live")
    assert len(live.requests) == 1


def test_a_failure_is_not_passed_over() -> None:
    second = ScriptedLLM(["b"])
    with pytest.raises(LLMUnavailable):
        FirstAnswer(ScriptedLLM([LLMUnavailable("down")]), second).complete(request())
    assert second.requests == ()


def test_where_none_has_an_answer_every_reason_is_said() -> None:
    llm = FirstAnswer(
        ScriptedLLM([NotRecorded("not here")], model="a"), ScriptedLLM([NotRecorded("nor here")], model="b")
    )
    with pytest.raises(NotRecorded, match=r"a: not here \| b: nor here"):
        llm.complete(request())


def test_a_repair_goes_to_the_one_that_can() -> None:
    recorded = RecordedTranslations({"甲": "{}"})
    live = ScriptedLLM(["repaired"])
    assert FirstAnswer(recorded).can_repair is False
    llm = FirstAnswer(recorded, live)
    assert llm.can_repair is True
    again = request("甲", Message("assistant", llm.complete(request("甲")).text), Message("user", "No such quote."))
    assert llm.complete(again).text == "repaired"


def test_nobody_to_ask_is_an_error() -> None:
    with pytest.raises(LLMError, match="at least one"):
        FirstAnswer()

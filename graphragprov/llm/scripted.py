"""A language model that follows a script: the double for tests and examples."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Lock

from graphragprov.errors import LLMError
from graphragprov.llm._describe import first_words, subject
from graphragprov.llm.base import Completion, Request

__all__ = ["Reply", "ScriptedLLM"]

Reply = str | Completion | Exception
"""What a script may hold: a text, a whole completion, or an exception to raise."""


class ScriptedLLM:
    """Answers with ``replies`` in order, or with what a callable makes of the request, and keeps every request.

    >>> llm = ScriptedLLM(['{"triples": []}'])
    >>> llm.complete(Request(task="extract", messages=())).text
    '{"triples": []}'
    """

    def __init__(self, replies: Iterable[Reply] | Callable[[Request], Reply], *, model: str = "scripted") -> None:
        if isinstance(replies, str | Completion | Exception):
            raise LLMError("ScriptedLLM takes a sequence of replies or a callable: put the single reply into a list")
        self.model = model
        self._answer = replies if callable(replies) else None
        self._replies = () if callable(replies) else tuple(replies)
        self._requests: list[Request] = []
        self._lock = Lock()

    @property
    def requests(self) -> tuple[Request, ...]:
        """Every request so far, in the order in which they came."""
        return tuple(self._requests)

    def complete(self, request: Request) -> Completion:
        """The next reply. Raises it where it is an exception, and :class:`LLMError` where the script has ended."""
        with self._lock:
            number = len(self._requests)
            self._requests.append(request)
        reply = self._answer(request) if self._answer else self._scripted(number, request)
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, Completion):
            return reply
        if not isinstance(reply, str):
            raise LLMError(f"the script holds {type(reply).__name__}: a reply is str, Completion or Exception")
        return Completion(text=reply, model=self.model)

    def _scripted(self, number: int, request: Request) -> Reply:
        if number < len(self._replies):
            return self._replies[number]
        raise LLMError(
            f"the script has run out: it holds {len(self._replies)} replies and this is request {number + 1} "
            f"({request.task} {first_words(subject(request))}); add a reply, or pass a callable"
        )

    def __repr__(self) -> str:
        return f"ScriptedLLM(model={self.model!r}, requests={len(self._requests)})"

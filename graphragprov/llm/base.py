"""The seam to language models: one method, two frozen dataclasses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

__all__ = ["LLM", "Completion", "Message", "Request", "Usage"]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation. ``role`` is ``system``, ``user`` or ``assistant``."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is asked of a model.

    ``messages`` and ``schema`` (a JSON schema of the reply) are all that a language model needs.  ``task``, ``text``,
    ``title``, ``question`` and ``vocabulary`` say the same as data, for translators that are not language models
    (recordings, the embedded reader).
    """

    task: Literal["extract", "query"]
    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None = None
    text: str | None = None
    title: str | None = None
    question: str | None = None
    vocabulary: Mapping[str, Any] | None = None
    temperature: float = 0.0
    max_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that a completion took, as the backend counts them."""

    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """What a model answered. ``finish_reason`` is ``stop`` when it ended by itself, ``length`` when it was cut off."""

    text: str
    model: str
    usage: Usage = Usage()
    finish_reason: str = "stop"


@runtime_checkable
class LLM(Protocol):
    """A backend. ``complete`` is all that it must do; ``model`` names it in runs and reports.

    One that always gives the same answer to a passage or question may carry ``can_repair = False``; then it is not
    told what was wrong with the answer. Read it as ``getattr(llm, "can_repair", True)``.
    """

    @property
    def model(self) -> str:
        """The model's name, as recorded in every run."""
        ...

    def complete(self, request: Request) -> Completion:
        """Answer the request, or raise :class:`~graphragprov.errors.LLMError`."""
        ...

"""What a request is about, in words short enough for a message."""

from __future__ import annotations

from graphragprov.llm.base import Request

__all__ = ["first_words", "subject"]


def subject(request: Request) -> str:
    """The passage or the question of the request; without either, the last thing said to the model."""
    data = request.text if request.task == "extract" else request.question
    if data is not None:
        return data
    return request.messages[-1].content if request.messages else ""


def first_words(text: str, limit: int = 60) -> str:
    """The start of the text on one line, at most ``limit`` characters, in quotation marks."""
    line = " ".join(text[: 10 * limit].split())
    return f"'{line}'" if len(line) <= limit else f"'{line[: limit - 1].rstrip()}…'"

"""The chat-completions protocol as data: requests out, replies in, and how to meet a server that knows less of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from graphragprov.errors import LLMError
from graphragprov.llm._json import canonical_json, parse_json, plain
from graphragprov.llm.base import Completion, Request, Usage

__all__ = ["Dialect", "adapted", "complaint", "completion_of", "parameters"]

_FORMAT_WORDS = ("response_format", "json_schema", "json_object", "structured output", "grammar", "guided")


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """What a server is known to understand. Starts with everything and loses what the server refuses."""

    output: Literal["json_schema", "json_object", "plain"] = "json_schema"
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    temperature: bool = True


def parameters(model: str, request: Request, dialect: Dialect) -> dict[str, Any]:
    """The parameters of ``POST /chat/completions`` for the request.

    A schema that the server cannot be held to is said to the model instead, in the last message of the user.
    """
    messages = [{"role": message.role, "content": message.content} for message in request.messages]
    body: dict[str, Any] = {"model": model, "messages": messages}
    if dialect.temperature:
        body["temperature"] = request.temperature
    if request.max_tokens is not None:
        body[dialect.limit] = request.max_tokens
    if request.schema is None:
        return body
    if dialect.output == "json_schema":
        form = {"name": request.task, "strict": True, "schema": plain(request.schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": form}
        return body
    if dialect.output == "json_object":
        body["response_format"] = {"type": "json_object"}
    return {**body, "messages": _with_schema(messages, request.schema)}


def _with_schema(messages: list[dict[str, str]], schema: Mapping[str, Any]) -> list[dict[str, str]]:
    said = (
        f"Answer with one JSON object that is valid under this JSON schema, and nothing else:\n{canonical_json(schema)}"
    )
    last = max((index for index, message in enumerate(messages) if message["role"] == "user"), default=None)
    if last is None:
        return [*messages, {"role": "user", "content": said}]
    longer = {**messages[last], "content": f"{messages[last]['content']}\n\n{said}"}
    return [*messages[:last], longer, *messages[last + 1 :]]


def adapted(dialect: Dialect, sent: Mapping[str, Any], text: str) -> Dialect | None:
    """The dialect to try when a server refused the parameters ``sent`` with ``text``; ``None`` when out of ideas."""
    said = text.lower()
    if "max_tokens" in sent and "max_completion_tokens" in said:
        return replace(dialect, limit="max_completion_tokens")
    if "temperature" in sent and "temperature" in said and "support" in said:
        return replace(dialect, temperature=False)
    if "response_format" in sent and any(word in said for word in _FORMAT_WORDS):
        return replace(dialect, output="json_object" if dialect.output == "json_schema" else "plain")
    return None


def complaint(text: str) -> tuple[str, str]:
    """What an error body says, and its code: OpenAI's ``error.message`` and ``error.code``, FastAPI's ``detail``."""
    try:
        body = parse_json(text)
    except ValueError:
        return text, ""
    error = body.get("error", body) if isinstance(body, dict) else body
    if not isinstance(error, dict):
        return error if isinstance(error, str) else text, ""
    message = error.get("message") or error.get("detail")
    return message if isinstance(message, str) else json.dumps(error), str(error.get("code") or error.get("type") or "")


def completion_of(body: bytes, model: str) -> Completion:
    """The completion in a reply's body; ``model`` is the name used where the server says none.

    Empty content is the text ``""``; a refusal is that with the reason ``refusal``; no reason given is ``unknown``.
    Raises :class:`LLMError` for a body of another form.
    """
    try:
        data = parse_json(body)
    except ValueError as error:
        raise LLMError(f"the body is not JSON ({error})") from None
    try:
        choice = data["choices"][0]
        message = choice["message"]
        text = _text(message.get("content"))
        reason = "refusal" if message.get("refusal") and not text else choice.get("finish_reason") or "unknown"
        served = data.get("model") or model
    except (KeyError, IndexError, TypeError, AttributeError):
        said, _ = complaint(body.decode("utf-8", "replace"))
        raise LLMError(f"the body holds no choices[0].message: {said}") from None
    return Completion(text=text, model=str(served), usage=_usage(data.get("usage")), finish_reason=str(reason))


def _text(content: Any) -> str:
    """Content is a text, nothing, or a list of parts of which some are text."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    return "".join(part["text"] for part in content if isinstance(part.get("text"), str))


def _usage(usage: Any) -> Usage:
    counts = usage if isinstance(usage, dict) else {}
    return Usage(_count(counts.get("prompt_tokens")), _count(counts.get("completion_tokens")))


def _count(value: Any) -> int:
    return value if isinstance(value, int) and value > 0 else 0

"""Record every answer of a model in a file, and replay them byte for byte."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from threading import RLock
from types import TracebackType
from typing import Any, Self

from graphragprov.errors import LLMError, NotRecorded
from graphragprov.llm._describe import first_words, subject
from graphragprov.llm._json import canonical_json, hexdigest, parse_json
from graphragprov.llm._recording_file import Entry, RecordingFile
from graphragprov.llm.base import LLM, Completion, Request, Usage

__all__ = ["ReplayLLM"]

_LOG = logging.getLogger("graphragprov.llm")
_LOCKS = 1024


class ReplayLLM:
    """Answers from the recording at ``path``; what is not there is asked of ``llm`` and recorded before it is returned.

    Without ``llm`` it only replays and raises :class:`NotRecorded` for everything else.  An answer is found by the
    SHA-256 of the canonical JSON of model, temperature, max_tokens, messages and schema, so the same request is paid
    for once.  ``model`` is the name in that key; by default that of ``llm``, or the only one in the recording.

    The file is SQLite with JSON inside; threads and processes may share it.  Where several ask the same at once each
    answer is kept, and all return the one that was recorded first.  Close it, or use it in a ``with`` statement.
    """

    def __init__(self, path: str | Path, llm: LLM | None = None, *, model: str | None = None) -> None:
        self._llm = llm
        self._file = RecordingFile(Path(path), writable=llm is not None)
        try:
            self.model = model or (llm.model if llm is not None else self._only_model())
            self._recorded_repair = self._file.models().get(self.model, True)
        except BaseException:
            self._file.close()
            raise
        self._locks = tuple(RLock() for _ in range(_LOCKS))

    @property
    def recorded(self) -> int:
        """How many answers the recording holds, of all models."""
        return self._file.count()

    @property
    def can_repair(self) -> bool:
        """Whether the model can be told what was wrong; a replay says what was so when it was recorded."""
        return self._recorded_repair if self._llm is None else bool(getattr(self._llm, "can_repair", True))

    def complete(self, request: Request) -> Completion:
        """The recorded answer, or the model's, which is then on disk.

        Raises :class:`NotRecorded` where there is neither, :class:`LLMError` where the recording cannot be used, and
        what the model raises (which is not recorded).
        """
        asked = canonical_json(_essence(self.model, request))
        key = hexdigest(asked)
        with self._locks[int(key[:8], 16) % _LOCKS]:  # two threads that ask the same pay once
            recorded = self._file.first(key)
            if recorded is None:
                recorded = self._record(self._ask(request), request, asked)
            else:
                _LOG.debug("replayed %s %s of %s", request.task, key[:12], self.model)
            return self._completion(recorded)

    def close(self) -> None:
        """Close the file. The model is not closed: it belongs to who made it."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"ReplayLLM({str(self._file.path)!r}, llm={self._llm!r}, model={self.model!r})"

    def _ask(self, request: Request) -> Completion:
        if self._llm is None:
            raise NotRecorded(self._missing(request))
        completion = self._llm.complete(request)
        if not isinstance(completion, Completion) or not isinstance(completion.text, str):
            raise LLMError(f"{self._llm!r} answered with {type(completion).__name__}, not with a Completion of text")
        return completion

    def _record(self, completion: Completion, request: Request, asked: str) -> str:
        key = hexdigest(asked)
        answer = _to_json(completion)
        entry = Entry(
            key=key,
            task=request.task,
            model=self.model,
            subject=hexdigest(subject(request)),
            can_repair=self.can_repair,
            request=asked,
            completion=answer,
        )
        try:
            self._file.add(entry)
        except LLMError as error:
            error.add_note(f"This answer could not be recorded: {answer}")
            raise
        _LOG.debug("recorded %s %s of %s", request.task, key[:12], self.model)
        return self._file.first(key) or answer

    def _completion(self, recorded: str) -> Completion:
        try:
            return _from_json(recorded)
        except (ValueError, TypeError, KeyError) as error:
            raise LLMError(f"the recording {self._file.path} holds an answer that cannot be read: {error}") from error

    def _only_model(self) -> str:
        models = self._file.models()
        if len(models) != 1:
            named = ", ".join(map(repr, models)) or "none yet"
            raise NotRecorded(f"{self._file.path} records the models {named}: say which one replays with model=…")
        return next(iter(models))

    def _missing(self, request: Request) -> str:
        about = subject(request)
        others = self._file.count(hexdigest(about))
        what = "passage" if request.task == "extract" else "question"
        why = (
            f"the same {what} is recorded {others} times, with another model, prompt, schema or parameter"
            if others
            else f"{self.recorded} answers are recorded, none about this {what}"
        )
        return (
            f"{request.task}: no answer of {self.model!r} is recorded for the {what} {first_words(about)} in "
            f"{self._file.path}; {why}. To record it, give ReplayLLM a live model: ReplayLLM(path, llm)"
        )


def _essence(model: str, request: Request) -> dict[str, Any]:
    """All that an answer depends on."""
    return {
        "model": model,
        "temperature": float(request.temperature),
        "max_tokens": request.max_tokens,
        "messages": [{"role": message.role, "content": message.content} for message in request.messages],
        "schema": request.schema,
    }


def _to_json(completion: Completion) -> str:
    usage = completion.usage
    return json.dumps(
        {
            "text": completion.text,
            "model": completion.model,
            "usage": {"prompt_tokens": usage.prompt_tokens, "completion_tokens": usage.completion_tokens},
            "finish_reason": completion.finish_reason,
        }
    )


def _from_json(recorded: str) -> Completion:
    data = parse_json(recorded)
    if not all(isinstance(data[name], str) for name in ("text", "model", "finish_reason")):
        raise ValueError("text, model and finish_reason are texts")
    return Completion(
        text=data["text"],
        model=data["model"],
        usage=Usage(**data["usage"]),
        finish_reason=data["finish_reason"],
    )

"""The JSON Lines format of recorded translations, read line by line and distrusted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from graphragprov.errors import LLMError
from graphragprov.llm._closest import closest
from graphragprov.llm._json import hexdigest, parse_json

__all__ = ["Recording", "read_recordings"]

_LONGEST_LINE = 16 * 2**20
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """One line: ``passage`` (a text or its SHA-256) for an extraction, ``question`` (when known) for a query."""

    task: Literal["extract", "query"]
    reply: str | Mapping[str, Any]
    case: str | None = None
    passage: str = ""
    question: str | None = None


def read_recordings(paths: Sequence[Path], *, questions: Mapping[str, str], case: str | None) -> list[Recording]:
    """All recordings of the files, in order, of one ``case`` or of all. Raises :class:`LLMError` with file and line."""
    if not paths:
        raise LLMError("no file of recorded translations was given")
    every = [recording for path in paths for recording in _read_file(path, questions)]
    named = ", ".join(map(str, paths))
    if not every:
        raise LLMError(f"{named} holds no recorded translations")
    chosen = every if case is None else [recording for recording in every if recording.case == case]
    if not chosen:
        near = closest(case or "", dict.fromkeys(recording.case for recording in every if recording.case))
        hint = f"; the closest is {near!r}" if near else ""
        raise LLMError(f"{named} holds no case {case!r}{hint}")
    return chosen


def _read_file(path: Path, questions: Mapping[str, str]) -> Iterator[Recording]:
    try:
        with path.open("rb") as file:
            number = 0
            while line := file.readline(_LONGEST_LINE + 1):
                number += 1
                if number == 1:
                    line = line.removeprefix(_BOM)
                if line.strip():
                    yield _read_line(line, questions, f"{path}, line {number}")
    except OSError as error:
        raise LLMError(f"cannot read recorded translations from {path}: {error.strerror or error}") from error


def _read_line(line: bytes, questions: Mapping[str, str], where: str) -> Recording:
    try:
        if len(line) > _LONGEST_LINE:
            raise ValueError(f"it is longer than {_LONGEST_LINE // 2**20} MiB")
        return _recording(parse_json(line), questions)
    except ValueError as error:
        raise LLMError(f"{where}: not a recorded translation: {error}") from error


def _recording(row: Any, questions: Mapping[str, str]) -> Recording:
    if not isinstance(row, dict):
        raise ValueError("a line is one JSON object")
    case = _string(row, "case")
    match row.get("task"):
        case "extract":
            return Recording(task="extract", case=case, passage=_passage(row), reply=_reply(row))
        case "query":
            question = _string(row, "question") or questions.get(case or "")
            return Recording(task="query", case=case, question=question, reply=_reply(row))
        case task:
            raise ValueError(f'"task" is "extract" or "query", not {task!r}')


def _string(row: dict[str, Any], name: str) -> str | None:
    value = row.get(name)
    if value is not None and not isinstance(value, str):
        raise ValueError(f'"{name}" is a text, not {type(value).__name__}')
    return value


def _passage(row: dict[str, Any]) -> str:
    text, digest = _string(row, "text"), _string(row, "text_sha256")
    if text is None:
        if digest is None:
            raise ValueError('an extraction has "text" or "text_sha256"')
        return digest
    if digest is not None and hexdigest(text) != digest.lower():
        raise ValueError(f'"text_sha256" is not the SHA-256 of "text", which is {hexdigest(text)}')
    return text


def _reply(row: dict[str, Any]) -> str | Mapping[str, Any]:
    response, raw = row.get("response"), _string(row, "raw")
    if (response is None) == (raw is None):
        raise ValueError('one of "response" (an object) and "raw" (a text) is needed, and only one')
    if raw is not None:
        return raw
    if not isinstance(response, dict):
        raise ValueError(f'"response" is an object, not {type(response).__name__}')
    return response

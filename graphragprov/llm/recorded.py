"""Recorded translations, served by passage and question whatever the prompt's wording."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Self

from graphragprov.errors import LLMError, NotRecorded
from graphragprov.llm._closest import closest
from graphragprov.llm._describe import first_words
from graphragprov.llm._json import hexdigest, plain
from graphragprov.llm._recordings import Recording, read_recordings
from graphragprov.llm.base import Completion, Request

__all__ = ["RecordedReply", "RecordedTranslations"]

RecordedReply = str | Mapping[str, Any] | Completion
"""A reply as text, as the JSON object that it says, or as a whole completion."""

_HEX = frozenset("0123456789abcdef")


class RecordedTranslations:
    """Serves recorded replies by the passage (``Request.text``) or the question (``Request.question``).

    ``extractions`` maps a passage, or its SHA-256 in hexadecimal, to the reply; ``queries`` maps a question to SPARQL
    or to the reply.  A passage is the same with white space around it, a question is the same with other white space
    anywhere; nothing else is forgiven.  A reply given as text is passed on untouched (SPARQL is wrapped as
    ``{"sparql": …}``), an object as its JSON.

    A recording cannot answer again when it is told what was wrong, so :attr:`can_repair` is false, and a conversation
    that already holds the recorded reply raises :class:`NotRecorded`.
    """

    can_repair = False

    def __init__(
        self,
        extractions: Mapping[str, RecordedReply] | None = None,
        queries: Mapping[str, RecordedReply] | None = None,
        *,
        model: str = "recorded",
    ) -> None:
        self.model = model
        self._extractions: dict[str, RecordedReply] = {}
        self._passages: list[str] = []
        self._queries: dict[str, RecordedReply] = {}
        self._questions: list[str] = []
        self._without_question = 0
        for passage, reply in (extractions or {}).items():
            self._add_passage(passage, reply)
        for question, reply in (queries or {}).items():
            self._add_question(question, _as_query(reply))

    @classmethod
    def read(
        cls,
        paths: str | Path | Iterable[str | Path],
        *,
        questions: Mapping[str, str] | None = None,
        case: str | None = None,
        model: str = "recorded",
    ) -> Self:
        """Read recordings from JSON Lines files.

        A line is ``{"task": "extract", "text": …, "response": {…}}`` or
        ``{"task": "query", "response": {"sparql": …}}``; ``raw`` (a text) may stand in place of ``response``,
        ``text_sha256`` in place of ``text``.  A query belongs to the line's own ``question``, else to
        ``questions[line["case"]]``; one without either is not served.  ``case`` reads the lines of one case only.
        Where a passage or question is recorded twice the first counts, so the order of ``paths`` is a preference.

        Raises :class:`LLMError` with file and line for what cannot be read, and where there is nothing to read.
        """
        files = [Path(path) for path in ([paths] if isinstance(paths, str | Path) else paths)]
        recordings = read_recordings(files, questions=questions or {}, case=case)
        translations = cls(model=model)
        for recording in recordings:
            translations._add(recording)
        return translations

    def complete(self, request: Request) -> Completion:
        """The recorded reply. Raises :class:`NotRecorded` with the closest passage or question that is recorded."""
        if request.task == "extract":
            reply = self._extraction(request.text)
        else:
            reply = self._query(request.question)
        completion = self._completion(reply)
        if any(message.role == "assistant" and message.content == completion.text for message in request.messages):
            raise NotRecorded(
                f"{request.task}: the recorded reply was given already and a recording cannot repair it; "
                "ask a live model, or go on without repair (can_repair is false)"
            )
        return completion

    def _extraction(self, text: str | None) -> RecordedReply:
        if text is None:
            raise LLMError("a recorded passage is found by its text, and the request carries none (Request.text)")
        for form in (text, text.strip()):
            if (reply := self._extractions.get(hexdigest(form))) is not None:
                return reply
        raise NotRecorded(self._missing("passage", text, self._passages, len(self._extractions)))

    def _query(self, question: str | None) -> RecordedReply:
        if question is None:
            raise LLMError("a recorded query is found by its question, and the request carries none (Request.question)")
        if (reply := self._queries.get(_one_line(question))) is not None:
            return reply
        raise NotRecorded(self._missing("question", question, self._questions, len(self._questions)))

    def _missing(self, what: str, wanted: str, recorded: list[str], count: int) -> str:
        nearest = closest(wanted, recorded)
        near = f"; the closest recorded one is {first_words(nearest, 120)}" if nearest is not None else ""
        unasked = ""
        if what == "question" and self._without_question:
            unasked = (
                f" ({self._without_question} recorded queries name no question: pass questions={{case: question}})"
            )
        return (
            f"no recorded translation of the {what} {first_words(wanted)}; {count} are recorded{unasked}{near}. "
            "Use the text exactly as recorded, or a live model"
        )

    def _completion(self, reply: RecordedReply) -> Completion:
        if isinstance(reply, Completion):
            return reply
        text = reply if isinstance(reply, str) else json.dumps(plain(reply), ensure_ascii=False)
        return Completion(text=text, model=self.model)

    def _add(self, recording: Recording) -> None:
        if recording.task == "extract":
            self._add_passage(recording.passage, recording.reply)
        elif recording.question is None:
            self._without_question += 1
        else:
            self._add_question(recording.question, recording.reply)

    def _add_passage(self, passage: str, reply: RecordedReply) -> None:
        if len(passage) == 64 and _HEX.issuperset(passage.lower()):
            self._extractions.setdefault(passage.lower(), reply)
            return
        if (key := hexdigest(passage.strip())) not in self._extractions:
            self._extractions[key] = reply
            self._passages.append(passage)

    def _add_question(self, question: str, reply: RecordedReply) -> None:
        if _one_line(question) not in self._queries:
            self._queries[_one_line(question)] = reply
            self._questions.append(question)

    def __repr__(self) -> str:
        return f"RecordedTranslations(passages={len(self._extractions)}, questions={len(self._questions)})"


def _one_line(question: str) -> str:
    return " ".join(question.split())


def _as_query(reply: RecordedReply) -> RecordedReply:
    """SPARQL never starts as JSON or a code fence does; what starts so is a reply, the rest is the query itself."""
    if isinstance(reply, str) and not reply.lstrip().startswith(("{", "```")):
        return {"sparql": reply}
    return reply

"""The embedded reader as a backend: no model, no network, no key."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ..errors import LLMError
from ..llm.base import Completion, Request
from .extract import Part, Statement, read_passage
from .questions import write_query
from .vocabulary import Vocabulary

__all__ = ["EmbeddedReader"]


@dataclass(frozen=True, slots=True)
class EmbeddedReader:
    """Reads English encyclopaedic prose and simple wh-questions with a declarative rule set.

    It speaks the protocol of a language model (:class:`~graphragprov.llm.base.LLM`) and answers with the same JSON;
    what its rules do not cover it does not read. Asking it again gives the same answer, so ``can_repair`` is false.
    """

    model: str = "embedded-reader/1"
    can_repair: bool = False

    def complete(self, request: Request) -> Completion:
        """Read ``request.text`` (task ``extract``) or ``request.question`` (task ``query``).

        Raises :class:`~graphragprov.errors.LLMError` where no question pattern fits, or the text is missing.
        """
        match request.task:
            case "extract" if request.text is not None:
                triples = [_triple(s) for s in read_passage(request.text, request.title or "")]
                reply: dict[str, Any] = {"triples": triples}
            case "query" if request.question is not None:
                reply = {"sparql": write_query(request.question, Vocabulary(request.vocabulary))}
            case _:
                raise LLMError(
                    "The embedded reader reads the text or question of a request as data; "
                    f"this {request.task!r} request has none."
                )
        return Completion(text=json.dumps(reply, ensure_ascii=False), model=self.model)


def _triple(statement: Statement) -> dict[str, Any]:
    return {
        "subject": _component(statement.subject),
        "predicate": {"name": statement.relation, "quotes": [statement.predicate_quote]},
        "object": _component(statement.object),
    }


def _component(part: Part) -> dict[str, Any]:
    if part.datatype:
        return {"value": part.name, "datatype": part.datatype, "quotes": [part.quote]}
    return {"name": part.name, "quotes": [part.quote]}

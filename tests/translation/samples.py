"""Replies and passages that several tests use."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from graphragprov.llm.base import Completion, Request
from graphragprov.text import Passage
from tests.shared import shared


class Says:
    """A model that always says the same and cannot be told better."""

    can_repair = False

    def __init__(self, reply: str, model: str = "recorded") -> None:
        self.reply = reply
        self.model = model

    def complete(self, request: Request) -> Completion:
        return Completion(text=self.reply, model=self.model)


def passage(text: str, *, start: int = 0, title: str = "") -> Passage:
    return Passage(document_id="doc", index=0, ordinal=0, start=start, end=start + len(text), text=text, title=title)


def triple(
    subject: tuple[str, str], predicate: tuple[str, str], name: tuple[str, str] | None = None, **thing: Any
) -> dict[str, Any]:
    """A triple of a reply: names with one quote each; the object by ``name``, or by ``value=``, ``quotes=`` …"""
    return {
        "subject": {"name": subject[0], "quotes": [subject[1]]},
        "predicate": {"name": predicate[0], "quotes": [predicate[1]]},
        "object": {"name": name[0], "quotes": [name[1]]} if name else thing,
    }


def reply(*triples: Any) -> str:
    return json.dumps({"triples": list(triples)}, ensure_ascii=False)


def recorded(*names: str, task: str) -> Iterator[dict[str, Any]]:
    """The lines of recordings with this task."""
    for name in names:
        with shared("recordings", name).open(encoding="utf-8") as lines:
            yield from (line for line in map(json.loads, lines) if line["task"] == task)


STRONG = ("2wiki-dev.jsonl", "musique-dev.jsonl")
WEAK = ("weak-2wiki.jsonl", "weak-musique.jsonl")

"""The seam to language models and its implementations."""

from __future__ import annotations

from graphragprov.llm.asking import ask
from graphragprov.llm.base import LLM, Completion, Message, Request, Usage
from graphragprov.llm.first_answer import FirstAnswer
from graphragprov.llm.openai import OpenAIBackend
from graphragprov.llm.recorded import RecordedReply, RecordedTranslations
from graphragprov.llm.replay import ReplayLLM
from graphragprov.llm.retries import Backoff
from graphragprov.llm.scripted import Reply, ScriptedLLM
from graphragprov.llm.specs import backend

__all__ = [
    "LLM",
    "Backoff",
    "Completion",
    "FirstAnswer",
    "Message",
    "OpenAIBackend",
    "RecordedReply",
    "RecordedTranslations",
    "ReplayLLM",
    "Reply",
    "Request",
    "ScriptedLLM",
    "Usage",
    "ask",
    "backend",
]

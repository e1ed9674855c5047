"""graphragprov: answers over text that can be audited, down to the characters that carry them."""

from . import errors, semirings
from .answers import Answer, Answers, Provenance
from .audit import EmptyKind, EmptyReason
from .builder import Builder
from .errors import (
    EmptyAnswer,
    GraphRAGProvError,
    InvalidQuery,
    InvalidText,
    LLMError,
    QuoteNotFound,
    UnsupportedQuery,
)
from .knowledge_graph import KnowledgeGraph
from .llm import LLM, Completion, RecordedTranslations, ReplayLLM, Request, ScriptedLLM
from .locator import Match, Tier, describe, locate
from .occurrences import Evidence, EvidenceSpan, Occurrence, Support
from .provenance import Polynomial
from .report import Report
from .text import Document, Passage, Span
from .trace import Trace, VerificationReport

__all__ = [
    "LLM",
    "Answer",
    "Answers",
    "Builder",
    "Completion",
    "Document",
    "EmptyAnswer",
    "EmptyKind",
    "EmptyReason",
    "Evidence",
    "EvidenceSpan",
    "GraphRAGProvError",
    "InvalidQuery",
    "InvalidText",
    "KnowledgeGraph",
    "LLMError",
    "Match",
    "Occurrence",
    "Passage",
    "Polynomial",
    "Provenance",
    "QuoteNotFound",
    "RecordedTranslations",
    "ReplayLLM",
    "Report",
    "Request",
    "ScriptedLLM",
    "Span",
    "Support",
    "Tier",
    "Trace",
    "UnsupportedQuery",
    "VerificationReport",
    "describe",
    "errors",
    "locate",
    "semirings",
]

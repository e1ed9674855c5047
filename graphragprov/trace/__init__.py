"""Traces: the whole chain of an answer, and its verification."""

from .build import build_trace, mapping_of, polynomial_of, token_names
from .evaluation import Evaluation, check_runs, evaluate_text, parse_text
from .trace import FORMAT, AnswerTrace, PolynomialTrace, SourceTrace, Trace
from .verify import Check, VerificationReport, verify

__all__ = [
    "FORMAT",
    "AnswerTrace",
    "Check",
    "Evaluation",
    "PolynomialTrace",
    "SourceTrace",
    "Trace",
    "VerificationReport",
    "build_trace",
    "check_runs",
    "evaluate_text",
    "mapping_of",
    "parse_text",
    "polynomial_of",
    "token_names",
    "verify",
]

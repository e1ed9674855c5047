"""Asking a backend that may be anybody's: what it raises and returns is put into our terms."""

from __future__ import annotations

from ..errors import LLMError
from .base import LLM, Completion, Request

__all__ = ["ask"]


def ask(llm: LLM, request: Request) -> Completion:
    """The backend's completion.

    Raises:
        LLMError: the backend failed, in whatever way, or gave something that is no completion.
    """
    try:
        completion = llm.complete(request)
    except LLMError:
        raise
    except Exception as error:
        message = f"the backend {_name(llm)} failed with {type(error).__name__}: {error}"
        raise LLMError(message) from error
    if not isinstance(completion, Completion) or not isinstance(completion.text, str):
        kind = type(getattr(completion, "text", completion)).__name__
        raise LLMError(f"the backend {_name(llm)} must return a Completion with a text, not a {kind}")
    return completion


def _name(llm: LLM) -> str:
    return str(getattr(llm, "model", type(llm).__name__))

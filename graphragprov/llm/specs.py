"""Backends by name: ``"openai:gpt-5-mini"``."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

from graphragprov.errors import LLMError
from graphragprov.llm.base import LLM
from graphragprov.llm.openai import OpenAIBackend

__all__ = ["backend"]

_PROVIDERS: dict[str, Callable[..., LLM]] = {"openai": OpenAIBackend}


def backend(spec: str, **options: Any) -> LLM:
    """The backend that ``spec`` names, as ``PROVIDER:MODEL``; ``options`` are those of its class.

    The model's name may itself hold colons (``openai:ft:gpt-4o:house``).
    Raises :class:`LLMError` for an unknown provider or option, and what the backend itself raises.
    """
    provider, colon, model = spec.strip().partition(":")
    if not colon or not model.strip():
        raise LLMError(f"{spec!r} names no backend: write PROVIDER:MODEL, for example {_example(spec)!r}")
    make = _PROVIDERS.get(provider)
    if make is None:
        raise LLMError(f"unknown provider {provider!r} in {spec!r}; {_known(provider)}")
    _check_options(provider, make, options)
    return make(model.strip(), **options)


def _example(spec: str) -> str:
    name = spec.strip().strip(":")
    return f"openai:{name}" if name and name not in _PROVIDERS else "openai:gpt-5-mini"


def _known(provider: str) -> str:
    close = get_close_matches(provider.lower(), _PROVIDERS, n=1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    return f"{hint}known are: {', '.join(sorted(_PROVIDERS))}"


def _check_options(provider: str, make: Callable[..., LLM], options: dict[str, Any]) -> None:
    known = [
        name
        for name, parameter in inspect.signature(make).parameters.items()
        if parameter.kind is parameter.KEYWORD_ONLY
    ]
    for name in options:
        if name not in known:
            raise LLMError(f"{provider} takes no option {name!r}; it takes: {', '.join(known)}")

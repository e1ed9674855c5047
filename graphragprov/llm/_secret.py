"""A key that does not show itself."""

from __future__ import annotations

import json
from typing import NoReturn
from urllib.parse import quote

from graphragprov.errors import LLMError

__all__ = ["Secret"]

_REMOVED = "[key removed]"


class Secret:
    """Holds a key: hidden in ``repr`` and ``str``, refused by pickle, removed from texts by :meth:`redact`.

    Raises :class:`LLMError` for a key that no HTTP header can carry, without showing it.
    """

    __slots__ = ("__forms", "__value")

    def __init__(self, value: str, *, public: bool = False) -> None:
        """``public`` marks a placeholder, which is not worth removing from texts."""
        value = value.strip()
        if not value or not all("!" <= char <= "~" for char in value):
            raise LLMError("the API key is empty or holds a space, a control character or one that is not ASCII")
        self.__value = value
        forms = set() if public else {value, json.dumps(value)[1:-1], quote(value, safe="")}
        self.__forms = tuple(sorted(forms, key=len, reverse=True))

    def reveal(self) -> str:
        """The key itself, for the one place that sends it."""
        return self.__value

    def redact(self, text: str) -> str:
        """The text without the key, also where it stands escaped for JSON or for a URL."""
        for form in self.__forms:
            text = text.replace(form, _REMOVED)
        return text

    def __repr__(self) -> str:
        return "Secret('…')"

    def __reduce__(self) -> NoReturn:
        raise LLMError("an API key is not written into a pickle; set OPENAI_API_KEY where the object is read again")

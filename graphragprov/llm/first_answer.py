"""Ask translators in turn: the first that has an answer gives it."""

from __future__ import annotations

from graphragprov.errors import LLMError, NotRecorded
from graphragprov.llm.base import LLM, Completion, Request

__all__ = ["FirstAnswer"]


class FirstAnswer:
    """Asks ``llms`` in order and goes on to the next where one raises :class:`NotRecorded`.

    Every other error ends the search: a model that fails is not one that has nothing to say.
    ``Completion.model`` names the one that answered; ``model`` names all of them.
    """

    def __init__(self, *llms: LLM) -> None:
        if not llms:
            raise LLMError("FirstAnswer needs at least one backend to ask")
        self._llms = llms

    @property
    def model(self) -> str:
        """The names of all backends, in the order in which they are asked."""
        return f"first({', '.join(llm.model for llm in self._llms)})"

    @property
    def can_repair(self) -> bool:
        """Whether any of the backends can answer a request again, told what was wrong."""
        return any(getattr(llm, "can_repair", True) for llm in self._llms)

    def complete(self, request: Request) -> Completion:
        """The first answer. Raises :class:`NotRecorded` with every reason where none has one."""
        reasons: list[str] = []
        for llm in self._llms:
            try:
                return llm.complete(request)
            except NotRecorded as error:
                reasons.append(f"{llm.model}: {error}")
        raise NotRecorded("no backend has an answer. " + " | ".join(reasons))

    def __repr__(self) -> str:
        return f"FirstAnswer({', '.join(map(repr, self._llms))})"

"""A question to a SPARQL query: ask, check, let the model put mistakes right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import regex

from ..errors import InvalidQuery, InvalidReply, InvalidText, LLMError, UnsupportedQuery
from ..llm.asking import ask
from ..llm.base import LLM, Completion, Message, Request, Usage
from ..terms import BASE, REL, entity_segment
from .prompts import QUERY_SCHEMA, query_messages, query_repair_message
from .reply import parse_sparql_reply
from .vocabulary import Vocabulary, suggest

__all__ = ["Attempt", "WrittenQuery", "unknown_terms", "write_query"]

MAX_QUESTION = 20_000
"""Characters of a question."""

_MAX_UNKNOWN = 10
_SURROGATE = regex.compile(r"\p{Cs}")


@dataclass(frozen=True, slots=True)
class Attempt:
    """One reply of the model: its raw text, the query in it, if any, and what was wrong (``None``: nothing)."""

    reply: str
    sparql: str | None
    error: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenQuery:
    """A query that passed the check, and how it came to be. ``model`` is the model that wrote it."""

    sparql: str
    attempts: tuple[Attempt, ...]
    usage: Usage
    model: str


def write_query(
    question: str, vocabulary: Vocabulary, llm: LLM, check: Callable[[str], None], rounds: int = 2
) -> WrittenQuery:
    """Translate a question.

    ``check`` raises :class:`InvalidQuery` or :class:`UnsupportedQuery` for a query that cannot be run.  Such a query,
    or one that names terms unknown to the vocabulary, goes back to the model with the reason, at most ``rounds`` times
    (never where the model says ``can_repair = False``).  A query that can be run although it names unknown terms is
    taken in the end: its empty answer will say which term is not there.

    Raises:
        InvalidText: the question is empty, too long or not Unicode text.
        InvalidQuery: no query could be run; ``query`` is the last reply's query or text, ``attempts`` what was tried.
        LLMError: the model could not be asked.
    """
    _check_question(question)
    writing = _Writing(vocabulary, check)
    request = _request(question, vocabulary)
    writing.take(ask(llm, request))
    for _ in range(rounds if getattr(llm, "can_repair", True) else 0):
        if writing.settled:
            break
        request = writing.told(request)
        try:
            writing.take(ask(llm, request))
        except LLMError as error:
            writing.note = f" (asking again failed: {error})"
            break
    return writing.result(question)


def _check_question(question: str) -> None:
    if not question.strip():
        raise InvalidText("the question is empty; ask something, such as 'Who directed Vertigo?'")
    if len(question) > MAX_QUESTION:
        raise InvalidText(f"the question has {len(question)} characters; at most {MAX_QUESTION} are translated")
    if _SURROGATE.search(question):
        raise InvalidText("the question holds a lone surrogate: it is not Unicode text")


def _request(question: str, vocabulary: Vocabulary) -> Request:
    relevant = vocabulary.for_question(question).as_mapping()
    return Request(
        task="query",
        messages=query_messages(question, relevant),
        schema=QUERY_SCHEMA,
        question=question,
        vocabulary=relevant,
    )


class _Writing:
    """The state of writing one query; private to :func:`write_query`."""

    def __init__(self, vocabulary: Vocabulary, check: Callable[[str], None]) -> None:
        self.vocabulary = vocabulary
        self.check = check
        self.attempts: list[Attempt] = []
        self.usage = Usage()
        self.settled = False
        self.usable: tuple[str, str] | None = None
        self.error: Exception | None = None
        self.hints: tuple[str, ...] = ()
        self.note = ""

    def take(self, completion: Completion) -> None:
        """Judge one reply."""
        used = completion.usage
        self.usage = Usage(
            self.usage.prompt_tokens + used.prompt_tokens, self.usage.completion_tokens + used.completion_tokens
        )
        sparql: str | None = None
        self.hints = ()
        try:
            sparql = parse_sparql_reply(completion.text)
            self.check(sparql)
        except (InvalidReply, InvalidQuery, UnsupportedQuery) as error:
            self.error = error
            self.attempts.append(Attempt(completion.text, sparql, str(error)))
            return
        unknown = unknown_terms(sparql, self.vocabulary)
        self.hints = tuple(self._hint(term) for term in unknown)
        self.settled = not unknown
        self.usable = (sparql, completion.model) if self.usable is None or self.settled else self.usable
        problem = f"the graph does not hold {', '.join(unknown)}" if unknown else None
        self.attempts.append(Attempt(completion.text, sparql, problem))

    def _hint(self, term: str) -> str:
        like = suggest(term, self.vocabulary)
        return f"{term} is unknown" + (f"; did you mean {' or '.join(like)}?" if like else "")

    def told(self, request: Request) -> Request:
        """The request with the last reply and what was wrong with it."""
        last = self.attempts[-1]
        messages = (Message("assistant", last.reply), query_repair_message(last.error or "", self.hints))
        return replace(request, messages=(*request.messages, *messages))

    def result(self, question: str) -> WrittenQuery:
        attempts = tuple(self.attempts)
        if self.usable is not None:
            sparql, model = self.usable
            return WrittenQuery(sparql=sparql, attempts=attempts, usage=self.usage, model=model)
        last = attempts[-1]
        raise InvalidQuery(
            f"the question {_short(question)} gave no query that can be run, in {len(attempts)} attempt(s): "
            f"{_short(last.error or '', 600)}{self.note}",
            query=last.reply if last.sparql is None else last.sparql,
            line=getattr(self.error, "line", None),
            column=getattr(self.error, "column", None),
            attempts=attempts,
        ) from self.error


def _short(text: str, length: int = 100) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


# -- terms that the graph does not hold ---------------------------------------------------------------------

_TERM = regex.compile(
    r"""(?P<skip>'''(?:[^\\]|\\.)*?'''|\"\"\"(?:[^\\]|\\.)*?\"\"\"|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\#[^\n]*
    |(?:PREFIX\s+[\w.-]*:|BASE|FROM(?:\s+NAMED)?|GRAPH|\^\^)\s*<[^<>\s]*>)
    |<(?P<reference>[^<>\n]{1,1000})>|(?<![\w?$:])rel:(?P<relation>(?:[\w%-]|\.(?=[\w%-]))+)""",
    regex.VERBOSE | regex.IGNORECASE | regex.DOTALL,
)
_OPERATOR = regex.compile(r"[\s=]|\s[?$\"'\d]")


def unknown_terms(sparql: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The entities and relations of our namespaces that a query names and the vocabulary does not hold, as written.

    Terms with an IRI of their own are left to the engine. At most ten are reported.
    """
    found: dict[str, None] = {}
    for match in _TERM.finditer(sparql):
        reference, relation = match["reference"], match["relation"]
        if relation is not None and REL + relation not in vocabulary.relation_iris:
            found[f"rel:{relation}"] = None
        elif reference is not None and _unknown(reference, vocabulary):
            found[f"<{reference}>"] = None
        if len(found) >= _MAX_UNKNOWN:
            break
    return tuple(found)


def _unknown(reference: str, vocabulary: Vocabulary) -> bool:
    if _OPERATOR.match(reference):
        return False
    names = (reference, BASE + reference, BASE + entity_segment(reference))
    held = any(name in vocabulary.entity_iris or name in vocabulary.relation_iris for name in names)
    absolute = "://" in reference or reference.startswith(("urn:", "mailto:"))
    return not held and (not absolute or reference.startswith((BASE, REL)))

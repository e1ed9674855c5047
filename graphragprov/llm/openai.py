"""Models behind OpenAI's chat-completions protocol: OpenAI itself, and every local server that speaks it."""

from __future__ import annotations

import logging
import math
import os
import sys
import time
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from graphragprov.errors import LLMError, LLMUnavailable
from graphragprov.llm._chat import Dialect, adapted, complaint, completion_of, parameters
from graphragprov.llm._extras import import_extra
from graphragprov.llm._secret import Secret
from graphragprov.llm.base import Completion, Request
from graphragprov.llm.retries import Backoff, retry_after

__all__ = ["OpenAIBackend"]

_LOG = logging.getLogger("graphragprov.llm")
_PLACEHOLDER = "no-key-needed"
_LARGEST_BODY = 32 * 2**20
_SHOWN = 500
_TRANSIENT = frozenset({408, 409, 425, 429})
_ADAPTABLE = frozenset({400, 422, 500, 501})  # some servers report an unknown parameter as their own failure


@dataclass(frozen=True, slots=True, kw_only=True)
class _Failure:
    """An attempt that gave no reply. ``text`` is the server's or ours; ``after`` is what Retry-After asks."""

    status: int | None = None
    text: str = ""
    transient: bool = False
    after: float | None = None


class OpenAIBackend:
    """Asks ``model`` through the official ``openai`` package (extra ``openai``).

    ``api_key`` (else the environment's ``OPENAI_API_KEY``) is sent to the server and shown nowhere; a server at
    ``base_url`` (else ``OPENAI_BASE_URL``) needs none.  ``timeout`` bounds one attempt in seconds.  Overload, failures
    of the server and of the connection are tried again ``max_retries`` times with ``backoff``.

    The reply is held to the request's JSON schema.  Where the server refuses that, JSON mode and then plain text are
    tried, with the schema in the prompt; likewise a model that takes no temperature, or ``max_completion_tokens`` in
    place of ``max_tokens``.  What works is remembered.

    ``Completion.finish_reason`` is the server's (``stop``, ``length``, ``content_filter`` …), or ``refusal``.
    Safe for threads. Close it, or use it in a ``with`` statement. A pickle holds no key: it is read again from the
    environment.
    """

    can_repair = True

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 60.0,
        max_retries: int = 4,
        backoff: Backoff | None = None,
    ) -> None:
        if not model.strip():
            raise LLMError("OpenAIBackend needs the name of a model")
        if not (timeout > 0 and math.isfinite(timeout)) or max_retries < 0:
            raise LLMError(
                f"timeout is a number of seconds above 0 and max_retries 0 or more, not {timeout!r} and {max_retries!r}"
            )
        self.model = model
        self._base_url = _checked_url(base_url or os.environ.get("OPENAI_BASE_URL") or None)
        self._secret = _secret(api_key, self._base_url)
        self._timeout = timeout
        self._max_retries = max_retries
        self._backoff = backoff or Backoff()
        self._dialect = Dialect()
        self._closed = False
        self._sdk = import_extra("openai", extra="openai")
        self._client = self._sdk.OpenAI(
            api_key=self._secret.reveal(), base_url=self._base_url, timeout=timeout, max_retries=0
        )

    def complete(self, request: Request) -> Completion:
        """The model's answer.

        Raises :class:`LLMUnavailable` where the server stays overloaded, failing or out of reach, :class:`LLMError`
        where asking again will not help (a wrong key, a request it refuses, a body that is no completion).
        """
        if self._closed:
            raise LLMError(f"{self!r} is closed")
        started = time.monotonic()
        completion = self._read(self._negotiated(request))
        _LOG.info(
            "%s of %s by %s: %s, %d + %d tokens, %.1f s",
            *(request.task, self.model, completion.model, completion.finish_reason),
            *(completion.usage.prompt_tokens, completion.usage.completion_tokens, time.monotonic() - started),
        )
        return completion

    def close(self) -> None:
        """Close the connections."""
        self._closed = True
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        where = f", base_url={self._base_url!r}" if self._base_url else ""
        return f"OpenAIBackend({self.model!r}{where})"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self  # a copy made by __reduce__ would have lost the key

    def __reduce__(self) -> tuple[Any, ...]:
        options = {"timeout": self._timeout, "max_retries": self._max_retries, "backoff": self._backoff}
        return _rebuilt, (type(self), self.model, {"base_url": self._base_url, **options})

    # -- one request ----------------------------------------------------------------------------

    def _negotiated(self, request: Request) -> bytes:
        """The reply, asked for in a dialect that the server understands; one that had to be found is remembered."""
        known = dialect = self._dialect
        while True:
            sent = parameters(self.model, request, dialect)
            outcome = self._patiently(sent, dialect)
            if isinstance(outcome, bytes):
                if dialect != known:
                    self._dialect = dialect
                return outcome
            following = _adaptation(dialect, sent, outcome)
            if following is None:
                raise self._error(outcome)
            _LOG.warning("%s refuses %s (HTTP %s); trying %s", self.model, dialect, outcome.status, following)
            dialect = following

    def _patiently(self, sent: dict[str, Any], dialect: Dialect) -> bytes | _Failure:
        """The reply, after as many attempts as it takes and is allowed."""
        waited = 0.0
        for attempt in range(self._max_retries + 1):
            outcome = self._attempt(sent)
            if isinstance(outcome, bytes) or not outcome.transient or _adaptation(dialect, sent, outcome):
                return outcome
            wait = self._backoff.wait(attempt, outcome.after)
            if attempt == self._max_retries or waited + wait > self._backoff.total:
                break
            reason = f"HTTP {outcome.status}" if outcome.status else "no connection or no answer in time"
            _LOG.warning("%s: %s; asking again in %.1f s", self.model, reason, wait)
            self._backoff.sleep(wait)
            waited += wait
        return outcome

    def _attempt(self, sent: dict[str, Any]) -> bytes | _Failure:
        """One exchange. Failures are values, so that no exception of the SDK, which holds the key, stays attached."""
        sdk = self._sdk
        try:
            return self._exchange(sent)
        except sdk.APIStatusError as error:
            return self._refusal(error)
        except sdk.APITimeoutError:
            return _Failure(text=f"no answer within {self._timeout:g} s", transient=True)
        except (sdk.APIConnectionError, *_transport_errors()) as error:
            reason = error.__cause__ or error
            return _Failure(text=f"{type(reason).__name__}: {reason}", transient=True)
        except (sdk.OpenAIError, ValueError, TypeError, OverflowError) as error:
            return _Failure(text=f"the request cannot be sent: {type(error).__name__}: {error}")

    def _exchange(self, sent: dict[str, Any]) -> bytes | _Failure:
        """The body of the reply, read in pieces so that neither its size nor a slow server is without bound."""
        deadline = time.monotonic() + self._timeout
        body = bytearray()
        with self._client.chat.completions.with_streaming_response.create(**sent) as response:
            for piece in response.iter_bytes():
                body += piece
                if len(body) > _LARGEST_BODY:
                    return _Failure(text=f"the reply is larger than {_LARGEST_BODY // 2**20} MiB")
                if time.monotonic() > deadline:
                    return _Failure(text=f"no whole answer within {self._timeout:g} s", transient=True)
        return bytes(body)

    def _refusal(self, error: Any) -> _Failure:
        text = error.response.text
        _, code = complaint(text)
        transient = (error.status_code in _TRANSIENT or error.status_code >= 500) and code != "insufficient_quota"
        return _Failure(
            status=error.status_code, text=text, transient=transient, after=retry_after(error.response.headers)
        )

    def _read(self, body: bytes) -> Completion:
        try:
            return completion_of(body, self.model)
        except LLMError as error:
            said = self._shown(str(error))
        raise LLMError(f"{self._name()} answered with something that is no chat completion: {said}")

    def _error(self, failure: _Failure) -> LLMError:
        said = self._shown(complaint(failure.text)[0]) or "no reason given"
        if failure.status is not None:
            said = f"HTTP {failure.status}: {said}"
        if failure.transient:
            return LLMUnavailable(
                f"{self._name()} cannot be asked now, after up to {self._max_retries} retries: {said}. "
                "Try later, or raise timeout, max_retries or backoff"
            )
        if failure.status in (401, 403):
            return LLMError(f"{self._name()} refuses the key. {said}. Give another api_key or set OPENAI_API_KEY")
        return LLMError(f"{self._name()} does not answer the request. {said}")

    def _shown(self, text: str) -> str:
        """What the server said, fit for a message: first without the key, then short."""
        said = self._secret.redact(text)
        return said if len(said) <= _SHOWN else said[: _SHOWN - 1] + "…"

    def _name(self) -> str:
        return f"{self.model!r} at {self._base_url or 'the OpenAI API'}"


def _adaptation(dialect: Dialect, sent: dict[str, Any], failure: _Failure) -> Dialect | None:
    return adapted(dialect, sent, failure.text) if failure.status in _ADAPTABLE else None


def _transport_errors() -> tuple[type[Exception], ...]:
    """The base errors of the HTTP library that the SDK brings; which one that is depends on the SDK's version."""
    return tuple(sys.modules[name].HTTPError for name in ("httpx", "httpx2") if name in sys.modules)


def _checked_url(url: str | None) -> str | None:
    if url is None:
        return None
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise LLMError("base_url is an address that starts with http:// or https://, such as http://127.0.0.1:8080/v1")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise LLMError("base_url holds no user, password, query or fragment: give the key as api_key")
    return url


def _secret(api_key: str | None, base_url: str | None) -> Secret:
    key = api_key or os.environ.get("OPENAI_API_KEY")
    if key:
        return Secret(key)
    if base_url:
        return Secret(_PLACEHOLDER, public=True)
    raise LLMError(
        "no API key: set the environment variable OPENAI_API_KEY or pass api_key=…; "
        "a local server needs only base_url=…"
    )


def _rebuilt(kind: type[OpenAIBackend], model: str, options: dict[str, Any]) -> OpenAIBackend:
    return kind(model, **options)

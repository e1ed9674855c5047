"""A small chat-completions server on a free loopback port that does what a test tells it to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any


@dataclass(frozen=True)
class Answer:
    """One HTTP answer. ``slow`` holds it back until the end, ``drip`` sends it byte by byte, ``cut`` breaks off."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    slow: bool = False
    drip: bool = False
    cut: bool = False


@dataclass(frozen=True)
class Received:
    path: str
    headers: dict[str, str]
    body: dict[str, Any]


def said(text: Any, *, finish_reason: str | None = "stop", **message: Any) -> Answer:
    """A completion that says ``text``."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text, **message}, "finish_reason": finish_reason}
    usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
    return as_json({"id": "c", "object": "chat.completion", "model": "served-1", "choices": [choice], "usage": usage})


def as_json(value: Any, status: int = 200, **headers: str) -> Answer:
    return Answer(status, json.dumps(value).encode(), {"Content-Type": "application/json", **headers})


def error(status: int, message: str, *, code: str | None = None, param: str | None = None, **headers: str) -> Answer:
    return as_json({"error": {"message": message, "type": "error", "code": code, "param": param}}, status, **headers)


Script = Iterable[Answer] | Callable[[Received], Answer]


class ChatServer:
    """Serves ``POST /v1/chat/completions``: answers in order, or what a callable makes of the request."""

    def __init__(self, script: Script) -> None:
        self.received: list[Received] = []
        self.stopping = Event()
        self._script = script if callable(script) else iter(tuple(script))
        self._lock = Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._thread = Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def answer(self, received: Received) -> Answer:
        with self._lock:
            self.received.append(received)
            if received.path != "/v1/chat/completions":
                return error(404, f"no such path: {received.path}")
            if callable(self._script):
                return self._script(received)
            return next(self._script, error(418, "the test's script has run out"))

    def __enter__(self) -> ChatServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopping.set()
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()


def _handler(server: ChatServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            answer = server.answer(Received(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            if answer.slow:
                server.stopping.wait(20)
                return
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body) + (10 if answer.cut else 0)))
            self.end_headers()
            if not answer.drip:
                self.wfile.write(answer.body)
                return
            with suppress(OSError):  # the client may have had enough
                for start in range(len(answer.body)):
                    self.wfile.write(answer.body[start : start + 1])
                    if server.stopping.wait(0.05):
                        return

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    return Handler

"""The file of a ``ReplayLLM``: SQLite with JSON inside, shared by processes and threads."""

from __future__ import annotations

import os
import shlex
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Any

from graphragprov.errors import LLMError, NotRecorded
from graphragprov.llm._json import hexdigest

__all__ = ["Entry", "RecordingFile"]

_MAGIC = b"SQLite format 3\0"
_APPLICATION_ID = (
    0x47525052  # "GRPR", in the header of the file (https://www.sqlite.org/pragma.html#pragma_application_id)
)
_VERSION = 1
_BUSY_SECONDS = 30.0
_SCHEMA = """
CREATE TABLE answer (
    number     INTEGER PRIMARY KEY,  -- order of arrival
    key        TEXT NOT NULL,        -- what was asked: the first answer to it is the one that replays
    task       TEXT NOT NULL,
    model      TEXT NOT NULL,
    subject    TEXT NOT NULL,        -- SHA-256 of the passage or question, to say what is missing
    can_repair INTEGER NOT NULL,
    request    TEXT NOT NULL,        -- JSON
    completion TEXT NOT NULL,        -- JSON
    digest     TEXT NOT NULL         -- SHA-256 of key and completion, to find damage
)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One recorded answer; ``request`` and ``completion`` are JSON."""

    key: str
    task: str
    model: str
    subject: str
    can_repair: bool
    request: str
    completion: str


class RecordingFile:
    """Answers by key. One connection a process, used by one thread at a time; every answer is on disk when added.

    ``writable`` makes the file where there is none. Raises :class:`NotRecorded` where there is no file to read, and
    :class:`LLMError` for one that is damaged, not ours, of a later version, or busy for longer than 30 seconds.
    """

    def __init__(self, path: Path, *, writable: bool) -> None:
        self.path = path
        self._writable = writable
        self._lock = RLock()
        self._connection: sqlite3.Connection | None = None
        self._process = os.getpid()
        self._inherited: list[sqlite3.Connection | None] = []
        self._closed = False
        self._check_path()
        with self._open():
            pass

    def first(self, key: str) -> str | None:
        """The JSON of the first answer recorded under ``key``."""
        with self._open() as connection:
            row = connection.execute(
                "SELECT completion, digest FROM answer WHERE key = ? ORDER BY number LIMIT 1", (key,)
            ).fetchone()
        if row is None:
            return None
        if not isinstance(row[0], str) or hexdigest(key, row[0]) != row[1]:
            raise self._damaged(f"the answer recorded under {key[:12]}… is not what was written")
        return row[0]

    def add(self, entry: Entry) -> None:
        """Append one answer and commit."""
        values = (entry.key, entry.task, entry.model, entry.subject, int(entry.can_repair), entry.request)
        digest = hexdigest(entry.key, entry.completion)
        with self._open() as connection:
            connection.execute(
                "INSERT INTO answer (key, task, model, subject, can_repair, request, completion, digest)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (*values, entry.completion, digest),
            )

    def models(self) -> dict[str, bool]:
        """The models that answers are recorded of, each with whether it could repair."""
        with self._open() as connection:
            rows = connection.execute(
                "SELECT model, max(can_repair) FROM answer GROUP BY model ORDER BY model"
            ).fetchall()
        return {model: bool(can_repair) for model, can_repair in rows}

    def count(self, subject: str | None = None) -> int:
        """How many answers are recorded, in all or about one passage or question."""
        with self._open() as connection:
            row = connection.execute(
                "SELECT count(*) FROM answer WHERE ?1 IS NULL OR subject = ?1", (subject,)
            ).fetchone()
        return int(row[0])

    def close(self) -> None:
        """Close the connection; what is recorded stays."""
        with self._lock:
            self._closed = True
            if self._connection is not None and self._process == os.getpid():
                self._connection.close()
            self._connection = None

    # -- opening ------------------------------------------------------------------------------

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            if self._closed:
                raise LLMError(f"the recording {self.path} is closed")
            try:
                yield self._connected()
            except sqlite3.Error as error:
                raise self._translated(error) from error

    def _connected(self) -> sqlite3.Connection:
        if self._process != os.getpid():  # SQLite: never carry a connection across a fork, not even to close it
            self._inherited.append(self._connection)
            self._connection, self._process = None, os.getpid()
        if self._connection is None:
            self._connection = self._connect()
        return self._connection

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"{self.path.absolute().as_uri()}?{self._mode()}",
            uri=True,
            timeout=_BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _mode(self) -> str:
        if self._writable:
            return "mode=rwc"
        if os.access(self.path, os.W_OK) and os.access(self.path.absolute().parent, os.W_OK):
            return "mode=rw"
        # On a medium that cannot be written the side files of WAL cannot be made, and nobody can change the file.
        return "mode=ro&immutable=1"

    def _prepare(self, connection: sqlite3.Connection) -> None:
        if self._is_new(connection):
            if not self._writable:
                raise NotRecorded(f"the recording {self.path} is empty: record it with a live model first")
            self._initialise(connection)
        if not self._writable:
            connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA synchronous = FULL")
        problem = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if problem != "ok":
            raise self._damaged(problem)

    def _is_new(self, connection: sqlite3.Connection) -> bool:
        """Whether the database holds nothing yet. Raises for one of another kind, before anything is written to it."""
        application = _pragma(connection, "application_id")
        version = _pragma(connection, "user_version")
        if application == _APPLICATION_ID:
            if version != _VERSION:
                raise LLMError(
                    f"the recording {self.path} has format {version}, this library reads {_VERSION}: update the library"
                )
            return False
        if application or version or connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise self._foreign("a SQLite database of another program")
        return True

    def _initialise(self, connection: sqlite3.Connection) -> None:
        _use_wal(connection)
        connection.execute("BEGIN IMMEDIATE")
        try:
            if self._is_new(connection):  # not when another process was faster
                connection.execute(_SCHEMA)
                connection.execute("CREATE INDEX answer_key ON answer (key, number)")
                connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {_VERSION}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise

    def _check_path(self) -> None:
        if self.path.is_dir():
            raise LLMError(f"a recording is a file, and {self.path} is a folder")
        if not self.path.exists():
            if not self._writable:
                raise NotRecorded(f"there is no recording at {self.path}: record it with a live model first")
            if not self.path.absolute().parent.is_dir():
                raise LLMError(f"the folder of the recording {self.path} does not exist")
            return
        try:
            with self.path.open("rb") as file:
                start = file.read(len(_MAGIC))
        except OSError as error:
            raise LLMError(f"cannot read the recording {self.path}: {error.strerror or error}") from error
        if start and start != _MAGIC:
            raise self._foreign("not a SQLite database (or its first page is damaged)")

    # -- errors -------------------------------------------------------------------------------

    def _foreign(self, what: str) -> LLMError:
        return LLMError(
            f"{self.path} is no recording of this library but {what}; it was left as it is: choose another path"
        )

    def _damaged(self, how: str) -> LLMError:
        return LLMError(
            f"the recording {self.path} is damaged: {' '.join(how.split())}. Restore a copy, or save what can be read "
            f"with `sqlite3 {shlex.quote(str(self.path))} .recover`; nothing was changed"
        )

    def _translated(self, error: sqlite3.Error) -> LLMError:
        if isinstance(error, sqlite3.OperationalError):
            return LLMError(f"the recording {self.path} cannot be used: {error}")
        return self._damaged(str(error))


def _pragma(connection: sqlite3.Connection, name: str) -> Any:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch to write-ahead logging; SQLite does not wait for other connections here, so this does."""
    give_up = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > give_up:
                raise
            time.sleep(0.02)

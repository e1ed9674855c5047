"""A skewed graph of people and films as N-Triples: few are known by many, few direct much, a seventh is said twice.

The same number of triples and the same seed always give the same text.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

__all__ = ["NAMESPACE", "SOURCES", "write"]

NAMESPACE = "http://films.example/"
SOURCES = 4
"""How many files: the graph, and three further sources that assert a part of it again."""

_SEED = 20260
_REPEATED = 0.15
_DATE = "http://www.w3.org/2001/XMLSchema#date"


class _Skewed:
    """Draws of 0..n-1 where the i-th has the weight 1 / (i + 1)^exponent."""

    def __init__(self, rng: random.Random, n: int, exponent: float = 0.8) -> None:
        self._rng = rng
        self._range = range(n)
        self._weights = list(accumulate((i + 1) ** -exponent for i in range(n)))

    def draw(self, count: int) -> list[int]:
        """Different draws, about ``count`` of them."""
        return list(dict.fromkeys(self._rng.choices(self._range, cum_weights=self._weights, k=count)))


def _line(subject: str, predicate: str, value: str) -> str:
    return f"<{NAMESPACE}{subject}> <{NAMESPACE}{predicate}> {value} .\n"


def _node(name: str) -> str:
    return f"<{NAMESPACE}{name}>"


def _date(rng: random.Random, first: int, last: int) -> str:
    return f'"{rng.randint(first, last)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"^^<{_DATE}>'


def _lines(rng: random.Random, triples: int) -> Iterator[str]:
    people, films = triples * 985 // 10_000, triples * 516 // 10_000
    cities, companies, parts = max(20, triples // 500), max(10, triples // 1000), max(20, triples // 500)
    yield from _people(rng, people, cities)
    yield from _films(rng, films, people, companies)
    countries = _Skewed(rng, 40)
    for i in range(cities):
        yield _line(f"city/{i}", "name", f'"City {i}"@en')
        yield _line(f"city/{i}", "locatedIn", _node(f"country/{countries.draw(1)[0]}"))
    for i in range(1, parts):
        yield _line(f"part/{i}", "partOf", _node(f"part/{rng.randrange(i // 3, (i + 1) // 2)}"))


def _people(rng: random.Random, people: int, cities: int) -> Iterator[str]:
    friends, homes = _Skewed(rng, people), _Skewed(rng, cities)
    for i in range(people):
        me = f"person/{i}"
        yield _line(me, "name", f'"Person {i % (people * 9 // 10)}"')
        if rng.random() < 0.95:
            yield _line(me, "bornIn", _node(f"city/{homes.draw(1)[0]}"))
        if rng.random() < 0.9:
            yield _line(me, "birthDate", _date(rng, 1900, 2000))
        if rng.random() < 0.1:
            yield _line(me, "award", f'"Award {rng.randrange(12)}"')
        for friend in friends.draw(rng.randint(1, 4)):
            yield _line(me, "knows", _node(f"person/{friend}"))
        if 0 < i < people * 3 // 10:
            yield _line(me, "influencedBy", _node(f"person/{int(i * rng.random() ** 2)}"))


def _films(rng: random.Random, films: int, people: int, companies: int) -> Iterator[str]:
    directors, stars, makers, genres = (_Skewed(rng, n) for n in (max(1, people // 4), people, companies, 25))
    for i in range(films):
        film = f"film/{i}"
        yield _line(film, "title", f'"Film {i}"@en')
        for director in directors.draw(1 if rng.random() < 0.9 else 2):
            yield _line(film, "directedBy", _node(f"person/{director}"))
        for star in stars.draw(rng.randint(2, 4)):
            yield _line(film, "starring", _node(f"person/{star}"))
        for genre in genres.draw(rng.randint(1, 2)):
            yield _line(film, "genre", _node(f"genre/{genre}"))
        if rng.random() < 0.95:
            yield _line(film, "releaseDate", _date(rng, 1920, 2024))
        if rng.random() < 0.8:
            yield _line(film, "producedBy", _node(f"company/{makers.draw(1)[0]}"))


def write(triples: int, folder: Path) -> list[Path]:
    """The files of a graph of about so many triples (made when they are not there yet), :data:`SOURCES` of them."""
    paths = [folder / f"films-{triples}-{source}.nt" for source in range(SOURCES)]
    if all(path.exists() for path in paths):
        return paths
    folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(_SEED)
    lines = list(_lines(rng, triples))
    repeated: list[list[str]] = [lines, *([] for _ in range(SOURCES - 1))]
    for line in lines:
        if rng.random() < _REPEATED:
            for again in range(rng.randint(1, SOURCES - 1)):
                repeated[again + 1].append(line)
    for path, content in zip(paths, repeated, strict=True):
        rng.shuffle(content)
        path.write_text("".join(content), encoding="utf-8")
    return paths

"""From the text of a query to its algebra.

>>> parse_query("SELECT ?who { ?who rel:placeOfBirth <Paris> }").variables
(rdflib.term.Variable('who'),)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from ..errors import InvalidQuery
from ..terms import BASE, PREFIXES
from .algebra import Query
from .syntax import grammar, groups, kinds, select
from .syntax.context import Context
from .syntax.depth import MAX_DEPTH, depth
from .syntax.lexer import iri_references, lex
from .syntax.source import Source
from .syntax.terms import declare
from .syntax.tree import QueryUnit
from .syntax.update import check_update

__all__ = ["MAX_LENGTH", "check_update_syntax", "iri_references", "parse_query"]

MAX_LENGTH = 500_000
"""Characters that a query may have."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_CACHED_LENGTH = 20_000
_CACHED_QUERIES = 512


def parse_query(text: str, *, base: str | None = None, prefixes: Mapping[str, str] | None = None) -> Query:
    """The algebra of a query: SPARQL 1.1 with the RDF 1.2 constructs of SPARQL 1.2.

    ``base`` and ``prefixes`` (name without colon → namespace) hold where the query does not declare its own; the
    defaults are :data:`graphragprov.terms.BASE` and :data:`graphragprov.terms.PREFIXES`.  The result (immutable) is
    remembered for the next equal call.

    The pattern of a :class:`SelectQuery` is whole: its projection, DISTINCT and slice are part of it.

    Raises:
        InvalidQuery: the text is no query of SPARQL, breaks one of its rules, is an update (this library only reads),
            or is longer or more deeply nested than is accepted.
    """
    declared = None if prefixes is None else tuple(sorted(prefixes.items()))
    if len(text) > _CACHED_LENGTH:
        return _parse(text, base, declared)
    return _parse_cached(text, base, declared)


def check_update_syntax(text: str, *, base: str | None = None, prefixes: Mapping[str, str] | None = None) -> None:
    """Accept an update that is valid SPARQL 1.1 Update (with the RDF 1.2 constructs); nothing is ever run.

    Raises:
        InvalidQuery: the text is not.
    """
    context = _context(text, base, None if prefixes is None else tuple(sorted(prefixes.items())))
    try:
        check_update(context)
    except RecursionError:
        raise _too_deep(context.source) from None


def _parse(text: str, base: str | None, prefixes: tuple[tuple[str, str], ...] | None) -> Query:
    context = _context(text, base, prefixes)
    try:
        return _translate(context)
    except RecursionError:
        raise _too_deep(context.source) from None


_parse_cached = lru_cache(maxsize=_CACHED_QUERIES)(_parse)


def _context(text: str, base: str | None, prefixes: tuple[tuple[str, str], ...] | None) -> Context:
    source = Source(text)
    surrogate = _SURROGATE.search(text)
    if surrogate is not None:
        raise source.error(surrogate.start(), "half of a surrogate pair is no character")
    if len(text) > MAX_LENGTH:
        raise InvalidQuery(f"the query has {len(text):,} characters; at most {MAX_LENGTH:,} are accepted", query=text)
    return Context(
        source,
        lex(source),
        BASE if base is None else base,
        dict(PREFIXES if prefixes is None else prefixes),
        groups.group,
        select.sub_select,
    )


def _translate(context: Context) -> Query:
    level = context.lexed.level
    if not level:
        raise InvalidQuery("the query is empty; expected SELECT, ASK, CONSTRUCT or DESCRIBE", query=context.source.text)
    _refuse_update(context)
    unit: QueryUnit = context.read(grammar.QUERY, level)
    for declaration in unit.prologue:
        declare(context, declaration)
    query = select.query(context, unit.form)
    if depth(query) > MAX_DEPTH:
        raise _too_deep(context.source)
    return query


def _refuse_update(context: Context) -> None:
    """Say that an update is refused, rather than that its first keyword was not expected."""
    for token in context.lexed.level.tokens:
        if token.kind in kinds.UPDATES:
            raise context.error(
                token, f"{token.text.upper()} changes data; updates are refused, only queries that read are run"
            )
        if token.kind not in kinds.PROLOGUE:
            return


def _too_deep(source: Source) -> InvalidQuery:
    return InvalidQuery(
        f"the query is nested too deeply; at most {MAX_DEPTH} operators may lie inside each other", query=source.text
    )

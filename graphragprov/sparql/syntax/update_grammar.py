"""The grammar of SPARQL 1.1 Update, https://www.w3.org/TR/sparql12-update/.  Updates are recognised, never run."""

from __future__ import annotations

from pyparsing import Opt, ParserElement, ZeroOrMore

from . import kinds, tree
from .grammar import group, iri, prologue_items, triples_block, var_or_iri
from .predictive import level_rule
from .terminals import OneKind, gathered, made, many, mark, optional, word

_quads_clause = made(word("GRAPH", keep=False) + var_or_iri + group, tree.QuadsClause)
QUADS = level_rule(gathered(Opt(triples_block) + ZeroOrMore(_quads_clause + Opt(mark(".")) + Opt(triples_block))))

_silent = Opt(word("SILENT", keep=False))
_graph_ref = word("GRAPH", keep=False) + iri
_graph_or_default = word("DEFAULT", keep=False) | Opt(word("GRAPH", keep=False)) + iri
_graph_ref_all = _graph_ref | OneKind(
    kinds.KEYWORDS["DEFAULT"] + kinds.KEYWORDS["NAMED"] + kinds.KEYWORDS["ALL"], "DEFAULT, NAMED or ALL", keep=False
)


def _any_word(*names: str) -> OneKind:
    return OneKind("".join(kinds.KEYWORDS[name] for name in names), " or ".join(names))


def _manage(keyword: ParserElement, rest: ParserElement) -> ParserElement:
    return made(keyword + _silent + gathered(rest), tree.Manage)


_using = many(made(word("USING", keep=False) + optional(word("NAMED")) + iri, tree.From))
_delete = word("DELETE") + group
_insert = word("INSERT") + group
_operation = (
    made(word("INSERT") + word("DATA") + group, tree.DataUpdate)
    | made(word("DELETE") + _any_word("DATA", "WHERE") + group, tree.DataUpdate)
    | made(
        optional(word("WITH", keep=False) + iri)
        + gathered(_delete + Opt(_insert) | _insert)
        + _using
        + word("WHERE", keep=False)
        + group,
        tree.Modify,
    )
    | _manage(word("LOAD"), iri + Opt(word("INTO", keep=False) + _graph_ref))
    | _manage(_any_word("CLEAR", "DROP"), _graph_ref_all)
    | _manage(word("CREATE"), _graph_ref)
    | _manage(_any_word("ADD", "MOVE", "COPY"), _graph_or_default + word("TO", keep=False) + _graph_or_default)
)
UPDATE = level_rule(
    made(
        prologue_items
        + Opt(_operation + ZeroOrMore(mark(";") + prologue_items + _operation) + Opt(mark(";") + prologue_items)),
        lambda *parts: tree.UpdateUnit(parts),
    )
)

"""Updates are checked against the rules of SPARQL 1.1 Update, https://www.w3.org/TR/sparql12-update/; none is run."""

from __future__ import annotations

from . import grammar, kinds, tree
from .context import Context
from .groups import group
from .lexer import Token
from .terms import declare, iri, variable
from .triples import TriplesBuilder
from .update_grammar import QUADS, UPDATE


def check_update(context: Context) -> None:
    """Raise InvalidQuery unless the text is a valid update."""
    unit: tree.UpdateUnit = context.read(UPDATE, context.lexed.level)
    checker = _Checker(context)
    for part in unit.parts:
        checker.check(part)


class _Checker:
    def __init__(self, context: Context) -> None:
        self.context = context
        self.inserted_labels: set[str] = set()

    def check(self, part: tree.Declaration | tree.Operation) -> None:
        """Check the next declaration or operation."""
        match part:
            case tree.Declaration():
                declare(self.context, part)
            case tree.Manage(_, iris):
                for token in iris:
                    iri(self.context, token)
            case tree.DataUpdate():
                self._data(part)
            case tree.Modify():
                self._modify(part)

    def _data(self, update: tree.DataUpdate) -> None:
        verb, sort = update.verb.text.upper(), update.sort.text.upper()
        name = f"{verb} {sort}"
        labels = self._quads(update.quads, name, ground=sort == "DATA", blank=verb == "INSERT")
        repeated = [token for token in labels if token.text in self.inserted_labels]
        if repeated:
            raise self.context.error(repeated[0], "a blank node label cannot be used in two INSERT DATA operations")
        self.inserted_labels.update(token.text for token in labels)

    def _modify(self, update: tree.Modify) -> None:
        if update.graph is not None:
            iri(self.context, update.graph)
        for verb, quads in zip(update.actions[::2], update.actions[1::2], strict=True):
            self._quads(
                quads, f"the template of {verb.text.upper()}", ground=False, blank=verb.text.upper() == "INSERT"
            )
        for clause in update.using:
            iri(self.context, clause.iri)
        self.context.labels.clear()
        group(self.context, update.where, {})

    def _quads(self, token: Token, name: str, *, ground: bool, blank: bool) -> list[Token]:
        """Check quads; their blank node labels."""
        builder = TriplesBuilder(self.context, {}, name)
        for part in self.context.read(QUADS, self.context.inside(token)):
            if isinstance(part, tree.QuadsClause):
                if part.name.kind == kinds.VARIABLE:
                    builder.scope[variable(part.name)] = None
                else:
                    iri(self.context, part.name)
                builder.add(self.context.read(grammar.TEMPLATE, self.context.inside(part.body)))
            else:
                builder.add((part,))
        if ground and builder.scope:
            raise self.context.error(token, f"variables cannot stand in {name} (?{next(iter(builder.scope))})")
        if not blank and builder.blank_nodes:
            raise self.context.error(builder.blank_nodes[0], f"blank nodes cannot stand in {name}")
        return [node for node in builder.blank_nodes if node.kind == kinds.BLANK_NODE_LABEL]

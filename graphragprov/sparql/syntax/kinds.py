"""The kinds of tokens.

A kind is one character, so that the tokens of a bracket level form a string of kinds that a grammar can run over; the
grammar never looks at white space, comments or the insides of tokens again.
"""

from __future__ import annotations

IRIREF = "I"
PNAME_LN = "P"
PNAME_NS = "N"
VARIABLE = "V"
BLANK_NODE_LABEL = "B"
ANON = "A"  # []
NIL = "0"  # ()
STRING = "S"  # 'x' or "x"
LONG_STRING = "T"  # '''x''' or three double quotes
TAGGED = "L"  # a string with its language tag or datatype
INTEGER = "i"
DECIMAL = "n"  # also DOUBLE
SIGNED = "s"  # a number with its sign
BOOLEAN = "b"
TYPE = "a"  # the keyword a
FUNCTION = "F"  # the name of a built-in function
AGGREGATE = "G"  # the name of an aggregate
WORD = "W"  # a word that is neither keyword nor function
BROKEN = "�"  # where the lexer had to stop
DATATYPE = "d"  # ^^

GROUP = "{"
ROUND = "("
SQUARE = "["
REIFIED_TRIPLE = "«"  # << … >>
TRIPLE_TERM = "‹"  # <<( … )>>
ANNOTATION = "⦃"  # {| … |}

OR = "∨"
AND = "∧"
NOT_EQUAL = "≠"
LESS_EQUAL = "≤"
GREATER_EQUAL = "≥"

IRI = IRIREF + PNAME_LN + PNAME_NS
PLAIN_STRING = STRING + LONG_STRING
LITERAL = PLAIN_STRING + TAGGED + INTEGER + DECIMAL + SIGNED + BOOLEAN
BLANK_NODE = BLANK_NODE_LABEL + ANON

SYMBOLS = {
    "||": OR,
    "&&": AND,
    "!=": NOT_EQUAL,
    "<=": LESS_EQUAL,
    ">=": GREATER_EQUAL,
    "^^": DATATYPE,
    **{symbol: symbol for symbol in ".,;=<>!+-*/|^?~"},
}
OPERATORS = {OR: "||", AND: "&&", NOT_EQUAL: "!=", LESS_EQUAL: "<=", GREATER_EQUAL: ">="}

BRACKETS = {
    "{": (GROUP, "}"),
    "(": (ROUND, ")"),
    "[": (SQUARE, "]"),
    "<<": (REIFIED_TRIPLE, ">>"),
    "<<(": (TRIPLE_TERM, ")>>"),
    "{|": (ANNOTATION, "|}"),
}
CLOSING = frozenset(closing for _, closing in BRACKETS.values())

FUNCTIONS: dict[str, tuple[int, int | None]] = {
    "ABS": (1, 1),
    "BNODE": (0, 1),
    "BOUND": (1, 1),
    "CEIL": (1, 1),
    "COALESCE": (0, None),
    "CONCAT": (0, None),
    "CONTAINS": (2, 2),
    "DATATYPE": (1, 1),
    "DAY": (1, 1),
    "ENCODE_FOR_URI": (1, 1),
    "FLOOR": (1, 1),
    "HASLANG": (1, 1),
    "HASLANGDIR": (1, 1),
    "HOURS": (1, 1),
    "IF": (3, 3),
    "IRI": (1, 1),
    "ISBLANK": (1, 1),
    "ISIRI": (1, 1),
    "ISLITERAL": (1, 1),
    "ISNUMERIC": (1, 1),
    "ISTRIPLE": (1, 1),
    "ISURI": (1, 1),
    "LANG": (1, 1),
    "LANGDIR": (1, 1),
    "LANGMATCHES": (2, 2),
    "LCASE": (1, 1),
    "MD5": (1, 1),
    "MINUTES": (1, 1),
    "MONTH": (1, 1),
    "NOW": (0, 0),
    "OBJECT": (1, 1),
    "PREDICATE": (1, 1),
    "RAND": (0, 0),
    "REGEX": (2, 3),
    "REPLACE": (3, 4),
    "ROUND": (1, 1),
    "SAMETERM": (2, 2),
    "SECONDS": (1, 1),
    "SHA1": (1, 1),
    "SHA256": (1, 1),
    "SHA384": (1, 1),
    "SHA512": (1, 1),
    "STR": (1, 1),
    "STRAFTER": (2, 2),
    "STRBEFORE": (2, 2),
    "STRDT": (2, 2),
    "STRENDS": (2, 2),
    "STRLANG": (2, 2),
    "STRLANGDIR": (3, 3),
    "STRLEN": (1, 1),
    "STRSTARTS": (2, 2),
    "STRUUID": (0, 0),
    "SUBJECT": (1, 1),
    "SUBSTR": (2, 3),
    "TIMEZONE": (1, 1),
    "TRIPLE": (3, 3),
    "TZ": (1, 1),
    "UCASE": (1, 1),
    "URI": (1, 1),
    "UUID": (0, 0),
    "YEAR": (1, 1),
}
"""The built-in functions with the least and the greatest number of their arguments (``None``: any)."""

AGGREGATES = frozenset({"COUNT", "SUM", "MIN", "MAX", "AVG", "SAMPLE", "GROUP_CONCAT"})

_KEYWORDS = [
    "ADD",
    "ALL",
    "AS",
    "ASC",
    "ASK",
    "BASE",
    "BIND",
    "BY",
    "CLEAR",
    "CONSTRUCT",
    "COPY",
    "CREATE",
    "DATA",
    "DEFAULT",
    "DELETE",
    "DESC",
    "DESCRIBE",
    "DISTINCT",
    "DROP",
    "EXISTS",
    "FILTER",
    "FROM",
    "GRAPH",
    "GROUP",
    "HAVING",
    "IN",
    "INSERT",
    "INTO",
    "LIMIT",
    "LOAD",
    "MINUS",
    "MOVE",
    "NAMED",
    "NOT",
    "OFFSET",
    "OPTIONAL",
    "ORDER",
    "PREFIX",
    "REDUCED",
    "SELECT",
    "SEPARATOR",
    "SERVICE",
    "SILENT",
    "TO",
    "UNDEF",
    "UNION",
    "USING",
    "VALUES",
    "VERSION",
    "WHERE",
    "WITH",
]

KEYWORDS: dict[str, str] = {word: chr(0xE000 + index) for index, word in enumerate(_KEYWORDS)}
"""Upper-case keyword → kind (a character of the private use area)."""

WORDS: dict[str, str] = {
    **KEYWORDS,
    **dict.fromkeys(FUNCTIONS, FUNCTION),
    **dict.fromkeys(AGGREGATES, AGGREGATE),
    "TRUE": BOOLEAN,
    "FALSE": BOOLEAN,
}
"""Every word that means something, upper-case → kind."""

UPDATES = frozenset(
    KEYWORDS[word] for word in ("ADD", "CLEAR", "COPY", "CREATE", "DELETE", "DROP", "INSERT", "LOAD", "MOVE", "WITH")
)

PROLOGUE = IRIREF + PNAME_NS + STRING + "".join(KEYWORDS[word] for word in ("BASE", "PREFIX", "VERSION"))
"""What a prologue is made of."""

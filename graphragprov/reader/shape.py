"""The shape of a text: an ASCII text of the same length, on which the rules' expressions run.

Letters lose their marks or become ``A`` and ``a``, dashes become ``-``, quotation marks ``"`` and ``'``. Offsets stay,
so what an expression finds in the shape is sliced from the text itself.
"""

from __future__ import annotations

import unicodedata

__all__ = ["shape_of"]

_QUOTES = dict.fromkeys("“”„«»", '"') | dict.fromkeys("‘’‚′ʻʼ", "'")
_BY_CATEGORY = {"Lu": "A", "Lt": "A", "Nd": "0", "Zs": " ", "Zl": "\n", "Zp": "\n", "Pd": "-"}


class _Shapes(dict[int, str]):
    """A translation table that fills itself."""

    def __missing__(self, code: int) -> str:
        shape = _shape_of_character(chr(code))
        self[code] = shape
        return shape


def _shape_of_character(character: str) -> str:
    if character in _QUOTES:
        return _QUOTES[character]
    base = unicodedata.normalize("NFD", character)[0]
    if base.isascii():
        return base
    if character.isdecimal():
        return str(unicodedata.decimal(character))
    category = unicodedata.category(character)
    return _BY_CATEGORY.get(category, "a" if category[0] in "LM" else "*")


_SHAPES = _Shapes({code: chr(code) for code in range(128)})


def shape_of(text: str) -> str:
    """The shape of a text, as long as the text in code points.

    >>> shape_of("Géza von Bolváry – “Łódź”")
    'Geza von Bolvary - "Aodz"'
    """
    return text if text.isascii() else text.translate(_SHAPES)

"""Texts in many scripts, made of pieces that repeat and that the foldings change."""

import unicodedata

from hypothesis import strategies as st

from graphragprov.locator import LocatableText
from graphragprov.text import Span

_WORDS = """
the French singer of New York can can't Acornsoft Acornsoft's Smiths' O’Brien Straße STRASSE İzmir ıI ﬁne veriﬁcation
3.5 5 km km² 10² 102 -5 1939–1945 1939-1945 1,000 3½ ½ H₂O x₁² ２０１７年 杭州 杭州的 カタカナ ー ｶﾞ
서울 서울에서 2017년 กรุงเทพ กรุงเทพใน بَيْرُوت بيروت שלום café résumé e 👩 🇫🇷 🇫🇷🇩🇪 “Panda” "Panda"
… № ㎞ ㍘ ϕ φ 𝑥 x Anglo-Irish Anglo biogra- phy biography pre- Ⅷ ① ẛ ſ ǰ ΐ ﬃ ŉ ᾳ क्षि நி a b aa
"""
PIECES = (
    *_WORDS.split(),
    "cafe\u0301",
    "re\u0301sume\u0301",
    "\u0301",
    "\u1109\u1165\u110b\u116e\u11af",
    "👩\u200d👩\u200d👧",
    "❤\ufe0f",
)
JOINTS = (
    " ",
    " ",
    " ",
    "  ",
    "\n",
    "-\n",
    "-",
    "",
    "",
    "\u00a0",
    "\u00ad",
    "\u200b",
    "\u200d",
    "\u200f",
    ".",
    ",",
    "'",
    "\r\n",
    "'s ",
)

pieces = st.sampled_from(PIECES)
texts = st.lists(st.tuples(pieces, st.sampled_from(JOINTS)), min_size=1, max_size=12).map(
    lambda parts: "".join(piece + joint for piece, joint in parts)
)
any_texts = texts | st.text(st.characters(exclude_categories=()), min_size=1, max_size=24)


@st.composite
def texts_with_span(draw: st.DrawFn) -> tuple[str, Span]:
    """A text and a boundary-aligned span of it."""
    text = draw(any_texts)
    boundaries = LocatableText(text).boundaries
    starts = [at for at in range(len(text)) if boundaries.starts_at(at)]
    start = draw(st.sampled_from(starts or [0]))
    ends = [at for at in range(start + 1, len(text) + 1) if boundaries.ends_at(at)]
    return text, Span(start, draw(st.sampled_from(ends)))


@st.composite
def quoted_texts(draw: st.DrawFn) -> tuple[str, str]:
    """A text and a quote that is often, but not always, somehow in it."""
    text, span = draw(texts_with_span())
    change = draw(st.sampled_from([str, str.upper, str.lower, str.casefold, _nfd, _nfkc, _spaced, _plain]))
    quote = draw(st.one_of(st.just(change(span.of(text))), pieces, texts))
    return text, quote


def _nfd(text: str) -> str:
    return unicodedata.normalize("NFD", text)


def _nfkc(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _plain(text: str) -> str:
    return text.replace("-\n", "").replace("\u00ad", "").replace("\u200b", "").replace("’", "'")

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graphragprov.text import Document, passages_of

TEXTS = st.text(alphabet="aB .!?\n\r\t。é\u2029", max_size=200)


@given(TEXTS, st.integers(1, 50))
def test_passages_are_disjoint_in_order_and_exact(text: str, limit: int) -> None:
    passages = passages_of(Document(text=text, id="d"), max_chars=limit)
    end = 0
    for index, passage in enumerate(passages):
        assert passage.index == index
        assert end <= passage.start < passage.end
        assert passage.span.of(text) == passage.text
        assert len(passage.text) <= limit
        end = passage.end
    covered = "".join(p.text for p in passages)
    assert "".join(covered.split()) == "".join(text.split())


def test_paragraphs_whatever_the_line_ends() -> None:
    texts = ["One.\n\nTwo.", "One.\r\n\r\nTwo.", "One.\r\rTwo.", "One.\n \t\n\n\nTwo.", "One.\u2029Two."]
    for text in texts:
        assert [p.text for p in passages_of(Document(text=text))] == ["One.", "Two."]


def test_a_long_paragraph_is_divided_between_sentences() -> None:
    text = "First one. Second one! Third one? 第四句。第五句。"
    pieces = [p.text for p in passages_of(Document(text=text), max_chars=24)]
    assert pieces == ["First one. Second one!", "Third one? 第四句。第五句。"]


def test_equal_passages_are_numbered() -> None:
    assert [p.ordinal for p in passages_of(Document(text="Same.\n\nOther.\n\nSame."))] == [0, 0, 1]


def test_a_document_as_a_whole() -> None:
    text = " One.\n\nTwo. "
    (passage,) = passages_of(Document(text=text), by="document", max_chars=3)
    assert passage.text == text


def test_megabytes_in_a_line_or_in_paragraphs() -> None:
    for text in ("x" * 1_000_000, "A sentence. " * 80_000, "Paragraph.\n\n" * 80_000):
        passages = passages_of(Document(text=text))
        assert max(len(p.text) for p in passages) <= 4000


def test_runs_of_closing_marks_take_linear_time() -> None:
    for text in ("!" + '"' * 200_000, ")" * 200_000, ".\"'" * 70_000):
        assert passages_of(Document(text=text))

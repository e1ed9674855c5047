"""A trace made readable: as text and as HTML."""

from .html import trace_html
from .text import explain, readable, term_text

__all__ = ["explain", "readable", "term_text", "trace_html"]

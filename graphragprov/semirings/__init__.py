"""Semirings, one class each, with the laws they declare."""

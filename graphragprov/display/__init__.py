"""A trace made readable."""

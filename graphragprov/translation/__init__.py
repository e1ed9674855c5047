"""Translation: passages to claims, questions to queries."""

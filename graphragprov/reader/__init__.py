"""The embedded reader: a declarative rule set and its interpreter."""

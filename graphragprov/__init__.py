"""graphragprov: answers over text that can be audited, down to the characters that carry them."""

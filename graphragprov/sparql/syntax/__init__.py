"""The concrete syntax of SPARQL 1.1 with RDF 1.2: from the text of a query to its algebra.

``lexer`` cuts the text into tokens and nests them by their brackets; ``grammar`` (pyparsing) gives each bracket level
its structure; the other modules translate that structure into :mod:`graphragprov.sparql.algebra`, one kind of construct
each.
"""

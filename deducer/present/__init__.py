"""Presents answers: sentences, JSON-ready values, and screens. Nothing here decides anything.

Words: a *phrase* is a piece of plain text; a *mark* is the one-letter sign of a status in a grid; a *code* is
the two-letter short form of a name in a grid.
"""

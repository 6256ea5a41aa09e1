"""Engines: each reads a puzzle and nothing else, and answers which worlds survive.

Import an engine's module only where it is used: loading a solver takes longer than most commands.
"""

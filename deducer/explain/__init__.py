"""Reasoning in the open: why something follows, why something is still possible, which line is wrong.

`core` finds the smallest arguments, `domains` says what one statement tells to somebody who knows something,
`chain` tells an argument step by step, `story` tells how a script produced a log.
"""

"""The public state of a game at every step, folded from the log; knows nothing of what is hidden.

Words: a *board* is the public state; a *step* is a stage of a loop; a *moment* is one change with the board
just before it; the *timeline* is all steps of all loops. `None` in a board means "not known from the notes".
"""

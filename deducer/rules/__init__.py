"""The rules of the game as data: TOML files read into frozen objects.

Words: an *ability* is something a role, plot, incident, character or the rules themselves can or must do at a
*timing*; its *conditions* look at the public board; its *target* says on whom or what it acts; its
*effects* are the changes it makes. The words allowed are those of `deducer.rules.vocabulary`.
"""

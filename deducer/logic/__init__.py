"""The puzzle language: formulas over finite-domain variables, and nothing about the game.

Words: a *variable* has a name and a finite domain; a *literal* says that a variable takes one of some of its
values; a *formula* is built of literals; a *puzzle* is variables, constraints (formula, source) and covers;
a *world* gives each world variable a value. Auxiliary variables are existentially quantified: they are no
part of a world.
"""

"""Constraint-based deduction for the Protagonists of Tragedy Looper.

Words used throughout: a *world* is one complete script (plots, roles, culprits); a *statement* is one
recorded public fact, a line of the log; a *step* is a stage of a day; a *board* is the public state at a
step; a *guard* is the condition on the script under which an ability applies on a board; a *cause* is an
ability that could have made a seen change; a *source* is where a constraint comes from.
"""

"""Evidence: what each recorded step says about the hidden script, as constraints with sources.

Words: a *guard* is the condition on the script under which an ability applies on a board; a *use* is one
ability in the hands of one actor at one place; a *cause* is a use that could have made a seen change; a
*reaction* is what a death sets off.
"""

"""Formulas, covers and puzzles as readable text, for tests and debugging."""

from __future__ import annotations

from deducer.logic.terms import And, Const, Count, Cover, Formula, In, Not, Or, Puzzle, Unknown


def show(formula: Formula) -> str:
    """Write a formula on one line; the same formula always gives the same text.

    Args:
        formula: any formula, unrecorded truth values ("?") included.

    Returns:
        Text such as "(role.nurse = killer and plot.a /= yes)".
    """
    match formula:
        case Const(value=value):
            text = "true" if value else "false"
        case In(variable=variable, values=values):
            text = f"{variable} {_values(values, equals='=', among='in')}"
        case Not(part=In(variable=variable, values=values)):
            text = f"{variable} {_values(values, equals='/=', among='not in')}"
        case Not(part=part):
            text = f"not {show(part)}"
        case And(parts=parts):
            text = f"({' and '.join(map(show, parts))})"
        case Or(parts=parts):
            text = f"({' or '.join(map(show, parts))})"
        case Count(parts=parts, low=low, high=high):
            text = f"{low}..{high} of [{', '.join(map(show, parts))}]"
        case Unknown():
            text = "?"
    return text


def show_cover(cover: Cover) -> str:
    """Write a cover, its items on the first line and one option on each further line."""
    items = ", ".join(f"{item.name} (line {item.source.line})" for item in cover.items)
    lines = [f"explain {items}"]
    for option in cover.options:
        spends = f" spending {', '.join(sorted(option.resources))}" if option.resources else ""
        explained = ", ".join(sorted(option.items))
        lines.append(f"  {option.name}: {explained}{spends} if {show(option.guard)}")
    return "\n".join(lines)


def show_puzzle(puzzle: Puzzle) -> str:
    """Write a puzzle: variables, constraints with their sources, covers."""
    lines = [
        f"{'auxiliary ' if variable.auxiliary else ''}{variable.name}: {' '.join(variable.domain)}"
        for variable in puzzle.variables.values()
    ]
    for constraint in puzzle.constraints:
        source = constraint.source
        place = source.label if source.is_rule else f"line {source.line}"
        lines.append(f"{show(constraint.formula)}  [{place}]")
    lines.extend(map(show_cover, puzzle.covers))
    return "\n".join(lines)


def _values(values: frozenset[str], equals: str, among: str) -> str:
    if len(values) == 1:
        return f"{equals} {next(iter(values))}"
    return f"{among} {{{', '.join(sorted(values))}}}"

"""The board on a screen: the four places as they lie on the table, and what the loop has used up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.box import SQUARE
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from deducer.board.conditions import at_limit
from deducer.board.state import Board, Figure
from deducer.ids import COUNTERS, HORIZONTAL, INTRIGUE, PARANOIA, PLACES, VERTICAL, PlaceId
from deducer.log.setup import Setup
from deducer.present import phrase
from deducer.present.text import say
from deducer.rules.model import Rules
from deducer.rules.names import Kind, Names

_WIDTH: Final = 80
# The rows of the table: a place and its neighbour to the right, then those below them.
_ROWS: Final = tuple((place, HORIZONTAL[place]) for place in (PLACES[0], VERTICAL[PLACES[0]]))


def board(screen: Console, names: Names, rules: Rules, setup: Setup, found: Board) -> None:
    """Show a board.

    Args:
        screen: where to show it.
        names: the names of the set.
        rules: the rule data, for paranoia limits.
        setup: the set-up, for the incidents.
        found: the board.
    """
    heading = f"Loop {found.loop}, {f'day {found.day}' if found.day else 'before day 1'}"
    say(screen, f"{heading}; {today(names, setup, found)}", style="bold")
    width = (min(screen.width, _WIDTH) - 7) // 2
    columns = (Column(width=width), Column(width=width))
    table = Table(*columns, box=SQUARE, show_header=False, show_lines=True)
    for row in _ROWS:
        table.add_row(*(_place(names, rules, found, place) for place in row))
    screen.print(table)
    say(screen, "p paranoia/limit (! at or above it), g goodwill, i intrigue, ? not known")
    if any(figure.present and figure.guards != 0 for figure in found.figures.values()):
        say(screen, "guard averts one death, guard xN averts N")
    if any(figure.present and figure.extra is not False for figure in found.figures.values()):
        say(screen, "Extra: an Extra card lies on the character")
    for line in notes(names, rules, setup, found):
        say(screen, line)


def today(names: Names, setup: Setup, found: Board) -> str:
    """Return today's incident in words, and whether it has occurred."""
    if found.day not in setup.incidents:
        return "no incident today"
    return f"today's incident: {_incident(names, setup, found.day)}{_outcome(found, found.day)}"


def _incident(names: Names, setup: Setup, day: int) -> str:
    return setup.other_names.get(day) or phrase.incident(names, setup.incidents[day])


def _outcome(found: Board, day: int) -> str:
    if any(day == occurred for occurred, _ in found.occurred):
        return " (occurred)"
    return " (may have occurred)" if day in found.maybe_occurred else ""


def _place(names: Names, rules: Rules, found: Board, place: PlaceId) -> Text:
    intrigue = _number(found.intrigue.get(place))
    lines = [Text(f"{names.display(Kind.PLACE, place)} {INTRIGUE[0]}{intrigue}", style="bold")]
    lines.extend(
        Text(_figure(names, rules, figure))
        for figure in found.figures.values()
        if figure.present and figure.place == place
    )
    return Text("\n").join(lines)


def _figure(names: Names, rules: Rules, figure: Figure) -> str:
    """Return a character as a `board:` line would say it, with "!" at its limit."""
    card = rules.characters[figure.id]
    critical = figure.alive is not False and at_limit(card, figure) is True
    limit = f"/{card.limit}{'!' if critical else ''}"
    counters = " ".join(
        f"{kind[0]}{_number(figure.counters.get(kind, 0))}{limit if kind == PARANOIA else ''}"
        for kind in COUNTERS
    )
    extra = [f"{_number(count)} {kind}" for kind, count in figure.counters.items() if kind not in COUNTERS]
    if figure.guards != 0:
        extra.append("guard" if figure.guards == 1 else f"guard x{_number(figure.guards)}")
    if figure.extra is not False:
        extra.append("Extra" if figure.extra else "Extra?")
    state = {False: " dead", None: " dead?", True: ""}[figure.alive]
    return " ".join([phrase.character(names, figure.id) + state, counters, *extra])


def _number(count: int | None) -> str:
    return "?" if count is None else str(count)


def _used(names: Names, rules: Rules, user: str, ability_id: str) -> str:
    ranks = [ability.rank for ability in rules.characters[user].abilities if ability.id == ability_id]
    return " ".join(
        filter(None, (phrase.character(names, user), str(ranks[0] or "") if ranks else ability_id))
    )


def _limits(names: Names, rules: Rules, setup: Setup, found: Board) -> Iterator[str]:
    """Yield the gauge, and what an incident bars: places that are closed, characters that cannot be moved."""
    if rules.sets[setup.tragedy_set].extra_gauge:
        yield f"Gauge: {_number(found.gauge)}."
    doubted = {place: last for place, last in found.maybe_closed.items() if found.closed.get(place, 0) < last}
    for places, nobody in ((found.closed, "Nobody"), (doubted, "Perhaps nobody")):
        for place, last in places.items():
            if found.day <= last:
                name = names.display(Kind.PLACE, place)
                yield f"{nobody} enters or leaves {name} up to day {last}."
    for figure in found.figures.values():
        who = phrase.character(names, figure.id)
        for day in sorted(figure.held | figure.maybe_held):
            if figure.present and found.day <= day:
                word = "cannot" if day in figure.held else "perhaps cannot"
                yield f"{who} {word} be moved on day {day}."


def notes(names: Names, rules: Rules, setup: Setup, found: Board) -> Iterator[str]:
    """Yield what else the board holds: who is away, spent cards, used abilities, incidents, the gauge."""
    away = [phrase.character(names, figure.id) for figure in found.figures.values() if not figure.present]
    if away:
        yield f"Not on the board: {', '.join(away)}."
    lost = [figure for figure in found.figures.values() if figure.present and figure.place is None]
    if lost:
        yield f"Somewhere: {', '.join(_figure(names, rules, figure) for figure in lost)}."
    yield from _limits(names, rules, setup, found)
    spent: dict[str, list[str]] = {}
    for side, card in found.spent:
        spent.setdefault(side, []).append(card)
    for side, cards in spent.items():
        who = "a player not noted" if side == "?" else side
        yield f"Spent this loop by {who}: {', '.join(cards)}."
    if not spent:
        yield "No once-per-loop card is spent."
    if found.used:
        users = [_used(names, rules, user, ability) for user, ability in sorted(found.used)]
        yield f"Goodwill abilities used up in this loop: {', '.join(users)}."
    if setup.incidents:
        listed = (
            f"day {day} {_incident(names, setup, day)}{_outcome(found, day)}"
            for day in sorted(setup.incidents)
        )
        yield f"Incidents: {', '.join(listed)}."
    if found.immune is not False:
        yield f"The protagonists {'cannot' if found.immune else 'perhaps cannot'} die in this loop."

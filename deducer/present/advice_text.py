"""Sentences of advice: what a hypothesis would change, what to try next, what to watch for tonight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from deducer.advise.apart import Separation
from deducer.advise.losses import Losses
from deducer.advise.next import Advice
from deducer.advise.suppose import Comparison, Supposition
from deducer.advise.trials import Kind, Trial
from deducer.advise.worth import Proof, Prospect, Valued
from deducer.answer import Prior, bits_told
from deducer.board.timeline import Outcome
from deducer.log.statements import Card, CardsLine, GoodwillLine, IncidentLine
from deducer.log.write import write_statement
from deducer.present import phrase
from deducer.present.ability import conditions
from deducer.rules.names import Kind as Name
from deducer.rules.names import Names

_FACTS: Final = 6
_PROSPECTS: Final = 8
_PROVED: Final = 3
_TOLD: Final = 4
_ROUND: Final = 100  # scripts: from here on no part of one is told


def supposition(names: Names, found: Supposition, head: str = "Suppose") -> Iterator[str]:
    """Yield what a hypothesis would change, a sentence each.

    Args:
        names: the names of the set.
        found: the hypothesis with what it would change.
        head: the word or words before it.
    """
    yield f"{head}: {'; '.join(found.lines)}"
    if found.contradiction is not None:
        yield from phrase.contradiction(found.contradiction, "Then no script fits.").splitlines()
        return
    yield f"  {_scripts(found.before, found.after)}"
    if found.certain:
        yield f"  It would make certain: {_some(names, found.certain)}."
    # What follows from a value made certain is not told again.
    settled = {subject for subject, _ in found.certain if subject != "plot"}
    out = [(subject, value) for subject, value in found.ruled_out if subject not in settled]
    if out:
        yield f"  It would rule out: {_some(names, out)}."
    if not found.certain and not found.ruled_out:
        yield "  It would change nothing in the grids."


def comparison(names: Names, found: Comparison, tests: Sequence[Separation], prior: Prior) -> Iterator[str]:
    """Yield how two hypotheses differ, a sentence each.

    Args:
        names: the names of the set.
        found: the comparison.
        tests: the tests that would tell them apart best.
        prior: what is held equally likely.
    """
    if found.first:
        yield f"Only the first leaves open: {_some(names, found.first)}."
    if found.second:
        yield f"Only the second leaves open: {_some(names, found.second)}."
    if found.both is not None and found.neither is not None:
        both = "No script fits both" if not found.both else f"{_count(found.both)} fit both"
        neither = "none fits neither" if not found.neither else f"{found.neither:,} fit neither"
        yield f"{both}; {neither}."
    if found.telling:
        yield f"What would tell them apart best ({prior.sentence}):"
        for subject, apart in found.telling[:3]:
            yield f"  {_subject(names, subject)} ({apart:.0%} apart)"
        yield "100% apart: it shows for certain which one is wrong; 0%: it is as likely with both."
    for one in tests:
        yield f"  {test(names, one.trial)} ({float(one.apart):.0%} apart) Needs {cost(one.trial)}."


def advice(names: Names, found: Advice) -> Iterator[str]:
    """Yield the tests that tell most, a line each.

    Args:
        names: the names of the set.
        found: the advice.
    """
    if not found.worlds:
        yield "No script fits this log: deducer check LOG names the lines that clash."
    elif found.ended is Outcome.WON:
        yield "This loop was won, so the game is over."
    elif found.ended is not None:
        yield "The last loop is over; if there is a Final Guess, deducer guess LOG names the likeliest cast."
    elif not found.tests:
        yield "Nothing that the Protagonists can try in what is left of the game would tell anything."
    else:
        still = ", if play goes on" if found.assumed else ""
        yield f"{_count(found.worlds)} fit the log{still} ({found.prior.sentence}). What would tell most:"
    for number, one in enumerate(found.tests, start=1):
        yield from _test(names, number, one)
    if found.tests:
        yield _shown(found)
    yield from _watched(names, found)
    if found.losses is not None:
        yield from _losses(names, found.losses)


def _shown(found: Advice) -> str:
    count = len(found.tests)
    things = "test" if count == 1 else "tests"
    if count == found.total:
        return f"{count} {things}, all that tell something."
    return f"{count} {things} shown; {found.total} would tell something."


def _watched(names: Names, found: Advice) -> Iterator[str]:
    """Yield what to watch for in the steps left of today; what tells most, times how likely it is, first."""
    telling = [one for one in found.watch if len(one.prospects) > 1]
    if telling:
        yield "Watch for:"
    for one in telling:
        yield f"  {_step(names, one.test)}{'' if one.exact else ' (estimate)'}"
        ranked = sorted(one.prospects, key=lambda prospect: -prospect.chance * prospect.bits)
        yield from _prospects(names, replace(one, prospects=tuple(ranked)))


def _step(names: Names, found: Trial) -> str:
    match found.kind:
        case Kind.ABILITIES:
            return "In the Mastermind's ability step:"
        case Kind.START:
            return f"When loop {found.loop} begins:"
        case Kind.INCIDENT:
            return f"When {_incident(names, found)} is due:"
        case _:
            quiet = any(isinstance(line, IncidentLine) for line in found.before)
            return f"At the day's end{', if no incident occurs' if quiet else ''}:"


def _losses(names: Names, found: Losses) -> Iterator[str]:
    """Yield what loses the loop if it ends now."""
    about = "" if found.exact else "about "
    share = phrase.percent(found.share, 0)
    yield f"If the loop ended on this board, {about}{share} of the scripts would lose it."
    if found.share:
        plots = [f"{phrase.plot(names, plot)} {phrase.percent(share, 0)}" for plot, share in found.by_plot]
        yield f"  By main plot: {', '.join(plots)}."
    for one in found.ways:
        people = phrase.alternatives([_thing(names, who) for who in one.people])
        whose = f" ({people})" if people else ""
        rule = conditions(names, one.ability.conditions)
        yield f"  {_owner(names, one.owner)}{whose}, if {rule}: {phrase.percent(one.share, 0)}"
    if found.deaths:
        listed = [f"{_thing(names, who)} {phrase.percent(share, 0)}" for who, share in found.deaths]
        yield f"A death that would end the loop at once: {', '.join(listed)}."


def _owner(names: Names, owner: str) -> str:
    return names.display(Name.PLOT if owner in names.ids[Name.PLOT] else Name.ROLE, owner)


def _test(names: Names, number: int, one: Valued) -> Iterator[str]:
    """Yield what to do, what it tells, what it costs, and then what may be seen."""
    yield f"{number:>2}. {test(names, one.test)}"
    if one.others:
        others = phrase.alternatives([_thing(names, who) for who in one.others])
        yield f"    As good with {others} in place of {_thing(names, one.test.about[0])}."
    if one.exact:
        left = f"{float(one.expected):,.{0 if one.expected >= _ROUND else 1}f}".removesuffix(".0")
        yield (
            f"    {phrase.bits(one.bits)} on average: {left} of {_count(one.before)} left;"
            f" at worst {one.worst:,} ({phrase.bits(one.least_bits)})."
        )
    else:
        yield f"    Estimate: about {phrase.bits(one.bits)} on average, from a sample of the scripts."
    yield f"    Needs {cost(one.test)}."
    yield from _prospects(names, one)


def _prospects(names: Names, one: Valued) -> Iterator[str]:
    """Yield what may be seen, what means the same together; the rarest, or what tells least, is cut."""
    groups: dict[object, list[Prospect]] = {}
    for prospect in one.prospects:
        means = prospect.proves is not None and proof(names, prospect.proves)
        key = (prospect.chance, prospect.worlds, prospect.proves) if means else prospect.outcome
        groups.setdefault(key, []).append(prospect)
    shown = list(groups.values())
    for among in shown[:_PROSPECTS]:
        yield from _prospect(names, among, exact=one.exact)
    rest = [prospect for among in shown[_PROSPECTS:] for prospect in among]
    if rest:
        chance = phrase.percent(sum((prospect.chance for prospect in rest), Fraction(0)), 0)
        yield f"    - {len(rest)} more answer{'' if len(rest) == 1 else 's'} ({chance} together)"


def _prospect(names: Names, among: Sequence[Prospect], *, exact: bool) -> Iterator[str]:
    one = among[0]
    told = [_told(names, prospect) for prospect in among]
    others = [text.partition(": ")[2] or text for text in told[1:_TOLD]]
    more = f" or {len(told) - _TOLD} more" if len(told) > _TOLD else ""
    chance = f"{'' if exact else 'about '}{phrase.percent(one.chance, 0)}{' each' if others else ''}"
    left = f", {_count(one.worlds)} left" if exact else ""
    yield f"    - {' or '.join([told[0], *others])}{more} ({chance}{left})"
    if one.proves is not None:
        said = proof(names, one.proves)
        if said:
            yield f"      {said}"


def _told(names: Names, one: Prospect) -> str:
    """Return what is seen, as it is noted."""
    line = one.outcome.line
    match line:
        case None:
            return "anything else"
        case CardsLine():
            return "it works"
        case IncidentLine(occurred=True) if one.outcome.open:
            return "incident: occurred: ..."
        case _:
            return write_statement(line, names)


def proof(names: Names, found: Proof) -> str:
    """Say what an outcome would prove, shortly; empty if nothing new."""
    certain = sorted(_fact(cell) for cell in found.certain if _tells(cell))
    settled = {subject for subject, _ in certain if subject != "plot"}
    out = sorted(
        _fact(cell) for cell in found.ruled_out if _tells(cell, yes=True) and _fact(cell)[0] not in settled
    )
    parts = []
    if certain:
        parts.append(f"certain: {_some(names, certain, _PROVED)}")
    if out:
        parts.append(f"ruled out: {_some(names, out, _PROVED)}")
    return "; ".join(parts)


def _fact(cell: tuple[str, str]) -> tuple[str, str]:
    """Return a value of a variable as phrases know it: plots are named by what is in the script."""
    name, value = cell
    return ("plot", name.removeprefix("plot.")) if name.startswith("plot.") else (name, value)


def _tells(cell: tuple[str, str], *, yes: bool = True) -> bool:
    return not cell[0].startswith("plot.") or (cell[1] == "yes") is yes


def test(names: Names, found: Trial) -> str:
    """Say what to do in a test, as one sentence."""
    when = _when(found)
    match found.kind:
        case Kind.GOODWILL:
            return f"Ask {_asked(names, found)} {when}."
        case Kind.INCIDENT:
            return f"Let {_incident(names, found)} come {when} with the board as it stands."
        case Kind.AT_LIMIT:
            suspect = _thing(names, found.about[0])
            return f"Bring {suspect} to the paranoia limit for {_incident(names, found)} {when}."
        case Kind.BELOW_LIMIT:
            suspect = _thing(names, found.about[0])
            return f"Keep {suspect} below the paranoia limit for {_incident(names, found)} {when}."
        case Kind.ALONE:
            one, other, place = (_thing(names, it) for it in found.about)
            return f"Leave {one} and {other} alone at the {place} {when}, and see who dies."
        case Kind.FORBID:
            return f"Lay {_laid(names, found)} {when}; it tells if the Mastermind's card lies there."
        case Kind.ABILITIES:
            return f"Watch the Mastermind's abilities {when}."
        case Kind.NIGHT:
            return f"Watch the end of day {found.day}."
        case Kind.START:
            return f"Watch the start of loop {found.loop}."


def _when(found: Trial) -> str:
    if found.cost.next_loop:
        return f"on day {found.day} of loop {found.loop}"
    if found.cost.days > 1:
        return f"on day {found.day}"
    return f"tomorrow (day {found.day})" if found.cost.days else "today"


def _asked(names: Names, found: Trial) -> str:
    assert isinstance(found.ask, GoodwillLine)  # noqa: S101  (what is asked for is a goodwill ability)
    ask = found.ask
    words = [f"{_thing(names, ask.user or '')} for the ability of rank {ask.rank}"]
    if ask.borrowed is not None:
        words.append(f"as {_thing(names, ask.borrowed)}'s of rank {ask.borrowed_rank}")
    if ask.targets:
        words.append(f"on {' and '.join(_thing(names, one) for one in ask.targets)}")
    if ask.incident_day is not None:
        words.append(f"about the incident of day {ask.incident_day}")
    return " ".join(words)


def _laid(names: Names, found: Trial) -> str:
    assert isinstance(found.ask, CardsLine)  # noqa: S101  (what is laid is a card)
    card: Card = found.ask.cards[0]
    return f"{card.card} on {_thing(names, card.target or '')}"


def _incident(names: Names, found: Trial) -> str:
    return f"the incident {phrase.incident(names, found.about[-1] or None)}"


def _thing(names: Names, one: str) -> str:
    return names.display(Name.PLACE if one in names.ids[Name.PLACE] else Name.CHARACTER, one)


def cost(found: Trial) -> str:
    """Say what a test needs, such as "2 more goodwill, so 1 card, and to wait until tomorrow"."""
    need = found.cost
    parts = []
    if need.goodwill:
        parts.append(f"{need.goodwill} more goodwill")
    if need.paranoia:
        parts.append(f"{abs(need.paranoia)} {'more' if need.paranoia > 0 else 'less'} paranoia")
    if need.cards:
        parts.append(f"{'so ' if parts else ''}{need.cards} card{'' if need.cards == 1 else 's'}")
    waits = "the next loop" if need.next_loop else "to wait until tomorrow" if need.days == 1 else ""
    if not need.next_loop and need.days > 1:
        waits = f"to wait {need.days} days"
    return " and ".join(filter(None, (", ".join(parts), waits))) or "nothing more"


def _scripts(before: int | None, after: int | None) -> str:
    if before is None or after is None:
        return "How many scripts it would leave was not counted."
    if before == after:
        return f"{_count(after)} as before."
    return f"{before:,} -> {_count(after)} ({phrase.bits(bits_told(before, after))})."


def _count(number: int) -> str:
    return f"{number:,} script{'' if number == 1 else 's'}"


def _subject(names: Names, subject: str) -> str:
    kind, _, rest = subject.partition(".")
    if kind == "role":
        return f"the role of {_thing(names, rest)}"
    if kind == "culprit":
        return f"the culprit of day {rest}"
    if kind == "incident":
        return f"what the incident of day {rest} truly is"
    return f"whether {phrase.plot(names, rest)} is in the script"


def _some(names: Names, facts: Iterable[tuple[str, str]], most: int = _FACTS) -> str:
    """Return facts as clauses, the first few subjects of them."""
    clauses: Sequence[str] = phrase.facts(names, facts).split("; ")
    # One more is no longer than to say that there is one more.
    if len(clauses) <= most + 1:
        return "; ".join(clauses)
    return f"{'; '.join(clauses[:most])}; and {len(clauses) - most} more"

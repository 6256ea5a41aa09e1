"""Strategies for whole games as statements: random, but in the order a log must have."""

from __future__ import annotations

from hypothesis import strategies as st
from logs import RULES

from deducer.ids import COUNTERS, PLACES
from deducer.log.statements import (
    AbilityLine,
    AddCounter,
    At,
    BoardEntry,
    BoardLine,
    Card,
    CardsLine,
    CastLine,
    Change,
    CulpritAt,
    CulpritFact,
    CulpritIs,
    DawnLine,
    DayLine,
    DaysLine,
    Declared,
    Dies,
    EndLine,
    Enters,
    ExtraCard,
    FactLine,
    GoodwillLine,
    Guard,
    GuessLine,
    HeaderStatement,
    IgnoredLine,
    IncidentFact,
    IncidentLine,
    LateLine,
    Leaves,
    LoopEnds,
    LoopLine,
    LoopsLine,
    Lost,
    Moves,
    NightLine,
    OneOf,
    PlayStatement,
    PlotFact,
    ProtagonistsDie,
    Reveals,
    Revives,
    RoleFact,
    RulingLine,
    SameRole,
    ScheduleLine,
    SetLine,
    Side,
    SpecialKind,
    SpecialLine,
    StandsAt,
    StartLine,
    Statement,
    StepStatement,
    StoppedLine,
    TakesBack,
    TurfLine,
)
from deducer.rules.names import Kind, names_for
from deducer.rules.vocabulary import Trait

SET = RULES.sets["basicTragedy"]
NAMES = names_for(RULES, SET.id)
LATE = [one.id for one in RULES.characters.values() if one.has(Trait.LATE_DAY) or one.has(Trait.LATE_LOOP)]
CAST = [one.id for one in RULES.characters.values() if not one.has(Trait.SHARES_ROLE)]
STAND_INS = [one.id for one in RULES.characters.values() if one.has(Trait.SHARES_ROLE)]
CARDS = sorted({card.id for hand in (RULES.hands.mastermind, RULES.hands.protagonist) for card in hand})
INCIDENTS = {2: "suicide", 3: "murder"}
DAYS = 3

ats = st.builds(At, st.just(0), st.just(""), st.booleans())
characters = st.sampled_from([*CAST, *STAND_INS])
places = st.sampled_from(PLACES)
targets = st.one_of(characters, places)
roles = st.sampled_from([role.id for role in SET.roles])
plots = st.sampled_from([plot.id for plot in SET.plots])
incidents = st.sampled_from([incident.id for incident in SET.incidents])
incident_days = st.sampled_from(sorted(INCIDENTS))
amounts = st.integers(-99, 99).filter(bool)
cards = st.sampled_from(CARDS)

changes: st.SearchStrategy[Change] = st.one_of(
    st.builds(AddCounter, amounts, st.sampled_from(COUNTERS), characters),
    st.builds(AddCounter, amounts, st.just("intrigue"), places),
    st.builds(AddCounter, amounts, st.just("gauge"), st.none()),
    st.builds(Moves, characters, places),
    st.builds(Enters, characters, places),
    st.builds(Dies, characters),
    st.builds(Revives, characters),
    st.builds(Leaves, characters),
    st.builds(ExtraCard, characters),
    st.builds(Guard, characters, st.booleans()),
    st.builds(Reveals, characters, roles),
    st.builds(CulpritIs, incident_days, characters),
    st.builds(Declared, plots, st.one_of(st.none(), plots)),
    st.builds(CulpritAt, places),
    st.builds(SameRole, st.lists(characters, max_size=3).map(tuple)),
    st.builds(TakesBack, cards),
)
lists = st.lists(changes, max_size=4).map(tuple)
start_lists = st.lists(st.one_of(changes, st.builds(StandsAt, characters, places)), max_size=4).map(tuple)
use_lists = st.lists(st.one_of(changes, st.builds(Reveals, st.none(), roles)), max_size=3).map(tuple)
endings: st.SearchStrategy[Change] = st.sampled_from([Lost(), ProtagonistsDie(), LoopEnds()])

ranks = st.one_of(st.none(), st.integers(0, 9))
some_targets = st.lists(targets, max_size=2).map(tuple)
maybe_day = st.one_of(st.none(), incident_days)


def played(players: st.SearchStrategy[str | None]) -> st.SearchStrategy[tuple[Card, ...]]:
    """Cards of which any part may be unknown."""
    card = st.builds(Card, st.one_of(st.none(), cards), st.one_of(st.none(), targets), players)
    return st.lists(card, max_size=4).map(tuple)


no_player = st.none()
players = st.sampled_from([None, "A", "B", "C"])
forbids = st.builds(Card, cards.filter(lambda card: card.startswith("forbid")), targets)
stopped = st.builds(Card, st.one_of(cards, st.sampled_from(["move", "forbid", *COUNTERS])), targets)
own_use = st.builds(GoodwillLine, ats, characters, ranks, st.none(), st.none(), some_targets, maybe_day)
goodwill_uses = st.one_of(
    own_use,
    st.builds(GoodwillLine, ats, characters, ranks, changes=use_lists),
    st.builds(
        GoodwillLine, ats, characters, ranks, characters, ranks, some_targets, maybe_day, st.just(True)
    ),
)
goodwill_steps: st.SearchStrategy[list[StepStatement]] = st.one_of(
    st.just([]),
    st.builds(GoodwillLine, ats, st.none()).map(lambda line: [line]),
    st.lists(goodwill_uses, min_size=1, max_size=3),
)
counters = st.lists(
    st.tuples(st.sampled_from(COUNTERS), st.integers(0, 99)), max_size=3, unique_by=lambda pair: pair[0]
).map(tuple)
entries = st.one_of(
    st.builds(
        BoardEntry,
        characters,
        st.one_of(st.none(), places),
        counters,
        st.booleans(),
        st.one_of(st.none(), st.integers(0, 9)),
    ).filter(lambda entry: bool(entry.place or entry.counters or entry.dead or entry.guards is not None)),
    st.builds(BoardEntry, places, st.none(), st.integers(0, 99).map(lambda number: (("intrigue", number),))),
)


def boards(everything: bool, least: int) -> st.SearchStrategy[BoardLine]:  # noqa: FBT001
    """Board lines on which every card and place stands once."""
    listed = st.lists(entries, min_size=least, max_size=4, unique_by=lambda entry: entry.target)
    return st.builds(BoardLine, ats, listed.map(tuple), st.just(everything))


plain_facts = st.one_of(
    st.builds(RoleFact, characters, roles, st.booleans()),
    st.builds(CulpritFact, incident_days, characters, st.booleans()),
    st.builds(PlotFact, plots, st.booleans()),
    st.builds(IncidentFact, incident_days, incidents, st.booleans()),
)
alternatives = st.one_of(
    st.lists(plain_facts, min_size=2, max_size=3).map(lambda some: OneOf(tuple(some))),
    st.builds(
        lambda who, some, positive: OneOf(tuple(RoleFact(who, role) for role in some), positive),
        characters,
        st.lists(roles, min_size=2, max_size=3),
        st.booleans(),
    ),
    st.builds(
        lambda role, some, positive: OneOf(tuple(RoleFact(who, role) for who in some), positive),
        roles,
        st.lists(characters, min_size=2, max_size=3),
        st.booleans(),
    ),
    st.builds(
        lambda some, positive: OneOf(tuple(map(PlotFact, some)), positive),
        st.lists(plots, min_size=2, max_size=3),
        st.booleans(),
    ),
)
facts = st.one_of(plain_facts, alternatives)
fact_lines = st.builds(FactLine, ats, st.lists(facts, min_size=1, max_size=3).map(tuple))
asides: st.SearchStrategy[list[PlayStatement]] = st.lists(
    st.one_of(
        boards(False, 1),
        boards(True, 0),
        fact_lines,
        st.builds(GuessLine, ats, characters, roles, st.booleans()),
    ),
    max_size=1,
)
incident_lines = st.one_of(
    st.builds(IncidentLine, ats, st.just(False)),
    st.builds(IncidentLine, ats, st.just(True), st.one_of(st.none(), incidents), lists),
)


def alone(strategy: st.SearchStrategy[StepStatement]) -> st.SearchStrategy[list[StepStatement]]:
    """The step as a list of one."""
    return strategy.map(lambda step: [step])


# The steps of a day above the incident, in their order.
day_steps: tuple[st.SearchStrategy[list[StepStatement]], ...] = (
    alone(st.builds(DawnLine, ats, lists)),
    alone(st.builds(CardsLine, ats, st.just(Side.MASTERMIND), played(no_player))),
    alone(st.builds(CardsLine, ats, st.just(Side.PROTAGONISTS), played(players))),
    alone(st.builds(CardsLine, ats, st.just(Side.UNKNOWN), played(players))),
    alone(st.builds(IgnoredLine, ats, st.lists(forbids, min_size=1, max_size=2).map(tuple))),
    alone(st.builds(StoppedLine, ats, st.lists(stopped, min_size=1, max_size=2).map(tuple))),
    alone(st.builds(AbilityLine, ats, lists)),
    goodwill_steps,
)


@st.composite
def days(draw: st.DrawFn, day: int) -> list[StepStatement]:
    """The steps of a day, any of which may not be noted."""
    steps: list[StepStatement] = []
    for step in draw(st.lists(st.sampled_from(range(len(day_steps))), unique=True, max_size=4).map(sorted)):
        steps += draw(day_steps[step])
    if day in INCIDENTS:
        steps += draw(st.lists(incident_lines, max_size=1))
    return [*steps, *draw(st.lists(st.builds(NightLine, ats, lists), max_size=1))]


@st.composite
def loops(draw: st.DrawFn, loop: int) -> list[PlayStatement]:
    """A loop as far as it was noted, perhaps with an ending inside a step."""
    lines: list[PlayStatement] = [LoopLine(draw(ats), loop), *draw(asides)]
    if draw(st.booleans()):
        lines.append(StartLine(draw(ats), draw(start_lists)))
    for day in range(1, draw(st.integers(0, DAYS)) + 1):
        lines += [DayLine(draw(ats), day), *draw(asides), *draw(days(day)), *draw(asides)]
    ending = draw(st.one_of(st.none(), endings))
    if ending is not None and isinstance(lines[-1], DayLine):
        lines.append(AbilityLine(draw(ats), (*draw(lists), ending)))
    if draw(st.booleans()):
        lines += [EndLine(draw(ats), False, draw(lists)), *draw(asides)]
    return lines


@st.composite
def headers(draw: st.DrawFn) -> list[HeaderStatement]:
    """A header with the whole cast, so that any name may be used."""
    # Shuffling the whole cast would cost more than all else.
    order = draw(st.sampled_from([CAST, CAST[::-1], sorted(CAST)]))
    turfs = [one for one in CAST if RULES.characters[one].has(Trait.HAS_TURF)]
    lines: list[HeaderStatement] = [
        SetLine(draw(ats), SET.id),
        LoopsLine(draw(ats), 2),
        DaysLine(draw(ats), DAYS),
        CastLine(draw(ats), tuple(order)),
        *(TurfLine(draw(ats), one, draw(places)) for one in turfs),
        *(
            ScheduleLine(draw(ats), day, one, NAMES.display(Kind.INCIDENT, one))
            for day, one in INCIDENTS.items()
        ),
    ]
    if draw(st.booleans()):
        late = draw(st.lists(st.sampled_from(LATE), unique=True).map(tuple))
        lines.append(LateLine(draw(ats), late, draw(st.booleans())))
    lines += [
        RulingLine(draw(ats), name, draw(st.sampled_from(RULES.rulings[name].values)))
        for name in draw(st.lists(st.sampled_from(sorted(RULES.rulings)), unique=True, max_size=2))
    ]
    special = st.builds(SpecialLine, ats, st.just(SpecialKind.TEXT), st.sampled_from(["the moon is full"]))
    return lines + draw(st.lists(special, max_size=1))


@st.composite
def games(draw: st.DrawFn) -> list[Statement]:
    """A whole log."""
    lines: list[Statement] = [*draw(headers()), *draw(st.lists(fact_lines, max_size=1))]
    for loop in range(1, draw(st.integers(0, 2)) + 1):
        lines += draw(loops(loop))
    return lines

"""Which fields the words of the vocabulary need to mean anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from deducer.rules.model import CharacterTrait, Condition, Effect
from deducer.rules.vocabulary import Action, Trait, Word

# One of the fields of each inner tuple must be given.
_Needs = tuple[tuple[str, ...], ...]

_BOUND: Final = ("at_least", "at_most")

WORD_NEEDS: Final[Mapping[Word, _Needs]] = {
    Word.COUNTERS: (("counter",), _BOUND),
    Word.TOTAL_COUNTERS: (_BOUND,),
    Word.HELD: (_BOUND,),
    Word.OTHERS_HERE: (("number",),),
    Word.FROM_LOOP: (("number",),),
    Word.AT: (("places",),),
    Word.OCCURRED: (("incident",),),
    Word.GAUGE: (_BOUND,),
    Word.GAUGE_AT_LOOP_END: (_BOUND,),
    Word.LIVING: (_BOUND,),
    Word.COUNTERS_ON_LIVING: (("counter",), _BOUND),
    Word.COUNTERS_BY_LOOP: (("counter",), ("number",)),
    Word.ROLE_TOLD: (("roles",),),
    Word.RULING: (("ruling",), ("reading",)),
}

ACTION_NEEDS: Final[Mapping[Action, _Needs]] = {
    Action.ADD: (("counters",), ("amounts",)),
    Action.MOVE_COUNTER: (("counters",),),
    Action.CONVERT: (("counters",),),
    Action.MOVE: (("to",),),
    Action.ENTER: (("place",),),
    Action.IGNORE_FORBID: (("forbids",),),
    Action.COUNTS_AS: (("role",),),
    Action.GAINS_ABILITIES_OF: (("role",),),
    Action.CLOSE_PLACE: (("days",),),
    Action.ALSO_FORBID: (("forbids",), ("stops",)),
    Action.SHIFT_LIMIT: (("amounts",),),
    Action.COUNT_TOWARD_LIMIT: (("counters",), ("incidents",)),
}

TRAIT_NEEDS: Final[Mapping[Trait, _Needs]] = {
    Trait.SHARES_ROLE: (("of",),),
    Trait.FOLLOWS_MASTERS: (("masters",),),
}

# Actions that mean nothing without a target.
AIMED: Final = frozenset(
    {
        Action.ADD,
        Action.MOVE_COUNTER,
        Action.CONVERT,
        Action.CLEAR,
        Action.KILL,
        Action.REVIVE,
        Action.GUARD,
        Action.MOVE,
        Action.LEAVE,
        Action.REVEAL_ROLE,
        Action.STOP_INCIDENTS,
        Action.ADD_MASTER,
        Action.BORROW,
        Action.IGNORE_FORBID,
        Action.IMMORTAL,
        Action.EXTRA_CARD,
        Action.CLOSE_PLACE,
        Action.BAR_CARDS,
        Action.ALSO_FORBID,
        Action.TRIGGER_INCIDENT,
        Action.PREVENT_INCIDENT,
        Action.SHIFT_LIMIT,
        Action.COUNT_TOWARD_LIMIT,
        Action.STAND_OPPOSITE,
        Action.LIE,
    }
)


def missing(place: str, record: Condition | Effect | CharacterTrait, needs: _Needs) -> Iterator[str]:
    """Yield a sentence for each needed field that a record leaves out.

    Args:
        place: where the record stands.
        record: the record, whose word decides what it needs.
        needs: the fields needed, each with those that may stand for it.

    Yields:
        Such as `roles.x.abilities.y.conditions[0]: 'counters' needs 'atLeast' or 'atMost'`.
    """
    given = {name: getattr(record, name) for name in record.__struct_fields__}
    word = next(given[name] for name in ("word", "action", "trait") if name in given)
    encoded = dict(zip(record.__struct_fields__, record.__struct_encode_fields__, strict=True))
    for fields in needs:
        if all(given[name] in (None, (), "") or (name == "days" and not given[name]) for name in fields):
            yield f"{place}: '{word}' needs " + " or ".join(f"'{encoded[name]}'" for name in fields)

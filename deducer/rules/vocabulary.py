"""The closed vocabulary of the rule data: the words a TOML file may use, as enumerations.

A rule that cannot be said in these words needs a new word here and a reading of it where the other words of
its kind are read; it never needs a set or role named in code.
"""

from __future__ import annotations

from enum import StrEnum


class Timing(StrEnum):
    """When an ability acts."""

    LOOP_START = "loopStart"
    DAY_START = "dayStart"
    CARDS = "cards"
    MASTERMIND = "mastermindAbility"
    GOODWILL = "goodwill"
    INCIDENT = "incident"  # when it is determined whether, and where, an incident occurs
    AFTER_INCIDENT = "afterIncident"  # when the user's own incident has been resolved
    REVEAL = "reveal"  # when the user's role is to be told
    DAY_END = "dayEnd"
    LOOP_END = "loopEnd"
    DEATH = "death"
    ALWAYS = "always"


class Obligation(StrEnum):
    """Whether an ability may or must be used; a loss condition is checked at the end of a loop."""

    OPTIONAL = "optional"
    MANDATORY = "mandatory"
    LOSS = "loss"


class Limit(StrEnum):
    """How often one holder may use an ability; every ability acts at most once a step."""

    STEP = "step"
    LOOP = "loop"


class Refusal(StrEnum):
    """Goodwill Refusal of a role."""

    NONE = "none"
    OPTIONAL = "optional"
    MANDATORY = "mandatory"


class CulpritDuty(StrEnum):
    """Whether holders of a role must or must not be the culprit of an incident."""

    NONE = "none"
    ALWAYS = "always"
    NEVER = "never"


class Word(StrEnum):
    """Conditions on the public board; each is read by `deducer.board.conditions`."""

    COUNTERS = "counters"  # counter, on = self | target | startPlace | a place, atLeast or atMost
    TOTAL_COUNTERS = "totalCounters"  # on = self | target, atLeast
    HELD = "held"  # the same, with guard markers or without them: which of the two is open
    OTHERS_HERE = "othersHere"  # exactly `number` other living characters in the user's place
    LAST_DAY = "lastDay"
    FROM_LOOP = "fromLoop"  # loop number at least `number`
    AT = "at"  # the user stands in one of `places`
    DEAD = "dead"  # the user lies dead
    REVEALED = "revealedBefore"  # the user's role was revealed in an earlier loop
    HAD_GOODWILL = "hadGoodwillAtLoopEnd"  # the target's card held goodwill when the last loop ended
    OCCURRED = "occurred"  # an incident named `incident` occurred in this loop
    GAUGE = "gauge"  # the extra gauge, atLeast or atMost
    GAUGE_IN_USE = "gaugeInUse"  # the set has an extra gauge
    GAUGE_AT_LOOP_END = "gaugeAtLoopEnd"  # the extra gauge when the last loop ended, atLeast or atMost
    LIVING = "living"  # the number of living characters on the board, atLeast or atMost
    COUNTERS_ON_LIVING = "countersOnLiving"  # counter on all living characters together, atLeast or atMost
    COUNTERS_BY_LOOP = "countersByLoop"  # counter, on = a place: at least the loop's number plus `number`
    EXTRA_CARD = "extraCard"  # an Extra card lies on self | target
    DIED_LAST_LOOP = "diedLastLoop"  # the target died in the last loop
    ROLE_TOLD = "roleTold"  # one of `roles` was told of somebody in this loop
    RULING = "ruling"  # the switch `ruling` has the value `reading` (looks at the switches)
    HAS_REFUSAL = "hasRefusal"  # the user's role in force has Goodwill Refusal (looks at the script)


class Who(StrEnum):
    """What an effect acts on."""

    NOBODY = "nobody"
    SELF = "self"
    CHARACTER = "character"  # one character that fits the rest of the target
    PLACE = "place"  # one location board
    PLACE_OR_CHARACTER = "placeOrCharacter"
    HOLDER = "holder"  # one holder of `role` that fits the rest of the target
    ALL = "all"  # every character that fits the rest of the target
    PROTAGONISTS = "protagonists"
    GAUGE = "gauge"  # the extra gauge


class Where(StrEnum):
    """Where the target of an effect is."""

    ANYWHERE = "anywhere"
    HERE = "here"  # in the user's place
    TURF = "turf"  # in the place of the user's turf marker
    NAMED = "named"  # in `place`


class Action(StrEnum):
    """What an effect does."""

    ADD = "add"  # `amount` counters of one of the kinds `counters`; `upTo` when fewer may be there
    MOVE_COUNTER = "moveCounter"  # one counter of one of the kinds, from `origin` (or the user) to the target
    CONVERT = "convert"  # one counter of kind counters[0] on the target becomes one of kind counters[1]
    CLEAR = "clear"  # all counters, or all of the kinds `counters`, go from the target's card
    KILL = "kill"
    REVIVE = "revive"
    GUARD = "guard"  # a guard marker on the target
    MOVE = "move"  # the target moves, to = any | adjacent; with `holds` it then stays all the next day
    LEAVE = "leave"  # the target leaves the board for the rest of the loop
    ENTER = "enter"  # `of` (or the user) enters at `place`, unless it is on the board already
    REVEAL_ROLE = "revealRole"
    REVEAL_CULPRIT = "revealCulprit"  # of an incident; `occurredOnly` when it must have occurred this loop
    NAME_SUBPLOT = "nameSubplot"
    NAME_SAME_ROLE = "nameSameRole"
    TAKE_BACK = "takeBack"  # the leader takes back a once-per-loop card; needs a spent one (R41)
    FREE_PLACES = "freePlaces"  # `of` (or the user) may enter its forbidden places for this loop
    STOP_INCIDENTS = "stopIncidents"  # incidents of the user do not occur for this loop
    PROTECT_PROTAGONISTS = "protectProtagonists"  # the protagonists cannot die for this loop
    ADD_MASTER = "addMaster"  # one more character in whose stead the user dies
    RESOLVE_INCIDENT = "resolveIncident"  # an incident of the sheet as if the user were its culprit
    BORROW = "borrow"  # a goodwill ability of the target, whatever its goodwill; its own limit counts
    PROTAGONISTS_DIE = "protagonistsDie"
    LOSE = "lose"  # the protagonists lose and the loop ends
    REVEAL_SELF = "revealSelf"  # the user's role is revealed
    IGNORE_FORBID = "ignoreForbid"  # cards `forbid <what>` on the target do not work
    END_LOOP = "endLoop"  # the loop ends, no loss announced
    EXTRA_CARD = "extraCard"  # an Extra card is laid on the target
    CLOSE_PLACE = "closePlace"  # nobody enters or leaves the target for `days` days, this one included
    BAR_CARDS = "barCards"  # the Mastermind lays no cards on the target
    ALSO_FORBID = "alsoForbid"  # cards `forbid <what>` on the target stop cards of the kind `stops` too
    TRIGGER_INCIDENT = "triggerIncident"  # the target's incidents occur whatever lies on it
    PREVENT_INCIDENT = "preventIncident"  # the target's incidents do not occur
    SHIFT_LIMIT = "shiftLimit"  # the target's limit counts as `amounts` higher for its incidents
    COUNT_TOWARD_LIMIT = "countTowardLimit"  # `counters` on the target count too, for `incidents`
    STAND_OPPOSITE = "standOpposite"  # the target's incidents act from the place diagonally opposite
    LIE = "lie"  # another role of the script, not Person, may be told instead of the target's
    IMMORTAL = "immortal"
    COUNTS_AS = "countsAs"  # the target's role is `role` while the conditions hold
    GAINS_ABILITIES_OF = "gainsAbilitiesOf"  # the user has the abilities (not the role) of `role`


class Trait(StrEnum):
    """Rules of single characters that are no abilities."""

    OUTSIDE_SUMS = "outsideSums"  # fills no slot of the plots' roles
    UNUSED_ROLE = "unusedRole"  # has a role of the set that no chosen plot adds
    COPIES_ROLE = "copiesRole"  # has the role of some other character
    NEVER_PERSON = "neverPerson"
    NO_REFUSAL = "noRefusal"  # has no role with Goodwill Refusal
    PLAYS_AS_PERSON = "playsAsPerson"  # its role in force is Person whatever was assigned
    SHARES_ROLE = "sharesRole"  # has the role and incidents of `of`, and is never cast
    LATE_LOOP = "lateLoop"  # absent until a loop fixed by the script
    LATE_DAY = "lateDay"  # absent until a day fixed by the script
    START_CHOSEN = "startChosen"  # the Mastermind chooses its start place each loop
    START_BY_SCRIPT = "startByScript"  # its start place is fixed by the script
    HAS_TURF = "hasTurf"  # for role abilities it may count as being in its turf
    NO_CARDS = "noCards"  # takes no cards; cards on its place also apply to it
    FOLLOWS_MASTERS = "followsMasters"  # goes with `masters` when they leave its place, dies in their stead
    ALL_COUNTERS_TRIGGER = "allCountersTrigger"  # all counters count as paranoia for its incidents
    INCIDENTS_DO_NOTHING = "incidentsDoNothing"
    INCIDENTS_TWICE = "incidentsTwice"

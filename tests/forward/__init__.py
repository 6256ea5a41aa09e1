"""A brute-force referee: could a Mastermind holding this script have produced exactly this log?

It knows the rules by hand-written tables and plays forward, statement by statement, keeping every course of
the game that fits: the board, once-a-loop abilities used unseen, and the reading of each open ruling the
course has met. It shares nothing with the project's evidence, scripts, engines or simulator; only
`deducer.log` reads the notation. It is slow and simple on purpose: a yardstick.

    survives(script, log) -> Verdict(ok, line, why)
    surviving(scripts, log) -> those that survive
    all_scripts(log or set-up) -> every legal script, brute force
    draw_script(set-up, cast, rng) -> one legal script

Reach. First Steps, Basic Tragedy, Midnight Zone, Mystery Circle. Logs are complete (every due step written)
and may be cut after any line; anything else raises NotImplementedError. What is public is not judged (hands,
who may be asked, goodwill reached, targets of a goodwill ability, cards on carriers of an Extra card): the
log is taken for well played on the table.

Rulings as read here, beside the plain ones (names as in the switches):

- Switches are branched on when first asked about and then hold for the whole game; `ruling X = V` fixes
  one. "May" values (`endingStep`, `ninjaCorpseLies`, `timeTravelerLoss`, `guardSelf`, ...) are no readings:
  both happen.
- endingStep (D30): beside what ends the loop, other things of the same instant may stay untold. Who died so
  may count as dead or not (a Friend shown at loop end, the next Extra card, Threads of Fate). At day end
  that also holds for the mandatory effects when an optional one ends the loop: they are real (a Killer
  killed unseen kills no more) but untold.
- hospitalWithKeyPerson: "simultaneous" tells the protagonists' death and may add `lost`; "keyPersonFirst"
  tells `lost` only.
- bossRealLocation: under "turf" a Boss may be regarded as in either place, each time; bossTurfDayEnd "yes"
  likewise, also to avoid a mandatory kill. In the ability step and for a Cultist both places always count
  (R36).
- blackSchool is asked only where the two readings differ; fatedCardNeeds, threadsOnCorpses likewise.
- Two parts of one effect (Increasing Unease, Missing Person, Spreading, a death and what it sets off,
  Confession) are told in either order; a Sect Founder's two resolutions in any order, and what the second
  says again (Closed Circle, Confession) need not be said twice. `lost` and `loop
  ends` may stand anywhere in their line; where a last night with a death lost the loop, the `end:` line
  alone may tell it. Counters count singly: `+2` is two units.
- A Ninja may name any other role of the script but Person; also one that somebody has in force (a fated Key
  Person).
- Corpses show the role assigned or the one in force as if they lived (R48), each time either.
- A Friend is known when truly shown as Friend. A known dead Friend need not be shown again at loop end.
- Extra cards: one card even with both plots (R108); none if nobody died. A fated carrier is a Key Person in
  everything.
- A Twin stands opposite in everything his incident does, a Hospital Incident's deaths included; he may
  always be the target of his own Portent or Letter (D22), never of his own Serial Murder.
- A letter that moves nobody shows nothing; held people and Closed Circles bar every move (D26), without
  `stopped:`.
- An A.I. as culprit counts all counters; for Conspiracies either those or intrigue alone. The incident his
  ability resolves: the announced one or, in Midnight Zone, the true one; no gauge.
- A Black Cat's Silver Bullet or Bestial Murder: what they say of the gauge holds or not. A Sect Founder who
  died of the first resolution: a second or not.
- A Sacred Tree's gift in the goodwill step may be refused or not by any refusal role.
- An Illusion takes the cards of its place; after a move those of the old or of the new one. Goodwill on an
  Illusion that left: counted by Threads of Fate or not.
- A mandatory ability of the ability step binds if it could be used when the step began and still can at its
  end; whether others may be used first so that it cannot is open.
- A Servant may die for a master beside her, or not, unless the master cannot die; she goes where a master
  goes, with movement cards of her own or not (R87). Her start place is told and the same in every loop.
- A Part-Timer plays as Person; whether the Virus reaches one with another assigned role is open.
  Part-Timer(?) has the role assigned and causes his incidents; that she had to enter is not judged.
- A Little Sister's borrowed ability acts as the lender's. A Metaworld Denizen leaves nothing that shows.
- Late characters: Godly Being from any loop on, Transfer Student on one day, the same in every loop.
- Two causes that kill one guarded character in the same instant take one guard.
"""

from __future__ import annotations

from .fold import Verdict, parse, survives, surviving
from .scripts import HiddenScript, all_scripts, draw_script, load_script

__all__ = [
    "HiddenScript",
    "Verdict",
    "all_scripts",
    "draw_script",
    "load_script",
    "parse",
    "survives",
    "surviving",
]

"""Identifiers: the community's camelCase ids, as plain strings with names for the reader.

Places are the four locations. Counters are the three counters of the base game. `ABSENT` is the further
value of a hidden late character that may not be in the script at all.
"""

from __future__ import annotations

from typing import Final

CharacterId = str
RoleId = str
PlotId = str
IncidentId = str
PlaceId = str
CounterId = str

HOSPITAL: Final = "Hospital"
SHRINE: Final = "Shrine"
CITY: Final = "City"
SCHOOL: Final = "School"
PLACES: Final[tuple[PlaceId, ...]] = (HOSPITAL, SHRINE, CITY, SCHOOL)

PARANOIA: Final = "paranoia"
GOODWILL: Final = "goodwill"
INTRIGUE: Final = "intrigue"
COUNTERS: Final[tuple[CounterId, ...]] = (PARANOIA, GOODWILL, INTRIGUE)

PERSON: Final[RoleId] = "person"
ABSENT: Final[RoleId] = "absent"

VERTICAL: Final = {HOSPITAL: CITY, CITY: HOSPITAL, SHRINE: SCHOOL, SCHOOL: SHRINE}
HORIZONTAL: Final = {HOSPITAL: SHRINE, SHRINE: HOSPITAL, CITY: SCHOOL, SCHOOL: CITY}
DIAGONAL: Final = {HOSPITAL: SCHOOL, SCHOOL: HOSPITAL, SHRINE: CITY, CITY: SHRINE}

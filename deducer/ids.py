"""Identifiers: the community's camelCase ids, as plain strings with names for the reader.

Places are the four locations. Counters are the three of the base game; the extra gauge counts like one.
`ABSENT` is the further value of a hidden late character that may not be in the script at all; `ANY_ROLE`
stands for everybody where the rules name a role's holders.
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

GAUGE: Final[CounterId] = "gauge"

PERSON: Final[RoleId] = "person"
ANY_ROLE: Final = "any"
ABSENT: Final[RoleId] = "absent"

VERTICAL: Final = {HOSPITAL: CITY, CITY: HOSPITAL, SHRINE: SCHOOL, SCHOOL: SHRINE}
HORIZONTAL: Final = {HOSPITAL: SHRINE, SHRINE: HOSPITAL, CITY: SCHOOL, SCHOOL: CITY}
DIAGONAL: Final = {HOSPITAL: SCHOOL, SCHOOL: HOSPITAL, SHRINE: CITY, CITY: SHRINE}

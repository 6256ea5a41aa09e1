"""What an incident truly is, from the log to every kind of answer."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from deducer.answer import Prior, Script, Status
from deducer.case import Case
from deducer.crosscheck import disagreements
from deducer.errors import UnknownNameError, UsageError
from deducer.export.formats import PAGES, JsonLines
from deducer.export.listing import Listing, Rows
from deducer.export.source import Request, listing
from deducer.export.table import Table
from deducer.history import moments
from deducer.play.script import draw, read_script, write_script
from deducer.present import data, phrase

# Male Confrontation, Unsafe Trigger and Worshippers need a Ninja (a man), a Factor and a Prophet, and a true
# Suicide: so day 2 is one. Day 4 may be a Fake Incident, day 5 is nothing else.
SETUP = """\
set Midnight Zone
loops 3
days 5
cast Doctor, Alien, Patient
late none
incident 2 Suicide
incident 4 Uproar
incident 5 A Black Sun
fact: plot Male Confrontation; plot Unsafe Trigger; plot Worshippers of the Apocalypse
"""
CASTS = 2
CULPRITS = 6
BASIC = (
    "set Basic Tragedy\ndays 3\ncast Nurse, Doctor, Patient, Alien, Teacher\nlate none\nincident 2 Suicide\n"
)


def case_of(*lines: str) -> Case:
    return Case.from_text(SETUP + "".join(f"{line}\n" for line in lines))


def test_worlds_tell_true_incidents_and_casts_do_not() -> None:
    case = case_of()
    found = case.solve()
    assert not case.mistakes
    assert found.worlds == CASTS * CULPRITS * 2
    assert found.role_assignments == CASTS
    assert found.incidents[2]["suicide"].status is Status.CERTAIN
    assert found.incidents[2]["fakeIncident"].share == 0
    assert found.incidents[4]["uproar"].share == found.incidents[4]["fakeIncident"].share == Fraction(1, 2)
    assert {one: cell.share for one, cell in found.incidents[5].items()} == {"fakeIncident": 1}
    assert len(case.guesses().candidates) == CASTS
    assert disagreements(case) == ()
    scripts = list(case.stream())
    assert len({str(script) for script in scripts}) == found.worlds
    assert Counter(script.incidents[4] for script in scripts) == {"uproar": 12, "fakeIncident": 12}
    assert {(script.incidents[2], script.incidents[5]) for script in scripts} == {("suicide", "fakeIncident")}
    assert [case.world_of(script) for script in scripts] == list(case.diagram.worlds())


def test_a_fact_settles_what_an_incident_is() -> None:
    before = case_of()
    after = case_of("fact: incident 4 is Fake Incident")
    change = after.difference(before)
    assert change is not None
    assert change.certain == (("incident.4", "fakeIncident"),)
    assert change.ruled_out == (("incident.4", "uproar"),)
    assert change.worlds == (24, 12)
    told = phrase.difference(after.names, change)
    assert "made certain: incident 4 is Fake Incident" in told
    assert [moment.bits for moment in moments(after)][-1] == 1.0
    assert case_of("fact: incident 4 is not Uproar").solve().worlds == 12
    clash = case_of("fact: incident 2 is Fake Incident").contradiction()
    assert clash is not None
    # No other plots have so few roles, so the fact alone clashes with the rules.
    assert {source.line for source in clash.sources} == {10}


def test_filters_speak_of_true_incidents() -> None:
    case = case_of()
    assert case.count(["incident 4 is Fake Incident"]) == 12
    assert case.count(["incident 4 is not Fake Incident", "incident 2 is Suicide"]) == 12
    assert case.count(["incident 5 is Uproar"]) == 0
    with pytest.raises(UnknownNameError, match="day 3 has no incident"):
        case.count(["incident 3 is Uproar"])
    with pytest.raises(UnknownNameError, match="no incident 'Murder'"):
        case.count(["incident 4 is Murder"])


def test_priors_count_true_incidents_as_worlds() -> None:
    """With a fourth character other subplots fit as well, and then day 2 need be no Suicide."""
    text = SETUP.replace("; plot Worshippers of the Apocalypse", "").replace("Patient", "Patient, Nurse")
    case = Case.from_text(text + "fact: Doctor is Ninja; Alien is Factor\n")
    scripts = list(case.stream())
    plots = Counter((*script.main_plots, *script.sub_plots) for script in scripts)
    assert len(plots) == 5
    for prior, group in ((Prior.WORLDS, None), (Prior.PLOTS, plots)):
        suicides = Fraction(0)
        for script in scripts:
            if script.incidents[2] == "suicide":
                size = 1 if group is None else group[*script.main_plots, *script.sub_plots]
                suicides += Fraction(1, size * (len(scripts) if group is None else len(group)))
        assert case.solve(prior).incidents[2]["suicide"].share == suicides


def test_data_and_words() -> None:
    found = case_of().solve()
    told = json.loads(json.dumps(data.answer(found)))["incidents"]
    assert told["4"]["uproar"] == {"status": "possible", "share": "1/2"}
    assert told["5"] == {"fakeIncident": {"status": "certain", "share": "1"}}
    assert set(told) == {"2", "4", "5"}
    assert ("incident.2", "suicide") in list(phrase.certain(found))
    assert any("“A Black Sun”" in note for note in found.assumptions)
    assert "day 5 A Black Sun" in phrase.incidents(case_of().names, case_of().setup)
    assert Case.from_text(BASIC).solve().incidents == {}
    assert data.answer(Case.from_text(BASIC).solve())["incidents"] == {}


def test_a_name_that_looks_misspelt_is_pointed_out() -> None:
    case = Case.from_text(SETUP.replace("Uproar", "Uprorr"))
    assert not case.mistakes
    (note,) = [note for note in case.assumptions if "Uprorr" in note]
    assert "if Uproar was meant, correct the line" in note


def test_no_script_survives_without_any_status_of_a_true_incident() -> None:
    found = case_of("fact: incident 2 is Fake Incident").solve()
    assert {cell.status for types in found.incidents.values() for cell in types.values()} == {None}


def rows(found: Listing) -> list[dict[str, object]]:
    counted = Rows(found)
    return [json.loads(row) for block in JsonLines(found).rows(counted) for row in block]


def test_every_listing_tells_true_incidents() -> None:
    case = case_of()
    found = listing(case, Request())
    listed = rows(found)
    assert len(listed) == 24
    assert listed[0]["incidents"] == {"2": "suicide", "4": "uproar", "5": "fakeIncident"}
    assert listed[1]["incidents"] == {"2": "suicide", "4": "fakeIncident", "5": "fakeIncident"}
    assert "truly" in found.header()["order"]
    drawn = rows(listing(case, Request(sample=3, seed=1)))
    assert all({**one, "number": 0} in [{**row, "number": 0} for row in listed] for one in drawn)
    filtered = rows(listing(case, Request(where=("incident 4 is Uproar",))))
    assert {json.dumps(row["incidents"]) for row in filtered} == {json.dumps(listed[0]["incidents"])}
    for page in PAGES.values():
        text = "".join(row for block in page(found).rows(Rows(found)) for row in block)
        assert text.count("Fake Incident" if page is not JsonLines else "fakeIncident") == 24 + 12
    table = Table(found)
    top = table.top()
    assert "I2 I4 I5" in top
    legend = table.bottom(_shown(found))
    assert "I2 is the true incident of day 2" in " ".join(legend.split())


def _shown(found: Listing) -> Rows:
    counted = Rows(found)
    for _ in Table(found).rows(counted):
        pass
    return counted


def test_casts_and_groups_have_no_true_incidents_of_their_own() -> None:
    case = case_of()
    (first, second) = rows(listing(case, Request(casts=True)))
    assert first["worlds"] == second["worlds"] == CULPRITS * 2
    (group,) = rows(listing(case, Request(group_by="plots")))
    assert group["worlds"] == 24


def test_script_files_hold_true_incidents() -> None:
    case = case_of()
    script = draw(case, Random(3))  # noqa: S311  (no secret)
    text = write_script(case, script)
    assert "fact: incident 5 is Fake Incident\n" in text
    again, read = read_script(text)
    assert isinstance(read, Script)
    assert read == script
    assert write_script(again, read) == text
    with pytest.raises(UsageError, match="what an incident truly is"):
        read_script("".join(line for line in text.splitlines(keepends=True) if "incident 4 is" not in line))

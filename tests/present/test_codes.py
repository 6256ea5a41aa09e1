from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deducer.present.codes import codes
from deducer.rules.load import load_rules
from deducer.rules.names import Kind, names_for


def test_codes_are_what_players_write() -> None:
    names = ["Key Person", "Killer", "Conspiracy Theorist", "Serial Killer", "A Love Affair", "A.I."]
    assert list(codes(dict(zip(names, names, strict=True))).values()) == ["KP", "Ki", "CT", "SK", "LA", "Ai"]


def test_names_that_would_collide_get_different_codes() -> None:
    found = codes(
        {"lover": "Lover", "lovedOne": "Loved One", "cultist": "Cultist", "curmudgeon": "Curmudgeon"}
    )
    assert found["lovedOne"] == "LO"
    assert len({code.casefold() for code in found.values()}) == 4


@given(st.dictionaries(st.text(min_size=1, max_size=3), st.text(max_size=12), max_size=40))
def test_codes_are_always_short_and_different(names: dict[str, str]) -> None:
    found = codes(names)
    assert list(found) == list(names)
    assert len({code.casefold() for code in found.values()}) == len(names)


def test_the_codes_of_the_rules_have_two_letters() -> None:
    rules = load_rules()
    for set_id in rules.sets:
        names = names_for(rules, set_id)
        for kind in (Kind.ROLE, Kind.PLOT):
            found = codes({one: names.display(kind, one) for one in names.ids[kind]})
            assert all(len(code) == 2 and code.isalpha() for code in found.values())

from __future__ import annotations

import difflib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deducer.rules.load import load_rules
from deducer.rules.names import Kind, Names, names_for, normalize

RULES = load_rules()
SPELLINGS = sorted(names_for(RULES, "basicTragedy").spellings(Kind.CHARACTER))


@pytest.fixture(scope="module")
def names() -> Names:
    return names_for(RULES, "basicTragedy")


@pytest.mark.parametrize(
    ("text", "spelling"),
    [
        ("Rich Man's Daughter", "rich mans daughter"),
        ("RICH  MAN\u2019S daughter ", "rich mans daughter"),
        ("A.I.", "ai"),
        ("Ａ．Ｉ．", "ai"),  # noqa: RUF001
        ("Caf\u00e9", "cafe"),
        ("Sign with me!", "sign with me"),
        ("Part-Timer(?)", "parttimer?"),
        ("Part-Timer (？)", "parttimer?"),  # noqa: RUF001
        ("アルバイト？", "アルバイト?"),  # noqa: RUF001
        ("ｷﾗｰ", "キラー"),
        ("ガギグ", "ガギグ"),
        ("핵심 인물", "핵심 인물"),
        ("不定因子χ", "不定因子x"),
        ("Basic Tragedy Χ", "basic tragedy x"),  # noqa: RUF001
        ("...", ""),
    ],
)
def test_matching_ignores_case_accents_widths_and_punctuation(text: str, spelling: str) -> None:
    assert normalize(text) == spelling
    assert normalize(spelling) == spelling


@pytest.mark.parametrize(
    ("text", "character"),
    [
        ("Rich Man's Daughter", "richStudent"),
        ("rich man\u2019s daughter", "richStudent"),
        ("richStudent", "richStudent"),
        ("Rich Student", "richStudent"),
        ("お嬢様", "richStudent"),
        ("재벌가 손녀", "richStudent"),
        ("재벌가손녀", "richStudent"),
        ("大小姐", "richStudent"),
        ("rich", "richStudent"),
        ("Outsider", "mysteryBoy"),
        ("idol", "popIdol"),
        ("AI", "ai"),
        ("a.i", "ai"),
        ("part timer", "partTimer"),
        ("Part-Timer", "partTimer"),
        ("part timer?", "partTimerAlternate"),
        ("Part-Timer(?)", "partTimerAlternate"),
        ("아르바이트생", "partTimer"),
        ("신", "godlyBeing"),
        ("shrine", "shrineMaiden"),
    ],
)
def test_a_character_is_found(names: Names, text: str, character: str) -> None:
    assert names.find(Kind.CHARACTER, text) == (character,)


def test_the_kind_tells_a_place_from_a_character(names: Names) -> None:
    assert names.find(Kind.PLACE, "Shrine") == ("Shrine",)
    assert names.find(Kind.PLACE, "Shrine Maiden") == ()
    assert names.find(Kind.PLACE, "병원") == ("Hospital",)
    assert names.find(Kind.PLACE, "sc") == ("School",)


def test_an_ambiguous_beginning_gives_all_in_the_order_of_the_data(names: Names) -> None:
    assert names.find(Kind.CHARACTER, "s") == (
        "shrineMaiden",
        "scientist",
        "soldier",
        "servant",
        "sectFounder",
        "sacredTree",
    )


def test_the_cast_makes_a_beginning_unambiguous(names: Names) -> None:
    assert names.find(Kind.CHARACTER, "s", {"soldier", "boss"}) == ("soldier",)
    assert names.find(Kind.CHARACTER, "s", {"boss"}) == ()


def test_an_exact_name_of_somebody_else_is_no_beginning(names: Names) -> None:
    assert names.find(Kind.CHARACTER, "Part-Timer", {"partTimerAlternate"}) == ()


@pytest.mark.parametrize("text", ["", "   ", "!", "Zorro"])
def test_nothing_is_found_for_what_names_nothing(names: Names, text: str) -> None:
    assert names.find(Kind.CHARACTER, text) == ()


@pytest.mark.parametrize(
    ("kind", "text", "found"),
    [
        (Kind.ROLE, "SK", "serialKiller"),
        (Kind.ROLE, "kp", "keyPerson"),
        (Kind.ROLE, "ct", "conspiracyTheorist"),
        (Kind.ROLE, "TT", "timeTraveler"),
        (Kind.ROLE, "killer", "killer"),
        (Kind.ROLE, "クロマク", "brain"),
        (Kind.ROLE, "lover", "lover"),
        (Kind.ROLE, "loved", "lovedOne"),
        (Kind.PLOT, "Hidden Freak", "hiddenFreak"),
        (Kind.PLOT, "the hidden freak", "hiddenFreak"),
        (Kind.PLOT, "love affair", "loveAffair"),
        (Kind.PLOT, "Unsettling", "unsettlingRumor"),
        (Kind.PLOT, "Unknown Factor X", "unknownFactor"),
        (Kind.PLOT, "不定因子X", "unknownFactor"),
        (Kind.INCIDENT, "邪気の汚染", "foulEvil"),
        (Kind.INCIDENT, "murd", "murder"),
        (Kind.SET, "btx", "basicTragedy"),
        (Kind.SET, "First", "firstSteps"),
        (Kind.COUNTER, "par", "paranoia"),
        (Kind.COUNTER, "暗躍", "intrigue"),
    ],
)
def test_every_kind_is_found(names: Names, kind: Kind, text: str, found: str) -> None:
    assert names.find(kind, text) == (found,)


def test_roles_plots_and_incidents_belong_to_a_set(names: Names) -> None:
    first = names_for(RULES, "firstSteps")
    assert first.find(Kind.ROLE, "Curmudgeon") == ("curmudgeon",)
    assert names.find(Kind.ROLE, "Curmudgeon") == ()
    assert first.find(Kind.PLOT, "Hidden Freak") == ()
    assert first.find(Kind.INCIDENT, "Foul Evil") == ()
    nothing = names_for(RULES)
    assert nothing.find(Kind.ROLE, "Killer") == ()
    assert nothing.find(Kind.CHARACTER, "Boss") == ("boss",)


def test_the_disputed_chinese_names_are_left_out(names: Names) -> None:
    for text in ("心上人", "求愛者", "求爱者"):
        assert names.find(Kind.ROLE, text) == ()


def test_names_are_shown_in_a_language_else_in_english_else_as_ids(names: Names) -> None:
    assert names.display(Kind.CHARACTER, "richStudent") == "Rich Man's Daughter"
    assert names.display(Kind.CHARACTER, "richStudent", "ja") == "お嬢様"
    assert names.display(Kind.ROLE, "lover", "zh-TW") == "Lover"
    assert names.display(Kind.ROLE, "lover", "xx") == "Lover"
    assert names.display(Kind.ROLE, "absent") == "absent"
    assert names.display(Kind.TERM, "mastermind", "ko") == "각본가"


@pytest.mark.parametrize("set_id", ["firstSteps", "basicTragedy"])
def test_every_name_shown_is_found_again(set_id: str) -> None:
    names = names_for(RULES, set_id)
    for kind in Kind:
        for one in names.ids[kind]:
            for language in RULES.names:
                assert names.find(kind, names.display(kind, one, language)) == (one,)
            assert names.find(kind, one) == (one,)


def test_near_names_are_told_nearest_first(names: Names) -> None:
    assert names.nearest(Kind.CHARACTER, "Nrse") == ("Nurse",)
    near = names.nearest(Kind.CHARACTER, "Boy Studnet")
    assert near[0] == "Boy Student"
    assert len(near) == 3
    assert names.nearest(Kind.CHARACTER, "Boy Studnet", count=1) == ("Boy Student",)
    assert names.nearest(Kind.CHARACTER, "Boy Studnet", among={"girlStudent"}) == ("Girl Student",)
    assert names.nearest(Kind.CHARACTER, "qqqq") == ()


@given(
    text=st.one_of(
        st.text("abcdehinorstuy '", max_size=30), st.sampled_from(SPELLINGS).flatmap(st.permutations)
    )
)
def test_near_names_are_those_that_difflib_finds(text: str | list[str]) -> None:
    key = normalize("".join(text))
    spelled = names_for(RULES, "basicTragedy").spellings(Kind.CHARACTER)
    near = difflib.get_close_matches(key, spelled, n=len(spelled))
    shown = [
        names_for(RULES, "basicTragedy").display(Kind.CHARACTER, one) for s in near for one in spelled[s]
    ]
    found = names_for(RULES, "basicTragedy").nearest(Kind.CHARACTER, key, count=len(spelled))
    assert found == tuple(dict.fromkeys(shown))


def test_spellings_are_all_in_the_form_that_matching_compares(names: Names) -> None:
    for kind in Kind:
        for spelling, ids in names.spellings(kind).items():
            assert normalize(spelling) == spelling
            assert set(ids) <= set(names.ids[kind])
    with pytest.raises(TypeError):
        names.spellings(Kind.ROLE)["x"] = ()  # type: ignore[index]


def test_names_are_built_once_for_a_set(names: Names) -> None:
    assert names_for(RULES, "basicTragedy") is names
    with pytest.raises(KeyError):
        names_for(RULES, "noSuchSet")

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from deducer.errors import DataError
from deducer.rules.load import load_rules

DATA = Path(__file__).resolve().parents[2] / "data"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DATA, tmp_path / "data"))


def _change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) >= 1
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_shipped_rules_are_loaded_once() -> None:
    rules = load_rules()
    assert load_rules() is rules
    assert set(rules.sets) == {"firstSteps", "basicTragedy", "midnightZone", "mysteryCircle"}
    assert rules.rulings["virusAtTwo"].name == "virusAtTwo"
    assert set(rules.names) == {"en", "ja", "ko", "zh-TW", "zh-CN"}


def test_a_folder_of_one_s_own_is_loaded_instead(copy: Path) -> None:
    _change(copy / "characters.toml", "limit = 2", "limit = 5")
    assert load_rules(copy).characters["boyStudent"].limit == 5
    assert load_rules().characters["boyStudent"].limit == 2


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        (
            "sets/basicTragedy.toml",
            'id = "killKeyPerson"\ntiming = "dayEnd"',
            'id = "killKeyPerson"\ntiming = "dayend"',
            (
                "sets/basicTragedy.toml: roles[2].abilities[0].timing: "
                "unknown word 'dayend', did you mean 'dayEnd'?"
            ),
        ),
        (
            "sets/basicTragedy.toml",
            '{ word = "lastDay" }',
            '{ word = "lastDays" }',
            (
                "sets/basicTragedy.toml: roles[5].abilities[2].conditions[0].word: "
                "unknown word 'lastDays', did you mean 'lastDay'?"
            ),
        ),
        (
            "sets/firstSteps.toml",
            'refusal = "optional"',
            'refusal = "xyz"',
            "sets/firstSteps.toml: roles[2].refusal: unknown word 'xyz'",
        ),
        (
            "sets/firstSteps.toml",
            "numberOfSubPlots = 1",
            "numberOfSubplots = 1",
            "sets/firstSteps.toml: unknown field 'numberOfSubplots', did you mean 'numberOfSubPlots'?",
        ),
        (
            "sets/firstSteps.toml",
            'where = "here"',
            'were = "here"',
            (
                "sets/firstSteps.toml: roles[2].abilities[0].effects[0].target: "
                "unknown field 'were', did you mean 'where'?"
            ),
        ),
        (
            "characters.toml",
            "limit = 2\n",
            'limit = "two"\n',
            "characters.toml: characters[0].limit: expected int, got str",
        ),
        (
            "characters.toml",
            "limit = 2\n",
            "",
            "characters.toml: characters[0]: the field 'limit' is missing",
        ),
        (
            "characters.toml",
            'origin = { who = "character"',
            'origin = { who = "charakter"',
            (
                "characters.toml: characters[20].abilities[0].effects[0].origin.who: "
                "unknown word 'charakter', did you mean 'character'?"
            ),
        ),
        (
            "characters.toml",
            'id = "girlStudent"',
            'id = "boyStudent"',
            "characters.toml: characters[1].id: 'boyStudent' is there twice",
        ),
        (
            "sets/firstSteps.toml",
            'id = "firstSteps"',
            'id = "basicTragedy"',
            "sets/firstSteps.toml: id: 'basicTragedy' is the id of another set",
        ),
        (
            "common.toml",
            'virusAtTwo = { values = ["either", "notSerialKiller", "keeps"]',
            'virusAtTwo = { values = "either"',
            "common.toml: rulings.virusAtTwo.values: expected array, got str",
        ),
        (
            "names/ja.toml",
            "[roles]",
            "[rolls]",
            "names/ja.toml: unknown field 'rolls', did you mean 'roles'?",
        ),
    ],
)
def test_a_mistake_in_the_data_is_told_with_file_and_path(
    copy: Path, file: str, old: str, new: str, message: str
) -> None:
    _change(copy / file, old, new)
    with pytest.raises(DataError) as caught:
        load_rules(copy)
    assert str(caught.value) == message


def test_broken_toml_is_told_with_its_line(copy: Path) -> None:
    (copy / "common.toml").write_text("[hands\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"^common\.toml: not valid TOML: .*line 1"):
        load_rules(copy)


def test_a_missing_file_or_folder_is_told(copy: Path) -> None:
    (copy / "characters.toml").unlink()
    with pytest.raises(DataError, match=r"^characters\.toml: cannot be read: "):
        load_rules(copy)
    shutil.rmtree(copy / "names")
    with pytest.raises(DataError, match=r"^names: the folder is missing$"):
        load_rules(copy)


def test_records_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        load_rules().characters["boss"].limit = 1  # type: ignore[misc]

"""Rule parameters: what TOML and Python may say about them, and the sentence for everything else."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import garrison
from garrison.core.discovery import find
from garrison.core.engine.record import Array, state_layout
from garrison.core.game import game_with
from garrison.core.parameters import (
    Parameter,
    ParameterRecord,
    Parameters,
    parameter,
    parameters,
    parameters_of,
    read_toml,
    read_variant,
)
from garrison.errors import BadFile, BadOption
from playing import NAMES, game_of


class Rules(ParameterRecord):
    energy: int = parameter(200, 0, 1000, "energy at the start")
    stubborn: int = parameter(False, 0, 1, "a switch")
    odds: Array = parameters((60, 30, 10), 0, 100, "weights")
    health: Array = parameters((5, 6), 1, 100, "a list whose numbers are never 0", np.int32)


TOY = Parameters(
    Parameter("energy", 200, 0, 1000, "energy at the start"),
    Parameter("stubborn", False, 0, 1, "a switch"),
    Parameter("odds", (60, 30, 10), 0, 100, "weights"),
    Parameter("health", (5, 6), 1, 100, "a list whose numbers are never 0", np.int32),
)
DEFAULTS = {"energy": 200, "stubborn": False, "odds": [60, 30, 10], "health": [5, 6]}


def refused(values: dict[str, Any]) -> str:
    with pytest.raises(BadOption) as caught:
        TOY.filled(values, "toy.toml")
    sentence = str(caught.value)
    assert sentence.startswith("toy.toml: ")
    assert "\n" not in sentence
    assert len(sentence) < 300
    return sentence


def test_a_record_holds_the_defaults() -> None:
    assert TOY.plain(TOY.defaults()) == DEFAULTS


@pytest.mark.parametrize(
    "values", [{"energy": 0}, {"energy": 1000}, {"stubborn": True}, {"odds": [0, 1, 2]}, {"health": (1, 100)}]
)
def test_values_are_read_and_the_rest_is_left(values: dict[str, Any]) -> None:
    plain = TOY.plain(TOY.filled(values, "here"))
    assert plain == DEFAULTS | {
        name: list(value) if isinstance(value, tuple) else value for name, value in values.items()
    }


def test_values_build_on_a_base_that_stays_as_it_is() -> None:
    base = TOY.filled({"energy": 5}, "here")
    assert TOY.plain(TOY.filled({"stubborn": True}, "here", base)) == DEFAULTS | {"energy": 5, "stubborn": True}
    assert TOY.plain(base) == DEFAULTS | {"energy": 5}


def test_numbers_of_numpy_are_numbers() -> None:
    filled = TOY.filled({"energy": np.int16(7), "odds": np.array([1, 2, 3])}, "here")
    assert TOY.plain(filled) == DEFAULTS | {"energy": 7, "odds": [1, 2, 3]}


def test_a_parameter_that_came_later_counts_only_where_it_is_changed() -> None:
    late = Parameters(
        Parameter("frost", False, 0, 1, "a switch", later=True),
        *TOY,
        Parameter("depths", (1, 2), 0, 9, "a list", np.uint8, later=True),
    )
    assert late.basis(late.defaults()) == TOY.basis(TOY.defaults()) == TOY.defaults().tobytes()
    changed = [late.filled(values, "here") for values in ({"frost": True}, {"depths": [1, 3]}, {"energy": 7})]
    assert len({late.basis(record) for record in (late.defaults(), *changed)}) == 4
    assert late.basis(changed[2]) == TOY.filled({"energy": 7}, "here").tobytes()


@pytest.mark.parametrize("name", NAMES)
def test_what_came_later_is_off_by_default(name: str) -> None:
    """A number may have a default of its own where it says more about another one that is off, such as fire_moves."""
    later = [parameter for parameter in parameters_of(game_of(name).state_module) if parameter.later]
    words = {word for parameter in later if not np.any(parameter.default) for word in parameter.name.split("_")}
    assert all(words & set(parameter.name.split("_")) for parameter in later)


def test_a_short_list_is_filled_with_zeros() -> None:
    assert TOY.plain(TOY.filled({"odds": [7]}, "here"))["odds"] == [7]
    assert TOY.filled({"odds": [7]}, "here")["odds"].tolist() == [[7, 0, 0]]


@pytest.mark.parametrize("values", [[], [5]])
def test_a_short_list_is_refused_where_zero_is_out_of_range(values: list[int]) -> None:
    assert refused({"health": values}) == f"toy.toml: health has {len(values)} numbers; it needs 2."


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"energi": 1}, "no rule parameter called energi; did you mean energy?"),
        ({"zzz": 1}, "no rule parameter called zzz; there are: energy, stubborn, odds, health."),
        ({"energy": "many"}, "energy must be a whole number, not 'many'."),
        ({"energy": 1.0}, "energy must be a whole number, not 1.0."),
        ({"energy": True}, "energy must be a whole number, not True."),
        ({"energy": None}, "energy must be a whole number, not None."),
        ({"energy": [1]}, "energy must be a whole number, not [1]."),
        ({"energy": -1}, "energy must be from 0 to 1000, not -1."),
        ({"energy": 1001}, "energy must be from 0 to 1000, not 1001."),
        ({"energy": np.int64(1001)}, "energy must be from 0 to 1000, not 1001."),
        ({"energy": 10**30}, "energy must be from 0 to 1000, not 1000000000000000000000000000000."),
        ({"energy": 10**5000}, "energy must be from 0 to 1000, not what is given here."),
        ({"energy": "x" * 10_000}, "energy must be a whole number, not 'xxx"),
        ({"stubborn": 1}, "stubborn must be true or false, not 1."),
        ({"stubborn": "yes"}, "stubborn must be true or false, not 'yes'."),
        ({"odds": 5}, "odds must be a list of whole numbers, not 5."),
        ({"odds": "5"}, "odds must be a list of whole numbers, not '5'."),
        ({"odds": {"a": 1}}, "odds must be a list of whole numbers, not {'a': 1}."),
        ({"odds": [1, 2, 3, 4]}, "odds has 4 numbers; it can have at most 3."),
        ({"odds": [1, 101]}, "odds[1] must be from 0 to 100, not 101."),
        ({"odds": [1, 2.5]}, "odds[1] must be a whole number, not 2.5."),
        ({"odds": [1, [2, 3]]}, "odds[1] must be a whole number, not [2, 3]."),
        ({"odds": [True]}, "odds[0] must be a whole number, not True."),
        ({"health": [0, 1]}, "health[0] must be from 1 to 100, not 0."),
    ],
)
def test_a_wrong_value_is_refused_with_place_and_name(values: dict[str, Any], words: str) -> None:
    assert words in refused(values)


def test_lists_in_lists_in_lists_are_refused() -> None:
    nested: Any = 1
    for _ in range(5000):
        nested = [nested]
    assert "odds" in refused({"odds": nested})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"[rules", "this is not TOML"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[rules]\nenergy = " + b"1" * 5000, "this is not TOML"),
        (b"[rules]\nenergy = " + b"[" * 5000, "this is not TOML"),
        (b"[rules]\nenergy = 1\nenergy = 2", "this is not TOML"),
    ],
)
def test_a_file_that_is_not_toml_is_refused_by_name(tmp_path: Path, text: bytes, words: str) -> None:
    file = tmp_path / "own.toml"
    file.write_bytes(text)
    with pytest.raises(BadFile) as caught:
        read_toml(file)
    assert str(caught.value).startswith(f"{file}: ")
    assert words in str(caught.value)


def test_a_missing_file_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"nowhere.toml: the file can't be read \(No such file or directory\)"):
        read_toml(tmp_path / "nowhere.toml")


@pytest.mark.parametrize(
    ("variant", "words"),
    [
        ("x" * 300 + ".toml", r"the file can't be read \(File name too long\)"),
        ("no\0file.toml", r"'no\\x00file.toml' can't be the name of a file"),
        (".toml", r"the file can't be read \(Is a directory\)"),
    ],
)
def test_any_text_as_a_variants_file_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variant: str, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".toml").mkdir()
    with pytest.raises(BadFile, match=words):
        garrison.load(NAMES[0], variant=variant)


def variant_file(folder: Path, text: str) -> Path:
    file = folder / "own.toml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[rule]\nmax_steps = 5", "rule is not known here; a variant has summary, [rules] and [options]."),
        ("for = 5", "rules for one value of an option are a table, written [for.OPTION.VALUE]."),
        ("[for]\nmap = 5", "rules for one value of an option are a table, written [for.OPTION.VALUE]."),
        ("rules = 5", "rules must be a table, written [rules]."),
        ("[rules]\nmax_step = 5", "there is no rule parameter called max_step; did you mean max_steps?"),
        ("[rules]\nmax_steps = 0", "max_steps must be from 1 to 1000000000, not 0."),
        ("[rules]\nmax_steps = '5'", "max_steps must be a whole number, not '5'."),
        ("[rules]\nmax_steps = 0x" + "f" * 5000, "max_steps must be from 1 to 1000000000"),
        ("[rules]\nmax_steps = 1979-05-27", "max_steps must be a whole number"),
    ],
)
@pytest.mark.parametrize("name", NAMES)
def test_a_variant_of_ones_own_that_is_wrong_is_refused(tmp_path: Path, name: str, text: str, words: str) -> None:
    file = variant_file(tmp_path, text)
    with pytest.raises(BadOption) as caught:
        garrison.load(name, variant=str(file))
    assert str(caught.value).startswith(f"{file}: ")
    assert words in str(caught.value)


@pytest.mark.parametrize("name", NAMES)
def test_a_variant_of_ones_own_is_read_from_its_path(tmp_path: Path, name: str) -> None:
    file = variant_file(tmp_path, "summary = 'short'\n[rules]\nmax_steps = 5")
    for path in (str(file), file):
        game = garrison.load(name, variant=path)
        assert game.parameters["max_steps"] == 5
        assert game.variant == "own"


def test_rules_go_over_the_variants(tmp_path: Path) -> None:
    file = variant_file(tmp_path, "[rules]\nmax_steps = 5")
    assert garrison.load(NAMES[0], variant=file, rules={"max_steps": 6}).parameters["max_steps"] == 6


FOR_MAPS = """
[rules]
max_steps = 5
[options]
map = "river"
[for.map.river]
max_steps = 6
[for.map.islands]
max_steps = 7
"""


@pytest.mark.parametrize(("options", "most"), [({}, 6), ({"map": "islands"}, 7), ({"map": "plain"}, 5)])
def test_a_variant_has_rules_of_its_own_for_one_value_of_an_option(
    tmp_path: Path, options: dict[str, str], most: int
) -> None:
    file = variant_file(tmp_path, FOR_MAPS)
    assert garrison.load("siege", variant=file, **options).parameters["max_steps"] == most
    assert garrison.load("siege", variant=file, rules={"max_steps": 8}, **options).parameters["max_steps"] == 8


def test_a_variant_with_rules_for_an_option_that_the_game_has_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="siege has no option called 'world'; it takes variant, rules, map, mode"):
        garrison.load("siege", variant=variant_file(tmp_path, "[for.world.small]\nmax_steps = 5"))


@pytest.mark.parametrize("name", NAMES)
def test_every_variant_of_a_game_can_be_loaded_and_the_usual_one_is_first(name: str) -> None:
    variants = find(name).variants
    assert "standard" in variants
    assert variants[0] == garrison.load(name).variant
    for variant in variants:
        assert game_of(name, variant=variant).variant == variant


@pytest.mark.parametrize("variant", ["nothing", "", "../standard", "standard.tml", "x" * 300])
def test_an_unknown_variant_is_refused_with_those_there_are(variant: str) -> None:
    with pytest.raises(BadOption, match=r"There is no variant called .*; there are: standard"):
        garrison.load(NAMES[0], variant=variant)


def test_a_game_without_a_standard_file_has_a_standard_variant(tmp_path: Path) -> None:
    assert read_variant("standard", tmp_path, ("standard",)).rules == {}


@pytest.mark.parametrize("name", NAMES)
def test_all_parameters_as_plain_values_make_the_same_game(name: str) -> None:
    game = game_of(name, rules={"max_steps": 9})
    assert game_with(name, game.parameters, "here").rules_hash == game.rules_hash


def test_a_class_declares_the_same_parameters() -> None:
    declared = Rules.__parameters__
    assert list(declared) == list(TOY)
    assert (declared.dtype, Rules.dtype) == (TOY.dtype, TOY.dtype)
    assert declared.defaults().tobytes() == TOY.defaults().tobytes()


def test_a_class_hands_on_all_that_a_parameter_has() -> None:
    class Everything(ParameterRecord):
        speed: int = parameter(5, 0, 9, "speed", np.int16, (1, 3), False, True)
        depths: Array = parameters((1, 2), 0, 9, "depths", kind=np.uint8, usual=(1, 4), tunable=False, later=True)

    assert list(Everything.__parameters__) == [
        Parameter("speed", 5, 0, 9, "speed", np.int16, (1, 3), False, True),
        Parameter("depths", (1, 2), 0, 9, "depths", np.uint8, (1, 4), False, True),
    ]


def test_parameters_go_on_from_those_of_another_class() -> None:
    class More(Rules):
        speed: int = parameter(5, 0, 9, "speed")

    assert [each.name for each in More.__parameters__] == ["energy", "stubborn", "odds", "health", "speed"]
    assert More.dtype.names == tuple(each.name for each in More.__parameters__)
    assert len(list(Rules.__parameters__)) == 4


def test_a_wrong_declaration_is_a_sentence() -> None:
    with pytest.raises(BadOption, match=r"Wrong\.speed has no range: write speed: int = parameter\("):

        class Wrong(ParameterRecord):
            speed: int = 5

    with pytest.raises(BadOption, match=r"Beyond\.speed can't be from 0 to 300: uint8 holds 0 to 255"):

        class Beyond(ParameterRecord):
            speed: int = parameter(5, 0, 300, "speed", np.uint8)


def test_what_a_game_does_not_declare_is_a_sentence() -> None:
    state = ModuleType("chess.state")
    with pytest.raises(BadOption, match=r"^chess.state: there is no class Rules\(ParameterRecord\)\.$"):
        parameters_of(state)
    with pytest.raises(BadOption, match=r"^chess.state: there is no class State\(StateRecord\)\.$"):
        state_layout(state)

"""The encoder: what NumPy would write, in compiled code; and a linear layer can read every part of every number."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import toy
from garrison.core.encoding import Encoder
from garrison.core.encoding.channels import parts_of
from garrison.core.facts import UpTo, coded, identity, optional, packed
from garrison.core.observation import VERSION, ObservationSpec, Seen, seen_of
from garrison.errors import BadOption
from garrison.games import boneyard, skirmish
from mustering import entities_of
from playing import NAMES, game_of, played

pytestmark = pytest.mark.lane
Array = np.ndarray[Any, Any]
COUNT = """
import garrison, json
from garrison.core.encoding import Encoder

position, seen = garrison.load("counting").new(seed=1), []
encode = Encoder(position.game.observation_spec)
while not position.over:
    position.play(position.waiting[0], "count")
    seen.append(encode(position.observe(0)[None])[0, :, 0, 0].tolist())
print(json.dumps([encode.channels, seen, encode.numbers(position.measure(0)[None]).shape]))
"""
STRANGE = (  # declared by nobody here
    packed("decimal", "", {1: coded("ones", "", "none", "one", "two"), 10: UpTo("tens", 7), 100: UpTo("hundred", 1)}),
    packed("bits", "", {2: coded("low", "", "a", "b"), 8: coded("high", "", *map(str, range(9)))}),
    optional("field", "", "there", 1, packed("", "", {5: UpTo("row", 4), 1: UpTo("column", 4)})),
    optional("left", "", "limited", 40, UpTo("time", 90)),
    identity("whose", 200, ""),
    UpTo("amount", 255),
)


def spec_with(planes: tuple[UpTo, ...], numbers: tuple[UpTo, ...] = ()) -> ObservationSpec:
    """A specification with a field for each number that a byte may be."""
    return ObservationSpec((16, 16), tuple(map(seen_of, planes)), tuple(map(seen_of, numbers)))


def possible(whole: Seen) -> Array:
    """Numbers that may be there: all of them, or where those are too many, some small and large ones."""
    values = np.arange(whole.low, whole.high + 1) if whole.high < 2**15 else np.array([whole.low, 0, 1, 77, whole.high])
    return values[whole.holds(values)]


def can_be_read(channels: Array, parts: list[Array]) -> bool:
    """Whether a linear layer over these channels, one row for each number, gives all those parts."""
    inputs = np.column_stack([channels[:, channels.any(axis=0)], np.ones(len(channels))]).astype(np.float64)
    wanted = np.column_stack(parts).astype(np.float64)
    weights = np.linalg.lstsq(inputs, wanted, rcond=None)[0]
    return bool(np.allclose(inputs @ weights, wanted, atol=1e-3 * np.maximum(1, abs(wanted).max(axis=0).astype(int))))


def unread(spec: ObservationSpec, kind: str = "float32") -> Iterator[str]:
    """The parts of planes, numbers and entities that a linear layer can't read from their channels."""
    encode = Encoder(replace(spec, board=(16, 16)), kind)
    for place, whole in enumerate(spec.planes):
        values = possible(whole)
        planes = np.zeros((1, len(spec.planes), 256), dtype=np.uint8)
        planes[0, place, : len(values)] = values
        written = encode(planes).reshape(len(encode.channels), 256)[:, : len(values)].T
        yield from unread_parts(whole, written, values, kind)
    for parts, encoded in ((spec.numbers, encode.numbers), (spec.entities, encode.entities)):
        for place, whole in enumerate(parts):
            values = possible(whole)
            rows = np.zeros((len(values), len(parts)), dtype=np.int64)
            rows[:, place] = values
            yield from unread_parts(whole, encoded(rows), values, "float32")


def unread_parts(whole: Seen, written: Array, values: Array, kind: str) -> Iterator[str]:
    told = whole.apart(values)
    for name, part in told.items():
        codes = next(one for one in whole.parts if (one.name or whole.name) == name).codes
        marks = [part == code for code in range(len(codes))]
        amounts = [] if codes else [part > 0] if kind == "bool" and part.max() > 0 and len(told) == 1 else []
        if not codes and kind == "float32":
            amounts = [np.log1p(part) if part.max() > 255 else part]
        if marks + amounts and not can_be_read(written, marks + amounts):
            yield f"{whole.name} {name}"


@pytest.mark.parametrize("kind", ["float32", "bool"])
@pytest.mark.parametrize("name", NAMES)
def test_a_linear_layer_reads_every_part_of_every_number(name: str, kind: str) -> None:
    assert list(unread(game_of(name).observation_spec, kind)) == []


@pytest.mark.parametrize("kind", ["float32", "bool"])
def test_a_linear_layer_reads_the_parts_of_games_that_are_not_ours(kind: str) -> None:
    assert list(unread(spec_with(STRANGE, STRANGE), kind)) == []


def test_what_is_written_as_one_number_cannot_be_read() -> None:
    units = game_of("siege").observation_spec.planes[6]
    single = replace(units, parts=(replace(units.parts[0], name="", most=units.high, codes=(), modulus=0),))
    written = Encoder(replace(spec_with(()), planes=(single,)))(np.arange(256, dtype=np.uint8)).reshape(1, 256).T
    values = possible(units)
    assert [name for name, part in units.apart(values).items() if can_be_read(written[values], [part])] == []


@pytest.mark.parametrize("kind", ["float32", "bool"])
@pytest.mark.parametrize("name", NAMES)
def test_every_plane_is_encoded(name: str, kind: str) -> None:
    game = game_of(name)
    batch, encode = game.batch(2, seed=1), Encoder(game.observation_spec, kind)
    for _ in range(5):
        batch.advance(batch.random_actions())
    planes = batch.look().planes
    parts = parts_of(game.observation_spec.planes)
    expected = np.concatenate([part.encode(planes[:, part.place]) for part in parts], axis=-1)
    written = encode(planes)
    assert written.dtype == kind
    assert len(encode.channels) == len(set(encode.channels)) == written.shape[1]
    assert np.allclose(written, np.moveaxis(expected, -1, 1).astype(kind), atol=1e-6)
    out = np.ones_like(written)
    assert encode(planes, out) is out
    assert (out == written).all()


@pytest.mark.parametrize("name", NAMES)
def test_numbers_and_entities_are_encoded(name: str) -> None:
    position = played(name)
    spec, encode = position.game.observation_spec, Encoder(position.game.observation_spec)
    for player in range(position.game.players):
        seen = ((spec.numbers, encode.numbers, position.measure(player)[None], encode.number_channels),)
        lists = ((spec.entities, encode.entities, position.entities(player)[None], encode.entity_channels),)
        for parts, encoded, values, names in seen + lists * bool(spec.entities):
            expected = np.concatenate([part.encode(values[..., part.place]) for part in parts_of(parts)], axis=-1)
            written = encoded(values)
            assert written.dtype == np.float32
            assert written.shape == (*values.shape[:-1], len(names))
            assert len(set(names)) == len(names)
            assert np.allclose(written, expected, atol=1e-6)


def test_channels_say_of_sieges_pieces_what_the_list_says() -> None:
    """What the list of entities says of each piece is read from the channels of its field, and nothing is added up."""
    position = played("siege", 60)
    encode, found = Encoder(position.game.observation_spec), 0
    for player in range(2):
        written = dict(zip(encode.channels, encode(position.observe(player)[None])[0], strict=True))
        for entity in entities_of(position, player):
            kind = position.game.observation_spec.entities[0].codes[entity["kind"]]
            where, is_other = (entity["row"], entity["column"]), float(entity["owner"] == 1)
            if kind in ("infantry", "archers", "cavalry"):
                found += 1
                assert written[f"units kind: {kind}"][where] == 1
                assert written["units owner: the other player's"][where] == is_other
                assert written["units exhausted"][where] == entity["spent"]
            elif entity["castle"]:
                found += 1
                assert written[f"buildings kind: {kind}"][where] == 1
                assert written["buildings owner: the other player's"][where] == is_other
                assert written["buildings owner: nobody's"][where] == (entity["owner"] == 2)
                assert written["parts acted"][where] == entity["spent"]
                assert written["parts upright"][where] == entity["way"]
                digits = [written[f"castles bit {1 << bit}"][where] for bit in range(8)]
                assert sum(digit * 2**bit for bit, digit in enumerate(digits)) == entity["castle"]
    assert found > 2


def test_channels_say_of_boneyards_traps_what_the_list_says() -> None:
    position = played("boneyard", 30)
    encode, codes, found = Encoder(position.game.observation_spec), boneyard.ENTITIES[0].codes, 0
    for player in range(2):
        written = dict(zip(encode.channels, encode(position.observe(player)[None])[0], strict=True))
        for entity in entities_of(position, player):
            where, board = (entity["row"], entity["column"]), boneyard.PLACES[entity["board"]]
            if codes[entity["kind"]] in boneyard.TRAP_NAMES:
                found += 1
                uses = [written[f"{board} uses {what}"][where] for what in ("limited", "further uses")]
                assert written[f"{board} traps: {codes[entity['kind']]}"][where] == 1
                assert uses[0] == (entity["uses"] > 0)
                assert uses[0] + uses[1] * (boneyard.MOST_USES - 1) == pytest.approx(entity["uses"])
                assert written[f"{board} facings shield"][where] == entity["shield"]
                ways = [written[f"{board} facings way: {way}"][where] for way in boneyard.WAYS[1:]]
                assert ways == [entity["way"] == way for way in (2, 3, 4)]
    assert found > 1


def test_channels_say_who_moves_in_skirmish_and_how_far() -> None:
    position = game_of("skirmish").new(1)
    encode = Encoder(position.game.observation_spec)
    position.play(position.waiting[0], position.actions(position.waiting[0])[0])
    written = dict(zip(encode.channels, encode(position.observe(0)[None])[0], strict=True))
    moving = np.flatnonzero(written["marks moving"])
    assert moving.tolist() == [int(position.state["fields"][0][position.state["chosen"][0]])]
    most = round(float(written["marks steps left"].max()) * skirmish.MOST_OWN_STEPS)
    assert most == position.observe(0)[-1].max() - skirmish.CHOSEN_MARK > 0


def test_a_game_of_another_package_is_encoded(tmp_path: Path) -> None:
    """One plane of two parts, and no numbers at all, to the end of the game."""
    facts = "from garrison.core.facts import UpTo, packed\n" + toy.FACTS.replace(
        '("count",)', '(packed("count", "", {1: UpTo("odd", 1), 4: UpTo("twos", 4)}),)'
    )
    rules = toy.RULES.replace("= s.total\n", "= s.total % 2 + s.total // 2 * 4\n")
    environment = {**toy.install(tmp_path, __init__=facts, rules=rules), "GARRISON_LANE": "interpreted"}
    done = toy.python(environment, "-c", COUNT)
    assert done.stderr == ""
    assert json.loads(done.stdout) == [["count odd", "count twos"], [[1, 0], [0, 0.25], [1, 0.25]], [1, 0]]


@pytest.mark.parametrize("kind", ["float32", "bool"])
def test_a_game_may_have_no_planes_or_no_numbers(kind: str) -> None:
    without_planes = Encoder(replace(spec_with((), (UpTo("left", 9),)), board=(0, 0)), kind)
    assert without_planes(np.zeros((3, 0, 0, 0), np.uint8)).shape == (3, 0, 0, 0)
    assert without_planes.numbers(np.array([[9], [0], [3]])).tolist() == [[1], [0], [pytest.approx(1 / 3)]]
    without_numbers = Encoder(spec_with((UpTo("own", 1),)), kind)
    assert without_numbers(np.ones((3, 1, 16, 16), np.uint8)).all()
    assert without_numbers.numbers(np.zeros((3, 0), np.int64)).shape == (3, 0)


def test_the_version_stands_with_the_channels() -> None:
    spec = game_of("siege").observation_spec
    assert Encoder(spec).version == spec.version == VERSION == 2


@pytest.mark.parametrize("name", NAMES)
def test_an_encoder_travels(name: str) -> None:
    position = played(name)
    encode = Encoder(position.game.observation_spec)
    there = pickle.loads(pickle.dumps(copy.deepcopy(encode)))
    assert (there.spec, there.channels) == (encode.spec, encode.channels)
    assert (there(position.observe(0)) == encode(position.observe(0))).all()


def test_what_cannot_be_written() -> None:
    spec = game_of("minefield").observation_spec
    with pytest.raises(BadOption, match="float32 or bool, not 'int8'"):
        Encoder(spec, "int8")
    with pytest.raises(BadOption, match="out must be a writable array of bool"):
        Encoder(spec, "bool")(np.zeros((1, *spec.shape), np.uint8), np.zeros((1, 2), bool))

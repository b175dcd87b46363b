"""L2: world files, the worlds that come with the game, and the parameters they become."""

import json

import pytest
from loop_drawing import draw, picture, ticked, value

from garrison import load
from garrison.cli import main
from garrison.errors import BadFile, BadOption, GarrisonError
from garrison.games.loop.scenario import names, scenario
from garrison.games.loop.state.constants import Mode

pytestmark = pytest.mark.lane

RING = ["RIGHT", "RIGHT", "DOWN", "DOWN", "LEFT", "LEFT", "UP", "UP"]
CASTLE = {"type": "hero_castle", "x": 1, "y": 1}


def world(**changes):
    """A small world file's contents, with some parts changed; None leaves a part out."""
    contents = {
        "width": 5,
        "height": 5,
        "rare_items": ["the_one_ring"],
        "goal-condition": {"goal": "cycles", "quantity": 3},
        "entities": [CASTLE],
        "path": {"type": "path_tile", "x": 1, "y": 1, "path": RING},
    }
    return {key: part for key, part in {**contents, **changes}.items() if part is not None}


def path(steps, x=1, y=1):
    return {"x": x, "y": y, "path": steps}


def game_of(tmp_path, contents):
    file = tmp_path / "world.json"
    file.write_text(contents if isinstance(contents, str) else json.dumps(contents))
    return load("loop", variant="former", world=str(file))


def test_L2_a_world_file_becomes_parameters(tmp_path):
    changes = {
        "rare_items": ["tree_stump", "the_one_ring", "tree_stump"],
        "entities": [{"type": "village", "x": 2, "y": 1}, CASTLE, {"type": "tower", "x": 2, "y": 2}],
    }
    game = game_of(tmp_path, world(**changes))
    parameters = game.parameters
    assert (parameters["width"], parameters["height"], parameters["path_length"]) == (5, 5, 8)
    assert parameters["path_x"] == [1, 2, 3, 3, 3, 2, 1, 1]
    assert parameters["path_y"] == [1, 1, 1, 2, 3, 3, 3, 2]
    assert parameters["rare_items"] == [1, 0, 1]
    assert (parameters["building_kinds"], parameters["building_x"], parameters["building_y"]) == (
        [4, 3],
        [2, 2],
        [1, 2],
    )
    assert (parameters["goal_kinds"], parameters["goal_numbers"]) == ([1], [3])
    assert picture(game.new()) == ".....\n.Hh=.\n.=T=.\n.===.\n....."


def test_L2_every_building_may_stand_from_the_start(tmp_path):
    kinds = ["zombie_pit", "vampire_castle", "tower", "campfire"]
    beside = [{"type": kind, "x": 1 + index, "y": 0} for index, kind in enumerate(kinds)]
    on_path = [{"type": kind, "x": 3, "y": 1 + index} for index, kind in enumerate(["village", "barracks", "trap"])]
    position = game_of(tmp_path, world(entities=[CASTLE, *beside[:3], {**beside[3], "x": 2, "y": 2}, *on_path])).new()
    assert picture(position) == ".PCT.\n.H=h.\n.=fB.\n.==x.\n....."
    assert value(position, "site_count") == 3
    ticked(position, 2)
    assert value(position, "fighting") in (0, 1)


def test_L2_the_goal_may_be_a_list_of_one(tmp_path):
    tree = {
        "goal": "AND",
        "subgoals": [{"goal": "bosses"}, {"goal": "OR", "subgoals": [{"goal": "gold", "quantity": 0}]}],
    }
    for goal in (tree, [tree]):
        parameters = game_of(tmp_path, world(**{"goal-condition": goal})).parameters
        assert parameters["goal_kinds"] == [4, 2, 6, 5]
        assert parameters["goal_numbers"] == [0, 0, 1, 2]


def deep_goal(depth):
    goal = {"goal": "bosses"}
    for _ in range(depth):
        goal = {"goal": "AND", "subgoals": [goal]}
    return goal


BAD = {
    "the path is not closed": (
        world(path=path([*RING[:7], "LEFT"])),
        "path.path is not closed: it must lead back to (1, 1)",
    ),
    "the path crosses itself": (
        world(path=path(["RIGHT", "DOWN", "LEFT", "UP"] * 2)),
        "path.path: the path crosses itself at (1, 1)",
    ),
    "a tile is off the grid": (
        world(path=path(["UP", "UP", "RIGHT", "RIGHT", "DOWN", "DOWN", "LEFT", "LEFT"])),
        "path.path: the path leaves the grid at (1, -1)",
    ),
    "the path is too short": (
        world(path=path(["RIGHT", "DOWN", "LEFT", "UP"])),
        "path.path must have 8 to 128 steps, not 4",
    ),
    "the path is too long": (world(path=path(["RIGHT", "LEFT"] * 65)), "path.path must have 8 to 128 steps, not 130"),
    "a step is unknown": (
        world(path=path([*RING[:-1], "NORTH"])),
        "path.path[7] must be RIGHT, DOWN, LEFT or UP, not 'NORTH'",
    ),
    "a step is no word": (world(path=path([*RING[:-1], 3])), "path.path[7] must be RIGHT, DOWN, LEFT or UP, not 3"),
    "no steps": (world(path={"x": 1, "y": 1}), "path.path must be a list of RIGHT, DOWN, LEFT and UP"),
    "no path": (world(path=None), "path is missing"),
    "a path that is a list": (world(path=RING), "path must be an object, not ['RIGHT'"),
    "a start off the grid": (world(path=path(RING, x=5)), "path.x must be from 0 to 4, not 5"),
    "a start that is missing": (world(path={"y": 0, "path": RING}), "path.x is missing"),
    "too wide": (world(width=17), "width must be from 1 to 16, not 17"),
    "too high": (world(height=1000), "height must be from 1 to 16, not 1000"),
    "a width in words": (world(width="five"), "width must be a whole number, not 'five'"),
    "a width that is true": (world(width=True), "width must be a whole number, not True"),
    "no height": (world(height=None), "height is missing"),
    "no castle": (world(entities=[]), "entities must have exactly one hero_castle, not 0"),
    "two castles": (world(entities=[CASTLE, CASTLE]), "entities must have exactly one hero_castle, not 2"),
    "the castle is elsewhere": (
        world(entities=[{**CASTLE, "x": 2}]),
        "entities[0] must be on the path's start (1, 1), not (2, 1)",
    ),
    "an unknown entity": (
        world(entities=[CASTLE, {"type": "slug", "x": 1, "y": 1}]),
        "entities[1].type must be hero_castle or zombie_pit",
    ),
    "an entity without a type": (world(entities=[{"x": 1, "y": 1}]), "entities[0].type must be hero_castle or"),
    "an entity that is a word": (world(entities=["castle"]), "entities[0] must be an object with type, x and y"),
    "entities that are an object": (world(entities={}), "entities must be a list, not {}"),
    "a building off the grid": (
        world(entities=[CASTLE, {"type": "campfire", "x": 9, "y": 1}]),
        "entities[1].x must be from 0 to 4, not 9",
    ),
    "a village beside the path": (
        world(entities=[CASTLE, {"type": "village", "x": 0, "y": 0}]),
        "entities[1]: a village at (0, 0) must stand on the path, and not on the castle",
    ),
    "a trap on the castle": (
        world(entities=[CASTLE, {"type": "trap", "x": 1, "y": 1}]),
        "entities[1]: a trap at (1, 1) must stand on the path, and not on the castle",
    ),
    "a tower on the path": (
        world(entities=[CASTLE, {"type": "tower", "x": 2, "y": 1}]),
        "entities[1]: a tower at (2, 1) must not stand on the path",
    ),
    "a pit far from the path": (
        world(entities=[CASTLE, {"type": "zombie_pit", "x": 0, "y": 0}]),
        "entities[1]: a zombie pit at (0, 0) must have a path tile beside it",
    ),
    "two buildings on a tile": (
        world(entities=[CASTLE, *[{"type": "campfire", "x": 0, "y": 0}] * 2]),
        "entities[2]: a campfire at (0, 0) stands on another building",
    ),
    "an unknown item": (world(rare_items=["the_two_rings"]), "rare_items[0] must be the_one_ring, anduril"),
    "an item that is a list": (world(rare_items=[[]]), "rare_items[0] must be the_one_ring"),
    "no items": (world(rare_items=None), "rare_items is missing"),
    "no goal": (world(**{"goal-condition": None}), "goal-condition is missing"),
    "an unknown goal": (
        world(**{"goal-condition": {"goal": "glory"}}),
        "goal-condition.goal must be one of cycles, gold, experience, bosses, AND, OR, not 'glory'",
    ),
    "a goal that is a list": (world(**{"goal-condition": {"goal": ["gold"]}}), "goal-condition.goal must be one of"),
    "a goal that is a word": (world(**{"goal-condition": "gold"}), "goal-condition must be an object with a goal"),
    "two goals": (world(**{"goal-condition": [{}, {}]}), "goal-condition must be one goal, not a list of 2"),
    "no subgoals": (
        world(**{"goal-condition": {"goal": "OR", "subgoals": []}}),
        "goal-condition.subgoals must be a list of at least one goal, not []",
    ),
    "a bad subgoal": (
        world(**{"goal-condition": {"goal": "OR", "subgoals": [{"goal": "bosses"}, 7]}}),
        "goal-condition.subgoals[1] must be an object with a goal, not 7",
    ),
    "no quantity": (world(**{"goal-condition": {"goal": "gold"}}), "goal-condition.quantity is missing"),
    "a quantity below 0": (
        world(**{"goal-condition": {"goal": "gold", "quantity": -1}}),
        "goal-condition.quantity must be from 0 to 1000000000000, not -1",
    ),
    "a quantity above the limit": (
        world(**{"goal-condition": {"goal": "gold", "quantity": 10**12 + 1}}),
        "goal-condition.quantity must be from 0 to 1000000000000",
    ),
    "half a quantity": (
        world(**{"goal-condition": {"goal": "gold", "quantity": 0.5}}),
        "goal-condition.quantity must be a whole number, not 0.5",
    ),
    "too many goals": (
        world(**{"goal-condition": {"goal": "AND", "subgoals": [{"goal": "bosses"}] * 16}}),
        "goal-condition has more than 16 goals and subgoals",
    ),
    "too deep a goal": (world(**{"goal-condition": deep_goal(16)}), "goal-condition has more than 16 goals"),
    "no object": ([1, 2], "the whole file must be one object with width"),
    "no JSON": ("{", "this is not JSON"),
    "endless JSON": ("[" * 100_000, "this is not JSON"),
    "a very deep goal": (world(**{"goal-condition": deep_goal(150)}), "goal-condition has more than 16 goals"),
}


@pytest.mark.parametrize("name", BAD)
def test_L2_a_bad_world_file_gets_one_sentence_that_names_the_field(tmp_path, name):
    contents, words = BAD[name]
    with pytest.raises(BadFile) as error:
        game_of(tmp_path, contents)
    sentence = str(error.value)
    assert sentence.startswith(f"{tmp_path / 'world.json'}: {words}")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert len(sentence) < 400


def test_L2_a_file_that_cannot_be_read_is_said(tmp_path):
    with pytest.raises(BadFile, match=r"can't be read"):
        load("loop", variant="former", world=str(tmp_path / "none.json"))
    (tmp_path / "latin.json").write_bytes(b'{"width": "\xe9"}')
    with pytest.raises(BadFile, match="not UTF-8"):
        load("loop", variant="former", world=str(tmp_path / "latin.json"))


def test_L2_unknown_names_are_said():
    with pytest.raises(BadOption, match=r"no world called 'nowhere'; there are large, medium, small, or give"):
        load("loop", variant="former", world="nowhere")
    for name in ("x" * 300, "no\0world", "\udcff", ""):
        with pytest.raises(BadOption, match=r"^There is no world called .{,60}; there are large"):
            load("loop", variant="former", world=name)
    with pytest.raises(
        BadOption, match=r"no mode called 'easy'; there are: standard, survival, berserker, confusing\."
    ):
        load("loop", variant="former", mode="easy")


@pytest.mark.parametrize("mode, world", [("survival", "medium"), ("berserker", "medium"), ("confusing", "large")])
def test_L34_the_variants_of_the_modes_change_nothing_else(mode, world):
    assert load("loop", variant=mode).parameters == load("loop", variant="former", mode=mode, world=world).parameters


@pytest.mark.parametrize("name", ["x" * 300 + ".json", "no\0world.json", "\udcff.json"])
def test_L2_what_can_be_no_file_gets_a_sentence(name):
    with pytest.raises(BadFile, match=r"can't be (read|the name of a file)"):
        load("loop", variant="former", world=name)


@pytest.mark.parametrize("name", names())
def test_L2_the_worlds_of_the_game_load(name):
    game = load("loop", variant="former", world=name)
    assert ticked(game.new(1), 5).steps == 5
    assert scenario(name, "confusing")["mode"] == Mode.CONFUSING


@pytest.mark.parametrize("name, length", [("basic_world_with_player", 8), ("world_with_twists_and_turns", 66)])
def test_L2_the_course_files_load_and_play_as_they_are(samples, name, length):
    game = load("loop", variant="former", world=str(samples / "loop-worlds" / f"{name}.json"))
    assert game.parameters["path_length"] == length
    position = game.new(3)
    for _ in range(300):
        if position.over:
            break
        position.play(0, position.actions(0)[-1] if value(position, "shopping") == 0 else "leave")
    assert position.steps > 20


def test_L2_the_command_line_takes_a_world_file_and_refuses_a_bad_one(tmp_path, capsys):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(world()))
    bad.write_text(json.dumps(world(width=99)))
    with pytest.raises(SystemExit) as done:
        main(["sim", "loop", "--world", str(good), "-n", "2", "--rule", "max_steps=50"])
    assert not done.value.code
    with pytest.raises(SystemExit) as done:
        main(["play", "loop", "--world", str(bad)])
    assert done.value.code == 2
    assert capsys.readouterr().err == f"garrison: {bad}: width must be from 1 to 16, not 99.\n"


# --- The same conditions on parameters

RULES = {
    "width=3": ({"width": 3}, "the path leaves the grid at (3, 0)"),
    "a gap": ({"path_length": 13}, "the path has a gap between (0, 2) and (0, 0)"),
    "twice": ({"path_length": 16, "path_x": [0, 1, 2, 3] * 4, "path_y": [0] * 16}, "the path has a gap"),
    "a building nowhere": ({"building_kinds": [1], "building_x": [9]}, "a zombie pit at (9, 0) is off the grid"),
    "no goal": ({"goal_kinds": [], "goal_numbers": []}, "the goal must be one goal, not 0"),
    "two goals": ({"goal_kinds": [1, 1]}, "the goal must be one goal, not 2"),
    "no subgoals": ({"goal_kinds": [1, 5], "goal_numbers": [1, 0]}, "the goal joins 0 subgoals, but there are 1"),
    "missing subgoals": ({"goal_kinds": [1, 6], "goal_numbers": [1, 2]}, "the goal joins 2 subgoals, but there are 1"),
    "sixteen goals": ({"goal_kinds": [1] * 16}, "the goal must be one goal, not 16"),
    "slugs": ({"slugs": [3, 1]}, "slugs must be the smallest value and then the largest, not 3 and 1"),
    "percent": ({"slug_forward": 60, "slug_back": 60}, "slug_forward and slug_back are together more than 100 percent"),
}


@pytest.mark.parametrize("name", RULES)
def test_L2_parameters_that_contradict_each_other_are_refused(name):
    rules, words = RULES[name]
    base = draw().game.parameters
    with pytest.raises(GarrisonError) as error:
        load("loop", variant="former", rules={**base, "building_kinds": [], **rules})
    assert str(error.value).startswith(f"loop rules: {words}")

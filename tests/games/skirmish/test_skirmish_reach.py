"""What a character reaches in its move: held against drawings, against `legal`, and against what random moves do."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from skirmish_drawing import choose, draw, field_of, go

from garrison import load
from garrison.core.engine.lane import COMPILED
from garrison.games.skirmish.state import Happening, Plane

pytestmark = pytest.mark.lane

few = settings(max_examples=40 if COMPILED else 8, deadline=None)


def plane_of(position, name, plane):
    """A plane of what a character reaches, as a picture of the board."""
    return pictured(position, position.reach(0, field_of(position, name))[plane])


def pictured(position, plane):
    width = int(position.state["width"][0])
    assert not plane[width:].any()
    assert not plane[:, width:].any()
    return "\n".join(" ".join(str(number) if number else "." for number in row) for row in plane[:width, :width])


def test_S2_the_fields_around_and_its_own_may_be_clicked_next():
    position = draw("H0 .. ..\n.. T0 ..\n.. .. ..")
    assert plane_of(position, "H0", Plane.NEXT) == "1 1 .\n1 1 .\n. . ."
    assert plane_of(position, "T0", Plane.NEXT) == "1 1 1\n1 1 1\n1 1 1"


def test_S2_steps_lead_around_friends_and_enemies():
    position = draw("H0 D0 .. ..\n.. T0 .. ..\n.. T1 .. ..\n.. .. .. ..")
    assert plane_of(position, "H0", Plane.STEPS) == ". . . .\n1 . . .\n2 . . .\n3 3 . ."


def test_S2_who_is_moving_has_the_steps_that_are_left():
    position = draw("H0 .. .. .. ..\n" + "\n".join([".. .. .. .. .."] * 3) + "\n.. .. .. .. T0")
    choose(position, "H0")
    go(position, "H0", "down-right", "up")
    assert plane_of(position, "H0", Plane.STEPS) == "1 . 1 . .\n1 1 1 . .\n. . . . .\n. . . . .\n. . . . ."


def test_S7_an_enemy_is_hit_by_stepping_onto_it_while_a_step_is_left():
    """The troll makes one step: the human beside it can be fought, the one behind can be struck after the step."""
    position = draw("T0 H0 .. .. ..\n.. .. .. .. ..\n.. .. H1 .. ..\n.. .. .. .. H2\n.. .. .. .. ..")
    assert plane_of(position, "T0", Plane.TARGETS) == ". 1 . . .\n. . . . .\n. . 1 . .\n. . . . .\n. . . . ."


def test_S5_the_last_attack_of_an_elf_reaches_two_fields():
    """Four steps and a shot lead to the sixth field; a dwarf with its two steps comes to the third."""
    row = "{} .. .. .. .. .. G0 G1"
    for name, expected in (("E0", [6]), ("D0", [])):
        position = draw("\n".join([row.format(name), *[".. .. .. .. .. .. .. .."] * 7]))
        targets = position.reach(0, field_of(position, name))[Plane.TARGETS]
        assert np.flatnonzero(targets[0]).tolist() == expected


def test_S4_who_cannot_make_all_its_steps_does_not_strike():
    """Shut in by friends, the human can make no step at all: only what it can step onto is a target."""
    position = draw("H0 D0 G0\nD1 D2 ..\n.. .. ..")
    assert not position.reach(0, 0)[Plane.STEPS].any()
    assert not position.reach(0, 0)[Plane.TARGETS].any()


def test_an_empty_field_and_one_off_the_board_reach_nothing():
    position = draw("H0 .. T0\n.. .. ..\n.. .. ..")
    assert not position.reach(0, 1).any()
    assert not position.reach(0, 1000).any()


def test_the_scene_shows_what_the_one_who_is_moving_can_still_reach():
    position = draw("D0 .. .. .. ..\n.. .. .. .. ..\n.. .. .. .. ..\n.. .. .. G0 ..\n.. .. .. .. ..")
    assert position.scene(0).boards[0].range_fields == ()
    choose(position, "D0")
    two_steps = {row * 5 + column for row in range(3) for column in range(3)} - {0}
    for viewer in (-1, 0, 1):
        assert set(position.scene(viewer).boards[0].range_fields) == two_steps | {18}


# --- Any position


@few
@given(seed=st.integers(0, 2**32), setup=st.sampled_from(["duel", "classic", "random"]), moves=st.integers(0, 60))
def test_reach_agrees_with_legal_and_with_every_move(seed, setup, moves):
    dice, position = Random(seed), load("skirmish", variant="former", setup=setup).new(seed)
    for _ in range(moves):
        if position.over:
            return
        check_move(position, dice)


def check_move(position, dice):
    """A whole random move: what may be clicked, where it leads and who is hit were in reach."""
    player = position.waiting[0]
    field = dice.choice(position.actions(player))
    planes = position.reach(player, field)
    position.play(player, field)
    ids = position.state["ids"][0].tolist()
    fields = dict(zip(ids, position.state["fields"][0].tolist(), strict=True))
    made, everybody_lives = 0, True
    while position.state["chosen"][0] >= 0:
        check_clicks(position, player)
        position.play(player, dice.choice(position.actions(player)))
        made += 1
        for event in position.events if everybody_lives else ():
            if event.kind == Happening.STEPPED and not any(other.kind == Happening.FOUGHT for other in position.events):
                assert event.end == field or 0 < at(position, planes[Plane.STEPS], event.end) <= made
            elif event.kind == Happening.HIT:
                assert at(position, planes[Plane.TARGETS], fields[event.who])
        everybody_lives &= all(event.kind != Happening.DIED for event in position.events)


def check_clicks(position, player):
    here = int(position.state["fields"][0, position.state["chosen"][0]])
    next_fields = position.reach(player, here)[Plane.NEXT]
    legal = position.actions(player)
    assert [field for field in range(int(position.state["width"][0]) ** 2) if at(position, next_fields, field)] == legal


def at(position, plane, field):
    return plane[divmod(field, int(position.state["width"][0]))]


@few
@given(seed=st.integers(0, 2**32), moves=st.integers(0, 40))
def test_everything_in_reach_can_really_be_done(seed, moves):
    """Sets of fields, worked out once more in another way."""
    dice, position = (
        Random(seed),
        load("skirmish", variant="former", setup="random", rules={"steps": [3, 1, 4, 2, 4, 2]}).new(seed),
    )
    for _ in range(moves):
        if not position.over:
            position.play(position.waiting[0], dice.choice(position.actions(position.waiting[0])))
    s, p, width = position.state[0], position.game.record[0], int(position.state["width"][0])
    for who in (who for who in range(int(s.count)) if s.health[who] > 0):
        planes = position.reach(0, int(s.fields[who]))[:, :width, :width].reshape(3, -1)
        left = int(p.steps[s.kinds[who] - 1]) - (int(s.steps_made) if s.chosen == who else 0)
        layers = walks(s, width, int(s.fields[who]), left)
        distance = int(p.shot_distance) if p.shoots[s.kinds[who] - 1] else 1
        striking = spread(layers[-1], distance, width) | spread(set().union(*layers[:-1]), 1, width)
        enemies = {int(s.fields[i]) for i in range(int(s.count)) if s.health[i] > 0 and is_enemy(s, i, who)}
        first = {field: made for made, layer in reversed(list(enumerate(layers))) for field in layer}
        assert np.flatnonzero(planes[Plane.TARGETS]).tolist() == sorted(striking & enemies)
        assert {int(f): int(planes[Plane.STEPS, f]) for f in np.flatnonzero(planes[Plane.STEPS])} == {
            field: made for field, made in first.items() if made
        }


def is_enemy(s, one, other):
    return (s.kinds[one] <= 3) != (s.kinds[other] <= 3)


def spread(fields, distance, width):
    """All fields at most so far from one of these."""
    reach = range(-distance, distance + 1)
    return {
        (field // width + down) * width + field % width + across
        for field in fields
        for down in reach
        for across in reach
        if 0 <= field // width + down < width and 0 <= field % width + across < width
    }


def walks(s, width, start, left):
    """The fields where a character can be after 0, 1, 2, ... steps over empty fields."""
    empty = {field for field in range(width * width) if s.standing[field] == 0} | {start}
    layers = [{start}]
    for _ in range(left):
        layers.append({near for field in layers[-1] for near in spread({field}, 1, width) - {field}} & empty)
    return layers

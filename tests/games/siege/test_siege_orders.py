"""Orders of Siege: what each does on the map, what is refused with which reason, and orders to many at once."""

from __future__ import annotations

from typing import Any

import pytest
from siege_drawing import draw, game_with, picture, text

from garrison.core.words.execution import Execution
from garrison.core.words.viewpoint import Viewpoint
from garrison.errors import UnknownMove
from garrison.games.siege.state import Building, Phase
from garrison.games.siege.words import news

CASES: list[tuple[str, str, str, dict[str, Any]]] = [
    ("i . . .", "i1 0,2", ". . i- .", {}),
    ("i . . .", "i1 0,1-0,2", ". . i- .", {}),
    ("i . . I", "i1 0,2x0,3", ". . i- .", {}),
    ("i . . I", "i1 x0,3", ". . i- .", {}),
    ("i . . I", "i1 .", "i- . . I", {}),
    ("I . . i", "i1 0,2x0,3", ". . I- .", {"player": 1}),
    ("a . . I", "a1 x0,3", "a- . . .", {"dice": [5]}),
    ("Ri R . .", "r1 0,1", ". Ri- R .", {}),
    ("Ri R\n. .", "r1 turn 1,0", "ri- .\nr .", {}),
    ("Ri Ra = = =", "r1 x0,2", "Ri- Ra- . . .", {"dice": [5]}),
    ("Ri Ra . = = =", "r1 0,1 by a2 x0,3", ". Ri- Ra- . . .", {"dice": [6]}),
    ("Xi X . . I", "u1 x right", "Xi- X . . .", {"dice": [4]}),
    ("Ti Ta . . . I\nT T . . . .", "t1 0,1 by i1", ". Ti- Ta . . I\n. T T . . .", {}),
    ("T Ti I\nT T .", "t1 i1x0,2", "T Ti- .\nT T .", {}),
    ("Si S Sa ~", "s1 0,1 by i1", "~ Si- S Sa", {}),
    ("~ ~ ~\nSi S S\n~ ~ ~", "s1 turn right", "~ si- ~\n~ s ~\n~ s ~", {}),
]


@pytest.mark.parametrize(("before", "order", "after", "facts"), CASES, ids=[order for _, order, *_ in CASES])
def test_an_order_does_what_it_says(before: str, order: str, after: str, facts: dict[str, Any]) -> None:
    position = draw(before, **facts)
    who = position.waiting[0]
    assert position.perform(who, order).report == []
    assert picture(position) == text(after)


def test_the_notation_is_the_shortest_that_reads_back() -> None:
    position = draw(". . . .\ni . . .\n. . . I")
    assert position.parse("i1 1,1 1,2", 0).notation == "i1 1,2"
    ways = {position.parse(f"I1 {way}-0,1", 0).notation for way in ("0,0", "1,1")}
    assert ways == {"i1 0,1", "i1 0,0-0,1"} or ways == {"i1 0,1", "i1 1,1-0,1"}
    assert position.parse("1,0 1,1", 0).notation == "1,0 1,1"
    assert position.parse("1,0 1,1 done", 0).notation == "i1 1,1"
    assert position.parse("end units", 0).notation == "end"


@pytest.mark.parametrize(
    ("board", "order", "words"),
    [
        ("i . . . .", "i1 0,4", r"i1 can't come to 0,4 in this turn\. The nearest moves: i1 0,2, i1 0,1\."),
        ("i- . i", "i1 0,1", "the infantry is exhausted for this turn"),
        ("i . .", "i1 x0,2", "no enemy is on 0,2"),
        ("i . . . I", "i1 x0,4", "i1 can't attack 0,4 in this turn"),
        ("i . .", "k1 0,2", "you have nothing called k1"),
        ("i . .", "i1 9,2", "the map has no field 9,2"),
        ("i . .", "b3 cav 0,2", "you have nothing called b3"),
        ("i . .", "barracks cav 0,2", "you have no barracks"),
        ("i B1 B1\n. B1 B1", "b1 cav 0,0", "buildings have their turns after the units: end the units' part first"),
        ("R R . i", "r1 0,1", "nobody who is not exhausted mans the ram"),
        ("Ri R . .", "r1 x0,2", "r1 has nothing to ram at 0,2"),
        ("Ri R . .", "r1 2,2", r"can't come to 2,2\. The nearest moves: r1 right"),
        ("i . .", "rest>9,9", "the map has no field 9,9"),
        ("i . .", "rest x", "nobody of rest can do that now"),
        ("i . .", "end turn", "asked is: choose a unit and play its turn, or"),
        ("i . .", "0,1", "0,1 is none of the fields; asked is: choose a unit"),
        ("i . .", "i1 fly", "after i1 come a field"),
    ],
)
def test_what_is_not_possible_is_refused_with_the_reason(board: str, order: str, words: str) -> None:
    position = draw(board)
    with pytest.raises(UnknownMove, match=words):
        position.parse(order, 0)


def test_clicks_that_hang_on_dice_are_written_as_they_are() -> None:
    position = draw("a . . I .\n. . . . .\nB1 B1 . . .\nB1 B1 . . .")
    columns, button = 5, position.game.action
    clicks = [0, 3, button("end_units"), 2 * columns, button("infantry"), 3, button("end_turn")]
    assert position.notation(0, clicks) == "a1 x0,3; end; 2,0 infantry 0,3 end_turn"


def test_buildings_make_what_is_said_until_another_order_comes() -> None:
    board = ". . . .\nB1 B1 . .\nB1 B1 . .\n. . . ."
    position = draw(board, part=Phase.BUILDINGS)
    assert position.perform(0, "b1 cav 0,0 0,1").report == []
    assert picture(position) == text("c c . .\nB1 B1 . .\nB1 B1 . .\n. . . .")
    position = draw(board, part=Phase.BUILDINGS)
    assert position.perform(0, "barracks 1 inf; end").report == []
    assert position.waiting == (1,)
    position = draw(board, part=Phase.BUILDINGS)
    with pytest.raises(UnknownMove, match="there is no room for infantry with its top left field on 3,3"):
        position.parse("b1 inf 3,3", 0)
    assert draw(board, part=Phase.BUILDINGS).perform(0, "b1 1 arc 1 cav").report == []
    with pytest.raises(UnknownMove, match="or how many: b1 1 archers 1 cavalry"):
        position.parse("b1 arc cav", 0)
    with pytest.raises(UnknownMove, match="the barracks makes no ram now"):
        position.parse("b1 ram 3,3", 0)


def test_castles_build_walls_each_way_or_take_coins() -> None:
    board = "K1 K1 K1 . . .\nK1 K1 K1 . . .\nK1 K1 K1 . . .\n. . . . . ."
    position = draw(board, part=Phase.BUILDINGS)
    with pytest.raises(UnknownMove, match="lies across or upright: say which"):
        position.parse("castle wall 0,4", 0)
    move = position.parse("castle wall 0,4 upright", 0)
    assert move.notation == "c1 wall 0,4 upright"
    position.perform(0, move)
    assert int(position.state["building_kind"][0, 128]) == Building.WALL
    coins = int(position.state["coins"][0, 0])
    other = draw(board, part=Phase.BUILDINGS)
    other.perform(0, "castle coins")
    assert int(other.state["coins"][0, 0]) > coins


def test_a_game_is_set_up_in_words() -> None:
    position = game_with("siege").new(1)
    assert position.perform(0, "castle 18,10").report == []
    assert position.text(0).endswith("barracks 9,4; wall 9,6 upright. end ends the set-up.")
    assert position.perform(0, "barracks 18,6; wall 16,10 across; end").report == []
    assert position.perform(1, "camp 1,4; camp 1,25").report == []
    assert int(position.state["turn"][0]) == 1
    assert "castle coins" not in position.text(1)
    assert position.perform(1, "end; m3 2 cav; end").report == []
    assert position.waiting == (0,)


def test_what_is_new_is_named_and_a_kind_of_building_is_the_first_that_can_act() -> None:
    position = draw("B1 B1 . B1 B1 .\nB1 B1 . B1 B1 .\n. . . . . .", part=Phase.BUILDINGS)
    assert position.perform(0, "barracks 2 inf; barracks 1 cav").report == []
    assert [position.state["building_acted"][0, slot] for slot in (0, 1)] == [1, 0]
    view = Viewpoint(position, 0)
    told = (
        "Blue raises infantry on 0,2.",
        "Blue raises cavalry on 0,5.",
        "Blue builds barracks on 0,3.",
        "Blue builds a wall on 0,3.",
    )
    lines = news(view, told)
    assert lines[0] == "Blue raises infantry i1 on 0,2, cavalry k3 on 0,5."
    assert lines[1] == "Blue builds barracks b2 on 0,3."


# --- Many at once


def test_the_rest_marches_those_ahead_first_and_nobody_twice() -> None:
    position = draw("i i . . . . .\ni1- . . . . . .".replace("i1-", "i-"))
    assert position.perform(0, "rest>0,6").report == []
    assert picture(position) == text(". . i- i- . . .\ni- . . . . . .")


def test_all_of_a_kind_attack_whom_they_reach() -> None:
    position = draw("c . . I . . .\ni . . . . . .\nc . . . . . I")
    assert position.perform(0, "all cavalry x>2,5").report == []
    assert picture(position) == text(". . c- . . . .\ni . . . . . .\n. . . c- . . I")


def test_several_attack_one_target_until_it_is_gone() -> None:
    position = draw("a a a I\n. . . I", dice=[1, 6])
    move = position.parse("A1, a2,a3 x0,3", 0)
    assert move.notation == "a1,a2,a3 x0,3"
    assert position.perform(0, move).report == []
    assert picture(position) == text("a- a- a .\n. . . I")
    with pytest.raises(UnknownMove, match="nobody of all archers can do that now"):
        position.parse("all archers x0,3", 0)


def test_a_line_of_orders_says_what_it_leaves_out() -> None:
    position = draw("i . . .\ni . . .")
    report = position.perform(0, "i1 0,1; i7 0,2; i2 1,9; i2 1,1; end").report
    assert [sentence.split(":")[0] for sentence in report] == ["Skipped 'i7 0,2'", "Skipped 'i2 1,9'"]
    assert picture(position) == text(". i- . .\n. i- . .")
    assert position.state["phase"][0] == Phase.BUILDINGS


def test_an_end_is_held_back_if_nothing_before_it_could_be_done() -> None:
    position = draw("i . . .\nB1 B1 . .\nB1 B1 . .")
    report = position.perform(0, "end; b1 cav 0,0; end").report
    assert report[1] == "Stopped: nothing of what comes before 'end' could be done, without: end."
    assert position.waiting == (0,)
    assert position.perform(0, "b1 cav 0,0; b1 cav 0,1; end").report[0].startswith("Skipped 'b1 cav 0,0'")
    assert position.waiting == (1,)
    poor = draw("i . . .\nB1 B1 . .\nB1 B1 . .", coins=[0, 0], part=Phase.BUILDINGS)
    assert len(poor.perform(0, "b1 cav 0,0; end").report) == 1
    assert poor.waiting == (1,)


def test_who_is_named_alone_attacks_whom_it_reaches() -> None:
    position = draw("i . . I .\n. . . . .")
    assert position.parse("i1 x", 0).notation == "i1 x"
    assert position.perform(0, "i1 x").report == []
    assert picture(position) == text(". . i- . .\n. . . . .")


def test_an_order_that_lasts_stops_when_an_enemy_is_near() -> None:
    board = "K1 K1 K1" + " ." * 21 + "\nK1 K1 K1" + " ." * 21 + "\nK1 K1 K1" + " ." * 20 + " I\ni ." + " ." * 22
    position = draw(board, rules={"homeless_turns": 99})
    move = position.parse("rest>3,20 until an enemy within 6", 0)
    execution = Execution(move, 0)
    while not execution.is_done:
        action = execution.next_action(position)
        if action is not None:
            position.play(0, action)
        elif not execution.is_done:
            position.perform(1, "end")
            position.perform(1, "end")
    assert execution.report == ["Stopped: an enemy is on 2,23, within 6."]
    assert int(position.state["turns"][0, 0]) > 5

"""Boneyard in words: whole rounds in a line, answers ahead, what is certain to come, nothing of hidden choices."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

import garrison
from garrison.core.position import Position
from garrison.core.words.execution import Execution
from garrison.errors import UnknownMove
from garrison.games.boneyard.rules.ground import COLOUR_OF, COLOURS
from garrison.games.boneyard.show.pieces import skeletons_of
from garrison.games.boneyard.state import Press


def start(players: int = 2, **options: object) -> Position:
    return garrison.load("boneyard", players=players, **options).new(4)


def others_act(position: Position, player: int, dice: Random) -> None:
    for other in position.waiting:
        if other != player:
            position.play(other, dice.choice(position.actions(other)))


def carry_out(position: Position, player: int, text: str, dice: Random) -> Execution:
    """Play a line while the others act at random, as a match does."""
    execution = Execution(position.parse(text, player), player)
    while not execution.is_done and not position.over:
        while (action := execution.next_action(position)) is not None:
            position.play(player, action)
        if not execution.is_done:
            others_act(position, player, dice)
    return execution


def test_a_whole_round_in_one_line() -> None:
    position, dice = start(), Random(1)
    move = position.parse("11 c00", 0)
    assert (move.notation, move.actions, move.condition) == ("11 C00", (6,), "a question without an answer")
    assert position.parse(move.notation, 0) == move
    execution = carry_out(position, 0, "11 C00", dice)
    assert execution.report == []
    assert position.state["heroes"][0][0] == 6
    assert "C00" in position.text(0)


def test_what_cannot_be_placed_is_left_out_and_said() -> None:
    execution = carry_out(start(), 0, "11 C22", Random(1))
    assert len(execution.report) == 1
    assert execution.report[0].startswith("Stopped: C22 was left out: 'C22' is not a move now: 2,2 is not legal")


@pytest.mark.parametrize(("text", "actions"), [
    ("-", [Press.PASS]),
    ("W/00", [Press.WALL, Press.RISING, 0]),
    ("w\\14", [Press.WALL, Press.FALLING, 9]),
    ("D00", [Press.DRAGON, 0]),
    ("C", [Press.CATAPULT]),
])  # fmt: skip
def test_the_traps_part(text: str, actions: list[int]) -> None:
    position = start()
    for player in position.waiting:
        position.play(player, 6)
    move = position.parse(text, 0)
    assert [*move.actions] == actions
    assert position.parse(move.notation, 0) == move
    assert move.notation == text[:1].upper() + text[1:]


def test_a_trap_that_is_chosen_only_needs_the_rest() -> None:
    position = start()
    for player in position.waiting:
        position.play(player, 6)
    position.perform(0, "W")
    assert position.parse("/00", 0).actions == (Press.RISING, 0)
    position.perform(0, "/")
    assert {move.notation for move in position.moves(0)} >= {"-", "00"}


def alone_text(position: Position, text: str) -> str:
    """What a player reads after placing a trap while the other passes."""
    copy = position.copy()
    copy.perform(0, text)
    copy.play(1, Press.PASS)
    return copy.text(0)


def test_answers_ahead() -> None:
    """B13: a dragon that is placed on skeletons asks at once where it puts them."""
    position = start()
    riders = []
    while not riders:
        for player in position.waiting:
            position.play(player, Press.PASS if position.mask(player)[Press.PASS] else position.actions(player)[0])
        fields = {int(place) for place in position.state["places"][0][0][: position.state["counts"][0][0]]} - {25, 26}
        riders = [move for move in position.moves(0) if move.notation[0] == "D" and move.actions[1] in fields]
    alone = carry_out(position.copy(), 0, riders[0].notation, Random(1))
    assert alone.report == []
    assert "where does it put" in alone_text(position, riders[0].notation)
    answers = carry_out(position.copy(), 0, f"{riders[0].notation}>u,u,u,u,u,u,u,u", Random(1))
    assert len(answers.report) == 1
    assert answers.report[0].startswith("Stopped: not asked for: u")
    assert answers.report[0].count("u,") < 7


def test_an_open_question_lists_its_answers() -> None:
    dice = Random(5)
    position = garrison.load("boneyard", players=3).new(5)
    for _ in range(2000):
        player = dice.choice(position.waiting)
        if position.state["asks"][0][player]:
            break
        position.play(player, dice.choice(position.actions(player)))
    assert position.state["asks"][0][player]
    last = position.text(player).splitlines()[-1]
    for move in position.moves(player):
        assert move.notation in last
        assert position.parse(move.notation[0], player).actions == move.actions


def test_ways_end_where_the_rules_lead_them() -> None:
    """Nobody does anything and heroes step aside: who is foretold to reach tower or village in a round does."""
    hits = 0
    for seed in range(12):
        position = garrison.load("boneyard", players=2).new(seed)
        ways = next(line for line in position.text(0).splitlines() if line.startswith("Their ways"))
        soon = [group for group in ways.partition(": ")[2].rstrip(".").split("; ") if "VILLAGE" in group]
        first = min((int(re.match(r"in (\d+): ", group)[1]) for group in soon if group.startswith("in")), default=0)
        before = int(position.state["houses"][0][0])
        for _ in range(first if 0 < first < 5 else 0):
            for player in (0, 1):
                position.play(player, next(one for one in (6, 7, 8, 11, 13, 12) if one in position.actions(player)))
            for player in (0, 1):
                position.play(player, Press.PASS)
        hits += 0 < first < 5 and int(position.state["houses"][0][0]) < before
    assert hits


def test_who_is_foretold_to_meet_does() -> None:
    """B8: with heroes that kill nobody and traps that nobody places, those of these colours come to that field."""
    hits = 0
    for seed in range(20):
        position = garrison.load("boneyard", players=2).new(seed)
        for _ in range(3):
            line = next(line for line in position.text(0).splitlines() if line.startswith("Where several meet"))
            foretold = re.findall(r"(\d)(\d) in 1 \(([^)]*)\)", line)
            peaceful = [
                {*position.actions(player)} - {one.place for one in skeletons_of(position.state[0], player)}
                for player in (0, 1)
            ]
            if not all(peaceful):
                break
            for player in (0, 1):
                position.play(player, min(peaceful[player]))
            for player in (0, 1):
                position.play(player, Press.PASS)
            for row, column, colours in foretold:
                field = 5 * int(row) + int(column)
                if field == position.state["heroes"][0][0]:
                    continue
                there = [one for one in skeletons_of(position.state[0], 0) if one.place == field]
                kinds = Counter(COLOURS[COLOUR_OF[one.kind]] for one in there)
                assert {colour: int(count) for count, colour in re.findall(r"(\d+) (\w+)", colours)} == kinds
                hits += 1
    assert hits


def test_what_is_not_a_round_is_refused() -> None:
    position = start()
    with pytest.raises(UnknownMove, match="'X12' is no trap with a field"):
        position.parse("11 X12", 0)
    with pytest.raises(UnknownMove, match="is not a move now"):
        position.parse("C12", 0)
    with pytest.raises(UnknownMove, match="99 is not a field of the board"):
        position.parse("99 -", 0)


def test_whole_games_in_lines() -> None:
    for players in (1, 3):
        position, dice = start(players), Random(players)
        while not position.over:
            for player in position.waiting:
                move = dice.choice(position.moves(player))
                position.perform(player, move.notation)
                if position.over or player not in position.waiting:
                    continue
        assert "The game is over" in position.text(0)


def test_the_text_is_short() -> None:
    position, dice = garrison.load("boneyard").new(9), Random(9)
    lengths = []
    for _ in range(300):
        if position.over:
            break
        player = dice.choice(position.waiting)
        lengths.append(len(position.text(player)) / 4)
        position.play(player, dice.choice(position.actions(player)))
    assert max(lengths) < 1100

"""Matches: who sits where, one way forward, and one way back that stops where a move is complete."""

from __future__ import annotations

import pytest

from garrison.core.game import load
from garrison.errors import BadOption, IllegalAction
from garrison.play.match import Match, Seat, read_seats
from playing import NAMES, game_of

NEAR, STEP, LAST = 22, 17, 16  # on the small board: the Human, and two fields of its way


def duel(seats: str = "") -> Match:
    game = game_of("skirmish")
    return Match(game, 1, read_seats(seats, game))


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("", ["person", "person"]),
        ("person", ["person", "person"]),
        ("bot:random", ["bot:random", "person"]),
        (" person , bot:random ", ["person", "bot:random"]),
        ("bot:random,bot:random", ["bot:random", "bot:random"]),
    ],
)
def test_seats_are_read_from_text(text: str, seats: list[str]) -> None:
    read = read_seats(text, game_of("skirmish"))
    assert [str(seat) for seat in read] == seats
    assert [seat.is_person for seat in read] == [seat == "person" for seat in seats]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("person,person,person", "Skirmish has 2 seats here, not 3."),
        ("robot", "A seat is person or bot:NAME, not 'robot'."),
        ("bot", "A seat is person or bot:NAME, not 'bot'."),
        ("bot:", "A seat is person or bot:NAME, not 'bot:'."),
        ("person:random", "A seat is person or bot:NAME, not 'person:random'."),
        (
            "bot:genius",
            "There is no bot called 'genius' for skirmish; there are: easy, medium, hard, veteran, still",
        ),
    ],
)
def test_seats_that_cannot_be_are_refused(text: str, words: str) -> None:
    with pytest.raises(BadOption) as caught:
        read_seats(text, game_of("skirmish"))
    assert words in str(caught.value)


@pytest.mark.parametrize("name", NAMES)
def test_bots_play_a_whole_game_that_can_be_replayed(name: str) -> None:
    game = game_of(name, rules={"max_steps": 200})
    match, again = (Match(game, 3, [Seat("random")] * game.players) for _ in range(2))
    while match.bot_acts():
        assert again.bot_acts()
    assert match.position.over
    assert match.person_to_act is match.bot_to_act is None
    assert match.replay.verify() == match.position == again.position
    assert not match.can_undo


def test_people_and_bots_are_asked_in_turn() -> None:
    match = duel("person,bot:random")
    assert (match.person_to_act, match.bot_to_act) == (0, None)
    assert not match.bot_acts()
    for field in (NEAR, STEP, STEP):  # a step onto its own field ends the move
        match.act(0, field)
    assert (match.person_to_act, match.bot_to_act) == (None, 1)
    assert match.bot_acts(ms=70)
    assert match.replay.moves[-1].player == 1
    assert match.replay.moves[-1].ms == 70


def test_without_seats_everybody_is_a_person() -> None:
    assert [seat.is_person for seat in Match(game_of("skirmish")).seats] == [True, True]


def test_an_illegal_action_changes_nothing() -> None:
    match = duel()
    match.act(0, NEAR)
    before = match.position.to_bytes()
    for player, action in ((0, 0), (1, 2), (5, 0), (0, 5000)):
        with pytest.raises(IllegalAction):
            match.act(player, action)
    assert match.position.to_bytes() == before
    assert len(match.replay.moves) == 1


def test_a_move_is_taken_back_step_by_step_until_it_is_complete() -> None:
    match = duel()
    positions = []
    for field in (NEAR, STEP, LAST):
        positions.append(match.position.to_bytes())
        match.act(0, field)
        assert match.can_undo
    while positions:
        match.undo()
        assert match.position.to_bytes() == positions.pop()
        assert len(match.replay.moves) == len(positions)
    assert not match.can_undo
    with pytest.raises(IllegalAction, match="There is nothing to take back: only an incomplete move"):
        match.undo()


def test_a_complete_move_stands() -> None:
    match = duel()
    for field in (NEAR, STEP, LAST, LAST):
        match.act(0, field)
    assert match.position.waiting == (1,)
    assert not match.can_undo
    with pytest.raises(IllegalAction):
        match.undo()
    assert match.replay.verify() == match.position


def test_another_way_can_be_taken_after_taking_back() -> None:
    match = duel()
    match.act(0, NEAR)
    match.act(0, STEP)
    match.undo()
    match.act(0, NEAR - 1)
    assert [move.action for move in match.replay.moves] == [NEAR, NEAR - 1]
    assert match.replay.verify() == match.position


def test_a_tick_takes_the_chosen_action_or_falls_back() -> None:
    match = Match(game_of("minefield"), 7)
    for action in (1, None, 99, -1, 3):
        match.tick(action, ms=200)
    assert [move.action for move in match.replay.moves] == [1, 0, 0, 0, 3]
    assert match.position.steps == 5
    assert match.replay.verify() == match.position


def test_a_tick_that_is_not_legal_leaves_everything_as_it_is() -> None:
    match = Match(load("loop", world="small"))
    while not match.position.state["shopping"][0] and not match.position.over:
        match.tick()
    before = match.position.copy()
    match.tick(ms=5)
    assert match.position == before
    assert not match.position.over


def test_a_tick_falls_back_when_the_action_is_illegal_now() -> None:
    match = Match(game_of("minefield", rules={"start_energy": 0, "start_x": 0, "start_y": 0}), 7)
    while not match.position.state["tired"][0]:
        match.tick(1 + match.position.steps % 4)
    match.tick(2)
    assert match.replay.moves[-1].action == 0


def test_real_time_is_not_taken_back() -> None:
    match = Match(game_of("minefield", rules={"wall_period": 0, "number_period": 0, "enemy_period": 0}), 7)
    match.tick()
    match.tick(1)
    assert not match.can_undo
    with pytest.raises(IllegalAction):
        match.undo()


def test_nothing_happens_in_a_game_that_is_over() -> None:
    match = Match(game_of("minefield", rules={"max_steps": 1}), 7)
    match.tick()
    with pytest.raises(IllegalAction, match="The game is over"):
        match.tick(1)
    with pytest.raises(IllegalAction, match="The game is over"):
        match.act(0, 1)
    assert not match.bot_acts()
    assert len(match.replay.moves) == 1


def test_an_empty_place_in_the_list_of_seats_is_a_person() -> None:
    assert [str(seat) for seat in read_seats(",bot:random", game_of("skirmish"))] == ["person", "bot:random"]


def test_seats_that_are_not_given_are_people() -> None:
    assert Match(game_of("skirmish"), 1, [Seat("random")]).seats == (Seat("random"), Seat())


def test_a_bots_half_move_is_not_taken_back() -> None:
    match = duel("bot:random")
    match.bot_acts()
    assert match.bot_to_act == 0
    assert not match.can_undo
    with pytest.raises(IllegalAction, match="nothing to take back"):
        match.undo()

"""Siege in words: orders are clicks that the rules allow, clicks are orders that read back, and the text is short."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random

import pytest
from siege_drawing import draw

import garrison
from garrison import bots
from garrison.core.position import Position
from garrison.core.replay import Move, Replay
from garrison.core.replay_turns import turns_of
from garrison.core.words.questions import answer
from garrison.core.words.viewpoint import Viewpoint
from garrison.errors import UnknownMove
from garrison.games.siege.words import news, notation, rests

MAPS, MODES = ("meadow", "plain", "river", "islands", "pass", "random"), ("standard", "siege")
MOST_LETTERS = 10_000  # 2,500 tokens of four letters
Player = Callable[[Position, int, Random], int]


def at_random(position: Position, player: int, dice: Random) -> int:
    return dice.choice(position.actions(player))


def mostly_captain(position: Position, player: int, dice: Random) -> int:
    """Somebody who knows what to do, and now and then does something else: engines are built, manned and used."""
    if dice.random() < 0.15:
        return at_random(position, player, dice)
    return int(bots.find("captain", position.game.package)(position, player, dice))


def orders_of(position: Position, player: Player, steps: int) -> Iterator[tuple[Position, list[int]]]:
    """A game, cut where one order ends: the position before it, and its clicks."""
    dice, before, clicks = Random(3), position.copy(), list[int]()
    while not position.over and position.steps < steps:
        who, rng, turn = position.waiting[0], position.state["rng"][0], position.state["turn"][0]
        clicks.append(player(position, who, dice))
        position.play(who, clicks[-1])
        has_rolled = position.state["rng"][0] != rng
        if rests(position.state[0]) or has_rolled or position.state["turn"][0] != turn:
            yield before, clicks
            before, clicks = position.copy(), []


def read_back(position: Position, player: int, words: str) -> list[int]:
    """The clicks of orders with ; between them."""
    clicks = list[int]()
    for part in words.split("; "):
        move = position.parse(part, player)
        clicks += move.actions
        for action in move.actions:
            position.play(player, action)
    return clicks


def orders_read_back(where: str, mode: str, player: Player, steps: int) -> set[str]:
    """Play, and read every order back; the letters of what got orders."""
    letters = set[str]()
    position = garrison.load("siege", map=where, mode=mode).new(3)
    for before, clicks in orders_of(position, player, steps):
        who = before.waiting[0]
        view = Viewpoint(before, who)
        view.is_brief = True
        words = notation(view, clicks)
        assert read_back(view.position.copy(), who, words) == clicks
        letters.add(words[0])
    return letters


@pytest.mark.parametrize("mode", MODES)
def test_every_order_of_a_game_reads_back_to_its_clicks(mode: str) -> None:
    assert orders_read_back("islands", mode, at_random, 300) >= {"e"}
    assert orders_read_back("plain", mode, mostly_captain, 250) >= {"i", "a", "e"}


@pytest.mark.long
@pytest.mark.parametrize("player", [at_random, mostly_captain])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("where", MAPS)
def test_every_order_of_long_games_reads_back_to_its_clicks(where: str, mode: str, player: Player) -> None:
    assert len(orders_read_back(where, mode, player, 2000)) > 4


PIECES = [
    "k1",
    "i1",
    "a2",
    "r1",
    "b1",
    "t3",
    "0,1",
    "9,9",
    "999,999",
    "x",
    ">",
    ".",
    "-",
    ";",
    "by",
    "all",
    "rest",
    "turn",
]
PIECES += [
    "up",
    "end",
    "done",
    "castle",
    "barracks",
    "wall",
    "upright",
    "cav",
    "2",
    "99",
    "until hit",
    "stay",
    "i129",
    "c0",
]


def test_whatever_is_typed_is_a_move_or_refused() -> None:
    dice, moves = Random(2), 0
    for position, player in busy("river", "siege", 150, 15):
        for _ in range(40):
            typed = " ".join(dice.choice(PIECES) for _ in range(dice.randrange(1, 6)))
            with suppress(UnknownMove):
                moves += bool(position.parse(typed, player).notation)
    assert moves > 3


# --- The text


def busy(where: str, mode: str, steps: int, every: int) -> Iterator[tuple[Position, int]]:
    """Positions of a game between a bot and somebody nearly as good."""
    position, dice = garrison.load("siege", map=where, mode=mode).new(5), Random(5)
    while not position.over and position.steps < steps:
        player = position.waiting[0]
        if position.steps % every == 0:
            yield position, player
        position.play(player, mostly_captain(position, player, dice))


@pytest.mark.parametrize("mode", MODES)
def test_a_text_is_short_enough_and_has_all_that_stands_there(mode: str) -> None:
    for position, player in busy("river", mode, 300, 13):
        words = position.text(player)
        assert len(words) <= MOST_LETTERS
        s = position.state[0]
        for slot in range(player * 128, player * 128 + 128):
            if s.unit_kind[slot]:
                name = f"{'?iak'[s.unit_kind[slot]]}{slot % 128 + 1}"
                assert f"{name} {divmod(int(s.unit_field[slot]), int(s.columns))[0]}," in words


def test_a_text_betrays_nothing_of_the_dice_and_forecasts_can_be_left_out() -> None:
    for position, player in busy("plain", "standard", 300, 60):
        other = position.copy(reseed=99)
        for viewer in (-1, 0, 1):
            assert position.text(viewer) == other.text(viewer)
        assert position.moves(player) == other.moves(player)
        if position.state["turn"][0]:
            assert "As things stand" in position.text(player)
        assert "As things stand" not in position.text(player, forecasts=False)
        assert "(safe" not in position.text(player, forecasts=False)


def test_listed_moves_read_back_and_do_what_their_clicks_do() -> None:
    kinds = set[str]()
    for position, player in busy("islands", "siege", 260, 11):
        moves = position.moves(player)
        assert len({move.notation for move in moves}) == len(moves)
        for move in Random(1).sample(moves, min(12, len(moves))):
            again = position.parse(move.notation.upper(), player)
            assert (again.notation, again.actions) == (move.notation, move.actions)
            kinds.add(move.notation[0])
    assert len(kinds) > 4


def test_what_could_attack_is_said_of_units_and_of_fields() -> None:
    words = draw("i . . . A\n. . . . .").text(0)
    assert "Red could attack next (2a+3: by 2 archers and 3 others): i1 (1a)." in words
    words = draw("i . . I .\n. . . . .").text(0)
    assert "- infantry 0,3: i1 0,2 (1)" in words


def test_questions_are_answered_with_names_and_what_could_come() -> None:
    position = draw("i . . . I\n. . . . A\nH . . . .\nW1 W1 . Ri R\nW1 W1 . . .")
    assert answer(position, 0, "what attacks 0,3") == "0,3: infantry 0,4; archers 1,4."
    assert answer(position, 0, "what attacks 4,0") == "Nothing that is known attacks 4,0."
    lines = (answer(position, 0, "list") or "").splitlines()
    assert lines == [
        "Yours: workshop w1 3,0.",
        "Your engines: ram r1 3,3-3,4 with i2.",
        "Ready: 2 infantry i1 0,0, i2 3,3.",
        "Red: 1 infantry 0,4; 1 archers 1,4.",
        "Nobody's: ladder 2,0.",
    ]
    assert (answer(position, 0, "moves i1 0,1") or "").startswith("i1 0,1: i1 goes to 0,1.")


def test_what_a_move_captures_is_said_and_who_could_come_beside_castles() -> None:
    board = "K2 K2 K2 i . .\nK2 K2 K2 i . .\nK2 K2 K2 . . i\n. . . . . ."
    position = draw(board)
    words = {move.notation: move.words for move in position.moves(0)}
    assert words["i3 2,3"] == "i3 goes to 2,3 and captures the castle on 0,0."
    assert words["i3 2,4"] == "i3 goes to 2,4."
    assert position.parse("i3 2,3", 0).words == words["i3 2,3"]
    assert "- i3 2,3: i3 goes to 2,3 and captures the castle on 0,0." in position.text(0)
    assert "3 of yours could come beside their castle 0,0, which 0 of its own guard." in position.text(0)
    guarded = draw(board.replace(". . . . . .", "I . . . . ."))
    assert not any("captures" in move.words for move in guarded.moves(0))
    assert "beside your castle 0,0" in draw(board, player=1).text(1)
    last = draw(board.replace(". . . . . .", "I . . . . .").replace("2 . . i", "2 I . i"))
    strikes = {move.notation: move.words for move in last.moves(0)}
    assert strikes["i2 x2,3"] == "i2 strikes down the infantry on 2,3."
    last = draw(board.replace("2 . . i", "2 i I i"))
    assert "i2 strikes down" not in str(last.moves(0))
    assert {move.notation: move.words for move in last.moves(0)}["i3 x2,4"] == (
        "i3 strikes down the infantry on 2,4 and captures the castle on 0,0."
    )


def test_what_engines_can_do_first_is_told() -> None:
    lines = draw("Ri R = = =\n. . . . .\nTa T . I .\nT T . . .\nSi S S ~ ~").text(0).splitlines()
    assert "- r2: x0,2, turn 1,0, turn 1,1, done, down" in lines
    assert "- t3: a2 x and its enemy, done, up, right" in lines
    assert "- s1: done, right" in lines


# --- News


def test_news_are_told_in_few_sentences_and_own_moves_not_at_all() -> None:
    view = Viewpoint(draw("i . I"), 0)
    sentences = (
        "Blue's infantry: 0,1 to 0,0.",
        "Red's cavalry: 3,4 to 3,5.",
        "Red's cavalry: 3,5 to 3,6.",
        "Red's archers: 1,1 to 1,2.",
        "Red's archers: 1,2 to 1,1.",
        "Cavalry on 3,6 strikes down infantry on 3,7.",
        "Blue loses infantry on 3,7.",
        "Archers shoot from 9,1 at 9,3 and roll 2 (5 or more hits): missed.",
        "Red's infantry: 5,5 to 5,6.",
        "Archers shoot from 9,2 at 9,3 and roll 1 (5 or more hits): missed.",
        "Red's buildings are next.",
        "Red raises infantry on 7,7.",
        "Red raises cavalry on 7,8.",
        "Red ends turn 4.",
    )
    assert news(view, sentences) == [
        "Red moves cavalry 3,4>3,6, infantry 5,5>5,6.",
        "Cavalry on 3,6 strikes down infantry on 3,7.",
        "Shots that missed: 9,1 at 9,3, 9,2 at 9,3.",
        "Red raises infantry on 7,7, cavalry on 7,8.",
        "Red ends turn 4.",
    ]


# --- Whole games through words


def play_in_words(where: str, mode: str, most: int) -> Position:
    """Play listed moves, typed: each does what its clicks do."""
    position, dice = garrison.load("siege", map=where, mode=mode, rules={"max_turns": 12}).new(1), Random(1)
    for _ in range(most):
        if position.over:
            break
        player = position.waiting[0]
        moves = position.moves(player)
        eventful = [move for move in moves if move.is_eventful]
        move = dice.choice(eventful) if eventful and dice.random() < 0.6 else dice.choice(moves)
        assert position.parse(move.notation, player) == move
        copy = position.copy()
        for action in move.actions:
            copy.play(player, action)
        assert position.perform(player, move.notation).report == []
        assert position == copy
        assert dice.random() > 0.1 or len(position.text(player)) <= MOST_LETTERS
    return position


@pytest.mark.parametrize("mode", MODES)
def test_random_play_through_words_is_play_by_clicks(mode: str) -> None:
    assert play_in_words("meadow", mode, 150).steps > 60


@pytest.mark.long
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("where", MAPS)
def test_whole_games_through_words_come_to_an_end(where: str, mode: str) -> None:
    assert play_in_words(where, mode, 20_000).over


def test_a_text_is_told_after_the_end_and_while_others_act() -> None:
    words = draw("i I", over=1, winners=1, reason=2, waiting=0).text(0)
    assert words.endswith("The game is over: nothing can be played any more.")
    assert "Blue wins" in words
    words = draw("i . I").text(1)
    assert words.endswith("It is not your turn: Blue is to act.")
    assert "i1 0,2" in words


def test_turns_of_a_replay_are_orders_whatever_was_rolled() -> None:
    game = garrison.load("siege", map="meadow")
    position, dice, moves = game.new(3), Random(3), list[Move]()
    while int(position.state["turns"][0].sum()) < 14:
        player = position.waiting[0]
        moves.append(Move(player, int(bots.find("captain", game.package)(position, player, dice))))
        moves[-1].play(position)
    turns = [turn.notation for turn in turns_of(Replay(game, 3, moves))]
    assert sum(turn.count("x") for turn in turns) > 3
    assert all(turn.endswith("; end") for turn in turns[2:])

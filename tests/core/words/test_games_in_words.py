"""Games in words: the text of a position, its moves, how they are read back and carried out."""

from __future__ import annotations

import gc
import json
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import bare
import garrison
import toy
from garrison.core.engine import memory
from garrison.core.position import Position
from garrison.core.words import viewpoint
from garrison.core.words.execution import Execution, perform
from garrison.core.words.results import MoveResult, results
from garrison.errors import UnknownMove
from playing import NAMES, game_of, move_of, numbers_of, play_on, played


def forgetful(position: Position) -> bytes:
    """The bytes of a position without how it was reached."""
    state = memory.copied(position.state)
    for name in ("steps", "event_count", "event_overflow", "events"):
        state[name] = 0
    return bytes(state.tobytes())


def every_end(position: Position, player: int) -> set[bytes]:
    """All positions in which the player's whole move can end, by trying every path."""
    ends, paths = set[bytes](), [position]
    turn, dice = position.state["turn"][0], position.state["rng"][0]
    while paths:
        path = paths.pop()
        for action in path.actions(player):
            after = path.copy()
            after.play(player, action)
            is_end = after.state["turn"][0] != turn or player not in after.waiting or after.state["rng"][0] != dice
            ends.add(forgetful(after)) if is_end else paths.append(after)
    return ends


@pytest.mark.parametrize("seed", range(3))
def test_moves_are_all_results_each_once(seed: int) -> None:
    position = game_of("skirmish").new(seed)
    play_on(position, numbers_of(seed, 20))
    player = position.waiting[0]
    known = position.known_to(player, seed=1)
    every = results(known, player)
    assert {forgetful(result.after(known)) for result in every} == every_end(known, player)
    assert len({forgetful(result.after(known)) for result in every}) == len(every)
    for result in every:
        copy = known.copy()
        for action in result.actions:
            copy.play(player, action)
        assert copy == result.after(known)


@pytest.mark.parametrize("name", NAMES)
def test_random_play_through_words_is_random_play_through_numbers(name: str) -> None:
    by_numbers, by_words = game_of(name).new(3), game_of(name).new(3)
    for number in islice(numbers_of(3, 60), 60):
        if by_numbers.over:
            break
        move = move_of(by_numbers, number)
        words = next(
            (one for one in by_words.moves(move.player) if one.actions == (move.action,)),
            by_words.parse(by_words.notation(move.player, [move.action]), move.player),
        )
        by_numbers.play(move.player, move.action)
        assert by_words.perform(move.player, words.notation).report == []
        assert by_words == by_numbers


@pytest.mark.parametrize("name", NAMES)
def test_every_notation_reads_back(name: str) -> None:
    for count in (0, 7, 30):
        position = played(name, count)
        for player in position.waiting:
            moves = position.moves(player)
            assert len({move.notation for move in moves}) == len(moves)
            for move in Random(1).sample(list(moves), min(40, len(moves))):
                again = position.parse(f"  {move.notation.upper()} ", player)
                assert (again.notation, again.actions) == (move.notation, move.actions)
                assert move.words


@pytest.mark.parametrize("name", NAMES)
def test_a_text_has_who_is_asked_and_no_number_of_another_seat(name: str) -> None:
    position = played(name, 8)
    for player in range(position.game.players):
        text = position.text(player)
        assert f"You: {position.game.facts.seats[player]}." in text
        assert all(len(line.rstrip()) > 0 for line in text.splitlines())
    assert "You: a spectator." in position.text(-1)


def test_hidden_choices_are_in_no_text() -> None:
    position = garrison.load("boneyard", players=2).new(1)
    first, second = position.copy(), position.copy()
    for copy, action in ((first, position.actions(0)[0]), (second, position.actions(0)[-1])):
        copy.play(0, action)
    assert first.text(1) == second.text(1)
    assert first.text() == second.text()
    assert first.moves(1) == second.moves(1)
    assert first != second


def test_what_is_not_a_move_is_refused_with_the_nearest() -> None:
    position = garrison.load("minefield").new(7)
    with pytest.raises(UnknownMove, match=r"'upp' is not a move now: .* The nearest moves: up"):
        position.parse("upp", 0)
    with pytest.raises(UnknownMove, match="at most 2000 characters"):
        position.parse("up; " * 1000, 0)
    skirmish = garrison.load("skirmish").new(7)
    with pytest.raises(UnknownMove, match="It is not your turn: Calliance is to act"):
        skirmish.parse("0,2", 1)
    with pytest.raises(UnknownMove, match="nothing was written"):
        skirmish.parse("   ", 0)


def test_several_moves_in_a_line_and_what_was_left_out() -> None:
    position = garrison.load("minefield").new(7)
    execution = position.perform(0, "right x3; nonsense; stay")
    assert position.steps == 4
    assert len(execution.report) == 1
    assert execution.report[0].startswith("Skipped 'nonsense': ")


def test_a_line_stops_when_others_have_acted() -> None:
    position = garrison.load("skirmish", setup="duel").new(1)
    move = position.moves(0)[0]
    execution = Execution(position.parse(f"{move.notation}; {move.notation}", 0), 0)
    while (action := execution.next_action(position)) is not None:
        position.play(0, action)
    while 0 not in position.waiting:
        position.play(1, position.actions(1)[0])
    assert execution.next_action(position) is None
    assert execution.is_done
    assert execution.report == [f"Stopped: others have acted, without: {move.notation}."]


def test_until_news_stops_when_something_is_told() -> None:
    position = garrison.load("minefield").new(7)
    execution = perform(position, 0, position.parse("right until news", 0))
    assert position.steps > 1
    assert execution.is_done


def test_text_and_moves_share_one_search_until_something_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    searches = list[int]()

    def counted(position: Position, player: int) -> list[MoveResult]:
        searches.append(player)
        return results(position, player)

    monkeypatch.setattr(viewpoint, "results", counted)
    position = garrison.load("skirmish", setup="duel").new(11)
    before = position.text(0), position.moves(0)
    assert before == (position.copy().text(0), position.moves(0))
    assert searches == [0]
    position.perform(0, before[1][-1])
    assert position.text(1) != before[0]
    assert position.moves(1) == garrison.load("skirmish", setup="duel").from_bytes(position.to_bytes()).moves(1)
    assert 1 in searches[1:]


def test_the_collector_rests_while_moves_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    collects = list[bool]()

    def failing(position: Position, player: int) -> list[MoveResult]:
        collects.append(gc.isenabled())
        raise UnknownMove("no search today")

    monkeypatch.setattr(viewpoint, "results", failing)
    with pytest.raises(UnknownMove):
        garrison.load("skirmish", setup="duel").new(12).moves(0)
    assert collects == [False]
    assert gc.isenabled()


TOYS = """
import garrison, json
from random import Random
said = []
for name in ("counting", "bare"):
    position, dice = garrison.load(name).new(1), Random(1)
    while not position.over:
        player = position.waiting[0]
        said.append(position.text(player))
        move = dice.choice(position.moves(player))
        assert position.parse(move.notation, player).actions == move.actions
        assert not position.perform(player, move.notation).report
    said.append(position.text(0))
print(json.dumps(said))
"""


def test_games_that_say_nothing_about_words_are_played_in_words(tmp_path: Path) -> None:
    toy.install(tmp_path)
    environment = {**toy.install(tmp_path, "bare", **bare.BARE), "GARRISON_LANE": "interpreted"}
    done = toy.python(environment, "-c", TOYS)
    assert done.returncode == 0, done.stderr
    texts = json.loads(done.stdout)
    assert texts[0].splitlines() == [
        "Counting (standard), step 0. You: First.",
        "Rules: Count to three in turns.",
        "    012",
        "  0 ...",
        "Asked: 0 so far",
        "You may answer with (2 moves):",
        "- count; wait",
    ]
    assert texts[-1].endswith("The game is over: nothing can be played any more.")

"""Properties that no rules can break, because the engine sees to them: seen failing on positions made by hand."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from garrison.core.engine.lane import LANE
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.ranges import gaps
from garrison.core.replay import Move
from garrison.lab.check.check_report import CheckReport, Counterexample
from garrison.lab.check.lanes import Probe, compare
from garrison.lab.check.processes import crash
from garrison.lab.check.properties import records, turn_order
from garrison.lab.check.property import Moment, Property
from playing import NAMES, game_of, played

pytestmark = pytest.mark.lane


def moment_of(position: Position) -> Moment:
    game = position.game
    return Moment(game, 1, position, [Move(0, 0)] * position.steps, Random(1), np.zeros((1, *game.planes_shape)))


def said(item: Property, moment: Moment) -> list[str]:
    return [flaw.text for flaw in item.flaws(moment)]


@pytest.mark.parametrize("name", NAMES)
def test_padding_is_what_no_field_covers(name: str) -> None:
    position = played(name)
    free = list(gaps(position.game.state_dtype))
    covered = sum(kind.itemsize for kind, *_ in position.game.state_dtype.fields.values())
    assert sum(size for _, size in free) == position.game.state_dtype.itemsize - covered
    assert said(records.padding, moment_of(position)) == []
    if free:
        position.state.view(np.uint8)[sum(free[-1]) - 1] = 1
        assert said(records.padding, moment_of(position)) == ["some bytes between the record's fields are not 0"]


def test_some_game_has_padding() -> None:
    assert any(list(gaps(played(name, 1).game.state_dtype)) for name in NAMES)


def test_what_comes_back_from_bytes_must_be_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    position = played("skirmish")
    assert said(records.round_trips, moment_of(position)) == []

    def from_bytes(game: Game, data: bytes) -> Position:
        return game.new(3)

    monkeypatch.setattr(Game, "from_bytes", from_bytes)
    assert said(records.round_trips, moment_of(position))[0].startswith("another position comes back from its bytes: ")


def test_moves_and_steps_must_be_equally_many() -> None:
    moment = moment_of(played("skirmish"))
    assert said(turn_order.steps, moment) == []
    moment.moves.pop()
    assert said(turn_order.steps, moment) == ["11 moves were played, but 12 steps are counted"]


def test_a_game_must_not_go_on_after_its_limit() -> None:
    moment = moment_of(played("skirmish", 12, rules={"max_steps": 30}))
    moment.position.state["steps"] = 30
    moment.moves[:] = [Move(0, 0)] * 30
    assert said(turn_order.steps, moment) == ["the game continues after 30 steps, its max_steps"]


def test_a_set_up_must_look_the_same_in_every_lane(monkeypatch: pytest.MonkeyPatch) -> None:
    game, instead = game_of("skirmish"), played("skirmish")
    probe = Probe.of_start(5, game.new(5))
    assert compared(game, probe) == {"lanes": None}
    with monkeypatch.context() as other:
        other.setattr(Position, "scores", (0.25, 0.75))
        assert compared(game, probe)["lanes"] == Counterexample("score gives something else", 5, 0, lane=LANE)
    with monkeypatch.context() as other:
        other.setattr(Game, "new", lambda game, seed: instead)
        assert str(compared(game, probe)["lanes"]).startswith("new leads to another position: its field ")


def test_a_set_up_that_overflows_in_one_lane_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("skirmish")
    probe = Probe.of_start(5, game.new(5))

    def new(game: Game, seed: int) -> Position:
        raise FloatingPointError("overflow encountered in scalar add")

    monkeypatch.setattr(Game, "new", new)
    assert str(compared(game, probe)["trouble"]).startswith("FloatingPointError: overflow encountered in scalar add")


def compared(game: Game, probe: Probe) -> dict[str, Counterexample | None]:
    """What trying a probe finds, by property."""
    report = CheckReport("toy", "standard", 1, 0)
    compare(game, probe, report)
    return {name: line.counterexample for name, line in report.lines.items()}


def test_the_first_counterexample_stays() -> None:
    report = CheckReport("toy", "standard", 2, 0)
    line = report.line("waiting", "Somebody waits.")
    line.counterexample = Counterexample("nobody", 5, 3, 1)
    other = CheckReport("toy", "standard", 2, 0).line("waiting", "Somebody waits.")
    other.looked, other.counterexample = 4, Counterexample("somebody else", 6, 7)
    report.add(other.to_dict())
    assert str(line) == "FAIL  Somebody waits: nobody (seed 5, step 3, player 1)."
    assert (line.looked, report.passed) == (4, False)


def test_a_process_that_crashed_is_told() -> None:
    line = crash("compiled", -11, "one\noh\n")
    assert line["counterexample"]["text"] == "the process ended with SIGSEGV: oh"
    assert line["counterexample"]["lane"] == "compiled"

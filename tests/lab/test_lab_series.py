"""The lab in Python: games as a table, their measures, and measures of other packages."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from garrison import lab
from garrison.errors import BadOption
from garrison.lab import measures
from garrison.lab.design.run import Extent, Run
from playing import game_of

DUEL = game_of("skirmish")
PACKAGE = """
from garrison.lab.measures.evidence import Figure, Measure
from garrison.lab.measures.intervals import share

def quick(evidence):
    games = evidence.of()
    figures = (Figure("under 20 turns", share(games.ends.turns < 20 if games else (), games.groups)),)
    sentence = evidence.sentence(f"{figures[0]}.", figures)
    return Measure(100, "quick", "Quick games", sentence, "Games of less than 20 turns.", figures)

def broken(evidence):
    return 1 / 0
"""


@pytest.fixture
def other_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    information = tmp_path / "quickness-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: quickness\nVersion: 1.0\n")
    entries = "[garrison.measures]\nquick = quickness:quick\nslow = quickness:quick\nbroken = quickness:broken\n"
    (information / "entry_points.txt").write_text(entries)
    (tmp_path / "quickness.py").write_text(PACKAGE)
    monkeypatch.syspath_prepend(tmp_path)
    measures.all_kinds.cache_clear()
    yield
    measures.all_kinds.cache_clear()
    sys.modules.pop("quickness", None)


def test_games_are_columns_with_a_number_a_game() -> None:
    games = lab.play(DUEL, ["random", "easy"], 7, seed=3)
    assert {len(column) for column in games.values()} == {8}
    assert games["bot_calliance"].tolist() == ["random", "easy"] * 4  # both sit everywhere
    assert (games["seed"][::2] == games["seed"][1::2]).all()
    assert set(games["winner"]) <= {"Calliance", "Zorde", ""}
    assert games["points_zorde"].sum() + games["points_calliance"].sum() == 8
    again = lab.play(DUEL, ["random", "easy"], 7, seed=3)
    assert all((again[name] == column).all() for name, column in games.items())


def test_pandas_and_polars_read_them() -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    assert pandas.DataFrame(lab.play(DUEL, "random", 4)).shape[0] == 4


def test_a_measure_has_a_figure_with_an_interval() -> None:
    games = lab.play(DUEL, "random", 40)
    length = lab.measure(games, "length")
    assert length.figure == length["median"]
    assert length.figure.low <= length.figure.value == np.median(games["turns"]) <= length.figure.high
    with pytest.raises(BadOption, match="length has no figure called middle; there are: median"):
        _ = length["middle"]
    with pytest.raises(BadOption, match="no measure called beauty"):
        lab.measure(games, "beauty")


def test_whatever_has_a_number_a_game_can_be_measured() -> None:
    games = lab.play(DUEL, "random", 40)
    own = lab.measure(games, games["turns"] > 10, "long")
    assert (own.figure.label, own.figure.unit) == ("long", "%")
    assert lab.measure(games, games["turns"]).figure.value == pytest.approx(games["turns"].mean())
    with pytest.raises(BadOption, match="There are 40 games, but 2 numbers"):
        lab.measure(games, [1, 2])


def test_a_bot_for_each_seat_or_one_for_all() -> None:
    with pytest.raises(BadOption, match="has 2 seats: name one bot, or 2"):
        lab.play(DUEL, ["random"], 4)
    with pytest.raises(AttributeError):
        _ = lab.nothing


def test_measures_of_other_packages_are_measures_like_all_others(other_package: None) -> None:
    games = lab.play(DUEL, "random", 40)
    assert "quick" in measures.kinds_for(DUEL)
    figure = lab.measure(games, "quick")["under 20 turns"]
    assert figure.low <= (games["turns"] < 20).mean() <= figure.high
    with pytest.raises(BadOption, match="does not make a Measure of that name"):
        lab.measure(games, "slow")
    with pytest.raises(BadOption, match="does not make a Measure of that name"):
        Run(DUEL, "random", Extent(games=8), ["slow"])  # before anything is played
    assert "ZeroDivisionError" in lab.measure(games, "broken").sentence

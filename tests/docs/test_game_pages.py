"""The pages in docs/games say what observations hold: exactly what tools/observations.py writes today."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from observations import FOLDER, by_players, lines_of, renewed

from garrison.core import game as games
from garrison.core.observation import ObservationSpec, Seen, spec_of
from playing import NAMES

WRONG = "the game's facts have changed, or somebody has changed the table: run tools/observations.py"


def page_of(name: str) -> str:
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8")


def test_every_game_has_a_page_and_every_page_a_game() -> None:
    assert {page.stem for page in FOLDER.glob("*.md")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_holds_what_the_tool_writes(name: str) -> None:
    assert page_of(name) == renewed(page_of(name), name), WRONG


def test_a_fact_that_changes_makes_a_page_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    def changed(game: games.Game) -> ObservationSpec:
        spec = spec_of(game)
        return replace(spec, numbers=(replace(spec.numbers[0], high=7), *spec.numbers[1:]))

    monkeypatch.setattr(games, "spec_of", changed)
    assert page_of("siege") != renewed(page_of("siege"), "siege")


def test_a_page_without_marks_is_refused() -> None:
    with pytest.raises(SystemExit, match=r"minefield.md lacks one of these lines"):
        renewed("# Minefield", "minefield")


@pytest.mark.parametrize("name", NAMES)
def test_no_part_is_left_out_of_a_table_or_listed_twice(name: str) -> None:
    spec = by_players(name)[-1].observation_spec
    for parts in (spec.planes, spec.numbers, spec.entities):
        ranges = [re.match(r"\| (\d+)(?: to (\d+))? \| `", line) for line in lines_of(list(enumerate(parts)))]
        told = [place for found in ranges if found for place in range(int(found[1]), int(found[2] or found[1]) + 1)]
        assert told == list(range(len(parts)))


def test_what_is_the_same_for_several_things_stands_there_once() -> None:
    def soldier(number: int) -> tuple[Seen, Seen]:
        return Seen(f"soldier {number} health", "what is left", 0, 9), Seen(f"soldier {number} turned", "1: yes", 0, 1)

    parts = [Seen("red left", "red ones that left", 0, 3), Seen("blue left", "blue ones that left", 0, 3)]
    parts += [
        *soldier(1),
        *soldier(2),
        *soldier(3),
        Seen("reason", "why, if it is over", 0, 1, ("", "limit"), is_private=True),
    ]
    others = "the same for `soldier 2`, `soldier 3`, instead of `soldier 1`"
    assert list(lines_of(list(enumerate(parts)))) == [
        "| 0 to 1 | `red left`, `blue left` | red or blue ones that left | 0 to 3 |",
        "| 2 | `soldier 1 health` | what is left | 0 to 9 |",
        "| 3 | `soldier 1 turned` | 1: yes | 0 or 1 |",
        f"| 4 to 7 | `soldier 2 health` to `soldier 3 turned` | {others} | |",
        "| 8 | `reason` | why, if it is over (nobody else sees it) | 0 none, 1 limit |",
    ]

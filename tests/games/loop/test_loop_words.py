"""Loop in words: what battles cost and who is met, walks that stop, buying, selling and placing in a line."""

from __future__ import annotations

import re
from typing import Any

import pytest
from loop_drawing import draw, equipment, inventory, ticked, value

import garrison
from garrison.core.position import Position
from garrison.errors import UnknownMove

FIELD = """
    H===1===
    =......=
    =......=
    ========
"""


def start() -> Position:
    return garrison.load("loop", world="small").new(401)


def line_with(position: Position, words: str) -> str:
    return next(line for line in position.text(0).splitlines() if words in line)


# --- What is certain to come


def costs(position: Position, words: str) -> list[tuple[int, int]]:
    """Rounds and losses that the text foretells for slug, zombie, vampire, Doggie and Elan Muske."""
    found = re.search(rf"{re.escape(words)} ((?:\d+x\d+ ?)+)", position.text(0))
    assert found
    return [(int(rounds), int(loss)) for rounds, loss in re.findall(r"(\d+)x(\d+)", found[1])]


WORN: list[dict[str, Any]] = [
    {},
    {"worn": ["armour"]},
    {"worn": ["armour", "shield", "helmet"]},
    {"worn": ["stake"]},
]


@pytest.mark.parametrize("kind", range(5))
@pytest.mark.parametrize("facts", WORN)
def test_a_battle_costs_what_was_foretold(kind: int, facts: dict[str, Any]) -> None:
    rounds, loss = costs(draw(FIELD, also={"1": "@"}, **facts), "stuns apart):")[kind]
    battle = draw(FIELD, also={"1": f"@{'szvDE'[kind]}"}, battle=True, hero_health=100_000, health=100_000, **facts)
    before = value(battle, "health")
    assert value(ticked(battle.copy(), rounds - 1), "fighting") == 1
    assert value(ticked(battle, rounds), "fighting") == 0
    assert before - value(battle, "health") == rounds * loss


def test_what_is_carried_or_can_be_paid_is_foretold_too() -> None:
    bare = draw(FIELD, also={"1": "@"}, state={"gold": 600}, items=["helmet"])
    text = bare.text(0)
    worn = draw(FIELD, also={"1": "@"}, worn=["armour", "helmet"])
    assert "with armour (600)" in text
    assert "with helmet " in text
    assert costs(bare, "with armour and helmet") == costs(worn, "stuns apart):")
    berserk = draw(FIELD, also={"1": "@"}, state={"gold": 2000}, mode="berserker")
    assert "with shield (450)" in berserk.text(0)
    assert "with armour and" not in berserk.text(0)
    assert "with armour" not in draw(FIELD, also={"1": "@"}, state={"gold": 299}).text(0)
    assert "armour (600)" not in bare.text(0, forecasts=False)


@pytest.mark.parametrize("kind", "zvDE")
def test_who_is_met_before_the_castle_is_foretold(kind: str) -> None:
    position = draw(FIELD, also={"1": "@"})
    assert "no battle before, but for slugs" in position.text(0)
    text = FIELD.replace("========", f"==={kind}====")
    position = ticked(draw(text, also={"1": "@"}), 1)
    found = re.search(r"a battle with \w+(?: \w+)? in (\d+), on (\d+),(\d+)", position.text(0))
    assert found
    steps = int(found[1])
    assert value(ticked(position.copy(), steps - 1), "fighting") == 0
    assert value(ticked(position, steps), "fighting") == 1
    path = position.game.record[0]
    place = value(position, "place")
    assert (path.path_y[place], path.path_x[place]) == (int(found[2]), int(found[3]))


def test_nobody_is_foretold_whose_coming_is_drawn() -> None:
    for seed in range(20):
        text = garrison.load("loop", rules={"battle_radius": [9, 9, 9, 9, 9]}).new(seed).text(0)
        assert "battles apart." in text


# --- What may be answered


def test_moves_are_decisions_and_time_comes_last() -> None:
    position = draw(FIELD, also={"1": "@"}, cards="Th", items=["sword", "armour", "sword"])
    moves = position.moves(0)
    notations = [move.notation for move in moves]
    assert notations[-1] == "advance"
    assert {"wear sword", "wear armour", "place tower 1,1", "place village 0,5"} <= {*notations}
    assert len({*notations}) == len(notations)
    for move in moves:
        assert position.parse(move.notation.upper(), 0) == move
    position.perform(0, "wear sword; place tower 1,1")
    assert equipment(position)["weapon"] == "sword"
    assert "place tower" not in position.text(0)
    assert "place village on, row: columns, 0: 1-7; 1: 0 7;" in position.text(0)


def test_what_is_worn_is_only_changed_for_something_else() -> None:
    position = draw(FIELD, also={"1": "@"}, items=["sword", "stake"], worn=["sword"])
    words = {move.notation: move.words for move in position.moves(0)}
    assert "wear sword" not in words
    assert words["wear stake"] == "Puts on a stake instead of a sword."


def test_what_is_empty_is_filled() -> None:
    position = draw(FIELD, also={"1": "@"}, items=["sword", "stake", "armour", "helmet"], worn=["armour"])
    position.perform(0, "wear all")
    assert equipment(position) == {"weapon": "sword", "armour": "armour", "helmet": "helmet"}


def test_a_card_is_placed_where_it_may_stand() -> None:
    position = draw(FIELD, also={"1": "@"}, cards="T")
    with pytest.raises(UnknownMove, match="a tower can't stand on 0,1, but for example on 1,1"):
        position.parse("place tower 0,1", 0)
    with pytest.raises(UnknownMove, match="there is no card called 'moon' in hand"):
        position.parse("place moon 1,1", 0)
    position.play(0, "card 1")
    assert "Fields, row: columns, 1: 1-6; 2: 1-6." in position.text(0)
    assert position.parse("place tower 2,6", 0).actions == position.parse("2,6", 0).actions


# --- Courses


def test_a_walk_stops_when_something_comes() -> None:
    position = start()
    move = position.parse("go until card, item, shop, health < 40", 0)
    assert move.notation == "go until card, item, shop, health < 40"
    assert position.parse(move.notation, 0) == move
    execution = position.perform(0, move)
    has_come = any("A new card" in sentence or "shop is open" in sentence for sentence in position.sentences)
    assert has_come or position.state["health"][0] < 40 or position.over
    assert execution.report[0].startswith("Stopped: ") or position.over


def test_a_walk_stops_at_a_card_for_which_another_one_goes() -> None:
    odds = [[1, 0, 0, 0, 0, 0, 0]] * 5
    position = draw(FIELD, also={"1": "@s"}, battle=True, cards="P" * 8, card_odds=odds)
    assert position.perform(0, "go until card").report == ["Stopped: card."]
    assert value(position, "fighting") == 0
    assert value(position, "card_count") == 8


def shop() -> Position:
    for seed in range(400, 420):
        position = garrison.load("loop", world="small").new(seed)
        for _ in range(60):
            position.perform(0, "go until shop")
            if position.state["shopping"][0] or position.over:
                break
        if position.state["shopping"][0]:
            return position
    raise AssertionError("no shop opens")


def test_buying_in_a_line() -> None:
    position = shop()
    gold, potions = int(position.state["gold"][0]), int(position.state["potions"][0])
    report = position.perform(0, "buy potion, potion, potion, potion, potion, potion").report
    assert position.state["potions"][0] > potions
    assert position.state["gold"][0] < gold
    assert report
    assert "buy potion is not possible any more, after" in report[0]


def test_the_shop_says_what_things_cost_and_bring() -> None:
    position = shop()
    assert "buy potion (150)" in line_with(position, "Answer")
    assert "go until" not in line_with(position, "Answer")
    rich = draw(FIELD, shop=True, items=["sword", "sword"])
    assert "sell sword (2, 180)" in rich.text(0)
    assert rich.perform(0, "sell 2 sword").report == []
    assert inventory(rich) == []


def test_what_is_not_there_is_refused() -> None:
    position = start()
    with pytest.raises(UnknownMove, match="there is nothing called 'sell crown' now"):
        position.parse("sell 2 crown", 0)
    with pytest.raises(UnknownMove, match="there is nothing called 'wear hat' now"):
        position.parse("wear hat", 0)
    with pytest.raises(UnknownMove, match="a walk goes on until card, item"):
        position.parse("go until christmas", 0)

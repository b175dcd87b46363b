"""Loop in words: walks that stop, buying, selling and placing in a line."""

from __future__ import annotations

import pytest

import garrison
from garrison.core.position import Position
from garrison.errors import UnknownMove


def start() -> Position:
    return garrison.load("loop", world="small").new(401)


def test_a_walk_stops_when_something_comes() -> None:
    position = start()
    move = position.parse("go until card, item, shop, health < 40", 0)
    assert move.notation == "go until card, item, shop, health < 40"
    assert position.parse(move.notation, 0) == move
    cards, items = int(position.state["card_count"][0]), int(position.state["item_count"][0])
    execution = position.perform(0, move)
    grown = int(position.state["card_count"][0]) > cards or int(position.state["item_count"][0]) > items
    assert grown or position.state["shopping"][0] or position.state["health"][0] < 40 or position.over
    assert execution.report[0].startswith("Stopped: ") or position.over


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


def test_what_is_not_there_is_refused() -> None:
    position = start()
    with pytest.raises(UnknownMove, match="there is nothing called 'sell crown' now"):
        position.parse("sell 2 crown", 0)
    with pytest.raises(UnknownMove, match="a walk goes on until card, item"):
        position.parse("go until christmas", 0)
    with pytest.raises(UnknownMove, match="there is no card called 'moon' in hand"):
        position.parse("place moon 1,1", 0)

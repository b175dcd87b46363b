"""Cards and items are pictures in slots, which can be pressed; the slots that are still empty can be seen."""

from __future__ import annotations

from functools import cache

import pytest
from host import Server
from places import begin
from visitor import LAPTOP, PHONE, Visitor

import garrison
from garrison.core.replay import Move, Replay

ENOUGH = 3  # cards, of two kinds at least


@cache
def with_cards() -> Replay:
    """A place on Loop's path with a few cards and something to put on."""
    game = garrison.load("loop")
    position, moves = game.new(0), list[Move]()
    advance, leave = (
        game.facts.fields + [button.name for button in game.facts.buttons].index(name) for name in ("advance", "leave")
    )
    state = position.state[0]
    while state.card_count < ENOUGH or not state.item_count or state.fighting or state.shopping:
        moves.append(Move(0, leave if leave in position.actions(0) else advance))
        position.play(0, moves[-1].action)
    return Replay(game, 0, moves)


@pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_cards_and_items_lie_in_slots_and_can_be_pressed(
    screen: dict[str, int], visitor: Visitor, server: Server
) -> None:
    replay = with_cards()
    state = replay.verify().state[0]
    page = visitor.page
    page.set_viewport_size(screen)  # type: ignore[arg-type]
    visitor.sit(begin(server, replay))
    hand = page.locator("section.panel", has_text="Hand (")
    inventory = page.locator("section.panel", has_text="Inventory (")
    assert inventory.locator("li button").count() == state.item_count
    assert inventory.locator("li").count() == replay.game.record["inventory_room"][0]
    card = hand.locator("li button").first
    card.click()
    hand.locator("button[aria-pressed=true]").wait_for()
    page.mouse.move(0, 0)  # no tip
    visitor.check_axe("slots")

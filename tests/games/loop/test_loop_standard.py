"""L37 and L38: what the Character begins with, and houses that wear out."""

import pytest
from loop_drawing import draw, drawing, game_of, legal, picture, soldiers, ticked, told, value

import garrison

pytestmark = pytest.mark.lane

WALK = "H===\n=..=\n===="
HAND = ("card 1", "card 2", "card 3")


def start_of(text=WALK, **rules):
    return game_of(text, **rules).new(seed=1)


def test_L37_the_character_begins_with_gold_and_cards_in_their_order():
    position = start_of(start_gold=225, start_cards=[4, 1, 3])
    assert value(position, "gold") == 225
    assert position.state["cards"][0, : value(position, "card_count")].tolist() == [4, 1, 3]
    assert legal(position) == {"advance", *HAND}


def test_L37_by_default_there_is_neither():
    position = start_of()
    assert (value(position, "gold"), value(position, "card_count")) == (0, 0)


def test_L37_a_full_hand_loses_its_oldest_card_as_ever():
    """The world is four tiles wide, so the hand holds four cards."""
    position = start_of(start_gold=5, start_cards=[4, 5, 6, 1, 2])
    assert position.state["cards"][0, :4].tolist() == [5, 6, 1, 2]
    assert (value(position, "gold"), value(position, "experience")) == (35, 50)


def test_L37_a_card_can_be_placed_before_the_first_tick():
    position = start_of(start_cards=[4])
    position.play(0, "card 1")
    position.play(0, 1)
    assert position.state["tiles"][0, 1] == 3 + 4


@pytest.mark.parametrize(("mark", "building"), [("h", "a village"), ("B", "barracks")])
def test_L38_a_house_that_has_given_something_falls_down(mark, building):
    position = ticked(draw(f"H{mark}==\n=..=\n====", wear_chance=100, health=50))
    assert picture(position) == drawing("H@==\n=..=\n====")
    assert told(position)[-1] == f"Worn out and gone: {building} on 0,1."


def test_L38_it_gives_what_it_has_before():
    assert value(ticked(draw("Hh==\n=..=\n====", wear_chance=100, health=50)), "health") == 60
    assert len(soldiers(ticked(draw("HB==\n=..=\n====", wear_chance=100)))) == 1


def test_L38_also_where_there_is_nothing_to_give():
    assert "h" not in picture(ticked(draw("Hh==\n=..=\n====", wear_chance=100)))
    full = draw("HB==\n=..=\n====", wear_chance=100, soldiers=[30] * 8)
    assert "B" not in picture(ticked(full))


@pytest.mark.parametrize(("drawn", "stands"), [(11, False), (12, True), (99, True)])
def test_L38_the_chance_is_in_percent(drawn, stands):
    position = ticked(draw("Hh==\n=..=\n====", wear_chance=12, chance=[(100, drawn)]))
    assert (position.state["tiles"][0, 1] > 3) == stands


def test_L38_its_tile_is_free_again():
    position = draw("Hh==\n=..=\n====", wear_chance=100, cards="h")
    position.play(0, "card 1")
    assert "field 1" not in legal(position)
    ticked(position)
    assert "field 1" in legal(position)


def test_L38_by_default_houses_stand_for_good():
    position = draw("Hh=B\n=..=\n====")
    for _ in range(40):
        ticked(position)
        assert "h" in picture(position) or value(position, "place") == 1
    assert (position.state["tiles"][0, [1, 3]] > 3).all()


def test_L38_nothing_else_wears_out():
    position = draw("Hx==\n=T.=\n====", wear_chance=100)
    ticked(position, 3)
    assert "x" in picture(position)
    assert "T" in picture(position)


def test_L37_standard_begins_with_what_the_rulebook_says():
    position = garrison.load("loop").new(seed=9)
    assert value(position, "gold") == 275
    assert position.state["cards"][0, :4].tolist() == [4, 1, 3, 0]

"""The alphabet: every character has strokes, and texts are as wide as they say."""

from __future__ import annotations

import re
import string
from xml.etree import ElementTree

import pytest

from garrison.look import lettering
from garrison.look.lettering.glyphs import GLYPHS, UNKNOWN

PRINTABLE = [chr(code) for code in range(33, 127)]
EXTRAS = list("·–’×→♥éöäüß…")


def places(data: str) -> list[float]:
    """The x of every M in path data."""
    return [float(x) for x in re.findall(r"M(-?[\d.]+)", data)]


@pytest.mark.parametrize("character", PRINTABLE + EXTRAS)
def test_every_character_has_its_own_strokes(character: str) -> None:
    width, strokes = GLYPHS[character]
    assert width > 0
    assert strokes.startswith("M")
    assert strokes != UNKNOWN[1]


def test_different_characters_look_different() -> None:
    strokes = [GLYPHS[character][1] for character in PRINTABLE]
    assert len(set(strokes)) == len(strokes)


@pytest.mark.parametrize("character", list(GLYPHS))
def test_strokes_use_only_letters_that_can_be_placed_and_the_right_count_of_numbers(character: str) -> None:
    for command, numbers in lettering.COMMAND.findall(GLYPHS[character][1]):
        assert len(lettering.NUMBER.findall(numbers)) == len(lettering.AXES[command])


@pytest.mark.parametrize("character", list(GLYPHS))
def test_strokes_stay_near_their_box(character: str) -> None:
    width, strokes = GLYPHS[character]
    data = lettering.place_strokes(strokes, 0, 0, 1)
    assert all(-1 <= x <= width + 1 for x in places(data))


def test_a_space_has_width_but_no_strokes() -> None:
    assert lettering.text_path(" ", 0, 0, 20) == ""
    assert lettering.text_width(" ", 20) > 3


def test_widths_add_up() -> None:
    text = "Player 1: 12 × gold"
    whole = lettering.text_width(text, 15)
    assert whole == pytest.approx(sum(lettering.text_width(character, 15) for character in text))
    assert lettering.text_width(text, 30) == pytest.approx(2 * whole)
    assert lettering.text_width("W", 15) > lettering.text_width("i", 15)


def test_anchors_shift_by_half_and_by_all_of_the_width() -> None:
    width = lettering.text_width("LIT", 20)
    start, middle, end = (
        places(lettering.text_path("LIT", 100, 50, 20, anchor)) for anchor in ("start", "middle", "end")
    )
    assert [round(a - b, 1) for a, b in zip(start, middle, strict=True)] == pytest.approx(
        [width / 2] * len(start), abs=0.06
    )
    assert [round(a - b, 1) for a, b in zip(start, end, strict=True)] == pytest.approx([width] * len(start), abs=0.06)


def test_baseline_and_size_say_where_a_letter_stands() -> None:
    assert lettering.text_path("I", 10, 100, 40).endswith("72V100")


def test_arcs_keep_their_flags_when_they_grow() -> None:
    assert "A6.6 6.6 0 0 0" in lettering.text_path("B", 0, 0, 40)


def test_unknown_characters_draw_a_box() -> None:
    box = lettering.text_path("漢", 0, 14, 20)
    assert box == lettering.place_strokes(UNKNOWN[1], lettering.GAP / 2, 0, 1)
    assert box.endswith("Z")


def test_an_element_is_well_formed_and_says_its_text() -> None:
    text = "<&>\"' \x00 " + string.printable
    element = ElementTree.fromstring(lettering.text_element(text, 0, 0, 20, "#ffffff"))
    assert element.tag == "path"
    assert element.attrib["aria-label"].startswith("<&>\"' \ufffd ")


def test_heavier_texts_have_thicker_pens_and_tiny_ones_stay_visible() -> None:
    assert lettering.pen_width(20, 1.5) == pytest.approx(1.5 * lettering.pen_width(20))
    assert lettering.pen_width(4) == lettering.THINNEST_PEN


def test_fitted_texts_fit() -> None:
    assert lettering.fit("short", 15, 500) == "short"
    cut = lettering.fit("a text that is much too long", 15, 100)
    assert cut.endswith("…")
    assert lettering.text_width(cut, 15) <= 100


def test_wrapped_texts_keep_all_words_in_order() -> None:
    text = "Choose a field to move the troll to or an enemy to strike"
    lines = lettering.wrap(text, 15, 150)
    assert len(lines) > 2
    assert " ".join(lines) == text
    assert all(lettering.text_width(line, 15) <= 150 for line in lines)
    assert lettering.wrap("", 15, 150) == []


def test_numbers_are_short() -> None:
    assert [lettering.number(value) for value in (1.0, 1.5, 0.333, -0.001, -2.25, 100)] == [
        "1",
        "1.5",
        "0.33",
        "0",
        "-2.25",
        "100",
    ]

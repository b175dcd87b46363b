"""Pictures: what a scene says is in them, they are the same every time, and their pixels have the right colours."""

from __future__ import annotations

import re
import struct
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import garrison.look.picture as picture_module
from garrison.errors import MissingExtra
from garrison.look import palette
from garrison.look.palette import PALETTE, PAPER, colour_of, mix
from garrison.look.picture import board as picture_board
from garrison.look.picture import plate as picture_plate
from garrison.look.picture import style as picture_style
from garrison.look.picture import to_png, to_svg
from garrison.look.png import pixels_of
from garrison.look.scene import Bar, Board, Line, Panel, Piece, Scene, Terrain

SVG = "{http://www.w3.org/2000/svg}"
GAMES = Path(picture_module.__file__).parents[2] / "games"
GROUND = {".": Terrain("ground", "ground")}
KNIGHT = Piece("k", "knight", 1, 2, "a knight", "K", "blue", owner=0)


def board(*pieces: Piece, **fields: tuple[int, ...]) -> Board:
    return Board(4, 5, (".....",) * 4, GROUND, pieces, **fields)  # type: ignore[arg-type]


def scene(*pieces: Piece, **fields: tuple[int, ...]) -> Scene:
    return Scene("toy", "Toy", 0, (board(*pieces, **fields),))


@pytest.fixture
def sprites(tmp_path: Path) -> Path:
    """A folder with a sprite for knights, which is one disc in the piece's colour, and one for long ships."""
    head = '<svg xmlns="http://www.w3.org/2000/svg"'
    disc = '<circle cx="32" cy="32" r="20" fill="currentColor"/>'
    (tmp_path / "knight.svg").write_text(f'{head} viewBox="0 0 64 64">\n  {disc}\n</svg>\n')
    (tmp_path / "ship.svg").write_text(
        f'{head} viewBox="0 0 128 64"><rect width="64" height="64" fill="#ff0000"/></svg>'
    )
    return tmp_path


def uses(svg: str) -> list[str]:
    return [use.attrib["href"] for use in ElementTree.fromstring(svg).iter(f"{SVG}use")]


def titles(svg: str) -> list[str | None]:
    return [title.text for title in ElementTree.fromstring(svg).iter(f"{SVG}title")]


def labels(svg: str) -> list[str]:
    paths = ElementTree.fromstring(svg).iter(f"{SVG}path")
    return [path.attrib["aria-label"] for path in paths if "aria-label" in path.attrib]


def field_centre(row: int, column: int, size: int = 32) -> tuple[int, int]:
    """The pixel row and column of the middle of a field of a lone board without a title."""
    top = picture_module.HEADER_HEIGHT + picture_board.FRAME + picture_board.RULER
    left = picture_module.MARGIN + picture_board.FRAME + picture_board.RULER
    return round(top + (row + 0.5) * size), round(left + (column + 0.5) * size)


def rgb(colour: str) -> list[int]:
    return [int(colour[place : place + 2], 16) for place in (1, 3, 5)]


def test_a_full_scene_is_well_formed_and_says_everything(sprites: Path) -> None:
    ork = Piece("o", "ork", 0, 0, "an ork", "O", "red", owner=1, badge="12", bar=Bar(3, 10), turn=1, faint=True)
    main = replace(
        board(KNIGHT, ork, legal_fields=(0, 1), marked_fields=(2,), chosen_fields=(3,), range_fields=(4,)), title="Hill"
    )
    panel = Panel(
        "Player 1", (Line("Gold", "17", colour="gold"), Line("Life", "3", Bar(3, 5), sprite="knight")), owner=0
    )
    svg = to_svg(
        Scene("toy", "Toy", 0, (main, replace(board(), small=True)), (panel,), prompt="Move!", log=("Bang.",)), sprites
    )
    assert {"Toy", "Hill", "Player 1", "Gold", "17", "Life", "Move!", "Bang.", "12", "O"} <= set(labels(svg))
    assert titles(svg) == ["Toy", "a knight", "an ork"]


def test_an_empty_scene_is_a_picture_too(tmp_path: Path) -> None:
    root = ElementTree.fromstring(to_svg(Scene("toy", "Toy", 0, ()), tmp_path))
    assert float(root.attrib["width"]) > 300


def test_texts_are_escaped(tmp_path: Path) -> None:
    nasty = "<b>&\"'</b>\x07"
    kept = nasty.replace("\x07", "\ufffd")
    piece = Piece("a", nasty.replace("/", ""), 0, 0, nasty, nasty, "blue", badge=nasty)
    panels = (Panel(nasty, (Line(nasty, nasty, sprite="nasty"),)),)
    svg = to_svg(Scene(nasty, nasty, 0, (board(piece),), panels, prompt=nasty, log=(nasty,)), tmp_path)
    assert set(titles(svg)) == {kept}
    assert labels(svg).count(kept) == 8  # title, glyph, badge, panel, name, value, prompt, log


def test_the_same_scene_gives_the_same_text(sprites: Path) -> None:
    again = scene(KNIGHT, legal_fields=(7, 3, 5))
    assert to_svg(again, sprites) == to_svg(scene(KNIGHT, legal_fields=(7, 3, 5)), sprites)
    assert to_svg(again, sprites) == to_svg(scene(KNIGHT, legal_fields=(5, 7, 3, 3)), sprites)


def test_sprites_are_defined_once_and_used_for_each_piece(sprites: Path) -> None:
    pieces = [replace(KNIGHT, id=str(column), column=column, owner=-1) for column in range(3)]
    svg = to_svg(scene(*pieces), sprites)
    assert uses(svg) == ["#sprite-toy-knight"] * 3
    assert svg.count('r="20"') == 1
    assert f'color="{palette.colour_of("blue")}"' in svg


def test_a_kind_without_a_sprite_is_a_tile_with_its_glyph(sprites: Path) -> None:
    svg = to_svg(scene(replace(KNIGHT, kind="dragon", glyph="Dr", colour="pink", owner=-1)), sprites)
    assert uses(svg) == []
    assert "Dr" in labels(svg)
    assert palette.colour_of("pink") in svg


def test_owners_differ_by_shape_or_pattern_and_not_only_by_colour() -> None:
    assert len(set(picture_style.OWNER_PLATES)) == len(picture_style.OWNER_PLATES)
    shapes = {picture_plate.plate_outline(picture_style.owner_plate(owner)[0], 64, 64) for owner in range(4)}
    assert len(shapes) == 4


def test_plates_have_the_colours_of_the_seats_and_the_shapes_of_their_places(sprites: Path) -> None:
    owned = [replace(KNIGHT, id=str(owner), column=owner, owner=owner) for owner in range(2)]
    drawn = Scene("toy", "Toy", 0, (board(*owned),), (Panel("A", (), owner=0),))
    usual, stated = (to_svg(replace(drawn, colours=colours), sprites) for colours in ((), ("red", "gold")))
    blue, red, gold = (mix(colour_of(name), PAPER, picture_plate.PALE) for name in ("blue", "red", "gold"))
    assert blue in usual
    assert blue not in stated
    assert red in stated
    assert gold in stated
    assert re.search(rf'id="plate-0-1x1"><path d="{picture_plate.plate_outline("round", 64, 64)}" fill="{red}"', stated)
    assert f'stroke="{mix(colour_of("gold"), PAPER, picture_plate.SHADE)}"' in stated, "stripes, in the seat's colour"
    assert f'stroke="{colour_of("red")}"' in stated, "the panel's edge"


def test_a_round_plate_fills_all_fields_of_a_large_piece() -> None:
    assert picture_plate.plate_outline("round", 192, 128).count("A29.0 29.0") == 4
    assert picture_plate.plate_outline("hexagon", 64, 128) == "M3 32.0L18 3H110L125 32.0L110 61H18Z"


def test_what_is_inside_something_is_drawn_smaller_in_the_middle_of_its_field(sprites: Path) -> None:
    alone, inside = (to_svg(scene(replace(KNIGHT, owner=-1, inside=inside)), sprites) for inside in (False, True))
    places = [re.search(r"translate\((\S+) (\S+)\) scale\((\S+)\)", svg) for svg in (alone, inside)]
    (left, top, scale), (inner_left, inner_top, inner_scale) = (map(float, place.groups()) for place in places if place)
    assert inner_scale == pytest.approx(scale * picture_board.INSIDE_SCALE, rel=1e-3)
    assert inner_left - left == inner_top - top == pytest.approx(32 * (scale - inner_scale), rel=1e-2)


def test_the_plate_of_an_owner_has_its_pattern(sprites: Path) -> None:
    plain, striped = (to_svg(scene(replace(KNIGHT, owner=owner)), sprites) for owner in (0, 1))
    assert "<pattern" not in plain
    assert 'id="owner-1"' in striped
    assert "url(#owner-1)" in striped


def test_higher_layers_are_drawn_later(sprites: Path) -> None:
    high, low = replace(KNIGHT, label="high", layer=2), replace(KNIGHT, label="low", layer=1)
    assert titles(to_svg(scene(high, low), sprites)) == ["Toy", "low", "high"]


def test_a_turned_piece_is_rotated_about_the_middle_of_its_box(sprites: Path) -> None:
    row, column = field_centre(1, 2)
    assert f"rotate(90 {column} {row})" in to_svg(scene(replace(KNIGHT, turn=1)), sprites)
    assert f"rotate(270 {column} {row})" in to_svg(scene(replace(KNIGHT, turn=-1)), sprites)
    assert "rotate(" not in to_svg(scene(replace(KNIGHT, turn=4)), sprites)


def test_each_kind_of_field_is_drawn_in_its_own_way(sprites: Path) -> None:
    bare = to_svg(scene(KNIGHT), sprites)
    names = ("legal_fields", "marked_fields", "chosen_fields", "range_fields")
    drawn = {to_svg(scene(KNIGHT, **{name: (field,)}), sprites) for name in names for field in (0, 7)}
    assert len(drawn) == 8
    assert bare not in drawn
    assert "<circle" in to_svg(scene(legal_fields=(0,)), sprites)


def test_bars_say_how_full_by_length_and_colour() -> None:
    shares = [palette.bar_share(Bar(value, 10)) for value in (-1, 0, 3, 6, 10, 99)]
    assert shares == [0, 0, 0.3, 0.6, 1, 1]
    assert palette.bar_share(Bar(1, 0)) == 0
    assert [palette.bar_colour(share) for share in (0.2, 0.5, 0.9)] == [
        palette.colour_of(name) for name in ("red", "gold", "green")
    ]
    assert picture_style.bar_element(Bar(0, 10), 0, 0, 20, 4).count("<rect") == 1
    assert 'width="9.2"' in picture_style.bar_element(Bar(5, 10), 0, 0, 20, 4)


def test_every_palette_name_has_a_colour() -> None:
    assert set(palette.COLOURS) == set(PALETTE)
    assert len(set(palette.COLOURS.values())) == len(PALETTE)


def test_pictures_of_one_game_keep_their_size(sprites: Path) -> None:
    def size(prompt: str, value: str) -> tuple[str, str]:
        panel = Panel("Player", (Line("Gold", value),))
        root = ElementTree.fromstring(to_svg(replace(scene(), panels=(panel,), prompt=prompt), sprites))
        return root.attrib["width"], root.attrib["height"]

    assert size("", "") == size("A long prompt. " * 20, "12345678901234567890123456789012345678901234567890")


def test_a_badge_is_drawn_on_the_icon_of_a_line(sprites: Path) -> None:
    def drawn(badge: str) -> str:
        line = Line("Health", "3 of 4", Bar(3, 4), sprite="knight", badge=badge)
        return to_svg(Scene("toy", "Toy", 0, (), (Panel("Character", (line,)),)), sprites)

    assert len(drawn("7")) > len(drawn(""))


def test_panels_stand_above_each_other_while_there_is_room(sprites: Path) -> None:
    few, many = (
        picture_module.columns_of([picture_module.PictureBlock(10, 100, lambda x, y: "")] * count, 350)
        for count in (3, 4)
    )
    assert [len(column) for column in few] == [3]
    assert [len(column) for column in many] == [3, 1]


@pytest.mark.parametrize(
    "path", sorted(GAMES.glob("*/sprites/*.svg")), ids=lambda path: f"{path.parts[-3]}-{path.stem}"
)
def test_shipped_sprites_can_be_used(path: Path) -> None:
    root = ElementTree.parse(path).getroot()
    assert root.tag == f"{SVG}svg"
    assert set(root.attrib) == {"viewBox"}, "other attributes of the outermost element are not kept"
    assert root.attrib["viewBox"].startswith("0 0 ")
    inside = list(root.iter())
    assert not any("id" in element.attrib for element in inside), "ids of two sprites would clash"
    assert not any(element.tag == f"{SVG}text" for element in inside), "texts need a font"
    assert picture_plate.read_sprite(path) is not None


def test_a_missing_rasteriser_is_told_in_one_sentence(sprites: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingExtra, match=r'pip install "garrison\[images\]"'):
        to_png(scene(), sprites)


def test_png_has_the_size_of_the_svg_times_the_scale(sprites: Path) -> None:
    pytest.importorskip("resvg_py")
    root = ElementTree.fromstring(to_svg(scene(KNIGHT), sprites))
    for scale in (1, 2):
        png = to_png(scene(KNIGHT), sprites, scale=scale)
        assert png.startswith(b"\x89PNG\r\n\x1a\n")
        size = struct.unpack(">II", png[16:24])
        assert size == (int(root.attrib["width"]) * scale, int(root.attrib["height"]) * scale)


def test_the_same_scene_gives_the_same_png(sprites: Path) -> None:
    pytest.importorskip("resvg_py")
    assert to_png(scene(KNIGHT), sprites) == to_png(scene(KNIGHT), sprites)


def test_pixels_have_the_colours_of_what_is_there(sprites: Path) -> None:
    pytest.importorskip("resvg_py")
    pixels = pixels_of(to_png(scene(KNIGHT, replace(KNIGHT, id="o", column=4, colour="gold")), sprites))
    assert pixels.dtype == np.uint8
    assert pixels.ndim == 3
    assert pixels.shape[2] == 3
    assert pixels[1, 1].tolist() == rgb(palette.BACKGROUND)
    assert pixels[field_centre(1, 2)].tolist() == rgb(palette.colour_of("blue"))
    assert pixels[field_centre(1, 4)].tolist() == rgb(palette.colour_of("gold"))


def test_a_long_piece_turns_its_bow_with_it(sprites: Path) -> None:
    pytest.importorskip("resvg_py")
    ship = Piece("s", "ship", 1, 1, "a ship", "S", "grey")
    lying = pixels_of(to_png(scene(replace(ship, width=2)), sprites))
    standing = pixels_of(to_png(scene(replace(ship, height=2, turn=1)), sprites))
    backwards = pixels_of(to_png(scene(replace(ship, height=2, turn=3)), sprites))
    red = [255, 0, 0]
    assert lying[field_centre(1, 1)].tolist() == red != lying[field_centre(1, 2)].tolist()
    assert standing[field_centre(1, 1)].tolist() == red != standing[field_centre(2, 1)].tolist()
    assert backwards[field_centre(2, 1)].tolist() == red != backwards[field_centre(1, 1)].tolist()

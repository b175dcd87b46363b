"""What people may be called: nothing that hides, nothing that piles up, and nobody looks like anybody else."""

from __future__ import annotations

import pytest

from garrison.play import names
from garrison.play.lookalikes import HOMOGLYPHS, are_alike
from garrison.play.names import BadName, checked_name

BOTS = ("easy", "expert", "random")


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Ada",
            "Ada Lovelace",
            "Zoë",
            "Nguyễn",
            "Ἀθηνᾶ",
            "Дарья",
            "דָּוִד",
            "प्रिया",
            "น้ำฝน",
            "སྒྲུབ",
            "明",
            "김철수",
            "🐱",
            "❤️",
            "O'Neill",
        ),
        *("Abbot", "Botho", "Robot", "Harden", "Player", ""),
    ],
)
def test_names_of_people_everywhere_are_fine(name: str) -> None:
    assert checked_name(name, BOTS, ["Bo"]) == (name.replace("\ufe0f", "") or "Player")


@pytest.mark.parametrize(
    "letter",
    [
        "\u200b",
        "\u200d",
        "\u202e",
        "\u2066",
        "\u00ad",
        "\ufeff",
        "\u3164",
        "\u2800",
        "\u034f",
        "\x1b",
        "\x07",
        "\ue000",
    ],
)
@pytest.mark.parametrize("name", ["Ada{}", "{}Ada", "A{}da", "{}"])
def test_what_nobody_can_see_is_refused(name: str, letter: str) -> None:
    with pytest.raises(BadName, match=names.UNSEEN):
        checked_name(name.format(letter))


@pytest.mark.parametrize(
    "name",
    ["a\u0335\u0336\u0337\u0338", "Z\u0300\u0301\u0302\u0303algo", "\u0301Ada", "Ada \u0301", "\u0e01" + "\u0e47" * 9],
)
def test_marks_that_pile_up_or_stand_on_nothing_are_refused(name: str) -> None:
    with pytest.raises(BadName, match="more than two marks"):
        checked_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ada"),  # case
        ("Ada", "Ａｄａ"),  # width
        ("Ada", "A d a"),  # spaces
        ("Ada", "Ada."),
        ("Ada", "Аdа"),  # Cyrillic
        ("Boris", "Βогіѕ"),  # Greek and Cyrillic
        ("HELEN", "НЕLЕN"),  # capitals that look like others than the small letters do
        ("Ηλίας", "ηλίας"),
        ("Ada", "Áda"),
        ("Ada", "𝐀𝐝𝐚"),
        ("Ida", "lda"),
        ("Bill", "B1ll"),
        ("Bo", "B0"),
        ("Amo", "Arno"),
        ("Ada", "ᴀᴅᴀ"),
        ("Ada", "ᗩᑯa"),  # Canadian syllabics, which generators of fancy letters use
        ("!", "!"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert are_alike(one, other)
    with pytest.raises(BadName, match="somebody else in this match"):
        checked_name(other, BOTS, ["Eve", one])


@pytest.mark.parametrize(
    ("one", "other"), [("Ada", "Ida"), ("Bo", "Bob"), ("!", "?"), ("🐱", "🐶"), ("明", "月"), ("Ann", "Anna")]
)
def test_names_that_do_not(one: str, other: str) -> None:
    assert not are_alike(one, other)


def test_each_lookalike_stands_for_one_letter() -> None:
    others = [other for letters in HOMOGLYPHS.values() for other in letters]
    assert len(others) == len(set(others))
    assert all(not other.isascii() and are_alike(letter, other) for letter, row in HOMOGLYPHS.items() for other in row)


@pytest.mark.parametrize("name", ["Easy", "EXPERT", "r a n d o m", "Еаsу", "ra\u0301ndom"])
def test_nobody_is_called_like_a_bot_of_the_game(name: str) -> None:
    with pytest.raises(BadName, match="which is a bot here"):
        checked_name(name, BOTS)


@pytest.mark.parametrize(
    "name",
    ["(bot)", "Ada (bot)", "Ada [BOT]", "bot:ada", "Ada (b o t)", "the bot", "Ada (ЬОТ)".replace("Ь", "В"), "B0T"],
)
def test_nobody_is_called_a_bot(name: str) -> None:
    with pytest.raises(BadName, match="Only bots are called bots"):
        checked_name(name)

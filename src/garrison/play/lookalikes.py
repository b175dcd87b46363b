"""Which names look alike, whatever characters they are made of: case, width, spaces, punctuation, accents, letters of
other scripts, and letters that are easily mistaken for others."""

from __future__ import annotations

import re
import unicodedata

# By the Latin letter: what looks like it in Greek, Cyrillic, Armenian, Cherokee, Lisu, Coptic, Canadian syllabics, as a
# small capital, or with a stroke. What Unicode itself holds for a form of the letter (wide, bold, circled, accented)
# need not be here.
HOMOGLYPHS = {
    "A": "ΑАᎪꓮᗩ",
    "a": "αаɑᴀ",
    "B": "ΒВᏴꓐᗷ",
    "b": "ʙвƀᑲ",
    "C": "СᏟꓚϹⲤᑕ",
    "c": "сᴄⲥ",
    "D": "ᎠꓓĐÐᗪ",
    "d": "ԁᴅđᑯ",
    "E": "ΕЕᎬꓰᗴ",
    "e": "еҽᴇ",
    "F": "Ϝꓝᖴ",
    "f": "ꜰ",
    "G": "ԌᏀꓖ",
    "g": "ɡցɢ",
    "H": "ΗНᎻꓧᕼ",
    "h": "һհʜнħ",
    "I": "ΙІӀᏆꓲ",
    "i": "ιіıɩɪ",
    "J": "ЈᎫꓙͿᒍ",
    "j": "јϳյȷᴊ",
    "K": "ΚКᏦꓗᛕ",
    "k": "κкᴋ",
    "L": "ᏞꓡԼŁᒪ",
    "l": "ӏʟł",
    "M": "ΜМᎷꓟᗰ",
    "m": "мᴍ",
    "N": "Νꓠᑎ",
    "n": "ηոɴ",
    "O": "ΟОՕꓳØ",
    "o": "οоօᴏσø",
    "P": "ΡРᏢꓑᑭ",
    "p": "ρрᴘ",
    "Q": "Ԛ",
    "q": "ԛգզᑫ",
    "R": "ᎡᏒꓣᖇ",
    "r": "гʀᴦ",
    "S": "ЅՏᏚꓢᔕ",
    "s": "ѕꜱ",
    "T": "ΤТᎢꓔ",
    "t": "τтᴛŧ",
    "U": "Սꓴᑌ",
    "u": "υսᴜʋ",
    "V": "ѴᏙꓦᐯ",
    "v": "νѵᴠ",
    "W": "ԜᎳꓪᗯ",
    "w": "ωԝɯᴡ",
    "X": "ΧХꓫ᙭",
    "x": "χх",
    "Y": "ΥУҮᎩꓬ",
    "y": "γуүʏ",
    "Z": "ΖᏃꓜ",
    "z": "ᴢ",
    "ß": "β",
    "3": "ЗзӠʒ",
    "6": "б",
}
LATIN = str.maketrans({other: letter for letter, others in HOMOGLYPHS.items() for other in others})
ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})  # of small letters, since a capital I is an l
PAIRS = (("rn", "m"), ("vv", "w"))
ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f]")
BOT = re.compile(r"(?<![^\W_])bot(?![^\W_])")  # as a word


def are_alike(one: str, other: str) -> bool:
    """Whether one name could be mistaken for another.

    >>> are_alike("Ada", "\u0410d a"), are_alike("Ida", "1da"), are_alike("Ada", "Ida")
    (True, True, False)
    """
    return not _looks(one).isdisjoint(_looks(other))


def is_called_bot(name: str) -> bool:
    """Whether a name says that a bot plays.

    >>> is_called_bot("Ada (b\u043et)"), is_called_bot("B O T"), is_called_bot("Abbot")
    (True, True, False)
    """
    return any(BOT.search(look) or BOT.search("".join(look.split())) for look in _bare(name))


def _looks(name: str) -> set[str]:
    """What a name looks like; names that share a look are alike."""
    return {_letters(look) or look for look in _bare(name)}


def _bare(name: str) -> set[str]:
    """A name in small Latin letters, as far as it looks like that. In other scripts, a letter may look like one Latin
    letter when it is small, and like another one when it is a capital."""
    return {_latin(form) for form in (name, name.casefold(), name.upper())}


def _latin(name: str) -> str:
    plain = ACCENTS.sub("", unicodedata.normalize("NFKD", name.translate(LATIN)))
    look = plain.translate(LATIN).casefold().translate(ALIKE)
    for pair, letter in PAIRS:
        look = look.replace(pair, letter)
    return look


def _letters(look: str) -> str:
    """Without spaces and punctuation."""
    return "".join(letter for letter in look if unicodedata.category(letter)[0] not in "ZPC")

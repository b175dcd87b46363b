"""The graveyard, in a row of its own above the forest."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from garrison.games.boneyard.rules.ground import COLOUR_OF, COLOURS, WIDTH
from garrison.games.boneyard.state import KIND_COUNT
from garrison.look.palette import OWNER_COLOURS
from garrison.look.scene import Piece

MARGIN = 1  # the forest and the village around the fields
PALETTE_NAMES = ("purple", "gold", "red", "blue", "green")  # by colour
GATE = MARGIN + WIDTH  # the column beside the graves, where hearses wait


def buried(s: Any, who: int) -> Iterator[Piece]:
    """Who lies in the graveyard: each colour above the point where it comes out of the forest; hearses at the gate."""
    counts: Counter[int] = Counter()
    for kind in range(KIND_COUNT):
        counts[int(COLOUR_OF[kind])] += int(s.graves[who, kind])
    for colour, number in counts.items():
        name, badge = COLOURS[colour], str(number) if number > 1 else ""
        title = f"{number} {name} skeletons" if number > 1 else f"a {name} skeleton"
        facts: dict[str, Any] = {"badge": badge, "inside": True, "name": title}
        words, glyph = f"{title} in the graveyard", f"{name[0].upper()}{number if number < 10 else '+'}"
        place, tint = MARGIN + colour, PALETTE_NAMES[colour]
        if number:
            yield Piece(f"{who}-buried-{colour}", f"skeleton_{name}", 0, place, words, glyph, tint, **facts)
    if hearses := int(s.hearses[who]):
        words, badge = f"{hearses} hearses" if hearses > 1 else "a hearse", str(hearses) if hearses > 1 else ""
        label, tint = f"{words} in the graveyard", OWNER_COLOURS[who]
        yield Piece(f"{who}-buried-hearse", "hearse", 0, GATE, label, f"H{badge}"[:2], tint, badge=badge, name=words)

"""The palette and the plates for the browser client: variables for its styles, and constants for what it draws itself.

`python -m garrison.look.stylesheet FOLDER` writes the files; a test fails when that is needed.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from garrison.look import palette
from garrison.look.picture import plate
from garrison.look.picture.style import OWNER_PLATES

NOTICE = "Generated from garrison/look/palette.py; a test checks it. Change the palette, not this file."
PLATES_NOTICE = "Generated from garrison/look/picture/plate.py; a test checks it. Change that, not this file."
SHADE_GAP = "{shade}"  # where a pattern's colour goes, which depends on the game
PICTURE_FIELD = 32  # how large a field is in a picture, where the hatching is drawn as it is
DARK_THEME = ':root[data-theme="dark"]'
CONSTANTS = ("OWNER_COLOURS", "PAPER", "INK", "TROUGH", "LOW_BAR", "MIDDLE_BAR")


def stylesheet() -> str:
    """The variables of the client's styles, in both themes."""
    night = palette.NIGHT | {"color-scheme": "dark"}
    by_default = _rule(night, ':root:not([data-theme="light"])').replace("\n", "\n  ")
    return (
        f"/* {NOTICE} */\n\n"
        f"{_rule(palette.ALWAYS | palette.DAY | {'color-scheme': 'light'})}\n\n"
        f"@media (prefers-color-scheme: dark) {{\n  {by_default}\n}}\n\n"
        f"{_rule(night, DARK_THEME)}\n"
    )


def _rule(values: dict[str, str], whose: str = ":root") -> str:
    lines = [f"  {name if name == 'color-scheme' else f'--{name}'}: {value};" for name, value in values.items()]
    return "\n".join([f"{whose} {{", *lines, "}"])


def typescript() -> str:
    """The colours that the client mixes itself."""
    colours = "".join(f"  {name}: {json.dumps(colour)},\n" for name, colour in palette.COLOURS.items())
    parts = [f"// {NOTICE}\n", f"export const COLOURS: Record<string, string> = {{\n{colours}}};"]
    parts += [f"export const {name} = {json.dumps(getattr(palette, name))};" for name in CONSTANTS]
    return "\n".join([*parts, ""])


def plates() -> str:
    """What is drawn under owners' pieces and over fields in range, so that it is the same in pictures and browsers."""
    parts = []
    for owner, (shape, _) in enumerate(OWNER_PLATES):
        drawing = {"outline": plate.OUTLINES[shape], "pattern": plate.pattern_element(owner, SHADE_GAP)}
        lines = "".join(f"    {name}: {json.dumps(part)},\n" for name, part in drawing.items())
        parts.append("  {\n" + lines + "  },\n")
    shares = "".join(f"export const {name} = {getattr(plate, name)};\n" for name in ("PALE", "SHADE", "DARKER"))
    hatching = plate.hatching(plate.UNIT / PICTURE_FIELD)
    return (
        f"// {PLATES_NOTICE}\n\nexport const UNIT = {plate.UNIT}; // a field is this wide in sprites and plates\n"
        f"{shares}export const PLATES = [\n{''.join(parts)}];\nexport const HATCHING = {json.dumps(hatching)};\n"
    )


def files() -> dict[str, str]:
    """The files to write, by their path among the client's sources."""
    return {"palette.css": stylesheet(), "lib/palette.ts": typescript(), "lib/plates.ts": plates()}


def main(folder: Path) -> None:
    """Write the files."""
    for name, text in files().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

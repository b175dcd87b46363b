"""Draw the icons of the browser client, for those who install it as an app, from its one drawing."""

from __future__ import annotations

import re
from pathlib import Path

from resvg_py import svg_to_bytes

WEB = Path(__file__).parents[1] / "src" / "garrison" / "play" / "web"
SIZES = {"icon-192.png": 192, "icon-512.png": 512}
FULL_SIZES = {"icon-180.png": 180, "icon-full.png": 512}  # without round corners: systems cut those themselves
SHRUNK = 'transform="translate(8 8) scale(0.75)"'  # so that a cut in any shape leaves the drawing whole


def full(drawing: str) -> str:
    """The drawing on a ground that reaches the edge."""
    return re.sub(r"(<rect\b[^>]*?) rx=\"\d+\"", r"\1", drawing).replace("<g ", f"<g {SHRUNK} ", 1)


def main() -> None:
    """Draw them all."""
    drawing = (WEB / "src" / "icon.svg").read_text(encoding="utf-8")
    for sizes, text in ((SIZES, drawing), (FULL_SIZES, full(drawing))):
        for name, size in sizes.items():
            picture = bytes(svg_to_bytes(svg_string=text, width=size, height=size, skip_system_fonts=True))
            (WEB / "public" / name).write_bytes(picture)
            print(f"{name}: {len(picture):,} bytes")


if __name__ == "__main__":
    main()

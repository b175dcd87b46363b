"""Draw the README's pictures: for every replay in docs/images, the position after its last action."""

from __future__ import annotations

from pathlib import Path

from small_png import small_png

from garrison.core import replay as replays
from garrison.look.picture import to_png

FOLDER = Path(__file__).parents[1] / "docs" / "images"
WIDTH = 1000  # pixels that a board takes, roughly


def main() -> None:
    """Draw them all."""
    for file in sorted(FOLDER.glob("*.json")):
        recorded = replays.parse(file.read_text(), file.name)
        position = recorded.verify()
        scene = position.scene(position.waiting[0] if len(position.waiting) == 1 else -1)
        size = min(52, WIDTH // scene.boards[0].columns)
        picture = small_png(to_png(scene, recorded.game.package.folder / "sprites", field_size=size))
        file.with_suffix(".png").write_bytes(picture)
        print(f"docs/images/{file.stem}.png: {len(picture):,} bytes")


if __name__ == "__main__":
    main()

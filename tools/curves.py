"""Draw curves of learning: docs/images/curve-NAME.svg for each benchmarks/results/curves/NAME.json.

    python tools/curves.py
    python tools/curves.py NAME LOG LOG ... --title "PPO in NumPy" --unit points --command "python ..."

The second form makes the file first, from what runs of a program printed, a log for each seed: lines such as
`204,800 steps  31.5 points`. The line of a picture is the mean of the runs, the band reaches from the least to the
most.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[1]
CURVES, IMAGES = ROOT / "benchmarks" / "results" / "curves", ROOT / "docs" / "images"
POINT = re.compile(r"([\d,]+) steps +(-?[\d,.]+)")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 320, 64, 28, 36, 40
LINE, BAND, INK, GRID = "#1a6fb0", "#1a6fb033", "#333333", "#dddddd"
TICKS = 4


def points_in(log: str) -> list[tuple[int, float]]:
    """The steps and the result of each line that has them.

    >>> points_in("  20,480 steps   0.113   2 s\\nwarning")
    [(20480, 0.113)]
    """
    return [(int(steps.replace(",", "")), float(value.replace(",", ""))) for steps, value in POINT.findall(log)]


def curve_of(logs: Sequence[str], **about: str) -> dict[str, Any]:
    """The contents of a file: what it is about, and the points of each run."""
    return {**about, "runs": [points_in(log) for log in logs]}


def svg_of(curve: dict[str, Any]) -> str:
    """The picture of a curve."""
    steps, values = _together(curve["runs"])
    least, most = min(float(values.min()), 0.0), float(values.max())
    right, down = (WIDTH - LEFT - RIGHT) / steps[-1], (HEIGHT - TOP - BOTTOM) / ((most - least) or 1.0)

    def place(step: float, value: float) -> str:
        return f"{LEFT + right * step:.1f},{HEIGHT - BOTTOM - down * (value - least):.1f}"

    highs = [place(*point) for point in zip(steps, values.max(axis=0), strict=True)]
    lows = [place(*point) for point in zip(steps, values.min(axis=0), strict=True)]
    means = [place(*point) for point in zip(steps, values.mean(axis=0), strict=True)]
    seeds = f", {len(values)} seeds" if len(values) > 1 else ""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
            f'font-size="13" fill="{INK}">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
            f'<text x="{LEFT}" y="22">{curve["title"]}{seeds}: {curve["unit"]} by steps</text>',
            *(_rule(least + (most - least) * tick / TICKS, least, down) for tick in range(TICKS + 1)),
            *(_label(steps[-1] * tick / TICKS, right) for tick in range(TICKS + 1)),
            f'<polygon points="{" ".join([*highs, *reversed(lows)])}" fill="{BAND}"/>',
            f'<polyline points="{" ".join(means)}" fill="none" stroke="{LINE}" stroke-width="2"/>',
            "</svg>",
            "",
        ]
    )


def _together(runs: Sequence[Sequence[tuple[int, float]]]) -> tuple[list[int], Any]:
    """The steps that all runs have come to, and a row of results for each run."""
    shared = sorted(set.intersection(*({step for step, _ in run} for run in runs)))
    by_step = [dict(run) for run in runs]
    return shared, np.array([[run[step] for step in shared] for run in by_step])


def _rule(value: float, least: float, down: float) -> str:
    y = HEIGHT - BOTTOM - down * (value - least)
    words = f"{value:,.0f}" if abs(value) >= 10 else f"{value:.2f}"
    line = f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="{GRID}"/>'
    return f'{line}<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{words}</text>'


def _label(step: float, right: float) -> str:
    words = f"{step / 1e6:,.1f} M" if step >= 1e6 else f"{step / 1e3:,.0f} k"
    return f'<text x="{LEFT + right * step:.1f}" y="{HEIGHT - 14}" text-anchor="middle">{words}</text>'


def main() -> None:
    """Write a file if one is named, then all pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="?", default="")
    parser.add_argument("logs", nargs="*", type=Path, metavar="LOG")
    for option in ("title", "unit", "command", "machine", "date"):
        parser.add_argument(f"--{option}", default="")
    wishes = vars(parser.parse_args())
    name, logs = wishes.pop("name"), wishes.pop("logs")
    if name:
        CURVES.mkdir(parents=True, exist_ok=True)
        curve = curve_of([log.read_text(encoding="utf-8") for log in logs], **wishes)
        (CURVES / f"{name}.json").write_text(json.dumps(curve) + "\n", encoding="utf-8")
    for file in sorted(CURVES.glob("*.json")):
        picture = svg_of(json.loads(file.read_text(encoding="utf-8")))
        (IMAGES / f"curve-{file.stem}.svg").write_text(picture, encoding="utf-8")
        print(f"docs/images/curve-{file.stem}.svg")


if __name__ == "__main__":
    main()

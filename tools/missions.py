"""Check the missions of games, and look for solutions that earn three stars.

    python tools/missions.py                    replays the stored solutions of all missions
    python tools/missions.py GAME --solve       looks for those that earn fewer than three stars, and writes them
    python tools/missions.py GAME --fresh       looks for all of them again, without what is stored, and writes nothing
    python tools/missions.py GAME --odds        says how many stars lines at random, and those of bots, earn how often
    python tools/missions.py GAME --only ID --seconds 60

The search knows no game: it keeps the best line that it has, changes it somewhere, plays on at random or as one of the
game's bots would, and keeps what is at least as good. How good a line is, stars and goals say.
"""

from __future__ import annotations

import argparse
import re
import time
from random import Random

from garrison import bots
from garrison.core import discovery
from garrison.core.discovery import GamePackage
from garrison.play.learning.attempt import OPEN, Attempt, followed
from garrison.play.learning.challenge import Aim, Challenge, Progress
from garrison.play.learning.mission import FILE, missions_of
from garrison.play.learning.start_position import write_actions

LONGEST = 400  # actions of a line
STALE = 600  # lines that are no better, after which another one is begun
AS_BOT = 0.3  # of the lines are played on by a bot
SOLUTION = r'(\[\[missions\]\]\s*\nid = "{}"\n(?:(?!\[\[missions\]\]).*\n)*?solution = )"[^"]*"'

Score = tuple[int, float]


def main() -> None:
    """Check what was asked for, and say how it stands."""
    reader = argparse.ArgumentParser()
    reader.add_argument("game", nargs="?")
    reader.add_argument("--only", help="one mission, by its id")
    reader.add_argument("--solve", action="store_true")
    reader.add_argument("--fresh", action="store_true")
    reader.add_argument("--odds", action="store_true")
    reader.add_argument("--seconds", type=float, default=60, help="for each mission")
    wanted = reader.parse_args()
    for package in discovery.installed()[0]:
        for mission in missions_of(package) if wanted.game in (None, package.name) else ():
            if wanted.only in (None, mission.id):
                _check(package, mission, wanted)


def _check(package: GamePackage, mission: Challenge, wanted: argparse.Namespace) -> None:
    line: tuple[int, ...] | None = mission.solution
    stars = followed(mission, mission.solution).stars
    if wanted.fresh or (wanted.solve and stars < 1 + len(mission.stars)):
        line = solution_of(mission, wanted.seconds)
        stars = followed(mission, line or ()).stars
        if line is not None and wanted.solve:
            _write(package, mission, line)
    if wanted.odds:
        for name in ("random", *_fast_bots(mission)):
            print(f"    {name}: {odds(mission, name)}")
    print(f"{mission.name}: {stars} stars, {len(line or ())} actions: {write_actions(line or ())}", flush=True)


def _write(package: GamePackage, mission: Challenge, line: tuple[int, ...]) -> None:
    file = package.folder / FILE
    pattern = SOLUTION.format(re.escape(mission.id))
    file.write_text(
        re.sub(pattern, rf'\g<1>"{write_actions(line)}"', file.read_text(encoding="utf-8"), count=1), "utf-8"
    )


def solution_of(mission: Challenge, seconds: float, seed: int = 1) -> tuple[int, ...] | None:
    """A line that earns all stars; None if none is found in that time."""
    until, dice = time.monotonic() + seconds, Random(seed)
    most = 1 + len(mission.stars)
    while time.monotonic() < until:
        line, score = _climbed(mission, dice, until)
        if score[0] == most:
            return shortened(mission, line)
    return None


def _climbed(mission: Challenge, dice: Random, until: float) -> tuple[tuple[int, ...], Score]:
    """The best line that is found by changing one again and again."""
    line, score = _line(mission, (), dice)
    stale = 0
    while stale < STALE and score[0] <= len(mission.stars) and time.monotonic() < until:
        other, other_score = _line(mission, _changed(line, dice), dice)
        stale = 0 if other_score > score else stale + 1
        if other_score >= score:
            line, score = other, other_score
    return line, score


def _changed(line: tuple[int, ...], dice: Random) -> tuple[int, ...]:
    """A line to follow: this one as far as somewhere or, with an action less or other, to its end."""
    if not line:
        return line
    place, way = dice.randrange(len(line)), dice.randrange(3)
    if way == 0:
        return line[:place]
    other = () if way == 1 else (dice.choice(line),)
    return line[:place] + other + line[place + 1 :]


def odds(mission: Challenge, bot: str, lines: int = 60) -> dict[int, float]:
    """How often lines of a bot earn how many stars."""
    dice = Random(1)
    earned = [followed(mission, _line(mission, (), dice, bot)[0]).stars for _ in range(lines)]
    return {stars: round(earned.count(stars) / lines, 2) for stars in sorted(set(earned))}


def _line(mission: Challenge, wanted: tuple[int, ...], dice: Random, name: str = "") -> tuple[tuple[int, ...], Score]:
    """A line that begins as wanted, where that is legal, and goes on as a bot would: this one, or any at random."""
    attempt, player, actions = Attempt(mission), mission.opening.player, list[int]()
    name = name or (dice.choice(_fast_bots(mission)) if dice.random() < AS_BOT else "random")
    bot = bots.find(name, mission.game.package)
    while attempt.state == OPEN and len(actions) < LONGEST:
        legal, place = attempt.position.actions(player), len(actions)
        is_wanted = place < len(wanted) and wanted[place] in legal
        action = wanted[place] if is_wanted else int(bot(attempt.position.copy(), player, dice))
        attempt.act(action)
        actions.append(action)
    return tuple(actions), _score(mission, attempt)


def _fast_bots(mission: Challenge) -> list[str]:
    """The bots that decide without a search."""
    fast = [name for name in bots.names(mission.game.package) if _is_fast(name, mission)]
    return fast or ["random"]


def _is_fast(name: str, mission: Challenge) -> bool:
    level = getattr(bots.find(name, mission.game.package), "level", None)
    return level is not None and level.method == "policy"


def _score(mission: Challenge, attempt: Attempt) -> Score:
    """Stars first, then how much is missing of what is asked for."""
    aims = mission.goals if not attempt.stars else sum((star.aims for star in mission.stars), ())
    return attempt.stars, -sum(_missing(aim, attempt.progress) for aim in aims)


def _missing(aim: Aim, progress: Progress) -> float:
    """How far a number is from what it has to be."""
    value = aim.value(progress)
    if aim.is_met(progress):
        return 0
    return abs(value - aim.amount) / (1 + abs(aim.amount))


def shortened(mission: Challenge, line: tuple[int, ...]) -> tuple[int, ...]:
    """A solution without what it does not need."""
    stars, place = followed(mission, line).stars, 0
    while place < len(line):
        shorter = line[:place] + line[place + 1 :]
        if followed(mission, shorter).stars == stars:
            line = shorter
        else:
            place += 1
    return line


if __name__ == "__main__":
    main()

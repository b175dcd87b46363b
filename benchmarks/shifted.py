"""How often `--shifted` of protocol llm-v1 changes the best move, as `hard` sees it.

    python benchmarks/shifted.py [GAME ...] [--games 12] [--positions 5] [--bot hard]

Positions come from games of the bot under shifted rules, one from each stretch of a game. In each, the bot chooses
under the shifted rules and, with the same dice, under the usual ones. Counted are other first clicks and other moves
(all clicks until a decision is complete), and beside them other first clicks under the shifted rules with other dice:
what luck alone changes. Only positions count in which there is something to choose, and in which the bot does not just
let time pass.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from random import Random

from garrison import bots
from garrison.core.discovery import own_names
from garrison.core.engine import memory
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.seeds import seeds_of
from garrison.core.soundness import why_unsound
from garrison.lab.arena.text_protocol import SERIES, ReadingSetup, setups_of

MOST_CLICKS = 60  # of one move
STRETCH = 6  # decisions between two positions


def chosen(bot: bots.Bot, position: Position, player: int, dice: int) -> list[int]:
    """The clicks with which the bot completes its decision."""
    copy, luck, clicks = position.copy(), Random(dice), list[int]()
    turn = int(copy.state["turn"][0])
    while len(clicks) < MOST_CLICKS and player in copy.waiting and int(copy.state["turn"][0]) == turn:
        clicks.append(bot(copy, player, luck))
        copy.play(player, clicks[-1])
    return clicks


def positions_of(setup: ReadingSetup, seed: int, count: int, bot: bots.Bot) -> Iterator[Position]:
    """Positions of one game under shifted rules in which somebody has a choice and makes it."""
    position, dice = setup.game_of(seed).new(seed), Random(seed)
    first = dice.randrange(STRETCH)
    for number in range(first + STRETCH * count * 50):
        if position.over or count == 0:
            return
        player = dice.choice(position.waiting)
        action = bot(position, player, dice)
        if number >= first and len(position.actions(player)) > 1 and action != position.game.facts.tick_action:
            yield position.copy()
            first, count = number + STRETCH, count - 1
        position.play(player, action)


def under(game: Game, position: Position) -> Position:
    """The position under other rules: what they limit (a health, steps that are left) is brought within the limits."""
    state = memory.copied(position.state)
    game.table.direct["clash"](game.reference, memory.reference(state))
    return Position(game, state)


def main() -> None:
    """Print a line for each set-up."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--games", dest="count", type=int, default=12, help="of each set-up")
    parser.add_argument("--positions", type=int, default=5, help="of each game, at most")
    parser.add_argument("--bot", default="hard")
    options = parser.parse_args()
    print("set-up                positions   other first click   other whole move   with other dice alone")
    for name in options.games or own_names():
        for setup in setups_of(name, is_shifted=True):
            print(line(setup, options.count, options.positions, options.bot), flush=True)


def line(setup: ReadingSetup, games: int, count: int, name: str) -> str:
    """What came out for one set-up."""
    bot, tally = bots.find(name, setup.game.package), Counter[str]()
    for seed in map(int, seeds_of(SERIES, games)):
        for position in positions_of(setup, seed, count, bot):
            usual, player = under(setup.game, position), position.waiting[0]
            if why_unsound(setup.game, usual.state):
                continue
            new, old = chosen(bot, position, player, seed), chosen(bot, usual, player, seed)
            again = bot(position.copy(), player, Random(seed + 1))
            tally.update(positions=1, first=new[0] != old[0], move=new != old, luck=again != new[0])
    shares = (f"{tally[one]:>6} {tally[one] / max(tally['positions'], 1):>5.0%}" for one in ("first", "move", "luck"))
    return f"{f'{setup.game.name} {setup.name}':<22} {tally['positions']:>8}   {'        '.join(shares)}"


if __name__ == "__main__":
    main()

"""The lab's commands with `--from-matches`: what the finished matches of a server tell."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from garrison.core.files import write_whole
from garrison.errors import BadOption

if TYPE_CHECKING:
    from garrison.core.game import Game
    from garrison.lab.measures.evidence import Evidence

NONE = (
    "There are no finished matches of {game} by these rules that may be measured. A server allows it with "
    "GARRISON_EVIDENCE=1, for the matches that begin from then on; private ones are left out."
)


def report(game: Game, database: str, among: str, names: Sequence[str], out: Path | None, as_json: bool) -> None:
    """Measure how matches went."""
    from garrison.lab.design.played_games import measures_for_played
    from garrison.lab.pages.played_report import report_on_played
    from garrison.lab.pages.report_page import page_of

    wishes = measures_for_played(game, names)
    result = report_on_played(evidence_of(game, database, among), wishes)
    print(json.dumps(result.to_dict()) if as_json else result)
    if out is not None:
        write_whole(out, json.dumps(result.to_dict()) if out.suffix == ".json" else page_of(result))


def compare(games: Sequence[Game], database: str, among: str, as_json: bool) -> None:
    """Compare how matches of two variants went."""
    from garrison.lab.design.played_games import measures_for_played
    from garrison.lab.pages.played_report import WORDS, played_differences

    first, second = (evidence_of(game, database, among) for game in games)
    differences = played_differences(first, second, measures_for_played(games[0]))
    title = f"{games[0].facts.title}, {games[0].variant} and {games[1].variant}, {WORDS[among]}:"
    lines = "\n".join([title, *map(str, differences)])
    print(json.dumps([one.to_dict() for one in differences]) if as_json else lines)


def evidence_of(game: Game, database: str, among: str) -> Evidence:
    """The matches of a database that were played by a game's rules; an error if there are none."""
    from garrison.lab.design.played_games import checked_among
    from garrison.lab.design.played_games import evidence_of as noted
    from garrison.play.server.store.finished_matches import played_games

    who = checked_among(among)
    evidence = noted(game, played_games(database, game), who)
    if not evidence.games:
        raise BadOption(NONE.format(game=f"{game.facts.title} ({game.variant})"))
    return evidence

"""What the lab does in a process of its own: a trial is played a little at a time, and can be looked at in between."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Any

import msgspec

from garrison import bots
from garrison.core.discovery import STANDARD
from garrison.core.game import Game, load
from garrison.core.parameters import read_variant
from garrison.lab.design.run import Extent, Run
from garrison.lab.design.tune import variant_text
from garrison.lab.games.changes import dials_of
from garrison.lab.measures import MEASURES as KINDS
from garrison.lab.measures.evidence import Measure
from garrison.lab.pages.report import LabReport, report_on
from garrison.lab.pages.report_page import page_of
from garrison.play.server.wire import lab_messages
from garrison.play.server.work.choices import with_changes

KEPT = 4  # trials that are being played
MEASURES = tuple(name for name, kind in KINDS.items() if not kind.needs and kind.players < 2)  # of play alone
GROUPS = 1_000_000  # games of a trial, which time ends
_running: OrderedDict[str, RunningTrial] = OrderedDict()


class RunningTrial:
    """A trial that is being played: one slice of time after the other."""

    def __init__(self, game: Game, bot: str) -> None:
        self.run = Run(game, bot, Extent(games=GROUPS, processes=0), MEASURES)
        self._games = self.run.stream()

    def play(self, seconds: float) -> None:
        """Go on for this long, and for at least one game."""
        end = time.monotonic() + seconds
        for _ in self._games:
            if time.monotonic() > end:
                return


def game_of(wish: lab_messages.LabWish) -> Game:
    """The game that is to be tried; every change is checked."""
    game = load(wish.game, variant=wish.variant or None, **dict[str, Any](wish.options))
    return with_changes(game, wish.changes)


def check(wish: lab_messages.LabWish) -> None:
    """Refuse what can't be tried."""
    bots.find(wish.bot, game_of(wish).package)


def dials(game: str, variant: str) -> list[lab_messages.DialView]:
    """The numbers that can be turned."""
    return dials_of(load(game, variant=variant or None))


def more(name: str, wish: lab_messages.LabWish, seconds: float) -> tuple[lab_messages.LabView, str]:
    """Play a trial further, and report on it: for the page, and as a page of its own."""
    if name not in _running:
        _running[name] = RunningTrial(game_of(wish), wish.bot)
        while len(_running) > KEPT:
            _running.popitem(last=False)
    trial = _running[name]
    trial.play(seconds)
    report = report_on(trial.run)
    return view(name, wish, report), page_of(report)


def end(name: str) -> None:
    """Forget a trial."""
    _running.pop(name, None)


def view(name: str, wish: lab_messages.LabWish, report: LabReport) -> lab_messages.LabView:
    """A report as the browser shows it."""
    measures = [_measure(measure) for measure in report.measures if measure.is_known]
    fields = {"games": report.games, "verdict": report.verdict, "notes": list(report.notes), "measures": measures}
    return msgspec.structs.replace(lab_messages.begun(name, wish), **fields)


def _measure(measure: Measure) -> lab_messages.LabMeasure:
    figures = [lab_messages.LabFigure(**figure.to_dict()) for figure in measure.figures]
    return lab_messages.LabMeasure(
        number=measure.number, title=measure.title, sentence=measure.sentence, how=measure.how, figures=figures
    )


def variant_file(wish: lab_messages.LabWish) -> str:
    """The rules that were tried as a variant in TOML."""
    game = load(wish.game, variant=wish.variant or None, **dict[str, Any](wish.options))
    base = read_variant(wish.variant or STANDARD, game.package.folder, game.package.variants)
    options = {**base.options, **wish.options}
    return variant_text(game, wish.changes, options, base.rules_with(options), "Tried in the lab.")

"""What the lab found out about a game: a verdict, and every measure behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from garrison.core.game import Game, load
from garrison.lab.design.advice import Counsel, counsel_on
from garrison.lab.design.goals import DesignGoal, usual_goals
from garrison.lab.design.run import Run
from garrison.lab.games.changes import dials_of
from garrison.lab.measures import measures_of
from garrison.lab.measures.evidence import PLAY, Measure
from garrison.lab.measures.telling import NOT_YET

VERDICT = ("win_rate", "draws", "cut_off", "length", "skill_depth", "luck", "use", "diversity", "sensitivity")
RARE = 0.02  # draws and games that are cut off belong in the verdict only if they are more than this


@dataclass(frozen=True)
class LabReport:
    """A report on a game with its rules, between bots of one strength."""

    game: str
    title: str
    variant: str
    changes: dict[str, Any]  # of the rules, compared with the variant
    rules_hash: str
    bot: str
    seed: int
    games: int
    notes: tuple[str, ...]
    measures: tuple[Measure, ...]
    change_words: tuple[str, ...] = ()  # the changes as people read them
    counsel: Counsel | None = None  # what to change, if steps of the rules were measured

    @property
    def between(self) -> str:
        """Whose games these are."""
        return f"between {self.bot} players"

    @property
    def verdict(self) -> list[str]:
        """The most important findings, each a sentence."""
        measures = {measure.name: measure for measure in self.measures}
        sentences = [measures[name].sentence for name in VERDICT if name in measures and _counts(measures[name])]
        titles = [measure.title.lower() for measure in self.measures if measure.figures and not measure.is_said]
        return [*sentences, f"{NOT_YET}: {', '.join(titles)}."] if titles else sentences

    def measure(self, name: str) -> Measure:
        """The measure of that name."""
        return next(measure for measure in self.measures if measure.name == name)

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        names = ("game", "variant", "changes", "rules_hash", "bot", "seed", "games", "verdict")
        data = {name: getattr(self, name) for name in names}
        more = {"measures": [measure.to_dict() for measure in self.measures]}
        if self.counsel:
            more["advice"] = [one.to_dict() for one in self.counsel.steps]
        return {**data, "notes": list(self.notes), **more}

    def __str__(self) -> str:
        lines = [f"{self.title} ({self.variant}), {self.between}, {self.games:,} games", *self.verdict, ""]
        lines += [str(self.counsel), ""] if self.counsel else []
        for measure in self.measures:
            lines.append(f"{measure.number:>2} {measure.title}: {measure.sentence}")
            lines += [f"     {figure}{f'  ({figure.flag})' if figure.flag else ''}" for figure in measure.figures[:40]]
        return "\n".join([*lines, "", *self.notes])


def _counts(measure: Measure) -> bool:
    if not measure.is_said:
        return False
    return measure.name not in ("draws", "cut_off") or measure.figures[0].estimate.value > RARE


def report_on(run: Run, goals: Sequence[DesignGoal] = (), options: Sequence[str] = ()) -> LabReport:
    """What a run has found out so far, and what to change for these goals, or for the usual ones."""
    game, evidence = run.evidence.game, run.evidence
    return LabReport(
        game=game.name,
        title=game.facts.title,
        variant=game.variant,
        changes=changes_of(game),
        rules_hash=game.rules_hash,
        bot=evidence.bot,
        seed=run.extent.seed,
        games=evidence.games,
        notes=tuple(_remarks(run)),
        measures=tuple(measures_of(evidence, run.names)),
        change_words=tuple(change_words(game)),
        counsel=counsel_on(evidence, goals or usual_goals(game), options) if "sensitivity" in run.names else None,
    )


def changes_of(game: Game) -> dict[str, Any]:
    """The rules that differ from those of the game's variant, as far as that is one of its own."""
    if game.variant not in game.package.variants:
        return {}
    usual = load(game.name, variant=game.variant).parameters
    return {name: value for name, value in game.parameters.items() if value != usual[name]}


def change_words(game: Game) -> list[str]:
    """What differs from the game's variant, by what it means: "health of Ork: 180"."""
    names = changes_of(game)
    if not names:
        return []
    usual = {dial.name: dial.value for dial in dials_of(load(game.name, variant=game.variant))}
    dials = dials_of(game)
    words = [f"{dial.plain_meaning}: {dial.value}" for dial in dials if dial.value != usual.get(dial.name)]
    has_others = bool(names.keys() - {dial.name.partition("[")[0] for dial in dials})
    return [*words, *(["another scenario"] if has_others else [])]


def _remarks(run: Run) -> list[str]:
    evidence, games = run.evidence, run.evidence.of(PLAY)
    remarks = [f"This holds between {evidence.bot} players; people play differently, and so may stronger players."]
    if games:
        different = len(set(games.ends.digests.tolist()))
        first = measures_of(evidence, ["win_rate"])[0].figures[0]
        remarks.append(f"{len(games):,} games for the main measures, {different:,} of them different. {first}.")
    if run.opening:
        remarks.append(f"The first {run.opening} turns of each game are random; otherwise all games would be alike.")
    if run.is_cut_short:
        remarks.append("The run was stopped early: this is what had been measured by then.")
    return [*remarks, *evidence.faults]

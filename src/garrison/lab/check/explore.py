"""Playing games at random and examining positions on the way, more often early in a game."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from garrison.core.engine.lane import LANE
from garrison.core.game import Game
from garrison.errors import RuleFault
from garrison.lab.check import batches, trouble
from garrison.lab.check.batch_model import Start
from garrison.lab.check.check_report import CheckReport, Counterexample
from garrison.lab.check.lanes import Probe
from garrison.lab.check.properties import identity, in_words, observations, records, scenes, secrets, turn_order
from garrison.lab.check.property import Flaw, Moment, Property
from garrison.lab.check.walk import Arrival, Walk

PROPERTIES = (  # in the order of the report
    turn_order.waiting,
    turn_order.legal,
    turn_order.steps,
    records.round_trips,
    records.replay,
    records.copies,
    records.ranges,
    records.scores,
    records.padding,
    records.looking,
    secrets.order,
    secrets.secrets,
    secrets.hiding,
    observations.observations,
    observations.reach,
    scenes.made,
    identity.ids,
    scenes.pieces,
    scenes.words,
    scenes.colours,
    in_words.notations,
    in_words.discretion,
)
VITAL = (turn_order.waiting, turn_order.legal)  # if these do not hold, no other can be tested
LAST = 6  # moves of a game that batches repeat, and then go on to the next game


class Explorer:
    """Plays games and records in a report what contradicts a property."""

    def __init__(self, game: Game, report: CheckReport, arrive: Arrival = lambda seed, step: None) -> None:
        self.game, self.report, self.arrive = game, report, arrive
        self.probes: list[Probe] = []
        self._starts: list[Start] = []
        self._planes = np.zeros((1, *game.planes_shape), dtype=np.uint8)
        report.line(trouble.NAME, trouble.SENTENCE)
        for item in PROPERTIES:
            report.line(item.name, item.sentence)
        report.line(batches.NAME, batches.SENTENCE)

    def play(self, seed: int) -> None:
        """Play one game to the end; whatever the rules do wrong ends it early."""
        walk = Walk(self.game, seed, self.arrive)
        try:
            walk.begin()
            self._follow(walk)
            self._keep_start(walk)
        except Exception as error:
            self._note(trouble.NAME, seed, len(walk.moves), Flaw(trouble.words_of(error)))
        self.report.lines[trouble.NAME].looked += len(walk.moves) + 1
        self.probes += walk.probes

    def play_batches(self) -> None:
        """Play batches from the first few games, which were played soundly, and compare them with single positions."""
        line = self.report.lines[batches.NAME]
        for way in batches.WAYS if self._starts else ():
            seed = self._starts[0].seed
            self.arrive(seed, 0)
            line.looked += 1
            try:
                discrepancy = batches.first_discrepancy(self.game, self._starts, seed, way)
            except RuleFault as error:
                self._note(
                    trouble.NAME, seed, 0, Flaw(f"{trouble.words_of(error)}, in a batch that begins with this game")
                )
            except Exception as error:
                how = batches.call_of(batches.passing_of(self.game, way))
                self._note(batches.NAME, seed, 0, Flaw(f"{trouble.words_of(error)}, with {how}"))
            else:
                if discrepancy is not None:
                    self._note(batches.NAME, discrepancy.seed, discrepancy.step, discrepancy.flaw)

    def _keep_start(self, walk: Walk) -> None:
        """Keep a few games for batches: one from its start, the others from shortly before their end."""
        if len(self._starts) < batches.PLACES and walk.has_ended:
            start = self.game.new(walk.seed)
            for move in walk.moves[:-LAST] if self._starts else ():
                start.play(move.player, move.action)
            self._starts.append(Start(walk.seed, start))

    def _follow(self, walk: Walk) -> None:
        """Examine the start; then play on and examine single steps, twice as far apart each time."""
        start, length = walk.position.copy(), 1
        is_sound = self._look(walk.moment(self._planes), PROPERTIES)
        walk.probes.append(Probe.of_start(walk.seed, start))
        while is_sound and not walk.has_ended:
            walk.wander(walk.dice.randrange(length))
            is_sound = self._look(walk.moment(self._planes), PROPERTIES if walk.position.over else VITAL)
            if is_sound and not walk.has_ended:
                walk.step()
                is_sound = self._look(walk.moment(self._planes), PROPERTIES)
            length *= 2

    def _look(self, moment: Moment, properties: Iterable[Property]) -> bool:
        """Test properties of a position; whether the game can continue from it."""
        for item in properties:
            self.arrive(moment.seed, len(moment.moves))
            flaw = self._first_flaw(item, moment)
            if flaw is not None:
                self._note(item.name, moment.seed, len(moment.moves), flaw)
                if item in VITAL:
                    return False
        return True

    def _first_flaw(self, item: Property, moment: Moment) -> Flaw | None:
        """The first thing that contradicts a property; an exception during the test is one."""
        try:
            if not item.applies(moment):
                return None
            self.report.lines[item.name].looked += 1
            flaw = next(item.flaws(moment), None)
        except RuleFault as error:
            flaw = Flaw(f"{trouble.words_of(error)}, in or shortly after this position ({item.name})")
            self._note(trouble.NAME, moment.seed, len(moment.moves), flaw)
            return None
        except Exception as error:
            if trouble.is_in_scene(error, self.game.package.folder):
                self._note(scenes.made.name, moment.seed, len(moment.moves), Flaw(trouble.words_of(error)))
                return None
            return Flaw(trouble.words_of(error))
        return flaw

    def _note(self, name: str, seed: int, step: int, flaw: Flaw) -> None:
        line = self.report.lines[name]
        if line.counterexample is None:
            player = flaw.player if flaw.player >= 0 else None
            line.counterexample = Counterexample(flaw.text, seed, step, player, LANE if name == trouble.NAME else None)

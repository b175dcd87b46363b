"""Games that do not count are played again, a few times at most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from garrison.bots.readers.reader import GameVoid
from garrison.lab.arena.contest import Result, forfeit
from garrison.lab.arena.fixtures import Fixture
from garrison.lab.arena.programs import PREFIX
from garrison.lab.work.process_pool import GamePool

TIMES = 3  # that a game is begun
HOPELESS = 3  # void games after which nobody tries any more, if none was played


def played(pool: GamePool[Fixture, Result], series: Sequence[Fixture]) -> Iterator[Result]:
    """The results of these games; a void one is played again, at most twice.

    After that, a program that broke off has lost, and a game in which a model could not be asked stays void.
    """
    fixtures, left = {fixture.number: fixture for fixture in series}, list(series)
    count = 0
    for time in range(TIMES):
        void: list[Result] = []
        for result in pool.work(left):
            if not result.void:
                count += 1
                yield result
            else:
                void.append(result)
                if len(void) >= HOPELESS and not count:
                    raise GameVoid(f"No game could be played: {result.void}.")
                if time == TIMES - 1:
                    yield _last_word(fixtures[result.number], result)
        left = [fixtures[result.number] for result in void]
        if not left:
            return


def _last_word(fixture: Fixture, result: Result) -> Result:
    """What becomes of a game that was void each time."""
    is_program = fixture.seats[result.void_by].startswith(PREFIX)
    return forfeit(fixture, result.void_by, result.void) if is_program else result

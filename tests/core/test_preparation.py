"""The queue of games to compile: what comes next, how far it is, and what happens when something fails."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from garrison.bots.search import SEARCH
from garrison.core import orders, preparation, progress_bar
from garrison.core.discovery import find
from garrison.core.effort import expected_seconds, reached_nodes
from garrison.core.engine import cache, warm
from garrison.core.engine.blueprint import Blueprint
from garrison.core.engine.compilers import Compilers
from garrison.core.engine.lane import LANE
from garrison.core.preparation import NotCompiled, Preparation
from playing import NAMES

pytestmark = pytest.mark.skipif(LANE == "interpreted", reason="nothing is compiled")
GAMES = {name: find(name).blueprint() for name in NAMES}


def pieces(*games: Blueprint) -> int:
    """Of how many pieces these games consist, the engine's own included."""
    return len(warm.jobs_for(games))


def seconds(game: Blueprint) -> float:
    return expected_seconds(warm.Job(game, game.entries))


SMALLEST_FIRST = sorted(GAMES.values(), key=seconds)
SMALL, LARGE = SMALLEST_FIRST[0], SMALLEST_FIRST[-1]


class Process:
    """A process that ends when the test says so."""

    all: list[Process] = []
    instant = False

    def __init__(self, job: warm.Job) -> None:
        self.job, self.failure, self.ended, self.gives_way = job, "", Process.instant, False
        cache.path_of(job.origin).mkdir(parents=True, exist_ok=True)
        Process.all.append(self)

    def has_ended(self) -> bool:
        return self.ended

    def give_way(self) -> None:
        self.gives_way = True

    def stop(self) -> None:
        self.ended = True


@pytest.fixture(autouse=True)
def processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    monkeypatch.setenv("GARRISON_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(Compilers, "start", lambda self, job: Process(job))
    monkeypatch.setattr(preparation, "LOOK", 0.001)
    monkeypatch.setattr(Process, "all", [])
    monkeypatch.setattr(Process, "instant", False)
    return Process.all


@pytest.fixture
def queue() -> Iterator[Preparation]:
    made = Preparation(workers=2)
    yield made
    made.stop()


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.002)


def started(count: int) -> list[str]:
    """The games of the first processes, once there are this many."""
    until(lambda: len(Process.all) >= count)
    return [process.job.origin.name for process in Process.all]


def end(*processes: Process) -> None:
    for process in processes:
        process.ended = True


def test_the_smallest_game_comes_first(queue: Preparation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Process, "instant", True)
    total = pieces(*GAMES.values())
    queue.prepare(GAMES.values())
    until(lambda: all(queue.progress(game).state == "ready" for game in GAMES.values()))
    order = list(dict.fromkeys(started(total)))
    assert order == ["engine", *(game.name for game in SMALLEST_FIRST)]
    assert all(warm.is_warm(game) for game in GAMES.values())


def test_what_somebody_asks_for_comes_next_and_others_give_way(queue: Preparation) -> None:
    queue.prepare(GAMES.values())
    assert started(2) == ["engine", SMALL.name]
    end(Process.all[0])
    started(3)
    queue.ask(LARGE)
    assert started(5)[3:] == [LARGE.name] * 2, "it waits for nobody"
    assert [process.gives_way for process in Process.all] == [False, True, True, False, False]
    time.sleep(0.05)
    assert len(Process.all) == 5, "and takes no more than the cores there are"


def test_skill_and_search_come_after_the_rules_of_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Process, "instant", True)
    extras: list[warm.Wanted] = [SEARCH, *map(warm.Skilled, GAMES.values())]
    for together in (False, True):
        monkeypatch.setattr(Process, "all", [])
        queue = Preparation(workers=1, together=together)
        queue.prepare([*extras, *GAMES.values()])
        queue.wait([*extras, *GAMES.values()])
        names = [process.job.origin.name for process in Process.all]
        rules = max(names.index(name) for name in GAMES)
        assert all(names.index(extra.origin.name) > rules for extra in extras)
        for origin in [cache.ENGINE, *(each.origin for each in (*extras, *GAMES.values()))]:
            cache.discard(cache.path_of(origin))


def test_what_is_needed_together_has_one_progress(queue: Preparation) -> None:
    skill = warm.Skilled(SMALL)
    queue.prepare([SMALL])
    assert queue.progress(SMALL, skill).state == "waiting"
    queue.ask(SMALL, skill)
    started(2)
    assert queue.progress(SMALL, skill).state == "compiling"
    end(*Process.all)
    until(lambda: [end(*Process.all), queue.progress(SMALL, skill).state == "ready"][1])
    assert queue.progress(SMALL, skill).share == 1.0


def test_a_game_is_compiled_longest_piece_first(queue: Preparation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Process, "instant", True)
    total = pieces(LARGE)
    queue.wait([LARGE])
    expected = [expected_seconds(process.job) for process in Process.all if process.job.game]
    assert len(expected) == total - 1
    assert expected == sorted(expected, reverse=True)


def test_where_nobody_waits_for_a_single_game_the_longest_of_all_is_first_and_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Process, "instant", True)
    Preparation(workers=2, together=True).wait(GAMES.values())
    expected = [expected_seconds(process.job) for process in Process.all]
    assert expected == sorted(expected, reverse=True)
    parts = {process.job.game.name: process.job.parts for process in Process.all if process.job.game}
    assert parts == {game.name: tuple(game.entries) for game in GAMES.values()}


def test_progress_goes_from_nothing_to_everything_and_never_back(
    queue: Preparation, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]  # each piece takes just the time that was expected of it
    monkeypatch.setattr(orders, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    assert queue.progress(SMALL) == preparation.Progress(SMALL.name, "waiting", 0.0)
    total = pieces(SMALL)
    queue.prepare([SMALL])
    shares = []
    for count in range(1, total + 1):
        started(count)
        shares.append(queue.progress(SMALL).share)
        process = Process.all[count - 1]
        clock[0] += expected_seconds(process.job)
        end(process)
        until(lambda: queue.progress(SMALL).share > shares[-1])
    until(lambda: queue.progress(SMALL).state == "ready")
    assert shares == sorted(set(shares)), "it moves, and never back"
    assert 0 <= shares[0] < shares[-1] < 1
    assert queue.progress(SMALL).share == 1


def test_a_running_piece_counts_by_the_clock(queue: Preparation, monkeypatch: pytest.MonkeyPatch) -> None:
    queue.prepare([SMALL])
    started(2)
    before = queue.progress(SMALL).share
    now = time.monotonic()
    monkeypatch.setattr(orders.time, "monotonic", lambda: now + 3)
    assert before + 0.05 < queue.progress(SMALL).share < 0.9
    monkeypatch.setattr(orders.time, "monotonic", lambda: now + 3000)
    assert queue.progress(SMALL).share < 1
    monkeypatch.undo()


def test_whoever_waits_hears_how_far_it_is(queue: Preparation) -> None:
    heard: list[float] = []
    total = pieces(SMALL)
    waiting = threading.Thread(target=queue.wait, args=([SMALL], heard.append))
    waiting.start()
    for count in range(1, total + 1):
        started(count)
        until(lambda: heard)
        end(Process.all[count - 1])
    waiting.join(10)
    assert heard == sorted(heard)
    assert heard[-1] == 1


def test_a_failure_is_told_and_the_others_go_on(queue: Preparation) -> None:
    queue.prepare([SMALL, LARGE])
    started(2)
    end(Process.all[0])
    Process.all[1].failure = "The rules are wrong."
    end(Process.all[1])
    until(lambda: queue.progress(SMALL).state == "failed")
    assert queue.progress(SMALL).sentence == "The rules are wrong."
    assert queue.progress(LARGE).state in ("waiting", "compiling")
    until(lambda: any(process.job.origin == LARGE.origin for process in Process.all))
    assert not cache.is_warm(SMALL.origin)


def test_what_has_failed_is_tried_again_when_somebody_asks(queue: Preparation) -> None:
    queue.prepare([SMALL])
    started(2)
    Process.all[1].failure = "There was no memory."
    end(*Process.all)
    until(lambda: queue.progress(SMALL).state == "failed")
    Process.instant = True
    queue.wait([SMALL])
    assert queue.progress(SMALL).state == "ready"


def test_whoever_waits_for_what_fails_gets_the_sentence(queue: Preparation) -> None:
    def fail() -> None:
        started(1)
        Process.all[0].failure = "The loops are wrong."
        end(Process.all[0])

    threading.Thread(target=fail).start()
    with pytest.raises(NotCompiled, match=r"The loops are wrong\."):
        queue.wait([SMALL])


def test_what_is_stopped_is_not_ready(queue: Preparation) -> None:
    queue.prepare([SMALL])
    started(2)
    queue.stop()
    assert all(process.ended for process in Process.all)
    assert queue.progress(SMALL).state == "failed"
    assert not cache.is_warm(SMALL.origin)


def test_what_is_compiled_already_is_ready_at_once(queue: Preparation) -> None:
    for origin in (SMALL.origin, cache.ENGINE):
        with cache.folder_for(origin):
            cache.mark_warm(origin)
    queue.ask(SMALL)
    assert queue.progress(SMALL).state == "ready"
    assert not Process.all


def test_without_a_folder_nothing_is_prepared(queue: Preparation, tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("GARRISON_CACHE_DIR", str(tmp_path / "file" / "cache"))
    monkeypatch.setattr(cache, "_warned", True)
    queue.ask(SMALL)
    assert queue.progress(SMALL).state == "ready", "as ready as it will ever be"
    assert not Process.all


def test_effort_is_measured_by_all_that_an_entry_calls(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "__init__.py").write_text(
        "def step(s):\n    return help_out(s)\n\ndef legal(s):\n    return s\n"
    )
    (tmp_path / "rules" / "more.py").write_text("def help_out(s):\n    return s + s + s\n\ndef unused(s):\n    pass\n")
    (tmp_path / "show.py").write_text("def help_out(s):\n    return [s] * 99\n")
    step, legal = reached_nodes(tmp_path, ["step"]), reached_nodes(tmp_path, ["legal"])
    assert step > legal > 0
    assert reached_nodes(tmp_path, ["step", "legal"]) == step + legal
    assert reached_nodes(tmp_path, ["more", "step"]) == step, "what two of them call counts once"
    assert reached_nodes(tmp_path, ["nothing"]) == 0


class Terminal:
    """An error stream that somebody looks at."""

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        """Everything is seen at once."""


def test_a_bar_is_drawn_with_percent_and_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(progress_bar.sys, "stderr", terminal)
    with progress_bar.drawn_progress("Compiling") as tell:
        tell(0.25)
    assert "Compiling  ━━━━━━──────────────────  25 %" in terminal.text
    assert terminal.text.endswith("\r\x1b[2K")


def test_a_bar_is_silent_where_a_program_has_the_screen(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setattr(progress_bar, "quiet", True)
    with progress_bar.drawn_progress("Compiling", "Compiling, once.") as tell:
        tell(0.5)
    assert capsys.readouterr().err == ""

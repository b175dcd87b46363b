"""Starting the command line as a person or a script does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

from garrison.cli import main
from garrison.core.replay import Replay
from garrison.core.verification import with_seal
from playing import game_of, numbers_of, play_on


def run(folder: Path, *arguments: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "garrison", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        **more,  # type: ignore[call-overload]
    )


def run_here(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The same command in this process, which has imported everything already; files, since it may ask for numbers."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as wrong:
        with chdir(folder), redirect_stdout(out), redirect_stderr(wrong):
            try:
                main(arguments)
            except SystemExit as end:
                status = end.code
        out.seek(0)
        wrong.seek(0)
        return subprocess.CompletedProcess([*arguments], status, out.read(), wrong.read())


def answer(folder: Path, *arguments: str) -> str:
    """What a command prints, when all is well."""
    done = run(folder, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def answer_here(folder: Path, *arguments: str) -> str:
    """The same in this process."""
    done = run_here(folder, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def refusal(folder: Path, *arguments: str) -> str:
    """The one sentence of a refused command, which leaves nothing behind."""
    before = sorted(os.listdir(folder))
    # A server starts threads, which must not go on in this process.
    done = run(folder, *arguments, timeout=60) if arguments[0] == "serve" else run_here(folder, *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("garrison: ")
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith("\n")
    assert "Traceback" not in done.stderr
    assert sorted(os.listdir(folder)) == before
    return done.stderr.removeprefix("garrison: ").strip()


def saved_replay(folder: Path, **changed: object) -> Path:
    game = game_of("skirmish")
    replay = with_seal(Replay(game, 1, play_on(game.new(1), numbers_of(1, 9))))
    file = folder / "game.json"
    file.write_text(json.dumps(json.loads(replay.to_json()) | changed))
    return file

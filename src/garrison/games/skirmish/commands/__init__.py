"""What Skirmish adds to the command line."""

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add `garrison skirmish`."""

    @app.command(name="skirmish", help="Run Skirmish from files: read INITIALS and COMMANDS, write OUTPUT.")
    def skirmish(
        initials: Annotated[Path, typer.Argument(help="the board and both armies")],
        commands: Annotated[Path, typer.Argument(help="one move per line")],
        output: Annotated[Path, typer.Argument(help="where the game is written")],
    ) -> None:
        from garrison.core.files import write_whole
        from garrison.games.skirmish.commands.output import run

        write_whole(output, run(initials, commands))

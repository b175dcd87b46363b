"""What Skirmish adds to the command line."""

from pathlib import Path
from typing import Annotated

from garrison.cli.command_line import CommandGroup
from garrison.cli.options import Argument


def register(app: CommandGroup) -> None:
    """Add `garrison skirmish`."""

    @app.command(name="skirmish", help="Run Skirmish from files: read INITIALS and COMMANDS, write OUTPUT.")
    def skirmish(
        initials: Annotated[Path, Argument(help="the board and both armies")],
        commands: Annotated[Path, Argument(help="one move per line")],
        output: Annotated[Path, Argument(help="where the game is written")],
    ) -> None:
        from garrison.core.files import write_whole
        from garrison.games.skirmish.commands.output import run

        write_whole(output, run(initials, commands))

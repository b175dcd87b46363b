"""What Skirmish adds to the command line."""

from pathlib import Path
from typing import Annotated, Any

from garrison.core.settings import Setting


def register(app: Any) -> None:
    """Add `garrison skirmish`."""

    @app.command(name="skirmish", help="Run Skirmish from files: read INITIALS and COMMANDS, write OUTPUT.")
    def skirmish(
        initials: Annotated[Path, Setting("the board and both armies")],
        commands: Annotated[Path, Setting("one move per line")],
        output: Annotated[Path, Setting("where the game is written")],
    ) -> None:
        from garrison.core.files import write_whole
        from garrison.games.skirmish.commands.output import run

        write_whole(output, run(initials, commands))

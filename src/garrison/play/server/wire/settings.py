"""Every setting of a server: from Python, from options of `garrison serve`, and from environment variables
(GARRISON_DATABASE, GARRISON_ORIGIN, and GARRISON_ with a limit's name, as in GARRISON_CONNECTIONS_AN_ADDRESS=500)."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from garrison.core import discovery
from garrison.errors import BadOption, shown
from garrison.play.user import data_folder

HOUSEHOLD = 16  # people, for whom the limits of an address are meant
LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")


def default_database() -> str:
    """The database to use when none is named: GARRISON_DATABASE, or a file in the user's data folder."""
    return os.environ.get("GARRISON_DATABASE") or f"sqlite:///{data_folder() / 'matches.sqlite'}"


def default_origins() -> tuple[str, ...]:
    """Addresses at which browsers may reach the server besides localhost: GARRISON_ORIGIN, separated by commas."""
    words = os.environ.get("GARRISON_ORIGIN", "").split(",")
    return tuple(checked_origin(word.strip()) for word in words if word.strip())


def default_metrics_token() -> str:
    """The secret with which another machine may read the metrics: GARRISON_METRICS_TOKEN."""
    return os.environ.get("GARRISON_METRICS_TOKEN", "")


def default_beside() -> tuple[tuple[str, str], ...]:
    """Which variants half of those get who name none: GARRISON_BESIDE, as in GAME=VARIANT,GAME=VARIANT."""
    words = [word.strip() for word in os.environ.get("GARRISON_BESIDE", "").split(",") if word.strip()]
    return tuple(checked_beside(word) for word in words)


def checked_beside(text: str) -> tuple[str, str]:
    """A game and one of its variants; an error if there is none of that name.

    >>> checked_beside("minefield=seed")
    ('minefield', 'seed')
    """
    game, _, variant = text.partition("=")
    if variant not in discovery.find(game).variants:
        raise BadOption(f"GARRISON_BESIDE names games and their variants, as in GAME=VARIANT, not {shown(text)}.")
    return game, variant


def checked_origin(text: str) -> str:
    """An origin as browsers send it; an error if it is not one.

    >>> checked_origin("https://Games.example.org/")
    'https://games.example.org'
    """
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/") or parts.query:
        raise BadOption(f"{shown(text)} is not an origin. An example is https://games.example.org.")
    return f"{parts.scheme}://{parts.netloc}".lower()


@dataclass(frozen=True)
class Settings:
    """How a server behaves."""

    database: str = field(default_factory=default_database, repr=False)  # its address may hold a password
    origins: tuple[str, ...] = field(default_factory=default_origins)  # such as https://garrison.example.org
    static: Path | None = None  # the built client; None: its usual place
    metrics_token: str = field(default_factory=default_metrics_token, repr=False)  # "": for this machine only

    # How many people share an address. The limits of an address are meant for 16, and grow with the crowd.
    crowd: int = 16  # behind one address; 0: nobody's address has any limits
    private_crowd: int = 300  # the same, where the address is one of a private network, or of this machine

    # Limits. A number of 0 switches a limit off.
    longest_message: int = 4096  # bytes a browser may send in one message
    longest_body: int = 2_000_000  # bytes of an uploaded replay
    longest_wish: int = 20_000  # bytes of any other request
    most_replays: int = 200_000_000  # bytes of uploaded replays to keep; the least recently used go first
    least_free: int = 100_000_000  # bytes of the database's disk; with less, the server says that it is not ready
    replays_kept: float = 30.0  # days to keep an uploaded replay after it was last looked at
    matches_kept: float = 30.0  # days to keep a match in which nobody has done anything
    messages_a_second: float = 50.0  # of one connection, on average
    messages_at_once: int = 200  # of one connection, after it was silent
    connections_an_address: int = 64  # WebSockets
    sockets_an_address: int = 256  # connections of any kind; not counted behind a proxy, since all would be its own
    matches_an_address: int = 60  # made by one address within an hour and not over
    requests_a_second: float = 100.0  # of one address, on average
    requests_at_once: int = 1000
    cost_a_second: float = 200.0  # of one address, on average; a replay's frame or an uploaded kilobyte costs 1
    cost_at_once: int = 5000
    work_an_address: int = 32  # replays to read and pictures to draw that one address may wait for at a time
    connections: int = 4000  # in all
    waiting_messages: int = 1000  # unsent, after which a connection that does not read is closed
    pauses: int = 3  # of a match among several people
    trust_proxy: bool = False  # take a person's address from X-Forwarded-For, as a reverse proxy writes it
    lab: int = 1  # the page Lab: 0 off, 1 while the server has no public address, 2 always
    lab_seconds: float = 60.0  # how long a trial in the lab is played
    evidence: int = 0  # 1: the lab may measure finished matches, without names; people are told so in Settings
    beside: tuple[tuple[str, str], ...] = field(default_factory=default_beside)  # games and their second variants
    proxies: int = 1  # how many of our own proxies a request passes through

    load_ahead: int = 1  # 1: every game and bot is in memory before anybody asks for it; 0: loaded when asked for

    analysed_turns: int = 160  # of one replay: of a longer one, some are left out
    analyses: int = 8  # that may run or wait at a time

    # Time, in seconds.
    analysis_takes: float = 60.0  # by then an analysis ends, even if some turns are missing
    hint_takes: float = 1.0
    join_within: float = 10.0  # a connection that says nothing is closed
    refused_after: float = 1.0  # whoever asks for too much waits this long to be told so, and to ask again
    headers_within: float = 10.0  # a request whose headers are not complete by then is dropped
    body_within: float = 30.0  # the same, for a request's body
    sweep_after: float = 300.0  # a match nobody looks at is unloaded
    sweep_every: float = 30.0
    updates_a_second: float = 30.0  # of one match's scenes
    bot_delay: float = 0.5  # before a bot's action, while somebody is watching and wants to follow
    bot_turn: float = 4.0  # roughly the longest that a bot's turn of many actions takes
    lock_every: float = 1.0  # how often to try for a match that another process runs
    presence_every: float = 5.0  # how often to tell other processes who is here
    absent_after: float = 120.0  # away for this long: the others can let a bot play or, with a clock, claim a win
    wish_lasts: float = 60.0  # what others have not agreed to by then is dropped
    longest_pause: float = 300.0  # then a pause among several people ends on its own
    busy_after: float = 5.0  # what waits longer for another process, or for the database, is refused


def from_environment(**overrides: Any) -> Settings:
    """Settings from the environment, overridden by those given."""
    values: dict[str, Any] = {}
    for one in fields(Settings):
        text = os.environ.get(f"GARRISON_{one.name.upper()}")
        if text and one.type in ("int", "float"):
            try:
                values[one.name] = int(text) if one.type == "int" else float(text)
            except ValueError:
                raise BadOption(f"GARRISON_{one.name.upper()} must be a number, not {shown(text)}.") from None
    return Settings(**{**values, **overrides})


def client_folder(settings: Settings) -> Path:
    """Where the built client is, once it has been built."""
    return settings.static or Path(__file__).parents[2] / "web" / "dist"


def pictures_folder() -> Path | None:
    """The pictures of the rulebooks: packaged, or those of the checkout."""
    play = Path(__file__).parents[2]
    candidates = (play / "pictures", play.parents[2] / "docs" / "images")
    return next((folder for folder in candidates if folder.is_dir()), None)

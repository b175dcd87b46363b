"""What messengers show of a link: a title, a sentence and a picture, in the head of the page (Open Graph). A private
match, and one that does not exist, look like any other page."""

from __future__ import annotations

import re
from html import escape
from typing import NamedTuple

from sqlalchemy import Connection

from garrison.core import discovery
from garrison.errors import GarrisonError
from garrison.play.server.match.lists import stored_match
from garrison.play.server.match.pictures import can_draw
from garrison.play.server.store.access import access_of
from garrison.play.server.store.store import Store
from garrison.play.server.wire.messages import MatchView
from garrison.play.server.wire.settings import pictures_folder

SITE = "Garrison"
PLACE = re.compile(r"/(m|replay|rules)/(?:m-)?([a-z0-9_]+)")


class Preview(NamedTuple):
    """What a link looks like before it is opened."""

    title: str = SITE
    sentence: str = "Grid strategy games: alone, against bots, with friends."
    picture: str = "/icon-512.png"

    def tags(self, origin: str, path: str) -> str:
        """For the head of the page; pictures need whole addresses."""
        properties = {"site_name": SITE, "type": "website", "title": self.title, "description": self.sentence}
        properties |= {"image": origin + self.picture, "url": origin + path}
        lines = [
            f'<meta property="og:{name}" content="{escape(value, quote=True)}" />' for name, value in properties.items()
        ]
        card = "summary" if self.picture == Preview().picture else "summary_large_image"
        return "".join([*lines, f'<meta name="twitter:card" content="{card}" />'])


async def preview_of(path: str, store: Store) -> Preview:
    """What a page of the client looks like before it is opened."""
    place = PLACE.fullmatch(path)
    if place is None:
        return Preview()
    page, name = place.groups()
    if page == "rules":
        return _rules(name)
    try:
        match = await store.read(lambda connection: _public(connection, name))
    except GarrisonError:
        return Preview()  # the page itself says what is wrong
    if match is None or (page == "replay" and match.status != "over"):
        return Preview()
    picture = f"/api/matches/{name}/picture.png" if page == "m" else f"/api/replays/m-{name}/picture.png"
    return Preview(_title(match), _sentence(match, page), picture if can_draw() else Preview().picture)


def _rules(game: str) -> Preview:
    if game not in discovery.names():
        return Preview()
    facts, folder = discovery.find(game).facts, pictures_folder()
    is_drawn = folder is not None and (folder / f"{game}.png").is_file()  # games of other packages have none there
    picture = f"/api/pictures/{game}.png" if is_drawn else Preview().picture
    return Preview(f"{facts.title}: the rules", facts.summary, picture)


def _public(connection: Connection, name: str) -> MatchView | None:
    access = access_of(connection, name)
    return stored_match(connection, name) if access.exists and not access.private else None


def _title(match: MatchView) -> str:
    names = [seat.name or seat.label for seat in match.seats if seat.kind == "person"]
    return f"{match.title}: {' and '.join(names)}" if names else match.title


def _sentence(match: MatchView, page: str) -> str:
    if page == "replay":
        return "Watch how it went."
    free = [seat.label for seat in match.seats if seat.kind == "open"]
    if match.status == "open":
        return f"Come and play as {free[0]}."
    return "It is over; have a look at how it ended." if match.status == "over" else "It is being played right now."

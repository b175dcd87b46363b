"""What the server says about games: their facts, rulebooks and sprites."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from html import escape
from pathlib import Path

from garrison import bots
from garrison.bots.levels import levels_of
from garrison.core import discovery
from garrison.core.discovery import GamePackage
from garrison.core.errors import GarrisonError
from garrison.play.learning.lesson import lesson_title
from garrison.play.server import messages


@cache
def games() -> list[messages.GameView]:
    """All games that can be played."""
    found = []
    for name in discovery.names():
        try:
            found.append(game_view(discovery.find(name)))
        except GarrisonError:
            continue  # a broken third-party game must not affect the others
    return found


def game_view(entry: GamePackage) -> messages.GameView:
    """A game as the lobby shows it."""
    facts = entry.facts
    return messages.GameView(
        entry.name,
        facts.title,
        facts.summary,
        *facts.players,
        list(facts.seats),
        [messages.OptionView(name, list(values)) for name, values in facts.options.items()],
        [messages.VariantView(name, _summary(entry, name)) for name in entry.offered_variants],
        list(bots.names(entry)),
        [messages.LevelView(name, level.sentence) for name, level in levels_of(entry).items()],
        facts.tick_ms,
        list(facts.tick_range),
        facts.timeout_ms,
        lesson_title(entry),
        facts.players[0] == 1,
    )


def _summary(entry: GamePackage, variant: str) -> str:
    """What a variant's file says about it."""
    try:
        text = (entry.folder / "variants" / f"{variant}.toml").read_text(encoding="utf-8")
        return str(tomllib.loads(text).get("summary", ""))
    except (OSError, ValueError):
        return ""


@cache
def rulebook(name: str) -> str:
    """A game's rulebook as HTML."""
    from markdown_it import MarkdownIt

    entry = discovery.find(name)
    renderer = MarkdownIt("commonmark", {"html": False}).enable("table")
    html = renderer.render(entry.rulebook)
    html = re.sub(r'src="sprites/([\w.-]+)"', rf'src="/api/pictures/{name}/\1"', html)
    html = re.sub(r'src="(?!/)[^"]*?([\w.-]+)"', r'src="/api/pictures/\1"', html)
    # Only links within the page are kept: the repository's own files are not served.
    return re.sub(r'<a href="(?!#)[^"]*">(.*?)</a>', r"\1", html, flags=re.DOTALL)


@cache
def sprites(name: str) -> str:
    """All sprites of a game in one SVG, one symbol each, called GAME-KIND."""
    symbols = [_symbol(name, file.stem, file.read_text(encoding="utf-8")) for file in _sprite_files(name)]
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'


def _sprite_files(name: str) -> list[Path]:
    return sorted((discovery.find(name).folder / "sprites").glob("*.svg"))


def _symbol(game: str, kind: str, text: str) -> str:
    """A sprite as a symbol. Its name prefixes the ids within it, so that two sprites never mix up their parts."""
    opening = re.search(r"<svg\b([^>]*)>(.*)</svg>", text, flags=re.DOTALL)
    if opening is None:
        return ""
    box = re.search(r'viewBox="([^"]*)"', opening[1])
    prefix = escape(f"{game}-{kind}", quote=True)
    body = re.sub(r'\bid="([^"]*)"', rf'id="{prefix}-\1"', opening[2])
    body = re.sub(r"url\(#([^)]*)\)", rf"url(#{prefix}-\1)", body)
    body = re.sub(r'href="#([^"]*)"', rf'href="#{prefix}-\1"', body)
    return f'<symbol id="{prefix}" viewBox="{box[1] if box else "0 0 32 32"}">{body}</symbol>'

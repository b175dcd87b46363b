"""What the server says about games: their facts, rulebooks and sprites."""

from __future__ import annotations

import re
from datetime import date
from functools import cache, lru_cache
from html import escape
from pathlib import Path

from garrison import bots
from garrison.bots.ladder import ladder_of
from garrison.bots.level_bots import levels_of
from garrison.core import discovery, option_values
from garrison.core.browser_module import browser_module
from garrison.core.discovery import GamePackage
from garrison.core.parameters import Variant, read_variant
from garrison.errors import GarrisonError
from garrison.play.learning.lesson import lesson_title
from garrison.play.learning.mission import has_missions
from garrison.play.server.wire import messages


def games() -> list[messages.GameView]:
    """All games that can be played."""
    return _games_on(date.today())  # what an option means may change from day to day


@lru_cache(1)
def _games_on(day: date) -> list[messages.GameView]:
    views = []
    for name in discovery.names():
        try:
            views.append(game_view(discovery.find(name)))
        except GarrisonError:
            continue  # a broken third-party game must not affect the others
    return views


def game_view(package: GamePackage) -> messages.GameView:
    """A game as the lobby shows it."""
    facts = package.facts
    return messages.GameView(
        name=package.name,
        title=facts.title,
        summary=facts.summary,
        fewest=facts.players[0],
        most=facts.players[1],
        seats=list(facts.seats),
        colours=list(facts.seat_colours),
        options=[_option(package, name) for name in facts.options],
        variants=[_variant(package, name) for name in package.variants],
        bots=list(bots.names(package)),
        levels=[messages.LevelView(name, level.sentence) for name, level in levels_of(package).items()],
        tick_ms=facts.tick_ms,
        tick_range=list(facts.tick_range),
        timeout_ms=facts.timeout_ms,
        lesson=lesson_title(package),
        missions=has_missions(package),
        has_scores=facts.players[0] == 1,
        starter=facts.starter,
        bottom=facts.bottom,
    )


def ladder(name: str) -> list[messages.BotView]:
    """The bots of a game, the strongest first."""
    return ladder_of(discovery.find(name))


def _option(package: GamePackage, name: str) -> messages.OptionView:
    values = [str(value) for value in package.facts.options[name]]
    return messages.OptionView(name, values, option_values.meanings(package, name))


def _variant(package: GamePackage, name: str) -> messages.VariantView:
    """A variant, with what its file says about it."""
    try:
        preset = read_variant(name, package.folder, package.variants)
    except GarrisonError:  # a file that can't be read says nothing
        preset = Variant(name, name, {}, {})
    first = {option: str(value) for option, value in preset.first.items()}
    return messages.VariantView(name, preset.summary, option_values.usual_values(package, preset), first, preset.gentle)


@cache
def rulebook(name: str) -> str:
    """A game's rulebook as HTML."""
    from markdown_it import MarkdownIt

    package = discovery.find(name)
    renderer = MarkdownIt("commonmark", {"html": False}).enable("table")
    html = renderer.render(package.rulebook)
    html = re.sub(r'src="sprites/([\w.-]+)"', rf'src="/api/pictures/{name}/\1"', html)
    html = re.sub(r'src="(?!/)[^"]*?([\w.-]+)"', r'src="/api/pictures/\1"', html)
    # Only links within the page are kept: the repository's own files are not served.
    return _with_contents(re.sub(r'<a href="(?!#)[^"]*">(.*?)</a>', r"\1", html, flags=re.DOTALL))


def _with_contents(html: str) -> str:
    """A rulebook whose chapters can be linked to, with a list of them after the first, which is how to play."""
    before, *chapters = re.split(r"<h2>(.*?)</h2>", html)
    titles, bodies = chapters[::2], chapters[1::2]
    names = [re.sub(r"\W+", "-", title).strip("-").lower() for title in titles]
    parts = [f'<h2 id="{name}">{title}</h2>{body}' for name, title, body in zip(names, titles, bodies, strict=True)]
    links = "".join(
        f'<li><a href="#{name}">{title}</a></li>' for name, title in zip(names[1:], titles[1:], strict=True)
    )
    contents = f'<nav aria-label="Contents"><h2>Contents</h2><ul>{links}</ul></nav>' if links else ""
    return "".join([before, *parts[:1], contents, *parts[1:]])


@cache
def rules_module(name: str) -> bytes:
    """A game's rules for browsers."""
    return browser_module(discovery.find(name))


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

"""A map of the rules as a page: two axes, and in each part a setting that is a click from being played."""

from __future__ import annotations

from html import escape
from urllib.parse import urlencode

from garrison.core.game import load
from garrison.lab.design.rule_map import PARTS, MapPlace, RuleMap
from garrison.lab.games.changes import dials_of, with_changes
from garrison.lab.measures.evidence import Figure, text_of
from garrison.lab.pages.html_document import document
from garrison.lab.pages.report_page import table

CELL, LEFT, TOP, FOOT = 84, 90, 10, 60  # pixels
SERVER = "http://127.0.0.1:8000"


def page_of(rule_map: RuleMap, server: str = SERVER) -> str:
    """The whole page; its links lead to the lab of a server, which `garrison serve` starts."""
    title = f"{rule_map.game.facts.title}: a map of its rules"
    if not rule_map.places:
        return document(title, [f"<h1>{escape(title)}</h1>", "<p>Nothing was measured.</p>"])
    words = f"{len(rule_map.places)} settings were tried between {rule_map.bot} players. Each part of the map has the "
    words += f"one that is nearest to today's rules. A click on it begins a match against a bot at {server}, which "
    start = f"<p>{escape(words)}<code>garrison serve --port 8000</code> starts.</p>"
    parts = [f"<h1>{escape(title)}</h1>", start, _chart(rule_map, server), _table(rule_map, server)]
    return document(title, parts)


def address_of(rule_map: RuleMap, place: MapPlace, server: str) -> str:
    """Where a setting is played at once."""
    game, options = rule_map.game, rule_map.options
    variant = game.variant if game.variant in game.package.variants else ""
    usual = {dial.name: dial.value for dial in dials_of(load(game.name, variant=variant or None, **options))}
    own = dials_of(with_changes(game, tuple(place.setting.items())))
    changes = {f"rule.{dial.name}": dial.value for dial in own if dial.value != usual[dial.name]}
    choices = {f"option.{name}": value for name, value in options.items()}
    words = {"game": game.name, "variant": variant, "bot": rule_map.bot, **choices, **changes, "play": 1}
    return f"{server}/lab#{urlencode(words)}"


def _chart(rule_map: RuleMap, server: str) -> str:
    """The map, with the ends of both axes."""
    side, (across, up) = PARTS * CELL, rule_map.ranges()
    first = rule_map.places[0].figures
    cells = "".join(_cell(rule_map, part, place, server) for part, place in rule_map.nearest().items())
    ends = [
        (LEFT, TOP + side + 18, "start", text_of(across[0], first[0].unit)),
        (LEFT + side, TOP + side + 18, "end", text_of(across[1], first[0].unit)),
        (LEFT + side / 2, TOP + side + 40, "middle", _label(first[0])),
        (LEFT - 8, TOP + side, "end", text_of(up[0], first[1].unit)),
        (LEFT - 8, TOP + 12, "end", text_of(up[1], first[1].unit)),
    ]
    words = "".join(f'<text x="{x}" y="{y}" text-anchor="{side}">{escape(text)}</text>' for x, y, side, text in ends)
    attributes = f'transform="translate(14 {TOP + side / 2}) rotate(-90)" text-anchor="middle"'
    words += f"<text {attributes}>{escape(_label(first[1]))}</text>"
    frame = f'<rect x="{LEFT}" y="{TOP}" width="{side}" height="{side}" fill="none" stroke="currentColor"/>'
    size = f'viewBox="0 0 {LEFT + side + 10} {TOP + side + FOOT}"'
    return f'<svg {size} role="img" aria-label="a map of settings by two measures">{cells}{frame}{words}</svg>'


def _label(figure: Figure) -> str:
    """A measure's name and its figure's, as words."""
    return figure.label.replace("_", " ")


def _cell(rule_map: RuleMap, part: tuple[int, int], place: MapPlace, server: str) -> str:
    x, y = LEFT + CELL * part[0], TOP + CELL * (PARTS - 1 - part[1])
    depth = 0.15 + 0.6 / (1 + place.steps)
    is_today = place.steps == 0
    label = "today" if is_today else f"{place.steps:.0f} steps"
    return (
        f'<a href="{escape(address_of(rule_map, place, server))}"><rect class="heat" x="{x + 1}" y="{y + 1}" '
        f'width="{CELL - 2}" height="{CELL - 2}" fill-opacity="{depth:.2f}"/>'
        f'<text x="{x + CELL / 2}" y="{y + CELL / 2 + 4}" text-anchor="middle">{label}</text></a>'
    )


def _table(rule_map: RuleMap, server: str) -> str:
    """The same in words."""
    words = {dial.name: dial.plain_meaning for dial in dials_of(rule_map.game)}
    names = [words.get(name, name) for name in rule_map.places[0].setting]
    heads = (*(_label(figure) for figure in rule_map.places[0].figures), *names, "steps from today's")
    rows = [
        (
            *(str(one).partition(": ")[2] for one in place.figures),
            *map(str, place.setting.values()),
            f"{place.steps:.1f}",
        )
        for _, place in sorted(rule_map.nearest().items())
    ]
    return table([heads, *rows])

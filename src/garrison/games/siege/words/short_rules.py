"""The rules of Siege that are in force, in a few lines."""

from __future__ import annotations

from garrison.core.plain import plain
from garrison.core.words.viewpoint import Viewpoint
from garrison.games.siege.rules.fighting import level_hit
from garrison.games.siege.show.odds import rolls
from garrison.games.siege.show.words import building, plural
from garrison.games.siege.state import Building, Mode, Rules, Unit


def rules(view: Viewpoint) -> list[str]:
    """What each thing does and costs, and how the game is won."""
    p: Rules = view.parameters
    far, coins = int(plain(level_hit)(p, Unit.ARCHERS)), "castles yield" if p.mode == Mode.SIEGE else "a castle takes"
    yields = int(p.siege_coins if p.mode == Mode.SIEGE else p.castle_coins)
    until = f", in its owner's first {plural(int(p.income_turns), 'turn')} only" if p.income_turns else ""
    return [
        "Rules: first your units move, attack and are exhausted, one after the other; then, after end, each building "
        f"acts once; then end. Moves and coins: infantry {_unit(p, Unit.INFANTRY)}, archers {_unit(p, Unit.ARCHERS)}, "
        f"cavalry {_unit(p, Unit.CAVALRY)}. Archers shoot up to {far} steps away (on the level) and hit in "
        f"{rolls(int(p.archers_hit))}; the others strike down somebody beside them.",
        f"Engines are moved and used by those inside, and a move exhausts one of them: tower 2x2 {_engine(p, 1)} (over "
        f"walls), ram 2x1 {_engine(p, 2)} (breaks walls in {rolls(int(p.ram_breaks_wall))}, other buildings in "
        f"{rolls(int(p.ram_breaks))}), trebuchet 2x1 {_engine(p, 3)} ({_stones(p)}), ship 3x1 {_engine(p, 4)}.",
        f"Buildings, coins and greatest distance from the castle: {_buildings(p)}. Barracks and camps make up to "
        f"{int(p.barracks_units)} land units, workshops engines, ports ships; {coins} {plural(yields, 'coin')}{until}.",
        f"{int(p.capture_units)} land units beside a castle or camp take it, if none of its owner's is beside it. "
        f"Whoever ends a turn without a land unit loses, or {plural(int(p.homeless_turns), 'turn')} without castle and "
        f"camp. {_last(p)}",
    ]


def _unit(p: Rules, kind: int) -> str:
    return f"{int(p.unit_move[kind - 1])}, {int(p.unit_cost[kind - 1])}"


def _engine(p: Rules, kind: int) -> str:
    return f"{int(p.engine_move[kind - 1])}, {int(p.engine_cost[kind - 1])}"


def _stones(p: Rules) -> str:
    hits = [f"{face}: {int(number)}" for face, number in enumerate(p.trebuchet_fields, 1) if number]
    return f"roll: field from its end {', '.join(hits)}" if hits else "never hits"


def _buildings(p: Rules) -> str:
    kinds = list(Building)[1:]
    prices = zip(kinds, p.building_cost, p.build_distance, strict=True)
    return ", ".join(f"{building(kind)} {int(cost)}, {int(distance)}" for kind, cost, distance in prices)


def _last(p: Rules) -> str:
    """G27, G30: what counts after the last turn."""
    last = f"After {plural(int(p.max_turns), 'turn')} each"
    settles = " more castles win, then more land units" if p.settle_draws else " it is a draw"
    return f"{last}{' whoever has the castle wins' if p.mode == Mode.SIEGE else settles}."

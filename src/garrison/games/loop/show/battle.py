"""A battle round by round: who fights, how hard they strike, and what the last round did to them."""

from collections.abc import Iterator

from garrison.core.engine.events import events_of
from garrison.core.plain import plain
from garrison.games.loop.rules.battle import hero_attack_on_soldier
from garrison.games.loop.rules.blows import hero_attack
from garrison.games.loop.rules.enemies import attack_of, full_health
from garrison.games.loop.show.words import named, who
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.constants import Being, Enemy, Stand
from garrison.games.loop.state.happenings import Happening
from garrison.look.scene import Bar, Line

MOST_FIGHTERS = 14  # that are listed
Fighter = tuple[int, int]  # Being and serial


def fighters(p: Rules, s: State) -> Iterator[Line]:
    """Everybody in the battle with their health, their attack and what they have just lost; the Character first."""
    lines = [_hero(p, s), *soldiers(p, s)]
    if s.towers:
        note = f"attack {p.tower_attack} each"
        lines.append(Line("Towers", str(int(s.towers)), sprite="tower", colour="grey", note=note))
    for index in range(int(s.enemy_count)):
        if s.enemy_stands[index] in (Stand.FIGHTING, Stand.TRANCED):
            lines.append(_enemy(p, s, index))
    lines += _dead(s)
    yield from lines[:MOST_FIGHTERS]
    if len(lines) > MOST_FIGHTERS:
        yield Line(f"and {len(lines) - MOST_FIGHTERS} more")


def is_just_over(s: State) -> bool:
    """Whether the last step ended a battle."""
    return any(event.kind == Happening.BATTLE_WON for event in events_of(s, Happening))


def aftermath(s: State) -> Iterator[Line]:
    """The last round of a battle that is over: what everybody lost in it, and who died."""
    for event in events_of(s, Happening):
        if event.kind == Happening.HURT and event.health:
            yield Line(who(event.being, event.serial), str(event.health), change=-int(event.damage))
    yield from _dead(s)


def _changes(s: State) -> dict[Fighter, int]:
    """What the last step did to everybody's health."""
    changes: dict[Fighter, int] = {}
    for event in events_of(s, Happening):
        if event.kind in (Happening.HURT, Happening.HEALED):
            by = event.gain if event.kind == Happening.HEALED else -event.damage
            changes[event.being, event.serial] = changes.get((event.being, event.serial), 0) + by
    return changes


def _change(s: State, being: int, serial: int) -> int:
    return int(_changes(s).get((being, serial), 0))


def _dead(s: State) -> list[Line]:
    """Those who died in the last round."""
    deaths = [event for event in events_of(s, Happening) if event.kind == Happening.DIED]
    return [Line(who(one.being, one.serial), "dead", change=_change(s, one.being, one.serial)) for one in deaths]


def _hero(p: Rules, s: State) -> Line:
    health, full = int(s.health), int(p.hero_health)
    enemies = [
        int(s.enemy_kinds[index]) for index in range(int(s.enemy_count)) if s.enemy_stands[index] == Stand.FIGHTING
    ]
    attacks = sorted({int(plain(hero_attack)(p, s, kind)) for kind in enemies})
    attacks = attacks or [int(plain(hero_attack_on_soldier)(p, s))]
    note = "attack " + " to ".join(str(attack) for attack in {attacks[0]: 0, attacks[-1]: 0})
    words = "stunned" if s.stunned else note
    change = _change(s, Being.CHARACTER, 0)
    return Line("Character", str(health), Bar(health, full), "blue", sprite="hero", note=words, change=change)


def _enemy(p: Rules, s: State, index: int) -> Line:
    kind, health, serial = int(s.enemy_kinds[index]), int(s.enemy_health[index]), int(s.enemy_serials[index])
    is_tranced = s.enemy_stands[index] == Stand.TRANCED
    return Line(
        named(kind, serial) + (" (ours)" if is_tranced else ""),
        str(health),
        Bar(health, int(plain(full_health)(p, kind))),
        "blue" if is_tranced else "red",
        sprite=Enemy(kind).name.lower(),
        note=f"attack {int(plain(attack_of)(p, kind))}",
        change=_change(s, Being.ENEMY + kind, serial),
    )


def soldiers(p: Rules, s: State) -> Iterator[Line]:
    """The soldiers, those who have turned included."""
    for index in range(int(s.soldier_count)):
        health, is_turned = int(s.soldier_health[index]), bool(s.soldier_turned[index])
        serial = int(s.soldier_serials[index])
        name = who(Being.SOLDIER, serial) + (" (turned)" if is_turned else "")
        note, change = f"attack {p.soldier_attack}", _change(s, Being.SOLDIER, serial)
        bar = Bar(health, int(p.soldier_health))
        yield Line(name, str(health), bar, "green" if is_turned else "blue", sprite="soldier", note=note, change=change)

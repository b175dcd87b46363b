"""What castles, coins and the last turn are, where rules say more than numbers in a sentence can (G24, G29, G30)."""

from __future__ import annotations

from garrison.games.siege.show.words import plural
from garrison.games.siege.state import Mode, Rules

LAST_TURNS = 5  # in which the prompt says what will decide


def about(p: Rules) -> dict[str, str]:
    """Sentences in place of those in about.toml."""
    return {**_income(p), **_settlement(p)}


def _income(p: Rules) -> dict[str, str]:
    """G29: coins that end are said to end; G24: in siege mode a castle builds nothing, and may yield coins."""
    if p.mode == Mode.SIEGE:
        return {"castle": f"Builds in the set-up only.{_yield(p)} {_capture(p)}"}
    if not p.income_turns:
        return {}
    coins, turns = plural(int(p.castle_coins), "coin"), plural(int(p.income_turns), "turn")
    return {
        "castle": f"Builds one thing in each turn, or takes {coins} in one of your first {turns}. {_capture(p)}",
        "coins": f"Take {coins} instead of building; after your first {turns} there are none left.",
    }


def _yield(p: Rules) -> str:
    """G24, G29: what a castle brings in siege mode."""
    if not p.siege_coins:
        return ""
    when = f"in its owner's first {plural(int(p.income_turns), 'turn')}" if p.income_turns else "in each turn"
    return f" It yields {plural(int(p.siege_coins), 'coin')} {when}."


def _capture(p: Rules) -> str:
    """G22: how it is taken."""
    return f"{int(p.capture_units)} enemy units beside it, and none of its owner's, capture it."


def _settlement(p: Rules) -> dict[str, str]:
    """G30: what counts after the last turn."""
    if not p.settle_draws:
        return {}
    last = plural(int(p.max_turns), "turn")
    return {
        "end_turn": "Then it is your opponent's turn, and your units recover. "
        f"After {last} each, more castles win, then more land units."
    }


def closing(p: Rules, turns: int) -> str:
    """G30: a sentence in the last few turns, after a player has completed this many; nothing before."""
    left = int(p.max_turns) - turns
    if not p.settle_draws or left > LAST_TURNS:
        return ""
    holds = "the castle's owner wins" if p.mode == Mode.SIEGE else "more castles win, then more land units"
    return f" {plural(left, 'turn')} left, this one included: then {holds}."

"""The hand of cards (L23) and placing them (L24, L25)."""

from garrison.core.engine.events import log
from garrison.core.engine.record import Array, int64
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.loop.rules.ground import build, has_site, may_build
from garrison.games.loop.rules.items import gain_experience, gain_gold
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.constants import NOTHING, Press
from garrison.games.loop.state.happenings import Happening


@rule
def receive_card_from(p: Rules, s: State, enemy: int) -> None:
    """L23: one card, drawn from those that this enemy has."""
    total = int64(0)
    for place in range(p.card_odds.shape[1]):
        total += p.card_odds[enemy, place]
    if total == 0:
        return
    draw = pick(s, total)
    place = 0
    while draw >= p.card_odds[enemy, place]:
        draw -= p.card_odds[enemy, place]
        place += 1
    receive_card(p, s, place + 1)


@rule
def receive_start_cards(p: Rules, s: State) -> None:
    """L37: the cards in hand at the start."""
    for place in range(p.start_cards.shape[0]):
        if p.start_cards[place] != 0:
            receive_card(p, s, int64(p.start_cards[place]))


@rule
def receive_card(p: Rules, s: State, card: int) -> None:
    """L23: the hand holds as many cards as the world is wide; the oldest makes room."""
    if s.card_count == hand_room(p):
        oldest = int64(s.cards[0])
        discard(s, 0)
        gain_gold(s, p.lost_card_gold)
        gain_experience(s, p.lost_card_experience)
        log(s, Happening.LOST_CARD, oldest, p.lost_card_gold, p.lost_card_experience)
    s.cards[s.card_count] = card
    s.card_count += 1
    log(s, Happening.GOT_CARD, card)


@rule
def hand_room(p: Rules) -> int:
    """L23: how many cards the hand holds."""
    return p.width


@rule
def discard(s: State, index: int) -> None:
    """A card leaves the hand; the newer ones move up, and a chosen one stays chosen."""
    s.card_count -= 1
    for other in range(index, s.card_count):
        s.cards[other] = s.cards[other + 1]
    s.cards[s.card_count] = 0
    if s.chosen == index:
        s.chosen = NOTHING
    elif s.chosen > index:
        s.chosen -= 1


@rule
def choose_card(s: State, index: int) -> None:
    """L25: the card to place next."""
    s.chosen = index
    log(s, Happening.CHOSE_CARD, s.cards[index])


@rule
def place_card(p: Rules, s: State, field: int) -> None:
    """L24: the chosen card becomes a building."""
    card = int64(s.cards[s.chosen])
    discard(s, s.chosen)
    build(p, s, card, field)


@rule
def offer_cards(s: State, mask: Array) -> None:
    """L24: the cards for which there is a tile."""
    for index in range(s.card_count):
        mask[Press.CARD_1 + index] = has_site(s, s.cards[index])


@rule
def offer_fields(p: Rules, s: State, mask: Array) -> None:
    """L24: where the chosen card may go."""
    for field in range(p.width * p.height):
        mask[field] = may_build(s.cards[s.chosen], s.tiles[field])

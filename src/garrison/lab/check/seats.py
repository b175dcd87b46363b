"""What seats are called, and the colours in which every screen shows them."""

from __future__ import annotations

import re

from garrison.errors import shown
from garrison.lab.check.property import Flaw, Flaws, Moment, holds


@holds("No seat is named after another one's colour.")
def colours(moment: Moment) -> Flaws:
    """Red would be confused with whoever is shown in red."""
    facts = moment.game.facts
    seats = list(zip(facts.seats, facts.seat_colours, strict=True))
    for player, (name, colour) in enumerate(seats):
        words = re.findall(r"\w+", name.lower())
        for other, shade in seats[:player] + seats[player + 1 :]:
            if shade in words and shade != colour:
                why = f"is shown in {colour}, and {shown(other)} in {shade}"
                yield Flaw(f"the seat {shown(name)} {why}: state SEAT_COLOURS in the order of SEATS")

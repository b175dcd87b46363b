"""Toy games that are each broken in one way, with the property that must notice it and what must be said."""

from __future__ import annotations

from typing import NamedTuple

from sound_toys import SOUND


class Break(NamedTuple):
    """A toy, a text in one of its files that is replaced, and what must be said under which property."""

    kind: str
    part: str
    old: str
    new: str
    name: str
    words: str

    @property
    def files(self) -> dict[str, str]:
        """The toy's files, broken."""
        files = SOUND[self.kind]
        assert self.old in files[self.part]
        return {**files, self.part: files[self.part].replace(self.old, self.new)}


DOT = '{".": Terrain("floor", "floor", ".")}'
BREAKS = {
    "nobody_waits": Break(
        "counting", "rules", "s.waiting = 1\n", "pass\n", "waiting", "nobody may act, though the game is not over"
    ),
    "waits_after_the_end": Break(
        "counting", "rules", "finish(s, 2, 1 << player)", "s.over = 1", "waiting", "the game is over, but somebody may"
    ),
    "a_stranger_waits": Break(
        "counting", "rules", "s.waiting = 2 >> player", "s.waiting = 4", "waiting", "does not take part: there are 2"
    ),
    "nothing_is_legal": Break("counting", "rules", "mask[:] = 1", "mask[:] = s.total < 2", "legal", "nothing is legal"),
    "a_mark_is_two": Break("counting", "rules", "mask[:] = 1", "mask[0] = 2", "legal", "the mask has a 2 for Count"),
    "turns_go_back": Break(
        "counting", "rules", "s.total += 1", "s.total += 1\n        s.turn -= 2", "steps", "turn goes"
    ),
    "turn_stays": Break(
        "counting", "rules", "    s.turn += 1\n", "", "steps", "turn is still 0 when the game is over; it must grow"
    ),
    "out_of_range": Break("counting", "state", "0, 100)", "0, 1)", "ranges", "total is 2 and must be from 0 to 1"),
    "never_ends": Break(
        "counting", "rules", "if s.total == p.target:", "if s.steps == 50:\n        s.over = 0\n    if s.over:", "", ""
    ),
    "counts_wrongly": Break("counting", "rules", "s.total += 1", "s.total += 1\n        s.steps = 0", "", ""),
    "remembers_outside": Break(
        "counting",
        "rules",
        "s.waiting = 2 >> player",
        "s.waiting = 2 >> player\n    MEMORY[0] += 1\n    s.turn = MEMORY[0]",
        "replay",
        "the same moves lead to another position: its field turn differs",
    ),
    "observing_changes": Break(
        "counting", "rules", "planes[0, 0, 0] = s.total", "s.turn += 1", "looking", "observe changes the position: its"
    ),
    "scenes_count": Break(
        "counting",
        "show",
        "def scene(p, s, player):\n",
        "def scene(p, s, player):\n    SEEN.append(1)\n    return Scene(prompt=str(len(SEEN)))\n",
        "looking",
        "scene gives something else the second time",
    ),
    "order_matters": Break(
        "choosing",
        "rules",
        "    s.choices[player]",
        "    s.last = player\n    s.choices[player]",
        "order",
        "field last",
    ),
    "scene_betrays": Break(
        "choosing",
        "show",
        "Choose in round {s.turn}",
        "{s.choices}",
        "secrets",
        "sees in the scene's prompt what player",
    ),
    "observation_betrays": Break(
        "choosing",
        "rules",
        "planes[:] = 0",
        "planes[:] = s.choices[1 - player]",
        "secrets",
        "sees in the observation's plane 'count' what player",
    ),
    "muster_betrays": Break(
        "listing",
        "rules",
        "entities[0, 1] = s.choices[player]",
        "entities[0, 1] = s.choices[1 - player]",
        "secrets",
        "sees in the list of entities what player",
    ),
    "reach_betrays": Break(
        "listing",
        "rules",
        "planes[0, 0, field] = s.choices[player]",
        "planes[0, 0, field] = s.choices[1 - player]",
        "secrets",
        "sees in what is in reach of 0,0 what player",
    ),
    "masks_betray": Break(
        "choosing",
        "rules",
        "mask[:] = 1",
        "mask[:] = 1\n    mask[1] = s.choices[1 - player] != 2",
        "secrets",
        "sees in the scene's buttons what player",
    ),
    "undeclared": Break(
        "choosing", "__init__", "SIMULTANEOUS = True", "", "hiding", "the facts do not state SIMULTANEOUS = True"
    ),
    "nothing_hides": Break(
        "choosing",
        "skill",
        "def hide(p, s, player):\n    s.choices[1 - player] = 0\n    s.waiting |= 2 >> player",
        "def value(p, s, out):\n    out[:] = 0",
        "hiding",
        "skill.py has no rule hide, and bots know what player",
    ),
    "hides_nothing": Break(
        "choosing", "skill", "s.choices[1 - player] = 0", "pass", "hiding", "its field choices differs"
    ),
    "hides_badly": Break(
        "choosing",
        "skill",
        "s.choices[1 - player] = 0",
        "s.choices[1 - player] = 9",
        "hiding",
        "hide makes a position that can't be played: choices[",
    ),
    "too_large": Break(
        "counting",
        "__init__",
        'BOARD, PLANES, REASONS = (1, 3), ("count",)',
        'from garrison.core.facts import UpTo\nBOARD, PLANES, REASONS = (1, 3), (UpTo("count", 1),)',
        "observations",
        "the plane 'count' holds a 2, but 1 is the most",
    ),
    "no_sum_of_parts": Break(
        "packing",
        "rules",
        "s.total // 2 * 4",
        "s.total // 2 * 2",
        "observations",
        "the plane 'count' holds 2, which is no sum of its parts, 1 x odd (0 to 1) and 4 x twos (0 to 4)",
    ),
    "less_than_there_can_be": Break(
        "packing",
        "rules",
        "s.total + 5",
        "s.total + 2",
        "observations",
        "the number 'left' is 4, which is no sum of its parts, 5 x there (0 to 1) and 1 x total (0 to 9)",
    ),
    "observation_keeps": Break(
        "counting",
        "rules",
        "planes[0, 0, 0] = s.total",
        "planes[0, 0, s.total % 3] = 1",
        "observations",
        "the plane 'count' keeps numbers from another position",
    ),
    "out_of_reach": Break(
        "walking", "rules", "= near != s.places[1 - player]", "= 0", "reach", "is legal but not in reach"
    ),
    "reaches_too_far": Break(
        "walking", "rules", "= near != s.places[1 - player]", "= 1", "reach", "is in reach but not legal"
    ),
    "same_id": Break(
        "walking", "show", 'Piece("knight", ', 'Piece("pawn", ', "ids", "2 pieces of one board have the id"
    ),
    "ids_move": Break(
        "walking",
        "show",
        "    chosen =",
        "    pieces = exchanged(pieces) if s.turn % 2 else pieces\n    chosen =",
        "ids",
        "goes to the piece that was",
    ),
    "ids_count": Break(
        "leaving",
        "show",
        "for field in fields]\n",
        "for field in range(len(fields))]\n",
        "ids",
        "goes to the piece that was 'pawn-",
    ),
    "ids_by_place": Break(
        "hopping",
        "show",
        "for pawn in range(4)]",
        "for pawn in np.argsort(np.argsort(s.places))]",
        "ids",
        "goes to the piece that was 'pawn-",
    ),
    "equals_exchange_ids": Break(
        "leaving",
        "show",
        "    ground =",
        "    pieces = exchanged(pieces) if s.turn % 2 else pieces\n    ground =",
        "ids",
        "goes to the piece that was 'pawn-",
    ),
    "off_the_board": Break(
        "walking", "show", "int(s.places[0])", "3", "pieces", "at row 0, column 3, outside its board"
    ),
    "no_glyph": Break("walking", "show", '"p"', '""', "pieces", "has the glyph ''; one or two characters are needed"),
    "odd_colour": Break("walking", "show", '"blue"', '"beige"', "pieces", "has the colour 'beige', not one of white"),
    "odd_ground": Break("walking", "show", '"..."', '"..~"', "pieces", "the legend does not explain the ground '~'"),
    "short_ground": Break(
        "walking", "show", '"..."', '".."', "pieces", "the ground of a board is not 1 rows of 3 fields"
    ),
    "event_without_words": Break(
        "counting", "show", 'f"{event.number}!"', '""', "words", "the event COUNTED has no words"
    ),
    "piece_without_words": Break("walking", "show", '"a knight"', '""', "words", "piece 'knight' has no words"),
    "ground_without_words": Break(
        "walking", "show", '"floor", "floor"', '"floor", ""', "words", "the ground 'floor' has"
    ),
    "button_without_words": Break("counting", "__init__", '"Wait"', '""', "words", "button 'wait' has no label"),
    "reason_without_words": Break("counting", "__init__", '"counted"', '""', "words", "reason 2 has no words"),
    "no_prompt": Break("walking", "show", 'prompt="Walk."', 'prompt=""', "words", "the scene has no prompt"),
    "show_fails": Break("walking", "show", "    pieces =", "    1 // 0\n    pieces =", "made", "ZeroDivisionError"),
    "show_returns_nothing": Break(
        "walking",
        "show",
        "    return Scene(",
        "    Scene(",
        "made",
        "AttributeError: 'NoneType' object",
    ),
    "sentence_fails": Break(
        "counting", "show", 'f"{event.number}!"', 'f"{1 // (event.number - 2)}!"', "made", "ZeroDivisionError"
    ),
    "empty_scene": Break(
        "walking",
        "show",
        "    pieces =",
        '    return Scene(prompt="Walk.")\n    pieces =',
        "made",
        "the scene has neither a board nor a panel",
    ),
    "no_limit": Break("counting", "state", "max_steps", "most_steps", "package", "Rules has no max_steps"),
    "no_score": Break("counting", "rules", "def score", "def scores", "package", "rules.py has no function score"),
    "rules_unreadable": Break(
        "counting",
        "rules",
        "out: Array) -> None:",
        "out: Array) -> None",
        "package",
        "rules can't be read: rules.py, line",
    ),
    "show_unreadable": Break(
        "counting",
        "show",
        "def scene",
        "import nowhere\n\n\ndef scene",
        "package",
        "show can't be imported: ModuleNotFoundE",
    ),
    "returns_nothing": Break(
        "counting",
        "rules",
        "@rule\ndef score",
        "@rule\ndef sign(n):\n    if n > 0:\n        return 1\n\n\n@rule\ndef score",
        "package",
        "returns something on one path, nothing on another",
    ),
    "returns_at_once": Break(
        "counting",
        "rules",
        "@rule\ndef score",
        "@rule\ndef sign(n):\n    if n:\n        return\n    return 1\n\n\n@rule\ndef score",
        "package",
        "sign (rules.py, line",
    ),
    "no_sentences": Break(
        "counting", "show", "def describe", "def tell", "package", "show.py has no function describe"
    ),
    "odd_reasons": Break("counting", "__init__", '"limit"', '"end"', "package", 'REASONS begins with "" and "limit"'),
    "players_unknown": Break(
        "counting",
        "__init__",
        'SEATS = ("First", "Second")',
        'SEATS, PLAYERS = ("First", "Second", "Third"), (2, 3)',
        "package",
        "PLAYERS is 2 to 3, but Rules has no players",
    ),
    "players_beyond": Break(
        "counting",
        "state",
        "    target:",
        '    players: int = parameter(2, 1, 5, "how many")\n    target:',
        "package",
        "the parameter players goes from 1 to 5, but PLAYERS is 2 to 2",
    ),
    "another_s_colour": Break(
        "counting",
        "__init__",
        'SEATS = ("First", "Second")',
        'SEATS = ("The Red side", "Blue")',
        "colours",
        "the seat 'The Red side' is shown in blue, and 'Blue' in red: state SEAT_COLOURS in the order of SEATS",
    ),
    "same_buttons": Break("counting", "__init__", '"wait"', '"count"', "package", "two BUTTONS are called 'count'"),
    "no_planes_for_reach": Break(
        "walking", "__init__", "REACH", "REACHED", "package", "no fact REACH names what it writes"
    ),
    "a_score_beyond": Break(
        "counting",
        "rules",
        "out[0] = s.winners & 1",
        "out[0] = 2 * (s.winners & 1)",
        "scores",
        "the score is 2, but UTILITY goes from 0 to 1",
    ),
    "a_number_stays": Break(
        "listing",
        "rules",
        "numbers[0] = s.choices[player]",
        "numbers[0] = s.choices[player] if s.choices[player] else numbers[0]",
        "batches",
        "] in the batch, [0] in a single position, with batch(3, ",
    ),
    "a_score_stays": Break(
        "counting",
        "rules",
        "out[1] = s.winners >> 1",
        "out[1] = s.winners >> 1 if s.over else out[1]",
        "batches",
        "the rewards: ",
    ),
    "an_entity_stays": Break(
        "listing",
        "rules",
        "entities[0, 1] = s.choices[player]",
        "entities[0, 1] = s.choices[player] if s.choices[player] else entities[0, 1]",
        "batches",
        "in the batch, [[1, 0], [0, 0]] in a single position, with batch(3, ",
    ),
    "an_unused_action": Break(
        "counting",
        "state",
        "class State",
        "def unused_actions(p):\n    return [1]\n\n\nclass State",
        "batches",
        "Wait is legal, but state.py has it in unused_actions",
    ),
    "leaves_its_array": Break(
        "walking",
        "rules",
        "s.places[player] = action",
        "s.places[player + 1] = action",
        "trouble",
        "IndexError: index 2",
    ),
    "divides_by_zero": Break(
        "counting", "rules", "s.total += 1", "s.total += 1 // (1 - s.total)", "trouble", "rules.py, line 2"
    ),
}

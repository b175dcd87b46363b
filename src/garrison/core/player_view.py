"""The scene of a position: what the game says of it, with what every game has: legal clicks, buttons, scores, tips."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from garrison.core.facts import Button
from garrison.core.preview import field_tips
from garrison.core.ways import ways
from garrison.look.scene import Board, FieldTip, Scene, SceneButton, Way, names_with

if TYPE_CHECKING:
    from garrison.core.position import Position

OWN_FIELDS = names_with(SceneButton, "own")


def whole_scene(position: Position, player: int) -> Scene:
    """What a player sees, with what clicks would do."""
    scene = position.plain_scene(player)
    return _with_tips(_with_ways(scene, ways(position, player, scene)), field_tips(position, player, scene))


def plain_scene(position: Position, own: Scene, player: int) -> Scene:
    """The game's own scene for a player, with what every game has."""
    legal = position.actions(player) if player in position.waiting else []
    return replace(
        own,
        game=position.game.name,
        title=position.game.facts.title,
        player=player,
        boards=_clickable(position, own, legal),
        buttons=_buttons(position, legal, own.buttons, player in position.waiting),
        log=position.sentences,
        feedback=tuple(position.game.feedback.of(position.state[0], position.events, own)),
        seats=position.game.facts.seats[: position.game.players],
        colours=position.game.facts.seat_colours[: position.game.players],
        waiting=position.waiting,
        scores=position.scores,
        winners=position.outcome.winners if position.outcome else (),
        ending=(own.ending or own.prompt) if position.over else "",
        over=position.over,
        steps=position.steps,
    )


def _clickable(position: Position, scene: Scene, legal: list[int]) -> tuple[Board, ...]:
    """The boards, with the legal fields marked on the first, except those that the scene has a button for."""
    if not scene.boards:
        return ()
    actions = set(legal) - {button.action for button in scene.buttons}
    fields = tuple(
        scene.boards[0].field_of(action) for action in sorted(actions) if action < position.game.facts.fields
    )
    tips = tuple(tip for tip in scene.boards[0].tips if tip.field in fields)
    return (replace(scene.boards[0], legal_fields=fields, tips=tips), *scene.boards[1:])


def _buttons(
    position: Position, legal: list[int], own: tuple[SceneButton, ...], is_waiting: bool
) -> tuple[SceneButton, ...]:
    """All buttons; what the game's own scene says about one (label, keys, drawing, chosen) takes precedence. Its
    button for a field takes the place of a click there. Why one has to wait is for a player who may act."""
    first, own_buttons = position.game.facts.fields, {button.action: button for button in own}
    buttons = (
        _scene_button(action, button, own_buttons.get(action), action in legal, is_waiting)
        for action, button in enumerate(position.game.facts.buttons, first)
    )
    return (
        *buttons,
        *(replace(button, legal=True) for button in own if button.action < first and button.action in legal),
    )


def _scene_button(action: int, button: Button, own: SceneButton | None, legal: bool, is_waiting: bool) -> SceneButton:
    """A button of the game, with what the game's own scene says about it; why it has to wait only if it does."""
    words = {name: word for name in OWN_FIELDS if (word := getattr(own, name))} if own else {}
    if legal or not is_waiting:
        words.pop("waits", None)
    return SceneButton(action, legal=legal, **{**vars(button), "sprite": button.sprite or button.name, **words})


def _with_ways(scene: Scene, ways_there: tuple[Way, ...]) -> Scene:
    """The scene with these ways on the first board."""
    if not ways_there:
        return scene
    return replace(scene, boards=(replace(scene.boards[0], ways=ways_there), *scene.boards[1:]))


def _with_tips(scene: Scene, tips: tuple[FieldTip, ...]) -> Scene:
    """The scene with these tips besides those of the game itself, which take precedence."""
    if not tips:
        return scene
    by_field = {tip.field: tip for tip in (*tips, *scene.boards[0].tips)}
    return replace(scene, boards=(replace(scene.boards[0], tips=tuple(by_field.values())), *scene.boards[1:]))

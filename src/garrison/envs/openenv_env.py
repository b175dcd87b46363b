"""The games as an OpenEnv environment, for training those who read: text in, text out.

>>> from garrison.envs.openenv_env import GarrisonAction, GarrisonEnvironment
>>> env = GarrisonEnvironment("skirmish", opponent="easy")
>>> env.reset(seed=7).text.splitlines()[0]
'Skirmish (standard), step 0. You: Calliance.'
>>> env.step(GarrisonAction(answer="I think I should wait.\\nAnswer: E0.")).done
False

`openenv.core.env_server.create_app(partial(GarrisonEnvironment, "skirmish"), GarrisonAction, GarrisonObservation)`
serves it. OpenEnv and the newest `mcp` want different versions of a package, so give it an environment of its own.
"""

from __future__ import annotations

from random import Random
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State

from garrison import bots
from garrison.bots.readers.answers import read_answer
from garrison.bots.readers.prompts import prompt_of
from garrison.core.game import load
from garrison.core.position import Position
from garrison.core.words.budgets import TRIES
from garrison.core.words.execution import Execution
from garrison.errors import GarrisonError

STILL = "still"  # decides where nothing legal was answered
NOTHING = "Nothing in the answer is a move."


class GarrisonAction(Action):
    """What was answered: the last JSON with a `move`, or the last line that is a move, counts."""

    answer: str


class GarrisonObservation(Observation):
    """What is asked: the position in words, the note, and why the last answer was refused."""

    text: str
    refusal: str = ""


class GarrisonEnvironment(Environment):
    """One seat of a game against bots. The reward is 0 until the end; then 1 for a win, half for a draw, 0 for a loss,
    and in a game for one the score."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(
        self, game: str, opponent: str = "medium", seat: int = 0, forecasts: bool = True, **options: Any
    ) -> None:
        super().__init__()
        self._game = load(game, **options)
        self._seat, self._forecasts = seat, forecasts
        self._opponent = bots.find(opponent, self._game.package)
        self._still = bots.find(STILL, self._game.package)
        bots.prepare([opponent], self._game.package)
        self.reset()

    def reset(self, seed: int | None = None, episode_id: str | None = None, **more: Any) -> GarrisonObservation:
        """Begin a game; the same seed begins the same one."""
        seed = Random().getrandbits(63) if seed is None else seed
        self._position = self._game.new(seed)
        self._dice = [Random(f"{seed} {player}") for player in range(self._game.players)]
        self._note, self._news, self._refusals = "", list[str](), 0
        self._state = State(episode_id=episode_id or str(seed), step_count=0)
        self._play_on(None)
        return self._observation()

    def step(self, action: GarrisonAction, timeout_s: float | None = None, **more: Any) -> GarrisonObservation:
        """Play an answer; an illegal one gets the reason, and after the third one the bot `still` decides."""
        self._state.step_count += 1
        answer = read_answer(action.answer)
        self._note = self._note if answer.note is None else answer.note
        why = NOTHING
        for text in answer.moves:
            try:
                move = self._position.parse(text, self._seat)
            except GarrisonError as error:
                why = str(error) if why == NOTHING else why
                continue
            self._refusals, self._news = 0, []
            self._play_on(Execution(move, self._seat))
            return self._observation()
        self._refusals += 1
        if self._refusals >= TRIES:
            self._let_it_be()
        return self._observation(why)

    @property
    def state(self) -> State:
        """Which game it is, and how many answers there were."""
        return self._state

    @property
    def position(self) -> Position:
        """The game as it stands."""
        return self._position

    def _let_it_be(self) -> None:
        """The bot `still` makes the decision."""
        self._refusals, self._news, turn = 0, [], int(self._position.state["turn"][0])
        while self._is_asked and int(self._position.state["turn"][0]) == turn:
            self._act(self._seat, self._still(self._position.copy(), self._seat, self._dice[self._seat]))
        self._play_on(None)

    def _play_on(self, execution: Execution | None) -> None:
        """Carry out a move, and let the others play, until there is something to decide."""
        while not self._position.over:
            action = execution.next_action(self._position) if execution else None
            if action is not None:
                self._act(self._seat, action)
            elif self._is_asked:
                return
            else:
                player = self._position.waiting[0]
                self._act(player, self._opponent(self._position.copy(), player, self._dice[player]))

    @property
    def _is_asked(self) -> bool:
        return self._seat in self._position.waiting

    def _act(self, player: int, action: int) -> None:
        self._position.play(player, int(action))
        self._news += self._position.sentences

    def _observation(self, refusal: str = "") -> GarrisonObservation:
        if self._position.over:
            return GarrisonObservation(text=self._position.text(self._seat), done=True, reward=self._reward())
        prompt = prompt_of(self._position, self._seat, self._forecasts, self._news, self._note)
        return GarrisonObservation(text=prompt.question, refusal=refusal, reward=0.0)

    def _reward(self) -> float:
        outcome = self._position.outcome
        winners = outcome.winners if outcome else ()
        if self._game.players == 1:
            return self._position.scores[0]
        return 0.5 if len(winners) in (0, self._game.players) else float(self._seat in winners)

"""One player against bots, as an environment of Gymnasium."""

from __future__ import annotations

from typing import Any, Callable, Union

import gymnasium
import numpy as np
from gymnasium.spaces import Space
from numpy.typing import NDArray

from rulehound._rulehound import Bot, Game, State
from rulehound.environment import MOST, Table, discrete, observation_box

#: How the others play: the level of a bot, or what gives the number of an option for a state and a seat.
Opponent = Union[str, Callable[[State, int], int]]


class PlayerGame(gymnasium.Env[NDArray[np.float32], np.int64]):
    """A game for one learner at a seat; the other seats are bots.

    An observation is what the seat sees (`float32`, see `Game.layout`). `info["action_mask"]` and `action_masks()` tell what may be done. A step
    ends where the learner decides next, or at the end; the reward is then what that is worth to its seat, see `State.returns`.
    """

    def __init__(
        self,
        game: Game,
        *,
        seat: int = 0,
        opponents: Opponent = "random",
        actions: str = "auto",
        information: bool = False,
        illegal: str = "raise",
        most: int = MOST,
        render_mode: str | None = None,
    ) -> None:
        thinks = isinstance(opponents, str) and opponents != "random"
        self.table = Table(game, actions=actions, information=information, illegal=illegal, most=most)
        self.table.information = information or thinks
        self._told = information
        self.metadata = {"render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.seat = seat
        self._bot = Bot(game, opponents) if isinstance(opponents, str) else None
        self._policy = None if isinstance(opponents, str) else opponents
        self.observation_space: Space[NDArray[np.float32]] = observation_box(game, information)
        self.action_space = discrete(self.table)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        super().reset(seed=seed)
        self.table.reset(int(self.np_random.integers(2**31)))
        self._let_others()
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        self.table.take(self.seat, int(action))
        self._let_others()
        over = self.table.is_over
        worth = self.table.returns()[self.seat] if over else 0.0
        return self._seen(), worth, over, self.table.is_cut, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be done, as learners with masks ask for it."""
        return self.table.mask(self.seat).astype(np.bool_)

    def _seen(self) -> NDArray[np.float32]:
        state = self.table.state
        return state.information_state(self.seat) if self._told else state.observation(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask(self.seat)}

    def _let_others(self) -> None:
        state = self.table.state
        while not self.table.is_over and not self.table.is_cut and self.seat not in state.deciders:
            seat = state.deciders[0]
            number = int(self.np_random.integers(2**31))
            if self._bot is not None:
                option = self._bot.choose(state, seat, number)
            else:
                assert self._policy is not None
                option = self._policy(state, seat)
            state.play(option, seat)
            self.table.steps += 1

    def render(self) -> Any:
        return self.table.render() if self.render_mode == "ansi" else None

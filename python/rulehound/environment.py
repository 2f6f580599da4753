"""What all environments share: a game that is played, and what each agent sees of it."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from gymnasium.utils import seeding
from numpy.typing import NDArray

from rulehound._rulehound import Game, Misuse, State
from rulehound.numbering import Numbering, numbering

#: Games that take longer are broken off, unless something else is said.
MOST = 10_000


def observation_box(game: Game, information: bool) -> Space[NDArray[np.float32]]:
    """What an observation may be: `float32`, from 0 on."""
    size = game.information_state_size if information else game.observation_size
    return cast(Space[NDArray[np.float32]], Box(0.0, np.inf, (size,), np.float32))


def masked(game: Game, information: bool, actions: int, key: str) -> Dict:
    """An observation with the mask of what may be done."""
    return Dict({key: observation_box(game, information), "action_mask": Box(0, 1, (actions,), np.int8)})


class Table:
    """A game that is played, with seats as agents `player_0`, `player_1`, ..."""

    def __init__(
        self,
        game: Game,
        *,
        actions: str = "auto",
        information: bool = False,
        illegal: str = "raise",
        most: int = MOST,
    ) -> None:
        if illegal not in ("raise", "loss"):
            raise Misuse("an illegal action either raises (`raise`) or loses the game (`loss`)")
        self.game = game
        self.numbering: Numbering = numbering(game, actions)
        self.information = information
        self.illegal = illegal
        self.most = most
        self.names = [f"player_{seat}" for seat in range(len(game.players))]
        self.state: State = game.start(0, history=information)
        self.steps = 0
        self.lost: int | None = None
        self._random: np.random.Generator | None = None

    def reset(self, seed: int | None) -> None:
        """Begins a game; without a seed one follows from the seed before."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.state = self.game.start(int(self._random.integers(2**63)), history=self.information)
        self.steps = 0
        self.lost = None

    def observe(self, seat: int) -> NDArray[np.float32]:
        """What a seat sees."""
        return self.state.information_state(seat) if self.information else self.state.observation(seat)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """What a seat may do."""
        if self.is_over or self.is_cut:
            return np.zeros(self.numbering.size, dtype=np.int8)
        return self.numbering.mask(self.state, seat)

    def take(self, seat: int, action: int) -> None:
        """Answers for a seat."""
        try:
            self.numbering.take(self.state, seat, int(action))
        except Misuse:
            if self.illegal == "raise":
                raise
            self.lost = seat
        self.steps += 1

    @property
    def is_over(self) -> bool:
        """Whether the game has come to an end."""
        return self.state.is_over or self.lost is not None

    @property
    def is_cut(self) -> bool:
        """Whether it was broken off."""
        return not self.is_over and self.steps >= self.most

    def returns(self) -> list[float]:
        """What the end is worth to each seat."""
        if self.lost is None:
            return self.state.returns()
        others = max(len(self.names) - 1, 1)
        return [-1.0 if seat == self.lost else 1.0 / others for seat in range(len(self.names))]

    def render(self) -> str:
        """The position as all see it, told as a story's last words."""
        view = self.state.view()
        lines = [f"{view['phases'][-1]}:" if view["phases"] else "over:"]
        for place in view["places"]:
            contents: dict[str, Any] = place["contents"]
            things = contents.get("seen") or contents.get("pile") or []
            words = [thing["component"]["words"] for thing in things]
            if words:
                lines.append(f"  {place['place']['words']}: {', '.join(words)}")
        for variable in view["variables"]:
            lines.append(f"  {variable['words']}: {variable['value']}")
        return "\n".join(lines)


def discrete(table: Table, more: int = 0) -> Space[Any]:
    """The numbers of answers, and so many more."""
    return cast(Space[Any], Discrete(table.numbering.size + more))


__all__ = ["MOST", "Table", "discrete", "masked", "observation_box"]

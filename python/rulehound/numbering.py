"""How environments number answers: by the fixed numbers of a game, or as they are listed."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rulehound._rulehound import Game, Misuse, State, TooManyActions

#: So many options a listed numbering has room for, unless something else is said.
MOST_LISTED = 4_096


class Numbering(Protocol):
    """Numbers for answers."""

    #: How many there are.
    size: int

    def mask(self, state: State, seat: int) -> NDArray[np.int8]:
        """For each number whether the seat may give that answer now: 0 or 1."""

    def take(self, state: State, seat: int, action: int) -> None:
        """Gives the answer of a number. Raises `Misuse` if it is not on offer."""


class Fixed:
    """The fixed numbers of a game: the same answer has the same number wherever it is on offer."""

    def __init__(self, game: Game) -> None:
        self.size = game.num_actions

    def mask(self, state: State, seat: int) -> NDArray[np.int8]:
        if seat in state.deciders:
            return state.action_mask(seat)
        return np.zeros(self.size, dtype=np.int8)

    def take(self, state: State, seat: int, action: int) -> None:
        state.apply_action(action, seat)


class Listed:
    """Options as they are listed, from 0: for games with more answers than can be numbered. What a number means changes from state to state;
    `State.listing` tells it."""

    def __init__(self, size: int = MOST_LISTED) -> None:
        self.size = size

    def mask(self, state: State, seat: int) -> NDArray[np.int8]:
        mask = np.zeros(self.size, dtype=np.int8)
        if seat in state.deciders:
            mask[: state.count(seat)] = 1
        return mask

    def take(self, state: State, seat: int, action: int) -> None:
        if not 0 <= action < min(self.size, state.count(seat)):
            raise Misuse(f"there is no option {action} for seat {seat} now")
        state.play(action, seat)


def numbering(game: Game, wanted: str = "auto") -> Numbering:
    """`fixed`, `listed`, or `auto`: fixed where the game has no more than 65,536 answers."""
    if wanted not in ("auto", "fixed", "listed"):
        raise Misuse(f"there is no numbering `{wanted}`; there is `auto`, `fixed`, `listed`")
    if wanted == "listed":
        return Listed()
    try:
        return Fixed(game)
    except TooManyActions:
        if wanted == "fixed":
            raise
        return Listed()

"""Checked by mypy and never run: how programs with types use the package."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import rulehound


def played(name: str) -> list[float]:
    game: rulehound.Game = rulehound.Rules.load(name).game(players=["Ann", "Ben"], most=3)
    state: rulehound.State = game.start(1)
    while not state.is_over:
        seat: int = state.deciders[0]
        mask: NDArray[np.int8] = state.action_mask(seat)
        state.apply_action(int(mask.argmax()), seat)
    return state.returns()


def stepped(game: rulehound.Game) -> float:
    batch = rulehound.VecGame(game, 8, seed=3, threads=2)
    observations, masks, to_move, rewards, terminated, truncated = batch.step(batch.random_actions())
    return float(rewards.sum() + observations.sum()) + float(masks.sum() + to_move.sum())

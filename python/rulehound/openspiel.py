"""Games and states in the shape of OpenSpiel: what is written for that runs with these."""

from __future__ import annotations

import random
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from rulehound import _rulehound
from rulehound._rulehound import Game as _Game
from rulehound._rulehound import Misuse
from rulehound._rulehound import State as _State


class PlayerId(IntEnum):
    """Who is to act where it is no player."""

    CHANCE = -1
    SIMULTANEOUS = -2
    TERMINAL = -4


class Game:
    """A game as OpenSpiel has it. Chance is a player of its own, whose outcomes have probabilities."""

    def __init__(self, game: _Game, *, most: int = 10_000) -> None:
        self.game = game
        self._most = most

    @classmethod
    def load(cls, name: str, players: int | None = None, **settings: int | bool | str) -> Game:
        """A file or a shipped game."""
        return cls(_rulehound.Rules.load(name).game(players, **settings))

    def num_players(self) -> int:
        return len(self.game.players)

    def num_distinct_actions(self) -> int:
        return self.game.num_actions

    def new_initial_state(self) -> State:
        return State(self, self.game.start_by_hand(), [])

    def observation_tensor_shape(self) -> list[int]:
        return [self.game.observation_size]

    def observation_tensor_size(self) -> int:
        return self.game.observation_size

    def information_state_tensor_shape(self) -> list[int]:
        return [self.game.information_state_size]

    def information_state_tensor_size(self) -> int:
        return self.game.information_state_size

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def max_game_length(self) -> int:
        return self._most

    def action_to_string(self, player: int, action: int) -> str:
        return self.game.action_name(action)

    def deserialize_state(self, text: str) -> State:
        """A state from `State.serialize`."""
        state = self.new_initial_state()
        for line in text.splitlines():
            player, action = line.split()
            state._step(int(player), int(action))
        return state


class State:
    """A state as OpenSpiel has it; the answers of several who decide at once are given together (`apply_actions`)."""

    def __init__(self, game: Game, state: _State, history: list[tuple[int, int]]) -> None:
        self._game = game
        self._state = state
        self._history = history

    def get_game(self) -> Game:
        return self._game

    def num_players(self) -> int:
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    def current_player(self) -> int:
        if self._state.status == "over":
            return PlayerId.TERMINAL
        if self._state.status == "chance":
            return PlayerId.CHANCE
        deciders = self._state.deciders
        return PlayerId.SIMULTANEOUS if len(deciders) > 1 else deciders[0]

    def is_terminal(self) -> bool:
        return self._state.is_over

    def is_chance_node(self) -> bool:
        return self._state.status == "chance"

    def is_simultaneous_node(self) -> bool:
        return self.current_player() == PlayerId.SIMULTANEOUS

    def is_player_node(self) -> bool:
        return self.current_player() >= 0

    def legal_actions(self, player: int | None = None) -> list[int]:
        if self.is_chance_node():
            return [outcome for outcome, _ in self.chance_outcomes()]
        if self.is_terminal():
            return []
        seat = self.current_player() if player is None else player
        if seat == PlayerId.SIMULTANEOUS:
            raise Misuse("several decide at once: say which player")
        return self._state.legal_actions(seat) if seat in self._state.deciders else []

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        legal = set(self.legal_actions(player))
        return [int(action in legal) for action in range(self.num_distinct_actions())]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        chance = self._state.chance()
        if chance is None:
            raise Misuse("chance is not asked now")
        weights = [outcome["weight"] for outcome in chance["outcomes"]]
        total = sum(weights)
        return [(number, weight / total) for number, weight in enumerate(weights)]

    def apply_action(self, action: int) -> None:
        player = self.current_player()
        if player == PlayerId.SIMULTANEOUS:
            raise Misuse("several decide at once: give all their answers to `apply_actions`")
        if player == PlayerId.TERMINAL:
            raise Misuse("the game is over")
        self._step(player, action)

    def apply_actions(self, actions: list[int]) -> None:
        """The answers of those who decide at once, one for each player; of whoever does not decide it is not looked at."""
        for player in list(self._state.deciders):
            self._step(player, actions[player])

    def _step(self, player: int, action: int) -> None:
        if player == PlayerId.CHANCE:
            self._state.resolve(action)
        else:
            self._state.apply_action(action, player)
        self._history.append((int(player), action))

    def child(self, action: int) -> State:
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> State:
        return State(self._game, self._state.clone(), list(self._history))

    def returns(self) -> list[float]:
        return self._state.returns()

    def rewards(self) -> list[float]:
        return self._state.returns()

    def player_return(self, player: int) -> float:
        return self._state.returns()[player]

    def player_reward(self, player: int) -> float:
        return self.player_return(player)

    def history(self) -> list[int]:
        return [action for _, action in self._history]

    def full_history(self) -> list[tuple[int, int]]:
        return list(self._history)

    def move_number(self) -> int:
        return len(self._history)

    def _viewer(self, player: int | None) -> int:
        seat = self.current_player() if player is None else player
        if seat < 0:
            raise Misuse("say which player looks")
        return seat

    def observation_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        return self._state.observation(self._viewer(player))

    def observation_string(self, player: int | None = None) -> str:
        return str(self._state.view(self._viewer(player)))

    def information_state_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        return self._state.information_state(self._viewer(player))

    def information_state_string(self, player: int | None = None) -> str:
        return self._state.information_state_string(self._viewer(player))

    def action_to_string(self, player: int, action: int) -> str:
        if player == PlayerId.CHANCE:
            chance = self._state.chance()
            return str(chance["outcomes"][action]["text"]) if chance is not None else ""
        return self._game.action_to_string(player, action)

    def string_to_action(self, player: int, name: str) -> int:
        return self._game.game.action_of(name)

    def resample_from_infostate(self, player: int, sampler: random.Random | None = None) -> State | None:
        """A state that may be the true one as far as a player can tell; `None` if none was found. Its history is this one's."""
        seed = (sampler or random.Random()).getrandbits(64)
        world = self._state.imagined(player, seed)
        return None if world is None else State(self._game, world, list(self._history))

    def serialize(self) -> str:
        """What was done, a line for each step."""
        return "\n".join(f"{player} {action}" for player, action in self._history)

    def __str__(self) -> str:
        return repr(self._state)

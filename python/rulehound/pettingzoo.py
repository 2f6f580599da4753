"""Games as environments of PettingZoo: one agent after the other (`AECGame`), or all at once (`ParallelGame`)."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Space
from pettingzoo import AECEnv, ParallelEnv

from rulehound._rulehound import Game
from rulehound.environment import MOST, Table, discrete, masked

Observation = dict[str, Any]


class AECGame(AECEnv[str, Observation, int]):
    """A game in which one agent acts after the other, as `AECEnv` has it.

    Agents are `player_0`, `player_1`, ... by seat. An observation is a dictionary of `observation` (`float32`, see `Game.layout`; with
    `information=True` also what was told lately) and `action_mask` (`int8`). Where several decide at once they act one after the other, and none
    sees what another has answered. Rewards come at the end, see `State.returns`. `illegal` says what an illegal action does: `raise` raises
    `Misuse`, `loss` ends the game, lost by whoever did it.
    """

    def __init__(
        self,
        game: Game,
        *,
        actions: str = "auto",
        information: bool = False,
        illegal: str = "raise",
        most: int = MOST,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.table = Table(game, actions=actions, information=information, illegal=illegal, most=most)
        self.metadata = {
            "name": game.rules.title,
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = list(self.table.names)
        self.agents: list[str] = []
        numbers = self.table.numbering.size
        self._observations = {name: masked(game, information, numbers, "observation") for name in self.possible_agents}
        self._actions = {name: discrete(self.table) for name in self.possible_agents}

    def observation_space(self, agent: str) -> Space[Any]:
        return self._observations[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._settle()

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        return {"observation": self.table.observe(seat), "action_mask": self.table.mask(seat)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.table.take(self.possible_agents.index(agent), int(action if action is not None else -1))
        self._settle()
        self._accumulate_rewards()

    def _settle(self) -> None:
        """Says who acts next, or how it has ended."""
        if self.table.is_over:
            for agent, worth in zip(self.possible_agents, self.table.returns()):
                self.rewards[agent] = worth
                self.terminations[agent] = True
        elif self.table.is_cut:
            self.truncations = {agent: True for agent in self.agents}
        else:
            self.agent_selection = self.possible_agents[self.table.state.deciders[0]]

    def render(self) -> str | None:
        return self.table.render() if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass


class ParallelGame(ParallelEnv[str, Observation, int]):
    """A game in which all agents act at once, as `ParallelEnv` has it.

    Whoever decides answers; all others wait, which is the last number of their action space and the only one that their mask allows. Where several
    decide at once all of them answer in one step.
    """

    def __init__(
        self,
        game: Game,
        *,
        actions: str = "auto",
        information: bool = False,
        illegal: str = "raise",
        most: int = MOST,
        render_mode: str | None = None,
    ) -> None:
        self.table = Table(game, actions=actions, information=information, illegal=illegal, most=most)
        self.metadata = {"name": game.rules.title, "render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.possible_agents = list(self.table.names)
        self.agents: list[str] = []
        #: The number that means to wait.
        self.wait = self.table.numbering.size
        self._observations = {
            name: masked(game, information, self.wait + 1, "observation") for name in self.possible_agents
        }
        self._actions = {name: discrete(self.table, 1) for name in self.possible_agents}

    def observation_space(self, agent: str) -> Space[Any]:
        return self._observations[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self._actions[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.table.reset(seed)
        self.agents = list(self.possible_agents)
        return self._observe(), {agent: {} for agent in self.agents}

    def _observe(self) -> dict[str, Observation]:
        seen = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = self.table.mask(seat)
            waits = np.array([not mask.any()], dtype=np.int8)
            seen[agent] = {"observation": self.table.observe(seat), "action_mask": np.concatenate([mask, waits])}
        return seen

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        for seat in list(self.table.state.deciders):
            if self.table.is_over or seat not in self.table.state.deciders:
                break
            agent = self.possible_agents[seat]
            if agent in actions:
                self.table.take(seat, int(actions[agent]))
        over, cut = self.table.is_over, self.table.is_cut
        worth = self.table.returns() if over else [0.0] * len(self.possible_agents)
        agents = self.agents
        seen = self._observe()
        if over or cut:
            self.agents = []
        return (
            seen,
            dict(zip(agents, worth)),
            {agent: over for agent in agents},
            {agent: cut for agent in agents},
            {agent: {} for agent in agents},
        )

    def render(self) -> str | None:
        return self.table.render() if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass

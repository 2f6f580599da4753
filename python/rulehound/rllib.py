"""Games as environments of RLlib: only those who decide are asked, several at once where the rules say so."""

from __future__ import annotations

from typing import Any

from gymnasium.spaces import Space
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from rulehound._rulehound import Game
from rulehound.environment import MOST, Table, discrete, masked


class RulehoundEnv(MultiAgentEnv):
    """A game for RLlib, made from a dictionary: `{"game": game}`, and what else `rulehound.pettingzoo.AECGame` takes.

    Agents are `player_0`, `player_1`, ... by seat. Whoever is to decide has an observation, a dictionary of `observations` (`float32`) and
    `action_mask` (`int8`), the keys that RLlib's modules with masks ask for. Rewards come at the end and to all. Since RLlib tries environments out
    without masks before it begins, what is illegal loses the game here unless the dictionary says `"illegal": "raise"`.
    """

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__()
        game: Game = config["game"]
        information = bool(config.get("information", False))
        self.table = Table(
            game,
            actions=config.get("actions", "auto"),
            information=information,
            illegal=config.get("illegal", "loss"),
            most=int(config.get("most", MOST)),
        )
        self.possible_agents = list(self.table.names)
        self.agents = list(self.possible_agents)
        numbers = self.table.numbering.size
        self.observation_spaces: dict[str, Space[Any]] = {
            name: masked(game, information, numbers, "observations") for name in self.possible_agents
        }
        self.action_spaces: dict[str, Space[Any]] = {name: discrete(self.table) for name in self.possible_agents}

    def get_observation_space(self, agent_id: str) -> Space[Any]:
        return self.observation_spaces[agent_id]

    def get_action_space(self, agent_id: str) -> Space[Any]:
        return self.action_spaces[agent_id]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self.table.reset(seed)
        self.agents = list(self.possible_agents)
        return self._seen(self.table.state.deciders), {}

    def _seen(self, seats: list[int]) -> dict[str, Any]:
        return {
            self.possible_agents[seat]: {
                "observations": self.table.observe(seat),
                "action_mask": self.table.mask(seat),
            }
            for seat in seats
        }

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        for seat, agent in enumerate(self.possible_agents):
            if agent in actions and not self.table.is_over:
                self.table.take(seat, int(actions[agent]))
        over, cut = self.table.is_over, self.table.is_cut
        everybody = list(range(len(self.possible_agents)))
        seen = self._seen(everybody if over or cut else self.table.state.deciders)
        worth = self.table.returns() if over else [0.0] * len(everybody)
        rewards = {agent: reward for agent, reward in zip(self.possible_agents, worth) if agent in seen or over}
        terminated = {agent: over for agent in seen} | {"__all__": over}
        truncated = {agent: cut for agent in seen} | {"__all__": cut}
        return seen, rewards, terminated, truncated, {}

"""RLlib: the environment by itself, and one iteration of PPO with masks, one after the other and several at once."""

from __future__ import annotations

import random
from typing import Any, Iterator

import numpy as np
import pytest
from conftest import classic, load

import rulehound

ray = pytest.importorskip("ray", reason="Ray is not installed")
pytest.importorskip("ray.rllib", reason="RLlib is not installed: `.ci/python full` installs it")

from rulehound.rllib import RulehoundEnv  # noqa: E402


def test_only_those_who_decide_are_asked(game: rulehound.Game) -> None:
    env = RulehoundEnv({"game": game})
    choose = random.Random(1)
    seen, _ = env.reset(seed=1)
    for _ in range(15):
        assert list(seen) == [env.possible_agents[seat] for seat in env.table.state.deciders]
        assert all(env.observation_spaces[agent].contains(one) for agent, one in seen.items())
        actions = {agent: choose.choice(np.flatnonzero(one["action_mask"]).tolist()) for agent, one in seen.items()}
        seen, rewards, terminated, truncated, _ = env.step(actions)
        if terminated["__all__"]:
            assert list(rewards.values()) == env.table.state.returns()
            break


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """Ray on this machine."""
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, ignore_reinit_error=True)
    yield
    ray.shutdown()


@pytest.mark.parametrize("name", ["tic-tac-toe", "hot-dog"])
def test_one_iteration_of_ppo(cluster: None, name: str) -> None:
    pytest.importorskip("torch", reason="torch is not installed: `.ci/python full` installs it")
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

    game = load(name if name in rulehound.shipped_games() else classic(name))
    spaces: Any = RulehoundEnv({"game": game})
    config = (
        PPOConfig()
        .environment(RulehoundEnv, env_config={"game": game})
        .env_runners(num_env_runners=0)
        .training(train_batch_size_per_learner=200, minibatch_size=64, num_epochs=1)
        .multi_agent(policies={"all"}, policy_mapping_fn=lambda agent, *_, **__: "all")
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                observation_space=spaces.observation_spaces["player_0"],
                action_space=spaces.action_spaces["player_0"],
                model_config={"head_fcnet_hiddens": [32], "head_fcnet_activation": "relu"},
            )
        )
        .learners(num_learners=0, num_gpus_per_learner=0)
    )
    algorithm = config.build_algo()
    try:
        found = algorithm.train()
        learned = found["learners"]["all"]
        assert np.isfinite(learned["total_loss"]) and found["env_runners"]["num_episodes"] > 0
    finally:
        algorithm.stop()

"""Environments: by the tests of PettingZoo and Gymnasium, and where they stand on states."""

from __future__ import annotations

import random
import warnings

import numpy as np
import pytest
from conftest import classic, load
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import rulehound
from rulehound import openspiel
from rulehound.gym import PlayerGame
from rulehound.pettingzoo import AECGame, ParallelGame

pytestmark = pytest.mark.filterwarnings(
    # Small games have observations of few numbers, and whoever waits has nothing to do.
    "ignore:Observation",
    "ignore:Action mask numpy array is all zeros",
    "ignore:The observation contains",
    "ignore:.*Box",
    "ignore:No agents present",
)


def test_pettingzoo_one_after_the_other(game: rulehound.Game) -> None:
    api_test(AECGame(game), num_cycles=60)
    seed_test(lambda: AECGame(game), num_cycles=15)


def test_pettingzoo_all_at_once(game: rulehound.Game) -> None:
    parallel_api_test(ParallelGame(game), num_cycles=40)


def test_pettingzoo_all_at_once_by_seed() -> None:
    # This test of PettingZoo asks for actions without their masks, so what is illegal loses.
    for name in ("hot-dog", classic("town-council"), classic("tic-tac-toe")):
        parallel_seed_test(lambda: ParallelGame(load(name), illegal="loss"), num_cycles=20)


def test_rewards_come_at_the_end_and_to_all() -> None:
    env = AECGame(load(classic("tic-tac-toe")))
    env.reset(seed=3)
    rewards: dict[str, float] = {agent: 0.0 for agent in env.possible_agents}
    choose = random.Random(3)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        rewards[agent] += reward
        if terminated or truncated:
            assert not seen["action_mask"].any()
            env.step(None)
        else:
            env.step(choose.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    assert list(rewards.values()) == env.table.state.returns()


def test_several_decide_at_once() -> None:
    env = ParallelGame(rulehound.Rules.load("hot-dog").game(4))
    seen, _ = env.reset(seed=1)
    deciding = [agent for agent in env.agents if not seen[agent]["action_mask"][-1]]
    assert len(deciding) == 4
    actions = {agent: int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in env.agents}
    _, rewards, over, cut, _ = env.step(actions)
    assert not any(over.values()) and not any(cut.values()) and set(rewards.values()) == {0.0}
    assert env.table.steps == 4


def test_what_is_illegal_raises_or_loses() -> None:
    game = load(classic("tic-tac-toe"))
    env = AECGame(game)
    env.reset(seed=1)
    with pytest.raises(rulehound.Misuse, match="not legal"):
        env.step(game.num_actions - 1)
    lost = AECGame(game, illegal="loss")
    lost.reset(seed=1)
    lost.step(game.num_actions - 1)
    assert lost.terminations == {"player_0": True, "player_1": True}
    assert lost.rewards == {"player_0": -1.0, "player_1": 1.0}


def test_long_games_are_truncated() -> None:
    env = AECGame(load(classic("chess")), most=6)
    env.reset(seed=1)
    for _ in range(6):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert all(env.truncations.values()) and not any(env.terminations.values())


@pytest.mark.parametrize("name", ["hot-dog", "spots-solo", "tic-tac-toe", "pig", "hearts", "village-green"])
def test_gymnasium(name: str) -> None:
    game = load(name if name in rulehound.shipped_games() else classic(name))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(PlayerGame(game, illegal="loss"), skip_render_check=True)


def test_one_player_against_bots() -> None:
    env = PlayerGame(load(classic("tic-tac-toe")), seat=1, opponents="mcts:200")
    worth = []
    for seed in range(6):
        seen, info = env.reset(seed=seed)
        over = False
        while not over:
            assert seen.dtype == np.float32 and (info["action_mask"] == env.action_masks()).all()
            seen, reward, over, cut, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
            assert not cut
        worth.append(reward)
    assert -1.0 in worth and 1.0 not in worth


def test_a_bot_may_be_any_function() -> None:
    asked = []

    def first(state: rulehound.State, seat: int) -> int:
        asked.append(seat)
        return 0

    env = PlayerGame(load(classic("four-in-a-row")), opponents=first)
    _, info = env.reset(seed=1)
    env.step(int(np.flatnonzero(info["action_mask"])[-1]))
    assert set(asked) == {1}


@pytest.mark.parametrize("name", ["kuhn-poker", "pig", "tic-tac-toe", "town-council", "liars-dice"])
def test_an_openspiel_state(name: str) -> None:
    game = openspiel.Game(load(classic(name)))
    choose = random.Random(4)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(share for _, share in outcomes) == pytest.approx(1.0)
            state.apply_action(choose.choices(*zip(*outcomes))[0])
        elif state.is_simultaneous_node():
            actions = [choose.choice(state.legal_actions(player) or [0]) for player in range(game.num_players())]
            state.apply_actions(actions)
        else:
            player = state.current_player()
            action = choose.choice(state.legal_actions())
            assert state.string_to_action(player, state.action_to_string(player, action)) == action
            assert len(state.observation_tensor()) == game.observation_tensor_size()
            assert len(state.information_state_tensor()) == game.information_state_tensor_size()
            state = state.child(action)
    assert state.current_player() == openspiel.PlayerId.TERMINAL
    assert len(state.returns()) == game.num_players()
    again = game.deserialize_state(state.serialize())
    assert again.returns() == state.returns() and again.full_history() == state.full_history()


def test_an_openspiel_state_can_be_sampled_from_what_a_player_knows() -> None:
    game = openspiel.Game(load(classic("kuhn-poker")))
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    player = state.current_player()
    world = state.resample_from_infostate(player, random.Random(1))
    assert world is not None
    assert world.observation_string(player) == state.observation_string(player)

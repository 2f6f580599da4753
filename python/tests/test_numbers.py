"""Fixed numbers of answers, observations, and batches of games."""

from __future__ import annotations

import random

import numpy as np
import pytest
from conftest import CARDS, classic, load

import rulehound


def numbered(game: rulehound.Game) -> bool:
    """Whether the answers of a game have fixed numbers."""
    try:
        return game.num_actions > 0
    except rulehound.TooManyActions:
        return False


def test_every_option_has_a_number_of_its_own(game: rulehound.Game) -> None:
    if not numbered(game):
        with pytest.raises(rulehound.TooManyActions, match="State.listing"):
            game.start(1).legal_actions()
        return
    choose = random.Random(2)
    state = game.start(2)
    for _ in range(60):
        if state.is_over:
            break
        seat = choose.choice(state.deciders)
        numbers = state.action_numbers(seat)
        assert len(numbers) == len(set(numbers)) == state.count(seat)
        assert max(numbers) < game.num_actions
        assert sorted(numbers) == state.legal_actions(seat) == np.flatnonzero(state.action_mask(seat)).tolist()
        by_words, by_number = state.clone(), state.clone()
        option = choose.randrange(len(numbers))
        by_words.play(option, seat)
        by_number.apply_action(numbers[option], seat)
        assert by_words == by_number
        wrong = next(number for number in range(game.num_actions) if number not in numbers)
        with pytest.raises(rulehound.Misuse):
            state.clone().apply_action(wrong, seat)
        state = by_number


def test_numbers_have_names_both_ways(game: rulehound.Game) -> None:
    if not numbered(game):
        return
    blocks = game.action_blocks
    assert sum(count for _, _, count in blocks) == game.num_actions
    for _, first, count in blocks:
        for number in {first, first + count // 2, first + count - 1}:
            if count:
                assert game.action_of(game.action_name(number)) == number


def test_numbers_hang_on_rules_settings_and_players_only() -> None:
    games = [load(classic("four-in-a-row")) for _ in range(2)]
    assert games[0].action_blocks == games[1].action_blocks
    hot_dog = rulehound.Rules.load("hot-dog")
    assert hot_dog.game(["A", "B", "C"]).action_blocks == hot_dog.game(3).action_blocks


def test_what_is_mine_is_numbered_alike_for_all_seats() -> None:
    game = load(classic("tic-tac-toe"))
    state = game.start(1)
    mine = game.layout["board"][0] if "board" in game.layout else None
    first = state.legal_actions()
    state.apply_action(first[0])
    assert set(state.legal_actions()) == set(first[1:])
    assert mine is None or state.observation(0).shape == state.observation(1).shape


def test_the_listing_has_a_row_for_each_option(game: rulehound.Game) -> None:
    state = game.start(1)
    seat = state.deciders[0]
    offsets, values = state.listing(seat)
    assert len(offsets) == state.count(seat) + 1 and offsets[-1] == len(values)


def test_observations_hold_what_the_layout_says(game: rulehound.Game) -> None:
    choose = random.Random(3)
    state = game.start(3)
    for _ in range(25):
        for seat in range(len(game.players)):
            seen = state.observation(seat)
            assert seen.shape == (game.observation_size,) and seen.dtype == np.float32
            assert np.isfinite(seen).all()
            first, shape = game.layout["seat"]
            assert seen[first : first + shape[0]].tolist() == [float(index == seat) for index in range(shape[0])]
            assert state.information_state(seat).shape == (game.information_state_size,)
        if state.is_over:
            break
        seat = choose.choice(state.deciders)
        state.play(choose.randrange(state.count(seat)), seat)
    end = 0
    for first, shape in game.layout.values():
        assert first == end
        end += int(np.prod(shape))
    assert end == game.information_state_size


def test_nothing_hidden_is_in_an_observation(game: rulehound.Game) -> None:
    """States that look the same to a seat, and were told it the same way, give the same bytes, whatever is true in them."""
    choose = random.Random(5)
    state = game.start(5)
    compared = 0
    for step in range(40):
        if state.is_over:
            break
        for seat in range(len(game.players)):
            world = state.imagined(seat, step)
            if world is None:
                continue
            compared += 1
            assert world.observation(seat).tobytes() == state.observation(seat).tobytes()
            if seat in state.deciders and numbered(game):
                assert world.action_numbers(seat) == state.action_numbers(seat)
            if seat in state.deciders:
                for one, other in zip(world.listing(seat), state.listing(seat)):
                    assert one.tobytes() == other.tobytes()
        seat = choose.choice(state.deciders)
        state.play(choose.randrange(state.count(seat)), seat)
    assert compared


def told(state: rulehound.State, seat: int) -> str:
    """All that a seat was told."""
    return state.information_state_string(seat)


def test_equal_told_streams_give_equal_bytes() -> None:
    """Deals of one small game, grouped by what a seat was told: within a group all numbers are the same, between groups they differ."""
    game = rulehound.Rules.from_text(CARDS).game()
    groups: dict[str, set[bytes]] = {}
    truths: dict[str, set[str]] = {}
    for seed in range(120):
        state = game.start(seed)
        state.play(0)
        stream = told(state, 1)
        groups.setdefault(stream, set()).add(state.observation(1).tobytes() + state.information_state(1).tobytes())
        truths.setdefault(stream, set()).add(str(state.referee_view()["places"]))
    assert all(len(found) == 1 for found in groups.values())
    assert any(len(found) > 1 for found in truths.values())
    assert len(set.union(*groups.values())) == len(groups)


def test_beliefs_are_what_a_seat_cannot_rule_out() -> None:
    game = rulehound.Rules.from_text(CARDS).game()
    state = game.start(4)
    worlds = state.beliefs(0, 64, 1)
    assert worlds.shape == (64, game.observation_size)
    first, shape = game.layout["hand"]
    theirs = worlds[:, first : first + int(np.prod(shape))].reshape(64, *shape)[:, 1]
    assert len(np.unique(theirs, axis=0)) == 3
    assert (theirs.sum(axis=1) == 2).all()


@pytest.mark.parametrize("threads", [1, 3])
def test_a_batch_plays_what_states_play(game: rulehound.Game, threads: int) -> None:
    """Every number of a batch is that of a state that goes the same way, with one thread and with several."""
    if not numbered(game):
        with pytest.raises(rulehound.TooManyActions):
            rulehound.VecGame(game, 2)
        return
    count = 3
    batch = rulehound.VecGame(game, count, seed=11, threads=threads)
    assert batch.is_native or not game.is_open or has_plans(game)
    for _ in range(25):
        masks = batch.masks.copy()
        actions = batch.random_actions()
        assert all(masks[index, action] == 1 for index, action in enumerate(actions))
        seen, masks, to_move, rewards, terminated, truncated = batch.step(actions)
        assert seen.shape == (count, game.observation_size) and masks.shape == (count, game.num_actions)
        assert rewards.shape == (count, len(game.players)) and not truncated.any()
        assert (masks.sum(axis=1) > 0).all() and (to_move >= 0).all()
        for index in np.flatnonzero(terminated):
            assert batch.final_observations[index].any()
    assert batch.faults == 0


def has_plans(game: rulehound.Game) -> bool:
    """Whether its rules look ahead, which batches leave to the interpreter."""
    return any("plan" in text for text in game.rules.texts.values())


@pytest.mark.parametrize("name", ["tic-tac-toe", "four-in-a-row", "othello", "kalah", "nine-mens-morris", "hex-small"])
def test_machine_code_sees_what_states_see(name: str) -> None:
    """Games without chance: a batch and states side by side, number by number."""
    game = load(classic(name))
    batch = rulehound.VecGame(game, 4, seed=1)
    assert batch.is_native
    states = [game.start(0) for _ in range(4)]
    ended = 0
    for _ in range(120):
        for index, state in enumerate(states):
            seat = int(batch.to_move[index])
            assert state.deciders == [seat]
            assert batch.observations[index].tobytes() == state.observation(seat).tobytes()
            assert np.flatnonzero(batch.masks[index]).tolist() == state.legal_actions(seat)
        actions = batch.random_actions()
        batch.step(actions)
        for index, state in enumerate(states):
            state.apply_action(int(actions[index]))
            assert batch.terminated[index] == state.is_over
            assert batch.rewards[index].tolist() == pytest.approx(state.returns())
            if state.is_over:
                ended += 1
                states[index] = game.start(0)
    assert ended or name in {"nine-mens-morris"}


def test_threads_change_nothing() -> None:
    game = load(classic("pig"))
    batches = [rulehound.VecGame(game, 7, seed=5, threads=threads) for threads in (1, 2, 4)]
    for _ in range(300):
        actions = [batch.random_actions() for batch in batches]
        for batch, chosen in zip(batches, actions):
            batch.step(chosen)
        for batch in batches[1:]:
            assert (batch.observations == batches[0].observations).all()
            assert (batch.rewards == batches[0].rewards).all()
    assert batches[0].finished == batches[2].finished > 10


def test_a_wrong_answer_changes_nothing_in_a_batch() -> None:
    game = load(classic("tic-tac-toe"))
    batch = rulehound.VecGame(game, 3)
    before = batch.observations.copy()
    actions = batch.random_actions()
    actions[1] = game.num_actions - 1
    with pytest.raises(rulehound.Misuse, match="game 1"):
        batch.step(actions)
    assert (batch.observations == before).all()
    with pytest.raises(rulehound.Misuse, match="2 answers for 3 games"):
        batch.step(actions[:2])


def test_long_games_are_broken_off() -> None:
    batch = rulehound.VecGame(load(classic("othello")), 2, most=10)
    for step in range(10):
        *_, terminated, truncated = batch.step(batch.random_actions())
        assert truncated.all() == (step == 9) and not terminated.any()

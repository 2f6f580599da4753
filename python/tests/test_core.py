"""Rules, games, states: what is there, what goes wrong, what is kept."""

from __future__ import annotations

import copy
import pickle
import random
from pathlib import Path

import pytest
from conftest import CARDS, ROOT, classic, load

import rulehound


def played(game: rulehound.Game, seed: int, steps: int) -> rulehound.State:
    """So many decisions at random."""
    choose = random.Random(seed)
    state = game.start(seed)
    for _ in range(steps):
        if state.is_over:
            break
        seat = choose.choice(state.deciders)
        state.play(choose.randrange(state.count(seat)), seat)
    return state


def test_a_game_is_played_by_words_numbers_keys_and_options(sticks: rulehound.Game) -> None:
    state = sticks.start(1)
    assert (state.status, state.deciders) == ("decision", [0])
    options = state.options()
    assert [str(option) for option in options] == ["take 1", "take 2", "take 3"]
    assert options[1].bindings == {"n": 2}
    question = state.question()
    assert question is not None and question["prompt"] == "Take one, two or three sticks."
    state.play("take 3")
    state.play(options[2].key)
    state.play(2)
    last = state.options()[0]
    state.play(last)
    assert state.status == "over" and state.winners == [1]
    assert state.returns() == [-1.0, 1.0]
    assert state.outcome == {"places": [None, 1], "keys": [[], []]} or state.outcome is not None
    with pytest.raises(rulehound.Misuse):
        state.play(last)


def test_what_cannot_be_done_is_told_by_the_rules(sticks: rulehound.Game) -> None:
    state = sticks.start(1)
    for number in (2, 2, 1):
        state.play(number)
    why = state.why_not("take 3")
    assert why is not None and why["sentence"] == "Only 2 are left."
    assert state.why_not("take 2") is None
    assert [refusal["text"] for refusal in state.refusals()["refused"]] == ["take 3"]
    with pytest.raises(rulehound.Misuse, match="Only 2 are left."):
        state.play("take 3")


def test_wrong_rules_are_underlined_and_told_as_data() -> None:
    with pytest.raises(rulehound.RulesError) as caught:
        rulehound.Rules.from_text('game "Sticks"\nplayers 2\nzone heap : Stick', "sticks.rules")
    assert "unknown-type" in str(caught.value) and "zone heap : Stick" in str(caught.value)
    assert "unknown-type" in {finding["code"] for finding in caught.value.findings}
    with pytest.raises(rulehound.RulesError):
        rulehound.Rules.load("no-such-game")


def test_rules_that_misbehave_leave_the_state_as_it_was() -> None:
    text = (
        'game "X"\nplayers 1\nvar n: 0..9 seen by all = 5\n'
        "phase play { turn of first p in players { choose m in 0..3 set n = n / m } win nobody }"
    )
    state = rulehound.Rules.from_text(text).game().start(1)
    with pytest.raises(rulehound.Fault) as caught:
        state.play(0)
    assert caught.value.code == "by-zero"
    assert caught.value.place is not None and caught.value.place["line"] == 4
    assert state.count() == 4
    state.play(1)


def test_misuse_says_what_there_is(sticks: rulehound.Game) -> None:
    with pytest.raises(rulehound.Misuse, match="it is for 2"):
        sticks.rules.game(5)
    with pytest.raises(rulehound.Misuse, match="no setting"):
        sticks.rules.game(colour="red")
    state = sticks.start(1)
    with pytest.raises(rulehound.Misuse, match="there is no seat 7"):
        state.view(7)
    with pytest.raises(rulehound.Misuse, match="not to decide"):
        state.play(0, seat=1)
    with pytest.raises(rulehound.Misuse):
        sticks.resume(b"nonsense")


def test_settings_and_names_belong_to_the_table() -> None:
    text = rulehound.STICKS.replace("players 2", "players 2\nsetting most: 1..5 = 3").replace("1..3", "1..most")
    rules = rulehound.Rules.from_text(text)
    assert rules.settings[0]["name"] == "most"
    game = rules.game(["Cleo", "Dan"], most=5)
    assert (game.players, game.settings) == (["Cleo", "Dan"], {"most": "5"})
    assert game.start(1).count() == 5
    assert rules.game(most=5).hash != rules.game().hash


def test_variants_find_what_they_extend() -> None:
    assert rulehound.Rules.load("hot-dog-young").title == "Casino Hot Dog for younger players"
    path = ROOT / "games" / "hot-dog-young.rules"
    game = rulehound.Rules.load(path).game(4)
    again = pickle.loads(pickle.dumps(game))
    assert again.hash == game.hash and again.players == game.players


def test_a_state_is_a_value(game: rulehound.Game) -> None:
    state = played(game, 3, 12)
    saved = game.resume(state.save())
    assert saved == state
    other = copy.deepcopy(state)
    again = pickle.loads(pickle.dumps(state))
    assert again == state and again.story(0) == state.story(0)
    if not state.is_over:
        seat = state.deciders[0]
        assert [str(it) for it in again.options(seat)] == [str(it) for it in state.options(seat)]
        other.play(0, seat)
        saved.play(0, seat)
        again.play(0, seat)
        assert other == saved == again


def test_imagined_states_look_the_same_to_their_seat() -> None:
    state = rulehound.Rules.from_text(CARDS).game().start(4)
    truth = state.referee_view()
    met = set()
    for seed in range(40):
        world = state.imagined(0, seed)
        assert world is not None and world.view(0) == state.view(0)
        met.add(str(world.referee_view()["places"]))
    # Three cards are not seen; two of them are the other's, in no order.
    assert len(met) == 3 and str(truth["places"]) in met


def test_a_view_holds_nothing_that_is_hidden() -> None:
    state = rulehound.Rules.from_text(CARDS).game().start(4)
    hidden = next(place for place in state.view(0)["places"] if place["place"]["name"] == "Ben.hand")
    assert list(hidden["contents"]) == ["hidden"]
    seen = next(place for place in state.view(1)["places"] if place["place"]["name"] == "Ben.hand")
    assert list(seen["contents"]) == ["seen"]


def test_chance_by_hand() -> None:
    text = 'game "Dice"\nplayers 1\nvar n: 1..6 seen by all = 1\nphase play { roll n if n = 6 { win players } win nobody }'
    state = rulehound.Rules.from_text(text).game().start_by_hand()
    chance = state.chance()
    assert state.status == "chance" and chance is not None
    assert [outcome["weight"] for outcome in chance["outcomes"]] == [1] * 6
    again = pickle.loads(pickle.dumps(state))
    again.resolve(5)
    assert (again.winners, again.returns()) == ([0], [1.0])
    state.resolve(0)
    assert (state.winners, state.returns()) == ([], [-1.0])


def test_a_story_is_told_from_the_beginning(sticks: rulehound.Game) -> None:
    state = sticks.start(1)
    state.play("take 2")
    state.play("take 1")
    text = "\n".join(state.story())
    assert text.index("Ann: take 2") < text.index("Ben: take 1")


def test_seeds_give_the_games_of_the_command_line(tmp_path: Path) -> None:
    one, other = (played(load(classic("pig")), 7, 20) for _ in range(2))
    assert one == other
    path = tmp_path / "sticks.rules"
    path.write_text(rulehound.STICKS)
    from rulehound._rulehound import run

    assert run(["check", str(path)]) == 0
    assert run(["check", str(tmp_path / "none.rules")]) == 4


def test_bots_think_from_what_their_seat_knows() -> None:
    game = load(classic("tic-tac-toe"))
    bot = rulehound.Bot(game, "mcts:400")
    state = game.start(1)
    while not state.is_over:
        thought = bot.think(state, seed=5)
        assert thought["option"] == bot.choose(state, seed=5)
        state.play(thought["option"])
    assert state.winners == []
    cards = rulehound.Rules.from_text(CARDS).game()
    state = cards.start(4)
    world = state.imagined(0, 3)
    assert world is not None
    thinker = rulehound.Bot(cards, "mcts:50")
    assert thinker.think(state, 0, 9) == thinker.think(world, 0, 9)
    with pytest.raises(rulehound.Misuse, match="there is no bot"):
        rulehound.Bot(game, "clever")
    with pytest.raises(rulehound.Misuse, match="another game"):
        bot.think(state)


def test_what_went_wrong_goes_from_process_to_process(sticks: rulehound.Game) -> None:
    with pytest.raises(rulehound.Misuse) as misuse:
        sticks.start(1).play("take 9")
    again = pickle.loads(pickle.dumps(misuse.value))
    assert type(again) is rulehound.Misuse and str(again) == str(misuse.value)
    with pytest.raises(rulehound.RulesError) as wrong:
        rulehound.Rules.from_text('game "X"')
    assert pickle.loads(pickle.dumps(wrong.value)).findings == wrong.value.findings

//! The library plays what the engine plays, and shows no more of it than may be seen; on all shipped games and classics.

use std::collections::BTreeSet;

use crate::table::{files, games, json, options, play, read, shown, sticks};
use rulehound::{Contents, PlayError, Position, Random, Status, Value};
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::play::{self, Log, Seeded, Stop};

/// Decisions of a game that are looked at.
const MOST: usize = 16;

#[test]
fn the_same_seed_gives_the_course_of_the_engine() {
    for path in files() {
        let model = rulehound_tests::load::load(&path).expect("rules");
        let engine = play::Game::load(model, &Table::default()).expect("a table");
        let game = read(&path).game().build().expect("a table");
        let (mut chance, mut random) = (Seeded::new(3, 0), Random::new(3));
        let mut log = Log::silent();
        let mut theirs = engine.start(&mut log).expect("a beginning");
        let mut ours = game.start(3).expect("a beginning");
        for _ in 0..MOST {
            while theirs.stop() == Stop::Chance {
                theirs.resolve(chance.pick_weight(&theirs.weights()), &mut log).expect("an outcome");
            }
            let saved = theirs.save();
            assert!(ours.save().windows(saved.len()).any(|part| part == saved), "{} goes another way", path.display());
            let deciders: Vec<usize> = ours.deciders().into_iter().map(|seat| seat.index()).collect();
            assert_eq!(deciders, theirs.deciders());
            let Some(seat) = ours.deciders().first().copied() else { break };
            let offered = theirs.offer(seat.index()).expect("an offer").expect("options");
            let listed = ours.options(seat).expect("options");
            let words: Vec<&str> = offered.options.iter().map(|option| option.text.as_str()).collect();
            assert_eq!(listed.iter().map(|option| option.text()).collect::<Vec<_>>(), words);
            let number = random.below(listed.len());
            match (theirs.apply(seat.index(), number, &mut log), ours.play(&listed[number])) {
                (Ok(()), Ok(())) => {}
                (Err(play::PlayError::Fault(theirs)), Err(PlayError::Fault(ours))) => {
                    assert_eq!((theirs.code, &theirs.message), (ours.code, &ours.message));
                    break;
                }
                (theirs, ours) => panic!("{}: {theirs:?}, but {ours:?}", path.display()),
            }
        }
        assert_eq!(ours.outcome().map(|outcome| outcome.places), theirs.outcome().map(|outcome| outcome.places));
    }
}

#[test]
fn what_a_seat_cannot_see_changes_nothing_it_is_shown() {
    let (mut looked_at, mut different) = (0, 0);
    for (name, game) in games() {
        let mut random = Random::new(5);
        play(&game, 5, MOST / 2, |position| {
            for seat in game.seats() {
                let Some(other) = position.redealt(seat, random.seed()).expect("a seat") else { continue };
                looked_at += 1;
                if other == *position {
                    continue;
                }
                different += 1;
                assert_eq!(
                    shown(position, seat),
                    shown(&other, seat),
                    "{name}: {seat:?} is told of what it cannot see"
                );
            }
        });
    }
    assert!(different > 300, "only {different} of {looked_at} deals were different");
}

/// Which of alike things is meant is hidden even where everything lies open: their order and numbers are.
#[test]
fn how_hidden_features_were_made_does_not_show() {
    let text = |inks: [&str; 3]| {
        let [one, two, three] = inks;
        format!(
            r#"game "Backs"
            players 2
            component Tile {{ number : 1..9 seen by nobody  ink : red, blue seen by all
              make number = 1, ink = {one}  make number = 2, ink = {two}  make number = 3, ink = {three} }}
            component Stone {{ make 3 of }}
            zone row : Tile seen by all
            zone cup of each Tile : Stone seen by all
            var worth of each Tile : 0..9 seen by all = 0
            phase play {{
              move each t in Tile to row
              for t in row {{ move 1 Stone from box to t.cup }}
              turn of first p in players {{ choose n in 1..2 }}
              win nobody
            }}"#
        )
    };
    let told = |inks: [&str; 3]| {
        let game = rulehound::Rules::from_text("backs.rules", &text(inks)).expect("rules").game().build();
        let game = game.expect("a table");
        let position = game.start(1).expect("a beginning");
        game.seats().map(|seat| json(&position.view(seat).expect("a seat"))).collect::<String>()
    };
    assert_eq!(told(["red", "blue", "red"]), told(["blue", "red", "red"]));
    assert_eq!(told(["red", "blue", "red"]), told(["red", "red", "blue"]));
}

/// What belongs to hidden things is listed, but not which of them is meant.
#[test]
fn which_place_of_alike_hidden_things_is_meant_does_not_show() {
    let told = |number: u8| {
        let text = format!(
            r#"game "Spots"
            players 2
            component Tile {{ number : 1..9 seen by nobody  ink : red, blue seen by all
              make number = 1, ink = red  make number = 2, ink = blue  make number = 3, ink = red }}
            component Stone {{ make 3 of }}
            zone row : Tile seen by all
            zone cup of each Tile : Stone seen by all
            var spot : place or none seen by all = none
            phase play {{
              move each t in Tile to row
              set spot = (first t in row where t.number = {number}).cup
              for p in players {{ turn of p {{ choose n in 1..2 }} }}
              win nobody
            }}"#
        );
        let game = rulehound::Rules::from_text("spots.rules", &text).expect("rules").game().build();
        let position = game.expect("a table").start(1).expect("a beginning");
        let view = position.view(position.deciders()[0]).expect("a seat");
        let spot = view.variable("spot").expect("a value");
        assert!(matches!(spot, Value::Hidden(_)), "{spot:?}");
        json(&view)
    };
    assert_eq!(told(1), told(3));
    assert_ne!(told(1), told(2));
}

#[test]
fn answers_given_at_the_same_time_stay_secret() {
    let mut answers = 0;
    for (name, game) in games() {
        play(&game, 7, MOST, |position| {
            let deciders = position.deciders();
            if deciders.len() < 2 {
                return;
            }
            let (seat, other) = (deciders[0], deciders[1]);
            let mut told: BTreeSet<(usize, String, String)> = BTreeSet::new();
            let mut left = BTreeSet::new();
            for option in position.options(seat).expect("options").into_iter().take(4) {
                let next = position.after(&option).expect("an answer");
                let events = json(&next.events(other).expect("a seat"));
                left.insert(next.deciders().len());
                told.insert((next.deciders().len(), shown(&next, other), events));
                answers += 1;
            }
            assert_eq!(told.len(), left.len(), "{name}: {other:?} can tell what {seat:?} has answered");
        });
    }
    assert!(answers > 50, "only {answers} answers were looked at");
}

/// A bot that imagines a deal learns nothing of what others have answered before it, and can play on from there.
#[test]
fn imagined_deals_hold_imagined_answers() {
    let (mut answers, mut deals) = (0, 0);
    for (name, game) in games() {
        play(&game, 17, MOST, |position| {
            let deciders = position.deciders();
            if deciders.len() < 2 {
                return;
            }
            let (seat, other) = (deciders[0], deciders[1]);
            let all: Vec<Position> = position
                .options(seat)
                .expect("options")
                .iter()
                .take(3)
                .map(|option| position.after(option).expect("an answer"))
                .filter(|next| !next.deciders().contains(&seat))
                .collect();
            for seed in 0..3 {
                let deal = |next: &Position| next.redealt(other, seed).expect("a seat").expect("a deal fits");
                let Some(first) = all.first().map(deal) else { continue };
                assert!(
                    all.iter().all(|next| deal(next) == first),
                    "{name}: the deal tells what {seat:?} has answered"
                );
                assert_eq!(shown(&first, other), shown(&all[0], other), "{name}");
                answers += all.len();
                let mut imagined = first;
                let mut random = Random::new(seed);
                for _ in 0..2 * deciders.len() {
                    let Some(decider) = imagined.deciders().first().copied() else { break };
                    let count = imagined.count(decider).expect("options");
                    imagined.play_nth(decider, random.below(count)).unwrap_or_else(|error| panic!("{name}: {error}"));
                    deals += 1;
                }
            }
        });
    }
    assert!(answers > 50 && deals > 50, "only {answers} answers in {deals} deals");
}

#[test]
fn what_chance_will_give_is_imagined_too() {
    let text = r#"game "One die"
        players 1
        var n : 1..6 seen by all = 1
        phase play { for p in players { turn of p { choose m in 1..2 as "roll" } } roll n win nobody }"#;
    let game = rulehound::Rules::from_text("die.rules", text).expect("rules").game().build().expect("a table");
    let position = game.start(1).expect("a beginning");
    let seat = position.deciders()[0];
    let rolled = |position: &Position| {
        let mut next = position.clone();
        next.play_nth(seat, 0).expect("an answer");
        next.public_view().variable("n").cloned()
    };
    let imagined = |seed| rolled(&position.redealt(seat, seed).expect("a seat").expect("a deal fits"));
    assert_eq!((0..60).map(imagined).collect::<BTreeSet<_>>().len(), 6);
    // The game itself goes on as its seed says.
    assert_eq!(rolled(&position), rolled(&game.start(1).expect("a beginning")));
}

/// In liar's dice nothing but the sides of the others' dice is hidden.
#[test]
fn hidden_dice_are_rolled_anew_in_imagined_deals() {
    let path = files().into_iter().find(|path| path.ends_with("liars-dice.rules")).expect("the game");
    let game = read(&path).game().build().expect("a table");
    let position = game.start(1).expect("a beginning");
    let seat = position.deciders()[0];
    let dice = |position: &Position, owner: &str| {
        let view = position.referee().view();
        let things = view.at(&format!("{owner}.cup")).expect("a cup").things();
        things.iter().map(|thing| (thing.feature("side").cloned(), thing.count)).collect::<Vec<_>>()
    };
    let names: Vec<&str> = game.seats().filter(|other| *other != seat).filter_map(|other| game.name(other)).collect();
    let own = game.name(seat).expect("a name");
    let deals: Vec<Position> =
        (0..20).map(|seed| position.redealt(seat, seed).expect("a seat").expect("a deal fits")).collect();
    let cups: BTreeSet<_> = deals.iter().map(|deal| dice(deal, names[0])).collect();
    assert!(cups.len() > 10, "{cups:?}");
    assert!(deals.iter().all(|deal| dice(deal, own) == dice(&position, own)));
}

#[test]
fn everybody_counts_all_components_and_names_only_what_lies_in_sight() {
    for (name, game) in games() {
        play(&game, 9, MOST / 2, |position| {
            let whole = position.referee().view();
            for view in game.seats().map(|seat| position.view(seat).expect("a seat")).chain([position.public_view()]) {
                assert_eq!(view.places.len(), whole.places.len());
                let count = |view: &rulehound::View| view.places.iter().map(|place| place.count()).sum::<u32>();
                assert_eq!(count(&view), count(&whole), "{name}");
                let handles: BTreeSet<u32> = view.things().map(|thing| thing.component.id()).collect();
                assert_eq!(handles.len(), view.things().count(), "{name}: two things have one handle");
                for (id, place) in (0..).zip(&view.places) {
                    assert_eq!(place.place.id(), id, "{name}");
                    assert_eq!(view.in_place(&place.place), Some(place));
                    if let Contents::Hidden { counts, .. } = &place.contents {
                        assert!(counts.iter().all(|unseen| unseen.count > 0), "{name}");
                    }
                }
            }
        });
    }
}

/// Everything that an option binds is in the view of whoever decides, by the same handle.
#[test]
fn options_and_view_speak_of_the_same_things() {
    let (mut components, mut places) = (0, 0);
    for (name, game) in games() {
        play(&game, 11, MOST, |position| {
            let Some(seat) = position.deciders().first().copied() else { return };
            let view = position.view(seat).expect("a seat");
            for option in position.options(seat).expect("options") {
                for value in option.bindings().iter().flat_map(|(_, value)| flat(value)) {
                    match value {
                        Value::Component(component) => {
                            components += 1;
                            assert!(view.thing(component).is_some(), "{name}: {option} binds {component}, unseen");
                        }
                        Value::Place(place) => {
                            places += 1;
                            assert!(view.in_place(place).is_some(), "{name}: {option} binds {place}, which is none");
                        }
                        _ => {}
                    }
                }
                let found = position.option(seat, option.key()).expect("an option of this key");
                assert_eq!(found, option, "{name}");
            }
        });
    }
    assert!(components > 1_000 && places > 1_000, "only {components} components and {places} places were bound");
}

fn flat(value: &Value) -> Vec<&Value> {
    match value {
        Value::Several(values) => values.iter().collect(),
        value => vec![value],
    }
}

#[test]
fn a_resumed_game_goes_on_as_it_would_have() {
    for (name, game) in games() {
        let position = play(&game, 13, MOST / 2, |_| {});
        let mut resumed = game.resume(&position.save()).expect("a save");
        assert_eq!(resumed, position, "{name}");
        let mut position = position;
        let mut random = Random::new(13);
        for _ in 0..MOST / 2 {
            let Some(seat) = position.deciders().first().copied() else { break };
            assert_eq!(options(&resumed, seat), options(&position, seat), "{name}");
            let number = random.below(position.count(seat).expect("options"));
            assert_eq!(position.play_nth(seat, number), resumed.play_nth(seat, number), "{name}");
            assert_eq!(resumed.save(), position.save(), "{name}");
        }
    }
}

#[test]
fn machine_code_plays_the_games_that_the_interpreter_plays() {
    for path in files().iter().filter(|path| path.ends_with("hot-dog.rules") || path.ends_with("kalah.rules")) {
        let game = read(path).game().build().expect("a table");
        for (number, playout) in (5..10).zip(game.playouts(1).from(5)) {
            assert_eq!(playout, game.playout(1, number));
        }
    }
}

#[test]
fn a_whole_game_ends_with_an_outcome_and_chance_by_hand_goes_the_same_way() {
    let game = sticks();
    let end = play(&game, 1, 100, |_| {});
    let Status::Over(outcome) = end.status() else { panic!("{end:?}") };
    assert_eq!(outcome.winners().len(), 1);
    let hot_dog = files().into_iter().find(|path| path.ends_with("hot-dog.rules")).expect("the game");
    let game = read(&hot_dog).game().build().expect("a table");
    let seeded = game.start(21).expect("a beginning");
    let mut chance = Seeded::new(21, 0);
    let mut by_hand = game.start_by_hand().expect("a beginning");
    while let Some(asked) = by_hand.chance() {
        let weights: Vec<u32> = asked.outcomes.iter().map(|outcome| outcome.weight).collect();
        by_hand.resolve(chance.pick_weight(&weights)).expect("an outcome");
    }
    assert_eq!(by_hand, seeded);
    assert_eq!(by_hand.seeded(4).expect("a seed"), by_hand);
}

/// One list of options that bind a place, two names, a set, and nothing.
const LIST: &str = r#"
game "List"
players 2
component Card { value : 1..3  make v in 1..3 : value = v }
grid board 2 by 1
zone row : Card seen by all
phase play {
  move each c in Card to row
  for p in players { turn of p {
    choose {
      option s in board as "to {s}" { win p }
      option "pass" { }
      option n in 1..2, q in players where q != p { win q }
      option 2 of c in row as "both of {c}" { move c to box }
    }
  } }
  win nobody
}
"#;

#[test]
fn each_option_of_a_list_binds_its_own_names() {
    let game = rulehound::Rules::from_text("list.rules", LIST).expect("rules").game().build().expect("a table");
    let mut position = game.start(1).expect("a beginning");
    let seat = position.deciders()[0];
    let options = position.options(seat).expect("options");
    let bound = |number: usize| -> Vec<(String, Value)> {
        let bindings = options[number].bindings().iter();
        bindings.map(|(name, value)| (name.as_str().to_owned(), value.clone())).collect()
    };
    let texts: Vec<&str> = options.iter().map(|option| option.text()).collect();
    assert_eq!(texts[..5], ["to board a1", "to board b1", "pass", "1, Ben", "2, Ben"]);
    assert_eq!(texts.len(), 8);
    assert!(matches!(bound(1).as_slice(), [(name, Value::Place(_))] if name == "s"));
    assert_eq!(bound(2), []);
    assert!(matches!(bound(4).as_slice(), [(n, Value::Number(2)), (q, Value::Seat(_))] if n == "n" && q == "q"));
    assert!(matches!(bound(7).as_slice(), [(c, Value::Several(cards))] if c == "c" && cards.len() == 2));
    let keys: BTreeSet<_> = options.iter().map(|option| option.key()).collect();
    assert_eq!(keys.len(), options.len());
    // A position that waits at such a list goes on as it would have.
    let mut resumed = game.resume(&position.save()).expect("what was saved");
    for position in [&mut position, &mut resumed] {
        let option = position.option(seat, options[4].key()).expect("the same list");
        position.play(&option).expect("no fault");
        assert_eq!(position.outcome().expect("an outcome").winners().len(), 1);
    }
    assert_eq!(position.save(), resumed.save());
}

/// The top of a pile that nobody looks into is a thing like any other that is seen.
#[test]
fn the_open_top_of_a_hidden_pile_is_found() {
    let text = r#"game "Coals"
        players 2
        component Coal { heat : 1..3  make h in 1..3 : heat = h }
        pile heap : Coal seen by nobody, top seen by all
        phase play {
          for c in Coal { move c to heap }
          for p in players { turn of p { choose n in 1..2 as "go {n}" } }
          win nobody
        }"#;
    let game = rulehound::Rules::from_text("coals.rules", text).expect("rules").game().build().expect("a table");
    let view = game.start(1).expect("a beginning").public_view();
    let Contents::Hidden { top: Some(top), .. } = &view.at("heap").expect("a place").contents else {
        panic!("only the top is seen")
    };
    assert_eq!(view.thing(&top.component), Some(top));
    assert_eq!(view.things().filter(|thing| *thing == top).count(), 1);
}

/// That somebody has answered is told to all; what, only to those who may know it.
#[test]
fn of_an_answer_that_is_not_seen_the_words_are_unknown() {
    let text = r#"game "Face down"
        players 2
        component Card { number : 1..6  make k in 1..6 : number = k }
        zone hand of each player : Card seen by owner
        zone heap : Card seen by nobody
        phase play {
          for p in players { draw 2 from box to p.hand }
          for p in players { turn of p {
            choose c in p.hand as "lay {c} down"
            move c to heap
            choose k in 1..2 as "say {k}"
          } }
          win nobody
        }"#;
    let game = rulehound::Rules::from_text("down.rules", text).expect("rules").game().build().expect("a table");
    let mut position = game.start(1).expect("a beginning");
    let (seat, other) = (position.deciders()[0], game.seats().last().expect("a second player"));
    position.play_nth(seat, 0).expect("an answer");
    let chosen = |viewer| {
        let events = position.events(viewer).expect("a seat");
        let text = |event: &rulehound::Event| match &event.kind {
            rulehound::EventKind::Chosen { text, .. } => Some(text.clone()),
            _ => None,
        };
        events.iter().filter_map(text).collect::<Vec<Option<String>>>()
    };
    let own = chosen(seat);
    assert!(matches!(own.as_slice(), [Some(text)] if text.starts_with("lay ")), "{own:?}");
    assert!(matches!(chosen(other).as_slice(), [None]), "{:?}", chosen(other));
}

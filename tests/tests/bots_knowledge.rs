//! A bot never looks: what it knows is the same whatever the hidden truth is, its imagined worlds look to its seat as the true one does, and
//! nothing that it saw is forgotten.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rulehound_bots::{Bot, Budget, Tuning};
use rulehound_interpreter::model::PlaceClass;
use rulehound_interpreter::play::{Game, Knowledge, Log, Memory, Position, Seeded, Stop, Viewer};
use rulehound_judges::reference::Reference;
use rulehound_tests::generated::{files, rules};
use rulehound_tests::load::{load, load_text, rules_in, tables};
use rulehound_tests::parallel::in_parallel;
use rulehound_tests::secrecy::twin;

/// What is looked at: name, position, memories of all seats.
type Look<'l> = &'l mut dyn FnMut(&Position, &[Memory]);

/// Plays a random game, for so many stops at most, in which every seat remembers what it was told.
fn watched(game: &Game, stream: u64, stops: usize, look: Look<'_>) {
    let mut chance = Seeded::new(81, stream);
    let mut memories: Vec<Memory> = (0..game.instance().seats()).map(|seat| Memory::new(game, seat)).collect();
    let mut log = Log::new();
    let Ok(mut position) = game.start(&mut log) else { return };
    for _ in 0..stops {
        memories.iter_mut().for_each(|memory| memory.take_in(&log, &position));
        look(&position, &memories);
        log = Log::new();
        let gone_on = match position.stop() {
            Stop::Over => return,
            Stop::Chance => position.resolve(chance.pick_weight(&position.weights()), &mut log),
            Stop::Decision => {
                let deciders = position.deciders();
                let seat = deciders[chance.below(deciders.len())];
                let count = position.count(seat).unwrap_or(0);
                position.apply(seat, chance.below(count), &mut log)
            }
        };
        if gone_on.is_err() {
            return;
        }
    }
}

/// Every game of a folder at its smallest and largest table.
fn games_in(folder: &str) -> Vec<(String, Game)> {
    let mut games = Vec::new();
    for path in rules_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)) {
        let Ok(model) = load(&path) else { continue };
        for table in tables(&model) {
            let name = format!("{} with {}", path.display(), table.players.len());
            let Ok(game) = Game::load(model.clone(), &table) else { continue };
            games.push((name, game));
        }
    }
    games
}

fn known(position: &Position, seat: usize, memory: Option<&Memory>) -> Option<Knowledge> {
    Knowledge::of(position, seat, memory).ok().flatten()
}

/// Where two worlds of one chance differ.
fn differs(one: &Knowledge, other: &Knowledge) -> String {
    let worlds = [one, other].map(|knowledge| knowledge.world(&mut Seeded::new(1, 0), false));
    let [first, second] = &worlds;
    let cells = first.iter().zip(second).enumerate().filter(|(_, (one, other))| one != other);
    cells.take(12).map(|(at, (one, other))| format!("cell {at}: {one}, {other}; ")).collect()
}

/// Whether a position shows a seat the same as another.
fn shows_the_same(position: &Position, other: &Position, seat: usize) -> bool {
    let [one, other] = [position, other].map(|position| {
        let view = position.view(Viewer::Seat(seat)).expect("a seat");
        let offer = position.offer(seat).ok().flatten().map(|offer| offer.options);
        (view.places, view.variables, view.phases, offer)
    });
    one.3.is_some() && one == other
}

/// Whether who sits nowhere sees the same of both.
fn all_see_the_same(position: &Position, other: &Position) -> bool {
    let [one, other] = [position, other].map(|position| {
        let view = position.view(Viewer::Nobody).expect("whoever looks on");
        (view.places, view.variables, view.phases)
    });
    one == other
}

/// Looks at every decision: twins are known as the same, worlds look the same. Gives how many decisions had anything hidden, and how many
/// worlds there were, and how many of them no game can come to.
fn look_at(folder: &str, games: u64, stops: usize, every: usize) -> [usize; 4] {
    let mut all = games_in(folder);
    // Its rules go wrong in half of all games, so half of the worlds that look the same are none.
    all.retain(|(name, _)| !name.contains("chosen-from-twins"));
    look_at_games(&all, Bot::new, games, stops, every)
}

fn look_at_games(
    all: &[(String, Game)],
    ready: fn(&Game) -> Bot,
    games: u64,
    stops: usize,
    every: usize,
) -> [usize; 4] {
    let counts = in_parallel(all.len(), |number| {
        let (name, game) = &all[number];
        let reference = Reference::new(game.instance());
        let mut counts = [0; 4];
        let mut bot: Option<Bot> = None;
        for stream in 0..games {
            let mut stop = 0;
            watched(game, stream, stops, &mut |position, memories| {
                stop += 1;
                if stop % every != 0 {
                    return;
                }
                for seat in position.deciders() {
                    let Some(mut knowledge) = known(position, seat, Some(&memories[seat])) else { continue };
                    if !knowledge.is_partial() {
                        continue;
                    }
                    counts[0] += 1;
                    // What everybody knows is a part of it, and hangs on nothing hidden, either.
                    let with_all = counts[0] % 4 == 1;
                    if with_all {
                        knowledge = knowledge.and_all(position).expect("no fault");
                    }
                    if let Some(all) = knowledge.of_all() {
                        counts[2] += 1;
                        let world = all.world(&mut Seeded::new(6, stop as u64), false);
                        let world = game.position_of(&world, all.notes());
                        counts[3] += usize::from(!world.is_some_and(|world| all_see_the_same(position, &world)));
                    }
                    for exchange in 0..3 {
                        let mut chance = Seeded::new(exchange, stop as u64);
                        let Some(twin) = twin(&reference, position, Viewer::Seat(seat), &mut chance) else { continue };
                        if !shows_the_same(position, &twin, seat) {
                            continue;
                        }
                        counts[1] += 1;
                        let other = known(&twin, seat, Some(&memories[seat]));
                        let other =
                            other.map(|known| if with_all { known.and_all(&twin).expect("no fault") } else { known });
                        let Some(other) = other.filter(|other| *other == knowledge) else {
                            let why =
                                known(&twin, seat, Some(&memories[seat])).map(|other| differs(&knowledge, &other));
                            panic!(
                                "{name}, game {stream}, stop {stop}, seat {seat}: a twin is told from the truth: {why:?}"
                            );
                        };
                        if counts[1] % 16 == 1 {
                            let redealt = Tuning { redealt: 50, ..Tuning::default() };
                            let bot = bot.get_or_insert_with(|| ready(game).tuned(redealt));
                            let thoughts = [&knowledge, &other]
                                .map(|known| bot.think(known, stop as u64, &mut Budget::new(6, &mut || true)));
                            assert_eq!(thoughts[0], thoughts[1], "{name}, game {stream}, stop {stop}, seat {seat}");
                        }
                    }
                    let mut chance = Seeded::new(5, stop as u64);
                    for _ in 0..3 {
                        counts[2] += 1;
                        let world = game.position_of(&knowledge.world(&mut chance, false), knowledge.notes());
                        let same = world.is_some_and(|world| shows_the_same(position, &world, seat));
                        counts[3] += usize::from(!same);
                    }
                }
            });
        }
        counts
    });
    counts.into_iter().fold([0; 4], |sum, counts| std::array::from_fn(|at| sum[at] + counts[at]))
}

#[test]
fn in_the_games() {
    let counts = look_at("../games", 1, 400, 7);
    assert!(counts[0] > 500 && counts[1] > 500, "{counts:?}");
    assert!(counts[3] * 50 < counts[2], "{counts:?}");
}

#[test]
fn in_the_classics() {
    let counts = look_at("../examples/classics", 1, 300, 3);
    assert!(counts[0] > 100 && counts[1] > 100, "{counts:?}");
    assert!(counts[3] * 50 < counts[2], "{counts:?}");
}

#[test]
fn where_all_is_hidden_in_some_way() {
    let counts = look_at("fixtures/veils", 4, 40, 1);
    assert!(counts[0] > 80 && counts[1] > 200, "{counts:?}");
    assert!(counts[3] * 50 < counts[2], "{counts:?}");
}

/// Whoever passed cards knows who has them until they are seen again, whatever happens to the rest.
#[test]
fn what_was_passed_is_where_it_must_be() {
    let (_, game) =
        games_in("../examples/classics").into_iter().find(|(name, _)| name.contains("hearts")).expect("hearts");
    let program = game.program();
    let mut looked = 0;
    let mut passed: Vec<BTreeSet<i32>> = vec![BTreeSet::new(); 4];
    let mut hands: Vec<BTreeSet<i32>> = vec![BTreeSet::new(); 4];
    watched(&game, 3, 260, &mut |position, memories| {
        let truth = position.cells();
        let lies = |cells: &[i32], component: i32| cells[program.layout.lying as usize + component as usize];
        let held = |seat: usize| -> BTreeSet<i32> {
            let instance = position.game().instance();
            let is_hand = |class: PlaceClass| match class {
                PlaceClass::Area(area) => instance.model.areas[area.index()].name == "hand",
                PlaceClass::Box(_) => false,
            };
            let mine = instance.places.iter().position(|place| is_hand(place.class) && place.owner == seat as i32);
            let mine = mine.expect("a hand") as i32;
            (0..52).filter(|card| lies(&truth, *card) == mine).collect()
        };
        for seat in 0..4 {
            let now = held(seat);
            // Three cards at once are passed; one is played.
            let gone: BTreeSet<i32> = hands[seat].difference(&now).copied().collect();
            if now.len() == 13 && hands[seat].len() == 13 && gone.len() == 3 {
                passed[seat] = gone;
            }
            if now.len() == 13 && hands[seat].len() < 13 {
                passed[seat].clear();
            }
            hands[seat] = now;
        }
        for seat in position.deciders() {
            let Some(knowledge) = known(position, seat, Some(&memories[seat])) else { continue };
            for number in 0..20 {
                let world = knowledge.world(&mut Seeded::new(number, 0), false);
                for card in &passed[seat] {
                    looked += 1;
                    assert_eq!(lies(&world, *card), lies(&truth, *card), "card {card} that seat {seat} has passed");
                }
            }
        }
    });
    assert!(looked > 1_000, "{looked}");
}

/// Whoever did not follow suit has none of it in any world, until cards are dealt again. Nothing of suits is written in Rust.
#[test]
fn who_did_not_follow_suit_has_none() {
    let (_, game) =
        games_in("../examples/classics").into_iter().find(|(name, _)| name.contains("hearts")).expect("hearts");
    let (instance, lying) = (game.instance(), game.program().layout.lying as usize);
    let zone = |name: &str, seat: i32| {
        let named = |class: PlaceClass| matches!(class, PlaceClass::Area(area) if instance.model.areas[area.index()].name == name);
        instance.places.iter().position(|place| named(place.class) && place.owner == seat).expect("a place") as i32
    };
    let of_suit = |cells: &[i32], at: i32| {
        (0..52).filter(|card| cells[lying + card] == at).map(|card| card / 13).collect::<Vec<_>>()
    };
    let mut void: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); 4];
    let (mut led, [mut looked, mut broken, mut unremembered]) = (0, [0; 3]);
    watched(&game, 4, 400, &mut |position, memories| {
        let truth = position.cells();
        let fronts: Vec<Option<usize>> =
            (0..4).map(|seat| of_suit(&truth, zone("front", seat)).first().copied()).collect();
        if (0..4).any(|seat| of_suit(&truth, zone("hand", seat)).len() == 13) {
            void.iter_mut().for_each(BTreeSet::clear);
        }
        match fronts.iter().flatten().collect::<Vec<_>>()[..] {
            [first] => led = *first,
            _ => {
                for (seat, _) in fronts.iter().enumerate().filter(|(_, front)| front.is_some_and(|suit| suit != led)) {
                    void[seat].insert(led);
                }
            }
        }
        for seat in position.deciders() {
            for (memory, counted) in [(Some(&memories[seat]), &mut broken), (None, &mut unremembered)] {
                let Some(knowledge) = known(position, seat, memory) else { continue };
                for number in 0..4 {
                    let world = knowledge.world(&mut Seeded::new(number, 0), false);
                    for other in (0..4).filter(|other| *other != seat) {
                        looked += void[other].len();
                        let held = of_suit(&world, zone("hand", other as i32));
                        *counted += void[other].iter().filter(|suit| held.contains(suit)).count();
                    }
                }
            }
        }
    });
    assert!(looked > 1_000 && unremembered > 100 && broken == 0, "{looked} {unremembered} {broken}");
}

/// What a seat remembers, and what it makes of others' answers, never speaks against the truth.
#[test]
fn the_truth_is_never_ruled_out() {
    let mut all = games_in("../games");
    all.extend(games_in("../examples/classics"));
    all.extend(games_in("fixtures/veils"));
    let looked = in_parallel(all.len(), |number| {
        let (name, game) = &all[number];
        let mut looked = 0;
        watched(game, 5, 250, &mut |position, memories| {
            for seat in position.deciders() {
                let Some(knowledge) = known(position, seat, Some(&memories[seat])) else { continue };
                looked += usize::from(knowledge.is_partial());
                assert!(knowledge.remembers_nothing_against(&position.cells()), "{name}, seat {seat}");
            }
        });
        looked
    });
    let looked: usize = looked.into_iter().sum();
    assert!(looked > 2_000, "{looked}");
}

/// Ann shows her hand, some of it alike; later she puts one of it away face down, and nobody else sees which.
const SHOWS: &str = r#"game "Shows"
players Ann, Ben
component Card { value : 1..6  make 2 of v in 1..6 : value = v }
zone hand of each player : Card seen by owner
zone deck : Card seen by nobody
zone away : Card seen by nobody
phase play {
  move all Card from box to deck
  draw 4 from deck to Ann.hand
  draw 4 from deck to Ben.hand
  show Ann.hand to Ben
  turn of Ben { choose { option "on" { } option "wait" { } } }
  turn of Ann { choose c in Ann.hand  move c to away }
  turn of Ben { choose { option "on" { } option "wait" { } } }
}
"#;

/// What was shown lies in every world where it lay, until something goes from there that nobody sees: then it lies in one of two places.
#[test]
fn what_was_shown_is_remembered_until_it_may_have_gone() {
    let model = load_text(SHOWS).expect("rules");
    let game = Game::load(model.clone(), &tables(&model)[0]).expect("a game");
    let place = |name: &str| {
        let instance = game.instance();
        let named = |class: PlaceClass| matches!(class, PlaceClass::Area(area) if instance.model.areas[area.index()].name == name);
        instance.places.iter().position(|place| named(place.class)).expect("a place") as i32
    };
    // The two of a value are made one after the other, and nobody tells them apart.
    let values = |cells: &[i32], at: &[i32]| {
        let lying = game.program().layout.lying as usize;
        (0..12).filter(|card| at.contains(&cells[lying + card])).map(|card| card / 2).collect::<Vec<usize>>()
    };
    let (hand, away) = (place("hand"), place("away"));
    let [mut shown, mut alike, mut gone] = [0; 3];
    for stream in 0..30 {
        watched(&game, stream, 40, &mut |position, memories| {
            let Some(knowledge) = known(position, 1, Some(&memories[1])) else { return };
            let truth = position.cells();
            let worlds: Vec<Vec<i32>> =
                (0..30).map(|number| knowledge.world(&mut Seeded::new(number, 0), false)).collect();
            for world in &worlds {
                assert_eq!(values(world, &[hand, away]), values(&truth, &[hand, away]));
            }
            let left: BTreeSet<Vec<usize>> = worlds.iter().map(|world| values(world, &[hand])).collect();
            let was: BTreeSet<usize> = values(&truth, &[hand, away]).into_iter().collect();
            if values(&truth, &[away]).is_empty() {
                shown += 1;
                alike += usize::from(was.len() < 4);
                assert_eq!(left.len(), 1);
            } else {
                gone += 1;
                assert_eq!(left.len(), was.len(), "each of them may have gone");
            }
        });
    }
    assert!(shown == 30 && gone == 30 && alike > 5, "{shown} {gone} {alike}");
}

/// Of dice under another's cup each side is as likely, whatever they show; of cards that somebody may hold each is as likely in each hand.
#[test]
fn worlds_are_fair() {
    let all = games_in("../examples/classics");
    let named =
        |word: &str| all.iter().find(|(name, _)| name.contains(word)).map(|(_, game)| game.clone()).expect(word);
    let dice = named("liars-dice.rules with 2");
    let mut looked = false;
    watched(&dice, 1, 40, &mut |position, memories| {
        let Some(seat) = position.deciders().first().copied().filter(|_| !looked) else { return };
        looked = true;
        let knowledge = known(position, seat, Some(&memories[seat])).expect("it decides");
        let mut shown = BTreeMap::<usize, [u32; 6]>::new();
        for number in 0..6_000 {
            let world = knowledge.world(&mut Seeded::new(number, 1), false);
            for at in (0..world.len()).filter(|at| knowledge.is_veiled(*at)) {
                shown.entry(at).or_default()[(world[at] - 1) as usize] += 1;
            }
        }
        assert_eq!(shown.len(), 5, "five dice lie under the other cup: {shown:?}");
        for (die, counts) in shown {
            let square: f64 = counts.iter().map(|count| (f64::from(*count) - 1_000.0).powi(2) / 1_000.0).sum();
            // Chance gives more one time in a thousand.
            assert!(square < 20.5, "die {die}: {counts:?}");
        }
    });
    assert!(looked);
    let hearts = named("hearts");
    let mut looked = false;
    watched(&hearts, 2, 80, &mut |position, memories| {
        let Some(seat) = position.deciders().first().copied().filter(|_| !looked) else { return };
        looked = true;
        let knowledge = known(position, seat, Some(&memories[seat])).expect("it decides");
        let lying = hearts.program().layout.lying as usize;
        let mut hands = BTreeMap::<(usize, i32), u32>::new();
        for number in 0..3_000 {
            let world = knowledge.world(&mut Seeded::new(number, 2), false);
            (0..52).for_each(|card| *hands.entry((card, world[lying + card])).or_default() += 1);
        }
        let unseen: Vec<u32> = hands.values().copied().filter(|count| *count < 3_000).collect();
        // Thirty-nine cards in three hands; one time in three, and never six times as far from that as chance goes.
        assert_eq!(unseen.len(), 3 * 39);
        assert!(unseen.iter().all(|count| (845..1_155).contains(count)), "{unseen:?}");
    });
    assert!(looked);
}

/// Games that nobody wrote hide whatever can be hidden, in any way.
#[test]
fn in_games_that_nobody_wrote() {
    let written = (0..400).map(|number| (number, rules(9, number))).filter(|(_, text)| files(text).len() == 1);
    let loaded = written.filter_map(|(number, text)| Some((number, load_text(&text).ok()?)));
    let games = loaded.filter_map(|(number, model)| {
        // Of others the numbers of those in sight may show in the order of options, and nothing is hidden by them.
        if !model.kinds.iter().all(|kind| kind.plain) {
            return None;
        }
        let table = tables(&model).into_iter().next()?;
        Some((format!("game {number} of seed 9"), Game::load(model, &table).ok()?))
    });
    let counts = look_at_games(&games.collect::<Vec<_>>(), Bot::interpreting, 1, 30, 1);
    assert!(counts[0] > 80 && counts[1] > 120, "{counts:?}");
    assert!(counts[3] * 50 < counts[2], "{counts:?}");
}

/// A thing in sight of which something is printed that nobody sees may be any that looks so.
#[test]
fn what_is_printed_unseen_on_a_thing_in_sight_is_not_known() {
    let text = "game \"Gems\"\nplayers 2\ncomponent Gem { cut : 1..4 seen by nobody make k in 1..4 : cut = k }\n\
        zone shelf : Gem seen by all\nzone bag : Gem seen by nobody\nvar n : 1..2 seen by all = 1\n\
        phase play { move each g in Gem to bag draw 1 from bag to shelf for p in players { turn of p { choose m in 1..2 set n = m } } win nobody }";
    let model = load_text(text).unwrap_or_else(|errors| panic!("{errors}"));
    let game = Game::load(model.clone(), &tables(&model)[0]).expect("the table fits");
    let lying = game.program().layout.lying as usize;
    watched(&game, 1, 20, &mut |position, memories| {
        for seat in position.deciders() {
            let knowledge = known(position, seat, Some(&memories[seat])).expect("it decides");
            let truth = position.cells();
            let table = (0..4)
                .map(|gem| truth[lying + gem])
                .find(|place| truth[lying..lying + 4].iter().filter(|it| *it == place).count() == 1);
            let there: BTreeSet<usize> = (0..60)
                .flat_map(|number| {
                    let world = knowledge.world(&mut Seeded::new(number, 0), false);
                    (0..4).filter(move |gem| Some(world[lying + gem]) == table).collect::<Vec<_>>()
                })
                .collect();
            assert_eq!(there.len(), 4, "{there:?}");
        }
    });
}

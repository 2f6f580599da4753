//! A number in the rules is changed while a game is played: the table stands as it stood, and the game goes on.

use std::collections::BTreeMap;

use rulehound_interpreter::play::{Game, Holding, Log, Position, Seeded, Stop, Viewer};
use rulehound_tests::load::{games_in_one_file, load_text, numbers, smallest};
use rulehound_tests::parallel::in_parallel;

/// After so many stops the rules are changed.
const STOPS: usize = 40;

/// So many numbers of each game are changed, one at a time.
const EDITS: usize = 24;

/// Somewhere in a game, where somebody decides and nobody has answered in secret.
fn played(game: &Game, other: &Game, chance: &mut Seeded, stops: usize) -> Position {
    let mut position = game.start(&mut Log::silent()).expect("no fault");
    let mut before = position.clone();
    for _ in 0..stops {
        match position.stop() {
            Stop::Over => break,
            Stop::Decision if rests(other, &position) => before = position.clone(),
            Stop::Decision | Stop::Chance => {}
        }
        assert!(goes_on(&mut position, chance), "the game is fine");
    }
    if position.stop() == Stop::Decision && rests(other, &position) { position } else { before }
}

/// Whether a position goes on under rules with a variable more: always, but where somebody has answered in secret.
fn rests(other: &Game, position: &Position) -> bool {
    let kept = other.transplant(position);
    if let Err(unfit) = &kept {
        assert_eq!(unfit.to_string(), "somebody has answered in secret already");
    }
    kept.is_ok()
}

/// One answer or outcome by chance; not if the rules go wrong.
fn goes_on(position: &mut Position, chance: &mut Seeded) -> bool {
    if let Some(asked) = position.chance() {
        let outcome = chance.pick(&asked);
        return position.resolve(outcome, &mut Log::silent()).is_ok();
    }
    let seat = position.deciders()[0];
    let count = position.count(seat).unwrap_or(0);
    count > 0 && position.apply(seat, chance.below(count), &mut Log::silent()).is_ok()
}

/// How many things lie in each zone and on each board, whatever its places are numbered by.
fn lying(position: &Position) -> BTreeMap<String, u32> {
    let mut found = BTreeMap::new();
    for (place, holding) in position.view(Viewer::All).expect("all see it").places {
        let count = match holding {
            Holding::Seen(things) => things.iter().map(|(_, count)| *count).sum(),
            Holding::Ordered(things) => u32::try_from(things.len()).expect("few"),
            Holding::Hidden { .. } => panic!("all is seen"),
        };
        let area = place.split('(').next().expect("a name").to_owned();
        if !area.ends_with("box") {
            *found.entry(area).or_insert(0) += count;
        }
    }
    found
}

/// Whether the variables that both have hold the same.
fn hold_the_same(one: &Position, other: &Position) -> bool {
    let variables = |position: &Position| position.view(Viewer::All).expect("all see it").variables;
    let there: BTreeMap<String, String> = variables(other).into_iter().collect();
    variables(one).iter().all(|(cell, value)| there.get(cell).is_none_or(|other| other == value))
}

/// Who plays, what is in the box or what a thing can be is another now, so that the table itself does not fit.
const BESIDE: [&str; 4] = [
    "another number of players is at the table",
    "that is not in the box any more",
    "which it cannot be any more",
    "something lies where there is no place any more",
];

#[test]
fn a_game_goes_on_when_a_number_of_its_rules_is_changed() {
    let games = games_in_one_file();
    let all = in_parallel(games.len(), |index| {
        let (path, text) = &games[index];
        let game = smallest(load_text(text).expect("it is fine"));
        let more = load_text(&format!("{text}\nvar one_more : 0..1 seen by all = 0\n")).expect("it is fine");
        let mut chance = Seeded::new(5, index as u64);
        let position = played(&game, &smallest(more), &mut chance, STOPS);
        let (mut kept, mut lost) = (0, Vec::new());
        // Each is changed once, so that none counts for others.
        let mut numbers = numbers(text);
        while !numbers.is_empty() {
            let (start, end) = numbers.swap_remove(chance.below(numbers.len()));
            let number: i64 = text[start..end].parse().expect("a number");
            let changed = format!("{}{}{}", &text[..start], number + 1, &text[end..]);
            let Ok(model) = load_text(&changed) else { continue };
            let other = smallest(model);
            let line = text[..start].lines().count();
            match other.transplant(&position) {
                Ok(mut there) => {
                    kept += 1;
                    assert_eq!(lying(&there), lying(&position), "{}:{line}", path.display());
                    assert!(hold_the_same(&there, &position), "{}:{line}", path.display());
                    assert_eq!(there.deciders(), position.deciders(), "{}:{line}", path.display());
                    // It can be saved and read, and goes on.
                    let read = other.restore(&there.save()).expect("it is whole");
                    assert!(read == there, "{}:{line}", path.display());
                    // What it does then may be a fault of the changed rules, but never of ours.
                    for _ in 0..STOPS {
                        if there.stop() == Stop::Over || !goes_on(&mut there, &mut chance) {
                            break;
                        }
                    }
                }
                Err(unfit) => lost.push(format!("{}:{line}: {unfit}", path.display())),
            }
            if kept + lost.len() >= EDITS {
                break;
            }
        }
        (kept, lost)
    });
    let kept: usize = all.iter().map(|(kept, _)| kept).sum();
    let lost: Vec<String> = all.into_iter().flat_map(|(_, lost)| lost).collect();
    println!("{kept} kept\n{}", lost.join("\n"));
    let (beside, lost): (Vec<String>, Vec<String>) =
        lost.into_iter().partition(|unfit| BESIDE.iter().any(|why| unfit.ends_with(why)));
    assert!(kept * 100 >= (kept + lost.len()) * 98, "{kept} kept, lost:\n{}", lost.join("\n"));
    assert!(kept * 100 >= (kept + beside.len()) * 92, "{kept} kept, beside them:\n{}", beside.join("\n"));
}

/// Both take something in secret, of so many things.
fn secret_picks(most: u8) -> String {
    format!(
        "game \"In secret\"\nplayers 2\nvar pick of each player : 0..9 seen by all = 0\nphase play {{\n  simultaneous p in players {{ \
         choose n in 1..{most}  set p.pick = n }}\n  reveal {{ }}\n  win nobody\n}}\n"
    )
}

/// Which answer was meant nobody can say once there are others to choose from.
#[test]
fn a_game_in_which_somebody_has_answered_in_secret_stays_with_its_rules() {
    let [game, other] = [3, 4].map(|most| smallest(load_text(&secret_picks(most)).expect("it is fine")));
    let mut position = game.start(&mut Log::silent()).expect("no fault");
    assert!(other.transplant(&position).is_ok());
    position.apply(1, 2, &mut Log::silent()).expect("an option");
    let unfit = other.transplant(&position).map(|_| ()).expect_err("a secret was given away");
    assert_eq!(unfit.to_string(), "somebody has answered in secret already");
    // The other one ends it, and it can go on by whatever rules.
    position.apply(0, 0, &mut Log::silent()).expect("an option");
    assert!(other.transplant(&position).is_ok());
}

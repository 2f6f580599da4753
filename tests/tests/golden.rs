//! Golden games: the same rules, seed and answers give the same games on every machine, on one thread and many, by interpreter and machine
//! code, with and without optimisation, and after a save at every stop. What is compared is the course: who was asked, among how many options,
//! what was taken, what chance gave, and who won.

use std::path::Path;

use insta::assert_snapshot;
use rulehound_interpreter::hash::hash;
use rulehound_interpreter::play::{Game, Log, Outcome, Seeded, Stop};
use rulehound_native::{Entry, Lost, Native, Passes, Player};
use rulehound_tests::load::{load, rules_in, tables};
use rulehound_tests::parallel::in_parallel;

/// A game that is longer is left where it stands then.
const MOST: usize = 3_000;

/// So many games of each file are played by the interpreter here, and so many by machine code.
const FEW: u64 = 2;
const MANY: u64 = 100;

/// Every shipped game and classic at its smallest table.
fn games() -> Vec<(String, Game)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let files = ["games", "examples/classics"].into_iter().flat_map(|folder| rules_in(&root.join(folder)));
    let game = |path: std::path::PathBuf| {
        let model = load(&path).unwrap_or_else(|errors| panic!("{errors}"));
        let table = tables(&model).into_iter().next().expect("a table");
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, Game::load(model, &table).expect("the table fits"))
    };
    files.map(game).collect()
}

/// What has happened in a game, as bytes.
#[derive(Default)]
struct Course(Vec<u8>);

impl Course {
    fn note(&mut self, numbers: &[usize]) {
        self.0.extend(numbers.iter().flat_map(|number| (*number as u64).to_le_bytes()));
    }

    fn ended(mut self, outcome: Option<Outcome>) -> u64 {
        self.note(&outcome.map(|outcome| outcome.winners()).unwrap_or_default());
        hash(&self.0)
    }
}

/// A random game of the interpreter; with `saves` every position is saved and read again before it goes on.
fn interpreted(game: &Game, stream: u64, saves: bool) -> u64 {
    let mut chance = Seeded::new(71, stream);
    let (mut course, log) = (Course::default(), &mut Log::silent());
    let mut position = game.start(log).expect("it starts");
    for _ in 0..MOST {
        if saves {
            position = game.restore(&position.save()).expect("a save");
        }
        match position.stop() {
            Stop::Over => break,
            Stop::Chance => {
                let weights = position.weights();
                let outcome = chance.pick_weight(&weights);
                course.note(&[weights.len(), outcome]);
                position.resolve(outcome, log).expect("no fault");
            }
            Stop::Decision => {
                let seat = position.deciders()[0];
                let count = position.count(seat).expect("no fault");
                let option = chance.below(count);
                course.note(&[seat, count, option]);
                position.apply(seat, option, log).expect("no fault");
            }
        }
    }
    course.ended(position.outcome())
}

/// The same game by machine code.
fn compiled(player: &mut Player, stream: u64) -> Result<u64, Lost> {
    let mut chance = Seeded::new(71, stream);
    let mut course = Course::default();
    player.start()?;
    for _ in 0..MOST {
        match player.stop() {
            Stop::Over => break,
            Stop::Chance => {
                let weights = player.weights()?;
                let outcome = chance.pick_weight(&weights);
                course.note(&[weights.len(), outcome]);
                player.resolve(outcome)?;
            }
            Stop::Decision => {
                let seat = player.decider()?;
                let count = player.count(seat)?;
                let option = chance.below(count);
                course.note(&[seat, count, option]);
                player.apply(seat, option)?;
            }
        }
    }
    Ok(course.ended(player.outcome()))
}

/// One line a game.
fn lines(games: &[(String, Game)], hash_of: impl Fn(&Game) -> u64 + Sync) -> String {
    let hashes = in_parallel(games.len(), |number| hash_of(&games[number].1));
    games.iter().zip(hashes).map(|((name, _), hash)| format!("{name}: {hash:016x}\n")).collect()
}

fn together(hashes: &[u64]) -> u64 {
    hash(&hashes.iter().flat_map(|hash| hash.to_le_bytes()).collect::<Vec<_>>())
}

#[test]
fn a_few_games_are_the_same_everywhere_and_after_every_save() {
    let games = games();
    let found = lines(&games, |game| {
        let whole: Vec<u64> = (0..FEW).map(|stream| interpreted(game, stream, false)).collect();
        let resumed: Vec<u64> = (0..FEW).map(|stream| interpreted(game, stream, true)).collect();
        assert_eq!(whole, resumed);
        together(&whole)
    });
    assert_snapshot!("golden-few", found);
}

#[test]
#[ignore = "takes half a minute"]
fn a_hundred_games_are_the_same_everywhere_by_machine_code() {
    let games = games();
    let found = lines(&games, |game| {
        let mut player =
            Native::with(game, &Passes::default(), Entry::Stops).and_then(|native| native.player()).expect("it plays");
        let hashes: Vec<u64> = (0..MANY).map(|stream| compiled(&mut player, stream).expect("it plays")).collect();
        let first: Vec<u64> = (0..FEW).map(|stream| interpreted(game, stream, false)).collect();
        assert_eq!(hashes[..first.len()], first, "machine code and interpreter differ");
        together(&hashes)
    });
    assert_snapshot!("golden-hundred", found);
}

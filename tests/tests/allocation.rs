//! Between the decisions of a random game, machine code takes no memory: once a few games have been played, all it needs is there.

use std::path::Path;

use allocation_counter::measure;
use rulehound_interpreter::play::{Game, Seeded};
use rulehound_native::{Lost, Player, Stop};
use rulehound_tests::load::{load, rules_in, tables};
use rulehound_tests::native::from_stop_to_stop;

/// How often a game is played before anything is counted.
const WARM: u64 = 1;

/// The most stops of a game that are played.
const STOPS: usize = 2_000;

#[test]
fn no_memory_is_taken_between_decisions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for path in rules_in(&root.join("../games")).iter().chain(&rules_in(&root.join("../examples/classics"))) {
        let model = load(path).expect("the game passes the checker");
        let table = tables(&model).into_iter().next_back().expect("a table");
        let game = Game::load(model, &table).expect("the table fits");
        let mut player = from_stop_to_stop(&game).expect("machine code");
        // The very game that is counted is played before: lists have grown as long as it needs them.
        for _ in 0..WARM {
            play(&mut player, 1, &mut |_| {}).expect("machine code plays every game that is shipped");
        }
        let mut worst = 0;
        play(&mut player, 1, &mut |taken| worst = worst.max(taken)).expect("machine code plays it again");
        assert_eq!(worst, 0, "{}: memory is taken between two stops", path.display());
    }
}

/// Plays a game; tells for each step from stop to stop how often memory was taken.
fn play(player: &mut Player, seed: u64, told: &mut dyn FnMut(u64)) -> Result<(), Lost> {
    let mut chance = Seeded::new(seed, 0);
    player.start()?;
    for _ in 0..STOPS {
        if player.stop() == Stop::Over {
            return Ok(());
        }
        let mut done = Ok(());
        let taken = measure(|| done = step(player, &mut chance)).count_total;
        done?;
        told(taken);
    }
    Ok(())
}

/// From a stop to the next.
fn step(player: &mut Player, chance: &mut Seeded) -> Result<(), Lost> {
    match player.stop() {
        Stop::Over => Ok(()),
        Stop::Chance => player.resolve_random(chance),
        Stop::Decision => {
            let seat = player.decider()?;
            let option = chance.below(player.count(seat)?);
            player.apply(seat, option)
        }
    }
}

/// What is taken is noticed.
#[test]
fn taking_memory_is_counted() {
    let taken = measure(|| drop(std::hint::black_box(vec![1_u8; 100]))).count_total;
    assert_eq!(taken, 1);
}

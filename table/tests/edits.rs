//! An author changes one number of the rules while a game lies on the table: the game goes on, or it is told why it cannot.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use rulehound_course::{Course, Kept};
use rulehound_interpreter::play::{Game, Seeded, Stop};
use rulehound_interpreter::script::Headline;
use rulehound_tests::load::{games_in_one_file, load_text, numbers, smallest};
use rulehound_tests::parallel::in_parallel;

/// After so many answers the rules are changed, and then once more.
const ANSWERS: [usize; 2] = [12, 40];

/// So many numbers of each game are changed, one at a time.
const EDITS: usize = 24;

/// A game after so many answers, or fewer if it is over then.
fn played(game: &Game, answers: usize, random: &mut Seeded) -> Course {
    let (mut course, _) = Course::begin(game, 7, 1).expect("no fault");
    for _ in 0..answers {
        if course.position().stop() != Stop::Decision {
            break;
        }
        let seat = course.position().deciders()[0];
        let count = course.position().count(seat).expect("somebody decides");
        let step = course.try_out(seat, random.below(count)).expect("the game is fine");
        if step.position.stop() == Stop::Over {
            break;
        }
        course.take(step);
    }
    course
}

/// The rules with a number that is greater by one, as many as can be read and begun, and the line of each.
fn edits(text: &str, random: &mut Seeded) -> Vec<(usize, Game)> {
    let numbers = numbers(text);
    let mut edits = Vec::new();
    for _ in 0..if numbers.is_empty() { 0 } else { EDITS * 4 } {
        let (start, end) = numbers[random.below(numbers.len())];
        let number: i64 = text[start..end].parse().expect("a number");
        let changed = format!("{}{}{}", &text[..start], number + 1, &text[end..]);
        if let Ok(model) = load_text(&changed) {
            edits.push((text[..start].lines().count(), smallest(model)));
        }
        if edits.len() == EDITS {
            break;
        }
    }
    edits
}

#[test]
fn of_one_hundred_edits_of_a_number_ninety_five_keep_the_game() {
    let games = games_in_one_file();
    let all = in_parallel(games.len(), |index| {
        let (path, text) = &games[index];
        let mut random = Seeded::new(3, index as u64);
        let game = smallest(load_text(text).expect("it is fine"));
        let courses = ANSWERS.map(|answers| played(&game, answers, &mut random));
        let headline = Headline {
            game: "game.rules".to_owned(),
            title: None,
            players: game.instance().players.clone(),
            settings: Vec::new(),
        };
        let (mut kept, mut lost) = (0, Vec::new());
        for (line, other) in edits(text, &mut random) {
            for course in &courses {
                // Rules that go wrong before anybody decides are told as such.
                let Ok((_, _, how)) = course.under(&other, &headline, (7, 1)) else { continue };
                match how {
                    Kept::Stands | Kept::Replayed => kept += 1,
                    Kept::Anew { why, at } => {
                        assert!(!why.is_empty(), "{}:{line}", path.display());
                        lost.push(format!("{}:{line}: {why} ({at:?})", path.display()));
                    }
                }
            }
        }
        (kept, lost)
    });
    let kept: usize = all.iter().map(|(kept, _)| kept).sum();
    let lost: Vec<String> = all.into_iter().flat_map(|(_, lost)| lost).collect();
    assert!(kept * 100 >= (kept + lost.len()) * 95, "{kept} kept, lost:\n{}", lost.join("\n"));
}

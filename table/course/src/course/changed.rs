//! A number in the rules is changed while a game is played at a table: how often the game goes on, and that it is said why where it does not.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeMap;

use rulehound_interpreter::instance::Table;
use rulehound_interpreter::play::{Game, Seeded};
use rulehound_interpreter::script::Headline;
use rulehound_tests::load::{games_in_one_file, load_text, numbers, smallest};
use rulehound_tests::parallel::in_parallel;

use super::{Course, Kept};

/// After so many answers the rules are changed.
const ANSWERS: usize = 12;

/// So many numbers of each game are changed, one at a time.
const EDITS: usize = 12;

/// A game in progress.
fn played(game: &Game) -> Course {
    let (mut course, _) = Course::begin(game, 7, 0).unwrap_or_else(|why| panic!("{why}"));
    let mut random = Seeded::new(3, 1);
    while course.given().len() < ANSWERS {
        let Some(seat) = course.position().deciders().first().copied() else { break };
        let option = random.below(course.position().count(seat).unwrap());
        let Ok(step) = course.try_out(seat, option) else { break };
        course.take(step);
    }
    course
}

#[test]
fn a_game_goes_on_when_a_number_of_its_rules_is_changed() {
    let games = games_in_one_file();
    let all = in_parallel(games.len(), |index| {
        let (path, text) = &games[index];
        let game = smallest(load_text(text).expect("it is fine"));
        let course = played(&game);
        let table = Table { players: game.instance().players.clone(), settings: BTreeMap::new() };
        let headline =
            Headline { game: "game.rules".to_owned(), players: game.instance().players.clone(), ..Headline::default() };
        let (mut kept, mut refused, mut anew) = (0_usize, 0_usize, Vec::new());
        let numbers = numbers(text);
        let mut chance = Seeded::new(5, index as u64);
        for _ in 0..EDITS * 4 {
            if numbers.is_empty() || kept + refused + anew.len() >= EDITS {
                break;
            }
            let (start, end) = numbers[chance.below(numbers.len())];
            let number: i64 = text[start..end].parse().expect("a number");
            let changed = format!("{}{}{}", &text[..start], number + 1, &text[end..]);
            let Ok(model) = load_text(&changed) else { continue };
            let line = text[..start].lines().count();
            // Rules for others than those who sit here, or that go wrong before anybody is asked, are not taken: the table stays as it is.
            let other = Game::load(model, &table);
            let under = other.ok().and_then(|other| course.under(&other, &headline, (7, 0)).ok());
            match under {
                None => refused += 1,
                Some((_, _, Kept::Stands | Kept::Replayed)) => kept += 1,
                Some((_, _, Kept::Anew { why, .. })) => {
                    assert!(!why.is_empty(), "{}:{line} begins anew and says nothing", path.display());
                    anew.push(format!("{}:{line}: {why}", path.display()));
                }
            }
        }
        (kept, refused, anew)
    });
    let kept: usize = all.iter().map(|(kept, ..)| kept).sum();
    let refused: usize = all.iter().map(|(_, refused, _)| refused).sum();
    let anew: Vec<String> = all.into_iter().flat_map(|(.., anew)| anew).collect();
    let tried = kept + refused + anew.len();
    assert!(tried > 300 && kept * 100 >= tried * 90, "{kept} kept, {refused} refused of {tried}");
    assert!(anew.len() * 100 <= tried * 5, "of {tried} begin anew:\n{}", anew.join("\n"));
}

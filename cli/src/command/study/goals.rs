//! Goals of a study, judged by what random players come to.

use rulehound_interpreter::play::Game;
use rulehound_study::statistics::Moments;
use rulehound_study::{Judged, Part, Series};

use crate::arguments::Study;
use crate::command::asked::{Asked, Counted};
use crate::exit::{Done, Failure};

/// Reads them.
pub(super) fn read(arguments: &Study, game: &Game) -> Done<Asked> {
    if arguments.games.part && !arguments.merge && !arguments.goals.is_empty() {
        let message = "--expect: a part of a study is judged by nothing; give the goal with `--merge`".to_owned();
        return Err(Failure::command_line(message));
    }
    Asked::read(&arguments.reports, &arguments.goals, game)
}

/// Judges the game by them.
pub(super) fn judge(asked: &Asked, whole: &Part) -> Vec<Judged> {
    judged(asked, whole, Series::Random, &whole.kept.answers)
}

/// Judges the game that it is compared with, if there is one.
pub(super) fn judge_base(asked: &Asked, whole: &Part) -> Vec<Judged> {
    match whole.manifest.base {
        Some(_) => judged(asked, whole, Series::Base, &whole.kept.base_answers),
        None => Vec::new(),
    }
}

/// Judges the games of the best bots, if there are any.
pub(super) fn judge_bots(asked: &Asked, whole: &Part) -> Vec<Judged> {
    match whole.manifest.bots.len().checked_sub(1) {
        Some(best) => judged(asked, whole, Series::level(best), &whole.kept.bot_answers),
        None => Vec::new(),
    }
}

fn judged(asked: &Asked, whole: &Part, series: Series, answers: &[Moments]) -> Vec<Judged> {
    let played = whole.kept.of(series);
    let decisions = played.length();
    asked.judge(&Counted {
        games: played.games,
        wins: &played.wins,
        shared: played.shared,
        nobody: played.nobody,
        unfinished: played.games - played.over(),
        decisions: &decisions,
        answers,
        watched: series == Series::Random && whole.manifest.until.is_some(),
    })
}

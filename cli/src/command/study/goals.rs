//! Goals of a study, judged by what random players come to.

use rulehound_interpreter::play::Game;
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

/// Judges them.
pub(super) fn judge(asked: &Asked, whole: &Part) -> Vec<Judged> {
    let random = whole.kept.of(Series::Random);
    let decisions = random.length();
    asked.judge(&Counted {
        games: random.games,
        wins: &random.wins,
        shared: random.shared,
        nobody: random.nobody,
        unfinished: random.games - random.over(),
        decisions: &decisions,
        answers: &whole.kept.answers,
        watched: whole.manifest.until.is_some(),
    })
}

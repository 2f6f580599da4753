//! Who has the better seat, and how often nobody wins alone.

use super::words::{percent, share, would_tell};
use super::{Bar, Finding, Picture};
use crate::part::Part;
use crate::plan::Series;
use crate::statistics::{Interval, SURE, each, games_for, sequence, wilson};

/// Where a share may be: at a number of games that was fixed before, or watched and stopped early.
fn interval(hits: u64, games: u64, sure: f64, watched: bool) -> Interval {
    if watched { sequence(hits, games, sure) } else { wilson(hits, games, sure) }
}

/// The share that each seat would have if all were as good.
fn equal(games: u64, wins: &[u64]) -> f64 {
    wins.iter().sum::<u64>() as f64 / (games.max(1) as f64 * wins.len().max(1) as f64)
}

/// Whether so many wins of each seat, in so many games that some won and others not, tell the seats apart: for some seat an equal share lies outside
/// of where its own may be, however many seats are looked at, and however often if somebody watched.
pub fn is_told_apart(games: u64, wins: &[u64], watched: bool) -> bool {
    is_so_sure(games, wins, watched, SURE)
}

fn is_so_sure(games: u64, wins: &[u64], watched: bool, sure: f64) -> bool {
    let (equal, sure) = (equal(games, wins), 1.0 - (1.0 - sure) / wins.len().max(1) as f64);
    games > 0 && wins.iter().any(|wins| !interval(*wins, games, sure, watched).holds(equal))
}

/// How sure it must be that nobody needs to look once more.
const BEYOND_DOUBT: f64 = 0.999;

pub(super) fn seats(whole: &Part) -> Finding {
    let players = &whole.manifest.players;
    let watched = whole.manifest.until.is_some();
    let named = |(number, name): (usize, &String)| (Series::level(number), format!("{name} bots"));
    let mut shown = vec![(Series::Random, "random players".to_owned())];
    shown.extend(whole.manifest.bots.iter().enumerate().map(named));
    let (mut bars, mut lines, mut sentence, mut apart) = (Vec::new(), Vec::new(), String::new(), false);
    let (mut least, mut most) = (1.0_f64, 0.0_f64);
    for (series, who) in shown {
        let played = whole.kept.of(series);
        let games = played.games;
        // Of few games nothing can be seen that is not told apart, and a picture of it would look like something to act on.
        let few = series != Series::Random && !is_told_apart(played.decided, &played.decided_wins, false);
        for (seat, player) in players.iter().enumerate() {
            let won = played.won(seat);
            let interval = interval(won, games, each(players.len()), watched && series == Series::Random);
            let value = won as f64 / games.max(1) as f64;
            lines.push(format!("{player}, {who}: {won} of {games} games, {}", share(value, interval)));
            if series == Series::Random {
                (least, most) = (least.min(interval.low), most.max(interval.high));
            }
            if !few {
                bars.push(Bar { label: format!("{player}, {who}"), value, low: interval.low, high: interval.high });
            }
        }
        let (games, wins) = (played.decided, played.decided_wins.as_slice());
        apart |= is_told_apart(games, wins, watched && series == Series::Random);
        if series == Series::Random || is_told_apart(games, wins, false) {
            sentence += &told(players, (games, wins), &who, watched && series == Series::Random);
        }
    }
    let random = whole.kept.of(Series::Random);
    let mark = (players.len() > 1).then(|| equal(random.games, &random.wins));
    let picture = Picture::Bars { unit: "share of games won; dashed: an equal share", bars, mark };
    if random.shared > 0 {
        lines.push("A game that several win counts for each of them.".to_owned());
    }
    let doubt = format!(
        "no seat is shown to be better than another; however that is, each wins between {} and {} of random games",
        percent(least),
        percent(most)
    );
    let found = Finding::told("seats", "Seats", apart, sentence.trim_end()).doubted(doubt);
    Finding { picture, lines, ..found }
}

/// One sentence for one sort of players.
fn told(players: &[String], (games, wins): (u64, &[u64]), who: &str, watched: bool) -> String {
    if players.len() < 2 {
        return "There is one seat only. ".to_owned();
    }
    if games == 0 {
        return format!("Among {who} no game was won by some and not by others, so nothing tells the seats apart. ");
    }
    let equal = equal(games, wins);
    let off = |wins: u64| (wins as f64 / games as f64 - equal).abs();
    // Of two that are as far off whoever wins more is told; thousandths of thousandths are noise of the sums.
    let millionths = |wins: &u64| (1e6 * off(*wins)).round() as u64;
    let farthest = wins.iter().enumerate().max_by_key(|(_, wins)| (millionths(wins), **wins));
    let Some((seat, most)) = farthest else { return String::new() };
    let player = players.get(seat).map_or("", String::as_str);
    let own = *most as f64 / games as f64;
    let seen = share(own, interval(*most, games, each(players.len()), watched));
    let shares = if (equal - 1.0 / players.len() as f64).abs() > 0.005 {
        " (a game that several win counts for each)"
    } else {
        ""
    };
    let equal_share = format!("{}{shares}", percent(equal));
    if is_told_apart(games, wins, watched) {
        let word = if own > equal { "more" } else { "less" };
        // Who looks at twenty fair games sees one such difference.
        let doubt = if is_so_sure(games, wins, watched, BEYOND_DOUBT) {
            ""
        } else {
            "That is just beyond chance, and one study in twenty shows as much where nothing is the matter: play it again with another `--seed` before you change anything. "
        };
        format!(
            "Of the games that {who} decide, {player} wins {seen}, {word} than an equal share of {equal_share}. {doubt}"
        )
    } else {
        let more = would_tell(games_for((equal * (1.0 - equal)).sqrt(), off(*most), each(players.len())));
        format!(
            "The seats of {who} are not told apart: {player} is farthest off, with {seen} of the decided games, where an equal share is {equal_share}; {more}. "
        )
    }
}

pub(super) fn ties(whole: &Part) -> Finding {
    let played = whole.kept.of(Series::Random);
    let games = played.games;
    let watched = whole.manifest.until.is_some();
    let kinds = [
        ("won by one alone", played.alone),
        ("won by several", played.shared),
        ("won by nobody", played.nobody),
        ("not finished", games - played.over()),
    ];
    let bars = kinds.iter().map(|(label, hits)| {
        let interval = interval(*hits, games, each(kinds.len()), watched);
        let value = *hits as f64 / games.max(1) as f64;
        Bar { label: (*label).to_owned(), value, low: interval.low, high: interval.high }
    });
    let tied = played.shared + played.nobody;
    let seen = share(tied as f64 / games.max(1) as f64, interval(tied, games, SURE, watched));
    let how = match (played.shared, played.nobody) {
        (0, 0) => String::new(),
        (_, 0) => ": several win".to_owned(),
        (0, _) => ": nobody wins".to_owned(),
        (shared, nobody) => format!(": several win {shared} games, nobody {nobody}"),
    };
    let sentence = format!("Of random games {seen} end without a single winner{how}.");
    let picture = Picture::Bars { unit: "share of games", bars: bars.collect(), mark: None };
    Finding { picture, ..Finding::told("ties", "Ties", true, sentence) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kept::{Kept, Outcomes};
    use crate::part::tests::manifest;

    fn told_of(shared: u64, nobody: u64) -> String {
        let random = Outcomes { games: 10, alone: 9 - shared - nobody, shared, nobody, ..Outcomes::default() };
        let kept = Kept { outcomes: [(Series::Random, random)].into(), ..Kept::default() };
        ties(&Part { manifest: manifest(), from: 0, to: 10, kept }).sentence
    }

    #[test]
    fn a_tie_is_what_several_win_or_nobody() {
        for (shared, nobody, begins, ends) in [
            (3, 1, "Of random games 40.0 %", "end without a single winner: several win 3 games, nobody 1."),
            (3, 0, "Of random games 30.0 %", "end without a single winner: several win."),
            (0, 2, "Of random games 20.0 %", "end without a single winner: nobody wins."),
            (0, 0, "Of random games 0.0 %", "end without a single winner."),
        ] {
            let told = told_of(shared, nobody);
            assert!(told.starts_with(begins) && told.ends_with(ends), "{told}");
        }
    }
}

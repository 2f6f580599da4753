//! Goals for a game, and whether what was counted meets them: `win share of first 45..55 %`.

use crate::findings::words::{FAR, fine};
use crate::statistics::Interval;

/// Beyond that nobody plays.
const MOST_GAMES: u64 = 1_000_000_000_000;

/// What a goal is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// In which share of the games this seat is among the winners.
    WinShare(usize),
    /// In which share several win, or nobody.
    Ties,
    /// In which share nobody wins.
    NobodyWins,
    /// Which share does not come to an end.
    Unfinished,
    /// How many decisions a game takes on average.
    Length,
    /// The mean of an expression at the end.
    Mean(String),
}

/// A goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// As it was given.
    pub text: String,
    /// What it is about.
    pub subject: Subject,
    /// Where that shall be; shares from 0 to 1.
    pub wanted: Interval,
}

/// How a goal is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The interval lies within.
    Met,
    /// What was seen lies within; the interval reaches out. About so many games would be sure, if a number can be told.
    NotSure(Option<u64>),
    /// What was seen lies outside; the interval reaches in.
    Doubtful(Option<u64>),
    /// The interval lies outside.
    Missed,
}

/// A goal with what was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The goal.
    pub goal: Goal,
    /// What was seen.
    pub seen: f64,
    /// Where it may be.
    pub interval: Interval,
    /// How it is met.
    pub verdict: Verdict,
}

/// The seats by their number.
const ORDINALS: [&str; 8] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/// What can be asked for, for those who asked for something else.
const KNOWN: &str = "`win share of first` (second, …, last, or a name), `ties`, `nobody wins`, `unfinished`, `length`, `mean of EXPRESSION`";

impl Goal {
    /// Reads `win share of first 45..55 %` at a table of these players.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn read(text: &str, players: &[String]) -> Result<Self, String> {
        let given = text.trim();
        let (bare, percent) = match given.strip_suffix('%') {
            Some(bare) => (bare.trim_end(), true),
            None => (given, false),
        };
        let ends =
            bare.rsplit_once(char::is_whitespace).and_then(|(what, ends)| Some((what.trim(), ends.split_once("..")?)));
        let numbers =
            ends.and_then(|(what, (low, high))| Some((what, low.parse::<f64>().ok()?, high.parse::<f64>().ok()?)));
        let Some((what, low, high)) = numbers.filter(|(_, low, high)| low <= high) else {
            return Err(format!("`{given}` does not end with a range such as `45..55 %`, the lower end first"));
        };
        let subject = subject(what, players)?;
        let share = !matches!(subject, Subject::Length | Subject::Mean(_));
        match (share, percent) {
            (true, false) => Err(format!("`{what}` is a share: write `{low}..{high} %`")),
            (false, true) => Err(format!("`{what}` is no share: leave `%` out")),
            (share, _) => {
                let unit = if share { 100.0 } else { 1.0 };
                let wanted = Interval { low: low / unit, high: high / unit };
                Ok(Self { text: given.to_owned(), subject, wanted })
            }
        }
    }

    /// Judges what was seen in so many games, with its interval. `of` tells the interval if as much were seen in another number of games.
    pub fn judge(self, seen: f64, games: u64, interval: Interval, of: impl Fn(u64) -> Interval) -> Judged {
        let wanted = self.wanted;
        let outside = |interval: Interval| interval.high < wanted.low || wanted.high < interval.low;
        let sure = |interval: Interval| interval.within(wanted) || outside(interval);
        let more = || {
            let steps = std::iter::successors(Some(games.max(1)), |games| Some(games + games.div_ceil(10)));
            steps.take_while(|games| *games < MOST_GAMES).find(|games| sure(of(*games)))
        };
        let verdict = match wanted.holds(seen) {
            true if interval.within(wanted) => Verdict::Met,
            true => Verdict::NotSure(more()),
            false if outside(interval) => Verdict::Missed,
            false => Verdict::Doubtful(more()),
        };
        Judged { goal: self, seen, interval, verdict }
    }
}

fn subject(what: &str, players: &[String]) -> Result<Subject, String> {
    if let Some(expression) = what.strip_prefix("mean of ") {
        return Ok(Subject::Mean(expression.trim().to_owned()));
    }
    if let Some(who) = what.strip_prefix("win share of ") {
        return seat(who.trim(), players).map(Subject::WinShare);
    }
    match what {
        "ties" => Ok(Subject::Ties),
        "nobody wins" => Ok(Subject::NobodyWins),
        "unfinished" => Ok(Subject::Unfinished),
        "length" => Ok(Subject::Length),
        _ => Err(format!("nothing is known of `{what}`; there is {KNOWN}")),
    }
}

fn seat(who: &str, players: &[String]) -> Result<usize, String> {
    let named = players.iter().position(|player| player.eq_ignore_ascii_case(who));
    let counted = || match who {
        "last" => players.len().checked_sub(1),
        _ => ORDINALS.iter().position(|ordinal| *ordinal == who).filter(|seat| *seat < players.len()),
    };
    named.or_else(counted).ok_or_else(|| {
        format!("nobody at the table is `{who}`; there are {}, or `first`, `second`, …, `last`", players.join(", "))
    })
}

impl Judged {
    /// Whether what was seen is as wanted.
    pub fn is_met(&self) -> bool {
        matches!(self.verdict, Verdict::Met | Verdict::NotSure(_))
    }

    /// `51.2 % (48.1 to 54.3)`.
    pub fn seen(&self) -> String {
        let share = !matches!(self.goal.subject, Subject::Length | Subject::Mean(_));
        let (unit, sign) = if share { (100.0, " %") } else { (1.0, "") };
        let digits = if share { 1 } else { fine(self.interval) };
        let number = |value: f64| format!("{:.digits$}", unit * value);
        let (low, high) = (number(self.interval.low), number(self.interval.high));
        format!("{}{sign} ({low} to {high})", number(self.seen))
    }

    /// `met: win share of first 45..55 %; it is 51.2 % (48.1 to 54.3)`.
    pub fn told(&self) -> String {
        let seen = self.seen();
        let games = |games: Option<u64>| {
            let games = games.filter(|games| *games <= FAR);
            games.map_or(String::new(), |games| format!("; about {games} games would tell for sure"))
        };
        let (word, behind) = match self.verdict {
            Verdict::Met => ("met", String::new()),
            Verdict::NotSure(more) => ("met, but not for sure", games(more)),
            Verdict::Doubtful(more) => ("not met, but not for sure", games(more)),
            Verdict::Missed => ("not met", String::new()),
        };
        format!("{word}: {}; it is {seen}{behind}", self.goal.text)
    }
}

#[cfg(test)]
#[expect(clippy::expect_used, reason = "a test that panics tells why")]
mod tests {
    use super::{Goal, Subject, Verdict};
    use crate::statistics::Interval;

    fn players() -> Vec<String> {
        ["Ann", "Ben"].map(str::to_owned).to_vec()
    }

    #[test]
    fn goals_are_read() {
        let goal =
            |text: &str| Goal::read(text, &players()).map(|goal| (goal.subject, goal.wanted.low, goal.wanted.high));
        assert_eq!(goal("win share of first 45..55 %"), Ok((Subject::WinShare(0), 0.45, 0.55)));
        assert_eq!(goal(" win share of ben 10.5..20%"), Ok((Subject::WinShare(1), 0.105, 0.2)));
        assert_eq!(goal("win share of last 0..1 %"), Ok((Subject::WinShare(1), 0.0, 0.01)));
        assert_eq!(goal("length 20..30"), Ok((Subject::Length, 20.0, 30.0)));
        assert_eq!(
            goal("mean of sum p in players : p.points 1..2"),
            Ok((Subject::Mean("sum p in players : p.points".to_owned()), 1.0, 2.0))
        );
        for (wrong, word) in [
            ("", "range"),
            ("win share of first", "range"),
            ("win share of first 55..45 %", "lower end first"),
            ("win share of first 45..55", "write `45..55 %`"),
            ("win share of third 45..55 %", "nobody at the table is `third`"),
            ("length 1..2 %", "leave `%` out"),
            ("fun 1..2", "nothing is known of `fun`"),
        ] {
            let told = goal(wrong).expect_err(wrong);
            assert!(told.contains(word), "{wrong}: {told}");
        }
    }

    #[test]
    fn goals_are_judged() {
        let judged = |seen: f64, half: f64| {
            let goal = Goal::read("ties 40..60 %", &players()).expect("a goal");
            let interval = |half: f64| Interval { low: seen - half, high: seen + half };
            // With a hundred games; of four times as many the interval is half as wide.
            goal.judge(seen, 100, interval(half), |games| interval(half / (games as f64 / 100.0).sqrt()))
        };
        assert_eq!(judged(0.5, 0.05).verdict, Verdict::Met);
        assert_eq!(judged(0.5, 0.2).verdict, Verdict::NotSure(Some(429)));
        assert_eq!(judged(0.3, 0.2).verdict, Verdict::Doubtful(Some(429)));
        assert_eq!(judged(0.3, 0.05).verdict, Verdict::Missed);
        assert!(judged(0.5, 0.2).is_met() && !judged(0.3, 0.2).is_met());
        assert_eq!(judged(0.3, 0.05).told(), "not met: ties 40..60 %; it is 30.0 % (25.0 to 35.0)");
    }
}

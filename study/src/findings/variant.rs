//! A variant beside the game it is compared with, game by game with the same seeds.

use super::asked::digits;
use super::taken;
use super::words::{beginning, percent};
use super::{Bar, Finding, Picture};
use crate::kept::{Outcomes, Pairs};
use crate::part::Part;
use crate::plan::Series;
use crate::question::called;
use crate::statistics::{Interval, Moments, each, games_for};

/// Length and ties are told together.
const OF_GAMES: usize = 2;

/// So many options are told whose worth differs.
const TAKEN: usize = 8;

/// A figure of both games, with how much it differs.
pub(super) struct Compared {
    what: String,
    there: String,
    here: String,
    difference: f64,
    interval: Interval,
    /// How the difference is written: with so many digits, and this behind.
    digits: usize,
    unit: &'static str,
    /// Games that would tell a difference as large as the one seen.
    more: Option<u64>,
}

impl Compared {
    /// One of several that are as sure as it takes for all of them together.
    fn new(what: String, (there, here): (String, String), kept: &Moments, of: usize) -> Self {
        let interval = kept.interval(each(of));
        let more = games_for(kept.spread(), kept.mean().abs(), each(of));
        Self { what, there, here, difference: kept.mean(), interval, digits: 1, unit: "", more }
    }

    /// One that is shown to differ, in hundredths.
    pub(super) fn told_apart(
        what: String,
        (there, here): (String, String),
        (difference, interval): (f64, Interval),
    ) -> Self {
        Self { what, there, here, difference, interval, digits: 1, unit: " %", more: None }
    }

    /// How large the difference is.
    pub(super) fn size(&self) -> f64 {
        self.difference.abs()
    }

    fn is_shown(&self) -> bool {
        !self.interval.holds(0.0)
    }

    /// Whether an interval half as wide again would show it, too.
    fn is_beyond_doubt(&self) -> bool {
        self.size() > 1.5 * self.interval.half()
    }

    /// Whether each pair of games was alike.
    fn is_same(&self) -> bool {
        self.difference == 0.0 && self.interval.low == 0.0 && self.interval.high == 0.0
    }

    fn written(&self) -> String {
        let digits = self.digits;
        let Interval { low, high } = self.interval;
        // Of a single pair of games nobody knows where the mean may be.
        let between = if low.is_finite() { format!(" ({low:+.digits$} to {high:+.digits$})") } else { String::new() };
        format!("{:+.digits$}{}{between}", self.difference, self.unit)
    }

    fn verdict(&self) -> String {
        let word = match self {
            _ if self.is_shown() && !self.is_beyond_doubt() => "just",
            _ if self.is_shown() => "yes",
            _ if self.is_same() => "the same",
            _ => "no",
        };
        word.to_owned()
    }

    /// How many games would show a difference of this size.
    fn games(&self) -> String {
        self.more.filter(|_| !self.is_shown() && !self.is_same()).map_or(String::new(), |more| format!("about {more}"))
    }

    /// `longer: 31.2 there, 28.4 here`.
    fn told(&self, (less, more): (&str, &str)) -> Option<String> {
        let word = if self.difference > 0.0 { more } else { less };
        self.is_shown().then(|| format!(" {word}: {} there, {} here.", self.there, self.here))
    }
}

pub(super) fn variant(whole: &Part) -> Option<Finding> {
    let (base, _) = whole.manifest.base.as_ref()?;
    let (random, other) = (whole.kept.of(Series::Random), whole.kept.of(Series::Base));
    let beside = &whole.kept.beside;
    let (length, ties) = (length(beside, (other, random)), ties(beside, (other, random)));
    let seats = seats(whole, beside, (other, random));
    let kept = &whole.kept;
    let asked = asked(whole, (&kept.base_answers, &kept.answers), &kept.beside);
    let (taken, bots) = (taken::changed(whole), between_bots(whole));
    let mut sentence = length.told(("Games are shorter", "Games are longer")).map_or_else(
        || {
            if length.is_same() {
                "Games are exactly as long.".to_owned()
            } else {
                "Games are not shown to be longer or shorter.".to_owned()
            }
        },
        |told| told.trim_start().to_owned(),
    );
    sentence +=
        &ties.told(("Fewer end without a single winner", "More end without a single winner")).unwrap_or_default();
    let told: String = seats
        .iter()
        .filter_map(|one| one.told((&format!("{} wins less", one.what), &format!("{} wins more", one.what))))
        .collect();
    sentence += if told.is_empty() { " No seat is shown to win more or less." } else { &told };
    sentence += &match beside.others.mean() {
        0.0 => " The same players win every game.".to_owned(),
        share => {
            format!(
                " With the same luck and the same choices somebody else wins in {} of the games.",
                percent(share / 100.0)
            )
        }
    };
    sentence.extend(asked.iter().filter_map(|one| {
        one.told((&format!("{} is less", beginning(&one.what)), &format!("{} is more", beginning(&one.what))))
    }));
    let worth = taken.first().and_then(|one| {
        let (less, more) = (
            format!("To random players {} is worth less", one.what),
            format!("To random players {} is worth more", one.what),
        );
        one.told((&less, &more))
    });
    sentence += &worth.unwrap_or_default();
    let heads = ["", "shown?", "there", "here", "difference", "games to show it"].map(str::to_owned).to_vec();
    let all = || [&length, &ties].into_iter().chain(&seats).chain(&asked).chain(taken.iter().take(TAKEN)).chain(&bots);
    let mut table = vec![heads];
    table.extend(all().map(|one| {
        vec![one.what.clone(), one.verdict(), one.there.clone(), one.here.clone(), one.written(), one.games()]
    }));
    let shown = all().any(Compared::is_shown);
    let bars = seats.iter().filter(|one| one.is_shown()).map(|one| Bar {
        label: one.what.clone(),
        value: one.difference / 100.0,
        low: one.interval.low / 100.0,
        high: one.interval.high / 100.0,
    });
    let picture = Picture::Bars { unit: "how many more games are won", bars: bars.collect(), mark: Some(0.0) };
    let mut lines =
        vec![format!("{} random games of each with the same seeds, compared game by game.", beside.lengths.count)];
    if let Some(name) = whole.manifest.bots.last().filter(|_| !bots.is_empty()) {
        lines.push(format!("So are {} games between {name} bots.", kept.bots_beside.lengths.count));
    }
    lines.push("Random players play alike whatever something is worth, so this is what the rules alone make of it; whether people go for other things, bots and people show.".to_owned());
    if all().any(|one| one.is_shown() && !one.is_beyond_doubt()) {
        lines.push("“Just” stands where the difference is barely beyond chance: one study in twenty shows as much where there is none. Play it again with another `--seed` before you change anything.".to_owned());
    }
    let known = whole.kept.base_answers.iter().map(|found| found.count > 0);
    let unknown = whole.manifest.questions.iter().zip(known).filter(|(_, known)| !known);
    lines.extend(
        unknown
            .map(|(question, _)| format!("The rules of {base} do not know {}, so it stands alone.", called(question))),
    );
    lines.extend(taken::of_one_alone(whole, base));
    let title = format!("Beside {base}");
    let found = Finding::told("variant", title, shown, sentence).doubted("no figure is shown to be another");
    Some(Finding { table, picture, lines, ..found })
}

/// The same figures of the games between the best bots.
fn between_bots(whole: &Part) -> Vec<Compared> {
    let (kept, Some(name)) = (&whole.kept, whole.manifest.bots.last()) else { return Vec::new() };
    let (best, beside) = (Series::level(whole.manifest.bots.len() - 1), &kept.bots_beside);
    let (there, here) = (kept.of(Series::BaseLevel), kept.of(best));
    if beside.lengths.count == 0 {
        return Vec::new();
    }
    let mut found = vec![length(beside, (there, here)), ties(beside, (there, here))];
    found.extend(seats(whole, beside, (there, here)));
    found.extend(asked(whole, (&kept.base_bot_answers, &kept.bot_answers), beside));
    let named = |one: Compared| Compared { what: format!("{name} bots: {}", one.what), ..one };
    found.into_iter().map(named).collect()
}

fn seats(whole: &Part, beside: &Pairs, (there, here): (&Outcomes, &Outcomes)) -> Vec<Compared> {
    let players = whole.manifest.players.iter().zip(&beside.wins).enumerate();
    let of = whole.manifest.players.len();
    players.map(|(seat, (player, won))| wins(player, seat, won, (there, here), of)).collect()
}

fn length(beside: &Pairs, (there, here): (&Outcomes, &Outcomes)) -> Compared {
    let mean = |played: &Outcomes| format!("{:.1}", played.length().mean());
    Compared::new("decisions of a game".to_owned(), (mean(there), mean(here)), &beside.lengths, OF_GAMES)
}

fn ties(beside: &Pairs, (there, here): (&Outcomes, &Outcomes)) -> Compared {
    let share = |played: &Outcomes| percent((played.shared + played.nobody) as f64 / played.over().max(1) as f64);
    let found =
        Compared::new("without a single winner".to_owned(), (share(there), share(here)), &beside.tied, OF_GAMES);
    Compared { unit: " %", ..found }
}

fn wins(player: &str, seat: usize, won: &Moments, (there, here): (&Outcomes, &Outcomes), of: usize) -> Compared {
    let share = |played: &Outcomes| percent(played.won(seat) as f64 / played.over().max(1) as f64);
    let found = Compared::new(player.to_owned(), (share(there), share(here)), won, of);
    Compared { unit: " %", ..found }
}

/// What was asked, where both games know of it.
fn asked(whole: &Part, (there, here): (&[Moments], &[Moments]), beside: &Pairs) -> Vec<Compared> {
    let pairs = there.iter().zip(here).zip(&beside.answers);
    let both = whole.manifest.questions.iter().zip(pairs).filter(|(_, ((there, _), _))| there.count > 0);
    let count = whole.manifest.questions.len();
    both.map(|(question, ((there, here), difference))| {
        let digits = digits(there).min(digits(here));
        let mean = |found: &Moments| format!("{:.digits$}", found.mean());
        let found = Compared::new(called(question), (mean(there), mean(here)), difference, count);
        Compared { digits, ..found }
    })
    .collect()
}

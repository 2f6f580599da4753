//! Whether playing better wins more: one bot among those a level below.

use super::words::{percent, share};
use super::{Bar, Finding, Picture};
use crate::part::Part;
use crate::plan::Series;
use crate::statistics::{each, games_for, wilson};

/// Of fewer games nothing is drawn.
const FEW: u64 = 30;

/// A bot that wins so much more than an equal share plays plainly better.
const TELLING: f64 = 0.15;

pub(super) fn ladder(whole: &Part) -> Option<Finding> {
    let bots = &whole.manifest.bots;
    let seats = whole.manifest.players.len();
    if bots.is_empty() || seats < 2 {
        return None;
    }
    let equal = 1.0 / seats as f64;
    let (mut bars, mut lines, mut better) = (Vec::new(), Vec::new(), 0);
    let (mut fewest, mut more) = (u64::MAX, None);
    for (number, name) in bots.iter().enumerate() {
        let series = Series::above(number);
        let below = number.checked_sub(1).and_then(|below| bots.get(below)).map_or("random", String::as_str);
        // A tie counts for nobody, so an equal share is what it would be without.
        let played = whole.kept.of(series);
        let (hits, games) = (played.odd, played.alone);
        let interval = wilson(hits, games, each(bots.len()));
        let value = hits as f64 / games.max(1) as f64;
        better += usize::from(interval.low > equal);
        if games < fewest {
            (fewest, more) = (games, games_for((equal * (1.0 - equal)).sqrt(), TELLING, each(bots.len())));
        }
        let label = format!("{name} among {below}");
        lines.push(format!("{label}: {hits} of {games} games won by one alone, {}", share(value, interval)));
        bars.push(Bar { label, value, low: interval.low, high: interval.high });
    }
    let equal_share = percent(equal);
    if better < bots.len() && fewest < FEW {
        let won =
            if fewest == 1 { "1 game with bots was".to_owned() } else { format!("{fewest} games with bots were") };
        let sentence = format!(
            "Only {won} won by one alone, too few to tell whether playing better wins more: that takes about {}. Bots play more of the games with a smaller `--every`.",
            more.unwrap_or(FEW)
        );
        let found = Finding::told("skill", "Skill", false, sentence);
        return Some(Finding {
            lines,
            ..found.doubted("there are too few games with bots; they play more of the games with a smaller `--every`")
        });
    }
    let sentence = if better == bots.len() {
        format!(
            "Whoever plays better wins more: each bot is shown to win more than an equal share of {equal_share} among those a level below."
        )
    } else if bots.len() == 1 {
        format!(
            "These games do not show that the bot wins more than an equal share of {equal_share} among random players."
        )
    } else {
        format!(
            "{better} of {} bots are shown to win more than an equal share of {equal_share} among those a level below; of the others these games do not tell.",
            bots.len()
        )
    };
    let most = bars.iter().map(|bar| bar.high).fold(0.0, f64::max);
    let doubt = format!(
        "these games with bots are too few to show that playing better wins more; at best it wins {}, where an equal share is {equal_share}. Bots play more of the games with a smaller `--every`",
        percent(most)
    );
    let picture = Picture::Bars { unit: "share of games won", bars, mark: Some(equal) };
    let found = Finding::told("skill", "Skill", better > 0, sentence).doubted(doubt);
    Some(Finding { picture, lines, ..found })
}

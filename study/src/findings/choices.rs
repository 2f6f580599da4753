//! How much there is to decide.

use super::words::{percent, share};
use super::{Bar, Finding, Picture};
use crate::kept::{Block, Stakes};
use crate::part::Part;
use crate::statistics::{Interval, SURE, bootstrap, wilson};

/// So many sorts of decisions are told.
const TOLD: usize = 12;

pub(super) fn choices(whole: &Part) -> Finding {
    let ratio = |count: &dyn Fn(&Block) -> (u64, u64)| {
        let counts = whole.kept.blocks.values().map(count);
        let blocks: Vec<(f64, f64)> = counts.map(|(sum, of)| (sum as f64, of as f64)).collect();
        let (sum, of) = blocks.iter().fold((0.0, 0.0), |sum, block| (sum.0 + block.0, sum.1 + block.1));
        let value = if of > 0.0 { sum / of } else { 0.0 };
        let interval = bootstrap(&blocks, SURE, whole.manifest.seed);
        (value, interval.unwrap_or(Interval { low: value, high: value }))
    };
    let (forced, forced_in) = ratio(&|block| (block.decisions - block.free, block.decisions));
    let (options, options_in) = ratio(&|block| (block.options, block.free));
    let mut sentence = format!(
        "In random games {} of the decisions are forced; the others offer {options:.1} options on average ({:.1} to {:.1}).",
        share(forced, forced_in),
        options_in.low,
        options_in.high
    );
    let mut bars = vec![Bar {
        label: "forced, of all decisions of random games".to_owned(),
        value: forced,
        low: forced_in.low,
        high: forced_in.high,
    }];
    if let Some(name) = whole.manifest.bots.last() {
        let all = all_stakes(whole);
        let mut shares = Vec::new();
        for (sort, hits) in
            ["hardly matters", "matters", "matters much"].into_iter().zip([all.hardly, all.some, all.much])
        {
            let interval = wilson(hits, all.all(), SURE);
            let value = hits as f64 / all.all().max(1) as f64;
            shares.push(share(value, interval));
            bars.push(Bar {
                label: format!("which {sort}, of the bots' open decisions"),
                value,
                low: interval.low,
                high: interval.high,
            });
        }
        if let [good, better, plain] = shares.as_slice() {
            sentence += &format!(
                " To {name} bots it hardly matters which of their two best options they take in {good} of their open decisions (two games won more of a hundred at most), it matters in {better}, and matters much in {plain} (25 games of a hundred and more)."
            );
        }
    }
    let table = by_rule(whole);
    let picture = Picture::Bars { unit: "share of decisions", bars, mark: None };
    Finding { table, picture, ..Finding::told("choices", "Choices", true, sentence) }
}

fn all_stakes(whole: &Part) -> Stakes {
    let mut all = Stakes::default();
    whole.kept.thoughts.stakes.values().for_each(|stakes| all.merge(*stakes));
    all
}

/// Which decisions there are, the most frequent first, and to which the bots' choice hardly matters.
fn by_rule(whole: &Part) -> Vec<Vec<String>> {
    let games = whole.kept.looked_into.max(1) as f64;
    let mut rules: Vec<_> = whole.kept.decisions.iter().collect();
    rules.sort_by_key(|(_, decisions)| std::cmp::Reverse(decisions.times));
    if rules.is_empty() {
        return Vec::new();
    }
    let thinks = !whole.manifest.bots.is_empty();
    let mut heads = vec!["open decisions", "a game", "options"];
    heads.extend(thinks.then_some(["hardly matters", "matters", "matters much"]).into_iter().flatten());
    let mut rows = vec![heads.into_iter().map(str::to_owned).collect()];
    for (rule, decisions) in rules.iter().take(TOLD) {
        let options = decisions.options as f64 / decisions.times.max(1) as f64;
        let mut row = vec![(*rule).clone(), format!("{:.1}", decisions.times as f64 / games), format!("{options:.1}")];
        let stakes = whole.kept.thoughts.stakes.get(*rule).copied().unwrap_or_default();
        let of_all = |hits: u64| match stakes.all() {
            0 => String::new(),
            all => percent(hits as f64 / all as f64),
        };
        row.extend(thinks.then(|| [stakes.hardly, stakes.some, stakes.much].map(of_all)).into_iter().flatten());
        rows.push(row);
    }
    rows
}

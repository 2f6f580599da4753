//! How much there is to decide.

use super::words::share;
use super::{Bar, Finding, Picture};
use crate::kept::Block;
use crate::part::Part;
use crate::statistics::{Interval, SURE, bootstrap, wilson};

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
        let gaps = whole.kept.thoughts.gaps;
        let all: u64 = gaps.iter().sum();
        let mut shares = Vec::new();
        for (sort, hits) in ["hardly matters", "matters", "matters much"].into_iter().zip(gaps) {
            let interval = wilson(hits, all, SURE);
            let value = hits as f64 / all.max(1) as f64;
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
    let picture = Picture::Bars { unit: "share of decisions", bars, mark: None };
    Finding { picture, ..Finding::told("choices", "Choices", true, sentence) }
}

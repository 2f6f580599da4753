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
        "{} of the decisions of random games are forced; the others offer {options:.1} options on average ({:.1} to {:.1}).",
        share(forced, forced_in),
        options_in.low,
        options_in.high
    );
    let mut bars = vec![Bar { label: "forced".to_owned(), value: forced, low: forced_in.low, high: forced_in.high }];
    if let Some(name) = whole.manifest.bots.last() {
        let gaps = whole.kept.thoughts.gaps;
        let all: u64 = gaps.iter().sum();
        let mut shares = Vec::new();
        for (sort, hits) in ["no better than the next", "better", "plainly better"].into_iter().zip(gaps) {
            let interval = wilson(hits, all, SURE);
            let value = hits as f64 / all.max(1) as f64;
            shares.push(share(value, interval));
            bars.push(Bar { label: format!("the best is {sort}"), value, low: interval.low, high: interval.high });
        }
        if let [good, better, plain] = shares.as_slice() {
            sentence += &format!(
                " To {name} bots the best option is no better than the next (by less than 2 % of a win) in {good} of those, better in {better}, and plainly so (by 25 % and more) in {plain}."
            );
        }
    }
    let picture = Picture::Bars { unit: "share of decisions", bars, mark: None };
    Finding { key: "choices", title: "Choices", sentence, picture, lines: Vec::new() }
}

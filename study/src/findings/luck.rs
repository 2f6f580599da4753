//! How much of who wins is the luck of the draw: the same chance once more, with other choices.

use super::{Bar, Finding, Picture};
use crate::kept::Block;
use crate::part::Part;
use crate::statistics::{SURE, bootstrap};

pub(super) fn luck(whole: &Part) -> Finding {
    let kept: Vec<&Block> = whole.kept.blocks.values().collect();
    let pairs = kept.iter().map(|block| block.games).sum::<u64>().max(1) as f64;
    let seats = 0..whole.manifest.players.len();
    let twice = |block: &Block, seat: usize| block.seats.get(seat).copied().unwrap_or_default();
    let mean = |seat: usize| kept.iter().map(|block| twice(block, seat).sum).sum::<u64>() as f64 / (2.0 * pairs);
    let means: Vec<f64> = seats.clone().map(mean).collect();
    let mut blocks = Vec::new();
    for block in &kept {
        let (mut shared, mut all) = (0.0, 0.0);
        for (seat, mean) in seats.clone().zip(&means) {
            // What is left of products and squares where each lies that much off the mean.
            let twice = twice(block, seat);
            let off = block.games as f64 * mean * mean - mean * twice.sum as f64;
            shared += twice.product as f64 + off;
            all += twice.squares as f64 / 2.0 + off;
        }
        blocks.push((shared, all));
    }
    let (shared, all) = blocks.iter().fold((0.0, 0.0), |sum, block| (sum.0 + block.0, sum.1 + block.1));
    let Some(interval) = bootstrap(&blocks, SURE, whole.manifest.seed).filter(|_| all > 0.0) else {
        let sentence = "All games end alike, so there is nothing that luck could decide.".to_owned();
        return Finding::told("luck", "Luck", false, sentence).doubted("all games end alike");
    };
    let (value, low, high) = (shared / all, interval.low, interval.high);
    let sentence = if low > 0.0 {
        format!(
            "Chance decides {:.0} % of who wins among random players ({:.0} to {:.0}): with the same chance and other choices games end that much more alike. The rest comes of what they choose, which is chance, too, as long as all choose at random.",
            100.0 * value,
            100.0 * low,
            100.0 * high
        )
    } else {
        "These games do not show that chance alone favours anybody: where the same is dealt and rolled once more and all choose otherwise, at random, the same players do not win more often.".to_owned()
    };
    // A share below nothing is noise.
    let (value, low) = (value.max(0.0), low.max(0.0));
    let shown = low > 0.0;
    let bars = vec![Bar { label: "decided by chance".to_owned(), value, low, high }];
    let picture =
        if shown { Picture::Bars { unit: "share of who wins", bars, mark: Some(0.0) } } else { Picture::None };
    let doubt = format!("among random players chance decides {:.0} % of who wins at most", 100.0 * high.max(0.0));
    let line = "Chance is the same for as long as both games ask for it in the same order; what is dealt at the beginning always is.";
    let found = Finding::told("luck", "Luck", shown, sentence).doubted(doubt);
    Finding { picture, lines: vec![line.to_owned()], ..found }
}

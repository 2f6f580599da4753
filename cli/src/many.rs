//! Many games at once: on which threads they are played, and how far they have come.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::exit::{Done, Failure};

/// Room for rules that are walked recursively.
const STACK: usize = 16 << 20;

/// So many threads, or as many as there are processors.
pub fn threads(count: Option<u16>) -> Done<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(usize::from(count.unwrap_or(0))).stack_size(STACK).build();
    pool.map_err(|error| Failure::command_line(format!("cannot start threads: {error}")))
}

/// How far so many games have come; seen on a terminal alone.
pub fn bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} to go");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

//! Threads for the work of one reading.

use std::sync::LazyLock;

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};
use rulehound_grammar::workers::{OneByOne, Workers};

/// Threads of the server's own, as many as the machine has processors: whoever it works for may hold all others up while waiting for it.
static THREADS: LazyLock<Option<ThreadPool>> = LazyLock::new(|| ThreadPoolBuilder::new().build().ok());

/// Side by side on the processors of the machine, or one piece after the other where no thread can be had.
#[derive(Clone, Copy, Debug)]
pub struct SideBySide;

impl Workers for SideBySide {
    fn work(&self, pieces: usize, work: &(dyn Fn(usize) + Sync)) {
        // With most signs that are typed there is one: nobody need wake up for it.
        match THREADS.as_ref().filter(|_| pieces > 1) {
            Some(threads) => threads.install(|| (0..pieces).into_par_iter().for_each(work)),
            None => OneByOne.work(pieces, work),
        }
    }
}

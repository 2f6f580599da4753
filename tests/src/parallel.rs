//! Many pieces of work on all of the processor's threads.

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

/// The results of pieces of work numbered from 0, in this order. A thread that is done takes the next piece, since one may take far longer
/// than another.
///
/// # Panics
/// If a piece of work does.
pub fn in_parallel<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    (0..count).into_par_iter().with_max_len(1).map(&work).collect()
}

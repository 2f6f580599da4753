//! Work whose pieces do not hang on each other. The threads, if there are several, are the caller's.

use std::sync::OnceLock;

/// Does pieces of work, one after the other or side by side.
pub trait Workers {
    /// Calls `work` once with each number from 0 to below `pieces`, in any order, and returns when all of it is done.
    fn work(&self, pieces: usize, work: &(dyn Fn(usize) + Sync));
}

/// One piece after the other, on the thread that asks.
#[derive(Clone, Copy, Debug)]
pub struct OneByOne;

impl Workers for OneByOne {
    fn work(&self, pieces: usize, work: &(dyn Fn(usize) + Sync)) {
        (0..pieces).for_each(work);
    }
}

/// What `work` makes of each piece, in the order of the pieces, whoever was done first.
pub fn each<P: Sync, R: Send + Sync>(workers: &dyn Workers, pieces: &[P], work: impl Fn(&P) -> R + Sync) -> Vec<R> {
    let made: Vec<OnceLock<R>> = pieces.iter().map(|_| OnceLock::new()).collect();
    workers.work(pieces.len(), &|number| {
        if let (Some(piece), Some(made)) = (pieces.get(number), made.get(number)) {
            made.get_or_init(|| work(piece));
        }
    });
    // A piece that was passed over is done here.
    let made = made.into_iter().zip(pieces);
    made.map(|(made, piece)| made.into_inner().unwrap_or_else(|| work(piece))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Begins with the last, and leaves out the first.
    struct Backwards;

    impl Workers for Backwards {
        fn work(&self, pieces: usize, work: &(dyn Fn(usize) + Sync)) {
            (1..pieces).rev().for_each(work);
        }
    }

    #[test]
    fn what_is_made_stands_in_the_order_of_the_pieces() {
        let pieces = ["one", "three", "eleven"];
        for workers in [&OneByOne as &dyn Workers, &Backwards] {
            assert_eq!(each(workers, &pieces, |piece| piece.len()), [3, 5, 6]);
        }
    }
}

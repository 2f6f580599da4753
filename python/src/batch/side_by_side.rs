//! The lanes of a batch, each on a thread of its own.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long threads stay awake for the next piece of work. To wake one takes as long as a fifth of a step of a thousand small games, and whoever
/// trains with a small batch asks again at once.
const AWAKE: Duration = Duration::from_micros(150);

/// Threads for the lanes of a batch; whoever asks is one of them.
pub struct Threads {
    /// None where one thread is all there is.
    pool: Option<rayon::ThreadPool>,
    /// How many pieces of work there were.
    pieces: Arc<AtomicUsize>,
}

impl Threads {
    /// So many of them.
    ///
    /// # Errors
    /// They cannot be had.
    pub fn new(count: usize) -> Result<Self, String> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count.saturating_sub(1).max(1)).stack_size(16 << 20);
        let pool = if count > 1 { Some(pool.build().map_err(|error| error.to_string())?) } else { None };
        Ok(Self { pool, pieces: Arc::default() })
    }

    /// Works on what belongs to each lane; there are no more lanes than threads. Each thread has the same games in every step, so that what they
    /// are stays where it is near; whoever asks works on the first of them.
    pub fn on_lanes<T: Send>(&self, lanes: &mut [T], work: impl Fn(&mut T) + Sync) {
        let Some(pool) = &self.pool else { return lanes.iter_mut().for_each(work) };
        let lanes: Vec<Mutex<&mut T>> = lanes.iter_mut().map(Mutex::new).collect();
        let work = |lane: usize| {
            if let Some(Ok(mut own)) = lanes.get(lane).map(Mutex::lock) {
                work(&mut own);
            }
        };
        self.pieces.fetch_add(1, Ordering::Release);
        let ready = AtomicUsize::new(0);
        pool.in_place_scope(|scope| {
            scope.spawn_broadcast(|_, thread| {
                work(1 + thread.index());
                ready.fetch_add(1, Ordering::Release);
            });
            work(0);
            await_awake(|| ready.load(Ordering::Acquire) == pool.current_num_threads());
        });
        self.stay_awake(pool);
    }

    fn stay_awake(&self, pool: &rayon::ThreadPool) {
        let (pieces, known) = (Arc::clone(&self.pieces), self.pieces.load(Ordering::Acquire));
        pool.spawn_broadcast(move |_| await_awake(|| pieces.load(Ordering::Acquire) != known));
    }
}

/// Waits for something that comes soon, and no longer than a thread may stay awake.
fn await_awake(is_there: impl Fn() -> bool) {
    let since = Instant::now();
    while !is_there() && since.elapsed() < AWAKE {
        std::hint::spin_loop();
    }
}

/// How often a thread looks whether the others are ready before it lets somebody else have the processor.
const LOOKS: u32 = 10_000;

/// Lanes that all look before any of them begins. To ask each of them first and then to let each of them work would wake the threads twice.
pub struct Agreement {
    lanes: usize,
    ready: AtomicUsize,
    refused: AtomicBool,
}

impl Agreement {
    /// Between so many lanes, each on a thread of its own.
    pub fn between(lanes: usize) -> Self {
        Self { lanes, ready: AtomicUsize::new(0), refused: AtomicBool::new(false) }
    }

    /// Says whether a lane is `willing`, waits for the others, and gives whether all are. Each lane asks once, whatever it found.
    pub fn is_reached(&self, willing: bool) -> bool {
        if !willing {
            self.refused.store(true, Ordering::Relaxed);
        }
        self.ready.fetch_add(1, Ordering::AcqRel);
        let mut looks = 0;
        while self.ready.load(Ordering::Acquire) < self.lanes {
            looks += 1;
            if looks < LOOKS { std::hint::spin_loop() } else { std::thread::yield_now() }
        }
        !self.refused.load(Ordering::Relaxed)
    }
}

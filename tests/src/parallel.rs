//! Many pieces of work on all of the processor's threads.

/// The results of pieces of work numbered from 0, thread by thread.
///
/// # Panics
/// If a piece of work does.
pub fn in_parallel<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let parts = std::thread::scope(|scope| {
        let run = |thread| {
            let work = &work;
            scope.spawn(move || (thread..count).step_by(threads).map(work).collect::<Vec<T>>())
        };
        let handles: Vec<_> = (0..threads).map(run).collect();
        handles.into_iter().map(|handle| handle.join().expect("no panic")).collect::<Vec<_>>()
    });
    parts.into_iter().flatten().collect()
}

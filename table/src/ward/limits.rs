//! How much a process may have that plays strangers' rules.

use std::process::ExitStatus;

use crate::watch::{self, TOO_LONG, What};

/// So much memory, in mebibytes, if nothing else is said.
pub const MEMORY: u64 = 512;

/// This process gets no more memory than so many mebibytes from now on. Whether the system keeps to that.
#[cfg(target_os = "linux")]
pub fn limit_memory(mebibytes: u64) -> bool {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let bytes = Some(mebibytes.saturating_mul(1 << 20));
    setrlimit(Resource::As, Rlimit { current: bytes, maximum: bytes }).is_ok()
}

/// Elsewhere there is no such limit.
#[cfg(not(target_os = "linux"))]
pub fn limit_memory(_: u64) -> bool {
    false
}

/// Where there is not enough for all, others have the processor before this process.
pub fn step_back() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, 10);
}

/// This process gets no more memory than so many mebibytes from now on, and ends when a piece of work takes too long.
///
/// # Errors
/// There can be no more threads.
pub fn limit(mebibytes: u64) -> Result<(), std::io::Error> {
    limit_memory(mebibytes);
    watch::begin(|_| {})
}

/// Works so, for no longer than it takes to read rules.
///
/// # Errors
/// There can be no more threads.
pub fn limited<T>(mebibytes: u64, work: impl FnOnce() -> T) -> Result<T, std::io::Error> {
    limit(mebibytes)?;
    Ok(watch::watched(What::Coming, work))
}

/// Why a process ended that was limited so, in words for people.
pub fn ended(status: ExitStatus, mebibytes: u64) -> String {
    words(Some(status), Some(&What::Coming), mebibytes)
}

/// Why a process ended that should not have while it did this, in words for those who play.
pub fn words(status: Option<ExitStatus>, doing: Option<&What>, memory: u64) -> String {
    match status {
        Some(status) if status.code() == Some(TOO_LONG) => {
            let most = doing.map_or(What::Wish.most(), What::most).as_secs();
            format!("they take too long; {most} seconds of work at a time are the most")
        }
        Some(status) if was_stopped(status) => format!("they need too much memory; {memory} MB are the most"),
        _ => "the process in which they were played has ended".to_owned(),
    }
}

/// Whether the system or the process itself broke it off, as happens where memory is not to be had.
#[cfg(unix)]
fn was_stopped(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    /// SIGABRT, SIGBUS, SIGKILL, SIGSEGV.
    const SIGNALS: [i32; 4] = [6, 7, 9, 11];
    status.signal().is_some_and(|signal| SIGNALS.contains(&signal))
}

#[cfg(not(unix))]
fn was_stopped(status: ExitStatus) -> bool {
    !status.success()
}

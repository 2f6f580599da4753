//! What servers in this program share: how they run, and when they end.

use std::future::Future;
use std::io::ErrorKind;

use rulehound_table::Trouble;

use crate::exit::{Done, Failure};

/// Rules are walked recursively, on any thread that plays.
const STACK: usize = 64 << 20;

/// So many tables are worked on at once.
const MOST_AT_ONCE: usize = 64;

/// What a server runs on.
pub fn runtime() -> Done<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_stack_size(STACK)
        .max_blocking_threads(MOST_AT_ONCE)
        .build()
        .map_err(|error| Failure::file(format!("no server can be started: {error}")))
}

/// What a server runs on that plays strangers' rules itself: with few threads, since each takes memory that they may have.
pub fn small_runtime() -> Done<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .worker_threads(2)
        .thread_stack_size(STACK)
        .max_blocking_threads(4)
        .build()
        .map_err(|error| Failure::file(format!("no server can be started: {error}")))
}

/// Comes when somebody stops the program.
pub async fn stopped() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        let terminated = async {
            match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
                Ok(mut signal) => {
                    signal.recv().await;
                }
                Err(_) => std::future::pending().await,
            }
        };
        either(interrupted, terminated).await;
    }
    #[cfg(not(unix))]
    {
        let _ = interrupted.await;
    }
}

#[cfg(unix)]
async fn either<T>(one: impl Future<Output = T>, other: impl Future<Output = ()>) {
    tokio::select! {
        _ = one => {}
        () = other => {}
    }
}

/// Why a server does not begin to listen, and what to do about it.
pub fn unheard(listen: std::net::SocketAddr, trouble: &Trouble) -> Failure {
    let kind = match trouble {
        Trouble::Network(error) => Some(error.kind()),
        _ => None,
    };
    let why = match kind {
        Some(ErrorKind::AddrInUse) => {
            "another program listens there already; `--listen 127.0.0.1:0` takes a port that is free".to_owned()
        }
        Some(ErrorKind::AddrNotAvailable) => {
            "this machine has no such address; 127.0.0.1 is for itself alone, 0.0.0.0 for all of its networks"
                .to_owned()
        }
        Some(ErrorKind::PermissionDenied) => "that port is not for everybody; take one from 1024 on".to_owned(),
        Some(_) | None => trouble.to_string(),
    };
    Failure::file(format!("cannot listen at {listen}: {why}"))
}

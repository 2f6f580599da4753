//! A network that can be cut: what is sent is passed on, until the line is cut; then it is swallowed, and neither end is told.

#![allow(clippy::expect_used, clippy::indexing_slicing)]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

/// Where browsers connect that reach a server through it.
pub struct Relay {
    listener: TcpListener,
    pub host: String,
}

/// How often it was cut: lines that were there before are dead.
#[derive(Clone, Default)]
pub struct Cuts(Arc<AtomicU64>);

impl Cuts {
    pub fn cut(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }

    fn count(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }
}

impl Relay {
    pub async fn new() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
        let host = listener.local_addr().expect("an address").to_string();
        Self { listener, host }
    }

    /// Passes on from now on what is said to the server at this port, and what that says.
    pub fn lead_to(self, port: u16) -> Cuts {
        let cuts = Cuts::default();
        let cut = cuts.clone();
        tokio::spawn(async move {
            loop {
                let Ok((browser, _)) = self.listener.accept().await else { return };
                let Ok(server) = TcpStream::connect(("127.0.0.1", port)).await else { return };
                let _ = (browser.set_nodelay(true), server.set_nodelay(true));
                let ((from, to), (back, forth)) = (browser.into_split(), server.into_split());
                let since = cut.count();
                tokio::spawn(pass(from, forth, (cut.clone(), since)));
                tokio::spawn(pass(back, to, (cut.clone(), since)));
            }
        });
        cuts
    }
}

async fn pass(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, (cut, since): (Cuts, u64)) {
    let mut bytes = vec![0; 1 << 16];
    while let Ok(count) = from.read(&mut bytes).await {
        let dead = cut.count() > since;
        // Nobody is told that the other end is gone, either.
        if count == 0 && dead {
            std::future::pending::<()>().await;
        }
        if count == 0 || (!dead && to.write_all(&bytes[..count]).await.is_err()) {
            return;
        }
    }
}

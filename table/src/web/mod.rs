//! Pages, sockets, and who is let in.

mod address;
mod guard;
mod inside;
mod lobby;
mod pace;
mod pages;
mod passed;
mod socket;
mod studio;

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower_http::compression::CompressionLayer;

pub use address::Address;
pub use inside::inside;

use crate::opening::Trouble;
use crate::studio::Studio;
use crate::tables::Tables;
use crate::ward::Ward;

/// So many browsers may be connected at once.
const MOST_SOCKETS: usize = 1_000;

/// So many of them may not have said yet who they are.
const MOST_STRANGERS: usize = 64;

/// A server that has its place in the network, but lets nobody in yet.
pub struct Serving {
    listener: TcpListener,
    address: Address,
}

impl Serving {
    /// Takes a place in the network. `public` is how browsers reach it if something stands before it: `https://games.example`.
    ///
    /// # Errors
    /// The place is taken, or is none of this machine's.
    pub async fn bind(listen: SocketAddr, public: Option<String>) -> Result<Self, Trouble> {
        let listener = TcpListener::bind(listen).await?;
        let address = Address::new(listener.local_addr()?, public);
        Ok(Self { listener, address })
    }

    /// How it is reached.
    pub fn address(&self) -> &Address {
        &self.address
    }
}

/// What every request may need.
struct Web {
    tables: Tables,
    studio: Option<Studio>,
    address: Address,
    sockets: Arc<Semaphore>,
    strangers: Arc<Semaphore>,
}

/// Lets people in until `stop`; then all are told good-bye. With a studio, its author too.
///
/// # Errors
/// The network fails.
pub async fn serve(
    serving: Serving,
    tables: Tables,
    studio: Option<Studio>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), Trouble> {
    let web = Arc::new(Web {
        tables,
        studio,
        address: serving.address,
        sockets: Arc::new(Semaphore::new(MOST_SOCKETS)),
        strangers: Arc::new(Semaphore::new(MOST_STRANGERS)),
    });
    for sitting in web.tables.all() {
        // One after the other they would keep everybody else waiting.
        tokio::spawn(async move { socket::drive(&sitting).await });
    }
    web.tables.wards().iter().filter(|ward| ward.plays_by_itself()).for_each(Ward::wake);
    let router = Router::new()
        .route("/", get(pages::front))
        .route("/t/{table}", get(pages::table))
        .route("/t/{table}/rules", get(pages::rules))
        .route("/page/{file}", get(pages::file))
        .route("/studio", get(studio::page))
        // Of what is sent packed nothing is secret: its length would tell of it.
        .layer(CompressionLayer::new())
        .route("/ws", get(socket::upgrade))
        .route("/studio/ws", get(studio::upgrade))
        .fallback(pages::nothing)
        .layer(from_fn_with_state(web.clone(), guard::guard))
        .with_state(web.clone());
    // What is told is told at once, however little it is.
    let listener = serving.listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let served = axum::serve(listener, router);
    tokio::select! {
        ended = async { served.await } => ended?,
        () = stop => {}
    }
    for sitting in web.tables.all() {
        socket::blocking(move || sitting.farewell()).await;
    }
    web.tables.leave_lobbies();
    web.tables.wards().iter().for_each(|ward| ward.farewell());
    // The last words go out.
    let all = u32::try_from(MOST_SOCKETS).unwrap_or(u32::MAX);
    let _ = tokio::time::timeout(socket::FAREWELL, web.sockets.acquire_many(all)).await;
    Ok(())
}

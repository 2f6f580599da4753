//! How browsers reach the server, and what they must say to be let in: a page of somebody else's must not speak for them.

use std::net::{IpAddr, SocketAddr};

use crate::sitting::Link;

/// How a server is reached.
#[derive(Clone, Debug)]
pub struct Address {
    listen: SocketAddr,
    /// Without a slash at the end.
    public: Option<String>,
}

impl Address {
    /// Of a server that listens here.
    pub fn new(listen: SocketAddr, public: Option<String>) -> Self {
        Self { listen, public: public.map(|public| public.trim_end_matches('/').to_owned()) }
    }

    /// Its beginning of all links: `http://127.0.0.1:8017`.
    pub fn origin(&self) -> String {
        if let Some(public) = &self.public {
            return public.clone();
        }
        // Whoever listens everywhere is reached here, too.
        let here: SocketAddr = match self.listen.ip() {
            IpAddr::V4(address) if address.is_unspecified() => ([127, 0, 0, 1], self.listen.port()).into(),
            IpAddr::V6(address) if address.is_unspecified() => ([0, 0, 0, 0, 0, 0, 0, 1], self.listen.port()).into(),
            IpAddr::V4(_) | IpAddr::V6(_) => self.listen,
        };
        format!("http://{here}")
    }

    /// The link for one person.
    pub fn link(&self, link: &Link) -> String {
        format!("{}/t/{}#{}", self.origin(), link.table, link.key.as_str())
    }

    /// Where it listens.
    pub fn port(&self) -> u16 {
        self.listen.port()
    }

    /// Whether others than this machine can reach it.
    pub fn is_open(&self) -> bool {
        !self.listen.ip().is_loopback()
    }

    /// Whether a request for this host is meant for this server. A name that somebody made lead here is not: else a page of his could read
    /// what is here.
    pub fn is_host(&self, host: &str) -> bool {
        let port = self.listen.port();
        let public = self.public.as_deref().and_then(|public| public.split_once("://")).map(|(_, host)| host);
        let plain = |name: &str| host == format!("{name}:{port}") || (port == 80 && host == name);
        let number = |host: &str| {
            host.parse::<SocketAddr>().is_ok_and(|address| {
                address.port() == port && (self.listen.ip().is_unspecified() || address.ip() == self.listen.ip())
            })
        };
        public == Some(host) || plain("localhost") || plain("127.0.0.1") || plain("[::1]") || number(host)
    }

    /// Whether a page from there may connect: one of this server's own.
    pub fn is_origin(&self, origin: &str, host: &str) -> bool {
        let own = self.public.as_deref().is_some_and(|public| public == origin);
        own || origin.strip_prefix("http://").is_some_and(|from| from == host && self.is_host(from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(listen: &str, public: Option<&str>) -> Address {
        Address::new(listen.parse().unwrap_or_else(|_| ([127, 0, 0, 1], 1).into()), public.map(str::to_owned))
    }

    #[test]
    fn hosts_are_compared_whole() {
        let here = at("127.0.0.1:8017", None);
        for host in ["127.0.0.1:8017", "localhost:8017", "[::1]:8017"] {
            assert!(here.is_host(host), "{host}");
        }
        for host in ["127.0.0.1", "127.0.0.1:80", "evil.example:8017", "localhost:8017.evil.example", "10.0.0.1:8017"] {
            assert!(!here.is_host(host), "{host}");
        }
        assert!(at("0.0.0.0:8017", None).is_host("10.0.0.1:8017"));
        assert!(!at("0.0.0.0:8017", None).is_host("evil.example:8017"));
        assert!(at("127.0.0.1:8017", Some("https://games.example/")).is_host("games.example"));
    }

    #[test]
    fn pages_of_others_do_not_connect() {
        let here = at("127.0.0.1:8017", Some("https://games.example"));
        assert!(here.is_origin("http://127.0.0.1:8017", "127.0.0.1:8017"));
        assert!(here.is_origin("https://games.example", "games.example"));
        for origin in
            ["http://evil.example", "null", "https://127.0.0.1:8017", "http://localhost:8018", "http://games.example"]
        {
            assert!(!here.is_origin(origin, "127.0.0.1:8017"), "{origin}");
        }
    }
}

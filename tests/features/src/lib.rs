//! Nothing: this crate is there for what it asks of others (its `Cargo.toml`).

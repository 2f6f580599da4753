//! How long a bot has been thinking. A page lends its clock, since WebAssembly has none.

/// Milliseconds since some moment.
#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)]
pub fn now() -> u64 {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        safe fn milliseconds() -> f64;
    }
    // A clock of a page is positive and far below what does not fit.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let now = milliseconds() as u64;
    now
}

/// Milliseconds since some moment.
#[cfg(not(target_arch = "wasm32"))]
pub fn now() -> u64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    u64::try_from(BEGUN.get_or_init(Instant::now).elapsed().as_millis()).unwrap_or(u64::MAX)
}

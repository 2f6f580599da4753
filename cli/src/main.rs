//! The program `rulehound`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(rulehound_cli::run(std::env::args_os().collect()))
}

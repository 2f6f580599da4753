//! `unheard`: something is said that not all hear.

use rulehound_grammar::diagnostic::Diagnostic;

use crate::lower::Unheard;

/// What is said, and what it hangs on.
pub fn found(unheard: Unheard) -> Diagnostic {
    let (who, label) = if unheard.by_some {
        ("not all hear this", "said only to those who see what it hangs on")
    } else {
        ("nobody hears this", "said to nobody, so that it gives nothing away")
    };
    let message = format!("{who}: whether it is said hangs on something that not all see");
    let found = Diagnostic::warning("unheard", message, unheard.at, label);
    let found = match unheard.because.filter(|because| *because != unheard.at) {
        Some(because) => found.with_label(because, "not all see this"),
        None => found,
    };
    let to = if unheard.by_some { "; or say with `to` for whom it is" } else { "" };
    found.with_help(format!(
        "say it before what it hangs on, or note in a variable that all see what they may know, and ask for that{to}"
    ))
}

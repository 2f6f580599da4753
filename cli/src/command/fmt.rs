//! `fmt`: canonical layout.

use std::path::Path;

use rulehound_interpreter::model::Source;

use crate::arguments::Fmt;
use crate::exit::{Done, Exit};
use crate::output::{Output, complain};
use crate::{files, report};

/// Lays out each file, or says which ones would change.
pub fn fmt(arguments: &Fmt) -> Done {
    let mut output = Output::new();
    let mut worst = Exit::Fine;
    for path in &arguments.files {
        let exit = file(path, arguments.check, &mut output).or_else(|failure| match failure.message {
            // One file that cannot be read keeps no other from its layout.
            Some(message) => {
                complain(&format!("error: {message}"));
                Ok(failure.exit)
            }
            None => Err(failure),
        })?;
        worst = worst.max(exit);
    }
    output.flush()?;
    Ok(worst)
}

fn file(path: &Path, check: bool, output: &mut Output) -> Done {
    let text = files::read_or_fail(path, files::MOST_BYTES)?;
    let formatted = match rulehound_grammar::format(&text) {
        Ok(formatted) => formatted,
        Err(findings) => {
            let source = Source { name: path.display().to_string(), text };
            report::human(&findings, &[source], None);
            return Ok(Exit::Wrong);
        }
    };
    if formatted == text {
        return Ok(Exit::Fine);
    }
    if check {
        output.line(format!("{}: not in canonical layout", path.display()))?;
        return Ok(Exit::Wrong);
    }
    files::write(path, &formatted, true)?;
    output.line(format!("{}: laid out", path.display()))?;
    Ok(Exit::Fine)
}

//! Rules that are played while somebody changes them: their files are read again and again, and the table follows.

use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use rulehound_grammar::diagnostic::{Diagnostic, Severity};
use rulehound_interpreter::model::Source;
use rulehound_table::{Kept, Tables};

use crate::output::complain;
use crate::rules::find;
use crate::{files, report};

/// How often the files are looked at.
const EVERY: Duration = Duration::from_millis(300);

/// Follows the files of a game until the program ends. What is wrong with them is printed, and the table stays as it was.
pub fn follow(game: &str, table: &str, mut sources: Vec<Source>, tables: &Tables) {
    loop {
        sleep(EVERY);
        if sources.iter().all(is_as_it_was) {
            continue;
        }
        let found = find(game);
        // A file that is being written is looked at again.
        if found.unreadable {
            continue;
        }
        sources.clone_from(&found.sources);
        match found.model {
            Some(model) => match tables.change(table, found.sources, model) {
                Ok(kept) => complain(&told(&kept)),
                Err(trouble) => complain(&format!("the table stays as it was: {trouble}")),
            },
            None => {
                let is_error = |one: &Diagnostic| one.severity == Severity::Error;
                let errors: Vec<Diagnostic> = found.diagnostics.into_iter().filter(is_error).collect();
                report::human(&errors, &sources, None);
                complain("the table stays as it was");
            }
        }
    }
}

/// Whether a file holds what was read from it. What comes with the program never changes.
fn is_as_it_was(source: &Source) -> bool {
    files::read(Path::new(&source.name), files::MOST_BYTES).map_or(true, |text| text == source.text)
}

fn told(kept: &Kept) -> String {
    match kept {
        Kept::Stands => "the rules were changed; everything stands where it stood".to_owned(),
        Kept::Replayed => "the rules were changed; the game was played again up to here".to_owned(),
        Kept::Anew { why, .. } => format!("the rules were changed, and the game begins anew: {why}"),
    }
}

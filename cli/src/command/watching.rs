//! Rules that are played while somebody changes them: their files are read again and again, and the table follows.

use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use rulehound_interpreter::model::Source;
use rulehound_table::{Kept, Tables};

use super::apart;
use crate::exit::{Exit, Failure};
use crate::files;
use crate::output::complain;

/// How often the files are looked at.
const EVERY: Duration = Duration::from_millis(300);

/// Follows the files of a game until the program ends. What is wrong with them is printed, and the table stays as it was.
pub fn follow(table: &str, mut sources: Vec<Source>, tables: &Tables) {
    loop {
        sleep(EVERY);
        if sources.iter().all(is_as_it_was) {
            continue;
        }
        // What is wrong is printed where they are read.
        match apart::read() {
            Ok(read) => {
                sources = read.unread.sources();
                match tables.change_apart(table, sources.clone()) {
                    Ok(kept) => complain(&told(&kept)),
                    Err(trouble) => complain(&format!("the table stays as it was: {trouble}")),
                }
            }
            // A file that is being written is looked at again.
            Err(Failure { exit: Exit::File, .. }) => {}
            Err(Failure { message, .. }) => {
                // Others are looked at as soon as something else is written.
                sources.iter_mut().for_each(take_as_it_is);
                let why = message.map(|why| format!(": {why}")).unwrap_or_default();
                complain(&format!("the table stays as it was{why}"));
            }
        }
    }
}

fn take_as_it_is(source: &mut Source) {
    if let Ok(text) = files::read(Path::new(&source.name), files::MOST_BYTES) {
        source.text = text;
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

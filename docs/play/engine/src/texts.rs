//! The texts that rules may name here: the one on the page, the shipped games and the classics.

use rulehound_examples::CLASSICS;
use rulehound_games::GAMES;
use rulehound_interpreter::check::Library;
use rulehound_interpreter::model::Source;

/// The text of a shipped game or a classic.
pub fn known(name: &str) -> Option<&'static str> {
    let bare = name.strip_suffix(".rules").unwrap_or(name);
    GAMES.iter().chain(CLASSICS).find(|(known, _)| *known == bare).map(|(_, text)| *text)
}

/// The text on the page beside those that are known.
pub struct Page<'t> {
    /// What it is called.
    pub name: &'t str,
    /// What stands there.
    pub text: &'t str,
}

impl Library for Page<'_> {
    fn read(&mut self, name: &str, from: Option<&str>) -> Result<Source, String> {
        let text = if from.is_none() && name == self.name { Some(self.text) } else { known(name) };
        let text = text.ok_or_else(|| "only shipped games and classics can be extended here".to_owned())?;
        Ok(Source { name: name.to_owned(), text: text.to_owned() })
    }
}

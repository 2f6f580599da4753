//! What an editor wants otherwise than usual.

use serde_json::Value;

/// What can be chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Whether types and names of parameters are shown between the words.
    pub hints: bool,
    /// Whether the editor shows the answers of commands itself; if not, they are sent as messages, too.
    pub shows_answers: bool,
}

impl Settings {
    /// Takes in what an editor says at the beginning or when its settings change; what it does not say stays.
    pub fn take(&mut self, said: &Value) {
        let said = said.get("rulehound").unwrap_or(said);
        let wanted = |key: &str| said.get(key).and_then(Value::as_bool);
        self.hints = wanted("inlayHints").unwrap_or(self.hints);
        self.shows_answers = wanted("showsAnswers").unwrap_or(self.shows_answers);
    }
}

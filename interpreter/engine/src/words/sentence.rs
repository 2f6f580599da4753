//! A text that is put together, in which a condition may leave nothing to say.

/// The words so far.
#[derive(Clone, Debug, Default)]
pub struct Sentence {
    words: String,
    /// Whether a condition has left nothing to say at the end of them.
    gap: bool,
}

impl Sentence {
    /// Goes on with these words. Where nothing was said before them, one of the blanks around it goes, too.
    pub fn push(&mut self, words: &str) {
        if words.is_empty() {
            return;
        }
        let blank_before = self.words.is_empty() || self.words.ends_with(' ');
        let closes = words.starts_with([',', '.', ';', ':', '!', '?', ')']);
        let gap = std::mem::take(&mut self.gap) && blank_before;
        if gap && closes {
            self.words.truncate(self.words.trim_end_matches(' ').len());
        }
        self.words.push_str(if gap { words.strip_prefix(' ').unwrap_or(words) } else { words });
    }

    /// A condition leaves nothing to say here.
    pub fn nothing(&mut self) {
        self.gap = true;
    }

    /// How many bytes there are.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The words.
    pub fn finish(mut self) -> String {
        if self.gap {
            self.words.truncate(self.words.trim_end_matches(' ').len());
        }
        self.words
    }
}

#[cfg(test)]
mod tests {
    use super::Sentence;

    fn joined(parts: &[&str]) -> String {
        let mut sentence = Sentence::default();
        for part in parts {
            if part.is_empty() { sentence.nothing() } else { sentence.push(part) }
        }
        sentence.finish()
    }

    #[test]
    fn where_nothing_is_said_there_is_no_blank_too_many() {
        assert_eq!(joined(&["You ", "", " lost"]), "You lost");
        assert_eq!(joined(&["You ", "", "lost"]), "You lost");
        assert_eq!(joined(&["", " lost"]), "lost");
        assert_eq!(joined(&["3 red ", "", ", then"]), "3 red, then");
        assert_eq!(joined(&["3 red ", "", ""]), "3 red");
        assert_eq!(joined(&["a", "", " b"]), "a b");
    }
}

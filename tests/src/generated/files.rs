//! The files of a generated game, and what was read of them: a trial asks for them more than once.

use rulehound_grammar::span::FileId;
use rulehound_grammar::workers::OneByOne;
use rulehound_grammar::{Cache, Parsed, parse_again};
use rulehound_interpreter::check::Library;
use rulehound_interpreter::model::Source;

/// What was read of each file, the game's own first.
#[derive(Default)]
pub struct Caches([Cache; 2]);

/// The files of one game: its own, and perhaps the one that it extends.
pub struct Files<'t> {
    texts: Vec<&'t str>,
    caches: &'t mut Caches,
}

impl<'t> Files<'t> {
    /// Of these texts, the game's own first.
    pub fn new(texts: Vec<&'t str>, caches: &'t mut Caches) -> Self {
        Self { texts, caches }
    }

    /// The trees, in the same order.
    pub fn read(self) -> Vec<Parsed> {
        let files = self.texts.into_iter().zip(&mut self.caches.0);
        files.map(|(text, cache)| parse_again(cache, FileId(0), text, &OneByOne)).collect()
    }
}

/// What the game's own file is called.
pub const OWN: &str = "game.rules";

impl Library for Files<'_> {
    fn read(&mut self, name: &str, _: Option<&str>) -> Result<Source, String> {
        let text = if name == OWN { self.texts.first() } else { self.texts.get(1) };
        let text = text.ok_or("there is no such file")?;
        Ok(Source { name: name.to_owned(), text: (*text).to_owned() })
    }

    fn parse(&mut self, file: FileId, source: &Source) -> Parsed {
        let [own, other] = &mut self.caches.0;
        parse_again(if source.name == OWN { own } else { other }, file, &source.text, &OneByOne)
    }
}

//! Checked rules.

mod declared;
mod describe;
mod read;

pub use declared::{Area, AreaKind, Feature, Kind, OwnedBy, Setting, SettingKind, ValueType, Variable};

use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use rulehound_grammar::diagnostic::Severity;
use rulehound_interpreter::check::{Checked, Library, check};
use rulehound_interpreter::model::{Model, Source};

use crate::diagnostics::Diagnostics;
use crate::game::GameBuilder;
use read::{Files, Given};

/// The room on the stack that rules nested as deeply as they may be take while they are checked.
const STACK: usize = 64 << 20;

/// Rules that were checked and can be played. Cheap to clone, to be shared between threads.
///
/// ```
/// use rulehound::Rules;
///
/// let rules = Rules::from_text("sticks.rules", rulehound::STICKS)?;
/// assert_eq!(rules.title(), "Sticks");
/// assert_eq!(rules.seats(), 2..=2);
/// assert!(rules.warnings().is_empty());
/// # Ok::<(), rulehound::Diagnostics>(())
/// ```
#[derive(Clone)]
pub struct Rules(Arc<Inner>);

struct Inner {
    model: Arc<Model>,
    sources: Arc<[Source]>,
    warnings: Diagnostics,
}

impl Rules {
    /// Rules that are one text. The name stands in messages.
    ///
    /// ```
    /// # use rulehound::Rules;
    /// let rules = Rules::from_text("sticks.rules", rulehound::STICKS);
    /// assert!(rules.is_ok());
    /// ```
    ///
    /// # Errors
    /// What is wrong with them: all errors. What is only likely to be wrong is told once there are none, by [`Rules::warnings`].
    pub fn from_text(name: &str, text: &str) -> Result<Self, Diagnostics> {
        Self::from_texts(name, [(name, text)])
    }

    /// Rules that are several texts, such as a variant and the game that it extends. `entry` is the name of the one to play; the others are
    /// known by the names that stand behind `extends`.
    ///
    /// ```
    /// use rulehound::Rules;
    ///
    /// let short = "game \"Short sticks\" extends \"sticks.rules\"\nreplace component Stick { make 5 of }";
    /// let rules = Rules::from_texts("short.rules", [("short.rules", short), ("sticks.rules", rulehound::STICKS)])?;
    /// assert_eq!(rules.title(), "Short sticks");
    /// # Ok::<(), rulehound::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn from_texts<N, T>(entry: &str, texts: impl IntoIterator<Item = (N, T)>) -> Result<Self, Diagnostics>
    where
        N: Into<String>,
        T: Into<String>,
    {
        let texts = texts.into_iter().map(|(name, text)| (name.into(), text.into())).collect();
        Self::checked(entry, Given(texts))
    }

    /// Rules from a file. What they extend must lie in the folder of that file or below it: a file that somebody sends reaches no other.
    ///
    /// ```
    /// use rulehound::Rules;
    ///
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/");
    /// let rules = Rules::read(format!("{folder}hot-dog-young.rules"))?;
    /// assert!(rules.seats().contains(&4));
    /// assert_eq!(Rules::read("no-such-file.rules").unwrap_err().iter().next().unwrap().code, "missing-file");
    /// # Ok::<(), rulehound::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with them; a file that cannot be read is a finding like any other (`missing-file`).
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Diagnostics> {
        let path = path.as_ref();
        Self::checked(&path.to_string_lossy(), Files::new(path))
    }

    fn checked(entry: &str, mut library: impl Library + Send) -> Result<Self, Diagnostics> {
        let checked = with_room(|| check(entry, &mut library));
        let Checked { model, diagnostics, sources, .. } = checked;
        let sources: Arc<[Source]> = sources.into();
        match model {
            Some(model) => {
                let warnings = Diagnostics::new(diagnostics, sources.clone());
                Ok(Self(Arc::new(Inner { model: Arc::new(model), sources, warnings })))
            }
            None => {
                let errors = diagnostics.into_iter().filter(|one| one.severity == Severity::Error).collect();
                Err(Diagnostics::new(errors, sources))
            }
        }
    }

    pub(crate) fn model(&self) -> &Arc<Model> {
        &self.0.model
    }

    pub(crate) fn sources(&self) -> &[Source] {
        &self.0.sources
    }

    /// The title.
    pub fn title(&self) -> &str {
        &self.0.model.title
    }

    /// What the rules say of themselves in a sentence.
    pub fn doc(&self) -> Option<&str> {
        self.0.model.notes.doc.as_deref()
    }

    /// How many may play.
    pub fn seats(&self) -> RangeInclusive<usize> {
        let players = &self.0.model.players;
        usize::from(players.least)..=usize::from(players.most)
    }

    /// What the seats are called, if the rules say so, as `white` and `black`; else empty.
    pub fn seat_names(&self) -> &[String] {
        &self.0.model.players.names
    }

    /// What is likely to be wrong although the game can be played.
    pub fn warnings(&self) -> &Diagnostics {
        &self.0.warnings
    }

    /// The texts they were read from, by name; the one to play is the first.
    ///
    /// ```
    /// # use rulehound::Rules;
    /// let rules = Rules::from_text("sticks.rules", rulehound::STICKS)?;
    /// let (name, text) = rules.texts().next().unwrap();
    /// assert_eq!((name, text), ("sticks.rules", rulehound::STICKS));
    /// # Ok::<(), rulehound::Diagnostics>(())
    /// ```
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.sources.iter().map(|source| (source.name.as_str(), source.text.as_str()))
    }

    /// A table to play at: seats, names, settings.
    ///
    /// ```
    /// # use rulehound::Rules;
    /// let rules = Rules::from_text("sticks.rules", rulehound::STICKS)?;
    /// let game = rules.game().players(["Cleo", "Dan"]).build()?;
    /// assert_eq!(game.seats().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn game(&self) -> GameBuilder {
        GameBuilder::new(self.clone())
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Rules").field(&self.title()).finish()
    }
}

/// Deeply nested rules are walked recursively; how deep is bounded, and this much room suffices for it. Where no thread can be had the caller's
/// must do.
fn with_room(work: impl FnOnce() -> Checked + Send) -> Checked {
    let mut work = Some(work);
    let mut done = None;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let started = thread.spawn_scoped(scope, || done = work.take().map(|work| work()));
        drop(started);
    });
    match (done, work) {
        (Some(done), _) => done,
        (None, Some(work)) => work(),
        (None, None) => Checked { model: None, diagnostics: Vec::new(), sources: Vec::new(), origins: Vec::new() },
    }
}

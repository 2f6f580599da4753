//! Reads and parses the entry file and everything it extends, parents before children.

use std::collections::BTreeSet;

use rulehound_grammar::diagnostic::{Diagnostic, Severity};
use rulehound_grammar::span::{FileId, Location, Span};
use rulehound_grammar::tree;

use super::Library;
use rulehound_rules::merge::Loaded;
use rulehound_rules::model::Source;

/// The most files of one game.
const MOST_FILES: usize = rulehound_rules::limits::FILES;

/// The greatest length of a file in bytes.
const MOST_BYTES: usize = rulehound_rules::limits::FILE_BYTES;

/// What reading gives.
pub struct Read {
    /// The files in the order in which they are merged; empty if there is nothing to merge.
    pub loaded: Vec<Loaded>,
    /// The texts, the entry first.
    pub sources: Vec<Source>,
    /// What went wrong.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads `entry` with everything it extends.
pub fn read(entry: &str, library: &mut dyn Library) -> Read {
    let mut reader = Reader {
        library,
        sources: Vec::new(),
        open: Vec::new(),
        done: Vec::new(),
        loaded: Vec::new(),
        diagnostics: Vec::new(),
        incomplete: false,
    };
    match reader.library.read(entry, None) {
        Ok(source) => {
            if let Some(file) = reader.add(source, Location::default()) {
                reader.visit(file);
            }
        }
        Err(reason) => {
            let message = format!("cannot read `{entry}`: {reason}");
            reader.diagnostics.push(Diagnostic::error("missing-file", message, Location::default(), "asked for here"));
        }
    }
    reader.check_origin();
    if reader.incomplete {
        reader.loaded.clear();
    }
    Read { loaded: reader.loaded, sources: reader.sources, diagnostics: reader.diagnostics }
}

struct Reader<'a> {
    library: &'a mut dyn Library,
    sources: Vec<Source>,
    /// The files from the entry down to the one at hand.
    open: Vec<FileId>,
    /// Finished files, with themselves and all they go back to.
    done: Vec<(FileId, BTreeSet<FileId>)>,
    loaded: Vec<Loaded>,
    diagnostics: Vec<Diagnostic>,
    /// Whether a file is missing, so that there is nothing to merge.
    incomplete: bool,
}

impl Reader<'_> {
    /// Takes a text in, unless there are too many or it is too long.
    fn add(&mut self, source: Source, at: Location) -> Option<FileId> {
        if self.sources.len() >= MOST_FILES {
            let message = format!("a game may consist of at most {MOST_FILES} files");
            self.incomplete = true;
            self.diagnostics.push(Diagnostic::error("too-large", message, at, "this is one more"));
            return None;
        }
        let file = FileId(u16::try_from(self.sources.len()).unwrap_or(u16::MAX));
        if source.text.len() > MOST_BYTES {
            let message = format!("`{}` is longer than 1 MiB", source.name);
            let start = Location { file, span: Span::new(0, 0) };
            self.incomplete = true;
            self.diagnostics.push(Diagnostic::error("too-large", message, start, "this file"));
            self.sources.push(Source { name: source.name, text: String::new() });
            return None;
        }
        self.sources.push(source);
        Some(file)
    }

    /// Parses a file and, before it, its parents. The depth is bounded by the number of files.
    fn visit(&mut self, file: FileId) -> BTreeSet<FileId> {
        let Some(source) = self.sources.get(usize::from(file.0)).cloned() else { return BTreeSet::new() };
        let parsed = self.library.parse(file, &source);
        self.diagnostics.extend(parsed.diagnostics);
        let mut ancestors = BTreeSet::from([file]);
        self.open.push(file);
        let parents: Vec<tree::Plain> = parsed.file.game.as_ref().map(|game| game.extends.clone()).unwrap_or_default();
        for parent in &parents {
            ancestors.extend(self.parent(file, parent));
        }
        self.open.pop();
        self.done.push((file, ancestors.clone()));
        self.loaded.push(Loaded { id: file, tree: parsed.file, ancestors: ancestors.clone() });
        ancestors
    }

    fn parent(&mut self, file: FileId, parent: &tree::Plain) -> BTreeSet<FileId> {
        let at = Location { file, span: parent.span };
        let from = self.sources.get(usize::from(file.0)).map(|source| source.name.clone());
        let source = match self.library.read(&parent.text, from.as_deref()) {
            Ok(source) => source,
            Err(reason) => {
                let message = format!("cannot read `{}`: {reason}", parent.text);
                self.incomplete = true;
                let found = Diagnostic::error("missing-file", message, at, "this file is extended");
                let help = "name a file of rules beside this one, such as `extends \"other.rules\"`, or a shipped game";
                self.diagnostics.push(found.with_help(help));
                return BTreeSet::new();
            }
        };
        let known = self.sources.iter().position(|other| other.name == source.name);
        let Some(known) = known.and_then(|index| u16::try_from(index).ok()).map(FileId) else {
            return self.add(source, at).map(|id| self.visit(id)).unwrap_or_default();
        };
        if self.open.contains(&known) {
            let message = format!("`{}` extends itself", source.name);
            self.incomplete = true;
            self.diagnostics.push(
                Diagnostic::error("extends-cycle", message, at, "this leads back to a file that is being read")
                    .with_help("a file may be extended only by files that it does not extend itself"),
            );
            return BTreeSet::new();
        }
        self.done.iter().find(|(id, _)| *id == known).map(|(_, all)| all.clone()).unwrap_or_default()
    }

    /// All parents must go back to one first file, or there would be two games in one.
    fn check_origin(&mut self) {
        if self.diagnostics.iter().any(|one| one.severity == Severity::Error) {
            return;
        }
        let mut origins =
            self.loaded.iter().filter(|one| one.tree.game.as_ref().is_some_and(|game| game.extends.is_empty()));
        let (Some(first), Some(second)) = (origins.next(), origins.next()) else { return };
        let heading = |one: &Loaded| Location {
            file: one.id,
            span: one.tree.game.as_ref().map(|game| game.title.span).unwrap_or_default(),
        };
        let message = "the extended files go back to two different games";
        self.incomplete = true;
        self.diagnostics.push(
            Diagnostic::error("two-origins", message, heading(second), "one game begins here")
                .with_label(heading(first), "another begins here")
                .with_help("files that are extended together must go back to the same first file"),
        );
    }
}

//! `run`: plays scripted games and tells the story.

use std::fs;
use std::path::{Path, PathBuf};

use rulehound_interpreter::coverage::Coverage;
use rulehound_interpreter::play::{Stop, Viewer};
use rulehound_interpreter::script::{Listener, Passage, Refused};
use rulehound_interpreter::story::{Teller, seen_by};
use serde_json::{Map, Value, json};

use super::coverage;
use super::options::{add_cause, object, offers, reason_json};
use super::script::{Loaded, load};
use crate::arguments::{Format, Run};
use crate::exit::{Done, Exit, Failure};
use crate::files;
use crate::output::{Output, complain};
use crate::rules::Rules;
use crate::table::{EVERYTHING, viewer};

/// The deepest folder that is searched.
const MOST_DEPTH: usize = 32;

/// Plays each script; the worst decides the exit code.
pub fn run(arguments: &Run) -> Done {
    let mut scripts = Vec::new();
    let mut several = arguments.scripts.len() > 1;
    for path in &arguments.scripts {
        if path.is_dir() {
            several = true;
            search(path, 0, &mut scripts)?;
        } else {
            scripts.push(path.clone());
        }
    }
    if scripts.is_empty() {
        return Err(Failure::file("there is no script (.yaml or .yml) in there"));
    }
    if let Some(path) = &arguments.lcov {
        files::refuse_to_overwrite(path, arguments.force)?;
        let names: Vec<String> = scripts.iter().map(|script| script.display().to_string()).collect();
        files::refuse_what_is_read(path, names.iter().map(String::as_str))?;
    }
    let mut output = Output::new();
    let mut coverage = arguments.coverage.then(Coverage::default);
    let mut worst = Exit::Fine;
    let mut passed = 0;
    for path in &scripts {
        let exit = one(path, arguments, several, coverage.as_mut(), &mut output)?;
        passed += usize::from(exit == Exit::Fine);
        worst = worst.max(exit);
    }
    if several && arguments.format == Format::Human {
        output.line(format!("{passed} passed, {} failed", scripts.len() - passed))?;
    }
    if let Some(coverage) = &coverage {
        coverage::tell(coverage, arguments.format, &mut output)?;
        if let Some(path) = &arguments.lcov {
            write_lcov(path, coverage, arguments.force)?;
        }
    }
    output.flush()?;
    Ok(worst)
}

/// Leaves what ran to programs that show it; what is there already stays if nothing ran.
fn write_lcov(path: &Path, coverage: &Coverage, force: bool) -> Done<()> {
    if coverage.files.is_empty() {
        complain(&format!("warning: nothing was run, so `{}` is not written", path.display()));
        return Ok(());
    }
    files::refuse_what_is_read(path, coverage.files.iter().map(|file| file.name.as_str()))?;
    files::write(path, &coverage::lcov(coverage), force)
}

/// All scripts in a folder and the folders in it, in order of their names.
fn search(folder: &Path, depth: usize, scripts: &mut Vec<PathBuf>) -> Done<()> {
    let failed = |error: std::io::Error| Failure::file(format!("cannot read `{}`: {error}", folder.display()));
    if depth > MOST_DEPTH {
        return Err(Failure::file(format!("`{}` lies too deep", folder.display())));
    }
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        entries.push(entry.map_err(failed)?.path());
    }
    entries.sort();
    for path in entries {
        // A link to a folder may lead back up.
        if path.is_dir() && !path.is_symlink() {
            search(&path, depth + 1, scripts)?;
        } else if path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml") {
            scripts.push(path);
        }
    }
    Ok(())
}

/// Plays one script. What is wrong with it is printed and ends only this one.
fn one(path: &Path, arguments: &Run, several: bool, coverage: Option<&mut Coverage>, output: &mut Output) -> Done {
    let name = path.display();
    let loaded = match load(path, arguments.view == EVERYTHING) {
        Ok(loaded) => loaded,
        Err(failure) => {
            if let Some(message) = &failure.message {
                complain(&format!("error: {message}"));
            }
            if several && arguments.format == Format::Human {
                output.line(format!("FAILED {name}"))?;
            }
            return Ok(failure.exit);
        }
    };
    let viewer = viewer(&arguments.view, &loaded.players())?;
    if arguments.offers && arguments.format == Format::Human {
        return Err(Failure::command_line("`--offers` needs `--format json`"));
    }
    let quiet = arguments.quiet || arguments.coverage;
    let tells = !quiet && arguments.format == Format::Human;
    if tells {
        heading(&loaded, output)?;
    }
    let length = arguments.story.length(arguments.explain);
    let teller = Teller::new(viewer).within(output.width()).at_length(length).flowing();
    let mut reader = Reader::new(teller, viewer, arguments.format, output);
    reader.quiet = quiet;
    reader.counted = arguments.coverage;
    reader.script = several.then(|| name.to_string());
    reader.offers = arguments.offers.then_some(&loaded.rules);
    let played = loaded.play(viewer, &mut reader);
    let Reader { mut teller, failed, .. } = reader;
    if let Some(failure) = failed {
        return Err(failure);
    }
    if let (Some(coverage), Some(position)) = (coverage, &played.position) {
        coverage.add(position.game().program());
    }
    let mut lines = Vec::new();
    if let Some(position) = played.position.as_ref().filter(|_| tells) {
        teller.boards(position, &mut lines);
        lines.extend(teller.next(position));
    }
    output.lines(&lines)?;
    output.flush()?;
    loaded.complain(viewer, &played.diagnostics);
    let exit = Loaded::exit(&played);
    if several && arguments.format == Format::Human && !(arguments.coverage && exit == Exit::Fine) {
        output.line(format!("{} {name}", if exit == Exit::Fine { "passed" } else { "FAILED" }))?;
        if tells {
            output.line("")?;
        }
    }
    Ok(exit)
}

fn heading(loaded: &Loaded, output: &mut Output) -> Done<()> {
    let title = loaded.script.title.as_ref().map_or(loaded.rules.model.title.as_str(), |title| title.text.as_str());
    let reference = loaded.script.reference.as_ref().map(|reference| format!(" ({})", reference.text));
    output.prose(&format!("{title}{}", reference.unwrap_or_default()))
}

/// Prints what happens as it happens.
pub struct Reader<'o> {
    teller: Teller,
    viewer: Viewer,
    format: Format,
    quiet: bool,
    /// Whether it is counted what runs; then nothing is told.
    counted: bool,
    /// The script's name, if there are several.
    script: Option<String>,
    /// The rules, if what is on offer is told too.
    pub offers: Option<&'o Rules>,
    output: &'o mut Output,
    /// The last step of the script of which something was told, and its number among those.
    told: Option<(usize, usize)>,
    /// What was on offer when that was told last.
    offered: Option<Vec<Value>>,
    failed: Option<Failure>,
}

impl Listener for Reader<'_> {
    fn passage(&mut self, passage: &Passage<'_>) {
        if self.failed.is_none() {
            let told = match self.format {
                _ if self.counted => return,
                Format::Human => self.tell(passage),
                Format::Json => self.events(passage),
            };
            self.failed = told.err();
        }
    }

    fn is_counted(&self) -> bool {
        self.counted
    }
}

impl<'o> Reader<'o> {
    /// For this viewer.
    pub fn new(teller: Teller, viewer: Viewer, format: Format, output: &'o mut Output) -> Self {
        let (told, offered, failed) = (None, None, None);
        let (quiet, counted) = (false, false);
        Self { teller, viewer, format, quiet, counted, script: None, offers: None, output, told, offered, failed }
    }

    fn tell(&mut self, passage: &Passage<'_>) -> Done<()> {
        if self.quiet {
            return Ok(());
        }
        let lines = match (passage.said, passage.refused) {
            (Some(said), _) => self.teller.say(said, passage.position),
            (None, Some(it)) => self.teller.refused(&it, passage.position),
            (None, None) => self.teller.tell(passage.events(), passage.position),
        };
        self.output.lines(&lines)
    }

    /// One event a line, with the number of its step from 1. Whoever may not know everything counts the steps of which something is told: the
    /// others are answers in secret.
    fn events(&mut self, passage: &Passage<'_>) -> Done<()> {
        let (viewer, seats) = (self.viewer, passage.position.game().instance().seats());
        let mut told = false;
        for event in passage.events().iter().filter_map(|event| seen_by(event, viewer, seats)) {
            let mut line = object(serde_json::to_value(&event).unwrap_or(Value::Null));
            add_cause(passage.position.game(), event.origin.exact, &mut line);
            self.json(passage, line)?;
            told = true;
        }
        let known = |it: &Refused<'_>| viewer == Viewer::All || viewer == Viewer::Seat(it.seat);
        if let Some(it) = passage.refused.filter(known) {
            let reasons: Vec<Value> =
                it.reasons.iter().map(|reason| reason_json(reason, passage.position.game())).collect();
            let refused = json!({"seat": it.seat, "text": it.option, "reasons": reasons});
            self.json(passage, object(json!({"kind": {"refused": refused}})))?;
        }
        self.offered(passage, told)
    }

    /// What is on offer where something has led to. How many answers others give in secret is not told by saying the same again.
    fn offered(&mut self, passage: &Passage<'_>, told: bool) -> Done<()> {
        let happened = passage.said.is_none() && passage.refused.is_none();
        let Some(rules) = self.offers.filter(|_| happened && passage.position.stop() == Stop::Decision) else {
            return Ok(());
        };
        let fault = |fault| rules.fault(fault, "while listing what is on offer");
        let offers = offers(passage.position, self.viewer).map_err(fault)?;
        if self.viewer != Viewer::All && !told && self.offered.as_ref() == Some(&offers) {
            return Ok(());
        }
        self.offered = Some(offers.clone());
        self.json(passage, object(json!({"kind": {"offers": offers}})))
    }

    fn number(&mut self, step: usize) -> usize {
        let number = match (self.viewer, self.told) {
            (Viewer::All, _) => step + 1,
            (_, None) => 1,
            (_, Some((last, number))) => number + usize::from(last != step),
        };
        self.told = Some((step, number));
        number
    }

    fn json(&mut self, passage: &Passage<'_>, mut line: Map<String, Value>) -> Done<()> {
        let step = passage.step.map(|step| self.number(step));
        line.insert("step".to_owned(), json!(step));
        if let Some(script) = &self.script {
            line.insert("script".to_owned(), json!(script));
        }
        self.output.json(&Value::Object(line))
    }
}

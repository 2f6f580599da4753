//! What a script tells when it is played, and what may be done at one of its steps.

use std::sync::Arc;

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::line_and_column;
use rulehound_interpreter::model::Model;
use rulehound_interpreter::play::{PlayError, Position, Stop, Viewer};
use rulehound_interpreter::script::{self, Before, Listener, Passage, SCRIPT_FILE, Script};
use rulehound_interpreter::story::{Length, Teller};

use crate::world::World;

/// How wide a story is.
const WIDTH: usize = 100;

/// The most options, and the most refusals, that are told.
const MOST: usize = 100;

/// Plays a script and tells it, with what goes wrong.
pub fn run(world: &mut World<'_>, file: &str) -> Result<String, String> {
    let (text, script, model) = loaded(world, file)?;
    let teller = Teller::new(Viewer::All).within(WIDTH).at_length(Length::Short).flowing();
    let mut telling = Telling { teller, lines: Vec::new() };
    let played = script::run(&script, model, &mut telling);
    let mut lines = telling.lines;
    if let Some(position) = &played.position {
        lines.extend(telling.teller.pause(position));
    }
    lines.extend(played.diagnostics.iter().map(|one| wrong(&text, one)));
    let title = script.title.map(|title| title.text);
    Ok(title.into_iter().chain(lines).collect::<Vec<_>>().join("\n"))
}

struct Telling {
    teller: Teller,
    lines: Vec<String>,
}

impl Listener for Telling {
    fn passage(&mut self, passage: &Passage<'_>) {
        let told = match (passage.said, passage.refused) {
            (Some(said), _) => self.teller.say(said, passage.position),
            (None, Some(it)) => self.teller.refused(&it, passage.position),
            (None, None) => self.teller.tell(passage.events(), passage.position),
        };
        self.lines.extend(told);
    }
}

fn wrong(text: &str, one: &Diagnostic) -> String {
    let places = std::iter::once(&one.primary).chain(&one.others);
    let line =
        places.filter(|label| label.at.file == SCRIPT_FILE).map(|label| line_and_column(text, label.at.span.start).0);
    line.min().map_or_else(|| one.message.clone(), |line| format!("line {line}: {}", one.message))
}

/// Who decides before a step, counted from 1, and what may be done; with `refused` also what may not, and why.
pub fn asked(world: &mut World<'_>, file: &str, step: usize, refused: bool) -> Result<String, String> {
    let (text, script, model) = loaded(world, file)?;
    let index = step.checked_sub(1).filter(|index| *index < script.steps.len());
    let index = index.ok_or_else(|| format!("there is no step {step}: the script has {}", script.steps.len()))?;
    let played = script::before(&script, model, Before::Step(index), Viewer::All, &mut ());
    let wrong: Vec<String> = played.diagnostics.iter().map(|one| self::wrong(&text, one)).collect();
    let Some(position) = played.position.filter(|_| wrong.is_empty()) else {
        return Err(format!("the script does not get so far: {}", wrong.join("; ")));
    };
    let mut lines = waiting(&position, step);
    for seat in position.deciders() {
        let fault = |error: PlayError| error.to_string();
        let Some(offer) = position.offer(seat).map_err(fault)? else { continue };
        let name = position.game().instance().players.get(seat).map_or("", String::as_str);
        lines.push(format!("{name} may:"));
        lines.extend(offer.options.iter().take(MOST).map(|option| format!("  {}", option.text)));
        lines.extend(more(offer.options.len()));
        if !refused {
            continue;
        }
        let forbidden = position.refusals(seat).map_err(fault)?;
        if !forbidden.refused.is_empty() {
            lines.push(format!("{name} may not:"));
        }
        for one in forbidden.refused.iter().take(MOST) {
            let why: Vec<&str> = one.reasons.iter().map(|reason| reason.sentence.as_str()).collect();
            lines.push(format!("  {}: {}", one.text, why.join(" ")));
        }
        lines.extend(more(forbidden.refused.len() + forbidden.more));
    }
    Ok(lines.join("\n"))
}

fn more(all: usize) -> Option<String> {
    all.checked_sub(MOST).filter(|more| *more > 0).map(|more| format!("  and {more} more"))
}

/// For what a game waits, if it is no decision.
fn waiting(position: &Position, step: usize) -> Vec<String> {
    match position.stop() {
        Stop::Over => vec![format!("Before step {step} the game is over.")],
        Stop::Chance => vec![format!("Before step {step} something is rolled, drawn or shuffled.")],
        Stop::Decision => vec![format!("Before step {step}:")],
    }
}

/// An open script with its rules.
fn loaded(world: &mut World<'_>, file: &str) -> Result<(String, Script, Arc<Model>), String> {
    let text = world.document(file).map(|document| document.text.clone()).ok_or("this script is not open")?;
    let first = |found: Vec<Diagnostic>| found.first().map(|one| wrong(&text, one)).unwrap_or_default();
    let script = script::read(&text).map_err(first)?;
    let game = world.find(&script.game.text, file)?;
    world.look_at(&game);
    let model = world.game(&game).and_then(|game| game.checked.model.clone());
    Ok((text, script, Arc::new(model.ok_or("these rules cannot be played: there are mistakes in them")?)))
}

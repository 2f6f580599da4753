//! Where play begins: `position:` and `phase:`.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::parse_expression;

use super::super::matching::same;
use super::super::{GivenPosition, SCRIPT_FILE, Script, Word};
use super::component::Components;
use super::lay::{lay, points_at};
use super::meant::Meant;
use super::names::{AsMade, Names};
use super::value::placed;
use rulehound_engine::instance::{Instance, to_value};
use rulehound_engine::play::{Game, Log, Position, Setup};
use rulehound_engine::words::{Form, Words};
use rulehound_rules::model::{Expression, ExpressionKind, Local, RunnableId, Shape, Sort, Type, value};
use rulehound_rules::resolve::resolve_call;

/// What the script says, as numbers.
pub fn setup(script: &Script, game: &Game, names: &Names) -> Result<Setup, Vec<Diagnostic>> {
    let mut setup = Setup::default();
    let mut found = Vec::new();
    if let Some(position) = &script.position {
        found.extend(begin(position, game, names, &mut setup));
    }
    if let Some(phase) = &script.phase {
        match call(phase, game) {
            Ok(run) => setup.run = Some(run),
            Err(mut wrong) => found.append(&mut wrong),
        }
    }
    if let Some(turn) = &script.turn {
        match on_turn(script, turn, names) {
            Ok(seat) => setup.turn = Some(seat),
            Err(wrong) => found.push(wrong),
        }
    }
    if found.is_empty() { Ok(setup) } else { Err(found) }
}

/// Who is on turn where the phase or rule begins that is played alone.
fn on_turn(script: &Script, turn: &Word, names: &Names) -> Result<usize, Diagnostic> {
    if script.phase.is_some() {
        return names.seat(turn);
    }
    let message = "the rules say who is on turn where the whole game is played";
    let finding = Diagnostic::error("bad-position", message, turn.at(), "only with a `phase`");
    Err(finding.with_help("name the phase or rule that is to be played alone under `phase`, or leave `turn` out"))
}

/// What lies where, then the values of features that point at something, then variables.
fn begin(position: &GivenPosition, game: &Game, names: &Names, setup: &mut Setup) -> Vec<Diagnostic> {
    let (components, mut found) = lay(position, game, names, setup);
    let meant = Meant::new(game, setup);
    for (name, value) in &position.variables {
        found.extend(set(name, value, game.instance(), names, &meant, &components, setup).err());
    }
    found
}

/// Values that are lost because what the script plays gives their variables first values again.
pub fn reset(script: &Script, setup: &Setup, position: &Position) -> Vec<Diagnostic> {
    let model = &position.game().instance().model;
    let given = script.position.iter().flat_map(|position| &position.variables);
    let running = position.running();
    let called = setup.run.as_ref().map(|(runnable, _)| *runnable);
    let mut found = Vec::new();
    for ((name, value), (id, cell, number)) in given.zip(&setup.variables) {
        let Some(variable) = model.variables.get(id.index()) else { continue };
        let Some(each) = variable.each.filter(|each| called == Some(*each) || running.contains(each)) else { continue };
        if position.variable(*id, *cell) != *number {
            let phase = model.runnables.get(each.index()).map_or("", |runnable| runnable.name.as_str());
            let message = format!("`{}` begins anew with each `{phase}`, so that this value would be lost", name.text);
            let finding = Diagnostic::error("bad-position", message, value.at(), "lost")
                .with_label(variable.at, "declared here")
                .with_help(format!("leave it out, or play a phase or rule inside `{phase}`"));
            found.push(finding);
        }
    }
    found
}

fn call(phase: &Word, game: &Game) -> Result<(RunnableId, Vec<i32>), Vec<Diagnostic>> {
    let offset = phase.exact.unwrap_or_default() as usize;
    let instance = game.instance();
    let tree = parse_expression(SCRIPT_FILE, &phase.text, offset).map_err(|found| vec![found]);
    let call = tree.and_then(|tree| resolve_call(&instance.model, &tree, &instance.players, SCRIPT_FILE));
    let call = call.map_err(|found| placed(found, phase))?;
    let arguments = call.arguments.iter().map(|argument| argument_value(argument, &call.locals, game));
    let arguments: Option<Vec<i32>> = arguments.collect();
    let unknown = || {
        let message = "this is not known before the game begins";
        vec![Diagnostic::error("bad-position", message, phase.at(), "its arguments must be fixed values")]
    };
    Ok((call.runnable, arguments.ok_or_else(unknown)?))
}

/// The value of an argument. What is no constant is worked out as at the beginning of the game.
fn argument_value(argument: &Expression, locals: &[Local], game: &Game) -> Option<i32> {
    if let ExpressionKind::Constant(number) = &*argument.kind {
        return Some(*number);
    }
    let answer = game.start(&mut Log::silent()).ok()?.evaluate(argument, locals).ok()?;
    match answer.values.as_slice() {
        [value] if !answer.set => Some(*value),
        _ => None,
    }
}

fn set(
    name: &Word,
    text: &Word,
    instance: &Instance,
    names: &Names,
    meant: &Meant<'_>,
    components: &Components<'_>,
    setup: &mut Setup,
) -> Result<(), Diagnostic> {
    let (variable, cell) = meant.variable(&name.text).map_or_else(|| names.known_variable(name), Ok)?;
    let Some(declared) = instance.model.variables.get(variable.index()) else { return Ok(()) };
    let number = match &declared.of.sort {
        Sort::Component { .. } if text.text != "none" => {
            let component = meant.component(&text.text).map_or_else(|| components.find(text), Ok)?;
            Some(component).filter(|component| points_at(&declared.of, *component, instance))
        }
        Sort::Place { .. } if text.text != "none" => {
            let place = meant.place(&text.text).or_else(|| names.place(&text.text));
            place.filter(|place| points_at(&declared.of, *place, instance))
        }
        Sort::Component { .. }
        | Sort::Place { .. }
        | Sort::Number { .. }
        | Sort::YesNo
        | Sort::Value { .. }
        | Sort::Player
        | Sort::Direction
        | Sort::Nothing => read(&declared.of, &text.text, instance),
    };
    let Some(number) = number else {
        let message = format!("`{}` cannot be `{}`", name.text, text.text);
        return Err(Diagnostic::error("bad-position", message, text.at(), "no value of this variable")
            .with_label(declared.at, "declared here"));
    };
    setup.variables.push((variable, cell, number));
    Ok(())
}

/// A value of a type that is neither a component nor a place.
pub fn read(of: &Type, text: &str, instance: &Instance) -> Option<i32> {
    let text = text.trim();
    if text == "none" {
        return (of.shape == Shape::OneOrNone).then_some(value::NONE);
    }
    let words = Words::new(instance);
    let look = AsMade(instance);
    let worded = |numbers: std::ops::Range<i32>| {
        let is = |number: i32, form, fits: &dyn Fn(&str, &str) -> bool| {
            fits(&words.value(&of.sort, number, form, &look), text)
        };
        let find = |fits: &dyn Fn(&str, &str) -> bool| {
            numbers.clone().find(|number| is(*number, Form::Script, fits) || is(*number, Form::People, fits))
        };
        find(&|one, other| one == other).or_else(|| find(&same))
    };
    match &of.sort {
        Sort::Number { least, greatest } => text.parse().ok().filter(|number| (*least..=*greatest).contains(number)),
        Sort::YesNo => worded(0..2),
        Sort::Value { allowed, .. } => {
            worded(0..allowed.last().map_or(0, |last| last + 1)).filter(|number| allowed.contains(number))
        }
        Sort::Player => worded(0..to_value(instance.seats())),
        Sort::Direction => worded(0..to_value(value::DIRECTIONS.len())),
        Sort::Component { .. } | Sort::Place { .. } | Sort::Nothing => None,
    }
}

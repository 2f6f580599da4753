//! Where play begins: `position:` and `phase:`.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::parse_expression;

use super::super::{Contents, SCRIPT_FILE, Script, Word};
use super::component::Components;
use super::names::{AsMade, Names};
use super::value::placed;
use crate::instance::{Instance, Place, to_value};
use crate::model::{
    AreaKind, Expression, ExpressionKind, Local, OwnerSort, PlaceClass, RunnableId, Shape, Sort, Type, value,
};
use crate::play::{Game, Log, Setup};
use crate::resolve_call;
use crate::words::{Form, Words};

/// What the script says, as numbers.
pub fn setup(script: &Script, game: &Game, names: &Names) -> Result<Setup, Vec<Diagnostic>> {
    let mut setup = Setup::default();
    let mut found = Vec::new();
    if let Some(position) = &script.position {
        let mut components = Components::new(game);
        for (place, contents) in &position.zones {
            let lain = lay(place, contents, game.instance(), names, &mut components, &mut setup);
            found.extend(lain.err());
        }
        for (name, value) in &position.variables {
            found.extend(set(name, value, game.instance(), names, &components, &mut setup).err());
        }
    }
    if let Some(phase) = &script.phase {
        match call(phase, game) {
            Ok(run) => setup.run = Some(run),
            Err(mut wrong) => found.append(&mut wrong),
        }
    }
    if found.is_empty() { Ok(setup) } else { Err(found) }
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

/// Puts components in a place. A pile is listed from the top and laid from the bottom.
fn lay(
    place: &Word,
    contents: &Contents,
    instance: &Instance,
    names: &Names,
    components: &mut Components<'_>,
    setup: &mut Setup,
) -> Result<(), Diagnostic> {
    let number = names.known_place(place)?;
    let described: Vec<&Word> = match contents {
        Contents::Counted(counted) => {
            let ordered = instance.place(number).is_some_and(|place| place.ordered);
            if ordered && counted.len() > 1 {
                let message = format!("`{}` is a pile: its order matters", place.text);
                let finding = Diagnostic::error("bad-position", message, place.at(), "counted, not listed");
                return Err(finding.with_help("write a list of its components, from the top"));
            }
            // More than a game may have is refused when the box is empty.
            counted.iter().flat_map(|(word, count)| std::iter::repeat_n(word, (*count).min(1_001) as usize)).collect()
        }
        Contents::Listed(listed) => listed.iter().collect(),
    };
    let player = instance.place(number).and_then(|place| player_of(place, instance));
    let mut lain = Vec::new();
    for word in described {
        let component = components.take(word, player, setup)?;
        fits(word, place, component, number, instance)?;
        lain.push((component, number));
    }
    setup.components.extend(lain.into_iter().rev());
    Ok(())
}

/// Whether a place holds such components.
fn fits(word: &Word, place: &Word, component: i32, number: i32, instance: &Instance) -> Result<(), Diagnostic> {
    let Some(kind) = instance.component(component).map(|component| component.kind) else { return Ok(()) };
    let Some(PlaceClass::Area(area)) = instance.place(number).map(|place| place.class) else { return Ok(()) };
    let Some(area) = instance.model.areas.get(area.index()) else { return Ok(()) };
    let name = |kind: &crate::model::KindId| instance.model.kinds.get(kind.index()).map(|kind| kind.name.as_str());
    match &area.kind {
        AreaKind::Zone(zone) if !zone.holds.contains(&kind) => {
            let holds: Vec<&str> = zone.holds.iter().filter_map(name).collect();
            let message = format!("`{}` cannot lie in `{}`", word.text, place.text);
            Err(Diagnostic::error("bad-position", message, word.at(), "not here")
                .with_label(area.at, format!("it holds {}", holds.join(", "))))
        }
        AreaKind::Zone(_) | AreaKind::Board(_) => Ok(()),
    }
}

/// The player whose place it is.
fn player_of(place: &Place, instance: &Instance) -> Option<i32> {
    let sort = match place.class {
        PlaceClass::Box(sort) => sort,
        PlaceClass::Area(id) => match &instance.model.areas.get(id.index())?.kind {
            AreaKind::Zone(zone) => zone.owner,
            AreaKind::Board(_) => OwnerSort::Common,
        },
    };
    (sort == OwnerSort::Player).then_some(place.owner)
}

fn set(
    name: &Word,
    text: &Word,
    instance: &Instance,
    names: &Names,
    components: &Components<'_>,
    setup: &mut Setup,
) -> Result<(), Diagnostic> {
    let (variable, cell) = names.known_variable(name)?;
    let Some(declared) = instance.model.variables.get(variable.index()) else { return Ok(()) };
    let number = match &declared.of.sort {
        Sort::Component { .. } if text.text != "none" => Some(components.find(text)?),
        _ => read(&declared.of, &text.text, instance, names),
    };
    let Some(number) = number else {
        let message = format!("`{}` cannot be `{}`", name.text, text.text);
        return Err(Diagnostic::error("bad-position", message, text.at(), "no value of this variable")
            .with_label(declared.at, "declared here"));
    };
    setup.variables.push((variable, cell, number));
    Ok(())
}

/// A value of a type that is not a component.
fn read(of: &Type, text: &str, instance: &Instance, names: &Names) -> Option<i32> {
    let text = text.trim();
    if text == "none" {
        return (of.shape == Shape::OneOrNone).then_some(value::NONE);
    }
    let words = Words::new(instance);
    let look = AsMade(instance);
    let worded = |mut numbers: std::ops::Range<i32>| {
        numbers.find(|number| {
            let is = |form| words.value(&of.sort, *number, form, &look) == text;
            is(Form::Script) || is(Form::People)
        })
    };
    match &of.sort {
        Sort::Number { least, greatest } => text.parse().ok().filter(|number| (*least..=*greatest).contains(number)),
        Sort::YesNo => worded(0..2),
        Sort::Value { allowed, .. } => {
            worded(0..allowed.last().map_or(0, |last| last + 1)).filter(|number| allowed.contains(number))
        }
        Sort::Player => worded(0..to_value(instance.seats())),
        Sort::Place { classes } => {
            let place = names.place(text)?;
            instance.place(place).filter(|found| classes.contains(&found.class)).map(|_| place)
        }
        Sort::Direction => worded(0..to_value(value::DIRECTIONS.len())),
        Sort::Component { .. } | Sort::Nothing => None,
    }
}

//! All expressions of a game, those of declarations included.

use crate::model::{AreaKind, Audience, AudienceKind, Expression, Model, Notes, Watch, WatchedArgument, WatchedPlace};

use super::statement::visit_binder;
use super::{Role, Visit, block_expressions, visit_text};

/// The expressions of a trigger's pattern and condition.
pub fn watch_expressions<'m>(watch: &'m Watch, visit: Visit<'_, 'm>) {
    match watch {
        Watch::Move { owner, from, to, condition, component: _, kind: _ } => {
            owner.iter().for_each(|e| visit(Role::Work, e));
            from.iter().chain(to).for_each(|WatchedPlace { place, local: _ }| visit(Role::Work, place));
            condition.iter().for_each(|e| visit(Role::Work, e));
        }
        Watch::Rule { arguments, condition, runnable: _ } => {
            for argument in arguments {
                match argument {
                    WatchedArgument::Bound(_) => {}
                    WatchedArgument::Equal(value) => visit(Role::Work, value),
                }
            }
            condition.iter().for_each(|e| visit(Role::Work, e));
        }
        Watch::When { binder, condition } => {
            binder.iter().for_each(|binder| visit_binder(binder, Role::Work, visit));
            visit(Role::Work, condition);
        }
    }
}

/// The expressions that say who may look.
pub fn audience_expressions(audience: &Audience) -> &[Expression] {
    match &audience.kind {
        AudienceKind::All | AudienceKind::Nobody => &[],
        AudienceKind::Only(list) | AudienceKind::AllExcept(list) => list,
    }
}

/// All expressions of a game: bodies, patterns, definitions, first values, audiences, texts.
pub fn all_expressions<'m>(model: &'m Model, visit: Visit<'_, 'm>) {
    for runnable in &model.runnables {
        runnable.clauses.iter().for_each(|clause| block_expressions(&clause.body, visit));
    }
    for trigger in &model.triggers {
        watch_expressions(&trigger.watch, visit);
        block_expressions(&trigger.body, visit);
    }
    for definition in &model.definitions {
        definition.clauses.iter().for_each(|clause| visit(Role::Work, &clause.body));
    }
    declaration_expressions(model, visit);
}

/// The expressions that stand in declarations of things: first values, audiences, texts.
pub fn declaration_expressions<'m>(model: &'m Model, visit: Visit<'_, 'm>) {
    notes(model).filter_map(|notes| notes.called.as_ref()).for_each(|text| visit_text(text, visit));
    for variable in &model.variables {
        variable.first.iter().for_each(|e| visit(Role::Work, e));
        audience_expressions(&variable.audience).iter().for_each(|e| visit(Role::Work, e));
    }
    for kind in &model.kinds {
        for audience in kind.attributes.iter().filter_map(|attribute| attribute.audience.as_ref()) {
            audience_expressions(audience).iter().for_each(|e| visit(Role::Work, e));
        }
        kind.chosen.iter().for_each(|chosen| visit(Role::Work, &chosen.copies));
    }
    for area in &model.areas {
        match &area.kind {
            AreaKind::Board(board) => {
                board.beside.iter().for_each(|beside| visit(Role::Work, &beside.places));
                let sizes = board.chosen.iter().flat_map(|chosen| [&chosen.columns, &chosen.rows]);
                sizes.for_each(|size| visit(Role::Work, size));
            }
            AreaKind::Zone(zone) => {
                for audience in zone.top.iter().chain([&zone.audience]) {
                    audience_expressions(audience).iter().for_each(|e| visit(Role::Work, e));
                }
            }
        }
    }
}

/// The remarks of all declared things but definitions, rules and triggers.
fn notes(model: &Model) -> impl Iterator<Item = &Notes> {
    let kinds = model.kinds.iter().map(|kind| &kind.notes);
    let areas = model.areas.iter().map(|area| &area.notes);
    let marks = model.areas.iter().filter_map(|area| match &area.kind {
        AreaKind::Board(board) => Some(board.marks.iter().map(|mark| &mark.notes)),
        AreaKind::Zone(_) => None,
    });
    let variables = model.variables.iter().map(|variable| &variable.notes);
    kinds.chain(areas).chain(marks.flatten()).chain(variables)
}

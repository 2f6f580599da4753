//! Passes over the resolved game that prove how it flows, and warn.
//!
//! In: a [`Model`] whose names and types are in order. Out: findings. One check, one file; each says in its first line which
//! codes are its own. What is too much, circles and chains that are too long come first and alone, since nothing else can be said of such a game.

mod alike;
mod already_seen;
mod always;
mod asking_tells;
mod bare_name;
mod beside;
mod call_cycle;
mod endless_loop;
mod falls_off;
mod game;
mod hidden;
mod hidden_position;
mod leaves_plan;
mod leaving;
mod may_be_empty;
mod maybe_unbound;
mod never_set;
mod no_order;
mod nobody_decides;
mod notes;
mod order_tells;
mod own;
mod plan_tells;
mod planning;
mod route;
mod secret;
mod secret_read;
mod several_kinds;
mod shared_write;
mod shown;
mod stays_in_box;
mod too_many;
mod unknown_section;
mod unreachable;
mod unseen_sign;
mod unused;
mod uses;

use rulehound_grammar::diagnostic::{Diagnostic, Severity};

use crate::facts::Facts;
use crate::model::Model;

use game::Game;
use hidden::{HiddenReads, Viewer};
use uses::Uses;

/// All findings about a game, errors and warnings in the order of its text, and the facts that they stand on, where it is not too much.
pub fn check(model: &Model) -> (Vec<Diagnostic>, Option<Facts>) {
    let too_much = too_many::check(model).or_else(|| call_cycle::chains_of_definitions(model));
    if let Some(too_much) = too_much {
        return (vec![too_much], None);
    }
    let facts = Facts::new(model);
    (by_facts(model, &facts), Some(facts))
}

fn by_facts(model: &Model, facts: &Facts) -> Vec<Diagnostic> {
    let open_reads = HiddenReads::new(model, facts, &Viewer::Everybody);
    let game = Game { model, facts, open_reads: &open_reads };
    let mut found = call_cycle::circles_of_rules(game);
    if found.is_empty() {
        found.extend(call_cycle::depth_of_rules(game));
    }
    if !found.is_empty() {
        return sorted(found);
    }
    let uses = Uses::new(game);
    found.extend(errors(game, &uses));
    found.extend(warnings(game, &uses));
    sorted(found)
}

fn errors(game: Game<'_>, uses: &Uses) -> Vec<Diagnostic> {
    let checks = [
        endless_loop::check,
        nobody_decides::check,
        leaving::check,
        maybe_unbound::check,
        secret::check,
        planning::check,
        secret_read::check,
        shown::check,
        beside::check,
        hidden_position::check,
        stays_in_box::check,
    ];
    let mut found: Vec<_> = checks.into_iter().flat_map(|check| check(game)).collect();
    found.extend(never_set::check(game, uses));
    found
}

fn warnings(game: Game<'_>, uses: &Uses) -> Vec<Diagnostic> {
    let checks = [
        may_be_empty::check,
        no_order::check,
        always::check,
        notes::check,
        several_kinds::check,
        falls_off::check,
        unknown_section::check,
        asking_tells::check,
        already_seen::check,
        order_tells::check,
        plan_tells::check,
        unseen_sign::check,
        leaves_plan::check,
        bare_name::check,
    ];
    let mut found: Vec<_> = checks.into_iter().flat_map(|check| check(game)).collect();
    found.extend(unused::check(game, uses));
    found.extend(unreachable::check(game, uses));
    found
}

/// In the order of the text, errors first where both stand at one place, each finding once.
fn sorted(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let key = |one: &Diagnostic| (one.primary.at, one.severity == Severity::Warning, one.code, one.message.clone());
    found.sort_by_key(key);
    found.dedup_by_key(|one| key(one));
    found
}

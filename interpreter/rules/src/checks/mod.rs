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
mod deciding;
mod either;
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
use rulehound_grammar::workers::{self, Workers};

use crate::facts::Facts;
use crate::model::Model;

use game::Game;
use hidden::{HiddenReads, Viewer};
use uses::Uses;

/// All findings about a game, errors and warnings in the order of its text, and the facts that they stand on, where it is not too much.
/// The checks do not hang on each other, and are given to the `workers`.
pub fn check(model: &Model, workers: &dyn Workers) -> (Vec<Diagnostic>, Option<Facts>) {
    let too_much = too_many::check(model).or_else(|| call_cycle::chains_of_definitions(model));
    if let Some(too_much) = too_much {
        return (vec![too_much], None);
    }
    let facts = Facts::new(model);
    (by_facts(model, &facts, workers), Some(facts))
}

fn by_facts(model: &Model, facts: &Facts, workers: &dyn Workers) -> Vec<Diagnostic> {
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
    found.extend(workers::each(workers, &CHECKS, |check| check(game, &uses)).into_iter().flatten());
    sorted(found)
}

/// One check, whose findings hang on no other.
type Check = fn(Game<'_>, &Uses) -> Vec<Diagnostic>;

/// The checks that find errors, then those that warn.
const CHECKS: [Check; 28] = [
    |game, _| endless_loop::check(game),
    |game, _| nobody_decides::check(game),
    |game, _| leaving::check(game),
    |game, _| maybe_unbound::check(game),
    |game, _| secret::check(game),
    |game, _| planning::check(game),
    |game, _| secret_read::check(game),
    |game, _| shown::check(game),
    |game, _| beside::check(game),
    |game, _| hidden_position::check(game),
    |game, _| stays_in_box::check(game),
    never_set::check,
    |game, _| may_be_empty::check(game),
    |game, _| no_order::check(game),
    |game, _| always::check(game),
    |game, _| notes::check(game),
    |game, _| several_kinds::check(game),
    |game, _| falls_off::check(game),
    |game, _| unknown_section::check(game),
    |game, _| asking_tells::check(game),
    |game, _| already_seen::check(game),
    |game, _| order_tells::check(game),
    |game, _| plan_tells::check(game),
    |game, _| unseen_sign::check(game),
    |game, _| leaves_plan::check(game),
    |game, _| bare_name::check(game),
    unused::check,
    unreachable::check,
];

/// In the order of the text, errors first where both stand at one place, each finding once.
fn sorted(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let key = |one: &Diagnostic| (one.primary.at, one.severity == Severity::Warning, one.code, one.message.clone());
    found.sort_by_key(key);
    found.dedup_by_key(|one| key(one));
    found
}

//! Phases and rules: the author's sentence, what happens step by step, what is hidden, what it may set off.

use std::collections::BTreeSet;

use super::english::{English, Scope, Step};
use super::names::{area_id, clause, runnable, runnable_id, trigger_id};
use super::overview::trust;
use super::prose::{Prose, link};
use super::{Block, Book, Line, Section};
use rulehound_rules::facts::calls::after_clause;
use rulehound_rules::facts::{effects, walk};
use rulehound_rules::model::{
    AreaId, AreaKind, Audience, AudienceKind, Block as Body, Clause, Deep, Destination, Expression, ExpressionKind,
    Model, PlaceClass, RunnableId, Statement, StatementKind, Target, TriggerId, Watch,
};

/// All phases and rules, each behind the first that runs it.
pub fn rules(book: &Book<'_>) -> Section {
    let model = book.model;
    let mut section = Section::new("rules", "How it goes");
    for id in reading_order(model) {
        let Some(found) = model.runnables.get(id.index()) else { continue };
        if !found.is_written() && !is_run_as_usual(model, id) {
            continue;
        }
        for (index, one) in found.clauses.iter().enumerate() {
            section.sections.push(rule(book, id, index, one));
        }
    }
    let scarce = walk_all(model).any(|one| {
        matches!(one.kind, StatementKind::MoveSome { amount: Some(_), .. } | StatementKind::DrawFrom { .. })
    });
    if scarce {
        let words = "Where a rule moves or draws more than there is, as many go as there are.";
        section.blocks.push(Block::Paragraph(Prose::of_author(words)));
    }
    section
}

/// Whether a variant has replaced it, and runs it nevertheless.
fn is_run_as_usual(model: &Model, id: RunnableId) -> bool {
    let replaced = model.runnables.get(id.index()).is_some_and(|one| one.replaced.is_some() && !one.is_copy());
    let runs = |one: &Statement| matches!(one.kind, StatementKind::Do { runnable, .. } if model.written_runnable(runnable) == id);
    replaced && walk_all(model).any(runs)
}

/// All statements of a game.
fn walk_all(model: &Model) -> impl Iterator<Item = &Statement> {
    let clauses = model.runnables.iter().flat_map(|one| &one.clauses).map(|clause| &clause.body);
    clauses.chain(model.triggers.iter().map(|one| &one.body)).flat_map(walk::statements)
}

/// From `play` on, each thing where it is first run; what nothing runs but a trigger comes last, in written order.
pub fn reading_order(model: &Model) -> Vec<RunnableId> {
    let mut order = Vec::new();
    follow(model, model.play, &mut order);
    let all = (0..model.runnables.len()).map(RunnableId::from);
    let mut rest: Vec<RunnableId> = all.filter(|id| !order.contains(id)).collect();
    order.append(&mut rest);
    order
}

/// Phases come first, then the rules they share, as somebody reads who wants the whole before the parts.
fn follow(model: &Model, first: RunnableId, order: &mut Vec<RunnableId>) {
    let mut open = vec![first];
    while let Some(id) = open.pop() {
        if order.contains(&id) {
            continue;
        }
        order.push(id);
        let mut next: Vec<RunnableId> = Vec::new();
        for body in model.runnables.get(id.index()).iter().flat_map(|one| one.clauses.iter().map(|clause| &clause.body))
        {
            for called in runs(model, body) {
                if !next.contains(&called) {
                    next.push(called);
                }
            }
        }
        open.extend(next.into_iter().rev());
    }
}

/// What a body runs, in written order; what comes in any case stands where it does so, however often it may come before.
pub fn runs(model: &Model, body: &Body) -> Vec<RunnableId> {
    let all = calls(model, body);
    let certain = |id: RunnableId| all.contains(&(id, true));
    all.iter().filter(|(id, comes)| *comes || !certain(*id)).map(|(id, _)| *id).collect()
}

/// What a body has run when it comes to something, in written order.
pub fn runs_before(model: &Model, body: &Body, last: RunnableId) -> Vec<RunnableId> {
    let mut found = Vec::new();
    add_runs_before(model, body, last, &mut found);
    found
}

/// Whether it comes to that.
fn add_runs_before(model: &Model, body: &Body, last: RunnableId, found: &mut Vec<RunnableId>) -> bool {
    for statement in &body.statements {
        if let StatementKind::Do { runnable, .. } = &statement.kind {
            let runnable = model.written_runnable(*runnable);
            if runnable == last {
                return true;
            }
            found.push(runnable);
        }
        for (inside, inner) in walk::blocks(statement) {
            let before = found.len();
            if add_runs_before(model, inner, last, found) {
                return true;
            }
            if may_be_left_out(inside) {
                found.truncate(before);
            }
        }
    }
    false
}

/// Whether a block is run only sometimes.
fn may_be_left_out(inside: walk::Inside) -> bool {
    matches!(inside, walk::Inside::Way | walk::Inside::Arm | walk::Inside::IfNone)
}

/// What a body runs, in written order, with whether it does so in any case.
fn calls(model: &Model, body: &Body) -> Vec<(RunnableId, bool)> {
    let mut found = Vec::new();
    add_calls(model, body, true, &mut found);
    found
}

fn add_calls(model: &Model, body: &Body, comes: bool, found: &mut Vec<(RunnableId, bool)>) {
    for statement in &body.statements {
        if let StatementKind::Do { runnable, .. } = &statement.kind {
            found.push((model.written_runnable(*runnable), comes));
        }
        for (inside, inner) in walk::blocks(statement) {
            add_calls(model, inner, comes && !may_be_left_out(inside), found);
        }
    }
}

/// English for the body of a clause.
pub fn english<'m>(book: &Book<'m>, id: RunnableId, clause: &Clause) -> English<'m> {
    let scope = Scope::new(clause.at, clause.body.at);
    let english = English::new(book.model, &scope).knowing(book.turns.clone());
    let mut english = english.speaking(&scope, book.turns.decider(id, clause));
    english.here = Some(id);
    english
}

/// The same where nobody is spoken to.
pub fn told_of<'m>(book: &Book<'m>, id: RunnableId, clause: &Clause) -> English<'m> {
    let mut english = English::new(book.model, &Scope::new(clause.at, clause.body.at)).knowing(book.turns.clone());
    english.here = Some(id);
    english
}

fn rule(book: &Book<'_>, id: RunnableId, index: usize, one: &Clause) -> Section {
    let model = book.model;
    let as_usual = model.runnables.get(id.index()).is_some_and(|one| one.replaced.is_some());
    let heading = clause(model, id, index) + if as_usual { ", as usual" } else { "" };
    let mut section = Section::new(runnable_id(model, id, index), heading);
    section.reference = one.notes.reference.clone();
    section.at = Some(one.at);
    section.blocks.extend(one.notes.doc.as_ref().map(|doc| Block::Lead(Prose::of_author(doc))));
    let english = english(book, id, one);
    let steps = english.steps(&one.body);
    section.blocks.extend(told(&steps));
    let mut facts = hidden(book, &one.body);
    let fired = set_off(book, &one.body, after_clause(model, &book.facts.watching, id, index));
    if !fired.is_empty() {
        facts.push(("May set off".to_owned(), Prose::read(&links(model, &fired))));
    }
    let callers = callers(model, id);
    if !callers.is_empty() {
        facts.push(("Part of".to_owned(), Prose::read(&callers)));
    }
    if let Some(deep) = model.runnables.get(id.index()).and_then(|one| one.within?.deep) {
        facts.push(("Comes back to itself".to_owned(), Prose::of_author(&depth(deep))));
    }
    if !facts.is_empty() {
        section.blocks.push(Block::Facts(facts));
    }
    section.blocks.extend(trust(one.notes.assume.as_ref()));
    section
}

/// How deep something may be within itself.
pub fn depth(deep: Deep) -> String {
    format!("at most {} deep, the first counted", deep.most)
}

/// Steps as a block; none if nothing happens.
pub fn told(steps: &[Step]) -> Option<Block> {
    (!steps.is_empty()).then(|| Block::Steps(steps_of(steps)))
}

/// Steps as lines.
pub fn steps_of(steps: &[Step]) -> Vec<Line> {
    steps.iter().map(line).collect()
}

fn line(step: &Step) -> Line {
    Line { text: Prose::read(&step.text), sort: step.sort, inner: step.inner.iter().map(line).collect(), at: step.at }
}

/// The triggers that something in a body may set off, in written order.
pub fn set_off(book: &Book<'_>, body: &Body, ends: Vec<TriggerId>) -> BTreeSet<TriggerId> {
    let model = book.model;
    let mut found: BTreeSet<TriggerId> = ends.into_iter().collect();
    for statement in walk::statements(body) {
        let moved = book.facts.watching.after_move(model, statement);
        found.extend(moved.into_iter().filter(|id| !goes_elsewhere(model, statement, *id)));
        found.extend(book.facts.watching.whens(model, statement));
    }
    found
}

/// Triggers by name.
pub fn links(model: &Model, triggers: &BTreeSet<TriggerId>) -> String {
    let one = |id: &TriggerId| {
        let name = model.triggers.get(id.index()).map_or_else(String::new, super::triggers::title);
        link(&trigger_id(model, *id), &name)
    };
    super::names::and(&triggers.iter().map(one).collect::<Vec<_>>())
}

/// Who runs a phase or rule.
fn callers(model: &Model, id: RunnableId) -> String {
    let mut found: Vec<String> = Vec::new();
    for (at, one) in model.runnables.iter().enumerate() {
        let caller = RunnableId::from(at);
        for (index, clause_of) in one.clauses.iter().enumerate() {
            if one.is_written() && runs(model, &clause_of.body).contains(&id) {
                let words = link(&runnable_id(model, caller, index), &clause(model, caller, index));
                // Of many clauses of one rule the rule itself says enough.
                if one.clauses.len() > 3 {
                    let words = link(&runnable_id(model, caller, 0), &runnable(model, caller));
                    if !found.contains(&words) {
                        found.push(words);
                    }
                } else if !found.contains(&words) {
                    found.push(words);
                }
            }
        }
    }
    for (at, trigger) in model.triggers.iter().enumerate() {
        if runs(model, &trigger.body).contains(&id) {
            found.push(link(&trigger_id(model, TriggerId::from(at)), &super::triggers::title(trigger)));
        }
    }
    super::names::and(&found)
}

/// What happens unseen, and what is shown.
fn hidden(book: &Book<'_>, body: &Body) -> Vec<(String, Prose)> {
    let model = book.model;
    let mut unseen: Vec<String> = Vec::new();
    let mut shown: Vec<String> = Vec::new();
    for statement in walk::statements(body) {
        movement(model, statement, &mut unseen, &mut shown);
        if let StatementKind::Set { target: Target::Variable(cell), .. } | StatementKind::Roll(Target::Variable(cell)) =
            &statement.kind
            && let Some(variable) = model.variables.get(cell.variable.index())
            && let Some(who) = restricted(model, &variable.audience)
        {
            let words = super::names::spoken(&variable.name, &variable.notes);
            push(format!("{words}: {who}"), &mut unseen);
        }
    }
    let mut facts = Vec::new();
    if !unseen.is_empty() {
        facts.push(("Unseen".to_owned(), Prose::read(&unseen.join("; "))));
    }
    if !shown.is_empty() {
        facts.push(("Shown".to_owned(), Prose::read(&shown.join("; "))));
    }
    facts
}

fn push(words: String, list: &mut Vec<String>) {
    if !list.contains(&words) {
        list.push(words);
    }
}

fn movement(model: &Model, statement: &Statement, unseen: &mut Vec<String>, shown: &mut Vec<String>) {
    let Some(moved) = effects::movement(model, statement) else { return };
    let closed = |class: &PlaceClass| zone_audience(model, class).and_then(|(_, audience)| restricted(model, audience));
    let from_closed = !moved.from.is_empty() && moved.from.iter().any(|class| closed(class).is_some());
    for class in &moved.to {
        let Some((id, audience)) = zone_audience(model, class) else { continue };
        let words =
            model.areas.get(id.index()).map_or_else(String::new, |area| super::names::spoken(&area.name, &area.notes));
        let article = if words.contains("'s ") { "" } else { "the " };
        let linked = format!("{article}{}", link(&area_id(model, id), &words));
        match restricted(model, audience) {
            Some(who) if moved.to.len() == 1 => push(format!("what lies in {linked} {who}"), unseen),
            Some(_) => {}
            None if from_closed && moved.to.len() == 1 => {
                push(format!("what comes to {linked} is seen by everybody"), shown)
            }
            None => {}
        }
    }
}

fn zone_audience<'m>(model: &'m Model, class: &PlaceClass) -> Option<(AreaId, &'m Audience)> {
    let PlaceClass::Area(id) = class else { return None };
    match &model.areas.get(id.index())?.kind {
        AreaKind::Zone(zone) => Some((*id, &zone.audience)),
        AreaKind::Board(_) => None,
    }
}

/// Who alone sees something; nothing if all do.
pub fn restricted(model: &Model, audience: &Audience) -> Option<String> {
    match &audience.kind {
        AudienceKind::All => None,
        AudienceKind::Nobody => Some("is seen by nobody".to_owned()),
        AudienceKind::Only(_) | AudienceKind::AllExcept(_) => {
            Some(format!("is seen {}", super::audience::who(model, audience).replacen("only", "only by", 1)))
        }
    }
}

/// Whether a move ends on another place of the board than the one that a trigger watches, both known from the rules alone.
fn goes_elsewhere(model: &Model, statement: &Statement, id: TriggerId) -> bool {
    let Some(Watch::Move { to: Some(watched), .. }) = model.triggers.get(id.index()).map(|trigger| &trigger.watch)
    else {
        return false;
    };
    let (StatementKind::Move(_, Destination { place: to, .. })
    | StatementKind::MoveAll { to: Destination { place: to, .. }, .. }
    | StatementKind::MoveSome { to: Destination { place: to, .. }, .. }) = &statement.kind
    else {
        return false;
    };
    let fixed = |place: &Expression| match place.kind.as_ref() {
        ExpressionKind::BoardPlace(board, number) => match number.kind.as_ref() {
            ExpressionKind::Constant(number) => Some((*board, *number)),
            _ => None,
        },
        _ => None,
    };
    matches!((fixed(&watched.place), fixed(to)), (Some(watched), Some(to)) if watched != to)
}

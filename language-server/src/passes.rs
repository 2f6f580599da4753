//! Which scripts come through which rules. All scripts of the editor's folders are played for that, so it is known as of the last time that
//! something was saved or opened, not anew with every sign that is typed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rulehound_grammar::span::Span;
use rulehound_interpreter::Category;
use rulehound_interpreter::check::{Declared, Studied};
use rulehound_interpreter::coverage::{Coverage, PointKind};
use rulehound_interpreter::model::Model;
use rulehound_interpreter::script::{self, Listener, Passage};

use crate::scripted::is_script;
use crate::world::World;

/// The most scripts that are played for one file of rules.
const MOST_SCRIPTS: usize = 500;

/// A phase, rule or trigger of a file: its name, and which clause of that name it is, from 0.
pub type Clause = (String, usize);

/// What scripts come through in a file of rules.
#[derive(Debug, Default)]
pub struct Passes {
    /// By what runs there, the names of the scripts that come through, in order.
    through: BTreeMap<Clause, Vec<String>>,
    /// What the file said.
    text: String,
    /// The options that no script takes, if there are scripts at all.
    untaken: Vec<Span>,
}

impl Passes {
    /// The options that no script takes, as long as the file says what it said.
    pub fn untaken(&self, text: &str) -> &[Span] {
        if self.text == text { &self.untaken } else { &[] }
    }
}

/// The scripts that come through something that runs in a file of rules.
pub fn through(world: &mut World<'_>, file: &str, clause: Clause) -> Vec<String> {
    if world.passes(file).is_none() {
        let passes = played(world, file);
        world.keep_passes(file, passes);
    }
    world.passes(file).and_then(|passes| passes.through.get(&clause)).cloned().unwrap_or_default()
}

/// A game that a file is part of, with where its clauses stand in that file.
struct Known {
    model: Arc<Model>,
    clauses: Vec<(Span, Clause)>,
}

fn played(world: &mut World<'_>, file: &str) -> Passes {
    let mut passes = Passes { text: world.text(file).unwrap_or_default(), ..Passes::default() };
    let (mut options, mut taken) = (BTreeSet::new(), BTreeSet::new());
    let mut games: BTreeMap<String, Option<Known>> = BTreeMap::new();
    for (name, text) in world.all_scripts().into_iter().filter(|(_, text)| is_script(text)).take(MOST_SCRIPTS) {
        let Ok(script) = script::read(&text) else { continue };
        let Ok(game) = world.find(&script.game.text, &name) else { continue };
        if !games.contains_key(&game) {
            world.look_at(&game);
            let known = world.game(&game).and_then(|game| known(game, file));
            games.insert(game.clone(), known);
        }
        let Some(Some(known)) = games.get(&game) else { continue };
        let played = script::run(&script, Arc::clone(&known.model), &mut Counting);
        let Some(position) = &played.position else { continue };
        let mut coverage = Coverage::default();
        coverage.add(position.game().program());
        for at in points(&coverage, file, PointKind::Rule, |times| times > 0) {
            let clause = known.clauses.iter().find(|(span, _)| span.start <= at.start && at.start < span.end);
            if let Some((_, clause)) = clause {
                passes.through.entry(clause.clone()).or_default().push(name.clone());
            }
        }
        options.extend(points(&coverage, file, PointKind::Option, |_| true));
        taken.extend(points(&coverage, file, PointKind::Option, |times| times > 0));
    }
    passes.untaken = options.difference(&taken).copied().collect();
    passes
}

fn known(game: &Studied, file: &str) -> Option<Known> {
    let number = game.checked.sources.iter().position(|source| source.name == file)?;
    let model = Arc::new(game.checked.model.clone()?);
    let runs = |one: &&Declared| matches!(one.key.category, Category::Runnable | Category::Trigger) && !one.removed;
    let mut clauses: Vec<(Span, Clause)> = Vec::new();
    for one in game.declared.iter().filter(|one| usize::from(one.name.file.0) == number).filter(runs) {
        let before = clauses.iter().filter(|(_, (name, _))| *name == one.key.name).count();
        clauses.push((one.whole.span, (one.key.name.clone(), before)));
    }
    Some(Known { model, clauses })
}

/// Where points of a kind stand in a file that were met so often.
fn points<'c>(
    coverage: &'c Coverage,
    file: &str,
    kind: PointKind,
    often: impl Fn(u64) -> bool + 'c,
) -> impl Iterator<Item = Span> + 'c {
    let covered = coverage.files.iter().find(|covered| covered.name == file);
    let met = covered.into_iter().flat_map(|covered| covered.points());
    met.filter(move |met| met.point.kind == kind && often(met.times)).map(|met| met.point.at.span)
}

/// Hears nothing, but counts.
pub struct Counting;

impl Listener for Counting {
    fn passage(&mut self, _: &Passage<'_>) {}

    fn is_counted(&self) -> bool {
        true
    }
}

//! `already-seen`: things go from where all see them to where not all do, so that everybody knows what lies there.
//!
//! What is taken by name, or out of the owner's own box, is meant to be known. What is drawn, or dealt out of the common box, is not; and a pile
//! that is shuffled afterwards may hold what all have seen.

use rulehound_grammar::diagnostic::Diagnostic;

use crate::facts::effects::{accepts, classes_of, held_by};
use crate::facts::stops::{is_pile, is_pile_class};
use crate::model::{
    Attribute, Audience, AudienceKind, Chance, Expression, ExpressionKind, Kind, Model, Moves, OwnerSort, PlaceClass,
    Statement, StatementKind,
};

use super::game::Game;

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (_, statement, _) in game.statements() {
        let Some((from, to, drawn)) = ends(statement) else { continue };
        // Boards and boxes are open.
        let open = |class: &PlaceClass| game.model.zone(*class).is_none_or(|(_, zone)| zone.audience.is_open());
        let (sources, targets) = (classes_of(&from.of), classes_of(&to.of));
        if sources.is_empty() || !sources.iter().all(open) || !tells(game.model, from, to) {
            continue;
        }
        // From an open pile the top is taken, which is as good as named.
        let meant = if drawn { is_pile(game.model, from) } else { !is_common_box(from) };
        let secret = targets.iter().find(|class| !(open(class) || meant || keeps(game, **class, drawn)));
        let Some(secret) = secret else { continue };
        let name = name(game.model, *secret);
        let message = format!("everybody sees what goes into `{name}` here, where not all may look");
        let mut warning = Diagnostic::warning("already-seen", message, game.head(statement), "all see this");
        if let Some((area, _)) = game.model.zone(*secret) {
            warning = warning.with_label(area.at, "declared here");
        }
        found.push(warning.with_help(format!(
            "let it lie unseen before: move all of it to a place `seen by nobody` (a pile is then shuffled), and draw from there to `{name}`"
        )));
    }
    found
}

/// Where things come from and go to, and whether chance says which.
fn ends(statement: &Statement) -> Option<(&Expression, &Expression, bool)> {
    let traits = statement.traits();
    let Moves { from: Some(from), to: Some(to), .. } = traits.moves? else { return None };
    Some((from, to, !matches!(traits.chance, Chance::Never)))
}

/// Whether the target may keep a secret in spite of it: what lies unordered where nobody looks comes out by chance only, and so does what is
/// shuffled.
fn keeps(game: Game<'_>, target: PlaceClass, drawn: bool) -> bool {
    if drawn {
        return false;
    }
    let shuffled = |statement: &Statement| matches!(&statement.kind, StatementKind::Shuffle(pile) if classes_of(&pile.of).contains(&target));
    if is_pile_class(game.model, target) {
        return game.statements().iter().any(|(_, statement, _)| shuffled(statement));
    }
    game.model.zone(target).is_some_and(|(_, zone)| matches!(zone.audience.kind, AudienceKind::Nobody))
}

/// Whether something printed, which not everybody sees wherever it lies, tells the components that may go there apart.
fn tells(model: &Model, from: &Expression, to: &Expression) -> bool {
    let sources = classes_of(&from.of);
    let targets = classes_of(&to.of);
    let moved = sources.into_iter().flat_map(|class| held_by(model, class));
    let mut moved = moved.filter(|kind| targets.iter().any(|class| accepts(model, *class, *kind)));
    moved.any(|kind| model.kinds.get(kind.index()).is_some_and(differ))
}

fn differ(kind: &Kind) -> bool {
    let hides =
        |attribute: &&Attribute| attribute.printed && !attribute.audience.as_ref().is_some_and(Audience::is_open);
    kind.attributes.iter().filter(hides).any(|attribute| {
        let cells = attribute.first_cell..attribute.first_cell + attribute.cells;
        let mut printed = kind.made.iter().map(|made| made.values.get(cells.clone()));
        let first = printed.next();
        printed.any(|other| Some(other) != first)
    })
}

fn is_common_box(place: &Expression) -> bool {
    matches!(place.kind.as_ref(), ExpressionKind::BoxOf(OwnerSort::Common, _))
}

fn name(model: &Model, class: PlaceClass) -> &str {
    model.zone(class).map_or("box", |(area, _)| area.name.as_str())
}

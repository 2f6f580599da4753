//! Rules in English: expressions as phrases and conditions, statements as steps.
//!
//! In: a model and the stretch of its text in which the words are to stand, which decides what the names in it are called ([`Names`]). Out:
//! strings with marks (see [`prose`](super::prose)). What would become too long a phrase is shown as written.

mod condition;
mod decision;
mod given;
mod lay_out;
pub mod lot;
mod names;
mod set;
mod so;
mod statement;
mod tuples;
mod value;
mod whose;

pub use decision::option_words;
pub use names::{Names, Scope, noun};
pub use statement::{AS_USUAL, Sorted, Step, end};
pub use tuples::together;
pub use value::AS_IT_WAS;

use std::sync::Arc;

use rulehound_grammar::span::Location;

use super::prose::{YOU, addressed, bare, code};
use super::turns::Turns;
use rulehound_rules::model::{Expression, ExpressionKind, LocalId, Model};

/// The longest phrase in a sentence with others; what is longer is shown as written.
const LONGEST: usize = 260;

/// The longest phrase that has a point of its own.
pub const LONGEST_ALONE: usize = 420;

/// Who decides.
#[derive(Clone, Debug)]
pub struct Decider(String);

impl Decider {
    /// What they are called.
    pub fn name(&self) -> &str {
        &self.0
    }

    /// Whether they are spoken to.
    pub fn is_you(&self) -> bool {
        self.0 == YOU
    }

    /// `choose`, or who does.
    fn chooses(&self) -> String {
        if self.is_you() { "choose".to_owned() } else { format!("{} chooses", self.0) }
    }
}

/// Words for the rules of one game.
#[derive(Clone, Debug)]
pub struct English<'m> {
    /// The game.
    pub model: &'m Model,
    /// What the names in force are called.
    pub names: Names,
    /// Who decides where nothing nearer says so.
    pub decider: Decider,
    /// The runnable whose body is worded, for what it says of itself.
    pub here: Option<rulehound_rules::model::RunnableId>,
    /// Who decides in what it runs.
    pub turns: Arc<Turns>,
    /// Who is spoken to.
    you: Option<LocalId>,
    /// The longest phrase; what is longer is shown as written.
    pub longest: usize,
}

impl<'m> English<'m> {
    /// Words for a stretch of the rules.
    pub fn new(model: &'m Model, scope: &Scope) -> Self {
        let names = Names::new(model, scope);
        Self {
            model,
            names,
            decider: Decider("whoever is on turn".to_owned()),
            here: None,
            turns: Arc::default(),
            you: None,
            longest: LONGEST,
        }
    }

    /// The same, where it is known who decides in what is run.
    #[must_use]
    pub fn knowing(mut self, turns: Arc<Turns>) -> Self {
        self.turns = turns;
        self
    }

    /// The same, speaking to whoever is on turn: the player of this name in the whole stretch, or, if no name there stands for a player,
    /// the reader.
    #[must_use]
    pub fn speaking(mut self, scope: &Scope, player: Option<LocalId>) -> Self {
        if let Some(player) = player {
            self.names = Names::speaking(self.model, scope, Some(player));
            self.you = Some(player);
        }
        if player.is_some() || !self.names.any_player() {
            self.decider = Decider(YOU.to_owned());
        }
        self
    }

    /// The same in the turn of a player, who is spoken to unless somebody else is already.
    #[must_use]
    pub fn in_turn(&self, player: &Expression) -> Self {
        match player.kind.as_ref() {
            ExpressionKind::Local(id) => self.in_turn_of(*id),
            _ => Self { decider: Decider(self.phrase(player)), ..self.clone() },
        }
    }

    /// The same for a name.
    #[must_use]
    pub fn in_turn_of(&self, player: LocalId) -> Self {
        let mut inner = self.clone();
        if self.you.is_none() {
            inner.names.call(player, YOU.to_owned());
            inner.you = Some(player);
        }
        inner.decider = Decider(inner.names.phrase(player));
        inner
    }

    /// A value as a noun phrase.
    pub fn phrase(&self, expression: &Expression) -> String {
        let text = self.value(expression);
        self.unless_long(text, expression.at)
    }

    /// A condition as a clause.
    pub fn clause(&self, expression: &Expression) -> String {
        let text = self.condition(expression, true);
        self.unless_long(text, expression.at)
    }

    fn unless_long(&self, text: String, at: Location) -> String {
        if bare(&text).chars().count() <= self.longest { text } else { self.written(at) }
    }

    /// A piece of the rules as written.
    pub fn written(&self, at: Location) -> String {
        let source = self.model.sources.get(usize::from(at.file.0));
        let piece = source.and_then(|source| source.text.get(at.span.start as usize..at.span.end as usize));
        code(piece.unwrap_or("…"))
    }

    /// A finished sentence or fragment: where only one player is spoken of, the second mention is `their`.
    pub fn polished(&self, text: &str) -> String {
        let text = addressed(text);
        let Some(player) = self.names.only_player() else { return text };
        // Where there is talk of somebody else besides, `their` would be taken for theirs.
        if text.contains("hoever ") {
            return text;
        }
        let possessive = format!("{player}'s ");
        let starts = [player.as_str(), "each player", "every player", "any player", "a player"];
        let Some(first) = starts.iter().filter_map(|start| text.find(start).map(|at| at + start.len())).min() else {
            return text;
        };
        let (before, behind) = text.split_at(first);
        // The first mention may itself be the possessive.
        format!("{before}{}", behind.replace(&possessive, "their "))
    }
}

impl English<'_> {
    /// A watched place: one place, or any of a set, with the name it is given.
    pub fn place_or_set(&self, place: &Expression, local: Option<rulehound_rules::model::LocalId>) -> String {
        let set = matches!(place.of.shape, rulehound_rules::model::Shape::Set { .. });
        match (set, local) {
            (false, _) => self.phrase(place),
            (true, Some(local)) => {
                let things = self.things(place);
                let things =
                    things.strip_prefix("all ").map_or_else(|| things.clone(), |rest| format!("one of the {rest}"));
                let own = self.names.bare(local);
                if things.contains(&bare(&own)) { things } else { format!("{} of {things}", names_article(&own)) }
            }
            (true, None) => {
                let things = self.things(place);
                things.strip_prefix("all ").map_or_else(|| things.clone(), |rest| format!("one of the {rest}"))
            }
        }
    }

    /// `each player`.
    pub fn every_of(&self, binders: &[rulehound_rules::model::Binder]) -> String {
        self.every("any", binders)
    }
}

fn names_article(noun: &str) -> String {
    super::names::with_article(noun)
}

impl English<'_> {
    /// A set as a noun phrase, as written where it would be too long.
    pub fn set_phrase(&self, set: &Expression) -> String {
        let text = self.things(set);
        self.unless_long(text, set.at)
    }
}

//! Triggers.

use rulehound_grammar::span::Span;
use rulehound_grammar::tree::{self, ExpressionKind as Tree};

use super::clauses::counted;
use super::names::RunnableName;
use super::scope::Scope;
use super::types;
use super::{Reported, Resolved, Resolver};
use crate::merge::{Item, Merged, Thing};
use crate::model::{
    Expression, ExpressionKind, KindId, Life, Notes, Shape, Sort, Trigger, Watch, WatchedArgument, WatchedPlace,
};

impl<'a> Resolver<'a> {
    /// Resolves all triggers, in the order in which they are tried.
    pub(super) fn watch_all(&mut self, merged: &'a Merged) {
        for thing in &merged.things {
            let Thing::Trigger(item) = thing else { continue };
            let trigger = self.trigger(item);
            if let Some(trigger) = self.kept(trigger) {
                self.model.to_mut().triggers.push(trigger);
            }
        }
    }

    fn trigger(&mut self, item: &'a Item<tree::Trigger>) -> Resolved<Trigger> {
        self.file = item.file;
        self.scope = Scope::default();
        self.scope.open();
        let tree = &item.tree;
        let watch = self.watch(&tree.watch, tree.name.span);
        let body = self.block(&tree.body);
        self.scope = Scope::default();
        let notes = self.notes(&item.inherited, item.file, &tree.notes);
        Ok(Trigger { name: tree.name.text.clone(), notes, watch: watch?, body, at: self.at(tree.name.span) })
    }

    fn watch(&mut self, watch: &'a tree::Watch, span: Span) -> Resolved<Watch> {
        match watch {
            tree::Watch::Move { name, kind, from, to, condition } => {
                self.watched_move(name.as_ref(), kind, from.as_ref(), to.as_ref(), condition.as_ref(), span)
            }
            tree::Watch::Rule { name, arguments, condition } => {
                self.watched_rule(name, arguments.as_deref(), condition.as_ref())
            }
            tree::Watch::When { binding, condition } => {
                let binder = binding.as_ref().map(|(name, set)| self.watched_set(name, set)).transpose();
                let condition = self.condition(condition);
                Ok(Watch::When { binder: binder?, condition: condition? })
            }
        }
    }

    fn watched_move(
        &mut self,
        name: Option<&tree::Name>,
        kind: &tree::Expression,
        from: Option<&tree::WatchedPlace>,
        to: Option<&tree::WatchedPlace>,
        condition: Option<&tree::Expression>,
        span: Span,
    ) -> Resolved<Watch> {
        let found = self.watched_kind(kind);
        let component = match (&found, name) {
            (Ok((kind, _)), Some(name)) => Some(self.bind(name, types::one(types::component(*kind)), Life::Block)),
            (Ok((kind, _)), None) => {
                let at = self.at(span);
                Some(self.new_local("", types::one(types::component(*kind)), at, Life::Block))
            }
            (Err(Reported), Some(name)) => {
                self.bind_spoilt(name);
                None
            }
            (Err(Reported), None) => None,
        };
        let from = from.map(|place| self.watched_place(place)).transpose();
        let to = to.map(|place| self.watched_place(place)).transpose();
        let condition = self.optional_condition(condition);
        let (kind, owner) = found?;
        let component = component.ok_or(Reported)?;
        Ok(Watch::Move { component, kind, owner, from: from?, to: to?, condition: condition? })
    }

    /// `Kind` or `p.Kind`.
    fn watched_kind(&mut self, tree: &tree::Expression) -> Resolved<(KindId, Option<Expression>)> {
        let watched = self.expression(tree)?;
        match *watched.kind {
            ExpressionKind::Components(kind, owner) => Ok((kind, owner)),
            _ => {
                let help = "write the name of a kind, or `p.Kind` for those of a player";
                Err(self.error_with_help("wrong-type", "a kind of component is watched", tree.span, "not a kind", help))
            }
        }
    }

    fn watched_place(&mut self, watched: &tree::WatchedPlace) -> Resolved<WatchedPlace> {
        let place = self.expression(&watched.place);
        let Some(name) = &watched.name else {
            let place = place?;
            if matches!(place.of.sort, Sort::Place { .. }) {
                return Ok(WatchedPlace { local: None, place });
            }
            return Err(self.wanted_but(super::convert::Wanted::Place, &place));
        };
        match place {
            Ok(place) if matches!((&place.of.sort, place.of.shape), (Sort::Place { .. }, Shape::Set { .. })) => {
                let local = self.bind(name, types::one(place.of.sort.clone()), Life::Block);
                Ok(WatchedPlace { local: Some(local), place })
            }
            Ok(place) => {
                self.bind_spoilt(name);
                let label = format!("this is {}", self.words(&place.of));
                let help = "behind `in` stands a board, a family of zones, or a set of places in braces";
                Err(self.error_with_help("wrong-type", "a set of places is wanted here", place.at.span, label, help))
            }
            Err(Reported) => {
                self.bind_spoilt(name);
                Err(Reported)
            }
        }
    }

    fn watched_rule(
        &mut self,
        name: &tree::Name,
        arguments: Option<&[tree::Expression]>,
        condition: Option<&tree::Expression>,
    ) -> Resolved<Watch> {
        self.uses.of_runnable(self.at(name.span), &name.text, &self.names);
        let runnable = match self.names.runnable(&name.text) {
            Some(RunnableName::Runnable(id)) => Ok(id),
            Some(RunnableName::Trigger(_)) => {
                Err(self.error("wrong-type", "a phase or rule is watched", name.span, "this is a trigger"))
            }
            None => Err(self.unknown_runnable(name, "phase or rule")),
        };
        let spoilt = runnable.as_ref().is_ok_and(|id| self.runnables.get(id.index()).is_some_and(|work| work.spoilt));
        let targets = match &runnable {
            Ok(id) if !spoilt => self.model.runnables.get(id.index()).map(|one| one.parameters.clone()),
            _ => None,
        };
        let given = arguments.unwrap_or_default();
        let Some(targets) = targets else {
            self.spoil_arguments(given);
            let _: Resolved<_> = self.optional_condition(condition);
            return Err(Reported);
        };
        if arguments.is_some() && given.len() != targets.len() {
            let message = format!("`{}` has {}", name.text, counted(targets.len(), "parameter", "parameters"));
            let reported = self.error(
                "wrong-arguments",
                message,
                name.span,
                format!("{} here", counted(given.len(), "name", "names")),
            );
            self.spoil_arguments(given);
            let _: Resolved<_> = self.optional_condition(condition);
            return Err(reported);
        }
        let found: Vec<_> =
            given.iter().zip(&targets).map(|(argument, target)| self.watched_argument(argument, target)).collect();
        let condition = self.optional_condition(condition);
        let arguments = found.into_iter().collect::<Resolved<Vec<_>>>()?;
        Ok(Watch::Rule { runnable: runnable?, arguments, condition: condition? })
    }

    /// Binds fresh names of which nothing is known.
    fn spoil_arguments(&mut self, arguments: &[tree::Expression]) {
        for argument in arguments {
            if let Tree::Name(name) = &*argument.kind
                && self.names.value(&name.text).is_none()
            {
                self.bind_spoilt(name);
            }
        }
    }

    /// A fresh name is bound, a known value must be equal.
    fn watched_argument(
        &mut self,
        argument: &tree::Expression,
        target: &crate::model::Type,
    ) -> Resolved<WatchedArgument> {
        if let Tree::Name(name) = &*argument.kind
            && self.names.value(&name.text).is_none()
            && self.scope.get(&name.text).is_none()
        {
            return Ok(WatchedArgument::Bound(self.bind(name, target.clone(), Life::Block)));
        }
        let value = self.expression(argument)?;
        self.fitted(value, target, "this parameter").map(WatchedArgument::Equal)
    }

    /// A name with a set that never changes.
    fn watched_set(&mut self, name: &tree::Name, set: &tree::Expression) -> Resolved<crate::model::Binder> {
        let pick = tree::Pick {
            more: Vec::new(),
            name: name.clone(),
            set: set.clone(),
            from: None,
            condition: None,
            span: name.span.join(set.span),
        };
        let binder = self.binder(&pick, Life::Block)?;
        if !is_fixed(&binder.set) {
            let help = "players, a type, a kind, a board, or a range of numbers; conditions stand behind the colon";
            return Err(self.error_with_help(
                "not-constant",
                "`when` goes through a set that never changes",
                set.span,
                "this may change",
                help,
            ));
        }
        if let Sort::Component { kinds } = &binder.set.of.sort {
            self.watched.extend(kinds.iter().copied());
        }
        Ok(binder)
    }

    /// The remarks of a thing, in no scope.
    pub(super) fn plain_notes<T>(&mut self, item: &Item<T>, own: &[tree::Note]) -> Notes {
        self.scope = Scope::default();
        self.notes(&item.inherited, item.file, own)
    }
}

fn is_fixed(set: &Expression) -> bool {
    match &*set.kind {
        ExpressionKind::Players
        | ExpressionKind::Values(_)
        | ExpressionKind::Directions
        | ExpressionKind::Board(_)
        | ExpressionKind::Family(_, None)
        | ExpressionKind::Components(_, None) => true,
        ExpressionKind::Components(_, Some(owner)) | ExpressionKind::Family(_, Some(owner)) => {
            matches!(*owner.kind, ExpressionKind::Constant(_))
        }
        ExpressionKind::Range(least, greatest) => [least, greatest]
            .into_iter()
            .all(|end| matches!(*end.kind, ExpressionKind::Constant(_) | ExpressionKind::Setting(_))),
        ExpressionKind::Listed(listed) => listed.iter().all(|one| matches!(*one.kind, ExpressionKind::Constant(_))),
        ExpressionKind::Union(a, b) => is_fixed(a) && is_fixed(b),
        _ => false,
    }
}

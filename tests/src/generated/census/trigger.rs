//! Triggers.

use rulehound_grammar::tree::{Expression, ExpressionKind, Trigger, Watch, WatchedPlace};

use super::Census;

impl Census {
    pub(super) fn trigger(&mut self, trigger: &Trigger) {
        self.notes(&trigger.notes);
        match &trigger.watch {
            Watch::Move { name, kind, from, to, condition } => {
                self.is("trigger after move");
                self.has(name.is_none(), "trigger after any move");
                self.has(matches!(&*kind.kind, ExpressionKind::Member(..)), "moves of one player's");
                self.has(from.is_some(), "trigger from");
                self.has(to.is_some(), "trigger to");
                from.iter().chain(to).for_each(|place| self.watched(place));
                self.condition(condition.as_ref());
            }
            Watch::Rule { arguments, condition, .. } => {
                self.is("trigger after rule");
                for argument in arguments.iter().flatten() {
                    self.has(!matches!(*argument.kind, ExpressionKind::Name(_)), "trigger after rule with values");
                    self.expression(argument);
                }
                self.condition(condition.as_ref());
            }
            Watch::When { binding, condition } => {
                self.is("trigger when");
                self.has(binding.is_some(), "trigger when each");
                binding.iter().for_each(|(_, set)| self.expression(set));
                self.expression(condition);
            }
        }
        self.block(&trigger.body);
    }

    pub(super) fn condition(&mut self, condition: Option<&Expression>) {
        self.has(condition.is_some(), "trigger where");
        condition.into_iter().for_each(|condition| self.expression(condition));
    }

    pub(super) fn watched(&mut self, place: &WatchedPlace) {
        self.has(place.name.is_some(), "name of a watched place");
        self.expression(&place.place);
    }
}

//! What is certainly a player's own while that player decides in secret: the player's own name, passed on unchanged; what
//! lies in the player's zones.

use std::collections::BTreeSet;

use crate::model::{Binder, Binds, Expression, ExpressionKind, LocalId, OwnerSort, Statement};

/// Names for the player and for what is the player's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Own {
    /// Names for the player.
    players: BTreeSet<LocalId>,
    /// Names for components out of the player's zones, or sets of them.
    components: BTreeSet<LocalId>,
    /// Names for zones of the player.
    zones: BTreeSet<LocalId>,
}

impl Own {
    /// Only the player's name is known.
    pub fn of_player(player: LocalId) -> Self {
        Self { players: BTreeSet::from([player]), ..Self::default() }
    }

    /// The names for the player.
    pub fn players(&self) -> &BTreeSet<LocalId> {
        &self.players
    }

    /// Whether this is the player.
    pub fn is_player(&self, expression: &Expression) -> bool {
        matches!(expression.kind.as_ref(), ExpressionKind::Local(local) if self.players.contains(local))
    }

    /// Whether this is a zone of the player.
    pub fn is_zone(&self, place: &Expression) -> bool {
        if let ExpressionKind::Zone { owner: Some(owner), .. } = place.kind.as_ref() {
            return self.is_player(owner);
        }
        matches!(place.kind.as_ref(), ExpressionKind::Local(local) if self.zones.contains(local))
    }

    /// Whether this is where the player may put things: a zone of the player, the player's box, the common box.
    pub fn may_receive(&self, place: &Expression) -> bool {
        if let ExpressionKind::BoxOf(sort, owner) = place.kind.as_ref() {
            return *sort == OwnerSort::Common || owner.as_ref().is_some_and(|owner| self.is_player(owner));
        }
        self.is_zone(place)
    }

    /// Whether these components (one or a set) all come out of zones of the player.
    pub fn holds(&self, expression: &Expression) -> bool {
        use ExpressionKind as E;
        let mut open = vec![expression];
        while let Some(next) = open.pop() {
            let known = match next.kind.as_ref() {
                E::Local(local) => self.components.contains(local),
                E::Contents(place) | E::Top(place) | E::Bottom(place) => self.is_zone(place),
                E::Listed(list) => {
                    open.extend(list);
                    true
                }
                E::Union(a, b) => {
                    open.extend([a, b]);
                    true
                }
                E::OneOrNothing(inner) | E::Only(inner) => {
                    open.push(inner);
                    true
                }
                E::If { arms, otherwise } => {
                    open.extend(arms.iter().map(|(_, value)| value).chain([otherwise]));
                    true
                }
                E::First { binders, value, otherwise, .. } => {
                    open.extend(otherwise);
                    self.within(binders).holds_name(value)
                }
                E::Each { binders, value, .. } => self.within(binders).holds_name(value),
                E::Constant(_)
                | E::Setting(_)
                | E::Variable(_)
                | E::Attribute(_)
                | E::Table(..)
                | E::Owner(_)
                | E::PlaceOf(_)
                | E::IndexOf(_)
                | E::ColumnOf(_)
                | E::RowOf(_)
                | E::Marked { .. }
                | E::BoxOf(..)
                | E::Zone { .. }
                | E::BoardPlace(..)
                | E::Call(..)
                | E::BuiltIn(..)
                | E::Reach { .. }
                | E::Not(_)
                | E::Negative(_)
                | E::And(..)
                | E::Or(..)
                | E::Arithmetic(..)
                | E::Compare(..)
                | E::Among { .. }
                | E::Any(..)
                | E::All(..)
                | E::CountTuples(_)
                | E::CountOf(_)
                | E::CountOn { .. }
                | E::Sum(..)
                | E::Most { .. }
                | E::Range(..)
                | E::Players
                | E::Values(_)
                | E::Directions
                | E::Board(_)
                | E::Family(..)
                | E::Components(..)
                | E::TooDeep { .. } => false,
            };
            if !known {
                return false;
            }
        }
        true
    }

    fn holds_name(&self, value: &Expression) -> bool {
        matches!(value.kind.as_ref(), ExpressionKind::Local(local) if self.components.contains(local))
    }

    fn within(&self, binders: &[Binder]) -> Self {
        let mut inner = self.clone();
        binders.iter().for_each(|binder| inner.learn_binder(binder));
        inner
    }

    /// What the names that a statement binds are.
    pub fn learn(&mut self, statement: &Statement) {
        self.learn_names(&statement.traits().binds);
    }

    fn learn_names(&mut self, names: &Binds<'_>) {
        match *names {
            Binds::Nothing => {}
            Binds::Options(options) => {
                options.iter().for_each(|option| self.learn_names(&option.offered.meant.binds()));
            }
            Binds::Elements(binders) => binders.iter().for_each(|binder| self.learn_binder(binder)),
            Binds::Several(set, binder) => {
                if self.holds(&binder.set) {
                    self.components.extend([binder.local, set]);
                }
            }
            Binds::Value(local, value) => {
                if self.is_player(value) {
                    self.players.insert(local);
                } else if self.is_zone(value) {
                    self.zones.insert(local);
                } else if self.holds(value) {
                    self.components.insert(local);
                }
            }
        }
    }

    fn learn_binder(&mut self, binder: &Binder) {
        if self.holds(&binder.set) {
            self.components.insert(binder.local);
        }
    }

    /// What a called rule knows of its parameters.
    pub fn passed(&self, arguments: &[Expression], parameters: &[Option<LocalId>]) -> Self {
        let mut passed = Self::default();
        for (argument, parameter) in arguments.iter().zip(parameters) {
            let Some(parameter) = parameter else { continue };
            if self.is_player(argument) {
                passed.players.insert(*parameter);
            } else if self.is_zone(argument) {
                passed.zones.insert(*parameter);
            } else if self.holds(argument) {
                passed.components.insert(*parameter);
            }
        }
        passed
    }

    /// Only what both know.
    pub fn keep(&mut self, other: &Self) {
        self.players.retain(|local| other.players.contains(local));
        self.components.retain(|local| other.components.contains(local));
        self.zones.retain(|local| other.zones.contains(local));
    }
}

//! What changes the position: `move`, `draw`, `shuffle`, `set`; and `show`.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Span;
use rulehound_grammar::tree::{self, ExpressionKind as Tree, SetOperator};

use super::super::advice;
use super::super::borrowed;
use super::super::convert::Wanted;
use super::super::expression::noted_for;
use super::super::names::{MemberName, ValueName};
use super::super::types;
use super::super::{Reported, Resolved, Resolver};
use crate::model::{
    Arithmetic, Destination, Expression, ExpressionKind, Remember, Shape, Shown, Sort, StatementKind, Target, Type,
};

impl Resolver<'_> {
    pub(super) fn move_statement(&mut self, one: &tree::Move) -> Resolved<StatementKind> {
        match one {
            tree::Move::Each(selection, to) => self.move_each(selection, to),
            tree::Move::All { kind: Some(kind), from, to } => move_some(self, None, kind, from, to),
            tree::Move::All { kind: None, from, to } => {
                let from = self.source(from);
                let to = self.destination(to);
                let (from, to) = (from?, to?);
                let sort = self.contents_sort(&from);
                self.check_accepts(&sort, &to.place)?;
                Ok(StatementKind::MoveAll { from, to })
            }
            tree::Move::Some { amount, kind, from, to } => move_some(self, Some(amount), kind, from, to),
            tree::Move::What { what, to } => {
                let what = self.moved(what);
                let to = self.destination(to);
                let (what, to) = (what?, to?);
                self.check_accepts(&what.of.sort, &to.place)?;
                Ok(StatementKind::Move(what, to))
            }
        }
    }

    /// A component, or a set of them.
    fn moved(&mut self, tree: &tree::Expression) -> Resolved<Expression> {
        let what = self.expression(tree)?;
        let what = self.as_it_is(what)?;
        match what.of.sort {
            Sort::Component { .. } => Ok(what),
            Sort::Place { .. } => {
                let label = format!("this is {}", self.words(&what.of));
                let help = "to move what lies in it write `move all from … to …`";
                Err(self.error_with_help("wrong-type", "a component is moved, not a place", tree.span, label, help))
            }
            _ => {
                let label = format!("this is {}", self.words(&what.of));
                let message = "a component is wanted here";
                Err(match &*tree.kind {
                    Tree::Over { word: tree::OverWord::All, .. } => {
                        let help = "what has a name and a condition is `move each x in … where … to …`";
                        self.error_with_help("wrong-type", message, tree.span, label, help)
                    }
                    _ => self.error("wrong-type", message, tree.span, label),
                })
            }
        }
    }

    fn source(&mut self, tree: &tree::Expression) -> Resolved<Expression> {
        self.one_of(tree, Wanted::Place)
    }

    /// Where a move ends; `P.bottom` is beneath a pile.
    fn destination(&mut self, tree: &tree::Expression) -> Resolved<Destination> {
        if let Tree::Member(pile, name) = &*tree.kind
            && matches!(name.text.as_str(), "bottom" | "top")
        {
            let place = self.one_of(pile, Wanted::Place)?;
            self.check_pile(&place, name.span)?;
            return Ok(Destination { place, beneath: name.text == "bottom" });
        }
        let place = self.expression(tree)?;
        let place = self.wants(place, Wanted::Place)?;
        Ok(Destination { place, beneath: false })
    }

    /// What can lie at a place.
    fn contents_sort(&self, place: &Expression) -> Sort {
        match &place.of.sort {
            Sort::Place { classes } => Sort::Component {
                kinds: classes.iter().flat_map(|class| types::accepted(&self.model, *class)).collect(),
            },
            _ => Sort::Nothing,
        }
    }

    /// That a place can hold at least one of the kinds.
    fn check_accepts(&mut self, what: &Sort, place: &Expression) -> Resolved<()> {
        let (Sort::Component { kinds }, Sort::Component { kinds: accepted }) = (what, self.contents_sort(place)) else {
            return Ok(());
        };
        // Where the kinds of a zone could not be read, it is not known what it holds.
        if kinds.is_empty() || accepted.is_empty() || !kinds.is_disjoint(&accepted) {
            return Ok(());
        }
        let what = self.words(&types::set(what.clone(), 1)).replace("a set of ", "");
        let both = accepted.iter().chain(kinds).filter_map(|kind| self.model.kinds.get(kind.index()));
        let both = both.map(|kind| kind.name.as_str()).collect::<Vec<_>>().join(", ");
        let holds = self.words(&types::set(Sort::Component { kinds: accepted }, 1)).replace("a set of ", "");
        let label = format!("this is {}", self.words(&place.of));
        let message = format!("{what} cannot lie here");
        Err(self.error_with_help(
            "wrong-place",
            message,
            place.at.span,
            label,
            format!(
                "it holds {holds}; if {what} may lie there, too, say so behind the `:` of its own line: `: {both}`"
            ),
        ))
    }

    fn move_each(&mut self, selection: &tree::Selection, to: &tree::Expression) -> Resolved<StatementKind> {
        let (selection, names) = self.selection(selection);
        self.scope.open();
        self.scope.take_in(names);
        let to = self.expression(to).and_then(|to| self.wants(to, Wanted::Place));
        self.scope.close();
        let (selection, to) = (selection?, to?);
        let Some(binder) = selection.binders.first() else { return Err(Reported) };
        if let Some(second) = selection.binders.get(1) {
            let label = "a second name";
            return Err(self.error(
                "wrong-arguments",
                "`move each` goes through one set of components",
                second.at.span,
                label,
            ));
        }
        if !matches!(binder.set.of.sort, Sort::Component { .. } | Sort::Nothing) {
            let label = format!("this is {}", self.words(&binder.set.of));
            return Err(self.error("wrong-type", "components are moved", binder.set.at.span, label));
        }
        let sort = binder.set.of.sort.clone();
        self.check_accepts(&sort, &to)?;
        Ok(StatementKind::MoveEach(selection, to))
    }

    pub(super) fn draw_from(
        &mut self,
        amount: &tree::Expression,
        from: &tree::Expression,
        to: &tree::Expression,
    ) -> Resolved<StatementKind> {
        let amount = self.one_of(amount, Wanted::Number);
        let from = self.source(from);
        let to = self.destination(to);
        let (amount, from, to) = (amount?, from?, to?);
        let sort = self.contents_sort(&from);
        self.check_accepts(&sort, &to.place)?;
        Ok(StatementKind::DrawFrom { amount, from, to })
    }

    /// Two components.
    pub(super) fn swap(&mut self, one: &tree::Expression, other: &tree::Expression) -> Resolved<StatementKind> {
        let mut single = |tree| self.moved(tree).and_then(|what| self.as_one(what));
        let (one, other) = (single(one), single(other));
        Ok(StatementKind::Swap(one?, other?))
    }

    pub(super) fn shuffle(&mut self, pile: &tree::Expression) -> Resolved<StatementKind> {
        let place = self.one_of(pile, Wanted::Place)?;
        self.check_pile(&place, pile.span)?;
        Ok(StatementKind::Shuffle(place))
    }

    pub(super) fn set_statement(
        &mut self,
        target: &tree::Expression,
        operator: SetOperator,
        value: &tree::Expression,
        span: Span,
    ) -> Resolved<StatementKind> {
        let found = self.target("set", target);
        let value = self.one(value);
        let ((cell, of), value) = (found?, value?);
        let operator = match operator {
            SetOperator::Becomes => None,
            SetOperator::Plus => Some(Arithmetic::Plus),
            SetOperator::Minus => Some(Arithmetic::Minus),
            SetOperator::Times => Some(Arithmetic::Times),
        };
        let what = self.target_words(&cell);
        match operator {
            None => self.check_fits(&value, &of, &what)?,
            Some(sign) => {
                // The sum or product is typed as an expression and must be able to lie in the range of the target.
                let now = self.expression_at(ExpressionKind::Constant(0), of.clone(), target.span);
                let now = self.wants(now, Wanted::Number)?;
                let value = self.wants(value.clone(), Wanted::Number)?;
                let sum = self.reckoned_type(sign, &now, &value, span)?;
                let result = self.expression_at(ExpressionKind::Constant(0), sum, span);
                self.check_fits(&result, &of, &what)?;
            }
        }
        Ok(StatementKind::Set { target: cell, operator, value })
    }

    fn target_words(&self, target: &Target) -> String {
        let name = match target {
            Target::Variable(cell) => self.model.variables.get(cell.variable.index()).map(|one| one.name.clone()),
            Target::Attribute(cell) => {
                let kind = self.model.kinds.get(cell.kind.index());
                kind.and_then(|kind| kind.attributes.get(cell.attribute)).map(|one| one.name.clone())
            }
        };
        format!("`{}`", name.unwrap_or_default())
    }

    /// What `set` and `roll` change, and its type.
    pub(super) fn target(&mut self, word: &str, tree: &tree::Expression) -> Resolved<(Target, Type)> {
        let found = self.expression(tree)?;
        match *found.kind {
            ExpressionKind::Variable(cell) => {
                let of = self.model.variables.get(cell.variable.index()).map(|one| one.of.clone()).ok_or(Reported)?;
                Ok((Target::Variable(cell), of))
            }
            ExpressionKind::Attribute(cell) => {
                self.changed.insert((cell.kind, cell.attribute));
                let kind = self.model.kinds.get(cell.kind.index());
                let of = kind
                    .and_then(|kind| kind.attributes.get(cell.attribute))
                    .map(|one| one.of.clone())
                    .ok_or(Reported)?;
                Ok((Target::Attribute(cell), of))
            }
            ExpressionKind::Setting(_) => {
                let name = borrowed::text_at(self, self.at(tree.span));
                let help = format!(
                    "a setting is chosen before the game; what changes in play is declared as `var {name} : … seen by all = …` in its place"
                );
                Err(self.error_with_help("wrong-type", "a setting never changes in play", tree.span, "a setting", help))
            }
            ExpressionKind::Local(_) => {
                let name = borrowed::text_at(self, self.at(tree.span));
                let otherwise = format!(
                    "what changes is a `var`: write `var {name} : 0..99 seen by all = 0` outside of all phases, and leave the `let` out"
                );
                let help = borrowed::feature_to_change(self, word, &found, tree.span, false);
                let help = help.unwrap_or(otherwise);
                Err(self.error_with_help(
                    "wrong-type",
                    "a name given by `let`, a loop or a decision never changes",
                    tree.span,
                    "a name for a value",
                    help,
                ))
            }
            ExpressionKind::Owner(_) | ExpressionKind::PlaceOf(_) => {
                let help = "an owner never changes; a place changes with `move`";
                Err(self.error_with_help("wrong-type", "this cannot be set", tree.span, "here", help))
            }
            ExpressionKind::If { .. } => {
                let message = "this is a feature of several kinds, and it must be clear which one is changed";
                Err(self.error("wrong-type", message, tree.span, "of which kind?"))
            }
            _ => {
                let several = matches!(found.of.shape, Shape::Set { .. }) && !self.has_exactly_one(&found);
                let help = borrowed::feature_to_change(self, word, &found, tree.span, several);
                let help = help.or_else(|| advice::changed(self, &found));
                let (message, label) = match &help {
                    Some(_) if word == "roll" => (
                        format!("what is rolled is a feature of `{}`", borrowed::text_at(self, found.at)),
                        "which feature?",
                    ),
                    _ => ("only variables and features of components can be changed".to_owned(), "neither"),
                };
                let diagnostic = Diagnostic::error("wrong-type", message, self.at(tree.span), label);
                Err(self.report(help.into_iter().fold(diagnostic, Diagnostic::with_help)))
            }
        }
    }

    pub(super) fn show(&mut self, what: &tree::Expression, to: Option<&tree::Expression>) -> Resolved<StatementKind> {
        let shown = self.shown(what);
        let to = told(self, to);
        Ok(StatementKind::Show { what: shown?, to: to? })
    }

    fn shown(&mut self, tree: &tree::Expression) -> Resolved<Shown> {
        if let Some(shown) = self.shown_variables(tree)? {
            return Ok(shown);
        }
        let found = self.expression(tree)?;
        if let ExpressionKind::Variable(cell) = *found.kind {
            return Ok(Shown::Variable(cell));
        }
        if matches!((&found.of.sort, found.of.shape), (Sort::Component { .. }, Shape::One)) {
            let of = types::set(found.of.sort.clone(), 1);
            return Ok(Shown::Components(self.expression_at(ExpressionKind::Listed(vec![found]), of, tree.span)));
        }
        if matches!(found.of.sort, Sort::Component { .. } | Sort::Place { .. } | Sort::Nothing) {
            let set = self.as_set(found)?;
            if matches!(set.of.sort, Sort::Component { .. } | Sort::Nothing) {
                return Ok(Shown::Components(set));
            }
            let label = format!("this is {}", self.words(&set.of));
            return Err(self.error("wrong-type", "components or a variable are shown", tree.span, label));
        }
        let label = format!("this is {}", self.words(&found.of));
        let help = "keep the value in a variable, and show that";
        Err(self.error_with_help("wrong-type", "components or a variable are shown", tree.span, label, help))
    }

    /// A variable with indices of which none are given: all of them are shown.
    fn shown_variables(&mut self, tree: &tree::Expression) -> Resolved<Option<Shown>> {
        let found = match &*tree.kind {
            Tree::Name(name) if self.scope.get(&name.text).is_none() => match self.names.value(&name.text) {
                Some(ValueName::Variable(id)) => {
                    self.uses.of_value(self.at(name.span), &name.text, &self.names);
                    Some((id, None))
                }
                _ => None,
            },
            Tree::Member(base, name) => {
                let owners = self.names.owners_with(&name.text);
                let could_be = owners
                    .iter()
                    .any(|owner| matches!(self.names.member(*owner, &name.text), Some(MemberName::Variable(_))));
                if !could_be {
                    return Ok(None);
                }
                let base = self.one(base)?;
                let members: Vec<MemberName> = super::super::expression::members::owners_of(&base.of)
                    .into_iter()
                    .filter_map(|owner| self.names.member(owner, &name.text))
                    .collect();
                for owner in super::super::expression::members::owners_of(&base.of) {
                    self.uses.of_member(self.at(name.span), owner, &name.text, &self.names);
                }
                match members.as_slice() {
                    [MemberName::Variable(id)] => Some((*id, Some(base))),
                    _ => None,
                }
            }
            _ => None,
        };
        let indexed = |id: crate::model::VariableId| {
            self.model.variables.get(id.index()).is_some_and(|variable| !variable.index.is_empty())
        };
        Ok(found.filter(|(id, _)| indexed(*id)).map(|(id, owner)| Shown::Variables(id, owner)))
    }
}

/// `note position(p)`, `forget positions`.
pub(super) fn remember(resolver: &mut Resolver<'_>, what: &tree::Remember, span: Span) -> Resolved<Remember> {
    match what {
        tree::Remember::Forget => Ok(Remember::Forget),
        tree::Remember::Note(values) => {
            noted_for(resolver, values.as_deref().unwrap_or_default(), span).map(Remember::Note)
        }
    }
}

/// So many components of a kind, or all of them.
fn move_some(
    resolver: &mut Resolver<'_>,
    amount: Option<&tree::Expression>,
    kind: &tree::Expression,
    from: &tree::Expression,
    to: &tree::Expression,
) -> Resolved<StatementKind> {
    let amount = amount.map(|amount| resolver.one_of(amount, Wanted::Number)).transpose();
    let components = resolver.component_set(kind);
    let from = resolver.source(from);
    let to = resolver.destination(to);
    let (amount, components, from, to) = (amount?, components?, from?, to?);
    resolver.check_accepts(&components.of.sort, &from)?;
    resolver.check_accepts(&components.of.sort, &to.place)?;
    Ok(StatementKind::MoveSome { amount, components, from, to })
}

/// `say "…" to q`.
pub(super) fn say(
    resolver: &mut Resolver<'_>,
    text: &tree::Template,
    to: Option<&tree::Expression>,
) -> Resolved<StatementKind> {
    let text = resolver.text(text);
    let to = told(resolver, to);
    Ok(StatementKind::Show { what: Shown::Words(text?), to: to? })
}

/// To whom something is shown or said.
fn told(resolver: &mut Resolver<'_>, to: Option<&tree::Expression>) -> Resolved<Option<Expression>> {
    let to = to.map(|to| {
        let to = resolver.expression(to)?;
        if to.of.sort == Sort::Player { Ok(to) } else { Err(resolver.wanted_but(Wanted::Player, &to)) }
    });
    to.transpose()
}

//! Decisions: `choose`, `may`.

use rulehound_grammar::span::Span;
use rulehound_grammar::tree::{self, ExpressionKind as Tree, StatementKind as TreeStatement};

use super::super::convert::Wanted;
use super::super::expression::numbers_of;
use super::super::scope::Bound;
use super::super::types::{self, MOST_ELEMENTS};
use super::super::{Reported, Resolved, Resolver};
use super::Names;
use crate::model::{Binder, Choice, Choose, ChooseSeveral, Expression, Life, May, Shape, StatementKind};

impl Resolver<'_> {
    pub(super) fn choose(&mut self, choose: &tree::Choose, span: Span) -> Resolved<StatementKind> {
        self.scope.open();
        let chosen = match &choose.amount {
            Some(amount) => self.choose_several(choose, amount),
            None => self.choose_one(choose),
        };
        let names = self.scope.close();
        let if_none = self.optional_block(choose.if_none.as_ref());
        self.names_after(choose, names, span);
        let mut statement = chosen?;
        match &mut statement {
            StatementKind::Choose(one) => one.if_none = if_none,
            StatementKind::ChooseSeveral(several) => several.if_none = if_none,
            _ => {}
        }
        Ok(statement)
    }

    /// The names exist afterwards only if an `if none` never goes on to there.
    fn names_after(&mut self, choose: &tree::Choose, names: Names, span: Span) {
        let goes_on = choose.if_none.as_ref().is_some_and(|block| !ends(block));
        let at = self.at(span);
        let names = names.into_iter().map(|(name, (bound, place))| {
            let bound = if goes_on && !matches!(bound, Bound::Spoilt) { Bound::Gone(at) } else { bound };
            (name, (bound, place))
        });
        self.scope.take_in(names.collect());
    }

    fn choose_one(&mut self, choose: &tree::Choose) -> Resolved<StatementKind> {
        let binders = self.binders(&choose.picks, Life::Block);
        let wording = choose.wording.as_ref().map(|wording| self.text(wording)).transpose();
        let requirements = self.requirements(&choose.requirements);
        Ok(StatementKind::Choose(Choose {
            binders: binders?,
            wording: wording?,
            requirements: requirements?,
            if_none: None,
        }))
    }

    /// `choose 2 of x in S`: in `where` x is an element, everywhere else the set.
    fn choose_several(&mut self, choose: &tree::Choose, amount: &tree::Expression) -> Resolved<StatementKind> {
        let amounts = self.amounts(amount);
        let Some(pick) = choose.picks.first() else { return Err(Reported) };
        if let Some(second) = choose.picks.get(1) {
            self.spoil(&second.name);
            return Err(self.error("wrong-arguments", "a set is chosen with one name", second.span, "a second name"));
        }
        let binder = self.with_names(|this| this.binder(pick, Life::Expression));
        let (Ok(binder), Ok((least, most))) = (binder, amounts) else {
            self.spoil(&pick.name);
            return Err(Reported);
        };
        let set = self.bind(&pick.name, chosen_type(&binder, &most), Life::Block);
        let wording = choose.wording.as_ref().map(|wording| self.text(wording)).transpose();
        let requirements = self.requirements(&choose.requirements);
        let (wording, requirements) = (wording?, requirements?);
        Ok(StatementKind::ChooseSeveral(ChooseSeveral {
            least,
            most,
            binder,
            set,
            wording,
            requirements,
            if_none: None,
        }))
    }

    /// The fewest and the most elements.
    fn amounts(&mut self, amount: &tree::Expression) -> Resolved<(Expression, Expression)> {
        let mut inner = amount;
        while let Tree::Bracketed(next) = &*inner.kind {
            inner = next;
        }
        if let Tree::Range(least, most) = &*inner.kind {
            let least = self.one_of(least, Wanted::Number);
            let most = self.one_of(most, Wanted::Number);
            return Ok((least?, most?));
        }
        let amount = self.one_of(amount, Wanted::Number)?;
        Ok((amount.clone(), amount))
    }

    pub(super) fn choose_option(&mut self, choose: &tree::ChooseOption) -> Resolved<StatementKind> {
        let options: Vec<_> = choose.options.iter().map(|option| self.choice(option)).collect();
        let if_none = self.optional_block(choose.if_none.as_ref());
        Ok(StatementKind::ChooseOption { options: options.into_iter().collect::<Resolved<Vec<_>>>()?, if_none })
    }

    fn choice(&mut self, option: &tree::Choice) -> Resolved<Choice> {
        let text = self.text(&option.text);
        let requirements = self.requirements(&option.requirements);
        let body = self.block(&option.body);
        Ok(Choice { text: text?, requirements: requirements?, body, at: self.at(option.span) })
    }

    pub(super) fn may(&mut self, may: &tree::May) -> Resolved<StatementKind> {
        let repeat = self.repeat(&may.repeat);
        let text = self.text(&may.text);
        let condition = self.optional_condition(may.condition.as_ref());
        let requirements = self.requirements(&may.requirements);
        let body = self.block(&may.body);
        let if_none = self.optional_block(may.if_none.as_ref());
        let (repeat, text, condition) = (repeat?, text?, condition?);
        Ok(StatementKind::May(May { repeat, text, condition, requirements: requirements?, body, if_none }))
    }
}

fn chosen_type(binder: &Binder, most: &Expression) -> crate::model::Type {
    let available = match binder.set.of.shape {
        Shape::Set { most } => most,
        Shape::One | Shape::OneOrNone => MOST_ELEMENTS,
    };
    let wanted = numbers_of(most).and_then(|(_, greatest)| u32::try_from(greatest.max(0)).ok()).unwrap_or(available);
    types::set(binder.set.of.sort.clone(), u64::from(available.min(wanted)))
}

/// Whether a block always ends in `leave` or `win`.
fn ends(block: &tree::Block) -> bool {
    block.statements.iter().any(|statement| match &statement.kind {
        TreeStatement::Leave(_) | TreeStatement::Win(_) => true,
        TreeStatement::If { arms, otherwise: Some(otherwise) } => {
            arms.iter().all(|(_, block)| ends(block)) && ends(otherwise)
        }
        TreeStatement::ChooseOption(choose) => {
            choose.options.iter().all(|option| ends(&option.body)) && choose.if_none.as_ref().is_none_or(ends)
        }
        TreeStatement::Turn(_, body) => ends_beyond_turn(body),
        _ => false,
    })
}

/// Whether a block under `turn of` always ends further out: a `leave turn` goes on behind it.
fn ends_beyond_turn(block: &tree::Block) -> bool {
    let leaves_turn = block.statements.iter().any(|one| matches!(one.kind, TreeStatement::Leave(tree::Leave::Turn)));
    !leaves_turn && ends(block)
}

//! Decisions: `choose`, `may`.

use rulehound_grammar::tree::{self, ExpressionKind as Tree};

use super::super::convert::Wanted;
use super::super::expression::numbers_of;
use super::super::types::{self, MOST_ELEMENTS};
use super::super::{Reported, Resolved, Resolver};
use crate::model::{Binder, Choice, Choose, Expression, Life, May, Meant, Offered, Several, Shape, StatementKind};

impl Resolver<'_> {
    pub(super) fn choose(&mut self, choose: &tree::Choose) -> Resolved<StatementKind> {
        self.scope.open();
        let offered = self.offered(&choose.offered);
        let names = self.scope.close();
        let if_none = self.optional_block(choose.if_none.as_ref());
        // Whether they certainly exist behind an `if none` is looked at by the check `maybe-unbound`, which knows how rules end.
        self.scope.take_in(names);
        Ok(StatementKind::Choose(Choose { offered: offered?, if_none }))
    }

    /// What may be chosen; its names are bound.
    fn offered(&mut self, offered: &tree::Offered) -> Resolved<Offered> {
        let meant = match &offered.amount {
            Some(amount) => self.several(&offered.picks, amount).map(|several| Meant::Several(Box::new(several))),
            None => self.binders(&offered.picks, Life::Block).map(Meant::Tuple),
        };
        let wording = offered.wording.as_ref().map(|wording| self.text(wording)).transpose();
        let requirements = self.requirements(&offered.requirements);
        Ok(Offered { meant: meant?, wording: wording?, requirements: requirements? })
    }

    /// `2 of x in S`: in `where` x is an element, everywhere else the set.
    fn several(&mut self, picks: &[tree::Pick], amount: &tree::Expression) -> Resolved<Several> {
        let amounts = self.amounts(amount);
        let Some(pick) = picks.first() else { return Err(Reported) };
        if let Some(second) = picks.get(1) {
            self.spoil(&pick.name);
            self.spoil(&second.name);
            return Err(self.error("wrong-arguments", "a set is chosen with one name", second.span, "a second name"));
        }
        if let Some(second) = pick.more.first() {
            self.spoil(&pick.name);
            return Err(self.error("wrong-arguments", "a set is chosen with one name", second.span, "a second name"));
        }
        let binder = self.with_names(|this| this.binder(pick, Life::Expression));
        let (Ok(binder), Ok((least, most))) = (binder, amounts) else {
            self.spoil(&pick.name);
            return Err(Reported);
        };
        let set = self.bind(&pick.name, chosen_type(&binder, &most), Life::Block);
        Ok(Several { least, most, binder, set })
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

    /// One option; its names end with its block.
    fn choice(&mut self, option: &tree::Choice) -> Resolved<Choice> {
        self.with_names(|this| {
            let offered = this.offered(&option.offered);
            let body = this.block(&option.body);
            Ok(Choice { offered: offered?, body, at: this.at(option.span) })
        })
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

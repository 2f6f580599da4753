//! Statements.

use pest::iterators::Pair;

use super::{Builder, Built, Parts};
use crate::parse::Rule;
use crate::tree::{
    Block, Choice, Choose, ChooseOption, Laid, Leave, May, Move, Offered, Remember, Repeat, Requirement, SetOperator,
    Statement, StatementKind, Template, Win,
};

impl Builder<'_, '_> {
    /// The block that stands next.
    pub(super) fn next_block(&mut self, parts: &mut Parts<'_>) -> Built<Block> {
        let block = parts.expect(Rule::block)?;
        let parts = self.parts(block);
        let span = parts.span;
        let statements = self.deeper(1, span, |builder| parts.map(|part| builder.statement(part)).collect())?;
        Ok(Block { statements, span })
    }

    /// The block that is all of the next part, if that is of the rule.
    fn only_block(&mut self, parts: &mut Parts<'_>, rule: Rule) -> Built<Option<Block>> {
        let Some(pair) = parts.maybe(rule) else { return Ok(None) };
        let mut inner = self.parts(pair);
        self.next_block(&mut inner).map(Some)
    }

    pub(super) fn statement(&mut self, pair: Pair<'_, Rule>) -> Built<Statement> {
        let rule = pair.as_rule();
        let mut parts = self.parts(pair);
        let span = parts.span;
        let kind = match rule {
            Rule::choose => self.choose(&mut parts)?,
            Rule::may => StatementKind::May(self.may(&mut parts)?),
            Rule::require => StatementKind::Require(self.requirement(&mut parts)?),
            Rule::conditional => self.conditional(&mut parts)?,
            Rule::for_all => StatementKind::For(self.selection(&mut parts)?, self.next_block(&mut parts)?),
            Rule::repeat | Rule::repeat_for => self.repeat(&mut parts)?,
            Rule::simultaneous => self.simultaneous(&mut parts)?,
            Rule::plan => self.plan(&mut parts)?,
            Rule::turn => StatementKind::Turn(self.next_expression(&mut parts)?, self.next_block(&mut parts)?),
            Rule::leave => StatementKind::Leave(self.leave(&mut parts)?),
            Rule::naming => StatementKind::Let(self.next_name(&mut parts)?, self.next_expression(&mut parts)?),
            Rule::moving => StatementKind::Move(self.moving(&mut parts)?),
            Rule::swap => StatementKind::Swap(self.next_expression(&mut parts)?, self.next_expression(&mut parts)?),
            Rule::laying_out => lay_out(self, &mut parts)?,
            Rule::draw => self.draw(&mut parts)?,
            Rule::roll => StatementKind::Roll(self.next_expression(&mut parts)?),
            Rule::shuffle => StatementKind::Shuffle(self.next_expression(&mut parts)?),
            Rule::set => self.set(&mut parts)?,
            Rule::remembering => StatementKind::Remember(remember(self, &mut parts)?),
            Rule::show => StatementKind::Show {
                what: self.next_expression(&mut parts)?,
                to: parts.next().map(|to| self.expression(to)).transpose()?,
            },
            Rule::saying => StatementKind::Say {
                text: self.next_template(&mut parts)?,
                to: parts.next().map(|to| self.expression(to)).transpose()?,
            },
            Rule::doing => {
                StatementKind::Do { name: self.next_name(&mut parts)?, arguments: self.arguments(&mut parts)? }
            }
            Rule::win => StatementKind::Win(self.win(&mut parts)?),
            _ => return parts.mismatch(),
        };
        Ok(Statement { kind, span })
    }

    fn choose(&mut self, parts: &mut Parts<'_>) -> Built<StatementKind> {
        if let Some(options) = parts.maybe(Rule::options) {
            let options = self.parts(options).map(|option| self.option(option)).collect::<Built<_>>()?;
            let if_none = self.only_block(parts, Rule::if_none)?;
            return Ok(StatementKind::ChooseOption(ChooseOption { options, if_none }));
        }
        let offered = offered(self, parts)?;
        let if_none = self.only_block(parts, Rule::if_none)?;
        Ok(StatementKind::Choose(Choose { offered, if_none }))
    }

    pub(super) fn next_template(&mut self, parts: &mut Parts<'_>) -> Built<Template> {
        let text = parts.expect(Rule::text)?;
        Ok(self.template(&text))
    }

    pub(super) fn option(&mut self, pair: Pair<'_, Rule>) -> Built<Choice> {
        let mut parts = self.parts(pair);
        let offered = match parts.maybe(Rule::text) {
            Some(text) => {
                let wording = Some(self.template(&text));
                Offered { amount: None, picks: Vec::new(), wording, requirements: self.requirements(&mut parts)? }
            }
            None => offered(self, &mut parts)?,
        };
        Ok(Choice { offered, body: self.next_block(&mut parts)?, span: parts.span })
    }

    /// All requirements that stand next.
    fn requirements(&mut self, parts: &mut Parts<'_>) -> Built<Vec<Requirement>> {
        let mut requirements = Vec::new();
        while let Some(require) = parts.maybe(Rule::require) {
            let mut require = self.parts(require);
            requirements.push(self.requirement(&mut require)?);
        }
        Ok(requirements)
    }

    fn requirement(&mut self, parts: &mut Parts<'_>) -> Built<Requirement> {
        let condition = self.next_expression(parts)?;
        let otherwise = parts.maybe(Rule::text).map(|text| self.template(&text));
        Ok(Requirement { condition, otherwise, span: parts.span })
    }

    fn may(&mut self, parts: &mut Parts<'_>) -> Built<May> {
        let repeat = match parts.maybe(Rule::often) {
            Some(often) => match self.parts(often).next() {
                Some(times) => Repeat::AtMost(self.expression(times)?),
                None => Repeat::Often,
            },
            None => Repeat::Once,
        };
        Ok(May {
            repeat,
            text: self.next_template(parts)?,
            condition: self.only_part(parts, Rule::as_long_as)?,
            requirements: self.requirements(parts)?,
            body: self.next_block(parts)?,
            if_none: self.only_block(parts, Rule::if_none)?,
        })
    }

    fn conditional(&mut self, parts: &mut Parts<'_>) -> Built<StatementKind> {
        let mut arms = Vec::new();
        while let Some(arm) = parts.maybe(Rule::arm) {
            let mut arm = self.parts(arm);
            arms.push((self.next_expression(&mut arm)?, self.next_block(&mut arm)?));
        }
        let otherwise = if parts.peek().is_some() { Some(self.next_block(parts)?) } else { None };
        Ok(StatementKind::If { arms, otherwise })
    }

    fn repeat(&mut self, parts: &mut Parts<'_>) -> Built<StatementKind> {
        let turn = parts.maybe(Rule::turn_of).map(|turn| self.span(&turn));
        if parts.peek() == Some(Rule::pick) {
            return Ok(StatementKind::RepeatFor {
                turn,
                pick: self.next_pick(parts)?,
                condition: self.only_part(parts, Rule::as_long_as)?,
                body: self.next_block(parts)?,
            });
        }
        let times = parts.maybe(Rule::sum).map(|times| self.expression(times)).transpose()?;
        let condition = self.only_part(parts, Rule::as_long_as)?;
        Ok(StatementKind::Repeat { times, condition, body: self.next_block(parts)? })
    }

    fn simultaneous(&mut self, parts: &mut Parts<'_>) -> Built<StatementKind> {
        Ok(StatementKind::Simultaneous {
            pick: self.next_pick(parts)?,
            keys: self.by_keys(parts)?,
            body: self.next_block(parts)?,
            reveal: self.only_block(parts, Rule::reveal)?,
        })
    }

    /// `plan best by` says once that the greatest is best.
    fn plan(&mut self, parts: &mut Parts<'_>) -> Built<StatementKind> {
        let best = parts.maybe(Rule::best).is_some();
        let mut keys = self.by_keys(parts)?;
        keys.iter_mut().for_each(|key| key.best |= best);
        let body = self.next_block(parts)?;
        Ok(StatementKind::Plan { keys, body, if_none: self.only_block(parts, Rule::if_none)? })
    }

    fn leave(&mut self, parts: &mut Parts<'_>) -> Built<Leave> {
        let what = parts.part()?;
        Ok(match what.as_rule() {
            Rule::this_turn => Leave::Turn,
            Rule::this_plan => Leave::Plan,
            _ => Leave::Named(self.name(&what)),
        })
    }

    fn moving(&mut self, parts: &mut Parts<'_>) -> Built<Move> {
        let form = parts.part()?;
        let rule = form.as_rule();
        let mut parts = self.parts(form);
        Ok(match rule {
            Rule::move_each => Move::Each(self.selection(&mut parts)?, self.next_expression(&mut parts)?),
            Rule::move_all => Move::All {
                kind: parts.maybe(Rule::postfix).map(|kind| self.expression(kind)).transpose()?,
                from: self.next_expression(&mut parts)?,
                to: self.next_expression(&mut parts)?,
            },
            Rule::move_some => Move::Some {
                amount: self.next_expression(&mut parts)?,
                kind: self.next_expression(&mut parts)?,
                from: self.next_expression(&mut parts)?,
                to: self.next_expression(&mut parts)?,
            },
            _ => Move::What { what: self.next_expression(&mut parts)?, to: self.next_expression(&mut parts)? },
        })
    }

    fn draw(&mut self, parts: &mut Parts<'_>) -> Built<StatementKind> {
        let Some(from) = parts.maybe(Rule::draw_from) else { return self.next_pick(parts).map(StatementKind::DrawOne) };
        let mut parts = self.parts(from);
        Ok(StatementKind::DrawFrom {
            amount: self.next_expression(&mut parts)?,
            from: self.next_expression(&mut parts)?,
            to: self.next_expression(&mut parts)?,
        })
    }

    fn set(&mut self, parts: &mut Parts<'_>) -> Built<StatementKind> {
        let target = self.next_expression(parts)?;
        let operator = match parts.expect(Rule::set_sign)?.as_str() {
            "+=" => SetOperator::Plus,
            "-=" => SetOperator::Minus,
            "*=" => SetOperator::Times,
            _ => SetOperator::Becomes,
        };
        Ok(StatementKind::Set { target, operator, value: self.next_expression(parts)? })
    }

    fn win(&mut self, parts: &mut Parts<'_>) -> Built<Win> {
        let form = parts.part()?;
        Ok(match form.as_rule() {
            Rule::nobody => Win::Nobody,
            Rule::win_ranked => {
                let mut ranked = self.parts(form);
                Win::Ranked(self.next_pick(&mut ranked)?, self.by_keys(&mut ranked)?)
            }
            _ => Win::These(self.expression(form)?),
        })
    }
}

/// What may be chosen, as far as a block or the end.
fn offered(builder: &mut Builder<'_, '_>, parts: &mut Parts<'_>) -> Built<Offered> {
    let (amount, picks) = match parts.maybe(Rule::choose_some) {
        Some(some) => {
            let mut some = builder.parts(some);
            (Some(builder.next_expression(&mut some)?), builder.next_picks(&mut some)?)
        }
        None => (None, builder.next_picks(parts)?),
    };
    let wording = match parts.maybe(Rule::wording) {
        Some(wording) => Some(builder.next_template(&mut builder.parts(wording))?),
        None => None,
    };
    Ok(Offered { amount, picks, wording, requirements: builder.requirements(parts)? })
}

/// `lay out board "…" { … }`.
fn lay_out(builder: &mut Builder<'_, '_>, parts: &mut Parts<'_>) -> Built<StatementKind> {
    let board = builder.next_name(parts)?;
    let drawing = parts.expect(Rule::drawing)?;
    let rows = builder.parts(drawing).map(|row| builder.plain(&row)).collect();
    let mut legend = Vec::new();
    while let Some(laid) = parts.maybe(Rule::laid) {
        let mut laid = builder.parts(laid);
        let span = laid.span;
        let sign = builder.plain(&laid.expect(Rule::text)?);
        let name = laid.maybe(Rule::name).map(|name| builder.name(&name));
        let (set, condition) = (builder.next_expression(&mut laid)?, builder.condition(&mut laid)?);
        legend.push(Laid { sign, name, set, condition, span });
    }
    Ok(StatementKind::LayOut { board, rows, legend })
}

/// `note position(p)`, `forget positions`.
fn remember(builder: &mut Builder<'_, '_>, parts: &mut Parts<'_>) -> Built<Remember> {
    let Some(note) = parts.maybe(Rule::note_position) else {
        parts.expect(Rule::forget_positions)?;
        return Ok(Remember::Forget);
    };
    let mut note = builder.parts(note);
    Ok(Remember::Note(builder.arguments(&mut note)?))
}

//! Components: their attributes and how they are made.

use pest::iterators::Pair;

use super::{Builder, Built, Parts};
use crate::parse::Rule;
use crate::tree::{Attribute, Component, ComponentMember, Index, Initial, Make, MakeKind, Name, Template};

impl Builder<'_, '_> {
    pub(super) fn component(&mut self, parts: &mut Parts<'_>) -> Built<Component> {
        let name = self.next_name(parts)?;
        let owner = self.owned(parts)?;
        let notes = self.notes(parts)?;
        let body = parts.maybe(Rule::component_body);
        let braces = body.is_some();
        let members = match body {
            Some(body) => self.parts(body).map(|member| self.member(member)).collect::<Built<_>>()?,
            None => Vec::new(),
        };
        Ok(Component { name, owner, notes, members, braces })
    }

    pub(super) fn member(&mut self, pair: Pair<'_, Rule>) -> Built<ComponentMember> {
        if pair.as_rule() == Rule::make {
            self.make(pair).map(ComponentMember::Make)
        } else {
            self.attribute(pair).map(ComponentMember::Attribute)
        }
    }

    fn attribute(&mut self, pair: Pair<'_, Rule>) -> Built<Attribute> {
        let mut parts = self.parts(pair);
        let name = self.next_name(&mut parts)?;
        let index = self.index(&mut parts)?;
        let of = self.new_type(&mut parts)?;
        let seen = self.seen(&mut parts)?;
        let called = if let Some(wording) = parts.maybe(Rule::wording) {
            Some(self.next_template(&mut self.parts(wording))?)
        } else {
            let untold = parts.maybe(Rule::untold);
            untold.map(|word| Template { pieces: Vec::new(), span: self.span(&word) })
        };
        Ok(Attribute { name, index, of, seen, called, span: parts.span })
    }

    fn make(&mut self, pair: Pair<'_, Rule>) -> Built<Make> {
        let mut parts = self.parts(pair);
        let span = parts.span;
        let form = parts.part()?;
        let rows = form.as_rule() == Rule::make_rows;
        let mut form = self.parts(form);
        let kind = if rows { self.make_rows(&mut form)? } else { self.make_each(&mut form)? };
        Ok(Make { kind, span })
    }

    fn make_rows(&mut self, parts: &mut Parts<'_>) -> Built<MakeKind> {
        let mut columns = Vec::new();
        while let Some(column) = parts.maybe(Rule::column) {
            columns.push(self.column(column)?);
        }
        let entries = parts.map(|entry| self.entry(entry)).collect::<Built<_>>()?;
        Ok(MakeKind::Rows { columns, entries })
    }

    fn column(&mut self, pair: Pair<'_, Rule>) -> Built<(Name, Option<Index>)> {
        let mut parts = self.parts(pair);
        Ok((self.next_name(&mut parts)?, self.index(&mut parts)?))
    }

    fn make_each(&mut self, parts: &mut Parts<'_>) -> Built<MakeKind> {
        let copies = self.only_part(parts, Rule::copies)?;
        let picks = match parts.maybe(Rule::picks) {
            Some(picks) => self.picks(picks)?,
            None => Vec::new(),
        };
        let values = match parts.maybe(Rule::initials) {
            Some(values) => self.parts(values).map(|value| self.initial(value)).collect::<Built<_>>()?,
            None => Vec::new(),
        };
        Ok(MakeKind::Each { copies, picks, values })
    }

    fn initial(&mut self, pair: Pair<'_, Rule>) -> Built<Initial> {
        let mut parts = self.parts(pair);
        let name = self.next_name(&mut parts)?;
        let arguments = self.arguments(&mut parts)?.unwrap_or_default();
        Ok(Initial { name, arguments, value: self.next_expression(&mut parts)? })
    }
}

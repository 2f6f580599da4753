//! The heading and the declarations, but for components and boards.

use std::sync::Arc;

use pest::iterators::Pair;

use super::expressions::expression;
use super::prose::prose_above;
use super::types::named_index;
use super::{Builder, Built, Parts, or_untold};
use crate::parse::Rule;
use crate::tree::{
    Beside, Change, Declaration, Deep, Definition, Enumeration, ExpressionKind, Game, Layout, ListedValue, Name,
    Parameter, Players, PlayersKind, Removal, Row, Runnable, Setting, Shown, Sort, Struck, Table, Thing, Trigger,
    Turned, Variable, Watch, WatchedPlace, Zone,
};

impl Builder<'_, '_> {
    /// `heading_alone`.
    pub fn heading(&mut self, pair: Pair<'_, Rule>) -> Built<Game> {
        let game = self.parts(pair).expect(Rule::game)?;
        let mut parts = self.parts(game);
        let (mut notes, code) = prose_above(self, &mut parts);
        let title = self.plain(&parts.expect(Rule::text)?);
        let mut extends = Vec::new();
        while let Some(text) = parts.maybe(Rule::text) {
            extends.push(self.plain(&text));
        }
        notes.extend(self.notes(&mut parts)?);
        notes.sort_by_key(|note| note.kind);
        let mut sections = Vec::new();
        if let Some(listed) = parts.maybe(Rule::sections) {
            let mut listed = self.parts(listed);
            while let Some(text) = listed.maybe(Rule::text) {
                sections.push(self.plain(&text));
            }
        }
        Ok(Game { title, extends, notes, sections, span: parts.span, code })
    }

    /// `declaration_alone`.
    pub fn declaration(&mut self, pair: Pair<'_, Rule>) -> Built<Declaration> {
        let declaration = self.parts(pair).expect(Rule::declaration)?;
        let mut parts = self.parts(declaration);
        let (prose, code) = prose_above(self, &mut parts);
        let change = match parts.maybe(Rule::change) {
            Some(word) if word.as_str() == "replace" => Change::Replace(self.span(&word)),
            Some(word) => Change::Extend(self.span(&word)),
            None => Change::New,
        };
        let thing = parts.part()?;
        let mut thing = self.thing(thing)?;
        if let Some(notes) = thing.notes_mut() {
            notes.splice(0..0, prose);
            notes.sort_by_key(|note| note.kind);
        }
        Ok(Declaration { change, thing, span: parts.span, code })
    }

    fn thing(&mut self, pair: Pair<'_, Rule>) -> Built<Thing> {
        let rule = pair.as_rule();
        let mut parts = self.parts(pair);
        Ok(match rule {
            Rule::removal => Thing::Removal(self.removal(&mut parts)?),
            Rule::players => Thing::Players(Arc::new(self.players(&mut parts)?)),
            Rule::enumeration => Thing::Enumeration(Arc::new(self.enumeration(&mut parts)?)),
            Rule::component => Thing::Component(Arc::new(self.component(&mut parts)?)),
            Rule::path => Thing::Board(Arc::new(self.path(&mut parts)?)),
            Rule::grid => Thing::Board(Arc::new(self.grid(&mut parts)?)),
            Rule::net => Thing::Board(Arc::new(super::boards::net(self, &mut parts)?)),
            Rule::zone => Thing::Zone(Arc::new(self.zone(&mut parts)?)),
            Rule::variable => Thing::Variable(Arc::new(self.variable(&mut parts)?)),
            Rule::setting => Thing::Setting(Arc::new(self.setting(&mut parts)?)),
            Rule::table => Thing::Table(Arc::new(self.table(&mut parts)?)),
            Rule::definition => Thing::Definition(Arc::new(self.definition(&mut parts)?)),
            Rule::runnable => Thing::Runnable(Arc::new(self.runnable(&mut parts)?)),
            Rule::trigger => Thing::Trigger(Arc::new(self.trigger(&mut parts)?)),
            Rule::layout => Thing::Layout(Arc::new(layout(self, &mut parts)?)),
            _ => return parts.mismatch(),
        })
    }

    fn removal(&mut self, parts: &mut Parts<'_>) -> Built<Removal> {
        let sort = match parts.expect(Rule::sort)?.as_str() {
            "type" => Sort::Type,
            "component" => Sort::Component,
            "track" => Sort::Track,
            "ring" => Sort::Ring,
            "grid" => Sort::Grid,
            "net" => Sort::Net,
            "zone" => Sort::Zone,
            "pile" => Sort::Pile,
            "var" => Sort::Var,
            "setting" => Sort::Setting,
            "table" => Sort::Table,
            "def" => Sort::Def,
            "phase" => Sort::Phase,
            "rule" => Sort::Rule,
            "trigger" => Sort::Trigger,
            "layout" => Sort::Layout,
            _ => return parts.mismatch(),
        };
        Ok(Removal { sort, name: self.next_name(parts)?, parameters: self.parameters(parts)? })
    }

    fn players(&mut self, parts: &mut Parts<'_>) -> Built<Players> {
        let kind = parts.part()?;
        let kind = match kind.as_rule() {
            Rule::range => {
                let mut ends = self.parts(kind);
                PlayersKind::Count(self.next_expression(&mut ends)?, self.next_expression(&mut ends)?)
            }
            Rule::number => {
                let number = self.number(&kind);
                PlayersKind::Count(number.clone(), number)
            }
            _ => PlayersKind::Named(self.names(kind)),
        };
        Ok(Players { kind, notes: self.notes(parts)? })
    }

    fn enumeration(&mut self, parts: &mut Parts<'_>) -> Built<Enumeration> {
        let name = self.next_name(parts)?;
        let listed: Vec<_> = self.parts(parts.expect(Rule::listed_values)?).collect();
        let ordered = listed.iter().any(|part| part.as_rule() == Rule::below);
        let values = listed.into_iter().filter(|part| part.as_rule() == Rule::listed_value);
        let values = values.map(|value| listed_value(self, value)).collect::<Built<_>>()?;
        Ok(Enumeration { name, values, ordered, notes: self.notes(parts)? })
    }

    fn zone(&mut self, parts: &mut Parts<'_>) -> Built<Zone> {
        let ordered = parts.expect(Rule::zone_word)?.as_str() == "pile";
        let name = self.next_name(parts)?;
        let index = named_index(self, parts)?;
        let (holder, owner) = held_by(self, parts)?;
        let holds = self.names(parts.expect(Rule::held)?);
        let seen = self.seen(parts)?;
        let top_seen = match parts.maybe(Rule::top_seen) {
            Some(top) => {
                let mut top = self.parts(top);
                self.seen(&mut top)?
            }
            None => None,
        };
        Ok(Zone { ordered, name, index, owner, holder, holds, seen, top_seen, notes: self.notes(parts)? })
    }

    fn variable(&mut self, parts: &mut Parts<'_>) -> Built<Variable> {
        let name = self.next_name(parts)?;
        let index = named_index(self, parts)?;
        let (holder, owner) = held_by(self, parts)?;
        let of = self.new_type(parts)?;
        let seen = self.seen(parts)?;
        let (first, each) = match parts.maybe(Rule::first_value) {
            Some(value) => {
                let mut value = self.parts(value);
                let first = self.next_expression(&mut value)?;
                (Some(first), value.maybe(Rule::name).map(|name| self.name(&name)))
            }
            None => (None, None),
        };
        Ok(Variable { name, index, owner, holder, of, seen, first, each, notes: or_untold(self.notes(parts)?) })
    }

    fn setting(&mut self, parts: &mut Parts<'_>) -> Built<Setting> {
        let name = self.next_name(parts)?;
        let of = self.new_type(parts)?;
        let value = self.next_expression(parts)?;
        Ok(Setting { name, of, value, notes: self.notes(parts)? })
    }

    fn table(&mut self, parts: &mut Parts<'_>) -> Built<Table> {
        let name = self.next_name(parts)?;
        let Some(index) = self.index(parts)? else { return parts.mismatch() };
        let of = parts.maybe(Rule::new_type).map(|of| self.type_of(of)).transpose()?;
        let notes = self.notes(parts)?;
        let mut rows = Vec::new();
        while let Some(row) = parts.maybe(Rule::row) {
            rows.push(self.row(row)?);
        }
        Ok(Table { name, index, of, notes, rows })
    }

    pub(super) fn row(&mut self, pair: Pair<'_, Rule>) -> Built<Row> {
        let mut parts = self.parts(pair);
        let mut key = self.parts(parts.expect(Rule::row_key)?);
        let key = match key.maybe(Rule::all_others) {
            Some(_) => None,
            None => Some(self.next_expression(&mut key)?),
        };
        let span = parts.span;
        let entries = parts.map(|entry| self.entry(entry)).collect::<Built<_>>()?;
        Ok(Row { key, entries, span })
    }

    /// A number with its sign; what does not fit is the greatest or least there is.
    pub(super) fn whole_number(&mut self, pair: &Pair<'_, Rule>) -> i64 {
        let number = self.number(pair);
        match *number.kind {
            ExpressionKind::Number(value) => value,
            ExpressionKind::Negative(inner) => match *inner.kind {
                ExpressionKind::Number(value) => -value,
                _ => 0,
            },
            _ => 0,
        }
    }

    fn definition(&mut self, parts: &mut Parts<'_>) -> Built<Definition> {
        let name = self.next_name(parts)?;
        let parameters = self.parameters(parts)?;
        let deep = deep(self, parts)?;
        let shown = parts.maybe(Rule::shown).map(|shown| Shown {
            span: self.span(&shown),
            called: self.parts(shown).maybe(Rule::text).map(|text| self.plain(&text)),
        });
        let notes = self.notes(parts)?;
        Ok(Definition { name, parameters, deep, shown, notes, value: self.next_expression(parts)? })
    }

    fn runnable(&mut self, parts: &mut Parts<'_>) -> Built<Runnable> {
        let phase = parts.expect(Rule::runnable_word)?.as_str() == "phase";
        let name = self.next_name(parts)?;
        let parameters = self.parameters(parts)?;
        let deep = deep(self, parts)?;
        let notes = self.notes(parts)?;
        Ok(Runnable { phase, name, parameters, deep, notes, body: self.next_block(parts)? })
    }

    /// The parameters that may stand next.
    fn parameters(&mut self, parts: &mut Parts<'_>) -> Built<Option<Vec<Parameter>>> {
        let Some(pair) = parts.maybe(Rule::parameters) else { return Ok(None) };
        let parameters = self.parts(pair);
        parameters.map(|parameter| self.parameter(parameter)).collect::<Built<_>>().map(Some)
    }

    fn parameter(&mut self, pair: Pair<'_, Rule>) -> Built<Parameter> {
        let mut parts = self.parts(pair);
        let Some(name) = parts.maybe(Rule::name) else {
            return self.next_expression(&mut parts).map(Parameter::Value);
        };
        let of = parts.maybe(Rule::known_type).map(|of| self.type_of(of)).transpose()?;
        Ok(Parameter::Named(self.name(&name), of))
    }

    fn trigger(&mut self, parts: &mut Parts<'_>) -> Built<Trigger> {
        let name = self.next_name(parts)?;
        let notes = or_untold(self.notes(parts)?);
        let watch = parts.part()?;
        let after = watch.as_rule() == Rule::after;
        let mut inner = self.parts(watch);
        let watch = if after { self.after(&mut inner)? } else { self.when(&mut inner)? };
        Ok(Trigger { name, notes, watch, body: self.next_block(parts)? })
    }

    fn after(&mut self, parts: &mut Parts<'_>) -> Built<Watch> {
        if let Some(rule) = parts.maybe(Rule::watched_rule) {
            let mut rule = self.parts(rule);
            let name = self.next_name(&mut rule)?;
            let arguments = self.arguments(&mut rule)?;
            return Ok(Watch::Rule { name, arguments, condition: self.condition(parts)? });
        }
        let watched = parts.expect(Rule::watched_move)?;
        // `from` and `to` are told apart by their words, so these are looked at here.
        let (mut name, mut kind, mut from, mut to) = (None, None, None, None);
        let mut behind_to = false;
        for part in watched.into_inner() {
            match part.as_rule() {
                Rule::watched_name => name = self.parts(part).maybe(Rule::name).map(|name| self.name(&name)),
                Rule::postfix => kind = Some(self.expression(part)?),
                Rule::word_to => behind_to = true,
                Rule::watched_place if behind_to => to = Some(self.watched_place(part)?),
                Rule::watched_place => from = Some(self.watched_place(part)?),
                _ => {}
            }
        }
        let Some(kind) = kind else { return parts.mismatch() };
        Ok(Watch::Move { name, kind, from, to, condition: self.condition(parts)? })
    }

    fn watched_place(&mut self, pair: Pair<'_, Rule>) -> Built<WatchedPlace> {
        let mut parts = self.parts(pair);
        let name = parts.maybe(Rule::name).map(|name| self.name(&name));
        Ok(WatchedPlace { name, place: self.next_expression(&mut parts)? })
    }

    fn when(&mut self, parts: &mut Parts<'_>) -> Built<Watch> {
        let binding = match parts.maybe(Rule::when_binding) {
            Some(binding) => {
                let mut binding = self.parts(binding);
                Some((self.next_name(&mut binding)?, self.next_expression(&mut binding)?))
            }
            None => None,
        };
        Ok(Watch::When { binding, condition: self.next_expression(parts)? })
    }

    /// The name that stands next.
    pub(super) fn next_name(&mut self, parts: &mut Parts<'_>) -> Built<crate::tree::Name> {
        let name = parts.expect(Rule::name)?;
        Ok(self.name(&name))
    }

    /// `of each …`, if it stands next.
    pub(super) fn owned(&mut self, parts: &mut Parts<'_>) -> Built<Option<crate::tree::Name>> {
        let Some(owned) = parts.maybe(Rule::owned) else { return Ok(None) };
        let mut owned = self.parts(owned);
        self.next_name(&mut owned).map(Some)
    }

    /// An entry of a row: a number, `yes`, `no`, `none` or a value.
    pub(super) fn entry(&mut self, pair: Pair<'_, Rule>) -> Built<crate::tree::Expression> {
        let mut parts = self.parts(pair);
        let span = parts.span;
        if parts.peek() == Some(Rule::nothing) {
            return Ok(expression(ExpressionKind::None, span));
        }
        self.next_expression(&mut parts)
    }
}

/// `deep 15`, if it stands next.
fn deep(builder: &mut Builder<'_, '_>, parts: &mut Parts<'_>) -> Built<Option<Deep>> {
    let Some(pair) = parts.maybe(Rule::deep) else { return Ok(None) };
    let span = builder.span(&pair);
    let most = builder.parts(pair).expect(Rule::number)?;
    Ok(Some(Deep { most: builder.whole_number(&most), span }))
}

fn layout(builder: &mut Builder<'_, '_>, parts: &mut Parts<'_>) -> Built<Layout> {
    let name = builder.next_name(parts)?;
    let turned = parts.maybe(Rule::turned).map(|turned| Turned {
        span: builder.span(&turned),
        player: builder.parts(turned).maybe(Rule::name).map(|name| builder.name(&name)),
    });
    let struck = parts.maybe(Rule::struck).map(|struck| Struck {
        span: builder.span(&struck),
        said: builder.parts(struck).maybe(Rule::text).map(|text| builder.plain(&text)),
    });
    let drawing = parts.maybe(Rule::drawing).map(|drawing| builder.parts(drawing));
    let rows = drawing.into_iter().flatten().map(|row| builder.plain(&row)).collect();
    let beside = parts.maybe(Rule::beside).map(|beside| builder.parts(beside));
    let lines = beside.into_iter().flatten().map(|line| {
        let mut line = builder.parts(line);
        let (span, sign) = (line.span, builder.plain(&line.expect(Rule::text)?));
        Ok(Beside { sign, places: builder.next_expression(&mut line)?, span })
    });
    let beside = lines.collect::<Built<Vec<_>>>()?;
    Ok(Layout { name, turned, struck, rows, beside })
}

fn listed_value(builder: &mut Builder<'_, '_>, pair: Pair<'_, Rule>) -> Built<ListedValue> {
    let mut parts = builder.parts(pair);
    let name = builder.next_name(&mut parts)?;
    let called = match parts.maybe(Rule::wording) {
        Some(wording) => Some(builder.next_template(&mut builder.parts(wording))?),
        None => None,
    };
    Ok(ListedValue { name, called })
}

/// `of each c in Chest`: what one is called, and whose the thing is.
fn held_by(builder: &mut Builder<'_, '_>, parts: &mut Parts<'_>) -> Built<(Option<Name>, Option<Name>)> {
    let Some(held) = parts.maybe(Rule::held_by) else { return Ok((None, None)) };
    let mut held = builder.parts(held);
    let first = builder.next_name(&mut held)?;
    Ok(match held.maybe(Rule::name) {
        Some(owner) => (Some(first), Some(builder.name(&owner))),
        None => (None, Some(first)),
    })
}

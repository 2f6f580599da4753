//! Names with their sets, and the keys that order them.

use pest::iterators::Pair;

use super::{Builder, Built, Parts};
use crate::parse::Rule;
use crate::tree::{Expression, Key, Name, Pick, Selection};

impl Builder<'_, '_> {
    /// The picks that stand next.
    pub(super) fn next_picks(&mut self, parts: &mut Parts<'_>) -> Built<Vec<Pick>> {
        let picks = parts.expect(Rule::picks)?;
        self.picks(picks)
    }

    pub(super) fn picks(&mut self, pair: Pair<'_, Rule>) -> Built<Vec<Pick>> {
        let parts = self.parts(pair);
        parts.map(|pick| self.pick(pick)).collect()
    }

    pub(super) fn next_pick(&mut self, parts: &mut Parts<'_>) -> Built<Pick> {
        let pick = parts.expect(Rule::pick)?;
        self.pick(pick)
    }

    pub(super) fn pick(&mut self, pair: Pair<'_, Rule>) -> Built<Pick> {
        let mut parts = self.parts(pair);
        let (name, more) = match parts.maybe(Rule::tuple_names) {
            Some(names) => tuple_names(self, names)?,
            None => (self.name(&parts.expect(Rule::name)?), Vec::new()),
        };
        let set = self.next_expression(&mut parts)?;
        let from = self.only_part(&mut parts, Rule::from)?;
        let condition = self.condition(&mut parts)?;
        Ok(Pick { name, more, set, from, condition, span: parts.span })
    }

    /// `where C`, if it stands next.
    pub(super) fn condition(&mut self, parts: &mut Parts<'_>) -> Built<Option<Expression>> {
        self.only_part(parts, Rule::condition)
    }

    /// `by k1, best k2`, if it stands next; else no keys.
    pub(super) fn by_keys(&mut self, parts: &mut Parts<'_>) -> Built<Vec<Key>> {
        let Some(keys) = parts.maybe(Rule::by_keys) else { return Ok(Vec::new()) };
        self.parts(keys).map(|key| self.key(key)).collect()
    }

    fn key(&mut self, pair: Pair<'_, Rule>) -> Built<Key> {
        let mut parts = self.parts(pair);
        let best = parts.maybe(Rule::best).is_some();
        Ok(Key { best, value: self.next_expression(&mut parts)? })
    }

    /// The selection that stands next.
    pub(super) fn selection(&mut self, parts: &mut Parts<'_>) -> Built<Selection> {
        let selection = parts.expect(Rule::selection)?;
        let mut parts = self.parts(selection);
        let first = self.only_part(&mut parts, Rule::first_some)?;
        let picks = self.next_picks(&mut parts)?;
        let keys = self.by_keys(&mut parts)?;
        Ok(Selection { first, picks, keys })
    }
}

/// `(x, y)`: the first name and the others.
fn tuple_names(builder: &mut Builder<'_, '_>, pair: Pair<'_, Rule>) -> Built<(Name, Vec<Name>)> {
    let mut parts = builder.parts(pair);
    let first = builder.name(&parts.expect(Rule::name)?);
    Ok((first, parts.map(|name| builder.name(&name)).collect()))
}

//! Types and audiences.

use pest::iterators::Pair;

use super::{Builder, Built, Parts};
use crate::parse::Rule;
use crate::tree::{Audience, Index, IndexPart, Seen, Type, TypeKind, Viewer, ViewerArgument};

impl Builder<'_, '_> {
    /// The index that may stand next.
    pub(super) fn index(&mut self, parts: &mut Parts<'_>) -> Built<Option<Index>> {
        let Some(pair) = parts.maybe(Rule::index) else { return Ok(None) };
        let parts = self.parts(pair);
        let span = parts.span;
        let parts = parts.map(|part| Ok(IndexPart { name: None, of: self.type_of(part)? })).collect::<Built<_>>()?;
        Ok(Some(Index { parts, span }))
    }

    /// The type that stands next, where new values may be listed.
    pub(super) fn new_type(&mut self, parts: &mut Parts<'_>) -> Built<Type> {
        let pair = parts.expect(Rule::new_type)?;
        self.type_of(pair)
    }

    /// `new_type` or `known_type`.
    pub(super) fn type_of(&mut self, pair: Pair<'_, Rule>) -> Built<Type> {
        let mut parts = self.parts(pair);
        let kind = parts.part()?;
        let kind = match kind.as_rule() {
            Rule::yes_or_no => TypeKind::YesOrNo,
            Rule::range => {
                let mut ends = self.parts(kind);
                TypeKind::Range(self.next_expression(&mut ends)?, self.next_expression(&mut ends)?)
            }
            Rule::type_except => {
                let mut names = self.names(kind).into_iter();
                match names.next() {
                    Some(name) => TypeKind::Except(name, names.collect()),
                    None => return parts.mismatch(),
                }
            }
            Rule::name => TypeKind::Named(self.name(&kind)),
            Rule::names => {
                let mut names = self.names(kind);
                if names.len() > 1 {
                    TypeKind::Values(names)
                } else {
                    match names.pop() {
                        Some(name) => TypeKind::Named(name),
                        None => return parts.mismatch(),
                    }
                }
            }
            _ => return parts.mismatch(),
        };
        if let TypeKind::Named(name) = &kind {
            self.check_foreign_type(name);
        }
        let or_none = parts.maybe(Rule::or_none).is_some();
        Ok(Type { kind, or_none, span: parts.span })
    }

    /// `seen by …`, if it stands next.
    pub(super) fn seen(&mut self, parts: &mut Parts<'_>) -> Built<Option<Seen>> {
        let Some(pair) = parts.maybe(Rule::seen) else { return Ok(None) };
        let mut parts = self.parts(pair);
        let audience = parts.part()?;
        let audience = match audience.as_rule() {
            Rule::nobody => Audience::Nobody,
            Rule::viewers => Audience::Only(self.viewers(audience)?),
            _ => match self.parts(audience).maybe(Rule::viewers) {
                Some(viewers) => Audience::AllExcept(self.viewers(viewers)?),
                None => Audience::All,
            },
        };
        Ok(Some(Seen { audience, span: parts.span }))
    }

    fn viewers(&mut self, pair: Pair<'_, Rule>) -> Built<Vec<Viewer>> {
        let parts = self.parts(pair);
        parts.map(|viewer| self.viewer(viewer)).collect()
    }

    fn viewer(&mut self, pair: Pair<'_, Rule>) -> Built<Viewer> {
        let mut parts = self.parts(pair);
        if parts.maybe(Rule::owner).is_some() {
            return Ok(Viewer::Owner(parts.span));
        }
        if let Some(feature) = parts.maybe(Rule::viewer_feature) {
            return self.postfix(feature).map(Viewer::Feature);
        }
        let name = self.name(&parts.expect(Rule::name)?);
        let arguments = match parts.maybe(Rule::viewer_arguments) {
            Some(arguments) => {
                Some(self.parts(arguments).map(|argument| self.viewer_argument(argument)).collect::<Built<_>>()?)
            }
            None => None,
        };
        Ok(Viewer::Named { name, arguments, span: parts.span })
    }

    fn viewer_argument(&mut self, pair: Pair<'_, Rule>) -> Built<ViewerArgument> {
        let mut parts = self.parts(pair);
        if parts.maybe(Rule::owner).is_some() {
            return Ok(ViewerArgument::Owner(parts.span));
        }
        self.next_expression(&mut parts).map(ViewerArgument::Value)
    }
}

/// The index that may stand next, whose values may be named.
pub(super) fn named_index(builder: &mut Builder<'_, '_>, parts: &mut Parts<'_>) -> Built<Option<Index>> {
    let Some(pair) = parts.maybe(Rule::named_index) else { return Ok(None) };
    let parts = builder.parts(pair);
    let span = parts.span;
    let parts = parts.map(|part| index_part(builder, part)).collect::<Built<_>>()?;
    Ok(Some(Index { parts, span }))
}

fn index_part(builder: &mut Builder<'_, '_>, pair: Pair<'_, Rule>) -> Built<IndexPart> {
    let mut parts = builder.parts(pair);
    let name = parts.maybe(Rule::name).map(|name| builder.name(&name));
    Ok(IndexPart { name, of: builder.type_of(parts.expect(Rule::known_type)?)? })
}

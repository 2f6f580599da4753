//! Types as written.

use super::{Expression, Name};
use crate::span::Span;

/// `0..30`, `Kind except copy`, `yes or no`, `player or none`, `red, green, blue`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// Without `or none`.
    pub kind: TypeKind,
    /// Whether `or none` stands behind it.
    pub or_none: bool,
    /// Where it stands.
    pub span: Span,
}

/// The forms of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// `yes or no`.
    YesOrNo,
    /// `a..b`.
    Range(Expression, Expression),
    /// A single name: an enumeration, a kind, a board, `player`, `place`, `direction`; or, where new values may
    /// stand, the only value of an enumeration without a name.
    Named(Name),
    /// `E except v, w`.
    Except(Name, Vec<Name>),
    /// Two or more new values; only in attributes, variables and settings.
    Values(Vec<Name>),
}

/// `(Kind, 1..6)` behind the name of a zone, variable, attribute or table: one or two types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    /// Its parts.
    pub parts: Vec<IndexPart>,
    /// With the brackets.
    pub span: Span,
}

impl Index {
    /// The types.
    pub fn types(&self) -> impl Iterator<Item = &Type> {
        self.parts.iter().map(|part| &part.of)
    }
}

/// `Kind`, or `k: Kind`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexPart {
    /// What a value of it is called where it is said who sees the thing.
    pub name: Option<Name>,
    /// The type.
    pub of: Type,
}

/// `seen by …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// By whom.
    pub audience: Audience,
    /// With its words.
    pub span: Span,
}

/// Who may look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// `all`.
    All,
    /// `nobody`.
    Nobody,
    /// `owner, dealer`.
    Only(Vec<Viewer>),
    /// `all except owner`.
    AllExcept(Vec<Viewer>),
}

/// One of an audience.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// `owner`.
    Owner(Span),
    /// A variable or definition, with its arguments if brackets stand behind it.
    Named {
        /// Its name.
        name: Name,
        /// What stands in the brackets.
        arguments: Option<Vec<ViewerArgument>>,
        /// With the brackets.
        span: Span,
    },
    /// `c.keeper`: a feature.
    Feature(Expression),
}

/// What may stand in the brackets of a viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ViewerArgument {
    /// `owner`.
    Owner(Span),
    /// Any expression.
    Value(Expression),
}

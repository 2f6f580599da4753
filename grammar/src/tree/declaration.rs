//! Declarations.

use std::sync::Arc;

use super::{Block, Expression, Index, Name, Note, Plain, Seen, Template, Type};
use crate::span::Span;

/// One declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Whether it is new or changes the parent's.
    pub change: Change,
    /// What is declared.
    pub thing: Thing,
    /// The whole declaration.
    pub span: Span,
    /// The declaration without the prose above it.
    pub code: Span,
}

/// How a declaration relates to the files it extends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// No word before it.
    New,
    /// `replace`.
    Replace(Span),
    /// `extend`.
    Extend(Span),
}

/// What can be declared. Trees are shared, so that a text of which little changes is not copied whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thing {
    /// `remove rule x`.
    Removal(Removal),
    /// `players 2..4`.
    Players(Arc<Players>),
    /// `type Kind = low, high`.
    Enumeration(Arc<Enumeration>),
    /// `component Card of each player { … }`.
    Component(Arc<Component>),
    /// `track`, `ring`, `grid`.
    Board(Arc<Board>),
    /// `zone`, `pile`.
    Zone(Arc<Zone>),
    /// `var`.
    Variable(Arc<Variable>),
    /// `setting`.
    Setting(Arc<Setting>),
    /// `table`.
    Table(Arc<Table>),
    /// `def`.
    Definition(Arc<Definition>),
    /// `phase`, `rule`.
    Runnable(Arc<Runnable>),
    /// `trigger`.
    Trigger(Arc<Trigger>),
    /// `layout`.
    Layout(Arc<Layout>),
}

impl Thing {
    /// What is remarked on it; `None` where nothing can be.
    pub fn notes(&self) -> Option<&Vec<Note>> {
        match self {
            Self::Removal(_) | Self::Layout(_) => None,
            Self::Players(one) => Some(&one.notes),
            Self::Enumeration(one) => Some(&one.notes),
            Self::Component(one) => Some(&one.notes),
            Self::Board(one) => Some(&one.notes),
            Self::Zone(one) => Some(&one.notes),
            Self::Variable(one) => Some(&one.notes),
            Self::Setting(one) => Some(&one.notes),
            Self::Table(one) => Some(&one.notes),
            Self::Definition(one) => Some(&one.notes),
            Self::Runnable(one) => Some(&one.notes),
            Self::Trigger(one) => Some(&one.notes),
        }
    }

    /// The same, to be changed.
    pub(crate) fn notes_mut(&mut self) -> Option<&mut Vec<Note>> {
        match self {
            Self::Removal(_) | Self::Layout(_) => None,
            Self::Players(one) => Some(&mut Arc::make_mut(one).notes),
            Self::Enumeration(one) => Some(&mut Arc::make_mut(one).notes),
            Self::Component(one) => Some(&mut Arc::make_mut(one).notes),
            Self::Board(one) => Some(&mut Arc::make_mut(one).notes),
            Self::Zone(one) => Some(&mut Arc::make_mut(one).notes),
            Self::Variable(one) => Some(&mut Arc::make_mut(one).notes),
            Self::Setting(one) => Some(&mut Arc::make_mut(one).notes),
            Self::Table(one) => Some(&mut Arc::make_mut(one).notes),
            Self::Definition(one) => Some(&mut Arc::make_mut(one).notes),
            Self::Runnable(one) => Some(&mut Arc::make_mut(one).notes),
            Self::Trigger(one) => Some(&mut Arc::make_mut(one).notes),
        }
    }
}

/// The word that begins a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is the word itself")]
pub enum Sort {
    Type,
    Component,
    Track,
    Ring,
    Grid,
    Net,
    Zone,
    Pile,
    Var,
    Setting,
    Table,
    Def,
    Phase,
    Rule,
    Trigger,
    Layout,
}

impl Sort {
    /// The word it is declared with.
    pub fn word(self) -> &'static str {
        match self {
            Self::Type => "type",
            Self::Component => "component",
            Self::Track => "track",
            Self::Ring => "ring",
            Self::Grid => "grid",
            Self::Net => "net",
            Self::Zone => "zone",
            Self::Pile => "pile",
            Self::Var => "var",
            Self::Setting => "setting",
            Self::Table => "table",
            Self::Def => "def",
            Self::Phase => "phase",
            Self::Rule => "rule",
            Self::Trigger => "trigger",
            Self::Layout => "layout",
        }
    }
}

/// `layout road "1 2 3" "6 5 4"`, `layout board turned` or `layout used struck "used"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The name of the board, or of the definition that gives the things.
    pub name: Name,
    /// Whether one of two players sees the board from the other side.
    pub turned: Option<Turned>,
    /// Which things are struck through, if it is about things.
    pub struck: Option<Struck>,
    /// The rows, from the top: numbers stand for places, other signs for themselves.
    pub rows: Vec<Plain>,
    /// Places that lie beside a path, in braces behind the rows.
    pub beside: Vec<Beside>,
}

/// `"a" : way_home(red)`: in the rows `a1` is the first of these places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// The sign before their numbers.
    pub sign: Plain,
    /// The places.
    pub places: Expression,
    /// The whole line.
    pub span: Span,
}

/// `turned`, `turned for black`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turned {
    /// Who sees it so, if not the second player.
    pub player: Option<Name>,
    /// Where it stands.
    pub span: Span,
}

/// `struck "used"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Struck {
    /// What is said of things that are struck through.
    pub said: Option<Plain>,
    /// Where it stands.
    pub span: Span,
}

/// `remove rule use(p, copy, n)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    /// What sort of thing.
    pub sort: Sort,
    /// Its name.
    pub name: Name,
    /// The clause that is meant, if only one.
    pub parameters: Option<Vec<Parameter>>,
}

/// `players 2..4` or `players black, white`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Players {
    /// How many, or who.
    pub kind: PlayersKind,
    /// Remarks.
    pub notes: Vec<Note>,
}

/// How players are given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayersKind {
    /// `2..4`; for `players 4` both ends are the same expression.
    Count(Expression, Expression),
    /// `black, white`.
    Named(Vec<Name>),
}

/// `type Kind = low, high`, or `type Rank = two < three`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// Its name.
    pub name: Name,
    /// Its values.
    pub values: Vec<ListedValue>,
    /// Whether they stand in order, the least first.
    pub ordered: bool,
    /// Remarks.
    pub notes: Vec<Note>,
}

/// `oslo as "Oslo"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedValue {
    /// Its name.
    pub name: Name,
    /// What people call it.
    pub called: Option<Template>,
}

/// `component Card of each player { … }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// The kind's name.
    pub name: Name,
    /// `of each …`.
    pub owner: Option<Name>,
    /// Remarks.
    pub notes: Vec<Note>,
    /// What stands between the braces, in written order.
    pub members: Vec<ComponentMember>,
    /// Whether braces were written.
    pub braces: bool,
}

/// A line of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ComponentMember {
    /// `face : number, double seen by owner`.
    Attribute(Attribute),
    /// `make …`.
    Make(Make),
}

/// A feature of a kind of component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Its name.
    pub name: Name,
    /// Its indices.
    pub index: Option<Index>,
    /// Its type.
    pub of: Type,
    /// Its own audience.
    pub seen: Option<Seen>,
    /// What it is called at the table.
    pub called: Option<Template>,
    /// The whole line.
    pub span: Span,
}

/// How components come into being.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Make {
    /// Which form.
    pub kind: MakeKind,
    /// The whole line.
    pub span: Span,
}

/// The two forms of `make`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MakeKind {
    /// `make 2 of s in Suit, r in 2..14 : suit = s, rank = r`.
    Each {
        /// How many of each; one if left out.
        copies: Option<Expression>,
        /// `s in Suit, r in 2..14`.
        picks: Vec<Pick>,
        /// `suit = s, rank = r`.
        values: Vec<Initial>,
    },
    /// `make paws, spot(1..4) { 0 1 2 0 0 … }`.
    Rows {
        /// The attributes a row gives.
        columns: Vec<(Name, Option<Index>)>,
        /// All entries of all rows, in written order.
        entries: Vec<Expression>,
    },
}

/// `spot(1) = 3` in a `make`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Initial {
    /// The attribute.
    pub name: Name,
    /// Its indices.
    pub arguments: Vec<Expression>,
    /// Its value.
    pub value: Expression,
}

/// `x in S from a where C`, or `(x, y) in S where C`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    /// The name that is bound; of a tuple the first.
    pub name: Name,
    /// The further names of a tuple.
    pub more: Vec<Name>,
    /// The set.
    pub set: Expression,
    /// Where its order begins.
    pub from: Option<Expression>,
    /// What an element must fulfil.
    pub condition: Option<Expression>,
    /// The whole pick.
    pub span: Span,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Its name.
    pub name: Name,
    /// Which sort, with its shape.
    pub shape: BoardShape,
    /// Remarks.
    pub notes: Vec<Note>,
    /// Its marks.
    pub marks: Vec<Mark>,
    /// Whose way leads where on it.
    pub ways: Vec<Way>,
}

/// `forward for p : e`, `back for p : e`, `start for p : e`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// What is said of it.
    pub kind: WayKind,
    /// Where that word stands.
    pub word: Span,
    /// The name of the player.
    pub player: Name,
    /// A direction, whether it is so, or a place.
    pub value: Expression,
    /// The whole line.
    pub span: Span,
}

/// What is said of the way of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayKind {
    /// Which direction of a grid is forward.
    Forward,
    /// Whether a track or ring runs the other way.
    Back,
    /// Where a ring begins.
    Start,
}

impl WayKind {
    /// The word it is written with.
    pub fn word(self) -> &'static str {
        match self {
            Self::Forward => "forward",
            Self::Back => "back",
            Self::Start => "start",
        }
    }
}

/// The shapes of boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardShape {
    /// `track`, or `ring` when `closed`.
    Path {
        /// Whether it closes.
        closed: bool,
        /// The type for each of whose values there is one.
        index: Option<Index>,
        /// `of each …`: there is one for each of them.
        owner: Option<Name>,
        /// Its places.
        places: PathPlaces,
    },
    /// `grid`.
    Grid {
        /// The type for each of whose values there is one.
        index: Option<Index>,
        /// `of each …`: there is one for each of them.
        owner: Option<Name>,
        /// Its places.
        places: GridPlaces,
        /// The directions in which neighbours are not joined.
        except: Vec<Name>,
    },
    /// `net`.
    Net {
        /// The list that has a place for each of its values.
        of: Name,
        /// Which are joined.
        links: Vec<Link>,
    },
}

/// `oslo - danzig - minsk`: each is joined to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// At least two.
    pub ends: Vec<LinkEnd>,
    /// All of it.
    pub span: Span,
}

/// What is joined in a net.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkEnd {
    /// A value, or a kind of component.
    pub name: Name,
    /// A feature of the kind, which each component has a value of.
    pub feature: Option<Name>,
}

/// The places of a track or ring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathPlaces {
    /// `1..24`.
    Range(Expression, Expression),
    /// `4 of "S....w"`: the drawing, as often as said.
    Drawn {
        /// How often; once if left out.
        copies: Option<Expression>,
        /// One sign a place.
        drawing: Plain,
    },
}

/// The places of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GridPlaces {
    /// `7 by 6`: columns, rows.
    Sized(Expression, Expression),
    /// One text a row, from the top.
    Drawn(Vec<Plain>),
}

/// `mark post "o"`, `mark store 7 14`, `mark post "o" in S`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Its name.
    pub name: Name,
    /// The signs or numbers of its places.
    pub places: Vec<MarkPlace>,
    /// `in S`: a fixed set of numbers of places.
    pub set: Option<Expression>,
    /// Remarks.
    pub notes: Vec<Note>,
    /// The whole line.
    pub span: Span,
}

/// Where a mark stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarkPlace {
    /// Every place drawn with this sign.
    Sign(Plain),
    /// The place with this number.
    Number(i64, Span),
}

/// `zone` or, when `ordered`, `pile`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// Whether it is a pile.
    pub ordered: bool,
    /// Its name.
    pub name: Name,
    /// Its indices.
    pub index: Option<Index>,
    /// `of each …`.
    pub owner: Option<Name>,
    /// `of each c in …`: what one of these is called where it is said who sees the thing.
    pub holder: Option<Name>,
    /// The kinds it may hold.
    pub holds: Vec<Name>,
    /// Who sees what lies in it.
    pub seen: Option<Seen>,
    /// Who sees the top of a pile.
    pub top_seen: Option<Seen>,
    /// Remarks.
    pub notes: Vec<Note>,
}

/// `var bid of each player : 0..30 seen by all = 0 each auction`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: Name,
    /// Its indices.
    pub index: Option<Index>,
    /// `of each …`.
    pub owner: Option<Name>,
    /// `of each c in …`: what one of these is called where it is said who sees the thing.
    pub holder: Option<Name>,
    /// Its type.
    pub of: Type,
    /// Who sees it.
    pub seen: Option<Seen>,
    /// Its first value.
    pub first: Option<Expression>,
    /// The phase at whose beginning it gets that value again.
    pub each: Option<Name>,
    /// Remarks.
    pub notes: Vec<Note>,
}

/// `setting target : 1..99 = 5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub of: Type,
    /// The value unless the table changes it.
    pub value: Expression,
    /// Remarks.
    pub notes: Vec<Note>,
}

/// `table pips(Kind, 1..6) { low : 1 1 2 2 3 0 … }`, `table office(1..8) : Office { … }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: Name,
    /// One or two types.
    pub index: Index,
    /// What its entries are, if not plain numbers.
    pub of: Option<Type>,
    /// Remarks.
    pub notes: Vec<Note>,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// `low : 1 1 2 2 3 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// A number, `yes`, `no` or a value; nothing for `else`.
    pub key: Option<Expression>,
    /// Its entries: numbers, `yes`, `no`, `none` or values.
    pub entries: Vec<Expression>,
    /// The whole row.
    pub span: Span,
}

/// `def score(p: player) = …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Its name.
    pub name: Name,
    /// Its parameters; `None` if no brackets were written.
    pub parameters: Option<Vec<Parameter>>,
    /// How often it may be worked out within itself.
    pub deep: Option<Deep>,
    /// Whether its value is told at the table.
    pub shown: Option<Shown>,
    /// Remarks.
    pub notes: Vec<Note>,
    /// What it means.
    pub value: Expression,
}

/// `deep 15`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deep {
    /// How often it may run within itself.
    pub most: i64,
    /// With its word.
    pub span: Span,
}

/// `shown as "pip count"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// What the value is called at the table; without, as the definition.
    pub called: Option<Plain>,
    /// With its word.
    pub span: Span,
}

/// A `phase` or `rule`, or one clause of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runnable {
    /// Whether it is a phase.
    pub phase: bool,
    /// Its name.
    pub name: Name,
    /// Its parameters; `None` if no brackets were written.
    pub parameters: Option<Vec<Parameter>>,
    /// How often it may run within itself.
    pub deep: Option<Deep>,
    /// Remarks.
    pub notes: Vec<Note>,
    /// What it does.
    pub body: Block,
}

/// A parameter, or a value that makes a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A number, `yes` or `no`: makes a clause.
    Value(Expression),
    /// A name, with its type on the first clause. Without a type it may be a value of an enumeration.
    Named(Name, Option<Type>),
}

/// `trigger home after move g: Pawn to road(goal) { … }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trigger {
    /// Its name.
    pub name: Name,
    /// Remarks.
    pub notes: Vec<Note>,
    /// What sets it off.
    pub watch: Watch,
    /// What it does.
    pub body: Block,
}

/// What sets a trigger off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Watch {
    /// `after move x: Kind from F to T where C`.
    Move {
        /// The name for what moved.
        name: Option<Name>,
        /// `Kind` or `p.Kind`: the kind, with an owner before the point.
        kind: Expression,
        /// Where from.
        from: Option<WatchedPlace>,
        /// Where to.
        to: Option<WatchedPlace>,
        /// A condition.
        condition: Option<Expression>,
    },
    /// `after rule(a, b) where C`.
    Rule {
        /// The rule.
        name: Name,
        /// Fresh names, or known values that must be equal.
        arguments: Option<Vec<Expression>>,
        /// A condition.
        condition: Option<Expression>,
    },
    /// `when p in players : C`.
    When {
        /// The binding.
        binding: Option<(Name, Expression)>,
        /// The condition that becomes true.
        condition: Expression,
    },
}

/// Where a watched move begins or ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedPlace {
    /// `t in` before the set.
    pub name: Option<Name>,
    /// A place, or with a name a set of places.
    pub place: Expression,
}

//! What goes through a whole tree: trees that stand elsewhere, since the same text at another place of a file has the same tree with other
//! spans, and the names that a tree mentions.
//!
//! Every field and variant is named, so that a new one with a span is forgotten nowhere.

use std::sync::Arc;

use super::*;
use crate::span::Span;

/// What has spans.
pub(crate) trait Shift {
    /// Moves all spans by so many bytes; back by what wraps around.
    fn shift(&mut self, by: u32);
}

/// What mentions names.
pub(crate) trait Mention {
    /// Adds all names, whatever they mean there.
    fn mention<'t>(&'t self, found: &mut Vec<&'t str>);
}

/// All names in a value, whatever they mean there.
pub fn names_in_expression(expression: &Expression) -> Vec<&str> {
    mentioned(expression)
}

/// All names in a block, whatever they mean there.
pub fn names_in_block(block: &Block) -> Vec<&str> {
    mentioned(block)
}

fn mentioned(one: &impl Mention) -> Vec<&str> {
    let mut found = Vec::new();
    one.mention(&mut found);
    found
}

impl Mention for Name {
    fn mention<'t>(&'t self, found: &mut Vec<&'t str>) {
        found.push(&self.text);
    }
}

impl Mention for Span {
    fn mention<'t>(&'t self, _: &mut Vec<&'t str>) {}
}

impl Shift for Name {
    fn shift(&mut self, by: u32) {
        self.span.shift(by);
    }
}

impl Shift for Span {
    fn shift(&mut self, by: u32) {
        self.start = self.start.wrapping_add(by);
        self.end = self.end.wrapping_add(by);
    }
}

impl<T: Shift> Shift for Vec<T> {
    fn shift(&mut self, by: u32) {
        self.iter_mut().for_each(|one| one.shift(by));
    }
}

impl<T: Mention> Mention for Vec<T> {
    fn mention<'t>(&'t self, found: &mut Vec<&'t str>) {
        self.iter().for_each(|one| one.mention(found));
    }
}

impl<T: Mention> Mention for Option<T> {
    fn mention<'t>(&'t self, found: &mut Vec<&'t str>) {
        self.iter().for_each(|one| one.mention(found));
    }
}

impl<T: Mention> Mention for Box<T> {
    fn mention<'t>(&'t self, found: &mut Vec<&'t str>) {
        self.as_ref().mention(found);
    }
}

impl<A: Mention, B: Mention> Mention for (A, B) {
    fn mention<'t>(&'t self, found: &mut Vec<&'t str>) {
        self.0.mention(found);
        self.1.mention(found);
    }
}

impl<T: Shift> Shift for Option<T> {
    fn shift(&mut self, by: u32) {
        self.iter_mut().for_each(|one| one.shift(by));
    }
}

impl<T: Shift> Shift for Box<T> {
    fn shift(&mut self, by: u32) {
        self.as_mut().shift(by);
    }
}

impl<T: Mention> Mention for Arc<T> {
    fn mention<'t>(&'t self, found: &mut Vec<&'t str>) {
        self.as_ref().mention(found);
    }
}

impl<T: Shift + Clone> Shift for Arc<T> {
    fn shift(&mut self, by: u32) {
        Arc::make_mut(self).shift(by);
    }
}

impl<A: Shift, B: Shift> Shift for (A, B) {
    fn shift(&mut self, by: u32) {
        self.0.shift(by);
        self.1.shift(by);
    }
}

/// Types without spans.
macro_rules! nothing {
    ($($of:ty),* $(,)?) => {
        $(impl Shift for $of {
            fn shift(&mut self, _: u32) {}
        }
        impl Mention for $of {
            fn mention<'t>(&'t self, _: &mut Vec<&'t str>) {}
        })*
    };
}

/// Types with fields.
macro_rules! fields {
    ($($of:ty { $($field:ident),* $(,)? })*) => {
        $(impl Shift for $of {
            fn shift(&mut self, by: u32) {
                let Self { $($field),* } = self;
                $($field.shift(by);)*
            }
        }
        impl Mention for $of {
            fn mention<'t>(&'t self, found: &mut Vec<&'t str>) {
                let Self { $($field),* } = self;
                $($field.mention(found);)*
            }
        })*
    };
}

/// Types with variants.
macro_rules! variants {
    ($($of:ty { $($variant:ident $(($($part:ident),*))? $({$($field:ident),*})?),* $(,)? })*) => {
        $(impl Shift for $of {
            fn shift(&mut self, by: u32) {
                match self {
                    $(Self::$variant $(($($part),*))? $({$($field),*})? => {
                        let _ = by;
                        $($($part.shift(by);)*)?
                        $($($field.shift(by);)*)?
                    })*
                }
            }
        }
        impl Mention for $of {
            fn mention<'t>(&'t self, found: &mut Vec<&'t str>) {
                match self {
                    $(Self::$variant $(($($part),*))? $({$($field),*})? => {
                        let _ = &found;
                        $($($part.mention(found);)*)?
                        $($($field.mention(found);)*)?
                    })*
                }
            }
        })*
    };
}

nothing!(String, bool, i64, Sort, NoteKind, WayKind, OverWord, BinaryOperator, SetOperator);

fields! {
    Declaration { change, thing, span, code }
    Removal { sort, name, parameters }
    Players { kind, notes }
    Enumeration { name, values, ordered, notes }
    ListedValue { name, called }
    Component { name, owner, notes, members, braces }
    Attribute { name, index, of, seen, called, span }
    Make { kind, span }
    Initial { name, arguments, value }
    Pick { name, more, set, from, condition, span }
    Board { name, shape, notes, marks, ways }
    Mark { name, places, set, notes, span }
    Way { kind, word, player, value, span }
    Layout { name, turned, struck, rows, beside }
    Beside { sign, places, span }
    Turned { player, span }
    Struck { said, span }
    Link { ends, span }
    LinkEnd { name, feature }
    Zone { ordered, name, index, owner, holder, holds, seen, top_seen, notes }
    Variable { name, index, owner, holder, of, seen, first, each, notes }
    Setting { name, of, value, notes }
    Table { name, index, of, notes, rows }
    Row { key, entries, span }
    Definition { name, parameters, deep, shown, notes, value }
    Deep { most, span }
    Shown { called, span }
    Laid { sign, name, set, condition, span }
    Runnable { phase, name, parameters, deep, notes, body }
    Trigger { name, notes, watch, body }
    WatchedPlace { name, place }
    Expression { kind, span }
    Block { statements, span }
    Statement { kind, span }
    Offered { amount, picks, wording, requirements }
    Choose { offered, if_none }
    ChooseOption { options, if_none }
    Choice { offered, body, span }
    Requirement { condition, otherwise, span }
    May { repeat, text, condition, requirements, body, if_none }
    Selection { first, picks, keys }
    Key { best, value }
    Plain { text, span }
    Template { pieces, span }
    Note { kind, text, span }
    Type { kind, or_none, span }
    Index { parts, span }
    IndexPart { name, of }
    Seen { audience, span }
}

variants! {
    Change { New, Replace(at), Extend(at) }
    Thing {
        Removal(one), Players(one), Enumeration(one), Component(one), Board(one), Layout(one), Zone(one), Variable(one),
        Setting(one), Table(one), Definition(one), Runnable(one), Trigger(one),
    }
    PlayersKind { Count(least, most), Named(names) }
    ComponentMember { Attribute(one), Make(one) }
    MakeKind { Each { copies, picks, values }, Rows { columns, entries } }
    BoardShape { Path { closed, index, owner, places }, Grid { index, owner, places, except }, Net { of, links } }
    PathPlaces { Range(first, last), Drawn { copies, drawing } }
    GridPlaces { Sized(columns, rows), Drawn(rows) }
    MarkPlace { Sign(sign), Number(number, at) }
    Parameter { Value(value), Named(name, of) }
    Watch { Move { name, kind, from, to, condition }, Rule { name, arguments, condition }, When { binding, condition } }
    ExpressionKind {
        Number(one), YesNo(one), None, Name(one), Member(base, name), Call(callee, arguments), Listed(all), Bracketed(one), Tuple(all),
        ForWhom(one, player),
        Not(one), Negative(one), Binary(operator, left, right), Range(first, last), If { arms, otherwise },
        MostOf { greatest, values }, Most { greatest, picks, measure, otherwise }, First { picks, keys, value, otherwise },
        SomeOf { first, amount, pick, keys },
        Reach { name, from, to }, CountPicks(picks), CountOf(one), CountOn { kind, place }, Over { word, picks, keys, value },
    }
    Measure { Value(value), Keys(keys) }
    StatementKind {
        Choose(one), ChooseOption(one), May(one), Require(one), If { arms, otherwise }, For(selection, body),
        Repeat { times, condition, body }, RepeatFor { turn, pick, condition, body }, Simultaneous { pick, keys, body, reveal },
        Plan { keys, body, if_none }, Turn(of, body), Leave(what), Let(name, value), Move(what), DrawFrom { amount, from, to },
        LayOut { board, rows, legend }, Swap(one, other), DrawOne(pick), Roll(what), Shuffle(what), Set { target, operator, value },
        Remember(what), Show { what, to }, Say { text, to },
        Do { name, arguments }, Win(what),
    }
    Remember { Note(arguments), Forget }
    Repeat { Once, Often, AtMost(times) }
    Leave { Turn, Plan, Named(name) }
    Move { Each(selection, to), All { kind, from, to }, Some { amount, kind, from, to }, What { what, to } }
    Win { Nobody, Ranked(pick, keys), These(players) }
    Piece { Words(words), Value(value), Counted { number, one, many }, If { condition, then, otherwise } }
    TypeKind { YesOrNo, Range(first, last), Named(name), Except(name, values), Values(values) }
    Audience { All, Nobody, Only(viewers), AllExcept(viewers) }
    Viewer { Owner(at), Named { name, arguments, span }, Feature(one) }
    ViewerArgument { Owner(at), Value(value) }
}

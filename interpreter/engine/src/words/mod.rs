//! Wording of values, places, components and variables, for people and for scripts.
//!
//! In: an [`Instance`] and, for components, a [`Look`] at a position. Out: texts. Nothing else (case, language, width of the machine)
//! enters a text.

mod component;
mod description;
mod family;
pub mod matching;
mod noun;
mod owners;
mod reference;
mod sentence;

pub use description::{Features, Nothing};
pub use family::possessive;
pub use noun::{article, goes_on, is_name, kind_noun, noun, plural, singular};
pub use owners::{Owned, by_owners, turned};
pub use reference::{Lying, References, by_place, names_others};
pub use sentence::Sentence;

use crate::instance::{Instance, to_value};
use rulehound_rules::model::{
    AreaKind, Attribute, BoardShape, Definition, Enumeration, EnumerationId, Index, Notes, OwnerSort, Piece,
    PlaceClass, Point, Sort, VariableId, value,
};

/// For whom a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `tree 24`, `Ann's hand`, `black eyed`.
    People,
    /// As it could stand in a script: `path(24)`, `Ann.hand`, `black_eyed`.
    Script,
}

/// A look at the components of a position.
pub trait Look {
    /// The value of an attribute cell of a component.
    fn attribute(&self, component: i32, cell: usize) -> i32;

    /// The words of the kind's `as` text for this component, if the kind has one.
    fn called(&self, component: i32) -> Option<String>;

    /// Whether whoever the words are for may see this component where it lies.
    fn shows(&self, component: i32) -> bool;

    /// Whether whoever the words are for may see this attribute (by its index among those of the kind) of this component.
    fn sees(&self, component: i32, attribute: usize) -> bool;

    /// How a kind is named that has no `as` text: as a noun for people, as the rules write it for scripts.
    fn kind(&self, name: &str) -> String {
        noun(name)
    }
}

/// The same look for scripts, which name kinds as the rules write them.
struct Scripted<'l>(&'l dyn Look);

impl Look for Scripted<'_> {
    fn attribute(&self, component: i32, cell: usize) -> i32 {
        self.0.attribute(component, cell)
    }

    fn called(&self, component: i32) -> Option<String> {
        self.0.called(component)
    }

    fn shows(&self, component: i32) -> bool {
        self.0.shows(component)
    }

    fn sees(&self, component: i32, attribute: usize) -> bool {
        self.0.sees(component, attribute)
    }

    fn kind(&self, name: &str) -> String {
        spaced(name, Form::People)
    }
}

/// Words for the things of a game at a table.
#[derive(Clone, Copy, Debug)]
pub struct Words<'i> {
    instance: &'i Instance,
}

impl<'i> Words<'i> {
    /// Words for this table.
    pub fn new(instance: &'i Instance) -> Self {
        Self { instance }
    }

    /// A value of a sort.
    pub fn value(&self, sort: &Sort, number: i32, form: Form, look: &dyn Look) -> String {
        if number == value::NONE {
            return "none".to_owned();
        }
        match sort {
            Sort::Number { .. } => number.to_string(),
            Sort::YesNo => if number == 0 { "no" } else { "yes" }.to_owned(),
            Sort::Value { of, .. } => self.enumeration_value(*of, number, form),
            Sort::Player => self.player(number),
            Sort::Component { .. } => self.component_in(number, form, look),
            Sort::Place { .. } => self.place(number, form, look),
            Sort::Direction => direction(number, form),
            Sort::Nothing => "none".to_owned(),
        }
    }

    /// A player by the name at the table.
    pub fn player(&self, seat: i32) -> String {
        let name = usize::try_from(seat).ok().and_then(|seat| self.instance.players.get(seat));
        name.cloned().unwrap_or_else(|| "nobody".to_owned())
    }

    /// A value of an enumeration.
    pub fn enumeration_value(&self, of: EnumerationId, number: i32, form: Form) -> String {
        let list = self.instance.model.enumerations.get(of.index());
        let found = list.zip(usize::try_from(number).ok());
        found.map_or_else(|| "?".to_owned(), |(list, index)| value_called(list, index, form))
    }

    /// A place.
    pub fn place(&self, number: i32, form: Form, look: &dyn Look) -> String {
        let Some(place) = self.instance.place(number) else { return "none".to_owned() };
        match place.class {
            PlaceClass::Box(sort) => self.family("box", sort, place.owner, &[], form, look),
            PlaceClass::Area(id) => {
                let Some(area) = self.instance.model.areas.get(id.index()) else { return "none".to_owned() };
                let name = called(&area.name, &area.notes, form);
                match &area.kind {
                    AreaKind::Zone(zone) => {
                        let mut indices = self.indices(&zone.index, place.offset, form);
                        let grid = zone.grid.as_ref().map(|grid| grid.points.as_slice()).unwrap_or_default();
                        if let (Form::People, Some(point), Some(number)) =
                            (form, grid.get(place.offset % grid.len().max(1)), indices.last_mut())
                        {
                            *number = coordinates(point);
                        }
                        self.family(&name, zone.owner, place.owner, &indices, form, look)
                    }
                    AreaKind::Board(board) => match (form, board.shape, board.points.get(place.offset)) {
                        (Form::People, BoardShape::Grid { .. }, Some(point)) => {
                            format!("{name} {}", coordinates(point))
                        }
                        (_, BoardShape::Net { of }, _) => {
                            let own = self.enumeration_value(of, to_value(place.offset), form);
                            match (form, area.notes.called.is_some()) {
                                (Form::Script, _) => format!("{name}({own})"),
                                (Form::People, true) => format!("{name} {own}"),
                                (Form::People, false) => own,
                            }
                        }
                        (Form::People, ..) => format!("{name} {}", place.offset + 1),
                        (Form::Script, ..) => format!("{name}({})", place.offset + 1),
                    },
                }
            }
        }
    }

    /// A cell of a variable.
    pub fn variable(&self, id: VariableId, cell: usize, form: Form, look: &dyn Look) -> String {
        let Some(variable) = self.instance.model.variables.get(id.index()) else { return "?".to_owned() };
        let size = self.instance.family_size(&variable.index).max(1);
        let owner = self.instance.owners(variable.owner).nth(cell / size).unwrap_or_default();
        let indices = self.indices(&variable.index, cell % size, form);
        self.family(&called(&variable.name, &variable.notes, form), variable.owner, owner, &indices, form, look)
    }

    /// An attribute cell of a component: `side of Die low`.
    pub fn attribute(&self, component: i32, cell: usize, form: Form, look: &dyn Look) -> String {
        let kind = self.instance.component(component).and_then(|it| self.instance.model.kinds.get(it.kind.index()));
        let Some(attribute) = kind.and_then(|kind| {
            kind.attributes
                .iter()
                .find(|attribute| (attribute.first_cell..attribute.first_cell + attribute.cells).contains(&cell))
        }) else {
            return "?".to_owned();
        };
        let mut name = attribute_called(attribute, form);
        for index in self.indices(&attribute.index, cell - attribute.first_cell, form) {
            name.push(' ');
            name.push_str(&index);
        }
        format!("{name} of {}", self.component(component, look))
    }

    fn indices(&self, indices: &[Index], offset: usize, form: Form) -> Vec<String> {
        let values = self.instance.family_indices(indices, offset);
        let word = |(index, number): (&Index, i32)| match index {
            Index::Range { .. } | Index::Upto { .. } => number.to_string(),
            Index::Value { of, .. } => self.enumeration_value(*of, number, form),
            // `Ann's knowledge of Ben`.
            Index::Player if form == Form::People => format!("of {}", self.player(number)),
            Index::Player => self.player(number),
            Index::YesNo => if number == 0 { "no" } else { "yes" }.to_owned(),
            Index::Direction => direction(number, form),
        };
        indices.iter().zip(values).map(word).collect()
    }

    fn owner(&self, sort: OwnerSort, number: i32, form: Form, look: &dyn Look) -> String {
        match sort {
            OwnerSort::Common => String::new(),
            OwnerSort::Player => self.player(number),
            OwnerSort::Value(of) => self.enumeration_value(of, number, form),
            OwnerSort::Kind(_) => self.component_in(number, form, look),
            OwnerSort::Board(_) => self.place(number, form, look),
        }
    }

    fn component_in(&self, number: i32, form: Form, look: &dyn Look) -> String {
        match form {
            Form::People => self.component(number, look),
            Form::Script => self.component(number, &Scripted(look)),
        }
    }
}

/// A declared thing: its plain `as` text, else its name; scripts always use the name.
pub fn called(name: &str, notes: &Notes, form: Form) -> String {
    // Behind `is` stands a value, which names nothing.
    let text = notes.called.as_ref().filter(|_| form == Form::People && !notes.is_state());
    match text.map(|text| text.pieces.as_slice()) {
        Some([Piece::Words(words)]) => words.clone(),
        Some(_) | None => spaced(name, form),
    }
}

/// A value of a list: its `as` text, else its name; scripts always use the name.
pub fn value_called(list: &Enumeration, value: usize, form: Form) -> String {
    match list.words.get(&value).filter(|_| form == Form::People) {
        Some(words) => words.clone(),
        None => spaced(list.values.get(value).map_or("?", |(name, _)| name.as_str()), form),
    }
}

/// An attribute: its `as` text, else its name; scripts always use the name.
pub fn attribute_called(attribute: &Attribute, form: Form) -> String {
    let text = attribute.called.as_ref().filter(|_| form == Form::People);
    text.cloned().unwrap_or_else(|| spaced(&attribute.name, form))
}

/// `Ann, Ben and Cleo`; nothing of nothing.
pub fn listed(parts: &[String]) -> String {
    joined(parts, "and")
}

/// The same with a word of one's own: `a, b or c`.
pub fn joined(parts: &[String], word: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// `Ann.hand`, as scripts call it, as people say it: `Ann's hand`.
pub fn said(name: &str) -> String {
    let words = match name.split_once('.') {
        Some((owner, rest)) => format!("{} {rest}", possessive(owner)),
        None => name.to_owned(),
    };
    words.replace('_', " ")
}

/// Whether a phrase without an article speaks of several, as far as its last letters tell.
pub fn is_plural(words: &str) -> bool {
    words.ends_with('s') && !["us", "ss", "is", "'s"].iter().any(|end| words.ends_with(end))
}

/// Whether this is the name of a person, who is one. Seats that rules name may be many (`wolves`), which no verb here may get wrong.
pub fn is_person(name: &str) -> bool {
    name.chars().next().is_some_and(|first| !first.is_lowercase())
}

/// Who is to decide: `Ann decides`, `it is for wolves to decide`.
pub fn decides(player: &str) -> String {
    if is_person(player) { format!("{player} decides") } else { format!("it is for {player} to decide") }
}

/// Whether nobody speaks of something at the table.
pub fn unspoken(notes: &Notes) -> bool {
    notes.unspoken()
}

/// A point of a grid: `c4` is in the third column from the left and the fourth row from the top.
pub fn coordinates(point: &Point) -> String {
    format!("{}{}", column_letters(point.column), point.row)
}

/// The letters of a column: a to z, then aa, ab and so on.
pub fn column_letters(column: u16) -> String {
    let mut letters = Vec::new();
    let mut rest = column;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'a' + u8::try_from(rest % 26).unwrap_or_default()));
        rest /= 26;
    }
    letters.into_iter().rev().collect()
}

/// What a definition is called: as at the table if it is shown there, else by its name.
pub fn definition_called(definition: &Definition) -> String {
    let called = definition.shown.as_ref().and_then(|shown| shown.called.clone());
    called.unwrap_or_else(|| spaced(&definition.name, Form::People))
}

/// For people, blanks for `_`.
pub fn spaced(name: &str, form: Form) -> String {
    match form {
        Form::People => name.replace('_', " "),
        Form::Script => name.to_owned(),
    }
}

/// A direction by its name.
fn direction(number: i32, form: Form) -> String {
    let name = usize::try_from(number).ok().and_then(|index| value::DIRECTIONS.get(index));
    spaced(name.copied().unwrap_or("?"), form)
}

#[cfg(test)]
mod tests {
    use rulehound_grammar::span::{FileId, Location, Span};
    use rulehound_rules::model::Text;

    use super::{Form, Notes, Piece, called, column_letters, decides};

    #[test]
    fn what_says_how_a_player_is_keeps_its_name() {
        let at = Location { file: FileId(0), span: Span::new(0, 1) };
        let notes = |words: &str| {
            let text = Text { pieces: vec![Piece::Words(words.to_owned())], at };
            Notes { called: Some(text), ..Notes::default() }
        };
        assert_eq!(called("fast_asleep", &notes("is"), Form::People), "fast asleep");
        assert_eq!(called("fast_asleep", &notes("dreams"), Form::People), "dreams");
        assert_eq!(called("fast_asleep", &notes("dreams"), Form::Script), "fast_asleep");
    }

    #[test]
    fn names_of_several_get_no_verb_for_one() {
        assert_eq!(decides("Ann"), "Ann decides");
        assert_eq!(decides("wolves"), "it is for wolves to decide");
    }

    #[test]
    fn columns_have_letters() {
        let letters = [1, 3, 26, 27, 52, 53, 702, 703].map(column_letters);
        assert_eq!(letters, ["a", "c", "z", "aa", "az", "ba", "zz", "aaa"]);
    }
}

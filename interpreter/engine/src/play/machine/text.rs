//! Words at a position: texts with values, names of components and places.

use std::cell::RefCell;

use super::{Machine, Try};
use crate::play::BindingValue;
use crate::program::{PieceCode, TextCode};
use crate::words::{Form, Look, Lying, References, Sentence, Words, noun, spaced};
use rulehound_rules::limits::NAMING_DEPTH;
use rulehound_rules::model::Sort;

/// How much of the components words may tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sight {
    /// Everything.
    All,
    /// What all see.
    Open,
    /// What a seat sees.
    Seat(usize),
    /// What the reader of the machine sees; everything without one.
    Reader,
}

/// A look at the position of a machine. Working out an audience needs the machine's scratch, hence the cell.
struct MachineLook<'a, 'p> {
    machine: RefCell<&'a mut Machine<'p>>,
    sight: Sight,
    /// Whether `as` texts of kinds are left aside.
    plain: bool,
}

impl Look for MachineLook<'_, '_> {
    fn attribute(&self, component: i32, cell: usize) -> i32 {
        self.machine.borrow().attribute_value(component, cell)
    }

    fn called(&self, component: i32) -> Option<String> {
        if self.plain { None } else { self.machine.borrow_mut().called(component) }
    }

    fn shows(&self, component: i32) -> bool {
        let mut machine = self.machine.borrow_mut();
        match self.sight {
            Sight::All => true,
            Sight::Reader => machine.reader_shows(component),
            Sight::Seat(seat) => machine.component_seen(component).by(seat),
            Sight::Open => machine.component_seen(component) == machine.everybody(),
        }
    }

    fn sees(&self, component: i32, attribute: usize) -> bool {
        let mut machine = self.machine.borrow_mut();
        match self.sight {
            Sight::All => true,
            Sight::Reader => machine.reader_sees(component, attribute),
            Sight::Seat(seat) => machine.attribute_seen(component, attribute).by(seat),
            Sight::Open => {
                let all = machine.everybody();
                machine.attribute_seen(component, attribute) == all
            }
        }
    }

    fn kind(&self, name: &str) -> String {
        if self.plain { spaced(name, Form::People) } else { noun(name) }
    }
}

/// What lies where at the position of a machine.
struct MachineLying<'a, 'p>(RefCell<&'a mut Machine<'p>>);

impl Lying for MachineLying<'_, '_> {
    fn attribute(&self, component: i32, cell: usize) -> i32 {
        self.0.borrow().attribute_value(component, cell)
    }

    fn place_of(&self, component: i32) -> i32 {
        self.0.borrow().place_of(component)
    }

    fn at(&self, place: i32) -> Vec<i32> {
        let mut machine = self.0.borrow_mut();
        let kinds = machine.kinds_at(place);
        let mut components = Vec::new();
        machine.refuel();
        // A place that is too full to be looked at is no place to name something by.
        let _ = machine.contents(place, kinds, &mut components);
        components
    }
}

impl<'p> Machine<'p> {
    /// Works with words that mean each component alone, such as a script's `position` needs. They tell everything.
    pub fn with_references<T>(&mut self, work: impl FnOnce(&Words<'p>, &dyn Look, &dyn Fn(i32) -> String) -> T) -> T {
        let words = Words::new(&self.program.instance);
        let references = References::new(words, MachineLying(RefCell::new(self)));
        work(&words, &references, &|component| references.description(component))
    }

    /// Works with words and a look at this position.
    pub fn with_words<T>(&mut self, sight: Sight, work: impl FnOnce(&Words<'p>, &dyn Look) -> T) -> T {
        self.words_and_look(sight, false, work)
    }

    /// The same, but components are described by kind, features and owner even if their kind has an `as` text.
    pub fn with_plain_words<T>(&mut self, sight: Sight, work: impl FnOnce(&Words<'p>, &dyn Look) -> T) -> T {
        self.words_and_look(sight, true, work)
    }

    fn words_and_look<T>(&mut self, sight: Sight, plain: bool, work: impl FnOnce(&Words<'p>, &dyn Look) -> T) -> T {
        let instance: &'p crate::instance::Instance = &self.program.instance;
        let look = MachineLook { machine: RefCell::new(self), sight, plain };
        work(&Words::new(instance), &look)
    }

    /// The `as` text of a component's kind. It tells only what whoever asks may see, which the words check first.
    fn called(&mut self, component: i32) -> Option<String> {
        let kind = self.kind_of(component)?;
        let (local, text) = self.program.descriptions.get(kind.index())?.as_ref()?;
        if self.naming >= NAMING_DEPTH {
            return None;
        }
        self.naming += 1;
        let before = self.read(*local);
        self.write(*local, component);
        let words = self.unguarded(|machine| machine.text(text)).ok();
        self.write(*local, before);
        self.naming -= 1;
        words
    }

    /// A text with its values filled in.
    pub fn text(&mut self, text: &'p TextCode) -> Try<String> {
        let mut sentence = Sentence::default();
        push_text(self, text, &mut sentence)?;
        let mut words = sentence.finish();
        shorten(&mut words, self.longest_text);
        Ok(words)
    }

    /// Values in words, joined by commas, `none` if there are none; what the reader may not see is left out of descriptions.
    pub fn list_words(&mut self, sort: &Sort, values: &[i32]) -> String {
        joined(self, sort, values, ", ")
    }

    /// A value in words for people.
    pub fn words_of(&mut self, sort: &Sort, value: i32) -> String {
        self.with_words(Sight::Reader, |words, look| words.value(sort, value, Form::People, look))
    }

    /// A value as scripts write it.
    pub fn script_words(&mut self, sort: &Sort, value: i32) -> String {
        self.with_words(Sight::Reader, |words, look| words.value(sort, value, Form::Script, look))
    }

    /// A bound value.
    pub fn binding(&mut self, sort: &Sort, value: i32) -> BindingValue {
        match sort {
            Sort::Number { .. } if value != rulehound_rules::model::value::NONE => BindingValue::Number(value),
            _ => BindingValue::Word(self.script_words(sort, value)),
        }
    }

    /// A component in words, as the reader sees it.
    pub fn describe(&mut self, component: i32) -> String {
        self.with_words(Sight::Reader, |words, look| words.component(component, look))
    }

    /// A component in words, all of it.
    pub fn describe_all(&mut self, component: i32) -> String {
        self.with_words(Sight::All, |words, look| words.component(component, look))
    }

    /// The features that the `as` text of a component's kind leaves out though they change.
    pub fn silent_features(&self, component: i32) -> &'p [usize] {
        let program = self.program;
        let silent = self.kind_of(component).and_then(|kind| program.silent.get(kind.index()));
        silent.map(Vec::as_slice).unwrap_or_default()
    }

    /// A component in words as the reader sees it, with all that changes of it.
    pub fn describe_at_table(&mut self, component: i32) -> String {
        let features = self.silent_features(component);
        self.with_words(Sight::Reader, |words, look| words.component_with(component, features, look))
    }

    /// Whether a component is called the same whatever has become of it.
    pub fn is_printed(&self, component: i32) -> bool {
        let model = &self.program.instance.model;
        let silent = self.silent_features(component);
        let kind = self.kind_of(component).and_then(|kind| model.kinds.get(kind.index()));
        kind.is_some_and(|kind| {
            let mut features = kind.attributes.iter().enumerate();
            features.all(|(index, feature)| feature.printed || feature.unspoken() || silent.contains(&index))
        })
    }

    /// A component for those who do not see it.
    pub fn describe_unseen(&self, component: i32) -> String {
        let kind = self.kind_of(component).and_then(|kind| self.program.instance.model.kinds.get(kind.index()));
        kind.map_or_else(|| "nothing".to_owned(), |kind| Words::new(&self.program.instance).unseen(kind))
    }

    /// A place in words for people. Whose it is may be a component, of which only what all see is told.
    pub fn name_place(&mut self, place: i32) -> String {
        self.with_words(Sight::Open, |words, look| words.place(place, Form::People, look))
    }
}

/// Goes on with the words of a text.
fn push_text<'p>(machine: &mut Machine<'p>, text: &'p TextCode, words: &mut Sentence) -> Try<()> {
    for piece in &text.0 {
        if words.len() > machine.longest_text {
            break;
        }
        machine.burn(1)?;
        match piece {
            PieceCode::Words(piece) => words.push(piece),
            PieceCode::Value(node, sort, set) => {
                let mut values = machine.take();
                if *set {
                    machine.set(*node, &mut values)?;
                } else {
                    let value = machine.value(*node)?;
                    values.push(value);
                }
                words.push(&joined(machine, sort, &values, " and "));
                machine.give(values);
            }
            PieceCode::Counted(node, one, many) => {
                let number = machine.number(*node)?;
                words.push(&format!("{number} "));
                push_text(machine, if number == 1 { one } else { many }, words)?;
            }
            PieceCode::If(node, then, otherwise) => {
                let said = if machine.number(*node)? == 1 { then } else { otherwise };
                match said.0.as_slice() {
                    [] => words.nothing(),
                    _ => push_text(machine, said, words)?,
                }
            }
        }
    }
    Ok(())
}

/// Values in words, with something of its own before the last: a sentence says `a, b and c`.
fn joined(machine: &mut Machine<'_>, sort: &Sort, values: &[i32], last: &str) -> String {
    if values.is_empty() {
        return "none".to_owned();
    }
    let mut words = String::new();
    for (index, value) in values.iter().enumerate() {
        if !words.is_empty() {
            words.push_str(if index + 1 == values.len() { last } else { ", " });
        }
        words.push_str(&machine.words_of(sort, *value));
        if words.len() > machine.longest_text {
            break;
        }
    }
    shorten(&mut words, machine.longest_text);
    words
}

/// Cuts words that are too long, and shows that something is missing.
fn shorten(words: &mut String, most: usize) {
    const MISSING: &str = "…";
    if words.len() > most {
        words.truncate(words.floor_char_boundary(most.saturating_sub(MISSING.len())));
        words.push_str(MISSING);
    }
}

#[cfg(test)]
mod tests {
    use super::shorten;

    #[test]
    fn long_words_are_cut_between_letters() {
        let told = |text: &str, most| {
            let mut words = text.to_owned();
            shorten(&mut words, most);
            words
        };
        assert_eq!(told("twelve", 6), "twelve");
        assert_eq!(told("twelve", 5), "tw…");
        assert_eq!(told("ääää", 6), "ä…");
        assert_eq!(told("ää", 2), "…");
    }
}

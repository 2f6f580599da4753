//! Descriptions of components. Their numbers never leave the engine.

use super::{Form, Look, Words, article, attribute_called, kind_noun, spaced};
use rulehound_rules::model::{Area, AreaKind, Attribute, Kind, OwnerSort, PlaceClass, Sort, value};

impl Words<'_> {
    /// `Card number 5 of Ann`: the `as` text of its kind, or kind, attributes in order, owner. What the viewer does not see is left out.
    pub fn component(&self, number: i32, look: &dyn Look) -> String {
        let Some(component) = self.instance.component(number) else { return "nothing".to_owned() };
        let Some(kind) = self.instance.model.kinds.get(component.kind.index()) else { return "nothing".to_owned() };
        // Its owner, and what it is called, are hidden with it.
        if (kind.owner != OwnerSort::Common || kind.notes.called.is_some()) && !look.shows(number) {
            return self.hidden(number, look);
        }
        let visible = (0..kind.attributes.len()).all(|attribute| look.sees(number, attribute));
        let called = visible.then(|| look.called(number)).flatten();
        let owned = called.is_none() && kind.owner != OwnerSort::Common;
        let mut words = called.unwrap_or_else(|| {
            let mut words = vec![look.kind(&kind.name)];
            for (index, attribute) in kind.attributes.iter().enumerate() {
                if look.sees(number, index) && !attribute.unspoken() {
                    self.feature(number, attribute, look, &mut words);
                }
            }
            words.join(" ")
        });
        if owned {
            words.push_str(" of ");
            words.push_str(&self.owner(kind.owner, component.owner, Form::People, look));
        }
        words
    }

    /// The same with what its `as` text leaves out of these features: `Ace (face up)`.
    pub fn component_with(&self, number: i32, features: &[usize], look: &dyn Look) -> String {
        let words = self.component(number, look);
        let kind = self.instance.component(number).and_then(|it| self.instance.model.kinds.get(it.kind.index()));
        let Some(kind) = kind.filter(|kind| {
            !features.is_empty() && (0..kind.attributes.len()).all(|attribute| look.sees(number, attribute))
        }) else {
            return words;
        };
        let mut told: Vec<String> = Vec::new();
        for attribute in features.iter().filter_map(|feature| kind.attributes.get(*feature)) {
            let mut values = Vec::new();
            self.feature(number, attribute, look, &mut values);
            match attribute.of.sort {
                // Its name says it.
                Sort::YesNo => told.extend(values),
                _ if values.is_empty() => {}
                _ => told.push(format!("{} {}", attribute_called(attribute, Form::People), values.join(" "))),
            }
        }
        if told.is_empty() { words } else { format!("{words} ({})", told.join(", ")) }
    }

    /// Values, numbers except 0, names of those that are yes. Numbers of a family keep their zeros: there the place tells what they mean.
    fn feature(&self, component: i32, attribute: &Attribute, look: &dyn Look, words: &mut Vec<String>) {
        for cell in attribute.first_cell..attribute.first_cell + attribute.cells {
            let number = look.attribute(component, cell);
            let family = attribute.cells > 1;
            match &attribute.of.sort {
                _ if number == value::NONE => {}
                Sort::YesNo if number == 0 => {}
                Sort::YesNo => words.push(attribute_called(attribute, Form::People)),
                Sort::Number { .. } if number == 0 && !family => {}
                // Two components may point at each other, so what a feature points at is named without its own features.
                Sort::Component { .. } => words.push(self.kind_of(number, look)),
                Sort::Place { .. } => words.push(self.class_of(number, look)),
                sort @ (Sort::Number { .. } | Sort::Value { .. } | Sort::Player | Sort::Direction | Sort::Nothing) => {
                    words.push(self.value(sort, number, Form::People, look));
                }
            }
        }
    }

    pub(super) fn kind_of(&self, component: i32, look: &dyn Look) -> String {
        let kind = self.instance.component(component).and_then(|it| self.instance.model.kinds.get(it.kind.index()));
        kind.map_or_else(|| "nothing".to_owned(), |kind| look.kind(&kind.name))
    }

    fn class_of(&self, place: i32, look: &dyn Look) -> String {
        let class = self.instance.place(place).map(|place| place.class);
        let Some(PlaceClass::Area(id)) = class else { return self.place(place, Form::People, look) };
        match self.instance.model.areas.get(id.index()) {
            Some(Area { name, kind: AreaKind::Zone(zone), .. }) if matches!(zone.owner, OwnerSort::Kind(_)) => {
                spaced(name, Form::People)
            }
            Some(_) | None => self.place(place, Form::People, look),
        }
    }

    /// A component that lies hidden: its kind, with what is seen of it wherever it is.
    pub fn hidden(&self, number: i32, look: &dyn Look) -> String {
        let kind = self.instance.component(number).and_then(|it| self.instance.model.kinds.get(it.kind.index()));
        let Some(kind) = kind else { return "nothing".to_owned() };
        let mut words = vec![look.kind(&kind.name)];
        for (index, attribute) in kind.attributes.iter().enumerate() {
            if attribute.audience.is_some() && look.sees(number, index) && !attribute.unspoken() {
                self.feature(number, attribute, look, &mut words);
            }
        }
        words.join(" ")
    }

    /// A component that is not seen: `a card`, `an ace`.
    pub fn unseen(&self, kind: &Kind) -> String {
        let name = kind_noun(kind);
        format!("{} {name}", article(&name))
    }
}

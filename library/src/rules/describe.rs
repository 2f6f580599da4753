//! Telling what rules declare, from the checked model.

use rulehound_interpreter::model::{self, Model, Notes, OwnerSort, Shape, Sort, value};
use rulehound_interpreter::words::{Form, attribute_called, called};

use super::{Area, AreaKind, Feature, Kind, OwnedBy, Rules, Setting, SettingKind, ValueType, Variable};

impl Rules {
    /// What the table may agree on.
    ///
    /// ```
    /// use rulehound::{Rules, SettingKind};
    ///
    /// let text = rulehound::STICKS.replace("players 2", "players 2\nsetting most: 1..5 = 3");
    /// let rules = Rules::from_text("sticks.rules", &text)?;
    /// let setting = &rules.settings()[0];
    /// assert_eq!((setting.name.as_str(), setting.default.as_str()), ("most", "3"));
    /// assert_eq!(setting.takes, SettingKind::Number(1..=5));
    /// # Ok::<(), rulehound::Diagnostics>(())
    /// ```
    pub fn settings(&self) -> Vec<Setting> {
        self.model().settings.iter().map(|declared| setting(self.model(), declared)).collect()
    }

    /// The kinds of component in the box.
    ///
    /// ```
    /// use rulehound::{Rules, ValueType};
    ///
    /// let text = rulehound::STICKS.replace("{ make 10 of }", "{ length : 1..3  make 10 of length = 2 }");
    /// let rules = Rules::from_text("sticks.rules", &text)?;
    /// let stick = &rules.kinds()[0];
    /// assert_eq!((stick.name.as_str(), stick.features[0].name.as_str()), ("Stick", "length"));
    /// assert_eq!(stick.features[0].of, ValueType::Number(1..=3));
    /// # Ok::<(), rulehound::Diagnostics>(())
    /// ```
    pub fn kinds(&self) -> Vec<Kind> {
        let kind = |kind: &model::Kind| Kind {
            name: kind.name.clone(),
            doc: kind.notes.doc.clone(),
            owned_by: owned_by(self.model(), kind.owner),
            features: kind.attributes.iter().map(|declared| feature(self.model(), declared)).collect(),
        };
        self.model().kinds.iter().map(kind).collect()
    }

    /// The boards, zones and piles. Their places are known once it is known who plays: see [`Game::places`](crate::Game::places).
    ///
    /// ```
    /// use rulehound::{OwnedBy, Rules};
    ///
    /// let rules = Rules::from_text("sticks.rules", rulehound::STICKS)?;
    /// let areas = rules.areas();
    /// assert_eq!((areas[0].name.as_str(), &areas[0].owned_by), ("heap", &OwnedBy::Table));
    /// assert_eq!((areas[1].name.as_str(), &areas[1].owned_by), ("taken", &OwnedBy::Seat));
    /// # Ok::<(), rulehound::Diagnostics>(())
    /// ```
    pub fn areas(&self) -> Vec<Area> {
        // Where each table chooses a size, it is told as it usually is.
        let model = self.model().usual();
        model.areas.iter().map(|declared| area(&model, declared)).collect()
    }

    /// The variables: what is kept count of.
    ///
    /// ```
    /// # use rulehound::Rules;
    /// let rules = Rules::from_text("sticks.rules", rulehound::STICKS)?;
    /// assert!(rules.variables().is_empty());
    /// # Ok::<(), rulehound::Diagnostics>(())
    /// ```
    pub fn variables(&self) -> Vec<Variable> {
        let variable = |variable: &model::Variable| Variable {
            name: variable.name.clone(),
            words: spoken(&variable.name, &variable.notes),
            doc: variable.notes.doc.clone(),
            owned_by: owned_by(self.model(), variable.owner),
            of: value_type(self.model(), &variable.of.sort),
            or_none: variable.of.shape == Shape::OneOrNone,
        };
        self.model().variables.iter().map(variable).collect()
    }
}

fn spoken(name: &str, notes: &Notes) -> String {
    called(name, notes, Form::People)
}

fn feature(model: &Model, declared: &model::Attribute) -> Feature {
    Feature {
        name: declared.name.clone(),
        words: attribute_called(declared, Form::People),
        of: value_type(model, &declared.of.sort),
        or_none: declared.of.shape == Shape::OneOrNone,
        cells: declared.cells,
        printed: declared.printed,
    }
}

fn value_type(model: &Model, sort: &Sort) -> ValueType {
    match sort {
        Sort::Number { least, greatest } => ValueType::Number(*least..=*greatest),
        Sort::YesNo => ValueType::YesNo,
        Sort::Value { of, allowed } => {
            let declared = model.enumerations.get(of.index());
            let named = |index: &i32| {
                let index = usize::try_from(*index).ok()?;
                Some((index, declared?.values.get(index)?.0.clone()))
            };
            let of = declared.and_then(|declared| declared.name.clone());
            ValueType::Symbol { of, values: allowed.iter().filter_map(named).collect() }
        }
        Sort::Player => ValueType::Seat,
        Sort::Direction => ValueType::Direction,
        Sort::Place { .. } => ValueType::Place,
        Sort::Component { kinds } => {
            let name = |kind: &model::KindId| model.kinds.get(kind.index()).map(|kind| kind.name.clone());
            ValueType::Component(kinds.iter().filter_map(name).collect())
        }
        Sort::Nothing => ValueType::Nothing,
    }
}

fn setting(model: &Model, declared: &model::Setting) -> Setting {
    let names = |of: model::EnumerationId| {
        let values = model.enumerations.get(of.index()).map(|enumeration| enumeration.values.as_slice());
        values.unwrap_or_default().iter().map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    let name = |of, index: i32| usize::try_from(index).ok().and_then(|index| names(of).get(index).cloned());
    let (takes, default) = match &declared.of.sort {
        Sort::Number { least, greatest } => (SettingKind::Number(*least..=*greatest), declared.value.to_string()),
        Sort::Value { of, allowed } => {
            let all = allowed.iter().filter_map(|index| name(*of, *index)).collect();
            (SettingKind::OneOf(all), name(*of, declared.value).unwrap_or_default())
        }
        Sort::YesNo | Sort::Player | Sort::Component { .. } | Sort::Place { .. } | Sort::Direction | Sort::Nothing => {
            let yes = declared.value == value::yes_no(true);
            (SettingKind::YesNo, if yes { "yes" } else { "no" }.to_owned())
        }
    };
    let words = spoken(&declared.name, &declared.notes);
    Setting { name: declared.name.clone(), words, doc: declared.notes.doc.clone(), takes, default }
}

fn area(model: &Model, declared: &model::Area) -> Area {
    let (kind, owner) = match &declared.kind {
        model::AreaKind::Board(board) => {
            let kind = match board.shape {
                model::BoardShape::Track => AreaKind::Track(board.points.len()),
                model::BoardShape::Ring => AreaKind::Ring(board.points.len()),
                model::BoardShape::Grid { columns, rows } => AreaKind::Grid { columns, rows },
                model::BoardShape::Net { .. } => AreaKind::Net(board.points.len()),
            };
            (kind, OwnerSort::Common)
        }
        model::AreaKind::Zone(zone) => (if zone.ordered { AreaKind::Pile } else { AreaKind::Zone }, zone.owner),
    };
    Area {
        name: declared.name.clone(),
        words: spoken(&declared.name, &declared.notes),
        doc: declared.notes.doc.clone(),
        kind,
        owned_by: owned_by(model, owner),
    }
}

fn owned_by(model: &Model, owner: OwnerSort) -> OwnedBy {
    match owner {
        OwnerSort::Common => OwnedBy::Table,
        OwnerSort::Player => OwnedBy::Seat,
        OwnerSort::Value(of) => OwnedBy::Value(model.enumerations.get(of.index()).and_then(|it| it.name.clone())),
        OwnerSort::Kind(of) => OwnedBy::Kind(model.kinds.get(of.index()).map(|it| it.name.clone()).unwrap_or_default()),
        OwnerSort::Board(of) => {
            OwnedBy::Board(model.areas.get(of.index()).map(|it| it.name.clone()).unwrap_or_default())
        }
    }
}

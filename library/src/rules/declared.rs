//! What rules declare: settings, kinds of component, boards and zones, variables.

use std::ops::RangeInclusive;

use rulehound_interpreter::model::{self, Model, Notes, OwnerSort, Sort, value};
use rulehound_interpreter::words::{Form, called};
use serde::Serialize;

use super::Rules;

/// Something that the table may agree on before a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Setting {
    /// Its name, for [`GameBuilder::set`](crate::GameBuilder::set).
    pub name: String,
    /// What it is called at the table.
    pub words: String,
    /// A sentence about it.
    pub doc: Option<String>,
    /// What it takes.
    pub takes: SettingKind,
    /// Its value unless somebody says otherwise, as [`GameBuilder::set`](crate::GameBuilder::set) takes it.
    pub default: String,
}

/// What a setting takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SettingKind {
    /// A number, from the first to the last.
    Number(RangeInclusive<i32>),
    /// `yes` or `no`.
    YesNo,
    /// One of these.
    OneOf(Vec<String>),
}

/// Whose a component, a place or a variable is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OwnedBy {
    /// Nobody's: there is one for the whole table.
    Table,
    /// There is one for each seat.
    Seat,
    /// There is one for each value of an enumeration, of this name if it has one.
    Value(Option<String>),
    /// There is one for each component of this kind.
    Kind(String),
    /// There is one for each place of this board.
    Board(String),
}

/// A kind of component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub doc: Option<String>,
    /// Whose its components are.
    pub owned_by: OwnedBy,
    /// Its features.
    pub features: Vec<Feature>,
}

/// A feature of a kind of component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Feature {
    /// Its name.
    pub name: String,
    /// What it is called at the table.
    pub words: String,
    /// Whether it never changes.
    pub printed: bool,
}

/// A board, or a family of zones or piles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Area {
    /// Its name.
    pub name: String,
    /// What it is called at the table.
    pub words: String,
    /// A sentence about it.
    pub doc: Option<String>,
    /// Which it is.
    pub kind: AreaKind,
    /// Whose its places are.
    pub owned_by: OwnedBy,
}

/// What sort of area it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AreaKind {
    /// A path of so many places with two ends.
    Track(usize),
    /// A path of so many places that closes.
    Ring(usize),
    /// Two dimensions.
    Grid {
        /// How many columns.
        columns: u16,
        /// How many rows.
        rows: u16,
    },
    /// Components without order.
    Zone,
    /// Components one upon the other.
    Pile,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// What it is called at the table.
    pub words: String,
    /// A sentence about it.
    pub doc: Option<String>,
    /// Whose it is.
    pub owned_by: OwnedBy,
}

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
    /// # use rulehound::Rules;
    /// let rules = Rules::from_text("sticks.rules", rulehound::STICKS)?;
    /// assert_eq!(rules.kinds()[0].name, "Stick");
    /// # Ok::<(), rulehound::Diagnostics>(())
    /// ```
    pub fn kinds(&self) -> Vec<Kind> {
        let kind = |kind: &model::Kind| Kind {
            name: kind.name.clone(),
            doc: kind.notes.doc.clone(),
            owned_by: owned_by(self.model(), kind.owner),
            features: kind.attributes.iter().map(feature).collect(),
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
        self.model().areas.iter().map(|declared| area(self.model(), declared)).collect()
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
        };
        self.model().variables.iter().map(variable).collect()
    }
}

fn spoken(name: &str, notes: &Notes) -> String {
    called(name, notes, Form::People)
}

fn feature(declared: &model::Attribute) -> Feature {
    Feature { name: declared.name.clone(), words: declared.called(Form::People), printed: declared.printed }
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

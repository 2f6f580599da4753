//! What is mentioned anywhere in a game.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_grammar::span::Location;

use crate::facts::walk;
use crate::model::{
    AreaId, AreaKind, BoardShape, DefinitionId, EnumerationId, Expression, ExpressionKind, Index, Model, OwnerSort,
    PlaceClass, RunnableId, SettingId, Shape, Shown, Sort, Statement, StatementKind, TableId, Target, Type, VariableId,
};

use super::game::Game;

/// All mentions.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    /// Settings.
    pub settings: BTreeSet<SettingId>,
    /// Tables.
    pub tables: BTreeSet<TableId>,
    /// Definitions.
    pub definitions: BTreeSet<DefinitionId>,
    /// Boards and zones.
    pub areas: BTreeSet<AreaId>,
    /// Enumerations.
    pub enumerations: BTreeSet<EnumerationId>,
    /// Phases and rules that a `do` runs.
    pub runnables: BTreeSet<RunnableId>,
    /// Variables that are read, with the first place.
    pub read: BTreeMap<VariableId, Location>,
    /// Variables that are given a value.
    pub written: BTreeSet<VariableId>,
}

impl Uses {
    /// Of a game.
    pub fn new(game: Game<'_>) -> Self {
        let mut uses = Self::default();
        walk::all_expressions(game.model, &mut |_, expression| {
            walk::deep(expression).for_each(|part| uses.expression(part));
        });
        for (_, statement, _) in game.statements() {
            uses.statement(statement);
        }
        uses.declarations(game.model);
        let shown = game
            .model
            .definitions
            .iter()
            .enumerate()
            .filter(|(_, definition)| definition.shown.is_some() || definition.struck.is_some());
        uses.definitions.extend(shown.map(|(at, _)| DefinitionId::from(at)));
        uses.through_copies(game.model);
        uses
    }

    /// What is used deeper inside its circle is used. What says `deep` is used there by itself alone.
    fn through_copies(&mut self, model: &Model) {
        let definitions = self.definitions.iter().filter_map(|id| model.definitions.get(id.index())?.within);
        let written: Vec<_> = definitions.filter(|within| within.deep.is_none()).map(|within| within.written).collect();
        self.definitions.extend(written);
        let runnables = self.runnables.iter().filter_map(|id| model.runnables.get(id.index())?.within);
        let written: Vec<_> = runnables.filter(|within| within.deep.is_none()).map(|within| within.written).collect();
        self.runnables.extend(written);
    }

    fn expression(&mut self, expression: &Expression) {
        self.of_type(&expression.of);
        let kind = expression.kind.as_ref();
        if let ExpressionKind::Setting(setting) = kind {
            self.settings.insert(*setting);
        }
        if let ExpressionKind::Table(table, _) = kind {
            self.tables.insert(*table);
        }
        if let ExpressionKind::Call(definition, _) = kind {
            self.definitions.insert(*definition);
        }
        if let ExpressionKind::Zone { zone: area, .. }
        | ExpressionKind::Family(area, _)
        | ExpressionKind::Board(area)
        | ExpressionKind::BoardPlace(area, _)
        | ExpressionKind::Marked { board: area, .. } = kind
        {
            self.areas.insert(*area);
        }
        if let ExpressionKind::Variable(cell) = kind {
            self.read.entry(cell.variable).or_insert(expression.at);
        }
        if let ExpressionKind::Constant(_) = kind {
            self.one_place(&expression.of);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        if let StatementKind::Set { target: Target::Variable(cell), .. } | StatementKind::Roll(Target::Variable(cell)) =
            &statement.kind
        {
            self.written.insert(cell.variable);
        }
        if let StatementKind::Show { what: Shown::Variable(cell), .. } = &statement.kind {
            self.read.entry(cell.variable).or_insert(statement.at);
        }
        if let StatementKind::Show { what: Shown::Variables(variable, _), .. } = &statement.kind {
            self.read.entry(*variable).or_insert(statement.at);
        }
        if let StatementKind::Do { runnable, .. } = &statement.kind {
            self.runnables.insert(*runnable);
        }
    }

    fn declarations(&mut self, model: &Model) {
        for variable in &model.variables {
            self.declared(&variable.index, variable.owner, &variable.of);
        }
        for kind in &model.kinds {
            self.owner(kind.owner);
            kind.attributes.iter().for_each(|one| self.declared(&one.index, OwnerSort::Common, &one.of));
        }
        for table in &model.tables {
            table.index.iter().for_each(|index| self.index(*index));
            self.of_type(&table.of);
        }
        for setting in &model.settings {
            self.of_type(&setting.of);
        }
        for area in &model.areas {
            match &area.kind {
                AreaKind::Zone(zone) => {
                    self.owner(zone.owner);
                    zone.index.iter().for_each(|index| self.index(*index));
                }
                AreaKind::Board(board) => {
                    // The values of the list are the places of the net.
                    if let BoardShape::Net { of } = board.shape {
                        self.enumerations.insert(of);
                    }
                }
            }
        }
        let parameters = model.runnables.iter().flat_map(|runnable| &runnable.parameters);
        for of in parameters.chain(model.definitions.iter().flat_map(|definition| &definition.parameters)) {
            self.of_type(of);
            self.one_place(of);
        }
    }

    fn declared(&mut self, index: &[Index], owner: OwnerSort, of: &Type) {
        index.iter().for_each(|index| self.index(*index));
        self.owner(owner);
        self.of_type(of);
        self.one_place(of);
    }

    fn index(&mut self, index: Index) {
        if let Index::Value { of, .. } = index {
            self.enumerations.insert(of);
        }
    }

    fn owner(&mut self, owner: OwnerSort) {
        if let OwnerSort::Value(enumeration) = owner {
            self.enumerations.insert(enumeration);
        }
        if let OwnerSort::Board(area) = owner {
            self.areas.insert(area);
        }
    }

    fn of_type(&mut self, of: &Type) {
        if let Sort::Value { of, .. } = &of.sort {
            self.enumerations.insert(*of);
        }
    }

    /// A type that names one board (and not all places there are) mentions it.
    fn one_place(&mut self, of: &Type) {
        if let (Sort::Place { classes }, Shape::One | Shape::OneOrNone) = (&of.sort, of.shape)
            && classes.len() == 1
            && let Some(PlaceClass::Area(area)) = classes.first()
        {
            self.areas.insert(*area);
        }
    }
}

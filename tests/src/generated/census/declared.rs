//! Declarations: what there is, who sees it, what watches it.

use rulehound_grammar::tree::{
    Audience, Board, BoardShape, Component, ComponentMember, Expression, ExpressionKind, GridPlaces, Index, MakeKind,
    Mark, MarkPlace, Note, NoteKind, Parameter, PathPlaces, Piece, PlayersKind, Seen, Template, Thing, Type, TypeKind,
    Viewer, ViewerArgument, WayKind,
};

use super::Census;

impl Census {
    pub(super) fn notes(&mut self, notes: &[Note]) {
        for note in notes {
            self.is(match note.kind {
                NoteKind::Ref => "ref",
                NoteKind::Doc => "doc",
                NoteKind::Assume => "assume",
                NoteKind::Untold => "untold",
                NoteKind::As => "as",
            });
            self.template(&note.text);
        }
    }

    pub(super) fn template(&mut self, text: &Template) {
        self.pieces(&text.pieces);
    }

    pub(super) fn pieces(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            match piece {
                Piece::Words(_) => {}
                Piece::Value(value) => {
                    self.is("value in a text");
                    self.expression(value);
                }
                Piece::Counted { number, one, many } => {
                    self.is("noun in a text");
                    self.expression(number);
                    self.pieces(one);
                    self.pieces(many.as_deref().unwrap_or_default());
                }
                Piece::If { condition, then, otherwise } => {
                    self.is("if in a text");
                    self.expression(condition);
                    self.pieces(then);
                    self.pieces(otherwise);
                }
            }
        }
    }

    pub(super) fn board(&mut self, board: &Board) {
        self.notes(&board.notes);
        match &board.shape {
            BoardShape::Path { closed, index, owner, places } => {
                self.is(if *closed { "ring" } else { "track" });
                self.has(index.is_some(), "path with index");
                self.index(index.as_ref());
                self.has(owner.is_some(), "path of each");
                self.is(match places {
                    PathPlaces::Range(..) => "path range",
                    PathPlaces::Drawn { copies: None, .. } => "path drawn",
                    PathPlaces::Drawn { copies: Some(_), .. } => "path drawn several times",
                });
            }
            BoardShape::Grid { index, owner, places, except } => {
                self.has(index.is_some(), "grid with index");
                self.index(index.as_ref());
                self.has(owner.is_some(), "grid of each");
                let named = |size: &Expression| !matches!(*size.kind, ExpressionKind::Number(_));
                let chosen = matches!(places, GridPlaces::Sized(columns, _) if named(columns));
                self.has(chosen, "grid as large as a setting says");
                self.is(match places {
                    GridPlaces::Sized(..) => "grid sized",
                    GridPlaces::Drawn(_) => "grid drawn",
                });
                self.has(!except.is_empty(), "grid except");
            }
            BoardShape::Net { .. } => self.is("net"),
        }
        board.marks.iter().for_each(|mark| self.mark(mark));
        for way in &board.ways {
            self.is(match way.kind {
                WayKind::Forward => "forward for",
                WayKind::Back => "back for",
                WayKind::Start => "start for",
            });
            self.expression(&way.value);
        }
    }

    pub(super) fn thing(&mut self, thing: &Thing) {
        match thing {
            Thing::Removal(removal) => {
                self.is("remove");
                self.parameters(removal.parameters.as_deref());
            }
            Thing::Players(players) => {
                self.notes(&players.notes);
                match &players.kind {
                    PlayersKind::Named(_) => self.is("players named"),
                    PlayersKind::Count(least, most) if least.kind == most.kind => self.is("players number"),
                    PlayersKind::Count(..) => self.is("players range"),
                }
            }
            Thing::Enumeration(enumeration) => {
                self.is("type");
                self.has(enumeration.ordered, "type in order");
                self.has(enumeration.values.iter().any(|value| value.called.is_some()), "value as");
                self.notes(&enumeration.notes);
            }
            Thing::Component(component) => self.component(component),
            Thing::Board(board) => self.board(board),
            Thing::Zone(zone) => {
                self.is(if zone.ordered { "pile" } else { "zone" });
                self.has(zone.top_seen.is_some(), "top seen by");
                self.has(zone.holds.len() > 1, "several kinds in a zone");
                self.has(zone.index.is_some(), "zone with index");
                self.has(zone.owner.is_some(), "of each");
                self.has(zone.holder.is_some(), "name of what it belongs to");
                self.index(zone.index.as_ref());
                self.notes(&zone.notes);
                zone.seen.iter().chain(&zone.top_seen).for_each(|seen| self.seen(seen));
            }
            Thing::Variable(variable) => {
                self.is("var");
                self.has(variable.index.is_some(), "var with index");
                self.has(variable.owner.is_some(), "of each");
                self.has(variable.holder.is_some(), "name of what it belongs to");
                self.has(variable.first.is_none(), "var without value");
                self.has(variable.each.is_some(), "var each");
                self.index(variable.index.as_ref());
                self.of(&variable.of);
                self.notes(&variable.notes);
                variable.seen.iter().for_each(|seen| self.seen(seen));
                variable.first.iter().for_each(|first| self.expression(first));
            }
            Thing::Setting(setting) => {
                self.is("setting");
                self.of(&setting.of);
                self.expression(&setting.value);
                self.notes(&setting.notes);
            }
            Thing::Table(table) => {
                self.is("table");
                self.has(table.rows.iter().any(|row| row.key.is_none()), "row of all others");
                self.has(table.of.is_some(), "table of a type");
                self.index(Some(&table.index));
                table.of.iter().for_each(|of| self.of(of));
                table.rows.iter().flat_map(|row| &row.entries).for_each(|entry| self.expression(entry));
                self.notes(&table.notes);
            }
            Thing::Definition(definition) => {
                self.is("def");
                self.has(definition.deep.is_some(), "deep");
                self.has(definition.shown.is_some(), "def shown");
                self.has(definition.shown.as_ref().is_some_and(|shown| shown.called.is_some()), "def shown as");
                self.notes(&definition.notes);
                let value = |parameter: &Parameter| matches!(parameter, Parameter::Value(_));
                self.has(definition.parameters.iter().flatten().any(value), "clause of a def");
                self.parameters(definition.parameters.as_deref());
                self.expression(&definition.value);
            }
            Thing::Runnable(runnable) => {
                self.is(if runnable.phase { "phase" } else { "rule" });
                self.has(runnable.deep.is_some(), "rule deep");
                self.notes(&runnable.notes);
                self.parameters(runnable.parameters.as_deref());
                self.block(&runnable.body);
            }
            Thing::Trigger(trigger) => self.trigger(trigger),
            // How a board lies changes nothing but drawings.
            Thing::Layout(layout) => {
                self.has(layout.struck.is_some(), "struck");
                self.has(layout.struck.as_ref().is_some_and(|struck| struck.said.is_some()), "struck with words");
                self.has(!layout.beside.is_empty(), "places beside");
                layout.beside.iter().for_each(|line| self.expression(&line.places));
            }
        }
    }

    pub(super) fn component(&mut self, component: &Component) {
        self.is("component");
        self.has(!component.braces, "component without braces");
        self.has(component.owner.is_some(), "of each");
        self.notes(&component.notes);
        let mut makes = 0;
        for member in &component.members {
            match member {
                ComponentMember::Attribute(attribute) => {
                    self.is("feature");
                    self.has(attribute.index.is_some(), "feature with index");
                    self.has(attribute.seen.is_some(), "feature seen by");
                    self.has(attribute.called.is_some(), "feature as");
                    self.of(&attribute.of);
                    self.index(attribute.index.as_ref());
                    attribute.seen.iter().for_each(|seen| self.seen(seen));
                }
                ComponentMember::Make(make) => {
                    self.is("make");
                    makes += 1;
                    match &make.kind {
                        MakeKind::Each { copies, picks, values } => {
                            self.has(copies.is_some(), "make copies");
                            let named = |size: &Expression| matches!(*size.kind, ExpressionKind::Binary(..));
                            self.has(copies.as_ref().is_some_and(named), "make copies as a setting says");
                            self.has(!picks.is_empty(), "make picks");
                            self.has(picks.iter().any(|pick| pick.condition.is_some()), "make where");
                            self.has(!values.is_empty(), "make values");
                            copies.iter().for_each(|copies| self.expression(copies));
                            self.picks(picks);
                            values.iter().for_each(|value| self.expression(&value.value));
                        }
                        MakeKind::Rows { .. } => self.is("make rows"),
                    }
                }
            }
        }
        self.has(makes > 1, "several makes");
    }

    pub(super) fn mark(&mut self, mark: &Mark) {
        self.notes(&mark.notes);
        self.has(mark.set.is_some(), "mark set");
        let mut signs = 0;
        for place in &mark.places {
            match place {
                MarkPlace::Sign(_) => signs += 1,
                MarkPlace::Number(..) => self.is("mark number"),
            }
        }
        self.has(signs > 0, "mark sign");
        self.has(signs > 1, "mark several signs");
        mark.set.iter().for_each(|set| self.expression(set));
    }

    pub(super) fn of(&mut self, of: &Type) {
        self.has(of.or_none, "or none");
        self.is(match &of.kind {
            TypeKind::YesOrNo => "yes or no",
            TypeKind::Range(..) => "range",
            TypeKind::Named(_) => "named type",
            TypeKind::Except(..) => "type except",
            TypeKind::Values(_) => "values on the spot",
        });
    }

    pub(super) fn index(&mut self, index: Option<&Index>) {
        let Some(index) = index else { return };
        self.has(index.parts.len() > 1, "two indices");
        self.has(index.parts.iter().any(|part| part.name.is_some()), "name of an index");
        let directions = |of: &Type| matches!(&of.kind, TypeKind::Named(name) if name.text == "direction");
        self.has(index.types().any(directions), "index of directions");
        index.types().for_each(|of| self.of(of));
    }

    pub(super) fn seen(&mut self, seen: &Seen) {
        match &seen.audience {
            Audience::All => self.is("seen by all"),
            Audience::Nobody => self.is("seen by nobody"),
            Audience::Only(viewers) => {
                self.has(viewers.len() > 1, "seen by several");
                viewers.iter().for_each(|viewer| self.viewer(viewer));
            }
            Audience::AllExcept(viewers) => {
                self.is("seen by all except");
                viewers.iter().for_each(|viewer| self.viewer(viewer));
            }
        }
    }

    pub(super) fn viewer(&mut self, viewer: &Viewer) {
        match viewer {
            Viewer::Owner(_) => self.is("seen by owner"),
            Viewer::Feature(feature) => {
                self.is("seen by feature");
                self.expression(feature);
            }
            Viewer::Named { arguments: None, .. } => self.is("seen by name"),
            Viewer::Named { arguments: Some(arguments), .. } => {
                for argument in arguments {
                    self.is(match argument {
                        ViewerArgument::Owner(_) => "seen by call",
                        ViewerArgument::Value(_) => "seen by call with a value",
                    });
                }
            }
        }
    }

    pub(super) fn parameters(&mut self, parameters: Option<&[Parameter]>) {
        for parameter in parameters.unwrap_or_default() {
            match parameter {
                Parameter::Value(value) => self.expression(value),
                Parameter::Named(_, of) => {
                    self.is("parameter");
                    of.iter().for_each(|of| self.of(of));
                }
            }
        }
    }
}

//! The heading and the declarations, but for components, boards and tables.

use super::{Printer, flat, prose, texts, wrapped};
use crate::tree::{
    Beside, Block, Change, Declaration, Definition, Enumeration, Game, Note, Plain, Players, PlayersKind, Removal,
    Runnable, Setting, Struck, Thing, Trigger, Turned, Variable, Watch, WatchedPlace, Zone,
};

impl<'tree> Printer<'tree> {
    /// The heading.
    pub(super) fn game(&mut self, game: &'tree Game) {
        self.begin(game.span.start, game.span.end);
        let mut first = format!("game {}", texts::plain(&game.title));
        if !game.extends.is_empty() {
            let files: Vec<_> = game.extends.iter().map(texts::plain).collect();
            let extends = format!("extends {}", files.join(", "));
            let one_line = first.chars().count() + 1 + extends.chars().count() <= self.width();
            first += &if one_line { format!(" {extends}") } else { format!("\n  {extends}") };
        }
        self.head(first, &game.notes, game.code.start);
        if !game.sections.is_empty() {
            self.sections(&game.sections);
        }
    }

    /// The sections of the rulebook go on over several lines.
    fn sections(&mut self, sections: &[Plain]) {
        let mut line = String::from("  sections");
        let last = sections.len().saturating_sub(1);
        for (index, section) in sections.iter().enumerate() {
            let text = texts::plain(section);
            let comma = if index == last { "" } else { "," };
            if line.chars().count() + 1 + text.chars().count() + comma.len() > self.width() {
                self.line(&line);
                line = String::from("   ");
            }
            line += &format!(" {text}{comma}");
        }
        self.line(&line);
    }

    /// All declarations. Those with prose are set apart, unless they and what stands before them are short; without an
    /// original, those of several lines and of different sorts, too.
    pub(super) fn declarations(&mut self, declarations: &'tree [Declaration]) {
        let mut before: Option<(std::mem::Discriminant<Thing>, bool)> = None;
        let (mut told_before, mut short_before) = (false, false);
        for declaration in declarations {
            let sort = std::mem::discriminant(&declaration.thing);
            let trailing = self.comments.iter().take_while(|comment| comment.trailing).count();
            let behind = self.comments.get(trailing).map_or(declaration.span.start, |comment| comment.span.start);
            self.comments_before(behind.min(declaration.span.start));
            let first = self.lines.len();
            self.declaration(declaration);
            let lines = self.lines.get(first..).unwrap_or_default();
            let several = lines.len() > 1;
            let told = lines.iter().position(|line| line.starts_with('|')).map(|line| first + line);
            let short = told.map_or(1, |_| 2) >= lines.iter().filter(|line| !line.is_empty()).count();
            let apart = match before {
                Some((before, long)) => several || long || before != sort,
                None => several,
            };
            if self.source.is_none() && apart && first > 0 {
                self.lines.insert(first, String::new());
            } else if let Some(told) = told.filter(|_| !(short && short_before)) {
                blank_line_at(&mut self.lines, told);
            } else if told_before && !short_before {
                blank_line_at(&mut self.lines, first);
            }
            before = Some((sort, several));
            (told_before, short_before) = (told.is_some(), short);
        }
    }

    fn declaration(&mut self, declaration: &'tree Declaration) {
        let span = declaration.code;
        self.begin(declaration.span.start, end_of_head(declaration));
        let change = match declaration.change {
            Change::New => "",
            Change::Replace(_) => "replace ",
            Change::Extend(_) => "extend ",
        };
        match &declaration.thing {
            Thing::Removal(removal) => self.line(&self::removal(removal)),
            Thing::Players(players) => self.players(change, players, span.start),
            Thing::Enumeration(enumeration) => self.enumeration(change, enumeration, span.start),
            Thing::Component(component) => self.component(change, component, span),
            Thing::Board(board) => self.board(change, board, span),
            Thing::Zone(zone) => {
                self.head(format!("{change}{}", self::zone(zone)), &zone.notes, span.start);
            }
            Thing::Variable(variable) => {
                self.head(format!("{change}{}", self::variable(variable)), &variable.notes, span.start);
            }
            Thing::Setting(setting) => {
                self.head(format!("{change}{}", self::setting(setting)), &setting.notes, span.start);
            }
            Thing::Table(table) => self.table(change, table, span),
            Thing::Definition(definition) => self.definition(change, definition, span.start),
            Thing::Runnable(runnable) => self.runnable(change, runnable, span.start),
            Thing::Trigger(trigger) => self.trigger(change, trigger, span.start),
            // A row a line, so that it looks like what it shows.
            Thing::Layout(layout) => {
                let turned = layout.turned.as_ref().map(turned).unwrap_or_default();
                let struck = layout.struck.as_ref().map(struck).unwrap_or_default();
                self.line(&format!("{change}layout {}{turned}{struck}", layout.name.text));
                self.level += 1;
                layout.rows.iter().for_each(|row| self.line(&texts::plain(row)));
                self.level -= 1;
                beside(self, &layout.beside);
            }
        }
    }

    /// The first line of a declaration below its prose, with those of its notes that are none: as many on a line as fit and
    /// as the author put there, without an original all on one line or each on its own. Returns whether the head without
    /// its prose is more than one line. The code begins at `start`.
    pub(super) fn head(&mut self, first: String, notes: &[Note], start: u32) -> bool {
        let notes = prose::above(self, notes);
        let texts: Vec<_> = notes.iter().map(|note| texts::note(note)).collect();
        let one_line = format!("{first} {}", texts.join(" ")).chars().count() + 2 <= self.width();
        self.lines(first.lines().map(str::to_owned).collect());
        let lines = self.lines.len();
        let mut before = start;
        for (note, text) in notes.iter().zip(texts) {
            let joined = self.joined(before, note.span.start, one_line);
            // Two columns are kept for an opening brace.
            if joined && text.chars().count() + 3 <= self.columns_left() {
                self.append(&format!(" {text}"));
            } else {
                self.line(&format!("  {text}"));
            }
            before = note.span.end;
        }
        self.lines.len() > lines
    }

    /// A block behind a head, on a line of its own if the head is more than one line.
    fn body(&mut self, several: bool, block: &'tree Block) {
        if several { self.block_on_own_line(block) } else { self.block(block) }
    }

    fn players(&mut self, change: &str, players: &Players, start: u32) {
        let who = match &players.kind {
            PlayersKind::Count(least, most) if least == most => flat::expression(least),
            PlayersKind::Count(least, most) => format!("{}..{}", flat::expression(least), flat::expression(most)),
            PlayersKind::Named(names) => flat::names(names),
        };
        self.head(format!("{change}players {who}"), &players.notes, start);
    }

    /// The values of a long enumeration go on over several lines.
    fn enumeration(&mut self, change: &str, enumeration: &Enumeration, start: u32) {
        let mut line = format!("{change}type {} =", enumeration.name.text);
        let mut lines = Vec::new();
        let last = enumeration.values.len().saturating_sub(1);
        for (index, value) in enumeration.values.iter().enumerate() {
            let behind = match (index == last, enumeration.ordered) {
                (true, _) => "",
                (false, true) => " <",
                (false, false) => ",",
            };
            let called = value.called.as_ref().map(|text| format!(" as {}", texts::template(text))).unwrap_or_default();
            let value = format!("{}{called}{behind}", value.name.text);
            if line.chars().count() + 1 + value.chars().count() > self.width() {
                lines.push(std::mem::replace(&mut line, String::from(" ")));
            }
            line += &format!(" {value}");
        }
        lines.push(line);
        self.head(lines.join("\n"), &enumeration.notes, start);
    }

    fn definition(&mut self, change: &str, definition: &'tree Definition, start: u32) {
        let parameters = flat::parameters(definition.parameters.as_ref());
        let shown = definition.shown.as_ref().map(texts::shown).unwrap_or_default();
        let deep = texts::deep(definition.deep.as_ref());
        let first = format!("{change}def {}{parameters}{deep}{shown}", definition.name.text);
        let several = self.head(first, &definition.notes, start);
        self.append(" =");
        let one_line = flat::expression(&definition.value);
        let joined = !several && self.joined(start, definition.value.span.start, true);
        if joined && one_line.chars().count() < self.columns_left() {
            return self.append(&format!(" {one_line}"));
        }
        let width = self.width().saturating_sub(2);
        self.lines(wrapped::indented(wrapped::expression(&definition.value, width, width)));
    }

    fn runnable(&mut self, change: &str, runnable: &'tree Runnable, start: u32) {
        let word = if runnable.phase { "phase" } else { "rule" };
        let parameters = flat::parameters(runnable.parameters.as_ref());
        let deep = texts::deep(runnable.deep.as_ref());
        let first = format!("{change}{word} {}{parameters}{deep}", runnable.name.text);
        let several = self.head(first, &runnable.notes, start);
        self.body(several, &runnable.body);
    }

    fn trigger(&mut self, change: &str, trigger: &'tree Trigger, start: u32) {
        let several = self.head(format!("{change}trigger {}", trigger.name.text), &trigger.notes, start);
        let watch = self::watch(&trigger.watch);
        let joined = !several && self.joined(start, trigger.body.span.start, true);
        if joined && watch.chars().count() + 3 <= self.columns_left() {
            self.append(&format!(" {watch}"));
            self.block(&trigger.body);
        } else {
            self.line(&format!("  {watch}"));
            self.block_on_own_line(&trigger.body);
        }
    }
}

/// A blank line before a line that is written, unless it has one, is the first, or a comment stands above it.
fn blank_line_at(lines: &mut Vec<String>, index: usize) {
    let above = index.checked_sub(1).and_then(|above| lines.get(above));
    let blank = lines.get(index).is_some_and(String::is_empty);
    if !blank && above.is_some_and(|above| !above.is_empty() && !above.starts_with('#')) {
        lines.insert(index, String::new());
    }
}

/// Where the last note ends, or what stands before it: prose stands further up.
pub(super) fn behind(notes: &[Note], before: u32) -> u32 {
    notes.iter().map(|note| note.span.end).fold(before, u32::max)
}

/// Where the part of a declaration ends that is written in one piece: before what stands in its braces.
fn end_of_head(declaration: &Declaration) -> u32 {
    match &declaration.thing {
        Thing::Component(component) => {
            let owner = component.owner.as_ref().map_or(component.name.span.end, |owner| owner.span.end);
            behind(&component.notes, owner)
        }
        Thing::Board(board) if board.marks.is_empty() && board.ways.is_empty() => declaration.span.end,
        Thing::Board(board) => behind(&board.notes, board.name.span.end),
        Thing::Table(table) => behind(&table.notes, super::components::signature_end(table)),
        Thing::Runnable(runnable) => runnable.body.span.start,
        Thing::Trigger(trigger) => trigger.body.span.start,
        Thing::Removal(_)
        | Thing::Players(_)
        | Thing::Enumeration(_)
        | Thing::Zone(_)
        | Thing::Variable(_)
        | Thing::Setting(_)
        | Thing::Definition(_)
        | Thing::Layout(_) => declaration.span.end,
    }
}

/// What lies beside a path, a sign a line.
fn beside(printer: &mut Printer<'_>, beside: &[Beside]) {
    if beside.is_empty() {
        return;
    }
    printer.line("{");
    printer.level += 1;
    for Beside { sign, places, span: _ } in beside {
        printer.line(&format!("{} : {}", texts::plain(sign), flat::expression(places)));
    }
    printer.level -= 1;
    printer.line("}");
}

/// Behind the name of a board.
fn turned(turned: &Turned) -> String {
    let player = turned.player.as_ref().map_or_else(String::new, |player| format!(" for {}", player.text));
    format!(" turned{player}")
}

/// Behind the name of what gives the things.
fn struck(struck: &Struck) -> String {
    let said = struck.said.as_ref().map_or_else(String::new, |said| format!(" {}", texts::plain(said)));
    format!(" struck{said}")
}

fn removal(removal: &Removal) -> String {
    format!("remove {} {}{}", removal.sort.word(), removal.name.text, flat::parameters(removal.parameters.as_ref()))
}

fn zone(zone: &Zone) -> String {
    let word = if zone.ordered { "pile" } else { "zone" };
    let top = zone.top_seen.as_ref().map_or_else(String::new, |seen| format!(", top{}", flat::seen(Some(seen))));
    format!(
        "{word} {}{}{} : {}{}{top}",
        zone.name.text,
        flat::index(zone.index.as_ref()),
        flat::held_by(zone.holder.as_ref(), zone.owner.as_ref()),
        flat::names(&zone.holds),
        flat::seen(zone.seen.as_ref()),
    )
}

fn variable(variable: &Variable) -> String {
    let first = variable.first.as_ref().map_or_else(String::new, |first| format!(" = {}", flat::expression(first)));
    let each = variable.each.as_ref().map_or_else(String::new, |each| format!(" each {}", each.text));
    format!(
        "var {}{}{} : {}{}{first}{each}",
        variable.name.text,
        flat::index(variable.index.as_ref()),
        flat::held_by(variable.holder.as_ref(), variable.owner.as_ref()),
        flat::type_of(&variable.of),
        flat::seen(variable.seen.as_ref()),
    )
}

fn setting(setting: &Setting) -> String {
    format!("setting {} : {} = {}", setting.name.text, flat::type_of(&setting.of), flat::expression(&setting.value))
}

fn watch(watch: &Watch) -> String {
    let condition = |condition: &Option<crate::tree::Expression>| {
        condition.as_ref().map_or_else(String::new, |condition| format!(" where {}", flat::expression(condition)))
    };
    match watch {
        Watch::Move { name, kind, from, to, condition: where_ } => {
            let name = name.as_ref().map_or_else(String::new, |name| format!("{}: ", name.text));
            let from = from.as_ref().map_or_else(String::new, |from| format!(" from {}", watched_place(from)));
            let to = to.as_ref().map_or_else(String::new, |to| format!(" to {}", watched_place(to)));
            format!("after move {name}{}{from}{to}{}", flat::expression(kind), condition(where_))
        }
        Watch::Rule { name, arguments, condition: where_ } => {
            format!("after {}{}{}", name.text, flat::arguments(arguments.as_ref()), condition(where_))
        }
        Watch::When { binding: Some((name, set)), condition } => {
            format!("when {} in {} : {}", name.text, flat::expression(set), flat::expression(condition))
        }
        Watch::When { binding: None, condition } => format!("when {}", flat::expression(condition)),
    }
}

fn watched_place(place: &WatchedPlace) -> String {
    let name = place.name.as_ref().map_or_else(String::new, |name| format!("{} in ", name.text));
    format!("{name}{}", flat::expression(&place.place))
}

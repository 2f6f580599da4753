//! Which constructs of the language rules use.
//!
//! In: a syntax tree. Out: the names of the constructs in it. No match has a wildcard: a construct that is new to the grammar must be named
//! here, and a name must stand in [`CONSTRUCTS`], where the test finds it missing until the generator writes it.

use std::collections::BTreeSet;

use rulehound_grammar::tree::{
    Audience, BinaryOperator, Block, Board, BoardShape, Change, Choose, Component, ComponentMember, Expression,
    ExpressionKind, File, GridPlaces, Index, Key, Leave, MakeKind, Mark, MarkPlace, May, Measure, Move, Note, NoteKind,
    Offered, OverWord, Parameter, PathPlaces, Pick, Piece, PlayersKind, Remember, Repeat, Requirement, Seen, Selection,
    SetOperator, Statement, StatementKind, Template, Thing, Trigger, Type, TypeKind, Viewer, ViewerArgument, Watch,
    WatchedPlace, Win,
};

/// All constructs that are counted.
#[rustfmt::skip]
pub const CONSTRUCTS: &[&str] = &[
    "extends", "sections", "replace", "extend", "remove", "ref", "doc", "assume", "as", "untold", "value in a text",
    "players number", "players range", "players named", "type", "type in order", "component", "component without braces", "feature",
    "feature with index", "feature seen by", "feature as", "make", "make copies", "make picks", "make where",
    "make values", "make rows", "several makes", "of each",
    "track", "ring", "path range", "path drawn", "path drawn several times", "grid sized", "grid drawn", "grid except", "net", "path with index",
    "path of each",
    "mark sign", "mark several signs", "mark number", "mark set",
    "zone", "pile", "top seen by", "several kinds in a zone", "zone with index", "var", "var with index", "var without value",
    "var each", "setting", "table", "two indices", "row of all others", "table of a type", "def", "deep", "def shown", "def shown as", "clause of a def", "phase", "rule", "rule deep", "clause of a rule", "parameter",
    "trigger after move", "trigger after any move", "moves of one player's", "trigger from", "trigger to", "name of a watched place",
    "trigger where", "trigger after rule", "trigger after rule with values", "trigger when", "trigger when each",
    "yes or no", "range", "named type", "type except", "values on the spot", "or none",
    "seen by all", "seen by nobody", "seen by owner", "seen by name", "seen by several", "seen by call", "seen by all except",
    "seen by call with a value",
    "choose", "choose several", "choose of several picks", "choose as", "require", "require else", "if none", "choose options", "option with names",
    "option several", "option of several picks", "option as", "may",
    "may repeat", "may repeat times", "may while", "require alone", "if", "else if", "else", "for", "for first", "for of several picks",
    "for by", "repeat times", "repeat while", "repeat times while", "repeat without end", "repeat for", "repeat for while", "repeat turn of",
    "simultaneous", "simultaneous by", "reveal", "plan", "plan by", "turn of", "leave turn", "leave plan", "leave name", "let",
    "move each", "move all", "move all of a kind", "move some", "move", "draw from", "draw one", "roll", "shuffle", "note", "note for", "forget", "swap", "lay out", "lay out where", "set", "set +=", "set -=", "set *=",
    "show", "show to", "say", "say to", "do", "do with values", "win nobody", "win by", "win", "best", "by", "pick from", "pick where",
    "noun in a text", "if in a text", "number", "yes and no", "none", "name", "member", "call", "listed", "brackets", "not", "negative", "or", "and", "=", "!=", "<", "<=",
    ">", ">=", "in", "not in", "except", "+", "-", "*", "/", "mod", "..", "if then else", "if then else if", "max of values", "min of values",
    "max", "min", "max by", "most else", "first", "first by", "first value", "first else", "some of", "first of", "count picks", "count", "count on", "any",
    "all", "sum", "each", "each value", "each by", "tuple", "names of a tuple",
    "ahead", "steps", "beside", "around", "reach", "next", "other", "seat", "noted", "box", "players", "base",
    "direction", "straight", "diagonal",
    ".index", ".column", ".row", ".place", ".owner", ".top", ".bottom", ".box",
];

/// The constructs in a file.
pub fn census(file: &File) -> BTreeSet<&'static str> {
    let mut census = Census::default();
    if let Some(game) = &file.game {
        census.has(!game.extends.is_empty(), "extends");
        census.has(!game.sections.is_empty(), "sections");
        census.notes(&game.notes);
    }
    let mut runnables = BTreeSet::new();
    for declaration in &file.declarations {
        // A value that is a name looks like a parameter.
        if let Thing::Runnable(runnable) = &declaration.thing
            && !runnables.insert(&runnable.name.text)
        {
            census.is("clause of a rule");
        }
        match declaration.change {
            Change::New => {}
            Change::Replace(_) => census.is("replace"),
            Change::Extend(_) => census.is("extend"),
        }
        census.thing(&declaration.thing);
    }
    census.found
}

#[derive(Default)]
struct Census {
    found: BTreeSet<&'static str>,
}

impl Census {
    fn is(&mut self, name: &'static str) {
        self.found.insert(name);
    }

    fn has(&mut self, has: bool, name: &'static str) {
        if has {
            self.is(name);
        }
    }

    fn notes(&mut self, notes: &[Note]) {
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

    fn template(&mut self, text: &Template) {
        self.pieces(&text.pieces);
    }

    fn pieces(&mut self, pieces: &[Piece]) {
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

    fn board(&mut self, board: &Board) {
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
            BoardShape::Grid { places, except } => {
                self.is(match places {
                    GridPlaces::Sized(..) => "grid sized",
                    GridPlaces::Drawn(_) => "grid drawn",
                });
                self.has(!except.is_empty(), "grid except");
            }
            BoardShape::Net { .. } => self.is("net"),
        }
        board.marks.iter().for_each(|mark| self.mark(mark));
    }

    fn thing(&mut self, thing: &Thing) {
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
                self.index(zone.index.as_ref());
                self.notes(&zone.notes);
                zone.seen.iter().chain(&zone.top_seen).for_each(|seen| self.seen(seen));
            }
            Thing::Variable(variable) => {
                self.is("var");
                self.has(variable.index.is_some(), "var with index");
                self.has(variable.owner.is_some(), "of each");
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
            // It changes nothing but drawings.
            Thing::Layout(_) => {}
        }
    }

    fn component(&mut self, component: &Component) {
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

    fn mark(&mut self, mark: &Mark) {
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

    fn of(&mut self, of: &Type) {
        self.has(of.or_none, "or none");
        self.is(match &of.kind {
            TypeKind::YesOrNo => "yes or no",
            TypeKind::Range(..) => "range",
            TypeKind::Named(_) => "named type",
            TypeKind::Except(..) => "type except",
            TypeKind::Values(_) => "values on the spot",
        });
    }

    fn index(&mut self, index: Option<&Index>) {
        let Some(index) = index else { return };
        self.has(index.types.len() > 1, "two indices");
        index.types.iter().for_each(|of| self.of(of));
    }

    fn seen(&mut self, seen: &Seen) {
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

    fn viewer(&mut self, viewer: &Viewer) {
        match viewer {
            Viewer::Owner(_) => self.is("seen by owner"),
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

    fn parameters(&mut self, parameters: Option<&[Parameter]>) {
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

    fn trigger(&mut self, trigger: &Trigger) {
        self.notes(&trigger.notes);
        match &trigger.watch {
            Watch::Move { name, kind, from, to, condition } => {
                self.is("trigger after move");
                self.has(name.is_none(), "trigger after any move");
                self.has(matches!(&*kind.kind, ExpressionKind::Member(..)), "moves of one player's");
                self.has(from.is_some(), "trigger from");
                self.has(to.is_some(), "trigger to");
                from.iter().chain(to).for_each(|place| self.watched(place));
                self.condition(condition.as_ref());
            }
            Watch::Rule { arguments, condition, .. } => {
                self.is("trigger after rule");
                for argument in arguments.iter().flatten() {
                    self.has(!matches!(*argument.kind, ExpressionKind::Name(_)), "trigger after rule with values");
                    self.expression(argument);
                }
                self.condition(condition.as_ref());
            }
            Watch::When { binding, condition } => {
                self.is("trigger when");
                self.has(binding.is_some(), "trigger when each");
                binding.iter().for_each(|(_, set)| self.expression(set));
                self.expression(condition);
            }
        }
        self.block(&trigger.body);
    }

    fn condition(&mut self, condition: Option<&Expression>) {
        self.has(condition.is_some(), "trigger where");
        condition.into_iter().for_each(|condition| self.expression(condition));
    }

    fn watched(&mut self, place: &WatchedPlace) {
        self.has(place.name.is_some(), "name of a watched place");
        self.expression(&place.place);
    }

    fn block(&mut self, block: &Block) {
        block.statements.iter().for_each(|statement| self.statement(statement));
    }

    fn if_none(&mut self, block: Option<&Block>) {
        if let Some(block) = block {
            self.is("if none");
            self.block(block);
        }
    }

    fn requirements(&mut self, requirements: &[Requirement]) {
        for requirement in requirements {
            self.is("require");
            self.requirement(requirement);
        }
    }

    fn requirement(&mut self, requirement: &Requirement) {
        self.expression(&requirement.condition);
        if let Some(text) = &requirement.otherwise {
            self.is("require else");
            self.template(text);
        }
    }

    fn picks(&mut self, picks: &[Pick]) {
        picks.iter().for_each(|pick| self.pick(pick));
    }

    fn pick(&mut self, pick: &Pick) {
        self.has(pick.from.is_some(), "pick from");
        self.has(pick.condition.is_some(), "pick where");
        self.has(!pick.more.is_empty(), "names of a tuple");
        self.expression(&pick.set);
        pick.from.iter().chain(&pick.condition).for_each(|part| self.expression(part));
    }

    fn keys(&mut self, keys: &[Key]) {
        for key in keys {
            self.is(if key.best { "best" } else { "by" });
            self.expression(&key.value);
        }
    }

    fn selection(&mut self, selection: &Selection) {
        selection.first.iter().for_each(|first| self.expression(first));
        self.picks(&selection.picks);
        self.keys(&selection.keys);
    }

    fn choose(&mut self, choose: &Choose) {
        let offered = &choose.offered;
        self.is(if offered.amount.is_some() { "choose several" } else { "choose" });
        self.has(offered.picks.len() > 1, "choose of several picks");
        self.has(offered.wording.is_some(), "choose as");
        self.offered(offered);
        self.if_none(choose.if_none.as_ref());
    }

    fn offered(&mut self, offered: &Offered) {
        offered.amount.iter().for_each(|amount| self.expression(amount));
        self.picks(&offered.picks);
        offered.wording.iter().for_each(|text| self.template(text));
        self.requirements(&offered.requirements);
    }

    fn may(&mut self, may: &May) {
        self.is(match &may.repeat {
            Repeat::Once => "may",
            Repeat::Often => "may repeat",
            Repeat::AtMost(_) => "may repeat times",
        });
        self.has(may.condition.is_some(), "may while");
        self.template(&may.text);
        may.condition.iter().for_each(|condition| self.expression(condition));
        self.requirements(&may.requirements);
        self.block(&may.body);
        self.if_none(may.if_none.as_ref());
    }

    fn simultaneous(&mut self, (pick, keys): (&Pick, &[Key]), body: &Block, reveal: Option<&Block>) {
        self.is("simultaneous");
        self.has(!keys.is_empty(), "simultaneous by");
        self.has(reveal.is_some(), "reveal");
        self.pick(pick);
        self.keys(keys);
        self.block(body);
        reveal.iter().for_each(|block| self.block(block));
    }

    fn repeat(&mut self, times: Option<&Expression>, condition: Option<&Expression>, body: &Block) {
        self.is(match (times, condition) {
            (Some(_), None) => "repeat times",
            (Some(_), Some(_)) => "repeat times while",
            (None, Some(_)) => "repeat while",
            (None, None) => "repeat without end",
        });
        times.into_iter().chain(condition).for_each(|part| self.expression(part));
        self.block(body);
    }

    fn choose_option(&mut self, choose: &rulehound_grammar::tree::ChooseOption) {
        self.is("choose options");
        for option in &choose.options {
            let offered = &option.offered;
            self.has(!offered.picks.is_empty() && offered.amount.is_none(), "option with names");
            self.has(offered.amount.is_some(), "option several");
            self.has(offered.picks.len() > 1, "option of several picks");
            self.has(!offered.picks.is_empty() && offered.wording.is_some(), "option as");
            self.offered(offered);
            self.block(&option.body);
        }
        self.if_none(choose.if_none.as_ref());
    }

    fn win(&mut self, win: &Win) {
        match win {
            Win::Nobody => self.is("win nobody"),
            Win::Ranked(pick, keys) => {
                self.is("win by");
                self.pick(pick);
                self.keys(keys);
            }
            Win::These(set) => {
                self.is("win");
                self.expression(set);
            }
        }
    }

    fn set(&mut self, target: &Expression, operator: SetOperator, value: &Expression) {
        self.is(match operator {
            SetOperator::Becomes => "set",
            SetOperator::Plus => "set +=",
            SetOperator::Minus => "set -=",
            SetOperator::Times => "set *=",
        });
        self.expression(target);
        self.expression(value);
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Choose(choose) => self.choose(choose),
            StatementKind::ChooseOption(choose) => self.choose_option(choose),
            StatementKind::May(may) => self.may(may),
            StatementKind::Require(requirement) => {
                self.is("require alone");
                self.requirement(requirement);
            }
            StatementKind::If { arms, otherwise } => {
                self.is("if");
                self.has(arms.len() > 1, "else if");
                self.has(otherwise.is_some(), "else");
                for (condition, block) in arms {
                    self.expression(condition);
                    self.block(block);
                }
                otherwise.iter().for_each(|block| self.block(block));
            }
            StatementKind::For(selection, block) => {
                self.is("for");
                self.has(selection.first.is_some(), "for first");
                self.has(selection.picks.len() > 1, "for of several picks");
                self.has(!selection.keys.is_empty(), "for by");
                self.selection(selection);
                self.block(block);
            }
            StatementKind::Repeat { times, condition, body } => self.repeat(times.as_ref(), condition.as_ref(), body),
            StatementKind::RepeatFor { turn, pick, condition, body } => {
                self.is(if turn.is_some() { "repeat turn of" } else { "repeat for" });
                self.has(condition.is_some(), "repeat for while");
                self.pick(pick);
                condition.iter().for_each(|condition| self.expression(condition));
                self.block(body);
            }
            StatementKind::Simultaneous { pick, keys, body, reveal } => {
                self.simultaneous((pick, keys), body, reveal.as_ref())
            }
            StatementKind::Plan { keys, body, if_none } => {
                self.is("plan");
                self.has(!keys.is_empty(), "plan by");
                self.keys(keys);
                self.block(body);
                self.if_none(if_none.as_ref());
            }
            StatementKind::Turn(player, block) => {
                self.is("turn of");
                self.expression(player);
                self.block(block);
            }
            StatementKind::Leave(leave) => self.is(match leave {
                Leave::Turn => "leave turn",
                Leave::Plan => "leave plan",
                Leave::Named(_) => "leave name",
            }),
            StatementKind::Let(_, value) => {
                self.is("let");
                self.expression(value);
            }
            StatementKind::Move(moving) => self.moving(moving),
            StatementKind::DrawFrom { amount, from, to } => {
                self.is("draw from");
                [amount, from, to].into_iter().for_each(|part| self.expression(part));
            }
            StatementKind::DrawOne(pick) => {
                self.is("draw one");
                self.pick(pick);
            }
            StatementKind::Roll(target) => self.with("roll", target),
            StatementKind::Shuffle(pile) => self.with("shuffle", pile),
            StatementKind::Swap(one, other) => {
                self.is("swap");
                [one, other].into_iter().for_each(|part| self.expression(part));
            }
            StatementKind::LayOut { board: _, rows: _, legend } => {
                self.is("lay out");
                for laid in legend {
                    self.has(laid.condition.is_some(), "lay out where");
                    self.expression(&laid.set);
                    laid.condition.iter().for_each(|condition| self.expression(condition));
                }
            }
            StatementKind::Set { target, operator, value } => self.set(target, *operator, value),
            StatementKind::Remember(what) => self.remember(what),
            StatementKind::Show { what, to } => {
                self.is(if to.is_some() { "show to" } else { "show" });
                self.expression(what);
                to.iter().for_each(|to| self.expression(to));
            }
            StatementKind::Say { text, to } => {
                self.is(if to.is_some() { "say to" } else { "say" });
                self.template(text);
                to.iter().for_each(|to| self.expression(to));
            }
            StatementKind::Do { name, arguments } => {
                self.is(if arguments.is_some() { "do with values" } else { "do" });
                self.has(name.text == "base", "base");
                arguments.iter().flatten().for_each(|argument| self.expression(argument));
            }
            StatementKind::Win(win) => self.win(win),
        }
    }

    fn with(&mut self, construct: &'static str, of: &Expression) {
        self.is(construct);
        self.expression(of);
    }

    fn remember(&mut self, what: &Remember) {
        match what {
            Remember::Note(values) => {
                self.is(if values.is_some() { "note for" } else { "note" });
                values.iter().flatten().for_each(|value| self.expression(value));
            }
            Remember::Forget => self.is("forget"),
        }
    }

    fn moving(&mut self, moving: &Move) {
        match moving {
            Move::Each(selection, to) => {
                self.is("move each");
                self.selection(selection);
                self.expression(to);
            }
            Move::All { kind, from, to } => {
                self.is(if kind.is_some() { "move all of a kind" } else { "move all" });
                kind.iter().for_each(|kind| self.expression(kind));
                self.expression(from);
                self.expression(to);
            }
            Move::Some { amount, kind, from, to } => {
                self.is("move some");
                [amount, kind, from, to].into_iter().for_each(|part| self.expression(part));
            }
            Move::What { what, to } => {
                self.is("move");
                self.expression(what);
                self.expression(to);
            }
        }
    }

    /// Names that mean something everywhere.
    fn name(&mut self, name: &str) {
        let known = ["box", "players", "base", "direction", "straight", "diagonal", "noted"];
        self.found.extend(known.into_iter().filter(|known| *known == name));
    }

    fn most(&mut self, greatest: bool, picks: &[Pick], measure: &Measure, otherwise: Option<&Expression>) {
        self.is(if greatest { "max" } else { "min" });
        self.has(otherwise.is_some(), "most else");
        self.picks(picks);
        match measure {
            Measure::Value(value) => self.expression(value),
            Measure::Keys(keys) => {
                self.is("max by");
                self.keys(keys);
            }
        }
        otherwise.iter().for_each(|other| self.expression(other));
    }

    fn over(&mut self, word: OverWord, (picks, keys): (&[Pick], &[Key]), value: Option<&Expression>) {
        self.is(match word {
            OverWord::Any => "any",
            OverWord::All => "all",
            OverWord::Sum => "sum",
            OverWord::Each => "each",
        });
        self.has(word == OverWord::Each && value.is_some(), "each value");
        self.has(word == OverWord::Each && !keys.is_empty(), "each by");
        self.picks(picks);
        self.keys(keys);
        value.iter().for_each(|value| self.expression(value));
    }

    fn expression(&mut self, expression: &Expression) {
        match &*expression.kind {
            ExpressionKind::Number(_) => self.is("number"),
            ExpressionKind::YesNo(_) => self.is("yes and no"),
            ExpressionKind::None => self.is("none"),
            ExpressionKind::Name(name) => {
                self.is("name");
                self.name(&name.text);
            }
            ExpressionKind::Member(of, name) => {
                self.is("member");
                let known = [".index", ".column", ".row", ".place", ".owner", ".top", ".bottom", ".box"];
                self.found.extend(known.into_iter().filter(|known| known.strip_prefix('.') == Some(&name.text)));
                self.expression(of);
            }
            ExpressionKind::Call(of, values) => {
                self.is("call");
                if let ExpressionKind::Name(name) = &*of.kind {
                    let known = ["ahead", "steps", "beside", "around", "next", "other", "seat", "noted"];
                    self.found.extend(known.into_iter().filter(|known| *known == name.text));
                }
                self.expression(of);
                values.iter().for_each(|value| self.expression(value));
            }
            ExpressionKind::Listed(values) | ExpressionKind::Tuple(values) => {
                self.is(if matches!(*expression.kind, ExpressionKind::Tuple(_)) { "tuple" } else { "listed" });
                values.iter().for_each(|value| self.expression(value));
            }
            ExpressionKind::Bracketed(inner) => {
                self.is("brackets");
                self.expression(inner);
            }
            ExpressionKind::Not(inner) => {
                self.is("not");
                self.expression(inner);
            }
            ExpressionKind::Negative(inner) => {
                self.is("negative");
                self.expression(inner);
            }
            ExpressionKind::Binary(operator, one, other) => {
                self.is(sign(*operator));
                self.expression(one);
                self.expression(other);
            }
            ExpressionKind::Range(one, other) => {
                self.is("..");
                self.expression(one);
                self.expression(other);
            }
            ExpressionKind::If { arms, otherwise } => {
                self.is(if arms.len() > 1 { "if then else if" } else { "if then else" });
                for (condition, value) in arms {
                    self.expression(condition);
                    self.expression(value);
                }
                self.expression(otherwise);
            }
            ExpressionKind::MostOf { greatest, values } => {
                self.is(if *greatest { "max of values" } else { "min of values" });
                values.iter().for_each(|value| self.expression(value));
            }
            ExpressionKind::Most { greatest, picks, measure, otherwise } => {
                self.most(*greatest, picks, measure, otherwise.as_ref())
            }
            ExpressionKind::First { picks, keys, value, otherwise } => {
                self.is("first");
                self.has(!keys.is_empty(), "first by");
                self.has(value.is_some(), "first value");
                self.has(otherwise.is_some(), "first else");
                self.picks(picks);
                self.keys(keys);
                value.iter().chain(otherwise).for_each(|part| self.expression(part));
            }
            ExpressionKind::SomeOf { first, amount, pick, keys } => {
                self.is(if *first { "first of" } else { "some of" });
                self.expression(amount);
                self.picks(std::slice::from_ref(pick));
                self.keys(keys);
            }
            ExpressionKind::Reach { name: _, from, to } => {
                self.is("reach");
                self.expression(from);
                self.expression(to);
            }
            ExpressionKind::CountPicks(picks) => {
                self.is("count picks");
                self.picks(picks);
            }
            ExpressionKind::CountOf(set) => {
                self.is("count");
                self.expression(set);
            }
            ExpressionKind::CountOn { kind, place } => {
                self.is("count on");
                self.expression(kind);
                self.expression(place);
            }
            ExpressionKind::Over { word, picks, keys, value } => self.over(*word, (picks, keys), value.as_ref()),
        }
    }
}

fn sign(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Or => "or",
        BinaryOperator::And => "and",
        BinaryOperator::Equal => "=",
        BinaryOperator::Unequal => "!=",
        BinaryOperator::Less => "<",
        BinaryOperator::AtMost => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::AtLeast => ">=",
        BinaryOperator::In => "in",
        BinaryOperator::NotIn => "not in",
        BinaryOperator::Except => "except",
        BinaryOperator::Plus => "+",
        BinaryOperator::Minus => "-",
        BinaryOperator::Times => "*",
        BinaryOperator::Divided => "/",
        BinaryOperator::Modulo => "mod",
    }
}

//! Definitions, rules, triggers, and the course of play around them.

use std::collections::BTreeSet;

use super::maker::{Holds, Local, Maker};
use super::signature::{Callable, Gives, Owner, Shape, Sight, Type};
use super::text::{ATOM, OPEN, OR, Piece};

/// How many statements a body may have.
const BODY: usize = 12;

/// What sets a trigger off.
pub struct Head {
    name: String,
    /// In writing.
    head: String,
    /// Whether its body may hold what cannot run in a search or in secret.
    noisy: bool,
    /// The names that hold in its body.
    names: Vec<Local>,
}

impl Maker {
    /// `(p: player, n: 1..3)`; binds the names.
    fn parameters(&mut self, types: &[Type]) -> (String, Vec<String>) {
        if types.is_empty() {
            return (String::new(), Vec::new());
        }
        let names: Vec<String> = types.iter().map(|_| self.name("a")).collect();
        let mut texts = Vec::new();
        for (name, of) in names.iter().zip(types) {
            self.bind(name, Holds::One(of.clone()), Sight::All);
            texts.push(format!("{name}: {}", self.parameter_words(of)));
        }
        (format!("({})", texts.join(", ")), names)
    }

    fn parameter_type(&mut self) -> Type {
        match self.below(8) {
            0 | 1 => Type::Player,
            2 | 3 => Type::Number(0, 3),
            4 => Type::YesNo,
            5 => Type::Value(self.below(self.signature.lists.len())),
            6 if !self.signature.boards.is_empty() => Type::Board(self.below(self.signature.boards.len())),
            _ => Type::Component(self.below(self.signature.kinds.len())),
        }
    }

    /// Definitions, one an entry.
    pub fn definitions(&mut self) -> Vec<String> {
        let list = self.signature.lists[0].clone();
        let mut texts = vec![
            "def watchers = each p in players where p != looker".to_owned(),
            "def mate(p: player) = next(p)".to_owned(),
            "def sitter(n: 1..2) = first p in players where seat(p) = n : p else none".to_owned(),
            format!("def fan(v: {0}) = if v = {1} then looker else none", list.name, list.values[0]),
        ];
        texts.extend(self.near());
        for name in ["score", "rich", "chosen", "friends", "extra"].into_iter().take(2 + self.below(4)) {
            let public = self.percent(60);
            let count = self.below(3);
            let mut parameters: Vec<Type> = (0..count).map(|_| self.parameter_type()).collect();
            let open: Vec<usize> =
                (0..self.signature.kinds.len()).filter(|kind| self.signature.kinds[*kind].open).collect();
            let gives = match self.below(8) {
                0..=2 => Gives::Number(0, 9),
                3 => Gives::YesNo,
                4 if !open.is_empty() => Gives::Components(open[0]),
                5 | 6 if !self.signature.boards.is_empty() => Gives::Squares(self.below(self.signature.boards.len())),
                _ => Gives::Players,
            };
            // Most sets of places hang on a place.
            if let (Gives::Squares(board), true) = (&gives, self.percent(70)) {
                parameters.insert(0, Type::Board(*board));
            }
            self.reads.clear();
            // What is told at the table is one value, of a player or of nobody, that all see.
            let single = !matches!(gives, Gives::Players | Gives::Components(_) | Gives::Squares(_));
            let shown = match public && single && matches!(parameters.as_slice(), [] | [Type::Player]) {
                true => ["", " shown", " shown as \"mark\""][self.below(3)],
                false => "",
            };
            let text = self.inside(|maker| {
                let reader = std::mem::replace(&mut maker.reader, public.then(String::new));
                let text = maker.definition_text(name, (&parameters, shown), &gives);
                maker.reader = reader;
                text
            });
            texts.push(text);
            // Things that all see may be struck through.
            if public && parameters.is_empty() && matches!(gives, Gives::Components(_)) {
                texts.push(format!("layout {name} struck{}", if name == "rich" { "" } else { " \"used\"" }));
            }
            let reads = std::mem::take(&mut self.reads);
            self.signature.definitions.push(Callable {
                name: name.to_owned(),
                parameters,
                gives: Some(gives),
                reads,
                writes: BTreeSet::new(),
                decides: false,
                under: Vec::new(),
                calm: true,
                public,
            });
        }
        texts
    }

    /// `def near(a: field) = …`: places of a board that hang on a place alone. Nothing without a board.
    fn near(&mut self) -> Option<String> {
        let boards: Vec<usize> = (0..self.signature.boards.len()).collect();
        let board = self.pick(&boards)?;
        let name = self.name("a");
        let of = self.parameter_words(&Type::Board(board));
        let set = match (self.signature.boards[board].shape, self.below(3)) {
            (Shape::Grid, 0) => format!("reach x from {{{name}}} to each w in {{left, right}}, t in beside(x, w) : t"),
            (Shape::Grid, 1) => format!("each w in straight, t in beside({name}, w) : t"),
            (Shape::Grid, _) => format!("around({name})"),
            (_, 0) => format!("reach x from {{{name}}} to ahead(x, 2)"),
            (_, _) => format!("each k in 0..2, t in ahead({name}, k) : t"),
        };
        self.signature.definitions.push(Callable {
            name: "near".to_owned(),
            parameters: vec![Type::Board(board)],
            gives: Some(Gives::Squares(board)),
            reads: BTreeSet::new(),
            writes: BTreeSet::new(),
            decides: false,
            under: Vec::new(),
            calm: true,
            public: true,
        });
        Some(format!("def near({name}: {of}) = {set}"))
    }

    fn definition_text(&mut self, name: &str, (parameters, shown): (&[Type], &str), gives: &Gives) -> String {
        // Clauses: one for a number, one for the rest.
        if let (Some(Type::Number(low, high)), true) = (parameters.first().cloned(), self.percent(40)) {
            let rest = parameters.get(1..).unwrap_or_default().to_vec();
            let names = self.locals.len();
            let (texts, rest_names) = self.parameters(&rest);
            let first = self.given(gives);
            let typed = texts.trim_start_matches('(').trim_end_matches(')').to_owned();
            let others = self.name("n");
            self.bind(&others, Holds::One(Type::Number(low + 1, high)), Sight::All);
            let second = self.given(gives);
            self.locals.truncate(names);
            let comma = if typed.is_empty() { "" } else { ", " };
            let again = rest_names.join(", ");
            return format!(
                "def {name}({low}{comma}{typed}) = {}\ndef {name}({others}: {low}..{high}{comma}{again}) = {}",
                first.open(),
                second.open()
            );
        }
        let (texts, names) = self.parameters(parameters);
        let change = match gives {
            Gives::Number(low, high) => Some(format!("max({low}, min({high}, base + 1))")),
            Gives::YesNo => Some("not base".to_owned()),
            Gives::Player | Gives::Players | Gives::Components(_) | Gives::Squares(_) => None,
        };
        let change = change.map(|value| format!("replace def {name}{texts} doc \"Otherwise.\" = {value}"));
        self.differences.extend(change);
        let words = match names.first() {
            Some(name) if self.percent(20) => format!(" as \"what {{{name}}} has\""),
            Some(_) | None => String::new(),
        };
        let value = self.given(gives);
        format!("def {name}{texts}{shown}{words} = {}", value.open())
    }

    fn given(&mut self, gives: &Gives) -> Piece {
        match gives {
            Gives::Number(low, high) => self.number(3).within(*low, *high).piece,
            Gives::YesNo => self.condition(3),
            Gives::Player => self.player(3),
            Gives::Squares(board) => self.squares(*board, 3).piece,
            Gives::Players => self.inside(|maker| {
                let pick = maker.pick_of(&Type::Player, 2);
                Piece::new(OPEN, format!("each {pick}"))
            }),
            Gives::Components(kind) => self.inside(|maker| {
                let pick = maker.try_pick_of(&Type::Component(*kind), 2);
                let name = maker.signature.kinds[*kind].name.clone();
                Piece::new(OPEN, format!("each {}", pick.unwrap_or_else(|| format!("c0 in {name}"))))
            }),
        }
    }

    /// Rules that others call, one an entry.
    pub fn rules(&mut self) -> Vec<String> {
        let mut texts = Vec::new();
        for name in ["tidy", "act", "swap", "climb", "trade"].into_iter().take(2 + self.below(4)) {
            let text = self.rule(name);
            texts.push(text);
        }
        texts
    }

    fn rule(&mut self, name: &str) -> String {
        self.reads.clear();
        self.writes.clear();
        self.calm = true;
        let sort = self.below(5);
        let (deciding, own) = (sort <= 2, sort == 3);
        let mut types: Vec<Type> = if deciding || own { vec![Type::Player] } else { Vec::new() };
        for _ in 0..self.below(2) {
            types.push(self.parameter_type());
        }
        if self.percent(30) {
            types.push(Type::Value(self.below(self.signature.lists.len())));
        }
        let under: Vec<String> = if self.percent(30) && !own { vec!["round".to_owned()] } else { Vec::new() };
        self.statements = BODY;
        let calm = !deciding && self.percent(50);
        let word = if self.percent(20) { "phase" } else { "rule" };
        let notes = self.notes(name);
        let mut bodied = |maker: &mut Self, first: Option<String>| {
            maker.around.leavable = under.clone();
            maker.around.leavable.push(name.to_owned());
            if deciding {
                maker.around.decider = first.clone();
            }
            let mut reader = None;
            if own {
                maker.around.secret = first.clone();
                maker.around.calm = true;
                reader = first;
            }
            maker.around.calm |= calm;
            let before = std::mem::replace(&mut maker.reader, reader);
            let mut body = String::new();
            if deciding && let Some(decision) = maker.decision(3) {
                body = decision + "\n";
            }
            body += &maker.some_statements(4, 3);
            maker.reader = before;
            body
        };
        let changes = if own { "" } else { " set hint = max(0, hint - 1)" };
        let by_clauses = matches!(types.last(), Some(Type::Value(_))) && word == "rule" && self.percent(70);
        let text = if by_clauses {
            self.clauses(name, &types, changes, &mut bodied)
        } else {
            self.inside(|maker| {
                let (parameters, names) = maker.parameters(&types);
                let base = if names.is_empty() || maker.percent(50) {
                    String::new()
                } else {
                    format!("({})", names.join(", "))
                };
                maker.differences.push(format!("replace {word} {name}{parameters} {{ do base{base}{changes} }}"));
                let body = bodied(maker, names.first().cloned());
                format!("{word} {name}{parameters}{notes} {{ {body} }}")
            })
        };
        let (reads, writes) = (std::mem::take(&mut self.reads), std::mem::take(&mut self.writes));
        self.signature.rules.push(Callable {
            name: name.to_owned(),
            parameters: types,
            gives: None,
            reads,
            writes,
            decides: deciding,
            under,
            calm: self.calm,
            public: own,
        });
        text
    }

    /// ` ref "…" doc "…"`.
    fn notes(&mut self, name: &str) -> String {
        let mut notes = format!(" doc \"What is called {name}.\"");
        if self.percent(15) {
            notes += " ref \"One\" assume \"It is as it is.\"";
        }
        notes
    }

    /// One clause for each value of the list that the last parameter is of, or some and one for the rest.
    fn clauses(
        &mut self,
        name: &str,
        types: &[Type],
        changes: &str,
        bodied: &mut dyn FnMut(&mut Self, Option<String>) -> String,
    ) -> String {
        let Some((Type::Value(list), others)) = types.split_last() else { return String::new() };
        let declared = self.signature.lists[*list].clone();
        let rest = self.percent(50);
        let singly = if rest { 1 } else { declared.values.len() };
        self.inside(|maker| {
            let (parameters, names) = maker.parameters(others);
            let typed = parameters.trim_start_matches('(').trim_end_matches(')').to_owned();
            let with = |before: &str, last: &str| match before {
                "" => format!("({last})"),
                before => format!("({before}, {last})"),
            };
            let untyped = names.join(", ");
            let mut texts = Vec::new();
            for (number, value) in declared.values.iter().take(singly).enumerate() {
                let head = with(if number == 0 { &typed } else { &untyped }, value);
                let body = maker.inside(|maker| bodied(maker, names.first().cloned()));
                texts.push(format!("rule {name}{head} doc \"Of {value}.\" {{ {body} }}"));
                maker.differences.push(format!("replace rule {name}{} {{ do base{changes} }}", with(&untyped, value)));
            }
            if rest {
                let last = maker.name("v");
                let head = with(&untyped, &last);
                let body = maker.inside(|maker| {
                    maker.bind(&last, Holds::One(Type::Value(*list)), Sight::All);
                    bodied(maker, names.first().cloned())
                });
                texts.push(format!("rule {name}{head} doc \"Of the others.\" {{ {body} }}"));
                maker.differences.push(format!("remove rule {name}{}", with(&untyped, &declared.values[0])));
            } else {
                maker.clauses.push((*list, format!("rule {name}{} {{ }}", with(&untyped, "further"))));
            }
            texts.join("\n")
        })
    }

    /// A rule and a trigger that watches it; called from anywhere but from what nobody may disturb.
    pub fn knocking(&mut self) -> Vec<String> {
        if self.percent(40) {
            return Vec::new();
        }
        self.reads.clear();
        self.writes.clear();
        self.statements = 4;
        let (who, times) = (self.name("a"), self.name("a"));
        let head = self.inside(|maker| {
            maker.bind(&who, Holds::One(Type::Player), Sight::All);
            maker.bind(&times, Holds::One(Type::Number(0, 3)), Sight::All);
            let body = maker.some_statements(2, 2);
            format!("rule knock({who}: player, {times}: 0..3) doc \"Somebody knocks.\" {{ {body} }}")
        });
        // The trigger runs no rules, so it can lead back to none, and sets off no other trigger.
        let mut forbidden: BTreeSet<String> = self.watched.iter().flatten().cloned().collect();
        forbidden.extend(self.signature.rules.iter().map(|rule| format!("r:{}", rule.name)));
        self.statements = 4;
        let value = self.between(0, 3);
        let known = self.percent(35);
        let trigger = self.inside(|maker| {
            maker.around.forbidden = forbidden;
            maker.bind(&who, Holds::One(Type::Player), Sight::All);
            let second = if known { value.to_string() } else { times.clone() };
            if !known {
                maker.bind(&times, Holds::One(Type::Number(0, 3)), Sight::All);
            }
            let condition =
                if maker.percent(50) { format!(" where {}", maker.condition(2).at(OR)) } else { String::new() };
            let body = maker.some_statements(2, 2);
            format!("trigger knocked after knock({who}, {second}){condition} {{ {body} }}")
        });
        let (reads, writes) = (std::mem::take(&mut self.reads), std::mem::take(&mut self.writes));
        self.differences.push("remove trigger knocked".to_owned());
        self.signature.rules.push(Callable {
            name: "knock".to_owned(),
            parameters: vec![Type::Player, Type::Number(0, 3)],
            gives: None,
            reads,
            writes,
            decides: false,
            under: Vec::new(),
            calm: false,
            public: false,
        });
        vec![head, trigger]
    }

    /// Heads of triggers; their bodies are made when all that can be called is known.
    pub fn watches(&mut self) -> Vec<Head> {
        let mut heads = Vec::new();
        let count = self.below(4);
        for number in 0..count {
            let name = ["bell", "alarm", "echo"][number].to_owned();
            self.reads.clear();
            let noisy = self.percent(50);
            let (head, watched, after) = match self.below(5) {
                0..=2 => self.when(),
                _ => match self.after_move() {
                    Some((head, watched)) => (head, watched, true),
                    None => self.when(),
                },
            };
            if after {
                self.watched_moves.extend(watched.iter().cloned());
            }
            if noisy {
                self.noisy.extend(watched.iter().cloned());
            }
            self.watched.push(watched);
            let names = std::mem::take(&mut self.locals);
            heads.push(Head { name, head, noisy, names });
        }
        heads
    }

    fn when(&mut self) -> (String, BTreeSet<String>, bool) {
        self.reads.clear();
        let binding = match self.below(6) {
            0 => String::new(),
            1 | 2 => {
                let name = self.name("p");
                self.bind(&name, Holds::One(Type::Player), Sight::All);
                format!("{name} in players : ")
            }
            3 => {
                let kind = self.below(self.signature.kinds.len());
                let name = self.name("c");
                self.bind(&name, Holds::One(Type::Component(kind)), Sight::All);
                format!("{name} in {} : ", self.signature.kinds[kind].name)
            }
            4 => {
                let list = self.below(self.signature.lists.len());
                let name = self.name("v");
                self.bind(&name, Holds::One(Type::Value(list)), Sight::All);
                format!("{name} in {} : ", self.signature.lists[list].name)
            }
            _ => {
                let name = self.name("n");
                self.bind(&name, Holds::One(Type::Number(1, 3)), Sight::All);
                format!("{name} in 1..3 : ")
            }
        };
        let condition = self.condition(3);
        let watched = std::mem::take(&mut self.reads);
        (format!("when {binding}{}", condition.open()), watched, false)
    }

    fn after_move(&mut self) -> Option<(String, BTreeSet<String>)> {
        let kind = self.below(self.signature.kinds.len());
        let name = self.name("c");
        let declared = self.signature.kinds[kind].clone();
        let mut watched = BTreeSet::new();
        let (mut from, mut to) = (String::new(), String::new());
        let from_known = self.percent(35);
        let to_known = self.percent(75);
        if from_known {
            let (text, area) = self.watched_place(kind)?;
            from = format!(" from {text}");
            watched = BTreeSet::from([area]);
        }
        if to_known {
            let (text, area) = self.watched_place(kind)?;
            to = format!(" to {text}");
            watched = BTreeSet::from([area]);
        }
        if watched.is_empty() {
            watched = BTreeSet::from([format!("k:{}", declared.name)]);
        }
        let mut of = declared.name.clone();
        if let (Owner::Player, Some(seat), true) =
            (declared.owner, self.signature.seats.first().cloned(), self.percent(50))
        {
            of = format!("{seat}.{of}");
        }
        if self.percent(20) {
            self.reads.clear();
            return Some((format!("after move {of}{from}{to}"), watched));
        }
        self.bind(&name, Holds::One(Type::Component(kind)), Sight::Unsure);
        let condition = if self.percent(40) { format!(" where {}", self.condition(2).at(OR)) } else { String::new() };
        self.reads.clear();
        Some((format!("after move {name}: {of}{from}{to}{condition}"), watched))
    }

    fn watched_place(&mut self, kind: usize) -> Option<(String, String)> {
        if !self.signature.boards.is_empty() && self.percent(30) {
            let board = self.below(self.signature.boards.len());
            let name = self.name("s");
            let area = self.signature.boards[board].name.clone();
            self.bind(&name, Holds::One(Type::Board(board)), Sight::All);
            return Some((format!("{name} in {area}"), format!("z:{area}")));
        }
        let zones = self.signature.zones_of(kind);
        let zone = self.pick(&zones)?;
        let declared = self.signature.zones[zone].clone();
        let area = format!("z:{}", declared.name);
        let index = match declared.index {
            Some(_) if declared.double => "(1, 1)",
            Some(_) => "(1)",
            None => "",
        };
        match declared.owner {
            Owner::Common => Some((format!("{}{index}", declared.name), area)),
            Owner::Player => {
                let (name, player) = (self.name("t"), self.name("p"));
                self.bind(&name, Holds::Place, Sight::Unsure);
                Some((format!("{name} in (each {player} in players : {player}.{}{index})", declared.name), area))
            }
            Owner::Kind(_) | Owner::Value(_) => None,
        }
    }

    /// The triggers as a whole.
    pub fn triggers(&mut self, heads: Vec<Head>) -> Vec<String> {
        let mut texts = Vec::new();
        for (number, Head { name, head, noisy, names }) in heads.into_iter().enumerate() {
            let forbidden: BTreeSet<String> = self.watched.iter().take(number + 1).flatten().cloned().collect();
            self.statements = 6;
            let body = self.inside(|maker| {
                maker.locals = names;
                maker.around.forbidden = forbidden;
                maker.around.calm = !noisy;
                let reader = std::mem::replace(&mut maker.reader, (!noisy).then(String::new));
                let body = maker.some_statements(3, 2);
                maker.reader = reader;
                body
            });
            self.differences.push(format!("remove trigger {name}"));
            let quiet = if self.percent(10) { " untold" } else { "" };
            texts.push(format!("trigger {name}{quiet} {head} {{ {body} }}"));
        }
        // What only `round` changes may leave `round`.
        if self.percent(50) {
            let least = self.between(2, 4);
            self.statements = 3;
            let forbidden: BTreeSet<String> =
                self.watched.iter().flatten().cloned().chain(["v:fuse".to_owned()]).collect();
            let body = self.inside(|maker| {
                maker.around.forbidden = forbidden;
                maker.around.leavable = vec!["round".to_owned()];
                maker.some_statements(2, 1)
            });
            self.noisy.insert("v:fuse".to_owned());
            texts.push(format!("trigger burnt when fuse >= {least} {{ {body} leave round }}"));
        }
        texts
    }

    /// The course of play.
    pub fn play(&mut self) -> Vec<String> {
        let setup = self.set_up();
        self.statements = 14;
        let round = self.inside(|maker| {
            maker.around.leavable = vec!["round".to_owned()];
            let mut body = maker.some_statements(2, 3);
            let name = maker.name("p");
            let turns = maker.inside(|maker| {
                maker.bind(&name, Holds::One(Type::Player), Sight::All);
                maker.around.decider = Some(name.clone());
                maker.around.turn = true;
                maker.around.loops = 1;
                let mut turns = String::new();
                let second = maker.signature.lists[0].values[1].clone();
                if maker.percent(25) {
                    turns += &format!("set {name}.shade = {second} set style = fancy\n");
                }
                if maker.percent(60) && maker.signature.rules.iter().any(|rule| rule.name == "knock") {
                    let times = maker.number_within(0, 3, 1);
                    turns += &format!("do knock({name}, {})\n", times.open());
                }
                for _ in 0..2 {
                    if let Some(call) = (0..6).find_map(|_| maker.call(2)) {
                        turns += &format!("{call}\n");
                    }
                }
                turns += &maker.some_statements(3, 3);
                turns
            });
            body += &format!(" for {name} in players {{ turn of {name} {{ {turns} }} }} ");
            if maker.percent(50)
                && let Some(text) = maker.simultaneous(3)
            {
                body += &(text + "\n");
            }
            body += &maker.some_statements(2, 3);
            if maker.percent(30) {
                body += " if hint < 9 { set hint += 1 } else { set hint -= 9 } ";
            }
            if maker.percent(60) {
                body += " set fuse = min(5, fuse + 1) ";
            }
            format!("phase round doc \"Once round.\" {{ {body} }}")
        });
        self.statements = 4;
        let win = self.win(2);
        let rounds = self.between(1, 3);
        vec![
            format!("phase play doc \"The game.\" {{ set hint = 1 {setup} repeat {rounds} {{ do round }} {win} }}"),
            round,
        ]
    }

    /// Components leave their boxes.
    fn set_up(&mut self) -> String {
        let mut texts: Vec<String> = Vec::new();
        for kind in 0..self.signature.kinds.len() {
            for _ in 0..1 + self.below(2) {
                if let Some(text) = self.dealt(kind) {
                    texts.push(text);
                }
            }
        }
        texts.join("\n")
    }

    fn dealt(&mut self, kind: usize) -> Option<String> {
        let declared = self.signature.kinds[kind].clone();
        let zones = self.signature.zones_of(kind);
        let of = |maker: &Self, owner: Owner| -> Vec<usize> {
            zones.iter().copied().filter(|zone| maker.signature.zones[*zone].owner == owner).collect()
        };
        let (common, own, below) = (of(self, Owner::Common), of(self, Owner::Player), of(self, Owner::Kind(0)));
        let cell = |maker: &mut Self, zone: usize| {
            let declared = maker.signature.zones[zone].clone();
            let one = if declared.double { "2, " } else { "" };
            let index =
                declared.index.map_or(String::new(), |(low, high)| format!("({one}{})", maker.between(low, high)));
            format!("{}{index}", declared.name)
        };
        let amount = self.between(1, 3);
        match self.below(5) {
            0 | 1 if !own.is_empty() && matches!(declared.owner, Owner::Common | Owner::Player) => {
                let zone = self.pick(&own)?;
                let to = cell(self, zone);
                let (p, boxed) = (self.name("p"), declared.owner == Owner::Player);
                if boxed {
                    return Some(format!(
                        "for {p} in players {{ move {amount} {p}.{} from {p}.box to {p}.{to} }}",
                        declared.name
                    ));
                }
                Some(format!("for {p} in players {{ move {amount} {} from box to {p}.{to} }}", declared.name))
            }
            2 if !below.is_empty() => {
                let zone = self.pick(&below)?;
                let to = cell(self, zone);
                let (c, d) = (self.name("c"), self.name("c"));
                let owner = self.signature.kinds[0].name.clone();
                if declared.owner == Owner::Kind(0) {
                    return Some(format!("move each {d} in {} to {d}.owner.{to}", declared.name));
                }
                let boxed = if declared.owner == Owner::Common {
                    format!("{d}.place = box")
                } else {
                    format!("seat({d}.owner) > 1")
                };
                if matches!(declared.owner, Owner::Kind(_) | Owner::Value(_)) {
                    return None;
                }
                Some(format!(
                    "for {c} in {owner} {{ for first 1 of {d} in {} where {boxed} by 0 {{ move {d} to {c}.{to} }} }}",
                    declared.name
                ))
            }
            3 if !self.signature.boards.is_empty() => {
                let board = self.below(self.signature.boards.len());
                let square = self.square(board, 1);
                let c = self.name("c");
                Some(format!("move each first {amount} of {c} in {} by 0 to {}", declared.name, square.at(ATOM)))
            }
            _ => {
                let zone = self.pick(&common)?;
                let to = cell(self, zone);
                let c = self.name("c");
                Some(format!("move each {c} in {} to {to}", declared.name))
            }
        }
    }
}

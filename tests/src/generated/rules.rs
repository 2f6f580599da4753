//! Definitions, rules, triggers, and the course of play around them.

use std::collections::BTreeSet;

use super::maker::{Holds, Local, Maker};
use super::signature::{Callable, Gives, Owner, Sight, Type};
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
        let mut texts = vec![
            "def watchers = each p in players where p != looker".to_owned(),
            "def mate(p: player) = next(p)".to_owned(),
        ];
        for name in ["score", "rich", "chosen", "friends", "extra"].into_iter().take(2 + self.below(4)) {
            let public = self.percent(60);
            let count = self.below(3);
            let parameters: Vec<Type> = (0..count).map(|_| self.parameter_type()).collect();
            let open: Vec<usize> =
                (0..self.signature.kinds.len()).filter(|kind| self.signature.kinds[*kind].open).collect();
            let gives = match self.below(6) {
                0..=2 => Gives::Number(0, 9),
                3 => Gives::YesNo,
                4 if !open.is_empty() => Gives::Components(open[0]),
                _ => Gives::Players,
            };
            self.reads.clear();
            let text = self.inside(|maker| {
                let reader = std::mem::replace(&mut maker.reader, public.then(String::new));
                let text = maker.definition_text(name, &parameters, &gives);
                maker.reader = reader;
                text
            });
            texts.push(text);
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

    fn definition_text(&mut self, name: &str, parameters: &[Type], gives: &Gives) -> String {
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
        let words = match names.first() {
            Some(name) if self.percent(20) => format!(" as \"what {{{name}}} has\""),
            Some(_) | None => String::new(),
        };
        let value = self.given(gives);
        format!("def {name}{texts}{words} = {}", value.open())
    }

    fn given(&mut self, gives: &Gives) -> Piece {
        match gives {
            Gives::Number(low, high) => self.number(3).within(*low, *high).piece,
            Gives::YesNo => self.condition(3),
            Gives::Player => self.player(3),
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
        let under: Vec<String> = if self.percent(30) && !own { vec!["round".to_owned()] } else { Vec::new() };
        self.statements = BODY;
        let text = self.inside(|maker| {
            let (parameters, names) = maker.parameters(&types);
            maker.around.leavable = under.clone();
            maker.around.leavable.push(name.to_owned());
            let first = names.first().cloned();
            if deciding {
                maker.around.decider = first.clone();
            }
            let mut reader = None;
            if own {
                maker.around.secret = first.clone();
                maker.around.calm = true;
                reader = first;
            }
            maker.around.calm |= !deciding && maker.percent(50);
            let before = std::mem::replace(&mut maker.reader, reader);
            let mut body = String::new();
            if deciding && let Some(decision) = maker.decision(3) {
                body = decision + "\n";
            }
            body += &maker.some_statements(4, 3);
            maker.reader = before;
            let word = if maker.percent(20) { "phase" } else { "rule" };
            format!("{word} {name}{parameters} doc \"What is called {name}.\" {{ {body} }}")
        });
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
        self.bind(&name, Holds::One(Type::Component(kind)), Sight::Unsure);
        let condition = if self.percent(40) { format!(" where {}", self.condition(2).at(OR)) } else { String::new() };
        self.reads.clear();
        Some((format!("after move {name}: {}{from}{to}{condition}", declared.name), watched))
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
        let index = if declared.index.is_some() { "(1)" } else { "" };
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
            let quiet = if self.percent(10) { " as \"\"" } else { "" };
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
            if maker.percent(60) {
                body += " set fuse = min(5, fuse + 1) ";
            }
            format!("phase round doc \"Once round.\" {{ {body} }}")
        });
        self.statements = 4;
        let win = self.win(2);
        let rounds = self.between(1, 3);
        vec![format!("phase play doc \"The game.\" {{ {setup} repeat {rounds} {{ do round }} {win} }}"), round]
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
            let index = declared.index.map_or(String::new(), |(low, high)| format!("({})", maker.between(low, high)));
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

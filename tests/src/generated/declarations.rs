//! What a game has: lists of values, kinds, boards, zones, variables, settings, tables.

use super::maker::Maker;
use super::signature::{Board, Feature, Kind, List, Owner, Seen, Shape, Table, Type, Variable, Zone};

const KINDS: [&str; 4] = ["Card", "Pawn", "Bead", "Die"];
const LISTS: [(&str, [&str; 4]); 2] =
    [("Colour", ["red", "green", "blue", "grey"]), ("Mood", ["calm", "wild", "sleepy", "odd"])];
const ZONES: [&str; 6] = ["hand", "row", "heap", "nest", "shelf", "bag"];
const PILES: [&str; 3] = ["deck", "stack", "tower"];
const NUMBERS: [&str; 3] = ["value", "weight", "dots"];
const FLAGS: [&str; 2] = ["lit", "worn"];
/// The setting that says how large a grid is.
const BREADTH: &str = "breadth";
/// The feature that names who sees a component's things.
pub const WARDEN: &str = "warden";
const VARIABLES: [&str; 8] = ["points", "pot", "bid", "leader", "ready", "memory", "tint", "goal"];

impl Maker {
    /// Everything that is declared before rules can be written; in writing, one declaration an entry.
    pub fn declare(&mut self) -> Vec<String> {
        let mut texts = vec![self.seats()];
        self.signature.open = self.percent(12);
        self.lists(&mut texts);
        self.boards(&mut texts);
        self.kinds(&mut texts);
        self.zones(&mut texts);
        texts.extend(self.beside());
        self.variables(&mut texts);
        self.settings(&mut texts);
        self.tables(&mut texts);
        texts
    }

    /// The places of players beside every second path. Nothing is drawn for it, so that other games stay as they were.
    fn beside(&self) -> Option<String> {
        let path = |board: &&Board| matches!(board.shape, Shape::Track | Shape::Ring) && board.places % 2 == 0;
        let board = self.signature.boards.iter().find(path)?;
        let own = |zone: &&Zone| zone.owner == Owner::Player && zone.index.is_none() && !zone.double;
        let zone = self.signature.zones.iter().find(own)?;
        let numbers: Vec<String> = (1..=board.places).map(|number| number.to_string()).collect();
        let places = format!("each b0 in players : b0.{}", zone.name);
        Some(format!("layout {} \"{}\" \"a1 a2\" {{ \"a\" : {places} }}", board.name, numbers.join(" ")))
    }

    fn seats(&mut self) -> String {
        let (least, most, text) = match self.below(6) {
            0 => {
                self.signature.seats = vec!["north".to_owned(), "south".to_owned()];
                (2, 2, "players north, south".to_owned())
            }
            1 => (2, 2, "players 2".to_owned()),
            2 => (3, 3, "players 3".to_owned()),
            3 => (1, 2, "players 1..2".to_owned()),
            _ => {
                self.differences.push("replace players 2".to_owned());
                (2, 3, "players 2..3".to_owned())
            }
        };
        (self.signature.least, self.signature.most) = (least, most);
        text
    }

    fn lists(&mut self, texts: &mut Vec<String>) {
        let count = 1 + self.below(2);
        for (name, values) in LISTS.into_iter().take(count) {
            let size = 2 + self.below(3);
            let values: Vec<String> = values.into_iter().take(size).map(str::to_owned).collect();
            let ordered = self.percent(40);
            let between = if ordered { " < " } else { ", " };
            let mut part = None;
            if size > 2 && self.percent(30) {
                let (first, rest) = values.split_at(1);
                let part_name = format!("{name}ful");
                texts.push(format!("type {name} = {}{between}{part_name}", first.join(between)));
                texts.push(format!("type {part_name} = {}", rest.join(", ")));
                part = Some((part_name, rest.to_vec()));
            } else {
                // What a value is called tells it apart from all others as its name does.
                let last = format!("{0} as \"{0} one\"", values.last().map_or("", String::as_str));
                let called: Vec<String> = values.iter().rev().skip(1).rev().cloned().chain([last]).collect();
                texts.push(format!("type {name} = {}", called.join(between)));
            }
            self.signature.lists.push(List { name: name.to_owned(), values, ordered, part });
        }
    }

    /// A net of the values of a list, each joined to the next and some to others.
    fn net(&mut self, texts: &mut Vec<String>) {
        let list = self.below(self.signature.lists.len());
        let values = self.signature.lists[list].values.clone();
        let other = self.pick(&values[1..]).unwrap_or_else(|| values[1].clone());
        let links = format!("{}  {} - {other}", values.join(" - "), values[0]);
        texts.push(format!("net web({}) {{ {links} }}", self.signature.lists[list].name));
        self.signature.net = Some(list);
    }

    fn boards(&mut self, texts: &mut Vec<String>) {
        let count = self.below(3);
        for name in ["road", "field"].into_iter().take(count) {
            let shape = if name == "field" && self.percent(70) {
                Shape::Grid
            } else if self.percent(50) {
                Shape::Ring
            } else {
                Shape::Track
            };
            if self.percent(35) {
                let board = self.drawn_board(name, shape, texts);
                self.signature.boards.push(board);
                continue;
            }
            let row = |places: i64| "@".repeat(usize::try_from(places).unwrap_or(0));
            let (places, heading, picture) = match shape {
                Shape::Grid if self.percent(30) => {
                    let picture = ["@-@", "|/ ", "@-@"].map(str::to_owned).to_vec();
                    (4, format!("grid {name} \"a-b\" \"|/ \" \"c-d\""), picture)
                }
                Shape::Grid => {
                    let (columns, rows) = (self.between(2, 3), self.between(2, 3));
                    let except = self.pick(&["", " except diagonal", " except up_left, down_right"]).unwrap_or("");
                    let picture = (0..rows).map(|_| row(columns)).collect();
                    if columns == 2 && except.is_empty() {
                        let board = self.chosen_board(name, rows, texts);
                        self.signature.boards.push(board);
                        continue;
                    }
                    (columns * rows, format!("grid {name} {columns} by {rows}{except}"), picture)
                }
                Shape::Ring | Shape::Track => {
                    let word = if shape == Shape::Ring { "ring" } else { "track" };
                    let places = self.between(4, 7);
                    (places, format!("{word} {name} 1..{places}"), vec![row(places)])
                }
            };
            let single = self.between(1, places);
            let (one, other) = (self.between(1, places), self.between(1, places));
            let several = if one == other { format!("{one}") } else { format!("{one} {other}") };
            let way = self.way(name, shape, places);
            texts.push(format!("{heading} {{ mark start_{name} {single} mark bone_{name} {several}{way} }}"));
            self.signature.boards.push(Board {
                name: name.to_owned(),
                places,
                shape,
                way: !way.is_empty(),
                turned: way.contains("back"),
                marks: vec![format!("start_{name}"), format!("bone_{name}")],
                single: Some(format!("start_{name}")),
                picture,
            });
        }
        if self.percent(15) && self.signature.lists.iter().all(|list| list.values.len() > 1) {
            self.net(texts);
        }
    }

    /// A board that is drawn, with its marks as signs or in a set.
    fn drawn_board(&mut self, name: &str, shape: Shape, texts: &mut Vec<String>) -> Board {
        let size = usize::try_from(self.between(4, 6)).unwrap_or(4);
        let (start, bone) = (self.below(size), self.below(size));
        let signs: String = (0..size)
            .map(|at| match at {
                _ if at == start => 'S',
                _ if at == bone => 'o',
                _ if self.percent(25) => 'x',
                _ => '.',
            })
            .collect();
        let mut places = i64::try_from(size).unwrap_or(4);
        let mut start_mark = "\"S\"".to_owned();
        let heading = match shape {
            Shape::Track => format!("track {name} \"{signs}\""),
            Shape::Ring if self.percent(50) => {
                places *= 2;
                start_mark = format!("{}", self.between(1, places));
                format!("ring {name} 2 of \"{signs}\"")
            }
            Shape::Ring => format!("ring {name} \"{signs}\""),
            Shape::Grid => {
                let (top, bottom) = signs.split_at(size / 2);
                format!("grid {name} \"{top}\" \"{bottom}\"")
            }
        };
        let halves = if shape == Shape::Grid { vec![size / 2, size - size / 2] } else { Vec::new() };
        let whole = usize::try_from(places).unwrap_or(size);
        let rows = if halves.is_empty() { vec![whole] } else { halves };
        let picture = rows.into_iter().map(|row| "@".repeat(row)).collect();
        let bone_mark = match self.below(3) {
            _ if bone == start || !signs.contains('x') => "in each i in 1..2 : 2 * i",
            0 => "\"o\"",
            1 => "\"o\" \"x\"",
            _ => "in {1, 3}",
        };
        let way = self.way(name, shape, places);
        texts.push(format!("{heading} {{ mark start_{name} {start_mark} mark bone_{name} {bone_mark}{way} }}"));
        Board {
            name: name.to_owned(),
            places,
            shape,
            way: !way.is_empty(),
            turned: way.contains("back"),
            marks: vec![format!("start_{name}"), format!("bone_{name}")],
            single: Some(format!("start_{name}")),
            picture,
        }
    }

    /// A grid as large as a setting says.
    fn chosen_board(&mut self, name: &str, rows: i64, texts: &mut Vec<String>) -> Board {
        texts.push(format!("setting {BREADTH} : 2..3 = 2 doc \"How wide the board is.\""));
        self.differences.push(format!("replace setting {BREADTH} : 2..3 = 3 doc \"Wider.\""));
        self.signature.settings.push((BREADTH.to_owned(), Type::Number(2, 3)));
        let rows = if rows == 2 { format!("{BREADTH} * 2 - 2") } else { rows.to_string() };
        let places = if rows == "3" { 6 } else { 4 };
        let way = self.way(name, Shape::Grid, places);
        let lines = if way.is_empty() { String::new() } else { format!(" {{{way} }}") };
        texts.push(format!("grid {name} {BREADTH} by {rows}{lines}"));
        Board {
            name: name.to_owned(),
            places,
            shape: Shape::Grid,
            way: !way.is_empty(),
            turned: false,
            marks: Vec::new(),
            single: None,
            picture: Vec::new(),
        }
    }

    /// Whose way leads where on a board; nothing most often.
    fn way(&mut self, name: &str, shape: Shape, places: i64) -> String {
        if self.percent(60) {
            return String::new();
        }
        let back = self.pick(&["seat(p) = 1", "seat(p) mod 2 = 0", "next(p) != p and seat(p) > 1"]).unwrap_or("no");
        match shape {
            Shape::Grid => {
                " forward for p : if seat(p) = 1 then up_right else if seat(p) = 2 then down else left".to_owned()
            }
            Shape::Track => format!(" back for p : {back}"),
            Shape::Ring => {
                let start = format!("start for p : {name}(min(seat(p) + {}, {places}))", self.below(3));
                match self.below(3) {
                    0 => format!(" back for p : {back}"),
                    1 => format!(" {start}"),
                    _ => format!(" {start} back for p : {back}"),
                }
            }
        }
    }

    fn type_words(&self, of: &Type) -> String {
        match of {
            Type::Number(low, high) => format!("{low}..{high}"),
            Type::YesNo => "yes or no".to_owned(),
            Type::Value(list) => self.signature.lists[*list].name.clone(),
            Type::Player => "player".to_owned(),
            Type::Component(kind) => self.signature.kinds[*kind].name.clone(),
            Type::Board(board) => self.signature.boards[*board].name.clone(),
            Type::Direction => "direction".to_owned(),
        }
    }

    fn kinds(&mut self, texts: &mut Vec<String>) {
        let count = 2 + self.below(3);
        for (number, name) in KINDS.into_iter().take(count).enumerate() {
            let owner = match self.below(10) {
                0..=4 => Owner::Common,
                5..=7 => Owner::Player,
                8 if number > 0 => Owner::Kind(self.below(number)),
                8 => Owner::Common,
                _ => Owner::Value(self.below(self.signature.lists.len())),
            };
            let owner = match owner {
                // A component of a component of a component is too deep for a small game.
                Owner::Kind(kind) if matches!(self.signature.kinds[kind].owner, Owner::Kind(_)) => Owner::Common,
                owner => owner,
            };
            let features = self.features(number, owner);
            let few = matches!(owner, Owner::Kind(_));
            if features.is_empty() && self.percent(30) {
                texts.push(format!("component {name}{}", self.of_each(owner)));
                self.signature.kinds.push(Kind { name: name.to_owned(), owner, features, count: 1, open: false });
                continue;
            }
            let (mut makes, mut count) = self.makes(&features, few);
            if !few && self.percent(25) {
                let (more, added) = self.more_makes(name, &features, texts);
                makes.extend(more);
                count += added;
            }
            let mut lines: Vec<String> = features.iter().map(|feature| self.feature_line(feature)).collect();
            if self.percent(25) && !lines.is_empty() {
                let last = lines.len() - 1;
                let words = if self.percent(30) { "" } else { "trait" };
                lines[last] += &format!(" as \"{words}\"");
            }
            lines.extend(makes);
            let words = self.kind_words(name, &features);
            texts.push(format!("component {name}{}{words} {{ {} }}", self.of_each(owner), lines.join(" ")));
            if count > 1 && !few {
                self.differences.push(format!("extend component {name} {{ spare : yes or no make spare = yes }}"));
            }
            self.signature.kinds.push(Kind { name: name.to_owned(), owner, features, count, open: false });
        }
    }

    fn of_each(&self, owner: Owner) -> String {
        match owner {
            Owner::Common => String::new(),
            Owner::Player => " of each player".to_owned(),
            Owner::Kind(kind) => format!(" of each {}", self.signature.kinds[kind].name),
            Owner::Value(list) => format!(" of each {}", self.signature.lists[list].name),
        }
    }

    /// With a name for what it belongs to, where somebody is told by that.
    fn of_each_named(&self, owner: Owner, told: &[&Seen]) -> String {
        let named = told.iter().any(|seen| seen.words().contains("host"));
        let each = self.of_each(owner);
        if named { each.replacen("of each ", "of each host in ", 1) } else { each }
    }

    fn kind_words(&mut self, name: &str, features: &[Feature]) -> String {
        let plain: Vec<String> = features
            .iter()
            .filter(|feature| feature.index.is_none() && feature.seen.is_none())
            .map(|feature| format!("{{{}}}", feature.name))
            .collect();
        if !plain.is_empty() && self.percent(25) {
            format!(" as \"{} {}\"", name.to_lowercase(), plain.join(" "))
        } else {
            String::new()
        }
    }

    fn features(&mut self, kind: usize, owner: Owner) -> Vec<Feature> {
        let mut features = Vec::new();
        let count = self.below(4);
        for number in 0..count {
            let of = match self.below(8) {
                0..=3 => Type::Number(1, self.between(2, 3)),
                4 | 5 => Type::YesNo,
                6 => Type::Value(self.below(self.signature.lists.len())),
                _ if kind > 0 && !matches!(owner, Owner::Kind(_)) && self.percent(30) => Type::Component(0),
                _ if !self.signature.boards.is_empty() => Type::Board(0),
                _ => Type::YesNo,
            };
            let stem = match &of {
                Type::Number(..) => NUMBERS[number],
                Type::YesNo => FLAGS[number % 2],
                Type::Value(_) => "tone",
                Type::Player | Type::Component(_) | Type::Direction => "friend",
                Type::Board(_) => "aim",
            };
            if features.iter().any(|other: &Feature| other.name == stem) {
                continue;
            }
            let printed = !matches!(of, Type::Component(_) | Type::Board(_)) && self.percent(50);
            let index = (matches!(of, Type::Number(..)) && self.percent(20)).then_some((1, 2));
            let seen = if self.percent(20) && !self.signature.open {
                let owned = owner == Owner::Player && self.percent(60);
                if owned {
                    Some(Seen::Owner(""))
                } else {
                    self.pick(&[Seen::Others("looker"), Seen::Nobody, Seen::Others("watchers")])
                }
            } else {
                None
            };
            features.push(Feature { name: stem.to_owned(), index, of, printed, seen });
        }
        // Somebody whom all know sees what else is of the component, or what belongs to it.
        if kind == 0 && !self.signature.open && self.percent(30) {
            for one in features.iter_mut().filter(|one| one.seen.is_some()) {
                one.seen = Some(Seen::Others(WARDEN));
            }
            let (name, seen) = (WARDEN.to_owned(), Some(Seen::All));
            features.push(Feature { name, index: None, of: Type::Player, printed: false, seen });
        }
        features
    }

    fn feature_line(&self, feature: &Feature) -> String {
        let index = feature.index.map_or(String::new(), |(low, high)| format!("({low}..{high})"));
        let or_none = matches!(feature.of, Type::Component(_) | Type::Board(_) | Type::Player);
        let none = if or_none { " or none" } else { "" };
        let seen = feature.seen.as_ref().map_or(String::new(), |seen| format!(" seen by {}", seen.words()));
        format!("{}{index} : {}{none}{seen}", feature.name, self.type_words(&feature.of))
    }

    /// Lines of `make`, and how many that are.
    fn makes(&mut self, features: &[Feature], few: bool) -> (Vec<String>, i64) {
        let mut picks = Vec::new();
        let mut values = Vec::new();
        let mut each = 1;
        for feature in features.iter().filter(|feature| feature.index.is_none()) {
            let size = match &feature.of {
                Type::Number(_, high) => *high,
                Type::YesNo => 2,
                Type::Value(list) => i64::try_from(self.signature.lists[*list].values.len()).unwrap_or(2),
                Type::Player | Type::Component(_) | Type::Board(_) | Type::Direction => continue,
            };
            if each * size <= if few { 2 } else { 6 } && self.percent(if feature.printed { 80 } else { 30 }) {
                let set = match &feature.of {
                    Type::YesNo => "{yes, no}".to_owned(),
                    of => self.type_words(of),
                };
                let name = self.name("m");
                picks.push(format!("{name} in {set}"));
                values.push(format!("{} = {name}", feature.name));
                each *= size;
            }
        }
        if picks.is_empty() {
            let indexed: Vec<&Feature> =
                features.iter().filter(|feature| matches!(feature.of, Type::Number(..))).collect();
            if let (Some(feature), true) = (indexed.first(), self.percent(50)) {
                let (column, width) = match feature.index {
                    Some((low, high)) => (format!("{}({low}..{high})", feature.name), 2),
                    None => (feature.name.clone(), 1),
                };
                let entries: Vec<String> = (0..width * 2).map(|_| self.between(1, 2).to_string()).collect();
                return (vec![format!("make {column} {{ {} }}", entries.join(" "))], 2);
            }
            let copies = if few { self.between(1, 2) } else { self.between(1, 5) };
            let chosen = copies > 1 && self.signature.settings.iter().any(|(name, _)| name == BREADTH);
            let number = if chosen { format!("{BREADTH} + {}", copies - 2) } else { copies.to_string() };
            return (vec![format!("make {number} of")], copies);
        }
        let copies = if each <= 3 && self.percent(50) { 2 } else { 1 };
        let copied = if copies > 1 { format!("{copies} of ") } else { String::new() };
        (vec![format!("make {copied}{} : {}", picks.join(", "), values.join(", "))], copies * each)
    }

    /// One more line of `make`, and how many it adds.
    fn more_makes(&mut self, kind: &str, features: &[Feature], texts: &mut Vec<String>) -> (Option<String>, i64) {
        let numbers: Vec<&Feature> =
            features.iter().filter(|one| one.index.is_none() && matches!(one.of, Type::Number(..))).collect();
        let (name, other) = (self.name("m"), self.name("m"));
        match (self.below(4), numbers.as_slice()) {
            (0, [first, ..]) => {
                let table = format!("many_{}", kind.to_lowercase());
                texts.push(format!("table {table}(1..2) {{ 1 : 1 2 : 2 }}"));
                (Some(format!("make {table}({name}) of {name} in 1..2 : {} = {name}", first.name)), 3)
            }
            (1, [first, ..]) => {
                let picks = format!("{name} in 1..2, {other} in 1..2 where {other} != {name}");
                (Some(format!("make {picks} : {} = {other}", first.name)), 2)
            }
            (2, [first, second, ..]) => (Some(format!("make {}, {} {{ 1 2  2 1 }}", first.name, second.name)), 2),
            (_, [first, ..]) => (Some(format!("make {} = 2", first.name)), 1),
            (_, []) => (Some("make 1 of".to_owned()), 1),
        }
    }

    /// Who sees a thing that belongs to this, one of a family of which the first index is of this type.
    fn audience(&mut self, owner: Owner, index: Option<&Type>) -> Seen {
        if self.signature.open {
            return Seen::All;
        }
        let by_index = match index {
            Some(Type::Number(..)) => Some("sitter(which)"),
            Some(Type::Value(0)) => Some("fan(which)"),
            Some(_) | None => None,
        };
        let watched = self.signature.kinds[0].features.iter().any(|feature| feature.name == WARDEN);
        let by_holder = match owner {
            Owner::Kind(0) if watched => Some("host.warden"),
            Owner::Value(0) => Some("fan(host)"),
            Owner::Player => Some("host"),
            _ => None,
        };
        let named: Vec<&'static str> = by_index.into_iter().chain(by_holder).collect();
        if self.percent(40)
            && let Some(words) = self.pick(&named)
        {
            return Seen::Others(words);
        }
        let of_player = [
            Seen::All,
            Seen::Owner(""),
            Seen::Owner(""),
            Seen::Owner(""),
            Seen::Owner(", looker"),
            Seen::Others("all except owner"),
            Seen::Others("mate(owner)"),
            Seen::Nobody,
        ];
        let of_others =
            [Seen::All, Seen::All, Seen::Nobody, Seen::Nobody, Seen::Others("looker"), Seen::Others("watchers")];
        let found = if self.belongs_to_a_player(owner) { self.pick(&of_player) } else { self.pick(&of_others) };
        found.unwrap_or(Seen::All)
    }

    /// Whether a player owns it, or what it belongs to.
    fn belongs_to_a_player(&self, owner: Owner) -> bool {
        match owner {
            Owner::Player => true,
            Owner::Kind(kind) => self.belongs_to_a_player(self.signature.kinds[kind].owner),
            Owner::Common | Owner::Value(_) => false,
        }
    }

    fn zones(&mut self, texts: &mut Vec<String>) {
        let kinds = self.signature.kinds.len();
        let mut names: Vec<(&str, bool)> = ZONES.into_iter().map(|name| (name, false)).collect();
        names.extend(PILES.into_iter().map(|name| (name, true)));
        let mut plans: Vec<(usize, Owner)> = Vec::new();
        for kind in 0..kinds {
            plans.push((kind, Owner::Common));
            if self.percent(75) {
                plans.push((kind, Owner::Player));
            }
            if kind > 0 && self.percent(30) && !matches!(self.signature.kinds[0].owner, Owner::Kind(_)) {
                plans.push((kind, Owner::Kind(0)));
            }
        }
        for (kind, owner) in plans {
            if names.is_empty() {
                break;
            }
            let at = self.below(names.len());
            let (name, pile) = names.remove(at);
            let mut holds = vec![kind];
            if self.percent(15) {
                let more = self.below(kinds);
                let lies_in_its_own = matches!(owner, Owner::Kind(of) if of == more);
                if more != kind && !lies_in_its_own {
                    holds.push(more);
                }
            }
            let index = (!pile && self.percent(25)).then_some((1, 2));
            let of_index = index.map(|(low, high)| Type::Number(low, high));
            let seen = self.audience(owner, of_index.as_ref());
            let top = (pile && self.percent(50)).then(|| self.audience(owner, None));
            let held: Vec<&str> = holds.iter().map(|kind| self.signature.kinds[*kind].name.as_str()).collect();
            let told: Vec<&Seen> = top.iter().chain([&seen]).collect();
            let numbers = of_index.map_or(String::new(), |of| format!("({}{})", which(&told), self.type_words(&of)));
            let each = self.of_each_named(owner, &told);
            let word = if pile { "pile" } else { "zone" };
            let top_words = top.as_ref().map_or(String::new(), |top| format!(", top seen by {}", top.words()));
            texts.push(format!(
                "{word} {name}{numbers}{each} : {} seen by {}{top_words}",
                held.join(", "),
                seen.words()
            ));
            self.signature.zones.push(Zone {
                name: name.to_owned(),
                owner,
                index,
                path: false,
                grid: false,
                double: false,
                holds,
                seen,
                pile,
                top,
            });
        }
        if self.lanes {
            self.lane(texts);
        }
        for kind in 0..kinds {
            let open = self
                .signature
                .zones
                .iter()
                .filter(|zone| zone.holds.contains(&kind))
                .all(|zone| zone.seen == Seen::All && !matches!(zone.owner, Owner::Kind(_)));
            self.signature.kinds[kind].open = open;
        }
    }

    /// A track, ring or grid of which there are several, or a track whose length a setting says.
    fn lane(&mut self, texts: &mut Vec<String>) {
        let word = self.pick(&["track", "ring"]).unwrap_or("track");
        let owner = if self.percent(60) { Owner::Player } else { Owner::Common };
        let double = self.percent(40);
        let by_setting = self.percent(40) || (owner == Owner::Common && !double);
        let (length, last) = if by_setting { ("3 - span".to_owned(), 1) } else { ("4".to_owned(), 4) };
        let length = if by_setting && self.percent(50) { "2 * span + 1".to_owned() } else { length };
        if by_setting {
            texts.push("setting span : 1..2 = 1 doc \"How long the lane is.\"".to_owned());
            self.differences.push("replace setting span : 1..2 = 2 doc \"Longer.\"".to_owned());
        }
        let numbers = if double { "(1..2)" } else { "" };
        // Half of those that have one length lie on grids.
        let grid = word == "ring" && !by_setting;
        let each = self.of_each(owner);
        texts.push(if grid {
            format!("grid lane{numbers}{each} 2 by 2")
        } else {
            format!("{word} lane{numbers}{each} 1..{length}")
        });
        let holds = (0..self.signature.kinds.len()).collect();
        // Where a setting says how long it is, some numbers are there at every table and others are not.
        let last = if by_setting && self.percent(30) { 3 } else { last };
        let name = "lane".to_owned();
        let zone = Zone {
            name,
            owner,
            index: Some((1, last)),
            path: true,
            grid,
            double,
            holds,
            seen: Seen::All,
            pile: false,
            top: None,
        };
        self.signature.zones.push(zone);
    }

    fn variables(&mut self, texts: &mut Vec<String>) {
        texts.push("var looker : player or none seen by all = none".to_owned());
        self.signature.variables.push(Variable {
            name: "looker".to_owned(),
            owner: Owner::Common,
            index: None,
            of: Type::Player,
            none: true,
            seen: Seen::All,
            inside: None,
        });
        texts.push("var fuse : 0..5 seen by all = 0 each round".to_owned());
        self.signature.variables.push(Variable {
            name: "fuse".to_owned(),
            owner: Owner::Common,
            index: None,
            of: Type::Number(0, 5),
            none: false,
            seen: Seen::All,
            inside: Some("round"),
        });
        // What must be set before it is read, what has values of its own, and what leaves some out.
        if self.signature.boards.iter().any(|board| board.shape == Shape::Grid) {
            texts.push("var gust(direction) : 0..3 seen by all = 1".to_owned());
            self.signature.variables.push(Variable {
                name: "gust".to_owned(),
                owner: Owner::Common,
                index: Some(Type::Direction),
                of: Type::Number(0, 3),
                none: false,
                seen: Seen::All,
                inside: None,
            });
        }
        texts.push("var hint : 0..9 seen by all".to_owned());
        texts.push("var style : plain, fancy seen by all = plain".to_owned());
        let list = &self.signature.lists[0];
        texts.push(format!(
            "var shade of each player : {} except {} or none seen by {} = none",
            list.name,
            list.values[0],
            if self.signature.open { "all" } else { "owner" }
        ));
        let count = 4 + self.below(4);
        for name in VARIABLES.into_iter().take(count) {
            let owner = match self.below(8) {
                0..=2 => Owner::Common,
                3..=5 => Owner::Player,
                6 if !matches!(self.signature.kinds[0].owner, Owner::Kind(_)) => Owner::Kind(0),
                6 => Owner::Player,
                _ => Owner::Value(0),
            };
            let (of, none) = match self.below(10) {
                0..=4 => (Type::Number(self.between(-1, 1), self.between(4, 9)), self.percent(10)),
                5 => (Type::YesNo, false),
                6 => (Type::Value(self.below(self.signature.lists.len())), self.percent(20)),
                7 => (Type::Player, true),
                8 => (Type::Component(self.below(self.signature.kinds.len())), true),
                _ if !self.signature.boards.is_empty() => (Type::Board(self.below(self.signature.boards.len())), true),
                _ => (Type::YesNo, false),
            };
            let index = (self.percent(15) && !matches!(of, Type::Component(_)))
                .then(|| if self.percent(50) { Type::Number(1, 2) } else { Type::Value(0) });
            let seen = self.audience(owner, index.as_ref());
            let first = match &of {
                _ if none && self.percent(80) => "none".to_owned(),
                Type::Number(low, _) => format!("{}", low + 1),
                Type::YesNo => "no".to_owned(),
                Type::Value(list) => self.signature.lists[*list].values[0].clone(),
                Type::Player => "first p0 in players".to_owned(),
                Type::Component(_) | Type::Board(_) | Type::Direction => "none".to_owned(),
            };
            let each = if self.percent(15) { " each round" } else { "" };
            let told = [&seen];
            let numbers =
                index.as_ref().map_or(String::new(), |of| format!("({}{})", which(&told), self.type_words(of)));
            let or_none = if none { " or none" } else { "" };
            let words = match self.below(12) {
                0 => " untold",
                1 => " as \"purse\"",
                _ => "",
            };
            texts.push(format!(
                "var {name}{numbers}{} : {}{or_none} seen by {} = {first}{each}{words}",
                self.of_each_named(owner, &told),
                self.type_words(&of),
                seen.words()
            ));
            self.signature.variables.push(Variable {
                name: name.to_owned(),
                owner,
                index,
                of,
                none,
                seen,
                inside: None,
            });
        }
    }

    fn settings(&mut self, texts: &mut Vec<String>) {
        if self.percent(40) {
            texts.push("setting limit : 1..4 = 2 doc \"How much there may be.\"".to_owned());
            self.signature.settings.push(("limit".to_owned(), Type::Number(1, 4)));
            self.differences.push("replace setting limit : 1..4 = 3 doc \"One more.\"".to_owned());
        }
        if self.percent(25) {
            texts.push("setting bold : yes or no = yes doc \"Whether it is bold.\"".to_owned());
            self.signature.settings.push(("bold".to_owned(), Type::YesNo));
        }
    }

    fn tables(&mut self, texts: &mut Vec<String>) {
        if self.percent(40) {
            let values = self.signature.lists[0].values.clone();
            let mut keys = values;
            if let [_, _, last] = keys.as_mut_slice() {
                "else".clone_into(last);
            }
            let rows: Vec<String> = keys
                .iter()
                .map(|value| format!("{value} : {} {} {}", self.between(0, 5), self.between(-1, 3), self.between(1, 2)))
                .collect();
            texts.push(format!("table worth({}, 1..3) {{ {} }}", self.signature.lists[0].name, rows.join(" ")));
            let index = vec![Type::Value(0), Type::Number(1, 3)];
            self.table("worth", index, Type::Number(-1, 5), false);
        }
        if self.percent(40) {
            texts.push("table prize(0..2) { 0 : 1 1 : 3 2 : -1 }".to_owned());
            let index = vec![Type::Number(0, 2)];
            self.table("prize", index, Type::Number(-1, 3), false);
        }
        self.tables_of_values(texts);
        self.table_of_a_part(texts);
    }

    /// Tables whose entries are no plain numbers.
    fn tables_of_values(&mut self, texts: &mut Vec<String>) {
        let (list, values) = (self.signature.lists[0].name.clone(), self.signature.lists[0].values.clone());
        let mut some = || self.pick(&values).unwrap_or_default();
        let (one, two, three) = (some(), some(), some());
        if self.percent(30) {
            texts.push(format!("table heir(0..2) : {list} {{ 0 : {one} 1 : {two} 2 : {three} }}"));
            self.table("heir", vec![Type::Number(0, 2)], Type::Value(0), false);
        }
        if self.percent(30) {
            let rows = format!("{one} : {two} none else : {three} {one}");
            texts.push(format!("table follower({list}, yes or no) : {list} or none {{ {rows} }}"));
            self.table("follower", vec![Type::Value(0), Type::YesNo], Type::Value(0), true);
        }
        if self.percent(30) {
            texts.push(format!("table quiet({list}) : yes or no {{ {two} : yes else : no }}"));
            self.table("quiet", vec![Type::Value(0)], Type::YesNo, false);
        }
    }

    fn table(&mut self, name: &str, index: Vec<Type>, of: Type, none: bool) {
        self.signature.tables.push(Table { name: name.to_owned(), index, part: Vec::new(), of, none });
    }

    /// A table for some values of a list only.
    fn table_of_a_part(&mut self, texts: &mut Vec<String>) {
        let Some((name, part)) = self.signature.lists[0].part.clone() else { return };
        let rows: Vec<String> = part.iter().map(|value| format!("{value} : {}", self.between(0, 4))).collect();
        texts.push(format!("table share({name}) {{ {} }}", rows.join(" ")));
        let (index, of) = (vec![Type::Value(0)], Type::Number(0, 4));
        self.signature.tables.push(Table { name: "share".to_owned(), index, part, of, none: false });
    }

    /// The words of a parameter's type.
    pub fn parameter_words(&self, of: &Type) -> String {
        self.type_words(of)
    }
}

/// The name of an index, where somebody is told by it.
fn which(told: &[&Seen]) -> &'static str {
    if told.iter().any(|seen| seen.words().contains("which")) { "which: " } else { "" }
}

//! Statements that change something.

use super::maker::{Holds, Local, Maker};
use super::signature::{Owner, Sight, Type};
use super::text::{ATOM, OR, SUM};
use super::things::Place;

impl Maker {
    /// An effect; nothing if none fits here.
    pub fn effect(&mut self, fuel: usize) -> Option<String> {
        let secret = self.around.secret.is_some();
        if self.signature.open && !secret && self.percent(25) {
            // More often noted than forgotten, or nothing would ever come back.
            if self.percent(25) {
                return Some("forget positions".to_owned());
            }
            let value = self.noted_value();
            return Some(format!("note position{value}"));
        }
        match self.below(18) {
            0..=2 => self.set_variable(fuel),
            3 => self.set_feature(fuel),
            4..=6 => self.move_one(fuel),
            7 if !secret => self.move_all(fuel),
            8 if !secret => self.move_some(fuel),
            9 if !secret => self.move_each(fuel),
            10 if self.may_chance() => self.roll(fuel),
            11 | 12 if self.may_chance() => self.draw_from(fuel),
            13 if self.may_chance() => self.draw_one(fuel),
            14 if self.may_chance() => self.shuffle(fuel),
            15 if self.may_chance() => self.show(fuel),
            16 if !secret => self.swap(),
            17 if !secret && self.percent(30) => self.lay_out(),
            _ => self.set_variable(fuel),
        }
    }

    /// Whether there may be chance here.
    fn may_chance(&self) -> bool {
        !self.around.calm
    }

    /// A cell of a variable that may be written here.
    fn target(&mut self, fits: impl Fn(&Type) -> bool, fuel: usize) -> Option<(String, usize)> {
        let variables: Vec<usize> =
            (0..self.signature.variables.len()).filter(|number| fits(&self.signature.variables[*number].of)).collect();
        for _ in 0..4 {
            let number = self.pick(&variables)?;
            let declared = self.signature.variables[number].clone();
            let inside = declared.inside.is_none_or(|phase| self.around.leavable.iter().any(|name| name == phase));
            if !inside || !self.may_write(&format!("v:{}", declared.name)) {
                continue;
            }
            let found = match (self.around.secret.clone(), declared.owner) {
                (Some(_), Owner::Common | Owner::Kind(_) | Owner::Value(_)) if !self.dares() => None,
                (Some(player), Owner::Player) => {
                    let index = match &declared.index {
                        Some(of) => format!("({})", self.known_value(&of.clone(), 1).open()),
                        None => String::new(),
                    };
                    Some(format!("{player}.{}{index}", declared.name))
                }
                _ => self.unread(|maker| maker.variable(number, fuel.min(1)).map(|(piece, _, _)| piece.at(ATOM))),
            };
            if let Some(text) = found {
                self.written(format!("v:{}", declared.name));
                return Some((text, number));
            }
        }
        None
    }

    /// What is written is not read by that.
    fn unread<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let reads = self.reads.clone();
        let result = work(self);
        self.reads = reads;
        result
    }

    fn set_variable(&mut self, fuel: usize) -> Option<String> {
        let (target, number) = self.target(|_| true, fuel)?;
        let declared = self.signature.variables[number].clone();
        let by_one = self.percent(15) && self.reader.is_none() && !declared.none;
        if let (Type::Number(low, high), true) = (&declared.of, by_one) {
            return Some(if self.percent(50) {
                format!("if {target} < {high} {{ set {target} += 1 }}")
            } else {
                format!("if {target} > {low} {{ set {target} -= 1 }}")
            });
        }
        Some(format!("set {target} {}", self.new_value(&target, &declared.of, declared.none, fuel)))
    }

    /// `= e`, or `+= e` of numbers.
    fn new_value(&mut self, target: &str, of: &Type, none: bool, fuel: usize) -> String {
        if none && self.percent(20) {
            return "= none".to_owned();
        }
        match of {
            Type::Number(low, high) if !none && self.percent(if self.reader.is_some() { 0 } else { 45 }) => {
                let number = self.number(fuel);
                match self.below(4) {
                    0 if self.dares() || self.dares() || self.dares() => format!("+= {}", number.piece.open()),
                    1 => format!("= max({low}, min({high}, {target} - {}))", number.piece.at(SUM + 1)),
                    2 => format!("*= {}", if *low > 0 { 1 } else { self.between(0, 1) }),
                    _ => format!("= min({high}, max({low}, {target} + {}))", number.piece.at(SUM + 1)),
                }
            }
            Type::Component(kind) => match self.perhaps_component(*kind, fuel) {
                Some(piece) if none => format!("= {}", piece.open()),
                Some(_) | None => match self.component(*kind) {
                    Some(local) => format!("= {}", local.name),
                    None => "= none".to_owned(),
                },
            },
            Type::Board(board) if none => format!("= {}", self.perhaps_square(*board, fuel).open()),
            of => format!("= {}", self.known_value(of, fuel).open()),
        }
    }

    /// A component and a feature of it that changes.
    fn feature_target(&mut self) -> Option<(String, Type)> {
        let mut features = Vec::new();
        for (kind, declared) in self.signature.kinds.iter().enumerate() {
            for (number, feature) in declared.features.iter().enumerate() {
                if !feature.printed && self.may_write(&format!("f:{}.{}", declared.name, feature.name)) {
                    features.push((kind, number));
                }
            }
        }
        let (kind, number) = self.pick(&features)?;
        let (piece, _, of) = self.unread(|maker| maker.feature(kind, number, 1))?;
        let declared = &self.signature.kinds[kind];
        let name = format!("f:{}.{}", declared.name, declared.features[number].name);
        self.written(name);
        Some((piece.open(), of))
    }

    fn set_feature(&mut self, fuel: usize) -> Option<String> {
        if self.around.secret.is_some() && !self.dares() {
            return None;
        }
        let (target, of) = self.feature_target()?;
        let none = matches!(of, Type::Component(_) | Type::Board(_));
        Some(format!("set {target} {}", self.new_value(&target, &of, none, fuel)))
    }

    /// Whether components of these kinds may move from here to there; notes it.
    pub fn may_move(&mut self, kinds: &[usize], areas: &[&str]) -> bool {
        let mut changes: Vec<String> = areas.iter().map(|area| (*area).to_owned()).collect();
        for kind in kinds {
            changes.push(format!("k:{}", self.signature.kinds[*kind].name));
            if areas.contains(&"z:*") {
                let zones = self.signature.zones_of(*kind);
                changes.extend(zones.into_iter().map(|zone| format!("z:{}", self.signature.zones[zone].name)));
                changes.extend(self.signature.boards.iter().map(|board| format!("z:{}", board.name)));
                changes.push("z:box".to_owned());
            }
        }
        let watched = self.around.secret.is_some() && changes.iter().any(|change| self.watched_moves.contains(change));
        if watched || !changes.iter().all(|change| self.may_write(change)) {
            return false;
        }
        self.writes.extend(changes);
        true
    }

    /// A place to move to. In secret it is one's own.
    fn target_place(&mut self, kind: usize, fuel: usize) -> Option<Place> {
        let Some(player) = self.around.secret.clone() else {
            return self.unread(|maker| maker.place(kind, fuel));
        };
        let zones: Vec<usize> = self
            .signature
            .zones_of(kind)
            .into_iter()
            .filter(|zone| self.signature.zones[*zone].owner == Owner::Player)
            .collect();
        let zone = self.pick(&zones)?;
        let reader = self.reader.replace(player);
        let place = (0..4).find_map(|_| {
            let place = self.zone(zone, 1)?;
            place.piece.open().starts_with(&format!("{}.", self.reader.clone().unwrap_or_default())).then_some(place)
        });
        self.reader = reader;
        place
    }

    fn beneath(&mut self, place: &Place) -> &'static str {
        if place.pile && self.percent(35) { ".bottom" } else { "" }
    }

    /// A component that has a name, or the first of some, goes somewhere.
    pub fn move_one(&mut self, fuel: usize) -> Option<String> {
        let kind = self.below(self.signature.kinds.len());
        let local = if self.around.secret.is_some() { self.own_component(kind) } else { self.component(kind) };
        if local.is_none() && self.around.secret.is_none() && self.percent(70) {
            return self.move_first(kind, fuel);
        }
        let local = local?;
        let sets = self.known(|local| local.holds == Holds::Components(kind));
        let name = match self.pick(&sets) {
            Some(set) if self.percent(40) && self.around.secret.is_none() => set.name,
            Some(_) | None => local.name,
        };
        let place = self.target_place(kind, fuel)?;
        if !self.may_move(&[kind], &["z:*", &place.area]) {
            return None;
        }
        let beneath = self.beneath(&place);
        for known in &mut self.locals {
            if known.name == name {
                known.sight = place.sight.clone();
            }
        }
        Some(format!("move {name} to {}{beneath}", place.piece.at(OR)))
    }

    fn swap(&mut self) -> Option<String> {
        let kind = self.below(self.signature.kinds.len());
        let (one, other) = (self.component(kind)?, self.component(kind)?);
        if !self.may_move(&[kind], &["z:*"]) {
            return None;
        }
        for known in &mut self.locals {
            if known.name == one.name {
                known.sight = other.sight.clone();
            } else if known.name == other.name {
                known.sight = one.sight.clone();
            }
        }
        Some(format!("swap {}, {}", one.name, other.name))
    }

    /// A picture with one or two pieces in it.
    fn lay_out(&mut self) -> Option<String> {
        let boards = self.signature.boards.iter().filter(|board| !board.picture.is_empty());
        let board = self.pick(&boards.cloned().collect::<Vec<_>>())?;
        let kind = self.below(self.signature.kinds.len());
        if !self.may_move(&[kind], &["z:*", &format!("z:{}", board.name)]) {
            return None;
        }
        let places = usize::try_from(board.places).unwrap_or(1);
        let (first, second) = (self.below(places), self.below(places));
        let mut at = 0;
        let mut drawn = |sign| {
            at += usize::from(sign == '@');
            match sign {
                '@' if at == first + 1 => 'K',
                '@' if at == second + 1 => 'L',
                '@' => '.',
                line => line,
            }
        };
        let rows: Vec<String> = board
            .picture
            .iter()
            .map(|row| format!("\"{}\"", row.chars().map(&mut drawn).collect::<String>()))
            .collect();
        let name = self.signature.kinds[kind].name.clone();
        let piece = self.name("c");
        let second = match (first == second, self.percent(50)) {
            (true, _) => String::new(),
            (false, true) => format!(" \"L\" : {name}"),
            (false, false) => format!(" \"L\" : {piece} in {name} where {piece}.place != box"),
        };
        Some(format!("lay out {} {} {{ \"K\" : {name}{second} }}", board.name, rows.join(" ")))
    }

    fn own_component(&mut self, kind: usize) -> Option<Local> {
        let player = self.around.secret.clone()?;
        let locals = self.known(|local| {
            local.holds == Holds::One(Type::Component(kind)) && local.sight == Sight::Only(player.clone())
        });
        self.pick(&locals)
    }

    fn move_first(&mut self, kind: usize, fuel: usize) -> Option<String> {
        let piece = self.missing_component(kind, fuel)?;
        let place = self.target_place(kind, 1)?;
        if !self.may_move(&[kind], &["z:*", &place.area]) {
            return None;
        }
        let name = self.name("c");
        let beneath = self.beneath(&place);
        Some(format!("for {name} in {} {{ move {name} to {}{beneath} }}", piece.at(OR), place.piece.at(OR)))
    }

    /// Two places so that all of the first can lie in the second.
    fn two_places(&mut self, fuel: usize) -> Option<(Place, Place, Vec<usize>)> {
        let zone = self.pick(&(0..self.signature.zones.len()).collect::<Vec<_>>())?;
        let kinds = self.signature.zones[zone].holds.clone();
        let from = self.unread(|maker| maker.zone(zone, fuel))?;
        let mut to = None;
        for _ in 0..6 {
            if self.percent(25) {
                to = Some(from.clone());
                break;
            }
            let Some(place) = kinds.first().and_then(|kind| self.target_place(*kind, fuel)) else { continue };
            if place.holds.as_ref().is_none_or(|holds| kinds.iter().all(|kind| holds.contains(kind))) {
                to = Some(place);
                break;
            }
        }
        let to = to?;
        self.may_move(&kinds, &[&from.area, &to.area]).then_some((from, to, kinds))
    }

    fn move_all(&mut self, fuel: usize) -> Option<String> {
        let (from, to, _) = self.two_places(fuel)?;
        let beneath = self.beneath(&to);
        Some(format!("move all from {} to {}{beneath}", from.piece.at(OR), to.piece.at(OR)))
    }

    fn move_some(&mut self, fuel: usize) -> Option<String> {
        let kind = self.below(self.signature.kinds.len());
        let from = self.unread(|maker| maker.place(kind, 1))?;
        let to = self.target_place(kind, fuel)?;
        if !self.may_move(&[kind], &[&from.area, &to.area]) {
            return None;
        }
        let amount = self.number_within(0, 3, fuel);
        // A bracket behind the number would make it a call.
        let name = self.kind_name(kind);
        let name = if name.starts_with('(') { self.signature.kinds[kind].name.clone() } else { name };
        let beneath = self.beneath(&to);
        if self.percent(30) {
            return Some(format!("move all {name} from {} to {}{beneath}", from.piece.at(OR), to.piece.at(OR)));
        }
        Some(format!("move {} {name} from {} to {}{beneath}", amount.at(ATOM), from.piece.at(OR), to.piece.at(OR)))
    }

    fn move_each(&mut self, fuel: usize) -> Option<String> {
        let kind = self.below(self.signature.kinds.len());
        let (text, area) = self.inside(|maker| {
            let first = if maker.percent(30) { format!("first {} of ", maker.between(1, 2)) } else { String::new() };
            let pick = maker.try_pick_of(&Type::Component(kind), fuel)?;
            let keys = if maker.percent(60) { maker.keys(1) } else { String::new() };
            let place = maker.target_place(kind, fuel)?;
            Some((format!("move each {first}{pick}{keys} to {}", place.piece.at(OR)), place.area))
        })?;
        self.may_move(&[kind], &["z:*", &area]).then_some(text)
    }

    fn draw_from(&mut self, fuel: usize) -> Option<String> {
        self.calm = false;
        let (from, to, _) = self.two_places(fuel)?;
        let beneath = self.beneath(&to);
        let amount = self.number_within(0, 3, fuel.min(1));
        Some(format!("draw {} from {} to {}{beneath}", amount.at(SUM), from.piece.at(OR), to.piece.at(OR)))
    }

    fn draw_one(&mut self, fuel: usize) -> Option<String> {
        let of = self.some_type();
        let names = self.locals.len();
        let pick = self.try_pick_of(&of, fuel)?;
        // What follows sees only a draw that certainly finds something; the others stand behind a question.
        let always = !pick.contains(" where ") && !matches!(of, Type::Component(_) | Type::Board(_));
        if always || self.dares() {
            self.calm = false;
            return Some(format!("draw {pick}"));
        }
        self.calm = false;
        let inner = self.inside(|maker| maker.some_statements(2, fuel.saturating_sub(1)));
        self.locals.truncate(names);
        Some(format!("if any {pick} {{ draw {pick} {inner} }}"))
    }

    fn roll(&mut self, fuel: usize) -> Option<String> {
        let rollable = |of: &Type| matches!(of, Type::Number(..) | Type::YesNo | Type::Value(_) | Type::Player);
        let target = if self.percent(70) {
            self.target(rollable, fuel)?.0
        } else {
            let (target, of) = self.feature_target()?;
            if !rollable(&of) {
                return None;
            }
            target
        };
        self.calm = false;
        Some(format!("roll {target}"))
    }

    fn shuffle(&mut self, fuel: usize) -> Option<String> {
        let piles: Vec<usize> =
            (0..self.signature.zones.len()).filter(|zone| self.signature.zones[*zone].pile).collect();
        let zone = self.pick(&piles)?;
        let place = self.unread(|maker| maker.zone(zone, fuel))?;
        if !self.may_write(&place.area) {
            return None;
        }
        self.written(place.area);
        self.calm = false;
        Some(format!("shuffle {}", place.piece.at(ATOM)))
    }

    /// Words with a value in them, which may be hidden from some, and to some.
    fn say(&mut self, fuel: usize) -> String {
        let value = self.number(fuel.min(1)).piece.open();
        let players = self.set(&Type::Player, 0).map_or_else(|| "players".to_owned(), |set| set.piece.open());
        let words = match self.below(6) {
            0 | 1 => format!("{{{value}}} of them"),
            2 => format!("{{{value} {{{players}}} card}} and {{{value} man | men}}."),
            3 => format!("It is {{if {value} > 1: really {{{players}}} | none}}, {{if {value} = 2: two}}!"),
            _ => format!("It is {{{players}}}!"),
        };
        let to = if self.percent(40) { format!(" to {}", self.player(fuel.min(1)).at(OR)) } else { String::new() };
        format!("say \"{words}\"{to}")
    }

    fn show(&mut self, fuel: usize) -> Option<String> {
        self.calm = false;
        if self.percent(35) {
            return Some(self.say(fuel));
        }
        let what = match self.below(4) {
            0 => {
                let kind = self.below(self.signature.kinds.len());
                self.component(kind)?.name
            }
            1 => {
                let number = self.pick(&(0..self.signature.variables.len()).collect::<Vec<_>>())?;
                self.variable(number, fuel)?.0.at(ATOM)
            }
            2 => {
                let kind = self.below(self.signature.kinds.len());
                self.set(&Type::Component(kind), fuel)?.piece.at(ATOM)
            }
            _ => {
                let zone = self.pick(&(0..self.signature.zones.len()).collect::<Vec<_>>())?;
                self.zone(zone, fuel)?.piece.at(ATOM)
            }
        };
        let to = match self.below(4) {
            0 => format!(" to {}", self.player(fuel).at(OR)),
            1 => format!(" to {}", self.set(&Type::Player, fuel)?.piece.at(OR)),
            _ => String::new(),
        };
        Some(format!("show {what}{to}"))
    }
}

//! Single things in writing: players, values, components, places, and the variables and zones that belong to them.

use super::maker::{Holds, Local, Maker};
use super::signature::{Gives, Owner, Shape, Sight, Type};
use super::text::{ATOM, Number, OPEN, Piece, SUM};

/// A place in writing.
#[derive(Clone, Debug)]
pub struct Place {
    pub piece: Piece,
    /// The zone or board, as watched things are noted.
    pub area: String,
    /// The kinds that may lie there; all where it is none.
    pub holds: Option<Vec<usize>>,
    pub sight: Sight,
    pub pile: bool,
}

impl Maker {
    /// A player, and how they are called if it is a plain name.
    pub fn player(&mut self, fuel: usize) -> Piece {
        let names = self.known(|local| local.holds == Holds::One(Type::Player));
        let name = self.pick(&names).map(|local| local.name);
        let seats = self.signature.seats.clone();
        let simple = match (&name, self.pick(&seats)) {
            (Some(name), Some(seat)) => {
                if self.percent(20) {
                    seat
                } else {
                    name.clone()
                }
            }
            (Some(name), None) => name.clone(),
            (None, Some(seat)) => seat,
            (None, None) => {
                let q = self.name("q");
                return Piece::new(OPEN, format!("first {q} in players"));
            }
        };
        if fuel == 0 || self.percent(55) {
            return Piece::atom(simple);
        }
        match self.below(8) {
            0 | 1 => Piece::atom(format!("next({simple})")),
            2 => {
                let steps = self.number(fuel - 1).within(-9, 9);
                Piece::atom(format!("next({simple}, {})", steps.piece.open()))
            }
            3 if self.signature.least == 2 && self.signature.most == 2 => Piece::atom(format!("other({simple})")),
            4 => {
                let kinds = self.signature.kinds.clone();
                let owned = |local: &Local| matches!(&local.holds, Holds::One(Type::Component(kind)) if kinds[*kind].owner == Owner::Player);
                match self.pick(&self.known(owned)) {
                    Some(local) if self.may_read(&local.sight) => Piece::atom(format!("{}.owner", local.name)),
                    Some(_) | None => Piece::atom(simple),
                }
            }
            5 => match self.definition(&Gives::Player, fuel - 1) {
                Some(call) => call,
                None => Piece::atom(simple),
            },
            _ => self.inside(|maker| {
                let pick = maker.pick_of(&Type::Player, fuel - 1);
                let keys = if maker.percent(60) { maker.keys(fuel - 1) } else { String::new() };
                Piece::new(OPEN, format!("first {pick}{keys} else {simple}"))
            }),
        }
    }

    /// A value of a list.
    pub fn value(&mut self, list: usize, fuel: usize) -> Piece {
        let locals = self.known(|local| local.holds == Holds::One(Type::Value(list)));
        if let (Some(local), true) = (self.pick(&locals), self.percent(60)) {
            return Piece::atom(local.name);
        }
        if fuel > 0
            && self.percent(20)
            && let Some((entry, _)) = self.entry(|table| table.of == Type::Value(list) && !table.none, fuel - 1)
        {
            return entry;
        }
        if fuel > 0 && self.percent(10) {
            let (of, steps) = (self.value(list, 0), self.number_within(-9, 9, fuel - 1));
            return Piece::atom(format!("next({}, {})", of.open(), steps.open()));
        }
        if fuel > 0 && self.percent(40) {
            if let Some(cell) = self.cell_of(|of| *of == Type::Value(list), fuel - 1) {
                return cell.0;
            }
            if self.percent(40) {
                let (condition, one, other) = (self.condition(fuel - 1), self.value(list, 0), self.value(list, 0));
                return Piece::new(OPEN, format!("if {} then {} else {}", condition.at(1), one.open(), other.open()));
            }
        }
        let values = self.signature.lists[list].values.clone();
        Piece::atom(self.pick(&values).unwrap_or_default())
    }

    /// A component that is there for certain: a name for it, or the only one of its kind.
    pub fn component(&mut self, kind: usize) -> Option<Local> {
        let locals = self.known(|local| local.holds == Holds::One(Type::Component(kind)));
        let mut readable: Vec<Local> = Vec::new();
        for local in locals {
            if self.may_read(&local.sight) {
                readable.push(local);
            }
        }
        let declared = &self.signature.kinds[kind];
        let single = declared.count == 1 && declared.owner == Owner::Common;
        let sight = if declared.open { Sight::All } else { Sight::Unsure };
        let name = declared.name.clone();
        if single && self.may_read(&sight) && (readable.is_empty() || self.percent(30)) {
            return Some(Local { name, holds: Holds::One(Type::Component(kind)), sight });
        }
        self.pick(&readable)
    }

    /// A component, or none.
    pub fn perhaps_component(&mut self, kind: usize, fuel: usize) -> Option<Piece> {
        if self.percent(20) {
            return self.component(kind).map(|local| Piece::atom(local.name));
        }
        self.missing_component(kind, fuel)
    }

    /// An expression that may well give none; also a set of one or nothing.
    pub fn missing_component(&mut self, kind: usize, fuel: usize) -> Option<Piece> {
        match self.below(4) {
            0 => self.pile_end(kind),
            1 => self.cell_of(|of| *of == Type::Component(kind), fuel.saturating_sub(1)).map(|(piece, _)| piece),
            2 => self.inside(|maker| {
                let set = maker.set(&Type::Component(kind), fuel.saturating_sub(1))?;
                let name = maker.name("c");
                maker.bind(&name, Holds::One(set.of), set.sight);
                let word = if maker.percent(50) { "max" } else { "min" };
                let key = maker.number(fuel.saturating_sub(1));
                Some(Piece::new(OPEN, format!("{word} {name} in {} by {}", set.piece.at(1), key.piece.at(1))))
            }),
            _ => self.inside(|maker| {
                let pick = maker.try_pick_of(&Type::Component(kind), fuel.saturating_sub(1))?;
                let keys = if maker.percent(70) { maker.keys(fuel.saturating_sub(1)) } else { String::new() };
                Some(Piece::new(OPEN, format!("first {pick}{keys}")))
            }),
        }
    }

    /// The top or bottom of a pile.
    fn pile_end(&mut self, kind: usize) -> Option<Piece> {
        let zones = self.signature.zones_of(kind);
        let piles: Vec<usize> = zones.into_iter().filter(|zone| self.signature.zones[*zone].pile).collect();
        let zone = self.pick(&piles)?;
        if self.signature.zones[zone].holds.len() > 1 {
            return None;
        }
        let top = self.percent(70);
        let owner = self.signature.zones[zone].owner;
        let (place, owner_name, owner_sight) = self.zone_cell(zone, owner, 1)?;
        let declared = self.signature.zones[zone].clone();
        let mut sight = declared.seen.sight(&owner_name);
        if let (true, Some(seen)) = (top && sight != Sight::All, &declared.top) {
            sight = seen.sight(&owner_name);
        }
        let sight = sight.and(owner_sight);
        self.may_read(&sight).then(|| Piece::atom(format!("{place}.{}", if top { "top" } else { "bottom" })))
    }

    /// Whose it is: what stands before the point, with the plain name of a player, and who sees the owner.
    fn before_point(&mut self, owner: Owner, fuel: usize) -> Option<(String, String, Sight)> {
        match owner {
            Owner::Common => Some((String::new(), String::new(), Sight::All)),
            Owner::Player => {
                let reader = self.reader.clone().filter(|reader| !reader.is_empty());
                let player = match reader {
                    Some(reader) if self.percent(75) => Piece::atom(reader),
                    Some(_) | None => self.player(fuel.min(1)),
                };
                let name = player.at(ATOM);
                Some((format!("{name}."), name, Sight::All))
            }
            Owner::Kind(kind) => {
                let local = self.component(kind)?;
                Some((format!("{}.", local.name), String::new(), local.sight))
            }
            Owner::Value(list) => {
                let value = self.value(list, 0);
                Some((format!("{}.", value.at(ATOM)), String::new(), Sight::All))
            }
        }
    }

    pub fn zone_cell(&mut self, zone: usize, owner: Owner, fuel: usize) -> Option<(String, String, Sight)> {
        let (before, name, sight) = self.before_point(owner, fuel)?;
        let declared = self.signature.zones[zone].clone();
        let index = match declared.index {
            Some((low, high)) => {
                let one =
                    if declared.double { format!("{}, ", self.number_within(1, 2, 0).open()) } else { String::new() };
                format!("({one}{})", self.number_within(low, high, fuel.saturating_sub(1)).open())
            }
            None => String::new(),
        };
        self.read(format!("z:{}", declared.name));
        Some((format!("{before}{}{index}", declared.name), name, sight))
    }

    /// A zone or pile.
    pub fn zone(&mut self, zone: usize, fuel: usize) -> Option<Place> {
        let declared = self.signature.zones[zone].clone();
        let (text, name, sight) = self.zone_cell(zone, declared.owner, fuel)?;
        let piece = if declared.path && fuel > 0 && self.percent(40) {
            let (s, steps) = (self.name("s"), self.between(-2, 3));
            let on = if declared.grid {
                format!("beside({text}, {}, {steps})", self.direction())
            } else {
                format!("ahead({text}, {steps})")
            };
            let on = self.pick(&[on, format!("around({text})")]).unwrap_or_default();
            Piece::new(OPEN, format!("first {s} in {on} else {text}"))
        } else {
            Piece::atom(text)
        };
        Some(Place {
            piece,
            area: format!("z:{}", declared.name),
            holds: Some(declared.holds),
            sight: declared.seen.sight(&name).and(sight),
            pile: declared.pile,
        })
    }

    /// A place of a board.
    pub fn square(&mut self, board: usize, fuel: usize) -> Piece {
        let locals = self.known(|local| local.holds == Holds::One(Type::Board(board)));
        let declared = self.signature.boards[board].clone();
        if let (Some(local), true) = (self.pick(&locals), self.percent(50)) {
            return Piece::atom(local.name);
        }
        if let (Some(mark), true) = (&declared.single, self.percent(25)) {
            return Piece::atom(format!("{}({mark})", declared.name));
        }
        if fuel > 0 && self.percent(25) {
            let name = self.name("s");
            let around = self.missing_square(board, fuel - 1);
            let other = self.square(board, 0);
            return Piece::new(OPEN, format!("first {name} in {} else {}", around.at(1), other.at(SUM)));
        }
        let number = self.number_within(1, declared.places, fuel);
        if declared.way && declared.shape != Shape::Grid && self.percent(30) {
            let player = self.player(fuel.saturating_sub(1));
            return Piece::atom(format!("{}.{}({})", player.at(ATOM), declared.name, number.open()));
        }
        Piece::atom(format!("{}({})", declared.name, number.open()))
    }

    /// A place of a board, or none.
    pub fn perhaps_square(&mut self, board: usize, fuel: usize) -> Piece {
        if self.percent(25) { self.square(board, fuel) } else { self.missing_square(board, fuel) }
    }

    /// The same; also a set of one or nothing.
    pub fn missing_square(&mut self, board: usize, fuel: usize) -> Piece {
        let declared = self.signature.boards[board].clone();
        let from = self.square(board, fuel.saturating_sub(1));
        match self.below(3) {
            0 | 2 if declared.shape == Shape::Grid => {
                let way = self.direction();
                if self.percent(50) {
                    return Piece::atom(format!("beside({}, {way})", from.open()));
                }
                let steps = self.number_within(0, 2, fuel.saturating_sub(1));
                Piece::atom(format!("beside({}, {way}, {})", from.open(), steps.open()))
            }
            1 => match self.cell_of(|of| *of == Type::Board(board), fuel.saturating_sub(1)) {
                Some((cell, _)) => cell,
                None => self.steps_ahead(&from, board, fuel),
            },
            _ => self.steps_ahead(&from, board, fuel),
        }
    }

    fn steps_ahead(&mut self, from: &Piece, board: usize, fuel: usize) -> Piece {
        if self.signature.boards[board].shape == Shape::Grid {
            let way = self.direction();
            return Piece::atom(format!("beside({}, {way})", from.open()));
        }
        let steps = self.number_within(-3, 4, fuel.saturating_sub(1));
        let whose = self.whose_way(board, fuel);
        Piece::atom(format!("ahead({}, {}{whose})", from.open(), steps.open()))
    }

    /// For whom `ahead` and `steps` count on a board; often nobody.
    pub fn whose_way(&mut self, board: usize, fuel: usize) -> String {
        // One that runs back for nobody has no use for it.
        let turned = self.signature.boards[board].turned;
        if !turned || self.percent(30) {
            return String::new();
        }
        format!(" for {}", self.player(fuel.saturating_sub(1)).open())
    }

    /// A direction; only with a grid.
    pub fn direction(&mut self) -> String {
        let locals = self.known(|local| local.holds == Holds::Direction);
        match self.pick(&locals) {
            Some(local) if self.percent(60) => local.name,
            Some(_) | None => {
                let mut boards = self.signature.boards.iter();
                if boards.any(|board| board.way && board.shape == Shape::Grid) && self.percent(40) {
                    let word = self.pick(&["forward", "back_left", "left", "forward_right"]).unwrap_or("back");
                    return format!("{}.{word}", self.player(0).at(ATOM));
                }
                self.pick(&["up", "up_right", "right", "down", "left", "down_left"]).unwrap_or("up").to_owned()
            }
        }
    }

    /// A place that takes a kind.
    pub fn place(&mut self, kind: usize, fuel: usize) -> Option<Place> {
        let boards = self.signature.boards.len();
        let zones = self.signature.zones_of(kind);
        let named = self.known(|local| local.holds == Holds::Place);
        match self.below(12) {
            0 | 1 if boards > 0 => {
                let board = self.below(boards);
                let area = format!("z:{}", self.signature.boards[board].name);
                let piece = self.square(board, fuel);
                Some(Place { piece, area, holds: None, sight: Sight::All, pile: false })
            }
            2 => self.home(kind),
            3 if !named.is_empty() && self.reader.is_none() => {
                let local = self.pick(&named)?;
                let piece = Piece::atom(local.name);
                Some(Place {
                    piece,
                    area: "z:*".to_owned(),
                    holds: Some(Vec::new()),
                    sight: Sight::Unsure,
                    pile: false,
                })
            }
            _ => {
                let zone = self.pick(&zones)?;
                self.zone(zone, fuel)
            }
        }
    }

    /// The box of a kind.
    pub fn home(&mut self, kind: usize) -> Option<Place> {
        let piece = match self.signature.kinds[kind].owner {
            Owner::Common => Piece::atom("box"),
            Owner::Player => Piece::atom(format!("{}.box", self.player(0).at(ATOM))),
            Owner::Kind(_) | Owner::Value(_) => return None,
        };
        self.read("z:box");
        Some(Place { piece, area: "z:box".to_owned(), holds: Some(vec![kind]), sight: Sight::All, pile: false })
    }

    /// A variable or feature of a fitting type that may be read here, and its type. What may be none is so.
    pub fn cell_of(&mut self, fits: impl Fn(&Type) -> bool, fuel: usize) -> Option<(Piece, Type)> {
        let mut cells: Vec<(bool, usize, usize)> = Vec::new();
        for (number, variable) in self.signature.variables.iter().enumerate() {
            if fits(&variable.of) && !(variable.none && needs_value(&variable.of)) {
                cells.push((true, number, 0));
            }
        }
        for (kind, declared) in self.signature.kinds.iter().enumerate() {
            for (number, feature) in declared.features.iter().enumerate() {
                if fits(&feature.of) {
                    cells.push((false, kind, number));
                }
            }
        }
        for _ in 0..4 {
            let (variable, number, feature) = self.pick(&cells)?;
            let found = if variable { self.variable(number, fuel) } else { self.feature(number, feature, fuel) };
            if let Some((piece, sight, of)) = found
                && self.may_read(&sight)
            {
                return Some((piece, of));
            }
        }
        None
    }

    /// A cell of a variable, who sees it, and its type.
    pub fn variable(&mut self, number: usize, fuel: usize) -> Option<(Piece, Sight, Type)> {
        let declared = self.signature.variables[number].clone();
        let (before, name, sight) = self.before_point(declared.owner, fuel)?;
        let index = match &declared.index {
            Some(of) => format!("({})", self.known_value(of, fuel.saturating_sub(1)).open()),
            None => String::new(),
        };
        self.read(format!("v:{}", declared.name));
        let piece = Piece::atom(format!("{before}{}{index}", declared.name));
        Some((piece, declared.seen.sight(&name).and(sight), declared.of))
    }

    /// A cell of a feature of some component at hand.
    pub fn feature(&mut self, kind: usize, feature: usize, fuel: usize) -> Option<(Piece, Sight, Type)> {
        let local = self.component(kind)?;
        let declared = self.signature.kinds[kind].features[feature].clone();
        let index = match declared.index {
            Some((low, high)) => format!("({})", self.number_within(low, high, fuel.saturating_sub(1)).open()),
            None => String::new(),
        };
        let sight = match &declared.seen {
            Some(seen) => {
                seen.sight("").and(if *seen == super::signature::Seen::All { Sight::All } else { Sight::Unsure })
            }
            None => local.sight.clone(),
        };
        self.read(format!("f:{}.{}", self.signature.kinds[kind].name, declared.name));
        let piece = Piece::atom(format!("{}.{}{index}", local.name, declared.name));
        Some((piece, sight, declared.of))
    }

    /// A value of a type that certainly is one.
    pub fn known_value(&mut self, of: &Type, fuel: usize) -> Piece {
        match of {
            Type::Number(low, high) => self.number_within(*low, *high, fuel),
            Type::YesNo => self.condition(fuel),
            Type::Value(list) => self.value(*list, fuel),
            Type::Player => self.player(fuel),
            Type::Component(kind) => match self.component(*kind) {
                Some(local) => Piece::atom(local.name),
                None => Piece::atom("none"),
            },
            Type::Board(board) => self.square(*board, fuel),
            Type::Direction => Piece::atom(self.direction()),
        }
    }

    /// A number within bounds; rarely one that may leave them.
    pub fn number_within(&mut self, low: i64, high: i64, fuel: usize) -> Piece {
        if fuel == 0 || self.percent(40) {
            let fitting = self.known(
                |local| matches!(local.holds, Holds::One(Type::Number(least, most)) if least >= low && most <= high),
            );
            return match self.pick(&fitting) {
                Some(local) if self.percent(70) => Piece::atom(local.name),
                Some(_) | None => Number::literal(self.between(low, high)).piece,
            };
        }
        let number = self.number(fuel);
        let overlaps = number.low <= high && number.high >= low;
        if overlaps && self.dares() { number.piece } else { number.within(low, high).piece }
    }
}

/// Whether a `none` of this type is a fault rather than a value among others.
fn needs_value(of: &Type) -> bool {
    match of {
        Type::Number(..) | Type::YesNo | Type::Value(_) | Type::Direction => true,
        Type::Player | Type::Component(_) | Type::Board(_) => false,
    }
}

//! Sets, what is picked from them, orders, and calls of definitions.

use super::maker::{Holds, Maker};
use super::signature::{Gives, Sight, Type};
use super::text::{EXCEPT, Number, OPEN, OR, Piece, RANGE, SUM};

/// A set in writing.
#[derive(Clone, Debug)]
pub struct Set {
    pub piece: Piece,
    pub of: Type,
    /// Of components: who sees them.
    pub sight: Sight,
    /// All there is of its type, so that it may begin anywhere.
    pub whole: bool,
}

impl Set {
    fn new(piece: Piece, of: Type) -> Self {
        Self { piece, of, sight: Sight::All, whole: false }
    }
}

impl Maker {
    /// The type of what a set is asked for.
    pub fn some_type(&mut self) -> Type {
        let kind = self.below(self.signature.kinds.len());
        match self.below(10) {
            0 | 1 => Type::Player,
            2 => Type::Number(0, 4),
            3 if !self.signature.lists.is_empty() => Type::Value(self.below(self.signature.lists.len())),
            4 if !self.signature.boards.is_empty() => Type::Board(self.below(self.signature.boards.len())),
            _ => Type::Component(kind),
        }
    }

    /// A set of something.
    pub fn set(&mut self, of: &Type, fuel: usize) -> Option<Set> {
        match of {
            Type::Number(..) | Type::YesNo => Some(self.numbers(fuel)),
            Type::Value(list) => Some(self.values(*list, fuel)),
            Type::Player => Some(self.players(fuel)),
            Type::Component(kind) => self.components(*kind, fuel),
            Type::Board(board) => Some(self.squares(*board, fuel)),
            Type::Direction => None,
        }
    }

    fn numbers(&mut self, fuel: usize) -> Set {
        let (low, high) = (self.between(-1, 2), self.between(1, 4));
        match self.below(5) {
            0 if fuel > 0 => {
                let end = self.number(fuel - 1).within(0, 5);
                let of = Type::Number(low, end.high.max(low));
                Set::new(Piece::new(RANGE, format!("{}..{}", Number::literal(low).piece.open(), end.piece.at(SUM))), of)
            }
            1 => {
                let numbers: Vec<i64> = (0..1 + self.below(3)).map(|_| self.between(-1, 4)).collect();
                let texts: Vec<String> = numbers.iter().map(|number| Number::literal(*number).piece.open()).collect();
                let (low, high) = (numbers.iter().min().copied(), numbers.iter().max().copied());
                let of = Type::Number(low.unwrap_or(0), high.unwrap_or(0));
                Set::new(Piece::atom(format!("{{{}}}", texts.join(", "))), of)
            }
            2 if fuel > 0 => self.inside(|maker| {
                let name = maker.name("n");
                maker.bind(&name, Holds::One(Type::Number(low, low.max(high))), Sight::All);
                let condition = maker.condition(fuel - 1);
                let text = format!("each {name} in {low}..{high} where {}", condition.at(OR));
                Set::new(Piece::new(OPEN, text), Type::Number(low, low.max(high)))
            }),
            _ => Set::new(Piece::new(RANGE, format!("{low}..{high}")), Type::Number(low, low.max(high))),
        }
    }

    fn values(&mut self, list: usize, fuel: usize) -> Set {
        let declared = self.signature.lists[list].clone();
        let of = Type::Value(list);
        match (self.below(4), &declared.part) {
            (0, Some((part, _))) => Set::new(Piece::atom(part.clone()), of),
            (1, _) if fuel > 0 && self.percent(30) => {
                let first = self.value(list, 0);
                let first = Set::new(Piece::atom(format!("{{{}}}", first.open())), of);
                self.reached(first, fuel - 1)
            }
            (1, _) => {
                let values: Vec<String> =
                    (0..1 + self.below(2)).map(|_| self.value(list, fuel.min(1)).open()).collect();
                Set::new(Piece::atom(format!("{{{}}}", values.join(", "))), of)
            }
            _ => Set { whole: true, ..Set::new(Piece::atom(declared.name), of) },
        }
    }

    fn players(&mut self, fuel: usize) -> Set {
        let sets = self.known(|local| local.holds == Holds::Players);
        match self.below(7) {
            0 if !sets.is_empty() => {
                let name = self.pick(&sets).map(|local| local.name).unwrap_or_default();
                Set::new(Piece::atom(name), Type::Player)
            }
            1 if fuel > 0 => {
                let (one, other) = (self.player(fuel - 1), self.player(fuel - 1));
                Set::new(Piece::atom(format!("{{{}, {}}}", one.open(), other.open())), Type::Player)
            }
            2 if fuel > 0 => self.inside(|maker| {
                let amount = maker.number(0).piece.at(SUM);
                let word = if maker.percent(30) { format!("{amount} of") } else { "each".to_owned() };
                let name = maker.name("p");
                maker.bind(&name, Holds::One(Type::Player), Sight::All);
                let condition = maker.condition(fuel - 1);
                let text = format!("{word} {name} in players where {}", condition.at(OR));
                Set::new(Piece::new(OPEN, text), Type::Player)
            }),
            5 if fuel > 0 => {
                let whole = self.players(fuel - 1).piece;
                let less = if self.percent(60) { self.player(fuel - 1) } else { self.players(fuel - 1).piece };
                Set::new(Piece::joined(EXCEPT, &whole, "except", &less), Type::Player)
            }
            1 if self.percent(50) => {
                let first = self.player(0);
                let first = Set::new(Piece::atom(format!("{{{}}}", first.open())), Type::Player);
                self.reached(first, 0)
            }
            3 if fuel > 0 => match self.definition(&Gives::Players, fuel - 1) {
                Some(call) => Set::new(call, Type::Player),
                None => Set { whole: true, ..Set::new(Piece::atom("players"), Type::Player) },
            },
            4 => match self.cell_of(|of| *of == Type::Player, fuel.saturating_sub(1)) {
                Some((piece, _)) => Set::new(piece, Type::Player),
                None => Set { whole: true, ..Set::new(Piece::atom("players"), Type::Player) },
            },
            _ => Set { whole: true, ..Set::new(Piece::atom("players"), Type::Player) },
        }
    }

    pub(super) fn squares(&mut self, board: usize, fuel: usize) -> Set {
        let declared = self.signature.boards[board].clone();
        let of = Type::Board(board);
        let grid = declared.shape == super::signature::Shape::Grid;
        match self.below(8) {
            5 if fuel > 0 => match self.definition(&Gives::Squares(board), fuel - 1) {
                Some(call) => Set::new(call, of),
                None => Set { whole: true, ..Set::new(Piece::atom(declared.name), of) },
            },
            0 => {
                let (one, other) = (self.square(board, fuel.min(1)), self.square(board, 0));
                Set::new(Piece::atom(format!("{{{}, {}}}", one.open(), other.open())), of)
            }
            1 => Set::new(self.missing_square(board, fuel.min(1)), of),
            2 if grid => Set::new(Piece::atom(format!("around({})", self.square(board, fuel.min(1)).open())), of),
            3 if grid && fuel > 0 && self.percent(50) => {
                let from = self.square(board, 0);
                let inner = self.squares(board, fuel - 1);
                let (one, other) = (self.name("s"), self.name("s"));
                let inside = inner.piece.at(OR);
                let text = format!(
                    "reach {one} from {{{}}} to each {other} in around({one}) where {other} in {inside}",
                    from.open()
                );
                Set::new(Piece::new(OPEN, text), of)
            }
            3 if fuel > 0 => {
                let from = self.square(board, 0);
                let first = Set::new(Piece::atom(format!("{{{}}}", from.open())), of);
                self.reached(first, fuel - 1)
            }
            4 if fuel > 0 => self.inside(|maker| {
                let name = maker.name("s");
                maker.bind(&name, Holds::One(Type::Board(board)), Sight::All);
                let condition = maker.condition(fuel - 1);
                let text = format!("each {name} in {} where {}", declared.name, condition.at(OR));
                Set::new(Piece::new(OPEN, text), Type::Board(board))
            }),
            _ => Set { whole: true, ..Set::new(Piece::atom(declared.name), of) },
        }
    }

    /// `reach x from A to e`, where e gives more of the same.
    fn reached(&mut self, first: Set, fuel: usize) -> Set {
        self.inside(|maker| {
            let name = maker.name("x");
            let sight = if let Type::Component(_) = first.of { Sight::Unsure } else { Sight::All };
            maker.bind(&name, Holds::One(first.of.clone()), sight);
            let Some(next) = maker.set(&first.of, fuel) else { return first };
            let text = format!("reach {name} from {} to {}", first.piece.at(OR), next.piece.at(OR));
            Set { piece: Piece::new(OPEN, text), sight: first.sight.and(next.sight), of: first.of, whole: false }
        })
    }

    fn components(&mut self, kind: usize, fuel: usize) -> Option<Set> {
        let of = Type::Component(kind);
        let declared = self.signature.kinds[kind].clone();
        let whole_sight = if declared.open { Sight::All } else { Sight::Unsure };
        let named = self.known(|local| local.holds == Holds::Components(kind));
        match self.below(12) {
            0 | 1 if !named.is_empty() => {
                let local = self.pick(&named)?;
                self.may_read(&local.sight).then(|| Set { sight: local.sight, ..Set::new(Piece::atom(local.name), of) })
            }
            2 if self.may_read(&whole_sight) => {
                let name = self.kind_name(kind);
                self.read(format!("k:{}", declared.name));
                Some(Set { sight: whole_sight, ..Set::new(Piece::atom(name), of) })
            }
            3 if fuel > 0 => {
                let (one, other) = (self.components(kind, fuel - 1)?, self.components(kind, fuel - 1)?);
                let piece = if self.percent(40) {
                    Piece::joined(EXCEPT, &one.piece, "except", &other.piece)
                } else {
                    Piece::joined(SUM, &one.piece, "+", &other.piece)
                };
                Some(Set { sight: one.sight.and(other.sight), ..Set::new(piece, of) })
            }
            4 if fuel > 0 => self.inside(|maker| {
                let inner = maker.components(kind, fuel - 1)?;
                let name = maker.name("c");
                maker.bind(&name, Holds::One(inner.of.clone()), inner.sight.clone());
                let condition = maker.condition(fuel - 1);
                let keys = if maker.percent(40) { maker.keys(fuel - 1) } else { String::new() };
                let most = maker.below(4);
                let word = match maker.below(3) {
                    0 => "each".to_owned(),
                    1 if keys.is_empty() => format!("{most} of"),
                    _ => format!("first {most} of"),
                };
                let text = format!("{word} {name} in {} where {}{keys}", inner.piece.at(OR), condition.at(OR));
                Some(Set { piece: Piece::new(OPEN, text), ..inner })
            }),
            5 if fuel > 0 && (self.reader.is_none() || declared.open) && self.percent(50) => {
                let first = self.components(kind, fuel - 1)?;
                Some(self.reached(first, fuel - 1))
            }
            5 if fuel > 0 => {
                let piece = self.missing_component(kind, fuel - 1)?;
                Some(Set { sight: whole_sight, ..Set::new(piece, of) })
            }
            6 => {
                let one = self.component(kind)?;
                let other = self.component(kind)?;
                let piece = Piece::atom(format!("{{{}, {}}}", one.name, other.name));
                Some(Set { sight: one.sight.and(other.sight), ..Set::new(piece, of) })
            }
            7 if fuel > 0 && declared.open => {
                let piece = self.definition(&Gives::Components(kind), fuel - 1)?;
                Some(Set { sight: whole_sight, ..Set::new(piece, of) })
            }
            _ => {
                let zones: Vec<usize> = self
                    .signature
                    .zones_of(kind)
                    .into_iter()
                    .filter(|zone| self.signature.zones[*zone].holds.len() == 1)
                    .collect();
                for _ in 0..4 {
                    let zone = self.pick(&zones)?;
                    let Some(place) = self.zone(zone, fuel.min(1)) else { continue };
                    if self.may_read(&place.sight) {
                        return Some(Set { sight: place.sight, ..Set::new(place.piece, of) });
                    }
                }
                None
            }
        }
    }

    /// `c in p.hand where …`; binds the name. Falls back on players.
    pub fn pick_of(&mut self, of: &Type, fuel: usize) -> String {
        match self.try_pick_of(of, fuel) {
            Some(pick) => pick,
            None => {
                let name = self.name("p");
                self.bind(&name, Holds::One(Type::Player), Sight::All);
                format!("{name} in players")
            }
        }
    }

    /// The same, or nothing.
    pub fn try_pick_of(&mut self, of: &Type, fuel: usize) -> Option<String> {
        let set = self.set(of, fuel)?;
        let stem = match &set.of {
            Type::Number(..) | Type::YesNo => "n",
            Type::Value(_) => "v",
            Type::Player => "p",
            Type::Component(_) => "c",
            Type::Board(_) => "s",
            Type::Direction => "w",
        };
        let from =
            if set.whole && self.percent(20) { self.from(&set.of, fuel.saturating_sub(1)) } else { String::new() };
        let name = self.name(stem);
        self.bind(&name, Holds::One(set.of.clone()), set.sight.clone());
        let condition = if fuel > 0 && self.percent(40) {
            format!(" where {}", self.condition(fuel - 1).at(OR))
        } else {
            String::new()
        };
        Some(format!("{name} in {}{from}{condition}", set.piece.at(OR)))
    }

    fn from(&mut self, of: &Type, fuel: usize) -> String {
        match of {
            Type::Player => format!(" from {}", self.player(fuel.min(1)).at(SUM)),
            Type::Board(board) => format!(" from {}", self.square(*board, fuel.min(1)).at(SUM)),
            Type::Value(list) => format!(" from {}", self.value(*list, 0).at(SUM)),
            Type::Number(..) | Type::YesNo | Type::Component(_) | Type::Direction => String::new(),
        }
    }

    /// One or two picks; binds the names.
    pub fn picks(&mut self, of: &Type, fuel: usize) -> String {
        let first = self.pick_of(of, fuel);
        if self.percent(80) {
            return first;
        }
        let other = self.some_type();
        let second = self.pick_of(&other, fuel.min(1));
        format!("{first}, {second}")
    }

    /// ` by best k1, k2`.
    pub fn keys(&mut self, fuel: usize) -> String {
        let count = 1 + self.below(2);
        let keys: Vec<String> = (0..count)
            .map(|_| {
                let best = if self.percent(50) { "best " } else { "" };
                let key = match self.below(10) {
                    0 if self.signature.lists.first().is_some_and(|list| list.ordered) => self.value(0, fuel),
                    0..8 => self.number(fuel).piece,
                    _ => self.condition(fuel),
                };
                format!("{best}{}", key.at(OR))
            })
            .collect();
        format!(" by {}", keys.join(", "))
    }

    /// A call of a definition that gives this.
    pub fn definition(&mut self, gives: &Gives, fuel: usize) -> Option<Piece> {
        let fitting: Vec<_> =
            self.signature.definitions.iter().filter(|one| one.gives.as_ref() == Some(gives)).cloned().collect();
        let definition = self.pick(&fitting)?;
        if !definition.public && self.reader.is_some() && !self.dares() {
            return None;
        }
        let arguments = self.arguments(&definition.parameters, fuel)?;
        self.reads.extend(definition.reads);
        Some(Piece::atom(format!("{}{arguments}", definition.name)))
    }

    /// Values in brackets for these parameters.
    pub fn arguments(&mut self, parameters: &[Type], fuel: usize) -> Option<String> {
        if parameters.is_empty() {
            return Some(String::new());
        }
        let mut values = Vec::new();
        for of in parameters {
            if let Type::Component(kind) = of {
                self.component(*kind)?;
            }
            values.push(self.known_value(of, fuel.min(1)).open());
        }
        Some(format!("({})", values.join(", ")))
    }
}

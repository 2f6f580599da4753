//! Numbers and conditions in writing.

use super::maker::{Holds, Maker};
use super::signature::{Gives, Shape, Table, Type};
use super::text::{AND, ATOM, COMPARED, NOT, Number, OPEN, OR, PRODUCT, Piece, RANGE, SIGNED, SUM};

/// Numbers beyond this are not reckoned on with.
const LARGE: i64 = 2_000;

impl Maker {
    /// For what a position is noted, in brackets, or nothing.
    pub fn noted_value(&mut self) -> String {
        match self.below(4) {
            // A player who may be none is refused, a seat of none ends the game.
            0 => {
                let (seat, player) = (self.percent(70), self.player(0).open());
                if seat || player.starts_with("first ") { format!("(seat({player}))") } else { format!("({player})") }
            }
            1 => format!("({})", self.below(2)),
            _ => String::new(),
        }
    }

    /// A number.
    pub fn number(&mut self, fuel: usize) -> Number {
        if fuel == 0 {
            return self.plain_number();
        }
        let fuel = fuel - 1;
        // It reads everything, so nothing that could set it off may ask: only what runs in a phase or rule.
        if self.signature.open && !self.around.leavable.is_empty() && self.percent(12) {
            let value = self.noted_value();
            return Number::new(Piece::atom(format!("noted{value}")), 0, 10_000);
        }
        match self.below(20) {
            0..=2 => self.plain_number(),
            3..=5 => match self.cell_of(|of| matches!(of, Type::Number(..)), fuel) {
                Some((piece, Type::Number(low, high))) => Number::new(piece, low, high),
                Some(_) | None => self.plain_number(),
            },
            6 | 7 => self.reckoned(fuel),
            8 => {
                let (one, other) = (self.number(fuel), self.number(fuel));
                let (low, high) = (one.low.min(other.low), one.high.max(other.high));
                let condition = self.condition(fuel);
                let text = format!("if {} then {} else {}", condition.at(OR), one.piece.open(), other.piece.open());
                Number::new(Piece::new(OPEN, text), low, high)
            }
            9 => {
                let greatest = self.percent(50);
                let (one, other, third) = (self.number(fuel), self.number(fuel), self.number(0));
                let three = self.percent(30);
                let numbers = if three { vec![one, other, third] } else { vec![one, other] };
                let texts: Vec<String> = numbers.iter().map(|number| number.piece.open()).collect();
                let lows = numbers.iter().map(|number| number.low);
                let highs = numbers.iter().map(|number| number.high);
                let (low, high) = if greatest {
                    (lows.max().unwrap_or(0), highs.max().unwrap_or(0))
                } else {
                    (lows.min().unwrap_or(0), highs.min().unwrap_or(0))
                };
                let word = if greatest { "max" } else { "min" };
                Number::new(Piece::atom(format!("{word}({})", texts.join(", "))), low, high)
            }
            10..=12 => self.counted(fuel),
            13 | 14 => self.summed(fuel),
            15 => self.best_number(fuel),
            16 => self.looked_up(fuel),
            17 => self.of_place(fuel),
            18 => {
                let player = self.player(fuel);
                let most = self.signature.most;
                Number::new(Piece::atom(format!("seat({})", player.open())), 1, most)
            }
            _ => match self.number_definition(fuel) {
                Some(number) => number,
                None => self.plain_number(),
            },
        }
    }

    fn plain_number(&mut self) -> Number {
        let locals = self.known(|local| matches!(local.holds, Holds::One(Type::Number(..))));
        let settings: Vec<(String, Type)> =
            self.signature.settings.iter().filter(|(_, of)| matches!(of, Type::Number(..))).cloned().collect();
        if let (Some(local), true) = (self.pick(&locals), self.percent(60))
            && let Holds::One(Type::Number(low, high)) = local.holds
        {
            return Number::new(Piece::atom(local.name), low, high);
        }
        if let (Some((name, Type::Number(low, high))), true) = (self.pick(&settings), self.percent(25)) {
            return Number::new(Piece::atom(name), low, high);
        }
        let values = self.known(|local| matches!(local.holds, Holds::One(Type::Value(_))));
        if let (Some(local), true) = (self.pick(&values), self.percent(20))
            && let Holds::One(Type::Value(list)) = local.holds
        {
            let count = i64::try_from(self.signature.lists[list].values.len()).unwrap_or(1);
            return Number::new(Piece::atom(format!("{}.index", local.name)), 1, count);
        }
        if let (Some(list), true) = (self.signature.net, self.percent(20)) {
            let place = format!("web({})", self.value(list, 0).open());
            let words = ["count around(web)", "web.index", "count (reach x from {web} to around(x))"];
            let words = words[self.below(3)].replace("web", &place);
            return Number::new(Piece::new(OPEN, words), 0, 40);
        }
        if self.percent(40)
            && let Some((piece, Type::Number(low, high))) = self.cell_of(|of| matches!(of, Type::Number(..)), 0)
        {
            return Number::new(piece, low, high);
        }
        Number::literal(self.between(-1, 4))
    }

    fn reckoned(&mut self, fuel: usize) -> Number {
        let (one, other) = (self.number(fuel), self.number(fuel));
        let small = |number: &Number| number.low >= -LARGE && number.high <= LARGE;
        if !small(&one) || !small(&other) {
            return Number::literal(1);
        }
        match self.below(7) {
            0 | 1 => {
                let piece = Piece::joined(SUM, &one.piece, "+", &other.piece);
                Number::new(piece, one.low + other.low, one.high + other.high)
            }
            2 => {
                let piece = Piece::joined(SUM, &one.piece, "-", &other.piece);
                Number::new(piece, one.low - other.high, one.high - other.low)
            }
            3 => {
                let ends = [one.low * other.low, one.low * other.high, one.high * other.low, one.high * other.high];
                let piece = Piece::joined(PRODUCT, &one.piece, "*", &other.piece);
                Number::new(piece, ends.into_iter().min().unwrap_or(0), ends.into_iter().max().unwrap_or(0))
            }
            4 => {
                let divisor = self.pick(&[2, 3, -2, 1]).unwrap_or(2);
                let most = one.low.abs().max(one.high.abs());
                let piece = Piece::joined(PRODUCT, &one.piece, "/", &Number::literal(divisor).piece);
                Number::new(piece, -most - 1, most + 1)
            }
            5 => {
                let divisor = self.pick(&[2, 3, 5, -3]).unwrap_or(2);
                let piece = Piece::joined(PRODUCT, &one.piece, "mod", &Number::literal(divisor).piece);
                if divisor > 0 { Number::new(piece, 0, divisor - 1) } else { Number::new(piece, divisor + 1, 0) }
            }
            _ => Number::new(Piece::new(SIGNED, format!("-{}", one.piece.at(ATOM))), -one.high, -one.low),
        }
    }

    fn counted(&mut self, fuel: usize) -> Number {
        match self.below(4) {
            0 => self.count_on(fuel),
            1 => self.inside(|maker| {
                if maker.percent(20)
                    && let Some(count) = super::tuples::count(maker, fuel)
                {
                    return Number::new(Piece::new(OPEN, count), 0, 40);
                }
                let of = maker.some_type();
                let picks = maker.picks(&of, fuel);
                Number::new(Piece::new(OPEN, format!("count {picks}")), 0, 40)
            }),
            2 if !self.signature.zones.is_empty() => {
                let zone = self.below(self.signature.zones.len());
                match self.zone(zone, fuel) {
                    // Counting is always allowed.
                    Some(place) => Number::new(Piece::new(OPEN, format!("count {}", place.piece.open())), 0, 30),
                    None => Number::literal(0),
                }
            }
            _ => {
                let of = self.some_type();
                match self.set(&of, fuel) {
                    Some(set) => Number::new(Piece::new(OPEN, format!("count {}", set.piece.at(ATOM))), 0, 40),
                    None => Number::literal(2),
                }
            }
        }
    }

    /// `count p.Pawn on s`.
    fn count_on(&mut self, fuel: usize) -> Number {
        let kind = self.below(self.signature.kinds.len());
        let name = self.kind_name(kind);
        self.read(format!("k:{}", self.signature.kinds[kind].name));
        let Some(place) = self.place(kind, fuel) else { return Number::literal(0) };
        Number::new(Piece::new(OPEN, format!("count {name} on {}", place.piece.at(ATOM))), 0, 30)
    }

    /// `Pawn`, or `p.Pawn` where they have owners.
    pub fn kind_name(&mut self, kind: usize) -> String {
        use super::signature::Owner;
        let declared = self.signature.kinds[kind].clone();
        match declared.owner {
            Owner::Player if self.percent(60) => format!("{}.{}", self.player(0).at(ATOM), declared.name),
            Owner::Value(list) if self.percent(50) => format!("{}.{}", self.value(list, 0).at(ATOM), declared.name),
            Owner::Kind(of) if self.percent(60) => match self.component(of) {
                Some(local) => format!("{}.{}", local.name, declared.name),
                None => declared.name,
            },
            Owner::Common | Owner::Player | Owner::Value(_) | Owner::Kind(_) => declared.name,
        }
    }

    fn summed(&mut self, fuel: usize) -> Number {
        self.inside(|maker| {
            let of = maker.some_type();
            let picks = maker.picks(&of, fuel);
            let number = maker.number(fuel);
            if number.low < -LARGE / 8 || number.high > LARGE / 8 {
                return Number::literal(0);
            }
            let text = format!("sum {picks} : {}", number.piece.open());
            Number::new(Piece::new(OPEN, text), 40 * number.low.min(0), 40 * number.high.max(0))
        })
    }

    /// `max x in S : e else d`, `first x in S : e else d`.
    fn best_number(&mut self, fuel: usize) -> Number {
        self.inside(|maker| {
            let of = maker.some_type();
            let names = maker.locals.len();
            let picks = maker.picks(&of, fuel);
            let word = maker.pick(&["max", "min", "first"]).unwrap_or("max");
            let keys = if word == "first" && maker.percent(60) { maker.keys(fuel) } else { String::new() };
            let number = maker.number(fuel);
            maker.locals.truncate(names);
            let other = maker.number(0);
            let text = format!("{word} {picks}{keys} : {} else {}", number.piece.at(OR), other.piece.at(SUM));
            Number::new(Piece::new(OPEN, text), number.low.min(other.low), number.high.max(other.high))
        })
    }

    fn looked_up(&mut self, fuel: usize) -> Number {
        match self.entry(|table| matches!(table.of, Type::Number(..)), fuel) {
            Some((entry, Type::Number(low, high))) => Number::new(entry, low, high),
            Some(_) | None => self.plain_number(),
        }
    }

    /// An entry of a table, and what it is.
    pub fn entry(&mut self, wanted: impl Fn(&Table) -> bool, fuel: usize) -> Option<(Piece, Type)> {
        let tables: Vec<Table> = self.signature.tables.iter().filter(|table| wanted(table)).cloned().collect();
        let table = self.pick(&tables)?;
        let mut indices: Vec<String> = table.index.iter().map(|of| self.known_value(of, fuel).open()).collect();
        // Other values of the list lie outside.
        if let (Some(index), Some(inside)) = (indices.first_mut(), self.pick(&table.part))
            && !self.dares()
        {
            *index = inside;
        }
        Some((Piece::atom(format!("{}({})", table.name, indices.join(", "))), table.of))
    }

    /// Something measured along a track or on a grid of which there are several.
    fn of_lane(&mut self, fuel: usize) -> Option<Number> {
        let lane = self.signature.zones.iter().position(|zone| zone.path)?;
        let declared = self.signature.zones[lane].clone();
        let (one, _, _) = self.zone_cell(lane, declared.owner, fuel.min(1))?;
        let (other, _, _) = self.zone_cell(lane, declared.owner, 0)?;
        let x = self.name("x");
        let whole = other.split('(').next().unwrap_or_default();
        let (text, low) = match self.below(6) {
            1 if declared.grid => (format!("{one}.column"), 1),
            2 if declared.grid => (format!("{one}.row * 2 - {other}.column"), 0),
            5 if declared.grid => (format!("first {x} in beside({one}, {}) : {x}.index else 0", self.direction()), 0),
            0 => (format!("{one}.index"), 1),
            1 if !declared.double => (format!("steps({one}, {one})"), 0),
            1 | 2 => (format!("(if {one} in around({other}) then steps({one}, {other}) else 7)"), -9),
            3 => (format!("count (reach {x} from {{{one}}} to around({x}))"), 1),
            4 if declared.double => (format!("count {x} in {whole}(2) where {x} != {one}"), 0),
            4 => (format!("count {x} in {whole} where {x} != {one}"), 0),
            _ => (format!("first {x} in ahead({one}, 1) : {x}.index else 0"), 0),
        };
        Some(Number::new(Piece::new(OPEN, text), low, 9))
    }

    fn of_place(&mut self, fuel: usize) -> Number {
        if self.lanes
            && self.percent(30)
            && let Some(number) = self.of_lane(fuel)
        {
            return number;
        }
        if self.signature.boards.is_empty() {
            return self.plain_number();
        }
        let board = self.below(self.signature.boards.len());
        let declared = self.signature.boards[board].clone();
        let square = self.square(board, fuel);
        if declared.shape == Shape::Grid || self.percent(50) {
            let word = self.pick(&["index", "column", "row"]).unwrap_or("index");
            let high = declared.places;
            return Number::new(Piece::atom(format!("{}.{word}", square.at(ATOM))), 0, high);
        }
        let other = self.square(board, fuel);
        let whose = self.whose_way(board, fuel);
        let text = format!("steps({}, {}{whose})", square.open(), other.open());
        Number::new(Piece::atom(text), -declared.places, declared.places)
    }

    fn number_definition(&mut self, fuel: usize) -> Option<Number> {
        let fitting = self.signature.definitions.iter().find_map(|definition| match definition.gives {
            Some(Gives::Number(low, high)) => Some((low, high)),
            _ => None,
        })?;
        // All definitions of numbers have the same bounds.
        let piece = self.definition(&Gives::Number(fitting.0, fitting.1), fuel)?;
        Some(Number::new(piece, fitting.0, fitting.1))
    }

    /// A condition.
    pub fn condition(&mut self, fuel: usize) -> Piece {
        if fuel == 0 {
            return self.plain_condition();
        }
        let fuel = fuel - 1;
        match self.below(19) {
            16 => self.directed(fuel),
            17 | 18 => self.over_places(fuel),
            0..=3 => {
                let (one, other) = (self.number(fuel), self.number(fuel));
                let sign = self.pick(&["=", "!=", "<", "<=", ">", ">="]).unwrap_or("=");
                Piece::new(COMPARED, format!("{} {sign} {}", one.piece.at(SUM), other.piece.at(SUM)))
            }
            4 => {
                let (one, other) = (self.condition(fuel), self.condition(fuel));
                Piece::new(AND, format!("{} and {}", one.at(AND), other.at(NOT)))
            }
            5 => {
                let (one, other) = (self.condition(fuel), self.condition(fuel));
                Piece::new(OR, format!("{} or {}", one.at(OR), other.at(AND)))
            }
            6 => Piece::new(NOT, format!("not {}", self.condition(fuel).at(NOT))),
            7 | 8 => self.inside(|maker| {
                let of = maker.some_type();
                let picks = maker.picks(&of, fuel);
                let word = if maker.percent(60) { "any" } else { "all" };
                let bare = word == "any" && maker.percent(25);
                let rest = if bare { String::new() } else { format!(" : {}", maker.condition(fuel).open()) };
                Piece::new(OPEN, format!("{word} {picks}{rest}"))
            }),
            9 | 10 => self.element(fuel),
            11 => self.is_none(fuel),
            12 => match self.definition(&Gives::YesNo, fuel) {
                Some(call) => call,
                None => self.plain_condition(),
            },
            13 => {
                let (condition, one, other) = (self.condition(fuel), self.condition(fuel), self.condition(fuel));
                let text = format!("if {} then {} else {}", condition.at(OR), one.at(OR), other.open());
                Piece::new(OPEN, text)
            }
            14 => self.same(fuel),
            _ => self.plain_condition(),
        }
    }

    /// `all s in field : any t in near(s) : count Pawn on t > 0`: what machine code asks of all places at once; only with a board.
    fn over_places(&mut self, fuel: usize) -> Piece {
        let boards: Vec<usize> = (0..self.signature.boards.len()).collect();
        let kinds: Vec<String> = self.signature.kinds.iter().map(|kind| kind.name.clone()).collect();
        let (Some(board), Some(kind)) = (self.pick(&boards), self.pick(&kinds)) else { return self.plain_condition() };
        self.read(format!("k:{kind}"));
        self.inside(|maker| {
            let (place, other) = (maker.name("s"), maker.name("t"));
            maker.bind(&place, Holds::One(Type::Board(board)), super::signature::Sight::All);
            let near = |one: &&super::signature::Callable| {
                one.gives == Some(Gives::Squares(board)) && one.parameters == [Type::Board(board)] && one.name == "near"
            };
            let near = if maker.signature.definitions.iter().any(|one| near(&one)) && maker.percent(60) {
                format!("near({place})")
            } else {
                let call = maker.definition(&Gives::Squares(board), fuel.min(1));
                call.map_or_else(|| format!("{{{place}}}"), |call| call.at(OR))
            };
            let word = |maker: &mut Self| if maker.percent(50) { "any" } else { "all" };
            let (outer, inner) = (word(maker), word(maker));
            let asked = |maker: &mut Self| {
                let sign = maker.pick(&["=", "!=", ">", "<="]).unwrap_or("=");
                format!("{sign} {}", maker.below(2))
            };
            let only = if maker.percent(40) {
                format!(" where count {kind} on {place} {}", asked(maker))
            } else {
                String::new()
            };
            let body = format!("{inner} {other} in {near} : count {kind} on {other} {}", asked(maker));
            let whole = &maker.signature.boards[board].name;
            Piece::new(OPEN, format!("{outer} {place} in {whole}{only} : {body}"))
        })
    }

    /// `any w in straight : beside(s, w) != none`; only with a grid.
    fn directed(&mut self, fuel: usize) -> Piece {
        let grids: Vec<usize> = (0..self.signature.boards.len())
            .filter(|board| self.signature.boards[*board].shape == Shape::Grid)
            .collect();
        let Some(board) = self.pick(&grids) else { return self.plain_condition() };
        self.inside(|maker| {
            let (square, name) = (maker.square(board, fuel.min(1)), maker.name("w"));
            let ways = maker.pick(&["direction", "straight", "diagonal"]).unwrap_or("direction");
            maker.bind(&name, Holds::Direction, super::signature::Sight::All);
            let rest = if fuel > 0 && maker.percent(40) { maker.condition(fuel - 1) } else { Piece::atom("yes") };
            let rest = format!("beside({}, {name}) != none and {}", square.open(), rest.at(NOT));
            Piece::new(OPEN, format!("any {name} in {ways} : {rest}"))
        })
    }

    fn plain_condition(&mut self) -> Piece {
        if self.percent(6) {
            let bold = self.signature.settings.iter().any(|(name, _)| name == "bold");
            return Piece::atom(if bold && self.percent(70) { "bold" } else { "yes" });
        }
        let locals = self.known(|local| local.holds == Holds::One(Type::YesNo));
        if let (Some(local), true) = (self.pick(&locals), self.percent(50)) {
            return Piece::atom(local.name);
        }
        if self.percent(15)
            && let Some((entry, _)) = self.entry(|table| table.of == Type::YesNo, 0)
        {
            return entry;
        }
        let cell = self.cell_of(|of| *of == Type::YesNo, 0);
        if let (Some((piece, _)), true) = (cell, self.percent(70)) {
            return piece;
        }
        let squares = self.known(|local| matches!(local.holds, Holds::One(Type::Board(_))));
        if let Some(local) = self.pick(&squares)
            && let Holds::One(Type::Board(board)) = local.holds
        {
            let marks = self.signature.boards[board].marks.clone();
            if let Some(mark) = self.pick(&marks) {
                return Piece::atom(format!("{}.{mark}", local.name));
            }
        }
        let (one, other) = (self.plain_number(), self.plain_number());
        let sign = self.pick(&["=", "!=", "<", "<=", ">", ">="]).unwrap_or("=");
        Piece::new(COMPARED, format!("{} {sign} {}", one.piece.at(RANGE), other.piece.at(RANGE)))
    }

    /// `x in S`, `x not in S`.
    fn element(&mut self, fuel: usize) -> Piece {
        let of = self.some_type();
        let Some(set) = self.set(&of, fuel) else { return self.plain_condition() };
        let one = match &of {
            Type::Number(..) => self.number(fuel).piece,
            Type::YesNo => self.condition(fuel),
            Type::Value(list) => self.value(*list, fuel),
            Type::Player => self.player(fuel),
            Type::Component(kind) => match self.perhaps_component(*kind, fuel) {
                Some(piece) => piece,
                None => return self.plain_condition(),
            },
            Type::Board(board) => self.perhaps_square(*board, fuel),
            Type::Direction => Piece::atom(self.direction()),
        };
        let sign = if self.percent(70) { "in" } else { "not in" };
        Piece::new(COMPARED, format!("{} {sign} {}", one.at(SUM), set.piece.at(RANGE)))
    }

    /// `x = none`.
    fn is_none(&mut self, fuel: usize) -> Piece {
        let sign = if self.percent(50) { "=" } else { "!=" };
        let piece = match self.below(4) {
            3 => self.entry(|table| table.none, fuel).map(|(entry, _)| entry),
            0 if !self.signature.boards.is_empty() => {
                let board = self.below(self.signature.boards.len());
                Some(self.perhaps_square(board, fuel))
            }
            1 => self.none_cell(fuel),
            _ => {
                let kind = self.below(self.signature.kinds.len());
                self.perhaps_component(kind, fuel)
            }
        };
        match piece {
            Some(piece) => Piece::new(COMPARED, format!("{} {sign} none", piece.at(RANGE))),
            None => self.plain_condition(),
        }
    }

    /// A variable that may be none.
    fn none_cell(&mut self, fuel: usize) -> Option<Piece> {
        let variables: Vec<usize> =
            (0..self.signature.variables.len()).filter(|number| self.signature.variables[*number].none).collect();
        let number = self.pick(&variables)?;
        let (piece, sight, _) = self.variable(number, fuel)?;
        self.may_read(&sight).then_some(piece)
    }

    /// Two values of a list that is in order, or the greatest of some.
    fn in_order(&mut self, fuel: usize) -> Option<Piece> {
        let lists: Vec<usize> =
            (0..self.signature.lists.len()).filter(|list| self.signature.lists[*list].ordered).collect();
        let list = self.pick(&lists)?;
        let (one, other) = (self.value(list, fuel), self.value(list, fuel));
        let sign = self.pick(&["<", "<=", ">", ">="])?;
        let one = if self.percent(20) {
            let word = self.pick(&["max", "min"])?;
            Piece::atom(format!("{word}({}, {})", one.open(), self.value(list, 0).open()))
        } else {
            one
        };
        Some(Piece::new(COMPARED, format!("{} {sign} {}", one.at(SUM), other.at(SUM))))
    }

    /// Whether two things that are no numbers are the same.
    fn same(&mut self, fuel: usize) -> Piece {
        if self.percent(30)
            && let Some(compared) = self.in_order(fuel)
        {
            return compared;
        }
        let sign = if self.percent(60) { "=" } else { "!=" };
        let (one, other) = match self.below(4) {
            0 => (self.player(fuel), self.player(fuel)),
            1 if !self.signature.lists.is_empty() => {
                let list = self.below(self.signature.lists.len());
                (self.value(list, fuel), self.value(list, fuel))
            }
            2 => {
                let kind = self.below(self.signature.kinds.len());
                let Some(local) = self.component(kind) else { return self.plain_condition() };
                let Some(place) = self.place(kind, fuel) else { return self.plain_condition() };
                self.read(format!("k:{}", self.signature.kinds[kind].name));
                (Piece::atom(format!("{}.place", local.name)), place.piece)
            }
            _ => {
                let kind = self.below(self.signature.kinds.len());
                match (self.perhaps_component(kind, fuel), self.perhaps_component(kind, fuel)) {
                    (Some(one), Some(other)) => (one, other),
                    _ => return self.plain_condition(),
                }
            }
        };
        Piece::new(COMPARED, format!("{} {sign} {}", one.at(RANGE), other.at(RANGE)))
    }
}

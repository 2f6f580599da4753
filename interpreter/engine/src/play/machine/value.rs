//! Expressions that give one value.

use smallvec::SmallVec;

use super::memo::{self, Asked};
use super::{DEEPEST, Machine, Trouble, Try};
use crate::program::{
    Addr, ArgumentCode, AttributeCode, BinderCode, CLEARED, CellCode, Check, CheckId, DefinitionCode, FamilyCode,
    FirstCode, IndexCode, MostCode, Node, NodeId, OfNone, goes_through_a_set,
};
use rulehound_rules::model::value::{NONE, UNSET, yes_no};
use rulehound_rules::model::{AreaKind, Arithmetic, BoardShape, Index, PlaceClass};

impl<'p> Machine<'p> {
    pub fn at(&self, id: NodeId) -> &'p Node {
        self.program.nodes.get(id.0 as usize).unwrap_or(&Node::Constant(NONE))
    }

    /// Whether an expression holds.
    pub fn holds(&mut self, id: NodeId) -> Try<bool> {
        Ok(self.value(id)? == 1)
    }

    /// The value of an expression.
    pub fn value(&mut self, id: NodeId) -> Try<i32> {
        self.burn(1)?;
        match self.at(id) {
            Node::Constant(value) => Ok(*value),
            Node::Load(at) => Ok(self.read(*at)),
            Node::Plain(at, variable) => self.loaded(*at, *variable, id),
            Node::Cell(cell) => self.load_cell(cell, id),
            Node::Attribute(cell) => self.load_attribute(cell, id),
            Node::Not(of) => Ok(yes_no(!self.holds(*of)?)),
            Node::Holds(of) => Ok(yes_no(self.holds(*of)?)),
            Node::And(left, right) => Ok(yes_no(self.holds(*left)? && self.holds(*right)?)),
            Node::Or(left, right) => Ok(yes_no(self.holds(*left)? || self.holds(*right)?)),
            Node::Compare(sign, left, right) => {
                let (left, right) = (self.value(*left)?, self.value(*right)?);
                Ok(yes_no(sign.holds(left, right)))
            }
            Node::CompareWith(sign, left, right) => Ok(yes_no(sign.holds(self.value(*left)?, *right))),
            Node::Arithmetic(sign, left, right) => {
                let (left, right) = (self.number(*left)?, self.number(*right)?);
                self.reckon(*sign, left, right, id)
            }
            Node::Negative(of) => Ok(self.number(*of)?.saturating_neg()),
            Node::If(arms, otherwise) => {
                for (test, value) in arms.iter() {
                    if self.holds(*test)? {
                        return self.value(*value);
                    }
                }
                self.value(*otherwise)
            }
            Node::Call(definition, arguments) => self.call(*definition, arguments, id),
            Node::PlaceOf(of) => {
                let component = self.value(*of)?;
                self.note_place(component);
                Ok(self.place_of(component))
            }
            Node::Owner(of) => self.owner(*of),
            Node::IndexOf(of) | Node::ColumnOf(of) | Node::RowOf(of) => self.coordinate(id, *of),
            Node::Top(of) => self.end_of_pile(*of, true, id),
            Node::Bottom(of) => self.end_of_pile(*of, false, id),
            Node::Marked { board, first, mark, place } => {
                let place = self.value(*place)?;
                Ok(yes_no(self.marked(*board, *first, *mark, place)))
            }
            Node::Family(family) => self.family(family),
            Node::BoardPlace { first, count, number } => {
                let value = self.number(*number)?;
                if (1..=*count).contains(&value) {
                    Ok(first + value - 1)
                } else {
                    Err(self.fault("range-left", format!("there is no place {value}: the board has {count}"), *number))
                }
            }
            Node::Table(table, indices) => self.table(*table, indices, id),
            Node::BuiltIn(word, arguments) => self.built_in(*word, arguments, id),
            Node::Among { element, set, negated } => self.among(*element, *set, *negated),
            goes_through_a_set!() if let Some(value) = memo::known_before(self, id) => Ok(value),
            Node::Any(binders, body) => self.any(binders, *body, id),
            Node::All(binders, body) => self.every(binders, *body, id),
            Node::CountTuples(_)
            | Node::CountOf(_)
            | Node::CountOn(..)
            | Node::Sum(..)
            | Node::Most(_)
            | Node::First(_) => self.aggregate(id),
            Node::Only(set) => self.only(*set, id),
            Node::TooDeep(message) => Err(self.fault("too-deep", message.as_ref(), id)),
            Node::LoadSet(_)
            | Node::Range(..)
            | Node::Span(..)
            | Node::FamilyOf(_)
            | Node::Components(..)
            | Node::Contents(..)
            | Node::Listed(_)
            | Node::Union(..)
            | Node::Each(_)
            | Node::Reach(_)
            | Node::Flood(..)
            | Node::OneOrNothing(_) => self.only(id, id),
        }
    }

    /// A value that must not be none. Brackets in brackets take half as much of the stack if this has no frame of its own.
    #[inline(always)]
    pub(super) fn number(&mut self, id: NodeId) -> Try<i32> {
        let value = self.value(id)?;
        if value == NONE || value == CLEARED {
            return Err(self.fault("none-used", "there is none here, but one is needed", id));
        }
        Ok(value)
    }

    fn reckon(&mut self, sign: Arithmetic, left: i32, right: i32, id: NodeId) -> Try<i32> {
        self.reckoned(sign, left, right).ok_or_else(|| match (sign, right) {
            (Arithmetic::Divided | Arithmetic::Modulo, 0) => self.fault("by-zero", "this divides by 0", id),
            _ => self.fault("too-large", "this number is beyond 32 bits", id),
        })
    }

    /// `None` beyond 32 bits and by zero. Division rounds down; a remainder has the sign of the divisor.
    pub(super) fn reckoned(&self, sign: Arithmetic, left: i32, right: i32) -> Option<i32> {
        match sign {
            Arithmetic::Plus => left.checked_add(right),
            Arithmetic::Minus => left.checked_sub(right),
            Arithmetic::Times => left.checked_mul(right),
            Arithmetic::Divided => {
                let quotient = left.checked_div(right)?;
                Some(if left % right != 0 && (left < 0) != (right < 0) { quotient - 1 } else { quotient })
            }
            Arithmetic::Modulo => {
                let rest = left.checked_rem(right)?;
                Some(if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest })
            }
        }
    }

    fn load_cell(&mut self, cell: &'p CellCode, id: NodeId) -> Try<i32> {
        if let (Some(owner), OfNone::No | OfNone::None) = (&cell.owner, cell.of_none)
            && self.value(owner.value)? == NONE
        {
            return Ok(if cell.of_none == OfNone::No { 0 } else { NONE });
        }
        let at = self.cell_address(cell, id, true)?;
        self.loaded(at, cell.variable, id)
    }

    /// What a variable's cell holds.
    fn loaded(&self, at: Addr, variable: u32, id: NodeId) -> Try<i32> {
        let value = self.read(at);
        if value == UNSET { Err(self.unset(variable, id)) } else { Ok(value) }
    }

    #[cold]
    fn unset(&self, variable: u32, id: NodeId) -> Trouble {
        let name = self.program.instance.model.variables.get(variable as usize).map(|it| it.name.as_str());
        self.fault("unset", format!("`{}` has no value yet", name.unwrap_or_default()), id)
    }

    /// Where a variable lies; with `reads`, only if the reader may see it.
    pub(super) fn cell_address(&mut self, cell: &'p CellCode, id: NodeId, reads: bool) -> Try<Addr> {
        let mut first = 0;
        let mut owner = 0;
        if let Some(code) = &cell.owner {
            owner = self.number(code.value)?;
            first = self.index_step(code, owner)?;
        }
        let mut offset = 0;
        for code in cell.indices.iter() {
            let value = self.number(code.value)?;
            offset += self.index_step(code, value)?;
        }
        if let (true, Some(audience)) = (reads, cell.audience) {
            self.guard(audience, (owner, usize::try_from(offset).unwrap_or(0)), id)?;
        }
        Ok(cell.first.saturating_add(u32::try_from(first + offset).unwrap_or(0)))
    }

    fn index_step(&mut self, code: &IndexCode, value: i32) -> Try<i32> {
        let step = value - code.least;
        if (0..code.count).contains(&step) { Ok(step * code.stride) } else { Err(self.outside(code, value)) }
    }

    #[cold]
    fn outside(&self, code: &IndexCode, value: i32) -> Trouble {
        let message = format!("{value} is outside: it goes from {} to {}", code.least, code.least + code.count - 1);
        self.fault("range-left", message, code.value)
    }

    fn load_attribute(&mut self, cell: &'p AttributeCode, id: NodeId) -> Try<i32> {
        let component = self.value(cell.component)?;
        if component == NONE && cell.of_none != OfNone::Fault {
            return Ok(if cell.of_none == OfNone::No { 0 } else { NONE });
        }
        let at = self.attribute_cell(cell, component)?;
        self.guard_attribute(component, cell.attribute as usize, id)?;
        Ok(self.attribute_value(component, at))
    }

    /// Which cell of its kind an attribute is.
    pub(super) fn attribute_cell(&mut self, cell: &'p AttributeCode, component: i32) -> Try<usize> {
        if component < 0 {
            return Err(self.fault("none-used", "there is no component here, but one is needed", cell.component));
        }
        let mut offset = 0;
        for code in &cell.indices {
            let value = self.number(code.value)?;
            offset += self.index_step(code, value)?;
        }
        Ok(cell.first as usize + usize::try_from(offset).unwrap_or(0))
    }

    fn call(&mut self, definition: u32, arguments: &'p [ArgumentCode], id: NodeId) -> Try<i32> {
        let Some(code) = self.program.definitions.get(definition as usize) else { return Ok(NONE) };
        let Some(values) = self.passed(arguments)? else { return self.of_none(code.of_none, id) };
        let asked = code.remembered.then(|| Asked::new(definition, &values));
        if let Some(value) = asked.and_then(|asked| self.remembered(&asked)) {
            return Ok(value);
        }
        let before = self.spent;
        let body = self.bind_definition(code, &values, id)?;
        let value = self.value(body);
        self.depth -= 1;
        if let Some(profile) = &self.program.profile {
            profile.definition(definition, self.spent.saturating_sub(before));
        }
        let value = self.blamed(value, &code.name, before)?;
        if let Some(asked) = asked {
            self.remember(&asked, value);
        }
        Ok(value)
    }

    fn of_none(&mut self, of_none: OfNone, id: NodeId) -> Try<i32> {
        match of_none {
            OfNone::No => Ok(0),
            OfNone::None => Ok(NONE),
            OfNone::Fault => Err(self.fault("none-used", "there is none here, but one is needed", id)),
        }
    }

    /// The values passed to a definition; `None` if one is none where that ends the call.
    pub(super) fn passed(&mut self, arguments: &'p [ArgumentCode]) -> Try<Option<SmallVec<[i32; 6]>>> {
        // All values are worked out before one is bound: they may call the same definition.
        let mut values = SmallVec::new();
        for argument in arguments {
            let value = self.value(argument.value)?;
            if value == NONE && argument.stops {
                return Ok(None);
            }
            if let Some(check) = argument.check {
                self.check(check, value, argument.value)?;
            }
            values.push(value);
        }
        Ok(Some(values))
    }

    /// Binds the parameters; gives the body of the clause that fits. The caller takes `depth` back.
    pub(super) fn bind_definition(&mut self, code: &'p DefinitionCode, values: &[i32], id: NodeId) -> Try<NodeId> {
        let clause = match code.selector {
            None => code.clauses.first(),
            Some(selector) => {
                let chosen = values.get(selector).copied();
                let exact = code.clauses.iter().find(|(value, ..)| value.is_some() && *value == chosen);
                exact.or_else(|| code.clauses.iter().find(|(value, ..)| value.is_none()))
            }
        };
        let Some((_, parameters, body)) = clause else {
            return Err(self.fault("range-left", format!("`{}` has no clause for this value", code.name), id));
        };
        for (parameter, value) in parameters.iter().zip(values) {
            if let Some(at) = parameter {
                self.write(*at, *value);
            }
        }
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.fault("too-deep", "definitions call each other too deeply", id));
        }
        Ok(*body)
    }

    /// Checks a value that is stored.
    pub(super) fn check(&mut self, check: CheckId, value: i32, id: NodeId) -> Try<()> {
        match self.program.checks.get(check.0 as usize) {
            Some(check) => self.admit(check, value).map_err(|(code, message)| self.fault(code, message, id)),
            None => Ok(()),
        }
    }

    fn admit(&mut self, check: &Check, value: i32) -> Result<(), (&'static str, String)> {
        use rulehound_rules::model::Sort;
        if value == NONE {
            return if check.none {
                Ok(())
            } else {
                Err(("none-used", "there is none here, but one is needed".to_owned()))
            };
        }
        let fits = match &check.sort {
            Sort::Number { least, greatest } => (*least..=*greatest).contains(&value),
            Sort::Value { allowed, .. } => allowed.contains(&value),
            Sort::Component { .. } | Sort::Place { .. } => {
                check.ranges.iter().any(|(from, to)| (*from..*to).contains(&value))
            }
            Sort::Player => usize::try_from(value).is_ok_and(|seat| seat < self.program.instance.seats()),
            Sort::YesNo | Sort::Direction | Sort::Nothing => true,
        };
        if fits {
            return Ok(());
        }
        let found = self.words_of(&check.sort, value);
        Err((
            "range-left",
            match &check.sort {
                Sort::Number { least, greatest } => format!("{found} does not fit here: only {least} to {greatest} do"),
                _ => format!("{found} does not fit here"),
            },
        ))
    }

    fn table(&mut self, table: u32, indices: &'p [IndexCode], id: NodeId) -> Try<i32> {
        let mut offset = 0;
        for code in indices {
            let value = self.number(code.value)?;
            offset += self.index_step(code, value)?;
        }
        let entries = self.program.instance.model.tables.get(table as usize).map(|table| table.entries.as_slice());
        let entry = usize::try_from(offset).ok().and_then(|offset| entries.unwrap_or_default().get(offset));
        entry.copied().ok_or_else(|| self.fault("range-left", "the table has no such entry", id))
    }

    /// A place of a family; none of nobody.
    fn family(&mut self, family: &'p FamilyCode) -> Try<i32> {
        let mut place = family.first;
        if let Some(code) = &family.owner {
            let value = self.value(code.value)?;
            if value == NONE {
                return Ok(NONE);
            }
            place += self.index_step(code, value)?;
        }
        for code in family.indices.iter() {
            let value = self.number(code.value)?;
            place += self.index_step(code, value)?;
        }
        Ok(place)
    }

    fn owner(&mut self, of: NodeId) -> Try<i32> {
        let component = self.number(of)?;
        Ok(self.program.instance.component(component).map_or(NONE, |component| component.owner))
    }

    fn coordinate(&mut self, id: NodeId, of: NodeId) -> Try<i32> {
        let place = self.number(of)?;
        let instance = &self.program.instance;
        let Some(place) = instance.place(place) else { return Ok(0) };
        let PlaceClass::Area(area) = place.class else { return Ok(0) };
        let grid = |board: &rulehound_rules::model::Board| matches!(board.shape, BoardShape::Grid { .. });
        Ok(match (instance.model.areas.get(area.index()).map(|area| &area.kind), self.at(id)) {
            (Some(AreaKind::Board(_)), Node::IndexOf(_)) => i32::try_from(place.offset).unwrap_or(0) + 1,
            (Some(AreaKind::Board(board)), column_or_row) if grid(board) => {
                let point = board.points.get(place.offset);
                let column = matches!(column_or_row, Node::ColumnOf(_));
                point.map_or(0, |point| i32::from(if column { point.column } else { point.row }))
            }
            (Some(AreaKind::Board(_)), _) => 0,
            (Some(AreaKind::Zone(zone)), Node::IndexOf(_)) => {
                let by = zone.numbered_by();
                let first = instance.family_indices(&zone.index, place.offset).get(by).copied().unwrap_or(0);
                // Numbers are themselves; values and seats count from 1.
                match zone.index.get(by) {
                    Some(index @ (Index::Value { .. } | Index::Player | Index::YesNo | Index::Direction)) => {
                        first - index.first() + 1
                    }
                    Some(Index::Range { .. } | Index::Upto { .. }) | None => first,
                }
            }
            (Some(AreaKind::Zone(zone)), column_or_row) => {
                let grid = zone.grid.as_ref().map(|grid| grid.points.as_slice()).unwrap_or_default();
                let point = grid.get(place.offset % grid.len().max(1));
                let column = matches!(column_or_row, Node::ColumnOf(_));
                point.map_or(0, |point| i32::from(if column { point.column } else { point.row }))
            }
            (None, _) => 0,
        })
    }

    fn marked(&self, board: u32, first: i32, mark: u32, place: i32) -> bool {
        let area = self.program.instance.model.areas.get(board as usize).map(|area| &area.kind);
        let Some(AreaKind::Board(board)) = area else { return false };
        let offset = usize::try_from(i64::from(place) - i64::from(first)).ok();
        let on = board.marks.get(mark as usize).map(|mark| mark.on.as_slice()).unwrap_or_default();
        offset.and_then(|offset| on.get(offset)).copied().unwrap_or(false)
    }

    fn among(&mut self, element: NodeId, set: NodeId, negated: bool) -> Try<i32> {
        let element = self.value(element)?;
        let found = element != NONE && self.set_holds(set, element)?;
        Ok(yes_no(found != negated))
    }

    fn any(&mut self, binders: &'p [BinderCode], body: NodeId, id: NodeId) -> Try<i32> {
        let mut found = false;
        self.tuples(binders, &mut |machine| {
            found = machine.holds(body)?;
            Ok(!found)
        })?;
        memo::know(self, id, yes_no(found));
        Ok(yes_no(found))
    }

    fn every(&mut self, binders: &'p [BinderCode], body: NodeId, id: NodeId) -> Try<i32> {
        let mut all = true;
        self.tuples(binders, &mut |machine| {
            all = machine.holds(body)?;
            Ok(all)
        })?;
        memo::know(self, id, yes_no(all));
        Ok(yes_no(all))
    }

    fn aggregate(&mut self, id: NodeId) -> Try<i32> {
        let value = match self.at(id) {
            Node::CountTuples(binders) => {
                let mut count = 0;
                self.tuples(binders, &mut |_| {
                    count += 1;
                    Ok(true)
                })?;
                Ok(count)
            }
            Node::CountOf(set) => self.count_of(*set),
            Node::CountOn(components, place) => {
                let place = self.value(*place)?;
                self.guard_counted(*components, place, id)?;
                self.count_on(*components, place)
            }
            Node::Sum(binders, value) => {
                let mut sum = 0i32;
                self.tuples(binders, &mut |machine| {
                    let value = machine.number(*value)?;
                    sum = sum
                        .checked_add(value)
                        .ok_or_else(|| machine.fault("too-large", "this sum is beyond 32 bits", id))?;
                    Ok(true)
                })?;
                Ok(sum)
            }
            Node::Most(most) => {
                let MostCode { greatest, binders, value, otherwise } = &**most;
                let mut found: Option<i32> = None;
                self.tuples(binders, &mut |machine| {
                    let value = machine.number(*value)?;
                    let better = found.is_none_or(|best| if *greatest { value > best } else { value < best });
                    if better {
                        found = Some(value);
                    }
                    Ok(true)
                })?;
                match (found, otherwise) {
                    (Some(value), _) => Ok(value),
                    (None, Some(otherwise)) => self.value(*otherwise),
                    (None, None) => Ok(NONE),
                }
            }
            Node::First(code) => {
                let FirstCode { binders, keys, value, otherwise } = &**code;
                let mut first = None;
                if keys.is_empty() {
                    self.tuples(binders, &mut |machine| {
                        first = Some(machine.value(*value)?);
                        Ok(false)
                    })?;
                } else {
                    first = self.first_by(binders, keys, *value)?;
                }
                match (first, otherwise) {
                    (Some(value), _) => Ok(value),
                    (None, Some(otherwise)) => self.value(*otherwise),
                    (None, None) => Ok(NONE),
                }
            }
            _ => Ok(NONE),
        }?;
        memo::know(self, id, value);
        Ok(value)
    }
}

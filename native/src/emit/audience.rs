//! Who sees what: whether the reader sees something, worked out with nobody looking over the shoulder.

use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::model::{AreaKind, KindId, OwnerSort, PlaceClass};
use rulehound_interpreter::program::{AudienceCodeKind, IndexName, NodeId};
use wasm_encoder::Instruction as I;

use super::fun::Name;
use super::set::Order;
use super::{BASE, Emit, Emitter, Fun, Function, Global, Local};

impl<'p> Emitter<'p> {
    /// Whether the reader belongs to an audience: its number, then whose thing it is, then which cell of a family.
    pub(super) fn audiences(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(4);
        let (number, owner, cell) = (1, 2, 3);
        let (reader, sees, player) = (f.local(), f.local(), f.local());
        Self::global(&mut f, Global::Reader).set(reader);
        f.number(-1);
        Self::set_global(&mut f, Global::Reader);
        for (index, audience) in (0..).zip(&self.program.audiences) {
            if let Some(at) = audience.owner {
                let name = if let OwnerSort::Kind(kind) = audience.whose {
                    // Asked for components of this kind alone.
                    f.get(number).number(index).put(I::I32Eq);
                    f.when(|f| player_of(self, f, kind, owner, player));
                    player
                } else {
                    owner
                };
                f.names.insert(at, Name { local: name, range: None, some: true });
            }
            if let Some(at) = audience.holder {
                f.names.insert(at, Name { local: owner, range: None, some: true });
            }
            for index in &audience.indices {
                let value = index_of_cell(&mut f, *index, cell);
                f.names.insert(index.at, Name { local: value, range: None, some: true });
            }
            f.get(number).number(index).put(I::I32Eq);
            f.when(|f| match &audience.kind {
                AudienceCodeKind::All => {
                    f.number(1).set(sees);
                    Ok(())
                }
                AudienceCodeKind::Nobody => Ok(()),
                AudienceCodeKind::Only(viewers) => self.among_viewers(f, viewers, reader, sees),
                AudienceCodeKind::AllExcept(viewers) => {
                    self.among_viewers(f, viewers, reader, sees)?;
                    f.get(sees).put(I::I32Eqz).set(sees);
                    Ok(())
                }
            })?;
        }
        f.get(reader);
        Self::set_global(&mut f, Global::Reader);
        f.get(sees);
        Ok(f)
    }

    fn among_viewers(&mut self, f: &mut Fun, viewers: &'p [(NodeId, bool)], reader: Local, sees: Local) -> Emit {
        for (node, set) in viewers {
            if *set {
                self.each(f, *node, Order::Any, &mut |_, f, seat| {
                    f.get(seat.local).get(reader).put(I::I32Eq).get(sees).put(I::I32Or).set(sees);
                    Ok(())
                })?;
            } else {
                self.value(f, *node)?;
                f.get(reader).put(I::I32Eq).get(sees).put(I::I32Or).set(sees);
            }
        }
        Ok(())
    }

    /// Whether the reader sees what lies in a place; of none everything.
    pub(super) fn place_seen(&mut self) -> Emit<Fun> {
        self.place_or_top_seen(false)
    }

    /// Whether the reader sees the top of a pile.
    pub(super) fn top_seen(&mut self) -> Emit<Fun> {
        self.place_or_top_seen(true)
    }

    fn place_or_top_seen(&mut self, top: bool) -> Emit<Fun> {
        let mut f = Fun::new(2);
        let place = 1;
        let places = &self.program.instance.places;
        let mut audience = Vec::new();
        let mut besides = Vec::new();
        let mut component_owned = false;
        for found in places {
            let (own, of_top) = match found.class {
                PlaceClass::Box(_) => (-1, NONE),
                PlaceClass::Area(area) => {
                    if self.owned_by_components(area.index()) {
                        component_owned = true;
                    }
                    let number = |id: rulehound_interpreter::program::AudienceId| i32::try_from(id.0).unwrap_or(NONE);
                    let own = self.program.area_audiences.get(area.index()).map_or(NONE, |id| number(*id));
                    let of_top = self.program.top_audiences.get(area.index()).copied().flatten().map_or(NONE, number);
                    (own, of_top)
                }
            };
            audience.push(own);
            besides.push(of_top);
        }
        let owners: Vec<i32> = places.iter().map(|place| place.owner).collect();
        let cells: Vec<i32> = places.iter().map(|place| i32::try_from(place.offset).unwrap_or(0)).collect();
        let named = self.program.audiences.iter().any(|audience| !audience.indices.is_empty());
        let (audience, besides, owners) =
            (self.tables.words(&audience), self.tables.words(&besides), self.tables.words(&owners));
        let whose = Whose { owners, cells: named.then(|| self.tables.words(&cells)) };
        let sees = f.local();
        f.number(1).set(sees);
        self.in_range(&mut f, place, self.fixed.places);
        f.when(|f| {
            self.sees_by_table(f, audience, whose, sees);
            if top {
                f.get(sees).put(I::I32Eqz).get(place).number(2).put(I::I32Shl).load(besides);
                f.number(NONE).put(I::I32Ne).put(I::I32And);
                f.when(|f| self.sees_by_table(f, besides, whose, sees));
            }
            if component_owned {
                self.with_owner(f, place, owners, sees);
            }
        });
        f.get(sees);
        Ok(f)
    }

    /// Puts into `sees` whether the reader belongs to the audience that a table names for a place; below 0 everybody does.
    fn sees_by_table(&mut self, f: &mut Fun, table: u32, whose: Whose, sees: Local) {
        let place = 1;
        f.number(1).set(sees);
        f.get(place).number(2).put(I::I32Shl).load(table).number(0).put(I::I32GeS);
        f.when(|f| {
            f.get(BASE);
            f.get(place).number(2).put(I::I32Shl).load(table);
            f.get(place).number(2).put(I::I32Shl).load(whose.owners);
            match whose.cells {
                Some(cells) => f.get(place).number(2).put(I::I32Shl).load(cells),
                None => f.number(0),
            };
            self.call(f, Function::Audience);
            f.set(sees);
        });
    }

    /// What belongs to a component is seen only by those who see the component; one step is looked up.
    fn with_owner(&mut self, f: &mut Fun, place: Local, owners: u32, sees: Local) {
        let areas = self.program.instance.places.iter().map(|place| match place.class {
            PlaceClass::Area(area) => {
                (i32::try_from(area.index()).unwrap_or(-1), self.owned_by_components(area.index()))
            }
            PlaceClass::Box(_) => (-1, false),
        });
        let (areas, owned): (Vec<i32>, Vec<bool>) = areas.unzip();
        let (areas, owned) = (self.tables.words(&areas), self.tables.bytes(owned));
        let (owner, lies) = (f.local(), f.local());
        f.get(place).load_byte(owned).get(sees).put(I::I32And);
        f.when(|f| {
            f.get(place).number(2).put(I::I32Shl).load(owners).set(owner);
            self.place_of_local(f, owner);
            f.set(lies);
            self.in_range(f, lies, self.fixed.places);
            f.either(
                |f| {
                    f.get(lies).number(2).put(I::I32Shl).load(areas);
                    f.get(place).number(2).put(I::I32Shl).load(areas).put(I::I32Eq);
                    f.either(
                        |f| {
                            f.number(0).set(sees);
                        },
                        |f| {
                            f.get(BASE).get(owner);
                            self.call(f, Function::ComponentSeen);
                            f.set(sees);
                        },
                    );
                },
                |f| {
                    f.number(0).set(sees);
                },
            );
        });
    }

    fn owned_by_components(&self, area: usize) -> bool {
        match self.program.instance.model.areas.get(area).map(|area| &area.kind) {
            Some(AreaKind::Zone(zone)) => matches!(zone.owner, OwnerSort::Kind(_)),
            Some(AreaKind::Board(_)) | None => false,
        }
    }

    /// Whether the reader sees a component where it lies: with its place, or at the top of its pile.
    pub(super) fn component_seen(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(2);
        let component = 1;
        let (place, sees) = (f.local(), f.local());
        self.place_of_local(&mut f, component);
        f.set(place).get(BASE).get(place);
        self.call(&mut f, Function::PlaceSeen);
        f.set(sees);
        if self.program.top_audiences.iter().any(Option::is_some) {
            f.get(sees).put(I::I32Eqz);
            self.is_ordered(&mut f, place);
            f.put(I::I32And);
            f.when(|f| {
                f.get(BASE).get(place);
                self.call(f, Function::TopSeen);
                f.when(|f| {
                    f.number(1).set(sees);
                    self.clear_unless_highest(f, component, place, sees)
                })
            })?;
        }
        f.get(sees);
        Ok(f)
    }

    /// Leaves whether a place is a pile.
    pub(super) fn is_ordered(&self, f: &mut Fun, place: Local) {
        let ordered = self.fixed.ordered;
        self.in_range(f, place, self.fixed.places);
        f.either_number(
            |f| {
                f.get(place).load_byte(ordered);
            },
            |f| {
                f.number(0);
            },
        );
    }

    /// Puts 0 into `sees` if something lies higher in the pile.
    fn clear_unless_highest(&mut self, f: &mut Fun, component: Local, place: Local, sees: Local) -> Emit {
        let own = f.local();
        for kind in 0..self.program.ground.kinds.len() {
            if let Some((first, heights)) = self.heights(KindId::from(kind)) {
                let number = f.local();
                let count = self.program.ground.kinds.get(kind).map_or(0, |kind| kind.count);
                f.get(component).number(first).put(I::I32Sub).tee(number).number(count).put(I::I32LtU);
                f.when(|f| {
                    f.get(number).number(2).put(I::I32Shl).get(BASE).put(I::I32Add).load(heights * 4).set(own);
                });
            }
        }
        for kind in 0..self.program.ground.kinds.len() {
            let kind = KindId::from(kind);
            if let Some((first, heights)) = self.heights(kind) {
                self.at_place(f, kind, place, &mut |_, f, other| {
                    f.get(other.local).number(first).put(I::I32Sub).number(2).put(I::I32Shl);
                    f.get(BASE).put(I::I32Add).load(heights * 4).get(own).put(I::I32GtS);
                    f.when(|f| {
                        f.number(0).set(sees);
                    });
                    Ok(())
                })?;
            }
        }
        Ok(())
    }

    /// The first component of a kind, and where its height is kept.
    pub(super) fn heights(&self, kind: KindId) -> Option<(i32, u32)> {
        let first = self.program.ground.kinds.get(kind.index())?.first;
        Some((first, self.program.layout.heights.get(kind.index()).copied().flatten()?))
    }

    /// Whether the reader sees a feature that has an audience of its own: the audience, then the component.
    pub(super) fn feature_seen(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(3);
        let (audience, component) = (1, 2);
        f.get(BASE).get(audience).get(component).number(0);
        self.call(&mut f, Function::Audience);
        Ok(f)
    }
}

/// Tables of the places: whose each is, and which cell of its family.
#[derive(Clone, Copy)]
struct Whose {
    owners: u32,
    cells: Option<u32>,
}

/// The value of an index that leads to this cell of a family.
fn index_of_cell(f: &mut Fun, index: IndexName, cell: Local) -> Local {
    let value = f.local();
    f.get(cell).number(index.stride.max(1)).put(I::I32DivU).number(index.count.max(1)).put(I::I32RemU);
    f.number(index.least).put(I::I32Add).set(value);
    value
}

/// Puts the seat at the end of the chain of owners of a component of this kind into `player`.
fn player_of(emitter: &mut Emitter<'_>, f: &mut Fun, kind: KindId, component: Local, player: Local) {
    let instance = &emitter.program.instance;
    let range = instance.kinds.get(kind.index()).cloned().unwrap_or(0..0);
    let seat = |component| instance.player_of(OwnerSort::Kind(kind), component).unwrap_or(NONE);
    let seats: Vec<i32> = range.clone().map(seat).collect();
    let seats = emitter.tables.words(&seats);
    let number = f.local();
    f.number(NONE).set(player);
    f.get(component).number(range.start).put(I::I32Sub).tee(number);
    f.number(range.end - range.start).put(I::I32LtU);
    f.when(|f| {
        f.get(number).number(2).put(I::I32Shl).load(seats).set(player);
    });
}

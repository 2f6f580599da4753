//! What is fixed at a table.

use std::collections::BTreeSet;

use super::Lowering;
use crate::instance::to_value;
use crate::program::{ALONE, ComponentGround, Feature, Ground, KindGround, Layout, PlaceGround};
use rulehound_rules::facts::effects::held_by;
use rulehound_rules::model::value::NONE;
use rulehound_rules::model::{KindId, OwnerSort, PlaceClass, Zone};

impl Lowering<'_> {
    /// Components, places and kinds as the machine looks them up. `prints` tells what is printed on each component.
    pub(super) fn ground(&self, prints: &[i32], layout: &Layout) -> Ground {
        let kinds = (0..self.model.kinds.len()).map(|kind| self.kind_ground(KindId::from(kind), layout)).collect();
        Ground { components: self.component_ground(prints, layout), places: self.place_ground(), kinds }
    }

    fn component_ground(&self, prints: &[i32], layout: &Layout) -> Vec<ComponentGround> {
        let instance = self.instance();
        let stands_by = || {
            instance.components.iter().zip(prints).map(|(component, print)| (component.kind, component.owner, *print))
        };
        let ranks: Vec<_> = stands_by().collect::<BTreeSet<_>>().into_iter().collect();
        let mut groups = vec![ALONE; instance.components.len()];
        for (number, group) in (0..).zip(&self.program.groups) {
            for component in group {
                if let Some(slot) = usize::try_from(*component).ok().and_then(|component| groups.get_mut(component)) {
                    *slot = number;
                }
            }
        }
        let height = |number: usize, kind: KindId| {
            let first = layout.heights.get(kind.index()).copied().flatten()?;
            let before = instance.kinds.get(kind.index()).map_or(0, |range| range.start);
            Some(first + u32::try_from(number).ok()? - u32::try_from(before).ok()?)
        };
        stands_by()
            .zip(groups)
            .enumerate()
            .map(|(number, (stands_by, group))| ComponentGround {
                kind: stands_by.0,
                rank: to_value(ranks.binary_search(&stands_by).unwrap_or(0)),
                group,
                height: height(number, stands_by.0),
            })
            .collect()
    }

    fn place_ground(&self) -> Vec<PlaceGround> {
        let places = self.instance().places.iter();
        places
            .map(|place| PlaceGround {
                ordered: place.ordered,
                open: self.is_open(place.class),
                kinds: held_by(self.model, place.class).into_iter().collect(),
            })
            .collect()
    }

    /// Whether everybody always sees what lies in places of a class.
    fn is_open(&self, class: PlaceClass) -> bool {
        // What belongs to a component is seen with the component.
        let open = |zone: &Zone| zone.audience.is_open() && !matches!(zone.owner, OwnerSort::Kind(_));
        self.model.zone(class).is_none_or(|(_, zone)| open(zone))
    }

    fn kind_ground(&self, kind: KindId, layout: &Layout) -> KindGround {
        let instance = self.instance();
        let range = instance.kinds.get(kind.index()).cloned().unwrap_or(0..0);
        let owners = self.model.kinds.get(kind.index()).map_or(0..0, |kind| instance.owners(kind.owner));
        let cells = layout.attributes.get(kind.index()).map(Vec::as_slice).unwrap_or_default();
        let printed = |cell: usize| -> Vec<i32> {
            let components = range.clone().filter_map(|component| instance.component(component));
            components.map(|component| instance.made(component, cell).unwrap_or(NONE)).collect()
        };
        let feature = |(cell, first): (usize, &Option<u32>)| match first {
            Some(first) => Feature::Cells(*first),
            None => Feature::Printed(printed(cell)),
        };
        KindGround {
            first: range.start,
            count: range.end - range.start,
            first_owner: owners.start,
            owners: owners.end - owners.start,
            features: cells.iter().enumerate().map(feature).collect(),
            changes: cells.iter().any(Option::is_some),
        }
    }
}

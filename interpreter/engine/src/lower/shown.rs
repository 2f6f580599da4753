//! What is told at the table of what is worked out.

use super::Lowering;
use crate::instance::to_value;
use crate::program::{ArgumentCode, Node, ShownCode, StruckCode};
use rulehound_rules::model::DefinitionId;

/// A call of each definition that is shown: one, or one for each player; and of each whose things are struck through.
pub(super) fn lower(lowering: &mut Lowering<'_>) {
    for (index, definition) in lowering.model.definitions.iter().enumerate() {
        if let Some(struck) = &definition.struck {
            let id = DefinitionId::from(index);
            let set = lowering.node(Node::Call(id.0, [].into()), struck.at);
            lowering.program.struck.push(StruckCode { definition: id, set });
        }
        let Some(shown) = &definition.shown else { continue };
        let id = DefinitionId::from(index);
        let seats = if definition.parameters.is_empty() { 0 } else { lowering.instance().seats() };
        let each = (0..seats).map(Some).chain((seats == 0).then_some(None));
        for seat in each.collect::<Vec<_>>() {
            let player = seat.map(|seat| lowering.node(Node::Constant(to_value(seat)), shown.at));
            let arguments = player.into_iter().map(|value| ArgumentCode { value, check: None, stops: false });
            let value = lowering.node(Node::Call(id.0, arguments.collect()), shown.at);
            lowering.program.shown.push(ShownCode { definition: id, seat, value });
        }
    }
}

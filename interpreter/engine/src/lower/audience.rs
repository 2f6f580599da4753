//! Who sees what, and what components are called.

use super::Lowering;
use crate::program::{AudienceCode, AudienceCodeKind, AudienceId, IndexName, NodeId};
use rulehound_rules::facts::walk;
use rulehound_rules::model::{
    AreaKind, Attribute, Audience, AudienceKind, Expression, Index, Kind, LocalId, OwnerSort, Shape,
};

impl Lowering<'_> {
    /// The audiences: first those of variables in order, so that their numbers are those of the variables.
    pub(super) fn audiences(&mut self) {
        let model = self.model;
        for variable in &model.variables {
            let id = self.audience(&variable.audience, variable.owner, &variable.index);
            self.program.variable_audiences.push(id);
            let first = variable.first.as_ref().map(|first| self.expression(first));
            self.program.first_values.push(first);
            let check = variable.first.as_ref().and_then(|first| self.check(&first.of, &variable.of));
            self.program.first_checks.push(check);
        }
        let open = Audience::unnamed(AudienceKind::All);
        for area in &model.areas {
            let (audience, top, whose, index) = match &area.kind {
                AreaKind::Board(_) => (&open, None, OwnerSort::Common, &[][..]),
                AreaKind::Zone(zone) => (&zone.audience, zone.top.as_ref(), zone.owner, &zone.index[..]),
            };
            let id = self.audience(audience, whose, index);
            self.program.area_audiences.push(id);
            let top = top.map(|top| self.audience(top, whose, index));
            self.program.top_audiences.push(top);
        }
        for (id, kind) in model.kinds.iter().enumerate() {
            // A feature belongs to its component.
            let whose = OwnerSort::Kind(id.into());
            let own = kind.attributes.iter().map(|attribute| attribute.audience.as_ref());
            let audiences = own.map(|own| own.map(|it| self.audience(it, whose, &[]))).collect();
            self.program.attribute_audiences.push(audiences);
        }
    }

    fn audience(&mut self, audience: &Audience, whose: OwnerSort, index: &[Index]) -> AudienceId {
        let owner = audience.names.owner.map(|owner| self.local(owner));
        let holder = audience.names.holder.map(|holder| self.local(holder));
        let indices = index_names(self, &audience.names.indices, index);
        let kind = match &audience.kind {
            AudienceKind::All => AudienceCodeKind::All,
            AudienceKind::Nobody => AudienceCodeKind::Nobody,
            AudienceKind::Only(viewers) => AudienceCodeKind::Only(self.viewers(viewers)),
            AudienceKind::AllExcept(viewers) => AudienceCodeKind::AllExcept(self.viewers(viewers)),
        };
        let id = AudienceId(u32::try_from(self.program.audiences.len()).unwrap_or(u32::MAX));
        self.program.audiences.push(AudienceCode { kind, owner, holder, indices, whose });
        id
    }

    fn viewers(&mut self, viewers: &[Expression]) -> Vec<(NodeId, bool)> {
        let viewer = |viewer: &Expression| (self.expression(viewer), matches!(viewer.of.shape, Shape::Set { .. }));
        viewers.iter().map(viewer).collect()
    }

    /// The `as` texts of kinds.
    pub(super) fn descriptions(&mut self) {
        let model = self.model;
        for kind in &model.kinds {
            let description = match (&kind.notes.called, kind.described) {
                (Some(text), Some(local)) => {
                    let at = self.local(local);
                    Some((at, self.text(text)))
                }
                (Some(text), None) => {
                    let at = self.scratch(1);
                    Some((at, self.text(text)))
                }
                (None, _) => None,
            };
            self.program.descriptions.push(description);
            self.program.silent.push(self.silent(kind));
        }
    }

    /// The features of a kind that change and that its `as` text says nothing of.
    fn silent(&self, kind: &Kind) -> Vec<usize> {
        let Some(text) = &kind.notes.called else { return Vec::new() };
        let mut said: Vec<usize> = Vec::new();
        walk::visit_text(text, &mut |_, value| {
            let reads = self.facts.watching.reading().of(self.model, value);
            said.extend(reads.attributes.into_iter().map(|(_, attribute)| attribute));
        });
        let silent = |(index, attribute): &(usize, &Attribute)| {
            !attribute.printed && !attribute.unspoken() && !said.contains(index)
        };
        kind.attributes.iter().enumerate().filter(silent).map(|(index, _)| index).collect()
    }
}

/// Where indices are put that have names, with how a cell of the family leads to them.
fn index_names(lowering: &mut Lowering<'_>, names: &[Option<LocalId>], index: &[Index]) -> Vec<IndexName> {
    let mut found = Vec::new();
    let mut stride = 1;
    for (name, index) in names.iter().zip(index).rev() {
        let values = lowering.instance().index_values(*index);
        let count = values.end - values.start;
        found.extend(name.map(|name| IndexName { at: lowering.local(name), least: values.start, count, stride }));
        stride *= count;
    }
    found
}

//! `roll`.

use rulehound_grammar::tree::{self, ExpressionKind as Tree};

use super::super::borrowed::text_at;
use super::super::names::{MemberName, ValueName};
use super::super::{Resolved, Resolver, types};
use crate::model::{OwnerSort, Shape, Sort, StatementKind};

impl Resolver<'_> {
    pub(super) fn roll(&mut self, tree: &tree::Expression) -> Resolved<StatementKind> {
        if let Some(help) = feature_of_several(self, tree) {
            let message = "one component is rolled at a time";
            return Err(self.error_with_help("wrong-type", message, tree.span, "of several components", help));
        }
        let (target, of) = self.target("roll", tree)?;
        let rollable = matches!(of.sort, Sort::Number { .. } | Sort::Value { .. } | Sort::YesNo | Sort::Player);
        if rollable && matches!(of.shape, Shape::One | Shape::OneOrNone) {
            return Ok(StatementKind::Roll(target));
        }
        let label = format!("this is {}", self.words(&of));
        let help =
            "a range, a type with values, `yes or no` or a player can be rolled; to pick from a set use `draw x in S`";
        Err(self.error_with_help("wrong-type", "this cannot be rolled", tree.span, label, help))
    }
}

/// What to write for `roll all d in Die`, and for `roll Die.face` where there are several of the kind.
fn feature_of_several(resolver: &Resolver<'_>, tree: &tree::Expression) -> Option<String> {
    if let Some((name, set)) =
        text_at(resolver, resolver.at(tree.span)).strip_prefix("all ").and_then(|all| all.split_once(' '))
    {
        return Some(format!("write `for {name} {set} {{ roll {name}.… }}`, with the feature that is rolled"));
    }
    let Tree::Member(base, feature) = &*tree.kind else { return None };
    let Tree::Name(name) = &*base.kind else { return None };
    let Some(ValueName::Kind(kind)) = resolver.names.value(&name.text) else { return None };
    let member = resolver.names.member(OwnerSort::Kind(kind), &feature.text);
    let common = resolver.model.kinds.get(kind.index())?.owner == OwnerSort::Common;
    let several = !common || types::copies(&resolver.model, kind) > 1;
    (several && matches!(member, Some(MemberName::Attribute(..))))
        .then(|| format!("write `for d in {} {{ roll d.{} }}`", name.text, feature.text))
}

//! Members of families: zones, variables and boxes with their owners and indices.

use super::{Form, Look, Words};
use rulehound_rules::model::OwnerSort;

impl Words<'_> {
    /// `Ann's home 3`, `Ann.home(3)`, `bowl of Tile red`, `row 2`.
    pub(super) fn family(
        &self,
        name: &str,
        sort: OwnerSort,
        owner: i32,
        indices: &[String],
        form: Form,
        look: &dyn Look,
    ) -> String {
        let owner_words = self.owner(sort, owner, form, look);
        match (form, sort) {
            (Form::People, OwnerSort::Common) => with_indices(name, indices, form),
            (Form::People, OwnerSort::Player) => {
                format!("{} {}", possessive(&owner_words), with_indices(name, indices, form))
            }
            (Form::People, OwnerSort::Value(_) | OwnerSort::Kind(_) | OwnerSort::Board(_)) => {
                format!("{} of {owner_words}", with_indices(name, indices, form))
            }
            (Form::Script, OwnerSort::Common) => with_indices(name, indices, form),
            (Form::Script, OwnerSort::Player | OwnerSort::Value(_) | OwnerSort::Board(_)) => {
                format!("{owner_words}.{}", with_indices(name, indices, form))
            }
            // No expression names a single component, so scripts use the words too.
            (Form::Script, OwnerSort::Kind(_)) => format!("{} of {owner_words}", with_indices(name, indices, form)),
        }
    }
}

fn with_indices(name: &str, indices: &[String], form: Form) -> String {
    match (indices, form) {
        ([], _) => name.to_owned(),
        (_, Form::People) => format!("{name} {}", indices.join(" ")),
        (_, Form::Script) => format!("{name}({})", indices.join(", ")),
    }
}

/// `Ann's`; `James'`, `wolves'`.
pub fn possessive(name: &str) -> String {
    if name.ends_with(['s', 'S']) { format!("{name}'") } else { format!("{name}'s") }
}

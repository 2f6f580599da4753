//! Numbering of components.

use super::{Instance, TableError, to_value};
use rulehound_rules::model::{KindId, OwnerSort};

/// The most components of a game.
const MOST: usize = rulehound_rules::limits::COMPONENTS;

/// One component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its kind.
    pub kind: KindId,
    /// Whose it is, as a value of the kind's owner sort; 0 if nobody's.
    pub owner: i32,
    /// Which of the kind's [`made`](rulehound_rules::model::Kind::made) lines it comes from.
    pub made: usize,
}

/// Numbers all components kind by kind. What a kind owns is numbered by it, so owners are counted first.
pub(super) fn number(instance: &mut Instance) -> Result<(), TableError> {
    let counts = counts(instance)?;
    let mut first = 0;
    for count in &counts {
        instance.kinds.push(first..first + to_value(*count));
        first += to_value(*count);
    }
    let model = instance.model.clone();
    for (id, kind) in model.kinds.iter().enumerate() {
        for owner in instance.owners(kind.owner) {
            for (made, line) in kind.made.iter().enumerate() {
                let component = Component { kind: KindId::from(id), owner, made };
                instance.components.extend(std::iter::repeat_n(component, line.copies as usize));
            }
        }
    }
    Ok(())
}

/// How many components each kind has.
fn counts(instance: &Instance) -> Result<Vec<usize>, TableError> {
    let kinds = &instance.model.kinds;
    let mut counts: Vec<Option<usize>> = vec![None; kinds.len()];
    // Kinds own kinds without cycles, so each round settles at least one more.
    for _ in 0..=kinds.len() {
        for (id, kind) in kinds.iter().enumerate() {
            let owners = match kind.owner {
                OwnerSort::Kind(owner) => counts.get(owner.index()).copied().flatten(),
                OwnerSort::Board(board) => Some(super::place::board_size(instance, board)),
                OwnerSort::Common | OwnerSort::Player | OwnerSort::Value(_) => Some(instance.owners(kind.owner).len()),
            };
            let each = kind.made.iter().fold(0usize, |sum, line| sum.saturating_add(line.copies as usize));
            if let (Some(owners), Some(slot)) = (owners, counts.get_mut(id)) {
                *slot = Some(owners.saturating_mul(each));
            }
        }
    }
    let counts: Vec<usize> = counts.into_iter().map(|count| count.unwrap_or(usize::MAX)).collect();
    let total = counts.iter().fold(0usize, |sum, count| sum.saturating_add(*count));
    if total > MOST {
        return Err(TableError::TooLarge { what: "components", most: MOST });
    }
    Ok(counts)
}

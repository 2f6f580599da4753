//! What an instruction keeps in the cells of a position from one stop to the next: whoever reads cells that came from outside looks whether
//! it can be so.

use super::{Addr, BinderCode, Instruction, ListCode, ListPlace};

/// What is kept, where it lies.
#[derive(Clone, Copy, Debug, Default)]
pub struct Keeps<'p> {
    /// Who was on turn before.
    pub on_turn: Option<Addr>,
    /// The last element of a round, and what names it.
    pub last: Option<(Addr, &'p BinderCode)>,
    /// How many components of a pile have a place already.
    pub placed: Option<Addr>,
    /// A list.
    pub list: Option<&'p ListCode>,
    /// Whether its rows are moves: a component, where from, where to.
    pub moves: bool,
    /// Two places in a row.
    pub ends: Option<Addr>,
    /// Tuples that names are still to hold.
    pub tuples: Option<(&'p ListCode, &'p [Addr])>,
}

impl Instruction {
    /// What it keeps.
    pub fn keeps(&self) -> Keeps<'_> {
        let none = Keeps::default();
        match self {
            Self::TurnStart(kept, _) | Self::TurnEnd(kept) => Keeps { on_turn: Some(*kept), ..none },
            Self::RoundNext(last, binder, _) => Keeps { last: Some((*last, binder)), ..none },
            Self::ShuffleStart(placed) | Self::Shuffle(placed, ..) => Keeps { placed: Some(*placed), ..none },
            Self::AfterMove(list, ..) | Self::MovedEnd(list) => Keeps { list: Some(list), moves: true, ..none },
            Self::DrawStart { list, places, .. } => {
                Keeps { list: Some(list), moves: true, ends: Some(*places), ..none }
            }
            Self::ForStart(ListPlace::Kept(list), _) => Keeps { list: Some(list), ..none },
            Self::ForNext(ListPlace::Kept(list), names, _) => Keeps { tuples: Some((list, names)), ..none },
            // Where the loop does not stop, its list is not of the position.
            Self::ForStart(ListPlace::Passing(_), _) | Self::ForNext(ListPlace::Passing(_), ..) => none,
            // What several decide at once is looked at with the gathering, what bodies come back to with the frame.
            Self::GatherStart(_) | Self::GatherNext(..) | Self::Gather(_) | Self::PrivateEnd(_) => none,
            Self::Call(..) | Self::Begin(..) | Self::End(_) | Self::Return(_) | Self::Leave(_) => none,
            // Names, variables and components are looked at by what is declared of them.
            Self::Require(_)
            | Self::Jump(_)
            | Self::Unless(..)
            | Self::Let(..)
            | Self::LetSet(..)
            | Self::Clear(..)
            | Self::Count(..)
            | Self::CountDown(..)
            | Self::Choose(_)
            | Self::Move(_)
            | Self::Draw(_)
            | Self::DrawLot(..)
            | Self::Roll(..)
            | Self::Set(..)
            | Self::Note(_)
            | Self::Forget
            | Self::Show(_)
            | Self::Win(_)
            | Self::Halt
            | Self::AfterRule(_)
            | Self::MarkWhens
            | Self::Whens
            | Self::WhenEnd
            | Self::PlanStart(_)
            | Self::PlanEnd(_) => none,
        }
    }
}

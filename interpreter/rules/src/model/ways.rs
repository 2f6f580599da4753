//! Whose way leads where: what stands in the braces of a board is a definition that nobody can write.

use super::{AreaId, AreaKind, Definition, DefinitionId, Expression, ExpressionKind, Model, OwnerSort};

/// What such a definition says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// `p.forward`, `p.left` and their like: a direction of the grid; this word.
    Facing {
        /// The grid that says so.
        board: String,
        /// The word.
        word: &'static str,
    },
    /// Whether the track or ring of this name runs the other way for a player.
    Back(String),
    /// Where the ring of this name begins for a player.
    Start(String),
    /// `p.road(3)`: a place of the track or ring of this name, counted as it runs for p.
    Place(String),
}

impl Way {
    /// The name of the board in whose braces it stands.
    pub fn board(&self) -> &str {
        match self {
            Self::Facing { board, .. } | Self::Back(board) | Self::Start(board) | Self::Place(board) => board,
        }
    }

    /// Whether it is not written so, but follows from what is.
    pub fn is_made(&self) -> bool {
        match self {
            Self::Facing { word, .. } => Some(word) != FACINGS.first(),
            Self::Place(_) => true,
            Self::Back(_) | Self::Start(_) => false,
        }
    }
}

/// The words behind a player that are a direction, clockwise from `forward`.
pub const FACINGS: [&str; 8] =
    ["forward", "forward_right", "right", "back_right", "back", "back_left", "left", "forward_left"];

impl Definition {
    /// The name by which it is asked for behind a player; `None` if it is not.
    pub fn behind_player(&self) -> Option<&str> {
        match self.way.as_ref()? {
            Way::Facing { word, .. } => Some(word),
            Way::Place(board) => Some(board),
            Way::Back(_) | Way::Start(_) => None,
        }
    }
}

impl Model {
    /// The board in whose braces it stands.
    pub fn board_of_way(&self, way: &Way) -> Option<AreaId> {
        let common = |kind: &AreaKind| match kind {
            AreaKind::Board(_) => true,
            AreaKind::Zone(zone) => zone.path.is_some() && zone.owner == OwnerSort::Common,
        };
        self.areas.iter().position(|area| area.name == way.board() && common(&area.kind)).map(AreaId::from)
    }

    /// What says whether a track or ring runs the other way for a player.
    pub fn runs_back(&self, area: AreaId) -> Option<DefinitionId> {
        let turns = |one: &Definition| {
            let back = one.way.as_ref().filter(|way| matches!(way, Way::Back(_)));
            back.is_some_and(|way| self.board_of_way(way) == Some(area))
        };
        self.definitions.iter().position(turns).map(DefinitionId::from)
    }

    /// For whom `ahead` and `steps` count, if that is said: of the last value, which tells whether it goes the other way.
    pub fn counted_for<'e>(&self, back: &'e Expression) -> Option<&'e Expression> {
        match &*back.kind {
            ExpressionKind::Call(id, values) => {
                let way = self.definitions.get(id.index())?.way.as_ref();
                values.first().filter(|_| matches!(way, Some(Way::Back(_))))
            }
            ExpressionKind::And(_, right) | ExpressionKind::Or(_, right) => self.counted_for(right),
            _ => None,
        }
    }
}

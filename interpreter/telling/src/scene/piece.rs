//! Pieces: components that look alike where they lie.

use crate::numbered::numbered;
use crate::wrap::STRUCK;
use rulehound_engine::instance::Instance;
use rulehound_engine::play::{Contents, Group, Told};
use rulehound_engine::words::{Words, goes_on, kind_noun, listed, plural, possessive};
use rulehound_rules::model::{KindId, OwnerSort};

/// Components that look alike where they lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What one is called: `pawn of Ann`.
    pub words: String,
    /// What several are called, if they have a word of their own.
    pub several: Option<String>,
    /// What all of their kind are called, where their words begin with that: `card` of `card blue 6`.
    pub noun: Option<String>,
    /// Their kind.
    pub kind: KindId,
    /// The player whose they are.
    pub owner: Option<usize>,
    /// How many.
    pub count: u32,
    /// The handle of them, where they are seen; what is only counted has none.
    pub thing: Option<u32>,
    /// Whether they are struck through, such as what is used up. Of things that look alike some may be so.
    pub struck: bool,
    /// What is said of them then: `used`.
    pub said: Option<String>,
}

/// What lies in a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lying {
    /// Open, without order.
    Open(Vec<Piece>),
    /// An open pile, from the top, one by one.
    Pile(Vec<Piece>),
    /// Hidden: how many of each kind, and the top if the pile shows it.
    Hidden {
        /// What is known of them wherever they are.
        counts: Vec<Piece>,
        /// The top of a pile that shows it.
        top: Option<Piece>,
    },
}

impl Piece {
    /// The components of a group as they are told at this table.
    pub fn of(group: &Group, thing: Option<u32>, instance: &Instance) -> Self {
        let kind = instance.model.kinds.get(group.look.kind.index());
        let words = group.look.words.clone();
        let of_player = kind.is_some_and(|kind| kind.owner == OwnerSort::Player);
        let owner = match &group.look.owner {
            Some(Told::Plain(seat)) if of_player => usize::try_from(*seat).ok(),
            _ => None,
        };
        let noun = kind.filter(|kind| kind.described.is_none()).map(kind_noun);
        Self {
            several: kind.and_then(|kind| Words::new(instance).several(kind, &words)),
            noun: noun.filter(|noun| words.strip_prefix(noun.as_str()).is_some_and(|rest| rest.starts_with(' '))),
            words,
            kind: group.look.kind,
            owner,
            count: group.count,
            thing,
            struck: false,
            said: None,
        }
    }

    /// How many of what: `1 card`, `3 cards`, `2 × king of hearts`, `Excalibur`.
    pub fn counted(&self) -> String {
        match (self.count, &self.several) {
            (1, Some(_)) if !goes_on(&self.words) => format!("1 {}", self.words),
            (1, _) => self.words.clone(),
            (count, Some(several)) => format!("{count} {several}"),
            (count, None) => format!("{count} × {}", self.words),
        }
    }

    /// The same with what is struck through marked: `king of hearts (used)`.
    pub fn marked(&self) -> String {
        self.struck_through(&self.counted())
    }

    /// The same by whose they are.
    pub fn marked_of(&self, players: &[String]) -> String {
        self.struck_through(&self.counted_of(players))
    }

    /// Words for them, marked if they are struck through, and what is said of them then.
    pub fn struck_through(&self, words: &str) -> String {
        let [from, to] = STRUCK;
        let said = self.said.as_ref().map_or_else(String::new, |said| format!(" ({said})"));
        if self.struck { format!("{from}{words}{to}{said}") } else { words.to_owned() }
    }

    /// The same by whose they are: `Ann's pawn`, `Ann's 2 pawns`.
    pub fn counted_of(&self, players: &[String]) -> String {
        let owner = self.owner.and_then(|seat| players.get(seat)).filter(|_| self.sort(players) != self.words);
        match owner {
            Some(_) if self.count == 1 => self.whose(players),
            Some(owner) => format!("{} {}", possessive(owner), self.clone().without(owner).counted()),
            None => self.counted(),
        }
    }

    /// What one is called by whose it is: `Ann's pawn`.
    pub fn whose(&self, players: &[String]) -> String {
        let owner = self.owner.and_then(|seat| players.get(seat)).filter(|_| self.sort(players) != self.words);
        owner.map_or_else(|| self.words.clone(), |owner| format!("{} {}", possessive(owner), self.sort(players)))
    }

    /// What one is called, whosever it is: `pawn`.
    pub fn sort(&self, players: &[String]) -> &str {
        let owner = self.owner.and_then(|seat| players.get(seat));
        let bare = owner.and_then(|owner| self.words.strip_suffix(owner.as_str())?.strip_suffix(" of "));
        bare.unwrap_or(&self.words)
    }

    /// The same without their owner, where the place says whose they are.
    #[must_use]
    pub fn without(self, player: &str) -> Self {
        let bare = |words: &str| {
            let bare = words.strip_suffix(player).and_then(|words| words.strip_suffix(" of "));
            bare.unwrap_or(words).to_owned()
        };
        Self { words: bare(&self.words), several: self.several.as_deref().map(bare), ..self }
    }
}

impl Lying {
    /// What lies in a place of this player, or of nobody; `None` if it is empty. What is seen there has this handle and those behind it.
    pub fn of(contents: &Contents, first: u32, owner: Option<&str>, instance: &Instance) -> Option<Self> {
        let piece = |(thing, group): (Option<u32>, &Group)| {
            let piece = Piece::of(group, thing, instance);
            owner.map_or(piece.clone(), |owner| piece.without(owner))
        };
        let all = |groups: &[Group]| -> Vec<Piece> { (first..).map(Some).zip(groups).map(piece).collect() };
        let counted = |groups: &[Group]| -> Vec<Piece> { groups.iter().map(|group| piece((None, group))).collect() };
        Some(match contents {
            Contents::Seen(groups) | Contents::Pile(groups) if groups.is_empty() => return None,
            Contents::Seen(groups) => Self::Open(all(groups)),
            Contents::Pile(groups) => Self::Pile(all(groups)),
            Contents::Hidden { counts, .. } if counts.is_empty() => return None,
            Contents::Hidden { counts, top } => {
                let top = top.as_ref().map(|top| piece((Some(first), top)));
                Self::Hidden { counts: counted(counts), top }
            }
        })
    }

    /// In words: `3 cards and a die`, `6 cards face down`, `28 spells, Fireball on top`.
    pub fn told(&self) -> String {
        self.told_by(Piece::counted, |_, words| words.to_owned())
    }

    /// The same with what is struck through marked.
    pub fn marked(&self) -> String {
        self.told_by(Piece::marked, Piece::struck_through)
    }

    /// By what each piece is told as, and its words without the noun.
    fn told_by(&self, one: impl Fn(&Piece) -> String, bare: impl Fn(&Piece, &str) -> String) -> String {
        let run = |pieces: &[Piece]| match of_one_noun(pieces) {
            Some((noun, rests)) => {
                let rests: Vec<String> = pieces.iter().zip(rests).map(|(piece, rest)| bare(piece, &rest)).collect();
                vec![format!("{} {}", plural(noun), listed(&rests))]
            }
            None => numbered(pieces.iter().map(|piece| (piece.count, one(piece)))),
        };
        let counted = |pieces: &[Piece]| {
            let runs = pieces.chunk_by(|one, other| one.noun == other.noun);
            listed(&runs.flat_map(run).collect::<Vec<_>>())
        };
        match self {
            Self::Open(pieces) => counted(pieces),
            Self::Pile(pieces) if pieces.len() > 1 => {
                let all: Vec<String> = pieces.iter().map(&one).collect();
                format!("{} (from the top)", all.join(", "))
            }
            Self::Pile(pieces) => counted(pieces),
            Self::Hidden { counts, top: Some(top) } => format!("{}, {} on top", counted(counts), one(top)),
            Self::Hidden { counts, top: None } => format!("{}, hidden", counted(counts)),
        }
    }
}

/// The noun of several pieces and what stands behind it of each (`blue 6`, `magnet (3 times)`), unless that is a number alone.
fn of_one_noun(pieces: &[Piece]) -> Option<(&str, Vec<String>)> {
    let noun = pieces.first()?.noun.as_deref().filter(|_| pieces.len() > 1)?;
    let rest = |piece: &Piece| {
        let rest = piece.words.strip_prefix(noun)?.trim_start();
        Some(rest.to_owned()).filter(|_| piece.several.is_none())
    };
    let rests: Vec<String> = pieces.iter().map(rest).collect::<Option<_>>()?;
    let number = |rest: &String| rest.strip_prefix("number ").unwrap_or(rest).parse::<u32>().is_ok();
    let counted = |(piece, rest): (&Piece, &String)| match piece.count {
        // Behind the noun a number would be taken for that of a piece: `cards 2 × blue 6`.
        1 => rest.clone(),
        2 => format!("{rest} (twice)"),
        count => format!("{rest} ({count} times)"),
    };
    (!rests.iter().all(number)).then(|| (noun, pieces.iter().zip(&rests).map(counted).collect()))
}

//! Options: what somebody may do now.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use rulehound_interpreter::hash::hash;
use rulehound_interpreter::play::{self, Bound};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::told::Table;
use crate::{Game, Name, Seat, TextPlace, Value};

/// An option that somebody has at a position. Cheap to clone; it is good at every position that equals the one it was listed at.
///
/// Written with `{}` it is its words.
///
/// ```
/// use rulehound::{Rules, Value};
///
/// let position = Rules::from_text("sticks.rules", rulehound::STICKS)?.game().build()?.start(1)?;
/// let options = position.options(position.deciders()[0])?;
/// assert_eq!(options[2].to_string(), "take 3");
/// let [(name, value)] = options[2].bindings() else { panic!("one name") };
/// assert_eq!((name.as_str(), value), ("n", &Value::Number(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Choice {
    pub(crate) offer: Arc<Offer>,
    pub(crate) number: usize,
}

/// All options of one seat at one position.
pub(crate) struct Offer {
    pub game: Game,
    pub position: play::Position,
    pub seat: Seat,
    texts: Vec<String>,
    keys: Vec<OptionKey>,
    bound: Bound,
    bindings: OnceLock<Vec<Vec<(Name, Value)>>>,
}

impl Offer {
    pub(crate) fn new(game: Game, position: play::Position, offer: play::Offer, bound: Bound) -> Self {
        let rule = offer.asked.rule;
        let texts: Vec<String> = offer.options.into_iter().map(|option| option.text).collect();
        let mut keys: Vec<OptionKey> = Vec::with_capacity(texts.len());
        let mut met = std::collections::BTreeSet::new();
        for text in &texts {
            // No two options of an offer have one key, whatever their words.
            let numbered = |number: u64| OptionKey(hash(format!("{rule}\0{text}\0{number}").as_bytes()));
            let key = (0..).map(numbered).find(|key| met.insert(*key)).unwrap_or(OptionKey(0));
            keys.push(key);
        }
        let seat = Seat::new(offer.seat);
        Self { game, position, seat, texts, keys, bound, bindings: OnceLock::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.texts.len()
    }

    pub(crate) fn keyed(&self, key: OptionKey) -> Option<usize> {
        self.keys.iter().position(|other| *other == key)
    }

    fn bindings(&self) -> &[Vec<(Name, Value)>] {
        self.bindings.get_or_init(|| Table::bound(&self.game, &self.position, self.seat.index(), &self.bound))
    }
}

impl Choice {
    /// Who may choose it.
    pub fn seat(&self) -> Seat {
        self.offer.seat
    }

    /// Its number among the options of its seat, from 0.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Its words, as they are read at the table.
    pub fn text(&self) -> &str {
        self.offer.texts.get(self.number).map_or("", String::as_str)
    }

    /// A key for programs that keep, send or learn options: see [`OptionKey`].
    pub fn key(&self) -> OptionKey {
        self.offer.keys.get(self.number).copied().unwrap_or(OptionKey(0))
    }

    /// The names that it binds, with their values. None for an option that is nothing but its words.
    ///
    /// Components are the handles of the view that its seat has at the same position.
    pub fn bindings(&self) -> &[(Name, Value)] {
        self.offer.bindings().get(self.number).map_or(&[], Vec::as_slice)
    }

    /// The value that it binds a name to.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.bindings().iter().find(|(bound, _)| bound == name).map(|(_, value)| value)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.text())
    }
}

impl fmt::Debug for Choice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Choice({}, {:?})", self.offer.seat.index(), self.text())
    }
}

impl PartialEq for Choice {
    /// Whether both are the same option of one position.
    fn eq(&self, other: &Self) -> bool {
        let same = Arc::ptr_eq(&self.offer, &other.offer)
            || self.offer.seat == other.offer.seat
                && self.offer.game.is_same(&other.offer.game)
                && self.offer.position == other.offer.position;
        same && self.number == other.number
    }
}

impl Eq for Choice {}

impl Serialize for Choice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Choice", 5)?;
        fields.serialize_field("seat", &self.seat())?;
        fields.serialize_field("number", &self.number)?;
        fields.serialize_field("key", &self.key())?;
        fields.serialize_field("text", self.text())?;
        fields.serialize_field("bindings", &Named(self.bindings()))?;
        fields.end()
    }
}

/// Bindings as a map from names to values.
struct Named<'b>(&'b [(Name, Value)]);

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// What an option is to programs that keep it, send it or learn from it: made of the rule that asks and of the option's words, so it is the
/// same in every process and at every position where the same is offered. It holds nothing that its player does not know.
///
/// ```
/// use rulehound::{OptionKey, Rules};
///
/// let mut position = Rules::from_text("sticks.rules", rulehound::STICKS)?.game().build()?.start(1)?;
/// let seat = position.deciders()[0];
/// let sent = position.options(seat)?[1].key().to_string();
/// let key: OptionKey = sent.parse()?;
/// let option = position.option(seat, key)?;
/// assert_eq!(option.to_string(), "take 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OptionKey(u64);

impl OptionKey {
    /// As a number.
    pub fn number(self) -> u64 {
        self.0
    }
}

impl From<u64> for OptionKey {
    fn from(number: u64) -> Self {
        Self(number)
    }
}

impl fmt::Display for OptionKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:016x}", self.0)
    }
}

/// Not a key of an option: those are 16 digits from `0` to `f`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a key of an option is 16 digits from `0` to `f`")]
pub struct NoKey;

impl FromStr for OptionKey {
    type Err = NoKey;

    fn from_str(text: &str) -> Result<Self, NoKey> {
        if text.len() != 16 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(NoKey);
        }
        u64::from_str_radix(text, 16).map(Self).map_err(|_| NoKey)
    }
}

impl Serialize for OptionKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for OptionKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// What somebody is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    /// A short line: what the rule says of itself, or its name.
    pub prompt: String,
    /// The innermost phase that is running.
    pub phase: String,
    /// The rule, phase or trigger that asks.
    pub rule: String,
    /// The section of the rulebook that it comes from.
    pub section: Option<String>,
    /// Where it stands in the rules.
    pub place: Option<TextPlace>,
}

impl Question {
    pub(crate) fn new(asked: play::Asked, game: &Game) -> Self {
        let place = TextPlace::of(asked.at, game.rules().sources());
        Self { prompt: asked.prompt, phase: asked.phase, rule: asked.rule, section: asked.reference, place }
    }
}

//! Components, as far as a viewer sees them.

use std::fmt;

use serde::Serialize;

use crate::{Name, Place, Value};

/// A component that a viewer sees: which one, and what it is called. Cheap to clone.
///
/// It means the same in the view and in the options of one viewer at one position, and nothing anywhere else: a number that stayed with a
/// component would tell which card it is when nobody may know any more. Components that look alike in one place are one handle; their
/// [`Thing`] says how many they are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Component {
    pub(crate) id: u32,
    pub(crate) kind: Name,
    pub(crate) words: Name,
}

impl Component {
    /// Its number in the view, from 0.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Its kind, by its name in the rules.
    pub fn kind(&self) -> &str {
        &self.kind
    }
}

impl fmt::Display for Component {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.words)
    }
}

/// Everything that a viewer sees of a component, or of several that look alike where they lie.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Thing {
    /// Which, with its kind and its words.
    pub component: Component,
    /// How many there are of it in this place.
    pub count: u32,
    /// Where it lies.
    pub place: Place,
    /// Whose it is, if it is somebody's or something's.
    pub owner: Option<Value>,
    /// The features that the viewer sees.
    pub features: Vec<FeatureValue>,
}

/// A feature of a component.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct FeatureValue {
    /// Its name in the rules.
    pub name: Name,
    /// The values of its indices.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub indices: Vec<Value>,
    /// Its value.
    pub value: Value,
}

/// Components of which a viewer does not see which they are: how many, and nothing to tell them apart by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unseen {
    /// Their kind, by its name in the rules.
    pub kind: Name,
    /// What is said of them: the kind, with what is seen of it wherever it lies.
    pub words: Name,
    /// How many.
    pub count: u32,
    /// The features that are seen wherever they lie, as the backs of cards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<FeatureValue>,
}

impl Thing {
    /// The value of a feature; of several cells the first.
    ///
    /// ```
    /// use rulehound::{Rules, Value};
    ///
    /// let text = "game \"Cards\"\nplayers 1\ncomponent Card { number: 1..9  make 1 of number = 7 }\nzone row : Card seen by all\nphase play { move all from box to row  turn of first p in players { choose c in row } win nobody }";
    /// let position = Rules::from_text("cards.rules", text)?.game().build()?.start(1)?;
    /// let view = position.view(position.deciders()[0])?;
    /// let card = &view.at("row").unwrap().things()[0];
    /// assert_eq!(card.feature("number"), Some(&Value::Number(7)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn feature(&self, name: &str) -> Option<&Value> {
        self.features.iter().find(|feature| feature.name == name).map(|feature| &feature.value)
    }
}

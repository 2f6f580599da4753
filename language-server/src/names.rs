//! Names and what they name, over all the files of a game.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_grammar::lexemes::{LexemeKind, lexemes};
use rulehound_grammar::span::{Location, Span};
use rulehound_interpreter::check::Studied;
use rulehound_interpreter::{Category, Named, Use};

use crate::world::World;

/// A stretch of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// The name of the file.
    pub file: String,
    /// Where in it.
    pub span: Span,
}

/// The name at an offset of the first file of a game.
pub fn at(game: &Studied, offset: usize) -> Option<Use> {
    let holds = |span: Span| span.start as usize <= offset && offset <= span.end as usize;
    let found = game.names.uses.iter().filter(|one| one.at.file.0 == 0 && holds(one.at.span));
    // What is replaced or removed here is no use of anything, but a name all the same.
    let declared = game.declared.iter().filter(|one| one.name.file.0 == 0 && holds(one.name.span));
    let declared = declared.map(|one| Use { at: one.name, declared: one.name, named: named(one.key.category) });
    // Between two names that touch, the one that begins here is meant.
    declared.chain(found.copied()).max_by_key(|one| one.at.span.start)
}

/// What sort of name things of a category have.
pub fn named(category: Category) -> Named {
    match category {
        Category::Type | Category::Component | Category::Board | Category::Layout => Named::Type,
        Category::Zone | Category::Variable | Category::Setting | Category::Table => Named::Variable,
        Category::Definition | Category::Runnable => Named::Function,
        Category::Trigger => Named::Trigger,
    }
}

/// A place of a game as a stretch of a file.
pub fn spot(game: &Studied, at: Location) -> Option<Spot> {
    let source = game.checked.sources.get(usize::from(at.file.0))?;
    Some(Spot { file: source.name.clone(), span: at.span })
}

/// What stands at a place of a game.
pub fn words(game: &Studied, at: Location) -> &str {
    let source = game.checked.sources.get(usize::from(at.file.0));
    let bytes = at.span.start as usize..at.span.end as usize;
    source.and_then(|source| source.text.get(bytes)).unwrap_or_default()
}

/// Places at which the same thing is named.
#[derive(Debug, Default)]
pub struct Links(BTreeMap<Spot, BTreeSet<Spot>>);

impl Links {
    /// Takes in what a game says about one name.
    pub fn add(&mut self, game: &Studied, name: &str) {
        for one in game.names.uses.iter().filter(|one| words(game, one.at) == name) {
            if let (Some(at), Some(declared)) = (spot(game, one.at), spot(game, one.declared)) {
                self.join(at, declared);
            }
        }
        // What a file replaces, extends or removes is the thing itself.
        let same: Vec<_> = game.declared.iter().filter(|one| one.key.name == name).collect();
        for (index, one) in same.iter().enumerate() {
            let others = same.get(index + 1..).unwrap_or_default().iter();
            let alike = others.filter(|other| {
                one.key.category == other.key.category
                    && (one.key.owner == other.key.owner || one.removed || other.removed)
            });
            for other in alike {
                if let (Some(one), Some(other)) = (spot(game, one.name), spot(game, other.name)) {
                    self.join(one, other);
                }
            }
        }
    }

    fn join(&mut self, one: Spot, other: Spot) {
        self.0.entry(one.clone()).or_default().insert(other.clone());
        self.0.entry(other).or_default().insert(one);
    }

    /// All places that are linked with one, itself included.
    pub fn all(&self, from: &Spot) -> BTreeSet<Spot> {
        let mut found = BTreeSet::from([from.clone()]);
        let mut next = vec![from.clone()];
        while let Some(spot) = next.pop() {
            for other in self.0.get(&spot).into_iter().flatten() {
                if found.insert(other.clone()) {
                    next.push(other.clone());
                }
            }
        }
        found
    }
}

/// Everything that is known of a name in the folders of the editor.
#[derive(Debug)]
pub struct Everywhere {
    /// The name.
    pub name: String,
    /// Where it stands.
    pub spots: BTreeSet<Spot>,
    /// The games in which it stands, with the names of their first files.
    pub games: Vec<(String, Studied)>,
}

impl Everywhere {
    /// The text of a file as some game has read it.
    pub fn text_of(&self, file: &str) -> Option<&str> {
        let mut sources = self.games.iter().flat_map(|(_, game)| &game.checked.sources);
        sources.find(|source| source.name == file).map(|source| source.text.as_str())
    }

    /// The files in which the thing is named, with another name for it.
    pub fn renamed(&self, new: &str) -> BTreeMap<String, String> {
        let mut texts = BTreeMap::new();
        // From the last to the first, so that the places before stay.
        for spot in self.spots.iter().rev() {
            if !texts.contains_key(&spot.file) {
                let Some(text) = self.text_of(&spot.file) else { continue };
                texts.insert(spot.file.clone(), text.to_owned());
            }
            if let Some(text) = texts.get_mut(&spot.file) {
                text.replace_range(spot.span.start as usize..spot.span.end as usize, new);
            }
        }
        texts
    }
}

/// Where what is named at an offset of an open text is named, in all games that this text is part of. Files are read anew, since
/// others may have written them.
pub fn everywhere(world: &mut World<'_>, file: &str, offset: usize) -> Option<Everywhere> {
    let game = world.names_of(file);
    let found = at(&game, offset)?;
    let name = words(&game, found.at).to_owned();
    let from = spot(&game, found.at)?;
    let family: BTreeSet<String> = game.checked.sources.iter().map(|source| source.name.clone()).collect();
    let all = world.all_rules();
    let kin = kin(&all, family);
    let others = all.into_iter().filter(|(other, text)| other != file && text.contains(&name) && kin.contains(other));
    let mut links = Links::default();
    links.add(&game, &name);
    let mut games = vec![(file.to_owned(), game)];
    for (other, _) in others {
        let game = world.names_of(&other);
        links.add(&game, &name);
        games.push((other, game));
    }
    let spots = links.all(&from);
    let has_it =
        |game: &Studied| game.checked.sources.iter().any(|source| spots.iter().any(|spot| spot.file == source.name));
    games.retain(|(_, game)| has_it(game));
    Some(Everywhere { name, spots, games })
}

/// These files, and all that extend one of them, straight or by way of others.
fn kin(all: &BTreeMap<String, String>, mut family: BTreeSet<String>) -> BTreeSet<String> {
    let parents: Vec<(&String, Vec<String>)> = all.iter().map(|(name, text)| (name, extended(text))).collect();
    loop {
        let before = family.len();
        for (name, parents) in &parents {
            let is_parent = |one: &String| {
                parents.iter().any(|parent| one.ends_with(parent) || one.ends_with(&format!("{parent}.rules")))
            };
            if family.iter().any(is_parent) {
                family.insert((*name).clone());
            }
        }
        if family.len() == before {
            return family;
        }
    }
}

/// The names behind `extends`.
fn extended(text: &str) -> Vec<String> {
    if !text.contains("extends") {
        return Vec::new();
    }
    let all = lexemes(text);
    let words = |span: Span| text.get(span.start as usize..span.end as usize).unwrap_or_default();
    let mut behind = all.iter().skip_while(|one| words(one.span) != "extends").skip(1);
    let listed = behind.by_ref().take_while(|one| one.kind == LexemeKind::Text || words(one.span) == ",");
    listed.map(|one| words(one.span).trim_matches('"').to_owned()).filter(|name| name != ",").collect()
}

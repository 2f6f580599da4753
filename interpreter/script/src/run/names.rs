//! What the players and places of a table are called.

use std::collections::BTreeMap;

use rulehound_grammar::diagnostic::Diagnostic;

use super::super::matching::normal;
use super::super::{SCRIPT_FILE, Word};
use rulehound_engine::instance::{Instance, to_value};
use rulehound_engine::play::Game;
use rulehound_engine::words::{Form, Look, Owned, Words, listed, spaced};
use rulehound_grammar::suggest::nearest;
use rulehound_rules::model::{OwnerSort, VariableId};

/// Names of one table. Owners of zones that are components are worded as they were made, since nothing has happened yet when a script
/// is read.
pub struct Names {
    players: Vec<String>,
    /// Places by how scripts and people call them, without case.
    places: BTreeMap<String, i32>,
    /// How scripts call each place.
    place_texts: Vec<String>,
    /// Cells of variables, likewise.
    variables: BTreeMap<String, (VariableId, usize)>,
    /// How things of players are said.
    owned: Owned,
}

/// Components as they were made.
pub struct AsMade<'i>(pub &'i Instance);

impl Look for AsMade<'_> {
    fn attribute(&self, component: i32, cell: usize) -> i32 {
        self.0.component(component).and_then(|it| self.0.made(it, cell)).unwrap_or_default()
    }

    fn called(&self, _component: i32) -> Option<String> {
        None
    }

    fn shows(&self, _component: i32) -> bool {
        true
    }

    fn sees(&self, _component: i32, _attribute: usize) -> bool {
        true
    }

    fn kind(&self, name: &str) -> String {
        spaced(name, Form::People)
    }
}

/// Components as they were made, by the `as` text of their kind.
struct AsCalled<'g>(&'g Game);

impl Look for AsCalled<'_> {
    fn attribute(&self, component: i32, cell: usize) -> i32 {
        AsMade(self.0.instance()).attribute(component, cell)
    }

    fn called(&self, component: i32) -> Option<String> {
        Some(self.0.describe(component, &[]))
    }

    fn shows(&self, _component: i32) -> bool {
        true
    }

    fn sees(&self, _component: i32, _attribute: usize) -> bool {
        true
    }
}

impl Names {
    /// Gathers them.
    pub fn new(game: &Game) -> Self {
        let instance = game.instance();
        let words = Words::new(instance);
        let look = AsMade(instance);
        let mut places = BTreeMap::new();
        let mut place_texts = Vec::new();
        for place in 0..to_value(instance.places.len()) {
            let text = words.place(place, Form::Script, &look);
            places.entry(normal(&words.place(place, Form::People, &look))).or_insert(place);
            places.insert(normal(&text), place);
            place_texts.push(text);
        }
        let mut variables = BTreeMap::new();
        for id in (0..instance.model.variables.len()).map(VariableId::from) {
            for cell in 0..instance.variable_cells(id) {
                variables.entry(normal(&words.variable(id, cell, Form::People, &look))).or_insert((id, cell));
                variables.insert(normal(&words.variable(id, cell, Form::Script, &look)), (id, cell));
            }
        }
        let owned = Owned::new(instance);
        let mut names = Self { players: instance.players.clone(), places, place_texts, variables, owned };
        names.of_called_owners(game);
        names
    }

    /// `Ann's pawn` for `pawn of Ann`, as the table says.
    pub fn said(&self, text: &str) -> String {
        self.owned.said(text)
    }

    /// `pawn of Ann` where somebody wrote `Ann's pawn`, as the table says; `None` if there is nothing of the kind.
    pub fn described(&self, text: &str) -> Option<String> {
        Some(self.owned.described(text)).filter(|described| described != text)
    }

    /// What belongs to a component may also be called by the `as` text of its owner.
    fn of_called_owners(&mut self, game: &Game) {
        let instance = game.instance();
        let (words, look) = (Words::new(instance), AsCalled(game));
        let called = |sort| match sort {
            OwnerSort::Kind(kind) => {
                instance.model.kinds.get(kind.index()).is_some_and(|kind| kind.notes.called.is_some())
            }
            OwnerSort::Common | OwnerSort::Player | OwnerSort::Value(_) | OwnerSort::Board(_) => false,
        };
        for place in 0..to_value(instance.places.len()) {
            let sort = instance.place(place).map(|place| instance.model.owners_of(place.class));
            for form in [Form::Script, Form::People].into_iter().filter(|_| sort.is_some_and(called)) {
                self.places.entry(normal(&words.place(place, form, &look))).or_insert(place);
            }
        }
        for (index, _) in instance.model.variables.iter().enumerate().filter(|(_, one)| called(one.owner)) {
            let id = VariableId::from(index);
            for cell in 0..instance.variable_cells(id) {
                for form in [Form::Script, Form::People] {
                    let name = normal(&words.variable(id, cell, form, &look));
                    self.variables.entry(name).or_insert((id, cell));
                }
            }
        }
    }

    /// What a player is called.
    pub fn player(&self, seat: usize) -> &str {
        self.players.get(seat).map_or("nobody", String::as_str)
    }

    /// All players by seat.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// The players of these seats, joined by commas.
    pub fn list(&self, seats: &[usize]) -> String {
        seats.iter().map(|seat| self.player(*seat)).collect::<Vec<_>>().join(", ")
    }

    /// The players of these seats, as one says them.
    pub fn spoken(&self, seats: &[usize]) -> String {
        let names: Vec<String> = seats.iter().map(|seat| self.player(*seat).to_owned()).collect();
        if names.is_empty() { "nobody".to_owned() } else { listed(&names) }
    }

    /// The seat of a player.
    pub fn seat(&self, name: &Word) -> Result<usize, Diagnostic> {
        let exact = self.players.iter().position(|player| *player == name.text);
        let seat = exact.or_else(|| self.players.iter().position(|player| normal(player) == normal(&name.text)));
        seat.ok_or_else(|| {
            let finding = Diagnostic::error(
                "unknown-player",
                format!("nobody is called `{}` here", name.text),
                name.at(),
                "no player",
            );
            finding.with_help(match nearest(&name.text, self.players.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("at the table are {}", self.players.join(", ")),
            })
        })
    }

    /// A place by its name.
    pub fn place(&self, text: &str) -> Option<i32> {
        self.places.get(&normal(text)).copied()
    }

    /// How scripts call the place that people or scripts call so.
    pub fn place_text(&self, text: &str) -> Option<&str> {
        let place = usize::try_from(self.place(text)?).ok()?;
        self.place_texts.get(place).map(String::as_str)
    }

    /// A place named in a script, or a finding.
    pub fn known_place(&self, word: &Word) -> Result<i32, Diagnostic> {
        self.place(&word.text).ok_or_else(|| {
            let names = || self.place_texts.iter().map(String::as_str);
            let found = unknown("unknown-place", "place", word, meant(&word.text, names));
            if found.help.is_some() {
                return found;
            }
            // Of one player, what that player has.
            let owner = word.text.split_once('.').map(|(owner, _)| format!("{owner}."));
            let same = |name: &&str| owner.as_ref().is_none_or(|owner| name.starts_with(owner.as_str()));
            let fitting: Vec<&str> = names().filter(same).collect();
            let listed = if fitting.is_empty() { names().collect() } else { fitting };
            let listed = listed.into_iter().map(|name| format!("`{name}`"));
            found.with_help(format!("there are {}", super::offered::some(listed, ", ")))
        })
    }

    /// A cell of a variable named in a script, or a finding.
    pub fn known_variable(&self, word: &Word) -> Result<(VariableId, usize), Diagnostic> {
        self.variables.get(&normal(&word.text)).copied().ok_or_else(|| {
            let names = || self.variables.keys().map(String::as_str);
            unknown("unknown-variable", "variable", word, meant(&word.text, names))
        })
    }
}

/// The name that is the same without its brackets and commas, or else the nearest.
fn meant<'n, N: Iterator<Item = &'n str>>(text: &str, names: impl Fn() -> N) -> Option<&'n str> {
    let bare = |text: &str| -> Vec<String> {
        text.split(|sign: char| !sign.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    let wanted = bare(text);
    names().find(|name| bare(name) == wanted).or_else(|| nearest(text, names()))
}

fn unknown(code: &'static str, what: &str, word: &Word, near: Option<&str>) -> Diagnostic {
    let at = rulehound_grammar::span::Location { file: SCRIPT_FILE, span: word.span };
    let finding = Diagnostic::error(code, format!("there is no {what} `{}`", word.text), at, "not known here");
    match near {
        Some(near) => finding.with_help(format!("did you mean `{near}`?")),
        None => finding,
    }
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn a_name_without_its_brackets_is_the_one_that_is_meant() {
        let names = || ["garden(1)", "garden(3)", "garden(13)", "Ann.hand"].into_iter();
        assert_eq!(meant("garden 13", names), Some("garden(13)"));
        assert_eq!(meant("ann hand", names), Some("Ann.hand"));
        assert_eq!(meant("gardem(3)", names), Some("garden(3)"), "one sign is wrong");
        assert_eq!(meant("cellar", names), None);
    }
}

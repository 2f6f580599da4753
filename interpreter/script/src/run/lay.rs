//! What lies where at the beginning.
//!
//! A place of a component is called by it, and so is what belongs to it; what a component is called may in turn say where it lies, whose it
//! is, and at which place a feature of it points. So a position is read in rounds: each gives out what can be understood by now, owners
//! before what is theirs. What is not understood so is then understood less strictly.

use std::cell::OnceCell;

use rulehound_grammar::diagnostic::Diagnostic;

use super::super::{Contents, GivenPosition, Word};
use super::component::{Components, Owners, Pointing};
use super::laid::{Laid, Lain};
use super::meant::{Meant, is_of_component};
use super::names::Names;
use rulehound_engine::instance::{Instance, Place};
use rulehound_engine::play::{Game, Setup};
use rulehound_rules::model::{AreaKind, KindId, OwnerSort, PlaceClass, Sort, Type};

/// By what names are understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// By what the script has laid.
    Laid,
    /// By everything as it lies now; what the script has not laid is in its box.
    Lying,
    /// Places by components as they were made.
    PlacesAsMade,
    /// Owners, too.
    AsMade,
}

/// The strictest first.
const WAYS: [By; 4] = [By::Laid, By::Lying, By::PlacesAsMade, By::AsMade];

/// A place that the script fills.
struct Zone<'p> {
    name: &'p Word,
    contents: &'p Contents,
    place: Option<i32>,
    /// Once the place is known: descriptions with the components they mean.
    slots: Vec<(&'p Word, Option<i32>)>,
    /// Whether something is wrong with it; then nothing more is laid there.
    wrong: bool,
}

impl Zone<'_> {
    fn is_open(&self) -> bool {
        !self.wrong && (self.place.is_none() || self.slots.iter().any(|(_, component)| component.is_none()))
    }
}

struct Laying<'p, 'g> {
    game: &'g Game,
    names: &'p Names,
    zones: Vec<Zone<'p>>,
    components: Components<'g>,
    setup: &'p mut Setup,
    found: Vec<Diagnostic>,
}

/// Lays everything, and reads the features that point at places, then those that point at components.
pub fn lay<'g>(
    position: &GivenPosition,
    game: &'g Game,
    names: &Names,
    setup: &mut Setup,
) -> (Components<'g>, Vec<Diagnostic>) {
    let zone = |zone| {
        let (name, contents): &(Word, Contents) = zone;
        Zone { name, contents, place: None, slots: Vec::new(), wrong: false }
    };
    let zones = position.zones.iter().map(zone).collect();
    let mut laying = Laying { game, names, zones, components: Components::new(game), setup, found: Vec::new() };
    let mut ways = WAYS.iter();
    while let Some(by) = ways.next() {
        if laying.round(*by) {
            ways = WAYS.iter();
        }
    }
    laying.point_at_components();
    (laying.components, laying.found)
}

impl Laying<'_, '_> {
    /// Gives out what can be understood; tells whether that was anything.
    fn round(&mut self, by: By) -> bool {
        if !self.zones.iter().any(Zone::is_open) && !self.components.pointing.iter().any(points_at_a_place) {
            return false;
        }
        let known = Known {
            game: self.game,
            names: self.names,
            by,
            lain: self.lain(),
            setup: self.setup.clone(),
            laid: OnceCell::new(),
            meant: OnceCell::new(),
        };
        // Each of them, whatever came of those before.
        [self.find_places(&known), self.fill_places(&known), self.point_at_places(&known)].contains(&true)
    }

    /// What lies where so far.
    fn lain(&self) -> Vec<Lain> {
        let slot = |(word, component): &(&Word, Option<i32>)| (word.text.clone(), *component);
        let ordered = |place: i32| self.game.instance().place(place).is_some_and(|place| place.ordered);
        let zone = |zone: &Zone<'_>| Lain {
            name: zone.name.text.clone(),
            ordered: zone.place.is_some_and(ordered),
            contents: zone.slots.iter().map(slot).collect(),
        };
        self.zones.iter().map(zone).collect()
    }

    fn find_places(&mut self, known: &Known<'_>) -> bool {
        let mut any = false;
        for zone in self.zones.iter_mut().filter(|zone| !zone.wrong && zone.place.is_none()) {
            let place = match known.place(&zone.name.text) {
                None if known.by == By::AsMade => known.names.known_place(zone.name),
                None => continue,
                Some(place) => Ok(place),
            };
            let slots =
                place.and_then(|place| Ok((place, described(zone.name, place, zone.contents, known.instance())?)));
            match slots {
                Ok((place, slots)) => {
                    zone.place = Some(place);
                    zone.slots = slots.into_iter().map(|word| (word, None)).collect();
                }
                Err(wrong) => {
                    zone.wrong = true;
                    self.found.push(wrong);
                }
            }
            any = true;
        }
        any
    }

    fn fill_places(&mut self, known: &Known<'_>) -> bool {
        let called = |text: &str| known.component(text);
        let owners = if known.by == By::AsMade { Owners::AsMade } else { Owners::Called(&called) };
        let mut any = false;
        for zone in self.zones.iter_mut().filter(|zone| zone.is_open()) {
            let Some(place) = zone.place else { continue };
            let player = known.instance().place(place).and_then(|place| player_of(place, known.instance()));
            for (word, slot) in zone.slots.iter_mut().filter(|(_, slot)| slot.is_none()) {
                let taken = self.components.take(word, (place, player), owners, self.setup);
                let fits = |component| fits(word, zone.name, component, place, known.instance()).map(|()| component);
                match taken.and_then(|taken| taken.map(fits).transpose()) {
                    Ok(None) => continue,
                    Ok(component) => *slot = component,
                    Err(wrong) => {
                        zone.wrong = true;
                        self.found.push(wrong);
                    }
                }
                any = true;
                if zone.wrong {
                    break;
                }
            }
        }
        self.setup.components = self.zones.iter().flat_map(from_the_bottom).collect();
        any
    }

    fn point_at_places(&mut self, known: &Known<'_>) -> bool {
        let (pointing, others): (Vec<_>, _) =
            std::mem::take(&mut self.components.pointing).into_iter().partition(points_at_a_place);
        self.components.pointing = others;
        let mut any = false;
        for one in pointing {
            let place = known.place(&one.text).filter(|place| points_at(&one.of, *place, known.instance()));
            if place.is_none() && known.by != By::AsMade {
                self.components.pointing.push(one);
                continue;
            }
            any = true;
            self.point(&one, place);
        }
        any
    }

    fn point_at_components(&mut self) {
        let meant = Meant::new(self.game, self.setup);
        for one in std::mem::take(&mut self.components.pointing) {
            let component = meant.component(&one.text);
            self.point(&one, component.filter(|component| points_at(&one.of, *component, self.game.instance())));
        }
    }

    fn point(&mut self, one: &Pointing, at: Option<i32>) {
        match at {
            Some(number) => self.setup.attributes.push((one.component, one.cell, number)),
            None => self.found.push(Diagnostic::error(
                "bad-position",
                format!("`{}` points at nothing that there is: `{}`", one.word.text, one.text),
                one.word.at(),
                "not known here",
            )),
        }
    }
}

/// What names mean in a round.
struct Known<'k> {
    game: &'k Game,
    names: &'k Names,
    by: By,
    lain: Vec<Lain>,
    /// As it was when the round began.
    setup: Setup,
    laid: OnceCell<Laid>,
    meant: OnceCell<Meant<'k>>,
}

impl Known<'_> {
    fn instance(&self) -> &Instance {
        self.game.instance()
    }

    fn meant(&self) -> &Meant<'_> {
        self.meant.get_or_init(|| Meant::new(self.game, &self.setup))
    }

    fn laid(&self) -> &Laid {
        self.laid.get_or_init(|| Laid::new(self.game, &self.lain, self.meant()))
    }

    fn place(&self, text: &str) -> Option<i32> {
        let named = self.names.place(text);
        // Places that belong to no component are always called the same.
        if let Some(place) = named.filter(|place| !is_of_component(*place, self.instance())) {
            return Some(place);
        }
        match self.by {
            By::Laid => self.laid().place(text),
            By::Lying => self.meant().place(text),
            By::PlacesAsMade | By::AsMade => named,
        }
    }

    fn component(&self, text: &str) -> Option<i32> {
        match self.by {
            By::Laid => self.laid().component(text),
            By::Lying | By::PlacesAsMade | By::AsMade => self.meant().component(text),
        }
    }
}

fn points_at_a_place(one: &Pointing) -> bool {
    matches!(one.of.sort, Sort::Place { .. })
}

/// Whether this is a component or place that a variable or feature of this type may hold.
pub fn points_at(of: &Type, number: i32, instance: &Instance) -> bool {
    match &of.sort {
        Sort::Component { kinds } => instance.component(number).is_some_and(|found| kinds.contains(&found.kind)),
        Sort::Place { classes } => instance.place(number).is_some_and(|found| classes.contains(&found.class)),
        Sort::Number { .. } | Sort::YesNo | Sort::Value { .. } | Sort::Player | Sort::Direction | Sort::Nothing => {
            false
        }
    }
}

/// What the script lays in a place, one by one.
fn described<'p>(
    name: &Word,
    place: i32,
    contents: &'p Contents,
    instance: &Instance,
) -> Result<Vec<&'p Word>, Diagnostic> {
    let counted = match contents {
        Contents::Listed(listed) => return Ok(listed.iter().collect()),
        Contents::Counted(counted) => counted,
    };
    if counted.len() > 1 && instance.place(place).is_some_and(|place| place.ordered) {
        let message = format!("`{}` is a pile: its order matters", name.text);
        let finding = Diagnostic::error("bad-position", message, name.at(), "counted, not listed");
        return Err(finding.with_help("write a list of its components, from the top"));
    }
    // More than a game may have is refused when the box is empty.
    let some = |(word, count): &'p (Word, u32)| std::iter::repeat_n(word, (*count).min(1_001) as usize);
    Ok(counted.iter().flat_map(some).collect())
}

/// A pile is listed from the top and laid from the bottom.
fn from_the_bottom<'z>(zone: &'z Zone<'_>) -> impl Iterator<Item = (i32, i32)> + 'z {
    zone.slots.iter().rev().filter_map(|(_, component)| Some(((*component)?, zone.place?)))
}

/// Whether a place holds such components.
fn fits(word: &Word, place: &Word, component: i32, number: i32, instance: &Instance) -> Result<(), Diagnostic> {
    let Some(kind) = instance.component(component).map(|component| component.kind) else { return Ok(()) };
    let Some(PlaceClass::Area(area)) = instance.place(number).map(|place| place.class) else { return Ok(()) };
    let Some(area) = instance.model.areas.get(area.index()) else { return Ok(()) };
    let name = |kind: &KindId| instance.model.kinds.get(kind.index()).map(|kind| kind.name.as_str());
    match &area.kind {
        AreaKind::Zone(zone) if !zone.holds.contains(&kind) => {
            let holds: Vec<&str> = zone.holds.iter().filter_map(name).collect();
            let message = format!("`{}` cannot lie in `{}`", word.text, place.text);
            Err(Diagnostic::error("bad-position", message, word.at(), "not here")
                .with_label(area.at, format!("it holds {}", holds.join(", "))))
        }
        AreaKind::Zone(_) | AreaKind::Board(_) => Ok(()),
    }
}

/// The player whose place it is.
fn player_of(place: &Place, instance: &Instance) -> Option<i32> {
    let sort = instance.model.owners_of(place.class);
    (sort == OwnerSort::Player).then_some(place.owner)
}

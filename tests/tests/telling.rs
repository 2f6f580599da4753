//! The promise of secrecy the other way round: what a viewer may know is told. And what is told of an answer tells nothing else.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rulehound_grammar::span::Location;
use rulehound_interpreter::facts::Node;
use rulehound_interpreter::facts::calls::{body, called, nodes};
use rulehound_interpreter::facts::effects::{classes_of, homes_of, kinds_of};
use rulehound_interpreter::facts::walk::{self, Inside};
use rulehound_interpreter::model::{
    AreaKind, Audience, AudienceKind, Binder, Block, DefinitionId, Expression, ExpressionKind, KindId, LocalId, Model,
    Offered, PlaceClass, StatementKind,
};
use rulehound_interpreter::play::{Event, EventKind, Game, Holding, Log, Position, Seeded, Stop, Viewer};
use rulehound_interpreter::story::{Length, Teller, seen_by};
use rulehound_tests::load::{game_for, load, rules_in};

/// After so many stops a game is left.
const STOPS: usize = 250;

fn every_file() -> Vec<PathBuf> {
    let folder = |name| rules_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    ["../games", "../examples/classics", "fixtures/reference"].into_iter().flat_map(folder).collect()
}

/// Every game with the fewest and the most players.
fn each_table(wanted: impl Fn(&Model) -> bool, mut check: impl FnMut(&str, &Game)) {
    for path in every_file() {
        let model = load(&path).unwrap_or_else(|errors| panic!("{errors}"));
        if !wanted(&model) {
            continue;
        }
        for count in BTreeSet::from([model.players.least, model.players.most]) {
            let game = game_for(model.clone(), usize::from(count));
            check(&format!("{} with {count} players", path.display()), &game);
        }
    }
}

/// Everybody who is said to see something.
fn audiences(model: &Model) -> Vec<&Audience> {
    let variables = model.variables.iter().map(|variable| &variable.audience);
    let features = model.kinds.iter().flat_map(|kind| &kind.attributes).filter_map(|it| it.audience.as_ref());
    let mut audiences: Vec<&Audience> = variables.chain(features).collect();
    for area in &model.areas {
        if let AreaKind::Zone(zone) = &area.kind {
            // Who sees the top sees all that anybody ever takes from a pile.
            audiences.push(zone.top.as_ref().unwrap_or(&zone.audience));
        }
    }
    audiences
}

/// Whether nobody ever knows what another does not.
fn without_secrets(model: &Model) -> bool {
    let bodies = model.runnables.iter().flat_map(|it| &it.clauses).map(|clause| &clause.body);
    let bodies = bodies.chain(model.triggers.iter().map(|trigger| &trigger.body));
    let together = bodies.flat_map(walk::statements).any(|it| matches!(it.kind, StatementKind::Simultaneous { .. }));
    !together && audiences(model).into_iter().all(|audience| matches!(audience.kind, AudienceKind::All))
}

/// Plays at random and shows what happened on the way to each stop.
fn play(game: &Game, stream: u64, look: &mut dyn FnMut(&Position, &[Event])) {
    let mut chance = Seeded::new(77, stream);
    let mut log = Log::new();
    let Ok(mut position) = game.start(&mut log) else { return };
    for _ in 0..STOPS {
        look(&position, &log.events);
        log = Log::new();
        let result = match position.stop() {
            Stop::Over => return,
            Stop::Chance => position.resolve(chance.pick_weight(&position.weights()), &mut log),
            Stop::Decision => {
                let deciders = position.deciders();
                let seat = deciders[chance.below(deciders.len())];
                let Ok(count) = position.count(seat) else { return };
                position.apply(seat, chance.below(count), &mut log)
            }
        };
        // Some fixtures go wrong in the end.
        if result.is_err() {
            return;
        }
    }
}

/// The viewers at a table besides whoever knows everything.
fn viewers(game: &Game) -> Vec<Viewer> {
    (0..game.instance().seats()).map(Viewer::Seat).chain([Viewer::Nobody]).collect()
}

#[test]
fn without_secrets_everybody_is_told_everything() {
    let mut games = BTreeSet::new();
    let mut lines = 0;
    each_table(without_secrets, |name, game| {
        games.insert(name.split(' ').next().unwrap_or_default().to_owned());
        let explained = Length::Explained(str::to_owned);
        let mut tellers: Vec<Vec<Teller>> = [Length::Short, explained]
            .map(|length| {
                let all = [Viewer::All].into_iter().chain(viewers(game));
                all.map(|viewer| Teller::new(viewer).at_length(length)).collect()
            })
            .into();
        play(game, 1, &mut |position, events| {
            for tellers in &mut tellers {
                let mut told = tellers.iter_mut().map(|teller| teller.tell(events, position));
                let whole = told.next().expect("there is one");
                lines += whole.len();
                for (viewer, story) in viewers(game).into_iter().zip(told) {
                    assert_eq!(story, whole, "{name}: {viewer:?} is told something else");
                }
            }
        });
    });
    for known in ["spots", "backgammon", "english-draughts", "ludo", "go-9x9", "pig", "hex"] {
        assert!(games.iter().any(|game| game.ends_with(&format!("/{known}.rules"))), "{known} has no secrets");
    }
    assert!(lines > 10_000, "only {lines} lines were compared");
}

#[test]
fn what_belongs_to_a_players_own_is_that_players() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/points/owned-by-a-players-own.rules");
    let game = game_for(load(&path).unwrap_or_else(|errors| panic!("{errors}")), 3);
    let position = game.start(&mut Log::new()).unwrap();
    let players = &game.instance().players;
    for (seat, name) in players.iter().enumerate() {
        // There are two chests and two boxes of each.
        let key = format!("key of Chest of {name}");
        let dust = |other: &String| format!("dust of Box of Chest of {other}");
        let others = players.iter().filter(|other| *other != name).map(dust);
        let expected: Vec<String> = std::iter::once(key).chain(others).flat_map(|one| [one.clone(), one]).collect();
        let view = position.view(Viewer::Seat(seat)).unwrap();
        let seen: Vec<&String> = view.variables.iter().map(|(name, _)| name).collect();
        assert_eq!(seen, expected.iter().collect::<Vec<_>>());
    }
    // What lies in one's own chests may be read to ask; that was refused before.
    let mut first = None;
    play(&game, 0, &mut |position, _| {
        if first.is_none() && position.stop() == Stop::Decision {
            let offer = position.offer(0).unwrap().expect("the first player is asked");
            first = Some(offer.options.iter().filter(|option| option.text.starts_with("show coin ")).count());
        }
    });
    assert_eq!(first, Some(2));
}

/// What a seat is shown of a family: the names of what it sees, without what does not begin so.
fn names_seen(position: &Position, seat: usize, begin: &str) -> Vec<String> {
    let view = position.view(Viewer::Seat(seat)).unwrap();
    view.variables.into_iter().map(|(name, _)| name).filter(|name| name.starts_with(begin)).collect()
}

#[test]
fn who_sees_a_thing_is_told_by_which_it_is() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/points/named-in-audiences.rules");
    let game = game_for(load(&path).unwrap_or_else(|errors| panic!("{errors}")), 2);
    let mut first = None;
    play(&game, 0, &mut |position, _| {
        if first.is_none() && position.stop() == Stop::Decision {
            first = Some(position.clone());
        }
    });
    let position = first.expect("somebody is asked");
    // Of the first player is the north, of the second the south; the first chest and letter are the first player's, and so on.
    let expected = [
        (0, "tax(", &["tax(north)"][..]),
        (1, "tax(", &["tax(south)"]),
        (0, "wish(", &["wish(Ann, north)", "wish(Ann, south)", "wish(Ann, west)", "wish(Ben, north)"]),
        (1, "wish(", &["wish(Ann, south)", "wish(Ben, north)", "wish(Ben, south)", "wish(Ben, west)"]),
        (1, "seal(2, north)", &["seal(2, north) of chest 2"]),
        (1, "seal(2, south)", &["seal(2, south) of chest 1", "seal(2, south) of chest 2", "seal(2, south) of chest 3"]),
    ];
    for (seat, begin, names) in expected {
        assert_eq!(names_seen(&position, seat, begin), names, "seat {seat}, {begin}");
    }
    // What lies in places: the drawer of one's letters, the counter and the top of the chute of one's town, the chest that one keeps, and
    // no locker of one's town.
    for (seat, own, other) in
        [(0, ["Ann", "north", "1"], ["Ben", "south", "2"]), (1, ["Ben", "south", "2"], ["Ann", "north", "1"])]
    {
        let view = position.view(Viewer::Seat(seat)).unwrap();
        let is_open = |held: &Holding| match held {
            Holding::Seen(_) | Holding::Ordered(_) => true,
            Holding::Hidden { top, .. } => top.is_some(),
        };
        let open = |name: String| view.places.iter().any(|(place, held)| *place == name && is_open(held));
        let seen = |[player, town, chest]: [&str; 3]| {
            let names = [
                format!("drawer({player})"),
                format!("{town}.counter"),
                format!("chute({town})"),
                format!("inside of chest {chest}"),
            ];
            (names.map(open), open(format!("locker({town})")))
        };
        assert_eq!((seen(own), seen(other)), (([true; 4], false), ([false; 4], true)), "seat {seat}: {view:#?}");
    }
}

/// What a viewer is told of each answer that could be given here: its words, or that there are some.
fn told_of_answers(position: &Position, decider: usize, viewer: Viewer) -> Vec<String> {
    let seats = position.game().instance().seats();
    let count = position.count(decider).unwrap_or(0);
    let told = |option| {
        let (mut next, mut log) = (position.clone(), Log::new());
        next.apply(decider, option, &mut log).ok()?;
        let answer = log.events.iter().find(|event| matches!(event.kind, EventKind::Chosen { .. }))?;
        match seen_by(answer, viewer, seats)?.kind {
            EventKind::Chosen { text, .. } => Some(text),
            _ => None,
        }
    };
    let mut told: Vec<String> = (0..count).filter_map(told).collect();
    told.sort();
    told.dedup();
    told
}

/// Whether an answer here is said aloud: of whatever follows each, up to the next stop, everybody sees all.
fn is_said_aloud(position: &Position, decider: usize) -> bool {
    let game = position.game();
    let seats = game.instance().seats();
    let is_open = |event: &Event| {
        let whole = |viewer| seen_by(event, viewer, seats).is_some_and(|told| told.kind == event.kind);
        matches!(event.kind, EventKind::Chosen { .. } | EventKind::PhaseBegan { .. })
            || viewers(game).into_iter().all(whole)
    };
    (0..position.count(decider).unwrap_or(0)).all(|option| {
        let mut log = Log::new();
        let done = position.clone().apply(decider, option, &mut log);
        done.is_ok() && log.events.iter().all(is_open)
    })
}

/// The most options at which all are tried.
const FEW: usize = 12;

/// Whoever is told an answer could have said before which answers there were: whatever is hidden from him, they are the same. But what is said
/// aloud, with nothing behind it that is hidden, tells what the player wants to tell.
#[test]
fn an_answer_tells_nothing_hidden() {
    let (mut told, mut untold, mut said) = (0, 0, 0);
    each_table(
        |model| !without_secrets(model),
        |name, game| {
            let mut exchange = Seeded::new(5, 0);
            play(game, 2, &mut |position, _| {
                let [decider] = position.deciders()[..] else { return };
                if position.count(decider).map_or(true, |count| count > FEW) {
                    return;
                }
                let aloud = is_said_aloud(position, decider);
                for seat in (0..game.instance().seats()).filter(|seat| *seat != decider) {
                    let viewer = Viewer::Seat(seat);
                    let here = told_of_answers(position, decider, viewer);
                    let there =
                        told_of_answers(&position.redealt(seat, &mut exchange).expect("a seat"), decider, viewer);
                    // In the middle of a plan nothing may be left to do with other cards.
                    if there.is_empty() {
                        continue;
                    }
                    if here != there && aloud {
                        said += 1;
                        continue;
                    }
                    assert_eq!(here, there, "{name}: what {decider} may do tells {seat} something hidden");
                    let open = here.iter().any(|text| !text.is_empty());
                    told += u32::from(open);
                    untold += u32::from(!open);
                }
            });
        },
    );
    assert!(told > 300 && untold > 300, "{told} decisions were told, {untold} were not");
    assert!(said > 0, "nothing was said aloud");
}

/// Which questions rest on nothing hidden, by what the rules say and not by what the engine works out: what is read is seen by all, as is
/// everything on which it depends whether they are asked. Where in doubt they are left out.
struct Questions<'m> {
    model: &'m Model,
    /// Bodies that run only on something hidden, or of which others do not know how they go on.
    dark: BTreeSet<Node>,
    open: BTreeSet<Location>,
}

/// What is known on the way through a body.
#[derive(Clone, Default)]
struct Way {
    dark: bool,
    tainted: BTreeSet<LocalId>,
}

impl<'m> Questions<'m> {
    fn open(model: &'m Model) -> BTreeSet<Location> {
        let mut questions = Self { model, dark: BTreeSet::new(), open: BTreeSet::new() };
        loop {
            let before = questions.dark.len();
            questions.open.clear();
            for node in nodes(model) {
                let trigger = matches!(node, Node::Trigger(_));
                let mut way = Way { dark: trigger || questions.dark.contains(&node), ..Way::default() };
                if let Some(body) = body(model, node) {
                    questions.block(body, &mut way);
                }
            }
            if questions.dark.len() == before {
                return questions.open;
            }
        }
    }

    fn block(&mut self, block: &'m Block, way: &mut Way) {
        for statement in &block.statements {
            let mut seen = true;
            walk::expressions(statement, &mut |_, it| seen &= self.seen(it, &way.tainted, &mut BTreeSet::new()));
            if way.dark || !seen {
                self.dark.extend(called(self.model, statement));
            }
            let asks = matches!(
                statement.kind,
                StatementKind::Choose(_) | StatementKind::ChooseOption { .. } | StatementKind::May(_)
            );
            if asks && seen && !way.dark {
                self.open.insert(statement.at);
            }
            if !seen {
                match &statement.kind {
                    StatementKind::Choose(it) => way.tainted.extend(names(&it.offered)),
                    StatementKind::ChooseOption { options, .. } => {
                        way.tainted.extend(options.iter().flat_map(|option| names(&option.offered)));
                    }
                    StatementKind::For(it, _) => way.tainted.extend(it.binders.iter().map(|binder| binder.local)),
                    StatementKind::RepeatFor { binder, .. } => way.tainted.extend([binder.local]),
                    StatementKind::Let(local, _) => way.tainted.extend([*local]),
                    StatementKind::DrawOne(binder) => way.tainted.extend([binder.local]),
                    _ => {}
                }
            }
            for (inside, inner) in walk::blocks(statement) {
                let hidden = !seen || matches!(inside, Inside::Secret | Inside::Plan);
                self.block(inner, &mut Way { dark: way.dark || hidden, tainted: way.tainted.clone() });
            }
            let inner = walk::blocks(statement).into_iter().flat_map(|(_, block)| walk::statements(block));
            if !seen && inner.into_iter().any(|it| matches!(it.kind, StatementKind::Leave(_))) {
                way.dark = true;
            }
        }
    }

    fn seen(&self, expression: &Expression, tainted: &BTreeSet<LocalId>, known: &mut BTreeSet<DefinitionId>) -> bool {
        use ExpressionKind as E;
        // How much lies somewhere all see.
        let counted = match expression.kind.as_ref() {
            E::CountOf(set) => Some(set),
            E::CountTuples(binders) => match binders.as_slice() {
                [Binder { set, condition: None, .. }] => Some(set),
                _ => None,
            },
            _ => None,
        };
        if let Some(E::Contents(place)) = counted.map(|set| set.kind.as_ref()) {
            return self.seen(place, tainted, known);
        }
        let lies_open = |kind: &KindId| homes_of(self.model, *kind).into_iter().all(|class| self.lies_open(class));
        let here = match expression.kind.as_ref() {
            E::Variable(cell) => is_open(&self.model.variables[cell.variable.index()].audience),
            E::Attribute(cell) => {
                let attribute = &self.model.kinds[cell.kind.index()].attributes[cell.attribute];
                lies_open(&cell.kind) && attribute.audience.as_ref().is_none_or(is_open)
            }
            E::Contents(place) | E::Top(place) | E::Bottom(place) => {
                classes_of(&place.of).into_iter().all(|class| self.lies_open(class))
            }
            E::PlaceOf(of) => kinds_of(&of.of).iter().all(lies_open),
            E::Components(kind, _) => lies_open(kind),
            E::Local(local) => !tainted.contains(local),
            E::Call(definition, _) if known.insert(*definition) => {
                let clauses = &self.model.definitions[definition.index()].clauses;
                clauses.iter().all(|clause| self.seen(&clause.body, tainted, known))
            }
            _ => true,
        };
        here && walk::parts(expression).into_iter().all(|part| self.seen(part, tainted, known))
    }

    fn lies_open(&self, class: PlaceClass) -> bool {
        let PlaceClass::Area(area) = class else { return true };
        match &self.model.areas[area.index()].kind {
            AreaKind::Zone(zone) => is_open(&zone.audience),
            AreaKind::Board(_) => true,
        }
    }
}

fn is_open(audience: &Audience) -> bool {
    matches!(audience.kind, AudienceKind::All)
}

/// In games with secrets, what is answered to a question that rests on nothing hidden is told to all.
#[test]
fn open_questions_are_answered_for_all_to_hear() {
    let (mut asked, mut games) = (0, BTreeSet::new());
    each_table(
        |model| !without_secrets(model),
        |name, game| {
            let open = Questions::open(&game.instance().model);
            let mut question = None;
            play(game, 3, &mut |position, events| {
                if let Some((seat, at)) = question.take() {
                    let answer =
                        events.iter().find(|it| matches!(it.kind, EventKind::Chosen { .. })).expect("an answer");
                    for viewer in viewers(game) {
                        let told = seen_by(answer, viewer, game.instance().seats());
                        let words = told.map(|event| event.kind);
                        let heard = matches!(&words, Some(EventKind::Chosen { text, .. }) if !text.is_empty());
                        assert!(heard, "{name}: {viewer:?} does not hear what {seat} answers at {at:?}: {answer:?}");
                        asked += 1;
                    }
                    games.insert(name.split(' ').next().unwrap_or_default().to_owned());
                }
                let [seat] = position.deciders()[..] else { return };
                let Ok(Some(offer)) = position.offer(seat) else { return };
                question = open.contains(&offer.asked.at).then_some((seat, offer.asked.at));
            });
        },
    );
    assert!(asked > 500 && games.len() > 5, "{asked} in {games:?}");
}

/// All names of what may be chosen.
fn names(offered: &Offered) -> Vec<LocalId> {
    let elements = offered.meant.binders().iter().map(|binder| binder.local);
    elements.chain(offered.meant.names()).collect()
}

//! Classic games that hang on luck, with the rules played by hand beside them: what cards count, rows, what dice fit.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rulehound_interpreter::play::{Game, Holding, Log, Position, Seeded, Stop, View, Viewer};
use rulehound_interpreter::script::{Listener, Passage, read, run};
use rulehound_judges::by_hand::countryside::{Countryside, Tile};
use rulehound_tests::load::{game_for, load};
use rulehound_tests::parallel::in_parallel;
use rulehound_tests::playout::playout;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/classics").join(format!("{name}.rules"))
}

fn game(name: &str, players: usize) -> Game {
    game_for(load(&path(name)).unwrap_or_else(|errors| panic!("{errors}")), players)
}

fn all_of(position: &Position) -> View {
    position.view(Viewer::All).expect("a viewer")
}

/// The numbers on the cards in a place, as it holds them.
fn cards(view: &View, place: &str) -> Vec<u32> {
    let last = |words: &str| words.rsplit(' ').next().and_then(|number| number.parse().ok());
    let number = |words: &String| last(words).unwrap_or_else(|| panic!("{words} in {place}"));
    match view.places.iter().find(|(found, _)| found == place) {
        Some((_, Holding::Seen(found))) => found.iter().map(|(words, _)| number(words)).collect(),
        Some((_, Holding::Ordered(found))) => found.iter().map(number).collect(),
        Some((_, hidden @ Holding::Hidden { .. })) => panic!("{hidden:?} in {place}"),
        None => Vec::new(),
    }
}

/// The number a variable holds.
fn number(view: &View, variable: &str) -> u32 {
    let found = view.variables.iter().find(|(found, _)| found == variable);
    found.and_then(|(_, value)| value.parse().ok()).unwrap_or_else(|| panic!("{variable} in {:?}", view.variables))
}

fn each_seat<T>(game: &Game, of: impl Fn(&str) -> T) -> Vec<T> {
    game.instance().players.iter().map(|name| of(name)).collect()
}

/// The texts of what a seat may choose.
fn offers(position: &Position, seat: usize) -> Vec<String> {
    let offer = position.offer(seat).expect("no fault").expect("an offer");
    offer.options.iter().map(|option| option.text.clone()).collect()
}

/// The seats that have the least.
fn with_least(points: &[i64]) -> Vec<usize> {
    let least = points.iter().min().expect("somebody");
    (0..points.len()).filter(|seat| points[*seat] == *least).collect()
}

// ---- pay or take ---------------------------------------------------------------------------------------------------

/// Runs of cards, each counted once by its lowest.
fn counted(mut cards: Vec<u32>) -> i64 {
    cards.sort_unstable();
    let heads = cards.iter().enumerate().filter(|(at, card)| *at == 0 || cards[at - 1] + 1 != **card);
    heads.map(|(_, card)| i64::from(*card)).sum()
}

#[test]
fn pay_or_take_counts_runs_as_by_hand() {
    let mut in_runs = 0;
    for (players, chips) in [(3, 11), (4, 11), (5, 11), (6, 9), (7, 7)] {
        let game = game("pay-or-take", players);
        for stream in 0..20 {
            let end = playout(&game, 3, stream, &mut |_| Ok(())).unwrap_or_else(|message| panic!("{message}"));
            let view = all_of(&end);
            let held = each_seat(&game, |name| number(&view, &format!("{name}.chips")));
            assert_eq!(held.iter().sum::<u32>(), chips * u32::try_from(players).expect("few"));
            let taken = each_seat(&game, |name| cards(&view, &format!("{name}.cards")));
            assert_eq!(taken.iter().map(Vec::len).sum::<usize>(), 24);
            in_runs += taken.iter().flatten().filter(|card| taken.iter().any(|of| of.contains(&(*card + 1)))).count();
            let points: Vec<i64> =
                taken.into_iter().zip(&held).map(|(cards, chips)| counted(cards) - i64::from(*chips)).collect();
            assert_eq!(end.outcome().expect("an outcome").winners(), with_least(&points), "{points:?}");
        }
    }
    assert!(in_runs > 100, "hardly any runs: {in_runs}");
}

// ---- the sixth card ------------------------------------------------------------------------------------------------

fn thorns_of(card: u32) -> u32 {
    match card {
        55 => 7,
        _ if card.is_multiple_of(11) => 5,
        _ if card.is_multiple_of(10) => 3,
        _ if card.is_multiple_of(5) => 2,
        _ => 1,
    }
}

/// Four rows, and what everybody has taken.
#[derive(Debug, PartialEq, Eq)]
struct Rows {
    rows: [Vec<u32>; 4],
    thorns: Vec<u32>,
}

impl Rows {
    fn of(position: &Position) -> Self {
        let view = all_of(position);
        Self {
            rows: std::array::from_fn(|row| cards(&view, &format!("row({})", row + 1))),
            thorns: each_seat(position.game(), |name| number(&view, &format!("{name}.thorns"))),
        }
    }

    /// The row whose end is nearest below a card.
    fn fitting(&self, card: u32) -> Option<usize> {
        let below = (0..4).filter(|row| self.rows[*row].last().is_some_and(|end| *end < card));
        below.max_by_key(|row| self.rows[*row].last().copied())
    }

    fn take(&mut self, seat: usize, row: usize) {
        self.thorns[seat] += std::mem::take(&mut self.rows[row]).into_iter().map(thorns_of).sum::<u32>();
    }
}

/// All choose, then the cards are laid one after the other; how many rows were taken because nothing fitted, and because they were full.
fn one_round(position: &mut Position, chance: &mut Seeded) -> (usize, usize) {
    let (mut log, mut rows, mut chosen) = (Log::silent(), Rows::of(position), Vec::new());
    for seat in position.deciders() {
        let texts = offers(position, seat);
        let option = chance.below(texts.len());
        chosen.push((texts[option].parse::<u32>().expect("a card"), seat));
        position.apply(seat, option, &mut log).expect("no fault");
    }
    chosen.sort_unstable();
    let (mut low, mut full) = (0, 0);
    for (card, seat) in chosen {
        let row = rows.fitting(card).unwrap_or_else(|| {
            low += 1;
            assert_eq!(position.deciders(), [seat], "{card} fits nowhere: {rows:?}");
            let row = chance.below(4);
            assert_eq!(offers(position, seat)[row], format!("take row {}", row + 1));
            position.apply(seat, row, &mut log).expect("no fault");
            row
        });
        let fits = rows.fitting(card).is_some();
        if !fits || rows.rows[row].len() == 5 {
            full += usize::from(fits);
            rows.take(seat, row);
        }
        rows.rows[row].push(card);
    }
    let now = Rows::of(position);
    assert_eq!(now.thorns, rows.thorns);
    // Behind the last round of a deal the rows are cleared away.
    if position.stop() == Stop::Decision {
        assert_eq!(now, rows);
    }
    (low, full)
}

#[test]
fn the_sixth_card_is_laid_as_by_hand() {
    let (mut low, mut full) = (0, 0);
    for players in [2, 4, 10] {
        let game = game("sixth-card", players);
        for stream in 0..4 {
            let mut chance = Seeded::new(6, stream);
            let mut position = game.start(&mut Log::silent()).expect("it starts");
            while position.stop() != Stop::Over {
                if position.stop() == Stop::Chance {
                    let outcome = chance.pick_weight(&position.weights());
                    position.resolve(outcome, &mut Log::silent()).expect("no fault");
                } else {
                    let taken = one_round(&mut position, &mut chance);
                    (low, full) = (low + taken.0, full + taken.1);
                }
            }
            let thorns: Vec<i64> = Rows::of(&position).thorns.into_iter().map(i64::from).collect();
            assert!(thorns.iter().any(|thorns| *thorns >= 66), "{thorns:?}");
            assert_eq!(position.outcome().expect("an outcome").winners(), with_least(&thorns));
        }
    }
    assert!(low > 50 && full > 50, "hardly any row was taken: {low}, {full}");
}

// ---- up and down ---------------------------------------------------------------------------------------------------

/// What may be laid by hand, card after card, each on the two piles that go up and the two that go down.
fn may_be_laid(view: &View, hand: &[u32]) -> Vec<String> {
    let on = |pile: &str, empty| cards(view, pile).first().copied().unwrap_or(empty);
    let mut found = Vec::new();
    for card in hand {
        for number in 1..=2 {
            let end = on(&format!("rising({number})"), 1);
            if *card > end || card + 10 == end {
                found.push(format!("lay {card} on rising pile {number}"));
            }
        }
        for number in 1..=2 {
            let end = on(&format!("falling({number})"), 100);
            if *card < end || *card == end + 10 {
                found.push(format!("lay {card} on falling pile {number}"));
            }
        }
    }
    found
}

#[test]
fn up_and_down_offers_what_fits() {
    let mut back = 0;
    for players in [1, 2, 5] {
        let game = game("up-and-down", players);
        for stream in 0..20 {
            let end = playout(&game, 4, stream, &mut |position| {
                let [seat] = position.deciders()[..] else { return Ok(()) };
                let view = all_of(position);
                let hand = cards(&view, &format!("{}.hand", game.instance().players[seat]));
                let mut expected = may_be_laid(&view, &hand);
                let found = offers(position, seat);
                if number(&view, "number_laid")
                    >= if view.places.iter().any(|(place, _)| place == "deck") { 2 } else { 1 }
                {
                    expected.push("stop".to_owned());
                }
                back += usize::from(found.len() > 2);
                if found == expected { Ok(()) } else { Err(format!("{found:?}, but {expected:?}")) }
            });
            let end = end.unwrap_or_else(|message| panic!("{message}"));
            let winners = end.outcome().expect("an outcome").winners().len();
            let left: usize = each_seat(&game, |name| cards(&all_of(&end), &format!("{name}.hand")).len()).iter().sum();
            assert_eq!(winners, if left == 0 { players } else { 0 });
        }
    }
    assert!(back > 100, "{back}");
}

// ---- climbers ------------------------------------------------------------------------------------------------------

/// A turn of Ann's in which the three climbers are on these paths already, before the dice are thrown.
fn with_climbers_on(paths: [u32; 3]) -> Position {
    struct Silent;
    impl Listener for Silent {
        fn passage(&mut self, _: &Passage<'_>) {}
    }
    let squares =
        paths.map(|path| format!("square {}12: Climber", char::from_u32(u32::from('a') + path - 2).expect("a letter")));
    let text = format!(
        "game: climbers.rules\nplayers: [Ann, Ben]\nposition:\n  zones: {{{}}}\nphase: one_turn(Ann)\nsteps: []\n",
        squares.join(", ")
    );
    let script = read(&text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let model = load(&path("climbers")).unwrap_or_else(|errors| panic!("{errors}"));
    run(&script, model, &mut Silent).position.expect("a position")
}

/// The two sums, the lesser first, that four dice can make and of which one is among the paths.
fn pairs(dice: [u32; 4], paths: [u32; 3]) -> BTreeSet<(u32, u32)> {
    let total: u32 = dice.iter().sum();
    let sums = (1..4).map(|other| dice[0] + dice[other]);
    let pairs = sums.map(|sum| (sum.min(total - sum), sum.max(total - sum)));
    pairs.filter(|(low, high)| paths.contains(low) || paths.contains(high)).collect()
}

/// How many of the 1,296 throws fit one of three paths; each offers what it does by hand.
fn throws_that_fit(paths: [u32; 3]) -> usize {
    let start = with_climbers_on(paths);
    let fit = in_parallel(1_296, |throw| {
        let dice = [1, 6, 36, 216].map(|power| u32::try_from(throw / power % 6 + 1).expect("a side"));
        let mut position = start.clone();
        for side in dice {
            position.resolve(side as usize - 1, &mut Log::silent()).expect("no fault");
        }
        let expected = pairs(dice, paths);
        if expected.is_empty() {
            assert!(position.deciders().is_empty(), "{dice:?} fit none of {paths:?}");
        } else {
            let expected: Vec<String> = expected.iter().map(|(low, high)| format!("go up {low} and {high}")).collect();
            assert_eq!(offers(&position, 0), expected, "{dice:?}, {paths:?}");
        }
        !expected.is_empty()
    });
    fit.into_iter().filter(|fits| *fits).count()
}

/// Best and worst of all: 92 and 44 in a hundred.
#[test]
fn climbers_may_go_on_as_often_as_is_known() {
    assert_eq!(throws_that_fit([6, 7, 8]), 1_192);
    assert_eq!(throws_that_fit([2, 3, 12]), 568);
    assert_eq!(throws_that_fit([4, 6, 8]), 1_181);
}

// ---- countryside ---------------------------------------------------------------------------------------------------

/// The tile that lies in a place whose name begins so.
fn tile_in(view: &View, place: &str) -> Tile {
    let lying = view.places.iter().filter(|(found, _)| found.starts_with(place));
    let words = lying.filter_map(|(_, holding)| if let Holding::Seen(found) = holding { Some(found) } else { None });
    let tile = words.flatten().find(|(words, _)| words.starts_with("Tile "));
    Tile::read(&tile.unwrap_or_else(|| panic!("no tile in {place}")).0)
}

/// One of the ways by hand, which are all that is offered beside what is named; where it leads by hand, if it is a way.
fn chosen<T: Copy>(
    position: &mut Position,
    seat: usize,
    ways: &BTreeMap<String, T>,
    besides: Option<&str>,
    chance: &mut Seeded,
) -> Option<T> {
    let texts = offers(position, seat);
    let expected: BTreeSet<&str> = ways.keys().map(String::as_str).chain(besides).collect();
    assert_eq!(texts.iter().map(String::as_str).collect::<BTreeSet<_>>(), expected);
    assert_eq!(texts.len(), expected.len(), "something is offered twice");
    let option = chance.below(texts.len());
    position.apply(seat, option, &mut Log::silent()).expect("no fault");
    ways.get(&texts[option]).copied()
}

fn scores(position: &Position) -> Vec<u32> {
    let view = all_of(position);
    each_seat(position.game(), |name| number(&view, &format!("{name}.score")))
}

/// One random game; how many people came home because something was complete.
fn countryside_beside_by_hand(game: &Game, stream: u64) -> usize {
    let mut chance = Seeded::new(7, stream);
    let mut position = game.start(&mut Log::silent()).expect("it starts");
    let (mut country, mut home): (Option<Countryside>, usize) = (None, 0);
    while position.stop() != Stop::Over {
        if position.stop() == Stop::Chance {
            let outcome = chance.pick_weight(&position.weights());
            position.resolve(outcome, &mut Log::silent()).expect("no fault");
            continue;
        }
        let (seat, view) = (position.deciders()[0], all_of(&position));
        let seats = game.instance().seats();
        let country = country.get_or_insert_with(|| Countryside::new(seats, tile_in(&view, "land(")));
        let tile = tile_in(&view, "tray");
        let way = chosen(&mut position, seat, &country.ways(tile), None, &mut chance).expect("a way");
        country.lay(tile, way);
        let spots = country.free_spots(way.0, seat);
        if let Some(spot) = chosen(&mut position, seat, &spots, Some("nobody"), &mut chance) {
            country.send(seat, spot);
        }
        home += country.count_complete(way.0);
        if position.stop() != Stop::Over {
            assert_eq!(scores(&position), country.score);
        }
    }
    let mut country = country.expect("a tile was laid");
    country.end();
    assert_eq!(scores(&position), country.score);
    home
}

#[test]
fn countryside_is_laid_and_counted_as_by_hand() {
    let home: Vec<usize> = [2, 3, 4]
        .into_iter()
        .flat_map(|players| {
            let game = game("countryside", players);
            in_parallel(8, |stream| countryside_beside_by_hand(&game, stream as u64))
        })
        .collect();
    assert!(home.iter().sum::<usize>() > 30, "hardly anything was complete: {home:?}");
}

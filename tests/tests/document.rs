//! Rule documents: fresh, sound as pages, and telling what the rules say.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_interpreter::document::picture::{BoardPicture, Hexagons, Spot};
use rulehound_interpreter::document::{Example, document, html, markdown, plan, variant};
use rulehound_interpreter::model::{AreaId, AreaKind, Board, Model};
use rulehound_tests::documents::{document_of, examples, folder, game, games, shipped};
use rulehound_tests::load::{load, rules_in};
use scraper::{ElementRef, Html, Selector};

fn select(selector: &str) -> Selector {
    Selector::parse(selector).expect("a selector")
}

/// Words as they are read: all blanks alike.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words of an element; between two blocks there is a blank.
fn text_of(element: ElementRef<'_>) -> String {
    // Punctuation stands right behind a link.
    words(&element.text().collect::<Vec<_>>().join("\u{1}").replace('\u{1}', " "))
        .replace(" .", ".")
        .replace(" ,", ",")
        .replace(" ;", ";")
        .replace(" :", ":")
        .replace(" ”", "”")
        .replace("“ ", "“")
        .replace(" 's", "'s")
}

fn page_of(name: &str) -> Html {
    Html::parse_document(&html(&document_of(name)))
}

fn whole(page: &Html) -> String {
    text_of(page.select(&select("main")).next().expect("a main part"))
}

/// Set `UPDATE` to write them; `.ci/documents` does the same with the command line.
#[test]
fn documents_are_fresh() {
    let to = folder("docs/games");
    let mut expected = BTreeSet::new();
    for name in games() {
        let made = document_of(&name);
        for (extension, text) in [("html", html(&made)), ("md", markdown(&made))] {
            let file = format!("{name}.{extension}");
            let path = to.join(&file);
            if std::env::var_os("UPDATE").is_some() {
                std::fs::write(&path, &text).expect("it can be written");
            }
            let there = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(there == text, "docs/games/{file} is not what the rules say now; run `.ci/documents`");
            expected.insert(file);
        }
    }
    let there = std::fs::read_dir(to).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let there: BTreeSet<String> = there.map(|name| name.to_string_lossy().into_owned()).collect();
    assert_eq!(there, expected);
}

#[test]
fn the_same_rules_give_the_same_bytes() {
    assert_eq!(html(&document_of("spots")), html(&document_of("spots")));
}

#[test]
fn pages_are_sound() {
    for name in games() {
        is_sound(&name, &html(&document_of(&name)));
    }
    // Boards of every shape.
    for path in ["examples/classics", "docs/book/src/cookbook", "tests/fixtures/boards"]
        .into_iter()
        .flat_map(|name| rules_in(&folder(name)))
    {
        let model = load(&path).unwrap_or_else(|errors| panic!("{errors}"));
        is_sound(&path.display().to_string(), &html(&document(&model, &[])));
    }
}

/// A board by its name.
fn board(model: &Model, name: &str) -> (Board, BoardPicture) {
    let id = model.areas.iter().position(|area| area.name == name).expect("an area");
    let AreaKind::Board(board) = &model.areas[id].kind else { panic!("{name} is no board") };
    (board.clone(), plan(model, AreaId::from(id)).expect("a board"))
}

/// Where the middle of a place is drawn, in parts of a thirtieth of half a square.
fn middle(drawn: &BoardPicture, index: usize) -> (i32, i32) {
    let half = Hexagons::half(drawn.hexagons);
    let (across, down) = drawn.spots[index].at;
    (across * half.0, down * half.1)
}

#[test]
fn hexagons_that_touch_are_joined_and_no_others() {
    let model = load(&folder("tests/fixtures/boards/hexagons.rules")).unwrap_or_else(|errors| panic!("{errors}"));
    for name in ["rhombus", "other_rhombus", "from_below", "large", "other_large", "lattice", "upright"] {
        let (board, drawn) = board(&model, name);
        assert!(drawn.hexagons.is_some() && drawn.lines.is_empty(), "{name}");
        let (mut joined, mut apart) = (Vec::new(), Vec::new());
        for (one, point) in board.points.iter().enumerate() {
            for other in (0..board.points.len()).filter(|other| *other != one) {
                let ((x, y), (across, down)) = (middle(&drawn, one), middle(&drawn, other));
                let far = (x - across).pow(2) + (y - down).pow(2);
                let is_joined = point.joined.iter().flatten().any(|to| usize::from(*to) == other);
                if is_joined { joined.push(far) } else { apart.push(far) }
            }
        }
        let (farthest, nearest) = (joined.iter().max().expect("some"), apart.iter().min().expect("some"));
        // Two that touch are as far from each other as a square is wide, all others half as much more at least.
        assert!(*farthest <= 910 && *nearest > 2 * 900, "{name}: {farthest} and {nearest}");
        assert_eq!(drawn.rim.len(), drawn.rim.iter().map(|rim| rim.at).collect::<BTreeSet<_>>().len(), "{name}");
    }
}

#[test]
fn lines_that_the_rules_draw_are_drawn() {
    let model = load(&folder("tests/fixtures/boards/hexagons.rules")).unwrap_or_else(|errors| panic!("{errors}"));
    for (name, lines) in [("with_a_gap", 10), ("crossing", 30), ("lines", 7), ("squares", 0)] {
        let (_, drawn) = board(&model, name);
        assert_eq!((drawn.lines.len(), drawn.hexagons), (lines, None), "{name}");
    }
}

/// The name of a net's place stands above it: none lies over another name or another place, and none is cut off at the edge.
#[test]
fn names_of_a_net_have_room() {
    for file in ["tests/fixtures/boards/crowds.rules", "tests/fixtures/boards/far-roads.rules"] {
        let model = load(&folder(file)).unwrap_or_else(|errors| panic!("{errors}"));
        let drawn = model.areas.iter().enumerate().find_map(|(id, _)| plan(&model, AreaId::from(id))).expect("a board");
        let half = drawn.side / 2;
        let ends = |spot: &Spot| {
            let (middle, wide) = ((spot.at.0 + 1) * half, 7 * spot.label.chars().count() as i32 / 2);
            (middle - wide, middle + wide)
        };
        for spot in &drawn.spots {
            // Around the squares there is an edge.
            let (left, right) = ends(spot);
            assert!(left >= -18 && right <= drawn.size.0 * half + 18, "{file}: {} is cut off", spot.label);
            for other in drawn.spots.iter().filter(|other| other.at.1 == spot.at.1 && other.at.0 > spot.at.0) {
                assert!(right < ends(other).0, "{file}: {} runs into {}", spot.label, other.label);
                assert!(other.at.0 - spot.at.0 > 2, "{file}: {} touches {}", spot.label, other.label);
            }
        }
    }
}

fn is_sound(name: &str, text: &str) {
    let page = Html::parse_document(text);
    assert!(page.errors.is_empty(), "{name}: {:?}", page.errors);
    let mut ids = BTreeSet::new();
    for element in page.select(&select("[id]")) {
        let id = element.attr("id").unwrap_or_default().to_owned();
        assert!(ids.insert(id.clone()), "{name}: the id `{id}` stands twice");
    }
    for link in page.select(&select("a[href]")) {
        let to = link.attr("href").unwrap_or_default();
        // The page of a variant leads to that of the game it changes, which lies beside it.
        if games().iter().any(|game| name.starts_with(&format!("{game}-")) && to == format!("{game}.html")) {
            continue;
        }
        let target = to.strip_prefix('#').unwrap_or_else(|| panic!("{name}: a link leaves the page: {to}"));
        assert!(ids.contains(target), "{name}: a link leads nowhere: {to}");
    }
    for attribute in ["aria-labelledby", "aria-describedby"] {
        for element in page.select(&select(&format!("[{attribute}]"))) {
            for id in element.attr(attribute).unwrap_or_default().split(' ') {
                assert!(ids.contains(id), "{name}: nothing is called {id}");
            }
        }
    }
    assert!(page.select(&select("link, img, iframe, object, [src], [onclick], base")).next().is_none());
    // The only script finds words, asks for nothing, and the page is whole without it.
    let scripts: Vec<ElementRef<'_>> = page.select(&select("script")).collect();
    assert!(matches!(scripts.as_slice(), [only] if only.value().attrs().next().is_none()), "{name}");
    for word in ["fetch", "import", "XMLHttp", "WebSocket", "localStorage", "cookie", "eval", "innerHTML"] {
        assert!(scripts.iter().all(|script| !text_of(*script).contains(word)), "{name}: a script uses {word}");
    }
    assert!(page.select(&select("[hidden]")).all(|one| one.attr("class") == Some("search")), "{name}");
    assert!(!text.contains("http:") && !text.contains("https:") && !text.contains("url("), "{name} asks for more");
    assert_eq!(page.select(&select("h1")).count(), 1, "{name}");
    assert!(page.select(&select("html[lang]")).next().is_some());
    for picture in page.select(&select("svg")) {
        // What has links in it is a group for those who cannot see it; else they could not be reached.
        let links = picture.select(&select("a")).next().is_some();
        assert_eq!(picture.attr("role"), Some(if links { "group" } else { "img" }));
        for part in ["title", "desc"] {
            let told = picture.select(&select(part)).next().map(text_of).unwrap_or_default();
            assert!(!told.is_empty(), "{name}: a picture without {part}");
        }
    }
    headings_go_down_step_by_step(name, &page);
}

fn headings_go_down_step_by_step(name: &str, page: &Html) {
    let mut last = 0;
    for heading in page.select(&select("h1, h2, h3, h4")) {
        let level: usize = heading.value().name()[1..].parse().expect("a level");
        assert!(level <= last + 1, "{name}: h{level} after h{last}: {}", text_of(heading));
        assert!(!text_of(heading).is_empty());
        last = level;
    }
}

#[test]
fn links_in_markdown_lead_somewhere() {
    for name in games() {
        let text = markdown(&document_of(&name));
        for target in text.split("](#").skip(1).map(|rest| rest.split(')').next().unwrap_or_default()) {
            assert!(text.contains(&format!("<a id=\"{target}\"></a>")), "{name}: {target}");
        }
    }
}

/// What stands under an id.
fn under(page: &Html, id: &str) -> String {
    let found =
        page.select(&select(&format!("[id='{id}']"))).next().unwrap_or_else(|| panic!("nothing is called {id}"));
    // A row of a table is told whole.
    match (found.value().name(), found.ancestors().filter_map(ElementRef::wrap).find(|one| one.value().name() == "tr"))
    {
        ("span", Some(row)) => text_of(row),
        _ => text_of(found),
    }
}

/// A change of the rules: what is written instead of what; where it is told; what stood there, and what stands there now.
struct Change {
    game: &'static str,
    rules: (&'static str, &'static str),
    at: &'static str,
    told: (&'static str, &'static str),
}

#[rustfmt::skip]
const CHANGES: &[Change] = &[
    // the heading and the players
    Change { game: "hot-dog", rules: ("players 2..4", "players 2..5"), at: "game", told: ("2 to 4 players", "2 to 5 players") },
    Change { game: "hot-dog", rules: ("stop in time, and bring your dog", "stop early, and bring your dog"), at: "game", told: ("stop in time", "stop early") },
    Change { game: "hot-dog", rules: ("[HABA 4244]", "[HABA 9999]"), at: "game", told: ("HABA 4244", "HABA 9999") },
    // the box
    Change { game: "hot-dog", rules: ("make i in 1..7 : face", "make i in 1..6 : face"), at: "component-Chip", told: ("9 chips for each player", "8 chips for each player") },
    Change { game: "hot-dog", rules: ("low_die : 1 1 2 2 3 0 0", "low_die : 1 1 1 2 3 0 0"), at: "component-Die", told: ("low die: one, one, two", "low die: one, one, one") },
    Change { game: "hot-dog", rules: ("chip : 1 1 2 2 3 4 5", "chip : 1 1 2 2 3 4 4"), at: "table-printed", told: ("chip 1 1 2 2 3 4 5", "chip 1 1 2 2 3 4 4") },
    Change { game: "hot-dog", rules: ("\"S.................K\"", "\"S................K.\""), at: "board-road", told: ("“kennel”: 19", "“kennel”: 18") },
    Change { game: "hot-dog", rules: ("bone : 2 7 11 14 0 0 0", "bone : 2 7 11 13 0 0 0"), at: "board-road", told: ("12 and 15", "12 and 14") },
    Change { game: "backgammon", rules: ("move 5 p.Animal from p.box to p.wood(12)", "move 5 p.Animal from p.box to p.wood(14)"), at: "setup", told: ("13: wolves' 5 animals", "11: wolves' 5 animals") },
    // the course of play
    Change { game: "backgammon", rules: ("move 5 p.Animal from p.box to p.wood(12)", "move 4 p.Animal from p.box to p.wood(12)"), at: "rule-prepare", told: ("Move 5 of the player's animals from their box to their tree 12", "Move 4 of the player's animals from their box to their tree 12") },
    Change { game: "backgammon", rules: ("where uses_left(n) = 2 { set uses_left(n) = 4 }", "where uses_left(n) = 2 { set uses_left(n) = 3 }"), at: "rule-one_turn", told: ("becomes 4", "becomes 3") },
    Change { game: "hot-dog", rules: ("for first 2 of p in players", "for first 3 of p in players"), at: "rule-move_dogs", told: ("the first 2 of the players", "the first 3 of the players") },
    Change { game: "hot-dog", rules: ("where p.status = safe by best score(p)", "where p.status = safe by score(p)"), at: "rule-move_dogs", told: ("highest score first", "lowest score first") },
    Change { game: "hot-dog", rules: ("set starter = next(starter)", "set starter = next(starter, 2)"), at: "rule-betting_round", told: ("The starter's left neighbour becomes the starter", "Whoever sits 2 seats to the left of the starter becomes the starter") },
    Change { game: "black-dog", rules: ("draw 5 from deck to p.hand", "draw 6 from deck to p.hand"), at: "rule-deal", told: ("draw 5 cards at random", "draw 6 cards at random") },
    Change { game: "spots", rules: ("do throw(p, 2)\n  do one_more(p)", "do throw(p, 3)\n  do one_more(p)"), at: "rule-trick-Walk", told: ("with n = 2", "with n = 3") },
    Change { game: "spots", rules: ("shuffle deck\n", ""), at: "rule-setup", told: ("Shuffle the deck.", "") },
    Change { game: "greyhounds", rules: ("repeat while placed < 3 and", "repeat while placed < 2 and"), at: "rule-one_race", told: ("is less than 3", "is less than 2") },
    // decisions: who, what, what not, why
    Change { game: "hot-dog", rules: ("turn of p {\n      choose d in tray", "turn of starter {\n      choose d in tray"), at: "rule-move_dogs", told: ("Choose a die", "The starter chooses a die") },
    Change { game: "hot-dog", rules: ("option \"pull out another chip\"", "option \"draw once more\""), at: "rule-draw_or_stop", told: ("Pull out another chip. Opt out", "Draw once more. Opt out") },
    Change { game: "hot-dog", rules: ("you must draw again.\"", "you cannot stop.\""), at: "rule-draw_or_stop", told: ("you must draw again.", "you cannot stop.") },
    Change { game: "hot-dog", rules: ("require any c in p.row : c.face = number", "require any c in p.row : c.face != doo"), at: "rule-draw_or_stop", told: ("whose face is number", "whose face is not doo") },
    Change { game: "backgammon", rules: ("require s = p.pond or count p.pond = 0\n          else \"First the animals in the pond must be saved.\"\n", ""), at: "rule-walk", told: ("First the animals in the pond must be saved.", "") },
    Change { game: "black-dog", rules: ("choose v in 1..7 as", "choose v in 1..6 as"), at: "rule-use-black_choice", told: ("a number v from 1 to 7", "a number v from 1 to 6") },
    Change { game: "spots", rules: ("choose n in 3..12 where", "choose n in 3..11 where"), at: "rule-trick-Bolt", told: ("from 3 to 12", "from 3 to 11") },
    Change { game: "backgammon", rules: ("plan by numbers_lost(), dots_lost()", "plan by numbers_lost()"), at: "rule-walk", told: ("the least possible number of dots that are lost", "") },
    // what is seen
    Change { game: "hot-dog", rules: ("zone row of each player : Chip seen by all", "zone row of each player : Chip seen by owner"), at: "place-row", told: ("Everybody", "Only its owner") },
    Change { game: "hot-dog", rules: ("zone fist of each player : Chip seen by nobody", "zone fist of each player : Chip seen by owner"), at: "rule-first_chip", told: ("is seen by nobody", "is seen only by its owner") },
    Change { game: "greyhounds", rules: ("var stake(Bet) of each player : 0..20000 seen by owner", "var stake(Bet) of each player : 0..20000 seen by all"), at: "note-stake", told: ("Only its owner", "Everybody") },
    Change { game: "greyhounds", rules: ("  show p.pick(k)\n", ""), at: "rule-open_bet", told: ("Show the player's bet for the bet to everybody.", "") },
    Change { game: "greyhounds", rules: ("var money of each player : -999000..999000 seen by all = 6000", "var money of each player : -999000..999000 seen by all = 5000"), at: "note-money", told: ("Begins with 6000.", "Begins with 5000.") },
    // what happens by itself, and the end
    Change { game: "spots", rules: ("after put_down(p) where buried(p) > 7", "after put_down(p) where buried(p) > 8"), at: "trigger-busted", told: ("is more than 7", "is more than 8") },
    Change { game: "backgammon", rules: ("when p in players : count p.safe = 15", "when p in players : count p.safe = 14"), at: "trigger-all_safe", told: ("exactly 15 animals", "exactly 14 animals") },
    Change { game: "hot-dog", rules: ("{ win g.owner }", "{ win next(g.owner) }"), at: "end", told: ("owner wins", "left neighbour wins") },
    Change { game: "greyhounds", rules: ("win p in players by best p.money", "win p in players by p.money"), at: "end", told: ("the greatest money", "the least money") },
    // headings of clauses, and words beside the rule that uses them
    Change { game: "hot-dog", rules: ("as \"moving by dots\"", "as \"moving by numbers\""), at: "rule-advance-any_other_number", told: ("Moving by dots", "Moving by numbers") },
    Change { game: "hot-dog", rules: ("The points on the chips together", "The points on all chips together"), at: "rule-move_dogs", told: ("Score: The points on the chips", "Score: The points on all chips") },
    Change { game: "greyhounds", rules: ("The three highest cards move by their difference to the lowest.", "The three highest cards move by two."), at: "rule-move_dogs", told: ("When the race is 3: The three highest cards move by their difference", "When the race is 3: The three highest cards move by two.") },
    // words, settings, remarks
    Change { game: "hot-dog", rules: ("c.face = double then 2 else 1", "c.face = double then 3 else 1"), at: "word-score", told: ("(2 if there is a chip", "(3 if there is a chip") },
    Change { game: "backgammon", rules: ("setting target : 1..99 = 5", "setting target : 1..50 = 7"), at: "setting-target", told: ("Usually 5 May be any number from 1 to 99", "Usually 7 May be any number from 1 to 50") },
    Change { game: "hot-dog", rules: ("since moving never hurts, they do.", "here they must."), at: "trust", told: ("since moving never hurts", "here they must") },
    Change { game: "hot-dog", rules: ("[Step 3. Scoring]", "[Step 4. Move dogs]"), at: "index", told: ("Step 3. Scoring Score", "Of these sections nothing is told here: Step 3. Scoring") },
];

#[test]
fn what_changes_in_the_rules_changes_where_it_is_told() {
    let mut wrong = Vec::new();
    for Change { game: name, rules: (old, new), at, told: (was, is) } in CHANGES {
        let text = std::fs::read_to_string(folder("games").join(format!("{name}.rules"))).expect("rules");
        assert_eq!(text.matches(old).count(), 1, "{name}: `{old}`");
        let told = |text: &str| under(&Html::parse_document(&html(&document(&game(text), &[]))), at);
        let (before, after) = (told(&text), told(&text.replace(old, new)));
        if !before.contains(was) {
            wrong.push(format!("{name}, {at}: `{was}` is not told:\n{before}"));
        }
        if after.contains(was) {
            wrong.push(format!("{name}, {at}: `{was}` is still told after `{new}`:\n{after}"));
        }
        if !after.contains(is) || !is.is_empty() && before.contains(is) {
            wrong.push(format!("{name}, {at}: `{is}` is not told, or was before:\n{after}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn the_length_of_a_path_is_told() {
    let text = std::fs::read_to_string(folder("games/hot-dog.rules")).expect("rules");
    // A layout names every place.
    let longer = text.replace("\"S.................K\"", "\"S..................K\"").replace("18 19\"", "18 19 20\"");
    let told = |text: &str| under(&Html::parse_document(&html(&document(&game(text), &[]))), "board-road");
    assert!(told(&text).contains("from 1 to 19") && told(&longer).contains("from 1 to 20"));
}

/// Between the preparation and the first decision nothing is left for the reader to guess.
#[test]
fn what_leads_to_the_first_decision_is_told() {
    let told = |name: &str| under(&page_of(name), "setup");
    let hot_dog = told("hot-dog");
    let parts: Vec<usize> = [
        "Then play begins:",
        "Betting round: The starter rolls",
        "First chip: Draw",
        "Draw or stop: If",
        "looks like this",
    ]
    .map(|part| hot_dog.find(part).unwrap_or_else(|| panic!("`{part}` is not told: {hot_dog}")))
    .to_vec();
    assert!(parts.is_sorted(), "{parts:?}: {hot_dog}");
    let backgammon = told("backgammon");
    assert!(backgammon.contains("One turn: Roll both dice"), "{backgammon}");
    // What lies in the box anyway is not put there.
    assert!(!backgammon.contains("animals to their box"), "{backgammon}");
    // Places that are empty are explained too, and what everybody begins with.
    assert!(backgammon.contains("a 6 to its sixth. nothing"), "{backgammon}");
    assert!(told("greyhounds").contains("6000 for each player"), "{}", told("greyhounds"));
}

/// Numbers stand beside the rule that needs them, not only in the part behind the rules.
#[test]
fn what_a_rule_needs_stands_beside_it() {
    let told = |name: &str, at: &str| under(&page_of(name), at);
    for (name, at, words) in [
        (
            "backgammon",
            "rule-play",
            "Target: The points that win the duel. With 1 it is over after a single game. Usually 5.",
        ),
        ("backgammon", "trigger-all_safe", "The worth of this win: A win counts 1; it counts 2 if"),
        ("spots", "rule-lay_out_tiles", "Usually Walk."),
        ("greyhounds", "rule-payment", "1: 1500, 2: 1000, 3: 500."),
        ("greyhounds", "rule-pay_bet", "1: 3, 2: 4, 3: 7, 4: 12."),
        ("greyhounds", "rule-fill_in_sheet", "The least of all stakes together (500)."),
    ] {
        assert!(told(name, at).contains(words), "{name}, {at}: {}", told(name, at));
    }
}

/// A word is explained under the name by which rules speak of it; what only says how things are called or drawn is no word of the game.
#[test]
fn words_are_called_as_rules_speak_of_them() {
    let page = page_of("black-dog");
    assert!(under(&page, "word-own").contains("Whoever the player moves for"), "{}", under(&page, "word-own"));
    assert!(under(&page_of("greyhounds"), "word-stride").starts_with("§ First race The stride of the dog"));
    for (name, id) in [("backgammon", "word-left_behind"), ("backgammon", "word-is_on"), ("spots", "word-spaces")] {
        assert!(page_of(name).select(&select(&format!("[id='{id}']"))).next().is_none(), "{name}: {id}");
    }
    for name in ["hot-dog", "backgammon", "spots"] {
        let die = under(&page_of(name), "component-Die");
        assert!(!die.contains("Changes in play"), "{die}");
    }
    assert!(under(&page_of("spots"), "component-Tile").contains("Changes in play face (at first up)"));
}

/// The card tells what a turn may bring: every way of a rule, what happens by itself, and until when it goes on.
#[test]
fn the_whole_turn_stands_on_the_card() {
    let spots = under(&page_of("spots"), "glance");
    for words in
        ["until somebody has scored six dogs", "Trick: Howl, Roll Over, Walk", "Busted: With more than seven spots"]
    {
        assert!(spots.contains(words), "`{words}`: {spots}");
    }
    assert!(!spots.contains("A die in the supply shows nothing"), "{spots}");
    // What a single way needs stands there.
    assert!(!spots.contains("Turn a die from the supply to a number of the top dog"), "{spots}");
    let flow = under(&page_of("backgammon"), "flow");
    assert!(flow.contains("Draw the starter by lot"), "{flow}");
    let end = under(&page_of("backgammon"), "end");
    assert!(end.contains("For each player q whose points are at least target: player q wins"), "{end}");
}

#[test]
fn an_example_that_does_not_hold_is_no_example() {
    let model = shipped("hot-dog");
    let text = std::fs::read_to_string(folder("examples/hot-dog/golden-bones.yaml")).expect("a script");
    assert!(Example::play(&text, &model).is_ok());
    let wrong = text.replace("Ann.Dog.place: road 8", "Ann.Dog.place: road 9");
    assert_ne!(text, wrong);
    let error = Example::play(&wrong, &model).expect_err("it does not hold");
    assert_eq!(error.diagnostics[0].code, "not-as-expected");
}

#[test]
fn examples_are_told_with_pictures() {
    let page = page_of("hot-dog");
    let first = page.select(&select("#example-2")).next().expect("an example");
    let told = text_of(first);
    assert!(told.contains("Golden bones") && told.contains("Both dice show the golden bone."), "{told}");
    assert!(told.contains("Ann: take the low die with golden bone; Ann's dog goes from road 3 to 8."), "{told}");
    assert_eq!(first.select(&select("svg")).count(), 2);
    let all = page.select(&select("details.example, #examples article")).count();
    assert_eq!(all, examples("hot-dog", &shipped("hot-dog")).len());
    // Beside the rule that it shows.
    assert!(page.select(&select("#rule-move_dogs > #example-2")).next().is_some());
    assert!(page.select(&select("#rule-betting_round > #example-1")).next().is_some());
}

/// A variant's page holds what changes, on two sides, and nothing else.
#[test]
fn variants_tell_only_what_changes() {
    let page = page_of("hot-dog-young");
    let entries: Vec<&str> = page.select(&select("main article")).filter_map(|one| one.attr("id")).collect();
    assert_eq!(entries, ["rule-prepare"]);
    // What goes on as usual is not told again.
    let prepare = under(&page, "rule-prepare");
    assert!(prepare.contains("Prepare as usual. For each player: move each chip in their bag"), "{prepare}");
    assert!(prepare.contains("whose face is double to their box"), "{prepare}");
    assert!(!prepare.contains("poker table") && page.select(&select("#rule-prepare .before")).next().is_none());
    let shepherd = page_of("backgammon-shepherd");
    let side = |class: &str| text_of(shepherd.select(&select(&format!("article .{class}"))).next().expect("a side"));
    assert!(side("before") != side("now"), "{}", side("now"));

    let page = page_of("greyhounds-bookie");
    let told = |id: &str| under(&page, id);
    assert!(told("word-stronger").contains("Left out"), "{}", told("word-stronger"));
    assert!(told("trigger-bankrupt").contains("New"), "{}", told("trigger-bankrupt"));
    assert!(told("rule-pay").contains("The bookie pays winning bets"), "{}", told("rule-pay"));
    assert!(page.select(&select("#rule-one_trick")).next().is_none());
    assert!(whole(&page_of("backgammon-shepherd")).contains("Usually 5"));
    // It begins with where everything else stands.
    let base = page_of("spots-puppy-fun");
    let first = base.select(&select("#game p")).next().expect("a first sentence");
    assert_eq!(text_of(first), "Set up and play as in Spots, but for what stands on this page.");
    assert_eq!(first.select(&select("a")).next().and_then(|link| link.attr("href")), Some("spots.html"));
}

/// What is left out is told, too, where nothing else of its kind was there.
#[test]
fn the_only_trigger_that_is_left_out_is_told() {
    let text =
        "| As usual, but for one thing.\ngame \"Hot dog, plain\" extends \"hot-dog.rules\"\nremove trigger home\n";
    let page = markdown(&variant(&shipped("hot-dog"), &game(text), &[]));
    for words in ["- [Home](#trigger-home): left out", "## What happens by itself", "### Home", "Nothing of this kind."]
    {
        assert!(page.contains(words), "{words}: {page}");
    }
}

/// The whole page of a variant tells what is done as usual, too.
#[test]
fn what_is_done_as_usual_stands_on_a_whole_page() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/hot-dog-young.rules");
    let model = load(&path).unwrap_or_else(|errors| panic!("{errors}"));
    let page = markdown(&document(&model, &[]));
    assert!(page.contains("### Prepare, as usual"), "{page}");
    assert!(page.contains("[Prepare](#rule-prepare-before) as usual"), "{page}");
    assert!(page.contains("Put your dog on the poker table"), "{page}");
}

/// Where nothing is left to say in words, the rules stand there as written; that is rare.
#[test]
fn hardly_anything_is_shown_as_written() {
    for name in games() {
        let page = page_of(&name);
        let written = page.select(&select("main code")).filter(|one| !text_of(*one).starts_with("--set")).count();
        assert!(written <= 4, "{name}: {written} pieces of rules as written");
    }
}

/// A ruling: its letter and number, the game, and the words by which somebody finds it in the document.
struct Ruling {
    letter: String,
    number: u32,
    game: String,
    words: String,
}

impl Ruling {
    fn name(&self) -> String {
        format!("{}{}", self.letter, self.number)
    }
}

/// The rows of `tests/rulings.md`.
fn rulings() -> Vec<Ruling> {
    let text = std::fs::read_to_string(folder("tests/rulings.md")).expect("the list of rulings");
    let row = |line: &str| {
        let cells: Vec<&str> = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").collect();
        let [ruling, game, words] = cells.as_slice() else { return None };
        let (letter, number) = ruling.split_at_checked(1)?;
        let number = number.parse().ok()?;
        Some(Ruling { letter: letter.to_owned(), number, game: (*game).to_owned(), words: (*words).to_owned() })
    };
    text.lines().filter_map(row).collect()
}

/// The rulings that scripts name in their first line, with the scripts.
fn rulings_in_scripts() -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for root in ["tests/playthroughs", "examples"] {
        for entry in std::fs::read_dir(folder(root)).expect("folders of scripts").flatten() {
            for script in std::fs::read_dir(entry.path()).into_iter().flatten().flatten() {
                let text = std::fs::read_to_string(script.path()).unwrap_or_default();
                let first = text.lines().next().unwrap_or_default();
                let named = first.strip_prefix("# Ruling: ").or_else(|| first.strip_prefix("# Rulings: "));
                for ruling in named.into_iter().flat_map(|named| named.split(", ")) {
                    found.entry(ruling.to_owned()).or_default().push(script.path().display().to_string());
                }
            }
        }
    }
    found
}

/// No number is left out, the words stand in the document, some script shows it; and no script names a ruling that is not listed.
#[test]
fn every_ruling_can_be_found() {
    let (rulings, mut shown) = (rulings(), rulings_in_scripts());
    let mut pages: BTreeMap<&str, String> = BTreeMap::new();
    let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
    let mut wrong = Vec::new();
    for ruling in &rulings {
        let last = numbers.insert(&ruling.letter, ruling.number).unwrap_or(0);
        if ruling.number != last + 1 {
            wrong.push(format!("{} follows {last}", ruling.name()));
        }
        let page = pages.entry(&ruling.game).or_insert_with(|| whole(&page_of(&ruling.game)));
        if !page.contains(&ruling.words) {
            wrong.push(format!("{}: {} is not found by `{}`", ruling.game, ruling.name(), ruling.words));
        }
        if shown.remove(&ruling.name()).is_none() {
            wrong.push(format!("{}: no script shows {}", ruling.game, ruling.name()));
        }
    }
    wrong.extend(shown.iter().map(|(ruling, scripts)| format!("{ruling} is not listed, but named in {scripts:?}")));
    assert_eq!(numbers.len(), 5, "the five games: {numbers:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Nothing is cited that the rulebook does not have, and what nobody cites is said.
#[test]
fn sections_that_no_rule_cites_are_told() {
    let told = whole(&page_of("hot-dog"));
    assert!(told.contains("Of these sections nothing is told here: Variation for younger bettors."), "{told}");
    assert!(
        whole(&page_of("backgammon"))
            .contains("Of these sections nothing is told here: Contents and Shepherds' variation.")
    );
}

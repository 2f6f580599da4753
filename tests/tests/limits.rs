//! `docs/limits.md` beside the engine: every limit stands there with its value, and is met by rules that say what the page says.

use std::collections::BTreeMap;
use std::fmt::Write;

use rulehound_interpreter::check::{Library, check};
use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::limits;
use rulehound_interpreter::model::{RunnableId, Source, VariableId};
use rulehound_interpreter::play::{Fault, Game, Log, Misuse, PlayError, Position, Seeded, Setup, Stop, Viewer, Wanted};
use rulehound_interpreter::script::{explain_words, read};
use rulehound_native::{Native, NativeError};
use rulehound_tests::documents::{folder, game};
use rulehound_tests::parallel::in_parallel;

/// A row of the page: the limit, its greatest number, what is said.
struct Row {
    name: String,
    most: u64,
    said: String,
}

fn rows() -> Vec<Row> {
    let page = std::fs::read_to_string(folder("docs").join("limits.md")).expect("the page");
    let cells = |line: &str| -> Vec<String> { line.split('|').map(|cell| cell.trim().to_owned()).collect() };
    let row = |line: &str| {
        let cells = cells(line);
        let name = cells.get(1)?.strip_prefix('`')?.strip_suffix('`')?.to_owned();
        let digits: String = cells[2].chars().take_while(|it| it.is_ascii_digit() || *it == ',').collect();
        let most = digits.replace(',', "").parse().expect("the second cell begins with a number");
        assert!(cells[4].len() > 5, "{name}: what helps?");
        Some(Row { name, most, said: cells[3].clone() })
    };
    page.lines().filter(|line| line.starts_with("| `")).filter_map(row).collect()
}

/// The numbers of the limits, read from where they stand in code.
fn constants() -> BTreeMap<String, u64> {
    let mut found = BTreeMap::new();
    for file in [
        "interpreter/rules/src/limits.rs",
        "grammar/src/parse/limits.rs",
        "native/src/emit/mod.rs",
        "native/src/emit/fun.rs",
    ] {
        let text = std::fs::read_to_string(folder(file)).expect("a file");
        let whole = file.ends_with("limits.rs");
        for line in text.lines() {
            let Some((_, rest)) = line
                .split_once("const ")
                .filter(|(before, _)| before.is_empty() || *before == "pub " || *before == "pub(crate) ")
            else {
                continue;
            };
            let Some((name, value)) =
                rest.split_once(':').and_then(|(name, rest)| Some((name, rest.split_once("= ")?.1)))
            else {
                continue;
            };
            let value = value.trim_end_matches(';').replace('_', "");
            let number = match value.split_once(" << ") {
                Some((one, by)) => one.parse::<u64>().ok().zip(by.parse::<u32>().ok()).map(|(one, by)| one << by),
                None => value.parse().ok(),
            };
            let counts = whole || ["MOST_RULES", "MOST_WRITTEN", "MOST_IN_A_FUNCTION"].contains(&name);
            if let (Some(number), true) = (number, counts) {
                // The parser knows the length of a file itself.
                let name = if name == "FILE_SIZE" { "FILE_BYTES" } else { name };
                assert!(found.insert(name.to_owned(), number).is_none_or(|before| before == number), "{name}");
            }
        }
    }
    found
}

#[test]
fn the_page_holds_every_limit_with_its_value_and_each_has_its_test() {
    let told: BTreeMap<String, u64> = rows().into_iter().map(|row| (row.name, row.most)).collect();
    assert_eq!(told, constants(), "the page, and what stands in code");
    let tested: Vec<String> = CASES.iter().map(|(name, _)| (*name).to_owned()).collect();
    let mut sorted = tested.clone();
    sorted.sort();
    assert_eq!(sorted, told.into_keys().collect::<Vec<_>>(), "the page, and the tests");
}

#[test]
fn each_limit_is_met_and_told_as_the_page_says() {
    let rows = rows();
    let wrong = in_parallel(CASES.len(), |number| {
        let (name, meet) = CASES[number];
        let row = rows.iter().find(|row| row.name == name).expect("the other test says so");
        // One that panics must not hide the others.
        let heard = std::panic::catch_unwind(|| meet(row.most)).unwrap_or_default();
        let right = row.said.contains(&heard) && !heard.is_empty();
        (!right).then(|| format!("{name}: {heard:?}, the page says {:?}", row.said))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// How a limit is met: gives what is said, as the page has it. `most` may still be, one more may not.
type Meet = fn(u64) -> String;

const CASES: &[(&str, Meet)] = &[
    ("FILES", |most| {
        let file = |parents: u64| (0..parents).map(|n| format!("\"p{n}.rules\"")).collect::<Vec<_>>().join(", ");
        let said = |files: u64| found_in(&format!("game \"g\" extends {}\n", file(files - 1)));
        assert!(!said(most).contains(&"too-large".to_owned()));
        error(&said(most + 1))
    }),
    ("FILE_BYTES", |most| {
        let of = |bytes: u64| whole(&format!("#{}\n", " ".repeat(usize::try_from(bytes).unwrap())));
        let least = of(0).len() as u64;
        passes(&of(most - least));
        error(&found_in(&of(most - least + 1)))
    }),
    ("SCRIPT_BYTES", |most| {
        let of =
            |bytes: u64| found_in_script(&format!("game: g\n#{}", " ".repeat(usize::try_from(bytes).unwrap() - 9)));
        assert_eq!(of(most), Vec::<String>::new());
        error(&of(most + 1))
    }),
    ("SCRIPT_STEPS", |most| {
        let of = |steps: u64| {
            found_in_script(&format!("game: g\nsteps:\n{}", "- say: x\n".repeat(usize::try_from(steps).unwrap())))
        };
        assert_eq!(of(most), Vec::<String>::new());
        error(&of(most + 1))
    }),
    ("PLAYERS", |most| {
        let of = |players: u64| whole("").replace("players 2", &format!("players {players}"));
        passes(&of(most));
        error(&found_in(&of(most + 1)))
    }),
    ("COMPONENTS", |most| {
        let of = |count: u64| whole(&format!("component Stone {{ make {count} of }}\n"));
        passes(&of(most));
        error(&found_in(&of(most + 1)))
    }),
    ("PLACES", |most| {
        // The common box is a place too.
        let of = |count: u64| whole(&format!("component Stone\nzone pit(1..{}) : Stone seen by all\n", count - 1));
        passes(&of(most));
        error(&found_in(&of(most + 1)))
    }),
    ("RANGE", |most| {
        let of = |count: u64| whole(&format!("var n : 0..9999999 seen by all = count x in 1..{count} where x > 1\n"));
        passes(&of(most));
        error(&found_in(&of(most + 1)))
    }),
    ("ELEMENTS", |most| {
        let of = |count: u64| whole(&format!("var n : 0..9999999 seen by all = count (each x in 1..{count} : x)\n"));
        passes(&of(most));
        error(&found_in(&of(most + 1)))
    }),
    ("TABLE_ENTRIES", |most| {
        let of = |rows: u64| {
            let mut text = format!("table t(1..{rows}, 1..2) {{ ");
            (1..=rows).for_each(|row| write!(text, "{row} : 1 2 ").expect("a string takes all"));
            whole(&format!("{text}}}\n"))
        };
        passes(&of(most / 2));
        error(&found_in(&of(most / 2 + 1)))
    }),
    ("TUPLE", |most| {
        let of =
            |values: usize| whole(&format!("def tuples = each c in players : ({})\n", vec!["c"; values].join(", ")));
        let most = usize::try_from(most).expect("a length");
        passes(&of(most));
        error(&found_in(&of(most + 1)))
    }),
    ("TRIGGERS", |most| {
        let of = |count: u64| {
            let triggers: String = (0..count).map(|n| format!("trigger t{n} when n = 3 {{ set n = 4 }}\n")).collect();
            whole(&format!("var n : 0..9 seen by all = 0\n{triggers}"))
        };
        assert!(!found_in(&of(most)).contains(&"too-large".to_owned()));
        error(&found_in(&of(most + 1)))
    }),
    ("CALL_DEPTH", |most| {
        let of = |depth: u64| {
            let mut text: String = (1..depth).map(|n| format!("def f{n}(x: 1..9) = f{}(x)\n", n + 1)).collect();
            write!(text, "def f{depth}(x: 1..9) = x\nvar n : 1..9 seen by all = f1(3)\n").expect("a string takes all");
            whole(&text)
        };
        passes(&of(most));
        error(&found_in(&of(most + 1)))
    }),
    ("DEEP_BYTES", |most| {
        // Blanks count as what stands between them.
        let of = |bytes: u64| {
            let blanks = " ".repeat(usize::try_from(bytes / 64).expect("a length"));
            whole(&format!("var n : 0..9 seen by all = 0\nrule r deep 64 {{{blanks} if n > 0 {{ do r }} }}\n"))
        };
        assert!(!found_in(&of(most - 64 * 40)).contains(&"too-large".to_owned()));
        error(&found_in(&of(most)))
    }),
    ("DEEP", |most| {
        let of = |depth: u64| {
            let head = format!("def f(x: 0..9) deep {depth}");
            whole(&format!("{head} = if x = 0 then 0 else f(x - 1)\nvar n : 0..9 seen by all = f(3)\n"))
        };
        passes(&of(most));
        error(&found_in(&of(most + 1)))
    }),
    ("CELLS", |most| {
        let of = |count: u64| whole(&format!("var past(1..{count}) : 0..9 seen by all = 0\n"));
        passes(&of(most - 100));
        error(&found_in(&of(most)))
    }),
    ("OPEN_AT_ONCE", |most| {
        let of = |depth: u64| {
            let depth = usize::try_from(depth).unwrap();
            whole(&format!("var n : 0..9 seen by all = {}1{}\n", "(".repeat(depth), ")".repeat(depth)))
        };
        passes(&of(most));
        error(&found_in(&of(most + 1)))
    }),
    ("TREE_DEPTH", |most| {
        let of = |count: u64| {
            whole(&format!("var n : 0..999 seen by all = 1{}\n", " + 1".repeat(usize::try_from(count).unwrap())))
        };
        passes(&of(most / 2));
        error(&found_in(&of(most + 2)))
    }),
    ("READ_AGAIN", |_| {
        // Each has three mistakes, and only the first is found without reading it again.
        let of = |count: usize| {
            let one = |n: usize| format!("def f{n} =\n  count a b\n  + count c d\n  + count e f\n");
            found_in(&whole(&(0..count).map(one).collect::<String>())).iter().filter(|code| *code == "syntax").count()
        };
        assert_eq!([of(1), of(10)], [3, 30]);
        let told = of(2_000);
        assert!(told >= 2_000, "{told}");
        if told < 6_000 { "fewer mistakes of each are told".to_owned() } else { String::new() }
    }),
    ("NEAR_STEPS", |_| {
        // Each `b…` is unknown, and near to the name it stands behind.
        let of = |count: usize| {
            let text = whole(&(0..count).map(|n| format!("def a{n:05} = b{n:05}\n")).collect::<String>());
            let found = check("g.rules", &mut Only(&text)).diagnostics;
            let proposes = |help: &String| help.contains("did you mean");
            found.iter().filter(|one| one.code == "unknown-name" && one.help.as_ref().is_some_and(proposes)).count()
        };
        assert_eq!(of(30), 30);
        let told = of(2_000);
        if told > 30 && told < 2_000 { "no name is proposed for the rest".to_owned() } else { String::new() }
    }),
    ("FIXED_STEPS", |_| {
        let of = |most: u32| {
            whole(&format!(
                "component C {{ a : 1..{most} make a in 1..{most}, b in 1..{most}, c in 1..{most} where a + b + c = 3 : a = a }}\n"
            ))
        };
        passes(&of(20));
        error(&found_in(&of(4000)))
    }),
    ("STEPS", |_| {
        let fault = plays("for x in 1..4000, y in 1..4000 { set n = x }").map(|_| ()).expect_err("too much");
        format!("fault `{}`", fault.code)
    }),
    ("OUTCOMES", |most| {
        let rolls = |times: u64| -> Result<(), Fault> {
            let mut position =
                plays(&format!("repeat {times} {{ roll d  if d = 7 {{ win nobody }} }}")).expect("chance");
            while position.stop() == Stop::Chance {
                position.resolve(5, &mut Log::silent()).map_err(Fault::from)?;
            }
            Ok(())
        };
        assert_eq!(rolls(most), Ok(()));
        fault(&rolls(most + 1))
    }),
    ("CANDIDATES", |most| {
        let of = |last: u64| decides(&format!("choose a in 1..256, b in 1..{last}")).count(0);
        assert_eq!(of(most / 256), Ok(usize::try_from(most).unwrap()));
        // All options of a list count together.
        let half = |last: u64| format!("option a in 1..128, b in 1..{last} {{ }}");
        let of_both = |last: u64| decides(&format!("choose {{ {} {} }}", half(256), half(last))).count(0);
        assert_eq!(of_both(most / 256), Ok(usize::try_from(most).unwrap()));
        assert_eq!(fault(&of_both(most / 256 + 1)), fault(&of(most / 256 + 1)));
        fault(&of(most / 256 + 1))
    }),
    ("CHOSEN", |_| {
        let of = |all: u32| {
            let text = format!(
                "game \"g\"\nplayers 2\ncomponent Card {{ number : 1..{all} make n in 1..{all} : number = n }}\nzone row : Card seen by all\n\
                 phase play {{ move all from box to row for p in players {{ turn of p {{ choose {} of c in row if none {{ win nobody }} move c to box }} }} win nobody }}\n",
                all - 2
            );
            loaded(&text).start(&mut Log::silent()).expect("a decision").count(0)
        };
        assert_eq!(of(100), Ok(100 * 99 / 2));
        fault(&of(300))
    }),
    ("AHEAD_POSITIONS", |_| {
        // 103 times 103 times 103 ways, each another position, and little work for each.
        let three: String = ["a", "b", "c"].map(|it| format!("choose {it} in 1..103\n")).concat();
        fault_of(&format!("plan by best m {{ {three} choose e in 1..1 }}"))
    }),
    ("AHEAD_DEPTH", |most| {
        let of = |depth: u64| plays(&format!("plan {{ repeat {depth} {{ choose c in 1..2 set n = 1 }} }}")).map(|_| ());
        assert_eq!(of(most), Ok(()));
        // The way of just so many decisions is gone to its end, and looked along again before each of them.
        let mut position = decides(&format!(
            "plan {{ repeat {most} {{ choose c in 1..2 set n += 1 }} require n = {most} else \"No.\" }}"
        ));
        for _ in 0..most {
            assert_eq!(position.deciders(), [0]);
            assert_eq!(position.count(0), Ok(2));
            position.apply(0, 1, &mut Log::silent()).expect("a way");
        }
        assert_eq!(position.count(0), Ok(1), "behind the plan");
        fault(&of(most + 1))
    }),
    ("AHEAD_STEPS", |_| {
        fault_of(
            "plan by best n mod 9973 { repeat 300 { choose c in 1..9 where (sum x in 1..200, y in 1..30 : x) > 3 set n += c } }",
        )
    }),
    ("STUCK_STEPS", |_| {
        let text = "plan { choose { option \"a\" { set n = 1 } option \"b\" { set n = 2 } }\n\
            repeat 9 { choose c in 1..4 where (sum x in 1..200, y in 1..30 : x) > 3 set m += c } require n = 1 or m > 99999 else \"No.\" }";
        let position = decides(text);
        let refusals = position.refusals(0).expect("reasons");
        assert!(refusals.refused.iter().all(|one| !one.reasons.is_empty()), "{refusals:?}");
        "the reason is told as far as it is known".to_owned()
    }),
    ("WORDING_STEPS", |_| {
        let of = |last: u32| {
            decides(&format!("choose a in 1..{last}, b in 1..8 as \"{{sum x in 1..4000 : x + a}} {{b}}\"")).offer(0)
        };
        assert!(of(3).is_ok());
        fault(&of(4000))
    }),
    ("NAMING_DEPTH", |most| {
        let text = "game \"g\"\nplayers 2\ncomponent Bead { }\n\
            component Card as \"card at {aim}\" { aim : place or none }\nzone heap of each Card : Bead seen by all\n\
            zone felt : Card seen by all\n\
            phase play { move each c in Card to felt for c in Card { set c.aim = c.heap }\n\
            turn of first p in players { choose c in felt as \"take {c}\" win first p in players } }\n";
        let position = loaded(text).start(&mut Log::silent()).expect("a decision");
        let offer = position.offer(0).expect("words").expect("an offer");
        assert_eq!(offer.options[0].text.matches("card at").count() as u64, most, "{}", offer.options[0].text);
        // Whatever else is worded ends, too.
        for viewer in [Viewer::All, Viewer::Seat(0)] {
            position.view(viewer).expect("a view");
            position.view_for_people(viewer).expect("a view");
        }
        "the innermost is told by kind and features".to_owned()
    }),
    ("TEXT_BYTES", |most| cut(3, most)),
    ("NOTES", |most| {
        let position = decides(&format!("repeat {most} {{ note position }}"));
        assert_eq!(position.notes().hashes().count() as u64, most);
        fault_of(&format!("repeat {} {{ note position }}", most + 1))
    }),
    ("OFFER_BYTES", |most| cut(40_000, most / 40_000)),
    ("REFUSALS", |most| {
        let refusals = decides("choose a in 0..3000 require a < 1 else \"No.\"").refusals(0).expect("reasons");
        assert_eq!((refusals.refused.len() as u64, refusals.more as u64), (most, 3_000 - most));
        "how many more there are".to_owned()
    }),
    ("MOST_RULES", |_| no_machine_code(&"set n = 3 set m = n + 4 - 1\n".repeat(9_000))),
    ("MOST_WRITTEN", |_| {
        let body = "choose { option \"a\" { set n = 1 } }\n";
        no_machine_code(&body.repeat(1_500))
    }),
    ("MOST_IN_A_FUNCTION", |_| no_machine_code(&"for c in Card where c.place = row { move c to box }\n".repeat(900))),
];

const START: &str = "game \"g\"\nplayers 2\n";

/// Declarations with what every game needs.
fn whole(declarations: &str) -> String {
    format!("{START}{declarations}phase play {{ win nobody }}\n")
}

struct Only<'t>(&'t str);

impl Library for Only<'_> {
    fn read(&mut self, name: &str, from: Option<&str>) -> Result<Source, String> {
        let text = if from.is_none() { self.0.to_owned() } else { whole("") };
        Ok(Source { name: name.to_owned(), text })
    }
}

/// The codes of all errors.
fn found_in(text: &str) -> Vec<String> {
    let errors = check("g.rules", &mut Only(text))
        .diagnostics
        .into_iter()
        .filter(|one| one.severity == rulehound_grammar::diagnostic::Severity::Error);
    errors.map(|one| one.code.to_owned()).collect()
}

/// The codes of all that is wrong with how a script is written.
fn found_in_script(text: &str) -> Vec<String> {
    read(text).err().into_iter().flatten().map(|one| one.code.to_owned()).collect()
}

#[track_caller]
fn passes(text: &str) {
    assert_eq!(found_in(text), Vec::<String>::new(), "{}", text.chars().take(200).collect::<String>());
}

fn error(codes: &[String]) -> String {
    codes.first().map(|code| format!("error `{code}`")).unwrap_or_default()
}

fn loaded(text: &str) -> Game {
    Game::load(game(text), &Table { players: default_names(2), ..Table::default() }).expect("a table")
}

fn around(statements: &str) -> Game {
    loaded(&format!(
        "{START}component Card {{ make 9 of }}\nzone row : Card seen by all\n\
         var n : 0..99999999 seen by all = 0\nvar m : 0..99999999 seen by all = 0\nvar d : 1..6 seen by all = 1\n\
         phase play {{ for p in players {{ turn of p {{ {statements} choose {{ option \"on\" {{ }} }} }} }} win nobody }}\n"
    ))
}

/// Goes to the first stop with statements in a turn.
fn plays(statements: &str) -> Result<Position, Fault> {
    around(statements).start(&mut Log::silent())
}

fn decides(statements: &str) -> Position {
    plays(statements).unwrap_or_else(|fault| panic!("{fault}"))
}

fn fault<T: std::fmt::Debug, E: Clone + Into<Fault>>(result: &Result<T, E>) -> String {
    let fault: Fault = result.as_ref().expect_err("beyond the limit").clone().into();
    format!("fault `{}`", fault.code)
}

fn fault_of(statements: &str) -> String {
    fault(&plays(statements).map(|_| ()))
}

/// So many options of very long words.
fn cut(options: u64, bytes: u64) -> String {
    let text = format!(
        "choose a in 1..{}, b in 1..{} as \"{}\"",
        options.min(4_000),
        options.div_ceil(4_000),
        "{a} and ".repeat(2_000)
    );
    let offer = decides(&text).offer(0).expect("words").expect("options");
    let longest = offer.options.iter().map(|option| option.text.len() as u64).max().expect("options");
    // Words that are alike when cut get a number.
    assert!((bytes - 10..bytes + 10).contains(&longest), "{longest}, not {bytes}");
    assert!(offer.options.iter().all(|option| option.text.contains('…')));
    "`…`".to_owned()
}

/// Rules that only the interpreter plays; it does.
fn no_machine_code(statements: &str) -> String {
    let game = around(statements);
    let error = Native::new(&game).map(|_| ()).expect_err("too much");
    assert!(matches!(error, NativeError::Unsupported(_)), "{error}");
    game.start(&mut Log::silent()).expect("the interpreter plays");
    "`no machine code`".to_owned()
}

#[test]
fn each_way_of_a_plan_has_all_the_steps_between_two_stops() {
    let position = plays("plan by best n { choose k in 1..8 set n = k for x in 1..1000, y in 1..400 { set m = x } }");
    assert_eq!(position.map(|position| position.count(0)), Ok(Ok(1)));
}

#[test]
fn sets_that_do_not_depend_on_the_candidate_are_worked_out_once() {
    let game = |condition: &str| {
        loaded(&format!(
            "{START}component Stone {{ make 9 of }}\ngrid field 5 by 5\n\
             def free(s: place) = count Stone on s = 0\n\
             def open(p: player) = each s in field where free(s) and (all t in field : free(t) or t != s)\n\
             phase play {{ for p in players {{ turn of p {{ choose s in field {condition} if none {{ win nobody }} move 1 Stone from box to s }} }}\
             for p in players {{ turn of p {{ choose {{ option \"on\" {{ }} }} }} }} win nobody }}\n"
        ))
    };
    let steps = |game: &Game| {
        let mut position = game.start(&mut Log::silent()).expect("a decision");
        assert_eq!(position.count(0), Ok(25));
        position.apply(0, 3, &mut Log::silent()).expect("the next");
        assert_eq!(position.count(1), Ok(24));
        position.steps()
    };
    let (once, again) = (steps(&game("require free(s)")), steps(&game("require s in open(p)")));
    assert!(again < 6 * once + 25 * 60 + 1_500, "{again} steps, {once} without");
}

#[test]
fn a_budget_ends() {
    let budget = limits::Budget::new(3);
    assert_eq!([2, 1, 1].map(|steps| budget.spend(steps)), [Some(()), Some(()), None]);
    assert!(budget.is_spent());
}

#[test]
fn what_cannot_be_asked_for_is_no_fault_of_the_rules() {
    let mut position = decides("choose k in 1..3 roll d if d = 1 { win p }");
    let mut log = Log::silent();
    let before = position.save();
    let misuse = |error: PlayError| match error {
        PlayError::Misuse(misuse) => misuse,
        PlayError::Fault(fault) => panic!("{fault}"),
    };
    let answers = [
        (7, 0, Misuse::NoSuchSeat { seat: 7, seats: 2 }),
        (1, 0, Misuse::NotDeciding { seat: 1 }),
        (0, 3, Misuse::NoSuchOption { seat: 0, option: 3, options: 3 }),
        (0, usize::MAX, Misuse::NoSuchOption { seat: 0, option: usize::MAX, options: 3 }),
    ];
    for (seat, option, told) in answers {
        assert_eq!(position.apply(seat, option, &mut log).map_err(misuse), Err(told));
    }
    assert_eq!(position.resolve(0, &mut log).map_err(misuse), Err(Misuse::NotChance));
    assert_eq!(position.viewer(9), Err(Misuse::NoSuchSeat { seat: 9, seats: 2 }));
    assert_eq!(position.viewer(1), Ok(Viewer::Seat(1)));
    assert_eq!(position.save(), before, "nothing has changed");
    position.apply(0, 0, &mut log).expect("a decision");
    assert_eq!(position.apply(0, 0, &mut log).map_err(misuse), Err(Misuse::NotDeciding { seat: 0 }));
    let outcomes = position.weights().len();
    let told = Misuse::NoSuchOutcome { outcome: outcomes, outcomes };
    assert_eq!(position.resolve(outcomes, &mut log).map_err(misuse), Err(told));
}

/// Nothing is told of a seat that is not at the table, whatever is asked.
#[test]
fn nobody_answers_for_a_seat_that_is_not_there() {
    let position = decides("choose k in 1..3 roll d if d = 1 { win p }");
    let nobody = Misuse::NoSuchSeat { seat: 2, seats: 2 };
    let wanted = Wanted::Text("1".to_owned());
    let asked = |seat: usize| {
        let viewer = Viewer::Seat(seat);
        [
            position.offer(seat).map(|_| ()),
            position.count(seat).map(|_| ()),
            position.refusals(seat).map(|_| ()),
            position.why_not(seat, &wanted).map(|_| ()),
            explain_words(&position, seat, "1").map(|_| ()),
            position.asked(seat, Viewer::All).map(|_| ()),
            position.asked(0, viewer).map(|_| ()),
            position.view(viewer).map(|_| ()).map_err(PlayError::Misuse),
            position.view_for_people(viewer).map(|_| ()).map_err(PlayError::Misuse),
            position.redealt(seat, &mut Seeded::new(1, 0)).map(|_| ()).map_err(PlayError::Misuse),
        ]
    };
    for (at, answer) in asked(2).into_iter().enumerate() {
        assert_eq!(answer, Err(PlayError::Misuse(nobody)), "question {at}");
    }
    for seat in [0, 1] {
        assert!(asked(seat).iter().all(Result::is_ok), "{:?}", asked(seat));
    }
}

/// A game begins only with what is at its table.
#[test]
fn a_setup_names_only_what_is_there() {
    let game = loaded(&format!(
        "{START}component Die {{ side : 1..6 make side = 1 }}\nvar n of each player : 0..9 seen by all = 0\n\
         var who : player or none seen by all = none\nphase play {{ do ask(first p in players) win nobody }}\n\
         phase ask(p: player) {{ turn of p {{ choose k in 1..3  set p.n = k  set who = p  roll (first d in Die).side }} }}\n"
    ));
    let (n, who) = (VariableId::from(0), VariableId::from(1));
    let runnables = &game.instance().model.runnables;
    let ask = RunnableId::from(runnables.iter().position(|one| one.name == "ask").expect("a phase"));
    let of = |setup: Setup| game.start_from(&setup, &mut Log::silent()).map(|_| ());
    let run = |run| Setup { run: Some(run), ..Setup::default() };
    let variables = |one| Setup { variables: vec![one], ..Setup::default() };
    let components = |one| Setup { components: vec![one], ..Setup::default() };
    let attributes = |one| Setup { attributes: vec![one], ..Setup::default() };
    let places = i32::try_from(game.instance().places.len()).expect("few");
    for right in
        [run((ask, vec![1])), variables((n, 1, 9)), variables((who, 0, 1)), components((0, 0)), attributes((0, 0, 6))]
    {
        assert_eq!(of(right.clone()), Ok(()), "{right:?}");
    }
    for wrong in [
        run((ask, vec![2])),
        run((ask, vec![-1])),
        run((ask, vec![])),
        run((RunnableId::from(99), vec![])),
        variables((n, 2, 1)),
        variables((n, 0, 10)),
        variables((who, 0, 2)),
        variables((VariableId::from(99), 0, 0)),
        components((1, 0)),
        components((0, places)),
        components((-1, 0)),
        attributes((0, 1, 6)),
        attributes((0, 0, 7)),
        attributes((1, 0, 6)),
    ] {
        let told = of(wrong.clone());
        assert!(matches!(told, Err(PlayError::Misuse(Misuse::NoSuchBeginning { .. }))), "{wrong:?}: {told:?}");
    }
}

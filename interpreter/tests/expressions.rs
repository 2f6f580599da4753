//! What expressions become: names looked up, types, and the conversions that the resolver writes out.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::format_push_string, reason = "a test may stop")]

mod printer;

use rulehound_grammar::parse_expression;
use rulehound_grammar::span::FileId;
use rulehound_interpreter::check::{Library, check_names};
use rulehound_interpreter::model::{Model, Source};
use rulehound_interpreter::{resolve_call, resolve_expression};

struct One(&'static str);

impl Library for One {
    fn read(&mut self, name: &str, _from: Option<&str>) -> Result<Source, String> {
        Ok(Source { name: name.to_string(), text: self.0.to_string() })
    }
}

#[test]
fn long_chains_of_definitions_are_typed() {
    let mut text = String::from("game \"t\" players 2\ndef d0 = d1 + 1\n");
    for index in 1..600 {
        text.push_str(&format!("def d{index} = d{}\n", index + 1));
    }
    let with = |last: &str| format!("{text}def d600 = {last}\nphase play {{ let x = d0 }}\n");
    assert!(check_names("t", &mut One(with("7").leak())).model.is_some());
    let circle = check_names("t", &mut One(with("d0").leak()));
    assert_eq!(circle.diagnostics.iter().map(|one| one.code).collect::<Vec<_>>(), ["call-cycle"]);
}

const GAME: &str = r#"game "t" players 2
type Kind = low, high
component Dog of each player { tired : yes or no  at : road or none }
component Pawn of each player { hit : yes or no  make 3 of }
component Die { kind : Kind  side : 1..6  make k in Kind : kind = k }
component Fox
track road "S.b..b.K" { mark start "S"  mark bone "b"  mark kennel "K" }
ring loop 1..6 { mark bone 2 }
grid field 3 by 3
zone hand of each player : Pawn seen by owner
zone home(1..4) of each player : Pawn seen by all
pile stack : Pawn seen by nobody
zone bowl of each Pawn : Die seen by all
var points of each player : 0..9 seen by all = 0
var over(1..6) : 0..4 seen by all = 0
var held : player or none seen by all = none
setting target : 1..9 = 3
table pips(Kind, 1..6) { low : 1 1 2 2 3 0  high : 3 4 4 5 5 0 }
def mine(p: player) = p.Dog
def steps_home(p: player, low) = 1
def steps_home(p, high) = 9
phase play { win nobody }
rule one_turn(p: player, n: 1..3) { }
"#;

fn model() -> Model {
    let checked = check_names("t", &mut One(GAME));
    checked.model.unwrap_or_else(|| unreachable!("{:?}", checked.diagnostics))
}

/// An expression where Ann sits at seat 1 and Ben at seat 2.
fn shown(text: &str) -> String {
    let mut model = model();
    let tree = match parse_expression(FileId(7), text, 0) {
        Ok(tree) => tree,
        Err(found) => return format!("{}: {}", found.code, found.message),
    };
    let players = ["Ann".to_string(), "Ben".to_string()];
    match resolve_expression(&model, &tree, &players, FileId(7)) {
        Ok(resolved) => {
            model.locals.extend(resolved.locals);
            printer::typed(&model, &resolved.expression)
        }
        Err(found) => found.iter().map(|one| format!("{}: {}", one.code, one.message)).collect::<Vec<_>>().join("; "),
    }
}

#[test]
fn expressions_are_typed_and_converted() {
    let lines = [
        // places, and what lies in them
        "Ann.hand",
        "count Ann.hand",
        "any c in Ann.hand : c.hit",
        "Ann.hand + stack",
        "Ann.hand = Ben.hand",
        "Ann.home",
        "Ann.home(2)",
        "Ann.Dog.place in Ann.home",
        "Fox.place in road",
        "box",
        "Ann.box",
        "count Ann.home",
        // one or none
        "ahead(road(1), 2)",
        "count ahead(road(1), 2)",
        "ahead(loop(1), 1)",
        "first s in ahead(Fox.place, 2) else road(kennel)",
        "held.hand",
        "count held.hand",
        "held.points",
        "stack.top",
        "stack.top.hit",
        "stack.top.place",
        "stack.top.bowl",
        "Ann.Dog.at",
        "held = none",
        "mine(held)",
        "count Ann.Pawn on none",
        // kinds
        "Fox",
        "Fox.place",
        "Ann.Dog",
        "Ann.Dog.tired",
        "Dog",
        "Dog.tired",
        "count Pawn",
        "mine(Ann)",
        "mine(Ann).place",
        "Ann.Pawn + Fox",
        "any x in Pawn + Dog : x.owner = Ann",
        "count Ann.Pawn on road(3)",
        // marks
        "road(kennel)",
        "road(bone)",
        "road(3).bone",
        "Fox.place.bone",
        "Fox.place.start",
        "field(5).column",
        "road(3).index",
        "Ann.home(2).index",
        // numbers
        "target + 1",
        "over(3) * 2",
        "7 / 2",
        "-7 / 2",
        "-7 mod 3",
        "7 mod over(1)",
        "max(over(1), 2)",
        "- - 3",
        "not not (1 = 2)",
        "sum d in Die : d.side",
        "count d in Die, e in Die where d != e",
        "max d in Die : d.side",
        "max d in Die : d.side else 0",
        "min d in Die by d.side",
        "max d in Die by best d.side, d.kind = low",
        "pips(low, Die.side)",
        "first d in Die by best d.side : pips(d.kind, d.side) else 0",
        // sets
        "1..3",
        "players",
        "Kind",
        "straight",
        "each p in players from Ben : p.hand",
        "each p in players : p.Pawn",
        "{1, 2, 2}",
        "{none, Ann}",
        "each s in road from road(3) where s.bone",
        "each s in loop from loop(3)",
        "if 1 = 2 then straight else {up}",
        "if 1 = 2 then Fox else stack.top",
        "if 1 = 2 then Ann else none",
        "reach s from {field(1)} to around(s)",
        "around(field(5))",
        "beside(field(5), up, 2)",
        "3 in 1..9000",
        // definitions
        "steps_home(Ann, low)",
        "steps_home(Ann, Die.kind)",
        "steps_home(Ann, first d in Die : d.kind)",
        "steps_home(Ann, (first d in Die else (first e in Die)).kind)",
        // wrong
        "Cleo.hand",
        "Ann.hnad",
        "Fox.owner",
        "first d in Die : pips(d.kind, 7)",
    ];
    let mut out = String::new();
    for line in lines {
        out.push_str(&format!("{line}\n    {}\n", shown(line)));
    }
    insta::assert_snapshot!(out);
}

#[test]
fn calls_of_scripts_are_resolved() {
    let model = model();
    let players = ["Ann".to_string(), "Ben".to_string()];
    let call = |text: &str| resolve_call(&model, &parse_expression(FileId(7), text, 0).unwrap(), &players, FileId(7));
    let found = call("one_turn(Ben, 2)").unwrap();
    assert_eq!(model.runnables[found.runnable.index()].name, "one_turn");
    assert_eq!(found.arguments.len(), 2);
    assert_eq!(call("play").unwrap().arguments.len(), 0);
    assert_eq!(call("one_turn(Ben)").unwrap_err()[0].code, "wrong-arguments");
    assert_eq!(call("one_trun(Ben)").unwrap_err()[0].help.as_deref(), Some("did you mean `one_turn`?"));
}

#[test]
fn deep_and_long_texts_are_refused_or_resolved() {
    let long = |count: usize| vec!["1"; count].join(" + ");
    assert_eq!(shown(&long(250)).rsplit("  ::  ").next(), Some("250..250"));
    let nested = format!("{}1{}", "(1 + ".repeat(60), ")".repeat(60));
    assert!(shown(&nested).ends_with("61..61"));
    assert!(shown(&format!("{}(1 = 1)", "not ".repeat(50))).contains("yes-no"));
}

#[test]
fn the_deepest_text_the_parser_allows_fits_on_a_small_stack() {
    let nested = |open: &str, inner: &str, close: &str| format!("{}{inner}{}", open.repeat(62), close.repeat(62));
    let texts = [
        nested("(1 + 2 mod (", "1", "))"),
        nested("(if 1 = 2 or not 3 = 1 + 1 * ", "1", " then 1 else 2)"),
        nested("max(1, ", "2", ")"),
        nested("(sum d in Die : 1 + 1 * ", "2", ")"),
    ];
    for text in texts {
        let shown = shown(&text);
        assert!(shown.contains("::") || shown.starts_with("too-") || shown.starts_with("doubled-name"), "{shown}");
    }
}

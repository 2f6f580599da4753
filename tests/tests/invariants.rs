//! What the interpreter works out once in a loop: which expressions these are, and what it saves.

use rulehound_interpreter::play::Log;
use rulehound_tests::load::{load_text, smallest};

/// What is in a loop of a game, as it is written, in written order.
fn found(play: &str) -> Vec<String> {
    let text = format!(
        "game \"Loops\"\nplayers 2\ncomponent Card {{ value : 1..3  make 2 of v in 1..3 : value = v }}\n\
         zone bag : Card seen by all\nvar n : 0..9 seen by all = 1\n\
         phase play {{ move each c in Card to bag\n turn of first p in players {{ {play} }} win nobody }}\n"
    );
    let game = smallest(load_text(&text).expect("it is fine"));
    let program = game.program();
    let mut spans: Vec<_> = program
        .invariants
        .all()
        .filter_map(|(id, names)| Some((program.node_at.get(id.0 as usize)?.span, names.len())))
        .collect();
    spans.sort_by_key(|(span, _)| (span.start, span.end));
    spans.dedup();
    spans.iter().map(|(span, names)| format!("{} [{names}]", &text[span.start as usize..span.end as usize])).collect()
}

#[test]
fn what_does_not_depend_on_the_element_is_found() {
    // A requirement is asked for each set of cards.
    let sets = "choose 0..3 of c in bag require (count x in bag where x.value > 1) >= n else \"No.\"";
    assert_eq!(found(sets), ["count x in bag where x.value > 1 [0]"]);
    let element = "choose c in bag where c.value = (max x in bag : x.value)";
    assert_eq!(found(element), ["max x in bag : x.value [0]"]);
    // In the inner loop it depends on the name of the outer alone.
    let inner = "choose c in bag require (any k in 1..3 : k > (count x in bag where x.value < c.value)) else \"No.\"";
    assert_eq!(found(inner), ["count x in bag where x.value < c.value [1]"]);
}

#[test]
fn what_depends_on_it_is_not() {
    for depends in [
        "choose c in bag require (count x in bag where x.value < c.value) > n else \"No.\"",
        "choose 2 of c in bag require (all x in c : x.value > 1) else \"No.\"",
        // Which of those that are alike comes first hangs on which have names.
        "choose c in bag require (first x in bag : x.value) > n else \"No.\"",
        // Too little work.
        "choose c in bag require n > 1 else \"No.\"",
    ] {
        assert_eq!(found(depends), Vec::<String>::new(), "{depends}");
    }
}

#[test]
fn it_is_worked_out_once() {
    let steps = |requirement: &str| {
        let text = format!(
            "game \"Sets\"\nplayers 2\ncomponent Card {{ value : 1..12  make v in 1..12 : value = v }}\n\
             zone bag : Card seen by all\nphase play {{ move each c in Card to bag\n\
             turn of first p in players {{ choose 0..6 of c in bag require {requirement} else \"No.\" }} win nobody }}\n"
        );
        let game = smallest(load_text(&text).expect("it is fine"));
        let mut position = game.start(&mut Log::silent()).expect("a decision");
        position.apply(0, 0, &mut Log::silent()).expect("an option");
        position.steps()
    };
    let once = steps("(count x in bag where x.value > 2) > 0");
    let each = steps("(count x in bag where x.value > count c) > 0");
    assert!(once * 5 < each, "{once} and {each} steps");
}

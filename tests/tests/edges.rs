//! The edges of what rules can say: the last of something, two where there is mostly one, what is shared.

use std::collections::BTreeMap;

use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::play::{Game, Log, PlayError, Position};
use rulehound_tests::load::load_text;

/// A game at a table with so many players and these settings, begun.
fn begun(text: &str, players: usize, settings: &[(&str, &str)]) -> Position {
    let model = load_text(text).unwrap_or_else(|errors| panic!("{errors}"));
    let settings: BTreeMap<String, String> =
        settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let table = Table { players: default_names(players), settings };
    let game = Game::load(model, &table).unwrap_or_else(|error| panic!("{error}"));
    game.start(&mut Log::silent()).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The words of what may be chosen by whoever decides.
fn options(position: &Position) -> Vec<String> {
    let seat = position.deciders()[0];
    let offer = position.offer(seat).expect("no fault").expect("a decision");
    offer.options.iter().map(|option| option.text.clone()).collect()
}

#[test]
fn behind_a_shared_first_place_the_others_come_after_all_who_share_it() {
    let text = "game \"Shared\"\nplayers 4\ndef front = each p in players where seat(p) <= 3\nphase play { win front }";
    let places = begun(text, 4, &[]).outcome().expect("it is over").places.clone();
    assert_eq!(places, [Some(1), Some(1), Some(1), Some(4)]);
}

#[test]
fn on_a_ring_of_two_the_other_space_is_one_neighbour() {
    let text = "game \"Ring\"\nplayers 2\nring pond 1..2\nphase play { for p in players { turn of p {\n\
        choose n in 1..count around(pond(1)) as \"{n} neighbour\" } } win nobody }";
    assert_eq!(options(&begun(text, 2, &[])), ["1 neighbour"]);
}

#[test]
fn a_setting_takes_its_least_and_its_greatest_value() {
    let text = "game \"Beads\"\nplayers 1\nsetting beads : 2..5 = 3\ncomponent Bead { make beads of }\n\
        phase play { for p in players { turn of p { choose n in 1..count Bead on box as \"{n}\" } } win nobody }";
    for (value, greatest) in [("2", "2"), ("5", "5")] {
        assert_eq!(options(&begun(text, 1, &[("beads", value)])).last().map(String::as_str), Some(greatest));
    }
}

#[test]
fn there_are_no_steps_from_one_board_to_another() {
    let text = "game \"Boards\"\nplayers 1\ntrack line 1..3\ntrack road 1..3\nvar far : 0..3 seen by all = 0\n\
        phase play { for p in players { turn of p { choose n in 1..2\n\
        set far = max(0, steps(line(1), if n = 1 then road(2) else line(2))) } } win nobody }";
    let begun = begun(text, 1, &[]);
    let trouble = |option| begun.clone().apply(0, option, &mut Log::silent()).err();
    assert!(matches!(trouble(0), Some(PlayError::Fault(fault)) if fault.code == "not-in-set"));
    assert!(trouble(1).is_none());
}

#[test]
fn a_save_is_read_under_the_same_rules_whatever_they_are_called_and_under_no_others() {
    let text = "game \"Beads\"\nplayers 2\ntype Hue = red, blue\ntable worth(Hue) { red : 1  blue : 5 }\n\
        component Bead { hue : Hue  make 3 of h in Hue : hue = h }\nzone bag : Bead seen by all\nzone row of each player : Bead seen by all\n\
        var points of each player : 0..20 seen by all = 2\nphase play { for p in players { turn of p {\n\
        choose c in each d in Bead where d.place = box as \"take {c.hue}\" require p.points < 9 else \"Enough.\"\n\
        move c to p.row set p.points += worth(c.hue) } } win nobody }";
    let saved = begun(text, 2, &[]).save();
    let read = |text: &str| begun(text, 2, &[]).game().restore(&saved).is_ok();
    for alike in [("Beads", "Pearls"), ("take {c.hue}", "take a {c.hue} one"), ("Enough.", "No more.")] {
        assert!(read(&text.replacen(alike.0, alike.1, 1)), "{alike:?}");
    }
    let changes = [
        ("blue : 5", "blue : 4"),
        ("make 3", "make 4"),
        ("0..20", "0..21"),
        ("= 2\n", "= 3\n"),
        ("p.points < 9", "p.points < 8"),
        ("points +=", "points -="),
    ];
    for other in changes {
        let changed = text.replacen(other.0, other.1, 1);
        assert_ne!(changed, text);
        assert!(!read(&changed), "{other:?}");
    }
}

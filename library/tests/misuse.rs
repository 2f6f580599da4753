//! Mistakes of whoever uses the library, and input that means it ill, are told and change nothing.

use crate::table::{files, play, read, sticks};
use rulehound::{Misuse, OptionKey, PlayError, Random, Rules, Seat, Story};

fn misuse<T: std::fmt::Debug>(result: Result<T, PlayError>) -> Misuse {
    match result {
        Err(PlayError::Misuse(misuse)) => misuse,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_option_is_good_where_it_was_listed_and_nowhere_else() {
    let game = sticks();
    let first = game.start(1).expect("a beginning");
    let (ann, ben) = (Seat::new(0), Seat::new(1));
    let take = first.options(ann).expect("options").remove(0);
    let mut second = first.clone();
    second.play(&take).expect("an answer");
    let before = second.save();
    assert_eq!(misuse(second.play(&take)), Misuse::Stale { option: "take 1".to_owned() });
    assert_eq!(second.save(), before);
    // A copy and a resumed position are the same position.
    first.clone().play(&take).expect("an answer");
    game.resume(&first.save()).expect("a save").play(&take).expect("an answer");
    assert_eq!(first.after(&take), Ok(second.clone()));
    // Other names, other table.
    let other = game.rules().game().players(["Cleo", "Dan"]).build().expect("a table");
    let mut foreign = other.start(1).expect("a beginning");
    assert_eq!(misuse(foreign.play(&take)), Misuse::ForeignGame { option: "take 1".to_owned() });
    assert_eq!(misuse(second.play_nth(ann, 0)), Misuse::NotDeciding { seat: ann });
    assert_eq!(misuse(second.play_nth(ben, 3)), Misuse::NoSuchOption { seat: ben, option: 3, options: 3 });
    assert_eq!(misuse(second.option(ann, take.key())), Misuse::NotDeciding { seat: ann });
    assert_eq!(misuse(second.option(ben, OptionKey::from(7))), Misuse::NoSuchKey { seat: ben });
    assert_eq!(second.options(ann), Ok(Vec::new()));
}

#[test]
fn nobody_sits_beside_the_table() {
    let mut position = sticks().start(1).expect("a beginning");
    for number in [2, 63, 64, 65, usize::MAX] {
        let seat = Seat::new(number);
        let nobody = Misuse::NoSuchSeat { seat, seats: 2 };
        assert_eq!(position.view(seat), Err(nobody.clone()));
        assert_eq!(position.events(seat), Err(nobody.clone()));
        assert_eq!(position.redealt(seat, 1), Err(nobody.clone()));
        assert_eq!(misuse(position.options(seat)), nobody);
        assert_eq!(misuse(position.count(seat)), nobody);
        assert_eq!(misuse(position.question(seat)), nobody);
        assert_eq!(misuse(position.refusals(seat)), nobody);
        assert_eq!(misuse(position.why_not(seat, "take 1")), nobody);
        assert_eq!(misuse(position.play_nth(seat, 0)), nobody);
    }
    assert_eq!(misuse(position.resolve(0)), Misuse::NotChance);
}

#[test]
fn a_table_that_does_not_fit_is_no_game() {
    let rules = sticks().rules().clone();
    let wrong = |game: rulehound::GameBuilder| game.build().expect_err("no table").to_string();
    assert_eq!(wrong(rules.game().seats(0)), "0 players cannot play this game: it is for 2");
    assert_eq!(wrong(rules.game().seats(usize::MAX)), "101 players cannot play this game: it is for 2");
    assert_eq!(wrong(rules.game().players(["Ann"])), "one player alone cannot play this game: it is for 2");
    assert_eq!(wrong(rules.game().players(["Ann", "ann"])), "two players are called `ann`");
    assert_eq!(wrong(rules.game().players(["Ann", "a b"])), {
        "`a b` cannot be a player's name: it may hold letters, digits, `_` and `-` only, since scripts call a player by one word; write `a_b`"
    });
    assert_eq!(wrong(rules.game().set("size", 3)), "there is no setting `size`: this game has no settings");
}

#[test]
fn damaged_saves_are_refused() {
    let game = sticks();
    let saved = play(&game, 1, 2, |_| {}).save();
    for length in 0..saved.len() {
        assert!(game.resume(&saved[..length]).is_err(), "cut at {length}");
    }
    for at in 0..saved.len() {
        let mut damaged = saved.clone();
        damaged[at] ^= 0x10;
        assert!(game.resume(&damaged).is_err(), "damaged at {at}");
    }
    let other = read(&files()[0]).game().build().expect("a table");
    let told = other.resume(&saved).expect_err("another game").to_string();
    assert!(told.starts_with("this position was saved under other rules"), "{told}");
}

#[test]
fn keys_are_read_as_they_are_written() {
    for wrong in ["", "0", "zzzzzzzzzzzzzzzz", "+123456789abcdef", "00000000000000000", "ééééé\u{301}é"] {
        assert!(wrong.parse::<OptionKey>().is_err(), "{wrong}");
    }
    let key = OptionKey::from(0x1f);
    assert_eq!((key.to_string().as_str(), key.to_string().parse()), ("000000000000001f", Ok(key)));
    assert_eq!(serde_json::from_str::<OptionKey>("\"000000000000001f\"").expect("a key"), key);
}

/// Damaged rules are played or refused with a place, on the stack of an ordinary thread; nothing panics.
#[test]
fn hostile_rules_are_refused_or_played() {
    let mut random = Random::new(1);
    let (mut refused, mut played) = (0, 0);
    for path in files().iter().step_by(4) {
        let text = std::fs::read_to_string(path).expect("a file");
        for _ in 0..6 {
            let mut letters: Vec<char> = text.chars().collect();
            let at = random.below(letters.len());
            match random.below(3) {
                0 => drop(letters.remove(at)),
                1 => letters.insert(at, ['{', '}', '"', '\u{202e}', '9', '\0'][random.below(6)]),
                _ => letters.truncate(at),
            }
            match Rules::from_text("damaged.rules", &letters.iter().collect::<String>()) {
                Err(wrong) => {
                    assert!(!wrong.is_empty() && !wrong.to_string().contains('\u{202e}'));
                    refused += 1;
                }
                Ok(rules) => {
                    play(&rules.game().build().expect("a table"), 1, 5, |_| {});
                    played += 1;
                }
            }
        }
    }
    assert!(refused > 20, "{refused} were refused, {played} played");
    let deep = |open: &str, close: &str, depth: usize| {
        format!(
            "game \"Deep\" players 1 def d = {}1{} phase play {{ win nobody }}",
            open.repeat(depth),
            close.repeat(depth)
        )
    };
    for text in [deep("(", ")", 60), deep("(", ")", 100_000), deep("1 + ", "", 250), deep("not ", "", 250)] {
        if let Ok(rules) = Rules::from_text("deep.rules", &text) {
            rules.game().build().expect("a table").start(1).expect("a beginning");
        }
    }
}

#[test]
fn texts_may_be_as_narrow_or_wide_as_somebody_likes() {
    let wrong = Rules::from_text("x.rules", "game \"X\"\nplayers 2\nzone heap : Stick").expect_err("no rules");
    let game = sticks();
    for width in [0, 1, 19, 20, 100, 100_000, usize::MAX] {
        assert!(wrong.render(width, true).contains("Stick"));
        let mut story = Story::referee().within(width);
        let mut lines = Vec::new();
        play(&game, 1, 100, |position| lines.extend(story.tell(position)));
        assert!(lines.iter().any(|line| line.contains("take")), "{lines:?}");
    }
}

#[test]
fn files_reach_no_further_than_their_folder() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("reach");
    std::fs::create_dir_all(folder.join("inner")).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    write("sticks.rules", rulehound::STICKS);
    write("inner/out.rules", "game \"Out\" extends \"../sticks.rules\"");
    write("in.rules", "game \"In\" extends \"inner/../sticks.rules\"");
    write("secret.txt", "password");
    write("nosy.rules", "game \"Nosy\" extends \"secret.txt\"");
    let code = |name: &str| {
        let wrong = Rules::read(folder.join(name)).expect_err("no rules");
        (wrong.iter().next().expect("a finding").code, wrong.to_string())
    };
    assert_eq!(Rules::read(folder.join("in.rules")).expect("rules").title(), "In");
    assert_eq!(code("inner/out.rules").0, "missing-file");
    let (nosy, told) = code("nosy.rules");
    assert!(nosy == "missing-file" && !told.contains("password"), "{told}");
    assert_eq!(code("no-such.rules").0, "missing-file");
    assert_eq!(code("inner").0, "missing-file");
}

#[test]
fn what_is_shared_between_threads_may_be() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<Rules>();
    shared::<rulehound::Game>();
    shared::<rulehound::Position>();
    shared::<rulehound::Choice>();
    shared::<rulehound::View>();
    shared::<PlayError>();
    shared::<rulehound::Diagnostics>();
}

/// Chance that was drawn on the way to a fault was not drawn.
#[test]
fn where_the_rules_go_wrong_all_is_as_it_was() {
    let text = r#"game "Wrong"
        players 1
        var n : 1..100 seen by all = 1
        var tries : 0..9 seen by all = 0
        phase play {
          for p in players { turn of p {
            choose m in 1..2 as "go {m}"
            roll n
            if m = 2 { set n = 6 / tries }
            choose k in 1..2 as "stay {k}"
          } }
          win nobody
        }"#;
    let game = Rules::from_text("wrong.rules", text).expect("rules").game().build().expect("a table");
    let seat = Seat::new(0);
    for seed in 0..5 {
        let mut position = game.start(seed).expect("a beginning");
        let before = position.save();
        assert!(matches!(position.play_nth(seat, 1), Err(PlayError::Fault(_))), "nothing is divided by 0");
        assert_eq!(position.save(), before);
        position.play_nth(seat, 0).expect("an answer");
        let mut other = game.start(seed).expect("a beginning");
        other.play_nth(seat, 0).expect("an answer");
        assert_eq!(position.public_view().variable("n"), other.public_view().variable("n"), "seed {seed}");
    }
}

/// Options in the same words are numbered, and one may be called what another becomes by that.
#[test]
fn options_in_the_same_words_have_keys_of_their_own() {
    let text = r#"game "Alike"
        players 1
        var n : 0..3 seen by all = 0
        phase play {
          for p in players { turn of p { choose {
            option "go" { set n = 1 }
            option "go" { set n = 2 }
            option "go (2)" { set n = 3 }
          } } }
          for p in players { turn of p { choose m in 1..2 as "stay {m}" } }
          win nobody
        }"#;
    let game = Rules::from_text("alike.rules", text).expect("rules").game().build().expect("a table");
    let position = game.start(1).expect("a beginning");
    let seat = position.deciders()[0];
    let options = position.options(seat).expect("options");
    assert_eq!(options.iter().map(|option| option.text()).collect::<Vec<_>>(), ["go", "go (2)", "go (2)"]);
    for option in &options {
        assert_eq!(position.option(seat, option.key()).expect("an option").number(), option.number());
    }
}

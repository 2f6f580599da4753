//! `--bot NAME=LEVEL`, in `play`, `simulate` and `record`.

use crate::tool::folder;

/// Liar's dice as it is shipped.
const DICE: &str = include_str!("../../examples/classics/liars-dice.rules");

#[test]
fn a_level_for_each_seat() {
    let folder = folder("levels");
    let ran = folder.run("play a.rules --watch --bot all=mcts:300,Ben=random --seed 1");
    ran.prints("The game is over");
    assert_eq!(ran.out, folder.run("play a.rules --watch --bot all=mcts:300,Ben=random --seed 1").out);
    folder.run("play a.rules --watch --bot Ann=mcts:5ms --seed 1").prints("The game is over");
    for wrong in ["", "Strong", "mcts", "mcts:0", "mcts:5m", "mcts:9999999999s"] {
        folder.run(&format!("play a.rules --bot Ben={wrong}")).complains(2, "there is no bot");
        folder.run(&format!("simulate a.rules --bot Ben={wrong}")).complains(2, "`mcts:200ms`");
    }
    folder.run("record a.rules --seed 1 --bot Zoe=easy").complains(2, "nobody is called `Zoe`");
}

/// Whoever does not think plays as before.
#[test]
fn random_bots_play_as_they_always_did() {
    let folder = folder("random");
    let plain = folder.run("record a.rules --seed 4").out;
    assert_eq!(folder.run("record a.rules --seed 4 --bot all=random").out, plain);
    assert_eq!(folder.run("record a.rules --seed 4 --bot Ann").out, plain);
    assert_ne!(folder.run("record a.rules --seed 4 --bot all=mcts:200").out, plain);
}

#[test]
fn simulations_are_the_same_on_any_number_of_threads() {
    let folder = folder("threads");
    let run = |threads| {
        let ran = folder
            .run(&format!("simulate a.rules --games 12 --bot Ann=mcts:100 --format json --seed 3 --threads {threads}"));
        ran.prints("\"games\"");
        ran.out
    };
    assert_eq!(run(1), run(2));
}

#[test]
fn a_recorded_game_between_thinkers_replays() {
    let folder = folder("recorded");
    folder.run("record a.rules --seed 2 --bot all=easy -o r.yaml").prints("");
    folder.run("run r.yaml").prints("The game is over");
}

#[test]
fn thoughts_are_told_to_those_who_see_everything() {
    let folder = folder("thoughts");
    folder.file("dice.rules", DICE);
    let ran = folder.run("play a.rules --watch --bot all=mcts:300 --seed 1 --explain");
    ran.prints("games imagined");
    ran.prints("expects: ");
    let ran = folder.run("play dice.rules --watch --players 2 --bot all=mcts:40 --seed 1 --explain");
    ran.prints("40 games imagined");
    // Nothing is hidden here, so a person may hear it; of dice that lie under a cup nobody else does.
    folder.run_with("play a.rules --bot Ben=mcts:300 --seed 1 --explain", "1\n1\n").prints("games imagined");
    let ran = folder.run_with("play dice.rules --players Ann,Ben --bot Ben=mcts:40 --seed 1 --explain", "1\n1\n1\n1\n");
    ran.prints("Ben");
    assert!(!ran.out.contains("imagined"), "{ran:#?}");
}

/// Who sits at the keyboard is said by one option, how good the others are by the other.
#[test]
fn people_are_named_beside_bots() {
    let folder = folder("both");
    let all = folder.run_with("play a.rules --human Ben --bot all=mcts:50 --seed 1", "1\n");
    let named = folder.run_with("play a.rules --bot Ann=mcts:50 --seed 1", "1\n");
    assert_eq!((all.code, &all.out), (named.code, &named.out));
}

#[test]
fn a_hint_changes_nothing_of_the_game() {
    let folder = folder("hint");
    let hinted = folder.run_with("play a.rules --bot Ben --seed 1", "hint\n1\n");
    hinted.prints("A strong bot would choose 2: add 2. It gives itself 100 % of the chances.");
    // By its number an option is meant that can be chosen.
    folder.run_with("play a.rules --bot Ben --seed 1", "? 2\n1\n").prints("You can choose 2: add 2.");
    let plain = folder.run_with("play a.rules --bot Ben --seed 1", "1\n");
    assert_eq!(hinted.out.lines().last(), plain.out.lines().last());
    folder.file("dice.rules", DICE);
    folder.run_with("play dice.rules --players Ann,Ben --seed 1", "hint\n").prints("A strong bot would choose ");
    folder.run_with("play a.rules", "h\n").prints("what a strong bot would do in your place");
}

#[test]
fn a_simulation_tells_how_long_bots_think() {
    let folder = folder("times");
    folder.run("simulate a.rules --games 4 --bot Ann=mcts:50").prints("99 of 100 within");
    assert!(!folder.run("simulate a.rules --games 4").out.contains("thinking"));
}

/// Ben is shown a card, and is to say later which it was.
const SHOWN: &str = r#"
game "Shown"
players Ann, Ben
component Card { value : 1..9  make v in 1..9 : value = v }
zone deck : Card seen by nobody
zone hidden : Card seen by nobody
var said : 0..9 seen by all = 0
phase play {
  move all from box to deck
  draw 1 from deck to hidden
  show hidden to Ben
  turn of Ann { choose n in 1..2 as "wait {n}" }
  turn of Ben { choose n in 1..9 as "it was {n}"   set said = n }
  if any c in hidden : c.value = said { win Ben } else { win Ann }
}
"#;

#[test]
fn bots_remember_what_was_before_a_save() {
    let folder = folder("remembered");
    folder.file("shown.rules", SHOWN);
    for seed in 1..=5 {
        let asked = format!("play shown.rules --bot Ben=mcts:300 --seed {seed} --save s.json --force");
        folder.run_with(&asked, "q\n").prints("saved");
        folder.run_with("play --resume s.json", "1\n").prints("Ben wins");
    }
}

#[test]
fn a_resumed_game_goes_on_with_the_same_bots() {
    let folder = folder("resumed");
    let whole = folder.run_with("play a.rules --bot Ben=mcts:200 --seed 3", "1\n1\n1\n1\n").out;
    folder.run_with("play a.rules --bot Ben=mcts:200 --seed 3 --save s.json", "1\nq\n").prints("saved");
    let resumed = folder.run_with("play --resume s.json", "1\n1\n1\n").out;
    let last = |text: &str| text.lines().rev().take(4).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(last(&whole), last(&resumed));
    assert!(folder.text("s.json").contains("mcts:200"));
    folder.run_with("play a.rules --seed 3 --save plain.json", "1\nq\n").prints("saved");
    assert!(!folder.text("plain.json").contains("bots\": ["), "{}", folder.text("plain.json"));
}

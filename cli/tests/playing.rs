//! `play` and `simulate`.

mod tool;

use tool::{GAME, folder};

#[test]
fn a_game_with_a_bot() {
    let folder = folder("bot");
    let ran = folder.run_with("play a.rules --seed 1", "3\nadd 2\n1\n1\n1\n1\n1\n1\n1\n");
    ran.prints("Up to Ten");
    ran.prints("Ben (bot)");
    ran.prints("The game is over");
    assert_eq!(ran.out, folder.run_with("play a.rules --seed 1", "3\nadd 2\n1\n1\n1\n1\n1\n1\n1\n").out);
}

#[test]
fn two_people_at_one_keyboard() {
    let folder = folder("people");
    let ran = folder.run_with("play a.rules --human Ann,Ben --seed 1", "3\nu\n3\n");
    ran.prints("That cannot be taken back: Ann has answered since.");
}

#[test]
fn answers_are_taken_back() {
    let folder = folder("undo");
    folder.file("twice.rules", GAME.replace("do add(p)", "do add(p) do add(p)"));
    let ran = folder.run_with("play twice.rules --human all --record r.yaml", "u\n3\nu\n2\n1\nu\n");
    ran.prints("nothing was answered yet");
    ran.prints("Taken back.");
    assert!(folder.text("r.yaml").contains("steps:\n  - Ann: add 2\n  - Ann: add 1\n"), "{}", folder.text("r.yaml"));
}

#[test]
fn why_not() {
    let folder = folder("why");
    let ran = folder.run_with("play a.rules --bot none --seed 1", "3\n3\n2\n?\n? add 3\n? add 1\n? fly\n9\nh\n\n");
    ran.prints("add 3: That would be more than ten.");
    ran.prints("That can be done: it is option 1.");
    ran.prints("There are options 1 to 2.");
}

#[test]
fn the_end_of_input_is_polite() {
    let folder = folder("end");
    folder.run_with("play a.rules", "").prints("--save FILE");
    folder.run_with("play a.rules --save s.json", "3\n").prints("rulehound play --resume s.json");
}

#[test]
fn saved_games_go_on() {
    let folder = folder("saved");
    folder.run_with("play a.rules --human all --save s.json", "3\n3\nq\n").prints("The game is saved");
    folder.run_with("play a.rules --save s.json", "").complains(4, "exists already");
    let ran = folder.run_with("play --resume s.json --record r.yaml", "3\n1\n");
    ran.prints("total 6");
    ran.prints("The game is over: Ben wins.");
    folder.run("run r.yaml").prints("The game is over: Ben wins.");
}

#[test]
fn changed_rules_play_the_record_again() {
    let folder = folder("changed");
    folder.run_with("play a.rules --human all --save s.json", "3\n3\nq\n").prints("The game is saved");
    folder.file("a.rules", GAME.replace("0..10", "0..20").replace("= 10", "= 20").replace("<= 10", "<= 20"));
    folder.run_with("play --resume s.json", "3\n").prints("total 9");
    folder.file("a.rules", GAME.replace("1..3", "1..2"));
    folder.run_with("play --resume s.json", "").complains(1, "not-on-offer");
    folder.file("s.json", folder.text("s.json").replace("\"position\": \"", "\"position\": \"zz"));
    folder.run_with("play --resume s.json", "").complains(4, "no saved game");
}

#[test]
fn hostile_input() {
    let folder = folder("hostile-input");
    let long = "x".repeat(1 << 20);
    let ran =
        folder.run_with("play a.rules --seed 1", &format!("{long}\n\u{0}\n99999999999999999999\n-1\n? ?\ns\ns .\nq\n"));
    assert_eq!(ran.code, 0, "{}", ran.err);
}

#[test]
fn counting() {
    let folder = folder("counting");
    let ran = folder.run("simulate a.rules --games 200 --seed 5 --threads 1 --format json");
    let counts: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(counts["games"], 200);
    let wins = |seat: usize| counts["wins"][seat]["wins"].as_u64().expect("a number");
    assert_eq!(wins(0) + wins(1), 200);
    assert_eq!(ran.out, folder.run("simulate a.rules --games 200 --seed 5 --threads 2 --format json").out);
    folder.run("simulate a.rules --games 10").prints("10 games");
    folder.run("bench a.rules --seconds 0.05").prints("s of processor time");
    folder.run("bench a.rules --seconds 0.05 --format json").prints("\"stepsPerDecision\"");
}

#[test]
fn faults_say_how_to_meet_them_again() {
    let folder = folder("fault");
    folder.file("b.rules", GAME.replace("\n    require total + n <= 10 else \"That would be more than ten.\"", ""));
    let ran = folder.run("simulate b.rules --games 50 --seed 1");
    ran.complains(3, "range-left");
    ran.complains(3, "--seed 1");
    folder.file("b.yaml", "game: b.rules\nsteps:\n  - Ann: add 3\n  - Ben: add 3\n  - Ann: add 3\n  - Ben: add 2\n");
    let ran = folder.run("run b.yaml");
    ran.complains(3, "range-left");
    ran.complains(3, "after this step");
}

//! What is different, in words; and what `new` writes is right and runs.

use crate::tool::Folder;

#[test]
fn a_variant_is_compared_with_its_game_and_two_games_with_each_other() {
    let folder = Folder::new("diff");
    insta::assert_snapshot!(folder.run("diff spots-solo").out);
    folder.file("a.rules", crate::tool::GAME);
    let changed = crate::tool::GAME.replace("1..3", "1..2").replace("players 2", "players 2..3");
    folder.file("b.rules", changed);
    insta::assert_snapshot!("two_games", folder.run("diff a.rules b.rules").out);
    folder.run("diff a.rules").complains(2, "extends no other game; name a second one");
    folder.run("diff a.rules c.rules").complains(4, "there is no such file");
    folder.file("c.rules", "game \"C\"");
    folder.run("diff a.rules c.rules").complains(1, "no-players");
}

#[test]
fn what_new_writes_is_right_and_runs() {
    let folder = Folder::new("new-templates");
    for template in ["first", "board", "cards"] {
        folder.run(&format!("new {template} --template {template}")).prints("try `rulehound check");
        folder.run(&format!("check {template}/{template}.rules")).prints("nothing is wrong");
        folder.run(&format!("run {template} --quiet")).prints("1 passed, 0 failed");
        folder.run(&format!("simulate {template}/{template}.rules --games 50 --seed 1")).prints("50 games in");
        folder.run(&format!("fmt {template}/{template}.rules --check")).prints("");
    }
    folder.run("new variant --variant hot-dog").prints("my-hot-dog.rules");
    folder.run("check variant/my-hot-dog.rules").prints("nothing is wrong");
    folder.run("new script --script spots").prints("then write more steps");
    folder.run("run script --quiet").prints("1 passed, 0 failed");
    folder.run("new script --script spots").complains(4, "exists");
    folder.run("new other --script nothing").complains(2, "there is no shipped game `nothing`");
}

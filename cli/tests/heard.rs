//! Who hears what is said, and who is told of a decision that hangs on something hidden.

use crate::tool::Folder;

/// Cards are played from hands that only their owners see.
const RULES: &str = "\
| Play cards and ask for cards.
game \"Hands\"
players 2
type Kind = moth, mask
component Card as \"{kind}\" { kind : Kind  make 9 of k in Kind : kind = k }
| Deck.
zone deck : Card seen by nobody
| Hand.
zone hand of each player : Card seen by owner
| Open to all.
zone street : Card seen by all
| Seen by nobody.
zone grave : Card seen by nobody

phase play {
  move all from box to deck
  for p in players { draw 2 from deck to p.hand }
  for p in players { turn of p { BODY } }
  win nobody
}

rule act(p: player, moth) { choose q in players except p as \"ask {q}\" if none { win nobody }  say \"{q} is asked.\" }
rule act(p, mask) { choose q in players except p as \"kiss {q}\" if none { win nobody }  say \"{q} is kissed.\" }
";

/// What Ben, or whoever looks on, is told of Ann's turn, who has a moth and a mask.
fn told(name: &str, body: &str, steps: &[&str]) -> [String; 2] {
    told_of(name, &RULES.replace("BODY", body), steps)
}

/// The same of other rules that begin in the same way.
fn told_of(name: &str, rules: &str, steps: &[&str]) -> [String; 2] {
    let folder = Folder::new(name);
    folder.file("hands.rules", rules);
    let steps: String = steps.iter().map(|step| format!("  - {step}\\n")).collect();
    let script =
        format!("game: hands.rules\\nplayers: [Ann, Ben]\\nsteps:\\n  - draw: [moth, mask, moth, moth]\\n{steps}");
    folder.file("hands.yaml", script.replace("\\n", "\n"));
    ["Ben", "nobody"].map(|viewer| {
        let ran = folder.run(&format!("run hands.yaml --view {viewer}"));
        assert!(ran.code == 0, "{ran:#?}");
        ran.out
    })
}

#[track_caller]
fn hear(told: &[String; 2], line: &str) {
    assert!(told.iter().all(|told| told.contains(line)), "{told:#?}");
}

#[track_caller]
fn hear_not(told: &[String; 2], line: &str) {
    assert!(!told.iter().any(|told| told.contains(line)), "{told:#?}");
}

#[test]
fn behind_a_choice_from_a_hidden_hand_all_hear_what_is_said() {
    let body = "choose c in p.hand as \"play {c}\" if none { leave turn }  move c to street  say \"{p} has played.\"  do act(p, c.kind)";
    let told = told("heard-choice", body, &["Ann: play moth", "Ann: ask Ben", "Ben: play moth", "Ben: ask Ann"]);
    hear(&told, "Ann has played.");
    hear(&told, "Ann: ask Ben.");
    hear(&told, "Ben is asked.");
}

#[test]
fn that_nobody_could_choose_all_hear() {
    let body = "choose c in p.hand where c.kind = mask as \"play {c}\" if none { say \"{p} passes.\" leave turn }  move c to street";
    let told = told("heard-none", body, &["Ann: play mask"]);
    hear(&told, "Ben passes.");
    hear_not(&told, "Ann passes.");
}

#[test]
fn of_options_whose_effects_all_see_all_hear_which_was_taken() {
    let body = "choose { option c in p.hand as \"play {c}\" { move c to street  say \"{p} plays {c}.\"  do act(p, c.kind) }  option \"pass\" { say \"{p} passes.\" leave turn } }  say \"{p} goes on.\"";
    let told = told("heard-options", body, &["Ann: play mask", "Ann: kiss Ben", "Ben: pass"]);
    hear(&told, "Ann plays mask.");
    hear(&told, "Ann: kiss Ben.");
    hear(&told, "Ben is kissed.");
    hear(&told, "Ann goes on.");
    hear(&told, "Ben passes.");
    hear_not(&told, "Ben goes on.");
}

#[test]
fn before_it_is_seen_what_was_chosen_nobody_else_hears_of_it() {
    let body = "choose { option c in p.hand where c.kind = mask as \"show {c}\" { say \"A mask, {p}?\"  move c to street }  option d in p.hand where d.kind = moth as \"play {d}\" { move d to street } }";
    let told = told("heard-before", body, &["Ann: show mask", "Ben: play moth"]);
    hear_not(&told, "A mask");
}

#[test]
fn what_hangs_on_something_hidden_stays_unheard() {
    let body = "if any c in p.hand : c.kind = mask { say \"{p} has a mask.\" }  choose { option c in p.hand as \"bury {c}\" { move c to grave  say \"{p} buries.\" }  option \"keep\" { say \"{p} keeps.\" } }";
    let told = told("heard-hidden", body, &["Ann: bury mask", "Ben: keep"]);
    hear_not(&told, "has a mask");
    hear_not(&told, "buries.");
    hear_not(&told, "keeps.");
}

#[test]
fn who_sees_what_a_condition_reads_hears_what_hangs_on_it() {
    let body = "if any c in p.hand : c.kind = mask { say \"Keep the mask.\" to p }  choose c in p.hand as \"play {c}\" if none { leave turn }  move c to street";
    let folder = Folder::new("heard-condition");
    folder.file("hands.rules", RULES.replace("BODY", body));
    folder.file(
        "hands.yaml",
        "game: hands.rules\nplayers: [Ann, Ben]\nsteps:\n  - draw: [moth, mask, moth, moth]\n  - Ann: play moth\n  - Ben: play moth\n",
    );
    folder.run("run hands.yaml --view Ann").prints("Keep the mask.");
    assert!(!folder.run("run hands.yaml --view Ben").out.contains("Keep"));
}

#[test]
fn when_what_was_read_has_changed_seeing_it_tells_nothing() {
    let body = "for c in p.hand where c.kind = mask { set p.masks += 1 }  if p.masks > 0 { set p.masks = 0  set open = yes  say \"{p} had a mask.\" } else { set open = yes  say \"{p} had none.\" }  choose c in p.hand as \"play {c}\" if none { leave turn }  move c to street";
    let masks = "| Masks.\nvar masks of each player : 0..9 seen by lookers = 0\n| Whether all may look.\nvar open : yes or no seen by all = no\ndef lookers = each q in players where open\n\nphase play {";
    let rules = RULES.replace("phase play {", masks).replace("BODY", body);
    let folder = Folder::new("heard-changed");
    folder.file("hands.rules", &rules);
    folder.file(
        "hands.yaml",
        "game: hands.rules\nplayers: [Ann, Ben]\nsteps:\n  - draw: [moth, mask, moth, moth]\n  - Ann: play moth\n  - Ben: play moth\n",
    );
    let out = folder.run("run hands.yaml --view nobody").out;
    assert!(out.contains("Ben had none.") && !out.contains("Ann had"), "{out}");
}

#[test]
fn a_phase_is_headed_by_its_own_words_for_those_who_may_know_them() {
    let rules = "\
| Bid.
game \"Bids\"
players 2
| Hidden.
var most of each player : 1..3 seen by owner = 2
| Open.
var bid of each player : 0..3 seen by all = 0

phase play {
  do round(2)
  for p in players { do own(p, p.most) }
  win nobody
}
phase round(n: 1..3) as \"round of {n card}\" {
  for p in players { turn of p { choose k in 0..n as \"bid {k}\"  set p.bid = k } }
}
phase own(p: player, n: 1..3) as \"up to {n} for {p}\" {
  turn of p { choose k in 0..1 as \"add {k}\"  set p.bid = k }
}
";
    let folder = Folder::new("heard-heading");
    folder.file("bids.rules", rules);
    let script = "game: bids.rules\nplayers: [Ann, Ben]\nsteps:\n  - Ann: bid 1\n  - Ben: bid 2\n  - Ann: add 1\n  - Ben: add 1\n";
    folder.file("bids.yaml", script);
    let all = folder.run("run bids.yaml --view all").out;
    assert!(all.contains("Round of 2 cards") && all.contains("Up to 2 for Ann"), "{all}");
    let ben = folder.run("run bids.yaml --view Ben").out;
    assert!(ben.contains("Round of 2 cards") && !ben.contains("Up to"), "{ben}");
}

#[test]
fn what_comes_to_lie_on_a_hidden_card_is_not_said_aloud() {
    let marks = "\
component Mark as \"mark\" { make 9 of }
| On a card.
zone load of each Card : Mark seen by all
| Marks.
var marked of each Card : yes or no seen by all = no
| Open to all.
zone tray : Mark seen by all

phase play {";
    let rules = RULES.replace("phase play {", marks).replace("move all from", "move all Card from");
    let heard = |name: &str, effect: &str| {
        let option = "option \"mark\" require any c in p.hand : c.kind = mask else \"No mask.\"";
        let body = format!("choose {{ {option} {{ {effect} }}  option \"pass\" {{ }} }}");
        told_of(name, &rules.replace("BODY", &body), &["Ann: mark", "Ben: pass"])
    };
    let on_card = "for c in p.hand where c.kind = mask { move 1 Mark from box to c.load }";
    hear_not(&heard("heard-load", on_card), "Ann: mark.");
    hear_not(&heard("heard-marked", "for c in p.hand where c.kind = mask { set c.marked = yes }"), "Ann: mark.");
    hear(&heard("heard-tray", "move 1 Mark from box to tray"), "Ann: mark.");
}

#[test]
fn how_many_of_whose_things_lie_hidden_is_not_heard_but_how_many_in_all() {
    let rules = "\
| Put chips into a bag.
game \"Bag\"
players 2
component Chip of each player as \"chip\" { make 3 of }
| Hidden.
zone bag : Chip seen by nobody
| Open.
zone row : Chip seen by all

phase play {
  for p in players { move 2 Chip from p.box to bag  move 1 Chip from p.box to row }
  for p in players { turn of p { choose n in 1..2 }
    if count p.Chip on bag > 1 { say \"{p} has some in the bag.\" }
    if count Chip on bag > 1 { say \"{p} counts the bag.\" }
    if count p.Chip on row > 0 { say \"{p} has one in the row.\" }
  }
  win nobody
}
";
    let folder = Folder::new("heard-counts");
    folder.file("bag.rules", rules);
    folder.file("bag.yaml", "game: bag.rules\nplayers: [Ann, Ben]\nsteps:\n  - Ann: 1\n  - Ben: 2\n");
    for viewer in ["Ben", "nobody"] {
        let out = folder.run(&format!("run bag.yaml --view {viewer}")).out;
        assert!(out.contains("Ann counts the bag.") && out.contains("Ann has one in the row."), "{out}");
        assert!(!out.contains("in the bag."), "{out}");
    }
    folder.run("run bag.yaml").prints("Ann has some in the bag.");
}

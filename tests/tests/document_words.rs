//! How rule documents say things, in games of a few lines.

use rulehound_interpreter::document::{Example, document, markdown};
use rulehound_tests::documents::game;

/// The document of a game, links by their words alone.
fn told(text: &str) -> String {
    let page = markdown(&document(&game(text), &[]));
    let mut words = String::new();
    let mut rest = page.as_str();
    while let Some((before, from)) = rest.split_once('[') {
        words.push_str(before);
        let link = from.split_once("](").and_then(|(text, behind)| Some((text, behind.split_once(')')?.1)));
        let (text, behind) = link.unwrap_or(("[", from));
        words.push_str(text);
        rest = behind;
    }
    words + rest
}

fn has(told: &str, expected: &[&str]) {
    let missing: Vec<&&str> = expected.iter().filter(|words| !told.contains(**words)).collect();
    assert!(missing.is_empty(), "{missing:#?} not in\n{told}");
}

/// What has a verb of its own keeps it, whoever it is said of.
#[test]
fn words_of_a_yes_or_no_keep_their_verb() {
    let told = told(
        "| All.\ngame \"Verbs\"\nplayers 2..4\n\
         | Who is on watch.\nvar watch of each player : yes or no seen by all = no as \"is on watch\"\n\
         | Who passed.\nvar out of each player : yes or no seen by all = no as \"has passed\"\n\
         | Who may jump.\nvar nimble of each player : yes or no seen by all = yes as \"can jump\"\n\
         | Whether it is dark.\nvar dark : yes or no seen by all = no as \"lamps are out\"\n\
         | Whether p is awake.\ndef awake(p: player) as \"is awake\" = p.watch or p.out\n\
         | Go.\nphase play {\n\
           for p in players { turn of p { choose { option \"watch\" { set p.watch = yes   set p.out = no } \
           option \"not\" { set p.nimble = no } } } }\n\
           if not dark { set dark = yes }\n  if dark and all p in players : p.watch { set dark = no }\n\
           for p in players where not p.nimble { set p.out = yes }\n\
           if any p in players : not awake(p) { win each p in players where p.out and awake(p) }\n\
           win each p in players where not p.watch\n}\n",
    );
    has(
        &told,
        &[
            "You are on watch now",
            "You have passed no longer",
            "you can jump no longer",
            "If lamps are not out: lamps are out now.",
            "lamps are out and every player is on watch",
            "For each player who cannot jump: the player has passed now.",
            "If there is a player who is not awake",
            "all players who have passed and who are awake share the win",
            "all players who are not on watch share the win",
        ],
    );
    assert!(!told.contains("is is") && !told.contains("is has"), "{told}");
}

/// A letter in a sentence is worded, but no noun stands there twice.
#[test]
fn letters_of_parameters_are_worded_once() {
    let told = told(
        "| All.\ngame \"Letters\"\nplayers 2\ngrid field 3 by 3\ntype E = water, grass\ntype Wind = warm, cold\n\
         component Tile { e : E }\n\
         | What the tile t shows if e is meant.\ndef shows(t: Tile, e: E) = t.e = e\n\
         | The squares that hang together with s by edges of kind e.\n\
         def joined(s: place, e: E) = reach x from {s} to each y in around(x) where shows(Tile, e) : y\n\
         | Whether tile t of p fits in mood w.\n\
         def fits(t: Tile, p: player, w: Wind) = t.e = water and p = p and w = warm\n\
         | Go.\nphase play {\n\
           if shows(Tile, water) and count joined(field(1), water) > 2 { win nobody }\n\
           if fits(Tile, first p in players, warm) { win nobody }\n  win nobody\n}\n",
    );
    has(
        &told,
        &[
            "**What the tile shows if e is meant.**",
            "**The squares that hang together with place s by edges of kind e.**",
            "**Whether the tile of the player fits in that mood.**",
            "For the tile and *e*: yes",
        ],
    );
}

/// What is greatest of greatest values is so called once.
#[test]
fn the_greatest_is_said_once() {
    let told = told(
        "| All.\ngame \"Greatest\"\nplayers 2\n\
         component Card { rank : 1..9   make r in 1..9 : rank = r }\n\
         | The cards of a player.\nzone front of each player : Card seen by all\n\
         | Who leads.\nvar leader : player seen by all\n\
         | Go.\nphase play {\n\
           set leader = first p in players by best (max c in p.front : c.rank else 0) else first q in players\n\
           set leader = first p in players by (max c in p.front : c.rank else 0) else first q in players\n\
           win p in players by best (max c in p.front : c.rank else 0)\n}\n",
    );
    has(
        &told,
        &["with the greatest rank of all cards in", "with the least value of the greatest rank of all cards in"],
    );
    assert!(!told.contains("greatest greatest") && !told.contains("least greatest"), "{told}");
}

/// A noun with a number that is worked out.
#[test]
fn numbers_of_a_noun_may_be_worked_out() {
    let told = told(
        "| All.\ngame \"Numbers\"\nplayers 2\n\
         component Die { face : 1..6   make 3 of }\n\
         | The dice that were rolled.\nzone beach : Die seen by all\n\
         | Points for good.\nvar points of each player : 0..99 seen by all = 0\n\
         | What was bid.\nvar bid : 0..9 seen by all = 0\n\
         | What the dice are worth.\ndef catch shown as \"in the bucket\" = 2 * count beach\n\
         | How many points p has taken.\ndef taken(p: player) shown as \"points\" = p.points\n\
         | Go.\nphase play {\n\
           for p in players { turn of p { choose {\n\
             option \"roll {count beach die | dice}\" { }\n\
             option \"stop with {catch point}\" { set p.points += catch }\n\
             option \"name {bid point}\" { say \"{p} took {taken(p) point} of {3 die | dice}.\" }\n\
           } } }\n  win nobody\n}\n",
    );
    has(
        &told,
        &[
            "**Roll as many dice as there are in the beach**",
            "**Stop with as many points as what is in the bucket**",
            "what is in the bucket is added to your points",
            "**Name as many points as the bid**",
            "took *your points* of *3* dice",
        ],
    );
}

/// What is asked of several is said in the plural; an open condition has brackets on both sides.
#[test]
fn several_are_several_and_brackets_are_even() {
    let told = told(
        "| All.\ngame \"Several\"\nplayers 2..4\n\
         component Card { red : yes or no   make 4 of }\n\
         | What a player is.\nzone role of each player : Card seen by all\n\
         | Whether p is a spoiler.\ndef spoils(p: player) as \"{p} is a spoiler\" = any c in p.role : c.red\n\
         | Go.\nphase play {\n\
           if any p in players : spoils(p) { win nobody }\n\
           if (sum p in players where spoils(p) : count p.role) = 0\n\
             or (sum p in players where spoils(p) : count p.role) = 2 { win nobody }\n\
           win each p in players where not spoils(p)\n}\n",
    );
    has(&told, &["all players who are not spoilers share the win"]);
    let sides = told.lines().find(|line| line.contains(" or ") && line.contains("the sum of")).expect("it is told");
    assert_eq!(sides.matches('(').count() % 2, 0, "{sides}");
    assert!(sides.contains(") or ("), "{sides}");
}

/// What nobody speaks of and only says again where things lie is not told where an example begins.
#[test]
fn what_is_untold_is_not_told_of_an_example() {
    let model = game(
        "| All.\ngame \"Untold\"\nplayers 2\n\
         component Stone { make 2 of }\n\
         zone heap : Stone seen by all\n\
         var kept(1..3) : Stone or none seen by all = none untold\n\
         | Points.\nvar points : 0..9 seen by all = 0\n\
         | Go.\nphase play {\n\
           if kept(1) != none { set points += 1 }\n\
           for s in Stone { set kept(1) = s }\n\
           turn of first p in players { choose { option \"a\" { } option \"b\" { } } }\n}\n",
    );
    let script = "game: untold\ntitle: It begins\nref: All\nplayers: [Ann, Ben]\n\
                  position:\n  zones:\n    heap: {Stone: 2}\n  variables:\n    kept(1): Stone in heap\n    points: 2\nsteps:\n  - Ann: a\n";
    let example = Example::play(script, &model).unwrap_or_else(|error| panic!("{error:#?}"));
    let told = markdown(&document(&model, &[example]));
    assert!(told.contains("Points: 2."), "{told}");
    assert!(!told.contains("Kept 1"), "{told}");
}

/// What the table has agreed on otherwise than usual stands where an example begins: else its numbers would contradict the rules.
#[test]
fn an_example_says_what_is_agreed_otherwise() {
    let model = game(
        "| All.\ngame \"Agreed\"\nplayers 2\n\
         | How far it is.\nsetting way : 1..40 = 30 as \"length of a lap\"\n\
         | How many.\nsetting laps : 1..3 = 1\n\
         | Points.\nvar points : 0..99 seen by all = 0\n\
         | Go.\nphase play {\n  turn of first p in players { choose { option \"run\" { set points = way * laps } option \"stay\" { } } }\n}\n",
    );
    let script = "game: agreed\ntitle: A short lap\nref: All\nplayers: [Ann, Ben]\nsettings: {way: 10, laps: 1}\nsteps:\n  - Ann: run\n";
    let example = Example::play(script, &model).unwrap_or_else(|error| panic!("{error:#?}"));
    let told = markdown(&document(&model, &[example]));
    assert!(told.contains("Length of a lap: 10, not 30 as usual."), "{told}");
    assert!(!told.contains("Laps: 1, not"), "{told}");
}

/// What each table chooses is told as it usually is, and from what it is reckoned.
#[test]
fn sizes_that_the_table_chooses_are_told() {
    let told = told(
        "| All.\ngame \"Sizes\"\nplayers 2\n\
         | How many rows.\nsetting rows : 2..9 = 4 as \"number of rows\"\n\
         | Pegs.\ncomponent Peg of each player { make 2 * rows of }\n\
         | Cells.\ngrid field 3 by rows\n\
         | Own cells.\ngrid bed of each player 2 by 5\n\
         | How strong the wind is.\nvar wind(direction) : 0..9 seen by all = 0\n\
         | Go.\nphase play {\n\
           for p in players { turn of p { choose s in field + p.bed as \"to {s}\"   move 1 p.Peg from p.box to s } }\n\
           set wind(up_left) = 1\n  win nobody\n}\n",
    );
    has(
        &told,
        &[
            "How many: 8 pegs for each player",
            "The table chooses: as many as 2 × number of rows",
            "Size: 3 columns, 4 rows",
            "The table chooses: as many rows as number of rows",
            "Each has 2 columns and 5 rows.",
            "one for each direction",
        ],
    );
}

/// Where another than `p` plays for `p`, both are named; who is on turn may hang on something.
#[test]
fn whoever_plays_for_another_is_told_apart() {
    let told = told(
        "| All.\ngame \"Dummy\"\nplayers 4\ncomponent Card { v : 1..9 make k in 1..9 : v = k }\n\
         | Hands.\nzone hand of each player : Card seen by all\n| In front.\nzone front of each player : Card seen by all\n\
         | Dummy.\nvar dummy : player or none seen by all = none\n| Declarer.\nvar declarer : player or none seen by all = none\n\
         | Go.\nphase play {\n  for p in players { draw 2 from box to p.hand do act(p) turn of p { do other(p) } }\n  win nobody\n}\n\
         | Act.\nrule act(p: player) { turn of if p = dummy then next(p, 2) else p {\n\
           choose c in p.hand as \"play {c}\" if none { leave turn } move c to p.front } }\n\
         | Other.\nrule other(p: player) { if declarer != none { turn of if p = dummy then declarer else p { choose n in 3..4 } }\n\
           turn of if p = dummy then declarer else p { do ask } choose n in 1..2 }\n\
         | Ask.\nrule ask { choose n in 5..6 choose m in 7..8 }\n",
    );
    has(
        &told,
        &[
            "otherwise the player chooses a card in the player's hand",
            "If you are the dummy, the declarer is on turn, otherwise you:",
            "The declarer if you are the dummy, otherwise you choose a number *n* from 3 to 4.",
        ],
    );
}

/// A type has an entry with its sentence and its order.
#[test]
fn the_order_of_a_type_is_told() {
    let told = told(
        "| All.\ngame \"Ranks\"\nplayers 2\n| From the page up.\ntype Rank = page < old_squire < queen\n\
         | Only told.\ntype Suit = cups, coins\ntype Mood = calm, wild\n\
         component Card { rank : Rank suit : Suit mood : Mood make r in Rank, s in Suit, m in Mood : rank = r, suit = s, mood = m }\n\
         | Hands.\nzone hand of each player : Card seen by all\n\
         | Go.\nphase play { for p in players { draw 1 from box to p.hand } win p in players by best (max c in p.hand : c.rank) }\n",
    );
    has(
        &told,
        &[
            "### Rank",
            "From the page up.",
            "From the lowest to the highest: page, old squire, queen.",
            "There are cups and coins.",
        ],
    );
    assert!(!told.contains("### Mood"), "nothing is to be said of it: {told}");
}

/// Each clause of a definition has words of its own.
#[test]
fn clauses_of_a_definition_keep_their_words() {
    let told = told(
        "| All.\ngame \"Pockets\"\nplayers 2\ntype Pocket = hat, coat\ncomponent Card { v : 1..9 make k in 1..9 : v = k }\n\
         | Hat.\nzone inside of each player : Card seen by all\n| Coat.\nzone under of each player : Card seen by all\n\
         | Hat.\ndef pocket(p: player, hat) as \"the hat of {p}\" = p.inside\n\
         | Coat.\ndef pocket(p: player, coat) as \"the coat of {p}\" = p.under\n\
         | Go.\nphase play {\n  for p in players { draw 2 from box to pocket(p, hat) }\n\
           for p in players { move all from pocket(p, hat) to pocket(p, coat) }\n\
           for p in players, k in Pocket { move all from pocket(p, k) to box }\n  win nobody\n}\n",
    );
    has(
        &told,
        &[
            "move all cards from the hat of the player to the coat of the player",
            "For each player and each pocket: move all cards from their pocket for the pocket to the box",
        ],
    );
}

/// An article, or whose something is, is said once, and a rule that is given two players says which of them is who there.
#[test]
fn whose_and_which_are_said_once() {
    let told = told(
        "| All.\ngame \"Pockets\"\nplayers 2\ncomponent Nut { make 12 of }\n\
         component Bag of each player as \"bag {n}\" { n : 1..3  make i in 1..3 : n = i }\n\
         | Pockets.\nzone hole(1..3) of each player : Nut seen by all as \"the pocket\"\n\
         | A heap.\nzone heap : Nut seen by all as \"the heap\"\n\
         | A store.\nzone store of each player : Nut seen by all as \"your store\"\n\
         | The pockets of p with more than two.\ndef full(p: player) as \"{p}'s full pockets\" = each i in 1..3 where count p.hole(i) > 2 : i\n\
         | The houses of p with more than five.\ndef rich(p: player) as \"{p}'s rich houses\" = each i in 1..3 where count p.hole(i) > 5 : i\n\
         | Play.\nphase play {\n  repeat turn of p in players {\n    if count rich(p) = 1 { win p }\n    do fill(p, other(p), 2)\n    do take(other(p), p)\n\
         if count full(p) = 0 { win p }\n    if count full(p) > 1 { win other(p) }\n  }\n}\n\
         | Fill.\nrule fill(giver: player, taker: player, n: 1..3) {\n  choose i in 1..3 where count heap > n as \"fill {i}\" if none { leave fill }\n\
         move first n of x in heap to taker.hole(i)\n  move all from giver.hole(i) to giver.store\n}\n\
         | Take.\nrule take(loser: player, winner: player) { move all from loser.store to winner.store }\n",
    );
    has(
        &told,
        &[
            "→ Fill with your opponent as the taker, with *n* = 2.",
            "→ Take with your opponent as the loser.",
            "If you have no full pockets: you win",
            "If you have exactly 1 rich house: you win",
            "If you have more than 1 full pocket: your opponent wins",
            "nuts in the heap to the taker's pocket i.",
            "from your pocket i to your store.",
            "If the player has no full pockets: the player wins",
        ],
    );
    let twice = ["the the ", "the your ", "your the ", "your your ", "no your "];
    assert!(twice.iter().all(|words| !told.contains(words)), "{told}");
}

/// A value is read as people call it, wherever it stands.
#[test]
fn values_are_called_as_people_call_them() {
    let told = told(
        "| All.\ngame \"Post\"\nplayers 2\ntype City = oslo as \"Oslo\", new_york as \"New York\", rome\n\
         | Cities.\nnet map(City) { oslo - rome - new_york }\n\
         | How dear.\ntable price(City) { oslo : 1  new_york : 2  rome : 3 }\n\
         | Where it begins.\nsetting first_city : City = new_york\n\
         | Letters.\ncomponent Letter as \"letter to {town}\" { town : City  make c in City : town = c }\n\
         | What came.\nzone box_of(City) : Letter seen by all as \"letter box\"\n\
         | Play.\nphase play { turn of first p in players {\n\
         choose c in Letter as \"send {c}\" require c.town != oslo or first_city = rome else \"No.\"\n\
         move c to box_of(new_york)  if price(c.town) < 3 and map(c.town) in around(map(oslo)) { win players } } win nobody }\n",
    );
    has(
        &told,
        &[
            "New York",
            "Oslo – rome",
            "| New York | 2 |",
            "Oslo, New York or rome",
            "not Oslo",
            "letter box for New York",
        ],
    );
    assert!(!told.contains("new york") && !told.contains("oslo"), "{told}");
}

/// What is told of a list with many values names the list; its values stand in one place.
#[test]
fn many_values_are_told_by_their_list() {
    let told = told(
        "| Ride.\ngame \"Towns\"\nplayers 2\n\
         type Town = ash, birch, cedar, dale, elm, fern, gorse\n\
         type Ware = salt, silk, tea, tin, wax, wine, wool, yarn\n\
         type Mood = merry, sad\n\
         component Rider of each player\n\
         | The roads.\nnet road(Town) as \"town\" { ash - birch - cedar - dale - elm - fern - gorse }\n\
         | What is dear.\nvar dear : Ware seen by all = salt\n\
         | What is wanted.\nvar wanted : Ware except tea or none seen by all = none\n\
         | Where the fair is.\nvar fair : Town or none seen by all = none\n\
         | How all are.\nvar mood : Mood or none seen by all = none\n\
         | Go.\nphase play {\n  for p in players { move p.Rider to road(ash) }\n\
           repeat turn of p in players {\n    choose {\n\
             option t in Town where road(t) in around(p.Rider.place) as \"ride to {t}\" { move p.Rider to road(t)  set fair = t }\n\
             option w in Ware where w != tea as \"ask for {w}\" { set wanted = w  set dear = w  set mood = sad }\n    }\n\
             if fair != none { move p.Rider to road(fair) }\n    if p.Rider.place = road(gorse) { win p }\n  }\n}\n",
    );
    has(
        &told,
        &[
            "What is dear. Any ware. Begins with salt.",
            "What is wanted. Any ware but tea, or none. Begins with none.",
            "There are salt, silk, tea, tin, wax, wine, wool and yarn.",
            "Where the fair is. Any town, or none.",
            "How all are. Merry, sad or none.",
            "A net of 7 places; which are joined is told beneath.",
            "to town ash",
            "for a town that is among the spaces next to where your rider is",
            "Move your rider to the town.",
            "move your rider to the fair",
            "your rider is on town gorse",
        ],
    );
    assert_eq!(told.matches("birch").count(), 3, "of the net these are told at the board, as size and lines\n{told}");
    assert!(!told.contains("town town") && !told.contains("town the"), "{told}");
}

/// A list of things that may be any value of a part is no name for the part.
#[test]
fn some_of_a_part_are_not_the_whole_part() {
    let told = told(
        "| Build.\ngame \"Shore\"\nplayers 2\n\
         type Site = Corner, Edge\ntype Corner = hill, dale\n\
         type Edge = ash, birch, cedar, dawn, elm, fern, gorse\n\
         | Mine.\nvar mine : Edge seen by all = ash\n\
         | Yours.\nvar yours : Edge seen by all = birch\n\
         | Built last.\nvar last : Site seen by all = hill\n\
         | Go.\nphase play {\n  repeat turn of p in players {\n\
             choose {\n      option e in {mine, yours} as \"near {e}\" { set last = e }\n\
               option e in Edge as \"far {e}\" { set last = e }\n    }\n\
             if last in {mine, yours} { win p }\n    if last in Edge { win nobody }\n  }\n}\n",
    );
    has(
        &told,
        &[
            "for an edge: the mine or the yours: the last becomes the edge",
            "If the last is the mine or the yours: you win",
            "If the last is an edge: the game is over, and nobody wins",
        ],
    );
}

/// Who is drawn by lot and then spoken of has a name; seats are counted to the side that is meant; the least is the least; and what has to be
/// so for a thing that may be done stands beneath it.
#[test]
fn lots_seats_and_what_is_required_are_told() {
    let told = told(
        "| All.\ngame \"Sleds\"\nplayers 2..4\n\
         | Strokes.\nvar strokes of each player : 0..9 seen by all = 0\n\
         | Who begins.\nvar starter : player seen by all\n\
         | Go.\nphase play {\n  draw f in players\n  set starter = f\n  set f.strokes = 1\n\
           for p in players { turn of p {\n\
             may \"swap\" require p.strokes < 5 else \"Too tired.\" { set p.strokes += 1 }\n  } }\n\
           set starter = next(starter, -2)\n  win p in players by p.strokes\n}\n",
    );
    has(
        &told,
        &[
            "1. Draw a player *f* by lot.\n2. Player *f* becomes the starter.\n3. Player *f*'s strokes become 1.",
            "Only if your strokes are less than 5. Otherwise: “Too tired.”",
            "Whoever sits 2 seats to the right of the starter becomes the starter.",
            "with the fewest strokes wins",
        ],
    );
}

/// Who is given to a rule is not on turn in it; a word that stands for one entry of a table tells that one; and what looks alike is counted
/// together, wherever it is made.
#[test]
fn givers_entries_and_likes_are_told_as_they_are() {
    let told = told(
        "| All.\ngame \"Prices\"\nplayers 2..4\ntype Town = oslo, rome\ntype Good = salt, silk, tea\n\
         | How dear.\ntable price(Town, Good) {\n  oslo : 1 2 3\n  rome : 4 5 7\n}\n\
         | [Tea] What tea costs in Rome.\ndef dear = price(rome, tea)\n\
         | Coins.\ncomponent Coin { worth : 1..2  make 3 of worth = 1  make 2 of worth = 2  make 4 of worth = 1 }\n\
         | Points.\nvar points of each player : 0..99 seen by all = 0\n\
         | [Go] Go.\nphase play {\n\
           for p in players { turn of p { for q in players where q != p { do give(q) } } }\n\
           win p in players by best p.points\n}\n\
         | [Give] Give.\nrule give(taker: player) {\n\
           choose n in 1..dear as \"give {n}\"\n  set taker.points += n\n}\n",
    );
    has(
        &told,
        &[
            "player *p* is on turn: for each player *q* who is not you",
            "Whoever is on turn chooses a number *n* from 1 to the dear",
            "*n* is added to the taker's points.",
            "Dear: What tea costs in Rome (7).",
            "| 1 | 7 |\n| 2 | 2 |",
        ],
    );
}

/// What another player does is that player's, wherever it stands.
#[test]
fn it_is_said_that_another_player_is_on_turn() {
    let told = told(
        "| All.\ngame \"Asking\"\nplayers 2..3\n\
         | Cards.\ncomponent Card { value : 1..9  make v in 1..9 : value = v }\n\
         | Held.\nzone hand of each player : Card seen by owner\n\
         | Where they lie.\nzone bag : Card seen by nobody\n\
         | Go.\nphase play {\n  move all from box to bag\n  for p in players { draw 2 from bag to p.hand }\n\
           for p in players { turn of p { do ask(p) } }\n  win nobody\n}\n\
         | Ask somebody.\nrule ask(p: player) {\n\
           choose q in players except p as \"ask {q}\" if none { leave ask }\n  turn of q { do answer(p, q) }\n}\n\
         | Show a card.\nrule answer(asker: player, holder: player) {\n\
           choose c in holder.hand as \"show {c}\" if none { leave answer }\n  show c to asker\n}\n",
    );
    has(&told, &["is on turn: → Answer"]);
}

/// A die that shows words has these on its faces; where a place stands behind `of` it is a noun.
#[test]
fn faces_are_words_and_places_are_nouns() {
    let told = told(
        "| All.\ngame \"Faces\"\nplayers 2\n\
         type Goods = wood, stone, salt\n\
         | What it is.\ncomponent Die { face : Goods }\n\
         | Goes about.\ncomponent Pawn of each player\n\
         | Places.\ngrid map 3 by 3\n\
         | Go.\nphase play {\n  roll Die.face\n  for p in players { move p.Pawn to map(seat(p)) }\n\
           for p in players { turn of p { choose s in map where s.row = p.Pawn.place.row as \"{s}\" if none { win nobody } } }\n\
           win nobody\n}\n",
    );
    has(&told, &["wood, stone, salt", "pawn's place"]);
}

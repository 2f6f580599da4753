//! What was played at random is written down and played again.

use std::sync::Arc;

use rulehound_engine::check::{Library, check};
use rulehound_engine::instance::{Table, default_names};
use rulehound_engine::play::{Fault, Game, Log, Position, Seeded, Stop};
use rulehound_rules::model::{Model, Source};
use rulehound_script::{Entry, Headline, read, run, write};

/// Rolls, draws, secret answers at once, forced answers, and single outcomes.
const RULES: &str = r#"
game "Marbles" ref "a test" doc "Draw marbles."
players 2..3

type Colour = red, blue
component Marble of each player { colour : Colour  worth : 0..3  make k in Colour : colour = k, worth = 1  make colour = red, worth = 3 }
component Die { side : 1..3  make side = 1 }
zone bag of each player : Marble seen by nobody doc "A bag."
zone hand of each player : Marble seen by owner doc "A hand."
pile heap : Marble seen by all doc "A heap."
var points of each player : 0..99 seen by all = 0 doc "Points."

phase play ref "a test" doc "All of it." {
  for p in players { move all from p.box to p.bag }
  repeat 3 {
    for d in Die { roll d.side }
    for p in players { draw 1 from p.bag to p.hand }
    simultaneous p in players {
      choose { option "keep" { }  option "give" { set p.points += 1 } }
      choose { option "keep" { } }
    } reveal { }
    for p in players {
      turn of p {
        choose m in p.hand as "lay {m}" if none { win nobody }
        move m to heap
      }
    }
  }
  shuffle heap
  win p in players by best p.points
}
"#;

struct One;

impl Library for One {
    fn read(&mut self, name: &str, _from: Option<&str>) -> Result<Source, String> {
        Ok(Source { name: name.to_owned(), text: RULES.to_owned() })
    }
}

fn model() -> Option<Arc<Model>> {
    let checked = check("marbles.rules", &mut One);
    assert!(checked.model.is_some(), "{:#?}", checked.diagnostics);
    checked.model.map(Arc::new)
}

/// A random game, up to so many answers and outcomes.
fn random(game: &Game, seed: u64, most: usize) -> Result<(Position, Vec<Entry>), Fault> {
    let mut generator = Seeded::new(seed, 0);
    let mut log = Log::silent();
    let mut position = game.start(&mut log)?;
    let mut record = Vec::new();
    while record.len() < most {
        if let Some(chance) = position.chance() {
            let outcome = generator.pick(&chance);
            record.push(Entry::chance(&chance, outcome));
            position.resolve(outcome, &mut log)?;
        } else if position.stop() == Stop::Decision {
            let deciders = position.deciders();
            let seat = deciders.get(generator.below(deciders.len())).copied().unwrap_or_default();
            let Some(offer) = position.offer(seat)? else { break };
            let option = generator.below(offer.options.len());
            record.push(Entry::answer(&offer, option, deciders, position.game().instance()));
            position.apply(seat, option, &mut log)?;
        } else {
            break;
        }
    }
    Ok((position, record))
}

#[test]
fn a_record_replays_to_the_same_bytes() {
    let Some(model) = model() else { return };
    for seed in 0..60 {
        let players = default_names(2 + usize::from(seed % 2 == 0));
        let table = Table { players: players.clone(), ..Table::default() };
        let game = Game::load(model.clone(), &table);
        assert!(game.is_ok(), "{game:?}");
        let Ok(game) = game else { return };
        // Some games end in the middle, where somebody is to decide.
        let most = if seed % 3 == 0 { 5 + seed as usize } else { 1_000 };
        let played = random(&game, seed, most);
        assert!(played.is_ok(), "{played:?}");
        let Ok((mut position, record)) = played else { return };
        let headline = Headline { game: "marbles.rules".to_owned(), players, ..Headline::default() };
        let text = write(&headline, &record);
        let script = read(&text);
        assert!(script.is_ok(), "{text}\n{script:?}");
        let Ok(script) = script else { return };
        let replayed = run(&script, model.clone(), &mut ());
        assert!(replayed.diagnostics.is_empty(), "{text}\n{:#?}", replayed.diagnostics);
        // What can come in one way only has come by itself in the replay.
        while let Some(chance) = position.chance().filter(|chance| chance.outcomes.len() == 1) {
            assert!(position.resolve(0, &mut Log::silent()).is_ok(), "{chance:?}");
        }
        let end = replayed.position.map(|position| position.save());
        assert_eq!(end, Some(position.save()), "seed {seed}\n{text}");
    }
}

/// Lines whose words say nothing of who has built them.
const LINES: &str = r#"
game "Lines" ref "a test" doc "Build lines."
players 2
type City = oslo, rome, kiev
component Line as "{a}–{b}" { a : City  b : City  builder : player or none  make a, b { oslo rome  rome kiev } }
zone map : Line seen by all doc "A map."
phase play ref "a test" doc "All of it." {
  for p in players { turn of p { choose c in map as "build {c}" if none { win nobody }  set c.builder = p } }
  win nobody
}
"#;

#[test]
fn what_a_description_does_not_speak_of_stays_as_it_was_made() -> Result<(), String> {
    struct One;
    impl Library for One {
        fn read(&mut self, name: &str, _: Option<&str>) -> Result<Source, String> {
            Ok(Source { name: name.to_owned(), text: LINES.to_owned() })
        }
    }
    let model = Arc::new(check("lines", &mut One).model.ok_or("it is not fine")?);
    for map in ["[oslo–rome]", "{oslo–rome: 1}"] {
        let text = format!(
            "game: lines\nposition: {{zones: {{map: {map}}}}}\nsteps:\n  - expect: {{\"count c in map where c.builder = none\": 1}}\n"
        );
        let script = read(&text).map_err(|found| format!("{found:?}"))?;
        let played = run(&script, model.clone(), &mut ());
        assert!(played.diagnostics.is_empty(), "{map}: {:?}", played.diagnostics);
    }
    Ok(())
}

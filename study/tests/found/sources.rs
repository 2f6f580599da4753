//! Where points come from.

use super::numbers::PRIZES;
use super::tools::{Study, found, says};
use rulehound_study::Part;
use rulehound_study::statistics::Moments;

/// What sets winners apart, by the rule that pays, and the same in the other game; what several rules call says nothing.
#[test]
fn points_are_told_by_where_they_come_from() {
    let study = Study::of(PRIZES).beside(&PRIZES.replace("n * 10", "n * 1000"));
    let whole = study.part(0, 600);
    let sources = found(&whole, "sources");
    assert_eq!(sources.title, "Where money comes from");
    says(&sources, "In money winners of random games are ");
    says(&sources, " by roll for prize: `do pay(p, prize(high))`");
    assert_eq!(sources.table[0], ["", "winners", "the others", "winners in the other", "the others in the other"]);
    let row = |name: &str| {
        sources.table.iter().find(|row| row[0] == name).unwrap_or_else(|| panic!("{name}: {:#?}", sources.table))
    };
    let number = |cell: &str| cell.split(' ').next().and_then(|word| word.parse::<f64>().ok()).expect("a number");
    let high = row("roll for prize: `do pay(p, prize(high))`");
    assert!(number(&high[1]) > number(&high[2]) + 40.0, "{high:?}");
    assert!((number(&high[3]) - number(&high[4])).abs() < 25.0, "there the bet decides: {high:?}");
    let lost = row("bet: `set p.money -= n * 10`");
    assert!(number(&lost[1]) < 0.0 && lost[3] == "–", "{lost:?}");
    assert!(number(&row("bet: `do pay(p, n * 1000)`")[3]) > 300.0);
    let choices = found(&whole, "choices");
    assert_eq!(choices.table, [vec!["open decisions", "a game", "options"], vec!["bet", "2.0", "2.0"]]);
    let (one, other) = (study.part(0, 200), study.part(200, 600));
    let merged = Part::merge(vec![other, one]).expect("all parts");
    assert_eq!((&merged.kept.flows, &merged.kept.decisions), (&whole.kept.flows, &whole.kept.decisions));
}

/// What a rule pays in secret counts once, and is told to nobody by it.
#[test]
fn money_in_secret_counts_once() {
    let rules = "| Give in secret.
game \"Gifts\"
players 2
var coins of each player : 0..99 seen by all = 10
phase play {
  simultaneous p in players {
    choose n in 1..2 as \"spend {n}\"
    set p.coins -= n
    choose m in 1..2 as \"and {m}\"
    set p.coins -= m
  }
  win p in players by best p.coins
}
";
    let whole = Study::of(rules).part(0, 200);
    let sum = |moments: Moments| moments.mean() * moments.count as f64;
    let spent: f64 = whole.kept.flows.each().map(|(_, flow)| sum(flow.winners) + sum(flow.others)).sum();
    let left = Study::of(rules).asking("sum p in players : p.coins").part(0, 200).kept.answers[0];
    assert!((20.0 * 200.0 + spent - sum(left)).abs() < 1e-6, "{spent} spent, {} left", sum(left));
}

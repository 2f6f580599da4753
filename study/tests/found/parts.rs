//! Parts that are put together.

use super::planted::FAULTY;
use super::tools::{Study, found, says};
use rulehound_study::{Broken, Mismatch, Part, PartReader, PartWriter, Row, Series, Told, findings, page};

#[test]
fn parts_are_the_same_together_as_the_whole() {
    let study = Study::of(FAULTY).with_bots(&["mcts:10"]).without("give up");
    let bytes =
        |whole: &Part| (serde_json::to_string(whole).expect("data"), page(whole, &findings(whole), Told::default()));
    let whole = bytes(&study.part(0, 80));
    for count in [1, 4, 8] {
        let width = 80 / count;
        // In whatever order they come, and through a file.
        let parts = (0..count).rev().map(|part| study.part(part * width, (part + 1) * width));
        let kept = parts.map(|part| serde_json::to_string(&part).expect("data"));
        let parts = kept.map(|text| serde_json::from_str(&text).expect("a part")).collect();
        assert!(bytes(&Part::merge(parts).expect("all parts")) == whole, "{count} parts give something else");
    }
}

/// Beyond the games that are looked into others are only counted; what both say goes together.
#[test]
fn games_that_nobody_looks_into_are_the_same() {
    let mut study = Study::of(FAULTY);
    let close = study.part(0, 60);
    (study.plan.closely, study.manifest.closely) = (20, 20);
    let far = study.part(0, 60);
    assert_eq!((close.kept.looked_into, far.kept.looked_into), (60, 20));
    assert_eq!((&close.kept.outcomes, &close.kept.blocks), (&far.kept.outcomes, &far.kept.blocks));
    assert_ne!(close.kept.chosen, far.kept.chosen);
    says(&found(&far, "rules"), "never runs in 20 random games");
}

#[test]
fn a_part_that_was_not_written_to_its_end_is_told() {
    let part = Study::of(FAULTY).part(0, 4);
    let mut writer = PartWriter::begin(Vec::new(), &part.manifest, 0).expect("a vector");
    let row =
        Row { series: Series::Random, number: 0, over: true, winners: vec![1], decisions: 3, free: 2, options: 4 };
    writer.add(&row).expect("a vector");
    let whole = writer.end(&part).expect("a vector");
    assert_eq!(PartReader::new(whole.as_slice()).part().expect("a part"), part);
    let mut rows = Vec::new();
    let read = PartReader::new(whole.as_slice()).rows(|row| {
        rows.push(row);
        Ok::<(), Broken>(())
    });
    assert!(read.is_ok() && rows == [row]);
    let lines: Vec<&[u8]> = whole.split_inclusive(|byte| *byte == b'\n').collect();
    for torn in [&lines[..0], &lines[..1], &lines[..2]] {
        let torn = torn.concat();
        assert!(matches!(PartReader::new(torn.as_slice()).part(), Err(Broken::Short)), "{torn:?}");
    }
    let half = &whole[..whole.len() - 10];
    assert!(matches!(PartReader::new(half).part(), Err(Broken::Wrong(_))));
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let study = Study::of(FAULTY);
    let merged = |parts: &[(u64, u64)]| Part::merge(parts.iter().map(|(from, to)| study.part(*from, *to)).collect());
    assert_eq!(merged(&[]), Err(Mismatch::Nothing));
    assert_eq!(merged(&[(0, 4), (6, 8)]), Err(Mismatch::Gap(4, 6)));
    assert_eq!(merged(&[(0, 4), (3, 8)]), Err(Mismatch::Overlap(3, 4)));
    assert_eq!(merged(&[(0, 4), (0, 4)]), Err(Mismatch::Overlap(0, 4)));
    let mut other = Study::of(&FAULTY.replace("die = 6", "die = 5"));
    let parts = vec![study.part(0, 4), other.part(4, 8)];
    assert_eq!(Part::merge(parts), Err(Mismatch::Other(4, 8, "the hash of the rules")));
    other = Study::of(FAULTY);
    other.manifest.seed = 2;
    let parts = vec![study.part(0, 4), other.part(4, 8)];
    assert_eq!(Part::merge(parts), Err(Mismatch::Other(4, 8, "the seed")));
}

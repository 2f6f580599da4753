//! Numbers of selections, without Python: the file is read in as it is.

#[path = "../src/selection.rs"]
mod selection;

use selection::Selection;

#[test]
fn selections_have_a_number_each() {
    for (single, several, most) in [(5, 0, 3), (0, 5, 3), (4, 3, 4), (2, 1, 5), (0, 0, 2), (13, 4, 3)] {
        let selection = Selection { single, several, most };
        let count = selection.count().expect("few");
        let mut met = std::collections::BTreeSet::new();
        for number in 0..count {
            let chosen = selection.elements(number);
            assert!(chosen.len() <= most && chosen.is_sorted(), "{selection:?} {number} {chosen:?}");
            assert_eq!(selection.number(&chosen), Some(number), "{selection:?} {chosen:?}");
            assert!(met.insert(chosen));
        }
    }
}

#[test]
fn what_comes_once_is_not_taken_twice() {
    assert_eq!(Selection { single: 5, several: 0, most: 3 }.count(), Some(26));
    assert_eq!(Selection { single: 0, several: 5, most: 3 }.count(), Some(56));
    assert_eq!(Selection { single: 3, several: 0, most: 3 }.number(&[1, 1]), None);
}

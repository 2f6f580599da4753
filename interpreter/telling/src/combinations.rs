//! Many options that are sets of the same few things are told by these things: of thirteen cards three make 286 options.

use std::collections::{BTreeMap, BTreeSet};

use crate::scene::{About, Named};

/// So many options in a row are told by what they are made of; fewer are read at a glance.
const FEWEST: usize = 8;

/// Options in a row that are sets of the same few things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combinations {
    /// The number of the first option, from 0.
    pub first: usize,
    /// The number of the last one.
    pub last: usize,
    /// The things in words, what looks alike as often as it can be taken.
    pub things: Vec<String>,
    /// How many things the smallest and the largest of the sets have.
    pub sizes: (usize, usize),
    /// The options by the words of their things, which are sorted.
    options: BTreeMap<Vec<String>, usize>,
}

impl Combinations {
    /// Sets that begin at this option; nothing if there are few of them, or two of them are the same words.
    fn of(first: usize, sets: &[&About]) -> Option<Self> {
        let words = |about: &About| about.named.iter().map(|named| named.words.clone()).collect::<Vec<_>>();
        let sets: Vec<Vec<String>> = sets.iter().map(|about| words(about)).collect();
        let sizes = (sets.iter().map(Vec::len).min()?, sets.iter().map(Vec::len).max()?);
        let things = things(&sets);
        let count = sets.len();
        let options: BTreeMap<Vec<String>, usize> = sets.into_iter().map(sorted).zip(first..).collect();
        let pays = count >= FEWEST && sizes.1 > 1 && things.len() < count && options.len() == count;
        pays.then(|| Self { first, last: first + count - 1, things, sizes, options })
    }

    /// The option that takes these things, by their numbers from 0; `None` if there is none.
    pub fn option(&self, numbers: &[usize]) -> Option<usize> {
        let once: BTreeSet<usize> = numbers.iter().copied().collect();
        let taken: Vec<String> = once.iter().filter_map(|number| self.things.get(*number)).cloned().collect();
        let whole = once.len() == numbers.len() && taken.len() == numbers.len();
        self.options.get(&sorted(taken)).copied().filter(|_| whole)
    }

    /// The numbers of the things, from 0, that an option takes.
    pub fn numbers(&self, option: usize) -> Vec<usize> {
        let taken = self.options.iter().find(|(_, other)| **other == option).map(|(taken, _)| taken);
        let mut left = taken.cloned().unwrap_or_default();
        let takes = |(_, thing): &(usize, &String)| match left.iter().position(|other| other == *thing) {
            Some(at) => {
                left.swap_remove(at);
                true
            }
            None => false,
        };
        self.things.iter().enumerate().filter(takes).map(|(number, _)| number).collect()
    }

    /// Whether an option is one of these.
    pub fn holds(&self, option: usize) -> bool {
        (self.first..=self.last).contains(&option)
    }

    /// How many are taken together: “3”, or “1 to 3”.
    pub fn size(&self) -> String {
        match self.sizes {
            (least, most) if least == most => most.to_string(),
            (least, most) => format!("{least} to {most}"),
        }
    }
}

/// What can be told by what it is made of, in the order of the options.
pub fn combinations(about: &[About]) -> Vec<Combinations> {
    let mut found = Vec::new();
    let mut options = (0..).zip(about).peekable();
    while let Some((first, option)) = options.next() {
        let Some(name) = name_of(option) else { continue };
        let mut sets = vec![option];
        while let Some((_, next)) = options.next_if(|(_, next)| name_of(next) == Some(name)) {
            sets.push(next);
        }
        found.extend(Combinations::of(first, &sets));
    }
    found
}

/// The name that a set is bound to; nothing if it is none, or nothing is in it.
fn name_of(option: &About) -> Option<&str> {
    option.named.first().filter(|_| option.set).map(|Named { name, .. }| name.as_str())
}

/// All that is in the sets, as often as one of them holds it: whatever some set names before another thing stands before it, and else what is
/// named first.
fn things(sets: &[Vec<String>]) -> Vec<String> {
    let mut order = Order::default();
    for set in sets {
        let mut before = None;
        let mut times: BTreeMap<usize, usize> = BTreeMap::new();
        for thing in set {
            let number = order.number(thing);
            let times = times.entry(number).or_default();
            *times += 1;
            order.takes(number, *times, before);
            before = Some(number);
        }
    }
    order.sorted()
}

/// Things by the number in which they were named first, and which of them stands before which.
#[derive(Default)]
struct Order<'t> {
    numbers: BTreeMap<&'t str, usize>,
    /// Each with how often a set holds it, what stands right behind it, and how many stand right before it.
    things: Vec<Thing<'t>>,
}

#[derive(Default)]
struct Thing<'t> {
    words: &'t str,
    times: usize,
    behind: BTreeSet<usize>,
    before: usize,
}

impl<'t> Order<'t> {
    fn number(&mut self, words: &'t str) -> usize {
        *self.numbers.entry(words).or_insert_with(|| {
            self.things.push(Thing { words, ..Thing::default() });
            self.things.len() - 1
        })
    }

    /// A set holds it so many times, right behind another thing.
    fn takes(&mut self, number: usize, times: usize, before: Option<usize>) {
        let other = before.filter(|before| *before != number).and_then(|before| self.things.get_mut(before));
        let is_new = other.is_some_and(|other| other.behind.insert(number));
        if let Some(thing) = self.things.get_mut(number) {
            thing.times = thing.times.max(times);
            thing.before += usize::from(is_new);
        }
    }

    /// All of them (Kahn 1962); where they go round in a circle, whatever was named first comes first.
    fn sorted(mut self) -> Vec<String> {
        let mut left: BTreeSet<usize> = (0..self.things.len()).collect();
        let is_free = |thing: &&usize, things: &[Thing<'_>]| things.get(**thing).is_some_and(|it| it.before == 0);
        let mut free: BTreeSet<usize> = left.iter().filter(|thing| is_free(thing, &self.things)).copied().collect();
        let mut sorted = Vec::new();
        while let Some(next) = free.first().or(left.first()).copied() {
            free.remove(&next);
            left.remove(&next);
            let Some(Thing { words, times, behind, .. }) = self.things.get_mut(next).map(std::mem::take) else { break };
            sorted.extend(std::iter::repeat_n(words.to_owned(), times));
            for other in behind.intersection(&left) {
                if let Some(thing) = self.things.get_mut(*other) {
                    thing.before = thing.before.saturating_sub(1);
                    free.extend((thing.before == 0).then_some(*other));
                }
            }
        }
        sorted
    }
}

fn sorted(mut words: Vec<String>) -> Vec<String> {
    words.sort_unstable();
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(name: &str, things: &[&str]) -> About {
        let named = |words: &&str| Named { name: name.to_owned(), handle: None, words: (*words).to_owned() };
        About { named: things.iter().map(named).collect(), set: true }
    }

    fn pairs(things: &[&'static str]) -> Vec<About> {
        let pair = |(at, one): (usize, &&'static str)| {
            things.iter().skip(at + 1).map(|other| set("c", &[*one, *other])).collect::<Vec<_>>()
        };
        things.iter().enumerate().flat_map(pair).collect()
    }

    #[test]
    fn many_sets_are_told_by_their_things() {
        let skip = About { named: Vec::new(), set: false };
        let options = [vec![skip.clone()], pairs(&["ace", "king", "queen", "jack", "ten"]), vec![skip]].concat();
        let found = combinations(&options);
        assert_eq!(found.len(), 1);
        for all in found {
            assert_eq!((all.first, all.last, all.size().as_str()), (1, 10, "2"));
            assert_eq!(all.things, ["ace", "king", "queen", "jack", "ten"]);
            for option in 1..=10 {
                let numbers = all.numbers(option);
                assert_eq!((numbers.len(), all.option(&numbers)), (2, Some(option)));
            }
            assert_eq!(all.option(&[4, 0]), Some(4), "whatever is named first");
            assert_eq!((all.option(&[0]), all.option(&[0, 0]), all.option(&[0, 9])), (None, None, None));
            assert!(all.holds(1) && all.holds(10) && !all.holds(0) && !all.holds(11));
        }
    }

    #[test]
    fn what_looks_alike_stands_there_as_often_as_it_can_be_taken() {
        let mut options = pairs(&["coin", "ring", "cup", "hat", "bell"]);
        options.push(set("c", &["coin", "coin"]));
        let found = combinations(&options);
        assert_eq!(found.len(), 1);
        for all in found {
            assert_eq!(all.things, ["coin", "coin", "ring", "cup", "hat", "bell"]);
            assert_eq!((all.option(&[0, 2]), all.option(&[1, 2]), all.option(&[1, 0])), (Some(0), Some(0), Some(10)));
            assert_eq!((all.numbers(0), all.numbers(10)), (vec![0, 2], vec![0, 1]));
        }
    }

    #[test]
    fn what_is_few_or_the_same_twice_is_listed() {
        assert!(combinations(&pairs(&["ace", "king", "queen"])).is_empty(), "three are read at a glance");
        let twice = [pairs(&["a", "b", "c", "d", "e"]), pairs(&["e", "f", "a", "b"])].concat();
        assert!(combinations(&twice).is_empty(), "two of them are the same words");
        let single: Vec<About> = (0..20).map(|n| set("c", &[n.to_string().as_str()])).collect();
        assert!(combinations(&single).is_empty(), "each is a thing by itself");
    }

    #[test]
    fn what_goes_with_few_others_keeps_its_place() {
        let mut options = vec![set("c", &["red 3", "blue 1"]), set("c", &["red 3", "green 1"])];
        options.extend([set("c", &["red 4", "blue 1"]), set("c", &["red 4", "green 1"])]);
        options.extend(pairs(&["blue 1", "blue 2", "green 1"]));
        options.push(set("c", &["red 4", "green 2"]));
        let found = combinations(&options);
        let things = found.first().map(|all| all.things.clone());
        let wanted = ["red 3", "red 4", "blue 1", "blue 2", "green 1", "green 2"];
        assert_eq!(things.as_deref(), Some(wanted.map(str::to_owned).as_slice()));
    }

    #[test]
    fn sets_of_several_sizes_are_told_together() {
        let mut options = pairs(&["a", "b", "c", "d", "e"]);
        options.extend(["a", "b", "c", "d", "e"].map(|one| set("c", &[one])));
        let found = combinations(&options);
        assert_eq!(found.first().map(Combinations::size).as_deref(), Some("1 to 2"));
    }
}

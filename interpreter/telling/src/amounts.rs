//! Many options that are the same words with another number each are one to people: “bet 1”, “bet 2” … “bet 200”.

use rulehound_engine::play::{BindingValue, Offer};

/// So many options in a row are told as one; fewer are read at a glance.
const FEWEST: usize = 8;

/// What an option binds.
pub type Bindings<'b> = &'b [(String, BindingValue)];

/// Options in a row that differ by one number alone, which goes up in equal steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amounts {
    /// The number of the first option, from 0.
    pub first: usize,
    /// The number of the last one.
    pub last: usize,
    /// What stands before the number.
    pub before: String,
    /// What stands behind it.
    pub after: String,
    /// The number of the first option; that of the last is the greatest.
    pub least: i32,
    /// By how much the number goes up; greater than 0.
    pub step: i32,
}

impl Amounts {
    /// The greatest number.
    pub fn greatest(&self) -> i32 {
        self.at(self.last - self.first)
    }

    /// The option with this number, from 0; `None` if there is none.
    pub fn option(&self, number: i64) -> Option<usize> {
        let over = number.checked_sub(i64::from(self.least)).filter(|over| *over >= 0)?;
        let steps = usize::try_from(over / i64::from(self.step)).ok()?;
        let option = self.first.checked_add(steps)?;
        (over % i64::from(self.step) == 0 && option <= self.last).then_some(option)
    }

    /// Whether an option is one of these.
    pub fn holds(&self, option: usize) -> bool {
        (self.first..=self.last).contains(&option)
    }

    /// The first two and the last: “bet 10, bet 20 … bet 200”.
    pub fn told(&self) -> String {
        format!("{}, {} … {}", self.words(self.least), self.words(self.at(1)), self.words(self.greatest()))
    }

    fn at(&self, steps: usize) -> i32 {
        self.least.saturating_add(self.step.saturating_mul(i32::try_from(steps).unwrap_or(i32::MAX)))
    }

    fn words(&self, number: i32) -> String {
        format!("{}{number}{}", self.before, self.after)
    }

    /// Whether an option in these words goes on where these end.
    fn goes_on(&self, last: Bindings<'_>, next: Bindings<'_>, words: &str) -> bool {
        let number = self.at(self.last + 1 - self.first);
        differing(last, next) == Some((self.greatest(), number)) && words == self.words(number)
    }
}

/// What can be told as one of an offer, in the order of the options; `texts` are the options as they are shown.
pub fn amounts(offer: &Offer, texts: &[String]) -> Vec<Amounts> {
    let bindings: Vec<Bindings<'_>> = offer.options.iter().map(|option| option.bindings.as_slice()).collect();
    rows(&bindings, texts)
}

/// Words with what they bind, in which many amounts are one.
pub fn in_short(bindings: &[Bindings<'_>], texts: &[String]) -> Vec<String> {
    let rows = rows(bindings, texts);
    let mut told = Vec::new();
    for (at, text) in texts.iter().enumerate() {
        match rows.iter().find(|row| row.holds(at)) {
            Some(row) if row.first == at => told.push(row.told()),
            Some(_) => {}
            None => told.push(text.clone()),
        }
    }
    told
}

fn rows(bindings: &[Bindings<'_>], texts: &[String]) -> Vec<Amounts> {
    let mut found = Vec::new();
    let mut first = 0;
    while first < texts.len() {
        let one = beginning(bindings, texts, first);
        first = one.as_ref().map_or(first, |one| one.last) + 1;
        found.extend(one.filter(|one| one.last - one.first + 1 >= FEWEST));
    }
    found
}

/// The options that are the same but for a number, from this one on.
fn beginning(options: &[Bindings<'_>], texts: &[String], first: usize) -> Option<Amounts> {
    let (least, second) = differing(options.get(first).copied()?, options.get(first + 1).copied()?)?;
    let step = second.checked_sub(least).filter(|step| *step > 0)?;
    let (text, next) = (texts.get(first)?, texts.get(first + 1)?);
    let (before, after) = around(text, least).find(|(before, after)| *next == format!("{before}{second}{after}"))?;
    let (before, after) = (before.to_owned(), after.to_owned());
    let mut found = Amounts { first, last: first + 1, before, after, least, step };
    while let (Some(last), Some(next), Some(words)) =
        (options.get(found.last), options.get(found.last + 1), texts.get(found.last + 1))
        && found.goes_on(last, next, words)
    {
        found.last += 1;
    }
    Some(found)
}

/// The numbers by which two options differ, if that is all.
fn differing(one: Bindings<'_>, other: Bindings<'_>) -> Option<(i32, i32)> {
    if one.len() != other.len() {
        return None;
    }
    let mut different = one.iter().zip(other).filter(|(one, other)| one != other);
    match (different.next()?, different.next()) {
        (((name, BindingValue::Number(one)), (same, BindingValue::Number(other))), None) if name == same => {
            Some((*one, *other))
        }
        _ => None,
    }
}

/// What stands before and behind a number, wherever it stands by itself.
fn around(text: &str, number: i32) -> impl Iterator<Item = (&str, &str)> {
    let digits = number.to_string();
    let found: Vec<usize> = text.match_indices(&digits).map(|(at, _)| at).collect();
    found.into_iter().filter_map(move |at| {
        let (before, rest) = text.split_at_checked(at)?;
        let after = rest.strip_prefix(&digits)?;
        let apart = |sign: Option<char>| !sign.is_some_and(char::is_alphanumeric);
        (apart(before.chars().next_back()) && apart(after.chars().next())).then_some((before, after))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulehound_engine::play::{Asked, OfferedChoice};
    use rulehound_grammar::span::Location;

    /// The words of an option and the numbers it binds.
    type Written<'w> = (&'w str, &'w [(&'w str, i32)]);

    fn offered(options: &[Written<'_>]) -> Vec<String> {
        let choice = |(id, (text, bindings)): (usize, &Written<'_>)| OfferedChoice {
            id,
            text: (*text).to_owned(),
            bindings: bindings.iter().map(|(name, n)| ((*name).to_owned(), BindingValue::Number(*n))).collect(),
        };
        let asked = Asked {
            prompt: String::new(),
            phase: String::new(),
            rule: String::new(),
            reference: None,
            at: Location::default(),
        };
        let options: Vec<OfferedChoice> = options.iter().enumerate().map(choice).collect();
        let texts: Vec<String> = options.iter().map(|option| option.text.clone()).collect();
        let offer = Offer { seat: 0, asked, options, secret: false };
        let found = amounts(&offer, &texts);
        for one in &found {
            for (step, option) in (one.first..=one.last).enumerate() {
                assert_eq!(one.option(i64::from(one.at(step))), Some(option));
            }
            assert_eq!(one.option(i64::from(one.least) - 1), None);
            assert_eq!(one.option(i64::from(one.greatest()) + i64::from(one.step)), None);
        }
        found.iter().map(|one| format!("{} to {}: {}", one.first, one.last, one.told())).collect()
    }

    fn bets(from: i32, to: i32, step: usize, words: impl Fn(i32) -> String) -> Vec<(String, [(&'static str, i32); 1])> {
        (from..=to).step_by(step).map(|n| (words(n), [("n", n)])).collect()
    }

    fn told(bets: &[(String, [(&'static str, i32); 1])]) -> Vec<String> {
        let fold: Written<'_> = ("fold", &[]);
        let bets = bets.iter().map(|(text, bindings)| (text.as_str(), bindings.as_slice()));
        offered(&std::iter::once(fold).chain(bets).collect::<Vec<_>>())
    }

    #[test]
    fn many_amounts_are_one() {
        assert_eq!(told(&bets(1, 200, 1, |n| format!("bet {n}"))), ["1 to 200: bet 1, bet 2 … bet 200"]);
        assert_eq!(told(&bets(-5, 5, 1, |n| n.to_string())), ["1 to 11: -5, -4 … 5"]);
        assert_eq!(told(&bets(10, 100, 10, |n| format!("pay {n} €"))), ["1 to 10: pay 10 €, pay 20 € … pay 100 €"]);
        let plural = |n: i32| format!("take {n} {}", if n == 1 { "coin" } else { "coins" });
        assert_eq!(told(&bets(1, 9, 1, plural)), ["2 to 9: take 2 coins, take 3 coins … take 9 coins"]);
        // The number may stand anywhere, and beside another one that is always the same.
        assert_eq!(told(&bets(1, 9, 1, |n| format!("1 for {n}"))), ["1 to 9: 1 for 1, 1 for 2 … 1 for 9"]);
    }

    #[test]
    fn what_differs_otherwise_stays_apart() {
        assert!(told(&bets(1, 7, 1, |n| format!("bet {n}"))).is_empty(), "few are read at a glance");
        assert!(told(&bets(1, 20, 1, |n| format!("column {n}e"))).is_empty(), "that is a name");
        assert!(told(&bets(1, 20, 1, |n| format!("bet {}", n * n))).is_empty(), "what is shown is no amount");
        assert!(told(&bets(1, 20, 1, |_| "bet".to_owned())).is_empty(), "no amount is shown");
        let places: Vec<(String, [(&str, i32); 0])> = (1..20).map(|n| (format!("to tree {n}"), [])).collect();
        let places: Vec<Written<'_>> = places.iter().map(|(text, none)| (text.as_str(), &none[..])).collect();
        assert!(offered(&places).is_empty(), "a place is no amount");
    }

    #[test]
    fn what_is_no_amount_stands_by_itself() {
        let bets = bets(1, 9, 1, |n| format!("bet {n}"));
        let texts: Vec<String> =
            std::iter::once("fold".to_owned()).chain(bets.iter().map(|(text, _)| text.clone())).collect();
        let bound: Vec<Vec<(String, BindingValue)>> =
            (1..10).map(|n| vec![("n".to_owned(), BindingValue::Number(n))]).collect();
        let bindings: Vec<Bindings<'_>> = std::iter::once(&[][..]).chain(bound.iter().map(Vec::as_slice)).collect();
        assert_eq!(in_short(&bindings, &texts), ["fold", "bet 1, bet 2 … bet 9"]);
    }

    #[test]
    fn two_rows_of_amounts_stand_beside_each_other() {
        let both = [bets(1, 8, 1, |n| format!("bet {n}")), bets(20, 29, 1, |n| format!("raise to {n}"))].concat();
        assert_eq!(told(&both), ["1 to 8: bet 1, bet 2 … bet 8", "9 to 18: raise to 20, raise to 21 … raise to 29"]);
    }
}

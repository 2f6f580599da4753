//! Least and greatest value of what is reckoned, so that nothing overflows in play.

use crate::model::{Arithmetic, value};

/// Least and greatest, in wider numbers than a game may hold.
pub type Span = (i64, i64);

/// The most times that anything can happen between two stops; a greater count cannot come about.
pub const MOST_ROUNDS: u64 = crate::limits::STEPS;

/// What reckoning with two numbers can give; `None` if the divisor can only be 0.
pub fn reckon(sign: Arithmetic, a: Span, b: Span) -> Option<Span> {
    match sign {
        Arithmetic::Plus => Some((a.0 + b.0, a.1 + b.1)),
        Arithmetic::Minus => Some((a.0 - b.1, a.1 - b.0)),
        Arithmetic::Times => hull([a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1]),
        Arithmetic::Divided => {
            let divisors = [b.0, b.1, -1, 1].into_iter().filter(|d| *d != 0 && (b.0..=b.1).contains(d));
            hull(divisors.flat_map(|d| [floor_divided(a.0, d), floor_divided(a.1, d)]))
        }
        Arithmetic::Modulo => modulo(a, b),
    }
}

/// `/` rounds down.
pub fn floor_divided(a: i64, b: i64) -> i64 {
    let quotient = a.checked_div(b).unwrap_or_default();
    if a.checked_rem(b).unwrap_or_default() != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

/// `mod` has the sign of the divisor.
fn modulo(a: Span, b: Span) -> Option<Span> {
    if b == (0, 0) {
        return None;
    }
    if a.0 == a.1 && b.0 == b.1 {
        let rest = a.0 - b.0 * floor_divided(a.0, b.0);
        return Some((rest, rest));
    }
    let least_divisor = if b.0 > 0 { b.0 } else { 1 };
    if a.0 >= 0 && b.0 > 0 && a.1 < least_divisor {
        return Some(a);
    }
    let above = if b.1 > 0 { b.1 - 1 } else { 0 };
    let above = if a.0 >= 0 && b.0 >= 0 { above.min(a.1) } else { above };
    let below = if b.0 < 0 { b.0 + 1 } else { 0 };
    Some((below, above))
}

fn hull(values: impl IntoIterator<Item = i64>) -> Option<Span> {
    values.into_iter().fold(None, |so_far, value| match so_far {
        None => Some((value, value)),
        Some((least, greatest)) => Some((value.min(least), value.max(greatest))),
    })
}

/// The numbers if a game may hold them.
pub fn narrow(span: Span) -> Option<(i32, i32)> {
    let within = |number: i64| (i64::from(value::LEAST)..=i64::from(value::GREATEST)).contains(&number);
    let number = |number: i64| i32::try_from(number).ok();
    if within(span.0) && within(span.1) { number(span.0).zip(number(span.1)) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_hold_every_result() {
        for sign in [Arithmetic::Plus, Arithmetic::Minus, Arithmetic::Times, Arithmetic::Divided, Arithmetic::Modulo] {
            for (a, b) in spans().into_iter().flat_map(|a| spans().into_iter().map(move |b| (a, b))) {
                let Some((least, greatest)) = reckon(sign, a, b) else { continue };
                for (x, y) in (a.0..=a.1).flat_map(|x| (b.0..=b.1).map(move |y| (x, y))) {
                    if let Some((exact, _)) = reckon(sign, (x, x), (y, y)) {
                        assert!((least..=greatest).contains(&exact), "{x} {sign:?} {y} in {least}..{greatest}");
                    }
                }
            }
        }
    }

    fn spans() -> Vec<Span> {
        (-4..=4).flat_map(|least| (least..=4).map(move |greatest| (least, greatest))).collect()
    }
}

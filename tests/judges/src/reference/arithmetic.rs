//! Reckoning.

use rulehound_grammar::span::Location;
use rulehound_interpreter::model::Arithmetic;

use super::Fault;

/// `/` rounds down; `mod` has the sign of the divisor.
pub(super) fn reckon(operator: Arithmetic, one: i32, other: i32, at: Location) -> Result<i32, Fault> {
    let (one, other) = (i64::from(one), i64::from(other));
    let result = match operator {
        Arithmetic::Plus => one + other,
        Arithmetic::Minus => one - other,
        Arithmetic::Times => one * other,
        Arithmetic::Divided => rounded_down(one, other, at)?,
        Arithmetic::Modulo => one - other * rounded_down(one, other, at)?,
    };
    i32::try_from(result).map_err(|_| Fault::new("too-large", "a number leaves 32 bits", at))
}

fn rounded_down(one: i64, other: i64, at: Location) -> Result<i64, Fault> {
    if other == 0 {
        return Err(Fault::new("by-zero", "division by zero", at));
    }
    let quotient = one / other;
    let inexact = one % other != 0;
    Ok(if inexact && (one < 0) != (other < 0) { quotient - 1 } else { quotient })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_down_and_keeps_the_sign_of_the_divisor() {
        let reckon = |operator, one, other| reckon(operator, one, other, Location::default());
        assert_eq!(reckon(Arithmetic::Divided, -7, 2), Ok(-4));
        assert_eq!(reckon(Arithmetic::Divided, 7, -2), Ok(-4));
        assert_eq!(reckon(Arithmetic::Modulo, -7, 2), Ok(1));
        assert_eq!(reckon(Arithmetic::Modulo, 7, -2), Ok(-1));
        assert!(reckon(Arithmetic::Modulo, 7, 0).is_err());
    }
}

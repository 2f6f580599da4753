//! How values are held: everything is an `i32`, its meaning is known from the type.
//!
//! | sort | value |
//! |---|---|
//! | number | itself |
//! | yes or no | 1 or 0 |
//! | value of an enumeration | its index, from 0, in declaration order |
//! | player | the seat, from 0 |
//! | component | its number in the instance, from 0 |
//! | place | its number in the instance, from 0 |
//! | direction | 0 up, then clockwise to 7 up_left |

/// The value `none`.
pub const NONE: i32 = i32::MIN;

/// A variable that has no value yet.
pub const UNSET: i32 = i32::MIN + 1;

/// The least number a game may hold.
pub const LEAST: i32 = i32::MIN + 16;

/// The greatest number a game may hold.
pub const GREATEST: i32 = i32::MAX - 16;

/// `yes` or `no` as a value.
pub fn yes_no(condition: bool) -> i32 {
    i32::from(condition)
}

/// The eight directions in order.
pub const DIRECTIONS: [&str; 8] = ["up", "up_right", "right", "down_right", "down", "down_left", "left", "up_left"];

/// Names that stand for several directions at once.
pub const DIRECTION_SETS: [(&str, &[i32]); 2] = [("straight", &[0, 2, 4, 6]), ("diagonal", &[1, 3, 5, 7])];

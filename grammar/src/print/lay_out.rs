//! `lay out`: a picture, and what its signs stand for.

use super::{Printer, flat, texts};
use crate::tree::{Laid, Name, Plain};

/// A row a line, so that it looks like what it shows; then what each sign stands for.
pub(super) fn lines(printer: &mut Printer<'_>, board: &Name, rows: &[Plain], legend: &[Laid]) {
    printer.line(&format!("lay out {}", board.text));
    printer.level += 1;
    rows.iter().for_each(|row| printer.line(&texts::plain(row)));
    printer.level -= 1;
    printer.line("{");
    printer.level += 1;
    legend.iter().for_each(|one| printer.line(&laid(one)));
    printer.level -= 1;
    printer.line("}");
}

fn laid(one: &Laid) -> String {
    let name = one.name.as_ref().map_or_else(String::new, |name| format!("{} in ", name.text));
    let condition = one.condition.as_ref().map(|condition| format!(" where {}", flat::expression(condition)));
    format!("{} : {name}{}{}", texts::plain(&one.sign), flat::expression(&one.set), condition.unwrap_or_default())
}

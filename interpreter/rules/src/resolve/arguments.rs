//! Indices and arguments.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Span;
use rulehound_grammar::tree;

use super::clauses::counted;
use super::{Reported, Resolved, Resolver};
use super::{around, borrowed, types};
use crate::model::{Expression, Index, Type};

impl Resolver<'_> {
    /// The indices behind the name of a variable, zone, attribute or table.
    pub(super) fn indices(
        &mut self,
        name: &str,
        index: &[Index],
        arguments: Option<&[tree::Expression]>,
        span: Span,
    ) -> Resolved<Vec<Expression>> {
        let targets: Vec<Type> = index.iter().copied().map(types::of_index).collect();
        let arguments = arguments.unwrap_or_default();
        if targets.is_empty() && self.wrongly_indexed.contains(name) {
            return Err(Reported);
        }
        if arguments.len() != targets.len() {
            let message = match (targets.len(), arguments.len()) {
                (0, _) => format!("`{name}` has no index"),
                (1, 0) => format!("`{name}` needs an index"),
                (wanted, given) => {
                    format!(
                        "`{name}` is asked for {}, and {given} {} here",
                        counted(wanted, "thing", "things"),
                        if given == 1 { "stands" } else { "stand" }
                    )
                }
            };
            let each: Vec<String> = targets.iter().map(|target| self.words(target)).collect();
            let found = Diagnostic::error("wrong-arguments", message, self.at(span), "here");
            return Err(self.report(match each.as_slice() {
                [] => found.with_help(format!("write `{name}` without brackets")),
                [one] => found.with_help(format!("write `{name}(…)`, with {one} in the brackets")),
                several => {
                    let places = given(self, &targets, arguments).join(", ");
                    found.with_help(format!("write `{name}({places})`: {}", several.join(", then ")))
                }
            }));
        }
        self.fitted_arguments(name, &targets, arguments)
    }

    /// Arguments whose number is right.
    pub(super) fn fitted_arguments(
        &mut self,
        name: &str,
        targets: &[Type],
        arguments: &[tree::Expression],
    ) -> Resolved<Vec<Expression>> {
        let fitted: Vec<_> = arguments
            .iter()
            .zip(targets)
            .enumerate()
            .map(|(index, (argument, target))| {
                let value = self.expression(argument)?;
                let what = if targets.len() == 1 {
                    format!("what stands behind `{name}`")
                } else {
                    format!("the {} value behind `{name}`", ordinal(index))
                };
                self.fitted(value, target, &what)
            })
            .collect();
        fitted.into_iter().collect()
    }

    /// Arguments of a definition, phase or rule.
    pub(super) fn call_arguments(
        &mut self,
        name: &str,
        targets: &[Type],
        arguments: &[tree::Expression],
        span: Span,
    ) -> Resolved<Vec<Expression>> {
        if arguments.len() == targets.len() {
            return self.fitted_arguments(name, targets, arguments);
        }
        let wanted: Vec<String> = targets.iter().map(|target| self.words(target)).collect();
        let count = |number: usize| if number == 1 { "one value".to_string() } else { format!("{number} values") };
        let message = match wanted.len() {
            0 => format!(
                "`{name}` takes no values, but {} given",
                if arguments.len() == 1 { "one is" } else { "some are" }
            ),
            number => format!(
                "`{name}` takes {}, but {} given",
                count(number),
                match arguments.len() {
                    0 => "none is".to_string(),
                    1 => "one is".to_string(),
                    given => format!("{given} are"),
                }
            ),
        };
        Err(if wanted.is_empty() {
            self.error("wrong-arguments", message, span, "here")
        } else {
            // What is underlined is replaced by what is written: `do act`, `p.road(1, 2)`.
            let written = borrowed::text_at(self, self.at(span)).split('(').next().unwrap_or_default();
            let head = if written.ends_with(name) { written } else { name }.to_owned();
            let help =
                format!("write `{head}({})`: {}", given(self, targets, arguments).join(", "), wanted.join(", then "));
            self.error_with_help("wrong-arguments", message, span, "here", help)
        })
    }
}

/// What stands in the brackets, without what is too much; for what is missing a name in force that fits, or `…`.
fn given(resolver: &Resolver<'_>, targets: &[Type], arguments: &[tree::Expression]) -> Vec<String> {
    // What a script writes stands in no file of the rules.
    let written =
        |one: &tree::Expression| borrowed::short_text_at(resolver, resolver.at(one.span)).unwrap_or("…").to_owned();
    let missing = targets
        .iter()
        .skip(arguments.len())
        .map(|target| around::name_of_sort(resolver, &target.sort).unwrap_or("…").to_owned());
    arguments.iter().take(targets.len()).map(written).chain(missing).collect()
}

fn ordinal(index: usize) -> &'static str {
    match index {
        0 => "first",
        1 => "second",
        2 => "third",
        3 => "fourth",
        4 => "fifth",
        _ => "further",
    }
}

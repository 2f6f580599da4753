//! Indices and arguments.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Span;
use rulehound_grammar::tree;

use super::clauses::counted;
use super::types;
use super::{Reported, Resolved, Resolver};
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
                    format!("`{name}` has {}, and {given} stand here", counted(wanted, "index", "indices"))
                }
            };
            let each: Vec<String> = targets.iter().map(|target| self.words(target)).collect();
            let found = Diagnostic::error("wrong-arguments", message, self.at(span), "here");
            return Err(self.report(match each.as_slice() {
                [] => found.with_help(format!("write `{name}` without brackets")),
                [one] => found.with_help(format!("write `{name}(…)`, with {one} in the brackets")),
                several => {
                    let places = vec!["…"; several.len()].join(", ");
                    found.with_help(format!("write `{name}({places})`, with {}", several.join(", then ")))
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
            self.error_with_help("wrong-arguments", message, span, "here", format!("it takes {}", wanted.join(", ")))
        })
    }
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

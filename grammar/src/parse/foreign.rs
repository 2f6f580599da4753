//! Words of other languages that are names here, and what to write for them.

use super::build::Builder;
use crate::diagnostic::Diagnostic;
use crate::fix::{Certainty, Fix};
use crate::tree::Name;

impl Builder<'_, '_> {
    /// Reports `true` and the like where a value stands.
    pub(super) fn check_foreign_word(&mut self, name: &Name) {
        let meant = match name.text.as_str() {
            "true" | "True" => "yes",
            "false" | "False" => "no",
            "null" | "nil" | "None" => "none",
            _ => return,
        };
        self.report_foreign(name, meant);
    }

    /// Reports `bool` and the like where a type stands.
    pub(super) fn check_foreign_type(&mut self, name: &Name) {
        if matches!(name.text.as_str(), "bool" | "boolean") {
            self.report_foreign(name, "yes or no");
        }
    }

    fn report_foreign(&mut self, name: &Name, meant: &str) {
        let at = self.location(name.span);
        let diagnostic = Diagnostic::error(
            "unknown-word",
            format!("`{}` is written `{meant}` here", name.text),
            at,
            "not a word of the language",
        );
        let fix = Fix::replace(at, meant, Certainty::Sure);
        self.diagnostics.push(diagnostic.with_help(format!("write `{meant}`")).with_fix(fix));
    }
}

//! Expressions.

use rulehound_grammar::tree::{BinaryOperator, Expression, ExpressionKind, Key, Measure, OverWord, Pick};

use super::Census;

impl Census {
    /// Names that mean something everywhere.
    pub(super) fn name(&mut self, name: &str) {
        let known = ["box", "players", "base", "direction", "straight", "diagonal", "noted"];
        self.found.extend(known.into_iter().filter(|known| *known == name));
    }

    pub(super) fn most(&mut self, greatest: bool, picks: &[Pick], measure: &Measure, otherwise: Option<&Expression>) {
        self.is(if greatest { "max" } else { "min" });
        self.has(otherwise.is_some(), "most else");
        self.picks(picks);
        match measure {
            Measure::Value(value) => self.expression(value),
            Measure::Keys(keys) => {
                self.is("max by");
                self.keys(keys);
            }
        }
        otherwise.iter().for_each(|other| self.expression(other));
    }

    pub(super) fn over(&mut self, word: OverWord, (picks, keys): (&[Pick], &[Key]), value: Option<&Expression>) {
        self.is(match word {
            OverWord::Any => "any",
            OverWord::All => "all",
            OverWord::Sum => "sum",
            OverWord::Each => "each",
        });
        self.has(word == OverWord::Each && value.is_some(), "each value");
        self.has(word == OverWord::Each && !keys.is_empty(), "each by");
        self.picks(picks);
        self.keys(keys);
        value.iter().for_each(|value| self.expression(value));
    }

    pub(super) fn expression(&mut self, expression: &Expression) {
        match &*expression.kind {
            ExpressionKind::Number(_) => self.is("number"),
            ExpressionKind::YesNo(_) => self.is("yes and no"),
            ExpressionKind::None => self.is("none"),
            ExpressionKind::Name(name) => {
                self.is("name");
                self.name(&name.text);
            }
            ExpressionKind::Member(of, name) => {
                self.is("member");
                let known = [".index", ".column", ".row", ".place", ".owner", ".top", ".bottom", ".box"];
                self.found.extend(known.into_iter().filter(|known| known.strip_prefix('.') == Some(&name.text)));
                self.has(matches!(name.text.as_str(), "forward" | "forward_right" | "back_left"), ".forward");
                self.expression(of);
            }
            ExpressionKind::Call(of, values) => {
                self.is("call");
                if let ExpressionKind::Name(name) = &*of.kind {
                    let known = ["ahead", "steps", "beside", "around", "next", "other", "seat", "noted"];
                    self.found.extend(known.into_iter().filter(|known| *known == name.text));
                }
                self.expression(of);
                values.iter().for_each(|value| self.expression(value));
            }
            ExpressionKind::Listed(values) | ExpressionKind::Tuple(values) => {
                self.is(if matches!(*expression.kind, ExpressionKind::Tuple(_)) { "tuple" } else { "listed" });
                values.iter().for_each(|value| self.expression(value));
            }
            ExpressionKind::Bracketed(inner) => {
                self.is("brackets");
                self.expression(inner);
            }
            ExpressionKind::Not(inner) => {
                self.is("not");
                self.expression(inner);
            }
            ExpressionKind::Negative(inner) => {
                self.is("negative");
                self.expression(inner);
            }
            ExpressionKind::Binary(operator, one, other) => {
                self.is(sign(*operator));
                self.expression(one);
                self.expression(other);
            }
            ExpressionKind::Range(one, other) | ExpressionKind::ForWhom(one, other) => {
                self.is(if matches!(*expression.kind, ExpressionKind::Range(..)) { ".." } else { "for whom" });
                self.expression(one);
                self.expression(other);
            }
            ExpressionKind::If { arms, otherwise } => {
                self.is(if arms.len() > 1 { "if then else if" } else { "if then else" });
                for (condition, value) in arms {
                    self.expression(condition);
                    self.expression(value);
                }
                self.expression(otherwise);
            }
            ExpressionKind::MostOf { greatest, values } => {
                self.is(if *greatest { "max of values" } else { "min of values" });
                values.iter().for_each(|value| self.expression(value));
            }
            ExpressionKind::Most { greatest, picks, measure, otherwise } => {
                self.most(*greatest, picks, measure, otherwise.as_ref())
            }
            ExpressionKind::First { picks, keys, value, otherwise } => {
                self.is("first");
                self.has(!keys.is_empty(), "first by");
                self.has(value.is_some(), "first value");
                self.has(otherwise.is_some(), "first else");
                self.picks(picks);
                self.keys(keys);
                value.iter().chain(otherwise).for_each(|part| self.expression(part));
            }
            ExpressionKind::SomeOf { first, amount, pick, keys } => {
                self.is(if *first { "first of" } else { "some of" });
                self.expression(amount);
                self.picks(std::slice::from_ref(pick));
                self.keys(keys);
            }
            ExpressionKind::Reach { name: _, from, to } => {
                self.is("reach");
                self.expression(from);
                self.expression(to);
            }
            ExpressionKind::CountPicks(picks) => {
                self.is("count picks");
                self.picks(picks);
            }
            ExpressionKind::CountOf(set) => {
                self.is("count");
                self.expression(set);
            }
            ExpressionKind::CountOn { kind, place } => {
                self.is("count on");
                self.expression(kind);
                self.expression(place);
            }
            ExpressionKind::Over { word, picks, keys, value } => self.over(*word, (picks, keys), value.as_ref()),
        }
    }
}

fn sign(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Or => "or",
        BinaryOperator::And => "and",
        BinaryOperator::Equal => "=",
        BinaryOperator::Unequal => "!=",
        BinaryOperator::Less => "<",
        BinaryOperator::AtMost => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::AtLeast => ">=",
        BinaryOperator::In => "in",
        BinaryOperator::NotIn => "not in",
        BinaryOperator::Except => "except",
        BinaryOperator::Plus => "+",
        BinaryOperator::Minus => "-",
        BinaryOperator::Times => "*",
        BinaryOperator::Divided => "/",
        BinaryOperator::Modulo => "mod",
    }
}

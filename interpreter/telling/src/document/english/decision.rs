//! Decisions as steps: who decides, what may be chosen, what may not and why.

use super::super::names::counted;
use super::super::prose::{capital, strong};
use super::English;
use super::statement::{Sorted, Step, small, sorted};
use rulehound_rules::model::{
    Block, Choice, Choose, Expression, ExpressionKind, May, Meant, Offered, Repeat, Requirement,
};

impl English<'_> {
    pub(super) fn requirement(&self, requirement: &Requirement) -> Step {
        let condition = self.polished(&self.clause(&requirement.condition));
        let text = match &requirement.otherwise {
            Some(why) => format!("Only if {condition}. Otherwise: “{}”", self.author(why)),
            None => format!("Only if {condition}."),
        };
        sorted(Sorted::Forbidden, text, Vec::new())
    }

    fn requirements(&self, requirements: &[Requirement]) -> Vec<Step> {
        requirements.iter().map(|one| self.requirement(one)).collect()
    }

    fn if_none(&self, words: &str, block: Option<&Block>, steps: &mut Vec<Step>) {
        let Some(block) = block else { return };
        let inner = self.steps(block);
        if inner.is_empty() {
            return;
        }
        steps.push(self.introduced(words, inner));
    }

    pub(super) fn choose(&self, choose: &Choose) -> Step {
        let Offered { meant, wording, requirements } = &choose.offered;
        let wording = wording.as_ref().map_or_else(String::new, |text| format!(" — “{}”", self.author(text)));
        let text = format!("{} {}", self.decider.chooses(), self.meant(meant));
        let mut inner = self.requirements(requirements);
        self.if_none("if nothing can be chosen", choose.if_none.as_ref(), &mut inner);
        sorted(Sorted::Decision, format!("{}{wording}", self.sentence(&text).trim_end_matches('.')) + ".", inner)
    }

    /// What may be chosen: `an empty point`, `2 to 4 cards in their hand`.
    fn meant(&self, meant: &Meant) -> String {
        let several = match meant {
            Meant::Tuple(binders) => return self.some(binders),
            Meant::Several(several) => several,
        };
        let (head, source, asked) = self.parts(&several.binder);
        let (least, most) = (self.value(&several.least), self.value(&several.most));
        let constant = |one: &Expression| matches!(one.kind.as_ref(), ExpressionKind::Constant(_));
        let number = if least == most && !constant(&several.least) {
            format!("exactly as many as {least} of the")
        } else if least == most {
            least
        } else {
            format!("{least} to {most}")
        };
        if number == "1" {
            format!("{number} {head}{source}{asked}")
        } else {
            let asked = super::so::of_several(&asked);
            format!("{number} {}{source}{asked}", self.many_of(&head))
        }
    }

    pub(super) fn choose_way(&self, options: &[Choice], if_none: Option<&Block>) -> Step {
        let mut inner: Vec<Step> = options.iter().map(|option| self.way(option)).collect();
        self.if_none("if none of these is allowed", if_none, &mut inner);
        sorted(Sorted::Decision, self.colon(&format!("{} one of these", self.decider.chooses())), inner)
    }

    fn way(&self, option: &Choice) -> Step {
        let Offered { meant, wording, requirements } = &option.offered;
        let named = !meant.binders().is_empty();
        let mut inner = self.requirements(requirements);
        let steps = self.steps(&option.body);
        let meant = || self.meant(meant);
        let words = match wording {
            // What leads to other parts of the document must not stand out as a whole.
            None => capital(&format!("choose {}", meant())),
            Some(text) => {
                let words = strong(&capital(&self.author(text)));
                if named { format!("{words}, for {}", meant()) } else { words }
            }
        };
        match steps.as_slice() {
            [only] if only.inner.is_empty() && inner.is_empty() => {
                sorted(Sorted::Way, format!("{words}: {}", small(&only.text)), Vec::new())
            }
            [] => sorted(Sorted::Way, format!("{words}."), inner),
            _ => {
                inner.extend(steps);
                sorted(Sorted::Way, format!("{words}:"), inner)
            }
        }
    }

    pub(super) fn may(&self, may: &May) -> Step {
        let words = strong(&self.author(&may.text));
        let often = match &may.repeat {
            Repeat::Once => String::new(),
            Repeat::Often => {
                if self.decider.is_you() { ", as often as you like" } else { ", as often as wanted" }.to_owned()
            }
            Repeat::AtMost(times) => match times.kind.as_ref() {
                ExpressionKind::Constant(number) => {
                    format!(", at most {}", counted(usize::try_from(*number).unwrap_or(0), "time"))
                }
                _ => format!(", as many times as {}", self.value(times)),
            },
        };
        let condition =
            may.condition.as_ref().map_or_else(String::new, |one| format!(", as long as {}", self.clause(one)));
        let text = format!("{} may {words}{often}{condition}", self.decider.name());
        let mut inner = self.requirements(&may.requirements);
        inner.extend(self.steps(&may.body));
        let words = match (&may.repeat, self.decider.is_you()) {
            (Repeat::Once, true) => "if you do not",
            (Repeat::Once, false) => "if it is not done",
            (Repeat::Often | Repeat::AtMost(_), true) => "when you do not go on",
            (Repeat::Often | Repeat::AtMost(_), false) => "when it is not done any more",
        };
        self.if_none(words, may.if_none.as_ref(), &mut inner);
        let text = if inner.is_empty() { self.sentence(&text) } else { self.colon(&text) };
        sorted(Sorted::Decision, text, inner)
    }
}

/// An option in words: its own, or what may be chosen.
pub fn option_words(english: &English<'_>, option: &Choice) -> String {
    let Offered { meant, wording, requirements: _ } = &option.offered;
    wording.as_ref().map_or_else(|| english.meant(meant), |words| english.author(words))
}

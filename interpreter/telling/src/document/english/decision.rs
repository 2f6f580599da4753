//! Decisions as steps: who decides, what may be chosen, what may not and why.

use super::super::names::counted;
use super::super::prose::capital;
use super::English;
use super::statement::{Sorted, Step, small, sorted};
use rulehound_rules::model::{
    Block, Choice, Choose, ChooseSeveral, Expression, ExpressionKind, May, Repeat, Requirement,
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
        let wording = choose.wording.as_ref().map_or_else(String::new, |text| format!(" — “{}”", self.author(text)));
        let text = format!("{} chooses {}", self.decider, self.some(&choose.binders));
        let mut inner = self.requirements(&choose.requirements);
        self.if_none("if nothing can be chosen", choose.if_none.as_ref(), &mut inner);
        sorted(Sorted::Decision, format!("{}{wording}", self.sentence(&text).trim_end_matches('.')) + ".", inner)
    }

    pub(super) fn choose_several(&self, choose: &ChooseSeveral) -> Step {
        let wording = choose.wording.as_ref().map_or_else(String::new, |text| format!(" — “{}”", self.author(text)));
        let (head, source, asked) = self.parts(&choose.binder);
        let (least, most) = (self.value(&choose.least), self.value(&choose.most));
        let constant = |one: &Expression| matches!(one.kind.as_ref(), ExpressionKind::Constant(_));
        let number = if least == most && !constant(&choose.least) {
            format!("exactly as many as {least} of the")
        } else if least == most {
            least
        } else {
            format!("{least} to {most}")
        };
        let several = if number == "1" {
            format!("{head}{source}{asked}")
        } else {
            let asked = asked.replace(" that is ", " that are ").replace(" who is ", " who are ");
            format!("{}{source}{asked}", self.many_of(&head))
        };
        let text = format!("{} chooses {number} {several}", self.decider);
        let mut inner = self.requirements(&choose.requirements);
        self.if_none("if nothing can be chosen", choose.if_none.as_ref(), &mut inner);
        sorted(Sorted::Decision, format!("{}{wording}", self.sentence(&text).trim_end_matches('.')) + ".", inner)
    }

    pub(super) fn choose_way(&self, options: &[Choice], if_none: Option<&Block>) -> Step {
        let mut inner: Vec<Step> = options.iter().map(|option| self.way(option)).collect();
        self.if_none("if none of these is allowed", if_none, &mut inner);
        sorted(Sorted::Decision, self.colon(&format!("{} chooses one of these", self.decider)), inner)
    }

    fn way(&self, option: &Choice) -> Step {
        let mut inner = self.requirements(&option.requirements);
        let steps = self.steps(&option.body);
        let words = super::super::prose::strong(&capital(&self.author(&option.text)));
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
        let words = super::super::prose::strong(&self.author(&may.text));
        let often = match &may.repeat {
            Repeat::Once => String::new(),
            Repeat::Often => ", as often as wanted".to_owned(),
            Repeat::AtMost(times) => match times.kind.as_ref() {
                ExpressionKind::Constant(number) => {
                    format!(", at most {}", counted(usize::try_from(*number).unwrap_or(0), "time"))
                }
                _ => format!(", as many times as {}", self.value(times)),
            },
        };
        let condition =
            may.condition.as_ref().map_or_else(String::new, |one| format!(", as long as {}", self.clause(one)));
        let text = format!("{} may {words}{often}{condition}", self.decider);
        let mut inner = self.requirements(&may.requirements);
        inner.extend(self.steps(&may.body));
        let words = match may.repeat {
            Repeat::Once => "if it is not done",
            Repeat::Often | Repeat::AtMost(_) => "when it is not done any more",
        };
        self.if_none(words, may.if_none.as_ref(), &mut inner);
        let text = if inner.is_empty() { self.sentence(&text) } else { self.colon(&text) };
        sorted(Sorted::Decision, text, inner)
    }
}

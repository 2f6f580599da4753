//! What comes back to itself: how often it does is counted while it runs. The model holds a copy for each depth; all that is asked of a copy here is
//! what it is a copy of.

use rulehound_interpreter::model::Within;

use super::Fault;
use super::run::Run;

/// A circle, by its number among those of definitions or of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Circle {
    Definitions(u32),
    Rules(u32),
}

impl Run<'_> {
    /// Begins something; whoever ends it takes the last of `within` away.
    pub(super) fn go_deeper<Id>(
        &mut self,
        within: Option<Within<Id>>,
        of: fn(u32) -> Circle,
        name: &str,
    ) -> Result<(), Fault> {
        let Some(within) = within else {
            self.within.push(None);
            return Ok(());
        };
        let circle = of(within.circle);
        let around = self.within.last().copied().flatten().filter(|(other, _)| *other == circle);
        let mut level = around.map_or(0, |(_, level)| level);
        if let Some(deep) = within.deep {
            level += 1;
            if level > deep.most {
                let message = format!("`{name}` goes more than {} deep within itself", deep.most);
                return Err(Fault::new("too-deep", message, deep.at));
            }
        }
        self.within.push(Some((circle, level)));
        Ok(())
    }
}

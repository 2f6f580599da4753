//! Who sees what: `seen by …`.

use rulehound_grammar::span::Span;
use rulehound_grammar::tree::{self, Viewer, ViewerArgument};

use super::advice;
use super::convert::Wanted;
use super::types;
use super::{Resolved, Resolver};
use crate::model::{Audience, AudienceKind, Expression, Life, LocalId, OwnerSort, Sort};

impl Resolver<'_> {
    /// The audience of a thing of an owner.
    pub(super) fn audience(&mut self, seen: &tree::Seen, owner: OwnerSort) -> Resolved<Audience> {
        let viewers = match &seen.audience {
            tree::Audience::All => return Ok(Audience { kind: AudienceKind::All, owner: None }),
            tree::Audience::Nobody => return Ok(Audience { kind: AudienceKind::Nobody, owner: None }),
            tree::Audience::Only(viewers) | tree::Audience::AllExcept(viewers) => viewers,
        };
        let local = self.owned_by_player(owner).then(|| {
            let at = self.at(seen.span);
            self.new_local("owner", types::one(Sort::Player), at, Life::Expression)
        });
        let before = std::mem::replace(&mut self.scope.owner, local);
        let before_viewers = self.diagnostics.len();
        let found: Vec<_> = viewers.iter().map(|viewer| self.viewer(viewer, local)).collect();
        self.scope.owner = before;
        for finding in self.diagnostics.iter_mut().skip(before_viewers) {
            let player = finding.message.ends_with("`player`");
            if finding.code == "unknown-name" && (player || !advice::is_certain(finding)) {
                finding.help = Some(match player {
                    true => "write `owner`: the player it belongs to".to_owned(),
                    false => "write `all`, `owner`, `nobody`, or something that gives players".to_owned(),
                });
                finding.fixes.retain(|_| !player);
            }
        }
        let found = found.into_iter().collect::<Resolved<Vec<_>>>()?;
        let kind = match &seen.audience {
            tree::Audience::AllExcept(_) => AudienceKind::AllExcept(found),
            _ => AudienceKind::Only(found),
        };
        Ok(Audience { kind, owner: local })
    }

    /// Whether a player stands at the end of the chain of owners: what a player's pawn owns is that player's too.
    fn owned_by_player(&self, owner: OwnerSort) -> bool {
        let mut owner = owner;
        for _ in 0..=self.model.kinds.len() {
            match owner {
                OwnerSort::Player => return true,
                OwnerSort::Kind(kind) => match self.model.kinds.get(kind.index()) {
                    Some(kind) => owner = kind.owner,
                    None => return false,
                },
                OwnerSort::Common | OwnerSort::Value(_) | OwnerSort::Board(_) => return false,
            }
        }
        false
    }

    fn viewer(&mut self, viewer: &Viewer, owner: Option<LocalId>) -> Resolved<Expression> {
        match viewer {
            Viewer::Owner(span) => self.owner_viewer(owner, *span),
            Viewer::Named { name, arguments, span } => {
                let name_only =
                    tree::Expression { kind: Box::new(tree::ExpressionKind::Name(name.clone())), span: name.span };
                let tree = match arguments {
                    None => name_only,
                    Some(arguments) => {
                        let arguments = arguments.iter().map(argument_tree).collect();
                        tree::Expression {
                            kind: Box::new(tree::ExpressionKind::Call(name_only, arguments)),
                            span: *span,
                        }
                    }
                };
                let found = self.expression(&tree)?;
                if found.of.sort == Sort::Player { Ok(found) } else { Err(self.wanted_but(Wanted::Player, &found)) }
            }
        }
    }

    fn owner_viewer(&mut self, owner: Option<LocalId>, span: Span) -> Resolved<Expression> {
        match owner {
            Some(owner) => Ok(self.local_value(owner, span)),
            None => {
                let help = "nobody owns it: write `seen by all` or `seen by nobody`, or give one to each player by `of each player` behind its name";
                Err(self.error_with_help("wrong-type", "no player owns this", span, "whose?", help))
            }
        }
    }
}

/// `owner` in brackets is looked up like a name; it is a word of the language, so no other name can be meant.
fn argument_tree(argument: &ViewerArgument) -> tree::Expression {
    match argument {
        ViewerArgument::Value(value) => value.clone(),
        ViewerArgument::Owner(span) => {
            let name = tree::Name { text: "owner".to_string(), span: *span };
            tree::Expression { kind: Box::new(tree::ExpressionKind::Name(name)), span: *span }
        }
    }
}

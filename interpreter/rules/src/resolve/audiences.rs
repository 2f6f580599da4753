//! Who sees what: `seen by …`.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Span;
use rulehound_grammar::tree::{self, Viewer, ViewerArgument};

use super::advice;
use super::convert::Wanted;
use super::names::TypeName;
use super::types;
use super::{Resolved, Resolver};
use crate::model::{Audience, AudienceKind, AudienceNames, Expression, Index, KindId, Life, LocalId, OwnerSort, Sort};

/// What somebody sees, and what is called how in it.
pub(super) struct SeenThing<'t> {
    /// What it belongs to.
    pub owner: OwnerSort,
    /// What that is called.
    pub holder: Option<&'t tree::Name>,
    /// Its indices as written.
    pub index: Option<&'t tree::Index>,
    /// Its indices; fewer if something is wrong with them.
    pub indices: &'t [Index],
    /// Whose feature it is.
    pub feature_of: Option<KindId>,
    /// Who sees it, and the top of it.
    pub seen: [Option<&'t tree::Seen>; 2],
}

impl SeenThing<'_> {
    /// Where it is said who sees it, if that are some.
    fn names_viewers(&self) -> Option<Span> {
        let names =
            |seen: &&tree::Seen| matches!(seen.audience, tree::Audience::Only(_) | tree::Audience::AllExcept(_));
        self.seen.iter().copied().flatten().find(names).map(|seen| seen.span)
    }
}

impl Resolver<'_> {
    /// The audience of a thing whose names are known.
    pub(super) fn audience(&mut self, seen: &tree::Seen, names: &AudienceNames) -> Resolved<Audience> {
        let viewers = match &seen.audience {
            tree::Audience::All => return Ok(Audience::unnamed(AudienceKind::All)),
            tree::Audience::Nobody => return Ok(Audience::unnamed(AudienceKind::Nobody)),
            tree::Audience::Only(viewers) | tree::Audience::AllExcept(viewers) => viewers,
        };
        let before_viewers = self.diagnostics.len();
        let found: Vec<_> = viewers.iter().map(|viewer| self.viewer(viewer, names.owner)).collect();
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
        Ok(Audience { kind, names: names.clone() })
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
                player_viewer(self, &tree)
            }
            Viewer::Feature(feature) => match whole_kind(self, feature) {
                Some(found) => Err(self.report(found)),
                None => player_viewer(self, feature),
            },
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

/// Works out the audiences of a thing, in which its names are known.
pub(super) fn with_names_of<'a, T>(
    resolver: &mut Resolver<'a>,
    thing: &SeenThing<'_>,
    work: impl FnOnce(&mut Resolver<'a>, &AudienceNames) -> T,
) -> T {
    resolver.scope.open();
    let names = names_of(resolver, thing);
    let owner = std::mem::replace(&mut resolver.scope.owner, names.owner);
    let described = thing.feature_of.zip(names.holder);
    let described = std::mem::replace(&mut resolver.scope.described, described);
    let result = work(resolver, &names);
    (resolver.scope.owner, resolver.scope.described) = (owner, described);
    resolver.scope.close();
    result
}

fn names_of(resolver: &mut Resolver<'_>, thing: &SeenThing<'_>) -> AudienceNames {
    let viewers = thing.names_viewers().map(|span| resolver.at(span));
    let owner = viewers.filter(|_| resolver.owned_by_player(thing.owner));
    let owner = owner.map(|at| resolver.new_local("owner", types::one(Sort::Player), at, Life::Expression));
    let whose = thing.feature_of.map_or(thing.owner, OwnerSort::Kind);
    let holder = match (thing.holder, types::owner(&resolver.model, whose)) {
        (Some(name), Some(sort)) => Some(resolver.bind(name, types::one(sort), Life::Expression)),
        (Some(name), None) => {
            resolver.bind_spoilt(name);
            None
        }
        // The component whose feature it is has no name.
        (None, Some(sort)) => viewers
            .filter(|_| thing.feature_of.is_some())
            .map(|at| resolver.new_local("", types::one(sort), at, Life::Expression)),
        (None, None) => None,
    };
    let parts = thing.index.map(|index| index.parts.as_slice()).unwrap_or_default();
    let indices = parts.iter().enumerate().map(|(at, part)| {
        let name = part.name.as_ref()?;
        match thing.indices.get(at) {
            Some(index) => Some(resolver.bind(name, types::of_index(*index), Life::Expression)),
            None => {
                resolver.bind_spoilt(name);
                None
            }
        }
    });
    AudienceNames { owner, holder, indices: indices.collect() }
}

/// `seen by Chest.keeper`: of which chest?
fn whole_kind(resolver: &Resolver<'_>, feature: &tree::Expression) -> Option<Diagnostic> {
    let tree::ExpressionKind::Member(base, member) = feature.kind.as_ref() else { return None };
    let tree::ExpressionKind::Name(kind) = base.kind.as_ref() else { return None };
    let Some(TypeName::Kind(_)) = resolver.names.type_of(&kind.text) else { return None };
    let (kind_name, letter) = (&kind.text, super::scope::letter_for(&resolver.scope, &kind.text));
    let message = format!("`{kind_name}` is the whole kind, and not the one that it belongs to");
    let help = format!(
        "give that one a name: write `of each {letter} in {kind_name}` before the `:`, and here `{letter}.{}`",
        member.text
    );
    Some(Diagnostic::error("wrong-type", message, resolver.at(kind.span), "of which?").with_help(help))
}

/// Something that gives players.
fn player_viewer(resolver: &mut Resolver<'_>, tree: &tree::Expression) -> Resolved<Expression> {
    let found = resolver.expression(tree)?;
    if found.of.sort == Sort::Player { Ok(found) } else { Err(resolver.wanted_but(Wanted::Player, &found)) }
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

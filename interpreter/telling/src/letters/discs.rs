//! Letters for things that are drawn in the colour of their player.

use std::collections::BTreeSet;

use super::{letters, sort_and_seat};
use crate::scene::{BoardScene, Piece};

/// A letter for each sort of things on a board.
pub struct Discs<'text> {
    sorts: Vec<(&'text str, char)>,
    players: &'text [String],
    scene: &'text BoardScene,
}

impl<'text> Discs<'text> {
    /// Letters for whatever may stand there, and then for what stands there besides.
    pub fn new(scene: &'text BoardScene, players: &'text [String]) -> Self {
        let appearances = &scene.appearances;
        let known = appearances.known.iter().map(|known| sort_and_seat(known, players).0);
        let known: BTreeSet<&str> = known.chain(appearances.countless.values().map(String::as_str)).collect();
        let standing = scene.standing.values().flatten();
        let standing = standing.filter(|piece| !appearances.countless.contains_key(&piece.kind));
        let others: BTreeSet<&str> = standing.map(|piece| piece.sort(players)).collect();
        let others: Vec<&str> = others.into_iter().filter(|sort| !known.contains(sort)).collect();
        let sorts: Vec<&str> = known.into_iter().chain(others).collect();
        let mut found = letters(&sorts, |_| false);
        let mut more = 'a'..='z';
        found
            .iter_mut()
            .filter(|(_, letter)| *letter == '?')
            .for_each(|(_, letter)| *letter = more.next().unwrap_or('?'));
        Self { sorts: found, players, scene }
    }

    /// The letter of a piece. Where all are of one sort, it tells whose it is.
    pub fn of(&self, piece: &Piece) -> String {
        let sort = match self.scene.appearances.countless.get(&piece.kind) {
            Some(noun) => noun.as_str(),
            None => piece.sort(self.players),
        };
        let owner = piece.owner.and_then(|seat| self.players.get(seat));
        match (self.sorts.as_slice(), owner) {
            ([_], Some(owner)) => owner.chars().take(1).flat_map(char::to_uppercase).collect(),
            (sorts, _) => {
                sorts.iter().find(|(other, _)| *other == sort).map_or_else(String::new, |(_, sign)| sign.to_string())
            }
        }
    }
}

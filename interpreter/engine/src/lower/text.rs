//! Texts with values, and pieces of the rules as written.

use rulehound_grammar::span::Location;

use super::Lowering;
use crate::program::{PieceCode, RequirementCode, TextCode};
use rulehound_rules::model::{Piece, Requirement, Shape, Text};

impl Lowering<'_> {
    /// A text.
    pub(super) fn text(&mut self, text: &Text) -> TextCode {
        pieces(self, &text.pieces)
    }

    /// What is forbidden.
    pub(super) fn requirements(&mut self, requirements: &[Requirement]) -> Vec<RequirementCode> {
        requirements.iter().map(|requirement| self.requirement(requirement)).collect()
    }

    /// Without a sentence of the author's the condition speaks for itself.
    pub(super) fn requirement(&mut self, requirement: &Requirement) -> RequirementCode {
        let condition = self.expression(&requirement.condition);
        let otherwise = match &requirement.otherwise {
            Some(text) => self.text(text),
            None => {
                let words = format!("The rules require: {}", self.as_written(requirement.condition.at));
                TextCode(vec![PieceCode::Words(words)])
            }
        };
        RequirementCode { condition, otherwise }
    }

    /// A piece of the rules, its blanks folded.
    pub(super) fn as_written(&self, at: Location) -> String {
        let source = self.model.sources.get(usize::from(at.file.0)).map(|source| source.text.as_str());
        let piece = source.and_then(|text| text.get(at.span.start as usize..at.span.end as usize));
        piece.unwrap_or("a condition").split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// The parts of a text.
fn pieces(lowering: &mut Lowering<'_>, all: &[Piece]) -> TextCode {
    let piece = |piece: &Piece| match piece {
        Piece::Words(words) => PieceCode::Words(words.clone()),
        Piece::Value(value) => {
            let set = matches!(value.of.shape, Shape::Set { .. });
            PieceCode::Value(lowering.expression(value), value.of.sort.clone(), set)
        }
        Piece::Counted { number, one, many } => {
            PieceCode::Counted(lowering.expression(number), pieces(lowering, one), pieces(lowering, many))
        }
        Piece::If { condition, then, otherwise } => {
            PieceCode::If(lowering.expression(condition), pieces(lowering, then), pieces(lowering, otherwise))
        }
    };
    TextCode(all.iter().map(piece).collect())
}

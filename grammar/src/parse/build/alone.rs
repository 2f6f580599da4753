//! Pieces of declarations that are read alone, each with the rule of the grammar that its name says.

use pest::iterators::Pair;

use super::{Builder, Built, boards};
use crate::parse::Rule;
use crate::tree::{Choice, ComponentMember, Row, Statement};

/// `statements_alone`.
pub(in crate::parse) fn statements(builder: &mut Builder<'_, '_>, pair: Pair<'_, Rule>) -> Built<Vec<Statement>> {
    builder.parts(pair).map(|statement| builder.statement(statement)).collect()
}

/// `option_alone`.
pub(in crate::parse) fn option(builder: &mut Builder<'_, '_>, pair: Pair<'_, Rule>) -> Built<Choice> {
    let option = builder.parts(pair).expect(Rule::option)?;
    builder.option(option)
}

/// `member_alone`.
pub(in crate::parse) fn member(builder: &mut Builder<'_, '_>, pair: Pair<'_, Rule>) -> Built<ComponentMember> {
    let member = builder.parts(pair).part()?;
    builder.member(member)
}

/// `row_alone`.
pub(in crate::parse) fn row(builder: &mut Builder<'_, '_>, pair: Pair<'_, Rule>) -> Built<Row> {
    let row = builder.parts(pair).expect(Rule::row)?;
    builder.row(row)
}

/// `mark_alone`.
pub(in crate::parse) fn mark(builder: &mut Builder<'_, '_>, pair: Pair<'_, Rule>) -> Built<()> {
    let line = builder.parts(pair).part()?;
    match line.as_rule() {
        Rule::way => boards::way(builder, line).map(|_| ()),
        _ => builder.mark(line).map(|_| ()),
    }
}

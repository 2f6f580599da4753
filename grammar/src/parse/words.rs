//! What the rules of the grammar are called in messages. Besides the builder, only this table sees pest's `Rule`.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::Rule;
use super::cut::DECLARATION_WORDS;

/// Words that mean something only where the grammar has them; names may be called so.
pub(crate) const ONLY_SOMEWHERE: [&str; 18] = [
    "struck",
    "turned",
    "untold",
    "say",
    "top",
    "sections",
    "deep",
    "shown",
    "lay",
    "out",
    "note",
    "position",
    "forget",
    "positions",
    "reach",
    "forward",
    "back",
    "start",
];

/// All words that cannot be names.
static KEYWORDS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let words =
        Rule::all_rules().iter().filter_map(|&rule| written(rule)).filter(|word| !ONLY_SOMEWHERE.contains(word));
    words.filter(|word| word.starts_with(|first: char| first.is_ascii_alphabetic())).collect()
});

/// Whether a word is reserved.
pub(crate) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(word)
}

/// All reserved words.
pub(crate) fn all_keywords() -> impl Iterator<Item = &'static str> {
    KEYWORDS.iter().copied()
}

/// How a word or sign of the language is written; `None` for everything that is made of several.
#[rustfmt::skip]
pub(crate) fn written(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::word_game => "game", Rule::word_extends => "extends", Rule::word_players => "players",
        Rule::word_type => "type", Rule::word_component => "component", Rule::word_track => "track",
        Rule::word_ring => "ring", Rule::word_grid => "grid", Rule::word_net => "net", Rule::word_zone => "zone", Rule::word_pile => "pile",
        Rule::word_var => "var", Rule::word_setting => "setting", Rule::word_table => "table", Rule::word_def => "def",
        Rule::word_phase => "phase", Rule::word_rule => "rule", Rule::word_trigger => "trigger",
        Rule::word_replace => "replace", Rule::word_remove => "remove", Rule::word_extend => "extend",
        Rule::word_ref => "ref", Rule::word_doc => "doc", Rule::word_assume => "assume", Rule::word_as => "as",
        Rule::word_make => "make", Rule::word_mark => "mark", Rule::word_of => "of", Rule::word_each => "each",
        Rule::word_seen => "seen", Rule::word_by => "by", Rule::word_owner => "owner",
        Rule::word_nobody => "nobody", Rule::word_except => "except", Rule::word_top => "top", Rule::word_shown => "shown",
        Rule::word_untold => "untold",
        Rule::word_deep => "deep",
        Rule::word_sections => "sections", Rule::word_layout => "layout",
        Rule::word_forward => "forward", Rule::word_back => "back", Rule::word_start => "start",
        Rule::word_struck => "struck", Rule::word_turned => "turned",
        Rule::word_after => "after", Rule::word_when => "when",
        Rule::word_do => "do", Rule::word_if => "if", Rule::word_else | Rule::last_else => "else",
        Rule::word_for => "for", Rule::word_in => "in", Rule::word_where => "where", Rule::word_repeat => "repeat",
        Rule::word_while => "while", Rule::word_simultaneous => "simultaneous", Rule::word_reveal => "reveal",
        Rule::word_turn => "turn", Rule::word_leave => "leave", Rule::word_let => "let",
        Rule::word_choose => "choose", Rule::word_option => "option", Rule::word_require => "require",
        Rule::word_may => "may", Rule::word_plan => "plan", Rule::word_best => "best",
        Rule::word_move => "move", Rule::word_swap => "swap",
        Rule::word_lay => "lay", Rule::word_out => "out", Rule::word_draw => "draw", Rule::word_roll => "roll",
        Rule::word_shuffle => "shuffle", Rule::word_set => "set", Rule::word_show => "show", Rule::word_say => "say", Rule::word_win => "win",
        Rule::word_note => "note", Rule::word_position => "position",
        Rule::word_forget => "forget", Rule::word_positions => "positions",
        Rule::word_to => "to", Rule::word_from => "from",
        Rule::word_and => "and", Rule::word_or => "or", Rule::word_not => "not", Rule::word_then => "then",
        Rule::word_yes => "yes", Rule::word_no => "no", Rule::word_none => "none", Rule::word_mod => "mod",
        Rule::word_any => "any", Rule::word_all => "all", Rule::word_count => "count", Rule::word_sum => "sum",
        Rule::word_max => "max", Rule::word_min => "min", Rule::word_first => "first", Rule::word_on => "on",
        Rule::word_reach => "reach",
        Rule::open_brace => "{", Rule::close_brace => "}", Rule::open_round => "(", Rule::close_round => ")",
        Rule::close_square => "]", Rule::comma => ",", Rule::colon => ":", Rule::equals => "=", Rule::two_points => "..", Rule::point => ".",
        Rule::quote => "\"",
        _ => return None,
    })
}

/// What a message says that was expected. The order is that of a list: the most telling first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Expectation {
    Declaration,
    Statement,
    Value,
    Name,
    Number,
    Type,
    Text,
    Parameter,
    Sort,
    Audience,
    Watched,
    Board,
    Moved,
    /// A word or sign as it is written.
    Written(&'static str),
    End,
    /// What continues an expression.
    Continuation,
    Remark,
    /// Nothing that helps.
    Unknown,
}

impl Expectation {
    /// Whether it is left out as long as there is anything else to say.
    pub fn is_minor(&self) -> bool {
        matches!(self, Self::Continuation | Self::Remark | Self::Unknown)
    }

    /// The words for it.
    pub fn words(&self) -> String {
        let words = match self {
            Self::Declaration => "a declaration",
            Self::Statement => "a statement",
            Self::Value => "a value",
            Self::Name => "a name",
            Self::Number => "a number",
            Self::Type => "a type",
            Self::Text => "a text in quotation marks",
            Self::Parameter => "a parameter",
            Self::Sort => "what sort of thing it is, such as `rule`",
            Self::Audience => "`all`, `nobody`, `owner` or a name",
            Self::Watched => "`after` or `when`",
            Self::Board => "the places of the board",
            Self::Moved => "what to move",
            Self::Written(sign) => return format!("`{sign}`"),
            Self::End => "the next declaration",
            Self::Continuation => "a sign such as `+` or `=`",
            Self::Remark => "a remark such as `ref` or `doc`",
            Self::Unknown => "something else",
        };
        words.to_owned()
    }
}

/// What a rule is called when it was expected.
pub(crate) fn expectation(rule: Rule) -> Expectation {
    match rule {
        Rule::declaration | Rule::removal | Rule::change => Expectation::Declaration,
        _ if is_value(rule) => Expectation::Value,
        _ if begins_statement(rule) => Expectation::Statement,
        _ if continues_expression(rule) => Expectation::Continuation,
        Rule::name
        | Rule::names
        | Rule::listed_values
        | Rule::listed_value
        | Rule::member_name
        | Rule::pick
        | Rule::picks
        | Rule::held
        | Rule::tuple_pick
        | Rule::tuple_names => Expectation::Name,
        Rule::number | Rule::integer => Expectation::Number,
        Rule::row_alone | Rule::row | Rule::row_key => Expectation::Value,
        Rule::new_type | Rule::known_type | Rule::named_type | Rule::range | Rule::type_except | Rule::yes_or_no => {
            Expectation::Type
        }
        Rule::text | Rule::quote | Rule::text_inside | Rule::drawing => Expectation::Text,
        Rule::struck | Rule::word_struck | Rule::turned | Rule::word_turned => Expectation::Text,
        Rule::parameter | Rule::parameters => Expectation::Parameter,
        Rule::sort => Expectation::Sort,
        Rule::everybody | Rule::nobody | Rule::viewers | Rule::viewer => Expectation::Audience,
        Rule::viewer_feature | Rule::viewer_argument => Expectation::Audience,
        Rule::after | Rule::when => Expectation::Watched,
        Rule::grid_size | Rule::copies => Expectation::Board,
        Rule::move_all | Rule::move_each | Rule::move_some | Rule::move_what => Expectation::Moved,
        Rule::note | Rule::note_word | Rule::word_ref | Rule::word_doc | Rule::word_assume => Expectation::Remark,
        Rule::prose | Rule::first_prose_line | Rule::prose_line | Rule::prose_section => Expectation::Remark,
        Rule::sections | Rule::word_sections | Rule::shown | Rule::word_shown => Expectation::Remark,
        Rule::deep | Rule::word_deep | Rule::untold | Rule::word_untold => Expectation::Remark,
        Rule::EOI => Expectation::End,
        Rule::turn_of => Expectation::Written("turn"),
        Rule::way | Rule::way_word => Expectation::Written("forward"),
        Rule::set_sign => Expectation::Written("="),
        Rule::block | Rule::marks | Rule::component_body | Rule::options => Expectation::Written("{"),
        Rule::index | Rule::named_index => Expectation::Written("("),
        Rule::seen => Expectation::Written("seen"),
        Rule::require => Expectation::Written("require"),
        Rule::by_keys => Expectation::Written("by"),
        Rule::value => Expectation::Written(":"),
        Rule::below => Expectation::Written("<"),
        Rule::owner => Expectation::Written("owner"),
        _ => written(rule).map_or(Expectation::Unknown, Expectation::Written),
    }
}

/// Whether a rule is the beginning of a declaration.
pub(crate) fn begins_declaration(rule: Rule) -> bool {
    matches!(rule, Rule::change | Rule::path_word | Rule::zone_word | Rule::runnable_word)
        || written(rule).is_some_and(|word| DECLARATION_WORDS.contains(&word))
}

/// Whether a rule is a value or the beginning of one.
pub(crate) fn is_value(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::expression
            | Rule::conjunction
            | Rule::negation
            | Rule::comparison
            | Rule::without
            | Rule::span
            | Rule::sum
            | Rule::product
            | Rule::signed
            | Rule::postfix
            | Rule::yes_no
            | Rule::nothing
            | Rule::choice_of_values
            | Rule::most
            | Rule::first
            | Rule::counted
            | Rule::over
            | Rule::reached
            | Rule::listed
            | Rule::bracketed
            | Rule::all_players
            | Rule::key
            | Rule::minus
            | Rule::not
            | Rule::value_arm
            | Rule::most_word
            | Rule::over_word
            | Rule::entry
            | Rule::row_key
            | Rule::draw_from
            | Rule::win_ranked
            | Rule::choose_some
            | Rule::first_of
            | Rule::selection
    )
}

/// Whether a word begins a statement.
pub(crate) fn begins_statement(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::word_choose
            | Rule::word_may
            | Rule::word_require
            | Rule::word_if
            | Rule::word_for
            | Rule::word_repeat
            | Rule::word_simultaneous
            | Rule::word_plan
            | Rule::word_turn
            | Rule::word_leave
            | Rule::word_let
            | Rule::word_move
            | Rule::word_swap
            | Rule::word_lay
            | Rule::word_draw
            | Rule::word_roll
            | Rule::word_shuffle
            | Rule::word_set
            | Rule::word_note
            | Rule::word_forget
            | Rule::word_show
            | Rule::word_say
            | Rule::word_do
            | Rule::word_win
    )
}

/// The rules that begin what can be read alone. The grammar names only the whole where nothing of it could be read.
pub(crate) fn beginnings(alone: Rule) -> Vec<Rule> {
    match alone {
        Rule::statements_alone => Rule::all_rules().iter().copied().filter(|&rule| begins_statement(rule)).collect(),
        Rule::option_alone => vec![Rule::word_option],
        Rule::member_alone => vec![Rule::name, Rule::word_make],
        Rule::mark_alone => vec![Rule::word_mark, Rule::word_forward, Rule::word_back, Rule::word_start],
        _ => Vec::new(),
    }
}

/// Whether a rule is the `of` of `2 of x in S`, which may stand behind every value and helps nobody there.
pub(crate) fn is_of_behind_value(rule: Rule, expected: &[Rule]) -> bool {
    rule == Rule::word_of && expected.contains(&Rule::comparison_sign)
}

/// Whether a rule continues an expression that could also end.
pub(crate) fn continues_expression(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::comparison_sign
            | Rule::sum_sign
            | Rule::product_sign
            | Rule::open_round
            | Rule::arguments
            | Rule::member
            | Rule::point
            | Rule::two_points
            | Rule::for_whom
            | Rule::word_and
            | Rule::word_or
            | Rule::word_mod
            | Rule::word_except
    )
}

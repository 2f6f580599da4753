//! What the rules of the grammar are called in messages. Besides the builder, only this table sees pest's `Rule`.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::Rule;

/// All words that cannot be names.
static KEYWORDS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let words = Rule::all_rules().iter().filter(|&&rule| rule != Rule::word_top).filter_map(|&rule| written(rule));
    words.filter(|word| word.starts_with(|first: char| first.is_ascii_alphabetic())).collect()
});

/// Whether a word is reserved.
pub(crate) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(word)
}

/// All reserved words in alphabetical order.
pub(crate) fn keywords() -> impl Iterator<Item = &'static str> {
    KEYWORDS.iter().copied()
}

/// How a word or sign of the language is written; `None` for everything that is made of several.
#[rustfmt::skip]
pub(crate) fn written(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::word_game => "game", Rule::word_extends => "extends", Rule::word_players => "players",
        Rule::word_type => "type", Rule::word_component => "component", Rule::word_track => "track",
        Rule::word_ring => "ring", Rule::word_grid => "grid", Rule::word_zone => "zone", Rule::word_pile => "pile",
        Rule::word_var => "var", Rule::word_setting => "setting", Rule::word_table => "table", Rule::word_def => "def",
        Rule::word_phase => "phase", Rule::word_rule => "rule", Rule::word_trigger => "trigger",
        Rule::word_replace => "replace", Rule::word_remove => "remove", Rule::word_extend => "extend",
        Rule::word_ref => "ref", Rule::word_doc => "doc", Rule::word_assume => "assume", Rule::word_as => "as",
        Rule::word_make => "make", Rule::word_mark => "mark", Rule::word_of => "of", Rule::word_each => "each",
        Rule::word_seen => "seen", Rule::word_by => "by", Rule::word_owner => "owner",
        Rule::word_nobody => "nobody", Rule::word_except => "except", Rule::word_top => "top",
        Rule::word_after => "after", Rule::word_when => "when",
        Rule::word_do => "do", Rule::word_if => "if", Rule::word_else | Rule::last_else => "else",
        Rule::word_for => "for", Rule::word_in => "in", Rule::word_where => "where", Rule::word_repeat => "repeat",
        Rule::word_while => "while", Rule::word_simultaneous => "simultaneous", Rule::word_reveal => "reveal",
        Rule::word_turn => "turn", Rule::word_leave => "leave", Rule::word_let => "let",
        Rule::word_choose => "choose", Rule::word_option => "option", Rule::word_require => "require",
        Rule::word_may => "may", Rule::word_plan => "plan", Rule::word_best => "best",
        Rule::word_move => "move", Rule::word_draw => "draw", Rule::word_roll => "roll",
        Rule::word_shuffle => "shuffle", Rule::word_set => "set", Rule::word_show => "show", Rule::word_win => "win",
        Rule::word_to => "to", Rule::word_from => "from",
        Rule::word_and => "and", Rule::word_or => "or", Rule::word_not => "not", Rule::word_then => "then",
        Rule::word_yes => "yes", Rule::word_no => "no", Rule::word_none => "none", Rule::word_mod => "mod",
        Rule::word_any => "any", Rule::word_all => "all", Rule::word_count => "count", Rule::word_sum => "sum",
        Rule::word_max => "max", Rule::word_min => "min", Rule::word_first => "first", Rule::word_on => "on",
        Rule::open_brace => "{", Rule::close_brace => "}", Rule::open_round => "(", Rule::close_round => ")",
        Rule::comma => ",", Rule::colon => ":", Rule::equals => "=", Rule::two_points => "..", Rule::point => ".",
        Rule::quote => "\"",
        _ => return None,
    })
}

//! The shape of a script as a JSON schema, for editors that know YAML and not this server. It is made from the keys and words that the
//! reader of scripts knows, and says no more than that: whether a script fits its game is found out by playing it.

use rulehound_interpreter::script::{KEYS, WORDS};
use serde_json::{Map, Value, json};

/// The schema.
pub fn schema() -> Value {
    let keys: Map<String, Value> = KEYS.iter().map(|key| ((*key).to_owned(), of_key(key))).collect();
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A scripted game of Rulehound",
        "type": "object",
        "required": ["game"],
        "properties": keys,
        "additionalProperties": false,
        "definitions": {
            "word": { "type": ["string", "number", "boolean"] },
            "words": one_or_several(json!({ "$ref": "#/definitions/word" })),
            "wish": {
                "description": "an answer: the words of an option, or names with values",
                "anyOf": [
                    { "$ref": "#/definitions/word" },
                    { "type": "object", "minProperties": 1, "additionalProperties": { "$ref": "#/definitions/words" } },
                ],
            },
            "wishes": one_or_several(json!({ "$ref": "#/definitions/wish" })),
            "outcomes": {
                "anyOf": [
                    { "$ref": "#/definitions/words" },
                    { "type": "object", "additionalProperties": { "$ref": "#/definitions/words" } },
                ],
            },
            "step": step(),
        },
    })
}

fn one_or_several(one: Value) -> Value {
    json!({ "anyOf": [one, { "type": "array", "items": one }] })
}

fn told(what: &str, mut shape: Value) -> Value {
    if let Some(map) = shape.as_object_mut() {
        map.insert("description".to_owned(), Value::String(what.to_owned()));
    }
    shape
}

fn word() -> Value {
    json!({ "$ref": "#/definitions/word" })
}

/// What stands behind a key. One that is not known here may hold anything; a test says so.
fn of_key(key: &str) -> Value {
    let pairs = || json!({ "type": "object", "additionalProperties": word() });
    match key {
        "game" => {
            told("the rules: a file beside the script, or the name of a shipped game", json!({ "type": "string" }))
        }
        "title" => told("what the script shows", json!({ "type": ["string", "number"] })),
        "ref" => told("the section of the rulebook", json!({ "type": ["string", "number"] })),
        "players" => told(
            "who plays: names in a list, or how many",
            json!({ "anyOf": [{ "type": "array", "items": word() }, { "type": "integer", "minimum": 0 }] }),
        ),
        "seed" => told("chance that is not given comes from it", json!({ "type": "integer", "minimum": 0 })),
        "settings" => told("settings with their values", pairs()),
        "position" => told("where play begins, if not at the beginning", position(pairs())),
        "phase" => told("what is played instead of the whole game: a phase or rule with its arguments", word()),
        "turn" => told("who is on turn where that phase or rule begins", word()),
        "steps" => told(
            "what happens, one after the other",
            json!({ "type": "array", "items": { "$ref": "#/definitions/step" } }),
        ),
        _ => json!({}),
    }
}

fn position(variables: Value) -> Value {
    let contents = json!({
        "anyOf": [
            { "$ref": "#/definitions/words" },
            { "type": "object", "additionalProperties": { "type": "integer", "minimum": 0 } },
        ],
    });
    json!({
        "type": "object",
        "properties": {
            "zones": told("places with what lies there", json!({ "type": "object", "additionalProperties": contents })),
            "variables": told("variables with their values", variables),
        },
        "additionalProperties": false,
    })
}

/// Either one word with what it wants, or answers by player.
fn step() -> Value {
    let mut ways: Vec<Value> = WORDS.iter().map(|word| alone(word)).collect();
    let no_word = none_of(&WORDS);
    ways.push(told(
        "answers by player",
        json!({
            "type": "object",
            "minProperties": 1,
            "propertyNames": no_word,
            "additionalProperties": { "$ref": "#/definitions/wishes" },
        }),
    ));
    json!({ "anyOf": ways })
}

/// A name that is none of these.
fn none_of(words: &[&str]) -> Value {
    json!({ "pattern": format!("^(?!({})$)", words.join("|")) })
}

fn alone(word: &str) -> Value {
    let mut properties = Map::new();
    properties.insert(word.to_owned(), of_word(word));
    json!({ "type": "object", "required": [word], "properties": properties, "additionalProperties": false })
}

/// What stands behind the first word of a step. One that is not known here may hold anything; a test says so.
fn of_word(word: &str) -> Value {
    let outcomes = || json!({ "$ref": "#/definitions/outcomes" });
    let expected = json!({
        "anyOf": [
            { "$ref": "#/definitions/words" },
            { "type": "object", "additionalProperties": { "$ref": "#/definitions/words" } },
        ],
    });
    match word {
        "roll" => told("what is rolled next", outcomes()),
        "draw" => told("what is drawn next", outcomes()),
        "shuffle" => told("how a pile lies, from the bottom up", outcomes()),
        "refuse" => told(
            "what a player may not do, and why",
            json!({
                "type": "object",
                "anyOf": [{ "minProperties": 2 }, { "minProperties": 1, "propertyNames": none_of(&["because"]) }],
                "properties": { "because": told("the reason or its beginning", self::word()) },
                "additionalProperties": { "$ref": "#/definitions/wishes" },
            }),
        ),
        "expect" => told(
            "expressions with the values they must have",
            json!({ "type": "object", "minProperties": 1, "additionalProperties": expected }),
        ),
        "say" => told("a remark in the story", self::word()),
        _ => json!({}),
    }
}

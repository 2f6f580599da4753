//! The JSON schema of scripts is made from what the reader of scripts knows, and says the same.

use std::path::Path;

use rulehound_interpreter::script::{KEYS, WORDS, read};
use rulehound_language_server::schema;
use serde_json::{Value, json};

const FILE: &str = "../editors/vscode/script.schema.json";

/// The variable that makes the test write what is stale.
const WRITE: &str = "RULEHOUND_WRITE_SCHEMA";

#[test]
fn the_schema_is_made_from_the_reader() {
    let wanted = format!("{}\n", serde_json::to_string_pretty(&schema()).expect("JSON"));
    if std::env::var(WRITE).is_ok() {
        std::fs::write(FILE, &wanted).expect("it can be written");
    }
    let written = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(written == wanted, "stale: {WRITE}=1 cargo test -p rulehound-language-server --test testsuite schema");
}

#[test]
fn every_key_and_word_has_a_shape() {
    let schema = schema();
    for key in KEYS {
        assert!(schema["properties"][key]["description"].is_string(), "{key}");
    }
    let ways = schema["definitions"]["step"]["anyOf"].as_array().expect("ways").clone();
    for word in WORDS {
        let way = ways.iter().find(|way| way["required"] == json!([word])).expect("a way");
        assert!(way["properties"][word]["description"].is_string(), "{word}");
    }
}

/// Whether a value has a shape; what of JSON schema is used here, and nothing else.
fn fits(value: &Value, shape: &Value, root: &Value) -> bool {
    let map = shape.as_object().expect("a shape");
    map.iter().all(|(key, wanted)| match key.as_str() {
        "$schema" | "title" | "description" | "definitions" => true,
        "$ref" => fits(
            value,
            &root["definitions"][wanted.as_str().expect("a name").rsplit('/').next().expect("a name")],
            root,
        ),
        "anyOf" => wanted.as_array().expect("ways").iter().any(|way| fits(value, way, root)),
        "type" => {
            wanted.as_array().map_or(vec![wanted], |all| all.iter().collect()).iter().any(|one| match one.as_str() {
                Some("object") => value.is_object(),
                Some("array") => value.is_array(),
                Some("string") => value.is_string(),
                Some("number") => value.is_number(),
                Some("integer") => value.is_i64() || value.is_u64(),
                Some("boolean") => value.is_boolean(),
                other => panic!("{other:?}"),
            })
        }
        "minimum" => value.as_i64().is_none_or(|number| number >= wanted.as_i64().expect("a number")),
        "required" => {
            wanted.as_array().expect("keys").iter().all(|key| value.get(key.as_str().expect("a key")).is_some())
        }
        "minProperties" => value.as_object().is_none_or(|map| map.len() as u64 >= wanted.as_u64().expect("a number")),
        // All patterns say which words a key is not.
        "propertyNames" => value.as_object().is_none_or(|map| {
            let pattern = wanted["pattern"].as_str().expect("a pattern");
            let words = pattern.strip_prefix("^(?!(").and_then(|rest| rest.strip_suffix(")$)")).expect("words");
            map.keys().all(|key| !words.split('|').any(|word| word == key))
        }),
        "items" => value.as_array().is_none_or(|all| all.iter().all(|one| fits(one, wanted, root))),
        "properties" => value
            .as_object()
            .is_none_or(|map| map.iter().all(|(key, one)| wanted.get(key).is_none_or(|shape| fits(one, shape, root)))),
        "additionalProperties" => value.as_object().is_none_or(|map| {
            let more = map.iter().filter(|(key, _)| shape["properties"].get(key).is_none());
            more.clone().all(|(_, one)| wanted.is_object() && fits(one, wanted, root))
        }),
        other => panic!("`{other}` is not understood here"),
    })
}

fn scripts(folder: &Path, found: &mut Vec<(String, String)>) {
    for path in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()) {
        if path.is_dir() {
            scripts(&path, found);
        } else if path.extension().is_some_and(|end| end == "yaml") {
            found.push((path.display().to_string(), std::fs::read_to_string(&path).expect("a text")));
        }
    }
}

/// What the reader takes has the shape of the schema, and what it refuses for its shape has not.
#[test]
fn the_schema_and_the_reader_agree() {
    let mut all = Vec::new();
    for folder in ["../examples", "../tests/playthroughs", "../tests/broken/scripts", "../cli/src/command/new"] {
        scripts(Path::new(folder), &mut all);
    }
    let schema = schema();
    let (mut taken, mut refused, mut wrong) = (0, 0, Vec::new());
    for (name, text) in all {
        let Ok(value) = serde_yaml::from_str::<Value>(&text) else { continue };
        match read(&text) {
            Ok(_) if fits(&value, &schema, &schema) => taken += 1,
            Ok(_) => wrong.push(format!("{name}: read, and not of the schema")),
            // What is no plain YAML has no shape.
            Err(found) if found.iter().any(|one| one.code == "bad-yaml") => {}
            Err(_) if fits(&value, &schema, &schema) => wrong.push(format!("{name}: of the schema, and not read")),
            Err(_) => refused += 1,
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(taken > 400 && refused > 5, "{taken} {refused}");
}

//! Arguments are checked against the tool's schema before its handler sees them.
//!
//! The keywords that tools use are checked; others, `pattern` and `format` among them, are for the model to heed.

use crate::protocol::Object;
use crate::whole_numbers::whole_numbers;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// Arguments with integers written as such: `2.0` is an integer for a schema, and none for serde. None where they
/// are so already.
pub(crate) fn with_whole_numbers(args: &Object) -> Option<Object> {
    match whole_numbers(args.get()) {
        Cow::Borrowed(_) => None,
        Cow::Owned(text) => serde_json::from_str(&text).ok(),
    }
}

/// What the model is told of arguments that are not those of the handler: without types of Rust, which say nothing
/// to it, and without the place in a text that it does not see.
pub(crate) fn unreadable(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let text = &text[..text.rfind(" at line ").unwrap_or(text.len())];
    let Some((found, expected)) = text.rsplit_once(", expected ") else {
        return format!("invalid arguments: {text}");
    };
    let expected = match expected.split(' ').next().unwrap_or_default() {
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" | "u8" | "u16" | "u32" | "u64" | "u128"
        | "usize" => "an integer that the tool can hold",
        "f32" | "f64" => "a number",
        "struct" => "an object",
        "enum" => "one of its values",
        "tuple" => "an array",
        "unit" => "null",
        _ => expected,
    };
    format!("invalid arguments: {found}, expected {expected}")
}

/// So many problems are told.
const MOST: usize = 5;

/// What is wrong with arguments, in one line; none where nothing is.
pub(crate) fn problem(schema: &Value, args: &Value) -> Option<String> {
    let mut check = Check {
        root: schema,
        problems: Vec::new(),
    };
    check.value(schema, args, "", 0);
    let problems = check.problems;
    if problems.is_empty() {
        return None;
    }
    let more = match problems.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let told = &problems[..problems.len().min(MOST)];
    Some(format!("invalid arguments: {}{more}", told.join("; ")))
}

struct Check<'a> {
    root: &'a Value,
    problems: Vec<String>,
}

/// References that lead round in a circle end here.
const DEEPEST: usize = 64;

impl<'a> Check<'a> {
    fn value(&mut self, schema: &'a Value, value: &Value, path: &str, depth: usize) {
        let schema = match schema {
            Value::Object(schema) if depth < DEEPEST => schema,
            Value::Bool(false) => return self.tell(path, "is not allowed".to_owned()),
            _ => return,
        };
        if let Some(aim) = schema.get("$ref").and_then(Value::as_str) {
            if let Some(aim) = aim.strip_prefix('#').and_then(|aim| self.root.pointer(aim)) {
                self.value(aim, value, path, depth + 1);
            }
        }
        if let Some(wanted) = schema.get("type") {
            if !is_of(wanted, value) {
                return self.tell(path, format!("is no {}", names(wanted)));
            }
        }
        if let Some(wanted) = schema.get("const").filter(|wanted| !same(wanted, value)) {
            self.tell(path, format!("is not {wanted}"));
        }
        if let Some(Value::Array(allowed)) = schema.get("enum") {
            if !allowed.iter().any(|one| same(one, value)) {
                self.tell(path, format!("is none of {}", Value::from(allowed.clone())));
            }
        }
        self.combined(schema, value, path, depth);
        match value {
            Value::Object(object) => self.object(schema, object, path, depth),
            Value::Array(items) => self.array(schema, items, path, depth),
            Value::String(text) => self.size(schema, text.chars().count(), "Length", path),
            Value::Number(number) => self.number(schema, number.as_f64().unwrap_or(f64::NAN), path),
            _ => {}
        }
    }

    fn combined(
        &mut self,
        schema: &'a Map<String, Value>,
        value: &Value,
        path: &str,
        depth: usize,
    ) {
        let list = |name: &str| schema.get(name).and_then(Value::as_array);
        for part in list("allOf").into_iter().flatten() {
            self.value(part, value, path, depth + 1);
        }
        for (name, least, most) in [("anyOf", 1, usize::MAX), ("oneOf", 1, 1)] {
            let Some(parts) = list(name) else { continue };
            let fitting = parts.iter().filter(|part| self.fits(part, value, depth));
            let fitting = fitting.count();
            if fitting < least || fitting > most {
                self.tell(path, format!("fits {fitting} of the forms of {name}"));
            }
        }
        if schema
            .get("not")
            .is_some_and(|part| self.fits(part, value, depth))
        {
            self.tell(path, "has a form that is excluded".to_owned());
        }
    }

    fn fits(&self, schema: &'a Value, value: &Value, depth: usize) -> bool {
        let mut check = Check {
            root: self.root,
            problems: Vec::new(),
        };
        check.value(schema, value, "", depth + 1);
        check.problems.is_empty()
    }

    fn object(
        &mut self,
        schema: &'a Map<String, Value>,
        object: &Map<String, Value>,
        path: &str,
        depth: usize,
    ) {
        let required = schema.get("required").and_then(Value::as_array);
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            if !object.contains_key(name) {
                self.tell(&format!("{path}/{name}"), "is missing".to_owned());
            }
        }
        self.size(schema, object.len(), "Properties", path);
        let known = schema.get("properties").and_then(Value::as_object);
        let other = schema.get("additionalProperties");
        let open = !schema.contains_key("patternProperties");
        for (name, value) in object {
            let place = format!("{path}/{name}");
            if let Some(part) = known.and_then(|known| known.get(name)) {
                self.value(part, value, &place, depth);
            } else if let Some(part) = other.filter(|_| open) {
                self.value(part, value, &place, depth);
            }
        }
    }

    fn array(&mut self, schema: &'a Map<String, Value>, items: &[Value], path: &str, depth: usize) {
        self.size(schema, items.len(), "Items", path);
        let first = schema.get("prefixItems").and_then(Value::as_array);
        let first: &[Value] = first.map_or(&[], Vec::as_slice);
        for (index, item) in items.iter().enumerate() {
            if let Some(part) = first.get(index).or_else(|| schema.get("items")) {
                self.value(part, item, &format!("{path}/{index}"), depth);
            }
        }
    }

    fn size(&mut self, schema: &Map<String, Value>, size: usize, what: &str, path: &str) {
        let bound = |name: String| schema.get(&name).and_then(Value::as_f64);
        let counted = what.to_lowercase();
        if let Some(least) = bound(format!("min{what}")).filter(|&least| (size as f64) < least) {
            self.tell(path, format!("has {counted} {size}, less than {least}"));
        }
        if let Some(most) = bound(format!("max{what}")).filter(|&most| size as f64 > most) {
            self.tell(path, format!("has {counted} {size}, more than {most}"));
        }
    }

    fn number(&mut self, schema: &Map<String, Value>, number: f64, path: &str) {
        for (name, words) in [
            ("minimum", "at least"),
            ("maximum", "at most"),
            ("exclusiveMinimum", "more than"),
            ("exclusiveMaximum", "less than"),
        ] {
            let Some(bound) = schema.get(name).and_then(Value::as_f64) else {
                continue;
            };
            let holds = match name {
                "minimum" => number >= bound,
                "maximum" => number <= bound,
                "exclusiveMinimum" => number > bound,
                _ => number < bound,
            };
            if !holds {
                self.tell(path, format!("is {number}, and has to be {words} {bound}"));
            }
        }
    }

    fn tell(&mut self, path: &str, problem: String) {
        let place = if path.is_empty() { "the whole" } else { path };
        self.problems.push(format!("{place} {problem}"));
    }
}

fn names(wanted: &Value) -> String {
    match wanted {
        Value::Array(names) => {
            let names: Vec<_> = names.iter().filter_map(Value::as_str).collect();
            names.join(" or ")
        }
        name => name.as_str().unwrap_or_default().to_owned(),
    }
}

fn is_of(wanted: &Value, value: &Value) -> bool {
    match wanted {
        Value::Array(names) => names.iter().any(|name| is_of(name, value)),
        Value::String(name) => match name.as_str() {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "null" => value.is_null(),
            "number" => value.is_number(),
            "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
            _ => true,
        },
        _ => true,
    }
}

/// 1 and 1.0 are the same.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        _ => a == b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_keyword_is_heeded() {
        let string = json!({"type": "string"});
        let cases = [
            (string.clone(), json!("a"), json!(1)),
            (json!({"type": ["string", "null"]}), json!(null), json!(1)),
            (json!({"type": "integer"}), json!(1.0), json!(1.5)),
            (json!({"type": "number"}), json!(1.5), json!("1")),
            (json!({"type": "boolean"}), json!(true), json!(0)),
            (
                json!({"type": "array", "items": string}),
                json!(["a"]),
                json!(["a", 1]),
            ),
            (
                json!({"prefixItems": [string]}),
                json!(["a", 1]),
                json!([1]),
            ),
            (json!({"required": ["a"]}), json!({"a": null}), json!({})),
            (
                json!({"properties": {"a": string}}),
                json!({"a": "x", "b": 1}),
                json!({"a": 1}),
            ),
            (
                json!({"additionalProperties": false}),
                json!({}),
                json!({"a": 1}),
            ),
            (
                json!({"additionalProperties": string}),
                json!({"a": "x"}),
                json!({"a": 1}),
            ),
            (json!({"minProperties": 1}), json!({"a": 1}), json!({})),
            (json!({"const": 1}), json!(1.0), json!(2)),
            (json!({"enum": ["a", "b"]}), json!("b"), json!("c")),
            (json!({"minLength": 2}), json!("äö"), json!("ä")),
            (json!({"maxLength": 2}), json!("äö"), json!("äöü")),
            (json!({"minItems": 1}), json!([1]), json!([])),
            (json!({"maxItems": 1}), json!([1]), json!([1, 2])),
            (json!({"minimum": 1}), json!(1), json!(0)),
            (json!({"maximum": 1}), json!(1), json!(2)),
            (json!({"exclusiveMinimum": 1}), json!(2), json!(1)),
            (json!({"exclusiveMaximum": 1}), json!(0), json!(1)),
            (json!({"allOf": [string]}), json!("a"), json!(1)),
            (
                json!({"anyOf": [string, {"minimum": 3}]}),
                json!(3),
                json!(2),
            ),
            (
                json!({"oneOf": [string, {"minLength": 2}]}),
                json!("a"),
                json!("ab"),
            ),
            (json!({"not": string}), json!(1), json!("a")),
            (
                json!({"$ref": "#/$defs/s", "$defs": {"s": string}}),
                json!("a"),
                json!(1),
            ),
            (json!(true), json!(1), json!(1)),
        ];
        for (schema, good, bad) in cases {
            assert_eq!(problem(&schema, &good), None, "{schema}");
            assert_eq!(
                problem(&schema, &bad).is_some(),
                schema != json!(true),
                "{schema}"
            );
        }
    }

    #[test]
    fn problems_name_their_places() {
        let schema = json!({"type": "object", "required": ["a"], "properties": {"b": {"items": {"type": "string"}}}});
        let told = problem(&schema, &json!({"b": ["x", 1]})).unwrap();
        assert_eq!(told, "invalid arguments: /a is missing; /b/1 is no string");
    }

    #[test]
    fn a_circle_of_references_ends() {
        assert_eq!(problem(&json!({"$ref": "#"}), &json!({})), None);
    }
}

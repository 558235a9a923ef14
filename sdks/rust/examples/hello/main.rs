use extproto::{display, json, Extension};

fn main() {
    let schema = json!({"type": "object", "properties": {"name": {"type": "string"}}});
    Extension::new("hello", "1.0.0")
        .tool("hello", "Greets somebody.", schema, |args, _| {
            format!("Hello, {}!", args["name"].as_str().unwrap_or("you"))
        })
        .command("hello", "greets", |to, _| display(format!("Hello, {to}!")))
        .run();
}

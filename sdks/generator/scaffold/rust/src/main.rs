use extproto::{display, schema_of, Extension};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct Greet {
    /// Whom to greet.
    name: String,
}

/// The extension; main runs it, the test calls it.
fn extension() -> Extension {
    Extension::new("{{name}}", "0.1.0")
        .tool_typed(
            "greet",
            "Greets somebody.",
            schema_of::<Greet>(),
            |args: Greet, _| format!("Hello, {}!", args.name),
        )
        .command("greet", "greets you", |name, _| {
            let name = if name.is_empty() { "you" } else { name };
            display(format!("Hello, {name}!"))
        })
}

fn main() {
    extension().run();
}

#[cfg(test)]
mod tests {
    use super::extension;
    use extproto::testing::TestHost;
    use extproto::{json, text};

    #[test]
    fn greets_by_name() {
        let host = TestHost::start(extension());
        let result = host.call_tool("greet", json!({"name": "Ada"}));
        assert_eq!(result.content, [text("Hello, Ada!")]);
    }
}

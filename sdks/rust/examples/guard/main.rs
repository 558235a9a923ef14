use extproto::{allow, block, replace, rewrite, Extension, FailurePolicy};

const DESTRUCTIVE: [&str; 4] = ["rm -rf", "mkfs", "dd if=", "> /dev/sd"];
const SECRET: [&str; 3] = ["sk-", "ghp_", "xoxb-"];

fn main() {
    Extension::new("guard", "1.0.0")
        .intercept_tool_call(|call, _| {
            let args = &call.tool_args;
            let command: String = args.field("command").unwrap_or_default();
            let destructive = DESTRUCTIVE.iter().any(|part| command.contains(part));
            let dry = args.with("command", format!("{command} --dry-run"));
            match call.tool_name.as_str() {
                "bash" if destructive => block(format!("destructive command: {command}")),
                "bash" if command.starts_with("git push") => rewrite(dry),
                _ => allow(),
            }
        })
        .intercept_assistant_message(|message, _| {
            let secret = |word: &&str| SECRET.iter().any(|start| word.starts_with(start));
            let hide = |text: String, word: &str| text.replace(word, "[secret]");
            let words = message.text.split_whitespace().filter(secret);
            replace(words.fold(message.text.clone(), hide))
        })
        .on_failure(FailurePolicy::Block)
        .run();
}

use extproto::{allow, block, replace, rewrite, DecodeError, Extension, FailurePolicy};

const DESTRUCTIVE: [&str; 4] = ["rm -rf", "mkfs", "dd if=", "> /dev/sd"];
const SECRET: [&str; 3] = ["sk-", "ghp_", "xoxb-"];

fn main() {
    Extension::new("guard", "1.0.0")
        .intercept_tool_call(|call, _| match call.tool_name.as_str() {
            // An error blocks: a command that cannot be read is not run.
            "bash" => call.tool_args.field("command").map(|line: String| {
                let dry = call.tool_args.with("command", line.clone() + " --dry-run");
                match DESTRUCTIVE.iter().any(|part| line.contains(part)) {
                    true => block(format!("destructive command: {line}")),
                    false if line.starts_with("git push") => rewrite(dry),
                    false => allow(),
                }
            }),
            _ => Ok::<_, DecodeError>(allow()),
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

import re

from extproto import Extension, replace, rewrite

DESTRUCTIVE = re.compile(r"\brm\s+-\w*[rf]|\bmkfs\b|\bdd\s+if=|>\s*/dev/sd")
SECRET = re.compile(r"\b(sk|ghp|xoxb)[-_][A-Za-z0-9_-]{16,}")
ext = Extension("guard", "1.0.0")


@ext.intercept("tool_call", on_failure="block")
def look_at_command(call):
    if call.tool != "bash":
        return None
    command = call.args.get("command")
    if not isinstance(command, str):
        return "a command that is no text"
    if DESTRUCTIVE.search(command):
        return f"destructive command: {command}"
    if re.match(r"git push\b", command):
        return rewrite({**call.args, "command": f"{command} --dry-run"})


@ext.intercept("assistant_message")
def hide_secrets(message):
    return replace(SECRET.sub("[secret]", message.text))


ext.run()

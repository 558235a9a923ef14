"""Write an extension for a coding agent.

    from extproto import Extension

    ext = Extension("hello", "1.0.0")

    @ext.tool
    def hello(name: str) -> str:
        '''Greets somebody.'''
        return f"Hello, {name}!"

    ext.run()

`extproto.testing` has a host in memory, `extproto.rpc` a client that embeds a host,
`extproto.protocol` every frame of the protocols.
"""

from .answers import (
    Block,
    CommandAnswer,
    Decision,
    Failure,
    Replace,
    Rewrite,
    ToolAnswer,
    allow,
    block,
    display,
    failure,
    image,
    insert,
    open_panel,
    prompt,
    replace,
    rewrite,
    text,
)
from .extension import Extension
from .handlers import (
    Cancelled,
    CommandContext,
    HostInfo,
    Said,
    ToolContext,
    ToolUse,
    Turn,
)
from .panel import Panel

__version__ = "0.1.0"

__all__ = [
    "Block",
    "Cancelled",
    "CommandAnswer",
    "CommandContext",
    "Decision",
    "Extension",
    "Failure",
    "HostInfo",
    "Panel",
    "Replace",
    "Rewrite",
    "Said",
    "ToolAnswer",
    "ToolContext",
    "ToolUse",
    "Turn",
    "allow",
    "block",
    "display",
    "failure",
    "image",
    "insert",
    "open_panel",
    "prompt",
    "replace",
    "rewrite",
    "text",
]

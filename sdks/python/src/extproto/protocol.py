"""Every frame of both protocols: types, decoders and encoders.

Each side is a module: `host.decode(line)` gives a frame that a host wrote, for
instance a `host.ToolCall`; `extension.encode(frame)` gives the line of a frame.
"""

from ._generated import (
    client,
    constants,
    extension,
    extproto_types,
    host,
    rpc_types,
    server,
)
from ._generated.codec import (
    DecodeError,
    JsonObject,
    UnknownFrame,
    UnknownMember,
)

__all__ = [
    "DecodeError",
    "JsonObject",
    "UnknownFrame",
    "UnknownMember",
    "client",
    "constants",
    "extension",
    "extproto_types",
    "host",
    "rpc_types",
    "server",
]

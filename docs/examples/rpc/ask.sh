#!/bin/sh
# Asks one question over RPC and streams the answer. Usage: ask.sh QUESTION [options of extproto-host]
# The end of the server's input is all it takes to end it: it finishes its work first.
set -eu
message=$1
shift
jq -nc --arg message "$message" '{type: "prompt", id: "1", message: $message}' |
  extproto-host rpc "$@" |
  jq -nrj --unbuffered '
    def refused: .type == "response" and .success == false;
    foreach inputs as $frame (
      null;
      if $frame.type == "error" then $frame.message elif $frame | refused then $frame.error else . end;
      if $frame.type == "text_delta" then $frame.delta
      elif $frame.type == "done" or ($frame | refused) then
        if . == null then "\n" else "error: \(.)\n" | halt_error(1) end
      else empty end
    )'

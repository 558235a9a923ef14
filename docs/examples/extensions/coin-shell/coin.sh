#!/bin/sh
# A tool and a guard in shell. jq -c writes one object a line; --unbuffered is not needed, since each jq ends.
echo '{"type":"hello","name":"coin-shell","version":"1.0.0","capabilities":["tools","events"]}'
echo '{"type":"register_tool","name":"coin","description":"Flip a coin.","schema":{"type":"object","properties":{}}}'
echo '{"type":"subscribe","intercept":["tool_call"]}'
echo '{"type":"ready"}'

while IFS= read -r line; do
  case "$(printf '%s' "$line" | jq -r .type)" in
    tool_call)
      side=heads
      [ $(($(od -An -N1 -tu1 /dev/urandom) % 2)) -eq 0 ] && side=tails
      printf '%s' "$line" | jq -c --arg side "$side" \
        '{type: "tool_result", id, content: [{type: "text", text: $side}]}'
      ;;
    event_intercept)
      # Refuses the word sudo in a shell command; lets everything else pass.
      printf '%s' "$line" | jq -c '{type: "event_intercept_response", id} +
        if .tool_name == "bash" and (.tool_args.command | tostring | test("\\bsudo\\b"))
        then {block: true, reason: "sudo is not allowed here"} else {} end'
      ;;
    shutdown)
      echo '{"type":"shutdown_ack"}'
      exit 0
      ;;
  esac
done

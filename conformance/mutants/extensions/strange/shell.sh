#!/bin/sh
# One tool in plain shell: no JSON parser, no buffering, a process for every small thing.
printf '%s\n' '{"type":"hello","name":"mutant","version":"1.0.0"}'
printf '%s\n' '{"type":"register_tool","name":"date","description":"Tells the date.","schema":{"type":"object"}}'
printf '%s\n' '{"type":"ready"}'
cr=$(printf '\r')
while IFS= read -r line; do
  line=${line%"$cr"}
  case "$line" in
    *'"type":"tool_call"'*)
      id=$(printf '%s\n' "$line" | sed 's/.*"id":\("[^"]*"\).*/\1/')
      case "$line" in
        *'"name":"date"'*) rest="\"content\":[{\"type\":\"text\",\"text\":\"$(date -u +%F)\"}]" ;;
        *) rest='"content":[],"is_error":true' ;;
      esac
      printf '{"type":"tool_result","id":%s,%s}\n' "$id" "$rest"
      ;;
    *'"protocol_version":1'[!0-9]*) ;;
    *'"protocol_version":'*)
      printf '%s\n' 'only protocol_version 1 is supported' >&2
      exit 1
      ;;
    '{'*'"type":"shutdown"'*'}')
      printf '%s\n' '{"type":"shutdown_ack"}'
      exit 0
      ;;
  esac
done

/** The end of `--help`: what people most often type. */
export const examples = `
Examples:
  extproto-host                                 open a chat
  extproto-host -p "what does this repo do?"    one answer, then exit
  git diff | extproto-host -p                   the prompt comes from stdin
  extproto-host --json -p "list the files"      every event as a line of JSON
  extproto-host rpc --cwd ./project             serve an application over stdin and stdout
  extproto-host --ext ./my-extension            try an extension without installing it
  extproto-host --script demo.yaml -p "go"      play a script: no key, no network
  extproto-host ext install ./my-extension      install an extension
  extproto-host ext list                        extensions and their states

Environment:
  ANTHROPIC_API_KEY, OPENAI_API_KEY, KIMI_API_KEY
                                      keys of the model providers
  ZOT_HOME                            where extensions, sessions, skills and logs are kept
  ZOTCORE_RPC_TOKEN                   rpc: the token that the client has to show
  NO_COLOR                            no colours, also on a terminal

Exit status: 0 success, 1 failure, 2 wrong use; 128 and the signal's number after a signal.
`;

/** The help of `ext`. */

/** The text for a program of the given name. */
export function helpText(program = "extproto-host"): string {
  return `Usage: ${program} ext <command>

  list [--json]                    installed extensions: state, version, description, last error
  install [--force] PATH|GIT-URL   copy a directory, or clone a repository, into the user's extensions
  remove [--yes] NAME              delete an extension
  enable NAME                      start it again from the next start of the host on
  disable NAME                     keep it installed, but do not start it
  logs [-f] NAME                   what it wrote to stderr, and what the host noted; -f goes on

NAME is the name in the manifest or the name of the directory. An extension of the project
(./.zot/extensions) comes before one of the user ($ZOT_HOME/extensions).

Examples:
  ${program} ext install ./weather
  ${program} ext install https://example.com/weather.git
  ${program} ext list --json
  ${program} ext logs -f weather

Exit codes: 0 done, 1 failed, 2 wrong usage.
`;
}

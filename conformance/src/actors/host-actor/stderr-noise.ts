/** A standard error that others write to as well, so much that it is always full. */

/** Begins every line of noise, so that it is not taken for the extension's. */
const sign = "extproto-noise ";
const signBytes = Buffer.from(sign);

/**
 * The extension shares a pipe with a shell that makes noise and blocks whenever the pipe is full; `cat` passes on as
 * much as is read. It has to be a named pipe, since a socket wakes a blocked writer only when it is nearly empty, and
 * the lines have to fill whole pages, since a full pipe takes what fits into its last page. The extension takes the place of the first shell, so it has the process id that the kit knows, and the others end with
 * its process group, or when nobody reads any more.
 */
const script = `pipe="\${TMPDIR:-/tmp}/stderr.$$"
mkfifo "$pipe" || exit 1
cat <"$pipe" >&2 2>/dev/null &
( while printf '%-4095s\\n' ${JSON.stringify(sign)}; do :; done ) </dev/null >"$pipe" 2>/dev/null &
exec "$@" 2>"$pipe"`;

/** The command that starts a program amid noise. */
export function amidNoise(
  program: string,
  args: readonly string[],
): { program: string; args: readonly string[] } {
  return { program: "/bin/sh", args: ["-c", script, "extproto", program, ...args] };
}

/** Whether a line of standard error is noise. */
export function isNoise(line: Buffer): boolean {
  return line.subarray(0, signBytes.length).equals(signBytes);
}

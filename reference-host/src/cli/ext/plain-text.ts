/** Text from manifests and logs that is safe to show on a terminal. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const controls = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/g;

/** Takes escape sequences and control characters out of a line. */
export function plainLine(text: string): string {
  return text.replaceAll(escapes, "").replaceAll(controls, " ").trim();
}

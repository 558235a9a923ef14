/** The host's own words about extensions, as a line for stderr. */

import type { Problem } from "../runtime/contract.js";
import { cleanText } from "./clean-text.js";

/** The message, with the name of the extension where it does not begin with it. */
export function problemText({ extension, message }: Problem): string {
  const text = cleanText(message);
  if (extension === undefined || text.startsWith(`${extension} `)) return text;
  return `${cleanText(extension)} ${text}`;
}

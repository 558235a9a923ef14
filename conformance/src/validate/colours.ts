/** Whether to print colours. */
import picocolors from "picocolors";

/** Functions that colour a text, or leave it as it is. */
export type Colours = ReturnType<typeof picocolors.createColors>;

/** Colours are for people at a terminal who have not asked for none: see https://no-color.org. */
export function coloursFor(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): Colours {
  const refused = (env.NO_COLOR ?? "") !== "" || env.TERM === "dumb";
  return picocolors.createColors(stream.isTTY === true && !refused);
}

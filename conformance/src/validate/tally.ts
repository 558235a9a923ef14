/** Counts verdicts. */
import type { LineReport } from "./finding.js";

/** What came of a whole input. */
export interface Summary {
  readonly frames: number;
  readonly valid: number;
  readonly unknown: number;
  readonly invalid: number;
  /** How many valid frames each side may have sent. A frame can fit both. */
  readonly fits: Readonly<Record<string, number>>;
  /** How many valid frames fit more than one side. */
  readonly ambiguous: number;
}

/** Adds reports up. */
export class Tally {
  readonly #counts = { valid: 0, unknown: 0, invalid: 0 };
  readonly #fits: Map<string, number>;
  #ambiguous = 0;

  constructor(sides: readonly string[]) {
    this.#fits = new Map(sides.map((side) => [side, 0]));
  }

  /** Counts one line. */
  add(report: LineReport): void {
    this.#counts[report.verdict]++;
    for (const side of report.fits) this.#fits.set(side, (this.#fits.get(side) ?? 0) + 1);
    if (report.fits.length > 1) this.#ambiguous++;
  }

  /** The counts so far. */
  summary(): Summary {
    const { valid, unknown, invalid } = this.#counts;
    return {
      frames: valid + unknown + invalid,
      valid,
      unknown,
      invalid,
      fits: Object.fromEntries(this.#fits),
      ambiguous: this.#ambiguous,
    };
  }
}

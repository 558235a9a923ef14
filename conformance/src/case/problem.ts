/** What is wrong with a case file, and where. */

/** One fault of a case file. */
export interface CaseProblem {
  readonly file: string;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  /** A fault, or something that deserves a second look. */
  readonly severity: "error" | "warning";
  /** Stable name of the rule: `CASE_UNKNOWN_VERB`. */
  readonly code: string;
  readonly message: string;
}

/** `cases/a.yaml:3:5: message [CODE]`, as editors and terminals make it a link. */
export function problemText(problem: CaseProblem): string {
  const note = problem.severity === "warning" ? "warning: " : "";
  return `${problem.file}:${problem.line}:${problem.column}: ${note}${problem.message} [${problem.code}]`;
}

/** Case files that cannot be used. Its message lists every problem. */
export class CaseError extends Error {
  override readonly name = "CaseError";
  readonly code = "CASE_INVALID";
  readonly problems: readonly CaseProblem[];

  constructor(problems: readonly CaseProblem[]) {
    super(problems.map(problemText).join("\n"));
    this.problems = problems;
  }
}

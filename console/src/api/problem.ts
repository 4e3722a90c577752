/** Refusal of the service: RFC 9457, with the fields at fault. */
export type Problem = {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail?: string;
  readonly hint?: string;
  readonly request_id?: string;
  readonly errors?: readonly FieldProblem[];
  /** What helps to put it right, such as `max`. */
  readonly [detail: string]: unknown;
};

/** With its place in what was typed, where it is a source, or in a file. */
type FieldProblem = {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
  readonly line?: number | null;
  readonly column?: number | null;
  readonly place?: string | null;
};

export class Refused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail ?? problem.title);
    this.problem = problem;
  }
}

/** Heading of the part of a report that says why tests failed. */
export const failures = '✖ failing tests:';

export type Result = {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  /** Left to complete runs. */
  readonly left: number;
  /** As people read it: a line per test, and after a heading those that failed. */
  readonly report: string;
  /** Of the test process, without the database and the browser. Other work on the machine does not lengthen it. */
  readonly cpuMs: number;
};

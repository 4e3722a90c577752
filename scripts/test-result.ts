export type Result = {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  /** As people read it: a line per test, and after a heading those that failed. */
  readonly report: string;
  readonly ms: number;
};

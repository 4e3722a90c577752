import type { run } from 'node:test';

/** Heading of the part of a report that says why tests failed. */
export const failures = '✖ failing tests:';

/** Why a test was skipped that a complete run has. */
export const leftOut = 'left to complete runs';

export type Counts = {
  readonly passed: number;
  readonly failed: number;
  /** Left to complete runs. */
  readonly left: number;
};

export type Result = Counts & {
  readonly file: string;
  /** As people read it: a line per test, and after a heading those that failed. */
  readonly report: string;
  /** Of the test process, without the database and the browser. Other work on the machine does not lengthen it. */
  readonly cpuMs: number;
};

/** Tests that a stream tells of, without suites, as far as it has come. */
export function counted(stream: ReturnType<typeof run>): Counts {
  const counts = { passed: 0, failed: 0, left: 0 };
  stream.on('test:pass', ({ details, skip }) => {
    if (details.type === 'suite') return;
    if (skip === leftOut) counts.left += 1;
    else counts.passed += 1;
  });
  stream.on('test:fail', ({ details }) => void (details.type !== 'suite' && (counts.failed += 1)));
  return counts;
}

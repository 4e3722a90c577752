import type { Period } from '../core/period.ts';
import type { Context } from './operation.ts';

/** Something that is to be done before a period is closed. */
export type OpenWork = {
  /** Such as `bank_lines_unmatched`. */
  readonly name: string;
  /** Sentence that describes the problem while there is open work. */
  readonly problem: string;
  /** Operations that mend it. */
  readonly mended: readonly string[];
  /** Number of open items in the period. */
  readonly count: (context: Context, period: Period) => Promise<number>;
};

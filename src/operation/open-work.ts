import type { Period } from '../core/period.ts';
import type { Context } from './operation.ts';

/** Something that is to be done before a period is closed. */
export type OpenWork = {
  /** Such as `bank_lines_unmatched`. */
  readonly name: string;
  /** What is wrong while there is some, in a sentence. */
  readonly problem: string;
  /** Operations that mend it. */
  readonly mended: readonly string[];
  /** How much of it there is. */
  readonly count: (context: Context, period: Period) => Promise<number>;
};

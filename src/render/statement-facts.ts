import type { Day } from '../core/calendar.ts';
import type { DocumentType } from './document-type.ts';

export type StatementFacts = {
  readonly from: Day;
  readonly to: Day;
  /** Null where only what is open is told. */
  readonly opening: bigint | null;
  readonly closing: bigint;
  readonly entries: readonly StatementEntry[];
  /** Closing balance by age, oldest last. */
  readonly ageing: readonly { readonly bucket: AgeingBucket; readonly amount: bigint }[];
};

export type AgeingBucket = 'current' | 'days_1_30' | 'days_31_60' | 'days_61_90' | 'over_90_days' | 'credit';

/** Either a charge (more is owed) or a credit; `balance` is what is owed after it. */
export type StatementEntry = {
  /** Null where it sums up all days. */
  readonly day: Day | null;
  readonly type: DocumentType | 'sale' | 'payment' | 'refund' | 'write_off' | 'discount' | 'opening' | 'other';
  readonly number: string | null;
  readonly description: string | null;
  readonly due: Day | null;
  readonly charge: bigint;
  readonly credit: bigint;
  readonly balance: bigint;
};

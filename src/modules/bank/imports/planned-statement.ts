import { createHash } from 'node:crypto';
import type { Day } from '../../../core/calendar.ts';
import type { KeyedStatement } from '../../../statement/read-keyed.ts';
import type { BankAccountRecord } from '../accounts/bank-account.ts';
import type { PlannedLine } from './plan-statement.ts';

/** A statement of a file, and what becomes of it. */
export type PlannedStatement = {
  /** Null where an equal one is there. */
  readonly id: string | null;
  readonly position: number;
  readonly account: BankAccountRecord;
  readonly statement: KeyedStatement;
  readonly digest: string;
  readonly from: Day | null;
  readonly to: Day;
  /** Sum of its booked lines, in minor units. */
  readonly booked: bigint;
  readonly lines: readonly PlannedLine[];
};

/** Of all that a statement says of its money, however the file around it was made. */
export function digestOf({ format, kind, id, number, from, to, opening, closing, lines }: KeyedStatement): string {
  const balances = [opening, closing].map((one) => (one === null ? null : String(one.amount.minor)));
  const said = lines.map(({ key }) => [key.reference, key.content, key.status]);
  return createHash('sha256')
    .update(JSON.stringify([format, kind, id, number, from, to, balances, said]))
    .digest('hex');
}

/** The days of a statement: as it says, else those of its lines. */
export function daysOf({ from, to, closing, lines }: KeyedStatement, today: Day): { from: Day | null; to: Day } {
  const last = lines
    .map(({ line }) => line.bookingDay)
    .toSorted()
    .at(-1);
  const end = to ?? closing?.day ?? last ?? today;
  return { from: from !== null && from <= end ? from : null, to: end };
}

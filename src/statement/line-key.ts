import type { Day } from '../core/calendar.ts';
import { folded } from '../core/fold.ts';
import type { LineStatus, Statement, StatementFormat, StatementLine } from './model.ts';

/** By what a line is known again in another file; kept with each line. */
export type LineKey = {
  /** The bank's own id, where it names this line alone. */
  readonly reference: string | null;
  /** Statement and position in it. */
  readonly place: string | null;
  /** Account, day, amount, text, counterparty and balance. Two lines of a day may have the same. */
  readonly content: string;
  readonly bookingDay: Day;
  readonly minor: bigint;
  readonly currency: string;
  readonly status: LineStatus;
  readonly isProvisional: boolean;
  readonly corrects: StatementLine['corrects'];
  /** For comparing a pending line with its booked form. */
  readonly words: string;
};

/** Formats in which the bank gives each entry an id. References of MT940 are those of the payment. */
const withIds: ReadonlySet<StatementFormat> = new Set(['camt052', 'camt053', 'ofx', 'csv']);

/** Keys of the lines of one statement, in their order. */
export function keysOf(statement: Statement): readonly LineKey[] {
  const { account, lines, format, kind, id, number } = statement;
  const uses = new Map<string, number>();
  for (const { bankReference } of lines) {
    if (bankReference !== null) uses.set(bankReference, (uses.get(bankReference) ?? 0) + 1);
  }
  const statementId = format === 'camt053' ? id : null;
  return lines.map((line) => ({
    // A reference that several lines share is that of their batch.
    reference:
      line.bankReference !== null && withIds.has(format) && uses.get(line.bankReference) === 1
        ? line.bankReference
        : null,
    place: statementId === null ? null : `${statementId}/${number ?? ''}/${line.position}`,
    content: contentOf(line, account.iban ?? account.number ?? ''),
    bookingDay: line.bookingDay,
    minor: line.amount.minor,
    currency: line.amount.currency,
    status: line.status,
    isProvisional: kind === 'interim',
    corrects: line.corrects,
    words: plain([line.counterparty.name ?? '', line.text].join(' ')),
  }));
}

function contentOf(line: StatementLine, account: string): string {
  const { bookingDay, amount, text, counterparty, runningBalance, references } = line;
  const words = plain([text, ...references].join(' ')).replaceAll(' ', '');
  const balance = runningBalance === null ? '' : String(runningBalance.minor);
  return [account, bookingDay, amount.minor, amount.currency, words, counterparty.account ?? '', balance].join('|');
}

function plain(text: string): string {
  return folded(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

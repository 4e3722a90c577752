import type { DayFormat, NumberFormat } from '../core/written.ts';

/** Roles that a column of a CSV file may have. */
export const columnRoles = [
  'account',
  'booking_day',
  'value_day',
  'transaction_day',
  'amount',
  'credit',
  'debit',
  'direction',
  'currency',
  'balance',
  'name',
  'payee',
  'payer',
  'counterparty_account',
  'counterparty_bic',
  'text',
  'more_text',
  'type',
  'reference',
  'end_to_end_id',
  'mandate_id',
  'creditor_id',
  'structured_reference',
  'status',
  'effect',
  'fee',
  'original_amount',
  'original_currency',
  'rate',
  'check_number',
  'customer_reference',
] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** Facts the file leaves open, given by the caller; kept with the bank account for the next file. */
export type ReadOptions = {
  /** Of the account, for files that name none. */
  readonly currency?: string | undefined;
  readonly dateFormat?: DayFormat | undefined;
  readonly numberFormat?: NumberFormat | undefined;
  readonly encoding?: string | undefined;
  /** `reversed`: charges are positive, as on statements of some cards. `by_type`: the type of a line says its sign. */
  readonly signs?: 'as_written' | 'reversed' | 'by_type' | undefined;
  /** Of the account, for times in UTC. */
  readonly timeZone?: string | undefined;
  /** Role to column, by its heading or, without headings, by its number from 1. */
  readonly mapping?: Readonly<Partial<Record<ColumnRole, string>>> | undefined;
};

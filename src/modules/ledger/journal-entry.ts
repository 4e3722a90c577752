import { z } from 'zod';
import { type Money as CoreMoney, money } from '../../core/money.ts';
import { type Sql, sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { ActorStamp, Day, Id, Instant, Money, type Prefixed, prefixes } from '../../wire/index.ts';

export const entryKinds = ['system', 'manual', 'opening', 'reversal', 'closing', 'fx_revaluation'] as const;

/** The record that an entry comes from, and what happened to it. */
const EntrySource = z.object({ type: z.string(), id: z.string(), event: z.string().nullable() });

export const JournalEntry = z.object({
  id: Id('journal_entry'),
  organization_id: Id('organization'),
  number: z.string(),
  entry_date: Day,
  posted_at: Instant,
  kind: z.enum(entryKinds),
  source: EntrySource,
  memo: z.string(),
  total: Money.describe('Sum of the debits, which is the sum of the credits.'),
  currency: z.string(),
  reverses_id: Id('journal_entry').nullable(),
  reversed_by_id: Id('journal_entry').nullable(),
  created_by: ActorStamp,
});

const JournalLine = z.object({
  position: z.int(),
  account_id: Id('account'),
  account_code: z.string(),
  account_name: z.string(),
  side: z.enum(['debit', 'credit']),
  amount: Money,
  original_amount: Money.nullable().describe('The same in the currency that it was agreed in, if that is another one.'),
  original_currency: z.string().nullable(),
  client_id: Id('client').nullable(),
  product_id: Id('product').nullable(),
  variant_id: Id('variant').nullable(),
  member_id: Id('member').nullable(),
  location_id: Id('location').nullable(),
  tax_rate_id: Id('tax_rate').nullable(),
  tax_base: Money.nullable(),
});

export const JournalEntryWithLines = JournalEntry.extend({ lines: z.array(JournalLine) });

/** The columns of an entry called `e`. */
export const entryColumns: Sql = sql`e.id, e.organization_id, e.number, e.entry_date, e.posted_at, e.kind,
  e.source_type, e.source_id, e.source_event, e.memo, e.reverses_id, e.created_by,
  (select r.id from journal_entries as r where r.organization_id = e.organization_id and r.reverses_id = e.id)
    as reversed_by_id,
  (select sum(l.amount)::bigint from journal_lines as l
    where l.organization_id = e.organization_id and l.entry_id = e.id and l.amount > 0) as total`;

type Entry = z.output<typeof JournalEntry>;
export type EntryRow = Omit<Entry, 'source' | 'total' | 'currency'> & {
  readonly source_type: string;
  readonly source_id: string;
  readonly source_event: string | null;
  readonly total: bigint;
};

export function entryFrom(context: Context, row: EntryRow): Entry {
  const { source_type: type, source_id: id, source_event: event, total, ...rest } = row;
  const currency = baseCurrency(context);
  return { ...rest, source: { type, id: recordId(type, id), event }, total: money(total, currency), currency };
}

type Line = z.output<typeof JournalLine>;
export type LineRow = Omit<Line, 'side' | 'amount' | 'original_amount' | 'tax_base'> & {
  readonly amount: bigint;
  readonly original_minor: bigint | null;
  readonly tax_base: bigint | null;
};

/** Amounts lose their sign where a side says it. */
export function lineFrom(context: Context, row: LineRow): Line {
  const { amount, original_minor: original, tax_base: base, ...rest } = row;
  const currency = baseCurrency(context);
  const sign = amount > 0n ? 1n : -1n;
  const inOriginal = (minor: bigint | null): CoreMoney | null =>
    minor === null ? null : money(minor * sign, row.original_currency ?? currency);
  return {
    ...rest,
    side: amount > 0n ? 'debit' : 'credit',
    amount: money(amount * sign, currency),
    original_amount: inOriginal(original),
    tax_base: inOriginal(base),
  };
}

/** The id of a record of any kind, as it is on the wire. */
export function recordId(type: string, uuid: string): string {
  if (!isKind(type)) throw new RangeError(`${type} is no kind of record`);
  return z.encode(Id(type), uuid);
}

export function isKind(type: string): type is Prefixed {
  return Object.hasOwn(prefixes, type);
}

export function baseCurrency({ actor }: Context): string {
  const currency = actor.organization?.baseCurrency;
  if (currency === undefined) throw new Error('books belong to an organisation');
  return currency;
}

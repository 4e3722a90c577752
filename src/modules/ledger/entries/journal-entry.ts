import { z } from 'zod';
import { type Money as CoreMoney, money } from '../../../core/money.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { ActorStamp, Day, Id, Instant, Money, type Prefixed, prefixes, recordFields } from '../../../wire/index.ts';
import { contraCodes, Paper, paperColumn, type PaperOfEntry } from './paper.ts';

export const entryKinds = ['system', 'manual', 'opening', 'reversal', 'closing', 'fx_revaluation'] as const;

/** The record that an entry comes from, and what happened to it. */
const EntrySource = z.object({ type: z.string(), id: z.string(), event: z.string().nullable() });

export const JournalEntry = z.object({
  id: Id('journal_entry'),
  organization_id: Id('organization'),
  status: z.enum(['draft', 'posted', 'reversed']),
  number: z.string().nullable().describe('Null until posted.'),
  entry_date: Day,
  posted_at: Instant.nullable(),
  kind: z.enum(entryKinds),
  source: EntrySource,
  memo: z.string(),
  total: Money.describe('Total debits, which equal total credits.'),
  currency: z.string(),
  reverses_id: Id('journal_entry').nullable(),
  reversed_by_id: Id('journal_entry').nullable(),
  paper: Paper.nullable().describe('The paper behind the entry; null for drafts and entries by hand.'),
  external_id: recordFields.external_id.describe('This and the next three fields can be set on manual entries.'),
  metadata: recordFields.metadata,
  custom_fields: recordFields.custom_fields,
  tags: recordFields.tags,
  version: z.int().describe('Manual entries only.'),
  created_by: ActorStamp,
});

const JournalLine = z.object({
  position: z.int(),
  account_id: Id('account'),
  account_code: z.string(),
  account_name: z.string(),
  side: z.enum(['debit', 'credit']),
  amount: Money,
  memo: z.string().nullable(),
  original_amount: Money.nullable().describe('The amount in its original currency, if not the base currency.'),
  original_currency: z.string().nullable(),
  client_id: Id('client').nullable(),
  product_id: Id('product').nullable(),
  variant_id: Id('variant').nullable(),
  member_id: Id('member').nullable(),
  location_id: Id('location').nullable(),
  tax_rate_id: Id('tax_rate').nullable(),
  tax_base: Money.nullable(),
  tax_code: z.string().nullable().describe('Code of the tax rate, else its name.'),
  dimension_value_ids: z.array(Id('dimension_value')),
  reassigned_value_ids: z
    .array(Id('dimension_value'))
    .nullable()
    .describe('What a line by hand is for since it was reassigned by another entry; null: as posted.'),
  contra_accounts: z.array(z.string()).describe('Codes of the accounts on the other side of the entry.'),
});

export const JournalEntryWithLines = JournalEntry.extend({ lines: z.array(JournalLine) });

/** The columns of an entry called `e`, from {@link entriesFrom}. */
export const entryColumns: Sql = sql`e.id, e.organization_id, e.number, e.entry_date, e.posted_at, e.kind,
  e.source_type, e.source_id, e.source_event, e.memo, e.reverses_id, e.created_by,
  reversal.id as reversed_by_id, case when reversal.id is null then 'posted' else 'reversed' end as status,
  coalesce(entered.version, 1) as version, entered.external_id, coalesce(entered.metadata, '{}') as metadata,
  coalesce(entered.custom_fields, '{}') as custom_fields, coalesce(entered.tags, '{}') as tags,
  (select sum(l.amount)::bigint from journal_lines as l
    where l.organization_id = e.organization_id and l.entry_id = e.id and l.amount > 0) as total,
  ${paperColumn} as paper`;

/** Entries called `e`, each with what takes it back and with what was entered by hand for it. */
export const entriesFrom: Sql = sql`journal_entries as e
  left join journal_entries as reversal on reversal.organization_id = e.organization_id and reversal.reverses_id = e.id
  left join manual_entries as entered on entered.organization_id = e.organization_id and entered.id = e.id`;

/** Drafts called `e`, in the same columns. */
export const draftColumns: Sql = sql`e.id, e.organization_id, null as number, e.entry_date, e.posted_at,
  e.kind, e.source_type, e.source_id, e.source_event, e.memo, e.reverses_id, e.created_by, e.reversed_by_id, e.status,
  e.version, e.external_id, e.metadata, e.custom_fields, e.tags, e.total, null::jsonb as paper`;

export const draftsFrom: Sql = sql`(
  select id, organization_id, '' as number, entry_date, null::timestamptz as posted_at, kind,
    'journal_entry' as source_type, id as source_id, null::text as source_event, memo, null::uuid as reverses_id,
    created_by, null::uuid as reversed_by_id, status, version, external_id, metadata, custom_fields, tags,
    (select coalesce(sum(line.amount), 0)::bigint from manual_entry_lines as line
      where line.organization_id = manual_entries.organization_id and line.entry_id = manual_entries.id
        and line.amount > 0) as total
  from manual_entries where status = 'draft') as e`;

type Entry = z.output<typeof JournalEntry>;
export type EntryRow = Omit<Entry, 'source' | 'total' | 'currency' | 'paper'> & {
  readonly paper: PaperOfEntry | null;
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
export type LineRow = Omit<Line, 'side' | 'amount' | 'original_amount' | 'tax_base' | 'contra_accounts'> & {
  readonly amount: bigint;
  readonly original_minor: bigint | null;
  readonly tax_base: bigint | null;
};

/** Amounts lose their sign where a side says it. */
export function lineFrom(context: Context, row: LineRow, lines: readonly LineRow[]): Line {
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
    contra_accounts: contraCodes(
      lines.map((line) => ({ code: line.account_code, amount: line.amount })),
      row,
    ),
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

export function baseCurrency({ actor }: Pick<Context, 'actor'>): string {
  const currency = actor.organization?.baseCurrency;
  if (currency === undefined) throw new Error('books belong to an organisation');
  return currency;
}

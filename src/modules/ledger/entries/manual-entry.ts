import { z } from 'zod';
import type { Day } from '../../../core/calendar.ts';
import { entry, EntryFault, type EntryKind } from '../../../core/entry.ts';
import { sum } from '../../../core/list.ts';
import { formatMoney, money } from '../../../core/money.ts';
import { arrayText, sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { event } from '../../../operation/events.ts';
import { notFound, refusal, versionConflict } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { Id, recordInput } from '../../../wire/index.ts';
import { dimensionValuesNamed } from '../../dimensions/index.ts';
import { baseCurrency, JournalEntry } from './journal-entry.ts';
import { post, type Posting } from './post.ts';
import { refuseLackingDimensions, type RequiredDimension } from './required-dimensions.ts';

/** An entry as somebody writes it, before it is in the books. */
export type ManualEntry = {
  readonly id: string;
  readonly kind: EntryKind & ('manual' | 'opening');
  readonly date: Day;
  readonly memo: string;
  readonly lines: readonly ManualLine[];
};

/** Fields of a manual entry for its author. It is no part of the books. */
export type EntryAbout = {
  readonly [Field in keyof typeof recordInput]?: z.output<(typeof recordInput)[Field]> | null;
};

/** Debits are positive. */
export type ManualLine = {
  readonly account_id: string;
  readonly amount: bigint;
  readonly memo: string | null;
  readonly client_id: string | null;
  readonly member_id: string | null;
  readonly product_id: string | null;
  readonly location_id: string | null;
  readonly dimension_value_ids: readonly string[];
};

const EntryFacts = JournalEntry.omit({ reversed_by_id: true, metadata: true, custom_fields: true, tags: true });

export const entryCreated = event('journal_entry.created', EntryFacts);
export const entryUpdated = event('journal_entry.updated', EntryFacts);
export const entryDeleted = event('journal_entry.deleted', z.object({ id: Id('journal_entry') }));
export const entryPosted = event('journal_entry.posted', EntryFacts);
export const entryReversed = event('journal_entry.reversed', EntryFacts);

export const entryUnbalanced = refusal(
  'entry_unbalanced',
  422,
  'Debits and credits do not balance.',
  'Change the lines by `difference`, which is debits less credits.',
  ['journal_entries_balance'],
);
export const entryTooShort = refusal(
  'entry_too_short',
  422,
  'An entry needs at least two lines.',
  'Add a line for the other side: what is debited must be credited.',
);
export const controlAccount = refusal(
  'control_account',
  422,
  'That is a control account: only its records post to it.',
  'Create the record instead: a sale, a payment, an expense or a stock movement.',
  ['control_account'],
);
export const entryExternalIdTaken = refusal(
  'journal_entry_external_id_taken',
  409,
  'Another manual entry has that external_id.',
  'List journal entries with that `external_id`, and drafts with `status` draft.',
  ['manual_entries_external_id_key'],
);
export const entryOfRecord = refusal(
  'entry_of_record',
  409,
  'That is not a manual entry.',
  'Void or correct the record in `source`. A reversal cannot be reversed.',
);

type Head = Pick<ManualEntry, 'id' | 'kind' | 'memo'> & {
  readonly status: 'draft' | 'posted';
  readonly entry_date: Day;
  readonly version: number;
};

/** The record of a manual entry, locked; undefined for other entries. */
async function lockManual(
  { db, organization }: Context,
  id: string,
): Promise<(ManualEntry & Pick<Head, 'status' | 'version'>) | undefined> {
  const [head, lines] = await Promise.all([
    db.maybe<Head>(sql`
      select id, kind, entry_date, memo, status, version from manual_entries
      where organization_id = ${organization} and id = ${id} for update`),
    db.many<ManualLine>(sql`
      select account_id, amount, memo, client_id, member_id, product_id, location_id, dimension_value_ids
      from manual_entry_lines
      where organization_id = ${organization} and entry_id = ${id} order by position`),
  ]);
  return head === undefined ? undefined : { ...head, date: head.entry_date, lines };
}

/** The same of a draft that the caller read at this version. */
export async function lockDraft(
  context: Context,
  id: string,
  version: number | undefined,
): Promise<ManualEntry & Pick<Head, 'status' | 'version'>> {
  const found = await lockManual(context, id);
  if (found !== undefined) {
    if (version !== undefined && version !== found.version) throw versionConflict({ current_version: found.version });
    return found;
  }
  const posted = await context.db.maybe(sql`
    select from journal_entries where organization_id = ${context.organization} and id = ${id}`);
  throw posted === undefined ? notFound() : entryOfRecord();
}

export function insertManual(context: Context, draft: ManualEntry, about: EntryAbout): void {
  const { db, organization, now, actor } = context;
  const stamp = JSON.stringify(actorStamp(actor));
  db.later(sql`
    insert into manual_entries (organization_id, id, status, kind, entry_date, memo, external_id, metadata,
      custom_fields, tags, created_at, updated_at, created_by, updated_by)
    values (${organization}, ${draft.id}, 'draft', ${draft.kind}, ${draft.date}, ${draft.memo},
      ${about.external_id ?? null}, ${JSON.stringify(about.metadata ?? {})},
      ${JSON.stringify(about.custom_fields ?? {})}, ${about.tags ?? []}::text[], ${now}, ${now}, ${stamp}, ${stamp})`);
  insertManualLines(context, draft);
}

export function insertManualLines({ db, organization }: Context, { id, lines }: ManualEntry): void {
  db.later(sql`
    insert into manual_entry_lines (organization_id, entry_id, position, account_id, amount, memo, client_id, member_id,
      product_id, location_id, dimension_value_ids)
    select ${organization}, ${id}, position, account_id, amount, memo, client_id, member_id, product_id, location_id,
      dimension_value_ids::uuid[]
    from unnest(${lines.map((_, index) => index + 1)}::int[], ${lines.map((line) => line.account_id)}::uuid[],
      ${lines.map(({ amount }) => amount)}::bigint[], ${lines.map(({ memo }) => memo)}::text[],
      ${lines.map((line) => line.client_id)}::uuid[], ${lines.map((line) => line.member_id)}::uuid[],
      ${lines.map((line) => line.product_id)}::uuid[], ${lines.map((line) => line.location_id)}::uuid[],
      ${lines.map((line) => arrayText(line.dimension_value_ids))}::text[])
      as line (position, account_id, amount, memo, client_id, member_id, product_id, location_id,
        dimension_value_ids)`);
}

/**
 * Refuses to post lines that lack a dimension which their account requires. Opening balances are of no project, and
 * what leaves an account as it was moves its amounts from no value to one.
 */
export async function checkRequired(
  context: Context,
  { kind, date, lines }: ManualEntry,
  required: readonly RequiredDimension[],
): Promise<void> {
  if (kind === 'opening' || required.length === 0) return;
  const values = await dimensionValuesNamed(context, lines);
  const named = lines
    .map((line, index) => {
      return { pointer: `/lines/${index}`, account: line.account_id, dimensionIds: line.dimension_value_ids };
    })
    .filter(({ account }) => sum(lines.filter((line) => line.account_id === account).map(amountOf)) !== 0n);
  refuseLackingDimensions(named, { required, values, day: date });
}

function amountOf({ amount }: ManualLine): bigint {
  return amount;
}

/** Posts what was drafted, under the id of the draft. */
export function postManual(context: Context, draft: ManualEntry): void {
  const { db, organization, now, actor } = context;
  const { id, kind, date, memo } = draft;
  const source = { type: 'journal_entry', id, event: entryPosted.type };
  const lines = draft.lines.map((line) => ({
    account: line.account_id,
    amount: line.amount,
    clientId: line.client_id ?? undefined,
    memberId: line.member_id ?? undefined,
    productId: line.product_id ?? undefined,
    locationId: line.location_id ?? undefined,
    dimensionIds: line.dimension_value_ids,
  }));
  const posting = { id, entry: balanced(context, () => entry({ kind, date, memo, source }, lines)) };
  db.later(sql`
    update manual_entries set status = 'posted', version = version + 1, updated_at = ${now},
      updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = ${id}`);
  postByHand(context, [posting]);
}

/** The database looks at these once they have their lines, at commit; a preview never comes to its own. */
export function postByHand(context: Context, postings: readonly Posting[]): void {
  post(context, postings);
  context.db.later(sql`set constraints manual immediate`);
  context.db.later(sql`set constraints manual deferred`);
}

function balanced<Made>(context: Context, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof EntryFault)) throw error;
    if (error.code === 'entry_too_short') throw entryTooShort();
    if (error.difference === undefined) throw error;
    throw entryUnbalanced({ difference: formatMoney(money(error.difference, baseCurrency(context))) });
  }
}

/** Details of booked batches that a bank sends apart from its statements, such as camt.054. They add no money. */
import { createHash } from 'node:crypto';
import { addDays, type Day } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import {
  daysAround,
  type ExplainableLine,
  type ExplainedLine,
  type ExplainingEntry,
  joinExplanations,
} from '../../../statement/explain.ts';
import { wordsOfDetails } from '../../../statement/found-by.ts';
import type { StatementLine } from '../../../statement/model.ts';
import type { BankAccountRecord } from '../accounts/bank-account.ts';
import { isFinal } from '../matching/known.ts';
import type { PlannedStatement } from './planned-statement.ts';
import type { Routed } from './route-statements.ts';
import { detailsOf, written } from './write-import.ts';

export const explanationVerdicts = ['explains', 'waits', 'unclear', 'known', 'ignored'] as const;

/** An entry of a notification, and what became of it. */
export type Explanation = {
  readonly account: BankAccountRecord;
  readonly line: StatementLine;
  readonly verdict: (typeof explanationVerdicts)[number];
  readonly lineId: string | null;
};

export type Explained = {
  readonly explanations: readonly Explanation[];
  /** Lines that have details now. */
  readonly count: number;
  /** Explanations of the accounts whose lines are not there yet. */
  readonly waiting: number;
};

type File = {
  readonly routed: readonly Routed[];
  readonly explaining: readonly Routed[];
  readonly planned: readonly PlannedStatement[];
};

/** Keeps what the file explains, and joins it and what waited with the lines that are there now. */
export async function explainLines(
  context: Context,
  importId: string,
  { routed, explaining, planned }: File,
): Promise<Explained> {
  if (planned.some(({ lines }) => lines.some(({ ends }) => ends !== null))) releaseEnded(context, importId);
  const kept = await keepExplanations(context, importId, explaining);
  const accounts = [...new Set(routed.map(({ account }) => account.id))];
  const { joined, unclear, waiting } = await joinWaiting(context, accounts);
  const lineOf = new Map(joined.map((one) => [one.explanationId, one.lineId]));
  return {
    explanations: kept.map(({ id, isKnown, lineId: before, ...entry }) => {
      const lineId = before ?? lineOf.get(id ?? '') ?? null;
      if (id === null) return { ...entry, verdict: 'ignored', lineId: null };
      if (unclear.has(id)) return { ...entry, verdict: 'unclear', lineId };
      return { ...entry, verdict: isKnown ? 'known' : lineId === null ? 'waits' : 'explains', lineId };
    }),
    count: joined.filter(({ adds }) => adds).length,
    waiting,
  };
}

/** A line that another replaces, or that the bank takes back, is explained no more: what explained it waits again. */
function releaseEnded({ db, organization }: Context, importId: string): void {
  db.later(sql`
    update bank_explanations set line_id = null, adds_details = false
    where organization_id = ${organization} and line_id in (select id from bank_lines
      where organization_id = ${organization} and ended_by_import_id = ${importId})`);
  db.later(sql`
    update bank_lines set explained_words = ''
    where organization_id = ${organization} and ended_by_import_id = ${importId} and explained_words <> ''`);
}

/** Those of the import are gone, and those of lines that it brought wait again. */
export function forgetExplanations({ db, organization }: Context, importId: string): void {
  db.later(sql`
    update bank_lines set explained_words = ''
    where organization_id = ${organization} and explained_words <> '' and id in (select line_id
      from bank_explanations where organization_id = ${organization} and import_id = ${importId})`);
  db.later(sql`
    delete from bank_explanations where organization_id = ${organization} and import_id = ${importId}`);
  db.later(sql`
    update bank_explanations set line_id = null, adds_details = false
    where organization_id = ${organization} and line_id in (select id from bank_lines
      where organization_id = ${organization} and import_id = ${importId})`);
}

type Said = { readonly account: BankAccountRecord; readonly line: StatementLine; readonly key: string };
type Kept = Omit<Explanation, 'verdict'> & { readonly id: string | null; readonly isKnown: boolean };

/** Explanations that travel to the database at once. */
const batchSize = 500;

async function keepExplanations(context: Context, importId: string, explaining: readonly Routed[]): Promise<Kept[]> {
  const said = explaining.flatMap(entriesOf);
  const known = await loadKnown(context, said);
  const fresh: (Said & { readonly id: string })[] = [];
  const kept = said.map(({ account, line, key }): Kept => {
    if (!isTelling(line)) return { account, line, id: null, lineId: null, isKnown: false };
    const stored = known.get(placeOf(account, key));
    if (stored !== undefined) return { account, line, ...stored, isKnown: true };
    const id = context.newId();
    fresh.push({ account, line, key, id });
    known.set(placeOf(account, key), { id, lineId: null });
    return { account, line, id, lineId: null, isKnown: false };
  });
  for (let at = 0; at < fresh.length; at += batchSize) {
    await insertExplanations(context, importId, fresh.slice(at, at + batchSize));
  }
  return kept;
}

function isTelling({ status, details }: StatementLine): boolean {
  return status === 'booked' && details.length > 0;
}

function placeOf({ id }: BankAccountRecord, key: string): string {
  return `${id} ${key}`;
}

/** Entries of one notification, with the digest of what each says; equal ones are counted. */
function entriesOf({ statement, account }: Routed): Said[] {
  const counts = new Map<string, number>();
  return statement.lines.map(({ line }) => {
    const { bookingDay, amount, bankReference, batchId, customerReference } = line;
    const names = [bankReference, batchId, customerReference];
    const text = JSON.stringify([bookingDay, String(amount.minor), amount.currency, names, detailsOf(line)]);
    const digest = createHash('sha256').update(text).digest('hex');
    const before = counts.get(digest) ?? 0;
    counts.set(digest, before + 1);
    return { account, line, key: `${digest}/${before}` };
  });
}

type Stored = { readonly id: string; readonly lineId: string | null };

async function loadKnown({ db, organization }: Context, said: readonly Said[]): Promise<Map<string, Stored>> {
  if (said.length === 0) return new Map();
  const rows = await db.many<Stored & { place: string }>(sql`
    select bank_account_id || ' ' || key as place, id, line_id as "lineId" from bank_explanations
    where organization_id = ${organization} and bank_account_id = any(${said.map(({ account }) => account.id)}::uuid[])
      and key = any(${said.map(({ key }) => key)}::text[])`);
  return new Map(rows.map(({ place, id, lineId }) => [place, { id, lineId }]));
}

async function insertExplanations(
  { db, organization, now }: Context,
  importId: string,
  fresh: readonly (Said & { readonly id: string })[],
): Promise<void> {
  const rows = fresh.map(({ id, account, line, key }) => ({
    id,
    bank_account_id: account.id,
    booking_date: line.bookingDay,
    currency: line.amount.currency,
    amount: line.amount.minor,
    bank_reference: line.bankReference,
    batch_id: line.batchId,
    customer_reference: line.customerReference,
    key,
    facts: detailsOf(line),
    found_by: wordsOfDetails(line.details),
    is_note: !line.detailsAgree && line.details.every(({ amount }) => amount !== null),
  }));
  await db.run(sql`
    insert into bank_explanations (organization_id, id, bank_account_id, import_id, booking_date, currency, amount,
      bank_reference, batch_id, customer_reference, key, facts, words, is_note, created_at)
    select ${organization}, id, bank_account_id, ${importId}, booking_date, currency, amount, bank_reference, batch_id,
      customer_reference, key, facts, array_to_tsvector(found_by), is_note, ${now}::timestamptz
    from jsonb_to_recordset(${written(rows)}::jsonb) as entry (id uuid, bank_account_id uuid, booking_date date,
      currency text, amount bigint, bank_reference text, batch_id text, customer_reference text, key text, facts jsonb,
      found_by text[], is_note boolean)`);
}

type Waiting = {
  readonly joined: readonly ExplainedLine[];
  readonly unclear: ReadonlySet<string>;
  readonly waiting: number;
};

/** Of an account; the latest, where a bank explains and no statement ever comes. */
const waitingMax = 100_000;

/** Joins what waits with the lines of these accounts. */
export async function joinWaiting(context: Context, accounts: readonly string[]): Promise<Waiting> {
  const { db, organization } = context;
  const entries = await db.many<ExplainingEntry>(sql`
    select id, bank_account_id as "accountId", currency, amount as minor, booking_date as day,
      bank_reference as "bankReference", batch_id as "batchId", customer_reference as "customerReference",
      (facts ->> 'detail_count')::int as "detailCount"
    from bank_explanations
    where organization_id = ${organization} and bank_account_id = any(${accounts}::uuid[]) and line_id is null
    order by booking_date desc, id limit ${waitingMax}`);
  if (entries.length === 0) return { joined: [], unclear: new Set(), waiting: 0 };
  const { joined, unclear } = joinExplanations(entries, await loadLines(context, accounts, entries));
  if (joined.length > 0) {
    await db.run(sql`
      update bank_explanations as explanation set line_id = joined."lineId", adds_details = joined.adds
      from jsonb_to_recordset(${JSON.stringify(joined)}::jsonb)
        as joined ("explanationId" uuid, "lineId" uuid, adds boolean)
      where explanation.organization_id = ${organization} and explanation.id = joined."explanationId"`);
    await db.run(sql`
      update bank_lines as line set explained_words = explanation.words from bank_explanations as explanation
      where line.organization_id = ${organization} and explanation.organization_id = ${organization}
        and explanation.line_id = line.id and explanation.adds_details
        and line.id = any(${joined.flatMap(({ lineId, adds }) => (adds ? [lineId] : []))}::uuid[])`);
  }
  return { joined, unclear, waiting: entries.length - joined.length };
}

/** Final lines that nothing explains yet, of the amounts and around the days of the entries. */
async function loadLines(
  { db, organization }: Context,
  accounts: readonly string[],
  entries: readonly ExplainingEntry[],
): Promise<ExplainableLine[]> {
  const days = entries.map(({ day }) => day).toSorted();
  const [first, last] = [days[0] as Day, days.at(-1) as Day];
  return db.many<ExplainableLine>(sql`
    select id, bank_account_id as "accountId", currency, amount as minor, booking_date as day,
      bank_reference as "bankReference", batch_id as "batchId", customer_reference as "customerReference",
      key_reference as "ownReference", (facts ->> 'detail_count')::int as "detailCount",
      (facts ->> 'detail_count')::int <= 1 and counterparty_account is null and cardinality("references") = 0
        as "isBare"
    from bank_lines
    where organization_id = ${organization} and bank_account_id = any(${accounts}::uuid[]) and ${isFinal}
      and amount = any(${[...new Set(entries.map(({ minor }) => minor))]}::bigint[])
      and booking_date between ${addDays(first, -daysAround)} and ${addDays(last, daysAround)}
      and not exists (select from bank_explanations as explanation
        where explanation.organization_id = bank_lines.organization_id and explanation.line_id = bank_lines.id)
    order by booking_date, id`);
}

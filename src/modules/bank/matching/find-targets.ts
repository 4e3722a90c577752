import type { Day } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import { missing } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { loadAccounts } from '../../ledger/index.ts';
import type { SaleRow } from '../../sales/index.ts';
import { type TargetField, targetFields, type TargetInput } from './match-input.ts';

/** A record that a target names: what is open of it, who owes it, and what it moved on the account. */
export type Found = {
  readonly id: string;
  readonly open: bigint | null;
  readonly partyId: string | null;
  readonly amount: bigint | null;
  /** Of a sale or an expense: its day, and its discounts for being paid early. */
  readonly owed?: { readonly day: Day; readonly early_discounts: SaleRow['early_discounts'] };
};

/** By field of the input, and by what that says. */
export type FoundTargets = Readonly<Record<TargetField, ReadonlyMap<string, Found>>>;

const kinds: Readonly<Record<TargetField, string>> = {
  sale_id: 'sale with an open balance',
  sale: 'sale with an open balance',
  expense_id: 'expense with an open balance',
  expense: 'expense with an open balance',
  payment_id: 'payment that can be refunded',
  client_id: 'client',
  supplier_id: 'client',
  entry_id: 'entry on this bank account',
  bank_line_id: 'bank line',
  bank_account_id: 'other bank account in use',
  account_id: 'account',
};

type Line = { readonly bankAccountId: string; readonly currency: string };

/** Finds all that the targets name. What is not there is refused before anything is said of how it is used. */
export async function findTargets(
  context: Context,
  line: Line,
  targets: readonly TargetInput[],
): Promise<FoundTargets> {
  const all = (field: TargetField) => targets.flatMap((target) => target[field] ?? []);
  const [sales, expenses, payments, entries, parties, banks, accounts] = await Promise.all([
    findItems(context, line, { side: 'sale', ids: all('sale_id'), numbers: all('sale') }),
    findItems(context, line, { side: 'expense', ids: all('expense_id'), numbers: all('expense') }),
    findPayments(context, line, all('payment_id')),
    findEntries(context, line, all('entry_id')),
    findParties(context, [...all('client_id'), ...all('supplier_id')]),
    findBankAccounts(context, line, all('bank_account_id')),
    loadAccounts(context, all('account_id')),
  ]);
  const byId = (found: readonly Found[]) => new Map(found.map((one) => [one.id, one]));
  const byNumber = (found: readonly Item[]) => new Map(found.map((one) => [one.number, one]));
  const found: FoundTargets = {
    sale_id: byId(sales),
    sale: byNumber(sales),
    expense_id: byId(expenses),
    expense: byNumber(expenses),
    payment_id: byId(payments),
    client_id: byId(parties),
    supplier_id: byId(parties),
    entry_id: byId(entries),
    // They are locked, or the call has ended there.
    bank_line_id: byId(all('bank_line_id').map(plain)),
    bank_account_id: byId(banks),
    account_id: byId([...accounts.keys()].map(plain)),
  };
  for (const [index, target] of targets.entries()) {
    for (const field of targetFields) {
      const name = target[field];
      if (name !== undefined && !found[field].has(name)) throw missing(`/targets/${index}/${field}`, kinds[field]);
    }
  }
  return found;
}

function plain(id: string): Found {
  return { id, open: null, partyId: null, amount: null };
}

type Item = Found & { readonly number: string };
type Named = {
  readonly side: 'sale' | 'expense';
  readonly ids: readonly string[];
  readonly numbers: readonly string[];
};

async function findItems(
  { db, organization }: Context,
  { currency }: Line,
  { side, ids, numbers }: Named,
): Promise<Item[]> {
  if (ids.length + numbers.length === 0) return [];
  return db.many<Item>(sql`
    select id, number, party_id as "partyId", open, null::bigint as amount,
      jsonb_build_object('day', day, 'early_discounts', early_discounts) as owed
    from bank_open_items
    where organization_id = ${organization} and side = ${side} and currency = ${currency}
      and (id = any(${ids}::uuid[]) or number = any(${numbers}::text[]))`);
}

async function findPayments(
  { db, organization }: Context,
  { currency }: Line,
  ids: readonly string[],
): Promise<Found[]> {
  if (ids.length === 0) return [];
  return db.many<Found>(sql`
    select id, open, party_id as "partyId", null::bigint as amount from bank_refundable_payments
    where organization_id = ${organization} and currency = ${currency} and id = any(${ids}::uuid[])`);
}

async function findEntries(
  { db, organization }: Context,
  { bankAccountId }: Line,
  ids: readonly string[],
): Promise<Found[]> {
  if (ids.length === 0) return [];
  return db.many<Found>(sql`
    select id, null::bigint as open, party_id as "partyId", amount from bank_entries
    where organization_id = ${organization} and bank_account_id = ${bankAccountId} and id = any(${ids}::uuid[])
      and amount <> 0`);
}

async function findParties({ db, organization }: Context, ids: readonly string[]): Promise<Found[]> {
  if (ids.length === 0) return [];
  const rows = await db.many<{ id: string }>(sql`
    select id from bank_parties where organization_id = ${organization} and id = any(${ids}::uuid[])`);
  return rows.map(({ id }) => plain(id));
}

async function findBankAccounts(
  { db, organization }: Context,
  { bankAccountId }: Line,
  ids: readonly string[],
): Promise<Found[]> {
  if (ids.length === 0) return [];
  const rows = await db.many<{ id: string }>(sql`
    select id from bank_accounts where organization_id = ${organization} and id = any(${ids}::uuid[])
      and id <> ${bankAccountId} and archived_at is null`);
  return rows.map(({ id }) => plain(id));
}

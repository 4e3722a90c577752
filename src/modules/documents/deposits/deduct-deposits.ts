import { z } from 'zod';
import { type Day, laterOf } from '../../../core/calendar.ts';
import { sum } from '../../../core/list.ts';
import { formatMoney, money } from '../../../core/money.ts';
import { divide } from '../../../core/rounding.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { fault, missing } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { type Freed, freeSettled } from '../../payments/index.ts';
import { settledRecord, type SaleRow, type StoredSale } from '../../sales/index.ts';
import { depositNotDeductible, depositsExceedTotal, type KeptDeposit } from './deposit.ts';
import type { DocumentRow } from '../document-row.ts';
import { statusOf } from '../status.ts';
import { lockDocuments } from '../store.ts';

/** Deposits as a draft names them: there, of its client and in its currency. What is paid of them, its issue sees. */
export async function depositsNamed(
  context: Context,
  ids: readonly string[],
  of: Pick<SaleRow, 'client_id' | 'currency'>,
  find: typeof lockDocuments = lockDocuments,
): Promise<KeptDeposit[]> {
  if (ids.length === 0) return [];
  const rows = await find(context, sql`id = any(${[...ids]}::uuid[])`);
  return ids.map((id, index) => {
    const pointer = `/deposit_ids/${index}`;
    const row = rows.find((one) => one.id === id);
    if (row === undefined) throw missing(pointer, 'document');
    if (ids.indexOf(id) !== index) throw fault(pointer, 'sent_twice', 'List each deposit once.');
    if (row.type !== 'deposit_invoice')
      throw fault(pointer, 'not_a_deposit', 'Write the id of an invoice of type deposit_invoice.');
    if (row.client_id !== of.client_id)
      throw fault(pointer, 'other_client', 'The deposit belongs to another client. Leave it out.');
    if (row.currency !== of.currency)
      throw fault(
        pointer,
        'other_currency',
        `The deposit is in ${row.currency}. Leave it out, or invoice in that currency.`,
      );
    if (row.number === null) throw refusedFor(context, row);
    return keptDeposit(row, row.priced);
  });
}

/** The deposits that an invoice takes off what is due, locked: those that it names, else those of its quote. */
export async function depositsOf(context: Context, invoice: DocumentRow, sale: SaleRow): Promise<DocumentRow[]> {
  if (invoice.type !== 'invoice') return [];
  const named = invoice.content?.deposits?.map((deposit) => deposit.document_id);
  if (named === undefined && sale.quote_id === null) return [];
  const rows =
    named === undefined
      ? await lockDocuments(context, isAskedFor(sale.quote_id ?? ''))
      : await lockDocuments(context, sql`id = any(${named}::uuid[])`);
  const done = named === undefined ? new Set(['credited']) : new Set<string>();
  const deposits = rows.filter((row) => !done.has(statusOf(context, row)));
  for (const row of deposits) if (!isDeductible(context, row)) throw refusedFor(context, row);
  const whole = sum(deposits.map((row) => paidOf(context, row)));
  if (whole <= sale.total) return deposits;
  const text = (minor: bigint) => formatMoney(money(minor, sale.currency));
  throw depositsExceedTotal({ max: text(sale.total), deposits: text(whole), currency: sale.currency });
}

const deductible: ReadonlySet<string> = new Set(['paid', 'open', 'overdue']);

/** One that stands and of which something is paid: so much is taken off, and what is not paid is asked for no more. */
function isDeductible(context: Context, row: DocumentRow): boolean {
  return deductible.has(statusOf(context, row)) && paidOf(context, row) > 0n;
}

function paidOf(context: Context, { sold }: DocumentRow): bigint {
  if (sold === null) return 0n;
  const { amount_paid: paid, amount_refunded: refunded } = settledRecord(context, sold);
  return paid.minor - refunded.minor;
}

function isAskedFor(quoteId: string) {
  return sql`type = 'deposit_invoice' and content -> 'deposit_for' ->> 'document_id' = ${quoteId}::uuid::text
    and issued_at is not null and voided_at is null and deducted_in_id is null`;
}

function refusedFor(context: Context, row: DocumentRow): Error {
  const due = row.sold === null ? undefined : settledRecord(context, row.sold).amount_due;
  return depositNotDeductible({
    document_id: z.encode(Id('document'), row.id),
    number: row.number,
    status: statusOf(context, row),
    ...(due === undefined ? {} : { amount_due: formatMoney(due), currency: row.currency }),
  });
}

type Worth = Readonly<Record<'net' | 'charges_net' | 'tax' | 'total', string>>;

function keptDeposit({ id, number, issue_date: day }: DocumentRow, worth: Worth | null): KeptDeposit {
  if (number === null || day === null || worth === null) throw new Error(`deposit ${id} was never issued`);
  const { net, charges_net: charges, tax, total } = worth;
  return {
    document_id: id,
    number,
    issue_date: day,
    net: String(BigInt(net) + BigInt(charges)),
    tax,
    total,
  };
}

type Deducted = { readonly deposits: readonly KeptDeposit[]; readonly freed: readonly Freed[] };

/**
 * Takes deposits back, as a whole, on the tax point of what is delivered for them: what they were paid is credit of the
 * client from that day on, or since it was paid where that is later, and their tax is owed no more.
 */
export async function takeDeposits(context: Context, rows: readonly DocumentRow[], taxPoint: Day): Promise<Deducted> {
  const deposits: KeptDeposit[] = [];
  const freed: Freed[] = [];
  for (const row of rows) {
    const { sale_id: saleId, sold } = row;
    if (saleId === null || sold === null) throw new Error(`deposit ${row.id} has no sale`);
    // One after the other, since several may have been paid together.
    // oxlint-disable-next-line eslint/no-await-in-loop
    const back = await freeSettled(context, saleId, laterOf(taxPoint, sold.sale_date));
    const paid = sum(back.freed.map(({ amount }) => amount));
    if (paid === 0n) throw refusedFor(context, row);
    deposits.push(keptDeposit(row, worthOf(back.returned, paid)));
    freed.push(...back.freed);
  }
  return { deposits, freed };
}

/** The paid part of the unused deposit, with its share of the tax. */
function worthOf({ row: { tax: whole, total } }: StoredSale, paid: bigint): Worth {
  const tax = paid === total ? whole : divide(whole * paid, total, 'half_up');
  return { net: `${paid - tax}`, charges_net: '0', tax: `${tax}`, total: `${paid}` };
}

/** Writes on the deposits which invoice took them off, without waiting. */
export function markDeducted(
  { db, organization, now, actor }: Context,
  rows: readonly DocumentRow[],
  invoiceId: string,
): void {
  db.later(sql`
    update documents set deducted_in_id = ${invoiceId}, version = version + 1, updated_at = ${now},
      updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = any(${rows.map(({ id }) => id)}::uuid[])`);
}

/** Finds the sales and expenses that somebody says are paid, by id or by any number that a payer may know. */
import { z } from 'zod';
import { formatMoney, money } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import { fault, missing } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { Amount, Id, Text } from '../../../wire/index.ts';
import { ambiguousName, currencyMismatch } from '../../sales/index.ts';

const invoicesMax = 50;

export const InvoicesPaid = z
  .array(
    z.strictObject({
      number: Text(60).optional().describe('Number of the invoice or sale, or of the bill as the supplier has it.'),
      sale_id: Id('sale').optional(),
      expense_id: Id('expense').optional(),
      amount: Amount.optional().describe('Of the money. Default: what it owes, in this order.'),
    }),
  )
  .min(1)
  .max(invoicesMax);

export type InvoicePaid = z.output<typeof InvoicesPaid>[number];

export type FoundInvoice = {
  readonly side: 'sale' | 'expense';
  readonly id: string;
  readonly number: string;
  readonly currency: string;
  /** What it owes before. */
  readonly open: bigint;
};
type Row = FoundInvoice & { readonly numbers: readonly string[]; readonly name: string | null };

/** In the order of the input, each once, all of one direction and one currency. */
export async function findInvoices(context: Context, invoices: readonly InvoicePaid[]): Promise<FoundInvoice[]> {
  const rows = await read(context, invoices);
  const found = invoices.map((invoice, index) => foundFor(invoice, rows, `/invoices/${index}`));
  const [first] = found;
  for (const [index, { id, side, currency, number }] of found.entries()) {
    const pointer = `/invoices/${index}`;
    if (found.findIndex((one) => one.id === id) < index) {
      throw fault(pointer, 'named_twice', 'Name each invoice once.');
    }
    if (side !== first?.side) {
      throw fault(pointer, 'mixed_sides', 'Name either sales or expenses: money comes in, or it goes out.');
    }
    if (currency !== first.currency) throw currencyMismatch({ hint: `${number} is in ${currency}: leave it out.` });
  }
  return found;
}

async function read({ db, organization }: Context, invoices: readonly InvoicePaid[]): Promise<Row[]> {
  const ids = invoices.flatMap(({ sale_id: sale, expense_id: expense }) => [sale ?? [], expense ?? []].flat());
  const numbers = invoices.flatMap(({ number }) => number?.toLowerCase() ?? []);
  return db.many<Row>(sql`
    select item.side, item.id, item.number, item.currency, item.open, party.display_name as name,
      array(select lower(one) from unnest(item.numbers || item.number) as one) as numbers
    from bank_open_items as item
    left join bank_parties as party on party.organization_id = item.organization_id and party.id = item.party_id
    where item.organization_id = ${organization} and (item.id = any(${ids}::uuid[])
      or lower(item.number) = any(${numbers}::text[])
      or exists (select from unnest(item.numbers) as one where lower(one) = any(${numbers}::text[])))
    order by item.due, item.id limit ${rowsMax}`);
}

/** More than enough to say that a number is of several. */
const rowsMax = invoicesMax * 10;

function foundFor(invoice: InvoicePaid, rows: readonly Row[], pointer: string): FoundInvoice {
  const named = fields.filter((field) => invoice[field] !== undefined);
  const fitting = named.map((field) => rows.filter((row) => isNamed(row, field, invoice)));
  // What is not there is refused before anything is said of how it is named.
  for (const [index, field] of named.entries()) {
    if (fitting[index]?.length === 0)
      throw missing(`${pointer}/${field}`, 'invoice, sale or bill with an open balance');
  }
  const [[first, second] = []] = fitting;
  if (first === undefined || named.length > 1) throw fault(pointer, 'one_of', `Write one of ${fields.join(', ')}.`);
  if (second !== undefined)
    throw ambiguousName({ candidates: (fitting[0] ?? []).slice(0, candidatesMax).map(candidate) });
  return first;
}

const fields = ['number', 'sale_id', 'expense_id'] as const;

function isNamed({ side, id, numbers }: Row, field: (typeof fields)[number], invoice: InvoicePaid): boolean {
  if (field === 'number') return numbers.includes(invoice.number?.toLowerCase() ?? '');
  return `${side}_id` === field && id === invoice[field];
}

const candidatesMax = 10;

function candidate({ side, id, number, name, open, currency }: Row): object {
  const field = side === 'sale' ? 'sale_id' : 'expense_id';
  const open_amount = formatMoney(money(open, currency));
  return { [field]: z.encode(Id(side), id), number, name, amount: open_amount, currency };
}

import type { Decimal } from '../../core/decimal.ts';
import { amountIn } from './amounts.ts';
import { grossOfSale, totalOfBill } from './control-totals.ts';
import type { Kind } from './fields.ts';
import { headOf, type ImportRecord } from './import-record.ts';

/** What a record comes to in the file; without a currency in that of the books or of its client. */
export type RecordAmount = { readonly currency: string | undefined; readonly amount: Decimal | undefined };

/** As the file states it, else as its rows add up. Undefined for kinds that are no amounts. */
export function amountOfRecord(kind: Kind, record: ImportRecord): RecordAmount | undefined {
  const compute = ways[kind];
  if (compute === undefined) return undefined;
  const head = headOf(record);
  return { currency: head['currency']?.toUpperCase(), amount: amountIn(head['total']) ?? compute(record) };
}

/** True of kinds whose records are amounts of money, in whichever currency. */
export function isAmount(kind: Kind): boolean {
  return ways[kind] !== undefined;
}

const ways: Partial<Readonly<Record<Kind, (record: ImportRecord) => Decimal | undefined>>> = {
  sales: grossOfSale,
  bills: totalOfBill,
  payments: amountPaid,
  bill_payments: amountPaid,
};

function amountPaid(record: ImportRecord): Decimal | undefined {
  return amountIn(headOf(record)['amount']);
}

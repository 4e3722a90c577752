import { z } from 'zod';
import { addDays, laterOf } from '../../../core/calendar.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Amount, Day, Id, Text, Version } from '../../../wire/index.ts';
import { accountsByRole, post } from '../../ledger/index.ts';
import {
  amountFrom,
  applyPaid,
  dueOf,
  keepSaleBefore,
  lockSale,
  reliefOf,
  Sale,
  saleCompleted,
  saleDiscounted,
  saleRecord,
  saleUpdated,
} from '../../sales/index.ts';
import { checkState, exceedsDue } from '../allocations/allocate.ts';
import { amountExceedsDue } from '../payment.ts';
import { discountTaxes, writeDiscount } from './write-discount.ts';

export const grantDiscount = operation({
  name: 'grant_discount',
  summary: 'Grant an early-payment discount on a sale that was paid late or short.',
  guidance: 'Its tax falls with it, on that date. A payment that is in time grants its discount by itself.',
  http: 'POST /sales/{id}/early-discount',
  effect: 'write',
  permission: 'sales:write_off',
  mcp: 'action',
  risky: true,
  keyRequired: true,
  posts: true,
  undo: undoneBy('reverse_discount'),
  input: z.strictObject({
    id: Id('sale'),
    amount: Amount.optional().describe('With tax. Default: the balance due.'),
    reason: Text(500),
    discounted_on: Day.optional().describe('Default: today.'),
    version: Version.optional(),
  }),
  output: Sale,
  refuses: [validationFailed, notFound, versionConflict, invalidStateTransition, amountExceedsDue],
  emits: [saleDiscounted, saleUpdated, saleCompleted],
  async run(context, { id, version, reason, ...input }) {
    const [sale, accounts] = await Promise.all([lockSale(context, id, version), accountsByRole(context)]);
    const { row } = sale;
    checkState(row, '/id');
    if (row.is_deposit) throw depositStands();
    const due = dueOf(row);
    const amount = input.amount === undefined ? due : amountFrom(input.amount, '/amount', row.currency);
    if (amount > due || due === 0n) throw exceedsDue(row, '/amount');
    if (amount === 0n) throw fault('/amount', 'not_positive', 'Write an amount above zero.');
    const date = discountDay(context, row, input.discounted_on);
    keepSaleBefore(context, row, sale.lines);
    const base = reliefOf(row, amount);
    const taxes = discountTaxes(row, amount, accounts);
    const postings = writeDiscount(context, { sale: row, amount, base, taxes, date, reason }, accounts);
    const [after] = applyPaid(context, [{ sale: row, discounted: amount, base }]);
    post(context, postings);
    const record = saleRecord(context, { ...row, ...after }, sale.lines);
    context.emit(saleDiscounted(record));
    return record;
  },
});

const futureDaysMax = 1;

function discountDay(context: Context, row: { readonly sale_date: string }, asked: string | undefined): string {
  const day = asked ?? laterOf(context.today, row.sale_date);
  if (day < row.sale_date) {
    throw fault('/discounted_on', 'before_sale', 'Date the discount on or after the day of the sale.');
  }
  if (day <= addDays(context.today, futureDaysMax)) return day;
  throw fault('/discounted_on', 'in_future', 'A discount may be dated tomorrow at the latest.');
}

/** A deposit is no revenue yet, so it takes no discount. */
function depositStands(): Error {
  const hint = 'Grant it on the final invoice, or credit the deposit with credit_document.';
  return invalidStateTransition({ status: 'confirmed', allowed: ['credit_document'], hint });
}

import { z } from 'zod';
import { laterOf } from '../../../core/calendar.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { Amount, Id, Version } from '../../../wire/index.ts';
import { accountsByRole, openDay, post, reversalDate, reversalDay } from '../../ledger/index.ts';
import {
  amountFrom,
  applyPaid,
  keepSaleBefore,
  lockSale,
  Sale,
  saleDiscountReversed,
  saleRecord,
  saleUpdated,
} from '../../sales/index.ts';
import { checkState } from '../allocations/allocate.ts';
import { discountsOf, loseDiscounts, losing, type Standing } from './lost-discounts.ts';

export const reverseDiscount = operation({
  name: 'reverse_discount',
  summary: 'Reverse the early-payment discount of a sale in whole or in part: the amount is owed again.',
  http: 'POST /sales/{id}/reverse-early-discount',
  effect: 'write',
  permission: 'sales:write_off',
  mcp: 'action',
  risky: true,
  keyRequired: true,
  posts: true,
  noUndo: 'voided',
  input: z.strictObject({
    id: Id('sale'),
    amount: Amount.optional().describe('With tax. Default: all of the discount.'),
    date: reversalDate,
    version: Version.optional(),
  }),
  output: Sale,
  refuses: [validationFailed, notFound, versionConflict, invalidStateTransition],
  emits: [saleDiscountReversed, saleUpdated],
  async run(context, { id, version, date: asked, amount: given }) {
    const source = { type: 'sale', id, event: saleDiscountReversed.type };
    const [sale, accounts, open] = await Promise.all([
      lockSale(context, id, version),
      accountsByRole(context),
      openDay(context, source, context.today),
    ]);
    const { row } = sale;
    checkState(row, '/id');
    const granted = row.amount_discounted;
    if (granted === 0n) throw invalidStateTransition({ status: 'not_discounted', allowed: ['grant_discount'] });
    const amount = given === undefined ? granted : amountFrom(given, '/amount', row.currency);
    if (amount > granted || amount === 0n) throw fault('/amount', 'out_of_range', 'Send at most the discount granted.');
    const standing = await discountsOf(context, [row]);
    const recorded = standing.reduce((day, { since }) => laterOf(day, since), row.sale_date);
    const date = reversalDay(context, { asked, open, recorded });
    keepSaleBefore(context, row, sale.lines);
    const lost = loseDiscounts(context, lastFirst(standing, amount), { sales: [row], date, accounts });
    const [after] = applyPaid(context, [losing(lost)({ sale: row })]);
    post(context, lost.postings);
    const record = saleRecord(context, { ...row, ...after }, sale.lines);
    context.emit(saleDiscountReversed(record));
    return record;
  },
});

/** So much of what stands, what was granted last first. */
function lastFirst(standing: readonly Standing[], amount: bigint) {
  let left = amount;
  return standing.toReversed().flatMap((one) => {
    const part = one.amount < left ? one.amount : left;
    left -= part;
    return part === 0n ? [] : [{ one, part, of: one.amount }];
  });
}

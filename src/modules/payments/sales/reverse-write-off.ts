import { z } from 'zod';
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
  saleRecord,
  saleRecovered,
  saleUpdated,
} from '../../sales/index.ts';
import { checkState } from '../allocations/allocate.ts';
import { lostOn, recover } from './write-off.ts';

export const reverseWriteOff = operation({
  name: 'reverse_write_off',
  summary: 'Reverse a write-off in whole or in part: the amount is owed again, the bad debt reversed.',
  http: 'POST /sales/{id}/reverse-write-off',
  effect: 'write',
  permission: 'sales:write_off',
  mcp: 'action',
  risky: true,
  keyRequired: true,
  posts: true,
  noUndo: 'voided',
  input: z.strictObject({
    id: Id('sale'),
    amount: Amount.optional().describe('Default: everything written off.'),
    date: reversalDate,
    version: Version.optional(),
  }),
  output: Sale,
  refuses: [validationFailed, notFound, versionConflict, invalidStateTransition],
  emits: [saleRecovered, saleUpdated],
  async run(context, { id, version, date, amount: asked }) {
    const source = { type: 'sale', id, event: saleRecovered.type };
    const [sale, accounts, open] = await Promise.all([
      lockSale(context, id, version),
      accountsByRole(context),
      openDay(context, source, context.today),
    ]);
    const { row } = sale;
    checkState(row, '/id');
    const lost = row.amount_written_off;
    if (lost === 0n) throw invalidStateTransition({ status: 'not_written_off', allowed: ['write_off_sale'] });
    const amount = asked === undefined ? lost : amountFrom(asked, '/amount', row.currency);
    if (amount > lost || amount === 0n) throw fault('/amount', 'out_of_range', 'Send at most the amount written off.');
    const day = reversalDay(context, { asked: date, open, recorded: await lostOn(context, row) });
    keepSaleBefore(context, row, sale.lines);
    const { postings, base } = await recover(context, [{ sale: row, amount, date: day }], { accounts });
    const [after] = applyPaid(context, [{ sale: row, writtenOff: -amount, base }]);
    post(context, postings);
    const record = saleRecord(context, { ...row, ...after }, sale.lines);
    context.emit(saleRecovered(record));
    return record;
  },
});

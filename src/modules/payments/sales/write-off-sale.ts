import { z } from 'zod';
import { addDays, laterOf } from '../../../core/calendar.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Amount, Day, Id, Text, Version } from '../../../wire/index.ts';
import { type AccountsByRole, accountsByRole, post } from '../../ledger/index.ts';
import {
  amountFrom,
  applyPaid,
  dueOf,
  keepSaleBefore,
  lockSale,
  reliefOf,
  Sale,
  saleCompleted,
  saleRecord,
  saleUpdated,
  saleWrittenOff,
  type StoredSale,
} from '../../sales/index.ts';
import { checkState, exceedsDue } from '../allocations/allocate.ts';
import { amountExceedsDue } from '../payment.ts';
import { type Relief, reliefPart } from './relief.ts';
import { giveUp } from './write-off.ts';

export const writeOffSale = operation({
  name: 'write_off_sale',
  summary: 'Write off the balance of a sale, or part of it, as a bad debt.',
  guidance: 'Posts a loss on that date. If the client pays after all, the payment reverses that much of it.',
  http: 'POST /sales/{id}/write-off',
  effect: 'write',
  permission: 'sales:write_off',
  mcp: 'action',
  risky: true,
  keyRequired: true,
  posts: true,
  undo: undoneBy('reverse_write_off'),
  input: z.strictObject({
    id: Id('sale'),
    amount: Amount.optional().describe('Default: the balance due.'),
    reason: Text(500),
    tax_relief: z
      .boolean()
      .default(false)
      .describe(
        'Whether the law lets you reclaim the tax on it (bad debt relief), as many do once a debt is ' +
          'irrecoverable.',
      ),
    written_off_on: Day.optional().describe('Default: today.'),
    version: Version.optional(),
  }),
  output: Sale,
  refuses: [validationFailed, notFound, versionConflict, invalidStateTransition, amountExceedsDue],
  emits: [saleWrittenOff, saleUpdated, saleCompleted],
  async run(context, { id, version, ...input }) {
    const [sale, accounts] = await Promise.all([lockSale(context, id, version), accountsByRole(context)]);
    const { row } = sale;
    checkState(row, '/id');
    if (row.is_deposit) throw depositStands();
    const due = dueOf(row);
    const amount = input.amount === undefined ? due : amountFrom(input.amount, '/amount', row.currency);
    if (amount > due || due === 0n) throw exceedsDue(row, '/amount');
    if (amount === 0n) throw fault('/amount', 'not_positive', 'Write an amount above zero.');
    const date = writeOffDay(context, sale, input.written_off_on);
    keepSaleBefore(context, row, sale.lines);
    const base = reliefOf(row, amount);
    const taxes = input.tax_relief ? taxReliefOf(sale, amount, accounts) : [];
    const postings = giveUp(context, { sale: row, amount, base, taxes, date, reason: input.reason }, accounts);
    const [after] = applyPaid(context, [{ sale: row, writtenOff: amount, base }]);
    post(context, postings);
    const record = saleRecord(context, { ...row, ...after }, sale.lines);
    context.emit(saleWrittenOff(record));
    return record;
  },
});

const futureDaysMax = 1;

function writeOffDay(context: Context, { row }: StoredSale, asked: string | undefined): string {
  const day = asked ?? laterOf(context.today, row.sale_date);
  if (day < row.sale_date) {
    throw fault('/written_off_on', 'before_sale', 'Date the write-off on or after the day of the sale.');
  }
  if (day <= addDays(context.today, futureDaysMax)) return day;
  throw fault('/written_off_on', 'in_future', 'A write-off may be dated tomorrow at the latest.');
}

/** The slice of each tax of the sale that falls to so much more of its total. */
function taxReliefOf({ row }: StoredSale, amount: bigint, accounts: AccountsByRole): Relief[] {
  const part = { from: row.amount_written_off, to: row.amount_written_off + amount, of: row.total };
  return row.taxes
    .filter(({ kind }) => kind === 'standard')
    .map(({ rate_id, account_id: account, base, amount: tax }) =>
      reliefPart({ rate_id, account_id: account ?? accounts.taxOutput, base, amount: tax }, part),
    );
}

/** Nothing was earned by it, so nothing is lost: what it waits on would wait for ever. */
function depositStands(): Error {
  const hint = 'An unpaid deposit is credited, with credit_document of its invoice.';
  return invalidStateTransition({ status: 'confirmed', allowed: ['credit_document'], hint });
}

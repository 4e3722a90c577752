import { z } from 'zod';
import { createHash } from 'node:crypto';
import { type Day as CoreDay, partsOf } from '../../core/calendar.ts';
import { clampedDay } from '../../core/calendar.ts';
import { monthEnd } from '../../core/spread.ts';
import { fault } from '../../operation/fault.ts';
import type { OpenWork } from '../../operation/open-work.ts';
import type { Context } from '../../operation/operation.ts';
import { Day } from '../../wire/index.ts';
import { openWork as ofAccruals } from '../accruals/index.ts';
import { openWork as ofAssets } from '../assets/index.ts';
import { openWork as ofBank } from '../bank/index.ts';
import { openWork as ofExpenses } from '../expenses/index.ts';
import { accountBalances, openWork as ofLedger } from '../ledger/index.ts';
import { openWork as ofRevaluations } from '../revaluations/index.ts';
import { openWork as ofSales } from '../sales/index.ts';
import { openWork as ofVat } from '../vat/index.ts';

/** Everything that is looked at before a period is closed, in the order in which it is done. */
export const everyWork: readonly OpenWork[] = [
  ...ofBank,
  ...ofSales,
  ...ofExpenses,
  ...ofLedger,
  ...ofAccruals,
  ...ofAssets,
  ...ofRevaluations,
  ...ofVat,
];

export const throughInput = Day.optional().describe('Last day of a month. Default: that of the month before.');

export const ChecklistItem = z.object({
  name: z.string().describe('Such as bank_lines_unmatched.'),
  problem: z.string().describe('What is wrong while something is open.'),
  open: z.int().describe('How much of it there is; none is well.'),
  mended_by: z.array(z.string()).describe('Operations that mend it.'),
});
export type ChecklistItem = z.output<typeof ChecklistItem>;

/** The last day of the month that is meant, which is over or ends today. */
export function monthThrough({ today }: Context, asked: CoreDay | undefined): CoreDay {
  const { year, month } = partsOf(today);
  const last = month === 1 ? clampedDay(year - 1, 12, 31) : clampedDay(year, month - 1, 31);
  const through = asked ?? last;
  if (through !== monthEnd(through)) {
    throw fault('/through', 'no_month_end', `Write the last day of a month: ${monthEnd(through)}.`);
  }
  if (through > today) throw fault('/through', 'in_future', `Write ${last} or an earlier date.`);
  return through;
}

/** Open work through a day. Each kind of work takes one or two queries. */
export function checklist(context: Context, through: CoreDay): Promise<ChecklistItem[]> {
  const { year, month } = partsOf(through);
  const period = { from: clampedDay(year, month, 1), to: through };
  return Promise.all(
    everyWork.map(async ({ name, problem, mended, count }) => ({
      name,
      problem,
      open: await count(context, period),
      mended_by: [...mended],
    })),
  );
}

/** Fingerprint of the trial balance through a day: the same as long as nothing in it changes. */
export async function trialBalanceHash(context: Context, through: CoreDay): Promise<string> {
  const balances = await accountBalances(context, { from: through, to: through });
  const hash = createHash('sha256');
  for (const { code, opening, debit, credit } of balances) {
    const closing = opening + debit - credit;
    if (closing !== 0n) hash.update(`${code} ${closing}\n`);
  }
  return hash.digest('hex');
}

import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { refusal, validationFailed } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Day, Text } from '../../wire/index.ts';
import { everyCheck, runCheck } from '../checks/index.ts';
import { hardLockStays, lockedThrough, periodsLocked, setPeriodLocks } from '../ledger/index.ts';
import { checklist, ChecklistItem, everyWork, monthThrough, throughInput, trialBalanceHash } from './checklist.ts';

const names = everyWork.map(({ name }) => name) as [string, ...string[]];

const monthNotReady = refusal(
  'month_not_ready',
  409,
  'Something is still open in that month.',
  'Mend what `open` names, or name it in `accept` to close the month all the same.',
);
const checksFail = refusal(
  'checks_fail',
  409,
  'The books do not pass their integrity checks.',
  'See `failed`, and run check_books for what is wrong.',
);

export const closeMonth = operation({
  name: 'close_month',
  summary: 'Close a month: check that nothing is open, run the integrity checks, and lock the books.',
  guidance:
    'Run run_schedules, run_depreciation and revalue_currency first; get_close_checklist says what is open. ' +
    'A soft lock can be lifted by set_period_locks.',
  http: 'POST /periods/close',
  effect: 'destructive',
  permission: 'periods:lock',
  mcp: 'action',
  keyRequired: true,
  cost: 60,
  noUndo: 'closed',
  input: z.strictObject({
    through: throughInput,
    lock: z.enum(['soft', 'hard']).default('soft').describe('`hard` is permanent.'),
    accept: z.array(z.enum(names)).max(names.length).optional().describe('Open work that may stay open.'),
    reason: Text(500).optional(),
  }),
  output: z.object({
    through: Day,
    lock: z.enum(['soft', 'hard']),
    items: z.array(ChecklistItem),
    checks: z.int().describe('Integrity checks that passed.'),
    trial_balance_hash: z.string().describe('SHA-256 of the balances through the day.'),
  }),
  refuses: [checksFail, hardLockStays, monthNotReady, validationFailed],
  emits: [periodsLocked],
  async run(context, { lock, accept = [], reason, ...input }) {
    const through = monthThrough(context, input.through);
    // Nothing is posted between the look and the lock.
    await context.db.run(sql`select hold_postings(${context.organization})`);
    const locked = await lockedThrough(context);
    const items = await checklist(context, through);
    const open = items.filter((item) => item.open > 0 && !accept.includes(item.name));
    if (open.length > 0) throw monthNotReady({ open });
    const checks = await passed(context);
    const hash = await trialBalanceHash(context, through);
    const { actor, origin } = context;
    const why = reason ?? `Month closed through ${through}`;
    // A month that is closed already is looked at again, and its lock stays.
    if (lock === 'hard' || locked === null || locked < through) {
      await context.carryOut({
        operation: setPeriodLocks,
        request: { actor, origin, input: { [lock]: through, reason: why } },
      });
    }
    return { through, lock, items, checks, trial_balance_hash: hash };
  },
});

async function passed(context: Context): Promise<number> {
  const failed: string[] = [];
  for (const check of everyCheck) {
    const { ok, name } = await runCheck(context.db, context.organization, check);
    if (!ok) failed.push(name);
  }
  if (failed.length > 0) throw checksFail({ failed });
  return everyCheck.length;
}

import { z } from 'zod';
import { operation } from '../../operation/operation.ts';
import { Instant } from '../../wire/index.ts';
import { everyCheck } from './every-check.ts';
import { runCheck, type Verdict } from './run-check.ts';

const Checked = z.object({
  name: z.string(),
  promise: z.string().describe('What holds where nothing was found.'),
  ok: z.boolean(),
  checked: z.int().describe('How many things it looked at.'),
  wrong: z.int().describe('How many of them are wrong.'),
  found: z.array(z.string()).describe('The first of those, by number, id or what is wrong; amounts in minor units.'),
});

export const checkBooks = operation({
  name: 'check_books',
  summary: 'Checks that the books are sound: that they balance, agree with the records behind them and have no gap.',
  guidance: 'It reads everything there is; large books take a minute.',
  http: 'GET /organization/checks',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  cost: 60,
  input: z.strictObject({}),
  output: z.object({ ok: z.boolean(), checked_at: Instant, checks: z.array(Checked) }),
  async run(context) {
    const verdicts: Verdict[] = [];
    // One after the other: each may use what the server has to offer.
    for (const check of everyCheck) verdicts.push(await runCheck(context.db, context.organization, check));
    return { ok: verdicts.every(({ ok }) => ok), checked_at: context.now, checks: verdicts };
  },
});

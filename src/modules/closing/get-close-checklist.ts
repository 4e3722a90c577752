import { z } from 'zod';
import { validationFailed } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Day, Instant } from '../../wire/index.ts';
import { lastOutcome } from '../checks/index.ts';
import { lockedThrough } from '../ledger/index.ts';
import { checklist, ChecklistItem, monthThrough, throughInput, trialBalanceHash } from './checklist.ts';

export const getCloseChecklist = operation({
  name: 'get_close_checklist',
  summary: 'Get the checklist for closing a month or a year: what is still open, and what mends it.',
  guidance: 'Integrity checks are those of last night; close_month runs them anew.',
  http: 'GET /periods/checklist',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({ through: throughInput }),
  output: z.object({
    through: Day,
    is_closed: z.boolean(),
    is_ready: z.boolean().describe('Nothing is open, and no integrity check failed.'),
    items: z.array(ChecklistItem),
    checks: z.object({
      ok: z.boolean().nullable().describe('Null: they never ran.'),
      checked_at: Instant.nullable(),
      failed: z.array(z.string()),
    }),
    trial_balance_hash: z.string().describe('SHA-256 of the balances through the day.'),
  }),
  refuses: [validationFailed],
  async run(context, input) {
    const through = monthThrough(context, input.through);
    const [items, locked, outcome, hash] = await Promise.all([
      checklist(context, through),
      lockedThrough(context),
      lastOutcome(context),
      trialBalanceHash(context, through),
    ]);
    const failed = outcome?.checks.filter(({ ok }) => !ok).map(({ name }) => name) ?? [];
    return {
      through,
      is_closed: locked !== null && locked >= through,
      is_ready: failed.length === 0 && items.every(({ open }) => open === 0),
      items,
      checks: { ok: outcome?.ok ?? null, checked_at: outcome?.checked_at ?? null, failed },
      trial_balance_hash: hash,
    };
  },
});

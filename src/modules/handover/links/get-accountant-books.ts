import { z } from 'zod';
import { money } from '../../../core/money.ts';
import { sum } from '../../../core/list.ts';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Day, ForeignName, Instant, Money } from '../../../wire/index.ts';
import { lastOutcome, Outcome } from '../../checks/index.ts';
import { accountBalances, entryTotals, lockedThrough } from '../../ledger/index.ts';
import { settingsOf } from '../../organization/index.ts';
import { LinkToken, openLink } from './accountant-link.ts';

const Checked = Outcome.shape.checks.element.pick({ name: true, promise: true, ok: true, checked: true, wrong: true });

const Books = z.object({
  organization: z.string(),
  recipient: ForeignName,
  currency: z.string(),
  country: z.string(),
  language: z.string(),
  time_zone: z.string(),
  from: Day,
  to: Day,
  expires_at: Instant,
  locked_through: Day.nullable().describe('Nothing changes any more up to this day.'),
  entries: z.int(),
  amount: Money.describe('Total debits of the period, which equal total credits.'),
  profit: Money.describe('Income less expenses of the period.'),
  checks: z
    .object({ ok: z.boolean(), checked_at: Instant, checks: z.array(Checked) })
    .nullable()
    .describe('The integrity checks of the last night; null before the first.'),
});

export const getAccountantBooks = operation({
  name: 'get_accountant_books',
  summary: 'Get what the link of an accountant shows: the period, its totals and the checks. No login needed.',
  http: 'GET /accountant-books/{token}',
  effect: 'read',
  permission: 'public',
  mcp: 'hidden',
  cost: 2,
  secretInput: ['token'],
  input: z.strictObject({ token: LinkToken }),
  output: Books,
  refuses: [notFound],
  async run(context, { token }) {
    const { recipient, from, to, expiresAt } = await openLink(context, token);
    const {
      name = '',
      baseCurrency: currency = 'EUR',
      timezone = 'UTC',
      locale = 'en',
    } = context.actor.organization ?? {};
    const period = { from, to };
    const [totals, balances, outcome, locked, { country }] = await Promise.all([
      entryTotals(context, period),
      accountBalances(context, period),
      lastOutcome(context),
      lockedThrough(context),
      settingsOf(context),
    ]);
    const results = balances.filter((one) => one.class === 'revenue' || one.class === 'expense');
    return {
      organization: name,
      recipient,
      currency,
      country,
      language: locale,
      time_zone: timezone,
      ...period,
      expires_at: expiresAt,
      locked_through: locked,
      entries: Number(totals.entries),
      amount: money(totals.amount, currency),
      profit: money(sum(results.map(({ debit, credit }) => credit - debit)), currency),
      checks: outcome ?? null,
    };
  },
});

import { z } from 'zod';
import { usualAges } from '../../../core/ageing.ts';
import { addDays } from '../../../core/calendar.ts';
import { periodOf } from '../../../core/period.ts';
import type { Context } from '../../../operation/operation.ts';
import { Id, Money } from '../../../wire/index.ts';
import { accountMovements, keyBalances } from '../../ledger/index.ts';
import { inOrder, sumsOf, together } from '../aging/aging.ts';
import { byClient } from '../aging/get-receivables-aging.ts';
import { creditsAsAt, owedAsAt } from '../aging/receivables.ts';
import { cashTypes, isCash } from '../cash-accounts.ts';
import { Figure, figure } from '../figure.ts';
import { rangeOf } from '../period-input.ts';
import { baseMoney, currencyOf, ReportInterval } from '../report.ts';
import { revenueCells } from './revenue-facts.ts';
import { tally } from './revenue-rows.ts';

export const overviewParts = ['sales_by_month', 'cash_by_week', 'owing'] as const;
type Part = (typeof overviewParts)[number];

const monthsBack = { sales: 11, cash: 6 } as const;
const owingMax = 5;

/** Parts for charts and a short list, each computed on request only. */
export const OverviewParts = {
  sales_by_month: z
    .object({ intervals: z.array(ReportInterval), net: Figure })
    .optional()
    .describe('Net sales of this month and the eleven before, compared with a year earlier.'),
  cash_by_week: z
    .object({ intervals: z.array(ReportInterval), closing: z.array(Money) })
    .optional()
    .describe('Cash and bank balances at the end of each week since the beginning of the sixth month before.'),
  owing: z
    .array(
      z.object({
        client_id: Id('client').nullable(),
        client: z.string(),
        total: Money,
        ages: z.record(z.string(), Money).describe('By days overdue, such as `days_1_30`.'),
      }),
    )
    .optional()
    .describe('The five clients who owe most, and the others as one row.'),
};
type Parts = z.output<z.ZodObject<typeof OverviewParts>>;

export async function partsOf(context: Context, include: readonly Part[]): Promise<Parts> {
  const [sales, cash, owing] = await Promise.all([
    include.includes('sales_by_month') ? salesByMonth(context) : undefined,
    include.includes('cash_by_week') ? cashByWeek(context) : undefined,
    include.includes('owing') ? owingMost(context) : undefined,
  ]);
  return {
    ...(sales && { sales_by_month: sales }),
    ...(cash && { cash_by_week: cash }),
    ...(owing && { owing }),
  };
}

async function salesByMonth(context: Context): Promise<Parts['sales_by_month']> {
  const range = await rangeOf(context, {
    from: monthBefore(context.today, monthsBack.sales),
    to: context.today,
    compare: 'previous_year',
    interval: 'month',
  });
  const cells = await revenueCells(context, { group: 'period', range, filter: {}, groupsMax: 1 });
  const currency = currencyOf(context);
  const { net } = tally(cells, { currency, range, isCompared: true, seesCosts: false, level: 'sale' });
  return { intervals: [...range.intervals], net: figure(net, currency) };
}

/** Levels are counted back from today's by what moved after each week. */
async function cashByWeek(context: Context): Promise<Parts['cash_by_week']> {
  const { today } = context;
  const range = await rangeOf(context, { from: monthBefore(today, monthsBack.cash), to: today, interval: 'week' });
  const [moved, balances] = await Promise.all([
    accountMovements(context, ['asset'], range.intervals),
    keyBalances(context, { types: cashTypes, roles: [] }, today),
  ]);
  const money = baseMoney(context);
  let level = balances.reduce((sum, { balance }) => sum + balance, 0n);
  const closing = range.intervals.map(() => money(0n));
  for (let week = closing.length - 1; week >= 0; week -= 1) {
    closing[week] = money(level);
    for (const { type, period, debit, credit } of moved) {
      if (period === week && isCash(type)) level -= debit - credit;
    }
  }
  return { intervals: [...range.intervals], closing };
}

async function owingMost(context: Context): Promise<Parts['owing']> {
  const { today: asAt } = context;
  const [owed, credits] = await Promise.all([
    owedAsAt(context, asAt, { start: 'due_date' }),
    creditsAsAt(context, asAt, {}),
  ]);
  const on = { asAt, limits: usualAges, base: currencyOf(context), counted: (sales: number) => ({ sales }) };
  const order = inOrder(byClient(owed, credits), 'largest', ({ name, id }) => `${name} ${id}`);
  const rest = order.slice(owingMax);
  const rowOf = (client_id: string | null, client: string, debts: Parameters<typeof sumsOf>[0]) => {
    const { total, ages } = sumsOf(debts, on);
    return { client_id, client, total, ages };
  };
  return [
    ...order.slice(0, owingMax).map((debt) => rowOf(debt.id, debt.name, debt)),
    ...(rest.length === 0 ? [] : [rowOf(null, 'Others', together(rest))]),
  ];
}

/** First day of the month that was so many months ago. */
function monthBefore(today: string, months: number): string {
  let { from } = periodOf('month', today);
  for (let month = 0; month < months; month += 1) from = periodOf('month', addDays(from, -1)).from;
  return from;
}

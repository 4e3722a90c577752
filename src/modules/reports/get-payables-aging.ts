import { z } from 'zod';
import { pagesRefused } from '../../operation/pages-refused.ts';
import { ageBucket, type AgeBucket } from '../../core/ageing.ts';
import { sum } from '../../core/list.ts';
import { type Money as CoreMoney } from '../../core/money.ts';
import { operation } from '../../operation/operation.ts';
import { Day, Id, Money, OrFile } from '../../wire/index.ts';
import { type Cell, keyBalances } from '../ledger/index.ts';
import { type OwedTo, owedToAsAt } from './payables.ts';
import { ageInput, ageStart, baseMoney, formatInput, metaOf, ReportMeta } from './report.ts';
import { inFormat, type Table, table } from './report-file.ts';
import { type SupplierCredit, supplierCreditsAsAt } from './supplier-credits.ts';

const payeesMax = 1_000;
const payeesDefault = 100;
const buckets = ['current', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90_days'] as const satisfies AgeBucket[];

const sums = {
  expenses: z.int().describe('How many are owed for.'),
  current: Money.describe('Not due yet, or made on the day.'),
  days_1_30: Money,
  days_31_60: Money,
  days_61_90: Money,
  over_90_days: Money,
  total: Money,
  credit: Money.describe('Paid in advance, or too much, and not used yet.'),
};

const Aging = z.object({
  as_at: Day,
  age_from: ageStart,
  rows: z.array(
    z.object({ supplier_id: Id('client').nullable(), member_id: Id('member').nullable(), payee: z.string(), ...sums }),
  ),
  totals: z.object(sums),
  reconciliation: z
    .object({ expenses: Money, ledger: Money, difference: Money, credit: Money, ledger_credit: Money })
    .describe('What is owed for expenses, and what the payable accounts say; and the same of credit.'),
  meta: ReportMeta,
});
type Aging = z.output<typeof Aging>;

export const getPayablesAging = operation({
  name: 'get_payables_aging',
  summary: 'Whom is owed how much for expenses on a day, and for how long it has been overdue.',
  guidance: 'A day that is past stays as it was: later payments do not count. What members paid is owed to them.',
  http: 'GET /reports/payables-aging',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({
    as_at: Day.optional().describe('Default: today.'),
    age_from: ageInput,
    limit: z
      .int()
      .min(1)
      .max(payeesMax)
      .default(payeesDefault)
      .describe('Those who are owed most; the rest is in one row.'),
    format: formatInput,
  }),
  output: OrFile(Aging),
  refuses: [pagesRefused],
  async run(context, { as_at: asked, age_from: start, limit, format }) {
    const asAt = asked ?? context.today;
    const [owing, credits, balances, kept, meta] = await Promise.all([
      owedToAsAt(context, asAt, start),
      supplierCreditsAsAt(context, asAt),
      keyBalances(context, { types: [], roles: ['payable', 'memberPayable'] }, asAt),
      keyBalances(context, { types: [], roles: ['supplierCredit'] }, asAt),
      metaOf(context),
    ]);
    const money = baseMoney(context);
    const owed: Owed[] = [...owing, ...credits.map((one) => creditOnly(one, asAt))];
    const payees = [...Map.groupBy(owed, keyOf).values()].map((own) => ({ about: own[0], ...aged(own, asAt) }));
    const order = payees.toSorted((a, b) =>
      a.total === b.total ? (nameOf(a) < nameOf(b) ? -1 : 1) : a.total < b.total ? 1 : -1,
    );
    const rest = order.slice(limit);
    const total = merged(payees);
    const ledger = -sum(balances.map(({ balance }) => balance));
    const report: Aging = {
      as_at: asAt,
      age_from: start,
      rows: [
        ...order.slice(0, limit).map((row) => ({
          supplier_id: row.about?.supplier_id ?? null,
          member_id: row.about?.member_id ?? null,
          payee: nameOf(row),
          ...shown(row, money),
        })),
        ...(rest.length === 0
          ? []
          : [{ supplier_id: null, member_id: null, payee: 'Others', ...shown(merged(rest), money) }]),
      ],
      totals: shown(total, money),
      reconciliation: {
        expenses: money(total.total),
        ledger: money(ledger),
        difference: money(ledger - total.total),
        ...{ credit: money(total.credit), ledger_credit: money(sum(kept.map(({ balance }) => balance))) },
      },
      meta,
    };
    return inFormat(context, format, report, asTable);
  },
});

type Aged = Readonly<Record<AgeBucket, bigint>> & {
  readonly expenses: bigint;
  readonly total: bigint;
  readonly credit: bigint;
};
type Owed = OwedTo & { readonly credit?: bigint };

/** Credit is not owed and has no age. */
function creditOnly({ supplier_id, payee, credit }: SupplierCredit, asAt: string): Owed {
  return { supplier_id, member_id: null, payee, aged_from: asAt, expenses: 0n, amount: 0n, credit };
}

function keyOf({ supplier_id: supplier, member_id: member, payee }: OwedTo): string {
  return member ?? supplier ?? `\n${payee}`;
}

function nameOf({ about }: { readonly about: OwedTo | undefined }): string {
  return about?.payee ?? '';
}

function aged(owed: readonly Owed[], asAt: string): Aged {
  const amounts = { current: 0n, days_1_30: 0n, days_31_60: 0n, days_61_90: 0n, over_90_days: 0n };
  for (const { aged_from: from, amount } of owed) amounts[ageBucket(from, asAt)] += amount;
  return {
    ...amounts,
    expenses: sum(owed.map(({ expenses }) => expenses)),
    total: sum(Object.values(amounts)),
    credit: sum(owed.map((one) => one.credit ?? 0n)),
  };
}

function merged(all: readonly Aged[]): Aged {
  const total = (name: keyof Aged) => sum(all.map((one) => one[name]));
  return {
    expenses: total('expenses'),
    current: total('current'),
    days_1_30: total('days_1_30'),
    days_31_60: total('days_31_60'),
    days_61_90: total('days_61_90'),
    over_90_days: total('over_90_days'),
    total: total('total'),
    credit: total('credit'),
  };
}

function shown(debt: Aged, money: (minor: bigint) => CoreMoney): Aging['totals'] {
  return {
    expenses: Number(debt.expenses),
    current: money(debt.current),
    days_1_30: money(debt.days_1_30),
    days_31_60: money(debt.days_31_60),
    days_61_90: money(debt.days_61_90),
    over_90_days: money(debt.over_90_days),
    total: money(debt.total),
    credit: money(debt.credit),
  };
}

function asTable({ as_at: asAt, rows, totals }: Aging): Table {
  const cells = (of: Aging['totals']): Cell[] => [of.expenses, ...buckets.map((name) => of[name]), of.total, of.credit];
  return table(
    `payables-aging-${asAt}`,
    ['payee', 'expenses', ...buckets, 'total', 'credit'],
    [...rows.map((row): Cell[] => [row.payee, ...cells(row)]), ['total', ...cells(totals)]],
  );
}

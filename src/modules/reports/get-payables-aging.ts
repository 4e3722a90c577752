import { z } from 'zod';
import { pagesRefused } from '../../operation/pages-refused.ts';
import { type AgeLimits, ageNames } from '../../core/ageing.ts';
import { sum } from '../../core/list.ts';
import { operation } from '../../operation/operation.ts';
import { Day, Id, Money, OrFile } from '../../wire/index.ts';
import { type Cell, keyBalances } from '../ledger/index.ts';
import { ageCells, agesOf, type AgedOn, ageFields, agingInput, currenciesAmong, type ToldIn } from './aging.ts';
import { type OwedTo, owedToAsAt } from './payables.ts';
import { ageInput, ageStart, baseMoney, currencyOf, formatInput, metaOf, ReportMeta } from './report.ts';
import { inFormat, type Table, table } from './report-file.ts';

const payeesMax = 1_000;
const payeesDefault = 100;

const sums = { expenses: z.int().describe('How many are owed for.'), ...ageFields };
/** In the base currency and, where some of it is in others, in each of them by itself. */
const owedFields = {
  ...sums,
  currencies: z
    .array(z.object({ currency: z.string(), ...sums }))
    .describe('The same in the currency of each expense; empty where all are in the base currency.'),
};

const Aging = z.object({
  as_at: Day,
  age_from: ageStart,
  rows: z.array(
    z.object({
      supplier_id: Id('client').nullable(),
      member_id: Id('member').nullable(),
      payee: z.string(),
      ...owedFields,
    }),
  ),
  totals: z.object(owedFields),
  reconciliation: z
    .object({ expenses: Money, ledger: Money, difference: Money })
    .nullable()
    .describe('What is owed for expenses, and what the payable accounts say. Null for one currency alone.'),
  meta: ReportMeta,
});
type Aging = z.output<typeof Aging>;

export const getPayablesAging = operation({
  name: 'get_payables_aging',
  summary: 'Whom is owed how much for expenses on a day, and for how long it has been overdue.',
  guidance:
    'A day that is past stays as it was: later payments do not count. Amounts are what they are worth in the base ' +
    'currency; `currencies` says each by itself. What members paid is owed to them.',
  http: 'GET /reports/payables-aging',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({
    as_at: Day.optional().describe('Default: today.'),
    age_from: ageInput,
    ...agingInput,
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
  async run(context, { as_at: asked, age_from: start, limit, format, currency, buckets: limits }) {
    const asAt = asked ?? context.today;
    const [owed, balances, meta] = await Promise.all([
      owedToAsAt(context, asAt, { start, currency }),
      keyBalances(context, { types: [], roles: ['payable', 'memberPayable'] }, asAt),
      metaOf(context),
    ]);
    const on = { asAt, limits, base: currencyOf(context) };
    const inBase = baseMoney(context);
    const order = [...Map.groupBy(owed, keyOf).values()].toSorted((a, b) => {
      const [one, other] = [worthOf(a), worthOf(b)];
      return one === other ? (nameOf(a) < nameOf(b) ? -1 : 1) : one < other ? 1 : -1;
    });
    const rest = order.slice(limit);
    const total = worthOf(owed);
    const ledger = -sum(balances.map(({ balance }) => balance));
    const report: Aging = {
      as_at: asAt,
      age_from: start,
      rows: [
        ...order.slice(0, limit).map((own) => ({
          supplier_id: own[0]?.supplier_id ?? null,
          member_id: own[0]?.member_id ?? null,
          payee: nameOf(own),
          ...shown(own, on),
        })),
        ...(rest.length === 0
          ? []
          : [{ supplier_id: null, member_id: null, payee: 'Others', ...shown(rest.flat(), on) }]),
      ],
      totals: shown(owed, on),
      reconciliation:
        currency === undefined
          ? { expenses: inBase(total), ledger: inBase(ledger), difference: inBase(ledger - total) }
          : null,
      meta,
    };
    return inFormat(context, format, report, (all) => asTable(all, limits));
  },
});

function keyOf({ supplier_id: supplier, member_id: member, payee }: OwedTo): string {
  return member ?? supplier ?? `\n${payee}`;
}

function nameOf([one]: readonly OwedTo[]): string {
  return one?.payee ?? '';
}

/** What it is on the books for. */
function worthOf(owed: readonly OwedTo[]): bigint {
  return sum(owed.map(({ amount }) => amount));
}

function shown(owed: readonly OwedTo[], on: AgedOn & { readonly base: string }): Aging['totals'] {
  const sumsIn = (debts: readonly OwedTo[], told: ToldIn) => ({
    expenses: Number(sum(debts.map(({ count }) => count))),
    ...agesOf(debts, on, told),
  });
  return {
    ...sumsIn(owed, { currency: on.base, of: 'amount' }),
    currencies: currenciesAmong(owed, on.base).map((currency) => {
      const own = owed.filter((debt) => debt.currency === currency);
      return { currency, ...sumsIn(own, { currency, of: 'currency_amount' }) };
    }),
  };
}

/** What is in other currencies has rows of its own at the end. */
function asTable({ as_at: asAt, rows, totals }: Aging, limits: AgeLimits): Table {
  type Sums = Aging['totals']['currencies'][number];
  const cells = (of: Omit<Sums, 'currency'>): Cell[] => [of.expenses, ...ageCells(of, limits), of.total];
  return table(
    `payables-aging-${asAt}`,
    ['payee', 'expenses', ...ageNames(limits), 'total'],
    [
      ...rows.map((row): Cell[] => [row.payee, ...cells(row)]),
      ['total', ...cells(totals)],
      ...totals.currencies.map((own): Cell[] => [`total ${own.currency}`, ...cells(own)]),
    ],
  );
}

import { z } from 'zod';
import { pagesRefused } from '../../operation/pages-refused.ts';
import { type AgeLimits, ageNames } from '../../core/ageing.ts';
import { sum } from '../../core/list.ts';
import { operation } from '../../operation/operation.ts';
import { Day, Id, Money, OrFile } from '../../wire/index.ts';
import { type Cell, keyBalances } from '../ledger/index.ts';
import {
  ageCells,
  agesOf,
  type AgedOn,
  ageFields,
  agingInput,
  creditIn,
  currenciesAmong,
  type ToldIn,
} from './aging.ts';
import { type OwedTo, owedToAsAt } from './payables.ts';
import { ageInput, ageStart, baseMoney, currencyOf, formatInput, metaOf, ReportMeta } from './report.ts';
import { inFormat, type Table, table } from './report-file.ts';
import { type SupplierCredit, supplierCreditsAsAt } from './supplier-credits.ts';

const payeesMax = 1_000;
const payeesDefault = 100;

const sums = {
  expenses: z.int().describe('How many are owed for.'),
  ...ageFields,
  credit: Money.describe('Paid in advance, or too much, and not used yet.'),
};
/** In the base currency and, where some of it is in others, in each of them by itself. */
const owedFields = {
  ...sums,
  currencies: z
    .array(z.object({ currency: z.string(), ...sums }))
    .describe('The same in the currency of each expense and payment; empty where all are in the base currency.'),
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
    .object({ expenses: Money, ledger: Money, difference: Money, credit: Money, ledger_credit: Money })
    .nullable()
    .describe(
      'What is owed for expenses, and what the payable accounts say; the same of credit. Null for one currency alone.',
    ),
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
    const [owed, credits, balances, kept, meta] = await Promise.all([
      owedToAsAt(context, asAt, { start, currency }),
      supplierCreditsAsAt(context, asAt, { currency }),
      keyBalances(context, { types: [], roles: ['payable', 'memberPayable'] }, asAt),
      keyBalances(context, { types: [], roles: ['supplierCredit'] }, asAt),
      metaOf(context),
    ]);
    const on = { asAt, limits, base: currencyOf(context) };
    const inBase = baseMoney(context);
    const order = byPayee(owed, credits).toSorted((a, b) => {
      const [one, other] = [worthOf(a), worthOf(b)];
      return one === other ? (a.payee < b.payee ? -1 : 1) : one < other ? 1 : -1;
    });
    const rest = order.slice(limit);
    const total = worthOf({ owed });
    const totals = shown({ owed, credits }, on);
    const ledger = -sum(balances.map(({ balance }) => balance));
    const ledgerCredit = sum(kept.map(({ balance }) => balance));
    const report: Aging = {
      as_at: asAt,
      age_from: start,
      rows: [
        ...order.slice(0, limit).map(({ supplier_id, member_id, payee, ...debt }) => {
          return { supplier_id, member_id, payee, ...shown(debt, on) };
        }),
        ...(rest.length === 0
          ? []
          : [{ supplier_id: null, member_id: null, payee: 'Others', ...shown(together(rest), on) }]),
      ],
      totals,
      reconciliation:
        currency === undefined
          ? {
              ...{ expenses: inBase(total), ledger: inBase(ledger), difference: inBase(ledger - total) },
              ...{ credit: totals.credit, ledger_credit: inBase(ledgerCredit) },
            }
          : null,
      meta,
    };
    return inFormat(context, format, report, (all) => asTable(all, limits));
  },
});

type Debt = { readonly owed: readonly OwedTo[]; readonly credits: readonly SupplierCredit[] };
type Payee = Pick<OwedTo, 'supplier_id' | 'member_id' | 'payee'>;

/** Credit is of suppliers, who may be owed nothing beside it. */
function byPayee(owed: readonly OwedTo[], credits: readonly SupplierCredit[]): (Debt & Payee)[] {
  const payees = new Map<string, Debt & Payee>();
  for (const [key, own] of Map.groupBy(owed, keyOf)) {
    const [first] = own;
    if (first !== undefined) payees.set(key, { ...payeeOf(first), owed: own, credits: [] });
  }
  for (const [id, own] of Map.groupBy(credits, ({ supplier_id: supplier }) => supplier)) {
    const known = payees.get(id) ?? { supplier_id: id, member_id: null, payee: own[0]?.payee ?? '', owed: [] };
    payees.set(id, { ...known, credits: own });
  }
  return [...payees.values()];
}

function payeeOf({ supplier_id, member_id, payee }: Payee): Payee {
  return { supplier_id, member_id, payee };
}

function keyOf({ supplier_id: supplier, member_id: member, payee }: Payee): string {
  return member ?? supplier ?? `\n${payee}`;
}

function together(all: readonly Debt[]): Debt {
  return { owed: all.flatMap(({ owed }) => owed), credits: all.flatMap(({ credits }) => credits) };
}

/** What it is on the books for. */
function worthOf({ owed }: Pick<Debt, 'owed'>): bigint {
  return sum(owed.map(({ amount }) => amount));
}

function shown({ owed, credits }: Debt, on: AgedOn & { readonly base: string }): Aging['totals'] {
  const sumsIn = (debt: Debt, told: ToldIn) => ({
    expenses: Number(sum(debt.owed.map(({ count }) => count))),
    ...agesOf(debt.owed, on, told),
    credit: creditIn(debt.credits, told),
  });
  return {
    ...sumsIn({ owed, credits }, { currency: on.base, of: 'amount' }),
    currencies: currenciesAmong([...owed, ...credits], on.base).map((currency) => {
      const isOf = (one: { readonly currency: string }) => one.currency === currency;
      const own = { owed: owed.filter(isOf), credits: credits.filter(isOf) };
      return { currency, ...sumsIn(own, { currency, of: 'currency_amount' }) };
    }),
  };
}

/** What is in other currencies has rows of its own at the end. */
function asTable({ as_at: asAt, rows, totals }: Aging, limits: AgeLimits): Table {
  type Sums = Aging['totals']['currencies'][number];
  const cells = (of: Omit<Sums, 'currency'>): Cell[] => [of.expenses, ...ageCells(of, limits), of.total, of.credit];
  return table(
    `payables-aging-${asAt}`,
    ['payee', 'expenses', ...ageNames(limits), 'total', 'credit'],
    [
      ...rows.map((row): Cell[] => [row.payee, ...cells(row)]),
      ['total', ...cells(totals)],
      ...totals.currencies.map((own): Cell[] => [`total ${own.currency}`, ...cells(own)]),
    ],
  );
}

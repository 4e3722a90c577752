import { z } from 'zod';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { sum } from '../../../core/list.ts';
import { cutField } from '../../../operation/cut.ts';
import { validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Day, Id, Money, OrFile } from '../../../wire/index.ts';
import { keyBalances } from '../../ledger/index.ts';
import { ageFields, agingAsked, type Debts, inOrder, pageOf, sumsOf, worthOf } from './aging.ts';
import { agingTable } from './aging-table.ts';
import { type OwedTo, owedToAsAt } from './payables.ts';
import { ageStart, baseMoney, currencyOf, metaOf, ReportMeta } from '../report.ts';
import { inFormat } from '../printing/report-file.ts';
import { type SupplierCredit, supplierCreditsAsAt } from './supplier-credits.ts';
import { refuseUnknownCurrency } from '../unknown-filters.ts';

const sums = {
  expenses: z.int().describe('Number of unpaid expenses.'),
  ...ageFields,
  credit: Money.describe('Prepayments and overpayments not yet applied.'),
};
/** In the base currency and, where some of it is in others, in each of them by itself. */
const owedFields = {
  ...sums,
  currencies: z
    .array(z.object({ currency: z.string(), ...sums }))
    .describe('The same in the currency of each expense and payment; empty if all are in the base currency.'),
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
      'Amounts owed for expenses against the payable accounts, and the same for credit. Null with a currency filter.',
    ),
  cut: cutField,
  meta: ReportMeta,
});
type Aging = z.output<typeof Aging>;

export const getPayablesAging = operation({
  name: 'get_payables_aging',
  summary: 'Get the accounts payable ageing as of a date: amounts owed by supplier and days overdue.',
  guidance:
    'Past dates do not change: later payments do not count. Amounts are in the base currency; ' +
    '`currencies` has each currency. Expenses paid by members are owed to them.',
  http: 'GET /reports/payables-aging',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 4,
  input: agingAsked('payees'),
  output: OrFile(Aging),
  refuses: [validationFailed, pagesRefused],
  async run(context, { as_at: day, age_from: start, limit, sort, skip, ...asked }) {
    const { format, language, currency, buckets: limits } = asked;
    const asAt = day ?? context.today;
    const [owed, credits, balances, kept, meta] = await Promise.all([
      owedToAsAt(context, asAt, { start, currency }),
      supplierCreditsAsAt(context, asAt, { currency }),
      keyBalances(context, { types: [], roles: ['payable', 'memberPayable'] }, asAt),
      keyBalances(context, { types: [], roles: ['supplierCredit'] }, asAt),
      metaOf(context),
    ]);
    if (owed.length + credits.length === 0) await refuseUnknownCurrency(context, currency);
    const on = { asAt, limits, base: currencyOf(context), counted: (expenses: number) => ({ expenses }) };
    const inBase = baseMoney(context);
    const order = inOrder(byPayee(owed, credits), sort, ({ payee, supplier_id: supplier, member_id: member }) => {
      return `${payee} ${supplier ?? member ?? ''}`;
    });
    const { shown, others, cut } = pageOf(order, { skip, limit }, on);
    const total = worthOf({ owed });
    const totals = sumsOf({ owed, credits }, on);
    const ledger = -sum(balances.map(({ balance }) => balance));
    const ledgerCredit = sum(kept.map(({ balance }) => balance));
    const report: Aging = {
      as_at: asAt,
      age_from: start,
      rows: [
        ...shown.map(({ supplier_id, member_id, payee, ...debt }) => {
          return { supplier_id, member_id, payee, ...sumsOf(debt, on) };
        }),
        ...(others === undefined ? [] : [{ supplier_id: null, member_id: null, payee: 'Others', ...others }]),
      ],
      totals,
      reconciliation:
        currency === undefined
          ? {
              expenses: inBase(total),
              ledger: inBase(ledger),
              difference: inBase(ledger - total),
              credit: totals.credit,
              ledger_credit: inBase(ledgerCredit),
            }
          : null,
      cut,
      meta,
    };
    return inFormat(context, { format, language }, report, (all) =>
      agingTable(`payables-aging-${asAt}`, ['payee', 'expenses'], { rows: all.rows, totals: all.totals, limits }),
    );
  },
});

type Payee = Pick<OwedTo, 'supplier_id' | 'member_id' | 'payee'>;

/** Credit is of suppliers, who may be owed nothing beside it. */
function byPayee(owed: readonly OwedTo[], credits: readonly SupplierCredit[]): (Debts & Payee)[] {
  const payees = new Map<string, Debts & Payee>();
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

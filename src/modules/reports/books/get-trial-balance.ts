import { z } from 'zod';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Money, OrFile } from '../../../wire/index.ts';
import { accountClasses } from '../../ledger/index.ts';
import { resultAccountsWarning } from '../../../render/report-locale.ts';
import { rangeInput, rangeOf } from '../period-input.ts';
import { baseMoney, basisInput, fileInput, metaOf, ReportMeta, ReportPeriod } from '../report.ts';
import { dimensionFilterInput, isNarrowed, NarrowedTo, narrowedTo } from './dimension-filter.ts';
import { narrowedBalances } from './narrowed-sums.ts';
import { inFormat } from '../printing/report-file.ts';
import { recordTable, type Table } from '../printing/report-table.ts';

const sums = {
  opening: Money.describe('Opening balance: debits less credits before the first day.'),
  debit: Money,
  credit: Money,
  closing: Money.describe('Closing balance: debits less credits up to the last day.'),
};

const Row = z.object({
  account_id: Id('account'),
  code: z.string(),
  name: z.string(),
  class: z.enum(accountClasses),
  ...sums,
});

const TrialBalance = z.object({
  period: ReportPeriod,
  rows: z.array(Row),
  totals: z.object(sums),
  narrowed_to: NarrowedTo,
  meta: ReportMeta,
});
type TrialBalance = z.output<typeof TrialBalance>;

export const getTrialBalance = operation({
  name: 'get_trial_balance',
  summary: 'Get the trial balance for a period: opening balance, debits, credits and closing balance.',
  guidance: 'By a dimension it has income and cost accounts alone, and does not come to zero: `meta.warnings` says so.',
  http: 'GET /reports/trial-balance',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({
    ...rangeInput,
    include_zero: z.boolean().default(false).describe('Include accounts without balance or movement.'),
    ...dimensionFilterInput,
    basis: basisInput,
    ...fileInput,
  }),
  output: OrFile(TrialBalance),
  refuses: [validationFailed, notFound, pagesRefused],
  async run(context, input) {
    const { current } = await rangeOf(context, input);
    const narrowed = await narrowedTo(context, input);
    const isPart = isNarrowed(input);
    const [accounts, meta] = await Promise.all([
      narrowedBalances(context, input, current),
      metaOf(context, isPart ? [resultAccountsWarning] : []),
    ]);
    const money = baseMoney(context);
    const total = { opening: 0n, debit: 0n, credit: 0n, closing: 0n };
    const shown = accounts.filter(
      ({ class: side, opening, debit, credit, archived_at: archived }) =>
        (!isPart || side === 'revenue' || side === 'expense') &&
        (opening !== 0n || debit !== 0n || credit !== 0n || (input.include_zero && archived === null)),
    );
    const rows = shown.map(({ id, code, name, class: accountClass, opening, debit, credit }) => {
      const closing = opening + debit - credit;
      total.opening += opening;
      total.debit += debit;
      total.credit += credit;
      total.closing += closing;
      const amounts = { opening: money(opening), debit: money(debit), credit: money(credit), closing: money(closing) };
      return { account_id: id, code, name, class: accountClass, ...amounts };
    });
    if (!isPart && (total.opening !== 0n || total.debit !== total.credit || total.closing !== 0n)) {
      throw new Error(`the books do not balance: ${JSON.stringify(total, (_, value) => String(value))}`);
    }
    const { opening: before, debit: debits, credit: credits, closing: after } = total;
    const totals = { opening: money(before), debit: money(debits), credit: money(credits), closing: money(after) };
    const report = { period: current, rows, totals, narrowed_to: narrowed, meta };
    return inFormat(context, input, report, asTable);
  },
});

function asTable({ period, rows, totals }: TrialBalance): Table {
  const columns = { fields: Row.omit({ account_id: true }).shape, headings: { name: 'account' } };
  return recordTable(`trial-balance-${period.from}-${period.to}`, columns, [...rows, { ...totals, name: 'total' }]);
}

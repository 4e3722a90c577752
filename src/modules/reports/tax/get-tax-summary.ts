import { z } from 'zod';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { formatDecimal } from '../../../core/decimal.ts';
import { sum } from '../../../core/list.ts';
import type { Period } from '../../../core/period.ts';
import { sql } from '../../../db/sql.ts';
import { validationFailed } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Decimal, Id, Money, OrFile } from '../../../wire/index.ts';
import { recordId } from '../../ledger/index.ts';
import { settingsOf } from '../../organization/index.ts';
import { percentOf } from '../figure.ts';
import { compareInput, rangeInput, rangeOf } from '../period-input.ts';
import { inFormat } from '../printing/report-file.ts';
import { recordTable, type Table } from '../printing/report-table.ts';
import { baseMoney, type Basis, fileInput, metaOf, ReportMeta, ReportPeriod } from '../report.ts';
import { isOfTaxes, taxSums } from './tax-facts.ts';

const sides = ['output', 'input', 'withheld'] as const;
type Side = (typeof sides)[number];

const Totals = z.object({
  output_tax: Money,
  input_tax: Money,
  withheld_tax: Money,
  net_due: Money.describe('Output tax less input tax.'),
});

const TaxRow = z.object({
  key: z.string(),
  side: z.enum(sides).describe('Output tax on sales, input tax on purchases, or tax withheld by clients.'),
  tax_rate_id: Id('tax_rate').nullable().describe('Null for sales without a tax rate.'),
  name: z.string(),
  percentage: Decimal.nullable(),
  category: z.string().nullable(),
  report_box: z.string().nullable(),
  base: Money,
  tax: Money,
  compared_base: Money.nullable(),
  compared_tax: Money.nullable(),
  change_percent: Decimal.nullable().describe('Change in the tax.'),
});

const TaxSummary = z.object({
  period: ReportPeriod,
  compared_period: ReportPeriod.nullable(),
  rows: z.array(TaxRow),
  totals: Totals,
  compared_totals: Totals.nullable(),
  reconciliation: z
    .object({ report: Money, ledger: Money, difference: Money })
    .nullable()
    .describe(
      'Net due against movements on the tax accounts. The difference was paid to the authority, or has no rate.',
    ),
  meta: ReportMeta,
});
type TaxSummary = z.output<typeof TaxSummary>;

export const getTaxSummary = operation({
  name: 'get_tax_summary',
  summary: 'Get the tax summary (VAT, GST, sales tax) for a period by rate: output, input and net due.',
  guidance: 'By invoice (accrual) or by payment (cash); default: the organisation’s tax basis.',
  http: 'GET /reports/tax-summary',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({
    ...rangeInput,
    ...compareInput,
    basis: z.enum(['accrual', 'cash']).optional().describe('By sale date (accrual), or by payment (cash).'),
    ...fileInput,
  }),
  output: OrFile(TaxSummary),
  refuses: [validationFailed, pagesRefused],
  async run(context, input) {
    const [{ current, compared }, basis] = await Promise.all([
      rangeOf(context, input),
      taxBasisOf(context, input.basis),
    ]);
    const [now, before, moved, meta] = await Promise.all([
      taxesIn(context, basis, current),
      compared === undefined ? undefined : taxesIn(context, basis, compared),
      basis === 'cash' ? undefined : taxInLedger(context, current),
      metaOf(context, [], basis),
    ]);
    const money = baseMoney(context);
    const due = taxOf(now, 'output') - taxOf(now, 'input');
    const report: TaxSummary = {
      period: current,
      compared_period: compared ?? null,
      rows: withPast(now, before).map(({ base, tax, percentage, name, past, ...row }) => ({
        ...row,
        key: keyOf(row),
        name: name ?? 'No tax',
        percentage: percentage === null ? null : formatDecimal(percentage, 6, 0),
        base: money(base),
        tax: money(tax),
        compared_base: past === undefined ? null : money(past.base),
        compared_tax: past === undefined ? null : money(past.tax),
        change_percent: past === undefined ? null : percentOf(tax - past.tax, past.tax),
      })),
      totals: totalsOf(context, now),
      compared_totals: before === undefined ? null : totalsOf(context, before),
      reconciliation:
        moved === undefined ? null : { report: money(due), ledger: money(moved), difference: money(moved - due) },
      meta,
    };
    return inFormat(context, input, report, asTable);
  },
});

/** The basis asked for, else the one by which the organisation declares tax. */
export async function taxBasisOf(context: Context, asked: Basis | undefined): Promise<Basis> {
  if (asked !== undefined) return asked;
  return (await settingsOf(context)).taxBasis === 'payment' ? 'cash' : 'accrual';
}

type Row = {
  readonly side: Side;
  readonly tax_rate_id: string | null;
  readonly name: string | null;
  readonly percentage: bigint | null;
  readonly category: string | null;
  readonly report_box: string | null;
  readonly base: bigint;
  readonly tax: bigint;
};

type Taxed = Pick<Row, 'base' | 'tax'>;

/** Rates that were charged only before have a row, too. */
function withPast(now: readonly Row[], before: readonly Row[] | undefined): (Row & { past: Taxed | undefined })[] {
  if (before === undefined) return now.map((row) => ({ ...row, past: undefined }));
  const nothing: Taxed = { base: 0n, tax: 0n };
  const past = new Map(before.map((row) => [keyOf(row), row]));
  const charged = new Set(now.map(keyOf));
  const gone = before.filter((row) => !charged.has(keyOf(row))).map((row) => ({ ...row, ...nothing }));
  const all = [...now, ...gone].map((row) => ({ ...row, past: past.get(keyOf(row)) ?? nothing }));
  return all.toSorted((a, b) => sides.indexOf(a.side) - sides.indexOf(b.side));
}

function keyOf({ side, tax_rate_id: rate }: Pick<Row, 'side' | 'tax_rate_id'>): string {
  return `${side}:${rate === null ? 'none' : recordId('tax_rate', rate)}`;
}

function taxOf(rows: readonly Row[], side: Side): bigint {
  return sum(rows.filter((row) => row.side === side).map(({ tax }) => tax));
}

function totalsOf(context: Context, rows: readonly Row[]): TaxSummary['totals'] {
  const money = baseMoney(context);
  const [output, input] = [taxOf(rows, 'output'), taxOf(rows, 'input')];
  return {
    output_tax: money(output),
    input_tax: money(input),
    withheld_tax: money(taxOf(rows, 'withheld')),
    net_due: money(output - input),
  };
}

/** Each side with its own sign: input and withheld taxes are claims. */
function taxesIn(context: Context, basis: Basis, period: Period): Promise<Row[]> {
  return context.db.many<Row>(sql`
    select found.side, found.rate_id as tax_rate_id, rate.name, rate.percentage, rate.category, rate.report_box,
      case when found.side = 'output' then found.base else -found.base end as base,
      case when found.side = 'output' then found.tax else -found.tax end as tax
    from (
      select side, rate_id, sum(base)::bigint as base, sum(tax)::bigint as tax
      from (${taxSums(context, basis, period)}) as facts group by side, rate_id) as found
    left join report_tax_rates as rate on rate.organization_id = ${context.organization} and rate.id = found.rate_id
    where found.base <> 0 or found.tax <> 0
    order by array_position(array['output', 'input', 'withheld'], found.side), rate.percentage desc nulls last,
      rate.name, rate.id`);
}

/** Movements on the accounts of output and input tax, credits positive. */
async function taxInLedger({ db, organization }: Context, { from, to }: Period): Promise<bigint> {
  const { moved } = await db.one<{ moved: bigint }>(sql`
    select coalesce(-sum(l.amount), 0)::bigint as moved
    from report_accounts as a
    join report_lines as l on l.organization_id = ${organization} and l.account_id = a.id
      and l.entry_date between ${from} and ${to}
    join report_entries as entry on entry.organization_id = ${organization} and entry.id = l.entry_id
      and entry.source_type <> 'vat_return'
    left join report_tax_rates as rate on rate.organization_id = ${organization} and rate.id = l.tax_rate_id
    where a.organization_id = ${organization} and ${isOfTaxes(organization)}
      and (${isOnlyOfTaxes} or l.tax_rate_id is not null)
      and rate.kind is distinct from 'withholding' and a.system_role is distinct from 'tax_withheld'`);
  return moved;
}

/** An account called `a` that a rate names may be of other things as well: there, only what bears a rate is tax. */
const isOnlyOfTaxes = sql`(a.type in ('tax_payable', 'tax_receivable')
  or coalesce(a.system_role = 'tax_input', false))`;

function asTable({ period, rows, totals, compared_totals: past }: TaxSummary): Table {
  const fields = TaxRow.omit({ key: true, tax_rate_id: true, change_percent: true }).shape;
  const headings = { name: 'tax', tax: 'amount', compared_tax: 'compared' };
  const before = new Map(Object.entries(past ?? {}));
  return recordTable(`tax-summary-${period.from}-${period.to}`, { fields, headings }, [
    ...rows,
    ...Object.entries(totals).map(([name, tax]) => ({ side: 'total', name, tax, compared_tax: before.get(name) })),
  ]);
}

import { z } from 'zod';
import { money } from '../../../core/money.ts';
import { sum } from '../../../core/list.ts';
import { parseTaxCode } from '../../../core/vat/tax-code.ts';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Day, Id, Money, OrFile } from '../../../wire/index.ts';
import { type Cell, csvFile, digits } from '../../ledger/index.ts';
import { linesOf } from '../returns/lines.ts';
import { loadReturn } from '../returns/store.ts';

const OssSummary = z.object({
  return_id: Id('vat_return'),
  period_from: Day,
  period_to: Day,
  currency: z.string(),
  rows: z.array(
    z.object({
      country: z.string().describe('Where the goods or services are consumed.'),
      percentage: z.string(),
      correction_of: z.string().nullable().describe('Quarter that is corrected, such as 2026-Q1; null for this one.'),
      base: Money,
      tax: Money,
    }),
  ),
  total: Money,
});
type OssSummary = z.output<typeof OssSummary>;

type Row = { readonly code: string; readonly quarter: string; readonly base: bigint; readonly tax: bigint };

export const getOssSummary = operation({
  name: 'get_oss_summary',
  summary: 'Get a return of the One-Stop Shop by country, rate and corrected quarter.',
  guidance: 'Create the return with `scheme: "oss"` first. Amounts are in the base currency.',
  http: 'GET /vat-returns/{id}/oss',
  effect: 'read',
  permission: 'vat:read',
  mcp: 'action',
  cost: 2,
  input: z.strictObject({ id: Id('vat_return'), format: z.enum(['json', 'csv']).default('json') }),
  output: OrFile(OssSummary),
  refuses: [notFound],
  async run(context, { id, format }) {
    const row = await loadReturn(context, id);
    if (row.scheme !== 'oss') throw notFound();
    const currency = context.actor.organization?.baseCurrency ?? '';
    const rows = await context.db.many<Row>(sql`
      select code, to_char(tax_date, 'YYYY"-Q"Q') as quarter, sum(base)::bigint as base, sum(tax)::bigint as tax
      from ${linesOf(context, row)} as line group by 1, 2 having sum(base) <> 0 or sum(tax) <> 0 order by 2 desc, 1`);
    const own = quarterOf(row.period_from);
    const summary: OssSummary = {
      return_id: id,
      period_from: row.period_from,
      period_to: row.period_to,
      currency,
      rows: rows.map(({ code, quarter, base, tax }) => ({
        country: parseTaxCode(code)?.country ?? '',
        percentage: parseTaxCode(code)?.percent ?? '',
        correction_of: quarter === own ? null : quarter,
        base: money(base, currency),
        tax: money(tax, currency),
      })),
      total: money(sum(rows.map(({ tax }) => tax)), currency),
    };
    return format === 'json' ? summary : asFile(summary);
  },
});

function quarterOf(day: string): string {
  return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}

function asFile({ period_from: from, rows }: OssSummary) {
  const header = ['country', 'percentage', 'correction_of', 'base', 'tax'];
  const cells = rows.map((row): Cell[] => [row.country, digits(row.percentage), row.correction_of, row.base, row.tax]);
  return csvFile(`oss-${quarterOf(from)}`, header, cells);
}

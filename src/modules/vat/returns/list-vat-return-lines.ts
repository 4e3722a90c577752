import { z } from 'zod';
import { codesOfBox, measuresOfBox } from '../../../core/vat/form.ts';
import { parseTaxCode } from '../../../core/vat/tax-code.ts';
import { join, type Sql, sql } from '../../../db/sql.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { filter } from '../../../operation/filter.ts';
import { dayKey, listOf, Page, page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { AnyId, Day, ForeignText, Id, Money, type Prefixed, prefixes, Text } from '../../../wire/index.ts';
import { typeIdFrom } from '../../../wire/type-id.ts';
import { settingsOf } from '../../organization/index.ts';
import { formOfScheme } from '../forms/index.ts';
import { linesOf, namesOfLines } from './lines.ts';
import { moneyOf } from './return-record.ts';
import { loadReturn } from './store.ts';

const ReturnLine = z.object({
  id: z.string(),
  source_id: AnyId.describe('The sale, return, expense or entry.'),
  number: z.string().nullable(),
  name: ForeignText.nullable().describe('Client or supplier.'),
  tax_rate_id: Id('tax_rate').nullable(),
  code: z.string(),
  side: z.enum(['output', 'input']),
  tax_date: Day,
  is_late: z.boolean().describe('Its tax date is before the period.'),
  base: Money,
  tax: Money,
  not_deductible: Money.describe('Tax that is not deducted.'),
});
type ReturnLine = z.output<typeof ReturnLine>;

const lines = listOf({
  name: 'vat_return_lines',
  row: ReturnLine,
  id: sql`line.id`,
  sorts: { tax_date: dayKey(sql`line.tax_date`) },
  defaultSort: 'tax_date',
  filters: {
    return_id: { ...filter(Id('vat_return').describe('The return.'), () => sql`true`), required: true },
    box: filter(Text(20).describe('Lines behind one box.'), () => sql`true`),
    code: filter(Text(20).describe('A tax code, such as S19.'), (code) => sql`line.code = ${code}`),
    is_late: filter(z.boolean(), (wanted) => sql`line.is_late = ${wanted}`),
  },
});

type Row = Omit<ReturnLine, 'source_id' | 'base' | 'tax' | 'not_deductible'> & {
  readonly source_type: Prefixed;
  readonly source_id: string;
  readonly base: bigint;
  readonly tax: bigint;
  readonly lost: bigint;
};

type Asked = { readonly return_id: string; readonly box?: string; readonly code?: string };

export const listVatReturnLines = operation({
  name: 'list_vat_return_lines',
  summary: 'List what is behind a VAT return or one of its boxes: each tax of each document.',
  http: 'GET /vat-return-lines',
  effect: 'read',
  permission: 'vat:read',
  mcp: 'action',
  cost: 2,
  input: lines.input,
  output: Page(ReturnLine),
  refuses: [notFound, validationFailed],
  async run(context, input) {
    // The filters above are what these are.
    const { return_id: id, box, code } = input as typeof input & Asked;
    if (code !== undefined && parseTaxCode(code) === undefined) {
      throw fault('/code', 'unknown', 'There is no such tax code. Write one such as S19, K or OSSFR20.');
    }
    const row = await loadReturn(context, id);
    const amount = moneyOf(context);
    const found = await page<Row>(context, lines, input, {
      select: sql`line.id, line.source_type, line.source_id, line.tax_rate_id, line.code, line.side, line.tax_date,
        line.is_late, line.base, line.tax, line.lost, coalesce(sale.number, expense.number) as number,
        coalesce(sale.client_name, expense.payee_name) as name`,
      from: sql`${linesOf(context, row)} as line ${namesOfLines(context)}`,
      where: box === undefined ? sql`true` : await isInBox(context, row.scheme, box),
    });
    const data = found.data.map(({ source_type: type, source_id: source, lost, base, tax, ...line }) => ({
      ...line,
      source_id: typeIdFrom(prefixes[type], source),
      base: amount(base),
      tax: amount(tax),
      not_deductible: amount(lost),
    }));
    return { ...found, data };
  },
});

/** Patterns of codes as a condition: a nature with any percentage, one code, or all but some percentages. */
async function isInBox(
  context: Parameters<typeof settingsOf>[0],
  scheme: 'national' | 'oss',
  box: string,
): Promise<Sql> {
  const { country } = await settingsOf(context);
  const form = formOfScheme(scheme, country);
  const known = form.boxes.map((one) => one.box);
  if (!known.includes(box))
    throw fault('/box', 'unknown', `The form has no such box. Write one of ${known.join(', ')}.`);
  const found = codesOfBox(form, box).map((pattern) => codeMatches(pattern));
  const isCoded = found.length === 0 ? sql`false` : join(found, sql` or `);
  return sql`(${isCoded}) and ${sidesOf(measuresOfBox(form, box))}`;
}

function codeMatches(pattern: string): Sql {
  const [wanted = '', ...not] = pattern.split('!');
  if (!/^[A-Z]+$/.test(wanted)) return sql`line.code = ${wanted}`;
  const others = not.map((percent) => `${wanted}${percent}`);
  return sql`substring(line.code from '^OSS|^[A-Z]+') = ${wanted} and not line.code = any(${others}::text[])`;
}

/** Reverse charge has a line on each side: one is of the boxes of what is owed, one of those of what is deducted. */
function sidesOf(measures: readonly string[]): Sql {
  const deducted = measures.filter((measure) => measure.startsWith('input')).length;
  if (deducted === measures.length) return sql`line.side = 'input'`;
  return deducted === 0 ? sql`(line.side = 'output' or line.code ~ '^(P|PG|PC|IM)[0-9]')` : sql`true`;
}

import { z } from 'zod';
import { minorDigits } from '../../../core/currency.ts';
import { sum } from '../../../core/list.ts';
import { money } from '../../../core/money.ts';
import { exemptByNumber } from '../../../core/vat/tax-code.ts';
import { sql } from '../../../db/sql.ts';
import { validationFailed } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { Day, ForeignText, Id, Money, OrFile } from '../../../wire/index.ts';
import { type Cell, csvFile } from '../../ledger/index.ts';
import { vatSettingsMissing } from '../settings/vat-settings.ts';
import { needSettings } from '../settings/need-settings.ts';

const kinds = ['goods', 'services', 'triangular'] as const;
const rowsMax = 10_000;

const EcSalesList = z.object({
  from: Day,
  to: Day,
  currency: z.string(),
  rows: z
    .array(
      z.object({
        vat_number: z.string().nullable().describe('Null where the client has none: the list is not complete then.'),
        country: z.string().nullable(),
        kind: z.enum(kinds),
        client_id: Id('client').nullable(),
        client_name: ForeignText.nullable(),
        amount: Money.describe('Base, to the cent.'),
        whole: z.string().describe('The same in whole units, as the list wants it: the cents are cut off.'),
      }),
    )
    .max(rowsMax),
  totals: z.object({ goods: Money, services: Money, triangular: Money }),
});
type EcSalesList = z.output<typeof EcSalesList>;

type Row = Pick<EcSalesList['rows'][number], 'vat_number' | 'kind' | 'client_id' | 'client_name'> & {
  readonly amount: bigint;
};

export const getEcSalesList = operation({
  name: 'get_ec_sales_list',
  summary: 'Get the EC sales list of a period: supplies to businesses in other member states.',
  guidance: 'By VAT number of the buyer and kind, by tax date, with credit notes in the period they are dated in.',
  http: 'GET /reports/ec-sales-list',
  effect: 'read',
  permission: 'vat:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({
    from: Day.describe('First day of the month or quarter.'),
    to: Day,
    format: z.enum(['json', 'csv']).default('json'),
  }),
  output: OrFile(EcSalesList),
  refuses: [validationFailed, vatSettingsMissing],
  async run(context, { from, to, format }) {
    if (to < from) throw fault('/to', 'before_from', 'Write a last day that is not before the first.');
    await needSettings(context);
    const { db, organization, actor } = context;
    const currency = actor.organization?.baseCurrency ?? '';
    const unit = 10n ** BigInt(minorDigits(currency) ?? 2);
    const rows = await db.many<Row>(sql`
      select told.vat_number, told.kind, told.amount, told.client_id, client.name as client_name
      from (
        select vat_number_of(${organization}, sale.client_id) as vat_number, sale.client_id,
          case code.code when 'K' then 'goods' when 'KS' then 'services' else 'triangular' end as kind,
          sum(fact.base)::bigint as amount
        from vat_facts(${organization}, ${from}, ${to}) as fact
        join report_tax_codes as code on code.organization_id = ${organization} and code.source_type = fact.source_type
          and code.source_id = fact.source_id and code.tax_rate_id = fact.tax_rate_id
          and code.code = any(${exemptByNumber}::text[])
        join vat_sale_clients as sale on sale.organization_id = ${organization} and sale.id = fact.source_id
        where fact.source_type = 'sale'
        group by 1, 2, 3 having sum(fact.base) <> 0) as told
      left join report_clients as client on client.organization_id = ${organization} and client.id = told.client_id
      order by told.vat_number nulls last, told.kind, told.client_id limit ${rowsMax + 1}`);
    if (rows.length > rowsMax) throw fault('/to', 'too_many', 'Ask for a shorter period: its list has too many rows.');
    const merged = byNumber(rows);
    const total = (kind: Row['kind']) =>
      money(sum(merged.filter((row) => row.kind === kind).map(({ amount }) => amount)), currency);
    const list: EcSalesList = {
      from,
      to,
      currency,
      rows: merged.map((row) => ({
        ...row,
        country: row.vat_number?.slice(0, 2) ?? null,
        amount: money(row.amount, currency),
        whole: (row.amount / unit).toString(),
      })),
      totals: { goods: total('goods'), services: total('services'), triangular: total('triangular') },
    };
    return format === 'json' ? list : asFile(list);
  },
});

/** Two clients may be one business: its number is declared once. */
function byNumber(rows: readonly Row[]): Row[] {
  const found = new Map<string, Row>();
  for (const row of rows) {
    const key = row.vat_number === null ? `${row.client_id}\n${row.kind}` : `${row.vat_number}\n${row.kind}`;
    const before = found.get(key);
    found.set(key, before === undefined ? row : { ...before, amount: before.amount + row.amount });
  }
  return [...found.values()].filter(({ amount }) => amount !== 0n);
}

function asFile({ from, to, rows }: EcSalesList) {
  const header = ['country', 'vat_number', 'kind', 'whole', 'amount', 'client'];
  const cells = rows.map((row): Cell[] => [
    row.country,
    row.vat_number,
    row.kind,
    { digits: row.whole },
    row.amount,
    row.client_name,
  ]);
  return csvFile(`ec-sales-list-${from}-${to}`, header, cells);
}

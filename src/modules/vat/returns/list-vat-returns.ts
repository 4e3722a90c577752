import { sql } from '../../../db/sql.ts';
import { anyOf, dayRange } from '../../../operation/filter.ts';
import { dayKey, instantKey, listOf, Page, page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { settingsOf } from '../../organization/index.ts';
import { formOfScheme } from '../forms/index.ts';
import { fillReturn } from './fill-return.ts';
import { listedReturn } from './return-record.ts';
import { ListedReturn, returnColumns, type ReturnRow, schemes } from './vat-return.ts';

const returns = listOf({
  name: 'vat_returns',
  row: ListedReturn,
  id: sql`id`,
  sorts: { period_from: dayKey(sql`period_from`), created_at: instantKey(sql`created_at`) },
  defaultSort: '-period_from',
  filters: {
    status: anyOf(['draft', 'filed', 'superseded'], (states) => sql`status = any(${states}::text[])`),
    scheme: anyOf(schemes, (wanted) => sql`scheme = any(${wanted}::text[])`),
    period_from: dayRange(sql`period_from`),
  },
});

export const listVatReturns = operation({
  name: 'list_vat_returns',
  summary: 'List VAT returns, the latest period first.',
  guidance: 'A settled or paid return is found by the status `filed`.',
  http: 'GET /vat-returns',
  effect: 'read',
  permission: 'vat:read',
  mcp: 'action',
  input: returns.input,
  output: Page(ListedReturn),
  async run(context, input) {
    const [found, { country }] = await Promise.all([
      page<ReturnRow>(context, returns, input, {
        select: returnColumns,
        from: sql`vat_returns`,
        where: sql`organization_id = ${context.organization}`,
      }),
      settingsOf(context),
    ]);
    const data = await Promise.all(
      found.data.map(async (row) => {
        const due = row.due ?? (await fillReturn(context, row)).filled.due;
        return listedReturn(context, row, { form: formOfScheme(row.scheme, country), due });
      }),
    );
    return { ...found, data };
  },
});

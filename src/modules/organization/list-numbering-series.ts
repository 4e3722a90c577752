import { and, sql } from '../../db/sql.ts';
import { filter } from '../../operation/filter.ts';
import { instantKey, listOf, Page, page, textKey } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Text } from '../../wire/index.ts';
import { Series, seriesColumns, seriesRecord, type SeriesRow } from './series.ts';

const series = listOf({
  name: 'numbering_series',
  row: Series,
  id: sql`id`,
  sorts: { record_type: textKey(sql`record_type`), updated_at: instantKey(sql`updated_at`) },
  defaultSort: 'record_type',
  filters: { record_type: filter(Text(40), (type) => sql`record_type = ${type}`) },
});

export const listNumberingSeries = operation({
  name: 'list_numbering_series',
  summary: 'List the numbering series: how each kind of record is numbered, and its next number.',
  http: 'GET /numbering-series',
  effect: 'read',
  permission: 'organization:read',
  mcp: 'action',
  input: series.input,
  output: Page(Series),
  async run(context, input) {
    const found = await page<SeriesRow>(context, series, input, {
      select: seriesColumns(context.today),
      from: sql`numbering_series`,
      where: and([sql`organization_id = ${context.organization}`]),
    });
    return { ...found, data: found.data.map((row) => seriesRecord(context, row)) };
  },
});

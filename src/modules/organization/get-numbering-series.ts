import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Series, seriesColumns, seriesRecord, type SeriesRow } from './series.ts';

export const getNumberingSeries = operation({
  name: 'get_numbering_series',
  summary: 'Get a numbering series: how a kind of record is numbered, and its next number.',
  http: 'GET /numbering-series/{id}',
  effect: 'read',
  permission: 'organization:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('series') }),
  output: Series,
  refuses: [notFound],
  async run(context, { id }) {
    const { db, organization, today } = context;
    const row = await db.maybe<SeriesRow>(sql`
      select ${seriesColumns(today)} from numbering_series where organization_id = ${organization} and id = ${id}`);
    if (row === undefined) throw notFound();
    return seriesRecord(context, row);
  },
});

import { z } from 'zod';
import { csvFile } from '../ledger/index.ts';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { FileOutput, Id } from '../../wire/index.ts';
import type { Reading } from './reading.ts';
import { readTables, recordsIn } from './records.ts';
import { readImport } from './store.ts';
import { filesOf } from './run-store.ts';

type Fault = {
  readonly record: number;
  readonly line: number;
  readonly field: string | null;
  readonly code: string;
  readonly message: string;
};

const faultColumns = ['import_line', 'import_field', 'import_code', 'import_error'];

export const getImportErrors = operation({
  name: 'get_import_errors',
  summary: 'Get the row-error file of an import: rejected rows as sent, with their errors.',
  guidance: 'Correct the rows in it and import it again.',
  http: 'GET /imports/{id}/errors',
  effect: 'read',
  permission: 'data:import',
  mcp: 'action',
  cost: 10,
  input: z.strictObject({ id: Id('import') }),
  output: FileOutput,
  refuses: [notFound],
  async run(context, { id }) {
    const { db, organization } = context;
    const [row, files, faults] = await Promise.all([
      readImport(context, id),
      filesOf(db, organization, id),
      db.many<Fault>(sql`
        select record, line, field, code, message from import_faults
        where organization_id = ${organization} and import_id = ${id} order by record`),
    ]);
    // Once nothing has failed the files are gone.
    if (files === undefined) return csvFile(`${row.kind}-errors`, faultColumns, []);
    // It says what was read as what is among those that there are.
    const tables = await readTables(files, row.reading as Reading | null);
    const records = await recordsIn(tables, row);
    const header = [...faultColumns, ...tables.rows.header];
    const rows = faults.flatMap(({ record, line, field, code, message }) =>
      (records[record]?.cells ?? []).map((cells) => [line, field, code, message, ...cells]),
    );
    return csvFile(`${row.kind}-errors`, header, rows);
  },
});

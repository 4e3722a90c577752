import { z } from 'zod';
import { validationFailed } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { ForeignName } from '../../wire/index.ts';
import { mayBePercent } from './check-cells.ts';
import { fieldsOf, kinds } from './fields.ts';
import {
  ambiguousDiscount,
  bodyMaxBytes,
  FieldTexts,
  defaultsHint,
  mappingHint,
  fileInput,
  refuseOfSalesOnly,
  statedFormats,
} from './file-input.ts';
import { formatsOf } from './formats.ts';
import { ignoredColumns } from './ignored.ts';
import { fileUnreadable } from './import.ts';
import { columnsOf, mappedBy } from './mapping.ts';
import { columnsIn, readTables, recordsIn } from './records.ts';
import { sentIn } from './sent-files.ts';
import type { Table } from './table.ts';

const samplesMax = 3;
const sampleLengthMax = 80;

const Inspection = z.object({
  reading: z.object({ encoding: z.string(), delimiter: z.string() }).describe('How the file was read.'),
  total: z.int().describe('Number of records: rows, or the products or sales that they belong to.'),
  columns: z.array(
    z.object({
      name: ForeignName,
      samples: z.array(ForeignName).describe('Its first cells that are not empty.'),
      field: z.string().nullable().describe('The field that it is read as; null: it is ignored.'),
      nearest: z.string().nullable().describe('Of an ignored column, the field with a similar name.'),
    }),
  ),
  fields: z
    .array(z.object({ name: z.string(), is_required: z.boolean() }))
    .describe('The fields that columns may be mapped to.'),
  problems: z
    .array(z.object({ pointer: z.string(), code: z.string(), message: z.string() }))
    .describe('What create_import would refuse of this file and mapping; empty: it takes it.'),
});

const Inspected = z.strictObject({
  kind: z.enum(kinds),
  ...fileInput,
  mapping: FieldTexts.optional().describe(mappingHint),
  defaults: FieldTexts.optional().describe(defaultsHint),
  ...statedFormats,
});
type Inspected = z.output<typeof Inspected>;

export const inspectImport = operation({
  name: 'inspect_import',
  summary: 'Inspect a CSV file before it is imported: its columns, the fields they are read as, and what is missing.',
  guidance:
    'Writes nothing. Map columns with `mapping` until `problems` is empty, then send the same to create_import.',
  http: 'POST /imports/inspect',
  effect: 'read',
  permission: 'data:import',
  mcp: 'action',
  bodyMaxBytes,
  // Reading the largest file takes a second.
  cost: 100,
  input: Inspected,
  output: Inspection,
  refuses: [validationFailed, fileUnreadable],
  prepare: inspected,
  run(_, __, inspection: Awaited<ReturnType<typeof inspected>>) {
    return Promise.resolve(inspection);
  },
});

/** Reads the file without a transaction: the largest takes seconds. */
async function inspected(_: unknown, input: Inspected) {
  const { kind, defaults = {} } = input;
  refuseOfSalesOnly(input);
  const { files, reading } = sentIn(input);
  const tables = await readTables(files, reading);
  const sources = tables.heads === undefined ? [tables.rows] : [tables.rows, tables.heads];
  const { mapping, errors: unmapped } = mappedBy(input, sources);
  const { formats, errors: unread } = await formatsOf(await columnsIn(sources, mapping), { mapping, stated: input });
  const records = await recordsIn(tables, { kind, mapping, defaults, formats });
  const isGuessed = input.mapping?.['discount_fraction'] === undefined;
  const unsure = isGuessed && mayBePercent(records) ? ambiguousDiscount(mapping).errors : [];
  const columns = columnsOf(sources);
  const fieldOf = new Map(Object.entries(mapping).map(([field, column]) => [column, field]));
  const nearestOf = new Map(ignoredColumns(kind, columns, mapping).map(({ column, nearest }) => [column, nearest]));
  return {
    reading,
    total: records.length,
    columns: columns.map((name) => ({
      name,
      samples: samplesIn(sources, name),
      field: fieldOf.get(name) ?? null,
      nearest: nearestOf.get(name) ?? null,
    })),
    fields: fieldsOf[kind].map(({ name, required = false }) => ({ name, is_required: required })),
    problems: [...unmapped, ...unread, ...unsure],
  };
}

function samplesIn(tables: readonly Table[], column: string): string[] {
  const cells = tables.flatMap(({ header, rows }) => {
    const at = header.indexOf(column);
    return at === -1 ? [] : rows.map((row) => row.cells[at] ?? '').filter((cell) => cell !== '');
  });
  return [...new Set(cells)].slice(0, samplesMax).map((cell) => cell.slice(0, sampleLengthMax));
}

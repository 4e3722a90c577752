import { z } from 'zod';
import { type Sql, sql } from '../../db/sql.ts';
import { cutField, cutOf } from '../../operation/cut.ts';
import { event } from '../../operation/events.ts';
import { refusal } from '../../operation/errors.ts';
import { ForeignName, Id, Instant } from '../../wire/index.ts';
import { dayFormats, numberFormats } from '../../core/written.ts';
import { kinds } from './fields.ts';

export const importStates = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;

const Actor = z.object({ type: z.string(), id: z.string().nullable(), name: z.string() });

const ControlTotals = z.object({
  checked: z.int(),
  differing: z.int(),
  differences: z
    .array(z.object({ line: z.int(), field: z.string(), stated: z.string(), computed: z.string() }))
    .describe('The first rows concerned.'),
  cut: cutField,
});

const Footer = z.object({
  line: z.int(),
  label: ForeignName,
  sums: z.array(
    z.object({
      column: ForeignName,
      stated: z.string(),
      computed: z.string().nullable().describe('Total of the rows; null if they are not numbers.'),
      agrees: z.boolean(),
    }),
  ),
});

export const Import = z.object({
  id: Id('import'),
  organization_id: Id('organization'),
  kind: z.enum(kinds),
  is_trial: z.boolean().describe('Dry run: every row is validated and none is imported.'),
  filename: ForeignName.nullable(),
  state: z.enum(importStates),
  mapping: z.record(z.string(), z.string()).describe('Field to column.'),
  defaults: z.record(z.string(), z.string()).describe('Field to default text, used if the file has no value.'),
  formats: z
    .record(z.string(), z.enum([...numberFormats, ...dayFormats]))
    .describe('Detected number and date formats, by column, from all its cells.'),
  ignored: z
    .array(z.object({ column: ForeignName, nearest: z.string().nullable().describe('The field with a similar name.') }))
    .describe('Unmapped columns, which are ignored. Map those you need.'),
  reading: z
    .object({ encoding: z.string(), delimiter: z.string() })
    .nullable()
    .describe('How the file was read, as specified or detected; null for imports older than this field.'),
  footers: z.array(Footer).describe('Footer rows with totals of the others, such as "Total". They are not imported.'),
  totals: ControlTotals.nullable().describe(
    'Control totals: sums stated in the file against the total of its rows; null if it states none.',
  ),
  sums: z
    .array(
      z.object({
        currency: z.string(),
        stated: z.string().describe('Total of the records in the file.'),
        booked: z.string().describe('What came in, as it is in the books; of a dry run, as it would be.'),
        skipped: z.string().describe('Of those that existed already.'),
        failed: z.string(),
      }),
    )
    .describe('Of invoices, bills and payments, by currency, as far as the import has come.'),
  stock: z.enum(['issue', 'none']).nullable(),
  total: z.int().describe('Number of records: rows, or the products or sales that they belong to.'),
  done: z.int(),
  created: z.int(),
  skipped: z.int().describe('Already existed, by their external_id.'),
  failed: z.int().describe('Rejected; listed in the row-error file with the reason.'),
  progress: z.int().describe('Percent.'),
  problem: z.string().nullable().describe('Why it stopped early.'),
  started_at: Instant.nullable(),
  finished_at: Instant.nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: Actor,
  updated_by: Actor,
});
export type Import = z.output<typeof Import>;

type Totals = z.output<typeof ControlTotals>;

export type ImportRow = Omit<Import, 'progress' | 'totals' | 'sums'> & {
  readonly totals: Omit<Totals, 'cut'> | null;
  readonly sums: Readonly<Record<string, Omit<Import['sums'][number], 'currency'>>>;
};

export const importColumns: Sql = sql`organization_id, id, kind, is_trial, filename, state, mapping, defaults, formats,
  ignored, reading, footers, totals, sums, stock,
  total, done, created, skipped, failed, problem, started_at, finished_at, version, created_at, updated_at,
  created_by, updated_by`;

export function importRecord(row: ImportRow): Import {
  const progress = row.total === 0 ? 100 : Math.floor((row.done / row.total) * 100);
  const sums = Object.entries(row.sums).map(([currency, of]) => ({ currency, ...of }));
  return { ...row, totals: row.totals && withCut(row.totals), sums, progress };
}

function withCut(totals: Omit<Totals, 'cut'>): Totals {
  const shown = totals.differences.length;
  const how = 'Correct these in the file and send it again.';
  return { ...totals, cut: cutOf({ list: 'differences', shown, left: totals.differing - shown, how }) };
}

export const importCreated = event(
  'import.created',
  Import.pick({ id: true, kind: true, is_trial: true, total: true }),
);
export const importCompleted = event(
  'import.completed',
  Import.pick({
    id: true,
    kind: true,
    is_trial: true,
    total: true,
    created: true,
    skipped: true,
    failed: true,
    created_by: true,
  }),
  { title: 'Your import is finished', called: 'kind', to: 'named', names: 'created_by' },
);
export const importCancelled = event(
  'import.cancelled',
  Import.pick({ id: true, kind: true, done: true, total: true }),
);

export const fileUnreadable = refusal(
  'file_unreadable',
  422,
  'The file cannot be read as a table.',
  'Send UTF-8 text with a header line and one row per line, separated by commas, semicolons or tabs.',
);

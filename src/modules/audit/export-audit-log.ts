import { z } from 'zod';
import { and, type Sql, sql, unprepared } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import { limitExceeded } from '../../operation/errors.ts';
import { conditionsOf } from '../../operation/filter.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { RowsOutput } from '../../wire/index.ts';
import { type Cell, csvFile } from '../ledger/index.ts';
import { entrySource, WholeAuditEntry, wholeColumns, wholeEntryFrom } from './audit-entry.ts';
import { entryFilters } from './entry-list.ts';

/** Some 20 MB of text, the most that is put together in memory at once. */
const entriesMax = 10_000;
const pageSize = 500;
const fileName = 'audit-log';

const filterInput = Object.fromEntries(
  Object.entries(entryFilters).map(([name, { schema }]) => [name, schema.optional()]),
);

export const exportAuditLog = operation({
  name: 'export_audit_log',
  summary: 'Export the audit log, filtered if you wish, as CSV or JSON lines, oldest first.',
  guidance: `At most ${entriesMax} entries at once: narrow \`at\`. JSON lines also have the input and the changes.`,
  http: 'GET /audit-log/export',
  effect: 'read',
  permission: 'audit:read',
  mcp: 'action',
  cost: 20,
  input: z.strictObject({ format: z.enum(['csv', 'jsonl']), ...filterInput }),
  output: RowsOutput,
  refuses: [limitExceeded],
  async run(context, { format, ...filters }) {
    const entries = entriesOf(context, conditionsOf(context, entryFilters, filters));
    if (format === 'csv') return csvFile(fileName, csvHeader, await Array.fromAsync(entries, csvRow));
    let content = '';
    for await (const entry of entries) content += `${JSON.stringify(entry)}\n`;
    return { filename: `${fileName}.jsonl`, content_type: 'application/x-ndjson', content };
  },
});

type Wire = Readonly<Record<string, unknown>>;
const wireEntry = encoderOf(WholeAuditEntry);

/** Every entry that is asked for, page by page, so that what the database hands over at once stays small. */
async function* entriesOf(context: Context, filters: readonly Sql[]): AsyncGenerator<Wire> {
  const own = sql`entry.organization_id = ${context.organization}`;
  for (let [count, after] = [0, sql`true`]; ;) {
    const rows = await context.db.many<Omit<WholeAuditEntry, 'changes'> & { readonly exact: string }>(
      unprepared(sql`
        select ${wholeColumns}, entry.at::text as exact from ${entrySource}
        where ${and([own, ...filters, after])} order by entry.at, entry.id limit ${pageSize}`),
    );
    count += rows.length;
    if (count > entriesMax) throw tooMany();
    for (const row of rows) yield wireEntry(wholeEntryFrom(context, row)) as Wire;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = sql`(entry.at, entry.id) > (${last.exact}::timestamptz, ${last.id})`;
  }
}

function tooMany(): Error {
  return limitExceeded({ max: entriesMax, hint: 'Export fewer at once: narrow `at` or add filters.' });
}

const csvHeader = [
  'id',
  'at',
  'actor_type',
  'actor_id',
  'actor_name',
  'token_id',
  'session_id',
  'action',
  'effect',
  'target_id',
  'changed_fields',
  'refused',
  'door',
  'request_id',
  'idempotency_key',
  'ip',
  'user_agent',
  'mcp_client',
  'sequence',
  'hash',
];

function csvRow(entry: Wire): Cell[] {
  const { actor, changes } = entry as {
    actor: { type: string; id: string; name: string };
    changes: { field: string }[];
  };
  const derived: Record<string, string | null> = {
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    changed_fields: changes.map(({ field }) => field).join(' '),
  };
  // Besides those above every column is a field of the entry that is a text, a number or null.
  return csvHeader.map((column) => (column in derived ? (derived[column] ?? null) : (entry[column] as Cell)));
}

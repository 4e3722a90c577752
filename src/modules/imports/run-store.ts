import { z } from 'zod';
import type { Db } from '../../db/database.ts';
import { type Sql, sql } from '../../db/sql.ts';
import type { Kind } from './fields.ts';
import type { Formats } from './formats.ts';
import type { Mapping } from './mapping.ts';
import type { Reading } from './reading.ts';
import type { Files } from './records.ts';

/** An import as the one who runs it needs it. */
export type RunnableImport = {
  readonly kind: Kind;
  readonly is_trial: boolean;
  readonly mapping: Mapping;
  readonly defaults: Mapping;
  readonly formats: Formats;
  readonly reading: Reading | null;
  readonly stock: 'issue' | 'none' | null;
  readonly done: number;
  readonly user_id: string;
  readonly permissions: readonly string[];
  readonly created_by: { readonly type: string; readonly name: string };
};

/** Takes an import up, or up again after whoever ran it is gone. Undefined where it has ended. */
export function beginImport(
  db: Db,
  organization: string,
  id: string,
  now: string,
): Promise<RunnableImport | undefined> {
  return db.maybe<RunnableImport>(sql`
    update imports set state = 'running', started_at = coalesce(started_at, ${now}), updated_at = ${now}
    where organization_id = ${organization} and id = ${id} and state in ('queued', 'running')
    returning kind, is_trial, mapping, defaults, formats, reading, stock, done, user_id, permissions, created_by`);
}

/** Undefined once nothing of them is needed any more. */
export async function filesOf(db: Db, organization: string, id: string): Promise<Files | undefined> {
  const parts = await db.many<{ part: 'rows' | 'heads'; content: string }>(sql`
    select part, content from import_files where organization_id = ${organization} and import_id = ${id}`);
  const contentOf = (part: string) => parts.find((one) => one.part === part)?.content;
  const rows = contentOf('rows');
  return rows === undefined ? undefined : { rows, heads: contentOf('heads') };
}

const place = { record: z.int(), line: z.int() };

export const Outcome = z.union([
  z.strictObject({ ...place, result: z.enum(['created', 'skipped']) }),
  z.strictObject({
    ...place,
    result: z.literal('failed'),
    field: z.string().nullable(),
    code: z.string(),
    message: z.string(),
  }),
]);
export type Outcome = z.output<typeof Outcome>;

const messageMax = 1_000;

/**
 * Notes what became of the records after `from`, all of it or nothing, and answers false where the import was ended
 * meanwhile, or is run by somebody else too.
 */
export async function noteOutcomes(
  db: Db,
  { organization, id, from, now }: { organization: string; id: string; from: number; now: string },
  outcomes: readonly Outcome[],
): Promise<boolean> {
  const count = (result: Outcome['result']) => outcomes.filter((one) => one.result === result).length;
  const noted = await db.maybe(sql`
    update imports set done = done + ${outcomes.length}, created = created + ${count('created')},
      skipped = skipped + ${count('skipped')}, failed = failed + ${count('failed')}, updated_at = ${now}
    where organization_id = ${organization} and id = ${id} and state = 'running' and done = ${from}
    returning true`);
  if (noted === undefined) return false;
  const faults = outcomes.filter((one) => one.result === 'failed');
  if (faults.length > 0) await db.run(faultRows({ organization, id }, faults));
  return true;
}

type Failed = Extract<Outcome, { result: 'failed' }>;

function faultRows({ organization, id }: { organization: string; id: string }, faults: readonly Failed[]): Sql {
  return sql`
    insert into import_faults (organization_id, import_id, record, line, field, code, message)
    select ${organization}, ${id}, * from unnest(${faults.map(({ record }) => record)}::int[],
      ${faults.map(({ line }) => line)}::int[], ${faults.map(({ field }) => field)}::text[],
      ${faults.map(({ code }) => code)}::text[],
      ${faults.map(({ message }) => message.slice(0, messageMax))}::text[])`;
}

/**
 * Ends a running import: with a reason, where it could not go on. Files are kept only for the sake of what failed.
 * Answers false where it was not running any more.
 */
export async function endImport(
  db: Db,
  { organization, id, now }: { organization: string; id: string; now: string },
  problem: string | null,
): Promise<boolean> {
  const ended = await db.run(sql`
    update imports set state = ${problem === null ? 'completed' : 'failed'}, problem = ${problem}, finished_at = ${now},
      version = version + 1, updated_at = ${now}
    where organization_id = ${organization} and id = ${id} and state = 'running'`);
  await db.run(sql`
    delete from import_files using imports
    where imports.organization_id = ${organization} and imports.id = ${id} and imports.state = 'completed'
      and imports.failed = 0 and import_files.organization_id = imports.organization_id
      and import_files.import_id = imports.id`);
  return ended > 0;
}

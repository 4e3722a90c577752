import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound, reconciledPeriod, versionConflict } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id, Version } from '../../../wire/index.ts';
import { lineMatched } from '../matching/refusals.ts';
import { forgetExplanations, joinWaiting } from './explain-lines.ts';
import { bankImportBuiltOn, bankImports } from './bank-import.ts';

export const deleteBankImport = operation({
  name: 'delete_bank_import',
  summary: 'Delete an import with its statements and the lines that only it brought.',
  guidance:
    'Lines that it replaced or withdrew are open again, and details that it brought are gone. Later files that name ' +
    'its lines are deleted first.',
  http: 'DELETE /bank-imports/{id}',
  effect: 'destructive',
  permission: 'bank:write',
  mcp: 'action',
  noUndo: 'deleted',
  input: z.strictObject({ id: Id('bank_import'), version: Version.optional() }),
  output: z.object({ id: Id('bank_import'), deleted: z.literal(true) }),
  refuses: [notFound, versionConflict, bankImportBuiltOn, lineMatched, reconciledPeriod],
  emits: [bankImports.events.deleted],
  async run(context, { id, version }) {
    const accounts = await lockAccountsOf(context, id);
    const current = await bankImports.lock(context, id, version);
    const later = await laterImports(context, id);
    if (later.length > 0) throw bankImportBuiltOn({ imports: later.map((one) => z.encode(Id('bank_import'), one)) });
    const { db, organization, now } = context;
    forgetExplanations(context, id);
    db.later(sql`
      update bank_lines set state = 'open', replaced_by_id = null, ended_by_import_id = null, updated_at = ${now}
      where organization_id = ${organization} and ended_by_import_id = ${id}`);
    db.later(sql`delete from bank_statements where organization_id = ${organization} and import_id = ${id}`);
    db.later(sql`delete from bank_lines where organization_id = ${organization} and import_id = ${id}`);
    await joinWaiting(context, accounts);
    return bankImports.remove(context, current);
  },
});

/** As an import does, so that none names lines of this one meanwhile. */
async function lockAccountsOf({ db, organization }: Context, id: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from bank_accounts where organization_id = ${organization} and id in (
      select bank_account_id from bank_statements where organization_id = ${organization} and import_id = ${id}
      union select bank_account_id from bank_explanations where organization_id = ${organization} and import_id = ${id})
    order by id for no key update`);
  return rows.map((row) => row.id);
}

const shownMax = 20;

/** Imports whose statements name its lines, or whose lines took their place. */
async function laterImports({ db, organization }: Context, id: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select distinct other.import_id as id from bank_lines as line
    join bank_statement_lines as named on named.organization_id = line.organization_id and named.line_id = line.id
    join bank_statements as other on other.organization_id = named.organization_id and other.id = named.statement_id
    where line.organization_id = ${organization} and line.import_id = ${id} and other.import_id <> ${id}
    union
    select distinct ended_by_import_id from bank_lines
    where organization_id = ${organization} and import_id = ${id} and ended_by_import_id <> ${id}
    order by id limit ${shownMax}`);
  return rows.map((row) => row.id);
}

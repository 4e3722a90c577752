import { type Sql, sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { notFound, versionConflict } from '../../../operation/errors.ts';
import { byId } from '../../../operation/expand.ts';
import type { Context } from '../../../operation/operation.ts';
import { Account } from './account.ts';

/** The columns of an account called `a`, under the names of its fields. */
export const accountColumns: Sql = sql`a.id, a.organization_id, a.code, a.name, a.description, a.class, a.type,
  case when a.class in ('asset', 'expense') then 'debit' else 'credit' end as normal_side, a.parent_id, a.system_role,
  a.external_id, a.metadata, a.custom_fields, a.tags, a.version, a.created_at, a.updated_at, a.created_by, a.updated_by,
  a.archived_at`;

/** An account as it goes out, for the audit log. */
export const wireAccount: (account: Account) => unknown = encoderOf(Account);

/** Accounts by their id; what is not this organisation's is not there. */
export async function loadAccounts(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Account>> {
  const rows = await context.db.many<Account>(sql`
    select ${accountColumns} from accounts as a
    where a.organization_id = ${context.organization} and a.id = any(${ids}::uuid[])`);
  return byId(rows);
}

/** Reads an account that is about to change. Postings to it go on, unless its type is what changes. */
export async function lockAccount(context: Context, id: string, version: number | undefined): Promise<Account> {
  const account = await context.db.maybe<Account>(sql`
    select ${accountColumns} from accounts as a
    where a.organization_id = ${context.organization} and a.id = ${id} for no key update`);
  return asRead(account, version);
}

/** The whole chart, locked so that no account moves or gets its first entry while another's place is decided. */
export async function lockChart(context: Context): Promise<ReadonlyMap<string, Account>> {
  const rows = await context.db.many<Account>(sql`
    select ${accountColumns} from accounts as a
    where a.organization_id = ${context.organization} order by a.id for update`);
  return byId(rows);
}

export function asRead(account: Account | undefined, version: number | undefined): Account {
  if (account === undefined) throw notFound();
  if (version !== undefined && version !== account.version) {
    throw versionConflict({ current_version: account.version });
  }
  return account;
}

/** Writes what may change of an account that was locked before, and answers it as it is then. */
export async function saveAccount(context: Context, account: Account): Promise<Account> {
  const a = account;
  return context.db.one<Account>(sql`
    update accounts as a set code = ${a.code}, name = ${a.name}, description = ${a.description}, type = ${a.type},
      parent_id = ${a.parent_id}, external_id = ${a.external_id}, metadata = ${JSON.stringify(a.metadata)},
      custom_fields = ${JSON.stringify(a.custom_fields)}, tags = ${a.tags}, archived_at = ${a.archived_at},
      version = a.version + 1, updated_at = ${context.now}, updated_by = ${JSON.stringify(actorStamp(context.actor))}
    where a.organization_id = ${context.organization} and a.id = ${a.id} returning ${accountColumns}`);
}

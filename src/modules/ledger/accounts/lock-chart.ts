import { sql } from '../../../db/sql.ts';
import { notFound, versionConflict } from '../../../operation/errors.ts';
import { byId } from '../../../operation/expand.ts';
import type { Context } from '../../../operation/operation.ts';
import { type Account, accounts } from './account.ts';

/** The whole chart, locked so that no account moves or gets its first entry while another's place is decided. */
export async function lockChart(context: Context): Promise<ReadonlyMap<string, Account>> {
  const rows = await context.db.many<Account>(sql`
    select ${accounts.columns} from ${accounts.table}
    where organization_id = ${context.organization} order by id for update`);
  return byId(rows);
}

export function asRead(account: Account | undefined, version: number | undefined): Account {
  if (account === undefined) throw notFound();
  if (version !== undefined && version !== account.version) {
    throw versionConflict({ current_version: account.version });
  }
  return account;
}

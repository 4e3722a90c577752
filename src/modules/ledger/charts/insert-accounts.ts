import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import { type Account, accounts } from '../accounts/account.ts';
import { systemRoleOf } from '../accounts/chart.ts';
import type { ChartAccount } from './charts.ts';

/** Writes accounts of a chart, and answers them in the order of their codes. */
export async function insertAccounts(context: Context, added: readonly ChartAccount[]): Promise<readonly Account[]> {
  const { db, organization, now, actor } = context;
  const stamp = JSON.stringify(actorStamp(actor));
  const roles = added.map(({ role }) => (role === null ? null : systemRoleOf(role)));
  return db.many<Account>(sql`
    with added as (
      insert into accounts (organization_id, id, code, name, english_name, type, system_role, created_at, updated_at,
        created_by, updated_by)
      select ${organization}, id, code, name, english_name, type, role, ${now}, ${now}, ${stamp}, ${stamp}
      from unnest(${added.map(() => context.newId())}::uuid[], ${added.map(({ code }) => code)}::text[],
        ${added.map(({ name }) => name)}::text[], ${added.map(({ englishName }) => englishName)}::text[],
        ${added.map(({ type }) => type)}::text[], ${roles}::text[]) as new (id, code, name, english_name, type, role)
      returning *)
    select ${accounts.columns} from added as accounts order by code`);
}

import type { ChartOfAccounts } from '../../../core/charts-of-accounts.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import { accountsOf } from '../charts/charts.ts';
import { insertAccounts } from '../charts/insert-accounts.ts';

/** Gives a new organisation a chart of accounts, and books that are open on every day. */
export async function seedAccounts(context: Context, chart: ChartOfAccounts): Promise<void> {
  context.db.later(sql`
    insert into period_locks (organization_id, updated_at, updated_by)
    values (${context.organization}, ${context.now}, ${JSON.stringify(actorStamp(context.actor))})`);
  await insertAccounts(context, accountsOf(chart));
}

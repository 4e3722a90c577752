import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import { seededChart, systemRoleOf } from './chart.ts';

/** Gives a new organisation its chart of accounts, and books that are open on every day. */
export async function seedAccounts(context: Context): Promise<void> {
  const stamp = JSON.stringify(actorStamp(context.actor));
  const roles = seededChart.map(({ role }) => (role === undefined ? null : systemRoleOf(role)));
  context.db.later(sql`
    insert into period_locks (organization_id, updated_at, updated_by)
    values (${context.organization}, ${context.now}, ${stamp})`);
  await context.db.run(sql`
    insert into accounts
      (organization_id, id, code, name, type, system_role, created_at, updated_at, created_by, updated_by)
    select ${context.organization}, id, code, name, type, role, ${context.now}, ${context.now}, ${stamp}, ${stamp}
    from unnest(${seededChart.map(() => context.newId())}::uuid[], ${seededChart.map(({ code }) => code)}::text[],
      ${seededChart.map(({ name }) => name)}::text[], ${seededChart.map(({ type }) => type)}::text[],
      ${roles}::text[]) as seeded (id, code, name, type, role)`);
}

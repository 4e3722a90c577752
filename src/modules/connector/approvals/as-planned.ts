import { sql } from '../../../db/sql.ts';
import type { BeforeCommit } from '../../../operation/operation.ts';
import { isTicketFor } from '../previews/plan-ticket.ts';
import { previewOf } from '../previews/preview.ts';
import { planChanged, planUsed } from '../refusals.ts';

/** Takes a write back that does something else than was planned. */
export function asPlanned(plan: Buffer): BeforeCommit {
  return async (context, outcome) => {
    const now = await previewOf(context, outcome);
    if (!now.plan.equals(plan)) throw planChanged();
  };
}

/** Takes a write back that does something else than its preview told, or that is not the first to be held to that. */
export function asPreviewed(ticket: Buffer): BeforeCommit {
  return async (context, outcome) => {
    const { plan } = await previewOf(context, outcome);
    if (!isTicketFor(plan, ticket)) throw planChanged();
    const { db, organization, now } = context;
    const claimed = await db.run(sql`
      insert into mcp_used_plans (organization_id, plan, line_id, used_at)
      values (${organization}, ${ticket}, ${outcome.line}, ${now}) on conflict do nothing`);
    if (claimed === 0) throw planUsed();
  };
}

import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { rightsRestOn } from '../../team/index.ts';
import type { ApprovalRow } from './approval.ts';
import { approverNotIndependent } from '../refusals.ts';

/**
 * Refuses an approver whom the one who asks may have made: somebody who was let in after it was asked for, or whose
 * membership or role the same token or connection gave, even where another person approved that.
 */
export async function mustBeIndependent(context: Context, approval: ApprovalRow): Promise<void> {
  const { actor } = context;
  const { since, records } = await rightsRestOn(context, actor.memberId);
  if (Date.parse(since) > Date.parse(approval.created_at)) throw approverNotIndependent({ member_since: since });
  const given = await givenBy(context, { token: approval.token_id, records });
  if (given !== undefined) throw approverNotIndependent({ given_with: given.action, given_at: given.at });
}

type Asker = { readonly token: string; readonly records: readonly string[] };

/** The last write of a token, or of any connection of the same client for its member, to one of these records. */
function givenBy({ db, organization }: Context, { token, records }: Asker) {
  return db.maybe<{ action: string; at: string }>(sql`
    select line.action, line.at from audit_log as line
    where line.organization_id = ${organization} and line.target_id = any(${records}::text[])
      and line.credential_id in (
        select other.id from mcp_tokens as asking join mcp_tokens as other
          on other.organization_id = asking.organization_id and (other.id = asking.id
            or (other.member_id = asking.member_id and other.client_id = asking.client_id))
        where asking.organization_id = ${organization} and asking.id = ${token})
    order by line.id desc limit 1`);
}

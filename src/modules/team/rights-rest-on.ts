import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';

type Foundation = {
  /** Start of their current membership. */
  readonly since: string;
  /** The ids on the wire of the member, the roles and the invites from which their rights come. */
  readonly records: readonly string[];
};

type Row = { readonly since: string; readonly role_ids: readonly string[]; readonly invite_ids: readonly string[] };

/** Since when a member is one without a break, and the records that their rights rest on. */
export async function rightsRestOn({ db, organization }: Context, memberId: string): Promise<Foundation> {
  const { since, role_ids, invite_ids } = await db.one<Row>(sql`
    select greatest(created_at, access_since) as since, role_ids,
      array(select id from invites where invites.organization_id = members.organization_id
        and invites.member_id = members.id) as invite_ids
    from members where organization_id = ${organization} and id = ${memberId}`);
  const [roles, invites] = [
    role_ids.map((id) => z.encode(Id('role'), id)),
    invite_ids.map((id) => z.encode(Id('invite'), id)),
  ];
  return { since, records: [z.encode(Id('member'), memberId), ...roles, ...invites] };
}

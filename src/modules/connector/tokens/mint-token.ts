import type { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { limitExceeded } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { keptAddresses } from './addresses.ts';
import { keptLimits } from './limits.ts';
import { checkTokenInput, mcpTokenCreated, type McpTokenRow, readToken, type tokenInput } from './mcp-token.ts';
import { lapsesAt } from './unused.ts';

const lifetimeDaysDefault = 90;
const tokensOfMemberMax = 100;

type Asked = { readonly name: string } & {
  readonly [Field in keyof typeof tokenInput]?: z.output<(typeof tokenInput)[Field]>;
};

/** The credential of the token: its own secret, or an OAuth grant. */
type Opened =
  | { readonly secret: { readonly prefix: string; readonly hash: Buffer } }
  | { readonly client: { readonly id: string; readonly host: string } };

/** Makes a token of the actor, with no right that they do not hold. */
export async function mintToken(context: Context, input: Asked, opened: Opened): Promise<McpTokenRow> {
  const { db, actor, organization, now } = context;
  checkTokenInput(context, input);
  const { active } = await db.one<{ active: bigint }>(sql`
    select count(*) as active from mcp_tokens where organization_id = ${organization}
      and member_id = ${actor.memberId} and revoked_at is null and least(expires_at, ${lapsesAt}) > ${now}`);
  if (active >= tokensOfMemberMax) {
    throw limitExceeded({ max: tokensOfMemberMax, hint: 'Revoke a token that is no longer used.' });
  }
  const id = context.newId();
  const expiry =
    input.expires_at === undefined
      ? sql`${now}::timestamptz + make_interval(days => ${lifetimeDaysDefault})`
      : sql`${input.expires_at}::timestamptz`;
  const stamp = JSON.stringify(actorStamp(actor));
  const secret = 'secret' in opened ? opened.secret : undefined;
  const client = 'client' in opened ? opened.client : undefined;
  db.later(sql`
    insert into mcp_tokens (organization_id, id, member_id, name, prefix, hash, user_id, client_id, client_host, preset,
      scopes, toolsets, allowed_actions, limits, ip_allow, expires_at, created_at, updated_at, created_by, updated_by)
    values (${organization}, ${id}, ${actor.memberId}, ${input.name}, ${secret?.prefix ?? null},
      ${secret?.hash ?? null}, ${client === undefined ? null : actor.userId}, ${client?.id ?? null},
      ${client?.host ?? null}, ${input.preset ?? 'standard'}, ${input.scopes ?? null}, ${input.toolsets ?? null},
      ${input.limits?.allowed_actions ?? null}, ${JSON.stringify(keptLimits(input.limits))},
      ${keptAddresses(input.ip_allow)},
      ${expiry}, ${now}, ${now}, ${stamp}, ${stamp})`);
  const record = await readToken(db, context, id);
  context.emit(mcpTokenCreated(record));
  return record;
}

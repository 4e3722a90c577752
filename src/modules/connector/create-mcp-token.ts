import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { limitExceeded } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { checkTokenInput, mcpTokenCreated, NewMcpToken, readToken, tokenInput, TokenName } from './mcp-token.ts';
import { newSecret } from './secret.ts';

const lifetimeDaysDefault = 90;
const tokensOfMemberMax = 100;

export const createMcpToken = operation({
  name: 'create_mcp_token',
  summary: 'Make a token with which an AI client acts for you at /api/mcp/mcp.',
  guidance: 'The token is shown once. Its preset is standard unless said: reads and ordinary writes.',
  http: 'POST /mcp/tokens',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({ name: TokenName, ...tokenInput }),
  output: NewMcpToken,
  refuses: [limitExceeded],
  emits: [mcpTokenCreated],
  secretInput: ['token'],
  async run(context, input) {
    const { db, actor, organization, now } = context;
    checkTokenInput(context, input);
    const { active } = await db.one<{ active: bigint }>(sql`
      select count(*) as active from mcp_tokens where organization_id = ${organization}
        and member_id = ${actor.memberId} and revoked_at is null and (expires_at is null or expires_at > ${now})`);
    if (active >= tokensOfMemberMax) {
      throw limitExceeded({ max: tokensOfMemberMax, hint: 'Revoke a token that is no longer used.' });
    }
    const { token, prefix, hash } = newSecret();
    const id = context.newId();
    const expiry =
      input.expires_at === undefined
        ? sql`${now}::timestamptz + make_interval(days => ${lifetimeDaysDefault})`
        : sql`${input.expires_at}::timestamptz`;
    const stamp = JSON.stringify(actorStamp(actor));
    db.later(sql`
      insert into mcp_tokens (organization_id, id, member_id, name, prefix, hash, preset, scopes, toolsets,
        allowed_actions, expires_at, created_at, updated_at, created_by, updated_by)
      values (${organization}, ${id}, ${actor.memberId}, ${input.name}, ${prefix}, ${hash},
        ${input.preset ?? 'standard'}, ${input.scopes ?? null}, ${input.toolsets ?? null},
        ${input.limits?.allowed_actions ?? null}, ${expiry}, ${now}, ${now}, ${stamp}, ${stamp})`);
    const record = await readToken(db, context, id);
    context.emit(mcpTokenCreated(record));
    return { ...record, token };
  },
});

import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { limitExceeded, validationFailed } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { keptAddresses, keptLimits } from '../connector/index.ts';
import { apiKeyCreated, checkKeyInput, keyInput, KeyName, NewApiKey, readKey, Scopes } from './api-key.ts';
import { newKeySecret } from './key-secret.ts';

const lifetimeDaysDefault = 365;
const activeKeysMax = 200;

export const createApiKey = operation({
  name: 'create_api_key',
  summary: 'Create an API key with which a program calls the REST API for you.',
  guidance:
    'The key is shown once. It may do what its scopes say as long as you may; it ends when you leave the organisation.',
  http: 'POST /api-keys',
  effect: 'write',
  permission: 'keys:manage',
  mcp: 'hidden',
  creates: true,
  stepUp: true,
  forPeople: true,
  givesRights: true,
  cost: 10,
  input: z.strictObject({ name: KeyName, scopes: Scopes, ...keyInput }),
  output: NewApiKey,
  refuses: [limitExceeded, validationFailed],
  emits: [apiKeyCreated],
  secretInput: ['key'],
  async run(context, input) {
    const { db, actor, organization, now } = context;
    checkKeyInput(context, input);
    const { active } = await db.one<{ active: bigint }>(sql`
      select count(*) as active from api_keys
      where organization_id = ${organization} and app_id is null and revoked_at is null
        and (expires_at is null or expires_at > ${now})`);
    if (active >= activeKeysMax) {
      throw limitExceeded({ max: activeKeysMax, hint: 'Revoke a key that is no longer used.' });
    }
    const id = context.newId();
    const { secret: key, prefix, hash } = newKeySecret('key');
    const expiry =
      input.expires_at === undefined
        ? sql`${now}::timestamptz + make_interval(days => ${lifetimeDaysDefault})`
        : sql`${input.expires_at}::timestamptz`;
    const stamp = JSON.stringify(actorStamp(actor));
    db.later(sql`
      insert into api_keys (organization_id, id, member_id, name, prefix, hash, scopes, ip_allow, requests_per_minute,
        limits, expires_at, created_at, updated_at, created_by, updated_by)
      values (${organization}, ${id}, ${actor.memberId}, ${input.name}, ${prefix}, ${hash},
        ${[...new Set(input.scopes)]}, ${keptAddresses(input.ip_allow)}, ${input.limits?.requests_per_minute ?? null},
        ${JSON.stringify(keptLimits(input.limits))}, ${expiry}, ${now}, ${now}, ${stamp}, ${stamp})`);
    const record = await readKey(db, context, id);
    context.emit(apiKeyCreated(record));
    return { ...record, key };
  },
});

import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Version } from '../../wire/index.ts';
import { keptAddresses, keptLimits } from '../connector/index.ts';
import {
  ApiKey,
  apiKeyUpdated,
  checkKeyInput,
  keepBefore,
  keyInput,
  KeyName,
  lockKey,
  readKey,
  Scopes,
} from './api-key.ts';

export const updateApiKey = operation({
  name: 'update_api_key',
  summary: 'Update an API key: its name, scopes, limits, allowed addresses or expiry.',
  guidance: 'Takes effect from the next call of the key. A revoked key stays revoked.',
  http: 'PATCH /api-keys/{id}',
  effect: 'write',
  permission: 'keys:manage',
  mcp: 'hidden',
  stepUp: true,
  forPeople: true,
  givesRights: true,
  input: z.strictObject({
    id: Id('api_key'),
    name: KeyName.optional(),
    scopes: Scopes.optional(),
    ...keyInput,
    version: Version.optional(),
  }),
  output: ApiKey,
  refuses: [notFound, validationFailed, versionConflict, invalidStateTransition],
  emits: [apiKeyUpdated],
  async run(context, { id, version, ...patch }) {
    const { db, actor, organization, now } = context;
    const key = await lockKey(context, id);
    if (version !== undefined && version !== key.version) throw versionConflict({ current_version: key.version });
    if (key.status === 'revoked') throw invalidStateTransition({ status: key.status, allowed: [] });
    checkKeyInput(context, patch);
    keepBefore(context, key);
    context.access.forget(id);
    const { limits, ip_allow: addresses, expires_at: expiry } = patch;
    const perMinute =
      limits?.requests_per_minute === undefined ? key.limits.requests_per_minute : limits.requests_per_minute;
    db.later(sql`
      update api_keys set name = ${patch.name ?? key.name}, scopes = ${[...new Set(patch.scopes ?? key.scopes)]},
        ip_allow = ${keptAddresses(addresses === undefined ? key.ip_allow : addresses)},
        requests_per_minute = ${perMinute}, limits = ${JSON.stringify(keptLimits(limits, key.limits))},
        expires_at = ${expiry === undefined ? key.expires_at : expiry},
        version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    const changed = await readKey(db, context, id);
    context.emit(apiKeyUpdated(changed));
    return changed;
  },
});

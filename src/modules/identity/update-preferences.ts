import { z } from 'zod';
import { mergePatch } from '../../core/merge-patch.ts';
import { sql } from '../../db/sql.ts';
import { validationFailed } from '../../operation/errors.ts';
import { fault } from '../../operation/fault.ts';
import { operation } from '../../operation/operation.ts';
import { aboutUser } from './account-log.ts';
import { OwnPreferences, type PreferencesRecord } from './own-preferences.ts';

const bytesMax = 16_384;
const keyMax = 100;

export const updatePreferences = operation({
  name: 'update_preferences',
  summary: 'Update your preferences by a merge patch.',
  guidance:
    'They are yours in every organisation, and are read by nobody else. Fields you leave out stay, null removes one, ' +
    'and an object changes only what it names (RFC 7396). At most 16 KB in all.',
  http: 'PATCH /auth/me/preferences',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({ preferences: z.record(z.string().max(keyMax), z.unknown()) }),
  output: OwnPreferences,
  // Personal preferences are no concern of readers of the organisation's log.
  unaudited: ['preferences'],
  refuses: [validationFailed],
  async run(context, { preferences: patch }) {
    const { db, now, actor } = context;
    aboutUser(context, actor.userId);
    // Makes the row where there is none: two windows that change something at once wait for each other here.
    const before = await db.one<PreferencesRecord>(sql`
      insert into user_preferences (user_id, preferences, updated_at) values (${actor.userId}, '{}', ${now})
      on conflict (user_id) do update set updated_at = excluded.updated_at
      returning preferences, updated_at`);
    const preferences = mergePatch(before.preferences, patch);
    const text = JSON.stringify(preferences);
    if (Buffer.byteLength(text) > bytesMax) throw tooLarge();
    db.later(sql`update user_preferences set preferences = ${text}::jsonb where user_id = ${actor.userId}`);
    return { preferences, updated_at: now };
  },
});

function tooLarge(): Error {
  const message = `Keep at most ${bytesMax} bytes of JSON in all. Set to null what is no longer needed.`;
  return fault('/preferences', 'too_large', message);
}

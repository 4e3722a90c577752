import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { validationFailed } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Text } from '../../wire/index.ts';
import { Delivered, kindsFor, Preferences, preferencesOf } from './preferences.ts';

const changesMax = 100;

const Changes = z
  .array(z.strictObject({ type: Text(100), delivery: Delivered.nullable().describe('Null resets to the default.') }))
  .min(1)
  .max(changesMax);

export const updateNotificationPreferences = operation({
  name: 'update_notification_preferences',
  summary: 'Update your notification preferences: in the app, by e-mail, in a daily digest, or off.',
  guidance: 'Types you leave out stay unchanged.',
  http: 'PATCH /notification-preferences',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({ preferences: Changes }),
  output: Preferences,
  refuses: [validationFailed],
  async run(context, { preferences }) {
    checkTypes(context, preferences);
    context.before(await preferencesOf(context));
    const { db, organization, actor } = context;
    // Named twice, the last one counts.
    const changes = [...new Map(preferences.map(({ type, delivery }) => [type, delivery]))];
    db.later(sql`
      delete from notification_preferences where organization_id = ${organization}
        and member_id = ${actor.memberId} and type = any(${changes.map(([type]) => type)}::text[])`);
    const chosen = changes.filter(([, delivery]) => delivery !== null);
    db.later(sql`
      insert into notification_preferences (organization_id, member_id, type, delivery)
      select ${organization}, ${actor.memberId}, type, delivery
      from unnest(${chosen.map(([type]) => type)}::text[], ${chosen.map(([, one]) => one)}::text[])
        as row (type, delivery)
      on conflict (organization_id, member_id, type) do update set delivery = excluded.delivery`);
    return preferencesOf(context);
  },
});

function checkTypes({ actor }: Context, preferences: z.output<typeof Changes>): void {
  const known = kindsFor(actor).map(({ type }) => type);
  for (const [index, { type }] of preferences.entries()) {
    if (known.includes(type)) continue;
    const message = `There are no notifications of "${type}". Write one of: ${known.toSorted().join(', ')}.`;
    const errors = [{ pointer: `/preferences/${index}/type`, code: 'unknown_type', message }] as const;
    throw validationFailed({ errors, hint: message });
  }
}

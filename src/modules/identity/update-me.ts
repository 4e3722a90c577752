import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { confinedSession } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Locale, Name } from '../../wire/index.ts';
import { aboutAccount } from './account-log.ts';
import { OwnUser } from './own-user.ts';

/** No more than what changes, since the audit logs of all their organisations keep it. */
const Changed = OwnUser.pick({ id: true, name: true, locale: true });
type ChangedRow = z.output<typeof Changed>;

export const updateMe = operation({
  name: 'update_me',
  summary: 'Update your name and your language.',
  guidance: 'Both apply in every organisation. `locale: null` resets to the language of the organisation.',
  http: 'PATCH /auth/me',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({ name: Name.optional(), locale: Locale.nullable().optional() }),
  output: Changed,
  refuses: [confinedSession],
  async run(context, { name, locale }) {
    const { db, now, actor } = context;
    const [before] = await Promise.all([
      db.one<ChangedRow>(sql`select id, name, locale from users where id = ${actor.userId} for update`),
      aboutAccount(context, actor.userId),
    ]);
    if (actor.confined === true && name !== undefined && name !== before.name) throw confinedSession();
    context.before(z.encode(Changed, before));
    const after = { ...before, name: name ?? before.name, locale: locale === undefined ? before.locale : locale };
    db.later(sql`
      update users set name = ${after.name}, locale = ${after.locale}, updated_at = ${now}
      where id = ${actor.userId}`);
    return after;
  },
});

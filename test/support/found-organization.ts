import { randomUUID } from 'node:crypto';
import { catalogue } from '../../src/catalogue.ts';
import type { ChartOfAccounts } from '../../src/core/charts-of-accounts.ts';
import { sql } from '../../src/db/sql.ts';
import { membershipOf } from '../../src/modules/team/index.ts';
import { type Actor, anonymous } from '../../src/operation/actor.ts';
import { run, type Runtime } from '../../src/operation/run.ts';
import { uuidFrom } from '../../src/wire/type-id.ts';

export type FoundingSettings = {
  readonly currency?: string;
  readonly timezone?: string;
  readonly country?: string;
  readonly chart?: ChartOfAccounts;
};

/**
 * Founds an organisation as a signed-in user would, and answers its owner. The user is put in by hand: what signing up
 * costs in hashing is no part of what these tests look at.
 */
export async function foundOrganization(runtime: Runtime, name: string, settings: FoundingSettings): Promise<Actor> {
  const { currency = 'EUR', timezone = 'Europe/Berlin', country = 'DE', chart = 'generic' } = settings;
  const [userId, now] = [runtime.newId(), runtime.now()];
  const founder: Actor = {
    ...anonymous,
    kind: 'user',
    userId,
    credentialId: runtime.newId(),
    name: `Owner of ${name}`,
  };
  await runtime.db.transaction({ user: userId }, (db) =>
    db.run(sql`
      insert into users (id, email, name, password_hash, created_at, updated_at)
      values (${userId}, ${`${userId}@example.com`}, ${founder.name}, 'none', ${now}, ${now})`),
  );
  const input = { name, country, base_currency: currency, timezone, chart_of_accounts: chart };
  const operation = catalogue.find((one) => one.name === 'create_organization');
  if (operation === undefined) throw new Error('the catalogue cannot found organisations');
  const origin = { door: 'rest', requestId: randomUUID() } as const;
  const { output } = await run(runtime, operation, { actor: founder, input, origin });
  const organization = uuidFrom('org', (output as { id: string }).id) ?? '';
  const membership = await runtime.db.transaction({ organization, user: userId }, (db) =>
    membershipOf(db, { user: userId, organization, now }),
  );
  if (membership === undefined) throw new Error('the founder is not a member');
  return { ...founder, ...membership };
}

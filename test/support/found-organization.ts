import { catalogue } from '../../src/catalogue.ts';
import { sql } from '../../src/db/sql.ts';
import type { Actor } from '../../src/operation/actor.ts';
import type { Runtime } from '../../src/operation/run.ts';

type Settings = { readonly currency?: string; readonly timezone?: string; readonly country?: string };

/** Interim: founds an organisation by hand until onboarding's create_organization exists; seeds whatever modules offer. */
export async function foundOrganization(runtime: Runtime, name: string, settings: Settings): Promise<Actor> {
  const { currency = 'EUR', timezone = 'Europe/Berlin', country = 'DE' } = settings;
  const [id, userId, memberId, roleId] = [runtime.newId(), runtime.newId(), runtime.newId(), runtime.newId()];
  const now = runtime.now();
  const stamp = JSON.stringify({ type: 'user', id: userId, name: `Owner of ${name}` });
  const actor: Actor = {
    kind: 'user',
    userId,
    memberId,
    credentialId: runtime.newId(),
    name: `Owner of ${name}`,
    organization: { id, name, baseCurrency: currency, timezone, locale: 'en' },
    permissions: new Set(catalogue.map(({ permission }) => permission as string).concat('costs:read', 'stock:manage')),
  };
  await runtime.db.transaction({ organization: id, user: userId }, async (db) => {
    await db.run(sql`insert into users (id, email, name, password_hash, created_at, updated_at)
      values (${userId}, ${`${userId}@example.com`}, ${actor.name}, 'none', ${now}, ${now})`);
    await db.run(sql`insert into organizations (id, name, slug, country, base_currency, timezone, created_at, updated_at, created_by, updated_by)
      values (${id}, ${name}, ${id}, ${country}, ${currency}, ${timezone}, ${now}, ${now}, ${stamp}, ${stamp})`);
    await db.run(sql`insert into roles (organization_id, id, name, kind, permissions, created_at, updated_at)
      values (${id}, ${roleId}, 'owner', 'system', '{}', ${now}, ${now})`);
    await db.run(sql`insert into members (organization_id, id, user_id, role_ids, is_owner, created_at, updated_at)
      values (${id}, ${memberId}, ${userId}, ${[roleId]}::uuid[], true, ${now}, ${now})`);
    await db.run(sql`insert into numbering_series (organization_id, record_type, pattern)
      select ${id}, * from unnest(array['client','sale','payment','journal_entry','stock_count'],
        array['C-{SEQ:5}','S-{SEQ:5}','P-{SEQ:5}','J-{SEQ:6}','SC-{SEQ:5}'])`);
  });
  const context = (db: unknown) => ({ db, actor, organization: id, now, today: now.slice(0, 10), newId: runtime.newId, secrets: runtime.secrets, emit: () => undefined, before: () => undefined, enter: () => undefined });
  for (const [module, seed] of [['ledger', 'seedAccounts'], ['products', 'seedTaxRates'], ['stock', 'seedLocation'], ['payments', 'seedMethods']]) {
    const face: Record<string, unknown> = await import(`../../src/modules/${module}/index.ts`).catch(() => ({}));
    const step = face[seed ?? ''];
    if (typeof step === 'function') await runtime.db.transaction({ organization: id, user: userId }, (db) => step(context(db)));
  }
  return actor;
}

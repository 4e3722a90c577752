/** Writes that grant rights or redirect money need approval in every preset. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { catalogue } from '../../src/catalogue.ts';
import { actionOf } from '../../src/doors/mcp/action.ts';
import { type Input, verdictOf } from '../../src/modules/connector/index.ts';
import { onlyMakesCalls, type Operation } from '../../src/operation/operation.ts';
import { dose, isComplete } from '../support/dose.ts';
import { type Sample, sampleOf } from '../support/samples.ts';
import { startSampledShops } from '../support/shop-service.ts';
import { callOf } from './call-of.ts';

const { service, shop } = await startSampledShops();
const offered = catalogue.filter(
  (operation) => actionOf(operation) !== undefined && operation.effect !== 'read' && !onlyMakesCalls(operation),
);

/**
 * Columns of permissions, of the destinations of money and data, and of security notices. A new row counts, and these
 * columns.
 */
const watched: Readonly<Record<string, readonly string[]>> = {
  members: ['role_ids', 'status', 'scope', 'expires_at', 'access_since', 'is_owner'],
  roles: ['permissions', 'name'],
  invites: ['role_ids', 'token_hash', 'status', 'email', 'scope'],
  users: ['email', 'password_hash', 'totp_confirmed_at'],
  passkeys: ['user_id', 'credential_id', 'public_key'],
  sessions: ['member_id'],
  sso_providers: ['issuer', 'client_id', 'sealed_secret', 'role_map', 'default_role_id', 'just_in_time', 'sso_only'],
  sso_domains: ['organization_id', 'sso_only'],
  sso_links: ['subject', 'member_id'],
  api_keys: ['scopes', 'limits', 'requests_per_minute', 'ip_allow', 'hash', 'expires_at', 'app_id', 'user_id'],
  oauth_apps: ['redirect_uris', 'scopes', 'hash', 'previous_valid_until'],
  mcp_tokens: ['preset', 'limits', 'scopes', 'toolsets', 'allowed_actions', 'ip_allow', 'hash', 'expires_at'],
  mcp_settings: ['ask_after', 'four_eyes'],
  webhooks: ['url', 'status', 'event_types', 'sealed_secret', 'sealed_headers'],
  organization_exports: ['state'],
  clients: ['assigned_to'],
  organizations: ['bank_account', 'invoice_defaults', 'name', 'legal_name', 'address', 'email', 'phone', 'website'],
  payment_methods: ['account_id', 'name'],
  document_template_versions: ['layout'],
  document_templates: ['is_default'],
  client_templates: ['template_ids'],
  reminder_policies: ['steps', 'enabled'],
};
/** A new row of these is no more than the record that everybody makes, or shows nothing before it is published. */
const rowsAreOrdinary: ReadonlySet<string> = new Set(['clients', 'document_templates']);

await service.owner.query(`
  create table law_writes (what text not null);
  create function law_note() returns trigger language plpgsql security definer set search_path = public as $$
  declare name text;
  begin
    if tg_op <> 'UPDATE' then
      insert into law_writes values (tg_table_name || ' ' || lower(tg_op));
      return null;
    end if;
    foreach name in array tg_argv loop
      if to_jsonb(new) -> name is distinct from to_jsonb(old) -> name then
        insert into law_writes values (tg_table_name || '.' || name);
      end if;
    end loop;
    return null;
  end $$;`);
for (const [table, columns] of Object.entries(watched)) {
  const rows = rowsAreOrdinary.has(table) ? '' : 'insert or delete or ';
  const names = columns.map((column) => `'${column}'`).join(', ');
  await service.owner.query(
    `create trigger zz_law_note after ${rows}update on ${table} for each row execute function law_note(${names})`,
  );
}

async function writtenBy(operation: Operation, sample: Sample): Promise<string[]> {
  await service.owner.query('truncate law_writes');
  const answer = await service.send(callOf(operation, sample, { 'idempotency-key': `law-${operation.name}` }));
  assert.ok(answer.status < 300, `${operation.name}: ${answer.text}`);
  const { rows } = await service.owner.query<{ what: string }>('select distinct what from law_writes order by 1');
  return rows.map(({ what }) => what);
}

/** Undeclared: it wrote what decides on rights or money, and the widest preset would let a token do it alone. */
function isUndeclared(operation: Operation, input: Input, written: readonly string[]): boolean {
  return written.length > 0 && verdictOf('full', operation, input) === 'allowed';
}

/** A former owner may not do the rest. */
const goesLast = ({ name }: Operation): number => (name === 'transfer_ownership' ? 1 : 0);

test('whatever writes who may do what, or where money and data go, says so and waits for a person', async () => {
  const seen = new Set<string>();
  const wrong: string[] = [];
  for (const operation of dose(offered).toSorted((a, b) => goesLast(a) - goesLast(b))) {
    const sample = await sampleOf(shop, operation);
    const { input } = sample;
    const written = await writtenBy(operation, sample);
    for (const what of written) seen.add(what.split(/[ .]/, 1)[0] ?? '');
    if (isUndeclared(operation, { ...input }, written)) wrong.push(`${operation.name} wrote ${written.join()}`);
    // The law itself would notice where the declaration was forgotten.
    const { givesRights: _, redirectsMoney: __, stepUp: ___, ...forgetful } = operation;
    if (written.length > 0) assert.ok(isUndeclared(forgetful, { ...input }, written), operation.name);
  }
  assert.deepEqual(wrong, []);
  const unseen = isComplete ? ['members', 'roles', 'invites', 'webhooks', 'organizations', 'payment_methods'] : [];
  assert.deepEqual(
    unseen.filter((table) => !seen.has(table)),
    [],
    'the samples write these',
  );
});

/** Names of fields that say where money is paid to, or who may do what. */
const telling = /^(iban|bic|account_number|bank_account|bank_name|role_ids|permissions|assigned_to|url|preset)$/;

/** The fields at the top of an input that are such, or hold such. */
function tellingFields(operation: Operation): string[] {
  return Object.entries(propertiesOf(operation)).flatMap(([field, inner]) =>
    telling.test(field) || namesIn(inner).some((name) => telling.test(name)) ? [field] : [],
  );
}

function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own =
    'properties' in schema && typeof schema.properties === 'object' ? Object.keys(schema.properties ?? {}) : [];
  return [...own, ...Object.values(schema).flatMap((inner: unknown) => namesIn(inner))];
}

test('a field for a bank account, a role or an address of data makes a call wait, also beside others', () => {
  const found = offered.flatMap((operation) => tellingFields(operation).map((field) => ({ operation, field })));
  assert.ok(found.some(({ operation, field }) => operation.name === 'update_organization' && field === 'bank_account'));
  for (const { operation, field } of found) {
    for (const value of [null, {}, [], 'x']) {
      assert.equal(verdictOf('full', operation, { [field]: value }), 'needs_person', `${operation.name} ${field}`);
    }
  }
});

function propertiesOf({ input }: Operation): object {
  return z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' }).properties ?? {};
}

test('what goes on in spite of a warning, or sends at once, says so', () => {
  const bold = { override: {}, force: true, send_when_issued: true };
  const found = offered.flatMap((operation) =>
    Object.entries(bold).flatMap(([field, value]) =>
      Object.hasOwn(propertiesOf(operation), field) ? { operation, field, value } : [],
    ),
  );
  assert.ok(found.length >= 8);
  for (const { operation, field, value } of found) {
    assert.equal(verdictOf('standard', operation, { [field]: value }), 'needs_person', `${operation.name} ${field}`);
  }
});

/** Access to every operation: none for strangers, and by permission for roles. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { permissionNames } from '../../src/modules/team/permissions.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { uuidFrom } from '../../src/wire/type-id.ts';
import { dose } from '../support/dose.ts';
import { asDryRun, restRequest } from '../support/rest-request.ts';
import type { HttpRequest, SignedIn } from '../support/running-service.ts';
import { type Sample, sampleOf } from '../support/samples.ts';
import { startSampledShops } from '../support/shop-service.ts';

const { service, shop } = await startSampledShops();
const guarded = catalogue.filter(({ permission }) => permission !== 'public');
const samples = new Map<Operation, Sample>();

async function requestFor(operation: Operation): Promise<HttpRequest> {
  const sample = samples.get(operation) ?? (await sampleOf(shop, operation));
  samples.set(operation, sample);
  const request = restRequest(operation, { ...sample.input });
  return operation.effect === 'read' ? request : asDryRun(request);
}

const badTokens: Readonly<Record<string, string>> = {
  'no credential': '',
  'a credential that is none': 'nonsense',
  'a token of another kind': await service.mcpToken(shop.who),
  'a token whose signature is another': `${shop.who.token.slice(0, -8)}AAAAAAAA`,
};

for (const [at, [what, token]] of Object.entries(badTokens).entries()) {
  test(`with ${what} nothing is answered but 401`, async () => {
    // Without one every operation is asked, with each other an operation in so many: who calls is looked at before.
    const asked = token === '' ? guarded : guarded.filter((_, index) => index % Object.keys(badTokens).length === at);
    for (const operation of dose(asked)) {
      const answer = await service.send({ ...(await requestFor(operation)), token });
      assert.equal(answer.status, 401, operation.name);
      assert.equal(answer.body.code, 'unauthenticated', operation.name);
      assert.ok(answer.headers['www-authenticate'], operation.name);
      assert.ok(!answer.text.includes(shop.mark), operation.name);
    }
  });
}

/** Of a token or key: what others may do with it depends on whether they see it, and on whose rights it carries. */
const personal: ReadonlySet<string> = new Set([
  'rotate_api_key',
  'rotate_oauth_app_secret',
  'disconnect_app',
  'rotate_mcp_token',
  'revoke_mcp_token',
  'update_mcp_token',
]);

/** They need the permissions of the calls that they make; tests of the connector try with and without. */
const asksAsItsCalls: ReadonlySet<string> = new Set(['run_steps', 'undo_mcp_write']);

/** Further permissions of an operation, for its own sake or for the sample's. */
const alsoNeeds: Readonly<Record<string, readonly string[]>> = {
  record_sale: ['payments:write'],
  invoice_expenses: ['expenses:read'],
  return_sale: ['payments:refund'],
  post_expense: ['expenses:approve'],
  run_recurring_expense: ['expenses:approve'],
  create_document: ['sales:write'],
  preview_document: ['sales:write'],
  update_document: ['sales:write'],
  convert_document: ['sales:write', 'sales:confirm', 'documents:issue'],
  issue_document: ['sales:confirm'],
  correct_invoice: ['sales:void', 'documents:issue', 'sales:write', 'sales:confirm'],
  credit_document: ['sales:void', 'documents:issue'],
  create_recurring_document: ['documents:issue', 'sales:write'],
  update_recurring_document: ['documents:issue', 'sales:write'],
  run_recurring_document: ['documents:issue', 'sales:write'],
  create_import: ['clients:write'],
  get_product_margin: ['costs:read'],
  get_inventory_valuation: ['costs:read'],
  get_inventory_turnover: ['costs:read'],
};

/** Operations that refuse to grant, take or change more than the caller holds, as the samples of a shop's owner do. */
const givesRights: ReadonlySet<string> = new Set([
  'create_role',
  'update_role',
  'duplicate_role',
  'delete_role',
  'create_invite',
  'resend_invite',
  'update_member',
  'suspend_member',
  'reactivate_member',
  'remove_member',
]);

/** Operations that need ownership beside every permission. */
const ownersOnly: ReadonlySet<string> = new Set([
  'transfer_ownership',
  'set_sign_in_provider',
  'remove_sign_in_provider',
  'add_sign_in_domain',
  'verify_sign_in_domain',
  'remove_sign_in_domain',
]);

/** Deviations of a role's access from its permissions. */
async function surprisesOf(
  who: SignedIn,
  { name: role, permissions }: RoleShown,
  among: readonly Operation[] = dose(guarded),
): Promise<string[]> {
  const wrong: string[] = [];
  const held = new Set(permissions);
  for (const operation of among.filter(({ name }) => !personal.has(name) && !asksAsItsCalls.has(name))) {
    const needs = [operation.permission, ...(alsoNeeds[operation.name] ?? [])];
    const holdsAll = needs.every((permission) => permission === 'signed_in' || held.has(permission));
    const may = holdsAll && (role === 'owner' || !ownersOnly.has(operation.name));
    const { status, body } = await service.send({ ...(await requestFor(operation)), token: who.token });
    // Managing the team does not include granting permissions that one lacks.
    const isRefused = status === 403 && !(may && body.code === 'rights_exceeded' && givesRights.has(operation.name));
    if (may === isRefused) wrong.push(`${role}: ${operation.name} answered ${status}`);
    if (!may && body.code !== 'forbidden') wrong.push(`${role}: ${operation.name} says ${body.code}`);
  }
  return wrong;
}

type RoleShown = { readonly name: string; readonly permissions: readonly string[] };

test('every role may do exactly what its permissions say, in every operation', async () => {
  const wrong: string[] = [];
  const roles: RoleShown[] = (await shop.call('list_roles', { kind: ['system'] })).data;
  assert.ok(roles.length >= 7);
  for (const role of roles) {
    const who = await service.colleague(shop.who, role.name);
    // Somebody who was let in after a request may not approve it, whatever their role.
    await service.owner.query(`update members set created_at = created_at - interval '1 day' where user_id = $1`, [
      uuidFrom('user', who.user),
    ]);
    wrong.push(...(await surprisesOf(who, role)));
  }
  assert.deepEqual(wrong, []);
});

/** They record by calls of their own, or say what is recorded so, which asks for the permissions of that. */
const asksForMore: ReadonlySet<string> = new Set([
  'match_bank_line',
  'reconcile_payment',
  'unmatch_bank_line',
  'create_bank_rule',
  'update_bank_rule',
  'preview_bank_rule',
]);

/** All operations of the permission, and one of every third other permission, others each time. */
function triedWith(permission: string, turn: number): Operation[] {
  return [...Map.groupBy(guarded, (operation) => operation.permission).entries()].flatMap(
    ([own, operations], index) => {
      if (own === permission) return operations;
      return (index + turn) % 3 === 0 ? operations.slice(turn % operations.length, (turn % operations.length) + 1) : [];
    },
  );
}

test('a role of one’s own with a single permission may do what asks for that, and nothing else', async () => {
  const wrong: string[] = [];
  const { id } = await shop.call('create_role', { name: 'One thing', permissions: ['team:read'] });
  const who = await service.colleague(shop.who, 'One thing');
  for (const [turn, permission] of dose(permissionNames).entries()) {
    // From the next call on, with the token of before.
    await shop.call('update_role', { id, permissions: [permission] });
    const role = { name: `only ${permission}`, permissions: [permission] };
    const tried = triedWith(permission, turn).filter(({ name }) => !asksForMore.has(name));
    wrong.push(...(await surprisesOf(who, role, tried)));
  }
  assert.deepEqual(wrong, []);
});

test('a role that is taken away is refused at the next look, with the token of before', async () => {
  const manager = await service.colleague(shop.who, 'manager');
  const read = (who: SignedIn) => service.api(who.token, 'GET', '/clients');
  assert.equal((await read(manager)).status, 200);
  await service.owner.query(
    `update members set status = 'removed' where user_id in (select id from users where email = $1)`,
    [manager.email],
  );
  await new Promise((done) => setTimeout(done, 1_100));
  assert.equal((await read(manager)).status, 401);
});

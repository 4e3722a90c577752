/** Who may call what: strangers nothing, roles what their permissions say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { asDryRun, restRequest } from '../support/rest-request.ts';
import { type HttpRequest, type SignedIn, startService } from '../support/running-service.ts';
import { type Sample, sampleOf } from '../support/samples.ts';
import { openShop } from '../support/shop.ts';

const service = await startService();
const shop = await openShop(service, 'Zirkonia');
const guarded = catalogue.filter(({ permission }) => permission !== 'public');
const samples = new Map<Operation, Sample>();
for (const operation of guarded) samples.set(operation, await sampleOf(shop, operation));

function requestFor(operation: Operation): HttpRequest {
  const request = restRequest(operation, { ...samples.get(operation)?.input });
  return operation.effect === 'read' ? request : asDryRun(request);
}

const badTokens: Readonly<Record<string, string>> = {
  'no credential': '',
  'a credential that is none': 'nonsense',
  'a token of another kind': await service.mcpToken(shop.who),
  'a token whose signature is another': `${shop.who.token.slice(0, -8)}AAAAAAAA`,
};

for (const [what, token] of Object.entries(badTokens)) {
  test(`with ${what} nothing is answered but 401`, async () => {
    for (const operation of guarded) {
      const answer = await service.send({ ...requestFor(operation), token });
      assert.equal(answer.status, 401, operation.name);
      assert.equal(answer.body.code, 'unauthenticated', operation.name);
      assert.ok(answer.headers['www-authenticate'], operation.name);
      assert.ok(!answer.text.includes(shop.mark), operation.name);
    }
  });
}

/** Whose rights a token carries, and nobody else, may renew it. */
const personal: ReadonlySet<string> = new Set(['rotate_mcp_token']);

/** What an operation asks for beside its own permission, because of what it is or what the sample asks it to do. */
const alsoNeeds: Readonly<Record<string, readonly string[]>> = {
  record_sale: ['payments:write'],
  invoice_expenses: ['expenses:read'],
  get_product_margin: ['costs:read'],
  get_inventory_valuation: ['costs:read'],
  get_inventory_turnover: ['costs:read'],
};

test('every role may do exactly what its permissions say, in every operation', async () => {
  const wrong: string[] = [];
  const roles: { name: string; permissions: string[] }[] = (await shop.call('list_roles')).data;
  assert.ok(roles.length >= 7);
  for (const { name: role, permissions } of roles) {
    const { token } = await service.colleague(shop.who, role);
    const held = new Set(permissions);
    for (const operation of guarded.filter(({ name }) => !personal.has(name))) {
      const needs = [operation.permission, ...(alsoNeeds[operation.name] ?? [])];
      const may = needs.every((permission) => permission === 'signed_in' || held.has(permission));
      const answer = await service.send({ ...requestFor(operation), token });
      if (may === (answer.status === 403)) wrong.push(`${role}: ${operation.name} answered ${answer.status}`);
      if (!may && answer.body.code !== 'forbidden') wrong.push(`${role}: ${operation.name} says ${answer.body.code}`);
    }
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

/** An API key never does what its maker may not, in any operation, whatever the role of its maker. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { isForPeople } from '../../src/operation/for-people.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { countCosts } from '../support/transaction-costs.ts';
import { dose } from '../support/dose.ts';
import { asDryRun, restRequest } from '../support/rest-request.ts';
import type { HttpAnswer, HttpRequest, SignedIn } from '../support/running-service.ts';
import { sampleOf } from '../support/samples.ts';
import { startShop } from '../support/shop-service.ts';
import type { Wire } from '../support/world.ts';
import { openApiKeys } from '../../src/modules/keys/index.ts';
import { uuidFrom } from '../../src/wire/type-id.ts';

const { service, shop } = await startShop();
const guarded = dose(catalogue.filter(({ permission }) => permission !== 'public'));
const requests = new Map<Operation, HttpRequest>();
for (const operation of guarded) {
  const request = restRequest(operation, { ...(await sampleOf(shop, operation)).input });
  requests.set(operation, operation.effect === 'read' ? request : asDryRun(request));
}

const owner = shop.who;
type Role = { readonly name: string; readonly id: string; readonly permissions: readonly string[] };
const roles: Role[] = (await shop.call('list_roles', { kind: ['system'] })).data;

/** A key with every scope that there is, made by an owner who then has another role. */
async function keyOf({ name, id }: Role): Promise<{ readonly key: string; readonly who: SignedIn }> {
  const who = await service.colleague(owner, 'owner');
  const scopes = (await service.api(who.token, 'GET', '/auth/me')).body.permissions;
  const made = await service.api(who.token, 'POST', '/api-keys', { name, scopes });
  assert.equal(made.status, 201, made.text);
  const ids = [uuidFrom('role', id)];
  await service.owner.query(
    `update members set role_ids = $1, created_at = created_at - interval '1 day' where user_id = $2`,
    [ids, uuidFrom('user', who.user)],
  );
  service.app.runtime.access.forget(uuidFrom('user', who.user) ?? '');
  return { key: made.body.key, who };
}

const answered = (operation: Operation, token: string): Promise<HttpAnswer> =>
  service.send({ ...(requests.get(operation) as HttpRequest), token });

for (const role of roles) {
  test(`a key of somebody who became ${role.name} does nothing that they may not, and the rest as they`, async () => {
    const { key, who } = await keyOf(role);
    const held = new Set(role.permissions);
    const wrong: string[] = [];
    for (const operation of guarded) {
      const byKey = await answered(operation, key);
      const { code, needs } = byKey.body ?? {};
      if (operation.permission !== 'signed_in' && !held.has(operation.permission)) {
        if (code !== 'insufficient_scope' || needs !== operation.permission) wrong.push(`${operation.name} ${code}`);
        if (byKey.text.includes(shop.mark)) wrong.push(`${operation.name} tells`);
      } else if (isForPeople(operation)) {
        if (code !== 'person_required') wrong.push(`${operation.name} ${code}`);
      } else {
        const byPerson = await answered(operation, who.token);
        if ((byKey.status === 403) !== (byPerson.status === 403))
          wrong.push(`${operation.name} answers ${byKey.status}, and ${byPerson.status} to its maker`);
      }
      if (byKey.status >= 500) wrong.push(`${operation.name} ${byKey.status}`);
    }
    assert.deepEqual(wrong, []);
  });
}

test('a key with one scope does what asks for that, and nothing else', async () => {
  const scope = 'clients:read';
  const { key } = (await service.api(owner.token, 'POST', '/api-keys', { name: 'One', scopes: [scope] })).body;
  const wrong: string[] = [];
  for (const operation of guarded) {
    const { body } = await answered(operation, key);
    const isOpen = operation.permission === 'signed_in' || operation.permission === scope;
    const isRefused = body?.code === 'insufficient_scope' && body.needs === operation.permission;
    if (isRefused === isOpen) wrong.push(`${operation.name} ${body?.code}`);
  }
  assert.deepEqual(wrong, []);
});

test('a key of another organisation is answered as if nothing of this one were there', async () => {
  const stranger = await service.register('Stranger');
  const scopes = (await service.api(stranger.token, 'GET', '/auth/me')).body.permissions;
  const { key } = (await service.api(stranger.token, 'POST', '/api-keys', { name: 'Far', scopes })).body;
  const wrong: string[] = [];
  for (const operation of guarded) {
    const answer = await answered(operation, key);
    // A write answers what it was sent.
    const isSent = JSON.stringify(requests.get(operation)).includes(shop.mark);
    if (answer.text.includes(shop.mark) && !isSent) wrong.push(`${operation.name} tells`);
    if (operation.http.includes('{id}') && answer.status < 300) wrong.push(`${operation.name} ${answer.status}`);
  }
  assert.deepEqual(wrong, []);
});

test('a key that has ended is refused with 401 by every operation', async () => {
  const { key, id } = (await service.api(owner.token, 'POST', '/api-keys', { name: 'Over', scopes: ['clients:read'] }))
    .body;
  await service.api(owner.token, 'DELETE', `/api-keys/${id}`);
  for (const operation of guarded) {
    const answer = await answered(operation, key);
    assert.deepEqual([answer.status, answer.body.code], [401, 'unauthenticated'], operation.name);
  }
});

test('a key costs one statement for all of its calls within a second, and one write a minute', async () => {
  const { key } = (await service.api(owner.token, 'POST', '/api-keys', { name: 'Busy', scopes: ['clients:read'] }))
    .body;
  const counted = countCosts(service.app.runtime.db);
  const keys = openApiKeys({
    db: counted.db,
    now: service.app.runtime.now,
    onError: (error) => {
      throw error;
    },
  });
  const origin = { door: 'rest', requestId: 'r', ip: '127.0.0.1' } as const;
  const ask = () => Promise.all(Array.from({ length: 50 }, () => keys.admit(key, origin)));
  const actors = await ask();
  await keys.settled();
  assert.ok(actors.every(({ kind, permissions }) => kind === 'api_key' && permissions.size === 1));
  const first = counted.costs();
  assert.deepEqual(first.map(({ statements, updated }) => `${statements}, ${updated} updated`).toSorted(), [
    '1, 0 updated',
    '1, 1 updated',
  ]);
  await new Promise((done) => setTimeout(done, 1_050));
  await ask();
  await keys.settled();
  const second: Wire[] = [...counted.costs()];
  assert.deepEqual(
    second.map(({ statements, updated }) => [statements, updated]),
    [[1, 0]],
  );
});

/**
 * Neither an API key nor a connected app does what its maker may not, in any operation, whatever the role of its maker.
 */
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
import { freePort } from '../support/oauth.ts';
import { startSampledShops } from '../support/shop-service.ts';
import type { Wire } from '../support/world.ts';
import { connectedBy, openProgram, registeredApp } from '../support/oauth-apps.ts';
import { clientCredentialsGrant } from 'openid-client';
import { openApiKeys } from '../../src/modules/keys/index.ts';
import { uuidFrom } from '../../src/wire/type-id.ts';

// It knows its own address, as OAuth has to.
const port = await freePort();
const { service, shop } = await startSampledShops({ port, publicUrl: `http://localhost:${port}` });
const guarded = dose(catalogue.filter(({ permission }) => permission !== 'public'));
const requests = new Map<Operation, HttpRequest>();
for (const operation of guarded) {
  const request = restRequest(operation, { ...(await sampleOf(shop, operation)).input });
  requests.set(operation, operation.effect === 'read' ? request : asDryRun(request));
}

const owner = shop.who;
const planted = 'Planted';
await plant();

/** What an AI app of the owner wrote and asked for, by a name that nothing else bears. */
async function plant(): Promise<void> {
  for (const preset of ['full', 'draft_only']) {
    const { token } = await shop.call('create_mcp_token', { name: `${planted} ${preset}`, preset });
    const rate = { name: `${planted} rate`, percentage: '7' };
    await service.tool(token, 'run_write_action', { name: 'create_tax_rate', arguments: rate });
  }
  for (const name of ['list_mcp_activity', 'list_approvals'])
    assert.ok(JSON.stringify(await shop.call(name, {})).includes(planted), name);
}

type Role = { readonly name: string; readonly id: string; readonly permissions: readonly string[] };
const roles: Role[] = (await shop.call('list_roles', { kind: ['system'] })).data;

type Program = { readonly token: string; readonly id: string };
type Made = { readonly name: string; readonly scopes: readonly string[] };

/** What programs present, each made by a member for themselves. An app has the token that its owner allowed it. */
const programs: Readonly<Record<string, (who: SignedIn, made: Made) => Promise<Program>>> = {
  'a key': async (who, made) => {
    const { status, body, text } = await service.api(who.token, 'POST', '/api-keys', made);
    assert.equal(status, 201, text);
    return { token: body.key, id: body.id };
  },
  'an app': async (who, made) => {
    const program = await openProgram(service, await registeredApp(service, who, made));
    const { access_token: token } = await connectedBy(service, program, { who });
    const { data } = (await service.api(who.token, 'GET', '/connected-apps?limit=1')).body;
    return { token, id: data[0].id };
  },
  'an app on its own': async (who, made) => {
    const alone = { ...made, client_credentials: true };
    const program = await openProgram(service, await registeredApp(service, who, alone));
    const { access_token: token } = await clientCredentialsGrant(program);
    const { data } = (await service.api(who.token, 'GET', '/connected-apps?limit=1')).body;
    return { token, id: data[0].id };
  },
};

async function ended(who: SignedIn, { id }: Program): Promise<void> {
  const path = id.startsWith('akey_') ? '/api-keys' : '/connected-apps';
  assert.equal((await service.api(who.token, 'DELETE', `${path}/${id}`)).status, 200);
}

/** A program with every scope that there is, made by an owner who then has another role. */
async function programOf(kind: string, { id }: Role): Promise<{ readonly token: string; readonly who: SignedIn }> {
  const who = await service.colleague(owner, 'owner');
  const scopes = (await service.api(who.token, 'GET', '/auth/me')).body.permissions;
  const made = await programs[kind]?.(who, { name: 'Every scope', scopes });
  assert.ok(made);
  const ids = [uuidFrom('role', id)];
  await service.owner.query(
    `update members set role_ids = $1, created_at = created_at - interval '1 day' where user_id = $2`,
    [ids, uuidFrom('user', who.user)],
  );
  service.app.runtime.access.forget(uuidFrom('user', who.user) ?? '');
  return { token: made.token, who };
}

const answered = (operation: Operation, token: string): Promise<HttpAnswer> =>
  service.send({ ...(requests.get(operation) as HttpRequest), token });

const kinds = Object.keys(programs).length;

/**
 * Each operation is called by one kind of program for each role, by the next kind for the next role: what is allowed
 * to whoever made it is one code for all kinds, and each kind meets each operation.
 */
const inTurn = (turn: number): Operation[] => guarded.filter((_, index) => (index + turn) % kinds === 0);

for (const [at, [kind, make]] of Object.entries(programs).entries()) {
  for (const [turn, role] of roles.entries()) {
    test(`${kind} of who became ${role.name} does nothing that they may not, and the rest as they`, async () => {
      const { token, who } = await programOf(kind, role);
      const held = new Set(role.permissions);
      const wrong: string[] = [];
      for (const operation of inTurn(at + turn)) {
        const byProgram = await answered(operation, token);
        const { code, needs } = byProgram.body ?? {};
        if (operation.permission !== 'signed_in' && !held.has(operation.permission)) {
          if (code !== 'insufficient_scope' || needs !== operation.permission) wrong.push(`${operation.name} ${code}`);
          const challenge = String(byProgram.headers['www-authenticate']);
          if (!challenge.includes(`scope="${operation.permission}"`)) wrong.push(`${operation.name} ${challenge}`);
          if (byProgram.text.includes(shop.mark)) wrong.push(`${operation.name} tells`);
        } else if (isForPeople(operation)) {
          if (code !== 'person_required') wrong.push(`${operation.name} ${code}`);
        } else {
          const byPerson = (await answered(operation, who.token)).status;
          if ((byProgram.status === 403) !== (byPerson === 403))
            wrong.push(`${operation.name} answers ${byProgram.status}, and ${byPerson} to its maker`);
        }
        if (byProgram.status >= 500) wrong.push(`${operation.name} ${byProgram.status}`);
      }
      assert.deepEqual(wrong, []);
    });
  }

  test(`${kind} with one scope does what asks for that, and nothing else`, async () => {
    const scope = 'clients:read';
    const { token } = await make(owner, { name: 'One', scopes: [scope] });
    const wrong: string[] = [];
    for (const operation of inTurn(at)) {
      const { body } = await answered(operation, token);
      const isOpen = operation.permission === 'signed_in' || operation.permission === scope;
      const isRefused = body?.code === 'insufficient_scope' && body.needs === operation.permission;
      if (isRefused === isOpen) wrong.push(`${operation.name} ${body?.code}`);
    }
    assert.deepEqual(wrong, []);
  });

  test(`${kind} with one scope reads nothing that an AI app of its maker wrote or asked for`, async () => {
    const { token } = await make(owner, { name: 'One', scopes: ['clients:read'] });
    // As a whole: a sample may ask for a part of a list.
    const lists = catalogue.filter(({ name }) => name.startsWith('list_'));
    const telling: string[] = [];
    for (const operation of lists) {
      const { text } = await service.send({ ...restRequest(operation, {}), token });
      if (text.includes(planted)) telling.push(operation.name);
    }
    assert.deepEqual(telling, []);
  });

  test(`${kind} of another organisation is answered as if nothing of this one were there`, async () => {
    const stranger = await service.register('Stranger');
    const scopes = (await service.api(stranger.token, 'GET', '/auth/me')).body.permissions;
    const { token } = await make(stranger, { name: 'Far', scopes });
    const wrong: string[] = [];
    for (const operation of inTurn(at)) {
      const answer = await answered(operation, token);
      // A write answers what it was sent.
      const isSent = JSON.stringify(requests.get(operation)).includes(shop.mark);
      if (answer.text.includes(shop.mark) && !isSent) wrong.push(`${operation.name} tells`);
      if (operation.http.includes('{id}') && answer.status < 300) wrong.push(`${operation.name} ${answer.status}`);
    }
    assert.deepEqual(wrong, []);
  });

  test(`${kind} that has ended is refused with 401 by every operation`, async () => {
    const made = await make(owner, { name: 'Over', scopes: ['clients:read'] });
    await ended(owner, made);
    for (const operation of inTurn(at)) {
      const answer = await answered(operation, made.token);
      assert.deepEqual([answer.status, answer.body.code], [401, 'unauthenticated'], operation.name);
    }
  });
}

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

/** Access through MCP: every tool and resource by role, by preset, and read-only. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { actionOf } from '../../src/doors/mcp/action.ts';
import { apps } from '../../src/doors/mcp/apps/apps.ts';
import { presets } from '../../src/modules/connector/tokens/preset.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { ask, readUri, tryAction } from '../support/mcp-caller.ts';
import { sampleOf } from '../support/samples.ts';
import { startSampledShops } from '../support/shop-service.ts';
import { tableSums } from '../support/table-sums.ts';
import type { Wire } from '../support/world.ts';

const { service, shop } = await startSampledShops();
const offered = catalogue.filter((operation) => actionOf(operation) !== undefined);
const inputs = new Map<Operation, object>();
for (const operation of offered) inputs.set(operation, (await sampleOf(shop, operation)).input);

const holds = (permissions: ReadonlySet<string>, { permission }: Operation) =>
  permission === 'signed_in' || permission === 'public' || permissions.has(permission);

/** Refused for a right that this caller indeed lacks, beside that of the operation itself. */
function lacksMore({ code, needs }: Wire, permissions: ReadonlySet<string>): boolean {
  return ['insufficient_scope', 'forbidden'].includes(code) && typeof needs === 'string' && !permissions.has(needs);
}

/** Refusals beyond permissions: granting more than the caller holds, and acts of owners alone. */
const beyondPermissions: ReadonlySet<string> = new Set(['rights_exceeded', 'forbidden']);

async function surprisesOf(
  token: string,
  { name: role, permissions }: { readonly name: string; readonly permissions: ReadonlySet<string> },
  among: readonly Operation[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const operation of among) {
    const { structuredContent: told } = await tryAction(service, token, {
      operation,
      input: inputs.get(operation) ?? {},
    });
    const isRefused = told?.code === 'insufficient_scope';
    if (!holds(permissions, operation)) {
      // A caller who may request a write may read its outcome.
      if (
        operation.name === 'get_approval'
          ? told.code !== 'not_found'
          : !isRefused || told.needs !== operation.permission
      )
        wrong.push(`${role}: ${operation.name} told ${JSON.stringify(told).slice(0, 200)}`);
    } else if (isRefused && !lacksMore(told, permissions)) {
      wrong.push(`${role}: ${operation.name} refused ${JSON.stringify(told).slice(0, 200)}`);
    } else if (role === 'owner' && beyondPermissions.has(told?.code)) {
      wrong.push(`${role}: ${operation.name} refused ${told.code}`);
    }
  }
  return wrong;
}

type RoleShown = { readonly name: string; readonly permissions: readonly string[] };
const roles: RoleShown[] = (await shop.call('list_roles', { kind: ['system'] })).data;

/** Everybody may make a token, and it may do what they may. */
const people = new Map<string, { readonly token: string; readonly permissions: ReadonlySet<string> }>();
for (const { name, permissions } of roles) {
  const who = await service.colleague(shop.who, name);
  people.set(name, { token: await service.mcpToken(who), permissions: new Set(permissions) });
}
assert.ok(people.size >= 7, [...people.keys()].join());

// Every role is asked for half of the tools, the next role for the other half; through REST each for every operation.
for (const [turn, [role, { token, permissions }]] of [...people].entries()) {
  test(`a token of ${role} may do exactly what the role may, in every second tool`, async () => {
    const among = offered.filter((_, index) => (index + turn) % 2 === 0);
    assert.deepEqual(await surprisesOf(token, { name: role, permissions }, among), []);
  });
}

test('the lists of a role show what it may do, and nothing else', async () => {
  for (const [role, { token, permissions }] of people) {
    const { tools } = await ask(service, token, { method: 'tools/list' });
    const shown = new Set(tools.map(({ name }: Wire) => name));
    const may = offered.filter((operation) => operation.mcp === 'tool' && holds(permissions, operation));
    for (const operation of offered.filter(({ mcp }) => mcp === 'tool')) {
      assert.equal(shown.has(operation.name), may.includes(operation), `${role} ${operation.name}`);
    }
    const headers = { accept: 'application/json' };
    const actions = await service.send({ method: 'GET', path: '/api/mcp/v1/actions', token, headers });
    const named = new Set(actions.body.data.map(({ name }: Wire) => name));
    for (const operation of offered) {
      assert.equal(named.has(operation.name), holds(permissions, operation), `${role} ${operation.name}`);
    }
  }
});

/** The action without which a skill is of no use. */
function jobOf(uri: string): string | undefined {
  const text = readFileSync(uri.replace('skill://', 'src/doors/mcp/skills/'), 'utf8');
  return /^ {2}needs: (\S+)$/m.exec(text)?.[1];
}

/** Permission for reading each address, beside the connection. */
async function permissionOf(uri: string): Promise<string | undefined> {
  const named: Readonly<Record<string, string>> = {
    'daybook://overview': 'get_business_overview',
    'daybook://ai-activity': 'list_mcp_activity',
    'daybook://documents': 'get_document_pdf',
  };
  const report = /^daybook:\/\/reports\/([a-z-]+)/.exec(uri)?.[1];
  const sought = uri.startsWith('skill://') ? jobOf(uri) : named[uri.replace(/(documents)\/.*/, '$1')];
  const operation = catalogue.find(({ name, http }) =>
    report === undefined ? name === sought : http === `GET /reports/${report}`,
  );
  return operation?.permission;
}

test('the resources of a role are those that it may read, and no others can be read', async () => {
  const owner = people.get('owner');
  assert.ok(owner);
  const { resources } = await ask(service, owner.token, { method: 'resources/list' });
  const { number } = (await shop.call('list_documents', { type: ['invoice'] })).data[0];
  const all: string[] = [...resources.map(({ uri }: Wire) => uri), `daybook://documents/${number}.pdf`];
  assert.ok(all.length >= 15);
  for (const [role, { token, permissions }] of people) {
    const mine = (await ask(service, token, { method: 'resources/list' })).resources.map(({ uri }: Wire) => uri);
    for (const uri of all) {
      const permission = (await permissionOf(uri)) ?? 'nothing';
      const may = permission === 'signed_in' || permissions.has(permission);
      const answer = await readUri(service, token, uri);
      const isRead = answer.contents !== undefined;
      // Some reports need more than reports are read with; an overview falls back to what the role may see of it.
      if (may && !isRead && lacksMore(answer.error.data ?? {}, permissions)) continue;
      if (uri !== 'daybook://overview')
        assert.equal(isRead, may, `${role} ${uri} ${JSON.stringify(answer).slice(0, 300)}`);
      if (!uri.includes('documents')) assert.equal(mine.includes(uri), isRead, `${role} ${uri}`);
      if (!isRead) assert.ok(!JSON.stringify(answer).includes(shop.mark), `${role} ${uri}`);
    }
    for (const { uri } of apps)
      assert.equal((await readUri(service, token, uri)).contents?.length, 1, `${role} ${uri}`);
  }
});

for (const [turn, preset] of presets.entries()) {
  test(`a ${preset} token is let through to exactly the effects of its preset`, async () => {
    const token = await service.mcpToken(shop.who, { preset });
    const wrong: string[] = [];
    // Only reading alone refuses anything, so that the others are asked in turn.
    const among = offered.filter((_, index) => preset === 'read_only' || index % presets.length === turn);
    for (const operation of among) {
      const input = inputs.get(operation) ?? {};
      const { structuredContent: told } = await tryAction(service, token, { operation, input });
      const isRefused = told?.code === 'insufficient_scope';
      if (isRefused !== (preset === 'read_only' && operation.effect !== 'read')) wrong.push(operation.name);
    }
    assert.deepEqual(wrong, []);
  });
}

test('a read-only connection reads, and writes nothing whatever its token may do', async () => {
  const wrong: string[] = [];
  const token = await service.mcpToken(shop.who);
  const unaffected = ['mcp_tokens', 'mcp_readings', 'audit_log', 'audit_unsealed'];
  const before = await tableSums(service.owner, unaffected);
  for (const operation of offered) {
    const params = { name: operation.name, arguments: inputs.get(operation) };
    const { structuredContent: told } = await ask(service, token, {
      method: 'tools/call',
      params,
      query: '?readonly=1',
    });
    const isRefused = told?.code === 'insufficient_scope';
    if (isRefused !== (operation.effect !== 'read')) wrong.push(`readonly ${operation.name}`);
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual(await tableSums(service.owner, unaffected), before);
});

test('control: a right that is taken away is missed at once', async () => {
  const owner = people.get('owner');
  assert.ok(owner);
  const narrow = await service.mcpToken(shop.who, { scopes: ['clients:read'] });
  const wrong = await surprisesOf(narrow, { name: 'owner', permissions: owner.permissions }, offered.slice(0, 100));
  assert.ok(wrong.length >= 50, `${wrong.length} surprises`);
});

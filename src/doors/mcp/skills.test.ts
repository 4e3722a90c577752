/** Skills are served as the extension has them, to whoever may do their job, and say nothing that is not so. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { z } from 'zod';
import { longTest } from '../../../test/support/dose.ts';
import { createMcpService } from '../../../test/support/mcp-service.ts';
import type { Wire } from '../../../test/support/world.ts';
import { catalogue } from '../../catalogue.ts';
import { actionOf } from './action.ts';
import { propertiesOf } from './json-schema.ts';

const service = await createMcpService();
const ana = await service.owner('Acme');
const { token } = await ana.mint({ preset: 'full' });
const address = new URL(`${service.url}/api/mcp/mcp`);

const names = readdirSync('src/doors/mcp/skills');
const textOf = (name: string): string => readFileSync(`src/doors/mcp/skills/${name}/SKILL.md`, 'utf8');
const actions = new Map(catalogue.flatMap((operation) => actionOf(operation) ?? []).map((one) => [one.name, one]));

async function connected(of: string, mode: 'auto' | 'legacy' = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${of}` } };
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
  return client;
}

for (const mode of ['auto', 'legacy'] as const) {
  test(`the makers’ client lists, gets and reads every skill, and its digests hold (${mode})`, async () => {
    const client = await connected(token, mode);
    const skills = new SkillsClient(client);
    assert.ok(skills.supported);
    const { skills: listed } = await skills.list();
    assert.deepEqual(
      listed.map(({ frontmatter }) => frontmatter.name),
      names,
    );
    for (const skill of listed) {
      assert.deepEqual((await skills.get(skill.uri)).skill, skill);
      const { verified, body } = await skills.read(skill);
      assert.ok(verified);
      assert.match(body ?? '', /^\s*# /);
    }
    await assert.rejects(skills.get('skill://pay-yourself/SKILL.md'), /No skill is served at/);
    await client.close();
  });
}

test('a token that may not do a job is shown no skill for it', async () => {
  const narrow = await ana.mint({ scopes: ['clients:read', 'documents:read', 'documents:write'] });
  const { body } = await service.rpc(narrow.token, 'skills/list');
  const shown = body.result.skills.map(({ frontmatter }: Wire) => frontmatter.name);
  assert.deepEqual(shown, ['chase-overdue-invoices', 'quote-to-cash']);
  const { body: resources } = await service.rpc(narrow.token, 'resources/list');
  const uris = resources.result.resources.map(({ uri }: Wire) => uri).filter((uri: string) => uri.startsWith('skill:'));
  assert.equal(uris.length, 2);
  const hidden = 'skill://close-the-month/SKILL.md';
  for (const method of ['skills/get', 'resources/read']) {
    assert.equal((await service.rpc(token, method, { uri: hidden })).body.error, undefined);
    assert.equal((await service.rpc(narrow.token, method, { uri: hidden })).body.error.code, -32_602, method);
  }
});

test('whatever is no address of a skill is refused', async () => {
  for (const uri of ['skill://', 'skill://../SKILL.md', 'skill://move-in', 'skill://move-in/../enter-bills/SKILL.md']) {
    for (const method of ['skills/get', 'resources/read']) {
      assert.equal((await service.rpc(token, method, { uri })).body.error.code, -32_602, uri);
    }
  }
  assert.equal((await service.rpc(token, 'skills/list', { cursor: 'more' })).body.error.code, -32_602);
});

/** Calls that a text shows, as they stand in it. */
function examplesIn(text: string): { readonly action: string; readonly arguments: Wire }[] {
  return [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) => JSON.parse(json));
}

test('every call that a skill shows is one that the service takes', longTest, async () => {
  const taken = async ({ action, arguments: given }: { action: string; arguments: Wire }): Promise<string> => {
    const effect = actions.get(action)?.operation.effect ?? 'read';
    const { idempotency_key: _, dry_run: __, ...input } = given;
    const key = effect === 'read' ? {} : { idempotency_key: randomUUID() };
    const call = { name: action, arguments: input, ...key };
    const { structuredContent: told } = await service.tool(token, `run_${effect}_action`, call);
    return told?.code === 'validation_failed' ? `${told.code} ${JSON.stringify(told.errors)}` : (told?.code ?? 'done');
  };
  const wrong: string[] = [];
  let shown = 0;
  for (const name of names) {
    for (const example of examplesIn(textOf(name))) {
      shown += 1;
      const said = await taken(example);
      if (said.startsWith('validation_failed')) wrong.push(`${name}: ${example.action} ${said}`);
      const action = actions.get(example.action) ?? assert.fail(example.action);
      // A name that leads to no record is refused before the rest is read.
      const fits = z.fromJSONSchema(action.inputSchema).safeParse(example.arguments);
      if (!fits.success) wrong.push(`${name}: ${example.action} ${z.prettifyError(fits.error)}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(shown >= 30, `${shown}`);
  const poem = await taken({ action: 'create_document', arguments: { type: 'poem' } });
  assert.match(poem, /^validation_failed/, 'control');
});

/** Words in a text that look like names of actions, fields or values, and are none. */
function unknownIn(text: string): string[] {
  const named = [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name = '']) => name);
  return named.filter((name) => !actions.has(name) && !fields.has(name) && !values.has(name));
}

const schemas = [...actions.values()].flatMap(({ inputSchema, outputSchema }) => [inputSchema, outputSchema]);
const fields = new Set(schemas.flatMap((schema) => namesIn(schema)));
const values = new Set([...JSON.stringify(schemas).matchAll(/"([a-z]+(?:_[a-z]+)+)"/g)].map(([, value = '']) => value));

function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return [...Object.keys(propertiesOf(schema as Wire)), ...Object.values(schema).flatMap(namesIn)];
}

test('a skill names actions and fields that there are, needs what there is, and is short', () => {
  for (const name of names) {
    const text = textOf(name);
    assert.deepEqual(unknownIn(text), [], name);
    const [, needs = ''] = /^ {2}needs: (.+)$/m.exec(text) ?? [];
    for (const action of needs.split(' ')) assert.ok(actions.has(action), `${name} ${action}`);
    const tokens = countTokens(text);
    assert.ok(tokens <= 1_200, `${name} has ${tokens} tokens`);
  }
  assert.deepEqual(unknownIn('Call `create_poem` for the `client_id`.'), ['create_poem'], 'control');
});

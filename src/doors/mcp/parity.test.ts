/** REST and MCP are two doors of one house: what one answers, the other does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMcpService } from '../../../test/support/mcp-service.ts';
import { catalogue } from '../../catalogue.ts';
import type { Operation } from '../../operation/operation.ts';
import { actionOf } from './action.ts';
import { type JsonSchema, propertiesOf } from './json-schema.ts';

const service = await createMcpService();
const ana = await service.owner('Acme');
const { token } = await ana.mint({ preset: 'full' });
const offered = catalogue.flatMap((one) => actionOf(one) ?? []);

test('every read answers the same through both doors', async () => {
  for (const { operation, name, inputSchema } of offered.filter((one) => isPlainRead(one.operation))) {
    const rest = await service.http('GET', `/api${operation.http.slice('GET '.length)}`, {
      headers: { authorization: `Bearer ${ana.access}` },
    });
    // Models are shown less of a list unless they ask for all of it.
    const whole = 'fields' in propertiesOf(inputSchema) ? { fields: ['*'] } : {};
    const { structuredContent } = await service.tool(token, name, whole);
    if (rest.status >= 400) assert.equal(structuredContent.code, rest.body.code, name);
    else assert.deepEqual(withoutClock(structuredContent), withoutClock(rest.body), name);
  }
});

test('a ghost record and an empty call are answered alike through both doors', async () => {
  for (const { operation, name, inputSchema } of offered) {
    const [method = '', path = ''] = operation.http.split(' ');
    const ids = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => [id, ghost(inputSchema, id)]));
    if (Object.keys(ids).length === 0 && operation.input.safeParse({}).success) continue;
    const url = `/api${path.replaceAll(/\{(\w+)\}/g, (_, id: string) => String(ids[id]))}`;
    const headers = { authorization: `Bearer ${ana.access}`, 'idempotency-key': `parity-${name}` };
    const rest = await service.http(method, url, { headers, ...(method === 'GET' ? {} : { body: {} }) });
    const key = operation.effect === 'read' ? {} : { idempotency_key: `parity-${name}` };
    const { structuredContent } = await service.tool(token, name, { ...ids, ...key });
    if (rest.status < 400) assert.deepEqual(structuredContent, rest.body, name);
    assert.equal(structuredContent.code, rest.body.code, name);
    assert.deepEqual(structuredContent.errors, rest.body.errors, name);
  }
});

/** Tells of the token that asks, and a person in REST has to say which. */
const ofTheAsker = new Set(['connector_doctor']);

/** Read without saying more, and without a file as the answer. */
function isPlainRead({ name, http, input, output }: Operation): boolean {
  return (
    !ofTheAsker.has(name) && /^GET [^{]+$/.test(http) && input.safeParse({}).success && output.meta()?.['file'] !== true
  );
}

/** An id of the right kind that no record has: the one in the schema's own example. */
function ghost(schema: JsonSchema, name: string): unknown {
  const { examples } = propertiesOf(schema)[name] ?? {};
  return Array.isArray(examples) ? examples[0] : 'nothing';
}

/** Removes timestamps of the answer, which differ between two answers. */
function withoutClock(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, item: unknown) => (key.endsWith('_at') ? null : item));
}

/** The document that clients are generated from says what the service does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dose } from '../../test/support/dose.ts';
import { longTest } from '../../test/support/dose.ts';
import { misfitsOf } from '../../test/support/misfits.ts';
import { restRequest } from '../../test/support/rest-request.ts';
import type { HttpAnswer, HttpRequest } from '../../test/support/running-service.ts';
import { sampleOf } from '../../test/support/samples.ts';
import { startShop } from '../../test/support/shop-service.ts';
import type { Wire } from '../../test/support/world.ts';
import { catalogue } from '../catalogue.ts';
import { leavesAsFile } from './list-file/list-file.ts';
import { takesView } from '../modules/views/index.ts';
import { isForPeople } from '../operation/for-people.ts';
import { batchableResources } from './batch.ts';
import { routeOf, shapeOf } from './rest.ts';

const { service, shop } = await startShop();
const { body: document } = await service.send({ method: 'GET', path: '/api/openapi.json' });
let keys = 0;

const described = (method: string, path: string): Wire => document.paths[path]?.[method.toLowerCase()];

/** Follows `$ref`, of which there is one level. */
function resolved(node: Wire): Wire {
  if (typeof node?.$ref !== 'string') return node;
  return node.$ref
    .slice(2)
    .split('/')
    .reduce((at: Wire, part: string) => at[part], document);
}

/** Deviations of an answer from the document, in status, media type, headers and content. */
function undocumented(operation: Wire, answer: HttpAnswer): string[] {
  const response = resolved(operation.responses[answer.status]);
  if (response === undefined) return [`status ${answer.status}`];
  const type = String(answer.headers['content-type']).split(';')[0] ?? '';
  const content = response.content?.[type];
  if (content === undefined) return [`media type ${type} of ${answer.status}`];
  const known = new Set(Object.keys(response.headers).map((name) => name.toLowerCase()));
  const told = ['etag', 'link', 'location', 'idempotent-replayed', 'x-request-id', 'retry-after'];
  const extra = told.filter((name) => name in answer.headers && !known.has(name)).map((name) => `header ${name}`);
  const schema = resolved(content.schema);
  // A problem carries remedy data beside what is the same for all of them.
  const open = schema === document.components.schemas.Problem ? { additionalProperties: {} } : {};
  return /[/+]json$/.test(type) ? [...extra, ...misfitsOf({ ...schema, ...open }, answer.body)] : extra;
}

async function answerTo(request: HttpRequest): Promise<HttpAnswer> {
  return service.send({ ...request, headers: { 'idempotency-key': `key ${(keys += 1)}`, ...request.headers } });
}

test('every operation and every batch is in the document, and nothing else', () => {
  const routes = catalogue.map(routeOf).map(({ method, path }) => `${method.toLowerCase()} ${path}`);
  routes.push('get /api/files/{id}/content', 'get /api/document-exports/{id}/content');
  routes.push('get /api/exports/{id}/content', 'get /api/events/stream');
  for (const resource of batchableResources(catalogue).keys()) routes.push(`post /api/${resource}/batch`);
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method} ${path}`),
  );
  assert.deepEqual(new Set(documented), new Set(routes));
  assert.equal(documented.length, routes.length);
  assert.match(document.openapi, /^3\.1\./);
});

test('the document says who may call what, and names each operation once', () => {
  assert.deepEqual(document.security, [{ accessToken: [] }, { apiKey: [] }, { oauth: [] }]);
  const names = new Set<string>();
  for (const operation of catalogue) {
    const { method, path } = routeOf(operation);
    const { security, operationId, description, tags } = described(method, path);
    const forPeople = isForPeople(operation) ? [{ accessToken: [] }] : undefined;
    assert.deepEqual(security, operation.permission === 'public' ? [] : forPeople, operation.name);
    if (operation.permission.includes(':')) assert.ok(description.includes(`\`${operation.permission}\``));
    assert.equal(operationId, operation.name);
    assert.equal(tags.length, 1);
    names.add(operationId);
  }
  assert.equal(names.size, catalogue.length);
});

test('every field of every input stands in the path, the query or the body, and no other', () => {
  for (const operation of catalogue) {
    const { method, path } = routeOf(operation);
    const { parameters, requestBody } = described(method, path);
    const named = parameters.filter((one: Wire) => one.in !== 'header' && one.name !== 'dry_run');
    const body = Object.keys(requestBody?.content['application/json'].schema.properties ?? {});
    const told = [...named.map((one: Wire) => one.name.replace(/\[.*/, '')), ...body];
    const ofDoor = [
      ...(takesView(operation) ? ['view'] : []),
      ...(leavesAsFile(operation) ? ['format', 'language'] : []),
    ];
    const fields = [...Object.keys(shapeOf(operation)), ...ofDoor];
    assert.deepEqual(new Set(told), new Set(fields), operation.name);
    const inPath = parameters.filter((one: Wire) => one.in === 'path').map((one: Wire) => `{${one.name}}`);
    assert.deepEqual(inPath, path.match(/\{\w+\}/g) ?? [], operation.name);
  }
});

test('every reference in the document leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to);
  for (const $ref of new Set(references)) assert.notEqual(resolved({ $ref }), undefined, $ref);
});

test('what a working call answers is what the document says', longTest, async () => {
  for (const operation of dose(catalogue)) {
    const { input, caller } = await sampleOf(shop, operation);
    const { method, path } = routeOf(operation);
    const request = restRequest(operation, input);
    const answer = await answerTo({ ...request, token: caller.token });
    assert.ok(answer.status < 300, `${operation.name}: ${answer.text}`);
    // A path without parameters goes before one with them: `/reports/revenue` before `/reports/{name}`.
    const itself = described(method, request.path.split('?')[0] ?? '') ?? described(method, path);
    assert.deepEqual(undocumented(itself, answer), [], operation.name);
  }
});

test('what a refused call answers is what the document says', async () => {
  for (const operation of dose(catalogue)) {
    const { method, path } = routeOf(operation);
    const there = path.replaceAll(/\{\w+\}/g, 'x');
    // A public operation without input has nothing to refuse.
    const isForAll = operation.permission === 'public' && Object.keys(shapeOf(operation)).length === 0;
    const refused = [
      ...(isForAll ? [] : [{ method, path: there }]),
      { method, path: `${there}?colour=red`, token: shop.who.token },
      { method, path: there, token: shop.who.token, headers: { 'api-version': 'x' } },
      ...(method === 'GET' || method === 'DELETE'
        ? []
        : [
            { method, path: there, body: '{', token: shop.who.token },
            { method, path: there, body: 'x', token: shop.who.token, headers: { 'content-type': 'text/plain' } },
            { method, path: there, body: 'x'.repeat(1_100_000), token: shop.who.token },
          ]),
    ];
    for (const request of refused) {
      const answer = await answerTo(request);
      assert.ok(answer.status >= 400 && answer.status < 500, `${operation.name}: ${answer.text}`);
      assert.deepEqual(undocumented(described(method, path), answer), [], operation.name);
    }
  }
});

test('a batch answers what the document says, also where an item fails', async () => {
  const operations = [
    { action: 'create', data: { name: 'Friends' } },
    { action: 'create', data: { colour: 'red' } },
  ];
  for (const mode of ['independent', 'atomic']) {
    const request = { method: 'POST', path: '/api/client-groups/batch', token: shop.who.token };
    const answer = await answerTo({ ...request, body: { mode, operations } });
    assert.deepEqual(undocumented(described('POST', request.path), answer), [], mode);
  }
});

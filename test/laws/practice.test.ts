/** What an AI app practises leaves nothing behind, is found again by its next call, and can be promoted. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { actionOf } from '../../src/doors/mcp/action.ts';
import { whyNoStep } from '../../src/modules/connector/index.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { dose } from '../support/dose.ts';
import { sampleOf } from '../support/samples.ts';
import { startSampledShops } from '../support/shop-service.ts';
import { tableSums } from '../support/table-sums.ts';
import type { Wire } from '../support/world.ts';

const { service, shop } = await startSampledShops();
const { token, id: tokenId } = await shop.call('create_mcp_token', { name: shop.fresh('learner'), preset: 'full' });

const writes = catalogue.filter((operation) => actionOf(operation) !== undefined && operation.effect !== 'read');
const steps = writes.filter((operation) => whyNoStep(operation) === undefined);

/** Its sample is of an organisation where nothing has moved, and the token is of another. */
const elsewhere: ReadonlySet<string> = new Set(['change_costing_method']);
const practisable = dose(steps.filter(({ name }) => !elsewhere.has(name)));

const ask = async ({ name, effect }: Pick<Operation, 'name' | 'effect'>, input: object): Promise<Wire> => {
  const key = effect === 'read' ? {} : { idempotency_key: randomUUID() };
  return service.tool(token, `run_${effect}_action`, { name, arguments: input, ...key });
};

/** Where a practice itself is kept, and what the connector notes of any call. */
const ofPractising = ['practices', 'mcp_readings', 'mcp_tokens'];

test('most writes that a model is offered can be practised', () => {
  assert.ok(steps.length / writes.length >= 0.8, `${steps.length} of ${writes.length}`);
});

test('a write in a practice leaves nothing behind, the next call finds it again, and it can be promoted', async () => {
  const wrong: string[] = [];
  for (const operation of practisable) {
    const { input } = await sampleOf(shop, operation);
    const { id } = await shop.call('start_practice', { token_id: tokenId });
    const before = await tableSums(service.owner, ofPractising);
    const { isError, structuredContent } = await ask(operation, input);
    const after = await tableSums(service.owner, ofPractising);
    if (isError === true) wrong.push(`${operation.name}: ${JSON.stringify(structuredContent)}`);
    assert.deepEqual(after, before, operation.name);
    const next = await ask({ name: 'get_organization', effect: 'read' }, {});
    if (next.isError === true) wrong.push(`${operation.name} again: ${JSON.stringify(next.structuredContent)}`);
    const headers = { 'idempotency-key': randomUUID() };
    const promoted = await service.api(shop.who.token, 'POST', `/mcp/practices/${id}/promote`, {}, headers);
    if (promoted.status === 200) continue;
    wrong.push(`${operation.name}: ${promoted.text}`);
    await shop.call('end_practice', { id });
  }
  assert.deepEqual(wrong, []);
});

test('the same write changes the books where nobody practises', async () => {
  const [operation] = steps.filter(({ name }) => name === 'create_client');
  assert.ok(operation);
  const { input } = await sampleOf(shop, operation);
  const before = await tableSums(service.owner, ofPractising);
  assert.notEqual((await ask(operation, input)).isError, true);
  assert.notDeepEqual(await tableSums(service.owner, ofPractising), before);
});

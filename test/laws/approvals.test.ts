/** Writes that need approval: requesting changes nothing, and the approved write has the previewed effect. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { actionOf } from '../../src/doors/mcp/action.ts';
import { verdictOf } from '../../src/modules/connector/index.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { dose } from '../support/dose.ts';
import { sampleOf } from '../support/samples.ts';
import { startSampledShops } from '../support/shop-service.ts';
import { tableSums } from '../support/table-sums.ts';
import type { Wire } from '../support/world.ts';

const { service, shop } = await startSampledShops();

/** Its sample is of an organisation where nothing has moved, and the token is of another. */
const elsewhere: ReadonlySet<string> = new Set(['change_costing_method']);

const askable = catalogue.filter(
  (operation) =>
    actionOf(operation) !== undefined &&
    operation.effect !== 'read' &&
    verdictOf('draft_only', operation) === 'needs_person' &&
    !elsewhere.has(operation.name),
);

/** Ownership is transferred last, as the former owner may not do the rest. */
const goesLast = ({ name }: Operation): number => (name === 'transfer_ownership' ? 1 : 0);

const newToken = async (): Promise<string> =>
  (await shop.call('create_mcp_token', { name: shop.fresh('asker'), preset: 'draft_only' })).token;

async function ask(token: string, { name, effect }: Operation, input: object): Promise<Wire> {
  const answer = await service.tool(token, `run_${effect}_action`, { name, arguments: input });
  assert.equal(answer.structuredContent?.code, 'approval_required', `${name}: ${JSON.stringify(answer)}`);
  return answer.structuredContent;
}

/** Tables that a request and its preview write to. */
const ofAsking = [
  'approvals',
  'audit_log',
  'audit_unsealed',
  'call_events',
  'unpublished_events',
  'mcp_tokens',
  'jobs',
  'mcp_readings',
];

/** Queued work, beside notices of undecided requests. */
async function queued(): Promise<unknown> {
  const { rows } = await service.owner.query(
    "select kind, count(*) from jobs where kind <> 'expire_approvals' group by 1 order by 1",
  );
  return rows;
}

test('asking for anything that needs a person changes nothing', async () => {
  assert.ok(askable.length >= 80);
  const asked: { operation: Operation; input: object }[] = [];
  for (const operation of dose(askable)) asked.push({ operation, input: (await sampleOf(shop, operation)).input });
  // So many requests of one token may wait.
  const waitingMax = 50;
  const tokens = await Promise.all(Array.from({ length: Math.ceil(asked.length / waitingMax) }, newToken));
  const [before, waiting] = [await tableSums(service.owner, ofAsking), await queued()];
  for (const [index, { operation, input }] of asked.entries()) {
    await ask(tokens[Math.floor(index / waitingMax)] ?? '', operation, input);
  }
  assert.deepEqual(await tableSums(service.owner, ofAsking), before);
  assert.deepEqual(await queued(), waiting);
});

test('whatever is approved at once happens as it was previewed', async () => {
  const token = await newToken();
  const wrong: string[] = [];
  for (const operation of dose(askable).toSorted((a, b) => goesLast(a) - goesLast(b))) {
    const { input } = await sampleOf(shop, operation);
    const { approval_id: id } = await ask(token, operation, input);
    const answer = await service.api(shop.who.token, 'POST', `/approvals/${id}/approve`, {});
    if (answer.body.status !== 'approved') wrong.push(`${operation.name}: ${answer.text}`);
  }
  assert.deepEqual(wrong, []);
});

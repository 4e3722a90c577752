import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { createWorld } from '../../../test/support/world.ts';
import type { Actor } from '../../operation/actor.ts';
import { operation } from '../../operation/operation.ts';
import { run } from '../../operation/run.ts';
import { Id } from '../../wire/index.ts';
import { type ClientForSale, clientsFor } from './index.ts';

const world = await createWorld();
const { call, ana, rival } = world;

/** Asks as another module would, from within an operation of its own. */
async function ask(actor: Actor, ids: string[]): Promise<ReadonlyMap<string, ClientForSale>> {
  let found: ReadonlyMap<string, ClientForSale> = new Map();
  const asking = operation({
    name: 'ask_for_clients',
    summary: 'Asks for clients.',
    http: 'GET /ask',
    effect: 'read',
    permission: 'signed_in',
    mcp: 'hidden',
    input: z.strictObject({ ids: z.array(Id('client')) }),
    output: z.object({ count: z.int() }),
    run: async (context, input) => {
      found = await clientsFor(context, input.ids);
      return { count: found.size };
    },
  });
  await run(world.runtime, asking, { actor, input: { ids }, origin: { door: 'rest', requestId: 'ask' } });
  return found;
}

test('another module gets what it needs to sell, and only for the organisation’s own clients', async () => {
  const client = await call('create_client', {
    type: 'business',
    display_name: 'Buyer',
    tax_status: 'exempt',
    payment_terms: { type: 'days_after_issue', value: 14 },
    discount_percent: '2.5',
    credit_limit: '100',
    billing_address: { city: 'Bonn' },
  });
  const foreign = await call('create_client', { type: 'business', display_name: 'Theirs' }, { as: rival });
  const [sold, ...others] = (await ask(ana, [client.id, foreign.id])).values();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [sold?.displayName, sold?.number, sold?.status, sold?.taxStatus, sold?.version],
    ['Buyer', client.number, 'active', 'exempt', 1],
  );
  assert.deepEqual(sold?.paymentTerms, { type: 'days_after_issue', value: 14 });
  assert.deepEqual([sold?.discountPercent, sold?.creditLimit], [2_500_000n, { minor: 10_000n, currency: 'EUR' }]);
  assert.equal(sold?.billingAddress?.city, 'Bonn');
  assert.deepEqual(await ask(ana, []), new Map());
});

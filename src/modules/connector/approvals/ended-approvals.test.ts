/** Requests that somebody decided already, or that became impossible, end by themselves. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { startShop } from '../../../../test/support/shop-service.ts';
import type { Wire } from '../../../../test/support/world.ts';
import { publishAll } from '../../../doors/webhooks/publisher.ts';
import { serviceActor } from '../../../operation/actor.ts';
import { run } from '../../../operation/run.ts';
import { uuidFrom } from '../../../wire/type-id.ts';
import { reviewApprovals } from './review-approvals.ts';

const { service, shop } = await startShop();
const { who, call, fresh } = shop;
const { token } = await call('create_mcp_token', { name: 'Claude' });

const ask = (name: string, input: object, more: object = {}): Promise<Wire> =>
  service.tool(token, 'run_destructive_action', { name, arguments: input, ...more });
const approve = (id: string) => service.api(who.token, 'POST', `/approvals/${id}/approve`, {});
const approvalOf = (id: string) => call('get_approval', { id });

/** A sale that Claude wants to void, and what it was told. */
async function askedToVoid(more: object = {}): Promise<{ sale: Wire; told: Wire }> {
  const lines = [{ name: fresh('work'), quantity: '1', unit_price: '100.00' }];
  const { id } = await call('create_sale', { lines, client_id: shop.ids['client'] });
  const sale = await call('confirm_sale', { id });
  const { structuredContent: told } = await ask('void_sale', { id }, more);
  assert.equal(told.code, 'approval_required', JSON.stringify(told));
  return { sale, told };
}

test('the same asked for under many keys waits once, and each key learns what became of it', async () => {
  const { sale, told } = await askedToVoid({ idempotency_key: randomUUID() });
  const keys = Array.from({ length: 5 }, () => randomUUID());
  const again = await Promise.all(keys.map((key) => ask('void_sale', { id: sale.id }, { idempotency_key: key })));
  for (const { structuredContent } of again) assert.equal(structuredContent.approval_id, told.approval_id);
  assert.equal((await approve(told.approval_id)).status, 200);
  for (const key of keys) {
    const { structuredContent } = await ask('void_sale', { id: sale.id }, { idempotency_key: key });
    assert.equal(structuredContent.status, 'voided', JSON.stringify(structuredContent));
  }
});

test('once one is approved, requests that became impossible end with the reason', async () => {
  const { sale, told } = await askedToVoid();
  const other = (await call('create_mcp_token', { name: 'Other' })).token;
  const input = { name: 'void_sale', arguments: { id: sale.id } };
  const duplicate = (await service.tool(other, 'run_destructive_action', input)).structuredContent;
  const { told: unrelated } = await askedToVoid();
  assert.notEqual(duplicate.approval_id, told.approval_id);
  assert.equal((await approve(told.approval_id)).status, 200);
  const ended = await approvalOf(duplicate.approval_id);
  assert.deepEqual([ended.status, ended.problem.code], ['superseded', 'invalid_state_transition']);
  assert.equal((await approvalOf(unrelated.approval_id)).status, 'pending');
  const { data } = await call('list_approvals', { status: 'superseded', action: 'void_sale' });
  assert.ok(data.some(({ id }: Wire) => id === duplicate.approval_id));
  const { rows } = await service.owner.query(
    `select from events where type = 'approval.superseded' and data ->> 'id' = $1`,
    [duplicate.approval_id],
  );
  assert.equal(rows.length, 1);
});

/** Lets the workers handle published events. */
async function reviewed(): Promise<number> {
  const { runtime } = service.app;
  while (await publishAll(runtime)) continue;
  const { rows } = await service.owner.query<{ payload: object }>(
    `delete from jobs where kind = 'review_approvals' returning payload`,
  );
  const place = {
    id: uuidFrom('org', who.organization) ?? '',
    name: '',
    baseCurrency: 'EUR',
    timezone: 'UTC',
    locale: 'en',
  };
  const actor = serviceActor(place, reviewApprovals.permission);
  const origin = { door: 'job', requestId: randomUUID() } as const;
  for (const { payload } of rows) await run(runtime, reviewApprovals, { actor, origin, input: payload });
  return rows.length;
}

test('what a person does elsewhere ends the requests that it makes impossible, and no others', async () => {
  const { sale, told } = await askedToVoid();
  await call('update_sale', { id: sale.id, metadata: { seen: 'yes' } });
  assert.ok((await reviewed()) > 0);
  assert.equal((await approvalOf(told.approval_id)).status, 'pending');
  await call('void_sale', { id: sale.id });
  assert.ok((await reviewed()) > 0);
  const { status, decided_by: by, problem } = await approvalOf(told.approval_id);
  assert.deepEqual([status, by.type, problem.code], ['superseded', 'system', 'invalid_state_transition']);
});

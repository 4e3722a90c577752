import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createMcpService } from '../../../../test/support/mcp-service.ts';
import type { Wire } from '../../../../test/support/world.ts';

const service = await createMcpService();
const ana = await service.owner('Acme');
const limited = async (limits: object): Promise<string> => (await ana.mint({ preset: 'full', limits })).token;
const { id: client } = await ana.rest('POST', '/clients', { type: 'business', display_name: 'Old Mill' });

const sell = (token: string, unitPrice: string, more: object = {}): Promise<Wire> =>
  service.tool(token, 'record_sale', {
    client_id: client,
    lines: [{ name: 'Binding', quantity: '1', unit_price: unitPrice }],
    idempotency_key: randomUUID(),
    ...more,
  });
const sales = async (): Promise<number> => (await ana.rest('GET', '/sales?include=total_count&limit=1')).total_count;

test('a write of more than its token may waits for a person, who can let it pass', async () => {
  const token = await limited({ max_amount_per_write: { EUR: '100.00' } });
  assert.equal((await sell(token, '100.00')).isError, undefined);
  const before = await sales();
  const { structuredContent: told } = await sell(token, '100.01');
  assert.deepEqual(
    [told.code, told.reason, told.limit, told.max, told.amount, told.currency],
    ['approval_required', 'limit', 'max_amount_per_write', '100.00', '100.01', 'EUR'],
  );
  assert.equal(await sales(), before);
  const approved = await ana.rest('POST', `/approvals/${told.approval_id}/approve`);
  assert.equal(approved.result.total, '100.01');
  assert.equal(await sales(), before + 1);
});

test('writes at once share what is left of the day, and no more', async () => {
  const token = await limited({ max_amount_per_day: { EUR: '250.00' } });
  const before = await sales();
  const answers = await Promise.all(Array.from({ length: 6 }, () => sell(token, '100.00')));
  const held = answers.filter(({ structuredContent }) => structuredContent.code === 'approval_required');
  assert.deepEqual([answers.length - held.length, held.length], [2, 4], JSON.stringify(answers));
  assert.equal(await sales(), before + 2);
  assert.equal((await sell(token, '50.00')).isError, undefined);
  assert.equal((await sell(token, '0.01')).structuredContent.limit, 'max_amount_per_day');
});

test('a retry of what was written counts once', async () => {
  const token = await limited({ max_amount_per_day: { EUR: '100.00' } });
  const again = { idempotency_key: randomUUID() };
  assert.equal((await sell(token, '60.00', again)).isError, undefined);
  assert.equal((await sell(token, '60.00', again)).isError, undefined);
  assert.equal((await sell(token, '40.00')).isError, undefined);
});

test('a draft moves no money, and so it meets no limit of amounts', async () => {
  const token = await limited({ max_amount_per_write: { EUR: '1.00' } });
  const lines = [{ name: 'Binding', quantity: '1', unit_price: '500.00' }];
  const create = (more: object) =>
    service.tool(token, 'run_write_action', { name: 'create_sale', arguments: { client_id: client, lines, ...more } });
  assert.equal((await create({})).isError, undefined);
  assert.equal((await create({ confirm: true })).structuredContent.code, 'approval_required');
});

test('what is in a currency without a limit counts in that of the books, and without both waits', async () => {
  const dollars = { currency: 'USD', exchange_rate: '0.5' };
  const euros = await limited({ max_amount_per_write: { EUR: '50.00' } });
  assert.equal((await sell(euros, '100.00', dollars)).isError, undefined);
  const told = (await sell(euros, '100.02', dollars)).structuredContent;
  assert.deepEqual([told.code, told.amount, told.currency], ['approval_required', '50.01', 'EUR']);
  const yen = await limited({ max_amount_per_write: { JPY: '1000000' } });
  assert.equal((await sell(yen, '1.00')).structuredContent.code, 'approval_required');
});

/** A product at a list price, and as much of it in stock at a cost. */
async function stocked({ price, cost }: { price: string; cost?: string }): Promise<string> {
  const product = await ana.rest('POST', '/products', { name: `Press ${randomUUID()}`, price, track_inventory: true });
  const [{ id: variant_id }] = product.variants;
  if (cost === undefined) return variant_id;
  const [{ id: location_id }] = (await ana.rest('GET', '/locations')).data;
  const headers = { authorization: `Bearer ${ana.access}`, 'idempotency-key': randomUUID() };
  const body = { type: 'purchase_receipt', variant_id, location_id, quantity: '10', unit_cost: cost };
  const received = await service.http('POST', '/api/stock/movements', { headers, body });
  assert.equal(received.status, 201, received.text);
  return variant_id;
}

test('goods that are given away count what they cost and what they are listed at', async () => {
  const token = await limited({ max_amount_per_write: { EUR: '500.00' } });
  const dear = await stocked({ price: '20.00', cost: '900.00' });
  const listed = await stocked({ price: '900.00', cost: '20.00' });
  const given = [{ unit_price: '0' }, { unit_price: '1.00' }, { discount: { type: 'percent', value: '100' } }];
  for (const variant_id of [dear, listed]) {
    for (const more of given) {
      const lines = [{ variant_id, quantity: '1', ...more }];
      const { structuredContent: told } = await sell(token, '', { lines });
      assert.deepEqual([told.code, told.amount], ['approval_required', '900.00'], JSON.stringify(more));
    }
  }
  const services = [
    { name: 'Consulting', quantity: '1', unit_price: '60000.00', discount: { type: 'percent', value: '100' } },
  ];
  assert.equal((await sell(token, '', { lines: services })).structuredContent.amount, '60000.00');
  const fair = await sell(token, '', {
    lines: [{ variant_id: await stocked({ price: '90.00', cost: '60.00' }), quantity: '5' }],
  });
  assert.equal(fair.isError, undefined, JSON.stringify(fair.structuredContent));
});

test('what is given away adds up over the day, and in whatever currency it is', async () => {
  const token = await limited({ max_amount_per_day: { EUR: '500.00' } });
  const variant_id = await stocked({ price: '200.00', cost: '100.00' });
  const lines = [{ variant_id, quantity: '1', unit_price: '0' }];
  assert.equal((await sell(token, '', { lines })).isError, undefined);
  const cheap = { currency: 'USD', exchange_rate: '0.0001', lines: [{ variant_id, quantity: '1', unit_price: '1' }] };
  assert.equal((await sell(token, '', cheap)).isError, undefined);
  const { structuredContent: told } = await sell(token, '', { lines });
  assert.deepEqual([told.code, told.of_day], ['approval_required', '600.00']);
  const dollars = await limited({ max_amount_per_write: { USD: '500.00' } });
  assert.equal((await sell(dollars, '', cheap)).structuredContent.code, 'approval_required');
});

test('stock that is written off or adjusted away counts as well', async () => {
  const token = await limited({ max_amount_per_write: { EUR: '500.00' } });
  const variant_id = await stocked({ price: '900.00', cost: '100.00' });
  const [{ id: location_id }] = (await ana.rest('GET', '/locations')).data;
  for (const type of ['write_off', 'adjustment_out']) {
    const { structuredContent: told } = await service.tool(token, 'create_stock_movement', {
      type,
      variant_id,
      location_id,
      quantity: '1',
      reason_code: 'damaged',
      idempotency_key: randomUUID(),
    });
    assert.deepEqual([told.code, told.amount], ['approval_required', '900.00'], JSON.stringify(told));
  }
});

test('goods of which neither cost nor price is known wait for a person', async () => {
  const token = await limited({ max_amount_per_write: { EUR: '500.00' } });
  await ana.rest('PATCH', '/organization', { inventory: { negative_stock: 'allow' } });
  const lines = [{ variant_id: await stocked({ price: '0' }), quantity: '1', unit_price: '0' }];
  const { structuredContent: told } = await sell(token, '', { lines });
  assert.equal(told.code, 'approval_required', JSON.stringify(told));
});

test('what is set for a later day, and what limits are worked out by, waits for a token with limits', async () => {
  const token = await limited({ max_amount_per_write: { EUR: '500.00' } });
  const lines = [{ name: 'Binding', quantity: '1', unit_price: '60000.00' }];
  const later = { type: 'invoice', client_id: client, lines, issue_at: '2999-01-01' };
  assert.equal((await service.tool(token, 'create_document', later)).structuredContent.reason, 'limit');
  const rate = { name: 'set_exchange_rate', arguments: { currency: 'USD', rate: '0.0001' } };
  assert.equal((await service.tool(token, 'run_write_action', rate)).structuredContent.reason, 'limit');
});

test('what jobs write later for a token with limits waits, since nobody can tell what it comes to', async () => {
  const token = await limited({ max_amount_per_write: { EUR: '1000000.00' } });
  const input = { name: 'create_import', arguments: { kind: 'clients', content: 'name\nOld Mill\n' } };
  const { structuredContent: told } = await service.tool(token, 'run_write_action', {
    ...input,
    idempotency_key: randomUUID(),
  });
  assert.deepEqual([told.code, told.reason], ['approval_required', 'limit']);
});

test('a token may be given a number of writes a day', async () => {
  const token = await limited({ max_writes_per_day: 2 });
  const write = (name: string) => service.tool(token, 'create_client', { type: 'business', display_name: name });
  for (const name of ['First of the day', 'Second of the day']) assert.equal((await write(name)).isError, undefined);
  const third = await write('Third of the day');
  assert.deepEqual(
    [third.structuredContent.code, third.structuredContent.limit],
    ['approval_required', 'max_writes_per_day'],
  );
  assert.equal((await service.tool(token, 'find_clients', { q: 'of the day' })).isError ?? false, false);
});

test('limits are shown, changed and lifted one by one, and what is no amount is refused by its place', async () => {
  const { id, limits } = await ana.mint({ limits: { max_amount_per_day: { EUR: '250' }, max_writes_per_day: 9 } });
  const none = { allowed_actions: null, max_amount_per_write: null };
  assert.deepEqual(limits, { ...none, max_amount_per_day: { EUR: '250.00' }, max_writes_per_day: 9 });
  const changed = await ana.rest('PATCH', `/mcp/tokens/${id}`, { limits: { max_writes_per_day: null } });
  assert.deepEqual(changed.limits, { ...none, max_amount_per_day: { EUR: '250.00' }, max_writes_per_day: null });
  for (const amounts of [{ EUR: '1.234' }, { ZZZ: '1' }]) {
    const [currency] = Object.keys(amounts);
    const headers = { authorization: `Bearer ${ana.access}` };
    const body = { name: 'Odd', limits: { max_amount_per_write: amounts } };
    const answer = await service.http('POST', '/api/mcp/tokens', { headers, body });
    assert.deepEqual([answer.status, answer.body.errors[0].pointer], [422, `/limits/max_amount_per_write/${currency}`]);
  }
});

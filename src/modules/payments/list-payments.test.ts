import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { scansOf } from '../../../test/support/plan.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../test/support/world.ts';
import { Sql, sql } from '../../db/sql.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const client = await shop.client({ display_name: 'Café Müller' });
const sale = await shop.sold('50', { client_id: client.id });
const first = await shop.pay(sale, { amount: '20', payment_date: '2026-01-10', reference: 'RF-77 b', tags: ['late'] });
const second = await shop.keyed('create_payment', {
  client_id: client.id,
  amount: '90',
  method: 'Cash',
  external_id: 'e-1',
});
const gone = await shop.pay(await shop.sold('5'), { method: 'Card' });
await shop.keyed('void_payment', { id: gone.id });

const filters: readonly (readonly [string, object, readonly Wire[]])[] = [
  ['state', { status: ['voided'] }, [gone]],
  ['client', { client_id: client.id }, [second, first]],
  ['sale', { sale_id: sale.id }, [second, first]],
  ['method', { method_id: second.method_id }, [second]],
  ['account', { account_id: gone.account_id }, [gone]],
  ['what is left of it', { has_credit: true }, [second]],
  ['nothing being left', { has_credit: false, status: ['completed'] }, [first]],
  ['number', { number: first.number }, [first]],
  ['reference', { reference: 'RF-77 b' }, [first]],
  ['external id', { external_id: 'e-1' }, [second]],
  ['tag', { tag: 'late' }, [first]],
  ['amount', { amount: { gte: '20', lt: '90' } }, [first]],
  ['day', { payment_date: { lte: '2026-01-31' } }, [first]],
  ['words of client or reference', { q: 'muller 77' }, [first]],
];
for (const [what, input, expected] of filters) {
  test(`finds payments by ${what}`, async () => {
    const { data } = await call('list_payments', { sort: '-created_at', ...input });
    assert.deepEqual(
      data.map(({ id }: Wire) => id),
      expected.map(({ id }) => id),
    );
  });
}

test('shows client, method and sales where they are asked for', async () => {
  const expand = ['client', 'method', 'allocations.sale'];
  const { data } = await call('list_payments', { external_id: 'e-1', expand });
  const [one] = data;
  assert.deepEqual(
    [one.client.display_name, one.method.name, one.allocations[0].sale.number, one.allocations[0].amount],
    ['Café Müller', 'Cash', sale.number, '30.00'],
  );
  assert.equal((await call('get_payment', { id: second.id, expand: ['method'] })).method.kind, 'cash');
});

test('shows no client and no sale to whoever may see payments alone', async () => {
  const as = withPermissions(world.ana, ['payments:read']);
  const ask = (expand: string) => call('list_payments', { external_id: 'e-1', expand: [expand] }, { as });
  await assert.rejects(
    ask('client'),
    refused('forbidden', ({ needs }) => assert.equal(needs, 'clients:read')),
  );
  await assert.rejects(
    ask('allocations.sale'),
    refused('forbidden', ({ needs }) => assert.equal(needs, 'sales:read')),
  );
  assert.equal((await ask('method')).data[0].method.name, 'Cash');
});

for (const column of ['payment_date', 'amount', 'created_at', 'updated_at']) {
  test(`any page by ${column} is read from an index, so that it is as fast as the first`, async () => {
    const organization = world.ana.organization?.id ?? '';
    const query = new Sql(`select id from payments where organization_id = $1 order by ${column}, id`, [organization]);
    const scans = await world.db.transaction({ organization }, async (db) => {
      // So few rows are read and sorted faster: here a sort happens only where no index has the order.
      await db.run(sql`select set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true)`);
      return scansOf(db, query);
    });
    assert.match(scans[0]?.index ?? '', /^payments_by_(day|amount|age|change)$/);
  });
}

test('reference, notes and fields of your own can be changed, and it is found by them', async () => {
  const said = { reference: 'Statement 9', notes: 'n', tags: ['x'], metadata: { a: 'b' }, external_id: 'e-2' };
  const changed = await call('update_payment', { id: first.id, ...said, version: 1 });
  for (const [name, value] of Object.entries(said)) assert.deepEqual(changed[name], value);
  assert.deepEqual([changed.amount, changed.version], ['20.00', 2]);
  assert.equal((await call('list_payments', { q: 'statement' })).data[0].id, first.id);
  await assert.rejects(call('update_payment', { id: first.id, notes: 'x', version: 1 }), refused('version_conflict'));
  await assert.rejects(
    call('update_payment', { id: first.id, external_id: 'e-1' }),
    refused('payment_external_id_taken'),
  );
  await assert.rejects(call('update_payment', { id: first.id, amount: '1' }), refused('validation_failed'));
});

test('another organisation sees none of it', async () => {
  const as = world.rival;
  assert.deepEqual((await call('list_payments', {}, { as })).data, []);
  await assert.rejects(call('get_payment', { id: first.id }, { as }), refused('not_found'));
  await assert.rejects(call('update_payment', { id: first.id, notes: 'x' }, { as }), refused('not_found'));
  await assert.rejects(call('void_payment', { id: first.id }, { as, key: 'k' }), refused('not_found'));
  await assert.rejects(call('apply_client_credit', { id: second.id }, { as, key: 'k' }), refused('not_found'));
  await assert.rejects(call('get_client_balances', { id: client.id }, { as }), refused('not_found'));
});

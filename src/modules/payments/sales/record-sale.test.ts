import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { countFlights } from '../../../../test/support/flights.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, operationNamed, type Wire, withPermissions } from '../../../../test/support/world.ts';
import type { Emitted } from '../../../operation/events.ts';
import { run } from '../../../operation/run.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const record = (input: object) => shop.keyed('record_sale', input);
const line = (unit_price: string) => ({ name: 'Item', quantity: '1', unit_price });

describe('recording a sale', () => {
  test('sells, takes the goods and the money, and posts it all, in one step', async () => {
    const vat = await shop.tax('19');
    const variant = await shop.product({ price: '10', sku: 'TEA-1', tax_rate_ids: [vat] });
    await shop.receive(variant, '5', '4');
    const client = await shop.client({ display_name: 'Anna Adler' });
    const before = await Promise.all(['1000', '1100', '4000', '2200', '5000'].map(shop.balance));
    world.emitted();
    const sale = await record({
      client: 'anna adler',
      lines: [{ sku: 'tea-1', quantity: '2' }],
      payments: [{ method: 'Cash', tendered: '30' }],
    });
    assert.deepEqual(
      [sale.status, sale.payment_status, sale.total, sale.amount_due],
      ['completed', 'paid', '23.80', '0.00'],
    );
    assert.equal(sale.client_id, client.id);
    const [payment] = sale.payments;
    assert.deepEqual([payment.amount, payment.change_given, payment.client_id], ['23.80', '6.20', client.id]);
    assert.deepEqual(
      payment.allocations.map((one: Wire) => [one.sale_id, one.amount]),
      [[sale.id, '23.80']],
    );
    const now = await Promise.all(['1000', '1100', '4000', '2200', '5000'].map(shop.balance));
    assert.deepEqual(
      now.map((balance, index) => balance - (before[index] ?? 0n)),
      [2_380n, 0n, -2_000n, -380n, 800n],
    );
    assert.deepEqual(
      world.emitted().map(({ type }: Emitted) => type),
      ['sale.created', 'sale.confirmed', 'sale.completed', 'payment.completed', 'payment.allocated'],
    );
    assert.deepEqual(await call('get_sale', { id: sale.id }), without(sale, ['payments', 'warnings']));
    assert.deepEqual(await call('get_payment', { id: payment.id }), payment);
    await shop.booksAgree();
  });

  test('takes several payments; one of them may be what the others leave', async () => {
    const sale = await record({
      lines: [line('100')],
      payments: [
        { method: 'Card', amount: '60', fee_amount: '0.90' },
        { method: 'cash' },
        { method: 'Cheque', amount: '5' },
      ],
    });
    assert.deepEqual(
      sale.payments.map(({ amount }: Wire) => amount),
      ['60.00', '35.00', '5.00'],
    );
    assert.equal(sale.status, 'completed');
    const numbers = sale.payments.map(({ number }: Wire) => Number(number.slice(-5)));
    assert.deepEqual(numbers, [numbers[0], numbers[0] + 1, numbers[0] + 2]);
    await shop.booksAgree();
  });

  test('on account or paid in part is owed by the client', async () => {
    const client_id = (await shop.client()).id;
    const owed = await record({ client_id, lines: [line('50')] });
    assert.deepEqual([owed.status, owed.amount_due, owed.payments], ['confirmed', '50.00', []]);
    const partly = await record({ client_id, lines: [line('50')], payments: [{ method: 'Cash', amount: '20' }] });
    assert.deepEqual([partly.payment_status, partly.amount_due], ['partially_paid', '30.00']);
    await assert.rejects(record({ lines: [line('50')] }), refused('client_required'));
    await assert.rejects(
      record({ lines: [line('50')], payments: [{ method: 'Cash', amount: '49.99' }] }),
      refused('client_required'),
    );
  });

  test('takes no more than the sale is worth', async () => {
    await assert.rejects(
      record({ lines: [line('50')], payments: [{ method: 'Cash', amount: '50.01' }] }),
      refused('amount_exceeds_due', ({ max }) => assert.equal(max, '50.00')),
    );
    const both = [{ method: 'Cash' }, { method: 'Card' }];
    await assert.rejects(record({ lines: [line('50')], payments: both }), refused('validation_failed'));
  });

  test('takes nothing where everything is taken off', async () => {
    const free = [{ type: 'percent', value: '100' }];
    const sale = await record({ lines: [line('50')], discounts: free, payments: [{ method: 'Cash' }] });
    assert.deepEqual([sale.status, sale.total, sale.payments], ['completed', '0.00', []]);
  });

  test('rounds to coins where coins are paid, and to the cent where they are not', async () => {
    const owner = await world.found('Coins', { currency: 'CHF', country: 'CH' });
    await call('update_organization', { cash_rounding_increment: '0.05' }, { as: owner });
    const theirs = shopOf(world, owner);
    const totals = await Promise.all(
      ['Cash', 'Card'].map((method) => theirs.keyed('record_sale', { lines: [line('10.02')], payments: [{ method }] })),
    );
    assert.deepEqual(
      totals.map(({ total }) => total),
      ['10.00', '10.02'],
    );
    await theirs.booksAgree();
  });

  test('leaves nothing behind when any part of it is refused', async () => {
    const variant = await shop.product();
    await shop.receive(variant, '1', '1');
    const sales = (await call('list_sales', { include: ['total_count'] })).total_count;
    const lines = [{ variant_id: variant.id, quantity: '1' }, line('5')];
    await assert.rejects(record({ lines, payments: [{ method: 'Barter' }] }), refused('not_found'));
    await assert.rejects(
      record({ lines: [...lines, ...lines], payments: [{ method: 'Cash' }] }),
      refused('insufficient_stock'),
    );
    assert.equal((await call('list_sales', { include: ['total_count'] })).total_count, sales);
    assert.equal((await shop.stock(variant))?.on_hand, '1');
    await shop.booksAgree();
  });

  test('with payments is for those who may take payments', async () => {
    const seller = withPermissions(world.ana, ['sales:confirm']);
    const input = { lines: [line('5')], payments: [{ method: 'Cash' }] };
    await assert.rejects(
      call('record_sale', input, { as: seller, key: 'a' }),
      refused('forbidden', ({ needs }) => assert.equal(needs, 'payments:write')),
    );
  });

  test('with one key happens once, and answers the same', async () => {
    const input = { lines: [line('5')], payments: [{ method: 'Cash' }] };
    const first = await call('record_sale', input, { key: 'till-7' });
    assert.deepEqual(await call('record_sale', input, { key: 'till-7' }), first);
  });

  test('previews all of it without a trace', async () => {
    const input = { lines: [line('5')], payments: [{ method: 'Cash' }] };
    const preview = await call('record_sale', input, { dryRun: true });
    const sale = await record(input);
    assert.deepEqual([preview.number, preview.payments[0].number], [sale.number, sale.payments[0].number]);
  });
});

test('recording three lines with their payment asks the database three times, and a fourth to commit', async () => {
  const variants = await Promise.all([shop.product(), shop.product(), shop.product()]);
  await Promise.all(variants.map((variant) => shop.receive(variant, '5', '4')));
  const client_id = (await shop.client()).id;
  const lines = variants.map(({ id }) => ({ variant_id: id, quantity: '1' }));
  const input = { client_id, lines, payments: [{ method: 'Cash' }] };
  const counted = countFlights(world.db);
  const origin = { door: 'rest', requestId: 'flights' } as const;
  const request = { actor: world.ana, input, idempotencyKey: 'flights', origin };
  await run({ ...world.runtime, db: counted.db }, operationNamed('record_sale'), request);
  // The claim of the key with begin; reading and locking; writing; then audit, events and answer with the commit.
  assert.equal(counted.flights(), 4);
});

function without(whole: Wire, fields: readonly string[]): Wire {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !fields.includes(name)));
}

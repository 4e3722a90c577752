import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { longTest } from '../../../test/support/dose.ts';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import type { Emitted } from '../../operation/events.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const receive = (input: object) => shop.keyed('create_payment', { method: 'Bank transfer', ...input });
const shares = (payment: Wire) => payment.allocations.map(({ sale_id: id, amount }: Wire) => [id, amount]);
const owing = async (...debts: readonly (readonly [total: string, due: string])[]) => {
  const client = await shop.client();
  const sales: Wire[] = [];
  for (const [total, due_date] of debts) {
    sales.push(await shop.sold(total, { client_id: client.id, sale_date: '2026-01-01', due_date }));
  }
  return { client, sales };
};

describe('a payment of a client', () => {
  test('settles what is due first, and what is left over is credit', async () => {
    const { client, sales } = await owing(['50', '2026-03-01'], ['39', '2026-02-01']);
    world.emitted();
    const payment = await receive({ client_id: client.id, amount: '95' });
    assert.deepEqual(shares(payment), [
      [sales[1]?.id, '39.00'],
      [sales[0]?.id, '50.00'],
    ]);
    assert.deepEqual([payment.amount_allocated, payment.amount_unapplied], ['89.00', '6.00']);
    assert.deepEqual(
      world.emitted().map(({ type }: Emitted) => type),
      ['sale.completed', 'sale.completed', 'payment.completed', 'payment.allocated'],
    );
    const balances = {
      currency: 'EUR',
      receivable: '0.00',
      overdue: '0.00',
      unapplied_credit: '6.00',
      balance: '-6.00',
      lifetime_invoiced: '89.00',
      lifetime_paid: '95.00',
    };
    assert.deepEqual(await call('get_client_balances', { id: client.id }), {
      client_id: client.id,
      ...balances,
      by_currency: [balances],
    });
    await shop.booksAgree();
  });

  test('that is too little settles the first in full and the next in part', async () => {
    const { client, sales } = await owing(['30', '2026-02-01'], ['30', '2026-03-01'], ['30', '2026-04-01']);
    assert.deepEqual(shares(await receive({ client_id: client.id, amount: '45' })), [
      [sales[0]?.id, '30.00'],
      [sales[1]?.id, '15.00'],
    ]);
  });

  test('settles the one sale of exactly that amount, or nothing, where that is asked for', async () => {
    const { client, sales } = await owing(['30', '2026-02-01'], ['45', '2026-03-01']);
    const said = { client_id: client.id, auto_allocate: 'exact_match' };
    assert.deepEqual(shares(await receive({ ...said, amount: '45' })), [[sales[1]?.id, '45.00']]);
    assert.deepEqual(shares(await receive({ ...said, amount: '29' })), []);
  });

  test('settles nothing where nothing is to be settled', async () => {
    const { client } = await owing(['30', '2026-02-01']);
    const payment = await receive({ client_id: client.id, amount: '30', auto_allocate: 'none' });
    assert.deepEqual([payment.allocations, payment.amount_unapplied], [[], '30.00']);
    const balances = await call('get_client_balances', { id: client.id });
    assert.deepEqual([balances.receivable, balances.overdue, balances.balance], ['30.00', '30.00', '0.00']);
    await shop.booksAgree();
  });

  test('settles the sales that are named, by id or number, and no others', async () => {
    const { client, sales } = await owing(['30', '2026-02-01'], ['40', '2026-03-01'], ['50', '2026-04-01']);
    const [first, , third] = sales;
    const allocations = [
      { sale: third?.number, amount: '50' },
      { sale_id: first?.id, amount: '10' },
    ];
    const payment = await receive({ amount: '70', allocations });
    assert.deepEqual(shares(payment), [
      [third?.id, '50.00'],
      [first?.id, '10.00'],
    ]);
    assert.deepEqual([payment.client_id, payment.amount_unapplied], [client.id, '10.00']);
    await shop.booksAgree();
  });

  test('may come from a client who is archived, who is named as people name them', async () => {
    const client = await shop.client({ display_name: 'Gone Ltd' });
    await call('archive_client', { id: client.id });
    assert.equal((await receive({ client: 'gone ltd', amount: '5' })).client_id, client.id);
  });
});

describe('what is refused', () => {
  test('more than is due on a sale that is named', async () => {
    const { sales } = await owing(['30', '2026-02-01']);
    const [sale] = sales;
    await assert.rejects(
      receive({ amount: '95', allocations: [{ sale_id: sale?.id, amount: '30.01' }] }),
      refused('amount_exceeds_due', ({ max, sale: number, errors }) => {
        assert.deepEqual([max, number, errors[0].pointer], ['30.00', sale?.number, '/allocations/0/amount']);
      }),
    );
  });

  test('more than was paid, a sale twice, nothing, and both ways at once', async () => {
    const { client, sales } = await owing(['30', '2026-02-01'], ['30', '2026-02-01']);
    const ids = sales.map(({ id }) => id);
    const faults: readonly (readonly [object, string])[] = [
      [{ allocations: ids.map((sale_id) => ({ sale_id, amount: '20' })) }, 'allocations_exceed_payment'],
      [{ allocations: [ids[0], ids[0]].map((sale_id) => ({ sale_id, amount: '5' })) }, 'allocation_repeated'],
      [{ allocations: [{ sale_id: ids[0], amount: '0' }] }, 'allocation_not_positive'],
      [{ allocations: [{ sale_id: ids[0], amount: '1' }], auto_allocate: 'none' }, 'sent_twice'],
      [{ allocations: [{ amount: '1' }] }, 'required'],
      [{ client_id: client.id, amount: '0' }, 'not_positive'],
      [{ client_id: client.id, amount: '0.001' }, 'wrong_scale'],
    ];
    for (const [input, code] of faults) {
      await assert.rejects(
        receive({ amount: '30', ...input }),
        refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, code)),
      );
    }
  });

  test('sales of several clients in one payment', async () => {
    const sales = [await shop.sold('10'), await shop.sold('10')];
    const allocations = sales.map(({ id }) => ({ sale_id: id, amount: '10' }));
    await assert.rejects(receive({ amount: '20', allocations }), refused('client_mismatch'));
    const client_id = (await shop.client()).id;
    await assert.rejects(
      receive({ amount: '20', client_id, allocations: allocations.slice(1) }),
      refused('client_mismatch'),
    );
  });

  test('money of nobody, for credit belongs to somebody', async () => {
    await assert.rejects(receive({ amount: '20' }), refused('client_required'));
  });

  test('a draft, a void sale, a sale of others', async () => {
    const client_id = (await shop.client()).id;
    const [draft, gone] = [await shop.draft(['10'], { client_id }), await shop.sold('10', { client_id })];
    await shop.keyed('void_sale', { id: gone.id });
    const theirs = await shopOf(world, world.rival).sold('10');
    const settle = ({ id }: Wire) => receive({ amount: '10', client_id, allocations: [{ sale_id: id, amount: '10' }] });
    await assert.rejects(
      settle(draft),
      refused('invalid_state_transition', ({ status }) => assert.equal(status, 'draft')),
    );
    await assert.rejects(
      settle(gone),
      refused('invalid_state_transition', ({ status }) => assert.equal(status, 'voided')),
    );
    await assert.rejects(settle(theirs), refused('not_found'));
    await assert.rejects(receive({ amount: '1', client_id: theirs.client_id }), refused('not_found'));
    await assert.rejects(
      receive({ amount: '1', client_id, allocations: [{ sale: 'S-0', amount: '1' }] }),
      refused('not_found'),
    );
  });

  test('another currency without its rate, and the same external_id twice', async () => {
    const client_id = (await shop.client()).id;
    await assert.rejects(receive({ amount: '1', client_id, currency: 'USD' }), refused('exchange_rate_missing'));
    await receive({ amount: '1', client_id, external_id: 'bank-1' });
    await assert.rejects(
      receive({ amount: '1', client_id, external_id: 'bank-1' }),
      refused('payment_external_id_taken'),
    );
  });
});

test('payments over the same sales at once settle each of them once', async () => {
  const { client, sales } = await owing(...Array.from({ length: 6 }, (_, i) => ['10', `2026-02-0${i + 1}`] as const));
  await Promise.all(Array.from({ length: 12 }, () => receive({ client_id: client.id, amount: '10' })));
  for (const sale of sales) assert.equal((await shop.sale(sale)).status, 'completed');
  assert.equal((await call('get_client_balances', { id: client.id })).unapplied_credit, '60.00');
  await shop.booksAgree();
});

test('payments are numbered without a gap, whatever is refused between them', longTest, async () => {
  const owner = await world.found('Payments');
  const theirs = shopOf(world, owner);
  const client_id = (await theirs.client()).id;
  const tries = Array.from({ length: 50 }, (_, index) =>
    theirs.keyed('create_payment', { client_id, method: 'Cash', amount: '1', external_id: `e-${index % 35}` }),
  );
  const settled = await Promise.allSettled(tries);
  const numbers = settled.flatMap((one) => (one.status === 'fulfilled' ? [Number(one.value.number.slice(-5))] : []));
  assert.deepEqual(
    numbers.toSorted((a, b) => a - b),
    Array.from({ length: 35 }, (_, index) => index + 1),
  );
  await theirs.booksAgree();
});

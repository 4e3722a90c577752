/** Each activity of the cash flow is the same by both methods, whatever the business does, and a check says so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../../../../test/support/database.ts';
import { book, type Booked } from '../../../../test/support/books.ts';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const fixture = createExpenseFixture(world);
const { keyed } = shop;
const { data: accounts } = await call('list_accounts', { limit: 100 });
const equipment = accounts.find(({ code }: Wire) => code === '1500');
await call('create_expense_category', { name: 'Machines', account_id: equipment.id });

type Moved = readonly [operating: string, investing: string, financing: string];
const nothing: Moved = ['0.00', '0.00', '0.00'];

/** Movements of a day by the report, which must agree directly, indirectly and with the check. */
async function movedOn(day: string): Promise<Moved> {
  const { totals } = await call('get_cash_flow', { from: day, to: day });
  const of = (method: string): Moved => {
    const { operating, investing, financing } = totals[method];
    return [operating.amount, investing.amount, financing.amount];
  };
  assert.deepEqual(of('direct'), of('indirect'), day);
  return of('direct');
}

async function verdict(): Promise<Wire> {
  return (await call('check_books')).checks.find(({ name }: Wire) => name === 'cash_flow_classes');
}

/** Every test has a day of its own, so that what it did is told apart. */
async function on(day: string, expected: Moved, work: () => Promise<unknown>): Promise<void> {
  world.setNow(`${day}T12:00:00Z`);
  await work();
  assert.deepEqual(await movedOn(day), expected, day);
  const { ok, found } = await verdict();
  assert.deepEqual([ok, found], [true, []], day);
}

const journal = (date: string, ...lines: readonly (readonly [code: string, sum: string])[]): Booked => ({
  date,
  lines: lines.map(([code, sum]) => ({ code, sum })),
});
const booked = (...entries: readonly Booked[]) => book(world, entries);

test('entries of the ledger: capital, drawings, loans with interest, wages, tax paid, depreciation', async () => {
  const days: readonly (readonly [Booked, Moved])[] = [
    [journal('2026-01-05', ['1010', '5000.00'], ['3000', '-5000.00']), ['0.00', '0.00', '5000.00']],
    [journal('2026-01-06', ['3000', '200.00'], ['1000', '-200.00']), ['0.00', '0.00', '-200.00']],
    [journal('2026-01-07', ['1010', '1000.00'], ['2500', '-1000.00']), ['0.00', '0.00', '1000.00']],
    [journal('2026-01-08', ['2500', '90.00'], ['6700', '10.00'], ['1010', '-100.00']), ['-10.00', '0.00', '-90.00']],
    [journal('2026-01-09', ['6600', '900.00'], ['2200', '-150.00'], ['1010', '-750.00']), ['-750.00', '0.00', '0.00']],
    [journal('2026-01-12', ['2200', '120.00'], ['1300', '-20.00'], ['1010', '-100.00']), ['-100.00', '0.00', '0.00']],
    [journal('2026-01-13', ['6700', '70.00'], ['1500', '-70.00']), nothing],
    [
      journal('2026-01-14', ['1500', '800.00'], ['2500', '-500.00'], ['1010', '-300.00']),
      ['0.00', '-800.00', '500.00'],
    ],
    [journal('2026-01-15', ['1010', '60.00'], ['6900', '15.00'], ['1500', '-75.00']), ['-15.00', '75.00', '0.00']],
    [journal('2026-01-16', ['3000', '40.00'], ['1200', '-40.00']), nothing],
    [journal('2026-01-19', ['1000', '25.00'], ['1010', '-25.00']), nothing],
    [journal('2026-01-20', ['6820', '30.00'], ['1100', '-30.00']), nothing],
  ];
  for (const [entry, expected] of days) await on(entry.date, expected, () => booked(entry));
});

test('opening balances are the owners’ as far as they are cash', async () => {
  const header = { kind: 'opening' } as const;
  const lines = [
    ['1010', '100.00'],
    ['1200', '900.00'],
    ['1500', '400.00'],
    ['2500', '-300.00'],
    ['3100', '-1100.00'],
  ] as const;
  await on('2026-02-02', ['0.00', '0.00', '100.00'], () => booked({ ...journal('2026-02-02', ...lines), header }));
});

test('clients: a sale, a deposit, a part that is refunded, a write-off, goods from stock', async () => {
  const client = await shop.client();
  const variant = await shop.product();
  await on('2026-02-03', nothing, () => shop.receive(variant, '20', '2.00'));
  let sale: Wire = {};
  await on('2026-02-04', nothing, async () => {
    const lines = [{ variant_id: variant.id, quantity: '2', unit_price: '50.00' }];
    sale = await call('create_sale', { client_id: client.id, lines, confirm: true });
  });
  let payment: Wire = {};
  await on('2026-02-05', ['60.00', '0.00', '0.00'], async () => (payment = await shop.pay(sale, { amount: '60.00' })));
  await on('2026-02-06', ['-15.00', '0.00', '0.00'], () =>
    keyed('refund_payment', { id: payment.id, amount: '15.00' }),
  );
  await on('2026-02-09', nothing, () => keyed('write_off_sale', { id: sale.id, reason: 'Gone.', amount: '5.00' }));
  await on('2026-02-10', ['33.00', '0.00', '0.00'], async () => {
    const advance = { type: 'deposit_invoice', client_id: client.id, issue: true };
    const lines = [{ name: 'In advance', quantity: '1', unit_price: '33.00' }];
    const { sale_id: id } = await keyed('create_document', { ...advance, lines });
    await keyed('pay_sale', { id, method: 'Bank transfer' });
  });
  await on('2026-02-11', ['90.00', '0.00', '0.00'], () =>
    keyed('create_payment', {
      client_id: client.id,
      method: 'Cash',
      amount: '100.00',
      currency: 'USD',
      exchange_rate: '0.9',
      auto_allocate: 'none',
    }),
  );
});

test('what a money account in another currency is worth differs from what it was on the books for', async () => {
  const [till, bank] = ['1000', '1010'].map((code) => accounts.find((one: Wire) => one.code === code).id);
  await on('2026-02-12', nothing, () =>
    keyed('create_transfer', {
      from_account_id: bank,
      to_account_id: till,
      amount: '90.00',
      to_currency: 'USD',
      to_amount: '100.00',
    }),
  );
  await on('2026-02-13', ['5.00', '0.00', '0.00'], () =>
    keyed('create_transfer', {
      from_account_id: till,
      to_account_id: bank,
      amount: '100.00',
      currency: 'USD',
      to_currency: 'EUR',
      to_amount: '95.00',
    }),
  );
});

test('suppliers: money in advance, which pays for equipment later, and what comes back of it', async () => {
  const supplier = await fixture.supplier();
  let advance: Wire = {};
  const method = 'Bank transfer';
  await on('2026-02-16', ['-100.00', '0.00', '0.00'], async () => {
    const asked = { supplier_id: supplier.id, method, amount: '100.00', keep_credit: true };
    advance = await keyed('create_supplier_payment', asked);
  });
  await on('2026-02-17', nothing, async () => {
    await fixture.owed('80.00', { supplier_id: supplier.id, payee_name: undefined, ...machines('80.00') });
    await keyed('apply_supplier_credit', { id: advance.id });
  });
  await on('2026-02-18', ['20.00', '0.00', '0.00'], () => keyed('refund_supplier_payment', { id: advance.id, method }));
  // Money in advance is what it was when it left, although a bill used it on the same day.
  await on('2026-02-19', ['-40.00', '0.00', '0.00'], async () => {
    const asked = { supplier_id: supplier.id, method, amount: '40.00', keep_credit: true };
    const { id } = await keyed('create_supplier_payment', asked);
    await fixture.owed('', { supplier_id: supplier.id, payee_name: undefined, ...machines('40.00') });
    await keyed('apply_supplier_credit', { id });
  });
});

const machines = (amount: string, more: readonly object[] = []) => ({
  lines: [{ category: 'Machines', amount }, ...more],
});
const travel = (amount: string) => [{ category: 'Travel', amount }];

test('equipment paid in parts comes to what it cost, to the cent, abroad and by several bills at once', async () => {
  let bill: Wire = {};
  await on('2026-03-02', nothing, async () => (bill = await fixture.owed('', machines('0.01', travel('0.02')))));
  const parts: Moved[] = [];
  for (const day of ['2026-03-03', '2026-03-04', '2026-03-05']) {
    world.setNow(`${day}T12:00:00Z`);
    bill = await fixture.pay(bill, { amount: '0.01' });
    parts.push(await movedOn(day));
  }
  assert.equal(parts.filter(([, investing]) => investing === '-0.01').length, 1);
  assert.deepEqual((await verdict()).found, []);

  const dollars = { currency: 'USD', exchange_rate: '0.9' };
  await on('2026-03-06', nothing, async () => (bill = await fixture.owed('', { ...machines('100.00'), ...dollars })));
  // Half of it was on the books for 45.00 and cost 40.00: 5.00 are a gain of exchange.
  await on('2026-03-09', ['5.00', '-45.00', '0.00'], async () => {
    bill = await fixture.pay(bill, { amount: '50.00', exchange_rate: '0.8' });
  });
  await on('2026-03-10', ['-5.00', '45.00', '0.00'], () => {
    return keyed('void_expense_payment', { id: bill.payments.at(-1).id, date: '2026-03-10' });
  });

  const supplier = await fixture.supplier();
  const from = { supplier_id: supplier.id, payee_name: undefined };
  await on('2026-03-11', nothing, async () => {
    await fixture.owed('', { ...from, ...machines('70.00', travel('30.00')) });
    await fixture.owed('', { ...from, lines: travel('11.00') });
  });
  await on('2026-03-12', ['-41.00', '-70.00', '0.00'], () =>
    keyed('create_supplier_payment', { supplier_id: supplier.id, method: 'Bank transfer', amount: '111.00' }),
  );
  await on('2026-03-13', nothing, async () => {
    bill = await fixture.owed('', { ...from, ...machines('9.00') });
    await fixture.keyed('void_expense', { id: bill.id, reason: 'Twice.' });
  });
});

test('control: a row that was changed past the books is told of, with month, activity and both amounts', async () => {
  const organization = world.ana.organization?.id ?? '';
  const planted = (change: string) =>
    asOwner(world.database.ownerUrl, async (client) => {
      await client.query('set session_replication_role = replica');
      const { rowCount } = await client.query(change, [organization]);
      assert.equal(rowCount, 1, change);
    });
  const account = `(select id from accounts where organization_id = $1 and code = '1500')`;
  const sums = (by: string) =>
    `update account_months set debit = debit ${by} where organization_id = $1 and account_id = ${account}
      and month = '2026-01-01'`;
  await planted(sums('+ 7'));
  assert.deepEqual((await verdict()).found, ['2026-01 investing: -72500 directly, -72507 indirectly']);
  await planted(sums('- 7'));
  assert.equal((await verdict()).ok, true);
  const parts = (by: string) =>
    `update expense_payments set amount = amount ${by}, base = base ${by} where organization_id = $1
      and supplier_payment_id is null and expense_id = (
        select id from expenses where organization_id = $1 and currency = 'USD')`;
  await planted(parts('+ 100'));
  assert.equal((await verdict()).ok, true, 'what was paid and taken back in one month is nothing');
  await planted(`update expense_payments set reversed_on = '2026-04-01' where organization_id = $1
    and reversed_on is not null`);
  assert.equal((await verdict()).ok, false);
});

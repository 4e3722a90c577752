/** A deposit is taken off by what was paid of it, on the tax point of what is delivered for it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
world.setNow('2026-11-22T12:00:00Z');

/** A business that issues in November what it delivered in October. */
async function late() {
  const as = await world.found('Late', { country: 'DE' });
  const shop = shopOf(world, as);
  const address = { city: 'Bonn', postal_code: '53111', country: 'DE' };
  const { id: client_id } = await shop.client({
    billing_address: address,
    e_invoicing: { format: 'en16931-ubl' },
  });
  const vat = await shop.tax('19');
  const report = async (name: string, input: object = {}): Promise<Wire> => world.call(name, input, { as });
  await report('update_organization', {
    tax_ids: [{ type: 'eu_vat', value: 'DE123456788', country: 'DE' }],
    address: { ...address, city: 'Berlin' },
  });
  const document = (type: string, unit_price: string, supply_date: string, more: object = {}): Promise<Wire> =>
    shop.keyed('create_document', {
      type,
      client_id,
      supply_date,
      issue: true,
      ...more,
      lines: [{ name: 'Kitchen', quantity: '1', unit_price, tax_rate_ids: [vat] }],
    });
  const taxOf = async (month: string) => {
    const { totals } = await report('get_tax_summary', { from: `${month}-01`, to: `${month}-28`, basis: 'accrual' });
    return totals.output_tax;
  };
  return {
    shop,
    report,
    document,
    client_id,
    taxOf,
    deposit: (price: string, day: string) => document('deposit_invoice', price, day),
    pay: ({ sale_id: id }: Wire, amount: string, payment_date: string) =>
      shop.keyed('pay_sale', { id, amount, payment_date, method: 'Bank transfer' }),
    owedOn: async (as_at: string): Promise<string> => {
      const { rows, reconciliation } = await report('get_receivables_aging', { as_at });
      assert.equal(reconciliation.difference, '0.00', as_at);
      return rows.find((row: Wire) => row.client_id === client_id)?.total ?? '0.00';
    },
    checksHold: async () => {
      await shop.booksAgree();
      const { checks } = await report('check_books');
      assert.deepEqual(
        checks.filter(({ ok }: Wire) => !ok),
        [],
      );
    },
  };
}

test('a deposit is released on the tax point of the last invoice, whenever that is issued', async () => {
  const { shop, deposit, document, pay, owedOn, taxOf, report, checksHold } = await late();
  const advance = await deposit('1000', '2026-10-05');
  await pay(advance, '1190', '2026-10-10');
  const last = await document('invoice', '3000', '2026-10-27', { deposit_ids: [advance.id] });
  assert.deepEqual([last.issue_date, last.supply_date, last.amount_due], ['2026-11-22', '2026-10-27', '2380.00']);
  assert.deepEqual([await taxOf('2026-10'), await taxOf('2026-11')], ['570.00', '0.00']);
  assert.deepEqual([await owedOn('2026-10-26'), await owedOn('2026-10-27')], ['0.00', '2380.00']);
  const { data } = await report('list_journal_entries', { entry_date: { gte: '2026-11-01' } });
  assert.deepEqual(data, [], 'nothing of it lies in November');
  const { allocations } = await report('get_payment', {
    id: (await report('list_payments')).data[0].id,
  });
  assert.deepEqual(
    allocations.map((one: Wire) => [one.amount, one.allocated_on]),
    [
      ['1190.00', '2026-10-10'],
      ['-1190.00', '2026-10-27'],
      ['1190.00', '2026-10-27'],
    ],
  );
  assert.equal(await shop.balance('2310'), 0n);
  await checksHold();
});

test('of a deposit that is partly paid so much is taken off, and the rest is asked for no more', async () => {
  const { shop, deposit, document, pay, owedOn, taxOf, report, checksHold } = await late();
  const advance = await deposit('1000', '2026-10-05');
  await pay(advance, '400', '2026-10-10');
  const last = await document('invoice', '3000', '2026-10-27', { deposit_ids: [advance.id] });
  assert.deepEqual([last.total, last.amount_paid, last.amount_due], ['3570.00', '400.00', '3170.00']);
  const [{ net, tax, total }] = last.deposits;
  assert.deepEqual([net, tax, total], ['336.13', '63.87', '400.00']);
  const taken = await report('get_document', { id: advance.id });
  assert.deepEqual([taken.status, taken.amount_due, taken.deducted_in_id], ['applied', '0.00', last.id]);
  assert.equal(await taxOf('2026-10'), '570.00');
  assert.deepEqual([await owedOn('2026-10-26'), await owedOn('2026-10-27')], ['790.00', '3170.00']);
  const xml: string = (await report('get_document_einvoice', { id: last.id })).content;
  assert.match(xml, /<cbc:PrepaidAmount currencyID="EUR">400.00</);
  assert.match(xml, /<cbc:PayableAmount currencyID="EUR">3170.00</);
  assert.deepEqual([await shop.balance('2310'), await shop.balance('1100')], [0n, 317_000n]);
  await assert.rejects(pay(advance, '10', '2026-11-01'), refused('amount_exceeds_due'));
  await pay(last, '3170', '2026-11-01');
  assert.equal((await report('get_document', { id: last.id })).status, 'paid');
  await checksHold();
});

test('a deposit that is paid after the delivery is taken off once it is paid, its tax on the delivery', async () => {
  const { deposit, document, pay, owedOn, taxOf, checksHold } = await late();
  const advance = await deposit('1000', '2026-10-05');
  await pay(advance, '1190', '2026-11-10');
  const last = await document('invoice', '3000', '2026-10-27', { deposit_ids: [advance.id] });
  assert.deepEqual([await taxOf('2026-10'), await taxOf('2026-11')], ['570.00', '0.00']);
  assert.deepEqual([await owedOn('2026-10-31'), await owedOn('2026-11-10')], ['3570.00', '2380.00']);
  assert.equal(last.amount_due, '2380.00');
  await checksHold();
});

test('as much may be paid of deposits as the invoice comes to, however much was asked for', async () => {
  const { deposit, document, pay } = await late();
  const advances = [await deposit('1000', '2026-10-05'), await deposit('1000', '2026-10-06')];
  const named = { deposit_ids: advances.map(({ id }) => id) };
  const bill = () => document('invoice', '1000', '2026-10-27', named);
  for (const advance of advances) await pay(advance, '595', '2026-10-10');
  const last = await bill();
  assert.deepEqual([last.status, last.amount_due], ['paid', '0.00']);
  const more = [await deposit('1000', '2026-10-05'), await deposit('1000', '2026-10-06')];
  for (const advance of more) await pay(advance, '600', '2026-10-10');
  await assert.rejects(
    document('invoice', '1000', '2026-10-27', { deposit_ids: more.map(({ id }) => id) }),
    refused('deposits_exceed_total', ({ deposits }) => assert.equal(deposits, '1200.00')),
  );
});

test('a deposit of which nothing is paid, or everything was given back, is not taken off', async () => {
  const { shop, deposit, document, pay } = await late();
  const advance = await deposit('1000', '2026-10-05');
  const bill = () => document('invoice', '3000', '2026-10-27', { deposit_ids: [advance.id] });
  await assert.rejects(bill(), refused('deposit_not_deductible'));
  const paid = await pay(advance, '400', '2026-10-10');
  await shop.keyed('refund_payment', { id: paid.id, amount: '400', refund_date: '2026-10-11' });
  await assert.rejects(bill(), refused('deposit_not_deductible'));
});

test('a tax point in a closed month refuses it, and nothing is moved', async () => {
  const { deposit, document, pay, report } = await late();
  const advance = await deposit('1000', '2026-10-05');
  await pay(advance, '1190', '2026-10-10');
  await report('set_period_locks', { soft: '2026-10-31' });
  const named = { deposit_ids: [advance.id] };
  await assert.rejects(document('invoice', '3000', '2026-10-27', named), refused('period_locked'));
  assert.equal((await report('get_document', { id: advance.id })).status, 'paid');
  assert.equal((await document('invoice', '3000', '2026-11-02', named)).amount_due, '2380.00');
});

test('a deposit in another currency is taken off by what was paid of it, and the books balance', async () => {
  const { shop, document, pay, checksHold } = await late();
  const foreign = { currency: 'USD', exchange_rate: '0.9' };
  const advance = await document('deposit_invoice', '1000', '2026-10-05', foreign);
  await shop.keyed('pay_sale', {
    id: advance.sale_id,
    amount: '333.33',
    exchange_rate: '0.95',
    payment_date: '2026-10-10',
    method: 'Cash',
  });
  const last = await document('invoice', '3000', '2026-10-27', {
    currency: 'USD',
    exchange_rate: '0.8',
    deposit_ids: [advance.id],
  });
  assert.deepEqual([last.deposits[0].total, last.amount_due], ['333.33', '3236.67']);
  await pay(last, '3236.67', '2026-11-01').catch(() => undefined);
  assert.equal(await shop.balance('2310'), 0n);
  await checksHold();
});

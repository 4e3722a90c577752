/** Early-payment discounts and their tax: taken with a payment in time, and undone with it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
world.setNow('2026-11-20T12:00:00Z');
const { call } = world;
const shop = shopOf(world);
const [vat19, vat7] = [await shop.tax('19'), await shop.tax('7')];
const twoIn14 = { type: 'days_after_issue', value: 30, early_discounts: [{ percent: '2', days: 14 }] };
const { id: client_id } = await shop.client({ payment_terms: twoIn14 });

type Line = readonly [price: string, ...rates: readonly string[]];

async function sold(lines: readonly Line[] = [['1000', vat19]], more: object = {}): Promise<Wire> {
  const given = lines.map(([unit_price, ...tax_rate_ids]) => ({
    name: 'Work',
    quantity: '1',
    unit_price,
    tax_rate_ids,
  }));
  return shop.draft([], { lines: given, client_id, sale_date: '2026-07-03', confirm: true, ...more });
}

const pay = (sale: Wire, amount: string, payment_date: string, more: object = {}): Promise<Wire> =>
  shop.keyed('pay_sale', {
    id: sale.id,
    amount,
    payment_date,
    method: 'Bank transfer',
    allow_duplicate: true,
    ...more,
  });

const settled = async ({ id }: Wire): Promise<string[]> => {
  const sale = await shop.sale({ id });
  return [sale.amount_discounted, sale.amount_due, sale.status];
};

/** Balances of early-payment discounts, tax on sales and receivables. */
const accounts = async () => [await shop.balance('6830'), await shop.balance('2200'), await shop.balance('1100')];
async function moved(work: () => Promise<unknown>): Promise<bigint[]> {
  const before = await accounts();
  await work();
  return (await accounts()).map((after, index) => after - (before[index] ?? 0n));
}

const refuses = (code: string, work: Promise<unknown>) => assert.rejects(work, refused(code));

describe('a sale to a client with early-payment discounts', () => {
  test('has the deadline, discount and amount to pay of each tier', async () => {
    const sale = await sold();
    assert.deepEqual(sale.early_discounts, [
      { percent: '2', days: 14, until: '2026-07-17', discount: '23.80', payable: '1166.20' },
    ]);
    assert.equal(sale.due_date, '2026-08-02');
    const own = await sold(undefined, {
      early_discounts: [
        { percent: '3', days: 7 },
        { percent: '1.5', days: 20 },
      ],
    });
    assert.deepEqual(
      own.early_discounts.map(({ until, payable }: Wire) => [until, payable]),
      [
        ['2026-07-10', '1154.30'],
        ['2026-07-23', '1172.15'],
      ],
    );
    assert.deepEqual((await sold(undefined, { early_discounts: [] })).early_discounts, []);
    const inParts = await sold(undefined, { instalments: 2 });
    assert.deepEqual(inParts.early_discounts, []);
  });

  test('keeps them while it is drafted, as long as they end before it is due', async () => {
    const lines = [{ name: 'Work', quantity: '1', unit_price: '100' }];
    const draft = await call('create_sale', { client_id, lines, early_discounts: [{ percent: '5', days: 3 }] });
    const changed = await call('update_sale', { id: draft.id, notes: 'Soon', sale_date: '2026-11-02' });
    assert.deepEqual([changed.early_discounts[0].percent, changed.early_discounts[0].until], ['5', '2026-11-05']);
    const sooner = await call('update_sale', { id: draft.id, due_date: '2026-11-04' });
    assert.deepEqual(sooner.early_discounts, []);
    const other = await shop.client();
    const theirs = await call('create_sale', { client_id, lines });
    assert.equal(theirs.early_discounts.length, 1);
    assert.deepEqual((await call('update_sale', { id: theirs.id, client_id: other.id })).early_discounts, []);
    const confirmed = await shop.keyed('confirm_sale', { id: (await call('create_sale', { client_id, lines })).id });
    assert.equal(confirmed.early_discounts[0].percent, '2');
  });

  test('counts them from its invoice once it has one', async () => {
    const sale = await sold();
    const invoice = await shop.keyed('create_document', { type: 'invoice', sale_id: sale.id, issue: true });
    assert.equal(invoice.early_discounts[0].until, '2026-12-04');
    assert.equal((await shop.sale(sale)).early_discounts[0].until, '2026-12-04');
  });

  test('is refused what contradicts itself', async () => {
    const faulty = [
      { early_discounts: [{ percent: '2', days: 14 }], instalments: 3 },
      { early_discounts: [{ percent: '2', days: 14 }], due_date: '2026-07-10' },
      {
        early_discounts: [
          { percent: '2', days: 14 },
          { percent: '3', days: 20 },
        ],
      },
      { early_discounts: [{ percent: '0', days: 14 }] },
      { early_discounts: [{ percent: '100', days: 14 }] },
    ];
    for (const more of faulty) await refuses('validation_failed', sold(undefined, more));
    const late = { ...twoIn14, value: 14 };
    await refuses('validation_failed', shop.client({ payment_terms: late }));
  });
});

describe('a payment in time', () => {
  test('settles 1,190.00 with 1,166.20: 20.00 less is earned, and 3.80 less of tax owed', async () => {
    const sale = await sold();
    assert.deepEqual(await moved(() => pay(sale, '1166.20', '2026-07-17')), [2000n, 380n, -119000n]);
    assert.deepEqual(await settled(sale), ['23.80', '0.00', 'completed']);
    await shop.booksAgree();
  });

  test('takes the tax of each rate with it', async () => {
    const sale = await sold([
      ['1000', vat19],
      ['500', vat7],
    ]);
    await pay(sale, '1690.50', '2026-07-10');
    assert.deepEqual(await settled(sale), ['34.50', '0.00', 'completed']);
    const { data } = await call('list_journal_entries', { source_id: sale.id });
    const { id } = data.find(({ memo }: Wire) => memo.startsWith('Early-payment discount'));
    const entry = await call('get_journal_entry', { id });
    assert.equal(entry.entry_date, '2026-07-10');
    const amounts = entry.lines.map(({ side, amount }: Wire) => `${side} ${amount}`);
    assert.deepEqual(amounts.toSorted(), ['credit 34.50', 'debit 0.70', 'debit 3.80', 'debit 30.00']);
    await shop.booksAgree();
  });

  test('of a half settles a half', async () => {
    const sale = await sold();
    await pay(sale, '583.10', '2026-07-10');
    assert.deepEqual(await settled(sale), ['11.90', '595.00', 'confirmed']);
    await pay(sale, '583.10', '2026-07-15');
    assert.deepEqual(await settled(sale), ['23.80', '0.00', 'completed']);
    await shop.booksAgree();
  });

  test('of the full amount takes no discount, nor does one that declines it', async () => {
    const full = await sold();
    await pay(full, '1190.00', '2026-07-05');
    assert.deepEqual(await settled(full), ['0.00', '0.00', 'completed']);
    const short = await sold();
    await pay(short, '1166.20', '2026-07-05', { early_discount: false });
    assert.deepEqual(await settled(short), ['0.00', '23.80', 'confirmed']);
  });

  test('may take a weekend and two days more, or as many as the business says', async () => {
    const [sunday, monday] = [await sold(), await sold()];
    await pay(sunday, '1166.20', '2026-07-19');
    assert.deepEqual(await settled(sunday), ['23.80', '0.00', 'completed']);
    await pay(monday, '1166.20', '2026-07-20');
    assert.deepEqual(await settled(monday), ['0.00', '23.80', 'confirmed']);
    const saturday = await sold(undefined, { sale_date: '2026-07-04' });
    await call('update_organization', { invoice_defaults: { discount_grace_days: 0 } });
    await pay(saturday, '1166.20', '2026-07-20');
    assert.deepEqual(await settled(saturday), ['23.80', '0.00', 'completed']);
    const late = await sold();
    await pay(late, '1166.20', '2026-07-18');
    assert.equal((await shop.sale(late)).amount_discounted, '0.00');
    await call('update_organization', { invoice_defaults: { discount_grace_days: null } });
  });

  test('of several invoices in one pays each with its discount, and what is left over pays the rest', async () => {
    const { id: other } = await shop.client({ payment_terms: twoIn14 });
    const [one, two] = [await sold(undefined, { client_id: other }), await sold(undefined, { client_id: other })];
    const given = { client_id: other, payment_date: '2026-07-10', method: 'Bank transfer' };
    await shop.keyed('create_payment', { ...given, amount: '2332.40' });
    for (const sale of [one, two]) assert.deepEqual(await settled(sale), ['23.80', '0.00', 'completed']);
    const [three, four] = [await sold(undefined, { client_id: other }), await sold(undefined, { client_id: other })];
    const paid = await shop.keyed('create_payment', { ...given, amount: '2342.40', allow_duplicate: true });
    assert.equal(paid.amount_unapplied, '0.00');
    assert.deepEqual(await settled(three), ['13.80', '0.00', 'completed']);
    assert.deepEqual(await settled(four), ['23.80', '0.00', 'completed']);
    const five = await sold(undefined, { client_id: other });
    await shop.keyed('create_payment', { ...given, amount: '1166.20', auto_allocate: 'exact_match' });
    assert.deepEqual(await settled(five), ['23.80', '0.00', 'completed']);
    await shop.booksAgree();
  });

  test('in another currency leaves nothing of the sale on the books', async () => {
    const foreign = { currency: 'USD', exchange_rate: '0.92' };
    const sale = await sold([['1000', vat19]], foreign);
    const paid = await moved(() => pay(sale, '1166.20', '2026-07-10', { exchange_rate: '0.95' }));
    assert.equal(paid[2], -109480n);
    assert.deepEqual(await settled(sale), ['23.80', '0.00', 'completed']);
    await shop.booksAgree();
  });
});

describe('a discount goes with what it came with', () => {
  test('where the payment is void, the allocation reversed or the money given back', async () => {
    const before = await accounts();
    const voided = await sold();
    const { id } = await pay(voided, '1166.20', '2026-07-10');
    await shop.keyed('void_payment', { id });
    assert.deepEqual(await settled(voided), ['0.00', '1190.00', 'confirmed']);
    const freed = await sold();
    const { allocations } = await pay(freed, '583.10', '2026-07-10');
    await shop.keyed('reverse_allocation', { id: allocations[0].id });
    assert.deepEqual(await settled(freed), ['0.00', '1190.00', 'confirmed']);
    const refunded = await sold();
    const paid = await pay(refunded, '1166.20', '2026-07-10');
    const half = await shop.keyed('refund_payment', { id: paid.id, amount: '583.10' });
    assert.deepEqual(await settled(refunded), ['11.90', '595.00', 'confirmed']);
    await shop.booksAgree();
    await shop.keyed('void_refund', { id: half.id });
    assert.deepEqual(await settled(refunded), ['23.80', '0.00', 'completed']);
    await shop.keyed('void_payment', { id: paid.id });
    assert.deepEqual(await settled(refunded), ['0.00', '1190.00', 'confirmed']);
    assert.equal(await shop.balance('6830'), before[0]);
    await shop.booksAgree();
  });

  test('where goods come back, as much of it as of them', async () => {
    const lines = [{ name: 'Chair', quantity: '2', unit_price: '500', tax_rate_ids: [vat19] }];
    const sale = await shop.draft([], { lines, client_id, sale_date: '2026-07-03', confirm: true });
    await pay(sale, '1166.20', '2026-07-10');
    const of = { line_id: sale.lines[0].id, quantity: '1' };
    const one = await shop.keyed('return_sale', { id: sale.id, reason: 'damaged', lines: [of] });
    assert.deepEqual([one.total, one.refunds[0].amount], ['595.00', '583.10']);
    assert.equal((await shop.sale(sale)).amount_discounted, '11.90');
    await shop.booksAgree();
    await shop.keyed('void_sale', { id: one.id });
    assert.deepEqual(await settled(sale), ['23.80', '0.00', 'completed']);
    await shop.booksAgree();
    const all = await shop.keyed('return_sale', { id: sale.id, reason: 'damaged' });
    assert.equal(all.refunds[0].amount, '1166.20');
    assert.deepEqual(await settled(sale), ['0.00', '0.00', 'completed']);
    await shop.booksAgree();
  });

  test('and a sale that has one is not void before it is reversed', async () => {
    const sale = await sold();
    const { id } = await pay(sale, '1166.20', '2026-07-10');
    await refuses('returns_remain', shop.keyed('void_sale', { id: sale.id }));
    await shop.keyed('void_payment', { id });
    await shop.keyed('void_sale', { id: sale.id });
    await shop.booksAgree();
  });
});

describe('a discount that is granted by hand', () => {
  test('is granted to a late payment, and is owed again once it is reversed', async () => {
    const sale = await sold();
    await pay(sale, '1166.20', '2026-08-18');
    assert.deepEqual(await settled(sale), ['0.00', '23.80', 'confirmed']);
    const given = { id: sale.id, reason: 'A good client.', discounted_on: '2026-08-20' };
    assert.deepEqual(await moved(() => shop.keyed('grant_discount', given)), [2000n, 380n, -2380n]);
    assert.deepEqual(await settled(sale), ['23.80', '0.00', 'completed']);
    await refuses('amount_exceeds_due', shop.keyed('grant_discount', given));
    await refuses('validation_failed', shop.keyed('reverse_discount', { id: sale.id, amount: '23.81' }));
    await shop.keyed('reverse_discount', { id: sale.id, amount: '10' });
    assert.deepEqual(await settled(sale), ['13.80', '10.00', 'confirmed']);
    await shop.keyed('reverse_discount', { id: sale.id });
    assert.deepEqual(await settled(sale), ['0.00', '23.80', 'confirmed']);
    await refuses('invalid_state_transition', shop.keyed('reverse_discount', { id: sale.id }));
    await refuses('validation_failed', shop.keyed('grant_discount', { ...given, discounted_on: '2026-07-02' }));
    await shop.booksAgree();
  });

  test('counts on the cash basis with the money alone, and as less of its rate in the tax summary', async () => {
    const as = await world.found('Cash');
    const own = shopOf(world, as);
    const [vat, zero] = [await own.tax('19'), await own.tax('0')];
    const { id } = await own.client({ payment_terms: twoIn14 });
    const lines = [vat, zero].map((rate) => ({
      name: 'Work',
      quantity: '1',
      unit_price: '1000',
      tax_rate_ids: [rate],
    }));
    const sale = await own.draft([], { lines, client_id: id, sale_date: '2026-07-03', confirm: true });
    const paid = { id: sale.id, amount: '2146.20', payment_date: '2026-07-10', method: 'Bank transfer' };
    await own.keyed('pay_sale', paid);
    const july = { from: '2026-07-01', to: '2026-07-31' };
    const { rows, totals } = await call('get_tax_summary', july, { as });
    assert.equal(totals.output_tax, '186.20');
    assert.deepEqual(
      rows
        .filter(({ side }: Wire) => side === 'output')
        .map(({ base, tax }: Wire) => [base, tax])
        .toSorted(),
      [
        ['980.00', '0.00'],
        ['980.00', '186.20'],
      ],
    );
    const cash = await call('get_profit_and_loss', { ...july, basis: 'cash' }, { as });
    assert.equal(cash.totals.revenue.amount, '1960.00');
    const profit = await call('get_profit_and_loss', july, { as });
    assert.equal(profit.totals.net_profit.amount, '1960.00');
    await own.booksAgree();
  });
});

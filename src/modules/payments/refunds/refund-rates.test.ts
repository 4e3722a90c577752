import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;

let founded = 0;

/** A shop of its own in euros. It holds 1,000 dollars at 1.00 beside what it sells, unless it is to hold nothing. */
async function dollarShop({ holds = '1000' }: { readonly holds?: string } = {}) {
  const as = await world.found(`Quay ${(founded += 1)}`, { country: 'DE', currency: 'EUR', timezone: 'Europe/Berlin' });
  const shop = shopOf(world, as);
  await shop.leavesByDay('1010', '1030');
  const run = (name: string, input: object): Promise<Wire> => call(name, input, { as });
  const client = await shop.client();
  const dollars = { currency: 'USD', method: 'Bank transfer', client_id: client.id };
  const receive = (amount: string, more: object): Promise<Wire> =>
    shop.keyed('create_payment', { ...dollars, amount, auto_allocate: 'none', ...more });
  if (holds !== '0') await receive(holds, { exchange_rate: '1', payment_date: '2026-01-02' });
  const rate = (day: string, value: string) =>
    run('set_exchange_rate', { currency: 'USD', rate: value, rate_date: day });
  const sold = (total: string, more: object = {}) =>
    shop.draft([total], { client_id: client.id, currency: 'USD', sale_date: '2026-01-05', confirm: true, ...more });
  const allHolds = async () => {
    await shop.booksAgree();
    const { checks } = await run('check_books', {});
    assert.deepEqual(
      checks.filter(({ ok }: Wire) => !ok),
      [],
    );
  };
  return { as, shop, run, client, receive, rate, sold, allHolds };
}

const came = { payment_date: '2026-01-05', exchange_rate: '0.9' };
const laterDay = '2026-02-05';

describe('money goes back at the rate of its day', () => {
  test('as the caller says it, and what it is worth less than the credit is gained', async () => {
    const { shop, receive, allHolds } = await dollarShop();
    const payment = await receive('500', came);
    let refund: Wire;
    const given = { id: payment.id, refund_date: laterDay, exchange_rate: '0.8' };
    const moved = await shop.moves(async () => (refund = await shop.keyed('refund_payment', given)));
    assert.deepEqual(moved, { 1010: -400_00n, 2300: 450_00n, 4820: -50_00n });
    assert.deepEqual([refund.exchange_rate, refund.base_amount, refund.fx_gain_loss], ['0.8', '450.00', '50.00']);
    await allHolds();
    const back = await shop.moves(() => shop.keyed('void_refund', { id: refund.id }));
    assert.deepEqual(back, { 1010: 400_00n, 2300: -450_00n, 4820: 50_00n });
    await allHolds();
  });

  test('by the table, and without a rate it is refused', async () => {
    const { shop, receive, rate, allHolds } = await dollarShop();
    const payment = await receive('500', came);
    const asked = { id: payment.id, refund_date: laterDay, amount: '200' };
    await assert.rejects(shop.keyed('refund_payment', asked), refused('exchange_rate_missing'));
    await rate('2026-02-01', '0.85');
    const moved = await shop.moves(() => shop.keyed('refund_payment', asked));
    assert.deepEqual(moved, { 1010: -170_00n, 2300: 180_00n, 4820: -10_00n });
    await shop.keyed('refund_payment', { id: payment.id, refund_date: '2026-01-05', amount: '1' });
    await rate('2026-02-03', '1');
    const rest = await shop.moves(() => shop.keyed('refund_payment', { id: payment.id, refund_date: laterDay }));
    assert.deepEqual(rest, { 1010: -299_00n, 2300: 269_10n, 6900: 29_90n });
    await allHolds();
  });

  test('of a sale that is owed again, at what the sale is on the books for', async () => {
    const { shop, sold, allHolds } = await dollarShop();
    const sale = await sold('500', { exchange_rate: '0.95' });
    const payment = await shop.pay(sale, came);
    const given = { id: payment.id, refund_date: laterDay, exchange_rate: '0.8' };
    const moved = await shop.moves(() => shop.keyed('refund_payment', given));
    assert.deepEqual(moved, { 1010: -400_00n, 1100: 475_00n, 4820: -75_00n });
    assert.equal((await shop.sale(sale)).amount_due, '500.00');
    await allHolds();
  });

  test('for goods that came back, whole or by line, as a return or as a credit note', async () => {
    const { shop, run, sold, rate, allHolds } = await dollarShop();
    const sale = await sold('500', { exchange_rate: '0.9' });
    await shop.pay(sale, came);
    const money = { refund: { method: 'Bank transfer', exchange_rate: '0.8' }, return_date: laterDay };
    const [line] = sale.lines;
    const part = { ...money, lines: [{ line_id: line.id, quantity: '0.5' }] };
    let back: Wire;
    const returned = { id: sale.id, reason: 'damaged', ...part };
    const first = await shop.moves(async () => (back = await shop.keyed('return_sale', returned)));
    assert.deepEqual(first, { 1010: -200_00n, 4000: 225_00n, 4820: -25_00n });
    const invoice = await run('create_document', { type: 'invoice', sale_id: sale.id, issue: true });
    const wrong = { method: 'Bank transfer', exchange_rate: '0' };
    const credit = { id: invoice.id, reason: 'damaged', correction_reason: 'Damaged.', return_date: laterDay };
    await assert.rejects(shop.keyed('credit_document', { ...credit, refund: wrong }), refused('validation_failed'));
    await rate(laterDay, '0.7');
    const rest = { ...credit, refund: { method: 'Bank transfer' } };
    const second = await shop.moves(() => shop.keyed('credit_document', rest));
    assert.deepEqual(second, { 1010: -175_00n, 4000: 225_00n, 4820: -50_00n });
    await allHolds();
    await shop.keyed('void_sale', { id: back.id });
    await allHolds();
  });

  test('that is kept as credit has no rate, and keeps what the payment was worth', async () => {
    const { shop, sold, allHolds } = await dollarShop();
    const sale = await sold('500', { exchange_rate: '0.9' });
    const payment = await shop.pay(sale, came);
    const kept = { id: payment.id, destination: 'client_credit', refund_date: laterDay };
    await assert.rejects(shop.keyed('refund_payment', { ...kept, exchange_rate: '0.8' }), refused('validation_failed'));
    const moved = await shop.moves(() => shop.keyed('refund_payment', kept));
    assert.deepEqual(moved, { 1100: 450_00n, 2300: -450_00n });
    await allHolds();
  });

  test('to a client without a payment: of each credit what it holds, and a gift by the rate of the day', async () => {
    const { shop, client, receive, allHolds } = await dollarShop({ holds: '100' });
    await receive('500', came);
    const given = { id: client.id, currency: 'USD', amount: '700', beyond_credit: true, reason: 'other' };
    const day = { method: 'Bank transfer', refund_date: laterDay, exchange_rate: '0.8' };
    await assert.rejects(
      shop.keyed('refund_client', { ...given, ...day, exchange_rate: undefined }),
      refused('exchange_rate_missing'),
    );
    let refunds: Wire[] = [];
    const moved = await shop.moves(async () => {
      refunds = (await shop.keyed('refund_client', { ...given, ...day })).refunds;
    });
    assert.deepEqual(moved, { 1010: -560_00n, 2300: 550_00n, 4820: -70_00n, 6800: 80_00n });
    assert.deepEqual(
      refunds.map(({ fx_gain_loss: gain }) => gain),
      ['20.00', '50.00', '0.00'],
    );
    await allHolds();
    for (const { id } of refunds) await shop.keyed('void_refund', { id });
    await allHolds();
  });

  test('on its way: clearing holds it at the rate of the refund, and it leaves at that of its own day', async () => {
    const { as, shop, receive, allHolds } = await dollarShop();
    const payment = await receive('500', came);
    const pending = { id: payment.id, refund_date: laterDay, exchange_rate: '0.8', pending: true };
    const one = await shop.keyed('refund_payment', { ...pending, amount: '200' });
    const other = await shop.keyed('refund_payment', { ...pending, amount: '300' });
    const date = '2026-03-05';
    await assert.rejects(shop.keyed('complete_refund', { id: one.id, date }), refused('exchange_rate_missing'));
    const left = await shop.moves(() => shop.keyed('complete_refund', { id: one.id, date, exchange_rate: '0.85' }));
    assert.deepEqual(left, { 1010: -170_00n, 1030: 160_00n, 6900: 10_00n });
    const answer = await call('get_refund', { id: one.id }, { as });
    assert.deepEqual([answer.exchange_rate, answer.base_amount, answer.fx_gain_loss], ['0.85', '180.00', '10.00']);
    await allHolds();
    const failed = await shop.moves(() => shop.keyed('fail_refund', { id: other.id, reason: 'Unknown account.' }));
    assert.deepEqual(failed, { 1030: 240_00n, 2300: -270_00n, 4820: 30_00n });
    await shop.keyed('void_refund', { id: one.id });
    assert.equal(await shop.balance('1030'), 0n);
    await allHolds();
  });

  test('and in the base currency there is no rate to say', async () => {
    const { shop, client } = await dollarShop({ holds: '0' });
    const money = { client_id: client.id, method: 'Bank transfer', amount: '10', auto_allocate: 'none' };
    const payment = await shop.keyed('create_payment', money);
    await assert.rejects(
      shop.keyed('refund_payment', { id: payment.id, exchange_rate: '1' }),
      refused('validation_failed'),
    );
    const refund = await shop.keyed('refund_payment', { id: payment.id });
    assert.deepEqual([refund.exchange_rate, refund.base_amount, refund.fx_gain_loss], ['1', '10.00', '0.00']);
  });
});

describe('an account that holds no money of a currency is on the books for none', () => {
  test('when the last of it goes back, and again once that is void', async () => {
    const { shop, receive, allHolds } = await dollarShop({ holds: '0' });
    const payment = await receive('500', came);
    const given = { id: payment.id, refund_date: laterDay, exchange_rate: '0.8' };
    let refund: Wire;
    const moved = await shop.moves(async () => (refund = await shop.keyed('refund_payment', given)));
    assert.deepEqual(moved, { 1010: -450_00n, 2300: 450_00n, 4820: -50_00n, 6900: 50_00n });
    await allHolds();
    await shop.keyed('void_refund', { id: refund.id });
    assert.equal(await shop.balance('1010'), 450_00n);
    await shop.keyed('void_payment', { id: payment.id });
    assert.deepEqual(
      [await shop.balance('1010'), await shop.balance('4820'), await shop.balance('6900')],
      [0n, 0n, 0n],
    );
    await allHolds();
  });

  test('when what came in is void after some of it left at another rate', async () => {
    const { shop, receive, allHolds } = await dollarShop({ holds: '0' });
    const first = await receive('500', came);
    const second = await receive('500', { ...came, exchange_rate: '0.8' });
    await shop.keyed('refund_payment', { id: second.id, refund_date: laterDay, exchange_rate: '0.7' });
    await allHolds();
    await shop.keyed('void_payment', { id: first.id });
    assert.equal(await shop.balance('1010'), 0n);
    await allHolds();
  });
});

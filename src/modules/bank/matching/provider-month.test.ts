/** A month at a payment provider: what it took, kept, gave back and paid out, against the books and the bank. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bankBusiness } from '../../../../test/support/bank-business.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
world.setNow('2026-03-31T12:00:00Z');

const head =
  'automatic_payout_id,balance_transaction_id,created_utc,reporting_category,gross,fee,net,currency,' +
  'description,charge_id';

test('the provider holds nothing in the end, and the sale that was charged back is owed again', async () => {
  const { shop, call, keyed, account, line, sold, due, best } = await bankBusiness(world);
  const provider = await call('create_bank_account', {
    name: 'Stripe',
    kind: 'provider',
    account_id: account('payment_clearing'),
  });
  const { id } = await shop.client({ display_name: 'Web shop' });
  const [large, charged, small] = [await sold(id, '200.00'), await sold(id, '50.00'), await sold(id, '100.00')];
  const rows = [
    `po_71,txn_1,2026-03-02 10:00:00,charge,200.00,5.40,194.60,eur,${large.number},ch_1`,
    `po_71,txn_2,2026-03-03 10:00:00,charge,50.00,1.50,48.50,eur,${charged.number},ch_2`,
    `po_71,txn_3,2026-03-04 10:00:00,charge,100.00,2.50,97.50,eur,${small.number},ch_3`,
    `po_71,txn_4,2026-03-10 10:00:00,refund,-100.00,0.00,-100.00,eur,REFUND ${small.number},ch_3`,
    `po_71,txn_5,2026-03-15 10:00:00,dispute,-50.00,20.00,-70.00,eur,DISPUTE ${charged.number},ch_2`,
    'po_71,txn_6,2026-03-16 10:00:00,payout,-170.60,0.00,-170.60,eur,STRIPE PAYOUT,',
  ];
  const { lines } = await call('import_bank_statement', {
    bank_account_id: provider.id,
    content: [head, ...rows].join('\n'),
  });
  const ids: string[] = lines.map(({ line_id }: Wire) => line_id);
  const paidOut = await line('170.60', 'STRIPE PAYMENTS EUROPE', { day: '2026-03-18' });

  // Charges and the payout are certain; money that goes back is looked at.
  const charge = await best({ id: ids[0] });
  assert.deepEqual([charge.is_certain, charge.fee_amount], [true, '5.40']);
  assert.deepEqual([charge.targets[0].sale_id, charge.targets[0].amount], [large.id, '200.00']);
  const { matched } = await call('match_bank_lines', { id: provider.id });
  assert.deepEqual(
    matched.map(({ line_id }: Wire) => ids.indexOf(line_id)),
    [0, 1, 2, 5],
  );
  assert.equal((await call('get_bank_line', { id: paidOut.id })).match_state, 'matched');
  assert.deepEqual([await due(large), await due(charged), await due(small)], ['0.00', '0.00', '0.00']);

  const refund = await best({ id: ids[3] });
  assert.deepEqual([refund.is_explained, refund.is_certain], [true, false]);
  const [{ payment_id }] = refund.targets;
  const refunded = await shop.moves(() => keyed('match_bank_line', { id: ids[3], targets: [{ payment_id }] }));
  assert.deepEqual(refunded, { '1030': -100_00n, '1100': 100_00n });
  assert.equal(await due(small), '100.00');

  const dispute = await best({ id: ids[4] });
  assert.deepEqual([dispute.fee_amount, dispute.targets[0].amount], ['20.00', '50.00']);
  const number = dispute.evidence.find(({ code }: Wire) => code === 'number');
  assert.equal(number.value, charged.number, 'the number that the line has, and not that of the payment');
  const target = { payment_id: dispute.targets[0].payment_id };
  const disputed = await shop.moves(() => keyed('match_bank_line', { id: ids[4], targets: [target] }));
  assert.deepEqual(disputed, { '1030': -70_00n, '1100': 50_00n, '6810': 20_00n });
  assert.equal(await due(charged), '50.00');

  assert.equal(await shop.balance('1030'), 0n, 'the provider holds nothing');
  assert.equal(await shop.balance('1010'), 170_60n);
  assert.equal(await shop.balance('6810'), 29_40n);
  await shop.booksAgree();
  const refundMade = (await call('list_refunds', { client_id: id })).data.find((one: Wire) => one.amount === '50.00');
  assert.deepEqual([refundMade.refund_date, refundMade.reference], ['2026-03-15', 'txn_5']);

  await keyed('unmatch_bank_line', { id: ids[4] });
  assert.equal(await due(charged), '0.00');
  assert.equal(await shop.balance('6810'), 9_40n);
  await keyed('match_bank_line', { id: ids[4], targets: [target], fee_amount: '20.00' });
  assert.equal(await shop.balance('1030'), 0n);
  await shop.booksAgree();
});

test('a payout that nobody names is suggested and not booked, and of two alike none is', async () => {
  const { call, account, bank, line, best } = await bankBusiness(world);
  const provider = await call('create_bank_account', {
    name: 'Mollie',
    kind: 'provider',
    account_id: account('payment_clearing'),
  });
  const row = (transaction: string, day: string) =>
    `po_1,${transaction},${day} 10:00:00,payout,-80.00,0.00,-80.00,eur,PAYOUT,`;
  const bring = async (...rows: readonly string[]) => {
    const content = [head, ...rows].join('\n');
    return (await call('import_bank_statement', { bank_account_id: provider.id, content })).lines;
  };
  const [{ line_id: id }] = await bring(row('txn_1', '2026-03-10'));
  const into = await line('80.00', 'Gutschrift', { day: '2026-03-11' });
  const suggestion = await best({ id });
  assert.deepEqual([suggestion.is_certain, suggestion.targets[0].bank_line_id], [false, into.id]);
  assert.deepEqual((await call('match_bank_lines', { id: bank.id })).matched, []);
  await bring(row('txn_2', '2026-03-09'));
  assert.equal(await best({ id }), undefined);
});

test('money back from a client is of a payment, and goes out', async () => {
  const { shop, keyed, line, sold } = await bankBusiness(world);
  const { id } = await shop.client();
  const sale = await sold(id, '119.00');
  const payment = await shop.pay(sale);
  const into = await line('119.00', 'in');
  const fault = await keyed('match_bank_line', { id: into.id, targets: [{ payment_id: payment.id }] }).catch(
    (error: Wire) => error,
  );
  assert.equal(fault['details'].errors[0].code, 'wrong_direction');
  const back = await line('-122.50', 'Rücklastschrift', { day: '2026-03-31' });
  await keyed('match_bank_line', { id: back.id, targets: [{ payment_id: payment.id }], fee_amount: '3.50' });
  assert.equal((await shop.sale(sale)).amount_due, '119.00');
  assert.equal(await shop.balance('6810'), 3_50n);
  await shop.booksAgree();
});

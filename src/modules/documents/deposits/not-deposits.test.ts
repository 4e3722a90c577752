/** Documents that cannot be a deposit, or be deducted as one, are refused by field. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createQuoteFixture } from '../../../../test/support/quote-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const { keyed } = shop;
const { accepted, quoted } = createQuoteFixture(world, shop);
world.setNow('2026-03-02T10:00:00.000Z');
const vat = await shop.tax('19');
const reduced = await shop.tax('7');

const offered = () =>
  accepted({
    lines: [
      { name: 'Kitchen', quantity: '1', unit_price: '800', tax_rate_ids: [vat] },
      { name: 'Plants', quantity: '1', unit_price: '200', tax_rate_ids: [reduced] },
    ],
  });
const deposit = (more: object) => call('create_document', { type: 'deposit_invoice', issue: true, ...more });
const pay = ({ sale_id: id }: Wire, more: object = {}) => keyed('pay_sale', { id, method: 'Bank transfer', ...more });
const wrong = (pointer: string, code: string) =>
  refused('validation_failed', ({ errors: [error] }) => assert.deepEqual([error.pointer, error.code], [pointer, code]));
test('deposits of more than the invoice are refused, and those of other clients or kinds', async () => {
  const quote = await offered();
  const advance = await deposit({ deposit_for_id: quote.id, deposit_percent: '100' });
  await pay(advance);
  const bill = (more: object) =>
    call('create_document', {
      type: 'invoice',
      client_id: quote.client_id,
      lines: [{ name: 'Less', quantity: '1', unit_price: '5' }],
      ...more,
    });
  const exceeds = refused('deposits_exceed_total', ({ max, deposits }) =>
    assert.deepEqual([max, deposits], ['5.00', '1166.00']),
  );
  await assert.rejects(bill({ deposit_ids: [advance.id], issue: true }), exceeds);
  const draft = await bill({ deposit_ids: [] });
  const changed = await call('update_document', { id: draft.id, deposit_ids: [advance.id] });
  assert.equal(changed.deposits[0].total, '1166.00');
  await assert.rejects(keyed('issue_document', { id: draft.id }), exceeds);
  const stranger = await shop.client();
  await assert.rejects(
    bill({ client_id: stranger.id, deposit_ids: [advance.id] }),
    wrong('/deposit_ids/0', 'other_client'),
  );
  await assert.rejects(bill({ deposit_ids: [advance.id, advance.id] }), wrong('/deposit_ids/1', 'sent_twice'));
  await assert.rejects(bill({ deposit_ids: [quote.id] }), wrong('/deposit_ids/0', 'not_a_deposit'));
  const drafted = await call('create_document', {
    type: 'deposit_invoice',
    client_id: quote.client_id,
    lines: [{ name: 'A', quantity: '1', unit_price: '5' }],
  });
  await assert.rejects(bill({ deposit_ids: [drafted.id] }), refused('deposit_not_deductible'));
});

test('a deposit says what it is for, and is of no goods', async () => {
  const quote = await offered();
  const goods = await shop.product({ price: '5' });
  const lines = [{ variant_id: goods.id, quantity: '1' }];
  const { id: client_id } = await shop.client();
  const drafted = { issue: false };
  await assert.rejects(deposit({ client_id, lines, ...drafted }), wrong('/lines/0/variant_id', 'not_for_deposit'));
  await assert.rejects(deposit({ client_id, ...drafted }), wrong('/lines', 'required'));
  await assert.rejects(deposit({ deposit_for_id: quote.id }), wrong('/lines', 'required'));
  const more = { deposit_for_id: quote.id, deposit_percent: '30' };
  await assert.rejects(deposit({ ...more, client_id }), wrong('/client_id', 'from_quote'));
  await assert.rejects(
    deposit({ ...more, discounts: [{ type: 'percent', value: '1' }] }),
    wrong('/discounts', 'not_for_type'),
  );
  await assert.rejects(
    deposit({ ...more, lines: [{ name: 'A', quantity: '1', unit_price: '5' }] }),
    wrong('/deposit_percent', 'not_both'),
  );
  await assert.rejects(
    deposit({ deposit_for_id: quote.id, deposit_amount: '2000' }),
    wrong('/deposit_amount', 'not_a_part'),
  );
  await assert.rejects(deposit({ deposit_for_id: quote.id, deposit_percent: '0' }), refused('validation_failed'));
  const draft = await quoted();
  await assert.rejects(
    deposit({ deposit_for_id: draft.id, deposit_percent: '5' }),
    refused('invalid_state_transition'),
  );
  const advance = await deposit(more);
  await assert.rejects(
    keyed('write_off_sale', { id: advance.sale_id, reason: 'Gone.' }),
    refused('invalid_state_transition'),
  );
  await assert.rejects(
    call('update_sale', { id: advance.sale_id, notes: 'x', lines }),
    refused('invalid_state_transition'),
  );
});

test('deposits of a quote that are more than it comes to stop its last invoice', async () => {
  const quote = await offered();
  for (const deposit_percent of ['60', '50']) await pay(await deposit({ deposit_for_id: quote.id, deposit_percent }));
  const converting = call('convert_document', { id: quote.id, issue: true });
  await assert.rejects(
    converting,
    refused('deposits_exceed_total', ({ deposits }) => assert.equal(deposits, '1282.60')),
  );
});

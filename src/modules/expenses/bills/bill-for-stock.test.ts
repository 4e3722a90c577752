import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { createWorld } from '../../../../test/support/world.ts';

const world = await createWorld();
const fixture = createExpenseFixture(world);
const balances = () => Promise.all(['1200', '1300', '2060', '2000', '5000'].map(fixture.balance));

test('goods wait for their bill, which owes for them and costs nothing a second time', async () => {
  const { variants } = await world.call('create_product', { name: 'Paper', price: '9.00' });
  const vat = await world.call('create_tax_rate', { name: 'VAT', percentage: '20' });
  await fixture.keyed('create_stock_movement', {
    type: 'purchase_receipt',
    variant_id: variants[0].id,
    quantity: '10',
    unit_cost: '4.00',
  });
  assert.deepEqual(await balances(), [4_000n, 0n, -4_000n, 0n, 0n]);
  assert.deepEqual((await world.call('get_payables_aging', {})).totals.total, '0.00');

  const supplier = await fixture.supplier();
  const bill = await fixture.owed('40.00', {
    payee_name: undefined,
    supplier_id: supplier.id,
    supplier_invoice_number: 'P-77',
    lines: [{ category: 'Goods for stock', amount: '40.00', tax_rate_ids: [vat.id] }],
  });
  assert.deepEqual(await balances(), [4_000n, 800n, 0n, -4_800n, 0n]);
  const { totals, reconciliation } = await world.call('get_payables_aging', {});
  assert.deepEqual([totals.total, reconciliation.difference], ['48.00', '0.00']);

  await fixture.pay(bill);
  assert.deepEqual(await balances(), [4_000n, 800n, 0n, 0n, 0n]);
  await fixture.booksAgree();
});

/** Early-payment discounts as people meet them on the console, in a real browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { button, field, fill, key, pick, press, save } from '../support/console-hands.ts';
import { idle, openConsole, shown } from '../support/console.ts';

const { shop, at, open } = await openConsole();
const { call } = shop;

const terms = { type: 'days_after_issue', value: 30, early_discounts: [{ percent: '3', days: 7 }] };
const about = { type: 'business', display_name: 'Grenzland Werkzeugmaschinen GmbH', roles: ['customer', 'supplier'] };
const client = await call('create_client', { ...about, payment_terms: terms });
const rate = await call('create_tax_rate', { name: 'VAT', percentage: '19' });

test('terms keep their discounts when something else of them changes', async (t) => {
  const tab = await open(t, 'The terms');
  if (tab === undefined) return;
  await tab.visit(at(`/clients/${client.id}/edit`));
  await tab.comes(`${idle} && ${shown('Early-payment discounts')}`);
  await fill(tab, 'Days, or day of the month', '45');
  await save(tab);
  await tab.comes(`!location.pathname.endsWith('/edit') && ${shown('3 % / 7')}`);
  const { payment_terms: kept } = await call('get_client', { id: client.id });
  assert.deepEqual(kept, { ...terms, value: 45 });
});

test('a bill is paid less its discount, which stands beside the payment', async (t) => {
  const tab = await open(t, 'The bill');
  if (tab === undefined) return;
  const lines = [{ category: 'Travel', amount: '500', tax_rate_ids: [rate.id] }];
  const bill = await call('create_expense', { supplier_id: client.id, amounts_include_tax: false, lines, post: true });
  await tab.visit(at(`/expenses?open=${bill.id}`));
  await tab.comes(`${idle} && ${shown('577.15')} && ${button('Pay')} !== undefined`);
  await key(tab, 'p');
  await tab.comes(`${field('Amount')}?.value === '577.15'`);
  await pick(tab, 'Paid with', 'Cash');
  await save(tab);
  await tab.comes(`document.querySelector('dialog.window[open]') === null && ${shown('17.85')}`);
  const { payments, amount_due: due } = await call('get_expense', { id: bill.id });
  assert.deepEqual(
    [due, payments.map((one: { kind: string; amount: string }) => [one.kind, one.amount])],
    [
      '0.00',
      [
        ['payment', '577.15'],
        ['early_discount', '17.85'],
      ],
    ],
  );
});

test('a sale shows its early-payment discount, which is granted by hand after the deadline', async (t) => {
  const tab = await open(t, 'The sale');
  if (tab === undefined) return;
  const lines = [{ name: 'Machine', quantity: '1', unit_price: '1000', tax_rate_ids: [rate.id] }];
  const sale = await call('create_sale', { client_id: client.id, lines, confirm: true });
  await tab.visit(at(`/sales/${sale.id}`));
  await tab.comes(`${idle} && ${shown('pay €1,154.30')}`);
  await call('pay_sale', { id: sale.id, amount: '1150.00', method: 'Cash', early_discount: false });
  await tab.visit(at(`/sales/${sale.id}`));
  await tab.comes(`${idle} && ${shown('€40.00')}`);
  await tab.read(
    `[...document.querySelectorAll('details.more summary')].find((one) => one.innerText.startsWith('More')).focus()`,
  );
  await tab.press('Enter');
  await tab.comes(`${button('Grant discount')}?.checkVisibility() === true`);
  await press(tab, 'Grant discount');
  await tab.comes(`${field('Reason')} !== undefined`);
  await fill(tab, 'Reason', 'A good client');
  await save(tab);
  await tab.comes(`document.querySelector('dialog.window[open]') === null && ${shown('Early-payment discount')}`);
  assert.equal((await call('get_sale', { id: sale.id })).amount_discounted, '40.00');
});

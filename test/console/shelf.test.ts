/** Products, stock and spending as people use them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { field, fill, key, pick, press, save } from '../support/console-hands.ts';
import { idle, openConsole, shown } from '../support/console.ts';

const { at, open, readable, shop } = await openConsole();

const screens = [
  { path: '/products', says: 'Products' },
  { path: `/products?open=${shop.ids['prod']}`, says: 'Open product' },
  { path: `/products/${shop.ids['prod']}`, says: 'Variants' },
  { path: '/products/new', says: 'New product' },
  { path: '/product-categories', says: 'Product categories' },
  { path: '/stock', says: 'Stock' },
  { path: '/stock/order', says: 'What to order' },
  { path: '/stock/counts', says: 'Stock counts' },
  { path: '/stock/transfers', says: 'Transfers' },
  { path: '/stock/transfers/new', says: 'New transfer' },
  { path: '/stock/movements', says: 'Movements' },
  { path: `/stock/reservations?open=${shop.ids['resv']}&view=all`, says: 'Kept until' },
  { path: '/stock/reservations/new', says: 'Reserve stock' },
  { path: `/supplier-payments?open=${shop.ids['spay']}`, says: 'Allocated' },
  { path: '/supplier-payments/new', says: 'Pay a supplier' },
  { path: `/transfers?open=${shop.ids['mtr']}`, says: 'From account' },
  { path: '/transfers/new', says: 'New transfer' },
  { path: '/expenses', says: 'Expenses' },
  { path: `/expenses?open=${shop.ids['exp']}`, says: 'Receipts' },
  { path: '/expenses/new', says: 'New expense' },
  { path: '/inbox', says: 'Inbox' },
  { path: '/payables', says: 'What we owe' },
  { path: '/bills-to-pay', says: 'Schedule all due' },
  { path: `/scheduled-payments?view=all&open=${shop.ids['plan']}`, says: 'End-to-end reference' },
  { path: '/payment-forecast', says: 'Balance after' },
  { path: `/payment-files?open=${shop.ids['pfile']}`, says: 'Checksum' },
  { path: '/suppliers', says: 'New supplier' },
  { path: '/recurring-expenses', says: 'Recurring expenses' },
  { path: '/recurring-expenses/new', says: 'How often' },
  { path: '/expense-categories', says: 'Expense categories' },
  { path: '/files', says: 'Files' },
  { path: `/other-documents?open=${shop.ids['odoc']}`, says: 'Added' },
  { path: '/webhooks', says: 'Webhooks' },
  { path: '/webhooks/new', says: 'New webhook' },
  { path: '/imports', says: 'Imports' },
  { path: '/imports/new', says: 'CSV file' },
  { path: '/audit-log', says: 'Audit log' },
];

test('products, stock and spending can be read and used by everybody', async (t) => {
  const tab = await open(t, 'Products, stock and spending');
  if (tab !== undefined) await readable(tab, screens);
});

test('a product is entered, received and counted with the keyboard alone', async (t) => {
  const tab = await open(t, 'Entering a product');
  if (tab === undefined) return;
  const type = async (label: string, text: string) => {
    const isSo = `/^${label}( optional)?$/.test(one.innerText.trim())`;
    const labelled = `[...document.querySelectorAll('label')].findLast((one) => ${isSo})`;
    await tab.read(`document.getElementById(${labelled}.htmlFor).focus()`);
    await tab.type(text);
  };
  const submit = () => tab.read(`document.querySelector('form.entry-form').requestSubmit()`);
  await tab.visit(at('/products/new'));
  await tab.comes(`${idle} && ${shown('New product')}`);
  await submit();
  await tab.comes(shown('This is needed.'));
  await type('Name', 'Ombré paper');
  await type('Price', '12.50');
  await type('SKU', 'OMBRE');
  await submit();
  await tab.comes(`${shown('Ombré paper')} && location.pathname.startsWith('/products/prod_')`);
  const { data } = await shop.call('list_variants', { sku: 'OMBRE' });
  const location = (await shop.call('list_locations', { limit: 1 })).data[0].id;
  await shop.call('create_stock_movement', {
    type: 'purchase_receipt',
    variant_id: data[0].id,
    location_id: location,
    quantity: '4',
    unit_cost: '5',
  });
  const count = await shop.call('open_stock_count', { location_id: location, variant_ids: [data[0].id] });
  await tab.visit(at(`/stock/counts/${count.id}`));
  await tab.comes(`${idle} && ${shown('4 expected')}`);
  await tab.read(`document.querySelector('.count-lines input').focus()`);
  await tab.type('3');
  // The button is pressed while the number is still on its way, as a thumb does.
  await tab.read(`const sent = fetch; globalThis.fetch = async (to, how) => {
    if (how?.method === 'PATCH') await new Promise((done) => setTimeout(done, 300));
    return sent(to, how);
  }`);
  await tab.read('document.activeElement.blur()');
  const buttons = `[...document.querySelectorAll('.deeds button')]`;
  const touch = async (label: string) => {
    const button = `${buttons}.find((one) => one.innerText === '${label}')`;
    await tab.comes(`${button} !== undefined`);
    await tab.read(`${button}.click()`);
  };
  await touch('Hand in');
  await touch('Apply the count');
  await tab.comes(`document.querySelector('dialog[open] form') !== null`);
  await tab.read(`document.querySelector('dialog[open] form').requestSubmit()`);
  await tab.comes(shown('Applied'));
  await tab.visit(at('/stock?sku=OMBRE'));
  await tab.comes(`${idle} && ${shown('Ombré paper')}`);
  await tab.comes(`document.querySelector('.grid .row .on-amount').innerText === '3'`);
});

test('money is moved between own accounts, and what was moved by mistake is taken back', async (t) => {
  const tab = await open(t, 'Moving money');
  if (tab === undefined) return;
  const nameOf = async (id: string) => (await shop.call('get_account', { id })).name;
  const moved = await shop.call('get_transfer', { id: shop.ids['mtr'] });
  await tab.visit(at('/transfers'));
  await tab.comes(`${idle} && ${shown(moved.number)}`);
  await key(tab, 'n');
  await tab.comes(`${idle} && ${shown('New transfer')} && location.pathname === '/transfers/new'`);
  await pick(tab, 'From account', await nameOf(moved.from_account_id));
  await pick(tab, 'To account', await nameOf(moved.to_account_id));
  await fill(tab, 'Amount sent', '1234567890.12');
  await save(tab);
  await tab.comes(`${idle} && location.search.includes('open=mtr_') && ${shown('1,234,567,890.12')}`);
  await press(tab, 'Void transfer');
  await fill(tab, 'Reason', 'Counted twice');
  await save(tab);
  await tab.comes(shown('Counted twice'));
  const { data } = await shop.call('list_transfers', { sort: '-created_at', limit: 1 });
  assert.deepEqual([data[0].status, data[0].amount], ['voided', '1234567890.12']);
});

test('a supplier with a long name is paid, and the credit that is left comes back', async (t) => {
  const tab = await open(t, 'Paying a supplier');
  if (tab === undefined) return;
  const name = `مطبعة ${'Zeer lange naam van een drukkerij '.repeat(3)}`.trim();
  const supplier = await shop.call('create_client', { type: 'business', display_name: name, roles: ['supplier'] });
  const method = await shop.call('get_payment_method', { id: shop.ids['pm'] });
  const { data } = await shop.call('list_expense_categories', { limit: 1 });
  const bought = [{ category_id: data[0].id, amount: '9876543200.00' }];
  await shop.call('create_expense', { supplier_id: supplier.id, post: true, lines: bought });
  await tab.visit(at('/supplier-payments/new'));
  await tab.comes(`${idle} && ${shown('Pay a supplier')}`);
  await pick(tab, 'Supplier', 'drukkerij');
  await pick(tab, 'Paid with', method.name);
  await fill(tab, 'Amount', '9876543210.50');
  await tab.read(`document.querySelector('[name=keep_credit]').click()`);
  await save(tab);
  await tab.comes(`${idle} && location.search.includes('open=spay_') && ${shown('Credit with the supplier')}`);
  const paid = (await shop.call('list_supplier_payments', { supplier_id: supplier.id })).data[0];
  await readable(tab, [{ path: `/supplier-payments?open=${paid.id}`, says: name.slice(-20) }]);
  await press(tab, 'Money came back');
  await fill(tab, 'Amount', '10.50');
  await pick(tab, 'Received by', method.name);
  await save(tab);
  await tab.comes(shown('Money that came back'));
  const after = await shop.call('get_supplier_payment', { id: paid.id });
  assert.deepEqual([after.amount_refunded, after.amount_unapplied], ['10.50', '0.00']);
});

test('what is emptied in a window is emptied in the record', async (t) => {
  const tab = await open(t, 'Emptied fields');
  if (tab === undefined) return;
  const above = await shop.call('create_product_category', { name: 'Paper goods' });
  const below = await shop.call('create_product_category', { name: 'Envelopes', parent_id: above.id });
  await tab.visit(at(`/product-categories?open=${below.id}`));
  await tab.comes(`${idle} && ${shown('Envelopes')}`);
  await press(tab, 'Edit');
  await tab.comes(`${field('Within')}?.value === 'Paper goods'`);
  await fill(tab, 'Within', ' ');
  await save(tab);
  await tab.comes(`document.querySelector('dialog.window[open]') === null`);
  const after = await shop.call('get_product_category', { id: below.id });
  assert.deepEqual([after.name, after.parent_id], ['Envelopes', null]);
});

test('goods that are kept for somebody are released with the keyboard', async (t) => {
  const tab = await open(t, 'Releasing goods');
  if (tab === undefined) return;
  const { data } = await shop.call('list_stock_reservations', { status: ['active'], limit: 1 });
  await tab.visit(at(`/stock/reservations?open=${data[0].id}`));
  await tab.comes(`${idle} && ${shown('Kept until')}`);
  await key(tab, 'r');
  await tab.comes(`document.querySelector('dialog[open] form') !== null`);
  await save(tab);
  await tab.comes(shown('Released'));
  assert.equal((await shop.call('get_stock_reservation', { id: data[0].id })).status, 'released');
});

test('a contract gets its end and its client, is put away and brought back', async (t) => {
  const tab = await open(t, 'A contract');
  if (tab === undefined) return;
  const id = shop.ids['odoc'];
  const client = await shop.call('create_client', { type: 'business', display_name: 'Vertrag GmbH' });
  await tab.visit(at(`/other-documents?open=${id}`));
  await tab.comes(`${idle} && ${shown('Added')}`);
  await press(tab, 'Edit');
  await tab.comes(`document.querySelector('dialog.window[open]') !== null`);
  await tab.read(`{
    const day = document.querySelector('dialog [name=expires_on]');
    day.value = '2030-12-31';
    day.dispatchEvent(new Event('input', { bubbles: true }));
  }`);
  await pick(tab, 'Client', 'Vertrag');
  await save(tab);
  await tab.comes(`document.querySelector('dialog.window[open]') === null && ${shown('Vertrag GmbH')}`);
  const kept = await shop.call('get_other_document', { id });
  assert.deepEqual([kept.expires_on, kept.client_ids[0]], ['2030-12-31', client.id]);
  await press(tab, 'Archive');
  await tab.comes(`document.querySelector('.panel')?.innerText.includes('Restore') === true`);
  await press(tab, 'Restore');
  await tab.comes(`document.querySelector('.panel')?.innerText.includes('Restore') === false`);
  assert.equal((await shop.call('get_other_document', { id })).status, 'active');
});

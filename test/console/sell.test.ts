/** Clients, sales, payments and documents as people work with them, in a real browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTab } from '../support/browser.ts';
import { button, choose, field, fill, key, pick, press, save } from '../support/console-hands.ts';
import { type ConsoleScreen, desk, heading, idle, openConsole, shown } from '../support/console.ts';
import { inviteLink } from '../support/invite-link.ts';
import { violationsIn } from '../support/legible.ts';
import { password } from '../support/running-service.ts';
import type { Wire } from '../support/world.ts';

const { service, shop, at, open, readable } = await openConsole();
const { ids, call, fresh } = shop;

const screens: readonly ConsoleScreen[] = [
  { path: '/clients', says: 'Clients' },
  { path: `/clients?open=${ids['client']}`, says: 'Open client' },
  { path: `/clients/${ids['client']}`, says: 'Statement of account' },
  { path: `/clients/${ids['client']}/statement`, says: 'Closing balance' },
  { path: `/clients/${ids['client']}/edit`, says: 'Billing address' },
  { path: '/client-groups', says: 'Client groups' },
  { path: '/client-groups/new', says: 'New group' },
  { path: `/sales/${ids['sale']}`, says: 'History' },
  { path: '/payments', says: 'Payments' },
  { path: `/payments?open=${ids['pay']}`, says: 'Payment method' },
  { path: `/payments/new?client_id=${ids['client']}`, says: 'Record payment' },
  { path: `/refunds?open=${ids['refund']}`, says: 'Goes to' },
  { path: '/transactions', says: 'Money in and out' },
  { path: '/owed', says: 'Owed' },
  { path: `/owed?open=${ids['client']}`, says: 'Invoiced so far' },
  { path: `/documents/${ids['doc']}`, says: 'PDF' },
  { path: '/documents/new', says: 'Keep as a draft' },
  { path: `/recurring?open=${ids['rdoc']}`, says: 'How often' },
  { path: '/recurring/new', says: 'The invoice to repeat' },
  { path: `/price-lists?open=${ids['plist']}`, says: 'Prices' },
  { path: '/price-lists/new', says: 'Valid until' },
  { path: '/document-exports', says: 'Document exports' },
];

test('every screen of selling can be read and used by everybody', async (t) => {
  const tab = await open(t, 'Selling and being paid');
  if (tab === undefined) return;
  await readable(tab, screens);
});

test('a client is added, changed, archived and brought back with the keyboard', async (t) => {
  const tab = await open(t, 'Clients');
  if (tab === undefined) return;
  await tab.visit(at('/clients'));
  await tab.comes(`${idle} && ${heading} === 'Clients'`);
  await key(tab, 'n');
  await tab.comes(`${heading} === 'New client'`);
  await fill(tab, 'Name', 'مطبعة الحجر Zirkoon');
  await fill(tab, 'E-mail', 'kaai@zirkoon.example');
  await save(tab);
  await tab.comes(`location.pathname.startsWith('/clients/client_') && ${shown('Contact')}`);
  await tab.comes(shown('kaai@zirkoon.example'));
  await key(tab, 'e');
  await tab.comes(`location.pathname.endsWith('/edit') && ${field('Telephone')} !== undefined`);
  await fill(tab, 'Telephone', '+32 9 555 01 02');
  await save(tab);
  await tab.comes(`!location.pathname.endsWith('/edit') && ${shown('+32 9 555 01 02')}`);
  await choose(tab, 'Archive');
  await tab.comes(shown('Archived'));
  await tab.comes(`${button('Undo')} !== undefined`);
  await press(tab, 'Undo');
  await tab.comes(`${shown('Archived')} === false`);
  const { data } = await call('list_clients', { q: 'Zirkoon', fields: ['status', 'phone'] });
  assert.deepEqual(
    data.map(({ status, phone }: { status: string; phone: string }) => [status, phone]),
    [['active', '+32 9 555 01 02']],
  );
});

test('a client who may be there already is shown before they are added twice', async (t) => {
  const tab = await open(t, 'A client twice');
  if (tab === undefined) return;
  await call('create_client', { type: 'business', display_name: fresh('mill'), email: 'mill@kwarts.example' });
  await tab.visit(at('/clients/new'));
  await tab.comes(`${field('E-mail')} !== undefined`);
  await fill(tab, 'Name', 'Another mill');
  await fill(tab, 'E-mail', 'mill@kwarts.example');
  await save(tab);
  await tab.comes(`${shown('This client may be there already')} && ${field('It is somebody else')} !== undefined`);
  await tab.read(`${field('It is somebody else')}.click()`);
  await save(tab);
  await tab.comes(`location.pathname.startsWith('/clients/client_') && ${heading} === 'Another mill'`);
});

test('a sale is paid in part, invoiced and returned with the keyboard', async (t) => {
  const tab = await open(t, 'A sale and what becomes of it');
  if (tab === undefined) return;
  const client = await call('create_client', { type: 'business', display_name: fresh('atelier') });
  const sold = await call('record_sale', {
    client_id: client.id,
    lines: [{ name: fresh('binding'), quantity: '2', unit_price: '50.00' }],
  });
  const sale = sold.sale ?? sold;
  await tab.visit(at(`/sales/${sale.id}`));
  await tab.comes(`${idle} && ${shown('Still open')}`);
  await key(tab, 'p');
  await tab.comes(`document.activeElement.name === 'amount'`);
  assert.deepEqual(await violationsIn(tab.settled), []);
  await tab.read(`document.activeElement.select()`);
  await tab.type('20');
  await pick(tab, 'Payment method', 'Cash');
  await save(tab);
  await tab.comes(`document.querySelector('dialog[open]') === null && ${shown('Part paid')}`);
  await key(tab, 'i');
  await tab.comes(`document.querySelector('dialog[open] [name=po_number]') !== null`);
  await tab.read(`document.querySelector('dialog[open] [name=send_when_issued]').click()`);
  await fill(tab, 'Their order number', 'PO-77');
  await save(tab);
  await tab.comes(`location.pathname.startsWith('/documents/doc_') && ${idle} && ${shown('PDF')}`);
  const { data } = await call('list_documents', { sale_id: sale.id, fields: ['type', 'po_number', 'status'] });
  assert.deepEqual(
    data.map(({ type, po_number, status }: Record<string, string>) => [type, po_number, status]),
    [['invoice', 'PO-77', 'open']],
  );
  await choose(tab, 'Credit');
  await tab.comes(`document.querySelector('dialog[open] [name=restock]') !== null`);
  await tab.type('1');
  await save(tab);
  await tab.comes(`${shown('Credit note')} && document.querySelector('dialog[open]') === null`);
  const after = await call('get_sale', { id: sale.id });
  assert.equal(after.lines[0].quantity_returned, '1');
});

test('a payment proposes what it settles, the oldest first', async (t) => {
  const tab = await open(t, 'A payment');
  if (tab === undefined) return;
  const client = await call('create_client', { type: 'business', display_name: fresh('payer') });
  for (const unit_price of ['30.00', '45.00']) {
    await call('record_sale', { client_id: client.id, lines: [{ name: fresh('work'), quantity: '1', unit_price }] });
  }
  await tab.visit(at(`/payments/new?client_id=${client.id}`));
  await tab.comes(`document.querySelectorAll('.allocations tbody tr').length === 2`);
  await fill(tab, 'Amount', '50');
  await pick(tab, 'Payment method', 'Cash');
  await save(tab);
  await tab.comes(`location.search.includes('open=pay_') && ${shown('Sales that it settles')}`);
  const { data } = await call('list_payments', { client_id: client.id });
  assert.equal(data[0].allocations.length, 2);
  assert.equal(data[0].amount_unapplied, '0.00');
});

test('all who are late are reminded at once, after it was shown who they are', async (t) => {
  const tab = await open(t, 'Chasing');
  if (tab === undefined) return;
  const about = { type: 'business', display_name: 'Æther Zwo', email: 'late@example.com' };
  const { id: client_id } = await call('create_client', about);
  const late = { sale_date: '2026-01-02', due_date: '2026-01-09', confirm: true };
  const lines = [{ name: 'Hour', quantity: '1', unit_price: '71.50' }];
  const { id: sale_id } = await call('create_sale', { client_id, lines, ...late });
  await call('create_document', { type: 'invoice', sale_id, issue: true });
  await tab.visit(at('/owed'));
  await press(tab, 'Remind all who are late');
  await tab.comes(shown('late@example.com'));
  const before = await call('list_reminders', { client_id });
  assert.deepEqual(before.data, []);
  await save(tab);
  await tab.comes(`document.body.innerText.includes('on its way')`);
  const { data } = await call('list_reminders', { client_id });
  assert.equal(data.length, 1);
});

test('whoever may only see clients is offered nothing else', async (t) => {
  const tab = await openTab(t, 'Somebody with one permission');
  if (tab === undefined) return;
  const email = 'reader@kwarts.example';
  const token = await inviteLink(service, shop.who, { email });
  const accepted = await service.send({
    method: 'POST',
    path: '/api/team/invites/accept',
    body: { token, name: 'Reader', password },
  });
  assert.equal(accepted.status, 200, accepted.text);
  const role = await call('create_role', { name: fresh('reader'), permissions: ['clients:read'] });
  const { data } = await call('list_members', { limit: 100 });
  const member = data.find((one: Wire) => JSON.stringify(one).includes(email));
  await call('update_member', { id: member.id, role_ids: [role.id] });
  await tab.look(desk);
  await tab.visit(at('/login'));
  await tab.comes(`document.activeElement.id === 'email'`);
  await tab.type(email);
  await tab.press('Tab');
  await tab.type(password);
  await tab.pressing('Enter');
  await tab.comes(`document.querySelector('nav.side a[href$="/clients"]') !== null`);
  const places = await tab.read(`[...document.querySelectorAll('nav.side .group a')].map((one) => one.pathname)`);
  assert.deepEqual(
    ['/sales', '/documents', '/payments', '/owed', '/price-lists'].filter((place) => places.includes(place)),
    [],
  );
  await tab.visit(at(`/clients/${ids['client']}`));
  await tab.comes(`${idle} && ${shown('Contact')}`);
  const offered = `[...document.querySelectorAll('main button, main .button')].filter((one) => one.checkVisibility())`;
  assert.deepEqual(await tab.read(`${offered}.map((one) => one.innerText)`), []);
  assert.deepEqual(await violationsIn(tab.settled), []);
});

/** The field that stands under a label. */

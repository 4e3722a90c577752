/** Lists as people work with them: in another order, with their sums, and many records at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violationsIn } from '../support/legible.ts';
import { field, fill, key, pick, press, save } from '../support/console-hands.ts';
import { heading, idle, openConsole, shown } from '../support/console.ts';
import type { Wire } from '../support/world.ts';

const { shop, at, open } = await openConsole();
const { call } = shop;

const client = await call('create_client', { type: 'business', display_name: 'Werkplaats Gneis' });
const sale = async (unit_price: string, confirm: boolean) =>
  call('create_sale', { client_id: client.id, lines: [{ name: 'Work', quantity: '1', unit_price }], confirm });
const [small, large, draft] = [await sale('10', true), await sale('90', true), await sale('5', false)];

const list = `/sales?client_id=${client.id}`;
const totals = `[...document.querySelectorAll('.row .on-amount')].map((one) => one.innerText)`;
const sums = `[...document.querySelectorAll('.list-sums div')].map((one) => one.innerText.replace(/\\s+/g, ' '))`;

test('a list is put into another order by its heads, kept in the address, and shows what it comes to', async (t) => {
  const tab = await open(t, 'The order and the sums of a list');
  if (tab === undefined) return;
  await tab.visit(at(list));
  await tab.comes(`${idle} && ${totals}.length === 3`);
  await tab.comes(`${sums}.join(' | ') === 'Open €100.00 | Total €100.00 | Drafts €5.00'`);
  const order = async (title: string) => {
    const heads = `[...document.querySelectorAll('[role=columnheader] button')]`;
    const head = `${heads}.find((one) => one.innerText === '${title}')`;
    await tab.read(`${head}.focus()`);
    await tab.press('Enter');
  };
  await order('Total');
  await tab.comes(`${totals}.join(' ') === '€90.00 €10.00 €5.00' && location.search.includes('sort=-total')`);
  await order('Total');
  await tab.comes(`${totals}.join(' ') === '€5.00 €10.00 €90.00'`);
  const sorted = `document.querySelector('[aria-sort=ascending]')?.innerText.trim()`;
  assert.equal(await tab.read(sorted), 'Total');
  await tab.visit(at(`${list}&sort=-total`));
  await tab.comes(`${totals}.join(' ') === '€90.00 €10.00 €5.00'`);
  assert.deepEqual(await violationsIn(tab.settled), []);
});

test('a view of the last days is kept as such, and own days are asked for once they are chosen', async (t) => {
  const tab = await open(t, 'A view of the last days');
  if (tab === undefined) return;
  await tab.visit(at(list));
  await tab.comes(`${idle} && ${totals}.length === 3`);
  const isPeriod = `one.labels[0].innerText.startsWith('Period')`;
  const period = `[...document.querySelectorAll('.filters select')].find((one) => ${isPeriod})`;
  const choose = (value: string) =>
    tab.read(`${period}.value = '${value}'; ${period}.dispatchEvent(new Event('change', { bubbles: true }))`);
  await choose('yesterday');
  await tab.comes(`${idle} && ${totals}.length === 0 && location.search.includes('period=yesterday')`);
  await choose('last_7_days');
  await tab.comes(`${totals}.length === 3`);
  await press(tab, 'Save view');
  await tab.comes(`document.activeElement.ariaLabel !== null`);
  await tab.type('This week at Gneis');
  await tab.press('Enter');
  await tab.comes(`location.search.startsWith('?view=') && ${totals}.length === 3`);
  const [kept] = (await call('list_saved_filters', {})).data;
  assert.deepEqual(kept.query.sale_date, { period: 'last_7_days' });
  await choose('own');
  await tab.comes(`document.querySelectorAll('.filters input[type=date]').length === 2`);
  assert.deepEqual(await violationsIn(tab.settled), []);
});

test('what is chosen with x is paid at once, and what it means nothing for is left as it is', async (t) => {
  const tab = await open(t, 'Many sales paid at once');
  if (tab === undefined) return;
  await tab.visit(at(`${list}&sort=-total`));
  await tab.comes(`${idle} && ${totals}.length === 3`);
  for (const letter of ['x', 'j', 'x', 'j', 'x']) await key(tab, letter);
  await tab.comes(shown('3 chosen'));
  assert.deepEqual(await violationsIn(tab.settled), []);
  await press(tab, 'Paid in full');
  await tab.comes(
    `document.querySelector('dialog[open]')?.innerText.includes('For 2 records. One other is left as it is.')`,
  );
  await pick(tab, 'Payment method', 'Bank');
  await save(tab);
  await tab.comes(`document.querySelector('dialog[open]') === null && ${shown('Paid')}`);
  const paid = await Promise.all([small, large, draft].map(async ({ id }: Wire) => call('get_sale', { id })));
  assert.deepEqual(
    paid.map(({ status, amount_due }: Wire) => [status, amount_due]),
    [
      ['completed', '0.00'],
      ['completed', '0.00'],
      ['draft', '5.00'],
    ],
  );
});

test('what is refused for one is said with its name, and the others are done', async (t) => {
  const tab = await open(t, 'Refused for one of many');
  if (tab === undefined) return;
  const names = ['Marmer Noord', 'Marmer Zuid'];
  const made = await Promise.all(
    names.map(async (display_name) => call('create_client', { type: 'business', display_name })),
  );
  await tab.visit(at('/clients?q=marmer'));
  await tab.comes(`${idle} && ${heading} === 'Clients' && ${shown('Marmer Zuid')} && ${shown('Marmer Noord')}`);
  await tab.read(`document.querySelector('.head .tick input').click()`);
  await tab.comes(shown(' chosen'));
  // Somebody else makes one of them a record that is gone, before the button is pressed.
  await press(tab, 'Archive');
  await tab.comes(`document.querySelector('dialog[open] form') === document.activeElement`);
  await call('delete_client', { id: made[1].id });
  await press(tab, 'Archive');
  // Also after the list was read again, which has neither of them any more.
  await tab.comes(`!${shown('Marmer Noord')}`);
  await tab.comes(`document.querySelector('dialog[open] .refusals')?.innerText.includes('Marmer Zuid')`);
  const { status } = await call('get_client', { id: made[0].id });
  assert.equal(status, 'archived');
});

test('a tag is added to those that others have', async (t) => {
  const tab = await open(t, 'A tag for many');
  if (tab === undefined) return;
  await call('update_client', { id: client.id, tags: ['stone'] });
  await tab.visit(at('/clients?q=werkplaats'));
  await tab.comes(`${idle} && ${shown('Werkplaats Gneis')}`);
  await key(tab, 'x');
  await press(tab, 'Add a tag');
  await tab.comes(`${field('Tag')} !== undefined`);
  await fill(tab, 'Tag', 'b2b');
  await save(tab);
  await tab.comes(`document.querySelector('dialog[open]') === null && ${shown('stone, b2b')}`);
  await key(tab, 'x');
  await tab.comes(shown('1 chosen'));
  await key(tab, 'Escape');
  await tab.comes(`!${shown('1 chosen')}`);
});

test('Enter behind quick typing waits for what was typed, and takes nothing of an earlier text', async (t) => {
  const tab = await open(t, 'A record chosen faster than it is found');
  if (tab === undefined) return;
  await call('create_client', { type: 'business', display_name: 'Leisteen Oost' });
  await call('create_client', { type: 'business', display_name: 'Leisteen West' });
  await tab.visit(at('/payments/new'));
  await fill(tab, 'Client', 'Leisteen');
  const offered = `[...document.querySelectorAll('[role=option]')].map((one) => one.innerText.split('\\n')[0])`;
  await tab.comes(`${offered}.filter((name) => name.startsWith('Leisteen')).length === 2`);
  // From now on the service takes its time.
  await tab.read(`const sent = fetch; globalThis.fetch = async (...of) => {
    await new Promise((done) => setTimeout(done, 400));
    return sent(...of);
  }`);
  await tab.type(' Oost');
  await tab.press('Enter');
  await tab.comes(`${field('Client')}.value === 'Leisteen Oost' && ${field('Client')}.ariaExpanded === 'false'`);
});

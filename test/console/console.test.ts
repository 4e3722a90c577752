/** The console as people use it, in a real browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTab } from '../support/browser.ts';
import { type ConsoleScreen, desk, heading, idle, openConsole, shown } from '../support/console.ts';
import { longTest } from '../support/dose.ts';
import { violationsIn } from '../support/legible.ts';
import { password } from '../support/running-service.ts';

const { service, shop, at, open, readable } = await openConsole();

const screens: readonly ConsoleScreen[] = [
  { path: '/', says: 'Good ' },
  { path: '/sales', says: 'Sales' },
  { path: `/sales?open=${shop.ids['sale']}`, says: 'History' },
  { path: '/sales/new', says: 'New sale' },
  { path: '/documents', says: 'Documents' },
  { path: `/documents/${shop.ids['doc']}`, says: 'PDF' },
  { path: '/profit-and-loss', says: 'Net profit' },
  { path: '/sales?view=nothing-like-it', says: 'Sales', isRefused: true },
];

test(
  'every screen can be read and used by everybody, light and dark, on a desk and on a phone',
  longTest,
  async (t) => {
    const tab = await open(t, 'The console');
    if (tab === undefined) return;
    const asked = await tab.watch();
    await readable(tab, screens);
    assert.ok(asked.length > 0);
    assert.deepEqual(
      asked.filter((url) => /^https?:/.test(url) && !url.startsWith(service.url)),
      [],
    );
  },
);

test('a sale is recorded with the keyboard alone', async (t) => {
  const tab = await open(t, 'Selling');
  if (tab === undefined) return;
  await tab.visit(at('/sales/new'));
  await tab.comes(`${idle} && document.activeElement.getAttribute('role') === 'combobox'`);
  const { data } = await shop.call('list_variants', { fields: ['sku', 'full_name'] });
  await tab.type(`2*${data[0].sku}`);
  await tab.comes(`document.querySelectorAll('[role=option]').length === 1`);
  await tab.press('Enter');
  await tab.comes(shown(data[0].full_name));
  await tab.comes(`document.querySelector('.sums .sum dd').innerText !== ''`);
  await tab.comes(idle);
  await tab.read(`dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true }))`);
  await tab.comes(shown('recorded'));
});

test('whoever is not signed in signs in first, and comes to where they wanted to', async (t) => {
  const tab = await openTab(t, 'The way in');
  if (tab === undefined) return;
  await tab.look(desk);
  await tab.visit(at('/sales?view=overdue'));
  await tab.comes(`location.pathname === '/login' && document.activeElement?.id === 'email'`);
  await tab.type(shop.who.email);
  await tab.press('Tab');
  await tab.type(password);
  await tab.pressing('Enter');
  await tab.comes(`location.pathname + location.search === '/sales?view=overdue' && ${heading} === 'Sales'`);
});

test('when the sign-in ends, what was typed stays, and one goes on after signing in again', longTest, async (t) => {
  const tab = await open(t, 'The end of a sign-in');
  if (tab === undefined) return;
  await tab.visit(at('/sales/new'));
  await tab.comes(`${idle} && document.activeElement.getAttribute('role') === 'combobox'`);
  await tab.type('half a wor');
  await tab.forget();
  await tab.read(`dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))`);
  await tab.comes(`document.querySelector('dialog.palette[open] input') !== null`);
  await tab.type('zebra');
  await tab.comes(`document.querySelector('dialog.again[open]') !== null`);
  assert.deepEqual(await violationsIn(tab.settled), []);
  await tab.type(password);
  await tab.press('Enter');
  await tab.comes(`document.querySelector('dialog.again[open]') === null`);
  assert.equal(await tab.read(`document.querySelector('.basket input').value`), 'half a wor');
});

/** How somebody likes the console: kept by the service, and no reason to fail where a browser keeps nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { key } from '../support/console-hands.ts';
import { desk, idle, openConsole, shown } from '../support/console.ts';
import { violationsIn } from '../support/legible.ts';

const { shop, at, open } = await openConsole();
const phone = { width: 390, height: 844 };
const heads = `[...document.querySelectorAll('[role=columnheader]')].map((one) => one.innerText.trim())`;

test('a column that is taken out of a list stays out on another device, and comes back', async (t) => {
  const tab = await open(t, 'The columns of a list');
  if (tab === undefined) return;
  const due = `[...document.querySelectorAll('.column-choice')].find((one) => one.innerText.trim() === 'Due')`;
  await tab.visit(at('/sales'));
  await tab.comes(`${idle} && ${heads}.includes('Due')`);
  await tab.read(`document.querySelector('.for-desks summary').click()`);
  await tab.comes(`${due}?.checkVisibility() === true`);
  assert.deepEqual(await violationsIn(tab.settled), []);
  await tab.read(`${due}.querySelector('input').click()`);
  await tab.comes(`!${heads}.includes('Due')`);
  const kept = async () => (await shop.call('get_preferences')).preferences.console?.hidden_columns?.sales;
  while ((await kept())?.[0] !== 'due') await tab.settled('new Promise((done) => setTimeout(done, 50, true))');
  const other = await open(t, 'Another device');
  await other?.visit(at('/sales'));
  await other?.comes(`${idle} && ${heads}.includes('Total') && !${heads}.includes('Due')`);
});

test('single letters do nothing for those who do not want them', async (t) => {
  await shop.call('update_preferences', { preferences: { console: { letters: false } } });
  const tab = await open(t, 'No single letters');
  if (tab === undefined) return;
  await tab.visit(at('/clients'));
  await tab.comes(`${idle} && document.querySelectorAll('.row').length > 1`);
  await tab.comes(`localStorage.getItem('preferences').includes('"letters":false')`);
  await key(tab, 'o');
  await tab.settled(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`);
  assert.equal(await tab.read(`location.search`), '');
  await shop.call('update_preferences', { preferences: { console: { letters: null } } });
});

test('several records are chosen with a thumb', async (t) => {
  const tab = await open(t, 'Choosing on a phone');
  if (tab === undefined) return;
  await tab.look(phone);
  await tab.visit(at('/clients'));
  await tab.comes(`${idle} && document.querySelectorAll('.row').length > 1`);
  await tab.read(`document.querySelector('.for-thumbs').click()`);
  await tab.comes(`document.querySelector('.grid').dataset.choosing === 'true'`);
  await tab.read(`[...document.querySelectorAll('.row')].slice(0, 2).forEach((row) => row.click())`);
  await tab.comes(shown('2 chosen'));
  assert.deepEqual(await violationsIn(tab.settled), []);
  assert.equal(await tab.read(`location.search + (document.documentElement.scrollWidth > innerWidth)`), 'false');
  await tab.look(desk);
});

test('a browser that keeps nothing shows everything all the same', async (t) => {
  const tab = await open(t, 'Blocked storage');
  if (tab === undefined) return;
  await tab.always(`for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { get: () => { throw new DOMException('blocked', 'SecurityError'); } });`);
  for (const [path, says] of [
    ['/sales', 'Sales'],
    ['/clients/new', 'New client'],
    ['/', 'Net sales'],
  ] as const) {
    await tab.visit(at(path));
    await tab.comes(`${idle} && ${shown(says)}`);
  }
  assert.deepEqual(tab.complaints, []);
});

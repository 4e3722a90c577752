/** Names without an end, in other scripts and with markup, and amounts in the billions: nothing is cut off or run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutShort, desk, idle, openConsole, shown } from '../support/console.ts';

const { shop, at, open, readable } = await openConsole();
const { call } = shop;

const long = `Donaudampfschifffahrts${'elektrizitätenhauptbetriebswerkbau'.repeat(3)}gesellschaft`.slice(0, 100);
const client = await call('create_client', {
  type: 'business',
  display_name: long,
  email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example`,
  tags: ['c'.repeat(50)],
});
const arabic = await call('create_client', {
  type: 'business',
  display_name: 'مؤسسة النور للطباعة والنشر <b>والتوزيع</b> (القاهرة)',
});
const sold = async (client_id: string, name: string) =>
  call('create_sale', {
    client_id,
    confirm: true,
    lines: [{ name, quantity: '1234567.5', unit_price: '98765.43' }],
  });
const sale = await sold(client.id, 'd'.repeat(100));
await sold(arabic.id, '<script>alert(1)</script> كتاب مجلد');
const { id: invoice } = await call('create_document', { type: 'invoice', sale_id: sale.id, issue: true });

test('every screen shows long names and large amounts whole', async (t) => {
  const tab = await open(t, 'Long names and large amounts');
  if (tab === undefined) return;
  await readable(tab, [
    { path: '/', says: 'Net sales' },
    { path: '/sales', says: 'Donaudampf' },
    { path: `/sales?open=${sale.id}`, says: 'History' },
    { path: `/sales/${sale.id}`, says: 'Donaudampf' },
    { path: '/clients', says: '<b>' },
    { path: `/clients?open=${client.id}`, says: 'Open client' },
    { path: `/clients/${client.id}`, says: 'Statement of account' },
    { path: `/clients/${arabic.id}`, says: 'القاهرة' },
    { path: `/clients/${client.id}/statement`, says: 'Closing balance' },
    { path: '/owed', says: 'Donaudampf' },
    { path: `/owed?open=${client.id}`, says: 'Invoiced so far' },
    { path: `/documents/${invoice}`, says: 'PDF' },
    { path: `/sales/new?client_id=${client.id}`, says: 'New sale' },
    { path: '/profit-and-loss', says: 'Revenue' },
    { path: '/profit-and-loss?layout=hgb', says: 'Result after taxes' },
    { path: '/reports/balance-sheet?layout=hgb&compare=previous_year', says: 'Trade receivables' },
    { path: '/reports/trial-balance', says: 'Trial balance' },
    { path: '/journal', says: 'Journal' },
  ]);
});

test('a name of a script that runs from the right keeps its beginning where it is cut short', async (t) => {
  const tab = await open(t, 'Names from the right');
  if (tab === undefined) return;
  await tab.look(desk);
  await tab.visit(at(`/sales?open=${sale.id}`));
  const cell = `[...document.querySelectorAll('.grid .on-lead')].find((one) => one.innerText.startsWith('مؤ'))`;
  await tab.comes(`${idle} && ${cell} !== undefined`);
  await tab.read(`${cell}.style.width = '8rem'`);
  const beginning = `(() => {
    const range = new Range();
    range.setStart(${cell}.firstChild, 0);
    range.setEnd(${cell}.firstChild, 3);
    const [first, box] = [range.getBoundingClientRect(), ${cell}.getBoundingClientRect()];
    return first.left >= box.left && first.right <= box.right + 1 && ${cell}.scrollWidth > box.width;
  })()`;
  assert.equal(await tab.read(beginning), true);
  await tab.read(`${cell}.removeAttribute('dir')`);
  assert.equal(await tab.read(beginning), false, 'control');
});

test('from right to left nothing leaves the page or covers a title', async (t) => {
  const tab = await open(t, 'From right to left');
  if (tab === undefined) return;
  await tab.look(desk);
  const titles = `[...document.querySelectorAll('main h1, main h2')].filter((one) => one.checkVisibility())`;
  const covered = `${titles}.filter((one) => {
    const range = new Range();
    range.selectNodeContents(one);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    return [...document.querySelectorAll('main button, main a')].some((other) => {
      const box = other.getBoundingClientRect();
      const isApart = box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom;
      return !isApart && !one.contains(other) && !other.contains(one) && other.checkVisibility();
    });
  }).map((one) => one.innerText)`;
  for (const path of ['/', '/sales', `/sales/${sale.id}`, `/clients/${arabic.id}`, '/documents/new', '/sales/new']) {
    await tab.visit(at(path));
    await tab.comes(idle);
    await tab.read(`document.documentElement.dir = 'rtl'`);
    assert.deepEqual(await tab.read(covered), [], path);
    assert.deepEqual(await tab.read(cutShort), [], path);
    const side = `document.querySelector('.side').getBoundingClientRect().right === innerWidth`;
    assert.equal(await tab.read(`${side} && document.documentElement.scrollWidth <= innerWidth`), true, path);
  }
});

test('control: a heading that does not break, and an amount in a box too small for it, are seen', async (t) => {
  const tab = await open(t, 'Control of what is cut short');
  if (tab === undefined) return;
  await tab.look(desk);
  await tab.visit(at(`/sales/${sale.id}`));
  await tab.comes(`${shown('Donaudampf')} && ${idle}`);
  assert.deepEqual(await tab.read(cutShort), []);
  await tab.read(`document.querySelector('main h1').style.whiteSpace = 'nowrap'`);
  assert.deepEqual(await tab.read(cutShort), [long.slice(0, 60)]);
  await tab.read(`document.querySelector('main h1').style.whiteSpace = ''`);
  await tab.read(`Object.assign(document.querySelector('main .amount').style, { width: '5rem', overflow: 'hidden' })`);
  assert.equal(await tab.read(`${cutShort}.length`), 1);
});

/** A shop with more of everything than one page of a list, sold in at the speed of a scanner. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { field, fill, save } from '../support/console-hands.ts';
import { heading, idle, openConsole, shown } from '../support/console.ts';
import type { Wire } from '../support/world.ts';

const { service, shop, at, open } = await openConsole();
const { call } = shop;

const checkDigit = (digits: string): number => {
  const sum = Array.from(digits).reduce((all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
};
const codeOf = (n: number): string => {
  const digits = `40063813${String(n).padStart(4, '0')}`;
  return `${digits}${checkDigit(digits)}`;
};
const goods = 130;
for (let n = 0; n < goods; n += 1) {
  await call('create_product', {
    name: n === 5 ? 'Guts nummer vijf' : `Beitel nummer ${String(n).padStart(3, '0')}`,
    type: 'good',
    variants: [{ price: `${n + 1}.00`, sku: `BT${n}`, barcode: codeOf(n), negative_stock: 'allow' }],
  });
}

test('what a form offers is found by the name it is shown with', async () => {
  const source = /path: '(?<path>[a-z/-]+)(?<query>\?[^']*)?', label: '(?<label>\w+)'(?!.*isWhole)/g;
  const files = globSync('console/src/screens/**/*.{ts,tsx}').map((path) => readFileSync(path, 'utf8'));
  const sources = files.flatMap((text) => [...text.matchAll(source)].map(({ groups = {} }) => groups));
  const tried = new Set<string>();
  for (const { path = '', query = '?', label = '' } of sources) {
    const list = async (q: string): Promise<Wire[]> => {
      const target = `/api/${path}${query}&limit=100${q === '' ? '' : `&q=${encodeURIComponent(q)}`}`;
      const answer = await service.send({ method: 'GET', path: target, token: shop.who.token });
      assert.equal(answer.status, 200, `${target}: ${answer.text}`);
      return answer.body.data;
    };
    const one = (await list('')).find((row) => typeof row[label] === 'string' && row[label] !== '');
    assert.ok(one, `the shop has none of ${path}${query}`);
    const last = one[label].split(/\s+/).at(-1);
    for (const q of [one[label], last, last.toUpperCase()]) {
      assert.ok(
        (await list(q)).some(({ id }) => id === one.id),
        `${path} by "${q}"`,
      );
    }
    tried.add(path);
  }
  assert.ok(tried.has('variants') && tried.has('clients') && tried.has('accounts'), [...tried].join(', '));
});

test('a list that a screen needs whole is not read by its first page', () => {
  // What shows pages, or the newest of many, with more behind it.
  const allowed = [
    'ai-activity.tsx',
    'behind.tsx',
    'goods.ts',
    'payables.tsx',
    'prices-table.tsx',
    'profit-loss.tsx',
    'reports-of-books.ts',
  ];
  const capped = globSync('console/src/screens/**/*.{ts,tsx}').filter((path) =>
    /limit=(?:[5-9]\d|\d{3,})\b/.test(readFileSync(path, 'utf8')),
  );
  const names = capped.map((path) => basename(path));
  assert.deepEqual(
    names.filter((name) => !allowed.includes(name)),
    [],
  );
});

const slow = (ms: number) => `const sent = fetch; globalThis.fetch = async (...of) => {
  await new Promise((done) => setTimeout(done, ${ms}));
  return sent(...of);
}`;
const basket = `[...document.querySelectorAll('.lines.entry tbody tr')].map((row) =>
  row.querySelector('td small').innerText + ' ' + row.querySelector('input').value).join()`;

test('codes scanned faster than they are found are sold in their order, and what nothing has is said', async (t) => {
  const tab = await open(t, 'A scanner');
  if (tab === undefined) return;
  const client = await call('create_client', { type: 'business', display_name: 'Kleigroeve Aalst' });
  await tab.visit(at(`/sales/new?client_id=${client.id}`));
  await tab.comes(`${idle} && document.activeElement.getAttribute('role') === 'combobox'`);
  await tab.read(slow(300));
  // The oldest, which no first page holds, one of the newest, a code of nothing and a name.
  for (const typed of [codeOf(0), codeOf(goods - 1), '4006381333931', `3*${codeOf(1)}`, codeOf(0)]) {
    await tab.type(typed);
    await tab.press('Enter');
  }
  await tab.comes(`${basket} === 'BT0 2,BT${goods - 1} 1,BT1 3'`);
  await tab.comes(shown('“4006381333931” was not added.'));
  await tab.read(`document.querySelector('.basket [role=alert] button').click()`);
  // A name waits in the field for what is called that, and of several none is taken unseen.
  await tab.type('nummer');
  await tab.press('Enter');
  await tab.comes(`document.querySelectorAll('.basket [role=option]').length > 5`);
  await tab.type(' vijf');
  await tab.press('Enter');
  await tab.comes(`${basket}.includes('BT5 1')`);
  // The last scan belongs to the sale that is recorded at once.
  await tab.type(codeOf(2));
  await tab.press('Enter');
  await save(tab);
  await tab.comes(`document.querySelector('.empty .big') !== null`);
  const { data } = await call('list_sales', { client_id: client.id });
  const sale = await call('get_sale', { id: data[0].id });
  assert.deepEqual(
    sale.lines.map(({ sku, quantity }: Wire) => `${sku} ${quantity}`),
    ['BT0 2', `BT${goods - 1} 1`, 'BT1 3', 'BT5 1', 'BT2 1'],
  );
});

test('a mended sale is recorded after it was refused', async (t) => {
  const tab = await open(t, 'A refused sale');
  if (tab === undefined) return;
  await tab.visit(at('/sales/new'));
  await tab.comes(`${idle} && document.activeElement.getAttribute('role') === 'combobox'`);
  await tab.type('BT7');
  await tab.press('Enter');
  await tab.comes(`${basket} === 'BT7 1'`);
  const quantity = `document.querySelector('.lines.entry tbody input')`;
  const set = async (text: string) => {
    await tab.read(`${quantity}.focus(); ${quantity}.select()`);
    await tab.type(text);
    await tab.comes(`${basket} === 'BT7 ${text}'`);
  };
  await set('0');
  await save(tab);
  await tab.comes(`document.querySelector('.pay [role=alert]') !== null`);
  await set('2');
  await tab.comes(idle);
  await save(tab);
  await tab.comes(`document.querySelector('.empty .big') !== null`);
});

test('a payment settles the oldest of more sales than one page of a list has', async (t) => {
  const tab = await open(t, 'Many unpaid sales');
  if (tab === undefined) return;
  const client = await call('create_client', { type: 'business', display_name: 'Pottenbakkerij Gent' });
  const lines = [{ name: 'Clay', quantity: '1', unit_price: '10.00' }];
  const sold = await Promise.all(
    Array.from({ length: 103 }, async () => call('record_sale', { client_id: client.id, lines })),
  );
  const oldest = await call('record_sale', { client_id: client.id, lines, sale_date: '2001-02-03' });
  assert.equal(sold.length, 103);
  await tab.visit(at(`/payments/new?client_id=${client.id}`));
  await tab.comes(`document.querySelectorAll('.allocations tbody tr').length === 104`);
  await fill(tab, 'Amount', '10');
  const first = `document.querySelector('.allocations tbody tr')`;
  await tab.comes(`${first}.innerText.includes(${JSON.stringify((oldest.sale ?? oldest).number)})`);
  await tab.comes(`${first}.querySelector('input').value.startsWith('10')`);
});

test('what is typed while a choice is looked up is kept, and saved with it', async (t) => {
  const tab = await open(t, 'An entry typed fast');
  if (tab === undefined) return;
  await tab.visit(at('/journal/new'));
  await tab.comes(`${idle} && ${heading} === 'New entry'`);
  await fill(tab, 'Text', 'Typed fast');
  await tab.read(slow(300));
  const fillLine = async (row: string, account: string, side: string) => {
    await tab.read(`${row}.querySelector('[role=combobox]').focus()`);
    await tab.type(account);
    await tab.press('Enter');
    const amount = `[...${row}.querySelectorAll('label')].find((one) => one.innerText.startsWith('${side}')).htmlFor`;
    await tab.read(`document.getElementById(${amount}).focus()`);
    await tab.type('125.50');
  };
  const row = (n: number) => `document.querySelectorAll('.row-fields')[${n}]`;
  await fillLine(row(0), 'Cash', 'Debit');
  await fillLine(row(1), 'Opening', 'Credit');
  await save(tab);
  await tab.comes(`location.search.includes('open=je_') && ${shown('Typed fast')}`);
});

test('Enter after a choice chooses nothing else', async (t) => {
  const tab = await open(t, 'Enter twice');
  if (tab === undefined) return;
  await tab.visit(at('/payments/new'));
  await fill(tab, 'Client', 'Kleigroeve');
  await tab.press('Enter');
  await tab.comes(`${field('Client')}.value === 'Kleigroeve Aalst'`);
  await tab.press('Enter');
  await tab.settled(`new Promise((done) => setTimeout(() => done(true), 400))`);
  assert.equal(await tab.read(`${field('Client')}.value`), 'Kleigroeve Aalst');
});

test('who is no client yet is added where one is chosen, and never unseen', async (t) => {
  const tab = await open(t, 'A new client');
  if (tab === undefined) return;
  await tab.visit(at('/documents/new'));
  const offered = `[...document.querySelectorAll('[role=option]')].filter((one) => one.checkVisibility())
    .map((one) => one.innerText).join()`;
  await fill(tab, 'Client', 'Nieuwe molen');
  // Before it is known whether there is one, Enter adds none.
  await tab.press('Enter');
  await tab.comes(`${offered} === 'Add “Nieuwe molen”'`);
  assert.deepEqual((await call('list_clients', { q: 'Nieuwe molen' })).data, []);
  // What is typed on while the service adds it stays.
  await tab.read(`{
    const { fetch } = window;
    const answered = new Promise((done) => { window.answer = done; });
    window.fetch = async (...sent) => {
      const answer = await fetch(...sent);
      if (sent[1]?.method === 'POST') { window.hasMade = true; await answered; }
      return answer;
    };
  }`);
  await tab.press('Enter');
  await tab.comes(`window.hasMade === true`);
  assert.equal((await call('list_clients', { q: 'Nieuwe molen' })).data.length, 1);
  await fill(tab, 'Client', 'nieuwe MOLEN');
  await tab.read(`window.answer()`);
  await tab.comes(`${offered}.startsWith('Nieuwe molen') && !${offered}.includes('Add')`);
  assert.equal(await tab.read(`${field('Client')}.value`), 'nieuwe MOLEN');
  await tab.press('Enter');
  await tab.comes(`${field('Client')}.value === 'Nieuwe molen' && ${field('Client')}.ariaExpanded === 'false'`);
});

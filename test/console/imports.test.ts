/** A file of an old program, brought in by somebody who does not know its columns by heart. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { button, press } from '../support/console-hands.ts';
import { heading, idle, openConsole, shown } from '../support/console.ts';
import { violationsIn } from '../support/legible.ts';
import type { Wire } from '../support/world.ts';

const { shop, at, open } = await openConsole({ role: 'all' });

const content = [
  'Code bij ons,Wie,Bijnaam,Mail',
  'Z-1,Kalkoven Doornik,"Oven, de",oven@doornik.example',
  'Z-2,Kalkoven Namen,,geen adres',
].join('\n');
const choose = (column: string, label: string) => `(() => {
  const row = [...document.querySelectorAll('.columns-of-file tbody tr')]
    .find((one) => one.querySelector('th').innerText === ${JSON.stringify(column)});
  const field = row.querySelector('select');
  field.value = [...field.options].find((one) => one.innerText.replace(' *', '') === ${JSON.stringify(label)}).value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
})()`;

test('the columns of a file are put to fields, the file is tried, and imported as it was tried', async (t) => {
  const tab = await open(t, 'An import');
  if (tab === undefined) return;
  await tab.visit(at('/imports/new'));
  await tab.comes(`${idle} && ${heading} === 'Import a file'`);
  await tab.read(`(() => {
    const input = document.querySelector('input[type=file]');
    const files = new DataTransfer();
    files.items.add(new File([${JSON.stringify(content)}], 'klanten.csv'));
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  })()`);
  // Nothing in the file is called a name.
  await tab.comes(`${shown('Choose a column for: Name.')} && ${shown('2 records found.')} && ${idle}`);
  assert.equal(await tab.read(`${button('Try it')}.disabled`), true);
  assert.deepEqual(await violationsIn(tab.settled), []);
  await tab.read(choose('Wie', 'Name'));
  await tab.comes(`!${shown('Choose a column')} && ${idle}`);
  await tab.read(choose('Code bij ons', 'Id in the old program'));
  await tab.comes(idle);
  // What the service read as something is told to be read as nothing, and stays so.
  await tab.read(choose('Mail', 'Not read'));
  await tab.comes(`${idle} && ${button('Try it')}.disabled === false`);
  await tab.read(choose('Mail', 'E-mail'));
  await tab.comes(`${idle} && ${button('Try it')}.disabled === false`);
  await press(tab, 'Try it');
  await tab.comes(`location.search.includes('open=imp_') && ${shown('Rows that were not taken')}`);
  await tab.comes(`${shown('line 3 · E-mail')} && ${shown('Bijnaam')}`);
  const none = await shop.call('list_clients', { q: 'Kalkoven' });
  assert.deepEqual(none.data, []);
  await press(tab, 'Import it now');
  await tab.comes(`${button('Import it now')} === undefined && ${shown('Rows that were not taken')}`);
  const { data } = await shop.call('list_clients', { q: 'Kalkoven' });
  assert.deepEqual(
    data.map(({ display_name, external_id, email }: Wire) => [display_name, external_id, email]),
    [['Kalkoven Doornik', 'Z-1', 'oven@doornik.example']],
  );
});

const put = (name: string, text: string) => `(() => {
  const input = document.querySelector('input[type=file]');
  const files = new DataTransfer();
  files.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
})()`;
const set = (field: string, value: string) => `(() => {
  const input = document.querySelector(${JSON.stringify(field)});
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value').set.call(input, ${JSON.stringify(value)});
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.dispatchEvent(new Event('change', { bubbles: true }));
})()`;

test('a trial balance is asked for its day, and tells what it lacks by account', async (t) => {
  const tab = await open(t, 'A trial balance');
  if (tab === undefined) return;
  await tab.visit(at('/imports/new'));
  await tab.comes(`${idle} && ${heading} === 'Import a file'`);
  await tab.read(set('main select', 'opening_balances'));
  const balances = ['Account,Debit,Credit', '1010,9999999.99,', 'Accounts receivable,1234567890.12,', '2500,,1.00'];
  await tab.read(put('balances of a very long name at the end of the year.csv', balances.join('\n')));
  await tab.comes(`${shown('Last day of the old books')} && ${idle}`);
  assert.equal(await tab.read(`${button('Try it')}.disabled`), true);
  await tab.read(set('main input[type=date]', '2025-12-31'));
  await tab.comes(`${idle} && ${button('Try it')}.disabled === false`);
  assert.deepEqual(await violationsIn(tab.settled), []);
  await press(tab, 'Try it');
  await tab.comes(`location.search.includes('open=imp_') && ${shown('Compared with the file')}`);
  await tab.comes(
    `${shown('Debit and credit')} && ${shown('Accounts receivable')} && ${shown('No balance was taken over')}`,
  );
  assert.deepEqual(await violationsIn(tab.settled), []);
});

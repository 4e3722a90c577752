/** From registering to the first invoice in the client's mail, with the keyboard alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violationsIn } from '../support/legible.ts';
import { openTab, type Tab } from '../support/browser.ts';
import { heading, idle, openConsole, shown } from '../support/console.ts';
import { save } from '../support/console-hands.ts';
import { password } from '../support/running-service.ts';
import type { Wire } from '../support/world.ts';

const { at, open, shop } = await openConsole({ role: 'all' });
const keysMax = 15;
const focused = (name: string) => `document.activeElement.name === '${name}'`;

/** Counts every key but those of the text itself. */
function hands(tab: Tab) {
  let keys = 0;
  return {
    keys: () => keys,
    type: (text: string) => tab.type(text),
    press: async (key: 'Tab' | 'ArrowDown') => {
      keys += 1;
      await tab.press(key);
    },
    submit: async () => {
      keys += 1;
      await tab.pressing('Enter');
    },
    save: async () => {
      keys += 1;
      await save(tab);
    },
  };
}

test('from registering to the first invoice sent takes one page and fifteen keys beside the text', async (t) => {
  const tab = await openTab(t, 'The first run');
  if (tab === undefined) return;
  await tab.look({ width: 1_280, language: 'en-GB' });
  await tab.visit(at('/register'));
  const { keys, type, press, submit, save: send } = hands(tab);
  await tab.comes(`document.querySelector('[name=name]') !== null`);
  await tab.read(`document.querySelector('[name=name]').focus()`);
  for (const text of ['Wilhelmina Rooinek', 'wilhelmina@rooinek.example', password]) {
    await type(text);
    await press('Tab');
  }
  await type('Rooinek Ceramics');
  await submit();

  await tab.comes(`${heading} === 'Your first invoice' && ${idle} && ${focused('address.line1')}`);
  assert.deepEqual(await violationsIn(tab.settled), []);
  const texts: readonly (readonly [string, string])[] = [
    ['address.line1', '12 Kiln Lane'],
    ['address.postal_code', 'ST1 4DU'],
    ['address.city', 'Stoke-on-Trent'],
    ['tax_number', ''],
    ['bank_account.iban', 'GB29 NWBK 6016 1331 9268 19'],
    ['display_name', 'Café Zoë & Daughters'],
    ['email', 'zoe@cafe.example'],
    ['name', 'Twelve bowls, hand thrown'],
    ['unit_price', '480'],
  ];
  for (const [name, text] of texts) {
    await tab.comes(focused(name));
    assert.equal(await tab.read('document.activeElement.value'), '', name);
    if (text !== '') await type(text);
    await press('Tab');
  }
  await tab.comes(focused('tax'));
  // The invoice is there to look at before anything of it is saved.
  await tab.comes(`document.querySelector('.sheet img[data-page]') !== null`);
  // Nothing that was typed is lost by a reload.
  await tab.visit(at('/welcome'));
  await tab.comes(`document.querySelector('[name=unit_price]')?.value === '480' && ${focused('address.line1')}`);
  await tab.read(`document.querySelector('[name=tax]').focus()`);
  if ((await tab.read(`document.activeElement.value`)) === '') await press('ArrowDown');
  await tab.comes(`document.querySelector('[name=tax]').value !== '' && ${shown('£480.00')}`);
  await send();
  await tab.comes(`location.pathname.startsWith('/documents/doc_') && ${idle} && ${shown('Café Zoë')}`);
  t.diagnostic(`${keys()} keys beside the text`);
  assert.ok(keys() <= keysMax, `${keys()} keys`);
  const id = String(await tab.read(`location.pathname.split('/').at(-1)`));
  const read = (path: string): Promise<Wire> =>
    tab.settled(`fetch('/api/${path}', { headers: { 'daybook-console': '1' } }).then((one) => one.json())`);
  const answer = await read(`documents/${id}`);
  assert.deepEqual([answer.type, answer.status, answer.currency], ['invoice', 'open', 'GBP']);
  // The mail goes out a moment later.
  let mails: Wire = { data: [] };
  while (mails.data.length === 0) mails = await read(`document-mails?document_id=${id}`);
  assert.match(JSON.stringify(mails.data), /zoe@cafe\.example/);
  await tab.visit(at('/'));
  await tab.comes(`${idle} && ${heading}.includes('Wilhelmina')`);
});

test('what is refused is put to its field, and nothing is made twice', async (t) => {
  const tab = await open(t, 'The first invoice refused');
  if (tab === undefined) return;
  await tab.visit(at('/welcome'));
  await tab.comes(`${idle} && ${focused('address.line1')}`);
  const put = (name: string, text: string) =>
    tab.read(`{
      const field = document.querySelector('[name="${name}"]');
      field.value = ${JSON.stringify(text)};
      field.dispatchEvent(new Event('${name === 'tax' ? 'change' : 'input'}', { bubbles: true }));
    }`);
  await put('address.line1', 'Kiln Lane 12');
  await put('address.city', 'Gouda');
  await put('bank_account.iban', 'NL91 ABNA 0417 1643 01');
  await put('display_name', 'Once Only BV');
  await put('name', 'Bowls');
  await put('unit_price', '10');
  await put('tax', 'none');
  await save(tab);
  await tab.comes(`${focused('bank_account.iban')} && document.activeElement.ariaInvalid === 'true'`);
  await put('bank_account.iban', 'NL91 ABNA 0417 1643 00');
  await save(tab);
  await tab.comes(`location.pathname.startsWith('/documents/doc_') && ${idle}`);
  const { data } = await shop.call('list_clients', { q: 'Once Only' });
  assert.equal(data.length, 1);
  const { address } = await shop.call('get_organization');
  assert.equal(address.line1, 'Kiln Lane 12');
});

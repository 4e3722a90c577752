/** Settings, entries, invites and locks as people work with them, in a real browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heading, idle, openConsole, shown } from '../support/console.ts';
import { button, field, fill, key, press, save } from '../support/console-hands.ts';

const { shop, at, open } = await openConsole();
const { call } = shop;

test('a tax rate is added, changed, archived and brought back with the keyboard', async (t) => {
  const tab = await open(t, 'Taxes');
  if (tab === undefined) return;
  await tab.visit(at('/settings/taxes'));
  await tab.comes(`${idle} && ${heading} === 'Taxes' && ${shown('New tax')}`);
  await key(tab, 'n');
  await fill(tab, 'Name', 'Import VAT');
  await fill(tab, 'Rate in percent', '19.5');
  await save(tab);
  await tab.comes(`location.search.includes('open=tax_') && ${button('Archive')} !== undefined`);
  await tab.comes(shown('19.5 %'));
  await key(tab, 'e');
  await fill(tab, 'Box of the tax return', '81');
  await save(tab);
  await tab.comes(`document.querySelector('dialog.window[open]') === null && ${shown('Box of the tax return')}`);
  await press(tab, 'Archive');
  await tab.comes(`document.querySelector('.panel')?.innerText.includes('Restore') === true`);
  await press(tab, 'Restore');
  await tab.comes(`document.querySelector('.panel')?.innerText.includes('Restore') === false`);
  const { data } = await call('list_tax_rates', { status: 'active' });
  const made = data.find(({ name }: { readonly name: string }) => name === 'Import VAT');
  assert.equal(made.percentage, '19.5');
  assert.equal(made.report_box, '81');
});

test('an entry is posted by hand and reversed, and a figure of a report leads to it', async (t) => {
  const tab = await open(t, 'The journal');
  if (tab === undefined) return;
  await tab.visit(at('/journal'));
  await tab.comes(`${idle} && ${heading} === 'Journal' && ${shown('New entry')}`);
  await key(tab, 'n');
  await tab.comes(`${heading} === 'New entry'`);
  await fill(tab, 'Text', 'Owner pays in');
  await fillLine(1, { account: 'Cash', side: 'Debit' });
  await fillLine(2, { account: 'Opening', side: 'Credit' });
  await save(tab);
  await tab.comes(`location.search.includes('open=je_') && ${shown('Owner pays in')}`);
  await tab.visit(at('/reports/trial-balance'));
  await tab.comes(`${idle} && document.querySelector('button.drill') !== null`);
  await tab.read(`document.querySelector('button.drill').focus()`);
  await tab.press('Enter');
  await tab.comes(`document.querySelector('.panel .entries a') !== null`);
  await tab.visit(at('/journal?view=manual'));
  await tab.comes(`${idle} && ${shown('Owner pays in')}`);
  await key(tab, 'o');
  await tab.comes(`document.querySelector('.panel')?.innerText.includes('Reverse') === true`);
  await press(tab, 'Reverse');
  await tab.comes(`document.querySelector('dialog.window[open]') !== null`);
  await press(tab, 'Reverse');
  await tab.comes(`document.querySelector('.panel')?.innerText.includes('Reverses') === true`);

  async function fillLine(n: number, { account, side }: { readonly account: string; readonly side: string }) {
    const row = `document.querySelectorAll('.row-fields')[${n - 1}]`;
    await tab?.read(`${row}.querySelector('[role=combobox]').focus()`);
    await tab?.type(account);
    await tab?.comes(`${row}.querySelector('[role=combobox]').ariaBusy !== 'true'`);
    await tab?.press('Enter');
    const amount = `[...${row}.querySelectorAll('label')].find((one) => one.innerText.startsWith('${side}')).htmlFor`;
    await tab?.read(`document.getElementById(${amount}).focus()`);
    await tab?.type('125.50');
  }
});

test('somebody is invited with a role, and the invite is revoked', async (t) => {
  const tab = await open(t, 'Invites');
  if (tab === undefined) return;
  await tab.visit(at('/invites'));
  await tab.comes(`${idle} && ${heading} === 'Invites' && ${shown('Invite somebody')}`);
  await key(tab, 'n');
  await fill(tab, 'E-mail', 'nadia@basalt.example');
  await tab.comes(`document.querySelector('dialog[open] .many input') !== null`);
  await tab.read(`document.querySelector('dialog[open] .many input').click()`);
  await tab.read(`${field('Sees')}.focus()`);
  await save(tab);
  await tab.comes(`location.search.includes('open=') && ${shown('nadia@basalt.example')}`);
  await press(tab, 'Revoke');
  await tab.comes(`document.querySelector('dialog.window[open]') !== null`);
  await press(tab, 'Revoke');
  await tab.comes(`document.querySelector('.panel')?.innerText.includes('Revoked') === true`);
});

test('a period is locked with its reason, and opened again', async (t) => {
  const tab = await open(t, 'Periods');
  if (tab === undefined) return;
  await tab.visit(at('/periods'));
  await tab.comes(`${idle} && ${shown('All periods are open.')}`);
  await press(tab, 'Lock');
  await tab.comes(`${field('Until and including')} !== undefined`);
  await tab.read(`(() => { const day = ${field('Until and including')}; day.value = '2001-01-31';
    day.dispatchEvent(new Event('input', { bubbles: true })); })()`);
  await fill(tab, 'Reason', 'January is filed');
  await save(tab);
  await tab.comes(shown('Closed until'));
  const { soft } = await call('get_period_locks');
  assert.equal(soft.through, '2001-01-31');
  await press(tab, 'Unlock');
  await fill(tab, 'Reason', 'A late bill');
  await save(tab);
  await tab.comes(shown('All periods are open.'));
});

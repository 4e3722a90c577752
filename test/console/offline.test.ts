/** Without a network, while the service is away, after a reload: nothing typed is lost, and nothing happens twice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fill, press, save } from '../support/console-hands.ts';
import { idle, openConsole, shown } from '../support/console.ts';
import { violationsIn } from '../support/legible.ts';

const { shop, at, open } = await openConsole();
const named = async (q: string) => (await shop.call('list_clients', { q })).data.length;
const bar = (text: string) => `document.querySelector('.offline').innerText.includes(${JSON.stringify(text)})`;

test('what is saved without a network is sent once when it is back, and until then the form says so', async (t) => {
  const tab = await open(t, 'A form without a network');
  if (tab === undefined) return;
  await tab.visit(at('/clients/new'));
  await tab.comes(`${idle} && ${shown('New client')}`);
  await fill(tab, 'Name', 'Offshore Rigging');
  await tab.cut(true);
  await save(tab);
  await tab.comes(`${shown('“New client” is not sent yet.')} && ${bar('No connection.')}`);
  assert.equal(await tab.read(`document.querySelector('.fields').inert`), true);
  assert.deepEqual(await violationsIn(tab.settled), []);
  await tab.cut(false);
  await tab.comes(`location.pathname.startsWith('/clients/client_') && !${bar('sent')}`);
  assert.equal(await named('Offshore'), 1);
});

test('a form that is not to be sent after all can be changed, and what arrived all the same is told of', async (t) => {
  const tab = await open(t, 'A change called off');
  if (tab === undefined) return;
  await tab.visit(at('/clients/new'));
  await tab.comes(`${idle} && ${shown('New client')}`);
  await fill(tab, 'Name', 'Twice Ltd');
  // The service gets it, and its answer gets lost.
  await tab.read(`{
    const real = fetch;
    globalThis.fetch = async (...call) => {
      const answer = await real(...call);
      if (call[1]?.method !== 'POST') return answer;
      globalThis.fetch = () => Promise.reject(new TypeError('cut'));
      throw new TypeError('cut');
    };
    globalThis.mend = () => { globalThis.fetch = real; };
  }`);
  await save(tab);
  await tab.comes(shown('is not sent yet'));
  await press(tab, 'Do not send');
  await tab.comes(`document.querySelector('.fields').inert === false`);
  await tab.read('mend()');
  await fill(tab, 'Name', 'Twice Limited');
  await save(tab);
  await tab.comes(shown('What you sent first had arrived after all.'));
  assert.equal(await named('Twice'), 1);
});

test('a page that is loaded again sends what it could not, and empties the form that it was typed into', async (t) => {
  const tab = await open(t, 'A reload while a change waits');
  if (tab === undefined) return;
  await tab.visit(at('/clients/new'));
  await tab.comes(`${idle} && ${shown('New client')}`);
  await fill(tab, 'Name', 'Reloaded BV');
  await tab.read(`globalThis.fetch = () => Promise.reject(new TypeError('cut'))`);
  await save(tab);
  await tab.comes(shown('is not sent yet'));
  await tab.follow('location.reload()');
  await tab.comes(`document.querySelector('.toast')?.innerText.includes('“New client” was sent.') === true`);
  await tab.comes(`${idle} && document.querySelector('[name=display_name]').value === ''`);
  assert.equal(await named('Reloaded'), 1);
  assert.equal(await tab.read(`localStorage.getItem('unsent')`), '[]');
});

test('what is typed survives a reload, in a new record, in one that is changed, and at the till', async (t) => {
  const tab = await open(t, 'Typing over a reload');
  if (tab === undefined) return;
  const value = (name: string) => `document.querySelector('[name="${name}"]')?.value`;
  for (const path of ['/clients/new', `/clients/${shop.ids['client']}/edit`]) {
    await tab.visit(at(path));
    await tab.comes(`${idle} && ${value('display_name')} !== undefined`);
    await fill(tab, 'Name', 'Half a na');
    await tab.follow('location.reload()');
    await tab.comes(`${idle} && ${value('display_name')} === 'Half a na' && ${shown('what you typed before')}`);
    assert.deepEqual(await violationsIn(tab.settled), []);
    await press(tab, 'Begin anew');
    await tab.comes(`${value('display_name')} !== 'Half a na'`);
    await tab.follow('location.reload()');
    await tab.comes(`${idle} && ${value('display_name')} !== undefined`);
    assert.equal(await tab.read(shown('what you typed before')), false);
  }
  const { data } = await shop.call('list_variants', { fields: ['sku', 'full_name'] });
  await tab.visit(at('/sales/new'));
  await tab.comes(`${idle} && document.activeElement.getAttribute('role') === 'combobox'`);
  await tab.type(`3*${data[0].sku}`);
  await tab.comes(`document.querySelectorAll('[role=option]').length === 1`);
  await tab.press('Enter');
  await tab.comes(shown(data[0].full_name));
  await tab.follow('location.reload()');
  await tab.comes(`${idle} && ${shown(data[0].full_name)}`);
  assert.equal(await tab.read(`document.querySelector('.basket td input').value`), '3');
});

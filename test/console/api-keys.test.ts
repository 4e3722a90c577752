/** API keys as their owner makes, looks at and ends them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fill, press, save, takenSecret } from '../support/console-hands.ts';
import { idle, openConsole, shown } from '../support/console.ts';

const { service, shop, at, open, readable } = await openConsole();

const screens = [
  { path: `/api-keys?open=${shop.ids['akey']}`, says: 'Begins with' },
  { path: '/api-keys/new', says: 'Requests per minute at most' },
];

test('keys can be read and made by everybody', async (t) => {
  const tab = await open(t, 'API keys');
  if (tab !== undefined) await readable(tab, screens);
});

test('a key is made with what it may, shown once, rotated and revoked', async (t) => {
  const tab = await open(t, 'Making an API key');
  if (tab === undefined) return;
  await tab.visit(at('/api-keys/new'));
  await fill(tab, 'Name', 'Web shop');
  const tick = `[...document.querySelectorAll('.many label')].find((one) => one.innerText.startsWith('See clients,'))`;
  await tab.comes(`${tick} !== undefined`);
  await tab.read(`${tick}.querySelector('input').click()`);
  assert.equal(await tab.read(`document.querySelector('.many').innerText.includes('revoke API keys')`), false);
  await fill(tab, 'Largest amount of a day', '500');
  await save(tab);
  const key = await takenSecret(tab);
  assert.match(key, /^key_live_/);
  await tab.comes(`${idle} && location.search.includes('open=akey_') && ${shown('Web shop')} && ${shown('€500')}`);
  assert.equal((await service.api(key, 'GET', '/clients')).status, 200);
  assert.equal((await service.api(key, 'GET', '/sales')).status, 403);
  await press(tab, 'Rotate');
  await save(tab);
  const next = await takenSecret(tab);
  for (const one of [key, next]) assert.equal((await service.api(one, 'GET', '/clients')).status, 200);
  await press(tab, 'Revoke');
  await tab.comes(`document.querySelector('dialog.window[open]') !== null`);
  await press(tab, 'Revoke');
  await tab.comes(shown('Revoked'));
  for (const one of [key, next]) assert.equal((await service.api(one, 'GET', '/clients')).status, 401);
});

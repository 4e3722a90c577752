/** OAuth apps as whoever registers them meets them, and connections as those who allowed them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fill, press, save, takenSecret } from '../support/console-hands.ts';
import { idle, openConsole, shown } from '../support/console.ts';

const { service, shop, at, open, readable } = await openConsole();

const screens = [
  { path: `/oauth-apps?open=${shop.ids['oapp']}`, says: 'Token URL' },
  { path: '/oauth-apps/new', says: 'Redirect URIs' },
  { path: '/settings/connected-apps', says: 'last used Never' },
];

test('apps and connections can be read by everybody', async (t) => {
  const tab = await open(t, 'OAuth apps');
  if (tab !== undefined) await readable(tab, screens);
});

test('an app is registered, its secret shown once and renewed, and its connections ended', async (t) => {
  const tab = await open(t, 'Registering an OAuth app');
  if (tab === undefined) return;
  await tab.visit(at('/oauth-apps/new'));
  await fill(tab, 'Name', 'Zapier');
  await fill(tab, 'Redirect URIs', 'http://zapier.com/return');
  const tick = (label: string) =>
    `[...document.querySelectorAll('label')].find((one) => one.innerText.startsWith('${label}'))`;
  await tab.comes(`${tick('See clients,')} !== undefined`);
  await tab.read(`${tick('See clients,')}.querySelector('input').click()`);
  await save(tab);
  await tab.comes(shown('Write an address with https'));
  await fill(tab, 'Redirect URIs', 'https://zapier.com/return');
  await tab.read(`${tick('Also acts on its own')}.querySelector('input').click()`);
  await save(tab);
  const first = await takenSecret(tab);
  assert.match(first, /^app_live_/);
  await tab.comes(`${idle} && location.search.includes('open=oapp_') && ${shown('https://zapier.com/return')}`);
  await tab.comes(shown('On its own, with the rights of'));
  const app = (await service.api(shop.who.token, 'GET', '/oauth-apps?limit=1')).body.data[0];
  const tokenWith = async (one: string) => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: app.client_id,
      client_secret: one,
    });
    return (await fetch(`${service.url}/api/mcp/oauth/token`, { method: 'POST', body })).json() as Promise<{
      readonly access_token?: string;
    }>;
  };
  await press(tab, 'New secret');
  await save(tab);
  const next = await takenSecret(tab);
  for (const one of [first, next]) assert.match((await tokenWith(one)).access_token ?? '', /^aat_/);
  await press(tab, 'Disconnect');
  await tab.comes(`document.querySelector('dialog.window[open]') !== null`);
  await press(tab, 'Disconnect');
  await tab.comes(shown('Nobody has connected it yet.'));
  assert.equal((await tokenWith(next)).access_token, undefined);
  await press(tab, 'Delete');
  await tab.comes(`document.querySelector('dialog.window[open]') !== null`);
  await press(tab, 'Delete');
  await tab.comes(`${idle} && !location.search.includes('open=') && !${shown('Zapier')}`);
});

test('who connected an app disconnects it in their settings', async (t) => {
  const tab = await open(t, 'Disconnecting an app');
  if (tab === undefined) return;
  await tab.visit(at('/settings/connected-apps'));
  await tab.comes(`${idle} && ${shown('1 permission ·')}`);
  await press(tab, 'Disconnect');
  await tab.comes(`document.querySelector('dialog.window[open]') !== null`);
  await press(tab, 'Disconnect');
  await tab.comes(shown('You have not connected any app.'));
});

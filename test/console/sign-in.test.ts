/** How members sign in through a provider of the business, from its settings to the confirmation of a person. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { confirm, fill, press } from '../support/console-hands.ts';
import { idle, openConsole, shown } from '../support/console.ts';
import { violationsIn } from '../support/legible.ts';
import { sayInDns } from '../support/memory-provider.ts';
import type { Wire } from '../support/world.ts';

const { service, shop, at, open } = await openConsole();

test('an owner adds a domain, verifies it, and changes who gets in', async (t) => {
  const tab = await open(t, 'Sign-in settings');
  if (tab === undefined) return;
  await tab.visit(at('/settings/sign-in'));
  await tab.comes(`${idle} && ${shown('Redirect URI')}`);
  await press(tab, 'Add domain');
  await fill(tab, 'Domain', 'a-business-with-a-rather-long-name.example');
  await confirm(tab, 'Add domain');
  await tab.comes(shown('a-business-with-a-rather-long-name.example'));
  const { domains } = await shop.call('get_sign_in_provider');
  const added = domains.find(({ domain }: Wire) => domain.startsWith('a-business'));
  await tab.comes(shown(added.dns.value));
  assert.deepEqual(await violationsIn(tab.settled), []);
  for (const { dns } of domains) sayInDns(dns.name, [dns.value]);
  await press(tab, 'Verify');
  await tab.comes(shown('Verified'));
  await press(tab, 'Change provider');
  await tab.comes(`document.querySelector('dialog.window[open]') !== null`);
  assert.deepEqual(await violationsIn(tab.settled), []);
  await fill(tab, 'Client ID', 'another client');
  await fill(tab, 'Client secret', 'another secret');
  await confirm(tab, 'Change provider');
  await tab.comes(`document.querySelector('dialog.window[open]') === null && ${shown('another client')}`);
  // Without another secret the one that is set stays.
  await press(tab, 'Change provider');
  await tab.comes(`document.querySelector('dialog.window[open]') !== null`);
  await confirm(tab, 'Change provider');
  await tab.comes(`document.querySelector('dialog.window[open]') === null`);
  assert.equal((await shop.call('get_sign_in_provider')).provider.version, 3);
});

test('who came through the provider confirms there before what cannot be undone', async (t) => {
  const tab = await open(t, 'Confirming at the provider');
  if (tab === undefined) return;
  await service.owner.query(`
    update sessions set confined_to = organization_id, proven_at = now() - interval '1 hour' where revoked_at is null`);
  // Rights are looked up at most a second late.
  await sleep(1_100);
  await tab.visit(at('/settings/sign-in'));
  await tab.comes(`${idle} && ${shown('Redirect URI')}`);
  await press(tab, 'Remove provider');
  await confirm(tab, 'Remove provider');
  const dialog = `document.querySelector('dialog.again[open]')`;
  await tab.comes(`${dialog}?.innerText.includes('Sign in again at your provider') === true`);
  assert.deepEqual(await violationsIn(tab.settled), []);
  const link = await tab.read(`${dialog}.querySelector('a').getAttribute('href')`);
  assert.equal(link, '/login/sso/prove');
  await service.owner.query(`update sessions set proven_at = now() where revoked_at is null`);
  await sleep(1_100);
  await tab.read(`[...${dialog}.querySelectorAll('button')][0].click()`);
  // The provider is gone, and with it the session that it opened.
  await tab.comes(`document.querySelector('dialog[aria-labelledby=ended][open]') !== null`);
});

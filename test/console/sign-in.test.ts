/** How members sign in through a provider of the business, from its settings to the confirmation of a person. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirm, fill, press } from '../support/console-hands.ts';
import { idle, openConsole, shown } from '../support/console.ts';
import { violationsIn } from '../support/legible.ts';
import { sayInDns } from '../support/memory-provider.ts';
import type { Wire } from '../support/world.ts';

const { shop, at, open } = await openConsole();

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

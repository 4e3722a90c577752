/** Passkeys from the first to the last, with a device of the browser that has a screen lock. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tab } from '../support/browser.ts';
import { button, confirm, fill, press } from '../support/console-hands.ts';
import { idle, openConsole, shown } from '../support/console.ts';
import { violationsIn } from '../support/legible.ts';
import { password } from '../support/running-service.ts';
import { codeNow } from '../support/totp.ts';

// A number has no passkeys.
const { service, shop, at, open } = await openConsole({}, { host: 'localhost' });

const passkeyButton = `document.getElementById('with-passkey')`;
const said = `document.getElementById('passkey-said').innerText`;

async function signOut(tab: Tab): Promise<void> {
  await tab.forget();
  await tab.visit(at('/login'));
  await tab.comes(`${passkeyButton} !== null && !${passkeyButton}.hidden`);
}

/** Of the shop, which signed in long ago. */
async function anHourAgo(): Promise<void> {
  await service.owner.query(`update sessions set created_at = created_at - interval '1 hour', proven_at = null`);
  // Rights are looked up at most a second late.
  await sleep(1_100);
}

test('a passkey is added, signs in, confirms what cannot be undone, is removed, and then opens nothing', async (t) => {
  const tab = await open(t, 'Passkeys');
  if (tab === undefined) return;
  const device = await tab.device();
  // Else it signs in from the field for the address, before the button is pressed.
  await tab.always(`PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);`);
  await service.owner.query(`delete from passkeys`);
  await tab.visit(at('/settings/profile'));
  await tab.comes(`${idle} && ${shown('Passkeys')}`);
  await press(tab, 'Add passkey');
  await fill(tab, 'Name', 'Work laptop');
  await fill(tab, 'Password', 'not the password');
  await confirm(tab, 'Add passkey');
  await tab.comes(`document.querySelector('dialog.window[open] [role=alert]') !== null`);
  assert.equal(await device.passkeys(), 0);
  await fill(tab, 'Password', password);
  await confirm(tab, 'Add passkey');
  await tab.comes(`document.querySelector('dialog.window[open]') === null && ${shown('Work laptop')}`);
  assert.equal(await device.passkeys(), 1);
  assert.deepEqual(await violationsIn(tab.settled), []);

  await signOut(tab);
  assert.deepEqual(await violationsIn(tab.settled), []);
  await tab.follow(`${passkeyButton}.click()`);
  await tab.comes(`${idle} && location.pathname === '/'`);
  const { data: log } = await shop.call('list_audit_log', { action: 'login_with_passkey' });
  assert.equal(log.length, 1);

  const { secret } = await shop.call('start_totp');
  await shop.call('confirm_totp', { totp_code: codeNow(secret) });
  await anHourAgo();
  await tab.visit(at('/settings/profile'));
  await tab.comes(`${idle} && ${shown('Work laptop')}`);
  await press(tab, 'Rename');
  await fill(tab, 'Name', 'Old laptop');
  await confirm(tab, 'Rename');
  await tab.comes(`document.querySelector('dialog.window[open]') === null && ${shown('Old laptop')}`);
  await press(tab, 'Remove');
  await confirm(tab, 'Remove');
  const again = `[...document.querySelectorAll('dialog.again[open] button')]`;
  const use = `${again}.find((one) => one.innerText.startsWith('Use a passkey'))`;
  await tab.comes(`${use} !== undefined`);
  assert.deepEqual(await violationsIn(tab.settled), []);
  assert.equal((await shop.call('list_passkeys')).data.length, 1);
  await device.opens(false);
  await tab.read(`${use}.click()`);
  await sleep(300);
  assert.equal((await shop.call('list_passkeys')).data.length, 1, 'a device that does not know its owner');
  await device.opens(true);
  await tab.read(`${use}.click()`);
  await tab.comes(`document.querySelector('dialog[open]') === null && !${shown('Old laptop')}`);
  assert.equal((await shop.call('list_passkeys')).data.length, 0);

  await signOut(tab);
  await tab.follow(`${passkeyButton}.click()`);
  await tab.comes(`document.querySelector('#fault')?.innerText.startsWith('The passkey was not accepted') === true`);
  assert.equal(await tab.read(`location.pathname`), '/login');
  assert.equal(await tab.read(said), '');
  assert.equal(await tab.read(`${button('Add passkey')} === undefined`), true);
  assert.deepEqual(await violationsIn(tab.settled), []);
});

/** What cannot be undone asks for the second factor again, and goes on once it was given. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { press } from '../support/console-hands.ts';
import { idle, openConsole, shown } from '../support/console.ts';
import { violationsIn } from '../support/legible.ts';
import { codeNow } from '../support/totp.ts';

const { service, shop, at, open } = await openConsole();

test('handing in an archive asks for the second factor again, says what is wrong with it, and goes on', async (t) => {
  const tab = await open(t, 'The second factor again');
  if (tab === undefined) return;
  const { secret } = await shop.call('start_totp');
  const { recovery_codes: codes } = await shop.call('confirm_totp', { totp_code: codeNow(secret) });
  await service.owner.query(`update sessions set created_at = created_at - interval '1 hour', proven_at = null`);
  // Rights are looked up at most a second late.
  await sleep(1_100);
  const before = (await shop.call('list_exports')).data.length;
  await tab.visit(at('/exports'));
  await tab.comes(`${idle} && ${shown('Archive of everything')}`);
  await press(tab, 'Make an archive');
  const asks = `document.querySelector('dialog.again[open] [name=totp_code]')`;
  await tab.comes(`${asks} !== null && document.activeElement === ${asks}`);
  assert.deepEqual(await violationsIn(tab.settled), []);
  await tab.type('000000');
  await tab.press('Enter');
  await tab.comes(`document.querySelector('dialog.again[open] [role=alert]')?.innerText.includes('wrong') === true`);
  assert.equal((await shop.call('list_exports')).data.length, before);
  await tab.read(`${asks}.select()`);
  await tab.type(codes[0]);
  await tab.press('Enter');
  await tab.comes(`document.querySelector('dialog.again[open]') === null`);
  while ((await shop.call('list_exports')).data.length === before) await tab.comes(idle);
});

/** Signing in through the provider of a business, all the way in a browser. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openGuardedFetch } from '../../src/net/guarded-fetch.ts';
import { openTab, type Tab } from '../support/browser.ts';
import { button, confirm, field, fill, press } from '../support/console-hands.ts';
import { idle, openConsole, shown } from '../support/console.ts';
import { eventually } from '../support/embedded-service.ts';
import { openIdentityProvider } from '../support/identity-provider.ts';
import { violationsIn } from '../support/legible.ts';

const texts = new Map<string, string[]>();
const outward = {
  fetch: openGuardedFetch({ loopback: true }),
  texts: async (name: string) => texts.get(name) ?? [],
};
const { service, shop, at, open } = await openConsole({ callLoopback: true }, { host: 'localhost', outward });

const domain = 'zirkonia.example';
const isClosed = `document.querySelector('dialog[open]') === null`;

/** The window for what is final, and what can be done in it. */
const again = `document.querySelector('dialog.again[open]')`;
const inAgain = (label: string) =>
  `[...${again}.querySelectorAll('a, button')].find((one) => one.innerText.trim() === ${JSON.stringify(label)})`;

async function pressAgain(tab: Tab, label: string): Promise<void> {
  await tab.read(`${inAgain(label)}.focus()`);
  await tab.press('Enter');
}

test('an owner sets the provider up; a newcomer comes in through it, and confirms there what is final', async (t) => {
  const owner = await open(t, 'Setting up the provider');
  if (owner === undefined) return;
  const { redirect_uri: uri } = await shop.call('get_sign_in_provider');
  const provider = await openIdentityProvider({ redirectUris: [uri] });
  after(() => provider.close());

  await owner.visit(at('/settings/sign-in'));
  await owner.comes(`${idle} && ${shown(uri)}`);
  await press(owner, 'Change provider');
  await fill(owner, 'Issuer', provider.issuer);
  await fill(owner, 'Client ID', provider.client.client_id);
  await fill(owner, 'Client secret', provider.client.client_secret);
  const admin = `[...${field('Usual role')}.options].find((one) => /admin/i.test(one.text)).value`;
  await owner.read(`${field('Usual role')}.value = ${admin}`);
  await owner.read(`${field('Usual role')}.dispatchEvent(new Event('change', { bubbles: true }))`);
  await confirm(owner, 'Change provider');
  await owner.comes(`${isClosed} && ${shown(provider.issuer)}`);
  await press(owner, 'Add domain');
  await fill(owner, 'Domain', domain);
  await confirm(owner, 'Add domain');
  await owner.comes(`${isClosed} && ${shown(`_daybook-challenge.${domain}`)}`);
  const { domains } = await shop.call('get_sign_in_provider');
  const { dns } = domains.find((one: { domain: string }) => one.domain === domain);
  texts.set(dns.name, [dns.value]);
  const row = `[...document.querySelectorAll('main li')].find((one) => one.innerText.startsWith('${domain}'))`;
  await owner.read(`[...${row}.querySelectorAll('button')].find((one) => one.innerText === 'Verify').focus()`);
  await owner.press('Enter');
  await owner.comes(`${row}?.innerText.includes('Verified') === true`);

  const tab = await openTab(t, 'Signing in through the provider');
  if (tab === undefined) return;
  const email = `mia@${domain}`;
  provider.people.set('mia', { email, email_verified: true, name: 'Mia Ångström' });
  provider.expect('mia');
  await tab.look({ width: 390, height: 844 });
  await tab.visit(at('/exports'));
  await tab.comes(`document.activeElement?.id === 'email'`);
  await tab.follow(`document.querySelector('a[href^="/login/sso"]').click()`);
  await tab.comes(`document.activeElement?.id === 'email'`);
  await tab.type(email);
  await tab.pressing('Enter');
  await tab.read(`document.querySelector('a.button').focus()`);
  await tab.pressing('Enter');
  await tab.comes(`${idle} && location.pathname === '/exports' && ${button('Make an archive')} !== undefined`);
  // The page that was wanted first is answered with the login, and so with 401.
  assert.deepEqual(
    tab.complaints.filter((one) => !one.includes('401')),
    [],
  );

  await service.owner.query(`update sessions set created_at = created_at - interval '1 hour', proven_at = null`);
  // Rights are looked up at most a second late.
  await sleep(1_100);
  const before = (await shop.call('list_exports')).data.length;
  await press(tab, 'Make an archive');
  await tab.comes(`${again} !== null`);
  assert.deepEqual(await violationsIn(tab.settled), []);
  await pressAgain(tab, 'Open the sign-in');
  await eventually(async () => {
    const { rowCount } = await service.owner.query(`select from sessions where proven_at is not null`);
    assert.equal(rowCount, 1);
  });
  await pressAgain(tab, 'I have signed in');
  await tab.comes(`${again} === null`);
  await eventually(async () => assert.equal((await shop.call('list_exports')).data.length, before + 1));
});

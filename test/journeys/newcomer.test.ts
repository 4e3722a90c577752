/** From an empty service to being signed in with a new password, in a real browser and nowhere else. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openTab, type Tab, type View } from '../support/browser.ts';
import { eventually } from '../support/embedded-service.ts';
import { assertLegible } from '../support/legible.ts';
import { openMailSink, textOf } from '../support/mail-sink.ts';
import { startOauthService } from '../support/oauth.ts';

const sink = await openMailSink();
after(() => sink.close());
const service = await startOauthService({ signup: 'first', role: 'all', smtpUrl: sink.smtpUrl });
const email = 'wilhelmina.van.der.hoeven-grootenboer@subdomain.of-a-long-name.example.com';
const business = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenversicherung GmbH & Co. KGaA';
const [first, second] = ['four words in a row', 'and four words more'];
const views: readonly View[] = [
  { width: 390, height: 844 },
  { width: 320, height: 640, dark: true, language: 'ar' },
  { width: 1_280, language: 'de' },
  { width: 1_280, dark: true },
];

const at = (path: string) => `${service.url}${path}`;
const address = (tab: Tab): Promise<string> => tab.read('location.pathname + location.hash');
const heading = (tab: Tab): Promise<string> => tab.read(`document.querySelector('h1').textContent`);
const submit = (tab: Tab) => tab.follow(`document.querySelector('main form button').click()`);
const follow = (tab: Tab, link: string) => tab.follow(`document.querySelector('a[href="${link}"]').click()`);

async function fill(tab: Tab, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [id, value] of Object.entries(fields)) {
    await tab.read(`document.getElementById('${id}').value = ${JSON.stringify(value)}`);
  }
}

/** As it looks to everybody, in its own language for each. */
async function look(tab: Tab, what: string): Promise<void> {
  for (const view of views) {
    await tab.look(view);
    await tab.visit(await tab.read('location.href'));
    await assertLegible(tab.settled, `${what}, ${JSON.stringify(view)}`);
  }
  await tab.look({ width: 1_280 });
  await tab.visit(await tab.read('location.href'));
}

async function mailedLink(): Promise<string> {
  return eventually(() => {
    const mail = sink.inbox.findLast(({ to }) => to.some((one) => one.includes(email)));
    const link = mail === undefined ? undefined : /https?:\S+/.exec(textOf(mail))?.[0];
    assert.ok(link, `no link was mailed: ${sink.inbox.length} mails`);
    return link;
  });
}

test('a newcomer registers, forgets the password and comes back in', async (t) => {
  const tab = await openTab(t, 'The way of a newcomer');
  if (tab === undefined) return;
  const asked = await tab.watch();
  await tab.look({ width: 1_280 });
  await tab.visit(at('/'));
  await look(tab, 'the start of an empty service');
  await follow(tab, '/register');
  await look(tab, 'registration');
  await fill(tab, { name: 'Wilhelmina', email, password: first, business, country: 'AT' });
  await submit(tab);
  assert.deepEqual([await address(tab), await heading(tab)], ['/', business]);
  assert.ok(await tab.read(`document.getElementById('next') !== null`), 'it says what to do next');
  await look(tab, 'the start');

  await tab.follow(`document.querySelector('button.link').click()`);
  assert.equal(await address(tab), '/');
  assert.equal(await tab.read(`document.querySelector('a[href="/register"]')`), null, 'the first was the only one');
  await follow(tab, '/login');
  await look(tab, 'signing in');
  await follow(tab, '/forgot-password');
  await look(tab, 'a forgotten password');
  await fill(tab, { email });
  await submit(tab);
  assert.equal(await heading(tab), 'Check your e-mail');
  await assertLegible(tab.settled, 'the mailbox');

  const link = await mailedLink();
  assert.ok(link.startsWith(at('/reset-password#token=')), link);
  await tab.visit(link);
  await tab.comes(`document.activeElement.id === 'new_password'`);
  assert.equal(await address(tab), '/reset-password', 'the token has left the address');
  await assertLegible(tab.settled, 'a new password');
  await fill(tab, { new_password: 'password' });
  await submit(tab);
  assert.ok(await tab.read(`document.getElementById('new_password-fault') !== null`));
  await tab.comes(`document.activeElement.id === 'new_password'`);
  await assertLegible(tab.settled, 'a password that is easily guessed');
  await fill(tab, { new_password: second });
  await submit(tab);
  assert.equal(await address(tab), '/login');
  await fill(tab, { email, password: first });
  await submit(tab);
  assert.equal(await address(tab), '/login', 'the old one is not taken');
  await fill(tab, { password: second });
  await submit(tab);
  assert.deepEqual([await address(tab), await heading(tab)], ['/', business]);

  await tab.visit(link);
  await fill(tab, { new_password: 'a third passphrase' });
  await submit(tab);
  assert.match(await heading(tab), /no longer works/);
  await follow(tab, '/forgot-password');
  assert.deepEqual(
    tab.complaints.filter((text) => !text.includes('422')),
    [],
  );
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(service.url)),
    [],
    'nothing is asked of anybody else',
  );
});

test('a newcomer without scripts and with the keyboard alone does the same', async (t) => {
  const tab = await openTab(t, 'The way of a newcomer by keyboard');
  if (tab === undefined) return;
  await tab.look({ width: 1_280, scripts: false });
  sink.inbox.length = 0;
  await tab.visit(at('/forgot-password'));
  await tab.comes(`document.activeElement.id === 'email'`);
  await tab.type(email);
  await tab.pressing('Enter');
  const link = await mailedLink();
  await tab.visit(link);
  const typed = [link, 'pasted words in a row'];
  await tab.read(`document.getElementById('link').focus()`);
  await tab.type(typed[0] ?? '');
  await tab.press('Tab');
  await tab.type(typed[1] ?? '');
  await tab.pressing('Enter');
  assert.equal(await tab.read('location.pathname'), '/login');
  await tab.comes(`document.activeElement.id === 'email'`);
  await tab.type(email);
  await tab.press('Tab');
  await tab.type(typed[1] ?? '');
  await tab.pressing('Enter');
  assert.equal(await address(tab), '/');
});

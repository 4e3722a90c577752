/** The pages on which people see what happened, and choose what they are told of. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTab, type Tab, type View } from '../../../test/support/browser.ts';
import { longTest } from '../../../test/support/dose.ts';
import { assertLegible } from '../../../test/support/legible.ts';
import { openVisitor, type Page, signIn, startOauthService } from '../../../test/support/oauth.ts';
import { password, type SignedIn } from '../../../test/support/running-service.ts';
import type { Wire } from '../../../test/support/world.ts';
import { eventCatalogue } from '../../catalogue.ts';
import { uuidFrom } from '../../wire/type-id.ts';
import { languagesWith, translated } from '../../messages/index.ts';

const service = await startOauthService();
const views: readonly View[] = [
  { width: 390, height: 844 },
  { width: 320, height: 640, dark: true },
  { width: 1_280 },
  { width: 1_280, dark: true, language: 'de' },
];

const foreign: readonly View[] = [
  { width: 320, height: 640, language: 'ar' },
  { width: 390, height: 844, language: 'pl', dark: true },
  { width: 390, height: 844, language: 'ja' },
  { width: 1_280, language: 'fr' },
];

/** Notifications by type, with the name of their record. */
const happened = [
  ['stock.low', 'Leather notebook, A5'],
  ['quote.accepted', 'Q-00012'],
  ['session.started_elsewhere', 'Mozilla/5.0 (X11; Linux x86_64) <b>evil</b>'],
  ['approval.requested', 'void_sale'],
] as const;

/** Somebody who was told of all of it; how that comes about is tried where it is done. */
async function informed(name: string): Promise<SignedIn> {
  const who = await service.register(name);
  for (const [type] of happened) {
    await service.api(who.token, 'POST', '/clients', { type: 'individual', display_name: type });
  }
  await service.owner.query(
    `with told as (select event.id, row_number() over (order by event.id) as place from events as event
       where event.organization_id = $1 and event.type = 'client.created' order by event.id limit $2)
     insert into notifications
       (organization_id, id, member_id, event_id, type, object_id, label, personal, delivery, created_at)
     select $1, gen_random_uuid(), members.id, told.id, ($3::text[])[place], null, ($4::text[])[place], true, 'app',
       now() - place * interval '1 hour'
     from told join members on members.organization_id = $1`,
    [uuidFrom('org', who.organization), happened.length, happened.map(([type]) => type), happened.map(([, of]) => of)],
  );
  return who;
}

const words = ({ text }: Page) => (text.split('</style>')[1] ?? '').replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

async function at(path: string, who: SignedIn, language = 'en') {
  const visitor = openVisitor(service, { language });
  return { visitor, page: await signIn(visitor, await visitor.get(`${service.url}${path}`), who) };
}

async function enter(tab: Tab, who: SignedIn): Promise<void> {
  await tab.visit(`${service.url}/notifications`);
  await tab.read(`document.getElementById('email').value = ${JSON.stringify(who.email)}`);
  await tab.read(`document.getElementById('password').value = ${JSON.stringify(password)}`);
  await tab.follow(`document.querySelector('form button').click()`);
}

test('people see what they were told of, mark it as read, and find it again', async () => {
  const who = await informed('Acme');
  const { visitor, page } = await at('/notifications', who);
  for (const said of ['Low stock', 'Leather notebook, A5', 'Quote accepted', 'A write is waiting for approval']) {
    assert.ok(words(page).includes(said), said);
  }
  assert.match(words(page), /Notifications 4/);
  assert.ok(!page.text.includes('<b>evil</b>'));
  const id = /name="id" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const less = await visitor.submit(page, 'read', { id });
  assert.match(words(less), /Notifications 3/);
  assert.ok(!words(less).includes('Low stock'));
  const none = await visitor.submit(less, 'read_all');
  assert.match(words(none), /No unread notifications/);
  assert.ok(words(await visitor.get(`${service.url}/notifications?show=all`)).includes('Low stock'));
  assert.doesNotMatch(words(await visitor.get(`${service.url}/approvals`)), /Notifications \d/);
});

test('people choose what they are told of, and what they leave as it is stays so', async () => {
  const who = await service.register('Chooser');
  const { visitor, page } = await at('/notifications/preferences', who);
  const preferences = async () =>
    (await service.api(who.token, 'GET', '/notification-preferences')).body.data.filter(
      ({ delivery, default_delivery: usual }: Wire) => delivery !== usual,
    );
  const saved = await visitor.submit(page, 'choose', { 'stock.low': 'digest', 'quote.accepted': 'nonsense' });
  assert.match(words(saved), /Saved\./);
  const [one, ...more] = await preferences();
  assert.deepEqual([one.type, one.delivery, more], ['stock.low', 'digest', []]);
  await visitor.submit(saved, 'choose', { 'stock.low': 'app' });
  assert.deepEqual(await preferences(), []);
});

test('a language that somebody chose is that of their pages, whatever the browser asks for', async () => {
  const who = await informed('Linguist');
  const { visitor, page } = await at('/notifications/preferences', who, 'de');
  assert.match(words(page), /Ihre Sprache/);
  const spoken = await visitor.submit(page, 'speak', { locale: 'fr' });
  assert.match(words(spoken), /Votre langue/);
  assert.match(spoken.text, /<option value="fr"\s+selected/);
  for (const path of ['/notifications', '/approvals', '/connect']) {
    assert.match((await visitor.get(`${service.url}${path}`)).text, /<html lang="fr"/);
  }
  assert.equal((await service.api(who.token, 'GET', '/auth/me')).body.user.locale, 'fr');
  await service.api(who.token, 'PATCH', '/auth/me', { locale: 'fr-u-co-phonebk' });
  assert.match(words(await visitor.get(`${service.url}/notifications/preferences`)), /Votre langue/);
  assert.match(words(await visitor.submit(spoken, 'speak', { locale: '' })), /Ihre Sprache/);
});

test('what happened is said in the language of its reader, whatever it is', async () => {
  const told = eventCatalogue.filter(({ notice }) => notice !== undefined).map(({ type }) => type);
  for (const language of languagesWith('event_titles')) {
    const titles = translated(language, 'event_titles') ?? {};
    assert.deepEqual(Object.keys(titles).toSorted(), told.toSorted(), language);
  }
  const who = await informed('Polyglott');
  const { page } = await at('/notifications', who, 'de');
  for (const said of ['Mitteilungen', 'Der Bestand ist niedrig', 'Angebot angenommen']) {
    assert.ok(words(page).includes(said), said);
  }
});

test('the pages are legible with long words, with other letters and in another direction', longTest, async (t) => {
  const tab = await openTab(t, 'The pages of notifications');
  if (tab === undefined) return;
  const who = await informed('Многоязычно');
  await enter(tab, who);
  for (const page of ['/notifications', '/approvals', '/connect', '/connect/new', '/connect/activity']) {
    for (const view of foreign) {
      await tab.look(view);
      await tab.visit(`${service.url}${page}`);
      assert.equal(await tab.read('document.documentElement.lang'), view.language);
      await assertLegible(tab.settled, `${page}, ${JSON.stringify(view)}`);
    }
  }
  assert.deepEqual(tab.complaints, []);
});

test('the pages are legible for everybody, at every width, by day and by night', longTest, async (t) => {
  const tab = await openTab(t, 'The pages of notifications');
  if (tab === undefined) return;
  const who = await informed('Nordwind Studio');
  await enter(tab, who);
  for (const page of ['/notifications', '/notifications/preferences', '/notifications?show=all']) {
    for (const view of views) {
      await tab.look(view);
      await tab.visit(`${service.url}${page}`);
      await assertLegible(tab.settled, `${page}, ${JSON.stringify(view)}`);
    }
  }
  assert.deepEqual(tab.complaints, []);
});

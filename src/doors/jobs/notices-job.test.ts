/** Members are told what happened, each once and only of what they may see, in the way that each has chosen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailsTo } from '../../../test/support/invites.ts';
import { asStranger, callFrom, register, signIn } from '../../../test/support/people.ts';
import { refused } from '../../../test/support/refused.ts';
import { openTeam } from '../../../test/support/team.ts';
import { createWorld, type Wire, withPermissions } from '../../../test/support/world.ts';
import { catalogue } from '../../catalogue.ts';
import { sql } from '../../db/sql.ts';
import type { Actor } from '../../operation/actor.ts';
import { publishAll } from '../webhooks/publisher.ts';
import { eventPurger } from '../webhooks/purge-job.ts';
import { digestSender, noticesRunner } from './notices-job.ts';

const world = await createWorld();
const { call } = world;
const deps = { catalogue, runtime: () => world.runtime };
const runners = {
  notify_members: noticesRunner(deps),
  send_notification_digests: digestSender(deps),
  purge_events: eventPurger(deps),
};
const team = await openTeam(world, 'Boss');
const { boss, colleague } = team;

type Queued = { readonly id: string; readonly organization_id: string; readonly payload: object };

/** Does the work of a kind that waits, twice: whoever took it first died at its end. */
async function work(kind: keyof typeof runners): Promise<void> {
  const jobs = await world.db.transaction({}, (tx) =>
    tx.many<Queued>(sql`
      select id, organization_id, payload from jobs
      where kind = ${kind} and organization_id = ${boss.organization?.id ?? ''}`),
  );
  for (const { id, organization_id: organizationId, payload } of [...jobs, ...jobs]) {
    await runners[kind]({ id, organizationId, kind, payload, attempts: 1, error: null }, async () => undefined);
  }
  const done = jobs.map(({ id }) => id);
  await world.db.transaction({}, (tx) => tx.run(sql`delete from jobs where id = any(${done}::uuid[])`));
}

async function tell(): Promise<void> {
  while (await publishAll(world.runtime)) continue;
  await work('notify_members');
}

const told = async (as: Actor, more: object = {}): Promise<Wire[]> =>
  (await call('list_notifications', { limit: 100, ...more }, { as })).data;
const titles = async (as: Actor, more: object = {}) => (await told(as, more)).map(({ title }) => title);
const unread = (as: Actor): Promise<Wire> => call('count_unread_notifications', {}, { as });
const choose = (as: Actor, type: string, delivery: string | null) =>
  call('update_notification_preferences', { preferences: [{ type, delivery }] }, { as });

async function issued(as: Actor, more: object = {}): Promise<Wire> {
  const client_id = (await call('create_client', { type: 'individual', display_name: 'Mia' }, { as })).id;
  const lines = [{ name: 'Consulting', quantity: '1', unit_price: '50' }];
  const quote = await call('create_document', { type: 'quote', client_id, lines, ...more }, { as });
  return call('issue_document', { id: quote.id }, { as, key: quote.id });
}

const accept = ({ id }: Wire, as: Actor): Promise<Wire> => call('accept_document', { id }, { as });

test('who may see a record is told once of what happened to it, and who did it is not', async () => {
  const seller = await colleague('sales');
  const stockist = await colleague('stock');
  const quote = await issued(boss);
  await accept(quote, seller.actor);
  await tell();
  const [note, ...others] = await told(boss);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [note.type, note.title, note.object_id, note.label, note.read_at],
    ['quote.accepted', 'Quote accepted', quote.id, quote.number, null],
  );
  assert.deepEqual(await titles(seller.actor), []);
  assert.deepEqual(await titles(stockist.actor), []);
  await assert.rejects(call('get_notification', { id: note.id }, { as: seller.actor }), refused('not_found'));
  await assert.rejects(call('read_notification', { id: note.id }, { as: seller.actor }), refused('not_found'));
});

test('who may issue is told of a draft that was handed in, and who handed it in of what became of it', async () => {
  const writes = ['clients:read', 'clients:write', 'documents:read', 'documents:write', 'sales:read', 'sales:write'];
  await call('create_role', { name: 'Desk', permissions: writes }, { as: boss });
  const [author, other, seller] = [await colleague('Desk'), await colleague('Desk'), await colleague('sales')];
  const client_id = (await call('create_client', { type: 'individual', display_name: 'Mia' }, { as: boss })).id;
  const lines = [{ name: 'Consulting', quantity: '1', unit_price: '50' }];
  const as = author.actor;
  const draft = await call('create_document', { type: 'quote', client_id, lines }, { as });
  await call('submit_document', { id: draft.id, note: 'For Monday' }, { as });
  await call('reject_document', { id: draft.id, reason: 'Too cheap' }, { as: seller.actor });
  await call('submit_document', { id: draft.id }, { as });
  const { number } = await call('issue_document', { id: draft.id }, { as: seller.actor, key: draft.id });
  await tell();
  const of = async (who: Actor) => (await told(who)).map(({ type, label, object_id: id }) => `${type} ${label} ${id}`);
  const handed = [`document.submitted For Monday ${draft.id}`, `document.submitted null ${draft.id}`];
  assert.deepEqual((await of(seller.actor)).toSorted(), handed);
  assert.deepEqual((await of(boss)).slice(0, 2).toSorted(), handed);
  assert.deepEqual((await of(author.actor)).toSorted(), [
    `document.approved ${number} ${draft.id}`,
    `document.rejected Too cheap ${draft.id}`,
  ]);
  assert.deepEqual(await of(other.actor), []);
  const { data } = await call('get_notification_preferences', {}, { as });
  const choices = data.map(({ type }: Wire) => type);
  assert.ok(!choices.includes('document.submitted') && choices.includes('document.rejected'));
  await choose(seller.actor, 'document.submitted', 'mail');
  const next = await call('create_document', { type: 'quote', client_id, lines }, { as });
  await call('submit_document', { id: next.id }, { as });
  await tell();
  const [mail] = await mailsTo(world, seller.person.email);
  assert.match(mail.text, new RegExp(`/documents/${next.id}`));
  for (const type of ['document.submitted', 'quote.accepted']) await choose(boss, type, null);
});

test('what was read is not unread any more, one or all of it', async () => {
  for (let made = 0; made < 3; made += 1) await accept(await issued(boss), (await colleague('sales')).actor);
  await tell();
  const before = (await unread(boss)).unread;
  const [first] = await told(boss, { unread: true });
  const read = await call('read_notification', { id: first.id }, { as: boss });
  assert.ok(read.read_at);
  assert.deepEqual(await call('read_notification', { id: first.id }, { as: boss }), read);
  assert.deepEqual(await unread(boss), { unread: before - 1, capped: false });
  assert.deepEqual(await call('read_all_notifications', {}, { as: boss }), { read: before - 1 });
  assert.deepEqual(await unread(boss), { unread: 0, capped: false });
  assert.deepEqual(await told(boss, { unread: true }), []);
  assert.ok((await told(boss, { unread: false })).length >= before);
});

test('who sees only some records is told of those alone', async () => {
  const [near, far] = [await colleague('sales'), await colleague('sales')];
  const client = await call('create_client', { type: 'individual', display_name: 'Far' }, { as: boss });
  for (const [{ member }, scope] of [
    [near, 'own'],
    [far, 'assigned'],
  ] as const) {
    await call('update_member', { id: member, scope }, { as: boss });
  }
  await call('assign_client', { id: client.id, assigned_to: far.member }, { as: boss });
  const own = await issued(await near.again());
  const quote = await issued(boss, { client_id: client.id });
  for (const one of [own, quote, await issued(boss)]) await accept(one, boss);
  await tell();
  const ids = async (who: typeof near) => (await told(await who.again())).map(({ object_id: id }) => id);
  assert.deepEqual(await ids(near), [own.id]);
  assert.deepEqual(await ids(far), [quote.id]);
});

test('what somebody may no longer read they are no longer shown', async () => {
  const seller = await colleague('sales');
  await accept(await issued(boss), boss);
  await tell();
  assert.deepEqual(await titles(seller.actor), ['Quote accepted']);
  assert.deepEqual(await unread(seller.actor), { unread: 1, capped: false });
  const without = withPermissions(seller.actor, ['clients:read']);
  assert.deepEqual(await titles(without), []);
  assert.deepEqual(await unread(without), { unread: 0, capped: false });
});

test('each member chooses how they are told of what', async () => {
  const [mailed, digested, silent] = [await colleague('sales'), await colleague('sales'), await colleague('sales')];
  await choose(mailed.actor, 'quote.accepted', 'mail');
  await choose(digested.actor, 'quote.accepted', 'digest');
  await choose(silent.actor, 'quote.accepted', 'off');
  const { data } = await call('get_notification_preferences', {}, { as: mailed.actor });
  const chosen = data.find(({ type }: Wire) => type === 'quote.accepted');
  assert.deepEqual([chosen.delivery, chosen.default_delivery], ['mail', 'app']);
  const quotes = [await issued(boss), await issued(boss), await issued(boss)];
  for (const quote of quotes) await accept(quote, boss);
  await tell();
  const mails = (who: typeof mailed) => mailsTo(world, who.person.email);
  const subjects = (await mails(mailed)).map(({ subject }) => subject);
  assert.equal(subjects.length, quotes.length);
  assert.deepEqual(new Set(subjects), new Set(quotes.map(({ number }) => `Quote accepted: ${number} (Boss & Co)`)));
  assert.deepEqual([(await told(mailed.actor)).length, (await told(silent.actor)).length], [3, 0]);
  assert.deepEqual(await mails(digested), []);
  // A notification read in the app is not mailed as well.
  const [read] = await told(digested.actor);
  await call('read_notification', { id: read.id }, { as: digested.actor });
  await work('send_notification_digests');
  const [digest, ...more] = await mails(digested);
  assert.deepEqual(more, []);
  for (const { number } of quotes) assert.equal(digest?.['text'].includes(number), number !== read.label);
  await choose(silent.actor, 'quote.accepted', null);
  const quote = await issued(boss);
  await accept(quote, boss);
  await tell();
  assert.deepEqual(
    (await told(silent.actor)).map(({ label }) => label),
    [quote.number],
  );
});

test('mails and titles are in the language of the organisation, and say where one chooses', async () => {
  const reader = await colleague('sales');
  await choose(reader.actor, 'quote.accepted', 'mail');
  await call('update_organization', { locale: 'de-AT' }, { as: boss });
  const quote = await issued(boss);
  await accept(quote, boss);
  await tell();
  const [mail] = await mailsTo(world, reader.person.email);
  assert.equal(mail?.['subject'], `Angebot angenommen: ${quote.number} (Boss & Co)`);
  assert.ok(mail['text'].startsWith('Guten Tag '));
  assert.ok(mail['text'].endsWith(': https://books.example/notifications/preferences'));
  // The cached session is looked up again within a second.
  world.access.forget(boss.organization?.id ?? '');
  const actor = await reader.again();
  assert.deepEqual(await titles(actor), ['Angebot angenommen']);
  const { data } = await call('get_notification_preferences', {}, { as: actor });
  assert.ok(data.some(({ title }: Wire) => title === 'Eine Rechnung ist überfällig'));
  await call('update_organization', { locale: 'en' }, { as: boss });
});

test('whoever chose a language is written to in it, whatever the others speak', async () => {
  const reader = await colleague('sales');
  await choose(reader.actor, 'quote.accepted', 'mail');
  await call('update_me', { locale: 'es' }, { as: reader.actor });
  const quote = await issued(boss);
  await accept(quote, boss);
  await tell();
  const [mail] = await mailsTo(world, reader.person.email);
  assert.equal(mail?.['subject'], `Presupuesto aceptado: ${quote.number} (Boss & Co)`);
});

test('nobody chooses for what they are never told', async () => {
  const seller = await colleague('sales');
  for (const type of ['quote.nonsense', 'checks.failed', 'constructor', 'sale.created']) {
    await assert.rejects(choose(seller.actor, type, 'mail'), refused('validation_failed'));
  }
});

test('a sign-in on a new device is mailed with when, where and what to do, and to nobody else', async () => {
  const person = await register(world, 'Traveller', { ip: '203.0.113.7' });
  const notices = noticesRunner(deps);
  const look = async () => {
    while (await publishAll(world.runtime)) continue;
    const organization = person.actor.organization?.id ?? '';
    const jobs = await world.db.transaction({}, (tx) =>
      tx.many<Queued>(sql`
        select id, organization_id, payload from jobs
        where kind = 'notify_members' and organization_id = ${organization}`),
    );
    for (const { id, payload } of jobs) {
      const job = { id, organizationId: organization, kind: 'notify_members', payload, attempts: 1, error: null };
      await notices(job, async () => undefined);
    }
    return mailsTo(world, person.email);
  };
  await signIn(world, person, {}, { ip: '203.0.113.7' });
  assert.deepEqual(await look(), []);
  await callFrom(world, { actor: person.actor }, 'update_me', { locale: 'de-DE' });
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const updated = firefox.replaceAll('140.0', '141.0');
  await signIn(world, person, {}, { ip: '198.51.100.20', userAgent: firefox });
  await signIn(world, person, {}, { ip: '198.51.100.20', userAgent: updated });
  const [mail, ...others] = await look();
  assert.deepEqual(others, []);
  assert.match(mail?.['subject'], /^Neue Anmeldung bei Ihrem Konto: Firefox · Windows \(/);
  const text: string = mail?.['text'];
  assert.match(text, /^Wann: \d+\. \p{L}+ \d{4} um \d{2}:\d{2} .*$/mu);
  assert.match(text, /^Adresse: 198\.51\.100\.20\nBrowser: Firefox · Windows$/mu);
  assert.match(text, /wählen Sie ein neues Passwort/);
  assert.match(text, /^https:\/\/books\.example\/forgot-password$/m);
  assert.equal(/\/140|Mozilla/.test(text), false);
  await assert.rejects(asStranger(world, 'login', { email: person.email, password: 'wrong' }, { ip: '192.0.2.1' }));
  assert.equal((await look()).length, 1);
});

test('what was told is kept for ninety days', async () => {
  assert.ok((await told(boss)).length > 0);
  world.setNow(new Date(Date.now() + 91 * 24 * 3_600_000).toISOString());
  await work('purge_events');
  world.setNow(undefined);
  assert.deepEqual(await told(boss), []);
});

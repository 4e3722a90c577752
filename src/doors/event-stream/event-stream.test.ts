import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { after, test, type TestContext } from 'node:test';
import { type SignedIn, startService } from '../../../test/support/running-service.ts';
import { createWorld, type Wire, withPermissions } from '../../../test/support/world.ts';
import { openDatabase } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { Actor } from '../../operation/actor.ts';
import { unauthenticated } from '../../operation/errors.ts';
import { uuidFrom } from '../../wire/type-id.ts';
import { publishAll } from '../webhooks/publisher.ts';
import { type EventStreams, openEventStreams, type StreamLimits, streamLimits } from './event-streams.ts';

const world = await createWorld();
const service = await startService();
const { ana, rival } = world;
const failures: unknown[] = [];
const streams = openEventStreams({ db: world.db, onFailure: (error) => void failures.push(error) });
after(async () => {
  await streams.stop();
  assert.deepEqual(failures, []);
});

type Frame = { readonly id?: string; readonly event?: string; readonly data?: Wire };

function frameOf(text: string): Frame {
  const { retry: _, ...fields } = Object.fromEntries(
    text.split('\n').map((line) => /^(\w+): (.*)$/.exec(line)?.slice(1) ?? []),
  );
  return { ...fields, ...(fields.data === undefined ? {} : { data: JSON.parse(fields.data) }) };
}

/** Frames one by one, as they come; undefined at the end. */
function framesOf(chunks: AsyncIterable<Uint8Array>): () => Promise<Frame | undefined> {
  const found = (async function* frames() {
    let text = '';
    for await (const chunk of chunks) {
      text += Buffer.from(chunk).toString();
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) yield frameOf(part);
    }
  })();
  return async () => {
    const { value, done } = await found.next();
    return done === true ? undefined : value;
  };
}

type Opened = { readonly stream: Readable; readonly next: () => Promise<Frame | undefined> };

type Opening = { readonly as?: Actor; readonly now?: () => Promise<Actor>; readonly from?: number; in?: EventStreams };

function open(t: TestContext, { as = ana, now, from, in: within = streams }: Opening = {}): Opened {
  const stream = within.open({ actor: as, actorNow: now ?? (async () => as), after: from });
  t.after(() => stream.destroy());
  return { stream, next: framesOf(stream) };
}

function streamsWith(t: TestContext, limits: Partial<StreamLimits>): EventStreams {
  const made = openEventStreams({ db: world.db, onFailure: assert.ifError, limits: { ...streamLimits, ...limits } });
  t.after(() => made.stop());
  return made;
}

async function publish(): Promise<void> {
  while (await publishAll(world.runtime)) continue;
}

const client = (as = ana): Promise<Wire> =>
  world.call('create_client', { type: 'individual', display_name: 'Mia' }, { as });

/** The number of the last event so far. */
async function place(t: TestContext, as = ana): Promise<number> {
  await publish();
  return Number((await open(t, { as }).next())?.id);
}

async function take(next: Opened['next'], count: number): Promise<Frame[]> {
  const frames: Frame[] = [];
  while (frames.length < count) {
    const frame = await next();
    assert.ok(frame !== undefined, 'it goes on');
    frames.push(frame);
  }
  return frames;
}

test('what happens is told as it happens: its number, its type, the record and no more', async (t) => {
  const from = await place(t);
  const { next } = open(t);
  assert.deepEqual(await next(), { id: String(from) });
  const { id } = await client();
  await publish();
  assert.deepEqual(await next(), {
    id: String(from + 1),
    data: { sequence: from + 1, type: 'client.created', object_type: 'client', object_id: id },
  });
});

test('records are called what they are, whatever their ids begin with', async (t) => {
  const { next } = open(t);
  await next();
  await world.call('create_client_group', { name: 'Regulars' });
  await world.call('create_location', { name: 'Cellar', code: 'C' });
  await publish();
  const told = await take(next, 2);
  assert.deepEqual(
    told.map(({ data }) => data.object_type),
    ['client_group', 'location'],
  );
});

type Db = Parameters<Parameters<typeof world.db.transaction>[1]>[0];

async function writeEvent(db: Db, event: object): Promise<void> {
  await db.run(sql`
    with told as (
      insert into call_events (organization_id, id, events, actor, request_id, occurred_at)
      values (${ana.organization?.id}, row_of_event(${world.runtime.newId()}), ${JSON.stringify([event])},
        '{"type":"system","id":null,"name":"Test"}', 'test', ${world.runtime.now()})
      returning organization_id, id)
    insert into unpublished_events (organization_id, row_id) select organization_id, id from told`);
}

test('whoever writes and publishes at once, each event is told once, in order and without a gap', async (t) => {
  const from = await place(t);
  const readers = [open(t, { from }), open(t, { from }), open(t)];
  await Promise.all(readers.map(({ next }) => next()));
  const { promise: mayCommit, resolve: letCommit } = Promise.withResolvers<void>();
  const { promise: isWritten, resolve: written } = Promise.withResolvers<void>();
  const late = world.db.transaction({ organization: ana.organization?.id }, async (db) => {
    await writeEvent(db, { type: 'client.created', data: { id: 'client_late' } });
    written();
    await mayCommit;
  });
  await isWritten;
  const writing = Array.from({ length: 40 }, async () => client());
  const publishing = Array.from({ length: 3 }, async () => {
    for (let turn = 0; turn < 8; turn += 1) await publishAll(world.runtime);
  });
  const made = await Promise.all(writing);
  await Promise.all(publishing);
  await publish();
  letCommit();
  await late;
  await publish();
  for (const { next } of readers) {
    const told = await take(next, 41);
    assert.deepEqual(
      told.map(({ id }) => Number(id)),
      told.map((_, index) => from + 1 + index),
    );
    assert.deepEqual(
      new Set(told.map(({ data }) => data.object_id)),
      new Set([...made.map(({ id }) => id), 'client_late']),
    );
    assert.equal(told.at(-1)?.data.object_id, 'client_late', 'what commits late is told late');
  }
});

test('nobody is told of records that they may not read, nor of another organisation', async (t) => {
  const from = await place(t);
  const seller = open(t, { as: withPermissions(ana, ['events:read', 'sales:read', 'products:read']), from });
  const clerk = open(t, { as: withPermissions(ana, ['events:read', 'clients:read']), from });
  const other = open(t, { as: rival });
  await Promise.all([seller.next(), clerk.next(), other.next()]);
  const { id } = await client();
  const product = await world.call('create_product', { name: 'Tea', type: 'service', price: '5' });
  await publish();
  assert.equal((await clerk.next())?.data.object_id, id);
  const seen = await seller.next();
  assert.deepEqual([seen?.data.type, seen?.data.object_id], ['product.created', product.id]);
  const own = await client(rival);
  await publish();
  assert.equal((await other.next())?.data.object_id, own.id, 'its own is the first that it is told of');
});

test('who comes back is told what they missed, from where they were', async (t) => {
  const from = await place(t);
  const first = open(t);
  await first.next();
  const made = [await client()];
  await publish();
  const last = Number((await first.next())?.id);
  first.stream.destroy();
  for (let count = 0; count < 3; count += 1) made.push(await client());
  await publish();
  const again = open(t, { from: last });
  assert.deepEqual(await again.next(), { id: String(last) });
  const missed = await take(again.next, 3);
  assert.deepEqual(
    missed.map(({ id, data }) => [Number(id) - from, data.object_id]),
    made.slice(1).map(({ id }, index) => [index + 2, id]),
  );
});

test('a place that is not kept any more, or never was, is told to read anew', async (t) => {
  const from = await place(t);
  for (const odd of [from + 1_000, 999_999_999_999_999]) {
    assert.deepEqual(await open(t, { from: odd }).next(), {
      id: String(from),
      event: 'reset',
      data: { sequence: from },
    });
  }
  const brief = streamsWith(t, { behindMax: 2 });
  assert.equal((await open(t, { from: from - 3, in: brief }).next())?.event, 'reset');
  assert.deepEqual(await open(t, { from: from - 2, in: brief }).next(), { id: String(from - 2) });
  const fresh = await world.found('Fresh');
  await client(fresh);
  await publish();
  const { next } = open(t, { as: fresh, from: 0 });
  assert.deepEqual(await next(), { id: '0' });
  await world.db.transaction({ organization: fresh.organization?.id }, (db) =>
    db.run(sql`delete from published_events where organization_id = ${fresh.organization?.id}`),
  );
  assert.equal((await open(t, { as: fresh, from: 0 }).next())?.event, 'reset');
});

test('it ends with the session, and when rights change, and tells nothing more', async (t) => {
  for (const [now, reason] of [
    [async () => Promise.reject(unauthenticated()), 'session_ended'],
    [async () => withPermissions(ana, ['events:read', 'sales:read']), 'rights_changed'],
    [async () => ({ ...ana, scope: 'own' as const }), 'rights_changed'],
  ] as const) {
    let isOver = false;
    const { next } = open(t, { now: async () => (isOver ? now() : ana) });
    await next();
    isOver = true;
    await client();
    await publish();
    assert.deepEqual(await next(), { event: 'end', data: { reason } });
    assert.equal(await next(), undefined);
  }
});

test('when nothing happens it says where it is, and looks at rights again', async (t) => {
  const quick = streamsWith(t, { heartbeatMs: 1 });
  const from = await place(t);
  let isOver = false;
  const { next } = open(t, { in: quick, now: async () => (isOver ? Promise.reject(unauthenticated()) : ana) });
  const heartbeat = { id: String(from) };
  assert.deepEqual(await take(next, 4), [heartbeat, heartbeat, heartbeat, heartbeat]);
  isOver = true;
  let last = await next();
  while (last?.event === undefined) {
    assert.deepEqual(last, heartbeat);
    last = await next();
  }
  assert.deepEqual(last, { event: 'end', data: { reason: 'session_ended' } });
});

test('what a reader may not see moves their place along, so that they never come back to it', async (t) => {
  const quick = streamsWith(t, { heartbeatMs: 1 });
  const from = await place(t);
  await client();
  await publish();
  const { next } = open(t, { as: withPermissions(ana, ['events:read']), from, in: quick });
  assert.deepEqual(await take(next, 2), [{ id: String(from) }, { id: String(from + 1) }]);
});

test('who does not read is dropped, and held no more than a page meanwhile', async (t) => {
  const from = await place(t);
  const many = 600;
  const { id } = await client();
  await world.db.transaction({ organization: ana.organization?.id }, async (db) => {
    for (let count = 0; count < many; count += 1) await writeEvent(db, { type: 'client.updated', data: { id } });
  });
  await publish();
  const impatient = streamsWith(t, { stalledMs: 5 });
  const { stream } = open(t, { from, in: impatient });
  let held = 0;
  const push = stream.push.bind(stream);
  stream.push = (chunk, encoding) => {
    held += Buffer.byteLength(String(chunk ?? ''));
    return push(chunk, encoding);
  };
  await once(stream, 'close');
  assert.equal(impatient.count(), 0);
  assert.ok(held < 60_000, `${held} bytes of ${many} events`);
  // Control: whoever reads gets all of it from the same place.
  const { next } = open(t, { from, in: impatient });
  assert.equal((await take(next, many + 2)).at(-1)?.id, String(from + many + 1));
});

test('a session, an organisation and a node have so many at once, and places come free', async (t) => {
  const few = streamsWith(t, { streamsOfSessionMax: 2, streamsOfOrganizationMax: 3, streamsMax: 4 });
  const of = (actor: Actor, credentialId: string) => open(t, { as: { ...actor, credentialId }, in: few });
  const limit = (name: string) => (error: Wire) => error.details.limit === name;
  const first = of(ana, 'one');
  of(ana, 'one');
  assert.throws(() => of(ana, 'one'), limit('streams_of_session'));
  of(ana, 'two');
  assert.throws(() => of(ana, 'three'), limit('streams_of_organization'));
  of(rival, 'four');
  assert.throws(() => of(rival, 'five'), limit('streams'));
  first.stream.destroy();
  await once(first.stream, 'close');
  of(ana, 'one');
  assert.equal(few.count(), 4);
});

test('another node tells it as soon, whichever published it', async (t) => {
  const db = openDatabase({ url: world.database.runtimeUrl, role: 'daybook_runtime', connectionsMax: 2 });
  const node = openEventStreams({ db, onFailure: assert.ifError });
  t.after(async () => {
    await node.stop();
    await db.close();
  });
  const from = await place(t);
  const { next } = open(t, { from, in: node });
  await next();
  const { id } = await client();
  await publish();
  assert.equal((await next())?.data.object_id, id);
});

async function connect(t: TestContext, who: Pick<SignedIn, 'token'>, { query = '', headers = {} } = {}) {
  const gone = new AbortController();
  t.after(() => gone.abort());
  const answer = await fetch(`${service.url}/api/events/stream${query}`, {
    headers: { authorization: `Bearer ${who.token}`, ...headers },
    signal: gone.signal,
  });
  assert.equal(answer.status, 200);
  assert.ok(answer.body);
  return { answer, next: framesOf(answer.body) };
}

test('over HTTP it opens by an access token, at the place that the header or the query names', async (t) => {
  const mara = await service.register('Mara');
  while (await publishAll(service.app.runtime)) continue;
  const { answer, next } = await connect(t, mara);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/event-stream/);
  const start = Number((await next())?.id);
  const made = await service.api(mara.token, 'POST', '/clients', { type: 'individual', display_name: 'Ada' });
  await publishAll(service.app.runtime);
  const told = await next();
  assert.deepEqual([told?.id, told?.data.object_id], [String(start + 1), made.body.id]);
  for (const where of [
    { query: `?after=${start}` },
    { query: '?after=0', headers: { 'last-event-id': String(start) } },
  ]) {
    const again = await connect(t, mara, where);
    assert.deepEqual((await take(again.next, 2))[1], told);
  }
});

test('a member without the permission for events is told of records they may read and no others', async (t) => {
  const owner = await service.register('Ottilie');
  const cashier = await service.colleague(owner, 'sales');
  assert.equal((await service.api(cashier.token, 'GET', '/events')).status, 403);
  const { next } = await connect(t, cashier);
  await next();
  const [account] = (await service.api(owner.token, 'GET', '/accounts?type=expense')).body.data;
  const category = { name: 'Sails', account_id: account.id };
  assert.equal((await service.api(owner.token, 'POST', '/expense-categories', category)).status, 201);
  const made = await service.api(owner.token, 'POST', '/clients', { type: 'individual', display_name: 'Ada' });
  await publishAll(service.app.runtime);
  const told = await next();
  assert.deepEqual([told?.data.type, told?.data.object_id], ['client.created', made.body.id]);
});

test('who is not signed in, sees some records only, or sends nonsense opens nothing', async () => {
  const owner = await service.register('Oli');
  const cashier = await service.colleague(owner, 'sales');
  const status = async (token: string, query = '') =>
    (await service.api(token, 'GET', `/events/stream${query}`)).status;
  assert.equal(await status(''), 401);
  assert.equal(await status('nonsense'), 401);
  const { data } = (await service.api(owner.token, 'GET', '/team/members')).body;
  const member = data.find(({ user_id: id }: Wire) => id === cashier.user);
  await service.api(owner.token, 'PATCH', `/team/members/${member.id}`, { scope: 'own' });
  assert.equal(await status(cashier.token), 403);
  for (const query of [
    '?after=x',
    '?after=-1',
    '?after=1.5',
    '?after=1&after=2',
    '?before=1',
    `?after=${'9'.repeat(40)}`,
  ]) {
    assert.equal(await status(owner.token, query), 400, query);
  }
  const head = await service.api(owner.token, 'HEAD', '/events/stream');
  assert.equal(head.status, 422, 'a HEAD opens no stream');
});

test('it ends when its session is ended, at the next event', async (t) => {
  const owner = await service.register('Lea');
  const { next } = await connect(t, owner);
  await next();
  await service.api(owner.token, 'POST', '/auth/logout', {});
  const organization = uuidFrom('org', owner.organization);
  await service.owner.query('select pg_notify($1, $2)', ['daybook_events_published', organization]);
  assert.deepEqual(await next(), { event: 'end', data: { reason: 'session_ended' } });
  assert.equal(await next(), undefined);
});

test('a service that stops does not wait for open streams', async (t) => {
  const other = await startService();
  const who = await other.register('Ida');
  const answer = await fetch(`${other.url}/api/events/stream`, { headers: { authorization: `Bearer ${who.token}` } });
  assert.ok(answer.body);
  const next = framesOf(answer.body);
  await next();
  const closing = other.app.server.close();
  assert.equal(await next(), undefined);
  await closing;
  t.diagnostic('closed');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../../../test/support/database.ts';
import { longTest } from '../../../test/support/dose.ts';
import { scansOf } from '../../../test/support/plan.ts';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../test/support/world.ts';
import { eventCatalogue } from '../../catalogue.ts';
import { sql } from '../../db/sql.ts';
import { publishAll } from '../../doors/webhooks/publisher.ts';
import { writeEvents } from '../../operation/outbox.ts';
import { typeIdFrom, uuidFrom } from '../../wire/type-id.ts';
import { eventColumns, eventTables } from './event.ts';
import { purgeEvents } from './index.ts';

const world = await createWorld();
const { ana, rival } = world;

async function publish(): Promise<void> {
  while (await publishAll(world.runtime)) continue;
}

async function client(as = ana): Promise<Wire> {
  return world.call('create_client', { type: 'individual', display_name: 'Mia' }, { as });
}

async function listed(input: object = {}, as = ana): Promise<Wire[]> {
  await publish();
  const all: Wire[] = [];
  let cursor: string | undefined;
  do {
    const page = await world.call(
      'list_events',
      { sort: 'sequence', limit: 100, ...input, ...(cursor && { cursor }) },
      { as },
    );
    all.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}

const lastSequence = async (as = ana) => (await listed({}, as)).at(-1)?.sequence ?? 0;

test('what happened is listed in its order, each numbered by one more than the one before', async () => {
  const before = await lastSequence();
  const made = [await client(), await client()];
  await world.call('update_client', { id: made[0].id, display_name: 'Ada' });
  const events = await listed({ sequence: { gt: before } });
  assert.deepEqual(
    events.map(({ sequence, type, object_id }) => [sequence - before, type, object_id]),
    [
      [1, 'client.created', made[0].id],
      [2, 'client.created', made[1].id],
      [3, 'client.updated', made[0].id],
    ],
  );
  const [first] = events;
  assert.deepEqual(first, await world.call('get_event', { id: first.id }));
  assert.equal(first.data.id, made[0].id);
  assert.equal(first.actor.name, ana.name);
  assert.equal(first.api_version, '2026-11-01');
});

test('what one call did is told in the order in which it did it', async () => {
  const before = await lastSequence();
  const shop = shopOf(world);
  world.emitted();
  for (let turn = 0; turn < 10; turn += 1) {
    await shop.keyed('record_sale', {
      lines: [{ name: 'Tea', quantity: '1', unit_price: '5' }],
      payments: [{ method: 'Cash' }],
    });
  }
  const done = world.emitted().map(({ type }) => type);
  assert.ok(done.length >= 40);
  assert.deepEqual(
    (await listed({ sequence: { gt: before } })).map(({ type }) => type),
    done,
  );
});

test('a call that tells of several clients keeps its order, and each has a timeline of its own events', async () => {
  const [one, other] = [await client(), await client()];
  world.emitted();
  await shopOf(world).keyed('record_sale', {
    lines: [{ name: 'Tea', quantity: '1', unit_price: '5' }],
    payments: [{ method: 'Cash' }],
  });
  const sale = world.emitted().find(({ type }) => type === 'sale.created') as Wire;
  const before = await lastSequence();
  const told: { sale: string; client: string | null }[] = [one, one, other, undefined, other, one].map((about) => ({
    sale: world.runtime.newId(),
    client: about?.id ?? null,
  }));
  await world.db.transaction({ organization: organizationOf(ana) }, async (db) => {
    const telling = { actor: ana, now: world.runtime.now(), newId: world.runtime.newId };
    const events = told.map((about) => {
      const clientId = about.client === null ? null : uuidFrom('client', about.client);
      return { type: sale['type'], data: { ...sale['data'], id: about.sale, client_id: clientId } };
    });
    writeEvents(db, telling, { origin: { door: 'job', requestId: 'test' } }, events);
  });
  const events = await listed({ sequence: { gt: before } });
  assert.deepEqual(
    events.map(({ object_id, data }) => [object_id, data.client_id]),
    told.map((about) => [typeIdFrom('sale', about.sale), about.client]),
  );
  for (const { id } of [one, other]) {
    const { data } = await world.call('get_client_timeline', { id });
    assert.deepEqual(
      data.flatMap((entry: Wire) => (entry.kind === 'event' ? [entry.record_id] : [])).toReversed(),
      told.flatMap((about) => (about.client === id ? [typeIdFrom('sale', about.sale)] : [])),
    );
  }
});

test('a change that commits late is numbered late, so that whoever reads along misses nothing', async () => {
  const before = await lastSequence();
  const { promise: mayCommit, resolve: letCommit } = Promise.withResolvers<void>();
  const { promise: isWritten, resolve: written } = Promise.withResolvers<void>();
  const late = world.db.transaction({ organization: organizationOf(ana) }, async (db) => {
    await writeEvent(db, 'client.created', 'early bird');
    written();
    await mayCommit;
  });
  await isWritten;
  const { id } = await client();
  const read = await listed({ sequence: { gt: before } });
  assert.deepEqual(
    read.map(({ object_id }) => object_id),
    [id],
  );
  letCommit();
  await late;
  const more = await listed({ sequence: { gt: read.at(-1).sequence } });
  assert.deepEqual(
    more.map(({ object_id, sequence }) => [object_id, sequence]),
    [['early bird', before + 2]],
  );
  // Control: by the order in which they were written, which is that of the queue, the late one came first.
  assert.ok(more[0].id < read[0].id);
});

function organizationOf({ organization }: typeof ana): string {
  assert.ok(organization);
  return organization.id;
}

type Db = Parameters<Parameters<typeof world.db.transaction>[1]>[0];

async function writeEvent(db: Db, type: string, objectId: string): Promise<void> {
  const events = JSON.stringify([{ type, data: { id: objectId } }]);
  await db.run(sql`
    with told as (
      insert into call_events (organization_id, id, events, actor, request_id, occurred_at)
      values (${organizationOf(ana)}, row_of_event(${world.runtime.newId()}), ${events},
        '{"type":"system","id":null,"name":"Test"}', 'test', ${world.runtime.now()})
      returning organization_id, id)
    insert into unpublished_events (organization_id, row_id) select organization_id, id from told`);
}

test('however many nodes publish at once, each event gets one number and none is left out', async () => {
  const before = await lastSequence();
  const writing = Array.from({ length: 30 }, async () => client());
  const publishing = Array.from({ length: 3 }, async () => {
    for (let turn = 0; turn < 8; turn += 1) await publishAll(world.runtime);
  });
  const made = await Promise.all(writing);
  await Promise.all(publishing);
  const events = await listed({ sequence: { gt: before } });
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    made.map((_, index) => before + index + 1),
  );
  const told = new Set(events.map(({ object_id }) => object_id));
  assert.deepEqual(
    made.filter(({ id }) => !told.has(id)),
    [],
  );
});

test('a page of events reads the rows that it shows by their keys, however many there are', longTest, async () => {
  const busy = await world.found('Busy');
  const organization = organizationOf(busy);
  const many = 20_000;
  await asOwner(world.database.ownerUrl, async (owner) => {
    await owner.query(
      `insert into call_events (organization_id, id, events, actor, request_id, occurred_at)
       select $1, row_of_event(gen_random_uuid()), '[{"type": "client.updated", "data": {"id": "client_1"}}]',
         '{"type": "system", "id": null, "name": "Test"}', 'test', now() from generate_series(1, $2::int)`,
      [organization, many],
    );
    await owner.query(
      `insert into published_events (organization_id, sequence, event_id, type, object_id, occurred_at)
       select organization_id, 1000 + row_number() over (), id, type, data ->> 'id', occurred_at
       from events where organization_id = $1`,
      [organization],
    );
    await owner.query('analyze call_events, published_events');
  });
  const scans = await world.db.transaction({ organization }, (db) =>
    scansOf(
      db,
      sql`select ${eventColumns} from ${eventTables} where published.organization_id = ${organization}
        order by published.sequence desc limit 50`,
    ),
  );
  for (const { table, index, rows } of scans) assert.ok(index !== undefined && rows <= 50, `${table}: ${rows}`);
  assert.deepEqual(scans.map(({ table }) => table).toSorted(), ['call_events', 'published_events']);
});

test('each organisation has numbers and events of its own', async () => {
  const { id } = await client(rival);
  const own = await listed({}, rival);
  assert.equal(own.at(-1)?.object_id, id);
  assert.deepEqual(
    own.map(({ sequence }) => sequence),
    own.map((_, index) => index + 1),
  );
  await assert.rejects(listed({ object_id: id }), refused('validation_failed'));
  await assert.rejects(world.call('get_event', { id: own.at(-1)?.id }), refused('not_found'));
});

test('filters find events by type, all of a noun, record and time', async () => {
  const { id } = await client();
  await world.call('archive_client', { id });
  const types = async (input: object) => (await listed({ object_id: id, ...input })).map(({ type }) => type);
  assert.deepEqual(await types({}), ['client.created', 'client.archived']);
  assert.deepEqual(await types({ type: ['client.archived'] }), ['client.archived']);
  assert.deepEqual(await types({ type: ['client.*'] }), ['client.created', 'client.archived']);
  assert.deepEqual(await types({ type: ['sale.*'] }), []);
  await assert.rejects(types({ type: ['sale.*', 'client.nothing'] }), refused('validation_failed'));
  assert.deepEqual(await types({ occurred_at: { gt: '2099-01-01T00:00:00Z' } }), []);
  assert.deepEqual(await types({ occurred_at: { lt: '2099-01-01T00:00:00Z' } }), ['client.created', 'client.archived']);
});

test('who may not read a kind of record sees no event of it, neither in the list nor by its id', async () => {
  const { id } = await client();
  const [event] = await listed({ object_id: id });
  const seller = withPermissions(ana, ['events:read', 'sales:read']);
  assert.deepEqual(await listed({ object_id: id }, seller), []);
  await assert.rejects(world.call('get_event', { id: event.id }, { as: seller }), refused('not_found'));
  const clerk = withPermissions(ana, ['events:read', 'clients:read']);
  assert.deepEqual(await listed({ object_id: id }, clerk), [event]);
  assert.deepEqual(await world.call('get_event', { id: event.id }, { as: clerk }), event);
});

test('every type says who may see it, and its sample is such data', async () => {
  const { data } = await world.call('list_event_types', { details: true });
  const kinds = new Map(eventCatalogue.map((kind) => [kind.type, kind.data] as const));
  assert.deepEqual(
    data.map(({ type }: Wire) => type),
    [...kinds.keys()].toSorted(),
  );
  const { data: permissions } = await world.call('list_permissions');
  const names = new Set(permissions.map(({ name }: Wire) => name));
  for (const { type, permission, sample } of data) {
    assert.ok(names.has(permission), `${type}: ${permission}`);
    const parsed = kinds.get(type)?.safeParse(sample);
    assert.ok(parsed?.success, `${type}: ${JSON.stringify(parsed?.error?.issues)} of ${JSON.stringify(sample)}`);
  }
  const some = (await world.call('list_event_types', { type: 'sale.*' })).data.map(({ type }: Wire) => type);
  assert.ok(some.length > 3 && some.every((type: string) => type.startsWith('sale.')));
});

test('events are listed for 30 days, and what they tell of a record stays in its history', async () => {
  const person = await world.found('Memoria');
  world.setNow('2026-01-31T10:00:00.000Z');
  const { id } = await client(person);
  await publish();
  const purgeAt = (now: string) =>
    world.db.transaction({ organization: organizationOf(person) }, (db) =>
      purgeEvents(db, { organization: organizationOf(person), now }),
    );
  await purgeAt('2026-03-02T09:59:59.000Z');
  assert.equal((await listed({ object_id: id }, person)).length, 1);
  await purgeAt('2026-03-02T10:00:01.000Z');
  assert.deepEqual(await listed({ object_id: id }, person), []);
  world.setNow(undefined);
  const { data } = await world.call('get_client_timeline', { id }, { as: person });
  assert.deepEqual(
    data.map(({ action }: Wire) => action),
    ['create_client'],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { sql } from '../../db/sql.ts';

const world = await createWorld();
const { call, ana, rival } = world;

async function clientWithHistory(): Promise<string> {
  const { id } = await call('create_client', { type: 'business', display_name: 'First' });
  await call('update_client', { id, display_name: 'Second', tags: ['new'] });
  await call('archive_client', { id });
  return id;
}

test('the timeline tells the latest first who did what and what it changed', async () => {
  const id = await clientWithHistory();
  const { data, has_more } = await call('get_client_timeline', { id });
  const [archived, updated, created] = data;
  assert.equal(has_more, false);
  assert.deepEqual(
    data.map(({ action }: Wire) => action),
    ['archive_client', 'update_client', 'create_client'],
  );
  assert.deepEqual(
    [created.kind, created.actor.name, created.record_id, created.changes],
    ['change', ana.name, id, []],
  );
  assert.match(created.id, /^aud_/);
  assert.deepEqual(updated.changes, [
    { field: 'display_name', before: 'First', after: 'Second' },
    { field: 'tags', before: [], after: ['new'] },
  ]);
  assert.deepEqual(
    archived.changes.map(({ field }: Wire) => field),
    ['archived_at', 'status'],
  );
});

/** A call of somebody else, elsewhere, that told of these sales of the client. */
async function toldOf(client: string, sales: readonly string[]): Promise<void> {
  const events = sales.map((sale) => ({
    type: 'sale.confirmed',
    data: { id: sale, client_id: client, total: 'secret' },
  }));
  const others = { type: 'stock.low', data: { id: 'variant_01h455vb4pex5vsknk084sn02q' } };
  await world.db.transaction({ organization: ana.organization?.id }, (db) =>
    db.run(sql`insert into call_events (organization_id, id, events, actor, request_id, occurred_at, client_id)
      values (${ana.organization?.id}, row_of_event(${world.runtime.newId()}), ${JSON.stringify([others, ...events])},
        ${JSON.stringify({ type: 'user', id: null, name: 'Bo' })}, 'r', ${world.runtime.now()}, ${client})`),
  );
}

const sales = ['sale_01h455vb4pex5vsknk084sn02q', 'sale_01h455vb4pex5vsknk084sn02r', 'sale_01h455vb4pex5vsknk084sn02s'];

test('what happened elsewhere with the client is told by its event, without its data', async () => {
  const id = await clientWithHistory();
  await toldOf(id, sales.slice(0, 1));
  const timeline = await call('get_client_timeline', { id, limit: 1 });
  const [entry] = timeline.data;
  assert.deepEqual(
    [entry.kind, entry.action, entry.actor.name, entry.record_id, entry.changes],
    ['event', 'sale.confirmed', 'Bo', sales[0], []],
  );
  assert.match(entry.id, /^evt_/);
  assert.doesNotMatch(JSON.stringify(timeline), /secret/);
});

test('events of one call come one after the other, also where a page ends between them', async () => {
  const id = await clientWithHistory();
  await toldOf(id, sales);
  await toldOf(id, sales.slice(1));
  const whole = (await call('get_client_timeline', { id })).data;
  const told = whole.flatMap((entry: Wire) => (entry.kind === 'event' ? [entry.record_id] : []));
  assert.deepEqual(told, [...sales.slice(1).toReversed(), ...sales.toReversed()]);
  for (const limit of [1, 2, 4]) {
    const paged: Wire[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const part: Wire = await call('get_client_timeline', { id, limit, ...(cursor === undefined ? {} : { cursor }) });
      paged.push(...part.data);
      cursor = part.next_cursor;
    }
    assert.deepEqual(paged, whole);
  }
});

test('pages of the timeline follow each other, and only with its own cursor', async () => {
  const id = await clientWithHistory();
  const other = await clientWithHistory();
  const whole = (await call('get_client_timeline', { id })).data;
  const first = await call('get_client_timeline', { id, limit: 2 });
  const second = await call('get_client_timeline', { id, limit: 2, cursor: first.next_cursor });
  assert.deepEqual([...first.data, ...second.data], whole);
  assert.deepEqual([second.has_more, second.next_cursor], [false, null]);
  for (const wrong of [
    { id: other, cursor: first.next_cursor },
    { id, cursor: `A${first.next_cursor.slice(1)}` },
  ]) {
    await assert.rejects(call('get_client_timeline', wrong), refused('invalid_cursor'));
  }
});

test('another organisation’s client has no timeline', async () => {
  const id = await clientWithHistory();
  await assert.rejects(call('get_client_timeline', { id }, { as: rival }), refused('not_found'));
});

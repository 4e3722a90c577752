/** An invoice that comes again is made once, on its day, whoever works; and what cannot be made says so. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { asOwner } from '../../../test/support/database.ts';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../test/support/world.ts';
import { catalogue } from '../../catalogue.ts';
import type { Actor } from '../../operation/actor.ts';
import { recurringDocuments } from '../../modules/documents/index.ts';
import { recurringRunner } from './recurring-job.ts';

const world = await createWorld();
const runner = recurringRunner(recurringDocuments, { catalogue, runtime: () => world.runtime });
const noon = (day: string) => world.setNow(`${day}T12:00:00Z`);

type Job = { id: string; organization_id: string; payload: object };

/** The jobs that are due, taken off the queue. */
async function due(): Promise<Job[]> {
  return asOwner(world.database.ownerUrl, async (client) => {
    const { rows } = await client.query<Job>(
      `update jobs set state = 'done'
       where kind = 'run_recurring_document' and state = 'queued' and run_at <= $1 returning *`,
      [world.runtime.now()],
    );
    return rows;
  });
}

function work({ id, organization_id: organizationId, payload }: Job): Promise<unknown> {
  const job = { id, organizationId, payload, kind: 'run_recurring_document', attempts: 1, error: null };
  return runner(job, () => Promise.resolve());
}

/** Works at what is due until nothing is, as a worker would. */
async function catchUp(): Promise<void> {
  for (let jobs = await due(); jobs.length > 0; jobs = await due()) {
    for (const job of jobs) await work(job);
  }
}

/** An invoice of 100.00 that is repeated. */
async function sourceOf(as: Actor, more: object = {}): Promise<Wire> {
  const client_id = (await shopOf(world, as).client()).id;
  const lines = [{ name: 'Retainer', quantity: '2', unit_price: '50' }];
  const input = { type: 'invoice', client_id, lines, title: 'Retainer', po_number: 'PO-9', issue: true, ...more };
  return world.call('create_document', input, { as });
}

async function schedule(as: Actor, more: object = {}): Promise<Wire> {
  const source = await sourceOf(as);
  const rhythm = { frequency: 'month', start_date: '2026-09-01' };
  const input = { name: 'Retainer', document_id: source.id, ...rhythm, mode: 'issue' };
  const start_date = source.issue_date ?? undefined;
  return world.call('create_recurring_document', { ...input, start_date, ...more }, { as });
}

async function made(as: Actor, id: string): Promise<Wire[]> {
  const { data } = await world.call('list_documents', { recurring_id: id, sort: 'created_at', limit: 100 }, { as });
  return data;
}

test('an invoice of the 31st is issued on the last day of short months, by itself, each once', async () => {
  noon('2026-01-31');
  const as = await world.found('Studio');
  const { id } = await schedule(as, { due_in_days: 10 });
  for (const day of ['2026-01-31', '2026-02-27', '2026-02-28', '2026-03-30', '2026-03-31']) {
    noon(day);
    await catchUp();
  }
  const invoices = await made(as, id);
  assert.deepEqual(
    invoices.map((one) => [one.issue_date, one.supply_date, one.due_date, one.status, one.total, one.occurrence_date]),
    [
      ['2026-01-31', '2026-01-31', '2026-02-10', 'overdue', '100.00', '2026-01-31'],
      ['2026-02-28', '2026-02-28', '2026-03-10', 'overdue', '100.00', '2026-02-28'],
      ['2026-03-31', '2026-03-31', '2026-04-10', 'open', '100.00', '2026-03-31'],
    ],
  );
  assert.deepEqual(
    [invoices[0]?.po_number, invoices[0]?.title, invoices[0]?.created_by.name],
    ['PO-9', 'Retainer', 'Owner of Studio'],
  );
  assert.equal(new Set(invoices.map(({ number }) => number)).size, 3);
  const now = await world.call('get_recurring_document', { id }, { as });
  assert.deepEqual([now.run_count, now.last_run_date, now.next_date], [3, '2026-03-31', '2026-04-30']);
  await shopOf(world, as).booksAgree();
});

test('however many nodes work at the same day, one invoice is made of it', async () => {
  noon('2026-05-01');
  const as = await world.found('Twins');
  const { id } = await schedule(as);
  const job = (await due()).find((one) => one.organization_id === as.organization?.id);
  assert.ok(job);
  await Promise.allSettled(Array.from({ length: 8 }, () => work(job)));
  assert.equal((await made(as, id)).length, 1);
});

test('a day begins at midnight of the organisation', async () => {
  world.setNow('2026-05-01T04:00:00Z');
  const as = await world.found('West', { timezone: 'America/Los_Angeles' });
  const { id } = await schedule(as, { start_date: '2026-05-01' });
  await catchUp();
  assert.deepEqual(await made(as, id), []);
  world.setNow('2026-05-01T07:00:00Z');
  await catchUp();
  assert.deepEqual(
    (await made(as, id)).map(({ issue_date: day }) => day),
    ['2026-05-01'],
  );
});

test('what nobody made on its day is caught up as it says: none of it, the last, or each', async () => {
  const caught: Record<string, string[]> = {};
  for (const catch_up of ['skip', 'one', 'all']) {
    noon('2026-01-10');
    const as = await world.found(`Late ${catch_up}`);
    const { id } = await schedule(as, { catch_up, start_date: '2026-01-15' });
    noon('2026-03-20');
    await catchUp();
    caught[catch_up] = (await made(as, id)).map(({ occurrence_date: day }) => day);
  }
  assert.deepEqual(caught, { skip: [], one: ['2026-03-15'], all: ['2026-01-15', '2026-02-15', '2026-03-15'] });
});

test('drafts wait for somebody; a pause and an end are kept', async () => {
  noon('2026-06-01');
  const as = await world.found('Careful');
  const { id } = await schedule(as, { mode: 'draft', occurrences_max: 2 });
  await catchUp();
  assert.deepEqual(
    (await made(as, id)).map(({ status, number }) => [status, number]),
    [['draft', null]],
  );
  const act = (name: string, input: object = {}) => world.call(name, { id, ...input }, { as, key: randomUUID() });
  await act('pause_recurring_document');
  noon('2026-07-01');
  await catchUp();
  assert.equal((await made(as, id)).length, 1);
  await assert.rejects(act('run_recurring_document'), refused('invalid_state_transition'));
  await act('resume_recurring_document');
  await catchUp();
  assert.equal((await made(as, id)).length, 2);
  assert.equal((await act('get_recurring_document')).status, 'completed');
});

test('what stands in the way pauses it after three days, and says what', async () => {
  noon('2026-08-01');
  const as = await world.found('Blocked');
  const shop = shopOf(world, as);
  const scarce = await shop.product({ price: '10' });
  await shop.receive(scarce, '1', '4');
  const floored = await shop.service({ price: '10', min_price: '9' });
  const limited = await shop.client({ credit_limit: '150' });
  const held = await shop.client();
  const closing = await world.call('create_location', { name: 'Closing', code: 'CLOSING' }, { as });
  const lines = (variant: Wire) => [{ variant_id: variant.id, quantity: '1' }];
  const usd = [{ name: 'Item', quantity: '1', unit_price: '1' }];
  const sources: Record<string, object> = {
    insufficient_stock: { lines: lines(scarce) },
    credit_limit_exceeded: { client_id: limited.id },
    credit_held: { client_id: held.id },
    price_below_floor: { lines: [{ variant_id: floored.id, quantity: '1', unit_price: '15' }] },
    location_not_active: { location_id: closing.id },
    variant_not_sold: { lines: lines(await shop.service({ price: '1' })) },
    exchange_rate_missing: { currency: 'USD', exchange_rate: '0.9', lines: usd },
  };
  for (const [code, more] of Object.entries(sources)) {
    const source = await sourceOf(as, more);
    if (code === 'credit_held') await world.call('update_client', { id: held.id, credit_hold: true }, { as });
    if (code === 'location_not_active') await world.call('archive_location', { id: closing.id }, { as });
    const [{ variant_id: id, product_id }] = source.lines;
    if (code === 'variant_not_sold') await world.call('archive_product', { id: product_id }, { as });
    if (code === 'price_below_floor') await world.call('update_variant', { id, min_price: '20' }, { as });
    const rhythm = { frequency: 'day', start_date: source.issue_date ?? undefined };
    const input = { name: code, document_id: source.id, ...rhythm, mode: 'issue' };
    const made_ = await world.call('create_recurring_document', input, { as });
    await assert.rejects(
      world.call('run_recurring_document', { id: made_.id }, { as, key: randomUUID() }),
      refused(code),
      code,
    );
  }
  for (const day of ['2026-08-01', '2026-08-02', '2026-08-03', '2026-08-04']) {
    noon(day);
    await catchUp();
  }
  const { data } = await world.call('list_recurring_documents', { status: ['paused'], limit: 100 }, { as });
  assert.equal(data.length, Object.keys(sources).length);
  const short = data.find(({ name }: Wire) => name === 'insufficient_stock');
  assert.match(short.last_error, /Not enough stock/);
});

test('only what may be done by hand is done by itself, and only an invoice is repeated', async () => {
  noon('2026-09-01');
  const as = await world.found('Strict');
  const source = await sourceOf(as);
  const rhythm = { frequency: 'month', start_date: '2026-09-01' };
  const input = { name: 'Retainer', document_id: source.id, ...rhythm, mode: 'issue' };
  const clerk = withPermissions(as, ['documents:manage', 'documents:write', 'sales:write']);
  const create = (by: Actor, more: object = {}) =>
    world.call('create_recurring_document', { ...input, ...more }, { as: by });
  await assert.rejects(create(clerk), refused('forbidden'));
  const { id, version } = await create(clerk, { mode: 'draft' });
  const change = (by: Actor, patch: object) => world.call('update_recurring_document', { id, ...patch }, { as: by });
  await assert.rejects(change(clerk, { mode: 'issue' }), refused('forbidden'));
  await assert.rejects(change(as, { version: version + 7 }), refused('version_conflict'));
  const { lines, client_id } = source;
  const items = lines.map(({ name, quantity, unit_price }: Wire) => ({ name, quantity, unit_price }));
  const quote = await world.call('create_document', { type: 'quote', client_id, lines: items }, { as });
  await assert.rejects(change(as, { document_id: quote.id }), refused('validation_failed'));
  const draft = await sourceOf(as, { issue: false });
  await change(as, { document_id: draft.id });
  await assert.rejects(world.call('delete_document', { id: draft.id }, { as }), refused('document_repeats'));
  await assert.rejects(
    world.call('run_recurring_document', { id }, { as: withPermissions(as, ['documents:manage']), key: randomUUID() }),
    refused('forbidden'),
  );
  const strict = await shopOf(world, as).client({ display_name: 'Ministry' });
  const official = await sourceOf(as, { client_id: strict.id });
  await world.call('update_client', { id: strict.id, e_invoicing: { format: 'xrechnung-ubl' } }, { as });
  const asked = await create(as, { document_id: official.id });
  const run = (which: string) => world.call('run_recurring_document', { id: which }, { as, key: randomUUID() });
  await assert.rejects(run(asked.id), refused('e_invoice_incomplete'));
  await world.call('archive_client', { id: strict.id }, { as });
  await assert.rejects(run(asked.id), refused('client_not_active'));
});

test('where no day is said, the invoice itself was the first', async () => {
  noon('2026-01-31');
  const as = await world.found('Studio');
  const source = await sourceOf(as);
  const again = (more: object): Promise<Wire> =>
    world.call('create_recurring_document', { name: 'Retainer', document_id: source.id, ...more }, { as });
  const monthly = await again({ frequency: 'month' });
  assert.deepEqual([monthly.start_date, monthly.anchor_day, monthly.next_date], ['2026-02-28', 31, '2026-02-28']);
  const onTheFifth = await again({ frequency: 'month', anchor_day: 5 });
  assert.deepEqual([onTheFifth.start_date, onTheFifth.anchor_day], ['2026-02-05', 5]);
  const weekly = await again({ frequency: 'week', interval: 2 });
  assert.deepEqual([weekly.start_date, weekly.anchor_day], ['2026-02-14', null]);
  noon('2026-06-10');
  assert.equal((await again({ frequency: 'month' })).start_date, '2026-06-30', 'what is past is not made up for');
  const draft = await sourceOf(as, { issue: false });
  assert.equal((await again({ document_id: draft.id, frequency: 'month' })).start_date, '2026-06-10');
});

test('it costs what it did, or what lists and catalogue say by then', async () => {
  noon('2026-01-10');
  const as = await world.found('Dearer');
  const shop = shopOf(world, as);
  const variant = await shop.service({ price: '50' });
  const byHand = { name: 'Travel', quantity: '1', unit_price: '7' };
  const source = await sourceOf(as, { lines: [{ variant_id: variant.id, quantity: '2' }, byHand] });
  const rhythm = { frequency: 'month', start_date: '2026-02-10', mode: 'issue', name: 'Retainer' };
  const again = (more: object): Promise<Wire> =>
    world.call('create_recurring_document', { document_id: source.id, ...rhythm, ...more }, { as });
  const [same, current] = [await again({}), await again({ prices: 'current' })];
  assert.deepEqual([same.prices, current.prices], ['same', 'current']);
  await world.call('update_variant', { id: variant.id, price: '60' }, { as });
  noon('2026-02-10');
  await catchUp();
  const totals = async ({ id }: Wire) => (await made(as, id)).map(({ total }) => total);
  assert.deepEqual([await totals(same), await totals(current)], [['107.00'], ['127.00']]);
  await world.call('update_recurring_document', { id: current.id, prices: 'same' }, { as });
  noon('2026-03-10');
  await catchUp();
  assert.deepEqual(await totals(current), ['127.00', '107.00']);
});

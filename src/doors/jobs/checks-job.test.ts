/** Books are checked every night, by the clock of their organisation, and whoever listens learns what is wrong. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../../../test/support/database.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { catalogue } from '../../catalogue.ts';
import { sql } from '../../db/sql.ts';
import { dayIn } from '../../core/calendar.ts';
import type { Actor } from '../../operation/actor.ts';
import { checksRunner } from './checks-job.ts';

const world = await createWorld();
const runner = checksRunner({ catalogue, runtime: () => world.runtime });

type Waiting = { readonly id: string; readonly run_at: string };

function waiting({ organization }: Actor): Promise<Waiting[]> {
  return world.db.transaction({}, (tx) =>
    tx.many<Waiting>(sql`
      select id, run_at from jobs
      where kind = 'check_books' and organization_id = ${organization?.id ?? ''} and state = 'queued'`),
  );
}

async function night(who: Actor): Promise<unknown> {
  const organizationId = who.organization?.id ?? '';
  const id = world.runtime.newId();
  return runner(
    { id, organizationId, kind: 'check_books', payload: {}, attempts: 1, error: null },
    async () => undefined,
  );
}

const kept = async (as: Actor) => (await world.call('get_last_checks', {}, { as })).outcome;

test('the books of a new organisation wait for its first night, in its own time zone', async () => {
  world.setNow('2026-03-10T12:00:00Z');
  for (const timezone of ['Pacific/Kiritimati', 'America/New_York', 'Europe/Berlin']) {
    const who = await world.found(`Shop in ${timezone}`, { timezone });
    const [job, ...others] = await waiting(who);
    assert.deepEqual(others, []);
    const at = job?.run_at ?? '';
    const tomorrow = dayIn('2026-03-11T12:00:00Z', timezone);
    assert.equal(dayIn(at, timezone), tomorrow);
    const hour = Number(
      new Intl.DateTimeFormat('en', { timeZone: timezone, hour: 'numeric', hourCycle: 'h23' }).format(new Date(at)),
    );
    assert.ok(hour >= 1 && hour < 4, `at ${hour} o'clock in ${timezone}`);
    assert.equal(await kept(who), null);
  }
});

test('a night keeps what it found and queues the next, once, however often it is run', async () => {
  world.setNow('2026-03-11T03:00:00.000Z');
  const who = await world.found('Quiet', { timezone: 'Europe/Berlin' });
  const before = (await waiting(who)).length;
  world.emitted();
  assert.deepEqual(await night(who), { ok: true, checked_at: '2026-03-11T03:00:00.000Z' });
  await night(who);
  assert.equal((await waiting(who)).length, before);
  const outcome = await kept(who);
  assert.deepEqual([outcome.ok, outcome.checked_at], [true, '2026-03-11T03:00:00.000Z']);
  assert.deepEqual(outcome.checks, (await world.call('check_books', {}, { as: who })).checks);
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['checks.completed', 'checks.completed'],
  );
});

test('books in which nobody wrote are left alone for a week, and then looked at again', async () => {
  world.setNow('2026-03-10T12:00:00.000Z');
  const who = await world.found('Resting', {});
  world.setNow('2026-03-11T03:00:00.000Z');
  await night(who);
  const nights: unknown[] = [];
  for (const day of ['12', '13', '18']) {
    world.setNow(`2026-03-${day}T03:00:00.000Z`);
    nights.push(await night(who));
  }
  assert.deepEqual(nights, [null, null, { ok: true, checked_at: '2026-03-18T03:00:00.000Z' }]);
  await world.call('create_client', { type: 'individual', display_name: 'Kim' }, { as: who });
  world.setNow('2026-03-19T03:00:00.000Z');
  assert.notEqual(await night(who), null);
});

test('what is wrong is told and kept, every night until it is right, and to nobody else', async () => {
  world.setNow('2026-04-01T09:00:00Z');
  const shop = shopOf(world);
  const client = await shop.client();
  await world.call('create_sale', {
    client_id: client.id,
    confirm: true,
    lines: [{ name: 'Chair', quantity: '1', unit_price: '10.00' }],
  });
  const organization = world.ana.organization?.id ?? '';
  const drift = (by: number) =>
    asOwner(world.database.ownerUrl, async (owner) => {
      await owner.query(
        `update numbering_counters set next_number = next_number + $1
         where record_type = 'sale' and organization_id = $2`,
        [by, organization],
      );
    });
  await drift(1);
  for (const day of ['02', '03']) {
    world.setNow(`2026-04-${day}T03:00:00.000Z`);
    world.emitted();
    await night(world.ana);
    const [completed, told, ...others] = world.emitted();
    assert.deepEqual([completed?.type, (completed?.data as Wire)?.ok], ['checks.completed', false]);
    assert.deepEqual(others, []);
    assert.equal(told?.type, 'checks.failed');
    const data = told?.data as Wire;
    assert.deepEqual(
      data.failed.map(({ name, wrong }: Wire) => [name, wrong]),
      [['sale_numbers', 1]],
    );
    assert.equal(JSON.stringify(data).includes('found'), false);
    const outcome = await kept(world.ana);
    assert.equal(outcome.ok, false);
  }
  await drift(-1);
  world.setNow('2026-04-04T03:00:00.000Z');
  assert.equal((await world.call('keep_checks', {})).ok, true);
  assert.equal((await kept(world.ana)).ok, true);
  assert.equal(await kept(world.rival), null);
  world.setNow(undefined);
});

/** Scheduling a report: what is refused, what is usual, and what others see of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../../../test/support/database.ts';
import { createWorld, type Wire, withPermissions } from '../../../test/support/world.ts';
import { BusinessError } from '../../operation/errors.ts';

const world = await createWorld();
world.setNow('2026-11-28T12:00:00.000Z');
const given = { name: 'Result', report: 'profit-and-loss', period: 'last_month', frequency: 'month' };
const create = (more: object = {}): Promise<Wire> => world.call('create_scheduled_report', { ...given, ...more });

function refusedAs(code: string, pointer?: string) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof BusinessError, String(error));
    const [first] = error.details.errors ?? [];
    assert.deepEqual([error.kind.code, first?.pointer], [code, pointer]);
    return true;
  };
}

test('what is not said is usual: to oneself, as a PDF by a link of two weeks, on the first at seven', async () => {
  world.emitted();
  const made = await create();
  const { format, attach, link_days, hour, anchor_day, weekday, next_date, status, when_empty } = made;
  assert.deepEqual(
    [format, attach, link_days, hour, anchor_day, weekday, next_date, status, when_empty],
    ['pdf', false, 14, 7, 1, null, '2026-12-01', 'active', 'send'],
  );
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['scheduled_report.created'],
  );
});

test('a report that could not be made is refused, about the field where it was written', async () => {
  for (const [more, code, pointer] of [
    [{ parameters: { colour: 'red' } }, 'validation_failed', '/parameters/colour'],
    [{ parameters: { period: 'today' } }, 'validation_failed', '/parameters/period'],
    [{ parameters: { layout: 'roman' } }, 'validation_failed', '/parameters/layout'],
    [{ report: 'client-statement' }, 'validation_failed', '/parameters/client_id'],
    [{ weekday: 'monday' }, 'validation_failed', '/weekday'],
    [{ frequency: 'week', anchor_day: 3 }, 'validation_failed', '/anchor_day'],
    [{ member_ids: [], emails: [] }, 'validation_failed', '/member_ids'],
    [{ member_ids: ['mem_01h455vb4pex5vsknk084sn02q'] }, 'not_found', '/member_ids/0'],
  ] as const) {
    await assert.rejects(create(more), refusedAs(code, pointer));
  }
});

test('a change moves the next date, keeps what is left out, and takes the place of the recipients', async () => {
  const { id } = await create({ frequency: 'week', emails: ['one@example.com', 'two@example.com'] });
  const moved = await world.call('update_scheduled_report', { id, weekday: 'friday', hour: 9 });
  assert.deepEqual(
    [moved.next_date, moved.weekday, moved.hour, moved.recipients.length],
    ['2026-12-04', 'friday', 9, 2],
  );
  const monthly = await world.call('update_scheduled_report', { id, frequency: 'quarter', anchor_day: 31 });
  assert.deepEqual([monthly.next_date, monthly.weekday], ['2027-01-31', null]);
  const { recipients } = await world.call('update_scheduled_report', { id, emails: ['two@example.com'] });
  assert.deepEqual(
    recipients.map(({ email }: Wire) => email),
    ['two@example.com'],
  );
});

test('a schedule of others is not there for who may not send data out, nor changed by a key without it', async () => {
  const { id } = await create();
  const key = { ...withPermissions(world.ana, ['reports:read']), kind: 'api_key' as const };
  const out = { emails: ['out@example.com'] };
  const narrow = { as: key };
  await assert.rejects(
    world.call('create_scheduled_report', { ...given, ...out }, narrow),
    refusedAs('insufficient_scope'),
  );
  await assert.rejects(world.call('update_scheduled_report', { id, ...out }, narrow), refusedAs('insufficient_scope'));
  const shared = await create(out);
  await world.call('pause_scheduled_report', { id: shared.id });
  await assert.rejects(
    world.call('resume_scheduled_report', { id: shared.id }, narrow),
    refusedAs('insufficient_scope'),
  );
  await assert.rejects(
    world.call('update_scheduled_report', { id: shared.id, name: 'Mine' }, narrow),
    refusedAs('insufficient_scope'),
  );
  const stranger = { as: { ...key, userId: world.rival.userId } };
  await assert.rejects(world.call('get_scheduled_report', { id }, stranger), refusedAs('not_found'));
  assert.deepEqual((await world.call('list_scheduled_reports', {}, stranger)).data, []);
});

test('what nobody gets is not sent, and an address that unsubscribed is not added again', async () => {
  const { id } = await create({ emails: ['gone@example.com'] });
  await asOwner(world.database.ownerUrl, (client) =>
    client.query(`update report_recipients set status = 'unsubscribed' where email = 'gone@example.com'`),
  );
  await assert.rejects(world.call('send_scheduled_report', { id }), refusedAs('invalid_state_transition'));
  await assert.rejects(
    world.call('update_scheduled_report', { id, emails: ['gone@example.com'] }),
    refusedAs('recipient_unsubscribed'),
  );
});

test('it is sent by hand so many times a day, and no more', async () => {
  const { id } = await create();
  for (let times = 0; times < 20; times += 1) await world.call('send_scheduled_report', { id });
  await assert.rejects(world.call('send_scheduled_report', { id }), refusedAs('limit_exceeded'));
});

test('links that never were lead nowhere', async () => {
  for (const name of [
    'get_report_link',
    'open_report_link',
    'get_report_link_file',
    'get_report_subscription',
    'unsubscribe_from_report',
  ]) {
    await assert.rejects(world.call(name, { token: 'none' }), refusedAs('not_found'));
  }
});

test('one of an organisation has so many schedules', async () => {
  const as = await world.found('Many');
  const { id } = await world.call('create_scheduled_report', given, { as });
  await asOwner(world.database.ownerUrl, (client) =>
    client.query(
      `insert into scheduled_reports select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid()))).*
       from scheduled_reports as one, generate_series(2, 200) where organization_id = $1`,
      [as.organization?.id],
    ),
  );
  await assert.rejects(world.call('create_scheduled_report', given, { as }), refusedAs('limit_exceeded'));
  assert.equal((await world.call('get_scheduled_report', { id }, { as })).id, id);
});

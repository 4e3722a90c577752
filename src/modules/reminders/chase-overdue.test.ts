/** All who are late are reminded in one call: each of what they owe, and nobody who is not to be. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { longTest } from '../../../test/support/dose.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();

/** A business of 1 March whose clients are late on 20 March. */
async function business(name: string) {
  world.setNow('2026-03-01T08:00:00Z');
  const as = await world.found(name, { timezone: 'Europe/Berlin', country: 'DE' });
  const call = (operation: string, input: object = {}) => world.call(operation, input, { as, key: randomUUID() });
  const texts = { '*': { subject: 'Second letter: {{number}} of {{client}}' } };
  await call('update_reminder_policy', { steps: [{ days: 1 }, { days: 7, texts }] });
  const owed = async (client: string, due_date: string, more: Wire = {}): Promise<Wire> => {
    const { email = `${randomUUID()}@example.com`, ...rest } = more;
    const about = { type: 'business', display_name: client, allow_duplicate: true };
    const { id: client_id } = await call('create_client', email === null ? about : { ...about, email });
    const lines = [{ name: 'Hour', quantity: '1', unit_price: '100' }];
    return call('create_document', {
      type: 'invoice',
      client_id,
      lines,
      due_date,
      issue: true,
      language: 'en',
      ...rest,
    });
  };
  const late = () => world.setNow('2026-03-20T11:00:00Z');
  const chase = (input: object = {}): Promise<Wire> => call('chase_overdue', input);
  return { as, call, owed, late, chase };
}

const numbers = (some: readonly Wire[]) => some.map(({ number }) => number);

test('everybody who is late gets the letter of their step, once a week, and who is left out is told', async () => {
  const { call, owed, late, chase } = await business('Chasing');
  const second = await owed('Zoë', '2026-03-05', { email: 'zoe@example.com' });
  const first = await owed('Ben', '2026-03-18');
  const dollars = await owed('Lee', '2026-03-10', { currency: 'USD', exchange_rate: '0.9' });
  const disputed = await owed('Kim', '2026-03-04');
  const silent = await owed('Nobody', '2026-03-03', { email: null });
  await owed('Paid', '2026-03-02').then(({ sale_id: id }) => call('pay_sale', { id, method: 'Cash' }));
  await owed('In time', '2026-03-20');
  await call('set_document_reminders', { id: disputed.id, hold: 'disputed' });
  late();
  const { reminded, totals, skipped, cut } = await chase();
  assert.deepEqual(numbers(reminded), [second.number, dollars.number, first.number]);
  assert.deepEqual(
    reminded.map(({ client_name, days, days_overdue, currency, amount_due }: Wire) => [
      client_name,
      days,
      days_overdue,
      currency,
      amount_due,
    ]),
    [
      ['Zoë', 7, 15, 'EUR', '100.00'],
      ['Lee', 7, 10, 'USD', '100.00'],
      ['Ben', 1, 2, 'EUR', '100.00'],
    ],
  );
  assert.equal(reminded[0].subject, `Second letter: ${second.number} of Zoë`);
  assert.deepEqual(reminded[0].recipients, ['zoe@example.com']);
  assert.deepEqual(totals, [
    { currency: 'EUR', count: 2, amount_due: '200.00' },
    { currency: 'USD', count: 1, amount_due: '100.00' },
  ]);
  assert.deepEqual(
    skipped.map(({ number, reason }: Wire) => [number, reason]),
    [
      [disputed.number, 'on_hold'],
      [silent.number, 'no_recipient'],
    ],
  );
  assert.deepEqual(cut, []);
  assert.equal((await call('list_document_mails', { document_id: second.id })).data.length, 1);
  const again = await chase();
  assert.deepEqual([again.reminded, again.totals], [[], []]);
  assert.deepEqual(
    again.skipped.filter(({ reason }: Wire) => reason === 'reminded_recently').map(({ number }: Wire) => number),
    numbers(reminded),
  );
  world.setNow('2026-03-28T11:00:00Z');
  const later = await chase({ min_days_overdue: 18 });
  assert.deepEqual(numbers(later.reminded), [second.number, dollars.number]);
  assert.equal(later.reminded[0].days, null, 'its step was sent before');
});

test('what is named alone is reminded, in own words, and nothing where one of them is not overdue', async () => {
  const { call, owed, late, chase } = await business('Named');
  const [one, other, open] = [
    await owed('A', '2026-03-05'),
    await owed('B', '2026-03-05'),
    await owed('C', '2026-04-05'),
  ];
  late();
  await assert.rejects(
    chase({ document_ids: [one.id, open.id] }),
    refused('validation_failed', ({ errors }) => {
      assert.deepEqual([errors[0].pointer, errors[0].code], ['/document_ids/1', 'not_overdue']);
    }),
  );
  await assert.rejects(chase({ subject: 'Pay {{what}}' }), refused('validation_failed'));
  const ghost = (id: string) => `${id.slice(0, -4)}zzzz`;
  await assert.rejects(chase({ document_ids: [one.id, ghost(one.id)] }), refused('not_found'));
  await assert.rejects(chase({ client_id: ghost(one.client_id) }), refused('not_found'));
  assert.deepEqual((await call('list_reminders')).data, []);
  const { reminded } = await chase({ document_ids: [one.id], subject: 'Please, {{client}}' });
  assert.deepEqual([numbers(reminded), reminded[0].subject], [[one.number], 'Please, A']);
  const ofB = await chase({ client_id: other.client_id, quiet_days: 0 });
  assert.deepEqual(numbers(ofB.reminded), [other.number]);
  assert.deepEqual(new Set(numbers((await chase({ quiet_days: 0 })).reminded)), new Set([one.number, other.number]));
});

test('of two who chase at once each invoice is reminded by one', async () => {
  const { call, owed, late, chase } = await business('Twice');
  for (const name of ['A', 'B', 'C']) await owed(name, '2026-03-05');
  late();
  const both = await Promise.all([chase(), chase()]);
  assert.equal(both.flatMap(({ reminded }) => reminded).length, 3);
  assert.equal((await call('list_reminders')).data.length, 3);
});

test('fifty at a time, oldest first, and how many are left; who has no address holds up nobody', longTest, async () => {
  const { call, owed, late, chase } = await business('Many');
  const { client_id: silent } = await owed('Silent', '2026-03-02', { email: null });
  const { client_id: loud } = await owed('Loud', '2026-03-03');
  const lines = [{ name: 'Hour', quantity: '1', unit_price: '1' }];
  const invoice = { type: 'invoice', lines, issue: true };
  for (let day = 0; day < 51; day += 1) {
    await call('create_document', { ...invoice, client_id: silent, due_date: '2026-03-03' });
    await call('create_document', { ...invoice, client_id: loud, due_date: '2026-03-10' });
  }
  late();
  const first = await chase();
  assert.deepEqual([first.reminded.length, first.skipped.length], [50, 50]);
  assert.deepEqual(
    first.cut.map(({ list, left }: Wire) => [list, left]),
    [
      ['reminded', 2],
      ['skipped', 2],
    ],
  );
  const rest = await chase();
  assert.deepEqual([rest.reminded.length, rest.cut.filter(({ list }: Wire) => list === 'reminded')], [2, []]);
});

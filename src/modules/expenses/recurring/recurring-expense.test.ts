import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const fixture = createExpenseFixture(world);
world.setNow('2026-03-10T12:00:00Z');
const template = { payee_name: 'Landlord', lines: [{ category: 'Rent and utilities', amount: '900' }] };
const create = (more: object = {}): Promise<Wire> =>
  fixture.keyed('create_recurring_expense', { name: 'Rent', frequency: 'month', template, ...more });
const run = ({ id }: Wire) => fixture.keyed('run_recurring_expense', { id });
const types = () => world.emitted().map(({ type }) => type);
const fault = (code: string, pointer: string) =>
  refused('validation_failed', ({ errors }) => assert.deepEqual([errors[0].code, errors[0].pointer], [code, pointer]));

describe('recurring expenses', () => {
  test('one is read back as it was answered, with ids for all that was named', async () => {
    const supplier = await fixture.supplier({ display_name: 'Landlord Ltd' });
    const [rate] = (await call('list_tax_rates')).data;
    const lines = [
      { category: 'Rent and utilities', amount: '900.50', tax_rate_ids: [rate.id], description: 'Shop' },
      { category: 'Insurance', amount: '10', billable: true, client_id: supplier.id },
    ];
    types();
    const created = await create({
      template: { supplier: 'landlord ltd', lines, method: 'Cash', notes: 'By the first' },
      interval: 2,
      end_date: '2027-03-10',
      due_in_days: 5,
      catch_up: 'one',
      tags: ['rent'],
      external_id: 'r1',
    });
    assert.deepEqual(types(), ['recurring_expense.created']);
    assert.deepEqual(
      [created.status, created.mode, created.interval, created.anchor_day, created.start_date, created.next_date],
      ['active', 'draft', 2, 10, '2026-03-10', '2026-03-10'],
    );
    const [first, second] = created.template.lines;
    assert.deepEqual([first.amount, first.tax_rate_ids, second.tax_rate_ids], ['900.50', [rate.id], null]);
    assert.deepEqual([created.template.supplier_id, second.client_id], [supplier.id, supplier.id]);
    assert.deepEqual(await call('get_recurring_expense', { id: created.id }), created);
    assert.deepEqual((await call('list_recurring_expenses', { tag: 'rent' })).data, [created]);
    await assert.rejects(create({ external_id: 'r1' }), refused('recurring_expense_external_id_taken'));
    await assert.rejects(call('get_recurring_expense', { id: created.id }, { as: world.rival }), refused('not_found'));
    const made = await run(created);
    const expense = await call('get_expense', { id: made.expense_id });
    assert.deepEqual(
      [expense.status, expense.due_date, expense.recurring_id, expense.lines.length, made.next_date],
      ['draft', '2026-03-15', created.id, 2, '2026-05-10'],
    );
    assert.deepEqual([(await run(created)).expense_id, (await run(created)).version], [null, 2]);
  });

  test('it ends on its last day, after its count, or when it is cancelled', async () => {
    const once = await create({ occurrences_max: 1 });
    types();
    assert.deepEqual([(await run(once)).status, types().includes('recurring_expense.completed')], ['completed', true]);
    const state = (status: string) =>
      refused('invalid_state_transition', (details) => assert.equal(details.status, status));
    await assert.rejects(run(once), state('completed'));
    await assert.rejects(call('update_recurring_expense', { id: once.id, name: 'x' }), state('completed'));
    const dated = await create({ frequency: 'day', end_date: '2026-03-10' });
    const over = await run(dated);
    assert.deepEqual([over.status, over.next_date, over.run_count], ['completed', null, 1]);
    const paused = await create();
    assert.equal((await call('pause_recurring_expense', { id: paused.id })).status, 'paused');
    await assert.rejects(run(paused), state('paused'));
    await assert.rejects(call('pause_recurring_expense', { id: paused.id }), state('paused'));
    assert.equal((await call('resume_recurring_expense', { id: paused.id })).status, 'active');
    await assert.rejects(call('resume_recurring_expense', { id: paused.id }), state('active'));
    const cancelled = await call('cancel_recurring_expense', { id: paused.id });
    assert.deepEqual([cancelled.status, cancelled.next_date], ['cancelled', null]);
    await assert.rejects(call('resume_recurring_expense', { id: paused.id }), state('cancelled'));
  });

  test('a change counts from the next one on, and what was made stays', async () => {
    const rent = await create({ start_date: '2026-02-10' });
    const { expense_id: first } = await run(rent);
    const raised = { ...template, lines: [{ category: 'Rent and utilities', amount: '950' }] };
    const changed = await call('update_recurring_expense', {
      id: rent.id,
      version: 2,
      template: raised,
      name: 'Rent 2',
    });
    assert.deepEqual([changed.template.lines[0].amount, changed.name, changed.version], ['950.00', 'Rent 2', 3]);
    await assert.rejects(
      call('update_recurring_expense', { id: rent.id, version: 2, name: 'x' }),
      refused('version_conflict'),
    );
    const { expense_id: second } = await run(rent);
    assert.deepEqual(await Promise.all([first, second].map(async (id) => (await call('get_expense', { id })).total)), [
      '900.00',
      '950.00',
    ]);
    const ended = await call('update_recurring_expense', { id: rent.id, end_date: '2026-03-31' });
    assert.deepEqual([ended.status, ended.next_date], ['completed', null]);
  });

  test('what cannot come again is refused, and says where', async () => {
    await assert.rejects(create({ anchor_day: 11 }), fault('not_on_start', '/anchor_day'));
    await assert.rejects(create({ frequency: 'week', anchor_day: 10 }), fault('not_monthly', '/anchor_day'));
    await assert.rejects(create({ end_date: '2026-03-01' }), fault('before_start', '/end_date'));
    await assert.rejects(create({ end_date: '2026-04-01', occurrences_max: 2 }), fault('two_ends', '/end_date'));
    await assert.rejects(create({ start_date: '2024-01-01' }), fault('too_early', '/start_date'));
    const lines = [{ category: 'Yachts', amount: '1' }];
    await assert.rejects(
      create({ template: { ...template, lines } }),
      refused('not_found', ({ errors }) => assert.equal(errors[0].pointer, '/template/lines/0/category')),
    );
    const last = await create({ start_date: '2026-02-28', anchor_day: 31 });
    assert.equal((await run(last)).next_date, '2026-03-31');
  });

  test('one that posts takes the rights to post, when it is set up and when it runs', async () => {
    const as = withPermissions(world.ana, ['expenses:manage', 'expenses:write']);
    const input = { name: 'Rent', frequency: 'month', template };
    await assert.rejects(call('create_recurring_expense', { ...input, mode: 'post' }, { as }), refused('forbidden'));
    const drafting = await call('create_recurring_expense', input, { as });
    await assert.rejects(
      call('update_recurring_expense', { id: drafting.id, mode: 'post' }, { as }),
      refused('forbidden'),
    );
    const posting = await create({ mode: 'post' });
    await assert.rejects(call('run_recurring_expense', { id: posting.id }, { as, key: 'k' }), refused('forbidden'));
    const { expense_id: id } = await run(posting);
    assert.equal((await call('get_expense', { id })).status, 'posted');
    await fixture.booksAgree();
  });
});

describe('what nobody made on its day', () => {
  const monthly = { start_date: '2026-01-31', frequency: 'month' };
  const daysOf = async ({ id }: Wire): Promise<string[]> =>
    (await call('list_expenses', { recurring_id: id, sort: 'expense_date' })).data.map(
      (expense: Wire) => expense.occurrence_date,
    );
  const runAll = async (schedule: Wire): Promise<Wire> => {
    let last = await run(schedule);
    while (last.next_date <= '2026-05-01') last = await run(schedule);
    return last;
  };

  test('is made afterwards: all of it on the last day of short months, the last of it, or none', async () => {
    world.setNow('2026-01-31T12:00:00Z');
    const schedules = {
      all: await create({ ...monthly, catch_up: 'all' }),
      one: await create({ ...monthly, catch_up: 'one' }),
      skip: await create({ ...monthly, catch_up: 'skip' }),
    };
    world.setNow('2026-05-01T12:00:00Z');
    for (const schedule of Object.values(schedules)) assert.equal((await runAll(schedule)).next_date, '2026-05-31');
    assert.deepEqual(await daysOf(schedules.all), ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
    assert.deepEqual(await daysOf(schedules.one), ['2026-04-30']);
    assert.deepEqual(await daysOf(schedules.skip), []);
    world.setNow('2026-05-31T12:00:00Z');
    for (const schedule of Object.values(schedules)) {
      assert.ok((await run(schedule)).expense_id);
      assert.equal((await daysOf(schedule)).at(-1), '2026-05-31');
    }
  });

  test('is made once, however many make it at once', async () => {
    const schedule = await create({ start_date: '2026-05-30', frequency: 'day' });
    const all = await Promise.all(Array.from({ length: 8 }, () => run(schedule)));
    assert.equal(all.filter(({ expense_id: id }) => id !== null).length, 2);
    assert.deepEqual(await daysOf(schedule), ['2026-05-30', '2026-05-31']);
  });
});

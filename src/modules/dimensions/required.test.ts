/** A dimension may be required: what somebody types is refused without it, what a job posts is on the checklist. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExpenseFixture } from '../../../test/support/expense-fixture.ts';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
const noon = (day: string) => world.setNow(`${day}T12:00:00Z`);

/** An organisation whose costs from 6000 to 6999 and whose revenue need a project, from March on. */
async function books(name: string) {
  noon('2026-03-10');
  const as = await world.found(name);
  const call = (operation: string, input: object = {}) => world.call(operation, input, { as });
  const project = await call('create_dimension', {
    name: 'Project',
    required_for: {
      account_types: ['revenue'],
      account_ranges: [{ first: '6', last: '6' }],
      since: '2026-03-01',
    },
  });
  const value = await call('create_dimension_value', { dimension_id: project.id, code: 'A', name: 'Roof' });
  const lacking = async (through = '2026-03-31') => {
    noon('2026-05-02');
    const { items } = await call('get_close_checklist', { through });
    noon('2026-03-10');
    return items.find(({ name: work }: Wire) => work === 'dimensions_missing').open;
  };
  return { call, project, a: value.id as string, lacking, shop: shopOf(world, as), ...createExpenseFixture(world, as) };
}

/** Refused at these places, for the lack of a dimension. */
const lacks = (...pointers: readonly string[]) =>
  refused('validation_failed', ({ errors }) => {
    assert.deepEqual(
      errors.map((one: Wire) => [one.pointer, one.code]),
      pointers.map((pointer) => [pointer, 'dimension_required']),
    );
  });

test('sales, expenses and entries without it are refused where it lacks, and drafts are not', async () => {
  const { call, a, keyed, lacking, shop } = await books('Typed');
  const line = { name: 'Design', quantity: '1', unit_price: '100', tax_rate_ids: [] };
  const own = { ...line, dimension_value_ids: [a] };
  const payments = [{ method: 'Cash' }];
  await assert.rejects(keyed('record_sale', { lines: [own, line], payments }), lacks('/lines/1/dimension_value_ids'));
  await keyed('record_sale', { lines: [line], dimension_value_ids: [a], payments });
  const client = await shop.client();
  const draft = await call('create_sale', { client_id: client.id, lines: [line] });
  await assert.rejects(keyed('confirm_sale', { id: draft.id }), lacks('/lines/0/dimension_value_ids'));
  const spent = { category: 'Travel', amount: '20', tax_rate_ids: [] };
  await assert.rejects(
    call('create_expense', { payee_name: 'Taxi', lines: [spent, spent], post: true }),
    lacks('/lines/0/dimension_value_ids', '/lines/1/dimension_value_ids'),
  );
  const expense = await call('create_expense', { payee_name: 'Taxi', lines: [spent] });
  await assert.rejects(keyed('post_expense', { id: expense.id }), lacks('/lines/0/dimension_value_ids'));
  await call('update_expense', { id: expense.id, lines: [{ ...spent, dimension_value_ids: [a] }] });
  await keyed('post_expense', { id: expense.id });
  const lines = [
    { account_code: '1010', credit: '10' },
    { account_code: '6000', debit: '10' },
  ];
  await assert.rejects(
    call('create_journal_entry', { memo: 'Wages', lines, post: true }),
    lacks('/lines/1/dimension_value_ids'),
  );
  const entry = await call('create_journal_entry', { memo: 'Wages', lines });
  await assert.rejects(keyed('post_journal_entry', { id: entry.id }), lacks('/lines/1/dimension_value_ids'));
  // Before the first day that it is required.
  await call('create_journal_entry', { memo: 'Wages', entry_date: '2026-02-28', lines, post: true });
  assert.equal(await lacking(), 0);
});

test('a bank line on an account that requires it is refused at its target', async () => {
  const { call, a, keyed } = await books('Bank');
  const { data: banks } = await call('list_accounts', { code: '1010' });
  const { data: fees } = await call('list_accounts', { code: '6700' });
  const account = await call('create_bank_account', { name: 'Giro', account_id: banks[0].id });
  const { lines } = await call('import_bank_statement', {
    bank_account_id: account.id,
    content: 'Buchungstag;Betrag;Verwendungszweck\n05.03.2026;-3,20;Tea\n',
  });
  const target = { account_id: fees[0].id };
  const match = { id: lines[0].line_id, targets: [target] };
  await assert.rejects(keyed('match_bank_line', match), lacks('/targets/0/dimension_value_ids'));
  await keyed('match_bank_line', { ...match, targets: [{ ...target, dimension_value_ids: [a] }] });
});

test('what is reversed, voided or returned needs none, and what nobody types is on the checklist', async () => {
  const { call, project, a, keyed, lacking, shop } = await books('Untyped');
  const required = project.required_for;
  const free = await call('update_dimension', { id: project.id, required_for: null });
  assert.equal(free.required_for, null);
  const entry = await call('create_journal_entry', {
    memo: 'Wages',
    lines: [
      { account_code: '6000', debit: '10' },
      { account_code: '1010', credit: '10' },
    ],
    post: true,
  });
  const client = await shop.client();
  const line = { name: 'Design', quantity: '1', unit_price: '100', tax_rate_ids: [] };
  const [voided, returned] = [
    await call('create_sale', { client_id: client.id, lines: [line], confirm: true }),
    await call('create_sale', { client_id: client.id, lines: [line], confirm: true }),
  ];
  await call('update_dimension', { id: project.id, required_for: required });
  assert.equal(await lacking(), 2);
  await keyed('reverse_journal_entry', { id: entry.id });
  await keyed('void_sale', { id: voided.id, reason: 'Typed twice.' });
  assert.equal(await lacking(), 1);
  await keyed('return_sale', { id: returned.id, lines: [{ line_id: returned.lines[0].id, quantity: '1' }] });
  assert.equal(await lacking(), 0);
  await keyed('create_asset', { name: 'Lathe', account_code: '1500', cost: '120', life_months: 12 });
  noon('2026-05-02');
  await call('run_depreciation');
  assert.equal(await lacking('2026-04-30'), 1);
  // Moved to a value, the account stays as it was.
  noon('2026-05-02');
  const moved = { entry_date: '2026-04-30', memo: 'Lathe of the roof', post: true };
  const { rows } = await call('get_profit_by_dimension', {
    dimension_id: project.id,
    from: '2026-03-01',
    to: '2026-04-30',
    by_account: true,
  });
  const none = rows.find(({ kind }: Wire) => kind === 'none');
  const [{ code, amount }] = none.accounts;
  const off = { account_code: code, credit: amount };
  const elsewhere = [off, { account_code: '1010', debit: amount }];
  await assert.rejects(
    call('create_journal_entry', { ...moved, lines: elsewhere }),
    lacks('/lines/0/dimension_value_ids'),
  );
  const again = { account_code: code, debit: amount, dimension_value_ids: [a] };
  await call('create_journal_entry', { ...moved, lines: [off, again] });
  assert.equal(await lacking('2026-04-30'), 0);
});

test('only income and costs can require one, by the beginning of their codes', async () => {
  const { call, project } = await books('Ranges');
  const change = (required_for: object | null) => call('update_dimension', { id: project.id, required_for });
  await assert.rejects(change({ account_types: ['bank'] }), refused('validation_failed'));
  const backwards = [{ first: '6500', last: '64' }];
  await assert.rejects(
    change({ account_ranges: backwards }),
    refused('validation_failed', ({ errors }) => {
      assert.equal(errors[0].pointer, '/required_for/account_ranges/0/last');
    }),
  );
  // The first day stays where another range is chosen.
  const { required_for: kept } = await change({ account_ranges: [{ first: '6500', last: '65' }] });
  assert.deepEqual(kept, {
    account_types: [],
    account_ranges: [{ first: '6500', last: '65' }],
    since: '2026-03-01',
  });
  const entry = (code: string) =>
    call('create_journal_entry', {
      memo: 'Spent',
      lines: [
        { account_code: code, debit: '10' },
        { account_code: '1010', credit: '10' },
      ],
      post: true,
    });
  await entry('6400');
  await entry('6700');
  await assert.rejects(entry('6500'), lacks('/lines/0/dimension_value_ids'));
  assert.equal((await change({})).required_for, null);
  await entry('6500');
});

/** What posted lines are for changes by an entry that leaves every account as it was. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { longTest } from '../../../test/support/dose.ts';
import { createExpenseFixture } from '../../../test/support/expense-fixture.ts';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
const year = { from: '2026-01-01', to: '2026-12-31' };

async function business(name: string, day = '2026-03-10') {
  world.setNow(`${day}T12:00:00Z`);
  const as = await world.found(name);
  const shop = shopOf(world, as);
  const { keyed, draft, pay } = createExpenseFixture(world, as);
  const call = (operation: string, input: object = {}) => world.call(operation, input, { as });
  const { id } = await call('create_dimension', { name: 'Project' });
  const value = async (code: string): Promise<string> =>
    (await call('create_dimension_value', { dimension_id: id, code, name: code })).id;
  const [a, b] = [await value('A'), await value('B')];
  const profits = async (range: object = year) => {
    const { rows } = await call('get_profit_by_dimension', { ...range, dimension_id: id });
    return Object.fromEntries(rows.map((row: Wire) => [row.code ?? row.kind, row.net_profit]));
  };
  /** Amounts by account, which nothing here may change. */
  const accounts = async () => {
    const { rows } = await call('get_trial_balance', year);
    return rows.map((row: Wire) => [row.code, row.closing]);
  };
  const sound = async () => {
    const { checks } = await call('check_books');
    assert.deepEqual(
      checks.filter(({ ok }: Wire) => !ok).map(({ name: check, found }: Wire) => [check, found]),
      [],
    );
  };
  /** Reassigns, and holds that no account changed and that the books are sound. */
  const reassign = async (input: object) => {
    const before = await accounts();
    const made = await keyed('reassign_dimensions', input);
    assert.deepEqual(await accounts(), before);
    await sound();
    return made;
  };
  return { as, call, keyed, shop, draft, pay, dimension: id as string, a, b, value, profits, reassign, sound };
}

const one = (line: number, ids: readonly string[]) => ({ lines: [{ line, dimension_value_ids: ids }] });

describe('a posted line moves to another value', () => {
  test('of a sale, with the cost of its goods, on its day, and voids and returns follow', longTest, async () => {
    const { call, keyed, shop, a, b, profits, reassign, sound } = await business('Sales');
    const loaf = await shop.product({ price: '20' });
    await shop.receive(loaf, '100', '5');
    const line = { variant_id: loaf.id, quantity: '2', tax_rate_ids: [], dimension_value_ids: [a] };
    const sale = await keyed('create_sale', {
      client_id: (await shop.client()).id,
      lines: [line, { ...line, quantity: '1' }, { name: 'Work', quantity: '1', unit_price: '7', tax_rate_ids: [] }],
      charges: [{ kind: 'shipping', amount: '4' }],
      confirm: true,
    });
    assert.deepEqual(await profits(), { A: '45.00', none: '11.00' });
    world.setNow('2026-03-20T12:00:00Z');
    const made = await reassign({ sale_id: sale.id, ...one(1, [b]) });
    assert.deepEqual([made.posted_on, made.lines[0].earlier_value_ids], ['2026-03-10', [a]]);
    assert.deepEqual(await profits(), { A: '15.00', B: '30.00', none: '11.00' });
    await reassign({ sale_id: sale.id, ...one(3, [b]) });
    assert.deepEqual(await profits(), { A: '15.00', B: '37.00', none: '4.00' });
    const { lines } = await call('get_sale', { id: sale.id });
    assert.deepEqual(
      lines.map((each: Wire) => each.dimension_value_ids),
      [[b], [a], [b]],
    );
    const same = await reassign({ sale_id: sale.id, ...one(1, [b]) });
    assert.deepEqual([same.posted_entry_id, same.lines], [null, []]);
    await reassign({ sale_id: sale.id, ...one(2, []) });
    assert.deepEqual(await profits(), { B: '37.00', none: '19.00' });
    await keyed('return_sale', { id: sale.id, lines: [{ line_id: lines[0].id, quantity: '1' }] });
    assert.deepEqual(await profits(), { B: '22.00', none: '19.00' });
    await sound();
    const other = await keyed('create_sale', { client_id: sale.client_id, lines: [line], confirm: true });
    await reassign({ sale_id: other.id, ...one(1, [b]) });
    await keyed('void_sale', { id: other.id });
    assert.deepEqual(await profits(), { B: '22.00', none: '19.00' });
    await sound();
    await assert.rejects(
      keyed('reassign_dimensions', { sale_id: other.id, ...one(1, [a]) }),
      refused('invalid_state_transition'),
    );
  });

  test('of a bill in another currency and of its credit note, to the cent', async () => {
    const { call, keyed, draft, shop, a, b, profits, reassign } = await business('Bills');
    const line = { category: 'Travel', tax_rate_ids: [], dimension_value_ids: [a] };
    const bill = await draft('0', {
      currency: 'USD',
      exchange_rate: '0.9137',
      lines: [
        { ...line, amount: '33.33' },
        { ...line, amount: '33.35' },
        { ...line, amount: '10', dimension_value_ids: [] },
      ],
      post: true,
    });
    const all = BigInt((await profits())['A'].replace('.', ''));
    await reassign({ expense_id: bill.id, ...one(2, [b]) });
    const split = await profits();
    assert.equal(BigInt(split['A'].replace('.', '')) + BigInt(split['B'].replace('.', '')), all);
    await reassign({ expense_id: bill.id, lines: [1, 3].map((at) => ({ line: at, dimension_value_ids: [b] })) });
    const moved = await profits();
    assert.deepEqual(Object.keys(moved), ['B']);
    assert.deepEqual(
      (await call('get_expense', { id: bill.id })).lines.map((each: Wire) => each.dimension_value_ids),
      [[b], [b], [b]],
    );
    await keyed('void_expense', { id: bill.id });
    assert.deepEqual(await profits(), {});
    const supplier = await shop.client({ roles: ['supplier'] });
    const credit = await draft('40', {
      kind: 'credit_note',
      supplier_id: supplier.id,
      payee_name: undefined,
      lines: [{ ...line, amount: '40' }],
      post: true,
    });
    await reassign({ expense_id: credit.id, ...one(1, [b]) });
    assert.equal((await profits())['B'], '40.00');
  });

  test('of an entry by hand, and its reversal takes both back', async () => {
    const { call, keyed, a, b, profits, reassign, sound } = await business('Entries');
    const entry = await call('create_journal_entry', {
      memo: 'Wages',
      lines: [
        { account_code: '6000', debit: '100', dimension_value_ids: [a] },
        { account_code: '6000', debit: '11', dimension_value_ids: [a] },
        { account_code: '1010', credit: '111' },
      ],
      post: true,
    });
    await reassign({ entry_id: entry.id, ...one(2, [b]) });
    assert.deepEqual(await profits(), { A: '-100.00', B: '-11.00' });
    const read = await call('get_journal_entry', { id: entry.id });
    assert.deepEqual(
      read.lines.map((line: Wire) => [line.dimension_value_ids, line.reassigned_value_ids]),
      [
        [[a], null],
        [[a], [b]],
        [[], null],
      ],
    );
    await reassign({ entry_id: entry.id, ...one(2, [a]) });
    assert.deepEqual(await profits(), { A: '-111.00' });
    await reassign({ entry_id: entry.id, ...one(1, [b]) });
    await keyed('reverse_journal_entry', { id: entry.id });
    assert.deepEqual(await profits(), {});
    await sound();
    const again = keyed('reassign_dimensions', { entry_id: entry.id, ...one(1, [a]) });
    await assert.rejects(again, refused('invalid_state_transition'));
  });

  test('today where its own day is closed, or on a day that is said', async () => {
    const { call, keyed, draft, a, b, profits, reassign } = await business('Closed');
    const line = { category: 'Travel', amount: '50', tax_rate_ids: [], dimension_value_ids: [a] };
    const bill = await draft('50', { lines: [line], post: true });
    world.setNow('2026-06-04T12:00:00Z');
    await call('set_period_locks', { soft: '2026-04-30' });
    const made = await reassign({ expense_id: bill.id, ...one(1, [b]) });
    assert.equal(made.posted_on, '2026-06-04');
    const months = async () => [
      await profits({ from: '2026-03-01', to: '2026-03-31' }),
      await profits({ from: '2026-05-01', to: '2026-05-31' }),
      await profits({ from: '2026-06-01', to: '2026-06-30' }),
    ];
    assert.deepEqual(await months(), [{ A: '-50.00' }, {}, { A: '50.00', B: '-50.00' }]);
    await reassign({ expense_id: bill.id, ...one(1, [a]) });
    const late = await reassign({ expense_id: bill.id, ...one(1, [b]), date: '2026-05-02' });
    assert.equal(late.posted_on, '2026-05-02');
    assert.deepEqual(await months(), [{ A: '-50.00' }, { A: '50.00', B: '-50.00' }, {}]);
    const on = (date: string) => keyed('reassign_dimensions', { expense_id: bill.id, ...one(1, [a]), date });
    await assert.rejects(on('2026-04-30'), refused('period_locked'));
    for (const day of ['2026-03-09', '2026-06-06']) {
      await assert.rejects(
        on(day),
        refused('validation_failed', ({ errors }) =>
          assert.deepEqual([errors[0].code, errors[0].pointer], ['wrong_day', '/date']),
        ),
      );
    }
    assert.deepEqual(await months(), [{ A: '-50.00' }, { A: '50.00', B: '-50.00' }, {}]);
  });

  test('with the discount that the supplier gave on it', async () => {
    const { keyed, draft, shop, a, b, profits, reassign } = await business('Discounts');
    const supplier = await shop.client({ roles: ['supplier'] });
    const bill = await draft('100', {
      supplier_id: supplier.id,
      payee_name: undefined,
      due_date: '2026-04-10',
      early_discounts: [{ percent: '2', days: 10 }],
      lines: [{ category: 'Travel', amount: '100', tax_rate_ids: [], dimension_value_ids: [a] }],
      post: true,
    });
    await keyed('pay_expense', { id: bill.id, method: 'Bank transfer', amount: '98' });
    assert.deepEqual(await profits(), { A: '-98.00' });
    await reassign({ expense_id: bill.id, ...one(1, [b]) });
    assert.deepEqual(await profits(), { B: '-98.00' });
  });
});

test('what cannot be reassigned is refused, and nothing is left behind', async () => {
  const { call, keyed, draft, shop, dimension, a, b, profits } = await business('Refusals');
  const bill = await draft('50', {
    lines: [{ category: 'Travel', amount: '50', tax_rate_ids: [], dimension_value_ids: [a] }],
    post: true,
  });
  const to = (ids: readonly string[], more: object = {}) =>
    keyed('reassign_dimensions', { expense_id: bill.id, ...one(1, ids), ...more });
  const at = (code: string, pointer: string) =>
    refused('validation_failed', ({ errors }) =>
      assert.deepEqual([errors[0].code, errors[0].pointer], [code, pointer]),
    );
  const place = '/lines/0/dimension_value_ids';
  await assert.rejects(to([a, b]), at('same_dimension', `${place}/1`));
  const other = await business('Others');
  await assert.rejects(to([other.a]), refused('not_found'));
  await assert.rejects(
    other.keyed('reassign_dimensions', { expense_id: bill.id, ...one(1, [other.a]) }),
    refused('not_found'),
  );
  await assert.rejects(
    to([b], { sale_id: undefined, entry_id: bill.id.replace('exp', 'je') }),
    refused('validation_failed'),
  );
  await assert.rejects(to([b], { expense_id: undefined }), at('one_of', '/sale_id'));
  await assert.rejects(to([b], one(2, [b])), at('no_line', '/lines/0/line'));
  await assert.rejects(to([b], { lines: [...one(1, [b]).lines, ...one(1, [a]).lines] }), at('twice', '/lines/1/line'));
  await call('update_dimension', { id: dimension, required_for: { account_types: ['expense'], since: '2026-01-01' } });
  await assert.rejects(to([]), at('dimension_required', '/lines/0/dimension_value_ids'));
  await call('archive_dimension_value', { id: b });
  await assert.rejects(to([b]), at('archived', `${place}/0`));
  const [{ id: posted }] = (await call('list_journal_entries', { source_id: bill.id })).data;
  await assert.rejects(to([b], { expense_id: undefined, entry_id: posted }), refused('entry_of_record'));
  const drafted = await draft('5');
  await assert.rejects(
    keyed('reassign_dimensions', { expense_id: drafted.id, ...one(1, [a]) }),
    refused('invalid_state_transition'),
  );
  await keyed('spread_expense', { id: bill.id, from: '2026-03-01', to: '2026-12-31' });
  await call('restore_dimension_value', { id: b });
  await assert.rejects(to([b]), refused('amount_moved_on'));
  const client = await shop.client();
  const deposit = await keyed('create_document', {
    type: 'deposit_invoice',
    client_id: client.id,
    lines: [{ name: 'Deposit', quantity: '1', unit_price: '10', tax_rate_ids: [] }],
    issue: true,
  });
  await assert.rejects(
    keyed('reassign_dimensions', { sale_id: deposit.sale_id, ...one(1, [a]) }),
    at('no_income', '/sale_id'),
  );
  assert.equal((await profits())['B'], undefined);
});

/** What is planned, by account, value and month, and how it compares with the books. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();

async function books(name: string) {
  world.setNow('2026-03-10T12:00:00Z');
  const as = await world.found(name);
  const call = (operation: string, input: object = {}) => world.call(operation, input, { as });
  const spend = (day: string, amount: string, values: readonly string[] = []) =>
    call('create_journal_entry', {
      entry_date: day,
      memo: 'Travel',
      lines: [
        { account_code: '6000', debit: amount, dimension_value_ids: values },
        { account_code: '1010', credit: amount },
      ],
      post: true,
    });
  const earn = (day: string, amount: string) =>
    call('create_journal_entry', {
      entry_date: day,
      memo: 'Work',
      lines: [
        { account_code: '1010', debit: amount },
        { account_code: '4000', credit: amount },
      ],
      post: true,
    });
  const value = async (code: string) => {
    const { data } = await call('list_dimensions');
    const { id } = data[0] ?? (await call('create_dimension', { name: 'Project' }));
    return (await call('create_dimension_value', { dimension_id: id, code, name: `Project ${code}` })).id as string;
  };
  return { call, spend, earn, value };
}

const year = { name: '2026', starts_on: '2026-01-01' };
const twelve = (amount: string) => Array.from({ length: 12 }, () => amount);
const amountsOf = ({ lines }: Wire) => lines.map((line: Wire) => [line.account_code, line.amount]);

describe('a budget', () => {
  test('spreads an amount evenly to the cent, takes each month, and keeps its season under another total', async () => {
    const { call } = await books('Spread');
    const made = await call('create_budget', {
      ...year,
      lines: [
        { account_code: '6000', amount: '100' },
        { account_code: '4000', amounts: [...twelve('0').slice(0, 10), '300', '100.50'] },
      ],
    });
    const [travel, sales] = made.lines;
    assert.deepEqual(travel.amounts, ['8.34', '8.34', '8.34', '8.34', ...twelve('8.33').slice(0, 8)]);
    assert.deepEqual([travel.amount, sales.amount, made.line_count], ['100.00', '400.50', 2]);
    const changed = await call('update_budget', {
      id: made.id,
      version: made.version,
      lines: [
        { account_code: '4000', amount: '801' },
        { account_code: '6000', amount: '100' },
      ],
    });
    assert.deepEqual(changed.lines[0].amounts.slice(9), ['0.00', '600.00', '201.00']);
    assert.deepEqual(changed.lines[1].amounts, travel.amounts);
    const { data } = await call('list_budgets', { on: '2026-12-31' });
    assert.deepEqual(
      data.map(({ id, line_count }: Wire) => [id, line_count]),
      [[made.id, 2]],
    );
    assert.equal((await call('list_budgets', { on: '2027-01-01' })).data.length, 0);
  });

  test('is what the books came to, changed by a percentage', async () => {
    const { call, spend, earn } = await books('Last year');
    await earn('2025-01-31', '1000');
    await earn('2025-12-31', '0.10');
    await spend('2025-06-15', '33.33');
    await spend('2026-01-01', '500');
    const { lines } = await call('create_budget', {
      ...year,
      from_actuals: { starts_on: '2025-01-01', change_percent: '-5' },
    });
    assert.deepEqual(
      lines.map((line: Wire) => [line.account_code, line.amount]),
      [
        ['4000', '950.10'],
        ['6000', '31.66'],
      ],
    );
    assert.deepEqual([lines[0].amounts[0], lines[0].amounts[11], lines[1].amounts[5]], ['950.00', '0.10', '31.66']);
    const same = await call('create_budget', { ...year, name: 'Same', from_actuals: { starts_on: '2025-01-01' } });
    assert.deepEqual(amountsOf(same), [
      ['4000', '1000.10'],
      ['6000', '33.33'],
    ]);
  });

  test('refuses what is no plan, at its place', async () => {
    const { call } = await books('Refused');
    const wrong = async (pointer: string, lines: readonly object[], more: object = {}) => {
      const error = await call('create_budget', { ...year, lines, ...more }).then(
        () => assert.fail(pointer),
        (one: Wire) => one,
      );
      assert.deepEqual(
        error.details.errors.map((one: Wire) => one.pointer),
        [pointer],
      );
    };
    await wrong('/lines/0/account_code', [{ account_code: '1010', amount: '1' }]);
    await wrong('/lines/0/account_code', [{ account_code: '9999999', amount: '1' }]);
    await wrong('/lines/0/account_id', [{ amount: '1' }]);
    await wrong('/lines/0/amount', [{ account_code: '6000' }]);
    await wrong('/lines/0/amount', [{ account_code: '6000', amount: '1.001' }]);
    await wrong('/lines/0/amounts', [{ account_code: '6000', amounts: ['1', '2'] }]);
    await wrong('/lines/1/account_code', [
      { account_code: '6000', amount: '1' },
      { account_code: '6000', amount: '2' },
    ]);
    await wrong('/starts_on', [], { starts_on: '2026-01-02' });
    await wrong('/starts_on', [], { starts_on: 'soon' });
    await wrong('/from_actuals', [], { from_actuals: { starts_on: '2025-01-01' } });
    await call('create_budget', { ...year, name: 'Plan', external_id: 'P-1' });
    await assert.rejects(call('create_budget', { ...year, name: 'plán' }), refused('budget_name_taken'));
    await assert.rejects(
      call('create_budget', { ...year, name: 'Other', external_id: 'P-1' }),
      refused('budget_external_id_taken'),
    );
  });
});

describe('budget against actual', () => {
  test('is planned less spent, and earned less planned, and what came is the profit and loss', async () => {
    const { call, spend, earn, value } = await books('Variance');
    const [north, south] = [await value('N'), await value('S')];
    const budget = await call('create_budget', {
      ...year,
      lines: [
        { account_code: '4000', amount: '12000' },
        { account_code: '6000', amount: '1200' },
        { account_code: '6000', amount: '600', dimension_value_id: north },
      ],
    });
    await earn('2026-01-10', '3500');
    await spend('2026-02-20', '70', [north]);
    await spend('2026-03-02', '500');
    await spend('2026-03-03', '5', [south]);
    const report = await call('get_budget_variance');
    assert.deepEqual([report.budget.id, report.period], [budget.id, { from: '2026-01-01', to: '2026-03-31' }]);
    const row = (of: Wire, code: string) => {
      const found = of.rows.find((one: Wire) => one.code === code);
      return [found.budget, found.actual, found.variance, found.budget_used_percent];
    };
    assert.deepEqual(row(report, '4000'), ['3000.00', '3500.00', '500.00', '116.67']);
    assert.deepEqual(row(report, '6000'), ['450.00', '575.00', '-125.00', '127.78']);
    assert.deepEqual(report.totals.net_profit, {
      budget: '2550.00',
      actual: '2925.00',
      variance: '375.00',
      budget_used_percent: '114.71',
    });
    const results = await call('get_profit_and_loss', { ...report.period, basis: 'accrual' });
    for (const [name, { amount }] of Object.entries<Wire>(results.totals)) {
      if (amount !== undefined) assert.equal(report.totals[name].actual, amount, name);
    }
    const actual = { name: 'budget-variance', row: 'net_profit', column: 'actual' };
    assert.equal((await call('get_report_drilldown', actual)).total, '2925.00');
    const spent = { ...actual, row: 'operating_expenses', budget_id: budget.id, dimension_value_id: north };
    assert.equal((await call('get_report_drilldown', spent)).total, '70.00');
    await assert.rejects(call('get_report_drilldown', { ...actual, column: 'budget' }), refused('validation_failed'));
    const ofNorth = await call('get_budget_variance', { dimension_value_id: north });
    assert.deepEqual(row(ofNorth, '6000'), ['150.00', '70.00', '80.00', '46.67']);
    assert.equal(ofNorth.rows.length, 1);
    const ofSouth = await call('get_budget_variance', { dimension_value_id: south, period: 'this_month' });
    assert.deepEqual(row(ofSouth, '6000'), ['0.00', '5.00', '-5.00', null]);
    const { content } = await call('get_budget_variance', { format: 'csv' });
    assert.match(content, /"operating_expenses","6000",.*,450\.00,575\.00,-125\.00,127\.78\r\n/);
    assert.equal((await call('get_budget_variance', { format: 'pdf' })).content_type, 'application/pdf');
  });

  test('is of whole months of the budget; without one everything is beside the plan', async () => {
    const { call, spend } = await books('Months');
    await spend('2026-02-20', '70');
    const none = await call('get_budget_variance', { period: 'this_year' });
    assert.deepEqual([none.budget, none.rows[0].variance], [null, '-70.00']);
    const made = await call('create_budget', { ...year, months: 3, lines: [{ account_code: '6000', amount: '90' }] });
    for (const range of [
      { from: '2026-01-02', to: '2026-01-31' },
      { from: '2026-01-01', to: '2026-01-30' },
      { from: '2025-12-01', to: '2026-01-31' },
      { from: '2026-03-01', to: '2026-04-30' },
      { period: 'this_year' },
    ]) {
      await assert.rejects(call('get_budget_variance', range), refused('validation_failed'), JSON.stringify(range));
    }
    const february = await call('get_budget_variance', { from: '2026-02-01', to: '2026-02-28' });
    assert.deepEqual([february.rows[0].budget, february.rows[0].variance], ['30.00', '-40.00']);
    await call('archive_budget', { id: made.id });
    assert.equal((await call('get_budget_variance', { period: 'this_month' })).budget, null);
    assert.equal((await call('get_budget_variance', { budget_id: made.id })).budget.name, '2026');
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { behindOf } from '../../../../test/support/behind.ts';
import { createYear } from '../../../../test/support/random-year.ts';
import { seed } from '../../../../test/support/seed.ts';
import { refused } from '../../../../test/support/refused.ts';
import { type Wire, withPermissions } from '../../../../test/support/world.ts';
import { revenueGroups } from '../revenue/revenue-groups.ts';

const { world, year } = await createYear(seed, 100);
const ask = (name: string, input: object = {}): Promise<Wire> => world.call(name, input, { as: year.who });

const range = { from: '2025-03-10', to: '2025-11-20' };
const behind = behindOf(ask);

/** Each of a figure's amounts: of the range, of each interval and of what it is compared with. */
async function figureBehind(name: string, asked: object, row: string, figure: Wire, intervals: Wire[]): Promise<void> {
  await behind(name, asked, { row }, figure.amount);
  if (figure.compared !== null) await behind(name, asked, { row, column: 'compared' }, figure.compared);
  for (const [index, amount] of figure.series.entries()) {
    await behind(name, asked, { row, column: intervals[index].label }, amount);
  }
}

const statement = { interval: 'quarter', compare: 'previous_period' };

for (const basis of ['accrual', 'cash']) {
  test(`profit and loss and spending, ${basis}: every account and every total`, async () => {
    const asked = { ...range, ...statement, basis };
    for (const [name, operation] of [
      ['profit-and-loss', 'get_profit_and_loss'],
      ['expenses-by-category', 'get_expenses_by_category'],
    ] as const) {
      const { rows, totals, intervals } = await ask(operation, asked);
      assert.ok(rows.length > 0);
      for (const row of rows) await figureBehind(name, asked, row.account_id, row, intervals);
      for (const [total, figure] of Object.entries<Wire>(totals)) {
        if (figure?.amount !== undefined) await figureBehind(name, asked, total, figure, intervals);
      }
    }
  });

  test(`tax, ${basis}: every rate and every total`, async () => {
    const asked = { ...range, basis };
    const { rows, totals } = await ask('get_tax_summary', asked);
    for (const { key, base, tax } of rows) {
      await behind('tax-summary', asked, { row: key, column: 'base' }, base);
      await behind('tax-summary', asked, { row: key, column: 'tax' }, tax);
    }
    for (const [row, amount] of Object.entries<string>(totals)) {
      await behind('tax-summary', asked, { row, column: 'tax' }, amount);
    }
  });

  test(`trends, ${basis}: every interval of every figure`, async () => {
    for (const metric of [
      'revenue',
      'net_profit',
      ...(basis === 'accrual' ? ['net_sales', 'gross_profit', 'expenses'] : []),
    ]) {
      const asked = { ...range, metric, basis, interval: 'quarter' };
      for (const row of (await ask('get_trends', asked)).rows) {
        for (const column of ['amount', 'previous_year', 'year_to_date']) {
          await behind('trends', asked, { row: row.label, column }, row[column]);
        }
      }
    }
  });
}

const moneyColumns = ['gross', 'discounts', 'returns', 'charges', 'tax', 'total', 'cost', 'margin'];

test('revenue: every column of every row, whatever it is grouped by', async () => {
  for (const group_by of revenueGroups.filter((group) => group !== 'payment_method')) {
    const asked = { ...range, group_by, interval: 'quarter', compare: 'previous_period' };
    const { rows, totals, intervals } = await ask('get_revenue', asked);
    for (const row of [...rows, { ...totals, key: 'total', kind: 'total' }]) {
      const place = { row: row.key ?? row.kind };
      const columns = row.kind === 'charges' ? ['charges', 'tax', 'total'] : moneyColumns;
      for (const column of columns) await behind('revenue', asked, { ...place, column }, row[column]);
      if (row.units !== null) {
        if (row.kind !== 'charges') await behind('revenue', asked, { ...place, column: 'units' }, row.units);
      }
      if (row.kind === 'charges') continue;
      await behind('revenue', asked, { ...place, column: 'net' }, row.net.amount);
      await behind('revenue', asked, { ...place, column: 'compared' }, row.net.compared);
      if (group_by === 'period') continue;
      for (const [index, amount] of row.net.series.entries()) {
        await behind('revenue', asked, { ...place, column: intervals[index].label }, amount);
      }
    }
  }
});

test('margins and stock: every column of every row', async () => {
  for (const group_by of ['product', 'variant', 'category']) {
    const margins = await ask('get_product_margin', { ...range, group_by });
    for (const row of [...margins.rows, { ...margins.totals, key: 'total' }]) {
      for (const column of ['units', 'net', 'cost', 'margin']) {
        await behind('product-margin', { ...range, group_by }, { row: row.key ?? row.kind, column }, row[column]);
      }
    }
    const asked = { as_at: '2025-09-09', group_by };
    const stock = await ask('get_inventory_valuation', asked);
    for (const row of [...stock.rows, { ...stock.totals, key: 'total' }]) {
      await behind('inventory-valuation', asked, { row: row.key ?? row.kind, column: 'value' }, row.value);
      if (!row.quantity) continue;
      await behind('inventory-valuation', asked, { row: row.key, column: 'quantity' }, row.quantity);
    }
  }
});

test('a comparison of periods: every figure of both', async () => {
  for (const group_by of ['client', 'product', 'channel']) {
    const asked = { ...range, group_by, compare: 'previous_period' };
    const { rows, totals } = await ask('compare_periods', asked);
    for (const row of [...rows, { ...totals, key: 'total' }]) {
      for (const column of ['net', 'cost', 'margin']) {
        const place = { row: row.key ?? row.kind };
        await behind('period-comparison', asked, { ...place, column }, row[column].amount);
        await behind('period-comparison', asked, { ...place, column: `compared_${column}` }, row[column].compared);
      }
      if (group_by !== 'product') continue;
      await behind(
        'period-comparison',
        asked,
        { row: row.key ?? row.kind, column: 'compared_units' },
        row.compared_units,
      );
    }
  }
});

test('payments, what is owed, and the trial balance: every column of every row', async () => {
  const payments = await ask('get_payments_report', range);
  for (const row of [...payments.rows, { ...payments.totals, method_id: 'total' }]) {
    for (const column of ['received', 'refunded', 'fees', 'net', 'unapplied']) {
      await behind('payments', range, { row: row.method_id, column }, row[column]);
    }
  }
  const asked = { as_at: '2025-09-09' };
  const ages = await ask('get_receivables_aging', asked);
  for (const row of [...ages.rows, { ...ages.totals, client_id: 'total' }]) {
    for (const column of ['current', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90_days', 'total', 'credit']) {
      await behind('receivables-aging', asked, { row: row.client_id, column }, row[column]);
    }
  }
  const balance = await ask('get_trial_balance', range);
  const ledger = await ask('get_general_ledger', range);
  for (const [name, rows, totals] of [
    ['trial-balance', balance.rows, balance.totals],
    ['general-ledger', ledger.accounts, ledger.totals],
  ]) {
    for (const row of [...rows, { ...totals, account_id: 'total' }]) {
      for (const column of ['opening', 'debit', 'credit', 'closing']) {
        await behind(name, range, { row: row.account_id, column }, row[column]);
      }
    }
  }
});

test('balance sheet and journal: every account, every total and every entry', async () => {
  const asked = { as_at: '2025-09-09', compare: 'previous_period' };
  const { rows, totals } = await ask('get_balance_sheet', asked);
  for (const row of [...rows, ...Object.entries<Wire>(totals).map(([key, total]) => ({ key, ...total }))]) {
    await behind('balance-sheet', asked, { row: row.key }, row.amount);
    await behind('balance-sheet', asked, { row: row.key, column: 'compared' }, row.compared);
  }
  const journal = await ask('get_journal', { ...range, limit: 30 });
  for (const row of journal.rows) await behind('journal', range, { row: row.entry_id }, row.amount);
  for (const column of ['debit', 'credit']) {
    await behind('journal', range, { row: 'total', column }, journal.totals.amount);
  }
});

test('cash flow: every kind by both methods, every activity, and cash before and after', async () => {
  const asked = { ...range, ...statement };
  const { rows, totals, intervals } = await ask('get_cash_flow', asked);
  for (const row of rows) await figureBehind('cash-flow', asked, row.key, row, intervals);
  for (const method of ['direct', 'indirect']) {
    for (const [activity, figure] of Object.entries<Wire>(totals[method])) {
      await figureBehind('cash-flow', asked, `${method}:${activity}`, figure, intervals);
    }
  }
  await figureBehind('cash-flow', asked, 'net_change', totals.net_change, intervals);
  for (const row of ['opening_cash', 'closing_cash']) await behind('cash-flow', asked, { row }, totals[row]);
});

test('a statement: every entry, what was before and what is after', async () => {
  for (const { id } of year.clients) {
    const asked = { ...range, client_id: id };
    const { rows, opening, closing } = await ask('get_client_statement', asked);
    for (const row of rows) await behind('client-statement', asked, { row: row.entry_id }, row.amount);
    await behind('client-statement', asked, { row: 'opening' }, opening);
    await behind('client-statement', asked, { row: 'closing' }, closing);
  }
});

test('the dashboard: every amount', async () => {
  const asked = { period: 'this_month' };
  const overview = await ask('get_business_overview', asked);
  for (const row of ['net_sales', 'net_profit']) {
    await behind('dashboard', asked, { row }, overview[row].amount);
    await behind('dashboard', asked, { row, column: 'compared' }, overview[row].compared);
  }
  for (const row of ['cash', 'receivable', 'client_credit', 'tax_due']) {
    await behind('dashboard', asked, { row }, overview[row]);
  }
  await behind('dashboard', asked, { row: 'overdue' }, overview.overdue.amount);
});

test('a row or a column that is not there is refused with those that are', async () => {
  const at = (pointer: string) =>
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, pointer));
  const drill = (input: object) => ask('get_report_drilldown', { ...range, ...input });
  await assert.rejects(drill({ name: 'revenue', group_by: 'client', row: 'others', column: 'net' }), at('/row'));
  await assert.rejects(drill({ name: 'revenue', row: 'total', column: 'constructor' }), at('/column'));
  await assert.rejects(drill({ name: 'profit-and-loss', row: 'constructor' }), at('/row'));
  await assert.rejects(drill({ name: 'profit-and-loss', row: 'revenue', column: 'compared' }), at('/column'));
  await assert.rejects(drill({ name: 'client-statement', row: 'opening' }), at('/client_id'));
  await assert.rejects(drill({ name: 'payments', row: 'total', column: 'count' }), at('/column'));
  await assert.rejects(drill({ name: 'period-comparison', row: 'total', column: 'price' }), at('/column'));
  await assert.rejects(drill({ name: 'trends', row: 'total', metric: 'margin' }), at('/metric'));
});

test('what goods cost is behind no figure for whoever may not see it', async () => {
  const who = withPermissions(year.who, ['reports:read']);
  const drill = (input: object) => world.call('get_report_drilldown', { ...range, ...input }, { as: who });
  await assert.rejects(drill({ name: 'product-margin', row: 'total', column: 'cost' }), refused('forbidden'));
  await assert.rejects(drill({ name: 'inventory-valuation', row: 'total', column: 'value' }), refused('forbidden'));
  await assert.rejects(drill({ name: 'revenue', row: 'total', column: 'margin' }), refused('forbidden'));
  const compared = { name: 'period-comparison', row: 'total', column: 'compared_margin' };
  await assert.rejects(drill(compared), refused('forbidden'));
  assert.equal((await drill({ name: 'revenue', row: 'total', column: 'net' })).unit, 'money');
});

test('nothing of another organisation is behind a figure', async () => {
  const input = { name: 'profit-and-loss', ...range, row: 'net_profit' };
  const { total, data } = await world.call('get_report_drilldown', input, { as: world.rival });
  assert.deepEqual([total, data], ['0.00', []]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createYear } from '../../../test/support/random-year.ts';
import { seed } from '../../../test/support/seed.ts';
import { sql } from '../../db/sql.ts';
import type { Wire } from '../../../test/support/world.ts';

const { world, year } = await createYear(seed);
const ask = (name: string, input: object = {}): Promise<Wire> => world.call(name, input, { as: year.who });

const cents = (amount: string) => BigInt(amount.replace('.', ''));
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, one) => total + one, 0n);
const all = { from: '2025-01-01', to: '2026-01-31' };
const ranges = [all, { from: '2025-03-10', to: '2025-06-20' }, { from: '2025-08-01', to: '2025-08-31' }];
const days = ['2025-02-15', '2025-05-01', '2025-09-09', '2026-01-31'];

test('net sales and charges are the revenue of the ledger', async () => {
  for (const range of ranges) {
    const [{ totals, reconciliation }, profit] = [
      await ask('get_revenue', range),
      await ask('get_profit_and_loss', range),
    ];
    assert.equal(cents(totals.net.amount) + cents(totals.charges), cents(profit.totals.revenue.amount));
    assert.equal(reconciliation.difference, '0.00');
  }
});

test('the series of every trend adds up to its report, and its year to date ends there', async () => {
  const asked = { from: '2025-01-01', to: '2025-12-31' };
  const profit = await ask('get_profit_and_loss', asked);
  for (const metric of ['revenue', 'gross_profit', 'net_profit']) {
    for (const interval of ['week', 'month', 'fiscal_quarter']) {
      const { rows, totals } = await ask('get_trends', { ...asked, metric, interval });
      assert.equal(totals.amount, profit.totals[metric].amount, metric);
      assert.equal(sum(rows.map((row: Wire) => cents(row.amount))), cents(totals.amount));
      assert.equal(rows.at(-1).year_to_date, totals.amount);
    }
  }
});

test('what is owed by age is the receivable account, and credit the account of client credit', async () => {
  for (const day of days) {
    const { totals, reconciliation } = await ask('get_receivables_aging', { as_at: day });
    assert.equal(reconciliation.difference, '0.00', day);
    const { rows } = await ask('get_trial_balance', { from: '2025-01-01', to: day });
    const credit = rows.find((row: Wire) => row.code === '2300')?.closing ?? '0.00';
    assert.equal(cents(totals.credit), -cents(credit), day);
  }
});

test('statements of all clients close with what they owe less their credit, and open where they closed', async () => {
  for (const to of days) {
    const statements = [];
    for (const { id } of year.clients) {
      const asked = { client_id: id, from: '2025-04-01' <= to ? '2025-04-01' : '2025-02-01', to };
      const activity = await ask('get_client_statement', asked);
      const open = await ask('get_client_statement', { ...asked, type: 'outstanding_only' });
      const forward = await ask('get_client_statement', { ...asked, type: 'balance_forward' });
      const { credit, ...ages } = activity.ageing;
      const aged = sum(Object.values(ages as Record<string, string>).map(cents)) - cents(credit);
      assert.equal(cents(activity.closing), aged);
      assert.equal(activity.rows.at(-1)?.balance ?? activity.opening, activity.closing);
      for (const other of [open, forward]) assert.equal(other.closing, activity.closing);
      statements.push(activity);
    }
    const { totals } = await ask('get_receivables_aging', { as_at: to });
    assert.equal(sum(statements.map(({ closing }) => cents(closing))), cents(totals.total) - cents(totals.credit));
  }
});

test('stock is worth what the inventory accounts say, on any day', async () => {
  for (const as_at of days) {
    for (const group_by of ['variant', 'product', 'category', 'location']) {
      const { rows, totals, reconciliation } = await ask('get_inventory_valuation', { as_at, group_by });
      assert.equal(reconciliation.difference, '0.00', as_at);
      assert.equal(sum(rows.map((row: Wire) => cents(row.value))), cents(totals.value));
    }
  }
});

test('stock before a range, with what came and less what went, is stock after it, as the ledger has it', async () => {
  for (const range of ranges) {
    for (const group_by of ['variant', 'product', 'category', 'location']) {
      const { rows, totals, reconciliation } = await ask('get_inventory_movements', { ...range, group_by });
      assert.deepEqual([reconciliation.opening_difference, reconciliation.closing_difference], ['0.00', '0.00']);
      for (const { value } of [...rows, totals]) {
        const came = sum(['opening', 'received', 'transferred', 'adjusted'].map((name) => cents(value[name])));
        assert.equal(came - cents(value.issued), cents(value.closing));
      }
    }
    const { totals } = await ask('get_inventory_turnover', range);
    const { totals: moved } = await ask('get_inventory_movements', range);
    assert.equal(totals.cost, moved.value.issued);
  }
});

test('tax by rate is what moved on the tax accounts, and every base is what was sold', async () => {
  for (const range of ranges) {
    const { rows, totals, reconciliation } = await ask('get_tax_summary', { ...range, basis: 'accrual' });
    const { rows: accounts } = await ask('get_trial_balance', range);
    const output = accounts.find((row: Wire) => row.code === '2200');
    assert.equal(cents(totals.output_tax), cents(output?.credit ?? '0.00') - cents(output?.debit ?? '0.00'));
    // Input tax was posted by hand, without a rate.
    const input = accounts.find((row: Wire) => row.code === '1300');
    assert.equal(cents(reconciliation.difference), cents(input?.credit ?? '0.00') - cents(input?.debit ?? '0.00'));
    const { totals: sold } = await ask('get_revenue', range);
    const bases = sum(rows.filter((row: Wire) => row.side === 'output').map((row: Wire) => cents(row.base)));
    assert.equal(bases, cents(sold.net.amount) + cents(sold.charges) - (await basesGivenUp(range)));
  }
});

test('cash grew by the same directly and indirectly, from what it was to what it is', async () => {
  for (const range of ranges) {
    const { rows, totals } = await ask('get_cash_flow', { ...range, interval: 'month', compare: 'previous_period' });
    for (const method of ['direct', 'indirect']) {
      const own = rows.filter((row: Wire) => row.method === method);
      assert.equal(sum(own.map((row: Wire) => cents(row.amount))), cents(totals.net_change.amount), method);
    }
    const { rows: accounts } = await ask('get_trial_balance', range);
    const cash = accounts.filter(({ code }: Wire) => code === '1000' || code === '1010');
    assert.equal(cents(totals.opening_cash), sum(cash.map((row: Wire) => cents(row.opening))));
    assert.equal(cents(totals.closing_cash), sum(cash.map((row: Wire) => cents(row.closing))));
  }
});

test('over all time cash profit is accrual profit less what is not paid yet', async () => {
  const accrual = await ask('get_profit_and_loss', all);
  const cash = await ask('get_profit_and_loss', { ...all, basis: 'cash', interval: 'month' });
  const open = await world.call('list_sales', { status: ['confirmed'], limit: 100 }, { as: year.who });
  assert.equal(open.has_more, false);
  const isLess = (sale: Wire) => sale.amount_written_off !== '0.00' || sale.amount_discounted !== '0.00';
  const lost = await world.call('list_sales', { status: ['completed'], kind: 'sale', limit: 100 }, { as: year.who });
  assert.equal(lost.has_more, false);
  let [revenue, other] = [0n, 0n];
  for (const { id } of [...open.data, ...lost.data.filter(isLess)]) {
    const sale = await ask('get_sale', { id });
    const settled = cents(sale.amount_paid) - cents(sale.amount_refunded) + cents(sale.amount_credited);
    const total = cents(sale.total);
    const { data } = await world.call('list_journal_entries', { source_id: id }, { as: year.who });
    for (const { id: entry } of data) {
      const worth = new Map<string, bigint>();
      const { lines, source } = await ask('get_journal_entry', { id: entry });
      // Writing off a return, which was never counted, is no loss.
      const isLoss = source.event !== 'sale.confirmed';
      for (const line of lines) {
        const amount = line.side === 'credit' ? cents(line.amount) : -cents(line.amount);
        if (line.account_code >= '4000') worth.set(line.account_code, (worth.get(line.account_code) ?? 0n) + amount);
      }
      for (const [code, amount] of worth) {
        const left = isLoss ? amount : amount - halfUp(amount * settled, total);
        if (code === '4000' || code === '4100') revenue += left;
        else other += left;
      }
    }
  }
  assert.equal(cents(cash.totals.revenue.amount), cents(accrual.totals.revenue.amount) - revenue);
  const bills = cents(
    (await ask('get_trial_balance', all)).rows.find((row: Wire) => row.code === '2000')?.closing ?? '0.00',
  );
  const unpaid = cents(accrual.totals.net_profit.amount) - cents(cash.totals.net_profit.amount) - revenue - other;
  assert.ok(unpaid <= 0n && unpaid >= bills, `${unpaid} of bills ${bills} counts not yet`);
  const months = cash.totals.revenue.series.map(cents);
  assert.equal(sum(months), cents(cash.totals.revenue.amount));
});

test('cash profit of two ranges is that of both together', async () => {
  const cash = async (from: string, to: string) => {
    const { totals } = await ask('get_profit_and_loss', { from, to, basis: 'cash' });
    return [cents(totals.revenue.amount), cents(totals.net_profit.amount)];
  };
  const [whole, first, second] = [
    await cash('2025-01-01', '2026-01-31'),
    await cash('2025-01-01', '2025-07-11'),
    await cash('2025-07-12', '2026-01-31'),
  ];
  assert.deepEqual(
    whole,
    first.map((amount, index) => amount + (second[index] ?? 0n)),
  );
});

test('tax by payment of all time is tax by invoice once everything is paid', async () => {
  const paid = await ask('get_tax_summary', { ...all, basis: 'cash' });
  const sold = await ask('get_tax_summary', { ...all, basis: 'accrual' });
  const { totals } = await ask('get_receivables_aging', { as_at: '2026-01-31' });
  const left = cents(sold.totals.output_tax) - cents(paid.totals.output_tax);
  assert.ok(left >= 0n && left <= cents(totals.total), `${left} of tax is not paid`);
  assert.equal(paid.reconciliation, null);
});

test('margins are net sales less cost of goods, and what else is in cost of sales is told', async () => {
  const { rows, totals, reconciliation } = await ask('get_product_margin', all);
  for (const column of ['net', 'cost', 'margin']) {
    assert.equal(sum(rows.map((row: Wire) => cents(row[column]))), cents(totals[column]), column);
  }
  const { totals: sold } = await ask('get_revenue', all);
  assert.equal(totals.net, sold.net.amount);
  assert.equal(totals.cost, sold.cost);
  const { totals: profit } = await ask('get_profit_and_loss', all);
  assert.equal(reconciliation.ledger, profit.cost_of_sales.amount);
});

test('spending by category is what profit and loss counts', async () => {
  for (const basis of ['accrual', 'cash']) {
    const { totals } = await ask('get_expenses_by_category', { ...all, basis });
    const { totals: profit } = await ask('get_profit_and_loss', { ...all, basis });
    for (const name of ['operating_expenses', 'other_expenses', 'cost_of_sales']) {
      assert.equal(totals[name].amount, profit[name].amount, `${name} ${basis}`);
    }
  }
});

/** Taxable base of sales written off with their tax. */
function basesGivenUp({ from, to }: { readonly from: string; readonly to: string }): Promise<bigint> {
  const organization = year.who.organization?.id ?? '';
  return world.db.transaction({ organization, readOnly: true }, async (db) => {
    const { base } = await db.one<{ base: bigint }>(sql`
      select coalesce(sum(base), 0)::bigint as base from (
        select line.tax_base as base from journal_lines as line
        join journal_entries as entry on entry.id = line.entry_id
        where entry.source_event in ('sale.written_off', 'sale.recovered')
          and entry.entry_date between ${from} and ${to}
        union all
        select untaxed + (select coalesce(sum((tax ->> 'base')::bigint), 0) from jsonb_array_elements(taxes) as tax)
        from report_early_discounts where discounted_on between ${from} and ${to}
      ) as less`);
    return base;
  });
}

function halfUp(numerator: bigint, denominator: bigint): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * magnitude + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

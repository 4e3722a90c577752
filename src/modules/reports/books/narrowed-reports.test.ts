/** Reports that are narrowed by a dimension: all values and what names none come to the report of everything. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { diceOf } from '../../../../test/support/dice.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { seed } from '../../../../test/support/seed.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const range = { from: '2026-01-20', to: '2026-05-10' };
const steps = 60;

/** A business whose lines name projects and cost centres, or none, as a seed decides. */
async function randomBooks() {
  const dice = diceOf(seed);
  world.setNow('2026-01-02T12:00:00Z');
  const as = await world.found('Narrowed');
  const shop = shopOf(world, as);
  const call = (operation: string, input: object = {}) => world.call(operation, input, { as });
  const valued = async (name: string, codes: readonly string[]) => {
    const { id } = await call('create_dimension', { name });
    const values: string[] = [];
    for (const code of codes) {
      values.push((await call('create_dimension_value', { dimension_id: id, code, name: `${name} ${code}` })).id);
    }
    return { id: id as string, values };
  };
  const project = await valued('Project', ['A', 'B', 'C']);
  const centre = await valued('Cost centre', ['100']);
  const named = () => [
    ...(dice.below(3) > 0 ? [dice.one(project.values)] : []),
    ...(dice.below(2) > 0 ? [dice.one(centre.values)] : []),
  ];
  const vat = await shop.tax('21');
  const goods = await shop.product({ price: '19.99' });
  await shop.receive(goods, '500', '3.37');
  const client = await shop.client();
  const sales: Wire[] = [];
  const sell = async () => {
    const lines = Array.from({ length: 1 + dice.below(3) }, () => ({
      ...(dice.below(2) > 0
        ? { variant_id: goods.id, quantity: String(1 + dice.below(3)) }
        : { name: 'Work', quantity: '1' }),
      unit_price: dice.amount(90_000),
      tax_rate_ids: dice.below(2) > 0 ? [vat] : [],
      dimension_value_ids: named(),
    }));
    const charges = dice.below(3) > 0 ? [] : [{ kind: 'shipping', amount: '4.99', tax_rate_ids: [vat] }];
    const sale = { client_id: client.id, lines, charges, confirm: true };
    sales.push(
      await shop.keyed(
        'create_sale',
        dice.below(3) > 0 ? sale : { ...sale, discounts: [{ type: 'percent', value: '7.5' }] },
      ),
    );
  };
  const spend = () =>
    call('create_expense', {
      payee_name: dice.one(['Kim', 'Lee']),
      lines: Array.from({ length: 1 + dice.below(2) }, () => ({
        category: dice.one(['Travel', 'Office and software']),
        amount: dice.amount(50_000),
        tax_rate_ids: dice.below(2) > 0 ? [vat] : [],
        dimension_value_ids: named(),
      })),
      post: true,
    });
  const enter = () => {
    const amount = dice.amount(20_000);
    return call('create_journal_entry', {
      memo: 'Wages',
      lines: [
        { account_code: '6000', debit: amount, dimension_value_ids: named() },
        { account_code: '1010', credit: amount, dimension_value_ids: named() },
      ],
      post: true,
    });
  };
  const undo = async () => {
    const sale = sales.splice(dice.below(sales.length), 1)[0];
    if (sale === undefined) return;
    await shop.keyed(dice.below(2) > 0 ? 'void_sale' : 'return_sale', { id: sale.id });
  };
  for (let step = 0; step < steps; step += 1) {
    const day = new Date(Date.UTC(2026, 0, 3) + step * 2.4 * 86_400_000).toISOString().slice(0, 10);
    world.setNow(`${day}T12:00:00Z`);
    await dice.one([sell, sell, sell, spend, spend, enter, undo])();
  }
  return { call, project, centre };
}

function cents(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

type Sums = Map<string, bigint>;
const nonzero = (sums: Sums) =>
  new Map([...sums].filter(([, amount]) => amount !== 0n).toSorted(([one], [other]) => one.localeCompare(other)));

/** What each report says, by row and column, as far as it adds up. */
const figures: Readonly<Record<string, (report: Wire) => [string, string][]>> = {
  get_profit_and_loss: ({ rows, totals }) => [
    ...rows.map((row: Wire) => [row.code, row.amount]),
    ...rows.map((row: Wire) => [`${row.code} before`, row.compared]),
    ...rows.flatMap((row: Wire) => row.series.map((amount: string, at: number) => [`${row.code} ${at}`, amount])),
    ['net', totals.net_profit.amount],
  ],
  get_trial_balance: ({ rows, totals }) => [
    ...rows.flatMap((row: Wire) => balances(row.code, row)),
    ...balances('total', totals),
  ],
  get_general_ledger: ({ accounts, rows, totals }) => [
    ...accounts.flatMap((row: Wire) => balances(row.code, row)),
    ...rows.flatMap((row: Wire, at: number) => [
      [`${row.entry_id} ${row.code} ${row.debit} ${row.credit}`, row.debit],
      [`${row.entry_id} ${row.code} ${row.debit} ${row.credit} ${at < 0}`, row.credit],
    ]),
    ...balances('total', totals),
  ],
  get_revenue: ({ rows, totals }) => [
    ...rows.flatMap((row: Wire) => revenues(row.label, row)),
    ...revenues('total', totals),
  ],
  get_expenses_by_category: ({ rows, totals, categories, payees }) => [
    ...rows.map((row: Wire) => [row.code, row.amount]),
    ...categories.map((row: Wire) => [row.name, row.amount]),
    ...payees.map((row: Wire) => [row.payee, row.amount]),
    ['total', totals.expenses.amount],
  ],
};

function balances(name: string, { opening, debit, credit, closing }: Wire): [string, string][] {
  return Object.entries({ opening, debit, credit, closing }).map(([key, value]) => [`${name} ${key}`, value]);
}

function revenues(name: string, row: Wire): [string, string][] {
  const { gross, discounts, returns, net, charges, tax, total, cost } = row;
  const all = { gross, discounts, returns, net: net.amount, charges, tax, total, cost };
  return Object.entries(all).map(([key, value]) => [`${name} ${key}`, value]);
}

function summed(reports: readonly Wire[], read: (report: Wire) => [string, string][]): Sums {
  const sums: Sums = new Map();
  for (const report of reports) {
    for (const [key, amount] of read(report)) {
      sums.set(key, (sums.get(key) ?? 0n) + cents(amount.replace(/\.(?=\d{2}$)/, '.')));
    }
  }
  return nonzero(sums);
}

describe('by values of a dimension and what names none', () => {
  let books: Awaited<ReturnType<typeof randomBooks>>;
  before(async () => {
    books = await randomBooks();
  });

  const asked: readonly [string, object][] = [
    ['get_profit_and_loss', { basis: 'accrual', interval: 'month', compare: 'custom', compare_from: '2026-01-01' }],
    ['get_trial_balance', {}],
    ['get_general_ledger', { limit: 1_000 }],
    ['get_revenue', { group_by: 'period' }],
    ['get_revenue', { group_by: 'product' }],
    ['get_revenue', { group_by: 'tax_rate' }],
    ['get_revenue', { group_by: 'client' }],
    ['get_expenses_by_category', { basis: 'accrual' }],
  ];
  for (const [name, more] of asked) {
    test(`${name} comes to the whole, ${JSON.stringify(more)}`, async () => {
      const { call, project, centre } = books;
      const whole = await call(name, { ...range, ...more });
      const read = figures[name] ?? (() => []);
      assert.equal(whole.narrowed_to, null);
      for (const { id, values } of [project, centre]) {
        const parts = await Promise.all([
          ...values.map((value) => call(name, { ...range, ...more, dimension_value_id: value })),
          call(name, { ...range, ...more, without_dimension_id: id }),
        ]);
        assert.deepEqual(
          parts.map(({ narrowed_to: to }) => [to.dimension_id, to.value_id]),
          [...values.map((value) => [id, value]), [id, null]],
        );
        const isPart = name === 'get_trial_balance';
        const results = isPart ? { ...whole, rows: whole.rows.filter(isResult), totals: zeros } : whole;
        const all = isPart ? parts.map((part) => ({ ...part, totals: zeros })) : parts;
        assert.ok(summed(all.slice(0, 1), read).size > 3);
        assert.deepEqual(summed(all, read), summed([results], read));
        for (const part of isPart ? parts : []) {
          assert.ok(part.rows.every(isResult));
          assert.match(part.meta.warnings[0], /only income and cost accounts/);
          const closing = part.rows.reduce((sum: bigint, row: Wire) => sum + cents(row.closing), 0n);
          assert.equal(cents(part.totals.closing), closing);
        }
      }
    });
  }

  test('pages of the general ledger say what the account stood at in the lines that are left', async () => {
    const { call, project } = books;
    for (const filter of [{ dimension_value_id: project.values[0] }, { without_dimension_id: project.id }]) {
      const whole = await call('get_general_ledger', { ...range, ...filter, limit: 1_000 });
      const rows: Wire[] = [];
      let cursor: string | null = null;
      do {
        const page: Wire = await call('get_general_ledger', {
          ...range,
          ...filter,
          limit: 3,
          ...(cursor && { cursor }),
        });
        rows.push(...page.rows);
        cursor = page.next_cursor;
      } while (cursor !== null);
      assert.deepEqual(rows, whole.rows);
      for (const account of whole.accounts) {
        const last = rows.findLast(({ account_id: id }) => id === account.account_id);
        assert.equal(last?.balance ?? account.opening, account.closing);
      }
    }
  });

  test('the records behind a figure come to it', async () => {
    const { call, project } = books;
    for (const filter of [{ dimension_value_id: project.values[1] }, { without_dimension_id: project.id }]) {
      const drilled = async (name: string, row: string, column: string, more: object = {}) =>
        (await call('get_report_drilldown', { name, row, column, ...range, ...filter, ...more })).total;
      const ofAll = { ...range, ...filter };
      const [profit, trial, ledger, revenue, byProduct, spent] = await Promise.all([
        call('get_profit_and_loss', ofAll),
        call('get_trial_balance', ofAll),
        call('get_general_ledger', ofAll),
        call('get_revenue', ofAll),
        call('get_revenue', { ...ofAll, group_by: 'product' }),
        call('get_expenses_by_category', ofAll),
      ]);
      assert.equal(await drilled('profit-and-loss', 'net_profit', 'amount'), profit.totals.net_profit.amount);
      const [first] = trial.rows;
      for (const column of ['opening', 'debit', 'credit', 'closing']) {
        assert.equal(await drilled('trial-balance', first.account_id, column), first[column]);
        assert.equal(await drilled('trial-balance', 'total', column), trial.totals[column]);
        assert.equal(await drilled('general-ledger', 'total', column), ledger.totals[column]);
      }
      for (const column of ['gross', 'discounts', 'returns', 'charges', 'tax', 'total', 'cost']) {
        assert.equal(await drilled('revenue', 'total', column), revenue.totals[column], column);
      }
      for (const row of byProduct.rows.filter(({ kind }: Wire) => kind !== 'unassigned')) {
        const total = await drilled('revenue', row.key ?? row.kind, 'total', { group_by: 'product' });
        assert.equal(total, row.total, row.label);
      }
      const [category] = spent.categories;
      assert.equal(await drilled('expenses-by-category', category.category_id, 'amount'), category.amount);
      assert.equal(await drilled('expenses-by-category', 'expenses', 'amount'), spent.totals.expenses.amount);
    }
  });

  test('files say what they are narrowed to', async () => {
    const { call, project } = books;
    const filter = { ...range, dimension_value_id: project.values[0] };
    for (const name of Object.keys(figures)) {
      const csv = await call(name, { ...filter, format: 'csv' });
      assert.match(csv.filename, /-2026-05-10-A\.csv$/);
      const pdf = await call(name, { ...filter, format: 'pdf' });
      assert.match(pdf.filename, /-A\.pdf$/);
      const none = await call(name, { ...range, without_dimension_id: project.id, format: 'csv' });
      assert.match(none.filename, /-no-Project\.csv$/);
    }
  });

  test('both filters at once, the cash basis and payment methods are refused', async () => {
    const { call, project } = books;
    const [value] = project.values;
    for (const name of Object.keys(figures)) {
      await assert.rejects(
        call(name, { ...range, dimension_value_id: value, without_dimension_id: project.id }),
        refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/without_dimension_id')),
      );
    }
    for (const name of ['get_profit_and_loss', 'get_expenses_by_category']) {
      for (const filter of [{ dimension_value_id: value }, { without_dimension_id: project.id }]) {
        await assert.rejects(
          call(name, { ...range, ...filter, basis: 'cash' }),
          refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/basis')),
        );
      }
    }
    await assert.rejects(
      call('get_revenue', { ...range, dimension_value_id: value, group_by: 'payment_method' }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/dimension_value_id')),
    );
    await assert.rejects(
      call('get_report_drilldown', { name: 'cash-flow', row: 'net_change', ...range, dimension_value_id: value }),
      refused('validation_failed'),
    );
  });
});

const zeros = { opening: '0.00', debit: '0.00', credit: '0.00', closing: '0.00' };

function isResult({ class: side }: Wire): boolean {
  return side === 'revenue' || side === 'expense';
}

/** What income and costs are told apart by reaches every line in the books, and all values together are the whole. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createExpenseFixture } from '../../../test/support/expense-fixture.ts';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
const noon = (day: string) => world.setNow(`${day}T12:00:00Z`);

/** An organisation with projects and cost centres, in which nothing else happens. */
async function books(name: string, day = '2026-03-10') {
  noon(day);
  const as = await world.found(name);
  const fixture = createExpenseFixture(world, as);
  const shop = shopOf(world, as);
  const call = (operation: string, input: object = {}) => world.call(operation, input, { as });
  const valued = async (dimension: string, codes: readonly string[]) => {
    const { id } = await call('create_dimension', { name: dimension });
    const values: Record<string, string> = {};
    for (const code of codes) {
      values[code] = (
        await call('create_dimension_value', { dimension_id: id, code, name: `${dimension} ${code}` })
      ).id;
    }
    return { id: id as string, values };
  };
  const sound = async () => {
    const { checks } = await call('check_books');
    assert.deepEqual(
      checks.filter(({ ok }: Wire) => !ok).map(({ name: check, found }: Wire) => [check, found]),
      [],
    );
  };
  /** The profit and loss of one value, in one sum and by months, is its row; the lines behind it come to the same. */
  const alone = async (row: Wire, range: object) => {
    const of = { dimension_value_id: row.value_id };
    const results = await call('get_profit_and_loss', { ...range, ...of, interval: 'month' });
    assert.deepEqual(
      results.rows.map((one: Wire) => [one.account_id, one.amount]).filter(([, amount]: string[]) => amount !== '0.00'),
      row.accounts.map((one: Wire) => [one.account_id, one.amount]),
    );
    assert.equal(results.totals.net_profit.amount, row.net_profit);
    const monthly = results.totals.net_profit.series.map(cents).reduce((all: bigint, one: bigint) => all + one, 0n);
    assert.equal(monthly, cents(row.net_profit));
    const asked = { name: 'profit-and-loss', row: 'net_profit', ...range, ...of };
    assert.equal((await call('get_report_drilldown', asked)).total, row.net_profit);
  };
  /** Net profit by code, and what names none; checked against the profit and loss account by account. */
  const profits = async (dimensionId: string, range: object = { from: '2026-01-01', to: '2026-12-31' }) => {
    const report = await call('get_profit_by_dimension', { dimension_id: dimensionId, by_account: true, ...range });
    const whole = await call('get_profit_and_loss', { ...range, basis: 'accrual' });
    const summed = new Map<string, bigint>();
    for (const row of report.rows) {
      for (const { account_id: id, amount } of row.accounts) summed.set(id, (summed.get(id) ?? 0n) + cents(amount));
    }
    for (const { account_id: id, amount } of whole.rows) {
      assert.equal(summed.get(id) ?? 0n, cents(amount), `account ${id}`);
    }
    assert.equal(report.totals.net_profit, whole.totals.net_profit.amount);
    for (const row of report.rows) if (row.kind === 'group') await alone(row, range);
    return Object.fromEntries(report.rows.map((row: Wire) => [row.code ?? row.kind, row.net_profit]));
  };
  return { as, call, shop, valued, sound, profits, ...fixture };
}

function cents(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

describe('lines', () => {
  test('of sales, expenses and entries carry their values into the books, and all values are the whole', async () => {
    const { call, valued, sound, profits, keyed } = await books('Carriers');
    const project = await valued('Project', ['A', 'B']);
    const centre = await valued('Cost centre', ['100']);
    const [a, b, hundred] = [project.values['A'], project.values['B'], centre.values['100']];
    const sale = await keyed('record_sale', {
      lines: [
        { name: 'Design', quantity: '1', unit_price: '1000', tax_rate_ids: [], dimension_value_ids: [hundred, a] },
        { name: 'Print', quantity: '1', unit_price: '300', tax_rate_ids: [] },
        { name: 'Van', quantity: '1', unit_price: '50', tax_rate_ids: [], dimension_value_ids: [a] },
      ],
      dimension_value_ids: [b],
      payments: [{ method: 'Cash' }],
    });
    assert.deepEqual(
      sale.lines.map((line: Wire) => line.dimension_value_ids),
      [[a, hundred], [b], [a]],
    );
    await call('create_expense', {
      payee_name: 'Papers Ltd',
      lines: [
        { category: 'Travel', amount: '200', tax_rate_ids: [], dimension_value_ids: [b] },
        { category: 'Travel', amount: '10', tax_rate_ids: [] },
      ],
      post: true,
    });
    await call('create_journal_entry', {
      memo: 'Wages',
      lines: [
        { account_code: '6000', debit: '100', dimension_value_ids: [a] },
        { account_code: '1010', credit: '100' },
      ],
      post: true,
    });
    assert.deepEqual(await profits(project.id), { A: '950.00', B: '100.00', none: '-10.00' });
    assert.deepEqual(await profits(centre.id), { 100: '1000.00', none: '40.00' });
    await sound();
  });

  test('of goods take their cost along, and give it back with what is returned or voided', async () => {
    const { call, valued, sound, profits, keyed, shop } = await books('Goods');
    const project = await valued('Project', ['A', 'B']);
    const [a, b] = [project.values['A'], project.values['B']];
    const variant = await shop.product({ price: '50', track_inventory: true });
    await keyed('create_stock_movement', {
      variant_id: variant.id,
      type: 'purchase_receipt',
      quantity: '10',
      unit_cost: '20',
    });
    const line = (quantity: string, value: string) => ({
      variant_id: variant.id,
      quantity,
      tax_rate_ids: [],
      dimension_value_ids: [value],
    });
    const client = await shop.client();
    const sale = await call('create_sale', {
      client_id: client.id,
      lines: [line('3', a ?? ''), line('1', b ?? '')],
      confirm: true,
    });
    assert.deepEqual(await profits(project.id), { A: '90.00', B: '30.00' });
    await keyed('return_sale', { id: sale.id, lines: [{ line_id: sale.lines[0].id, quantity: '1', restock: true }] });
    assert.deepEqual(await profits(project.id), { A: '60.00', B: '30.00' });
    const other = await call('create_sale', { client_id: client.id, lines: [line('2', b ?? '')], confirm: true });
    await keyed('void_sale', { id: other.id });
    assert.deepEqual(await profits(project.id), { A: '60.00', B: '30.00' });
    await sound();
  });

  test('of a quote become those of its invoice, and those of the credit note', async () => {
    const { call, valued, sound, profits, keyed, shop } = await books('Papers');
    const project = await valued('Project', ['A']);
    const client = await shop.client();
    const quote = await keyed('create_document', {
      type: 'quote',
      client_id: client.id,
      lines: [{ name: 'Work', quantity: '2', unit_price: '100', tax_rate_ids: [] }],
      dimension_value_ids: [project.values['A']],
      issue: true,
    });
    assert.deepEqual(quote.lines[0].dimension_value_ids, [project.values['A']]);
    await keyed('accept_document', { id: quote.id });
    const made = await keyed('convert_document', { id: quote.id, issue: true });
    const invoice = made.document ?? made;
    assert.deepEqual(await profits(project.id), { A: '200.00' });
    const sale = await call('get_sale', { id: invoice.sale_id });
    const back = await keyed('return_sale', { id: sale.id });
    assert.deepEqual(back.lines[0].dimension_value_ids, [project.values['A']]);
    assert.deepEqual(await profits(project.id), {});
    await sound();
  });

  test('of an invoice are kept when it is corrected, and changed by the correction', async () => {
    const { valued, sound, profits, keyed, shop } = await books('Corrected');
    const project = await valued('Project', ['A', 'B']);
    const [a, b] = [project.values['A'], project.values['B']];
    const client = await shop.client();
    const lines = [{ name: 'Work', quantity: '2', unit_price: '100', tax_rate_ids: [] }];
    const invoice = await keyed('create_document', {
      type: 'invoice',
      client_id: client.id,
      lines,
      dimension_value_ids: [a],
      issue: true,
    });
    assert.deepEqual(await profits(project.id), { A: '200.00' });
    const corrected = await keyed('correct_invoice', { id: invoice.id, po_number: 'PO-7' });
    assert.deepEqual(corrected.lines[0].dimension_value_ids, [a]);
    await keyed('correct_invoice', { id: corrected.id, lines, dimension_value_ids: [b] });
    assert.deepEqual(await profits(project.id), { B: '200.00' });
    await sound();
  });

  test('of what is spent for a client become those of what it is billed for', async () => {
    const { call, valued, sound, profits, keyed, draft, shop } = await books('Billed');
    const project = await valued('Project', ['A']);
    const client = await shop.client();
    const line = { category: 'Travel', amount: '50', tax_rate_ids: [], client_id: client.id, billable: true };
    await draft('50', { lines: [{ ...line, dimension_value_ids: [project.values['A']] }], post: true });
    await call('archive_dimension_value', { id: project.values['A'] });
    const sale = await keyed('invoice_expenses', { client_id: client.id, tax_rate_ids: [] });
    await keyed('confirm_sale', { id: sale.id });
    assert.deepEqual(await profits(project.id), { A: '0.00' });
    await sound();
  });

  test('of a recurring expense are on each that it makes', async () => {
    const { valued, profits, keyed } = await books('Recurring', '2026-03-10');
    const project = await valued('Project', ['A']);
    const template = {
      payee_name: 'Landlord',
      lines: [{ category: 'Travel', amount: '70', tax_rate_ids: [], dimension_value_ids: [project.values['A']] }],
    };
    const recurring = await keyed('create_recurring_expense', {
      name: 'Rent',
      mode: 'post',
      frequency: 'month',
      start_date: '2026-03-10',
      template,
    });
    assert.deepEqual(recurring.template.lines[0].dimension_value_ids, [project.values['A']]);
    await keyed('run_recurring_expense', { id: recurring.id });
    assert.deepEqual(await profits(project.id), { A: '-70.00' });
  });

  test('of a draft invoice come with what is changed of it as a whole', async () => {
    const { valued, keyed, shop } = await books('Drafted');
    const project = await valued('Project', ['A', 'B']);
    const [a, b] = [project.values['A'], project.values['B']];
    const draft = await keyed('create_document', {
      type: 'invoice',
      client_id: (await shop.client()).id,
      lines: [
        { name: 'Work', quantity: '1', unit_price: '100', dimension_value_ids: [a] },
        { name: 'Travel', quantity: '1', unit_price: '10' },
      ],
    });
    const changed = await keyed('update_document', { id: draft.id, dimension_value_ids: [b] });
    assert.deepEqual(
      changed.lines.map((line: Wire) => line.dimension_value_ids),
      [[a], [b]],
    );
  });

  test('that name none have those of their category, and those said for the whole go before them', async () => {
    const { call, valued, sound, profits, keyed, draft, shop } = await books('Categories');
    const project = await valued('Project', ['A']);
    const centre = await valued('Cost centre', ['100', '200']);
    const [a, hundred, other] = [project.values['A'], centre.values['100'], centre.values['200']];
    const bread = await call('create_product_category', { name: 'Bread', dimension_value_ids: [hundred] });
    assert.deepEqual(bread.dimension_value_ids, [hundred]);
    const loaf = await shop.product({ price: '5', category_id: bread.id, track_inventory: false });
    const sold = async (lines: readonly object[], more: object = {}) => {
      const sale = await keyed('record_sale', { lines, payments: [{ method: 'Cash' }], ...more });
      return sale.lines.map((line: Wire) => line.dimension_value_ids);
    };
    const line = { variant_id: loaf.id, quantity: '1', tax_rate_ids: [] };
    assert.deepEqual(await sold([line, { ...line, dimension_value_ids: [] }]), [[hundred], []]);
    assert.deepEqual(await sold([line], { dimension_value_ids: [a, other] }), [[a, other]]);
    assert.deepEqual(await sold([line], { dimension_value_ids: [a] }), [[a, hundred]]);
    const rent = await call('create_expense_category', { name: 'Ovens', account_id: await accountOf('6700') });
    await call('update_expense_category', { id: rent.id, dimension_value_ids: [hundred] });
    const spent = await draft('30', { lines: [{ category_id: rent.id, amount: '30', tax_rate_ids: [] }], post: true });
    assert.deepEqual(spent.lines[0].dimension_value_ids, [hundred]);
    assert.deepEqual(await profits(centre.id), { 100: '-20.00', 200: '5.00', none: '5.00' });
    await call('archive_dimension_value', { id: hundred });
    assert.deepEqual(await sold([line]), [[]], 'what is out of use is given to nothing new');
    await call('update_product_category', { id: bread.id, name: 'Loaves', dimension_value_ids: [hundred] });
    await assert.rejects(
      call('create_product_category', { name: 'Rolls', dimension_value_ids: [hundred] }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'archived')),
    );
    await sound();

    async function accountOf(code: string): Promise<string> {
      return (await call('list_accounts', { code })).data[0].id;
    }
  });

  test('that wait on the balance sheet come back to their values', async () => {
    const { valued, sound, profits, keyed, draft } = await books('Later', '2026-12-31');
    const project = await valued('Project', ['A', 'B']);
    const [a, b] = [project.values['A'], project.values['B']];
    const insurance = await draft('1200', {
      expense_date: '2026-10-01',
      lines: [{ category: 'Travel', amount: '1200', tax_rate_ids: [], dimension_value_ids: [a] }],
      post: true,
    });
    const schedule = await keyed('spread_expense', { id: insurance.id, from: '2026-10-01', to: '2027-09-30' });
    assert.deepEqual(schedule.dimension_value_ids, [a]);
    assert.deepEqual(await profits(project.id), { A: '-300.00' });
    const van = await draft('12000', {
      expense_date: '2026-07-01',
      lines: [{ category: 'Travel', amount: '12000', tax_rate_ids: [], dimension_value_ids: [a] }],
      post: true,
    });
    const asset = await keyed('create_asset', {
      name: 'Van',
      expense_id: van.id,
      account_code: '1500',
      life_months: 60,
      dimension_value_ids: [b],
    });
    assert.deepEqual(await profits(project.id), { A: '-300.00', B: '-1200.00' });
    await keyed('dispose_asset', { id: asset.id, date: '2026-12-31' });
    assert.deepEqual(await profits(project.id), { A: '-300.00', B: '-12000.00' });
    await keyed('create_accrual', {
      description: 'Audit',
      account_code: '6700',
      amount: '500',
      accrual_date: '2026-11-30',
      dimension_value_ids: [a],
    });
    assert.deepEqual(await profits(project.id, { from: '2026-11-01', to: '2026-11-30' }), {
      A: '-600.00',
      B: '-200.00',
    });
    assert.deepEqual(await profits(project.id), { A: '-300.00', B: '-12000.00' });
    await sound();
  });

  test('of a bank line say what it is for, also by a rule', async () => {
    const { call, valued, sound, profits, keyed } = await books('Bank');
    const centre = await valued('Cost centre', ['100', '200']);
    const { data: accounts } = await call('list_accounts', { limit: 100 });
    const bank = await call('create_bank_account', {
      name: 'Current',
      account_id: accounts.find((one: Wire) => one.system_role === 'bank').id,
    });
    const rent = accounts.find((one: Wire) => one.code === '6700').id;
    const { lines } = await call('import_bank_statement', {
      bank_account_id: bank.id,
      content: 'Date;Amount;Text\n2026-03-02;-80.00;Rent shop\n2026-03-03;-30.00;Rent store',
      mapping: { booking_day: 'Date', amount: 'Amount', text: 'Text' },
      number_format: 'decimal_point',
    });
    const [shop, store] = lines.map((line: Wire) => line.line_id);
    await keyed('match_bank_line', {
      id: shop,
      targets: [
        { account_id: rent, amount: '60', dimension_value_ids: [centre.values['100']] },
        { account_id: rent, dimension_value_ids: [centre.values['200']] },
      ],
    });
    assert.deepEqual(await profits(centre.id), { 100: '-60.00', 200: '-20.00' });
    const rule = await call('create_bank_rule', {
      name: 'Store',
      mode: 'book',
      conditions: { words_all: ['store'] },
      targets: [{ account_id: rent, dimension_value_ids: [centre.values['200']] }],
    });
    await keyed('match_bank_line', { id: store, rule_id: rule.id });
    assert.deepEqual(await profits(centre.id), { 100: '-60.00', 200: '-50.00' });
    await sound();
  });
});

describe('a value', () => {
  test('that is unknown, archived, of another day or the second of a dimension is refused', async () => {
    const { call, valued, shop } = await books('Refusals');
    const project = await valued('Project', ['A', 'B']);
    const [a = '', b = ''] = [project.values['A'], project.values['B']];
    const sell = (values: readonly string[], more: object = {}) =>
      shop.draft(['10'], {
        lines: [{ name: 'Work', quantity: '1', unit_price: '10', dimension_value_ids: values }],
        ...more,
      });
    const at =
      (code: string, pointer: string) =>
      ({ errors }: Wire) =>
        assert.deepEqual([errors[0].code, errors[0].pointer], [code, pointer]);
    await assert.rejects(
      sell([a, b]),
      refused('validation_failed', at('same_dimension', '/lines/0/dimension_value_ids/1')),
    );
    const foreign = (await (await books('Neighbour')).valued('Project', ['X'])).values['X'] ?? '';
    await assert.rejects(sell([foreign]), refused('not_found', at('not_found', '/lines/0/dimension_value_ids/0')));
    await call('update_dimension_value', { id: b, starts_on: '2026-04-01', ends_on: '2026-04-30' });
    await assert.rejects(
      sell([b]),
      refused('validation_failed', at('not_on_that_day', '/lines/0/dimension_value_ids/0')),
    );
    await assert.rejects(
      call('update_dimension_value', { id: b, ends_on: '2026-03-01' }),
      refused('validation_failed', at('before_start', '/ends_on')),
    );
    const drafted = await sell([a]);
    await call('archive_dimension_value', { id: a });
    await assert.rejects(sell([a]), refused('validation_failed', at('archived', '/lines/0/dimension_value_ids/0')));
    const again = { name: 'Work', quantity: '2', unit_price: '10', dimension_value_ids: [a] };
    const kept = await call('update_sale', { id: drafted.id, lines: [again] });
    assert.deepEqual(kept.lines[0].dimension_value_ids, [a], 'changed otherwise, it keeps what it had');
    const confirmed = await shop.keyed('confirm_sale', { id: (await sold(drafted)).id });
    assert.deepEqual(confirmed.lines[0].dimension_value_ids, [a]);

    /** What was drafted with a value is confirmed with it, even if the value was archived since. */
    async function sold(sale: Wire): Promise<Wire> {
      return call('update_sale', { id: sale.id, client_id: (await shop.client()).id });
    }
  });
});

describe('profit by dimension', () => {
  test('of any days is the sum of their lines', async () => {
    const { call, valued, profits } = await books('Days', '2026-12-31');
    const project = await valued('Project', ['A']);
    for (const day of ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01', '2026-05-15', '2026-06-01']) {
      await call('create_journal_entry', {
        entry_date: day,
        memo: day,
        lines: [
          { account_code: '6000', debit: '1', dimension_value_ids: [project.values['A']] },
          { account_code: '1010', credit: '1' },
        ],
        post: true,
      });
    }
    const days: [string, string, number][] = [
      ['2026-01-31', '2026-03-01', 4],
      ['2026-02-01', '2026-02-28', 2],
      ['2026-02-02', '2026-02-27', 0],
      ['2026-02-28', '2026-06-01', 4],
      ['2026-05-15', '2026-05-15', 1],
      ['2026-01-01', '2026-12-31', 6],
      ['2026-01-15', '2026-05-31', 5],
    ];
    for (const [from, to, count] of days) {
      assert.deepEqual(
        await profits(project.id, { from, to }),
        count === 0 ? {} : { A: `-${count}.00` },
        `${from} ${to}`,
      );
    }
  });

  test('sums up what is beyond the limit, and drills down to the lines of each figure', async () => {
    const { call, valued, shop } = await books('Limit');
    const project = await valued('Project', ['A', 'B', 'C']);
    const values = Object.values(project.values);
    const lines = values.map((value, index) => ({
      name: 'Work',
      quantity: '1',
      unit_price: `${100 - index * 40}`,
      tax_rate_ids: [],
      dimension_value_ids: [value],
    }));
    await shop.keyed('record_sale', { lines, payments: [{ method: 'Cash' }] });
    const asked = { dimension_id: project.id, from: '2026-01-01', to: '2026-12-31' };
    const { rows, cut } = await call('get_profit_by_dimension', { ...asked, limit: 1 });
    assert.deepEqual(
      rows.map(({ kind, revenue }: Wire) => [kind, revenue]),
      [
        ['group', '100.00'],
        ['others', '80.00'],
      ],
    );
    assert.equal(cut[0].left, 2);
    for (const [row, total] of [
      [values[1], '60.00'],
      ['none', '0.00'],
      ['total', '180.00'],
    ]) {
      const drilled = await call('get_report_drilldown', {
        name: 'profit-by-dimension',
        ...asked,
        row,
        column: 'revenue',
      });
      assert.equal(drilled.total, total);
    }
    const { content } = await call('get_profit_by_dimension', { ...asked, format: 'csv' });
    assert.match(content, /^"section","code","account","A Project A","B Project B","C Project C","total"\r\n/);
    assert.match(content, /,100\.00,60\.00,20\.00,180\.00\r\n/);
    const one = { from: asked.from, to: asked.to, dimension_value_id: values[1] };
    await assert.rejects(call('get_profit_and_loss', { ...one, basis: 'cash' }), refused('validation_failed'));
    await assert.rejects(
      call('get_profit_and_loss', { ...one, dimension_value_id: project.id }),
      refused('validation_failed'),
    );
    await call('update_organization', { accounting_basis: 'cash' });
    assert.equal((await call('get_profit_and_loss', one)).totals.revenue.amount, '60.00');
    const page = await call('get_profit_by_dimension', { ...asked, format: 'pdf' });
    assert.equal(page.content_type, 'application/pdf');
  });
});

test('every export says the dimensions of a line', async () => {
  const { call, valued, shop } = await books('Exports');
  const project = await valued('Projekt', ['P-17']);
  const centre = await valued('Kostenstelle', ['100']);
  await shop.keyed('record_sale', {
    lines: [{ name: 'Work', quantity: '1', unit_price: '119', tax_rate_ids: [] }],
    dimension_value_ids: [project.values['P-17'], centre.values['100']],
    payments: [{ method: 'Cash' }],
  });
  const range = { from: '2026-01-01', to: '2026-12-31' };
  const journal = async (format: string): Promise<string> =>
    (await call('export_ledger', { ...range, format })).content;
  assert.match(await journal('csv'), /Projekt=P-17; Kostenstelle=100/);
  assert.match(await journal('hledger'), /\n {8}; projekt: P-17\n {8}; kostenstelle: 100\n/);
  assert.match(await journal('beancount'), /\n {4}projekt: "P-17"\n {4}kostenstelle: "100"\n/);
  const datev = new TextDecoder('windows-1252').decode(
    Buffer.from((await call('export_datev', range)).content, 'base64'),
  );
  const rows = datev.split('\r\n').map((row) => row.split(';'));
  assert.deepEqual(
    rows.filter((row) => row[36] === '"P-17"').map((row) => row[37]),
    ['"100"'],
  );
  const { content: saft } = await call('export_saft', range);
  assert.match(saft, /<Analysis><AnalysisType>DIM1<\/AnalysisType><AnalysisID>P-17<\/AnalysisID><\/Analysis>/);
  assert.match(saft, /<AnalysisTypeDescription>Kostenstelle<\/AnalysisTypeDescription><AnalysisID>100</);
});

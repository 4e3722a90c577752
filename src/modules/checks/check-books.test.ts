import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from 'pg';
import { asOwner } from '../../../test/support/database.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { checkAll } from '../../commands/check-books.ts';
import type { Check } from '../../operation/check.ts';
import { everyCheck, verdictQuery } from './index.ts';

const world = await createWorld();
const { call, ana } = world;
const organization = ana.organization?.id ?? '';

/** A little of everything that a check looks at. */
async function trade(): Promise<void> {
  const shop = shopOf(world);
  await call('update_organization', { inventory: { costing_method: 'fifo' } });
  const variant = await shop.product();
  await shop.receive(variant, '20', '2.00');
  await shop.receive(variant, '20', '3.00');
  await shop.count([variant, '40', '39']);
  const client = await shop.client();
  const lines = [{ variant_id: variant.id, quantity: '2' }];
  for (let made = 0; made < 3; made += 1) {
    const sale = await call('create_sale', { client_id: client.id, lines, confirm: true });
    await shop.keyed('create_payment', { client_id: client.id, method: 'Cash', amount: sale.total });
  }
  await call('create_sale', { client_id: client.id, lines, confirm: true });
  await shop.keyed('create_payment', {
    client_id: client.id,
    method: 'Cash',
    amount: '5.00',
    auto_allocate: 'none',
  });
  const returned = await call('create_sale', { client_id: client.id, lines, confirm: true });
  const paid = await shop.keyed('pay_sale', { id: returned.id, method: 'Cash' });
  await shop.keyed('return_sale', { id: returned.id, lines: [{ line_id: returned.lines[0].id, quantity: '1' }] });
  await shop.keyed('refund_payment', { id: paid.id, amount: '1.00' });
  const gift = { amount: '7.00', method: 'Cash', reason: 'other', beyond_credit: true };
  await shop.keyed('refund_client', { id: client.id, ...gift, pending: true });
  const lost = await call('create_sale', { client_id: client.id, lines, confirm: true });
  await shop.keyed('write_off_sale', { id: lost.id, reason: 'Gone.', amount: '1.00' });
  await shop.keyed('grant_discount', { id: lost.id, reason: 'A good client.', amount: '1.00' });
  for (const title of ['First', 'Second']) {
    const quote = await call('create_document', { type: 'quote', client_id: client.id, lines, title });
    await shop.keyed('issue_document', { id: quote.id });
    const invoice = await call('create_document', { type: 'invoice', client_id: client.id, lines, issue: true });
    if (title === 'First') await shop.keyed('credit_document', { id: invoice.id });
  }
  const advance = { type: 'deposit_invoice', client_id: client.id, issue: true };
  await shop.keyed('create_document', { ...advance, lines: [{ name: 'Half', quantity: '1', unit_price: '10.00' }] });
  await shop.keyed('create_payment', {
    client_id: client.id,
    method: 'Cash',
    amount: '9.00',
    currency: 'USD',
    exchange_rate: '0.9',
  });
  const till = (await call('list_accounts', { code: '1000' })).data[0].id;
  const bank = (await call('list_accounts', { code: '1010' })).data[0].id;
  await shop.keyed('create_transfer', { from_account_id: till, to_account_id: bank, amount: '3.00' });
  const fees = (await call('list_accounts', { code: '6700' })).data[0].id;
  const account = await call('create_bank_account', { name: 'Giro', account_id: bank });
  // Balances of its own, so that a second one can follow, and each line an id of the bank.
  const line = (day: string, amount: string, balance: string) =>
    `Buchungstag;Betrag;Saldo;Verwendungszweck;Transaction ID\n${day}.03.2026;${amount};${balance};Tea;T-${day}\n`;
  for (const content of [line('02', '-3,20', '96,80'), line('03', '-1,80', '95,00')]) {
    const { lines: read } = await call('import_bank_statement', { bank_account_id: account.id, content });
    await shop.keyed('match_bank_line', { id: read[0].line_id, targets: [{ account_id: fees }] });
  }
  const project = await call('create_dimension', { name: 'Project' });
  const roof = await call('create_dimension_value', { dimension_id: project.id, code: 'R', name: 'Roof' });
  const begun = [
    { account_code: '1010', debit: '100.00', dimension_value_ids: [roof.id] },
    { account_code: '3000', credit: '100.00' },
  ];
  await shop.keyed('create_journal_entry', { entry_date: '2026-03-01', memo: 'Begun', lines: begun, post: true });
  await shop.keyed('reconcile_bank_account', { id: account.id });
  const category = (await call('list_expense_categories', { limit: 1 })).data[0].id;
  const spent = [{ category_id: category, amount: '30.00' }];
  const owed = await call('create_expense', { payee_name: 'Landlord', lines: spent, post: true });
  await shop.keyed('pay_expense', { id: owed.id, method: 'Cash', amount: '10.00' });
  await call('create_expense', { paid_by: 'member', lines: spent, post: true });
  await call('create_expense', { payee_name: 'Landlord', lines: spent, post: true });
  const supplier = await call('create_client', { type: 'business', display_name: 'Mill', roles: ['supplier'] });
  const goods = [{ variant_id: variant.id, quantity: '5', amount: '11.00' }];
  await call('create_expense', { supplier_id: supplier.id, lines: goods, post: true });
  await call('create_expense', { supplier_id: supplier.id, lines: spent, post: true });
  await shop.keyed('create_supplier_payment', { supplier_id: supplier.id, method: 'Cash', amount: '20.00' });
  const planned = await call('create_expense', { supplier_id: supplier.id, lines: spent, post: true });
  await call('set_supplier_bank_account', { supplier_id: supplier.id, iban: 'NL91ABNA0417164300' });
  await call('update_bank_account', { id: account.id, iban: 'DE75512108001245126199' });
  await shop.keyed('create_scheduled_payment', { expense_id: planned.id });
  await shop.keyed('create_payment_file', { bank_account_id: account.id, through: '2099-12-31' });
  await call('create_expense', { kind: 'credit_note', supplier_id: supplier.id, lines: spent, post: true });
  const abroad = await call('create_expense', {
    payee_name: 'Landlord',
    lines: spent,
    post: true,
    currency: 'USD',
    exchange_rate: '0.9',
  });
  await shop.keyed('pay_expense', { id: abroad.id, method: 'Cash', amount: '10.00', exchange_rate: '0.8' });
  const there = await call('create_location', { name: 'There', code: 'THERE' });
  const [moved] = lines;
  await shop.keyed('create_stock_transfer', { to_location_id: there.id, send: true, lines: [moved] });
  await shop.keyed('create_stock_reservation', { variant_id: variant.id, quantity: '1' });
  await call('set_period_locks', { soft: '2020-12-31', hard: '2020-01-31' });
  await call('create_lock_exception', {
    lock: 'soft',
    until_date: '2020-06-30',
    reason: 'Late bill',
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await call('create_expense', { payee_name: 'Late', lines: spent, post: true, expense_date: '2020-12-01' });
  await declareTax();
}

/** Last, as filing closes the year for tax. */
async function declareTax(): Promise<void> {
  const shop = shopOf(world);
  await call('update_vat_settings', { period: 'year', starts_on: '2025-01-01' });
  const rate = await shop.tax('21');
  await call('create_expense', {
    payee_name: 'Printer',
    lines: [{ category: 'Travel', amount: '100.00', tax_rate_ids: [rate] }],
    expense_date: '2025-03-05',
    post: true,
  });
  const accrual = { description: 'Audit', account_code: '6500', amount: '100' };
  await call('create_accrual', accrual);
  const mistaken = await call('create_accrual', accrual);
  await call('void_accrual', { id: mistaken.id });
  const months = { from: '2026-01-01', to: '2040-12-31' };
  await call('create_schedule', { description: 'Licence', account_code: '6200', amount: '120', ...months });
  await call('create_asset', { name: 'Lathe', account_code: '1500', cost: '120', life_months: 12 });
  await call('revalue_currency', { rates: ['CHF', 'GBP', 'USD'].map((currency) => ({ currency, rate: '0.9' })) });
  const { id } = await call('create_vat_return');
  await call('file_vat_return', { id });
  await call('settle_vat_return', { id });
  await call('create_vat_return');
}

await trade();

const one = (table: string, more = 'true') =>
  `ctid = (select min(ctid) from ${table} where organization_id = '${organization}' and ${more})`;

/** For each check a change that breaks what it promises, made past every trigger. */
const drifts: Readonly<Record<string, string>> = {
  entries_balance: `update journal_lines set amount = amount + 1 where ${one('journal_lines')}`,
  trial_balance: `update account_days set debit = debit + 1 where ${one('account_days')}`,
  day_sums: `update account_days set debit = debit + 1, credit = credit + 1 where ${one('account_days')}`,
  month_sums: `update account_months set debit = debit + 1, credit = credit + 1 where ${one('account_months')}`,
  client_sums: `update client_months set amount = amount + 1 where ${one('client_months')}`,
  dimension_sums: `update dimension_months set debit = debit + 1 where ${one('dimension_months')}`,
  client_currency_sums: `update client_currency_months set amount = amount + 1
    where ${one('client_currency_months')}`,
  client_flows: `update client_flows set invoiced = invoiced + 1 where ${one('client_flows')}`,
  cash_sums: `update cash_days set amount = amount + 1 where ${one('cash_days')}`,
  cash_flow_classes: `update account_months set debit = debit + 1 where ${one(
    'account_months',
    `account_id in (select id from accounts where type = 'revenue')`,
  )}`,
  sale_days: `update sale_days set returns = returns + 1 where ${one('sale_days')}`,
  settled_days: `update settled_days set amount = amount + 1 where ${one('settled_days')}`,
  client_lifetimes: `update client_flows set paid = paid + 1 where ${one('client_flows', `currency = 'EUR'`)}`,
  reversals_complete: `update journal_entries set reverses_id = (select id from journal_entries
      where organization_id = '${organization}' and kind = 'system' order by id desc limit 1)
    where ${one('journal_entries', 'reverses_id is not null')}`,
  journal_entry_numbers: `delete from journal_entries where ${one('journal_entries', `number like '%0002'`)}`,
  closed_periods: `update journal_entries set entry_date = '2020-01-31'
    where ${one('journal_entries', 'locks_version = 2')}`,
  lock_history: `update period_locks set hard = null where organization_id = '${organization}'`,
  receivable_control: `update sales set amount_paid = amount_paid - 1
    where amount_paid > 0 and organization_id = '${organization}'`,
  goods_left: `delete from stock_movements where ${one('stock_movements', `type = 'sale_issue'`)}`,
  deposits_control: `update sales set is_deposit = false where ${one('sales', 'is_deposit')}`,
  sale_numbers: `update sales set number = replace(number, '00002', '00099') where organization_id = '${organization}'`,
  client_credit_control: `update payments set amount = amount + 1 where amount_allocated < amount
    and organization_id = '${organization}'`,
  sales_paid: `update sales set amount_paid = amount_paid - 1 where ${one('sales', 'amount_paid > 0')}`,
  payments_allocated: `update allocations set amount = amount - 1 where ${one('allocations')}`,
  settlements_dated: `update allocations set allocated_on = allocated_on + 1 where ${one('allocations', 'amount > 0')}`,
  sales_credited: `update sales set amount_credited = amount_credited - 1
    where ${one('sales', 'amount_credited > 0')}`,
  sales_untaxed: `update sales set untaxed = untaxed + 1 where ${one('sales')}`,
  lines_returned: `update sale_lines set quantity_returned = 0
    where quantity_returned > 0 and organization_id = '${organization}'`,
  return_numbers: `delete from sales where ${one('sales', `kind = 'return'`)}`,
  payments_refunded: `update payments set amount_refunded = amount_refunded - 1
    where amount_refunded > 0 and organization_id = '${organization}'`,
  sales_written_off: `update sales set amount_written_off = amount_written_off - 1
    where amount_written_off > 0 and organization_id = '${organization}'`,
  sales_discounted: `update sales set amount_discounted = amount_discounted - 1
    where amount_discounted > 0 and organization_id = '${organization}'`,
  refunds_posted: `update refunds set paid_on = null where ${one('refunds', `destination <> 'client_credit'`)}`,
  refund_numbers: `delete from refunds where ${one('refunds')}`,
  emptied_currencies: `update account_currencies set amount = 0 where ${one(
    'account_currencies',
    `account_id in (select id from accounts where type = 'cash')`,
  )}`,
  currency_sums: `update account_currencies set amount = amount + 1 where ${one('account_currencies')}`,
  money_transfer_numbers: `update numbering_counters set next_number = next_number + 1
    where ${one('numbering_counters', `record_type = 'money_transfer'`)}`,
  money_transfers_posted: `update money_transfers set base_amount = base_amount + 1 where ${one('money_transfers')}`,
  bank_statements_balance: `update bank_statements set closing = closing + 1 where ${one('bank_statements')}`,
  bank_statement_chain: `update bank_statements set opening = opening + 1, booked = booked - 1
    where ${one('bank_statements', `to_day = '2026-03-03'`)}`,
  bank_lines_once: `update bank_lines set key_reference = 'T', booking_date = '2026-03-02', amount = -1
    where organization_id = '${organization}'`,
  bank_matches_come_to_lines: `update bank_lines set match_state = 'open' where ${one('bank_lines')}`,
  bank_matches_in_books: `update bank_matches set amount = amount + 1 where ${one('bank_matches')}`,
  bank_reconciled_days: `update bank_lines set match_state = 'open' where ${one('bank_lines')}`,
  scheduled_payments: `update payment_file_items set amount = amount + 1 where ${one('payment_file_items')}`,
  payment_numbers: `delete from payments where number like '%00001' and organization_id = '${organization}'`,
  document_numbers: `delete from documents where ${one('documents', `type = 'invoice'`)}`,
  credit_notes: `update documents set total = total + 1 where ${one('documents', `type = 'credit_note'`)}`,
  document_chain: `update documents set notes = 'Altered.' where ${one('documents', `type = 'invoice'`)}`,
  invoices_of_sales: `update documents set total = total + 1 where ${one('documents', `type = 'invoice'`)}`,
  payable_control: `update expenses set net = net + 1, total = total + 1
    where ${one('expenses', `paid_by = 'company' and kind = 'expense'`)}`,
  member_payable_control: `update expenses set net = net + 1, total = total + 1
    where ${one('expenses', `paid_by = 'member'`)}`,
  expenses_paid: `update expense_payments set amount = amount + 1 where ${one('expense_payments')}`,
  expense_payments_dated: `update expense_payments set payment_date = payment_date + 1
    where ${one('expense_payments')}`,
  expense_numbers: `update numbering_counters set next_number = next_number + 1
    where record_type = 'expense' and ${one('numbering_counters', `record_type = 'expense'`)}`,
  goods_billed: `update stock_movements set total_cost = total_cost + 1
    where ${one('stock_movements', `source_type = 'expense'`)}`,
  supplier_credit_control: `update supplier_payments set amount = amount + 1 where ${one('supplier_payments')}`,
  supplier_payments_whole: `update supplier_payments set amount_allocated = amount_allocated - 1
    where ${one('supplier_payments', 'amount_allocated > 0')}`,
  supplier_credit_notes: `update supplier_payments set amount = amount + 1
    where ${one('supplier_payments', 'credit_note_id is not null')}`,
  supplier_payment_numbers: `update numbering_counters set next_number = next_number + 1
    where ${one('numbering_counters', `record_type = 'supplier_payment'`)}`,
  inventory_control: `update stock_pools set value = value + 1 where ${one('stock_pools')}`,
  stock_pools: `update stock_pools set quantity = quantity + 1 where ${one('stock_pools')}`,
  stock_levels: `update stock_levels set on_hand = on_hand - 1 where ${one('stock_levels')}`,
  stock_layers: `update stock_layers set value = value + 1 where ${one('stock_layers', 'quantity > 0')}`,
  stock_layer_changes: `update stock_layer_changes set value = value + 1 where ${one('stock_layer_changes')}`,
  stock_held: `update stock_levels set reserved = reserved + 1 where ${one('stock_levels')}`,
  stock_in_transit: `update stock_transfer_lines set received = received + 1 where ${one('stock_transfer_lines')}`,
  stock_transfer_numbers: `delete from stock_transfers where organization_id = '${organization}'`,
  vat_lines_declared_once: `update vat_return_lines set tax = tax + 1 where ${one('vat_return_lines')}`,
  accruals_reversed: `update accruals set reverse_on = reverse_on + 1 where ${one('accruals')}`,
  schedules_moved: `update schedules set amount = amount + 1 where ${one('schedules')}`,
  assets_depreciated: `update assets set cost = cost + 1 where ${one('assets')}`,
  revaluations_reversed: `update revaluations set gain = gain + 1 where ${one('revaluations')}`,
  vat_drafts_complete: `update vat_returns set kept_at = now() + interval '2 days' where status = 'filed';
    update vat_return_lines set base = base + 1 where ${one('vat_return_lines')}`,
  vat_returns_settled: `update vat_returns set settled_on = null, settlement_entry_id = null
    where ${one('vat_returns')}`,
  stock_count_numbers: `delete from stock_counts where organization_id = '${organization}'`,
};

/** Plants it, asks the checks, and takes it back. */
async function brokenBy(client: Client, change: string, checks: readonly Check[]): Promise<Map<string, string[]>> {
  await client.query('set session_replication_role = replica');
  await client.query('begin');
  const { rowCount } = await client.query(change);
  assert.notEqual(rowCount, 0, `nothing was planted: ${change}`);
  const broken = new Map<string, string[]>();
  for (const check of checks) {
    const { text, values } = verdictQuery(check, organization);
    const { rows } = await client.query(text, [...values]);
    if (rows[0].wrong > 0) broken.set(check.name, rows[0].found);
  }
  await client.query('rollback');
  return broken;
}

test('sound books pass every check, each of which has looked at something', async () => {
  const { ok, checks } = await call('check_books');
  assert.deepEqual(
    checks.filter((one_: Wire) => !one_.ok),
    [],
  );
  assert.equal(ok, true);
  assert.deepEqual(
    checks.filter(({ checked }: Wire) => checked === 0).map(({ name }: Wire) => name),
    [],
  );
  assert.equal((await call('check_books', {}, { as: world.rival })).ok, true);
});

for (const check of everyCheck) {
  const { name, invariant } = check;
  test(`control: ${name} notices what was planted behind its back`, async () => {
    const change = drifts[name];
    assert.ok(change, `write a drift that breaks: ${invariant}`);
    const ask = (checks: readonly Check[]) =>
      asOwner(world.database.ownerUrl, (client) => brokenBy(client, change, checks));
    const found = (await ask([check])).get(name);
    if (found === undefined) assert.fail(`not noticed; but ${[...(await ask(everyCheck)).keys()].join(', ')}`);
    assert.ok(found.length > 0, 'nothing is named');
  });
}

test('every drift is of a check that there is', () => {
  const names = new Set(everyCheck.map(({ name }) => name));
  assert.deepEqual(
    Object.keys(drifts).filter((name) => !names.has(name)),
    [],
  );
});

test('a wrong record is named as people know it, and the command says so and fails', async () => {
  const lines: string[] = [];
  assert.equal(await checkAll(world.db, (line) => void lines.push(line), world.runtime.secrets), true);
  assert.match(lines.join('\n'), /^ok {4}Acme: \d+ checks of \d+ things$/m);
  const [{ id, number }] = (await call('list_sales', { sort: 'number', limit: 1 })).data;
  const plant = (by: number) =>
    asOwner(world.database.ownerUrl, async (client) => {
      await client.query('set session_replication_role = replica');
      const uuid = `(select id from sales where number = $1 and organization_id = $2)`;
      await client.query(`update sales set amount_paid = amount_paid + ${by} where id = ${uuid}`, [
        number,
        organization,
      ]);
    });
  await plant(-1);
  const verdict = (await call('check_books')).checks.find(({ name }: Wire) => name === 'sales_paid');
  assert.deepEqual([verdict.ok, verdict.wrong, verdict.found], [false, 1, [number]], id);
  lines.length = 0;
  assert.equal(await checkAll(world.db, (line) => void lines.push(line), world.runtime.secrets), false);
  assert.match(lines.join('\n'), new RegExp(`WRONG Acme[^]*sales_paid: 1 wrong[^]*${number}`));
  await plant(1);
});

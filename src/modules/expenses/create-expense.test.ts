import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asOwner } from '../../../test/support/database.ts';
import { createExpenseFixture } from '../../../test/support/expense-fixture.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire, withPermissions } from '../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const fixture = createExpenseFixture(world);
const types = () => world.emitted().map(({ type }) => type);
const half = await call('create_tax_rate', { name: 'Half', percentage: '21', recoverable_percent: '50' });
const fault = (code: string, pointer: string) =>
  refused('validation_failed', ({ errors }) => assert.deepEqual([errors[0].code, errors[0].pointer], [code, pointer]));

describe('recording an expense', () => {
  test('a draft has no number and moves nothing, and is read back as it was answered', async () => {
    const supplier = await fixture.supplier({ payment_terms: { type: 'days_after_issue', value: 14 } });
    types();
    const { warnings, ...draft } = await fixture.draft('0', {
      payee_name: undefined,
      supplier_id: supplier.id,
      supplier_invoice_number: 'R-17',
      expense_date: '2026-03-01',
      amounts_include_tax: true,
      notes: 'Train',
      tags: ['trip'],
      external_id: 'x1',
      lines: [
        { category: 'travel', description: 'To Rome', amount: '121.00', tax_rate_ids: [half.id] },
        { category: 'Office and software', amount: '10.00', billable: true, client_id: supplier.id },
      ],
    });
    assert.deepEqual(types(), ['expense.created']);
    assert.deepEqual(
      [draft.status, draft.number, draft.payment_status, draft.due_date, draft.payee_name, warnings],
      ['draft', null, 'unpaid', '2026-03-15', supplier.display_name, []],
    );
    assert.deepEqual(
      [draft.totals.net, draft.totals.tax, draft.totals.recoverable_tax, draft.totals.cost, draft.total],
      ['110.00', '21.00', '10.50', '120.50', '131.00'],
    );
    assert.deepEqual(
      draft.lines.map((line: Wire) => [line.position, line.net, line.cost, line.billable, line.account_id]),
      [
        [1, '100.00', '110.50', false, null],
        [2, '10.00', '10.00', true, null],
      ],
    );
    assert.deepEqual(await fixture.expense(draft), draft);
    assert.equal(await fixture.balance('6300'), 0n);
    await assert.rejects(fixture.draft('1', { external_id: 'x1' }), refused('expense_external_id_taken'));
  });

  test('posted and paid at once, it costs its category, claims its tax and leaves the bank', async () => {
    types();
    const paid = await fixture.owed('100', {
      payee_name: undefined,
      method: 'Bank transfer',
      reference: 'T-1',
      lines: [{ category: 'Travel', amount: '100', tax_rate_ids: [half.id] }],
    });
    assert.deepEqual(types(), ['expense.created', 'expense.posted', 'expense.paid']);
    assert.match(paid.number, /^E-\d{4}-00001$/);
    assert.deepEqual(
      [paid.status, paid.payment_status, paid.amount_due, paid.payments.length, paid.payments[0].reference],
      ['posted', 'paid', '0.00', 1, 'T-1'],
    );
    const codes = ['6300', '1300', '1010', '2000'];
    assert.deepEqual(await Promise.all(codes.map(fixture.balance)), [11_050n, 1_050n, -12_100n, 0n]);
    const { data } = await call('list_journal_entries', { source_id: paid.id });
    assert.equal(data.length, 2);
    await fixture.booksAgree();
  });

  test('what is not paid is owed to whom it says, and what a member paid to the member', async () => {
    const [payable, due] = await Promise.all(['2000', '2050'].map(fixture.balance));
    const owed = await fixture.owed('30');
    assert.deepEqual([owed.payment_status, owed.amount_due], ['unpaid', '30.00']);
    const mine = await fixture.owed('12.50', { paid_by: 'member' });
    const [member] = (await call('list_members')).data;
    assert.deepEqual([mine.member_id, mine.payment_status], [member.id, 'unpaid']);
    assert.deepEqual(await Promise.all(['2000', '2050'].map(fixture.balance)), [
      (payable ?? 0n) - 3_000n,
      (due ?? 0n) - 1_250n,
    ]);
    assert.equal((await fixture.pay(mine, { method: 'Cash' })).payment_status, 'reimbursed');
    assert.equal(await fixture.balance('2050'), due);
    await assert.rejects(fixture.owed('5', { payee_name: undefined }), fault('required', '/payee_name'));
    await fixture.booksAgree();
  });

  test('the tax of the category is charged where a line says none, and claimed where the rate says', async () => {
    const claims = await call('create_account', { code: '1325', name: 'VAT claimed', type: 'other_current_asset' });
    const rate = await call('create_tax_rate', {
      name: 'Own account',
      percentage: '10',
      receivable_account_id: claims.id,
    });
    const category = await call('create_expense_category', {
      name: 'Taxis',
      account_id: (await call('list_accounts', { code: '6300' })).data[0].id,
      default_tax_rate_id: rate.id,
    });
    const lines = [
      { category_id: category.id, amount: '20' },
      { category_id: category.id, amount: '20', tax_rate_ids: [] },
    ];
    const expense = await fixture.draft('0', { lines });
    assert.deepEqual([expense.totals.tax, expense.total], ['2.00', '42.00']);
    await fixture.keyed('post_expense', { id: expense.id });
    assert.equal(await fixture.balance('1325'), 200n);
    await assert.rejects(call('update_tax_rate', { id: rate.id, percentage: '11' }), refused('tax_rate_used'));
  });

  test('what does not fit is refused, and says where', async () => {
    const client = await call('create_client', { type: 'business', display_name: 'Only a customer' });
    const gone = await fixture.supplier();
    await call('archive_client', { id: gone.id });
    const withheld = await call('create_tax_rate', { name: 'Withheld', percentage: '5', kind: 'withholding' });
    const sales = await call('create_tax_rate', { name: 'Sales only', percentage: '5', applies_to: 'sales' });
    const line = (more: object) => ({ lines: [{ category: 'Travel', amount: '1', ...more }] });
    await assert.rejects(
      fixture.draft('1', { payee_name: undefined, supplier_id: client.id }),
      refused('not_a_supplier'),
    );
    await assert.rejects(
      fixture.draft('1', { payee_name: undefined, supplier: gone.display_name }),
      refused('supplier_not_active'),
    );
    await assert.rejects(fixture.draft('1', { payee_name: undefined, supplier: 'Nobody' }), refused('not_found'));
    await assert.rejects(fixture.draft('0'), fault('amount_not_positive', '/lines/0/amount'));
    await assert.rejects(fixture.draft('1.005'), fault('wrong_scale', '/lines/0/amount'));
    await assert.rejects(
      fixture.draft('1', line({ tax_rate_ids: [withheld.id] })),
      fault('withholding_tax', '/lines/0/tax_rate_ids'),
    );
    await assert.rejects(
      fixture.draft('1', line({ tax_rate_ids: [sales.id] })),
      fault('wrong_side', '/lines/0/tax_rate_ids/0'),
    );
    await assert.rejects(fixture.draft('1', line({ billable: true })), fault('required', '/lines/0/client_id'));
    await assert.rejects(fixture.draft('1', line({ category: 'Yachts' })), refused('not_found'));
    await assert.rejects(fixture.draft('1', line({ category: undefined })), fault('required', '/lines/0/category_id'));
    await assert.rejects(fixture.draft('1', { currency: 'USD' }), refused('exchange_rate_missing'));
    await assert.rejects(fixture.draft('1', { expense_date: '2999-01-01' }), fault('in_future', '/expense_date'));
    await assert.rejects(fixture.draft('1', { due_date: '2020-01-01' }), fault('before_expense', '/due_date'));
    await assert.rejects(fixture.draft('1', { paid_on: '2020-01-01' }), fault('not_paid', '/paid_on'));
    await assert.rejects(
      fixture.draft('1', { paid_by: 'member', method: 'Cash' }),
      fault('paid_by_member', '/method_id'),
    );
    const [own] = (await call('list_expense_categories', { limit: 1 })).data;
    await call('archive_expense_category', { id: own.id });
    await assert.rejects(
      fixture.draft('1', line({ category: undefined, category_id: own.id })),
      refused('expense_category_archived'),
    );
    await call('restore_expense_category', { id: own.id });
  });

  test('posting at once takes the right to post and the right to approve', async () => {
    for (const held of [
      ['expenses:write'],
      ['expenses:write', 'expenses:manage'],
      ['expenses:write', 'expenses:approve'],
    ]) {
      const as = withPermissions(world.ana, held);
      const input = { payee_name: 'Kim', lines: [{ category: 'Travel', amount: '1' }], post: true };
      await assert.rejects(call('create_expense', input, { as }), refused('forbidden'));
    }
  });

  test('a preview answers what would be posted, and leaves nothing behind', async () => {
    const before = await fixture.balance('2000');
    const input = { payee_name: 'Preview', lines: [{ category: 'Travel', amount: '77' }], post: true };
    const preview = await call('create_expense', input, { dryRun: true });
    assert.deepEqual([preview.status, preview.total], ['posted', '77.00']);
    assert.equal(await fixture.balance('2000'), before);
    assert.deepEqual((await call('list_expenses', { q: 'Preview' })).data, []);
  });
});

describe('finding and changing expenses', () => {
  test('a list finds them by payee, category, state, amount and what is overdue', async () => {
    const supplier = await fixture.supplier({ display_name: 'Zephyr Air' });
    const said = { payee_name: undefined, supplier_id: supplier.id, tags: ['list'] };
    const late = await fixture.owed('500', { ...said, expense_date: '2026-01-05', due_date: '2026-01-20' });
    const draft = await fixture.draft('600', { ...said, lines: [{ category: 'Insurance', amount: '600' }] });
    const ids = async (query: object) => {
      const { data } = await call('list_expenses', { tag: 'list', ...query });
      const found: string[] = data.map(({ id }: Wire) => id);
      return found.toSorted();
    };
    const both: string[] = [late.id, draft.id];
    both.sort((a, b) => (a < b ? -1 : 1));
    const [insurance] = (await call('list_expense_categories', {})).data.filter(
      (one: Wire) => one.name === 'Insurance',
    );
    assert.deepEqual(await ids({ q: 'zephyr' }), both);
    assert.deepEqual(await ids({ supplier_id: supplier.id }), both);
    assert.deepEqual(await ids({ overdue: true }), [late.id]);
    assert.deepEqual(await ids({ overdue: false }), [draft.id]);
    assert.deepEqual(await ids({ status: ['draft'] }), [draft.id]);
    assert.deepEqual(await ids({ category_id: insurance.id }), [draft.id]);
    assert.deepEqual(await ids({ total: { gte: '550' } }), [draft.id]);
    assert.deepEqual(await ids({ expense_date: { lt: '2026-02-01' } }), [late.id]);
    const expanded = await call('get_expense', { id: draft.id, expand: ['supplier', 'lines.category'] });
    assert.deepEqual([expanded.supplier.id, expanded.lines[0].category.name], [supplier.id, 'Insurance']);
    assert.deepEqual((await call('list_expenses', {}, { as: world.rival })).data, []);
    await assert.rejects(call('get_expense', { id: draft.id }, { as: world.rival }), refused('not_found'));
  });

  test('a draft is changed and keeps what is not said, or is deleted', async () => {
    const draft = await fixture.draft('10', { method: 'Cash', paid_on: undefined });
    const [line] = draft.lines;
    const lines = [
      { id: line.id, category_id: line.category_id, amount: '11' },
      { category: 'Wages', amount: '5' },
    ];
    const changed = await call('update_expense', { id: draft.id, version: 1, lines, notes: 'More' });
    assert.deepEqual(
      [changed.total, changed.lines[0].id, changed.lines.length, changed.version, changed.method_id, changed.notes],
      ['16.00', line.id, 2, 2, draft.method_id, 'More'],
    );
    const mine = await call('update_expense', { id: draft.id, paid_by: 'member' });
    assert.deepEqual([mine.method_id, mine.paid_by], [null, 'member']);
    assert.equal((await call('update_expense', { id: draft.id, paid_by: 'company' })).member_id, null);
    await assert.rejects(call('update_expense', { id: draft.id, version: 1, notes: 'x' }), refused('version_conflict'));
    await assert.rejects(
      call('update_expense', { id: draft.id, lines: [{ ...lines[1], id: `xline_${'0'.repeat(26)}` }] }),
      refused('not_found'),
    );
    await call('delete_expense', { id: draft.id });
    await assert.rejects(fixture.expense(draft), refused('not_found'));
  });

  test('of a posted expense only what is said about it changes', async () => {
    const posted = await fixture.owed('10');
    const changed = await call('update_expense', { id: posted.id, notes: 'Kakapo', tags: ['a'] });
    assert.deepEqual([changed.notes, changed.tags, changed.total], ['Kakapo', ['a'], '10.00']);
    assert.equal((await call('list_expenses', { q: 'kakapo' })).data[0].id, posted.id);
    const allowed = ['pay_expense', 'spread_expense', 'create_asset', 'void_expense'];
    const stands = refused('invalid_state_transition', (details) => assert.deepEqual(details.allowed, allowed));
    await assert.rejects(call('update_expense', { id: posted.id, payee_name: 'Else' }), stands);
    await assert.rejects(call('delete_expense', { id: posted.id }), stands);
    for (const statement of [
      "update expenses set payee_name = 'Else'",
      'delete from expense_lines',
      'delete from expenses',
    ]) {
      await assert.rejects(
        asOwner(world.database.ownerUrl, (client) => client.query(statement)),
        /stays as it is|stay as they are/,
      );
    }
  });
});

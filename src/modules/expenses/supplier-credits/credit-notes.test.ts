import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sampleFacts } from '../../../../test/support/einvoice/facts.ts';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { contentIn } from '../../../../test/support/uploading.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { eInvoiceOf } from '../../../einvoice/e-invoice.ts';
import { keptEInvoice } from '../../../einvoice/kept.ts';

const world = await createWorld();
const { call, ana } = world;
const fixture = createExpenseFixture(world);
const { keyed } = fixture;
const shop = shopOf(world);
const { moves } = shop;
world.setNow('2026-03-10T12:00:00Z');
const vat = await call('create_tax_rate', { name: 'Vorsteuer 19', percentage: '19', category: 'S' });

const note = (supplier: Wire, amount: string, more: object = {}): Promise<Wire> =>
  keyed('create_expense', {
    kind: 'credit_note',
    supplier_id: supplier.id,
    amounts_include_tax: false,
    post: true,
    lines: [{ category: 'Travel', amount, tax_rate_ids: [vat.id] }],
    ...more,
  });
const bill = (supplier: Wire, amount: string, more: object = {}): Promise<Wire> =>
  note(supplier, amount, { kind: 'expense', ...more });
const apply = ({ supplier_payment_id: id }: Wire, more: object = {}): Promise<Wire> =>
  keyed('apply_supplier_credit', { id, ...more });
const pointed = (pointer: string) =>
  refused('validation_failed', ({ errors }) => assert.equal(errors?.[0]?.pointer, pointer));
const balance = async ({ id }: Wire): Promise<string[]> => {
  const told = await call('get_supplier_balance', { id });
  return [told.payable, told.credit, told.balance];
};
const booksHold = async () => {
  await fixture.booksAgree();
  const { checks } = await call('check_books');
  assert.deepEqual(
    checks.filter(({ ok }: Wire) => !ok),
    [],
  );
};

describe('a credit note of a supplier', () => {
  test('takes back cost and input tax, and becomes credit that pays the bill it is for', async () => {
    const mill = await fixture.supplier();
    const owed = await bill(mill, '100');
    let credit: Wire = {};
    const posted = await moves(async () => (credit = await note(mill, '40', { supplier_invoice_number: 'GS-1' })));
    assert.deepEqual(posted, { 1300: -7_60n, 1320: 47_60n, 6300: -40_00n });
    assert.deepEqual(
      [credit.kind, credit.total, credit.amount_due, credit.is_overdue, credit.payments],
      ['credit_note', '47.60', '0.00', false, []],
    );
    assert.match(credit.number, /^E-2026-/);
    const kept = await call('get_supplier_payment', { id: credit.supplier_payment_id });
    assert.deepEqual(
      [kept.credit_note_id, kept.method_id, kept.account_id, kept.amount, kept.amount_unapplied, kept.reference],
      [credit.id, null, null, '47.60', '47.60', 'GS-1'],
    );
    assert.deepEqual(await balance(mill), ['119.00', '47.60', '71.40']);
    const used = await moves(async () => apply(credit));
    assert.deepEqual(used, { 1320: -47_60n, 2000: 47_60n }, 'no money moves');
    const paid = await fixture.expense(owed);
    assert.deepEqual([paid.amount_due, paid.payments[0].method_id], ['71.40', null]);
    assert.deepEqual(await balance(mill), ['71.40', '0.00', '71.40']);
    assert.deepEqual((await call('list_transactions', { client_id: mill.id })).data, [], 'and nothing says it did');
    const { data } = await call('list_expenses', { kind: ['credit_note'], supplier_id: mill.id });
    assert.deepEqual(
      data.map(({ id }: Wire) => id),
      [credit.id],
    );
    const credits = await call('list_supplier_payments', { credit_note: true, supplier_id: mill.id });
    assert.equal(credits.data.length, 1);
    await booksHold();
  });

  test('is drafted, reviewed and posted as any expense, and comes back as money where the supplier pays', async () => {
    const forge = await fixture.supplier();
    const draft = await note(forge, '10', { post: false });
    assert.deepEqual([draft.number, draft.amount_due, draft.supplier_payment_id], [null, '0.00', null]);
    assert.deepEqual(await balance(forge), ['0.00', '0.00', '0.00']);
    const changed = await call('update_expense', { id: draft.id, lines: [{ category: 'Travel', amount: '20' }] });
    assert.deepEqual([changed.kind, changed.total], ['credit_note', '20.00'], 'and stays one');
    await keyed('submit_expense', { id: draft.id });
    await keyed('approve_expense', { id: draft.id });
    const posted = await keyed('post_expense', { id: draft.id });
    await assert.rejects(fixture.pay(posted), refused('amount_exceeds_due'));
    const id = posted.supplier_payment_id;
    const back = await moves(async () => keyed('refund_supplier_payment', { id, method: 'Bank transfer' }));
    assert.deepEqual(back, { 1010: 20_00n, 1320: -20_00n });
    const [moved] = (await call('list_transactions', { client_id: forge.id })).data;
    assert.deepEqual([moved.kind, moved.amount], ['supplier_refund', '20.00']);
    await assert.rejects(keyed('void_expense', { id: posted.id }), refused('supplier_refunds_remain'));
    await booksHold();
  });

  test('is void with all that it paid, and only by itself', async () => {
    const loom = await fixture.supplier();
    const owed = await bill(loom, '30', { expense_date: '2026-02-01' });
    const moved = await moves(async () => {
      const credit = await note(loom, '50', { expense_date: '2026-02-03' });
      await apply(credit);
      const whole = keyed('void_supplier_payment', { id: credit.supplier_payment_id });
      await assert.rejects(
        whole,
        refused('credit_of_credit_note', (details) => assert.equal(details['credit_note_id'], credit.id)),
      );
      const voided = await keyed('void_expense', { id: credit.id, reason: 'Sent twice.', date: '2026-02-10' });
      assert.deepEqual([voided.status, voided.amount_due, voided.voided_on], ['voided', '0.00', '2026-02-10']);
      const kept = await call('get_supplier_payment', { id: credit.supplier_payment_id });
      assert.deepEqual([kept.status, kept.amount_unapplied, kept.void_reason], ['voided', '0.00', 'Sent twice.']);
      await assert.rejects(apply(credit), refused('invalid_state_transition'));
      await assert.rejects(keyed('void_expense', { id: credit.id }), refused('invalid_state_transition'));
    });
    assert.deepEqual(moved, {});
    assert.equal((await fixture.expense(owed)).amount_due, '35.70');
    await booksHold();
  });

  test('in another currency is worth what it was on its day, whatever the bill is that it pays', async () => {
    const abroad = await fixture.supplier();
    const dollars = { currency: 'USD', lines: [{ category: 'Travel', amount: '100', tax_rate_ids: [] }] };
    await bill(abroad, '0', { ...dollars, exchange_rate: '0.95' });
    let credit: Wire = {};
    const posted = await moves(async () => (credit = await note(abroad, '0', { ...dollars, exchange_rate: '0.9' })));
    assert.deepEqual(posted, { 1320: 90_00n, 6300: -90_00n });
    const used = await moves(async () => apply(credit));
    assert.deepEqual(used, { 1320: -90_00n, 2000: 95_00n, 4820: -5_00n });
    await booksHold();
  });

  test('lowers tax, spending and what is owed in reports, on its day and by both bases', async () => {
    const yard = await fixture.supplier();
    const days = { from: '2025-05-01', to: '2025-05-31' };
    const owed = await bill(yard, '100', { expense_date: '2025-05-02' });
    const credit = await note(yard, '25', { expense_date: '2025-05-20' });
    const tax = await call('get_tax_summary', { ...days, basis: 'accrual' });
    assert.equal(tax.totals.input_tax.amount ?? tax.totals.input_tax, '14.25');
    const spent = async (basis: string) =>
      (await call('get_expenses_by_category', { ...days, basis })).totals.operating_expenses.amount;
    assert.deepEqual([await spent('accrual'), await spent('cash')], ['75.00', '-25.00']);
    const aged = (await call('get_payables_aging', { as_at: '2025-05-21' })).rows.find(
      (row: Wire) => row.supplier_id === yard.id,
    );
    assert.deepEqual([aged.total, aged.credit], ['119.00', '29.75']);
    world.setNow('2025-05-25T12:00:00Z');
    await apply(credit);
    await fixture.pay(owed, { payment_date: '2025-05-25' });
    assert.equal(await spent('cash'), '75.00', 'once the bill is paid, with the credit and with money');
    const profit = async (basis: string) =>
      (await call('get_profit_and_loss', { ...days, basis })).totals.operating_expenses.amount;
    assert.deepEqual([await profit('accrual'), await profit('cash')], ['75.00', '75.00']);
    world.setNow('2026-03-10T12:00:00Z');
    await booksHold();
  });

  test('is refused in a closed period, and where it says what no credit note is', async () => {
    const kiln = await fixture.supplier();
    await assert.rejects(note(kiln, '5', { payee_name: 'Kim', supplier_id: null }), pointed('/supplier_id'));
    await assert.rejects(note(kiln, '5', { method: 'Cash' }), pointed('/method_id'));
    await assert.rejects(note(kiln, '5', { paid_by: 'member' }), pointed('/paid_by'));
    const lines = (more: object) => note(kiln, '5', { lines: [{ category: 'Travel', amount: '5', ...more }] });
    await assert.rejects(lines({ billable: true, client_id: kiln.id }), pointed('/lines/0/billable'));
    const variant = await shop.product();
    const goods = note(kiln, '5', { lines: [{ variant_id: variant.id, quantity: '1', amount: '5' }] });
    await assert.rejects(goods, pointed('/lines/0/variant_id'));
    const draft = await note(kiln, '5', { post: false, expense_date: '2024-06-01' });
    await call('set_period_locks', { purchases: '2024-12-31' });
    await assert.rejects(keyed('post_expense', { id: draft.id }), refused('period_locked'));
    assert.deepEqual(await balance(kiln), ['0.00', '0.00', '0.00']);
  });
});

describe('an e-invoice that is a credit note', () => {
  for (const syntax of ['ubl', 'cii'] as const) {
    test(`in ${syntax} becomes the draft of one, which says what it corrects`, async () => {
      const vatId = { scheme: 'vat' as const, value: syntax === 'ubl' ? 'DE444444443' : 'DE136695976', label: null };
      const supplier = await fixture.supplier({ tax_ids: [{ type: 'eu_vat', value: vatId.value }] });
      const seller = { ...sampleFacts().seller, taxIds: [vatId] };
      const references = { ...sampleFacts().references, corrects: [{ number: 'R-7', issued: null, reason: null }] };
      const facts = sampleFacts({ type: 'credit_note', number: `GS-${syntax}`, seller, references });
      const { xml, findings } = eInvoiceOf(facts, { profile: 'en16931', syntax });
      assert.ok(xml !== null, JSON.stringify(findings));
      const bytes = Buffer.from(xml);
      const sha256 = await contentIn(world, ana, bytes, {
        contentType: 'application/xml',
        eInvoice: keptEInvoice(bytes),
      });
      const draft = await keyed('create_expense_from_file', { sha256 });
      assert.deepEqual(
        [draft.kind, draft.status, draft.supplier_id, draft.total, draft.supplier_invoice_number],
        ['credit_note', 'draft', supplier.id, '270.10', `GS-${syntax}`],
      );
      assert.match(draft.notes, /Corrects: R-7/);
      const posted = await keyed('post_expense', { id: draft.id });
      assert.deepEqual(await balance(supplier), ['0.00', '270.10', '-270.10']);
      await assert.rejects(keyed('create_expense_from_file', { sha256 }), refused('duplicate_expense'));
      assert.equal(posted.amount_due, '0.00');
      await booksHold();
    });
  }
});

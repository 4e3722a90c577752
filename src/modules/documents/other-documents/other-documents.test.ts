import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { createInvoiceFixture } from '../../../../test/support/invoice-fixture.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const { keyed } = shop;
const { invoiced, document, issue } = createInvoiceFixture(world, shop);
world.setNow('2026-03-02T10:00:00.000Z');

/** Events since the last call. */
const types = () => world.emitted().map(({ type }) => type);
const pointed = (pointer: string, code: string) =>
  refused('validation_failed', ({ errors: [error] }) => assert.deepEqual([error.pointer, error.code], [pointer, code]));

describe('credit notes', () => {
  test('credit an invoice by lines, and never more of it than there is', async () => {
    const invoice = await invoiced();
    types();
    const lines = [{ position: 1, quantity: '1' }];
    const moved = await shop.moves(async () => {
      const note = await keyed('credit_document', { id: invoice.id, lines, correction_reason: 'One hour too many.' });
      assert.match(note.number, /^CN-2026-\d{5}$/);
      assert.deepEqual([note.type, note.status, note.total], ['credit_note', 'applied', '50.00']);
      assert.deepEqual([note.corrects_document_id, note.correction_reason], [invoice.id, 'One hour too many.']);
      const { number, issue_date } = invoice;
      assert.deepEqual(note.snapshot.corrects, { number, issue_date, reason: 'One hour too many.' });
      assert.deepEqual(note.refunds, []);
      const { refunds: _, ...rest } = note;
      assert.deepEqual(await document(note), rest);
      assert.equal((await call('get_sale', { id: note.sale_id })).kind, 'return');
    });
    assert.notDeepEqual(moved, {});
    assert.ok(types().includes('credit_note.issued'));
    const open = await document(invoice);
    assert.deepEqual([open.status, open.amount_credited, open.amount_due], ['open', '50.00', '50.00']);
    await assert.rejects(
      keyed('credit_document', { id: invoice.id, lines: [{ position: 1, quantity: '2' }] }),
      refused('return_exceeds_sold'),
    );
    await assert.rejects(
      keyed('credit_document', { id: invoice.id, lines: [{ position: 2 }] }),
      pointed('/lines/0/position', 'no_such_line'),
    );
    const rest = await keyed('credit_document', { id: invoice.id });
    assert.equal(rest.total, '50.00');
    assert.equal((await document(invoice)).status, 'credited');
    await assert.rejects(keyed('credit_document', { id: invoice.id }), refused('invalid_state_transition'));
    const notes = await call('list_documents', { corrects_document_id: invoice.id, sort: 'number' });
    assert.equal(notes.data.length, 2);
    await shop.booksAgree();
  });

  test('pay back what was paid where they are asked to', async () => {
    const invoice = await invoiced();
    await shop.pay({ id: invoice.sale_id });
    const refund = { destination: 'original_method', amount: '1000' };
    await assert.rejects(keyed('credit_document', { id: invoice.id, refund }), refused('refund_exceeds_refundable'));
    const ambiguous = { destination: 'other', method: 'Nowhere' };
    await assert.rejects(keyed('credit_document', { id: invoice.id, refund: ambiguous }), refused('not_found'));
    const note = await keyed('credit_document', { id: invoice.id, refund: { destination: 'original_method' } });
    assert.deepEqual([note.refunds.length, note.refunds[0].amount], [1, '100.00']);
    await shop.booksAgree();
  });

  test('are refused as the return would be, and leave the invoice as it was', async () => {
    const invoice = await invoiced();
    await shop.pay({ id: invoice.sale_id });
    const credit = (more: object) => keyed('credit_document', { id: invoice.id, ...more });
    const [till] = (await call('list_accounts', { code: '1000' })).data;
    const wallet = (name: string) => call('create_payment_method', { name, kind: 'wallet', account_id: till.id });
    const old = await wallet('Old terminal');
    await call('archive_payment_method', { id: old.id });
    await assert.rejects(credit({ refund: { method_id: old.id } }), refused('payment_method_archived'));
    await wallet('Terminal left');
    await wallet('Terminal right');
    await assert.rejects(credit({ refund: { method: 'wallet' } }), refused('ambiguous_name'));
    const goods = await shop.product({ price: '30' });
    await shop.receive(goods, '1', '7');
    const ofGoods = await invoiced({ lines: [{ variant_id: goods.id, quantity: '1' }] });
    const attic = await call('create_location', { name: 'Attic', code: 'ATTIC' });
    await call('archive_location', { id: attic.id });
    const lines = [{ position: 1, location_id: attic.id }];
    await assert.rejects(keyed('credit_document', { id: ofGoods.id, lines }), refused('location_not_active'));
    await call('update_document', { id: ofGoods.id, external_id: 'ours' });
    await assert.rejects(credit({ external_id: 'ours' }), refused('document_external_id_taken'));
    assert.equal((await document(invoice)).status, 'paid');
    await shop.booksAgree();
  });

  test('are not issued to whom they could not be sent as the e-invoice that is asked for', async () => {
    const invoice = await invoiced();
    await call('update_client', { id: invoice.client_id, e_invoicing: { format: 'xrechnung-ubl' } });
    await assert.rejects(keyed('credit_document', { id: invoice.id }), refused('e_invoice_incomplete'));
    assert.equal((await document(invoice)).amount_credited, '0.00');
  });

  test('are made of a return too, once, where there is an invoice to correct', async () => {
    const invoice = await invoiced();
    const back = await keyed('return_sale', { id: invoice.sale_id });
    const draft = await call('create_document', { type: 'credit_note', sale_id: back.id });
    assert.deepEqual([draft.status, draft.corrects_document_id, draft.total], ['draft', invoice.id, '100.00']);
    await assert.rejects(
      call('create_document', { type: 'credit_note', sale_id: back.id }),
      refused('return_credited', ({ document_id: id }) => assert.equal(id, draft.id)),
    );
    const said = await call('update_document', { id: draft.id, correction_reason: 'Cancelled.' });
    assert.equal(said.correction_reason, 'Cancelled.');
    const note = await issue(draft);
    await assert.rejects(
      keyed('void_sale', { id: back.id }),
      refused('document_stands', ({ type }) => assert.equal(type, 'credit_note')),
    );
    await assert.rejects(keyed('void_document', { id: note.id }), refused('void_not_allowed'));
    const sold = await shop.sold('10');
    const other = await keyed('return_sale', { id: sold.id });
    await assert.rejects(
      call('create_document', { type: 'credit_note', sale_id: other.id }),
      refused('sale_not_invoiced'),
    );
    await assert.rejects(
      call('create_document', { type: 'credit_note', sale_id: sold.id }),
      pointed('/sale_id', 'is_no_return'),
    );
    await assert.rejects(
      call('create_document', { type: 'invoice', sale_id: other.id }),
      pointed('/sale_id', 'is_return'),
    );
    await assert.rejects(call('create_document', { type: 'credit_note' }), pointed('/sale_id', 'required'));
  });

  test('are written by whoever may void documents and take goods back', async () => {
    const invoice = await invoiced();
    const may = (permissions: readonly string[], name: string, input: object) =>
      call(name, input, { as: withPermissions(world.ana, permissions), key: `key ${permissions.join()} ${name}` });
    await assert.rejects(
      may(['documents:void'], 'credit_document', { id: invoice.id }),
      refused('forbidden', ({ needs }) => assert.equal(needs, 'sales:void')),
    );
    const back = await keyed('return_sale', { id: invoice.sale_id });
    await assert.rejects(
      may(['documents:write'], 'create_document', { type: 'credit_note', sale_id: back.id }),
      refused('forbidden', ({ needs }) => assert.equal(needs, 'documents:void')),
    );
    const quote = await call('create_document', { ...offer(await shop.client()), type: 'quote', issue: true });
    await assert.rejects(keyed('credit_document', { id: quote.id }), refused('invalid_state_transition'));
  });
});

const offer = ({ id }: Wire) => ({
  type: 'proforma',
  client_id: id,
  lines: [{ name: 'Consulting', quantity: '2', unit_price: '50' }],
});

describe('proformas', () => {
  test('ask for money before there is a sale, and become one', async () => {
    const proforma = await call('create_document', { ...offer(await shop.client()), issue: true });
    assert.match(proforma.number, /^PF-2026-\d{5}$/);
    assert.deepEqual([proforma.status, proforma.total, proforma.sale_id], ['open', '100.00', null]);
    await assert.rejects(call('accept_document', { id: proforma.id }), refused('invalid_state_transition'));
    types();
    const { sale, ...converted } = await call('convert_document', { id: proforma.id });
    assert.deepEqual([converted.status, sale.total, sale.quote_id], ['converted', '100.00', proforma.id]);
    assert.deepEqual(types(), ['sale.created', 'proforma.converted']);
    const invoice = await call('create_document', { type: 'invoice', sale_id: sale.id, issue: true });
    assert.equal(invoice.snapshot.quote.number, proforma.number);
    await assert.rejects(call('convert_document', { id: proforma.id }), refused('invalid_state_transition'));
    const other = await call('create_document', { ...offer(await shop.client()), issue: true });
    assert.equal((await keyed('void_document', { id: other.id })).status, 'cancelled');
  });
});

describe('delivery notes', () => {
  test('say what goes out, are delivered or cancelled, and confirm nothing', async () => {
    const sale = await shop.draft(['10', '20'], { client_id: (await shop.client()).id });
    const draft = await call('create_document', { type: 'delivery_note', sale_id: sale.id, po_number: 'PO-1' });
    assert.deepEqual([draft.status, draft.lines.length, draft.due_date], ['draft', 2, null]);
    const note = await issue(draft);
    assert.match(note.number, /^DN-2026-\d{5}$/);
    assert.deepEqual([note.status, (await shop.sale(sale)).status], ['issued', 'draft']);
    types();
    const delivered = await call('accept_document', { id: note.id, accepted_by: 'The porter' });
    assert.deepEqual(
      [delivered.status, delivered.accepted_by, types()],
      ['delivered', 'The porter', ['delivery_note.delivered']],
    );
    await assert.rejects(keyed('void_document', { id: note.id }), refused('invalid_state_transition'));
    const second = await call('create_document', { type: 'delivery_note', sale_id: sale.id, issue: true });
    assert.equal((await keyed('void_document', { id: second.id })).status, 'cancelled');
    await assert.rejects(
      call('create_document', { type: 'delivery_note', sale_id: sale.id, currency: 'USD' }),
      pointed('/currency', 'not_for_type'),
    );
    for (const status of ['delivered', 'cancelled']) {
      const { data } = await call('list_documents', { type: ['delivery_note'], status: [status] });
      assert.equal(data.length, 1, status);
    }
  });
});

test('each series is numbered and chained by itself', async () => {
  const { checks } = await call('check_books');
  assert.deepEqual(
    checks.filter(({ ok }: Wire) => !ok),
    [],
  );
});

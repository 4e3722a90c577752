import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createInvoiceFixture } from '../../../../test/support/invoice-fixture.ts';
import { needing, pdfText } from '../../../../test/support/pdf-tools.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const { keyed } = shop;
const { invoiced, drafted, document, issue } = createInvoiceFixture(world, shop);
world.setNow('2026-03-02T10:00:00.000Z');

const lines = [{ name: 'One hour more', quantity: '1', unit_price: '50' }];
const raise = (invoice: Wire, more: object = {}): Promise<Wire> =>
  call('create_document', { type: 'debit_note', corrects_document_id: invoice.id, lines, ...more });
const readable = needing('pdftotext');
const pointed = (pointer: string, code: string) =>
  refused('validation_failed', ({ errors: [error] }) => assert.deepEqual([error.pointer, error.code], [pointer, code]));

describe('a debit note', () => {
  test('raises an issued invoice by a sale of its own, and is owed and paid as an invoice is', readable, async () => {
    const rate = await shop.tax('19');
    const invoice = await invoiced();
    const moved = await shop.moves(async () => {
      const taxed = [{ ...lines[0], tax_rate_ids: [rate] }];
      const note = await raise(invoice, { lines: taxed, correction_reason: 'An hour was left out.', issue: true });
      assert.match(note.number, /^DB-2026-\d{5}$/);
      assert.deepEqual([note.status, note.total, note.client_id], ['open', '59.50', invoice.client_id]);
      assert.deepEqual([note.corrects_document_id, note.correction_reason], [invoice.id, 'An hour was left out.']);
      const { number, issue_date } = invoice;
      assert.deepEqual(note.snapshot.corrects, { number, issue_date, reason: 'An hour was left out.' });
      assert.deepEqual({ ...(await document(note)), warnings: [] }, note);
      const pages = await call('get_document_pdf', { id: note.id });
      const text = pdfText(Buffer.from(pages.content, 'base64'));
      for (const said of ['Debit note', note.number, invoice.number, 'An hour was left out', '59.50']) {
        assert.match(text, new RegExp(said, 'i'));
      }
      await shop.pay({ id: note.sale_id });
      assert.equal((await document(note)).status, 'paid');
    });
    const amounts = Object.values(moved).toSorted((one, other) => Number(one - other));
    assert.deepEqual(amounts, [-5000n, -950n, 5950n]);
    assert.deepEqual((await document(invoice)).amount_due, '100.00');
    await shop.booksAgree();
  });

  test('is drafted, changed and issued later, and its sale is not billed twice', async () => {
    const invoice = await invoiced();
    const draft = await raise(invoice);
    const changed = await call('update_document', { id: draft.id, lines: [{ ...lines[0], quantity: '2' }] });
    assert.deepEqual([changed.status, changed.total], ['draft', '100.00']);
    await assert.rejects(
      call('update_document', { id: draft.id, currency: 'USD' }),
      pointed('/currency', 'from_invoice'),
    );
    await assert.rejects(
      call('create_document', { type: 'invoice', sale_id: draft.sale_id }),
      refused('sale_invoiced', ({ document_id: id }) => assert.equal(id, draft.id)),
    );
    const note = await issue(draft);
    assert.deepEqual([note.status, note.snapshot.corrects.number], ['open', invoice.number]);
    const listed = await call('list_documents', {
      type: ['debit_note'],
      status: ['open'],
      corrects_document_id: invoice.id,
    });
    assert.deepEqual(
      listed.data.map(({ id }: Wire) => id),
      [note.id],
    );
    await assert.rejects(keyed('void_sale', { id: note.sale_id }), refused('document_stands'));
    const credit = await keyed('credit_document', { id: note.id });
    assert.deepEqual([credit.total, credit.corrects_document_id], ['100.00', note.id]);
    assert.equal((await document(note)).status, 'credited');
    await shop.booksAgree();
  });

  test('is of an invoice that stands, to its client and in its currency', async () => {
    const invoice = await invoiced();
    await assert.rejects(
      call('create_document', { type: 'debit_note', lines }),
      pointed('/corrects_document_id', 'required'),
    );
    await assert.rejects(raise(invoice, { lines: undefined }), pointed('/lines', 'required'));
    await assert.rejects(
      raise(invoice, { client_id: (await shop.client()).id }),
      pointed('/client_id', 'from_invoice'),
    );
    await assert.rejects(raise(invoice, { currency: 'USD' }), pointed('/currency', 'from_invoice'));
    await assert.rejects(raise(await drafted()), refused('invalid_state_transition'));
    await assert.rejects(raise(await raise(invoice, { issue: true })), refused('invalid_state_transition'));
    await keyed('credit_document', { id: invoice.id });
    await assert.rejects(raise(invoice), refused('invalid_state_transition'));
  });

  test('of a foreign invoice is at the rate of that day', async () => {
    const invoice = await invoiced({ currency: 'USD', exchange_rate: '0.9' });
    const note = await raise(invoice, { issue: true });
    assert.deepEqual([note.currency, note.exchange_rate, note.base_total], ['USD', '0.9', '45.00']);
    await shop.booksAgree();
  });

  test('is told by its own name on receipts and statements', async () => {
    const invoice = await invoiced();
    const note = await raise(invoice, { issue: true });
    const payment = await shop.pay({ id: note.sale_id });
    const receipt = await call('create_document', { type: 'receipt', payment_id: payment.id });
    const [settled] = receipt.receipt.settles;
    assert.deepEqual([settled.document_type, settled.document_number], ['debit_note', note.number]);
    const statement = await call('create_document', { type: 'statement', client_id: invoice.client_id });
    const types = statement.statement.rows.map(({ document_type: type }: Wire) => type);
    assert.deepEqual(types, ['invoice', 'debit_note', null]);
  });
});

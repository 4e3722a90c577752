import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { anonymous } from '../../../operation/actor.ts';
import { createInvoiceFixture } from '../../../../test/support/invoice-fixture.ts';
import { needing, pdfText } from '../../../../test/support/pdf-tools.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const { keyed } = shop;
const { invoiced, document } = createInvoiceFixture(world, shop);
world.setNow('2026-03-02T10:00:00.000Z');

const types = () => world.emitted().map(({ type }) => type);
const receipt = (of: object): Promise<Wire> => call('create_document', { type: 'receipt', ...of });
const readable = needing('pdftotext');
const textOf = async ({ id }: Wire) => pdfText(Buffer.from((await call('get_document_pdf', { id })).content, 'base64'));
const pointed = (pointer: string, code: string) =>
  refused('validation_failed', ({ errors: [error] }) => assert.deepEqual([error.pointer, error.code], [pointer, code]));

/** Somebody walks in, buys for 119.00 with tax, and pays in cash. */
async function walkedIn(): Promise<Wire> {
  const rate = await shop.tax('19', { name: 'VAT' });
  const lines = [{ name: 'Desk lamp', quantity: '2', unit_price: '50', tax_rate_ids: [rate] }];
  return keyed('record_sale', { lines, payments: [{ method: 'Cash', tendered: '120' }] });
}

describe('a receipt', () => {
  test('of what somebody bought and paid at once says what, by which method, and the tax', readable, async () => {
    const sale = await walkedIn();
    types();
    const books = await shop.moves(async () => {
      const made = await receipt({ sale_id: sale.id });
      assert.match(made.number, /^RC-2026-\d{5}$/);
      assert.deepEqual([made.status, made.total, made.client_id, made.client_name], ['issued', '119.00', null, null]);
      assert.deepEqual([made.totals.tax, made.lines.length, made.snapshot.buyer], ['19.00', 1, null]);
      const [paid] = made.receipt.payments;
      assert.deepEqual([paid.method, paid.amount, paid.change_given], ['Cash', '119.00', '1.00']);
      assert.deepEqual([made.sale_id, made.sale_number, made.amount_paid], [sale.id, sale.number, '119.00']);
      assert.deepEqual([made.receipt.settles[0].amount, made.receipt.settles[0].amount_due], ['119.00', '0.00']);
      assert.deepEqual({ ...(await document(made)), warnings: [] }, made);
      const text = await textOf(made);
      for (const said of ['Receipt', made.number, 'Desk lamp', '19.00', '119.00', 'Cash', '120.00', '1.00', 'Paid']) {
        assert.match(text, new RegExp(said, 'i'));
      }
    });
    assert.deepEqual(books, {});
    assert.ok(types().includes('receipt.issued'));
  });

  test(
    'of a part of an invoice says what it settles and what is left, and leaves the tax to the invoice',
    readable,
    async () => {
      const invoice = await invoiced();
      const payment = await keyed('pay_sale', {
        id: invoice.sale_id,
        method: 'Bank transfer',
        amount: '40',
        reference: 'R7',
      });
      const made = await receipt({ payment_id: payment.id });
      assert.deepEqual(
        [made.total, made.client_id, made.totals.tax, made.lines],
        ['40.00', invoice.client_id, '0.00', []],
      );
      const [settled] = made.receipt.settles;
      assert.deepEqual([settled.document_id, settled.document_number], [invoice.id, invoice.number]);
      assert.deepEqual([settled.amount, settled.amount_due], ['40.00', '60.00']);
      const text = await textOf(made);
      for (const said of [invoice.number, '40.00', '60.00', 'R7', 'Bank transfer'])
        assert.match(text, new RegExp(said, 'i'));
      await shop.pay({ id: invoice.sale_id });
      assert.equal((await document(made)).receipt.settles[0].amount_due, '60.00');
    },
  );

  test('of money in advance says that it is credit', async () => {
    const client_id = (await shop.client()).id;
    const payment = await keyed('create_payment', { client_id, method: 'Cash', amount: '75', auto_allocate: 'none' });
    const made = await receipt({ payment_id: payment.id, notes: 'Thank you.' });
    assert.deepEqual([made.receipt.settles, made.receipt.amount_unapplied], [[], '75.00']);
    assert.deepEqual([made.sale_id, made.notes], [null, 'Thank you.']);
    assert.equal((await call('list_documents', { type: ['receipt'], client_id })).data[0].id, made.id);
  });

  test('is made once for the same money, until it is void', async () => {
    const sale = await walkedIn();
    const [payment] = (await call('list_allocations', { sale_id: sale.id })).data;
    const made = await receipt({ sale_id: sale.id });
    const again = refused('payment_receipted', ({ document_id: id }) => assert.equal(id, made.id));
    await assert.rejects(receipt({ sale_id: sale.id }), again);
    await assert.rejects(receipt({ payment_id: payment.payment_id }), again);
    const gone = await keyed('void_document', { id: made.id, reason: 'Wrong name.' });
    assert.deepEqual([gone.status, gone.void_reason, gone.number], ['void', 'Wrong name.', made.number]);
    assert.equal((await receipt({ sale_id: sale.id })).status, 'issued');
  });

  test('of two made at once for the same money only one is made', async () => {
    const sale = await walkedIn();
    const both = await Promise.allSettled([receipt({ sale_id: sale.id }), receipt({ sale_id: sale.id })]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  });

  test('is void when its payment is, and says what was paid back', readable, async () => {
    const sale = await shop.sold('80');
    const payment = await shop.pay(sale);
    const made = await receipt({ payment_id: payment.id });
    const paid = await shop.pay(await shop.sold('50'));
    const other = await receipt({ payment_id: paid.id });
    await keyed('refund_payment', { id: paid.id, amount: '20', reason: 'damaged' });
    const back = await document(other);
    assert.deepEqual([back.status, back.total, back.amount_refunded], ['issued', '50.00', '20.00']);
    assert.match(await textOf(other), /Refunded[^]*20\.00/i);
    await keyed('void_payment', { id: payment.id, reason: 'Typed twice.' });
    const gone = await document(made);
    assert.deepEqual([gone.status, gone.void_reason, gone.version], ['void', 'Typed twice.', made.version + 1]);
    assert.match(await textOf(made), /Void/i);
    const voids = await call('list_documents', { type: ['receipt'], status: ['void'], sort: '-number' });
    assert.ok(voids.data.some(({ id }: Wire) => id === made.id));
    await assert.rejects(receipt({ payment_id: payment.id }), refused('invalid_state_transition'));
  });

  test('is of whole payments: what pays others too is named by its payment', async () => {
    const client_id = (await shop.client()).id;
    const [one] = [await shop.sold('10', { client_id }), await shop.sold('20', { client_id })];
    const payment = await keyed('create_payment', { client_id, method: 'Cash', amount: '35' });
    await assert.rejects(receipt({ sale_id: one.id }), pointed('/sale_id', 'pays_others'));
    const made = await receipt({ payment_id: payment.id });
    assert.deepEqual(made.receipt.settles.map(({ amount }: Wire) => amount).toSorted(), ['10.00', '20.00']);
    assert.deepEqual([made.receipt.amount_unapplied, made.sale_id], ['5.00', null]);
  });

  test('says which money it is of, or is refused', async () => {
    const sale = await shop.sold('10');
    await assert.rejects(receipt({}), pointed('/payment_id', 'required'));
    await assert.rejects(receipt({ sale_id: sale.id }), pointed('/sale_id', 'not_paid'));
    await assert.rejects(receipt({ payment_id: sale.id.replace('sale_', 'pay_') }), refused('not_found'));
    await assert.rejects(receipt({ sale_id: sale.id, lines: [] }), refused('validation_failed'));
    const clerk = withPermissions(world.ana, ['documents:write', 'documents:read']);
    await assert.rejects(
      call('create_document', { type: 'receipt', sale_id: sale.id }, { as: clerk }),
      refused('forbidden'),
    );
  });

  test('says the worth of foreign money in the currency of the books', async () => {
    const payment = await keyed('create_payment', {
      client_id: (await shop.client()).id,
      method: 'Cash',
      amount: '100',
      currency: 'USD',
      exchange_rate: '0.9',
      auto_allocate: 'none',
    });
    const made = await receipt({ payment_id: payment.id });
    assert.deepEqual([made.total, made.currency], ['100.00', 'USD']);
    assert.deepEqual([made.base_total, made.exchange_rate], [payment.base_amount, payment.exchange_rate]);
  });
});

describe('a receipt for whoever walked in', () => {
  test('is shown by a link and sent to whom is named, and to nobody else', async () => {
    const made = await receipt({ sale_id: (await walkedIn()).id });
    const send = (more: object) => call('send_document', { id: made.id, ...more }, { key: randomUUID() });
    await assert.rejects(send({}), refused('no_recipient'));
    const { mails } = await send({ to: [{ email: 'bea@example.com' }] });
    assert.match(mails[0].message, /^Hello bea@example\.com,/);
    const { url } = await call('share_document', { id: made.id });
    const seen = await call('get_shared_document', { token: url.split('/').at(-1) }, { as: anonymous });
    assert.deepEqual([seen.buyer, seen.number, seen.receipt.payments[0].method], [null, made.number, 'Cash']);
    assert.equal(JSON.stringify(seen.receipt).includes('pay_'), false);
    const listed = await call('list_documents', { type: ['receipt'], expand: ['client'], number: made.number });
    assert.deepEqual([listed.data[0].id, listed.data[0].client], [made.id, null]);
    await assert.rejects(
      call('get_document_einvoice', { id: made.id, profile: 'en16931-ubl' }),
      refused('e_invoice_incomplete'),
    );
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { referenceShown } from '../../../core/swiss-reference.ts';
import { longTest } from '../../../../test/support/dose.ts';
import { needing, pdfText } from '../../../../test/support/pdf-tools.ts';
import { createInvoiceFixture } from '../../../../test/support/invoice-fixture.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const { drafted, issue, invoiced, document } = createInvoiceFixture(world, shop);
world.setNow('2026-03-02T10:00:00.000Z');

const iban = 'CH58 0079 1123 0008 8901 2';
const qrIban = 'CH44 3199 9123 0008 8901 2';
const address = { line1: 'Langstrasse 120', postal_code: '8004', city: 'Zürich', country: 'CH' };
const paidTo = (account: string, more: object = {}) =>
  call('update_organization', { bank_account: { iban: account, holder: 'Atelier Brunner' }, address, ...more });

const readable = needing('pdftotext');
const textOf = async ({ id }: Wire) => pdfText(Buffer.from((await call('get_document_pdf', { id })).content, 'base64'));
const foundBy = async (q: string): Promise<string[]> =>
  (await call('search', { q, types: ['document'] })).results.map(({ id }: Wire) => id);

describe('an invoice to a Swiss account', () => {
  test('has a reference that says its number, and its payment part', { ...readable, ...longTest }, async () => {
    await paidTo(iban);
    const invoice = await invoiced();
    const { reference, reference_type: type, problem } = invoice.qr_bill;
    assert.match(reference, new RegExp(`^RF\\d\\d${invoice.number.replaceAll('-', '')}$`));
    assert.deepEqual([type, problem, invoice.snapshot.payment_reference], ['SCOR', null, reference]);
    assert.deepEqual({ ...(await document(invoice)), warnings: invoice.warnings }, invoice);
    const text = await textOf(invoice);
    for (const said of ['Payment part', 'Receipt', iban, referenceShown(reference), '8004 Zürich', 'EUR', '100.00']) {
      assert.ok(text.includes(said), said);
    }
  });

  test('has one of 27 digits where the account is a QR-IBAN', readable, async () => {
    await paidTo(qrIban);
    const invoice = await invoiced();
    assert.match(invoice.qr_bill.reference, /^\d{27}$/);
    assert.deepEqual([invoice.qr_bill.reference_type, invoice.qr_bill.problem], ['QRR', null]);
    assert.ok((await textOf(invoice)).includes(referenceShown(invoice.qr_bill.reference)));
  });

  test('keeps its reference whatever account comes later, and is found by it as it is written', readable, async () => {
    await paidTo(iban);
    const invoice = await invoiced({ due_date: '2026-03-03' });
    const { reference } = invoice.qr_bill;
    await paidTo(qrIban);
    world.setNow('2026-03-20T10:00:00.000Z');
    const late = await document(invoice);
    assert.deepEqual([late.status, late.qr_bill], ['overdue', invoice.qr_bill]);
    assert.ok((await textOf(invoice)).includes(referenceShown(reference)));
    await call('update_document', { id: invoice.id, tags: ['late'] });
    for (const q of [reference, referenceShown(reference)]) assert.deepEqual(await foundBy(q), [invoice.id], q);
    world.setNow('2026-03-02T10:00:00.000Z');
  });

  test('that is owed no more has no payment part', readable, async () => {
    await paidTo(iban);
    const invoice = await invoiced();
    await shop.pay({ id: invoice.sale_id });
    assert.doesNotMatch(await textOf(invoice), /Payment part/);
  });
});

test('what else asks for money has a bill, and nothing that does not', readable, async () => {
  await paidTo(iban);
  const client_id = (await shop.client()).id;
  await invoiced({ client_id });
  const statement = await call('create_document', { type: 'statement', client_id, issue: true });
  const lines = [{ name: 'In advance', quantity: '1', unit_price: '30' }];
  const deposit = await call('create_document', { type: 'deposit_invoice', client_id, lines, issue: true });
  for (const made of [statement, deposit]) {
    assert.equal(made.qr_bill.problem, null);
    const text = await textOf(made);
    for (const said of ['Payment part', referenceShown(made.qr_bill.reference)]) assert.ok(text.includes(said), said);
  }
  const quote = await call('create_document', { type: 'quote', client_id, lines, issue: true });
  assert.deepEqual([quote.qr_bill, quote.snapshot.payment_reference], [null, null]);
});

test(
  'an address that is not whole refuses nothing: there is no payment part, and a preview says why',
  readable,
  async () => {
    await paidTo(iban, { address: { line1: 'Langstrasse 120', postal_code: null, city: 'Zürich', country: 'CH' } });
    const draft = await drafted();
    assert.equal(draft.qr_bill, null);
    const problem = 'The address of the organisation has no postal code.';
    const preview = await call('issue_document', { id: draft.id }, { dryRun: true, key: 'preview' });
    assert.equal(preview.qr_bill.problem, problem);
    const invoice = await issue(draft);
    assert.deepEqual([invoice.status, invoice.qr_bill.problem], ['open', problem]);
    const text = await textOf(invoice);
    assert.doesNotMatch(text, /Payment part/);
    for (const said of [iban, referenceShown(invoice.qr_bill.reference)]) assert.ok(text.includes(said), said);
  },
);

test('an account elsewhere has no bill, and names the number of the invoice', readable, async () => {
  await paidTo('DE89 3704 0044 0532 0130 00');
  const invoice = await invoiced();
  assert.deepEqual([invoice.qr_bill, invoice.snapshot.payment_reference], [null, null]);
  assert.doesNotMatch(await textOf(invoice), /Payment part/);
});

test('documents with references are in the chain of their series like all others', async () => {
  const { ok, checks } = await call('check_books');
  assert.ok(ok, JSON.stringify(checks));
});

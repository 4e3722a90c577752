import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '../../../core/calendar.ts';
import { createMcpService } from '../../../../test/support/mcp-service.ts';
import type { Wire } from '../../../../test/support/world.ts';

const service = await createMcpService();
const ana = await service.owner('Acme');
const { token } = await ana.mint({ preset: 'full' });
let keys = 0;

async function answered(name: string, input: object, by = token): Promise<Wire> {
  const reads = /^(?:get|list|find|search)_/.test(name);
  const { structuredContent } = await service.tool(by, name, {
    ...input,
    ...(reads ? {} : { idempotency_key: `k${(keys += 1)}`, full: true }),
  });
  return structuredContent;
}

const noordzee = await answered('create_client', {
  type: 'business',
  display_name: 'Noordzee Vis',
  legal_name: 'Noordzee Vis en Zeevruchten BV',
  phone: '+31 20 123 45 67',
  tax_ids: [{ type: 'eu_vat', value: 'NL004495445B01' }],
});
const mill = await answered('create_client', { type: 'business', display_name: 'De Molen', roles: ['supplier'] });
const lines = [{ name: 'Work', quantity: '1', unit_price: '100' }];
const invoiced = async (client_id: string, input: object = {}) =>
  answered('create_document', { type: 'invoice', client_id, lines, issue: true, ...input });
const invoice = await invoiced(noordzee.id);
const payment = await answered('create_payment', {
  client_id: noordzee.id,
  amount: '40',
  method: 'cash',
  allocations: [{ sale_id: invoice.number, amount: '40' }],
});

test('the number of an invoice leads to its sale, its payment and its client', async () => {
  assert.equal(payment.allocations?.[0]?.sale_id ?? payment.code, invoice.sale_id);
  assert.equal((await answered('get_sale', { id: invoice.number })).id, invoice.sale_id);
  assert.equal((await answered('get_payment', { id: invoice.number })).id, payment.id);
  assert.equal((await answered('get_client', { id: invoice.number })).id, noordzee.id);
  const sale = await answered('get_sale', { id: invoice.sale_id });
  assert.equal((await answered('get_document', { id: sale.number })).id, invoice.id);
  assert.equal((await answered('get_client', { id: payment.number })).id, noordzee.id);
  const { data } = await answered('list_payments', { sale_id: invoice.number });
  assert.deepEqual(
    data.map(({ id }: Wire) => id),
    [payment.id],
  );
});

test('a payment is refunded by the number of its invoice', async () => {
  const asked = { amount: '10', reason: 'damaged' };
  const preview = await answered('refund_payment', { ...asked, id: invoice.number, dry_run: true });
  assert.equal(preview.payment_id, payment.id, JSON.stringify(preview));
  // Whoever read what strangers wrote asks a person first.
  const { token: unread } = await ana.mint({ preset: 'full' });
  const made = await answered('refund_payment', { ...asked, id: payment.id }, unread);
  assert.equal((await answered('get_refund', { id: invoice.number })).id, made.id, JSON.stringify(made));
});

test("a bill is named by the supplier's own number", async () => {
  const bill = await answered('create_expense', {
    supplier_id: mill.id,
    supplier_invoice_number: 'M/2026-77',
    lines: [{ description: 'Flour', amount: '55', category: 'Goods and materials' }],
  });
  assert.match(String(bill.id), /^exp_/, JSON.stringify(bill));
  assert.equal((await answered('get_expense', { id: 'm/2026-77' })).id, bill.id);
  const supplier = await answered('get_client', { id: 'M/2026-77' });
  assert.equal(supplier.id, mill.id, JSON.stringify(supplier));
});

test('a client is known by its legal name, telephone and tax number, however they are spaced', async () => {
  for (const id of ['noordzee vis en zeevruchten bv', '+31201234567', '+31 20 123 45 67', 'NL 0044.95.445.B01']) {
    assert.equal((await answered('get_client', { id })).id, noordzee.id, id);
  }
});

test('what people say of a record leads to it, where it is the only one', async () => {
  const today = invoice.issue_date as string;
  const old = await invoiced(mill.id, { issue_date: addDays(today, -1) });
  assert.equal((await answered('get_document', { id: "yesterday's invoice to De Molen" })).id, old.id);
  assert.equal((await answered('get_document', { id: "today's invoice to Noordzee" })).id, invoice.id);
  assert.equal((await answered('get_sale', { id: 'last invoice for Noordzee' })).id, invoice.sale_id);
  assert.equal((await answered('get_payment', { id: 'the last payment from Noordzee Vis' })).id, payment.id);
  const again = await invoiced(noordzee.id);
  const two = await answered('get_document', { id: 'last invoice to Noordzee Vis' });
  assert.equal(two.code, 'ambiguous_name');
  assert.deepEqual(new Set(two.candidates.map(({ id }: Wire) => id)), new Set([invoice.id, again.id]));
  assert.equal(two.candidates[0].phone, undefined);
});

test('a list that is asked for a number of another kind says what it leads to', async () => {
  const { data, similar, hint } = await answered('list_sales', { number: invoice.number });
  assert.deepEqual([data, similar[0].id], [[], invoice.sale_id]);
  assert.match(hint, /similar/);
  const payments = await answered('list_payments', { number: invoice.number });
  assert.deepEqual(payments.similar[0].id, payment.id);
  const nothing = await answered('list_sales', { number: 'X-99999' });
  assert.deepEqual([nothing.data, nothing.similar], [[], undefined]);
  assert.match(nothing.hint, /Nothing matched/);
});

test('nobody of that name, and no such record, is refused with what comes near', async () => {
  const nobody = await answered('get_document', { id: "yesterday's invoice to Noordzie" });
  assert.deepEqual([nobody.code, nobody.errors[0].pointer], ['not_found', '/id']);
  assert.deepEqual(
    nobody.candidates.map(({ id }: Wire) => id),
    [noordzee.id],
  );
  const none = await answered('get_document', { id: 'credit note of yesterday for Noordzee' });
  assert.equal(none.code, 'not_found');
});

test('no number leads past the rights of a token, nor into another organisation', async () => {
  const { token: blind } = await ana.mint({ preset: 'full', scopes: ['clients:read'] });
  assert.equal((await answered('get_client', { id: invoice.number }, blind)).code, 'not_found');
  const rival = await service.owner('Rival');
  const theirs = await rival.mint({ preset: 'full' });
  for (const name of ['get_client', 'get_sale', 'get_payment', 'get_document']) {
    const refused = await answered(name, { id: invoice.number }, theirs.token);
    assert.deepEqual([refused.code, refused.candidates], ['not_found', undefined], name);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { createQuoteFixture } from '../../../../test/support/quote-fixture.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const { keyed } = shop;
const { quoted, issue, accepted, convert } = createQuoteFixture(world, shop);
world.setNow('2026-03-02T10:00:00.000Z');

const ids = (records: readonly Wire[]) => records.map(({ id }) => id);
const types = () => world.emitted().map(({ type }) => type);

test('an accepted quote holds its prices, taxes and discounts, whatever the catalogue says by then', async () => {
  const rate = await shop.tax('7');
  const product = await shop.service({ price: '10.00', tax_rate_ids: [rate] });
  const client = await shop.client({ discount_percent: '10' });
  const variant_id = product.id;
  const quote = await accepted({ client_id: client.id, lines: [{ variant_id, quantity: '3' }], tags: ['spring'] });
  await call('update_variant', { id: variant_id, price: '25.00' });
  await call('update_product', { id: product.product_id, tax_rate_ids: [await shop.tax('19')] });
  await call('update_client', { id: client.id, discount_percent: '1', tax_status: 'exempt' });
  await call('update_organization', { tax_rounding: 'per_line', rounding_mode: 'down', tax_inclusive_default: true });
  world.emitted();
  const made = await convert(quote, { sale_date: '2026-03-01', channel: 'web' });
  assert.deepEqual(types().toSorted(), ['quote.converted', 'sale.created']);
  assert.deepEqual([made.status, made.sale_id, made.sale.status], ['converted', made.sale.id, 'draft']);
  assert.equal(made.sale.quote_id, quote.id);
  for (const field of ['total', 'totals', 'discounts', 'charges']) assert.deepEqual(made.sale[field], quote[field]);
  assert.deepEqual([made.sale.sale_date, made.sale.channel, made.sale.tags], ['2026-03-01', 'web', ['spring']]);
  const confirmed = await keyed('confirm_sale', { id: made.sale.id });
  assert.equal(confirmed.quote_id, quote.id);
  assert.deepEqual([confirmed.total, confirmed.lines[0].unit_price], [quote.total, '10.00']);
  const { data } = await call('list_documents', { sale_id: made.sale.id, expand: ['sale', 'client'] });
  assert.deepEqual([ids(data), data[0].sale.number], [[quote.id], confirmed.number]);
  await call('update_organization', {
    tax_rounding: 'per_document',
    rounding_mode: 'half_up',
    tax_inclusive_default: false,
  });
  await shop.booksAgree();
});

test('with `issue` the quote becomes an issued invoice in one step, or nothing at all', async () => {
  const goods = await shop.product({ price: '10.00' });
  const lines = [{ variant_id: goods.id, quantity: '2' }];
  const about = { title: 'Spring order', buyer_reference: 'Cost centre 7', po_number: 'PO-9' };
  const quote = await accepted({ lines, ...about });
  await assert.rejects(convert(quote, { issue: true }), refused('insufficient_stock'));
  assert.equal((await call('get_document', { id: quote.id })).status, 'accepted', 'nothing is left of the attempt');
  await shop.receive(goods, '2', '4');
  world.emitted();
  const made = await convert(quote, { issue: true, due_date: '2026-04-01' });
  assert.deepEqual(
    types()
      .filter((type) => !type.startsWith('stock'))
      .toSorted(),
    ['invoice.created', 'invoice.issued', 'quote.converted', 'sale.confirmed', 'sale.created'],
  );
  const { invoice, sale } = made;
  assert.deepEqual([invoice.type, invoice.status, invoice.total], ['invoice', 'open', quote.total]);
  assert.deepEqual([invoice.sale_id, invoice.due_date, sale.status], [sale.id, '2026-04-01', 'confirmed']);
  for (const [field, value] of Object.entries(about)) assert.equal(invoice[field], value);
  assert.equal(invoice.snapshot.quote.number, quote.number);
  assert.deepEqual(await call('get_document', { id: invoice.id }), invoice);
  const again = await call('get_sale', { id: sale.id });
  assert.deepEqual({ ...again, warnings: sale.warnings }, sale);
  await shop.booksAgree();
});

test('what would stop an invoice stops a conversion that issues it, and the quote stays accepted', async () => {
  const refusedAs = async (quote: Wire, code: string) => {
    await assert.rejects(call('convert_document', { id: quote.id, issue: true }), refused(code));
    assert.equal((await call('get_document', { id: quote.id })).status, 'accepted');
  };
  const held = await accepted();
  await call('update_client', { id: held.client_id, credit_hold: true });
  await refusedAs(held, 'credit_held');
  const limited = await accepted();
  await call('update_client', { id: limited.client_id, credit_limit: '99.99' });
  await refusedAs(limited, 'credit_limit_exceeded');
  const product = await shop.service({ price: '10.00' });
  const cheap = await accepted({ lines: [{ variant_id: product.id, quantity: '1', unit_price: '8.00' }] });
  await call('update_variant', { id: product.id, min_price: '9.00' });
  await refusedAs(cheap, 'price_below_floor');
  const wired = await accepted();
  await call('update_client', { id: wired.client_id, e_invoicing: { format: 'xrechnung-ubl' } });
  await refusedAs(wired, 'e_invoice_incomplete');
});

test('only who may issue documents converts a quote into an invoice', async () => {
  const quote = await accepted();
  const as = { ...world.ana, permissions: new Set(['documents:read', 'documents:write', 'sales:write']) };
  const issuing = call('convert_document', { id: quote.id, issue: true }, { as });
  await assert.rejects(issuing, refused('forbidden'));
});

test('of many who convert it at once one makes the sale, and the others learn which it is', async () => {
  for (let round = 0; round < 5; round += 1) {
    const quote = await accepted();
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => convert(quote)));
    const [made, ...more] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    assert.equal(more.length, 0);
    for (const result of results) {
      if (result.status === 'fulfilled') continue;
      refused('invalid_state_transition', (details) => {
        assert.deepEqual([details.status, details.sale_id], ['converted', made.sale.id]);
      })(result.reason);
    }
    const { data } = await call('list_sales', { client_id: quote.client_id });
    assert.deepEqual(ids(data), [made.sale.id]);
  }
});

test('only an accepted quote becomes one, by whoever may draft sales', async () => {
  await assert.rejects(convert(await issue(await quoted())), refused('invalid_state_transition'));
  const quote = await accepted();
  const clerk = { ...world.ana, permissions: new Set(['documents:read', 'documents:write']) };
  await assert.rejects(call('convert_document', { id: quote.id }, { as: clerk }), refused('forbidden'));
});

test('a draft that is deleted leaves the quote as it was, to be converted again', async () => {
  const quote = await accepted();
  const first = await convert(quote);
  await call('delete_sale', { id: first.sale.id });
  const open = await call('get_document', { id: quote.id });
  assert.deepEqual([open.status, open.sale_id, open.version], ['accepted', null, first.version + 1]);
  const second = await convert(quote);
  assert.notEqual(second.sale.id, first.sale.id);
  await keyed('confirm_sale', { id: second.sale.id });
  await keyed('void_sale', { id: second.sale.id });
  await assert.rejects(convert(quote), refused('invalid_state_transition'));
});

test('the draft holds its goods if asked, and says when there are too few or nowhere', async () => {
  const goods = await shop.product({ price: '1.00' });
  const quote = await accepted({ lines: [{ variant_id: goods.id, quantity: '5' }] });
  await assert.rejects(convert(quote, { reserve: true }), refused('insufficient_stock'));
  const place = await call('create_location', { name: 'Closed shop', code: 'SHUT' });
  await call('archive_location', { id: place.id });
  await assert.rejects(convert(quote, { location_id: place.id }), refused('location_not_active'));
  const parts = [{ due_date: '2026-03-02', amount: '6.00' }, { due_date: '2026-04-02' }];
  await assert.rejects(convert(quote, { payment_schedule: parts }), refused('schedule_exceeds_total'));
  await call('archive_product', { id: goods.product_id });
  await assert.rejects(convert(quote), refused('variant_not_sold'));
  await call('archive_client', { id: quote.client_id });
  await assert.rejects(convert(quote), refused('client_not_active'));
});

test('goods that a quote offers are not deleted, nor is the client it is for', async () => {
  const product = await shop.product({ price: '1.00' });
  const quote = await quoted({ lines: [{ variant_id: product.id, quantity: '5' }] });
  await assert.rejects(call('delete_product', { id: product.product_id }), refused('has_history'));
  await assert.rejects(call('delete_client', { id: quote.client_id }), refused('has_history'));
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createQuoteFixture } from '../../../../test/support/quote-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire, type World } from '../../../../test/support/world.ts';

const world = await createWorld();
world.setNow('2026-03-02T10:00:00.000Z');

const lines = [{ name: 'Repair', quantity: '1', unit_price: '100' }];
const saidUntaxed = [{ ...lines[0], tax_rate_ids: [] }];
const codes = (made: Wire) => made.warnings.map(({ code }: Wire) => code);
const warned = ['line_without_tax'];
/** Total, tax of the first line and the source of that tax. */
const taxed = ({ total, lines: [line] }: Wire) => [total, line.tax_source];

/** A shop of its own, since each has one default. */
async function found(settings: object = {}) {
  const as = await world.found('Workshop', settings);
  const call: World['call'] = (name, input, options) => world.call(name, input, { as, ...options });
  const shop = shopOf(world, as);
  const rates: Wire[] = (await call('list_tax_rates', { limit: 50 })).data;
  const setDefault = (id: string, is_default = true) => call('update_tax_rate', { id, is_default });
  const rateOf = (code: string): string => rates.find((rate) => rate.code === code)?.id;
  return { as, call, shop, ...createQuoteFixture({ ...world, call }, shop), setDefault, rateOf };
}

describe('a line of no product and no tax', () => {
  test('of a shop that owes tax is warned of wherever it is priced, and told what to write instead', async () => {
    const { call, shop, quoted, issue, rateOf } = await found();
    const client_id = (await shop.client()).id;
    const calculated = await call('calculate_sale', {
      lines: [...saidUntaxed, ...lines, { ...lines[0], unit_price: '0' }],
    });
    const [warning] = calculated.warnings;
    assert.deepEqual([calculated.warnings.length, warning.code, warning.lines], [1, 'line_without_tax', [2]]);
    assert.match(warning.hint, new RegExp(`tax_rate_ids.*${rateOf('standard')}.*update_tax_rate.*is_default: true`));
    const sale = await call('create_sale', { client_id, lines });
    const changed = await call('update_sale', { id: sale.id, notes: 'Bring the key' });
    const confirmed = await shop.keyed('confirm_sale', { id: sale.id });
    const recorded = await shop.keyed('record_sale', { client_id, lines });
    for (const made of [sale, changed, confirmed, recorded]) assert.deepEqual(codes(made), warned);
    const quote = await quoted({ lines });
    const renamed = await call('update_document', { id: quote.id, title: 'Repair' });
    const issued = await issue(quote);
    const proforma = await call('create_document', { type: 'proforma', client_id, lines });
    const draft = await call('create_document', { type: 'invoice', client_id, lines });
    const invoice = await issue(draft);
    const atOnce = await call('create_document', { type: 'invoice', client_id, lines, issue: true });
    for (const made of [quote, renamed, issued, proforma, draft, invoice, atOnce])
      assert.deepEqual(codes(made), warned);
    const monthly = { name: 'Care', document_id: invoice.id, frequency: 'month' };
    assert.deepEqual(codes(await call('create_recurring_document', monthly)), warned);
    const exempt = await call('create_document', { type: 'invoice', client_id, lines: saidUntaxed });
    const silent = { ...monthly, document_id: exempt.id };
    assert.deepEqual(codes(await call('create_recurring_document', silent)), [], 'control');
    const credit = await call('credit_document', { id: invoice.id, reason: 'customer_request' });
    assert.equal(credit.total, '100.00');
  });

  test('that says itself that it has none is no reason to warn, from the quote to the invoice', async () => {
    const { call, shop, quoted, issue, accept } = await found();
    const quote = await quoted({ lines: saidUntaxed });
    assert.deepEqual(codes(quote), []);
    const issued = await issue(quote);
    assert.deepEqual(codes(issued), []);
    const { sale, invoice } = await call('convert_document', { id: (await accept(issued)).id, issue: true });
    assert.deepEqual([codes(sale), ...taxed(invoice)], [[], '100.00', 'given']);
    const draft = await call('create_document', {
      type: 'invoice',
      client_id: (await shop.client()).id,
      lines: saidUntaxed,
    });
    assert.deepEqual(codes(await issue(draft)), []);
  });

  test('of who charges no tax is not warned of; a tax id of one who does says otherwise', async () => {
    const { call } = await found({ country: 'US', currency: 'USD' });
    assert.deepEqual(codes(await call('calculate_sale', { lines })), []);
    await call('update_organization', { tax_ids: [{ type: 'ca_gst', value: '123456789RT0001' }] });
    const { warnings } = await call('calculate_sale', { lines });
    assert.match(warnings[0]?.hint, /create_tax_rate with `is_default: true`/);
  });
});

describe('the default tax rate', () => {
  test('is charged on lines that name no product and no tax, and on no other', async () => {
    const { call, shop, quoted, setDefault, rateOf } = await found();
    await setDefault(rateOf('standard'));
    const quote = await quoted({ lines });
    assert.deepEqual([...taxed(quote), codes(quote)], ['119.00', 'default', []]);
    assert.deepEqual(taxed(await call('calculate_sale', { lines })), ['119.00', 'default']);
    assert.deepEqual(taxed(await call('calculate_sale', { lines: saidUntaxed })), ['100.00', 'given']);
    const gross = await call('calculate_sale', { lines, prices_include_tax: true });
    assert.deepEqual([gross.total, gross.totals.net], ['100.00', '84.03']);
    const product = await shop.service({ price: '100' });
    const bare = await call('calculate_sale', { lines: [{ variant_id: product.id, quantity: '1' }] });
    assert.deepEqual(taxed(bare), ['100.00', 'variant']);
  });

  test('gives way to the taxes of the client, and to the reason why it pays none', async () => {
    const { call, shop, setDefault, rateOf } = await found();
    await setDefault(rateOf('standard'));
    const own = await shop.client({ default_tax_rate_ids: [rateOf('reduced')] });
    assert.deepEqual(taxed(await call('calculate_sale', { client_id: own.id, lines })), ['107.00', 'client']);
    for (const [tax_status, category] of [
      ['exempt', 'E'],
      ['reverse_charge', 'AE'],
    ]) {
      const client = await shop.client({ tax_status });
      const sale = await call('create_sale', { client_id: client.id, lines });
      assert.deepEqual([...taxed(sale), codes(sale)], ['100.00', 'client', []]);
      assert.equal(sale.lines[0].taxes[0].category, category);
      const moved = await call('create_sale', { client_id: own.id, lines });
      assert.deepEqual(taxed(await call('update_sale', { id: moved.id, client_id: client.id })), ['100.00', 'client']);
    }
  });

  test('that a draft has goes with its client, whatever the default is by then', async () => {
    const { call, shop, setDefault, rateOf } = await found();
    await setDefault(rateOf('standard'));
    const draft = await call('create_sale', { client_id: (await shop.client()).id, lines });
    await setDefault(rateOf('reduced'));
    assert.deepEqual(taxed(await call('update_sale', { id: draft.id, tags: ['x'], cash_rounding: false })), [
      '119.00',
      'default',
    ]);
    const exempt = await shop.client({ tax_status: 'exempt' });
    assert.deepEqual(taxed(await call('update_sale', { id: draft.id, client_id: exempt.id })), ['100.00', 'client']);
  });

  test('changes nothing that was priced before: quotes, copies of invoices and credit notes', async () => {
    const { call, shop, accepted, issue, setDefault, rateOf } = await found();
    const quote = await accepted({ lines });
    const client_id = (await shop.client()).id;
    const draft = await call('create_document', { type: 'invoice', client_id, lines });
    const invoice = await call('create_document', { type: 'invoice', client_id, lines, issue: true });
    const repeated = await call('create_recurring_document', {
      name: 'Monthly',
      document_id: invoice.id,
      frequency: 'month',
      start_date: '2026-03-02',
    });
    await setDefault(rateOf('standard'));
    assert.equal((await call('convert_document', { id: quote.id })).sale.total, '100.00');
    assert.equal((await issue(draft)).total, '100.00');
    const { made_document_id: id, warnings } = await shop.keyed('run_recurring_document', { id: repeated.id });
    assert.deepEqual([(await call('get_document', { id })).total, codes({ warnings })], ['100.00', warned]);
    assert.equal((await call('credit_document', { id: invoice.id, reason: 'customer_request' })).total, '100.00');
    assert.equal((await call('create_document', { type: 'invoice', client_id, lines })).total, '119.00');
    await shop.booksAgree();
  });

  test('is one: another takes its place, and an archived one is charged no more', async () => {
    const { call, setDefault, rateOf } = await found();
    const defaults = async () => (await call('list_tax_rates', { is_default: true })).data.map(({ id }: Wire) => id);
    await setDefault(rateOf('standard'));
    await setDefault(rateOf('reduced'));
    assert.deepEqual(await defaults(), [rateOf('reduced')]);
    const made = await call('create_tax_rate', { name: 'New', percentage: '20', is_default: true });
    assert.deepEqual(await defaults(), [made.id]);
    await Promise.all([setDefault(rateOf('standard')), setDefault(rateOf('reduced'))]);
    assert.equal((await defaults()).length, 1);
    await setDefault(rateOf('reduced'));
    await call('archive_tax_rate', { id: rateOf('reduced') });
    const none = await call('calculate_sale', { lines });
    assert.deepEqual([none.total, codes(none)], ['100.00', warned]);
    await call('restore_tax_rate', { id: rateOf('reduced') });
    assert.equal((await call('calculate_sale', { lines })).total, '107.00');
    await call('archive_tax_rate', { id: rateOf('reduced'), replacement_id: rateOf('standard') });
    assert.deepEqual(await defaults(), [rateOf('standard')]);
    await setDefault(rateOf('standard'), false);
    assert.deepEqual([await defaults(), codes(await call('calculate_sale', { lines }))], [[], warned]);
  });

  test('of who charges none says so on every line instead of a warning', async () => {
    const { call, setDefault, rateOf } = await found();
    await setDefault(rateOf('exempt'));
    const sale = await call('calculate_sale', { lines });
    assert.deepEqual([...taxed(sale), codes(sale)], ['100.00', 'default', []]);
    assert.equal(sale.lines[0].taxes[0].category, 'E');
  });

  test('is charged on sales: what is for purchases or withheld is refused', async () => {
    const { call, setDefault } = await found();
    for (const odd of [{ applies_to: 'purchases' }, { kind: 'withholding' }]) {
      const rate = { name: 'Odd', percentage: '10', ...odd };
      await assert.rejects(call('create_tax_rate', { ...rate, is_default: true }), refused('validation_failed'));
      await assert.rejects(setDefault((await call('create_tax_rate', rate)).id), refused('validation_failed'));
    }
  });
});

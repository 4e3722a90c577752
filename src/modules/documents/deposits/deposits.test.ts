/** Deposits: what is paid in advance earns nothing until the last invoice takes it off what is due, with its tax. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longTest } from '../../../../test/support/dose.ts';
import { needing, pdfText } from '../../../../test/support/pdf-tools.ts';
import { createQuoteFixture } from '../../../../test/support/quote-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { tool } from '../../../../test/support/tools.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const { keyed } = shop;
const { accepted, issue, convert } = createQuoteFixture(world, shop);
world.setNow('2026-03-02T10:00:00.000Z');
const vat = await shop.tax('19');
const reduced = await shop.tax('7');

const offered = () =>
  accepted({
    lines: [
      { name: 'Kitchen', quantity: '1', unit_price: '800', tax_rate_ids: [vat] },
      { name: 'Plants', quantity: '1', unit_price: '200', tax_rate_ids: [reduced] },
    ],
  });
const deposit = (more: object) => call('create_document', { type: 'deposit_invoice', issue: true, ...more });
const pay = ({ sale_id: id }: Wire, more: object = {}) => keyed('pay_sale', { id, method: 'Bank transfer', ...more });
const readable = needing('pdftotext');
const pagesOf = async ({ id }: Wire) =>
  pdfText(Buffer.from((await call('get_document_pdf', { id })).content, 'base64'));

test('a deposit waits on a liability with its tax due, and the last invoice takes it off with that tax', async () => {
  const quote = await offered();
  let advance: Wire = {};
  const asked = await shop.moves(async () => {
    advance = await deposit({ deposit_for_id: quote.id, deposit_percent: '30' });
  });
  // 30 % of 800 with 19 % and of 200 with 7 %.
  assert.deepEqual(asked, { '1100': 34980n, '2310': -30000n, '2200': -4980n });
  assert.deepEqual([advance.type, advance.status, advance.total], ['deposit_invoice', 'open', '349.80']);
  assert.match(advance.number, /^DEP-2026-/);
  assert.equal(advance.deposit_for.number, quote.number);
  assert.deepEqual(
    advance.lines.map((line: Wire) => [line.name, line.net]),
    [
      [`Quote ${quote.number} · 30 %`, '240.00'],
      [`Quote ${quote.number} · 30 %`, '60.00'],
    ],
  );
  await pay(advance);
  let last: Wire = {};
  const billed = await shop.moves(async () => {
    last = (await convert(quote, { issue: true })).invoice;
  });
  // 1,166.00 less 349.80; all is earned, and of the tax what was not due before.
  assert.deepEqual(billed, { '1100': 81620n, '2310': 30000n, '2200': -11620n, '4000': -100000n });
  assert.deepEqual([last.total, last.amount_paid, last.amount_due], ['1166.00', '349.80', '816.20']);
  assert.deepEqual(last.deposits, [
    {
      document_id: advance.id,
      number: advance.number,
      issue_date: '2026-03-02',
      net: '300.00',
      tax: '49.80',
      total: '349.80',
    },
  ]);
  const taken = await call('get_document', { id: advance.id });
  assert.deepEqual([taken.status, taken.deducted_in_id], ['applied', last.id]);
  assert.deepEqual(await call('get_document', { id: last.id }), last);
  assert.equal((await call('list_documents', { status: ['applied'], type: ['deposit_invoice'] })).data.length, 1);
  await pay(last);
  assert.equal((await call('get_document', { id: last.id })).status, 'paid');
  await shop.booksAgree();
});

test('a deposit is no revenue, however it is counted, and its tax is told when it is due', async () => {
  const as = await world.found('Counted');
  const own = shopOf(world, as);
  const rate = await own.tax('20');
  const client = await own.client();
  const lines = [{ name: 'In advance', quantity: '1', unit_price: '500', tax_rate_ids: [rate] }];
  const advance = await own.keyed('create_document', {
    type: 'deposit_invoice',
    client_id: client.id,
    lines,
    issue: true,
  });
  const range = { from: '2026-01-01', to: '2026-12-31' };
  const sums = async (basis: string) => {
    const { totals } = await own.keyed('get_profit_and_loss', { ...range, basis });
    const taxes = await own.keyed('get_tax_summary', { ...range, basis });
    return [totals.revenue.amount, taxes.totals.output_tax];
  };
  const revenue = async () => (await own.keyed('get_revenue', range)).totals.net.amount;
  assert.equal(await revenue(), '0.00');
  const accrued = await sums('accrual');
  assert.deepEqual(accrued, ['0.00', '100.00']);
  await own.pay({ id: advance.sale_id });
  assert.deepEqual(await sums('cash'), accrued, 'paid, so both say the same');
  const last = await own.keyed('create_document', {
    type: 'invoice',
    client_id: client.id,
    deposit_ids: [advance.id],
    issue: true,
    lines: [{ name: 'All of it', quantity: '1', unit_price: '500', tax_rate_ids: [rate] }],
  });
  assert.deepEqual([last.status, last.amount_due], ['paid', '0.00']);
  assert.equal(await revenue(), '500.00');
  assert.deepEqual(await sums('accrual'), ['500.00', '100.00']);
  assert.deepEqual(await sums('cash'), await sums('accrual'));
  await own.booksAgree();
});

test(
  'the pages say which deposits are taken off, with their tax, in every language',
  { ...readable, ...longTest },
  async () => {
    const languages = [
      ['en', /Deposit invoice DEP-2026-\d+ · .*\n?.*−?-?349\.80|349\.80/],
      ['de', /Abschlagsrechnung/],
      ['ja', /前受金請求書/],
      ['ar', /349\.80/],
    ] as const;
    for (const [language, said] of languages) {
      const quote = await offered();
      const advance = await deposit({ deposit_for_id: quote.id, deposit_percent: '30', language });
      await pay(advance);
      const { sale } = await convert(quote);
      const last = await call('create_document', { type: 'invoice', sale_id: sale.id, language, issue: true });
      const text = await pagesOf(last);
      assert.match(text, said);
      assert.match(text, new RegExp(advance.number));
      assert.match(text, /49[.,]80/);
      assert.match(text, /816[.,]20/);
    }
  },
);

test('an amount with its taxes is asked for to the cent, whatever taxes the quote has', async () => {
  const quote = await offered();
  const advance = await deposit({ deposit_for_id: quote.id, deposit_amount: '100.01' });
  assert.equal(advance.total, '100.01');
  assert.equal(advance.lines.length, 2);
  assert.equal(advance.client_id, quote.client_id);
});

test('a deposit that is not paid stands in the way of the last invoice, until it is credited or left out', async () => {
  const quote = await offered();
  const [first, second] = [
    await deposit({ deposit_for_id: quote.id, deposit_percent: '10' }),
    await deposit({ deposit_for_id: quote.id, deposit_percent: '20' }),
  ];
  const unpaid = (number: string) =>
    refused('deposit_not_deductible', (details) =>
      assert.deepEqual([details.number, details.status], [number, 'open']),
    );
  await pay(first);
  await assert.rejects(call('convert_document', { id: quote.id, issue: true }), unpaid(second.number));
  assert.equal((await call('get_document', { id: first.id })).status, 'paid', 'nothing was taken back');
  const { sale } = await convert(quote);
  const draft = await call('create_document', { type: 'invoice', sale_id: sale.id });
  assert.equal(draft.deposits, null, 'as many as the quote has when it is issued');
  await assert.rejects(issue(draft), unpaid(second.number));
  await assert.rejects(
    call('create_document', { type: 'invoice', sale_id: sale.id, issue: true }),
    refused('sale_invoiced'),
  );
  await keyed('credit_document', { id: second.id });
  const last = await issue(draft);
  assert.deepEqual(
    last.deposits.map(({ number }: Wire) => number),
    [first.number],
  );
  const other = await offered();
  const left = await deposit({ deposit_for_id: other.id, deposit_percent: '50' });
  const made = await convert(other);
  const alone = await call('create_document', { type: 'invoice', sale_id: made.sale.id, deposit_ids: [], issue: true });
  assert.deepEqual([alone.deposits, alone.amount_due], [[], alone.total]);
  assert.equal((await call('get_document', { id: left.id })).status, 'open');
  await shop.booksAgree();
});

test('a deposit is taken off once, of many invoices at once too', async () => {
  const client = await shop.client();
  const line = (unit_price: string) => [{ name: 'Work', quantity: '1', unit_price, tax_rate_ids: [vat] }];
  const of = { client_id: client.id };
  const advance = await deposit({ ...of, lines: line('100') });
  await pay(advance);
  const bill = () => call('create_document', { type: 'invoice', ...of, lines: line('300'), deposit_ids: [advance.id] });
  const drafts = [await bill(), await bill(), await bill()];
  const results = await Promise.allSettled(drafts.map((draft) => issue(draft)));
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const result of results) {
    if (result.status === 'rejected') refused('deposit_not_deductible')(result.reason);
  }
  const again = call('create_document', {
    type: 'invoice',
    ...of,
    lines: line('300'),
    deposit_ids: [advance.id],
    issue: true,
  });
  await assert.rejects(again, refused('deposit_not_deductible'));
  await assert.rejects(keyed('credit_document', { id: advance.id }), refused('invalid_state_transition'));
  await shop.booksAgree();
});

test('the e-invoices say what was prepaid, and which invoices went before', async () => {
  await call('update_organization', {
    tax_ids: [{ type: 'eu_vat', value: 'DE123456788', country: 'DE' }],
    address: { city: 'Berlin', postal_code: '10115', country: 'DE' },
  });
  const address = { city: 'Bonn', postal_code: '53111', country: 'DE' };
  const { id: client_id } = await shop.client({
    billing_address: address,
    e_invoicing: { format: 'en16931-ubl' },
  });
  const lines = [{ name: 'Kitchen', quantity: '1', unit_price: '1000', tax_rate_ids: [vat] }];
  const advance = await deposit({ client_id, lines: [{ ...lines[0], unit_price: '300' }] });
  await pay(advance);
  const last = await call('create_document', {
    type: 'invoice',
    client_id,
    lines,
    deposit_ids: [advance.id],
    issue: true,
  });
  const xmlOf = async ({ id }: Wire): Promise<string> => (await call('get_document_einvoice', { id })).content;
  const [before, after] = [await xmlOf(advance), await xmlOf(last)];
  assert.match(before, /<cbc:InvoiceTypeCode>386</);
  assert.match(after, /<cbc:InvoiceTypeCode>380</);
  assert.match(after, /<cbc:PrepaidAmount currencyID="EUR">357.00</);
  assert.match(after, /<cbc:PayableAmount currencyID="EUR">833.00</);
  assert.match(after, new RegExp(`<cac:InvoiceDocumentReference>\\s*<cbc:ID>${advance.number}<`));
});

test('what is credited or given back of a deposit is no deposit any more', async () => {
  const quote = await offered();
  const advance = await deposit({ deposit_for_id: quote.id, deposit_percent: '30' });
  await pay(advance);
  const back = await shop.moves(async () => {
    await keyed('credit_document', { id: advance.id, refund: { destination: 'original_method' } });
  });
  assert.deepEqual(back, { '1010': -34980n, '2310': 30000n, '2200': 4980n });
  assert.equal((await call('get_document', { id: advance.id })).status, 'credited');
  const { invoice } = await convert(quote, { issue: true });
  assert.deepEqual([invoice.deposits, invoice.amount_due], [null, '1166.00']);
  await shop.booksAgree();
});

test('a deposit in another currency is taken off at what it was worth, and the books balance', async () => {
  const client = await shop.client();
  const line = (unit_price: string) => [{ name: 'Work', quantity: '1', unit_price, tax_rate_ids: [vat] }];
  const foreign = { client_id: client.id, currency: 'USD' };
  const advance = await deposit({ ...foreign, exchange_rate: '0.9', lines: line('100') });
  await pay(advance, { exchange_rate: '0.95' });
  const last = await call('create_document', {
    type: 'invoice',
    ...foreign,
    exchange_rate: '0.8',
    lines: line('300'),
    deposit_ids: [advance.id],
    issue: true,
  });
  assert.deepEqual([last.total, last.amount_due], ['357.00', '238.00']);
  await shop.booksAgree();
});

test('hledger and Beancount agree with books that have deposits', async (context) => {
  const journalIn = async (format: string) => (await call('export_ledger', { format })).content;
  const said = [
    tool(context, 'hledger', 'deposits by hledger')?.on(await journalIn('hledger'), 'check', '--strict', '-f', 'FILE'),
    tool(context, 'bean-check', 'deposits by Beancount')?.on(await journalIn('beancount'), 'FILE'),
  ];
  for (const verdict of said) assert.ok(verdict?.ok !== false, verdict?.errors);
});

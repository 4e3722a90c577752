import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { z } from 'zod';
import { readConfig } from '../../../config.ts';
import { folderStore } from '../../../storage/content-store.ts';
import { openDocumentRenderer } from '../../../doors/document-renderer.ts';
import { run } from '../../../operation/run.ts';
import { needing, pdfText } from '../../../../test/support/pdf-tools.ts';
import { catalogue } from '../../../catalogue.ts';
import { getReportLocale } from '../../../render/report-locale.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, operationNamed, type Wire } from '../../../../test/support/world.ts';
import { hidden } from './report-pdf.ts';

const world = await createWorld();
world.setNow('2026-03-10T12:00:00Z');
const { call, ana } = world;
const shop = shopOf(world);
const client = await shop.client({ display_name: 'Zebra Print' });
const variant = await shop.product({ name: 'Lamp', price: '1999.50' });
await shop.receive(variant, '10', '300.00');
const sold = { lines: [{ variant_id: variant.id, quantity: '2' }], client_id: client.id };
await shop.pay(await shop.keyed('create_sale', { ...sold, confirm: true }), { amount: '1000.00' });
const dimension = await call('create_dimension', { name: 'Acme' });

const reports: readonly (readonly [name: string, title: string, input?: object])[] = [
  ['get_business_overview', 'Dashboard'],
  ['get_profit_and_loss', 'Profit and loss', { compare: 'previous_year', interval: 'week' }],
  ['get_profit_by_dimension', 'Profit by dimension'],
  ['get_budget_variance', 'Budget against actual'],
  ['get_revenue', 'Revenue', { group_by: 'client' }],
  ['get_trends', 'Net sales'],
  ['get_product_margin', 'Margin by product'],
  ['compare_periods', 'Comparison of periods by product', { group_by: 'product' }],
  ['get_expenses_by_category', 'Expenses by category'],
  ['get_payments_report', 'Payments'],
  ['get_receivables_aging', 'Receivables aging'],
  ['get_payables_aging', 'Payables aging'],
  ['get_client_statement', 'Statement', { client_id: client.id }],
  ['get_tax_summary', 'Tax summary'],
  ['get_cash_flow', 'Cash flow'],
  ['get_inventory_valuation', 'Inventory valuation'],
  ['get_inventory_movements', 'Inventory movements'],
  ['get_inventory_turnover', 'Inventory turnover'],
  ['get_balance_sheet', 'Balance sheet', { compare: 'previous_year' }],
  ['get_trial_balance', 'Trial balance'],
  ['get_general_ledger', 'General ledger'],
  ['get_journal', 'Journal'],
];

const textOf = ({ content }: Wire) => pdfText(Buffer.from(content, 'base64'));
const readable = needing('pdftotext');

test('every report is a PDF that says what it is, of when, and in which currency', readable, async () => {
  for (const [name, title, input = {}] of reports) {
    const file = await call(name, { ...input, format: 'pdf' });
    assert.deepEqual([file.content_type, file.encoding], ['application/pdf', 'base64'], name);
    assert.match(file.filename, /^[a-z0-9-]+\.pdf$/);
    const text = textOf(file);
    assert.ok(text.includes(title), `${name}: ${text}`);
    assert.match(text, /Acme/);
    assert.match(text, /Amounts in EUR/);
    assert.match(text, /2026/);
    assert.match(text, /Made on 2026-03-10 at 12:00 UTC/);
    assert.match(text, /Page 1 of/);
  }
});

test('figures are written as people write them, under sections, with accounts by code and name', readable, async () => {
  const text = textOf(await call('get_profit_and_loss', { period: 'this_month', format: 'pdf' }));
  assert.match(text, /Mar 1 – 31, 2026/);
  assert.match(text, /Accrual basis/);
  assert.match(text, /4\d{3} \S.*\n?.*3,999\.00/);
  assert.match(text, /Net profit/);
  const series = await call('get_profit_and_loss', { interval: 'week', format: 'pdf' });
  assert.match(textOf(series), /MAR 2, 2026/);
  assert.doesNotMatch(text, /net_profit|change_percent|Compared/);
  assert.match(textOf(await call('get_profit_and_loss', { basis: 'cash', format: 'pdf' })), /Cash basis/);
  await call('update_organization', { locale: 'de' });
  const german = { ...ana, organization: { ...ana.organization, locale: 'de' } } as typeof ana;
  const there = await call('get_balance_sheet', { format: 'pdf' }, { as: german });
  assert.match(textOf(there), /3\.999,00|2\.999,00/);
});

const spoken: readonly (readonly [name: string, input?: object])[] = [
  ['get_profit_and_loss', { compare: 'previous_year', interval: 'month', period: 'this_quarter' }],
  ['get_profit_and_loss', { basis: 'cash' }],
  ['get_balance_sheet', { compare: 'previous_year' }],
  ['get_receivables_aging', { buckets: [10, 45] }],
  ['get_payables_aging'],
  ['get_client_statement', { client_id: client.id, type: 'balance_forward' }],
  ['get_tax_summary', { compare: 'previous_year' }],
  ...[
    'period',
    'client',
    'client_group',
    'country',
    'product',
    'category',
    'member',
    'channel',
    'tax_rate',
    'payment_method',
  ].map((group) => ['get_revenue', { group_by: group, compare: 'previous_period' }] as const),
  ['get_profit_by_dimension', { dimension_id: dimension.id }],
  ['get_budget_variance'],
  ['get_expenses_by_category'],
  ['get_business_overview', { compare: 'previous_year' }],
  ...['net_sales', 'revenue', 'gross_profit', 'expenses', 'net_profit'].map(
    (metric) => ['get_trends', { metric, interval: 'week', period: 'this_quarter', forecast: 2 }] as const,
  ),
  ...['product', 'variant', 'category'].map((group) => ['get_product_margin', { group_by: group }] as const),
  ...['client', 'product', 'channel'].map((group) => ['compare_periods', { group_by: group }] as const),
  ['get_payments_report', { compare: 'previous_year' }],
  ['get_cash_flow', { compare: 'previous_year' }],
  ...['get_inventory_valuation', 'get_inventory_movements', 'get_inventory_turnover'].flatMap((name) =>
    ['variant', 'product', 'category', 'location'].map((group) => [name, { group_by: group }] as const),
  ),
  ['get_trial_balance'],
  ['get_general_ledger'],
  ['get_journal'],
];

/** For an authority, in the columns that it takes. */
const forAuthorities = new Set(['get_ec_sales_list']);

test('every report that there is has its words in every language', async () => {
  const made = catalogue.filter(
    ({ name, input }) => !forAuthorities.has(name) && input instanceof z.ZodObject && 'format' in input.shape,
  );
  const spokenOf = new Set(spoken.map(([name]) => name));
  assert.deepEqual(
    made.flatMap(({ name, http }) => (http.includes('/reports/') && !spokenOf.has(name) ? [name] : [])),
    [],
  );
  for (const [name, input = {}] of spoken) {
    const { filename, content } = await call(name, { ...input, format: 'csv' });
    const report = filename.replace(/-\d{4}-\d{2}-\d{2}.*$/, '');
    for (const language of ['de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'sv', 'ja', 'zh', 'ko', 'ar', 'he', 'th']) {
      assert.equal(getReportLocale(language, report).language, language, `${report} has a title in ${language}`);
    }
    // The compiler checks that every language translates each word.
    const { title, word } = getReportLocale('ja', report);
    const columns: string[] = content.split(/\r?\n/)[0].replaceAll('"', '').split(',');
    const said = [title, ...columns.filter((column) => !/^\d|^section$/.test(column) && !hidden.has(column)).map(word)];
    assert.doesNotMatch(said.join(' '), /[A-Za-z]{2}/, report);
  }
});

test('a report that is asked for in a language has no word of another but names', readable, async () => {
  const named = (name: string, input: object = {}): Promise<Wire> => call(name, { limit: 100, ...input });
  const entries = await named('list_journal_entries');
  const memos = entries.data.map(({ memo }: Wire) => memo);
  const lists = ['list_accounts', 'list_expense_categories', 'list_tax_rates', 'list_members', 'list_locations'];
  const kept = await Promise.all(lists.map((list) => named(list)));
  const names = kept.flatMap(({ data }) => data.flatMap((one: Wire) => [one.name, one.user?.name ?? '']));
  // Texts in the books stay as they were written, such as `1 entries`.
  const own = [
    ...memos,
    ...names,
    'Zebra Print',
    'Lamp',
    'Acme',
    ana.name,
    'Daybook',
    'UTC',
    'EUR',
    'entries',
    'Bank transfer',
  ].filter(Boolean);
  const known = own.toSorted((a, b) => b.length - a.length);
  for (const [name, input = {}] of spoken) {
    for (const language of ['ja', 'ar']) {
      const file = await call(name, { ...input, language, format: 'pdf' });
      const text = known.reduce((left, word) => left.replaceAll(word, ''), textOf(file).replaceAll(/\s+/g, ' '));
      assert.doesNotMatch(text, /[A-Za-z]{3}/, `${name} ${JSON.stringify(input)} in ${language}`);
    }
  }
});

test(
  'a report is in the language of the organisation, and in English where nobody knows its words',
  readable,
  async () => {
    const german = { ...ana, organization: { ...ana.organization, locale: 'de-AT' } } as typeof ana;
    const sheet = await call('get_balance_sheet', { format: 'pdf' }, { as: german });
    assert.match(textOf(sheet), /Bilanz/);
    assert.match(textOf(sheet), /Beträge in EUR/);
    const journal = await call('get_journal', { format: 'pdf', language: 'toString' });
    assert.match(textOf(journal), /Journal/);
    const icelandic = textOf(await call('get_balance_sheet', { format: 'pdf', language: 'is' }));
    assert.match(icelandic, /Balance sheet/);
  },
);

test('a report of more pages than one may have is refused as pages_refused', async () => {
  const store = folderStore(join(tmpdir(), randomUUID()));
  const renderer = openDocumentRenderer({
    render: readConfig({ DAYBOOK_RENDER_PAGES_MAX: '1' }).render,
    store,
    newId: randomUUID,
  });
  after(() => renderer.close());
  for (let index = 0; index < 12; index += 1) await shop.sold('10.00', { client_id: client.id });
  const origin = { door: 'rest', requestId: randomUUID() } as const;
  const request = { actor: ana, input: { format: 'pdf' }, origin };
  const made = run({ ...world.runtime, renderer }, operationNamed('get_general_ledger'), request);
  await assert.rejects(
    made,
    refused('pages_refused', ({ fault }) => assert.equal(fault, 'too_many_pages')),
  );
});

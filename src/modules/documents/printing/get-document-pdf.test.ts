import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { readConfig } from '../../../config.ts';
import { folderStore } from '../../../storage/content-store.ts';
import { openDocumentRenderer } from '../../../doors/document-renderer.ts';
import { run } from '../../../operation/run.ts';
import { asOwner } from '../../../../test/support/database.ts';
import { needing, pdfText } from '../../../../test/support/pdf-tools.ts';
import { createInvoiceFixture } from '../../../../test/support/invoice-fixture.ts';
import { createQuoteFixture } from '../../../../test/support/quote-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, operationNamed, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call, ana } = world;
const shop = shopOf(world);
const { quoted, issue, accept } = createQuoteFixture(world, shop);
const { invoiced } = createInvoiceFixture(world, shop);
world.setNow('2026-03-02T10:00:00.000Z');

const readable = needing('pdftotext');
const pagesOf = (document: Wire, more: object = {}) => call('get_document_pdf', { id: document.id, ...more });
const bytesOf = ({ content }: Wire) => Buffer.from(content, 'base64');
const textOf = (file: Wire) => pdfText(bytesOf(file));
const keptOf = async ({ id }: Wire): Promise<Wire[]> => {
  const { rows } = await asOwner(world.database.ownerUrl, (client) =>
    client.query(
      `select d.number, p.state, p.sha256, c.held, c.stored_at is not null as stored from document_pdfs p
       join documents d on d.organization_id = p.organization_id and d.id = p.document_id
       join file_contents c on c.organization_id = p.organization_id and c.sha256 = p.sha256 order by p.state`,
    ),
  );
  const { number } = await call('get_document', { id });
  return rows.filter((row: Wire) => row.number === number);
};

describe('a draft', () => {
  test('is marked as one, in the language of the client, and nothing is kept of it', readable, async () => {
    await call('update_organization', { address: { line1: 'Hafenstraße 1', city: 'Hamburg', country: 'DE' } });
    const client_id = (await shop.client({ language: 'de', display_name: 'Zebra Druck' })).id;
    const rate = await shop.tax('19', { name: 'USt.' });
    const lines = [{ name: 'Beratung', quantity: '2', unit_price: '1250', tax_rate_ids: [rate] }];
    const quote = await quoted({ client_id, lines, title: 'Neues Lager', terms: 'Zahlbar sofort.' });
    const file = await pagesOf(quote);
    assert.deepEqual([file.filename, file.content_type], ['quote-draft.pdf', 'application/pdf']);
    const text = textOf(file);
    for (const said of ['Angebot', 'Entwurf', 'Zebra Druck', 'Hafenstraße 1', 'Beratung', 'Neues Lager', '2.975,00']) {
      assert.match(text, new RegExp(said, 'i'));
    }
    assert.deepEqual(await keptOf(quote), []);
    await call('update_document', { id: quote.id, title: 'Altes Lager' });
    assert.match(textOf(await pagesOf(quote)), /Altes Lager/);
  });
});

describe('an issued document', () => {
  test('has pages that are made once and stay, whatever its parties are called later', readable, async () => {
    const client = await shop.client({ display_name: 'Bea Buyer' });
    const quote = await issue(await quoted({ client_id: client.id }));
    const first = await pagesOf(quote);
    assert.equal(first.filename, `quote-${quote.number}.pdf`);
    assert.match(textOf(first), /Bea Buyer/);
    await call('update_client', { id: client.id, display_name: 'Bea Other' });
    await call('update_organization', { name: 'Acme Renamed' });
    assert.deepEqual(await pagesOf(quote), first);
    const sha256 = createHash('sha256').update(bytesOf(first)).digest('hex');
    assert.deepEqual(await keptOf(quote), [{ number: quote.number, state: '', sha256, held: true, stored: true }]);
  });

  test('asked for by many at once is the same for all of them', async () => {
    const quote = await issue(await quoted());
    const files = await Promise.all(Array.from({ length: 8 }, () => pagesOf(quote)));
    assert.equal(new Set(files.map(({ content }) => content)).size, 1);
    assert.equal((await keptOf(quote)).length, 1);
  });

  test('shows what has become of it, and can be seen as it was issued', readable, async () => {
    const quote = await issue(await quoted());
    const first = await pagesOf(quote);
    assert.doesNotMatch(textOf(first), /accepted/i);
    await accept(quote);
    assert.match(textOf(await pagesOf(quote)), /accepted/i);
    assert.deepEqual(await pagesOf(quote, { as_issued: true }), first);
    await call('void_document', { id: quote.id, reason: 'By mistake.' });
    assert.match(textOf(await pagesOf(quote)), /void/i);
    assert.deepEqual(await pagesOf(quote, { as_issued: true }), first);
    assert.equal((await keptOf(quote)).length, 3);
  });

  test('that was paid is stamped with the day, says how, and asks for nothing', readable, async () => {
    const account = { iban: 'DE89370400440532013000', bic: null, bank_name: null, holder: null };
    await call('update_organization', { bank_account: account });
    const invoice = await invoiced();
    const sale = { id: invoice.sale_id };
    assert.match(textOf(await pagesOf(invoice)), /DE89/);
    await shop.pay(sale, { amount: '40' });
    assert.doesNotMatch(textOf(await pagesOf(invoice)), /payment received/i);
    world.setNow('2026-03-04T10:00:00.000Z');
    const last = await shop.pay(sale);
    const paid = textOf(await pagesOf(invoice));
    assert.match(paid, /paid\n4 March 2026/i);
    for (const said of [/2 March 2026 ·/i, /4 March 2026 ·/i, /payment received/i]) assert.match(paid, said);
    for (const unsaid of [/DE89/, /amount due/i]) assert.doesNotMatch(paid, unsaid);
    await shop.keyed('void_payment', { id: last.payment?.id ?? last.id });
    assert.match(textOf(await pagesOf(invoice)), /DE89/);
  });

  test('of another organisation is not there', async () => {
    const quote = await issue(await quoted());
    await assert.rejects(call('get_document_pdf', { id: quote.id }, { as: world.rival }), refused('not_found'));
  });

  test('whose bytes were lost is made again, and whose bytes were changed is not handed out', async () => {
    const quote = await issue(await quoted());
    const first = await pagesOf(quote);
    const [{ sha256 }] = await keptOf(quote);
    const organization = ana.organization?.id ?? '';
    const { renderer } = world.runtime;
    assert.ok(renderer !== undefined);
    await renderer.keep({ organization, sha256 }, Buffer.from('%PDF-1.7 something else'));
    await assert.rejects(pagesOf(quote), /are not what was kept/);
    await renderer.keep({ organization, sha256 }, bytesOf(first));
    assert.deepEqual(await pagesOf(quote), first);
  });
});

test('prices with tax, discounts, charges and what is kept back are told as they were agreed', readable, async () => {
  const vat = await shop.tax('20', { name: 'VAT' });
  const kept = await shop.tax('10', { name: 'Withheld', kind: 'withholding' });
  const discount = { type: 'amount', value: '20', name: 'Loyal client' };
  const quote = await quoted({
    prices_include_tax: true,
    lines: [
      {
        name: 'Desk',
        quantity: '3',
        unit_price: '120',
        tax_rate_ids: [vat],
        discount: { type: 'amount', value: '60' },
      },
      { name: 'Advice', quantity: '1', unit_price: '100', tax_rate_ids: [vat, kept] },
    ],
    discounts: [
      { ...discount, applies: 'before_tax' },
      { ...discount, name: 'Coupon', value: '5', applies: 'after_tax' },
    ],
    charges: [{ kind: 'shipping', name: 'Courier', amount: '12', tax_rate_ids: [vat] }],
  });
  const text = textOf(await pagesOf(quote)).replaceAll(/\s+/g, ' ');
  for (const said of ['−60.00', '300.00', 'Loyal client -€20.00', 'Courier €12.00', 'Coupon -€5.00', 'Withheld 10%'])
    assert.ok(text.includes(said), `${said}: ${text}`);
  assert.ok(text.includes(Number(quote.total).toFixed(2)), text);
});

test('pages that cannot be made are refused with the reason, and pages_refused says which', async () => {
  const store = folderStore(join(tmpdir(), randomUUID()));
  const { render } = readConfig({ DAYBOOK_RENDER_PROCESSES: '1', DAYBOOK_RENDER_PAGES_MAX: '1' });
  const renderer = openDocumentRenderer({ render, store, newId: randomUUID });
  after(() => renderer.close());
  const lines = Array.from({ length: 120 }, (_, index) => ({ name: `Line ${index}`, quantity: '1', unit_price: '1' }));
  const { id } = await quoted({ lines });
  const origin = { door: 'rest', requestId: randomUUID() } as const;
  const small = run({ ...world.runtime, renderer }, operationNamed('get_document_pdf'), {
    actor: ana,
    input: { id },
    origin,
  });
  await assert.rejects(
    small,
    refused('pages_refused', ({ fault }) => assert.equal(fault, 'too_many_pages')),
  );
  assert.ok(bytesOf(await pagesOf({ id })).length > 10_000);
  await renderer.close();
  const closed = run({ ...world.runtime, renderer }, operationNamed('get_document_pdf'), {
    actor: ana,
    input: { id },
    origin,
  });
  await assert.rejects(closed, refused('unavailable'));
});

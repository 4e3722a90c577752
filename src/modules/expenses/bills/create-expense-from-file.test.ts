import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decimal, line, sampleFacts, taxTotal, totals, vat19, vat7 } from '../../../../test/support/einvoice/facts.ts';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { contentIn, pdfOf } from '../../../../test/support/uploading.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { eInvoiceOf } from '../../../einvoice/e-invoice.ts';
import { keptEInvoice } from '../../../einvoice/kept.ts';
import type { DocumentFacts } from '../../../render/facts.ts';

const world = await createWorld();
const { call, ana } = world;
const fixture = createExpenseFixture(world);
world.setNow('2026-03-10T12:00:00Z');
await call('create_tax_rate', { name: 'Vorsteuer 19', percentage: '19', category: 'S' });
await call('create_tax_rate', { name: 'Vorsteuer 7', percentage: '7', category: 'S' });

let made = 0;
const codes = ({ warnings }: Wire): string[] => warnings.map(({ code }: Wire) => code);

/** Content as the door brings it: the XML of an invoice of these facts. */
async function sent(given: Partial<DocumentFacts> = {}, change = (xml: string) => xml, as = ana): Promise<string> {
  const facts = sampleFacts({ number: `R-${(made += 1)}`, ...given });
  const { xml, findings } = eInvoiceOf(facts, { profile: 'en16931' });
  assert.ok(xml !== null, JSON.stringify(findings));
  const bytes = Buffer.from(change(xml));
  return contentIn(world, as, bytes, { contentType: 'application/xml', eInvoice: keptEInvoice(bytes) });
}

const skonto = '#SKONTO#TAGE=10#PROZENT=3.00#\n';

const drafted = async (sha256: string, more: object = {}): Promise<Wire> =>
  fixture.keyed('create_expense_from_file', { sha256, ...more });

describe('an e-invoice of a supplier', () => {
  test('keeps the early-payment discounts of the bill', async () => {
    const { payment } = sampleFacts();
    assert.ok(payment !== null);
    const early = { days: 10, percent: decimal('3'), until: '2026-03-12', base: 27_010n, payable: 26_200n };
    const facts = { payment: { ...payment, earlyPayment: [early] } };
    const expense = await drafted(await sent(facts, (xml) => xml.replaceAll(/2026-03-12: [^<]*/g, skonto)));
    const { discount, payable, until } = expense.early_discounts[0];
    assert.deepEqual([until, discount, payable], ['2026-03-12', '8.10', '262.00']);
    const partly = await drafted(
      await sent(facts, (xml) => xml.replaceAll(/2026-03-12: [^<]*/g, skonto.replace('0#', '0#BASISBETRAG=100.00#'))),
    );
    assert.deepEqual(partly.early_discounts, []);
  });

  test('becomes a draft to the cent, with lines, taxes, days and the file as its receipt', async () => {
    const supplier = await fixture.supplier({ tax_ids: [{ type: 'eu_vat', value: 'DE 123 456 788' }] });
    const expense = await drafted(await sent({ number: 'R-100' }), { name: 'bill.xml' });
    assert.deepEqual(
      [expense.status, expense.supplier_id, expense.supplier_invoice_number, expense.expense_date, expense.due_date],
      ['draft', supplier.id, 'R-100', '2026-03-02', '2026-03-16'],
    );
    assert.deepEqual([expense.total, expense.totals.net, expense.totals.tax], ['270.10', '230.00', '40.10']);
    assert.deepEqual(
      expense.lines.map(({ description, net, tax }: Wire) => [description, net, tax]),
      [
        ['2 × Oak table', '200.00', '38.00'],
        ['Book <on> oak & ash', '30.00', '2.10'],
      ],
    );
    assert.match(expense.notes, /IBAN: DE02120300000000202051/);
    assert.deepEqual(expense.warnings, []);
    const [file] = expense.receipt_file_ids;
    const { links, name, kind, content_type } = await call('get_file', { id: file });
    assert.deepEqual(
      [links, name, kind, content_type],
      [[{ type: 'expense', id: expense.id }], 'bill.xml', 'invoice', 'application/xml'],
    );
    assert.deepEqual((await call('get_expense', { id: expense.id })).receipt_file_ids, [file]);
    assert.deepEqual((await fixture.keyed('post_expense', { id: expense.id })).total, '270.10');
    await fixture.booksAgree();
  });

  test('that was recorded before is refused, or let through by who says that it is another', async () => {
    const sha256 = await sent({ number: 'R-200' });
    const { id } = await drafted(sha256);
    const isThere = refused('duplicate_expense', ({ candidates }) =>
      assert.deepEqual([candidates[0].id, candidates.length], [id, 1]),
    );
    await assert.rejects(drafted(sha256), isThere);
    const again = await drafted(sha256, { allow_duplicate: true });
    assert.ok(codes(again).includes('duplicate_invoice_number'));
  });

  test('is filed where the last one was, unless the caller says where', async () => {
    const first = await drafted(await sent(), { category: 'Travel' });
    const second = await drafted(await sent());
    assert.equal(second.lines[0].category_id, first.lines[0].category_id);
    const other = await drafted(await sent(), { category: 'Insurance' });
    assert.notEqual(other.lines[0].category_id, first.lines[0].category_id);
  });

  test('can be drafted from a file that is there, and read without drafting anything', async () => {
    const { id } = await call('create_file', { sha256: await sent({ number: 'R-300' }) });
    const said = await call('read_einvoice', { id });
    assert.deepEqual(
      [said.number, said.totals.gross, said.totals.due, said.kind],
      ['R-300', '270.10', '270.10', 'invoice'],
    );
    assert.deepEqual([said.supplier.vat_id, said.supplier.name], ['DE123456788', 'Nordlicht Möbel GmbH']);
    assert.deepEqual([said.lines.length, said.lines_total, said.payment.iban], [2, 2, 'DE02120300000000202051']);
    const expense = await fixture.keyed('create_expense_from_file', { file_id: id });
    assert.deepEqual(expense.receipt_file_ids, [id]);
  });
});

describe('what to look at', () => {
  test('names who is not kept as a supplier', async () => {
    const vat = (value: string) => {
      const taxIds = [{ scheme: 'vat' as const, value, label: null }];
      return { seller: { ...sampleFacts().seller, legalName: `Firma ${value}`, taxIds } };
    };
    const unknown = await drafted(await sent(vat('DE111111125')));
    assert.deepEqual([unknown.supplier_id, unknown.payee_name], [null, 'Firma DE111111125']);
    assert.deepEqual(codes(unknown), ['supplier_unknown']);
    await fixture.supplier({ roles: ['customer'], tax_ids: [{ type: 'eu_vat', value: 'DE222222220' }] });
    assert.deepEqual(codes(await drafted(await sent(vat('DE222222220')))), ['not_a_supplier']);
    const named = await fixture.supplier();
    const chosen = await drafted(await sent(vat('DE333333339')), { supplier_id: named.id });
    assert.deepEqual([chosen.supplier_id, codes(chosen)], [named.id, []]);
  });

  test('is a tax that nobody keeps a rate for: what is owed is right all the same', async () => {
    const odd = { ...vat19, percent: { units: 55n, scale: 1 } };
    const expense = await drafted(
      await sent({
        lines: [line({ taxes: [odd] })],
        taxes: [taxTotal(odd, 100_00n, 5_50n)],
        totals: totals(100_00n, 5_50n),
      }),
    );
    assert.deepEqual([expense.total, expense.totals.tax, codes(expense)], ['105.50', '0.00', ['tax_rate_unknown']]);
  });

  test('are sums that are wrong, and a total that the draft does not come to', async () => {
    const wrong = await drafted(await sent({}, (xml) => xml.replaceAll('270.10', '272.10')));
    assert.ok(codes(wrong).includes('e_invoice_doubtful'));
    assert.ok(codes(wrong).includes('total_differs'));
    assert.equal(wrong.total, '270.10');
  });

  test('is what is paid already, and a day that is still to come', async () => {
    const totalsPaid = totals(230_00n, 40_10n, { prepaid: 70_10n, due: 200_00n });
    const dates = { ...sampleFacts().dates, issued: '2026-05-01', due: '2026-05-15', supplied: null };
    const expense = await drafted(await sent({ totals: totalsPaid, dates }));
    assert.deepEqual(codes(expense), ['in_future', 'prepaid']);
    assert.deepEqual([expense.expense_date, expense.due_date], ['2026-03-10', '2026-05-15']);
  });

  test('a discount on the whole bill leaves one line for each tax', async () => {
    const adjustment = { kind: 'discount', reason: 'Loyal', reasonCode: null, percent: null, base: null } as const;
    const expense = await drafted(
      await sent({
        adjustments: [{ ...adjustment, amount: 20_00n, tax: vat19 }],
        taxes: [taxTotal(vat19, 180_00n, 34_20n), taxTotal(sampleFacts().taxes[1] ?? vat19, 30_00n, 2_10n)],
        totals: { ...totals(210_00n, 36_30n), lines: 230_00n, discounts: 20_00n },
      }),
    );
    assert.deepEqual(
      expense.lines.map(({ net }: Wire) => net),
      ['180.00', '30.00'],
    );
    assert.deepEqual([expense.total, codes(expense)], ['246.30', []]);
  });
});

describe('a bill that says little, or says it the other way round', () => {
  const inCii = async (change: (xml: string) => string): Promise<string> => {
    const { xml } = eInvoiceOf(sampleFacts({ number: `R-${(made += 1)}` }), { profile: 'facturx' });
    const bytes = Buffer.from(change(xml ?? ''));
    return contentIn(world, ana, bytes, { contentType: 'application/xml', eInvoice: keptEInvoice(bytes) });
  };
  const linesOf = /<ram:IncludedSupplyChainTradeLineItem>.*?<\/ram:IncludedSupplyChainTradeLineItem>/gs;
  const taxesOf = /<ram:ApplicableTradeTax>.*?<\/ram:ApplicableTradeTax>/gs;

  test('is drafted by its taxes where it has no lines, and by its total where it has no taxes either', async () => {
    const withoutLines = await drafted(await inCii((xml) => xml.replaceAll(linesOf, '')));
    assert.deepEqual(
      withoutLines.lines.map(({ net, tax }: Wire) => [net, tax]),
      [
        ['200.00', '38.00'],
        ['30.00', '2.10'],
      ],
    );
    assert.equal(withoutLines.total, '270.10');
    assert.ok(!codes(withoutLines).includes('taxes_not_told'));
    const minimum = await drafted(await inCii((xml) => xml.replaceAll(linesOf, '').replaceAll(taxesOf, '')));
    assert.deepEqual([minimum.lines.length, minimum.total], [1, '270.10']);
    assert.ok(codes(minimum).includes('taxes_not_told'));
  });

  test('with a minus before every amount is what takes the money the other way', async () => {
    const kinds = 'LineTotal|TaxBasisTotal|TaxTotal|GrandTotal|DuePayable|Calculated|Basis';
    const amounts = new RegExp(`(<ram:(?:${kinds})Amount[^>]*>|<ram:BilledQuantity[^>]*>)`, 'g');
    const expense = await drafted(await inCii((xml) => xml.replaceAll(amounts, '$1-')));
    assert.deepEqual([expense.kind, expense.total, codes(expense)], ['credit_note', '270.10', ['e_invoice_doubtful']]);
    assert.match(expense.warnings[0].message, /negative_total/);
  });

  test('with a line that takes goods back has one line for each tax', async () => {
    const pallet = line({ id: '3', name: 'Pallet', quantity: decimal('-1'), unitPrice: decimal('50'), net: -50_00n });
    const facts = sampleFacts();
    const expense = await drafted(
      await sent({
        lines: [...facts.lines, pallet],
        taxes: [taxTotal(vat19, 150_00n, 28_50n), taxTotal(vat7, 30_00n, 2_10n)],
        totals: totals(180_00n, 30_60n),
      }),
    );
    assert.deepEqual(
      expense.lines.map(({ net }: Wire) => net),
      ['150.00', '30.00'],
    );
    assert.deepEqual([expense.total, codes(expense)], ['210.60', []]);
  });

  test('whose tax was rounded line by line is right to the cent all the same', async () => {
    const lines = ['1', '2'].map((id) => line({ id, unitPrice: decimal('0.50'), net: 50n }));
    const expense = await drafted(
      await sent({ lines, taxes: [taxTotal(vat19, 1_00n, 20n)], totals: totals(1_00n, 20n) }),
    );
    assert.deepEqual([expense.total, codes(expense)], ['1.20', []]);
  });
});

describe('what the caller names beside the file', () => {
  test('is looked at as in any expense', async () => {
    const sha256 = await sent();
    const rejects = (more: object, code: string) => assert.rejects(drafted(sha256, more), refused(code));
    await Promise.all([1, 2].map(() => fixture.supplier({ display_name: 'Twins', allow_duplicate: true })));
    await rejects({ supplier: 'Twins' }, 'ambiguous_name');
    const gone = await fixture.supplier();
    await call('archive_client', { id: gone.id });
    await rejects({ supplier_id: gone.id }, 'supplier_not_active');
    await rejects({ supplier_id: (await fixture.supplier({ roles: ['customer'] })).id }, 'not_a_supplier');
    const account_id = (await call('list_accounts', { code: '6700' })).data[0].id;
    const category = await call('create_expense_category', { name: 'Boats', account_id });
    await call('archive_expense_category', { id: category.id });
    await rejects({ category_id: category.id }, 'expense_category_archived');
  });

  test('is the rate of another currency, where the organisation keeps none', async () => {
    const sha256 = await sent({ currency: 'USD' });
    await assert.rejects(drafted(sha256), refused('exchange_rate_missing'));
    const expense = await drafted(sha256, { exchange_rate: '0.9' });
    assert.deepEqual([expense.currency, expense.total, expense.base_total], ['USD', '270.10', '243.09']);
  });
});

describe('what is no bill', () => {
  const unreadable = (reason: string) =>
    refused('e_invoice_unreadable', (details) => assert.equal(details['reason'], reason));

  test('is refused with the reason, and leaves nothing behind', async () => {
    const before = (await call('list_expenses', { limit: 1, include: ['total_count'] })).total_count;
    await assert.rejects(drafted(await contentIn(world, ana, pdfOf('plain'))), unreadable('no_attachment'));
    const broken = Buffer.from('<Invoice xmlns="urn:other"/>');
    const sha256 = await contentIn(world, ana, broken, { eInvoice: keptEInvoice(broken) });
    await assert.rejects(drafted(sha256), unreadable('not_an_invoice'));
    const { id } = await call('create_file', { sha256 });
    await assert.rejects(call('read_einvoice', { id }), unreadable('not_an_invoice'));
    const count = (await call('list_expenses', { limit: 1, include: ['total_count'] })).total_count;
    assert.equal(count, before);
  });

  test('of another organisation is not there', async () => {
    const sha256 = await sent();
    const { id } = await call('create_file', { sha256 });
    const rival = { as: world.rival };
    await assert.rejects(call('read_einvoice', { id }, rival), refused('not_found'));
    await assert.rejects(call('create_expense_from_file', { sha256 }, rival), refused('not_found'));
    await assert.rejects(call('create_expense_from_file', { file_id: id }, rival), refused('not_found'));
    await fixture.supplier({ display_name: 'Only Ana knows', tax_ids: [{ type: 'eu_vat', value: 'DE444444443' }] });
    const seller = { ...sampleFacts().seller, taxIds: [{ scheme: 'vat' as const, value: 'DE444444443', label: null }] };
    const theirs = await call(
      'create_expense_from_file',
      { sha256: await sent({ seller }, undefined, world.rival) },
      rival,
    );
    assert.equal(theirs.supplier_id, null);
    assert.doesNotMatch(JSON.stringify(theirs), /Only Ana knows/);
  });

  test('one file is named, and no more is said of one that is there', async () => {
    const sha256 = await sent();
    const { id } = await call('create_file', { sha256 });
    const pointer = (at: string) =>
      refused('validation_failed', ({ errors }) => assert.equal(errors?.[0]?.pointer, at));
    await assert.rejects(drafted(sha256, { file_id: id }), pointer('/file_id'));
    await assert.rejects(fixture.keyed('create_expense_from_file'), pointer('/file_id'));
    await assert.rejects(fixture.keyed('create_expense_from_file', { file_id: id, name: 'x' }), pointer('/name'));
    await call('delete_file', { id });
    const deleted = fixture.keyed('create_expense_from_file', { file_id: id });
    await assert.rejects(deleted, refused('invalid_state_transition'));
  });
});

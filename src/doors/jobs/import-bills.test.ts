/** What suppliers are owed comes along: bills as other programs write them, paid, paid in part, or open. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importing } from '../../../test/support/importing.ts';
import { type SignedIn, startService } from '../../../test/support/running-service.ts';
import type { Wire } from '../../../test/support/world.ts';

const service = await startService();
const { api, bringIn, errorsOf } = importing(service);

const table = (...rows: string[]) => rows.join('\n');
const counts = ({ total, created, skipped, failed }: Wire) => [total, created, skipped, failed];
const told = async (who: SignedIn, found: Wire) =>
  (await errorsOf(who, found)).map((row) => [row['import_line'], row['import_field'], row['import_code']]);
const why = async (who: SignedIn, found: Wire) => (await errorsOf(who, found))[0]?.['import_error'] ?? '';

async function shop(): Promise<SignedIn> {
  const ana = await service.register('Ana');
  const suppliers = table('number,name,role', 'L1,Papier Nord,supplier', 'L2,Holz Süd,Lieferant');
  await bringIn(ana, { kind: 'clients', content: suppliers });
  return ana;
}

const billsOf = async (who: SignedIn, query = '') =>
  (await api(who, 'GET', `/expenses?sort=expense_date&limit=100${query}`)).data as Wire[];

test('a bill of several rows comes in posted, with its tax, its number and what of it was paid', async () => {
  const ana = await shop();
  const header =
    '*ContactName,*InvoiceNumber,*InvoiceDate,*DueDate,Total,InvoiceAmountPaid,InvoiceAmountDue,*Description,' +
    '*Quantity,*UnitAmount,*AccountCode,*TaxType,Currency,Type,Status';
  const paper = 'Papier Nord,P-77,2025-11-03,2025-12-03,238.00,100.00,138.00';
  const taxed = '6200,19% (VAT on Expenses),EUR,Bill,Awaiting Payment';
  const content = table(
    header,
    `${paper},Paper,10,15.00,${taxed}`,
    `${paper},Ink,1,50.00,${taxed}`,
    'Holz Süd,H-1,2025-11-10,2025-12-10,50.00,50.00,0.00,Boards,1,50.00,6200,No VAT,EUR,Bill,Paid',
    'Holz Süd,H-2,2025-11-11,2025-12-11,9.00,0.00,9.00,Glue,1,9.00,6200,No VAT,EUR,Bill,Voided',
  );
  const trial = await bringIn(ana, { kind: 'bills', content, is_trial: true });
  assert.deepEqual(counts(trial), [3, 2, 0, 1]);
  assert.deepEqual(await billsOf(ana), []);
  const found = await bringIn(ana, { kind: 'bills', content });
  assert.deepEqual(counts(found), [3, 2, 0, 1]);
  assert.deepEqual(await told(ana, found), [['5', 'status', 'not_issued']]);
  assert.deepEqual([found.totals.checked, found.totals.differing], [3, 0]);
  for (const { sums } of [trial, found]) {
    assert.deepEqual(sums, [{ currency: 'EUR', stated: '297.00', booked: '288.00', skipped: '0.00', failed: '9.00' }]);
  }
  const [first, wood] = await billsOf(ana);
  assert.deepEqual(
    [first?.['supplier_invoice_number'], first?.['status'], first?.['total'], first?.['totals'].tax],
    ['P-77', 'posted', '238.00', '38.00'],
  );
  assert.deepEqual(
    [first?.['amount_paid'], first?.['amount_due'], first?.['due_date']],
    ['100.00', '138.00', '2025-12-03'],
  );
  assert.deepEqual([wood?.['payment_status'], wood?.['payments'][0].payment_date], ['paid', '2025-11-10']);
  const again = await bringIn(ana, { kind: 'bills', content });
  assert.deepEqual(counts(again), [3, 0, 2, 1]);
  assert.equal(again.sums[0].skipped, '288.00');
});

test('one row of a bill may state net and gross, and says by them which tax rate it had', async () => {
  const ana = await shop();
  const content = table(
    'Belegdatum;Belegnummer;Lieferant;Kategorie;Nettobetrag;Bruttobetrag;Bezahlt am;Währung',
    '05.11.2025;R-1;Papier Nord;Office and software;100,00;119,00;20.11.2025;EUR',
    '06.11.2025;R-1;Holz Süd;Rent and utilities;1.000,00;1.000,00;;EUR',
    '07.11.2025;R-3;Holz Süd;Travel;100,00;113,33;;EUR',
  );
  const found = await bringIn(ana, { kind: 'bills', content });
  assert.deepEqual(counts(found), [3, 2, 0, 1]);
  assert.deepEqual(await told(ana, found), [['4', 'tax_rate', 'required']]);
  const [first, second] = await billsOf(ana);
  assert.deepEqual(
    [first?.['total'], first?.['totals'].net, first?.['totals'].tax, first?.['payments'][0].payment_date],
    ['119.00', '100.00', '19.00', '2025-11-20'],
  );
  assert.deepEqual([second?.['total'], second?.['totals'].tax, second?.['amount_due']], ['1000.00', '0.00', '1000.00']);
});

test('a bill of goods moves no stock, and one in another currency is kept at the rate of its day', async () => {
  const ana = await shop();
  await bringIn(ana, { kind: 'products', content: 'sku,name,price,stock,cost\nCUP,Cup,10,5,4' });
  const content = table(
    'bill,supplier,date,account,amount,currency,exchange_rate,amount_due,total,includes_tax',
    'U-1,L1,2025-12-01,5000,200.00,usd,0.9,150.00,200.00,no',
    'U-2,L1,2025-12-02,5000,20.00,USD,,20.00,20.00,no',
  );
  const found = await bringIn(ana, { kind: 'bills', content });
  assert.deepEqual(counts(found), [2, 1, 0, 1]);
  assert.deepEqual(await told(ana, found), [['3', '', 'exchange_rate_missing']]);
  const [bill] = await billsOf(ana);
  assert.deepEqual(
    [bill?.['currency'], bill?.['total'], bill?.['base_total'], bill?.['amount_due']],
    ['USD', '200.00', '180.00', '150.00'],
  );
  assert.deepEqual(
    found.sums.map(({ currency, booked }: Wire) => [currency, booked]),
    [['USD', '200.00']],
  );
  assert.equal((await api(ana, 'GET', '/stock/levels')).data[0].on_hand, '5');
});

test('a supplier that is not there is refused by name, and so is a client that is none', async () => {
  const ana = await shop();
  await bringIn(ana, { kind: 'clients', content: 'number,name\nK1,Anker' });
  const content = table(
    'bill,supplier,date,category,gross',
    '1,Nobody,2025-12-01,Travel,10',
    '2,Anker,2025-12-01,Travel,10',
    '3,L1,2025-12-01,Travle,10',
    '4,L1,2025-12-01,,10',
    '5,L1,2025-12-01,Travel,',
    '6,L1,2025-12-01,Travel,10',
    '6,L1,2025-12-01,Travel,5',
    '7,L1,2025-12-01,Travel,10',
    '7,L1,2025-12-02,Travel,5',
  );
  const found = await bringIn(ana, { kind: 'bills', content });
  assert.deepEqual(counts(found), [7, 1, 0, 6]);
  assert.deepEqual(
    [...new Map((await told(ana, found)).map((row) => [row.join(), row])).values()],
    [
      ['2', 'supplier', 'not_found'],
      ['3', '', 'not_a_supplier'],
      ['4', 'category', 'not_found'],
      ['5', 'category', 'not_found'],
      ['6', 'amount', 'required'],
      ['9', 'date', 'rows_disagree'],
    ],
  );
  const messages = (await errorsOf(ana, found)).map((row) => row['import_error'] ?? '');
  assert.match(messages[0] ?? '', /There is no supplier "Nobody"/);
  assert.match(messages[2] ?? '', /The nearest is "Travel"/);
  assert.equal((await billsOf(ana))[0]?.['total'], '15.00');
});

test('a category that is not there is made on the account of the row, and once', async () => {
  const ana = await shop();
  const content = table(
    'bill,supplier,date,category,account,gross',
    '1,L1,2025-12-01,Snacks,6200,10',
    '2,L1,2025-12-02,Snacks,6200,11',
    '3,L1,2025-12-03,,6300,12',
    '4,L1,2025-12-04,,9999999,12',
  );
  assert.deepEqual(counts(await bringIn(ana, { kind: 'bills', content, is_trial: true })), [4, 3, 0, 1]);
  const found = await bringIn(ana, { kind: 'bills', content });
  assert.deepEqual(counts(found), [4, 3, 0, 1]);
  const categories = (await api(ana, 'GET', '/expense-categories?limit=100')).data as Wire[];
  assert.equal(categories.filter(({ name }) => name === 'Snacks').length, 1);
  const ids = (await billsOf(ana)).map(
    ({ lines }) => categories.find(({ id }) => id === lines[0].category_id)?.['name'],
  );
  assert.deepEqual(ids, ['Snacks', 'Snacks', 'Travel']);
});

test('paying more than a bill comes to is refused and leaves no bill, and so is a debt below zero', async () => {
  const ana = await shop();
  const content = table(
    'bill,supplier,date,category,gross,amount_paid',
    '1,L1,2025-12-01,Travel,10,10.01',
    '2,L1,2025-12-01,Travel,10,0',
  );
  const found = await bringIn(ana, { kind: 'bills', content });
  assert.deepEqual(counts(found), [2, 1, 0, 1]);
  assert.deepEqual(await told(ana, found), [['2', 'amount', 'amount_exceeds_due']]);
  const due = table('bill,supplier,date,category,gross,amount_due', '3,L1,2025-12-01,Travel,10,-1');
  const below = await bringIn(ana, { kind: 'bills', content: due });
  assert.deepEqual(await told(ana, below), [['2', 'amount_due', 'overpaid']]);
  assert.equal((await billsOf(ana)).length, 1);
});

test('a credit of a supplier comes in as open credit, and one that was used is refused', async () => {
  const ana = await shop();
  const content = table(
    'bill,supplier,date,category,gross,amount_due',
    'C-1,L1,2025-12-01,Travel,-30.00,',
    'C-2,L1,2025-12-02,Travel,-5.00,0',
  );
  const found = await bringIn(ana, { kind: 'bills', content });
  assert.deepEqual(counts(found), [2, 1, 0, 1]);
  assert.deepEqual([found.sums[0].stated, found.sums[0].booked, found.sums[0].failed], ['-35.00', '-30.00', '-5.00']);
  const [credit] = await billsOf(ana);
  assert.deepEqual([credit?.['kind'], credit?.['total']], ['credit_note', '30.00']);
});

test('amounts that may or may not include tax are asked about, and so is a number with two readings', async () => {
  const ana = await shop();
  const unsure = await bringIn(ana, {
    kind: 'bills',
    content: table('bill,supplier,date,category,amount,tax_rate', '1,L1,2025-12-01,Travel,100,19'),
  });
  assert.deepEqual(await told(ana, unsure), [['2', 'amounts_include_tax', 'ambiguous']]);
  const content = table('bill;supplier;date;category;gross', '1;L1;2025-12-01;Travel;1.100');
  const refused = await service.api(
    ana.token,
    'POST',
    '/imports',
    { kind: 'bills', content },
    { 'idempotency-key': 'b' },
  );
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/number_format']);
});

test('markup and formulas in a file stay text, in any encoding', async () => {
  const ana = await service.register('Ana');
  const name = '<script>alert(1)</script> & Söhne';
  await api(ana, 'POST', '/clients', { type: 'business', display_name: name, roles: ['supplier'] });
  const content = table(
    'bill,supplier,date,category,gross,notes',
    `"=1+1","${name}",2025-12-01,Travel,10,"=HYPERLINK(0)"`,
  );
  const bytes = Buffer.from(content, 'latin1').toString('base64');
  const wrong = await service.api(
    ana.token,
    'POST',
    '/imports',
    { kind: 'bills', content_base64: bytes, encoding: 'utf-8' },
    { 'idempotency-key': 'wrong' },
  );
  assert.equal(wrong.body.errors[0].code, 'wrong_encoding');
  const found = await bringIn(ana, { kind: 'bills', content_base64: bytes });
  assert.deepEqual(counts(found), [1, 1, 0, 0], await why(ana, found));
  const [bill] = await billsOf(ana);
  assert.deepEqual(
    [bill?.['supplier_invoice_number'], bill?.['notes'], bill?.['payee_name']],
    ['=1+1', '=HYPERLINK(0)', name],
  );
});

test('who may not post expenses is refused before the first row', async () => {
  const ana = await shop();
  const clerk = await service.colleague(ana, 'sales');
  const content = 'bill,supplier,date,category,gross\n1,L1,2025-12-01,Travel,10';
  const refused = await service.api(
    clerk.token,
    'POST',
    '/imports',
    { kind: 'bills', content },
    { 'idempotency-key': 'x' },
  );
  assert.equal(refused.status, 403);
});

/** What was paid in the old books settles the same invoices and bills here, once, and never more than is due. */
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

async function shop(): Promise<SignedIn> {
  const ana = await service.register('Ana');
  const people = table('number,name,role', 'L1,Papier Nord,supplier', 'K1,Anker,customer', 'K2,Boje,customer');
  await bringIn(ana, { kind: 'clients', content: people });
  return ana;
}

const salesOf = async (who: SignedIn) =>
  (await api(who, 'GET', '/sales?limit=100')).data.toSorted((one: Wire, other: Wire) =>
    one.external_id < other.external_id ? -1 : 1,
  ) as Wire[];
const dueOf = ({ external_id: id, total, amount_paid: paid, amount_due: due }: Wire) => [id, total, paid, due];

test('an invoice list with what is open brings each invoice in as far as it was paid', async () => {
  const ana = await shop();
  const content = table(
    'ContactName,InvoiceNumber,InvoiceDate,DueDate,Total,InvoiceAmountPaid,InvoiceAmountDue,Description,Quantity,' +
      'UnitAmount,TaxAmount,TaxType,Currency,Status',
    'Anker,INV-1,2025-12-01,2025-12-31,1190.00,0.00,1190.00,Work,1,1000.00,190.00,19% (VAT on Income),EUR,Sent',
    'Boje,INV-2,2025-12-05,2026-01-04,1190.00,595.00,595.00,Work,1,1000.00,190.00,19% (VAT on Income),EUR,Sent',
    'Boje,INV-3,2025-12-06,2026-01-05,119.00,119.00,0.00,Work,1,100.00,19.00,19% (VAT on Income),EUR,Paid',
    'Boje,INV-4,2025-12-06,2026-01-05,119.00,0.00,119.00,Work,1,100.00,19.00,19% (VAT on Income),EUR,Draft',
  );
  const sales = { kind: 'sales', content, mapping: { tax_rate: 'TaxType' } };
  const found = await bringIn(ana, sales);
  assert.deepEqual(counts(found), [4, 3, 0, 1]);
  assert.deepEqual(await told(ana, found), [['5', 'status', 'not_issued']]);
  assert.deepEqual((await salesOf(ana)).map(dueOf), [
    ['INV-1', '1190.00', '0.00', '1190.00'],
    ['INV-2', '1190.00', '595.00', '595.00'],
    ['INV-3', '119.00', '119.00', '0.00'],
  ]);
  assert.deepEqual(found.sums, [
    { currency: 'EUR', stated: '2618.00', booked: '2499.00', skipped: '0.00', failed: '119.00' },
  ]);
  const payments = (await api(ana, 'GET', '/payments?sort=payment_date')).data as Wire[];
  assert.deepEqual(
    payments.map(({ payment_date: day, amount }) => [day, amount]),
    [
      ['2025-12-05', '595.00'],
      ['2025-12-06', '119.00'],
    ],
  );
  assert.deepEqual(counts(await bringIn(ana, sales)), [4, 0, 3, 1]);
});

test('one row per invoice is enough, and a day of payment alone means that all of it was paid', async () => {
  const ana = await shop();
  const content = table(
    'id,Customer Name,Date (UTC),Due Date (UTC),Amount Due,Currency,Paid At (UTC)',
    'in_1,Anker,2025-12-01 10:00,2025-12-15 10:00,250.00,usd,',
    'in_2,Anker,2025-12-02 10:00,2025-12-16 10:00,80.50,usd,2025-12-20 09:30',
  );
  const found = await bringIn(ana, {
    kind: 'sales',
    content,
    mapping: { sale: 'id', unit_price: 'Amount Due', amount_due: '' },
    defaults: { quantity: '1', description: 'Invoice of the old books', exchange_rate: '0.9' },
  });
  assert.deepEqual(counts(found), [2, 2, 0, 0]);
  const sales = await salesOf(ana);
  assert.deepEqual(sales.map(dueOf), [
    ['in_1', '250.00', '0.00', '250.00'],
    ['in_2', '80.50', '80.50', '0.00'],
  ]);
  assert.deepEqual(
    [sales[0]?.['currency'], sales[0]?.['due_date'], sales[0]?.['lines'][0].name],
    ['USD', '2025-12-15', 'Invoice of the old books'],
  );
});

test('payments find their invoice by its old number, its number here, or that of its document', async () => {
  const ana = await shop();
  const sold = table(
    'sale,date,client,description,quantity,unit_price',
    'A,2025-12-01,K1,Work,1,100',
    'B,2025-12-02,K1,Work,1,50',
    'C,2025-12-02,K1,Work,1,60',
  );
  await bringIn(ana, { kind: 'sales', content: sold });
  const [, b, c] = await salesOf(ana);
  const invoice = await api(ana, 'POST', '/documents', { type: 'invoice', sale_id: c?.['id'], issue: true });
  const content = table(
    'invoice,date,amount,payment_method,reference,client',
    'A,2025-12-10,40,cash,,',
    'A,2025-12-10,40,cash,,',
    `${b?.['number']},2025-12-11,50,Bank transfer,SEPA 1,`,
    `${invoice.number},2025-12-12,10.00,,,`,
    ',2025-12-13,25,,Prepaid,Boje',
    'A,2025-12-14,20.01,,,',
    'Z,2025-12-14,1,,,',
    'A,2025-12-15,1,Pigeon,,',
    'A,2025-12-15,-5,,,',
    ',2025-12-15,5,,,',
  );
  const found = await bringIn(ana, { kind: 'payments', content });
  assert.deepEqual(counts(found), [10, 5, 0, 5]);
  assert.deepEqual(await told(ana, found), [
    ['7', 'amount', 'amount_exceeds_due'],
    ['8', 'invoice', 'not_found'],
    ['9', 'method', 'not_found'],
    ['10', 'amount', 'invalid_format'],
    ['11', 'invoice', 'required'],
  ]);
  assert.deepEqual((await salesOf(ana)).map(dueOf), [
    ['A', '100.00', '80.00', '20.00'],
    ['B', '50.00', '50.00', '0.00'],
    ['C', '60.00', '10.00', '50.00'],
  ]);
  const [boje] = (await api(ana, 'GET', '/clients?number=K2')).data;
  const balances = await api(ana, 'GET', `/clients/${boje.id}/balances`);
  assert.match(JSON.stringify(balances), /25\.00/);
  assert.deepEqual([found.sums[0].booked, found.sums[0].failed], ['165.00', '22.01']);
  assert.deepEqual(counts(await bringIn(ana, { kind: 'payments', content })), [10, 0, 5, 5]);
});

test('payments of bills find them by supplier and number, and pay no other bill', async () => {
  const ana = await shop();
  await bringIn(ana, { kind: 'clients', content: table('number,name,role', 'L2,Holz,supplier') });
  const bills = table(
    'bill,supplier,date,category,gross',
    '7,L1,2025-12-01,Travel,100',
    '7,L2,2025-12-01,Travel,30',
    '8,L1,2025-12-01,Travel,5',
  );
  await bringIn(ana, { kind: 'bills', content: bills });
  const content = table(
    'bill,supplier,date,amount,reference',
    '7,L1,2025-12-10,60,',
    '7,L2,2025-12-10,30,',
    '7,,2025-12-10,1,',
    '8,,2025-12-11,5,R',
    '7,L1,2025-12-12,40.01,',
    '8,L1,2025-11-30,1,',
  );
  const trial = await bringIn(ana, { kind: 'bill_payments', content, is_trial: true });
  const found = await bringIn(ana, { kind: 'bill_payments', content });
  assert.deepEqual(
    [counts(trial), counts(found)],
    [
      [6, 3, 0, 3],
      [6, 3, 0, 3],
    ],
  );
  assert.deepEqual(await told(ana, found), [
    ['4', 'bill', 'not_found'],
    ['6', 'allocations/0/amount', 'amount_exceeds_due'],
    ['7', 'allocations/0/amount', 'amount_exceeds_due'],
  ]);
  const expenses = (await api(ana, 'GET', '/expenses?sort=number&limit=100')).data as Wire[];
  assert.deepEqual(
    expenses.map(({ amount_due: due }) => due),
    ['40.00', '0.00', '0.00'],
  );
  assert.deepEqual(counts(await bringIn(ana, { kind: 'bill_payments', content })), [6, 0, 3, 3]);
});

test('a payment in another currency than its invoice is refused, and one in that currency has a rate', async () => {
  const ana = await shop();
  const sold = table(
    'sale,date,client,description,quantity,unit_price,currency,exchange_rate',
    'A,2025-12-01,K1,Work,1,100,USD,0.9',
  );
  await bringIn(ana, { kind: 'sales', content: sold });
  const content = table(
    'invoice,date,amount,currency,exchange_rate',
    'A,2025-12-10,40,EUR,',
    'A,2025-12-10,40,USD,0.95',
  );
  const found = await bringIn(ana, { kind: 'payments', content });
  assert.deepEqual(await told(ana, found), [['2', 'currency', 'currency_mismatch']]);
  const [payment] = (await api(ana, 'GET', '/payments')).data as Wire[];
  assert.deepEqual([payment?.['currency'], payment?.['base_amount']], ['USD', '38.00']);
});

test('who may not record payments is refused before the first row, of invoices that were paid too', async () => {
  const ana = await shop();
  const seller = await service.colleague(ana, 'manager');
  const strip = `update roles set permissions = array_remove(permissions, 'payments:write') where name = 'manager'`;
  await service.owner.query(strip);
  for (const input of [
    { kind: 'payments', content: 'invoice,date,amount\nA,2025-12-10,40' },
    { kind: 'sales', content: 'sale,date,quantity,amount_due\nA,2025-12-10,1,40' },
  ]) {
    const refused = await service.api(seller.token, 'POST', '/imports', input, { 'idempotency-key': input.kind });
    assert.equal(refused.status, 403, input.kind);
  }
});

/** A business comes from another program in the middle of its life, and its books go on to the cent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importing } from '../support/importing.ts';
import { startService } from '../support/running-service.ts';
import type { Wire } from '../support/world.ts';

const service = await startService();
const { api: call, bringIn: bring, errorsOf } = importing(service);
const owner = await service.register('Old books');
const api = (method: string, path: string, body?: unknown): Promise<Wire> => call(owner, method, path, body);
const table = (...rows: string[]) => rows.join('\n');

const lastDay = '2025-12-31';
const asAt = `as_at=${lastDay}`;
const oldYear = `from=2025-01-01&to=${lastDay}`;
const newYear = 'from=2026-01-01&to=2026-03-31';

async function bringIn(input: object): Promise<Wire> {
  const found = await bring(owner, input);
  if (found.failed > 0) throw new Error(JSON.stringify(await errorsOf(owner, found)));
  assert.equal(found.created, found.total);
  return found;
}

/** Debits above zero, as the old program printed them. */
const balances: Readonly<Record<string, string>> = {
  '1000': '250.00',
  '1010': '14320.55',
  '1100': '1785.00',
  '1200': '400.00',
  '1300': '310.00',
  '1500': '5000.00',
  '1590': '-1200.00',
  '2000': '-188.00',
  '2200': '-480.00',
  '2300': '-25.00',
  '2500': '-4000.00',
  '3000': '-10000.00',
  '3200': '-172.55',
  '4000': '-20000.00',
  '5000': '8000.00',
  '6100': '5400.00',
  '6250': '600.00',
};

const trialBalance = (of: Readonly<Record<string, string>>) =>
  table(
    'Trial Balance,,,',
    'Old books Ltd,,,',
    'As at 31 December 2025,,,',
    'Account Code,Account,Debit - Year to date,Credit - Year to date',
    ...Object.entries(of).map(([code, value]) =>
      value.startsWith('-') ? `${code},whatever,,${value.slice(1)}` : `${code},whatever,${value},`,
    ),
    'Total,,36065.55,36065.55',
  );
const opening = { kind: 'opening_balances', content: trialBalance(balances), defaults: { date: lastDay } };
const closings = async (range: string) => {
  const { rows } = await api('GET', `/reports/trial-balance?${range}`);
  return Object.fromEntries(
    (rows as Wire[]).flatMap(({ code, closing }) => (closing === '0.00' ? [] : [[code, closing]])),
  );
};

test('the accounts of the old chart come in where they are not here already', async () => {
  const chart = table(
    'Code,Name,Type',
    '1010,Main Street Bank,Bank',
    '6100,Rent and utilities,Expense',
    '6250,Vans,Overhead',
  );
  const found = await bring(owner, { kind: 'accounts', content: chart });
  assert.deepEqual([found.created, found.skipped, found.failed], [2, 1, 0]);
});

test('before the invoices are there, balances are refused, and each difference is told by its account', async () => {
  const found = await bring(owner, { ...opening, is_trial: true });
  assert.deepEqual(
    [found.total, found.failed, found.footers[0].sums.every(({ agrees }: Wire) => agrees)],
    [1, 1, true],
  );
  const [fault] = await errorsOf(owner, found);
  for (const part of [
    'No balance was taken over.',
    '1100 Accounts receivable is 1785.00 in the file and 0.00 here: enter 1785.00 as open invoices',
    '1200 Inventory is 400.00',
    '2000 Accounts payable is -188.00 in the file and 0.00 here: enter -188.00 as open bills',
    '2300 Client credit is -25.00',
  ]) {
    assert.ok(fault?.['import_error']?.includes(part), `${part} in ${fault?.['import_error']}`);
  }
  assert.deepEqual(
    found.totals.differences.map(({ line, field, stated, computed }: Wire) => [line, field, stated, computed]),
    [
      [7, '1100 Accounts receivable', '1785.00', '0.00'],
      [8, '1200 Inventory', '400.00', '0.00'],
      [12, '2000 Accounts payable', '-188.00', '0.00'],
      [14, '2300 Client credit', '-25.00', '0.00'],
    ],
  );
  assert.deepEqual(await closings(oldYear), {});
});

test('clients, suppliers, goods, open invoices, open bills and payments come in', async () => {
  await bringIn({ kind: 'clients', content: table('number,name', 'K1,Anker', 'K2,Boje') });
  const suppliers = {
    kind: 'clients',
    content: table('number,name', 'L1,Papier Nord'),
    defaults: { roles: 'supplier' },
  };
  await bringIn(suppliers);
  const goods = table('sku,name,price,stock,cost', 'CUP,Cup,10,100,4');
  await bringIn({ kind: 'products', content: goods, defaults: { stock_date: lastDay } });
  const invoices = table(
    'InvoiceNumber,InvoiceDate,DueDate,ContactName,Description,Quantity,UnitAmount,VAT rate,Total,InvoiceAmountDue',
    'INV-1,2025-12-20,2026-01-19,Anker,Work,1,1000.00,19%,1190.00,1190.00',
    'INV-2,2025-11-10,2025-12-10,Boje,Work,1,1000.00,19%,1190.00,1190.00',
  );
  const sales = await bringIn({ kind: 'sales', content: invoices });
  assert.deepEqual([sales.totals.differing, sales.sums[0].stated, sales.sums[0].booked], [0, '2380.00', '2380.00']);
  const payments = table(
    'Invoice,Payment date,Amount,Customer,Reference',
    'INV-2,2025-12-01,595.00,Boje,Half',
    ',2025-12-15,25.00,Boje,Too much',
  );
  await bringIn({ kind: 'payments', content: payments });
  const bills = table(
    'Bill No,Supplier,Bill date,Due date,Account,Line amount,Tax rate,Total,Open balance',
    'P-77,Papier Nord,2025-12-03,2026-01-02,6100,200.00,19,238.00,138.00',
    'P-78,Papier Nord,2025-12-04,2026-01-03,6100,50.00,none,50.00,50.00',
  );
  const bought = await bringIn({ kind: 'bills', content: bills });
  assert.deepEqual([bought.totals.differing, bought.sums[0].booked], [0, '288.00']);
});

test('then the balances are taken over in one entry, and every account is what it was', async () => {
  const trial = await bringIn({ ...opening, is_trial: true });
  assert.deepEqual([trial.totals.checked, trial.totals.differing], [5, 0]);
  const found = await bringIn(opening);
  assert.deepEqual([found.total, found.totals.differing], [1, 0]);
  assert.deepEqual(await closings(oldYear), balances);
  const entries = (await api('GET', '/journal-entries?kind=opening')).data as Wire[];
  assert.equal(entries.filter(({ memo }) => memo === 'Opening balances').length, 1);
  await bringIn(opening);
  assert.deepEqual(await closings(oldYear), balances, 'a second time nothing more is posted');
});

test('what is owed and what is in stock is what the accounts say', async () => {
  const owed = await api('GET', `/reports/receivables-aging?${asAt}`);
  assert.deepEqual(
    owed.rows.map(({ client, total }: Wire) => [client, total]),
    [
      ['Anker', '1190.00'],
      ['Boje', '595.00'],
    ],
  );
  assert.deepEqual([owed.reconciliation.ledger, owed.reconciliation.difference], ['1785.00', '0.00']);
  const payable = await api('GET', `/reports/payables-aging?${asAt}`);
  assert.deepEqual([payable.totals.total, payable.reconciliation.difference], ['188.00', '0.00']);
  const [level] = (await api('GET', '/stock/levels')).data;
  assert.equal(level.on_hand, '100');
});

test('the new year holds nothing of the old: no income, no costs and no tax', async () => {
  const { totals } = await api('GET', `/reports/profit-and-loss?${newYear}`);
  assert.deepEqual(
    [totals.revenue.amount, totals.operating_expenses.amount, totals.net_profit.amount],
    ['0.00', '0.00', '0.00'],
  );
  const tax = await api('GET', `/reports/tax-summary?${newYear}`);
  assert.deepEqual([tax.rows, tax.totals.net_due], [[], '0.00']);
  const { rows } = await api('GET', `/reports/trial-balance?${newYear}`);
  assert.ok((rows as Wire[]).every(({ debit, credit }) => debit === '0.00' && credit === '0.00'));
});

test('what is paid in the new year settles the old invoice, and the books agree with their records', async () => {
  await bringIn({ kind: 'payments', content: table('invoice,date,amount', 'INV-1,2026-01-10,1190.00') });
  const owed = await api('GET', '/reports/receivables-aging?as_at=2026-01-31');
  assert.equal(owed.totals.total, '595.00');
  const { checks } = await api('GET', '/organization/checks');
  assert.deepEqual(
    (checks as Wire[]).filter(({ ok }) => ok === false),
    [],
  );
});

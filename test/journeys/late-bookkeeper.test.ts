/** A bookkeeper enters the year in November: every account has on every day what hledger and Beancount find there. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { parse } from 'csv-parse/sync';
import { codeIn, numberIn } from '../simulation/oracle.ts';
import { shopOf } from '../support/sales-shop.ts';
import { tool } from '../support/tools.ts';
import { createWorld, type Wire } from '../support/world.ts';

const world = await createWorld();
world.setNow('2026-11-22T12:00:00Z');
const shop = shopOf(world);
const { keyed } = shop;
const vat = await shop.tax('19');
const { id: client_id } = await shop.client({ roles: ['customer', 'supplier'] });

/** Movements of each account by day: `2026-03-05 4000 -100`. */
type Moved = readonly string[];

const lines = (unit_price: string) => [{ name: 'Work', quantity: '1', unit_price, tax_rate_ids: [vat] }];
const sold = (price: string, sale_date: string): Promise<Wire> =>
  shop.draft([], { lines: lines(price), client_id, sale_date, confirm: true });

async function enterTheYear(): Promise<void> {
  // Money of February, a sale of March, and the credit that settles it then.
  const paid = { client_id, method: 'Bank transfer', auto_allocate: 'none' };
  const { id: credit } = await keyed('create_payment', { ...paid, amount: '150', payment_date: '2026-02-10' });
  const first = await sold('100', '2026-03-05');
  await keyed('apply_client_credit', { id: credit });
  await keyed('refund_payment', { id: credit, amount: '31', refund_date: '2026-03-20' });
  // A deposit of April that is partly paid, and its delivery in June.
  const bill = (type: string, price: string, supply_date: string, more: object = {}) =>
    keyed('create_document', { type, client_id, lines: lines(price), supply_date, issue: true, ...more });
  const deposit = await bill('deposit_invoice', '1000', '2026-04-01');
  const method = 'Bank transfer';
  await keyed('pay_sale', { id: deposit.sale_id, amount: '595', payment_date: '2026-04-15', method });
  await bill('invoice', '3000', '2026-06-30', { deposit_ids: [deposit.id] });
  // A supplier is paid in advance, and sends the bill two months later.
  const advance = { supplier_id: client_id, method, amount: '80', keep_credit: true, payment_date: '2026-05-02' };
  const { id: ahead } = await keyed('create_supplier_payment', advance);
  await keyed('create_expense', {
    supplier_id: client_id,
    expense_date: '2026-07-01',
    post: true,
    lines: [{ category: 'Travel', amount: '60', tax_rate_ids: [] }],
  });
  await keyed('apply_supplier_credit', { id: ahead });
  // A debt is given up, paid after all, and a sale is returned.
  const lost = await sold('50', '2026-07-10');
  await keyed('write_off_sale', { id: lost.id, reason: 'Gone', written_off_on: '2026-08-01' });
  await keyed('pay_sale', { id: lost.id, amount: '20', payment_date: '2026-09-01', method });
  await keyed('return_sale', { id: first.id, return_date: '2026-09-10', refund: { method: 'Cash' } });
  // Dollars of May settle a sale of August by the rates of both.
  const dollars = { client_id, currency: 'USD' };
  const foreign = { ...dollars, amount: '100', exchange_rate: '0.9', payment_date: '2026-05-20', method: 'Cash' };
  const { id: abroad } = await keyed('create_payment', { ...foreign, auto_allocate: 'none' });
  const plain = [{ name: 'Work', quantity: '1', unit_price: '100', tax_rate_ids: [] }];
  const far = { ...dollars, lines: plain, exchange_rate: '0.8', sale_date: '2026-08-20', confirm: true };
  await shop.draft([], far);
  await keyed('apply_client_credit', { id: abroad, date: '2026-08-25' });
}

/** As a bookkeeper would have written it by hand, on the day. */
const expected: Moved = [
  '2026-02-10 1010 150',
  '2026-02-10 2300 -150',
  '2026-03-05 1100 0',
  '2026-03-05 2200 -19',
  '2026-03-05 2300 119',
  '2026-03-05 4000 -100',
  '2026-03-20 1010 -31',
  '2026-03-20 2300 31',
  '2026-04-01 1100 1190',
  '2026-04-01 2200 -190',
  '2026-04-01 2310 -1000',
  '2026-04-15 1010 595',
  '2026-04-15 1100 -595',
  '2026-05-02 1010 -80',
  '2026-05-02 1320 80',
  '2026-05-20 1000 90',
  '2026-05-20 2300 -90',
  // 3,570 less the 595 that were not paid of the deposit, and less the 595 that were.
  '2026-06-30 1100 2380',
  '2026-06-30 2200 -380',
  '2026-06-30 2310 1000',
  '2026-06-30 4000 -3000',
  '2026-07-01 1320 -60',
  '2026-07-01 6300 60',
  '2026-07-10 1100 59.5',
  '2026-07-10 2200 -9.5',
  '2026-07-10 4000 -50',
  '2026-08-01 1100 -59.5',
  '2026-08-01 6820 59.5',
  '2026-08-20 1100 80',
  '2026-08-20 4000 -80',
  '2026-08-25 1100 -80',
  '2026-08-25 2300 90',
  '2026-08-25 4820 -10',
  '2026-09-01 1010 20',
  '2026-09-01 6820 -20',
  '2026-09-10 1000 -119',
  '2026-09-10 2200 19',
  '2026-09-10 4000 100',
];

const written = (sums: ReadonlyMap<string, number>): Moved =>
  [...sums].map(([key, sum]) => `${key} ${Math.round(sum * 100) / 100}`).toSorted();

function add(sums: Map<string, number>, key: string, amount: number): void {
  sums.set(key, (sums.get(key) ?? 0) + amount);
}

function byHledger(context: TestContext, journal: string): Moved | undefined {
  const hledger = tool(context, 'hledger', 'what hledger finds on each day');
  if (hledger === undefined) return undefined;
  assert.ok(hledger.on(journal, 'check', '--strict', '-f', 'FILE').ok);
  const { output } = hledger.on(journal, 'print', '-f', 'FILE', '-B', '-O', 'csv');
  const rows: Record<string, string>[] = parse(output, { columns: true });
  const sums = new Map<string, number>();
  for (const { date = '', account = '', amount = '' } of rows)
    add(sums, `${date} ${codeIn(account)}`, numberIn(amount));
  return written(sums);
}

function byBeancount(context: TestContext, journal: string): Moved | undefined {
  const query = tool(context, 'bean-query', 'what Beancount finds on each day');
  if (query === undefined) return undefined;
  const asked = 'select date, account, str(sum(number(weight))) as amount group by date, account';
  const { output } = query.on(journal, '-f', 'csv', 'FILE', asked);
  const rows: string[][] = parse(output, { from_line: 2, trim: true });
  const sums = new Map<string, number>();
  for (const [date = '', account = '', text = ''] of rows) {
    add(sums, `${date} ${codeIn(account)}`, Number(/^Decimal\('(.+)'\)$/.exec(text)?.[1]));
  }
  return written(sums);
}

test('what is entered in November lies on its days, by hledger and by Beancount', async (context) => {
  await enterTheYear();
  const exported = async (format: string) => (await world.call('export_ledger', { format })).content;
  for (const found of [
    byHledger(context, await exported('hledger')),
    byBeancount(context, await exported('beancount')),
  ]) {
    if (found !== undefined) assert.deepEqual(found.filter(isMove), expected.filter(isMove).toSorted());
  }
  await shop.booksAgree();
  const { checks } = await world.call('check_books');
  assert.deepEqual(
    checks.filter(({ ok }: Wire) => !ok),
    [],
  );
});

/** Amounts that cancel out on the same day are no movement. */
const isMove = (moved: string) => !moved.endsWith(' 0');

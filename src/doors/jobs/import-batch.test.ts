/** Nothing is guessed at where money depends on it, nothing comes in by half, and no crash makes anything twice. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { longTest } from '../../../test/support/dose.ts';
import { importing } from '../../../test/support/importing.ts';
import { type SignedIn, startService } from '../../../test/support/running-service.ts';
import type { Wire } from '../../../test/support/world.ts';
import type { Runtime } from '../../operation/run.ts';
import { uuidFrom } from '../../wire/type-id.ts';

const service = await startService();
const { api, work, bringIn, errorsOf } = importing(service);

const table = (...rows: string[]) => rows.join('\n');
const told = async (who: SignedIn, found: Wire) =>
  (await errorsOf(who, found)).map((row) => [row['import_line'], row['import_field'], row['import_code']]);
const counts = ({ created, skipped, failed }: Wire) => [created, skipped, failed];

async function shop(): Promise<SignedIn> {
  const ana = await service.register('Ana');
  await bringIn(ana, { kind: 'clients', content: 'id,number,name\nA,7,Anker' });
  await bringIn(ana, { kind: 'products', content: 'id,name,price,stock,cost\nCUP,Cup,10,5,4' });
  return ana;
}

/** A runtime whose database is gone from the given transaction on: before that one began, or once it had committed. */
function dying(runtime: Runtime, at: number, when: 'before' | 'after'): Runtime {
  let begun = 0;
  const transaction: Runtime['db']['transaction'] = async (options, job) => {
    begun += 1;
    if (begun > at || (begun === at && when === 'before')) throw new Error('killed');
    const result = await runtime.db.transaction(options, job);
    if (begun === at) throw new Error('killed');
    return result;
  };
  return { ...runtime, db: { ...runtime.db, transaction } };
}

test('wherever it is killed, an import goes on where it was and makes nothing twice', longTest, async () => {
  const content = table('name,price,stock,cost', ...Array.from({ length: 30 }, (_, index) => `P${index},1,2,0.5`));
  for (const when of ['before', 'after'] as const) {
    for (let at = 1, ended = false; !ended; at += 1) {
      const ana = await service.register('Ana');
      const { id } = await api(ana, 'POST', '/imports', { kind: 'products', content });
      ended = await work(ana, id, { runtime: dying(service.app.runtime, at, when) }).then(
        () => true,
        () => false,
      );
      await work(ana, id);
      const found = await api(ana, 'GET', `/imports/${id}`);
      assert.deepEqual([found.state, ...counts(found)], ['completed', 30, 0, 0], `${when} ${at}`);
      const { rows } = await service.owner.query<{ products: string; moved: string }>(
        `select (select count(*) from products where organization_id = $1) as products,
           (select sum(quantity) / 100000 from stock_movements where organization_id = $1)::int::text as moved`,
        [uuidFrom('org', ana.organization)],
      );
      assert.deepEqual({ ...rows[0], products: String(rows[0]?.products) }, { products: '30', moved: '60' });
      assert.ok(at < 40);
    }
  }
});

test('a product and its stock come in together or not at all, so that a mended row brings both', async () => {
  const ana = await service.register('Ana');
  const file = (stock: string) => table('id,name,price,stock,cost', 'A,Anker,5,3,1', `B,Boje,5,${stock},1`);
  const found = await bringIn(ana, { kind: 'products', content: file('-2') });
  assert.deepEqual(counts(found), [1, 0, 1]);
  assert.deepEqual(await told(ana, found), [['3', 'quantity', 'invalid_format']]);
  assert.equal((await api(ana, 'GET', '/products')).data.length, 1);
  assert.deepEqual(counts(await bringIn(ana, { kind: 'products', content: file('2') })), [1, 1, 0]);
  const levels = (await api(ana, 'GET', '/stock/levels')).data;
  assert.deepEqual(levels.map(({ on_hand: left }: Wire) => left).toSorted(), ['2', '3']);
});

test('a trial tells what is wrong with the stock of a product too, and keeps neither', async () => {
  const ana = await service.register('Ana');
  const content = table('name,price,stock,cost', 'Anker,5,3,1', 'Boje,5,-2,1');
  assert.deepEqual(counts(await bringIn(ana, { kind: 'products', content, is_trial: true })), [1, 0, 1]);
  assert.deepEqual((await api(ana, 'GET', '/products')).data, []);
});

test('what could be read in two ways is refused row by row, in words for whoever keeps the table', async () => {
  const ana = await shop();
  const content = table(
    'order_id;date;client;product;quantity;price;freight;prices_include_tax',
    '1;2026-01-05;A;CUP;1;12,50;;',
    '2;2026-01-05;A;CUP;1;1.250,50;;',
    '3;;A;CUP;1;10;;',
    '4;2026-01-05;A;CUP;1 kg;10;;',
    '5;2026-01-05;A;CUP;1;10;€ 5;',
    '6;2026-01-05;A;CUP;1;10;;perhaps',
    ';2026-01-05;A;CUP;1;10;;',
    '8;2026-01-05;A;CUP;1;10;;',
    '8;2026-01-06;A;CUP;1;10;;',
    '9;2026-01-05;A;CUP;1;10;;',
    '9;;;CUP;1;nothing;;',
    '10;2026-01-05;A;CUP;1;10;5;no',
    '10;;;CUP;2;10;;',
  );
  const found = await bringIn(ana, { kind: 'sales', content, number_format: 'decimal_point' });
  assert.deepEqual([found.total, ...counts(found)], [10, 1, 0, 9]);
  assert.deepEqual(
    [...new Map((await told(ana, found)).map((row) => [row.join(), row])).values()],
    [
      ['2', 'unit_price', 'decimal_comma'],
      ['3', 'unit_price', 'decimal_comma'],
      ['4', 'date', 'required'],
      ['5', 'quantity', 'not_a_number'],
      ['6', 'shipping', 'not_a_number'],
      ['7', 'prices_include_tax', 'neither_yes_nor_no'],
      ['8', 'sale', 'required'],
      ['9', 'date', 'rows_disagree'],
      ['12', 'unit_price', 'not_a_number'],
    ],
  );
});

test('of a sale in two files, one without rows, without a head or with two is refused by name', async () => {
  const ana = await shop();
  const lines = table('order_id,product,quantity,price', '1,CUP,1,10', '2,CUP,1,10', '3,CUP,1,10');
  const heads = table('order_id,date,client', '1,2026-01-05,A', '3,2026-01-05,A', '3,2026-01-06,A', '4,2026-01-05,A');
  const found = await bringIn(ana, { kind: 'sales', content: lines, heads });
  assert.deepEqual([found.total, ...counts(found)], [4, 1, 0, 3]);
  assert.deepEqual(await told(ana, found), [
    ['3', 'sale', 'head_missing'],
    ['4', 'sale', 'head_twice'],
    ['5', 'sale', 'no_lines'],
  ]);
});

test('a fault in one line of a sale is told by the row it came from', async () => {
  const ana = await shop();
  const content = table(
    'order_id,date,client,product,quantity,price,tax_rate',
    '1,2026-01-05,A,CUP,1,10,none',
    '1,2026-01-05,A,CUP,1,99999999999999,none',
  );
  const found = await bringIn(ana, { kind: 'sales', content });
  assert.deepEqual((await told(ana, found))[0], ['3', 'unit_price', 'invalid_amount']);
});

test('sales are paid by the method that is named, and what they come to is what the rows say', async () => {
  const ana = await shop();
  const content = table('order_id,date,client,item,quantity,price,tax,paid_by', '1,2026-01-05,A,Tea,2,3.50,none,Cash');
  assert.deepEqual(counts(await bringIn(ana, { kind: 'sales', content })), [1, 0, 0]);
  const [sale] = (await api(ana, 'GET', '/sales?external_id=1')).data;
  assert.deepEqual([sale.total, sale.payment_status, sale.sale_date], ['7.00', 'paid', '2026-01-05']);
});

test('a second run passes over what is there, whatever else now speaks against it', async () => {
  const ana = await shop();
  const clients = 'id,number,name,email\nA,7,Anker,\nB,8,Boje,boje@example.com';
  assert.deepEqual(counts(await bringIn(ana, { kind: 'clients', content: clients })), [1, 1, 0]);
  assert.deepEqual(counts(await bringIn(ana, { kind: 'clients', content: clients })), [0, 2, 0]);
  const sold = table('order_id,date,client,product,quantity,price', '1,2026-01-05,A,CUP,5,10');
  const sales = { kind: 'sales', content: sold, stock: 'issue' };
  assert.deepEqual(counts(await bringIn(ana, sales)), [1, 0, 0]);
  assert.deepEqual(counts(await bringIn(ana, sales)), [0, 1, 0], 'nothing is left to take from the stock');
});

test('clients without a number of any kind do not come in twice either, as far as they can be told apart', async () => {
  const ana = await service.register('Ana');
  const content = 'name,email\nAnker,info@anker.example\nBoje,boje@example.com';
  assert.deepEqual(counts(await bringIn(ana, { kind: 'clients', content })), [2, 0, 0]);
  const again = await bringIn(ana, { kind: 'clients', content });
  assert.deepEqual(counts(again), [0, 0, 2]);
  assert.equal((await errorsOf(ana, again))[0]?.['import_code'], 'duplicate_suspected');
});

test('what the row-error file guards with an apostrophe comes in without it', async () => {
  const ana = await service.register('Ana');
  const content = 'name,phone,email\n+1 Records,+49 30 1234567,no\n=cmd,,no';
  const found = await bringIn(ana, { kind: 'clients', content });
  const file: string = await api(ana, 'GET', `/imports/${found.id}/errors`);
  assert.match(file, /"'\+1 Records","'\+49 30 1234567"/);
  assert.match(file, /"'=cmd"/);
  const mended = await bringIn(ana, { kind: 'clients', content: file.replaceAll('"no"', '""') });
  assert.deepEqual(counts(mended), [2, 0, 0]);
  const names = (await api(ana, 'GET', '/clients?fields=display_name')).data;
  assert.deepEqual(names.map((row: Wire) => row.display_name).toSorted(), ['+1 Records', '=cmd']);
});

const refusedWith = async (who: SignedIn, input: object): Promise<Wire> => {
  const answer = await service.api(who.token, 'POST', '/imports', input, { 'idempotency-key': randomUUID() });
  assert.ok(answer.status >= 400, answer.text);
  return [answer.status, answer.body.code, answer.body.errors?.[0]?.code ?? answer.body.needs];
};

test('whether a discount is percent is asked for where it cannot be known', async () => {
  const ana = await shop();
  const sold = (discount: string) =>
    table('order_id,date,client,product,quantity,price,discount', `1,2026-01-05,A,CUP,1,10,${discount}`);
  const input = { kind: 'sales', content: sold('1') };
  const ambiguous = [422, 'validation_failed', 'ambiguous'];
  assert.deepEqual(await refusedWith(ana, input), ambiguous);
  assert.deepEqual(await refusedWith(ana, { ...input, content: sold('15') }), ambiguous);
  const told1 = { ...input, mapping: { discount_percent: 'discount' }, defaults: { tax_rate: 'none' } };
  assert.deepEqual(counts(await bringIn(ana, told1)), [1, 0, 0]);
  assert.equal((await api(ana, 'GET', '/sales')).data[0].total, '9.90');
});

test('who may not make such records is refused before the first row, and so is a strange import', async () => {
  const ana = await shop();
  const clerk = await service.colleague(ana, 'accountant');
  const strip = `update roles set permissions = array_remove(permissions, 'products:write') where name = 'accountant'`;
  await service.owner.query(`${strip} and organization_id = $1`, [uuidFrom('org', ana.organization)]);
  const goods = { kind: 'products', content: 'name,price\nCup,1' };
  assert.deepEqual(await refusedWith(clerk, goods), [403, 'forbidden', 'products:write']);
  const { id } = await api(ana, 'POST', '/imports', goods);
  const rival = await service.register('Rival');
  for (const path of [`/imports/${id}`, `/imports/${id}/errors`]) {
    assert.equal((await service.api(rival.token, 'GET', path)).status, 404);
  }
  assert.equal((await service.api(rival.token, 'POST', `/imports/${id}/cancel`)).status, 404);
  const viewer = await service.colleague(ana, 'viewer');
  assert.equal((await service.api(viewer.token, 'GET', `/imports/${id}`)).status, 403);
});

test('the file is kept while it is needed, and never in the audit log', async () => {
  const ana = await service.register('Ana');
  const good = await bringIn(ana, { kind: 'clients', content: 'name\nMargarethe' });
  const bad = await bringIn(ana, { kind: 'clients', content: 'name,email\nGottlieb,no' });
  const kept = await service.owner.query('select content from import_files where organization_id = $1', [
    uuidFrom('org', ana.organization),
  ]);
  assert.deepEqual(kept.rows, [{ content: 'name,email\nGottlieb,no' }]);
  assert.deepEqual(await errorsOf(ana, good), []);
  assert.equal((await errorsOf(ana, bad)).length, 1);
  const { rows } = await service.owner.query(
    `select input->>'content' as content from audit_log
     where organization_id = $1 and action = 'create_import' order by id`,
    [uuidFrom('org', ana.organization)],
  );
  assert.deepEqual(rows, [{ content: '15 characters' }, { content: '22 characters' }]);
});

test(
  'a second file, a wild cell and unreadable text are refused with the place, and nothing begins',
  longTest,
  async () => {
    const ana = await service.register('Ana');
    for (const [content, status, code] of [
      ['name\nA\u0000B', 422, 'validation_failed'],
      [`name,notes\nAnker,"${'x'.repeat(9_000_000)}`, 422, 'file_unreadable'],
      [`name,notes\nAnker,${'x'.repeat(9_000_000)}`, 422, 'file_unreadable'],
      ['name\nAnker"s\n"Bo"je\n', 422, 'file_unreadable'],
    ] as const) {
      assert.deepEqual((await refusedWith(ana, { kind: 'clients', content })).slice(0, 2), [status, code]);
    }
    assert.deepEqual((await api(ana, 'GET', '/imports')).data, []);
  },
);

test('rates of exchange come in, a second time in place of the first, and those that are none say why', async () => {
  const ana = await service.register('Ana');
  const content = table('Date,Code,Rate', '2026-03-01,usd,0.91', '2026-03-02,USD,0.92', '2026-03-02,JPY,0.0061');
  assert.deepEqual(counts(await bringIn(ana, { kind: 'exchange_rates', content })), [3, 0, 0]);
  const again = content.replace('0.92', '0.93');
  assert.deepEqual(counts(await bringIn(ana, { kind: 'exchange_rates', content: again })), [3, 0, 0]);
  const { data } = await api(ana, 'GET', '/exchange-rates?currency=USD&sort=rate_date');
  assert.deepEqual(
    data.map(({ rate_date: day, rate }: Wire) => [day, rate]),
    [
      ['2026-03-01', '0.91'],
      ['2026-03-02', '0.93'],
    ],
  );
  const odd = table(
    'date,currency,rate',
    '2026-03-01,USD,0',
    '2026-03-01,USD,"1,09"',
    '01.03.2026,USD,1',
    '2026-03-01,EUR,1',
    ',USD,1',
  );
  const forms = { number_format: 'decimal_point', date_format: 'year_first' };
  const failed = await bringIn(ana, { kind: 'exchange_rates', content: odd, ...forms });
  assert.deepEqual(counts(failed), [0, 0, 5]);
  assert.deepEqual(
    (await told(ana, failed)).map(([line, field]) => [line, field]),
    [
      ['2', 'rate'],
      ['3', 'rate'],
      ['4', 'rate_date'],
      ['5', 'currency'],
      ['6', 'rate_date'],
    ],
  );
});

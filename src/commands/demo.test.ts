import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { brokenLaws } from '../../test/faults/sound-books.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { makeYear } from './demo/year.ts';
import { serve } from './start.ts';

const until = '2026-03-31T15:00:00.000Z';
const owner = { email: 'noor@katern.example', password: 'paper for the tests' };

async function yearOf(seed: number): Promise<TestDatabase> {
  const database = await createTestDatabase();
  after(() => database.drop());
  const db = openDatabase({ url: database.runtimeUrl, role: 'daybook_runtime' });
  const secrets = { cursors: Buffer.alloc(32, 1), sealing: Buffer.alloc(32, 2), audit: Buffer.alloc(32, 3) };
  await makeYear({ db, secrets, publicUrl: 'http://127.0.0.1:4400' }, { seed, until, owner });
  await db.close();
  return database;
}

async function rowsOf({ ownerUrl }: TestDatabase, query: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query<Record<string, string>>(query);
  await client.end();
  return rows;
}

/** All that people look at, without ids, which no two books share. */
const records: Readonly<Record<string, string>> = {
  sales: `select number, client_name, sale_date::text, due_date::text, total::text, amount_paid::text,
    confirmed_at::text, voided_at::text from sales order by created_at, number`,
  payments: 'select number, client_name, payment_date::text, amount::text, reference from payments order by number',
  clients: 'select number, display_name, email from clients order by number',
  stock: `select v.sku, m.type, m.quantity::text, m.effective_date::text from stock_movements m
    join variants v on v.id = m.variant_id order by v.sku, m.effective_date, m.type, m.quantity`,
  ledger: `select a.code, sum(d.debit)::text as debit, sum(d.credit)::text as credit from account_days d
    join accounts a on a.id = d.account_id group by 1 order by 1`,
};

const [one, again, other] = [await yearOf(7), await yearOf(7), await yearOf(8)];

test('the same seed on the same day gives the same shop', async () => {
  for (const [what, query] of Object.entries(records)) {
    const made = await rowsOf(one, query);
    assert.ok(made.length > 10, what);
    assert.deepEqual(await rowsOf(again, query), made, what);
  }
});

test('another seed gives another year to the same clients', async () => {
  const [sales = '', clients = ''] = [records['sales'], records['clients']];
  assert.notDeepEqual(await rowsOf(other, sales), await rowsOf(one, sales));
  assert.deepEqual(await rowsOf(other, clients), await rowsOf(one, clients));
});

test('the books of the shop are in order', async () => {
  // Made at the desk, its sales carry no idempotency keys, which is what that law counts.
  const broken = (await brokenLaws(one.ownerUrl)).filter((law) => !law.includes('one audit row and one key'));
  assert.deepEqual(broken, []);
});

test('a year of it has about a thousand sales in every state, and none of them is later than its end', async () => {
  const [counts] = await rowsOf(
    one,
    `select count(*) as sales, count(*) filter (where confirmed_at is null) as drafts,
      count(*) filter (where voided_at is not null) as voided,
      count(*) filter (where amount_paid = total and confirmed_at is not null) as paid,
      count(*) filter (where amount_paid > 0 and amount_paid < total) as part_paid,
      count(*) filter (where amount_paid < total and due_date < '2026-03-31' and voided_at is null) as overdue,
      count(*) filter (where not prices_include_tax) as net_priced,
      count(*) filter (where created_at > '${until}' or sale_date > '2026-03-31' or sale_date < '2025-04-01') as outside
     from sales`,
  );
  const { sales, outside, ...states } = counts ?? {};
  assert.ok(Number(sales) > 850 && Number(sales) < 1_150, sales);
  assert.equal(outside, '0');
  for (const [state, count] of Object.entries(states)) assert.ok(Number(count) > 1, `${state}: ${count}`);
  const [credit] = await rowsOf(one, 'select count(*) from payments where amount_allocated < amount');
  assert.equal(credit?.['count'], '1');
});

const run = promisify(execFile);
const main = new URL('../main.ts', import.meta.url).pathname;

async function demoIn(folder: string, ...args: string[]): Promise<{ text: string; failed: boolean }> {
  const env = { PATH: process.env['PATH'], DAYBOOK_DATA: join(folder, 'data') };
  return run(process.execPath, [main, 'demo', '--no-serve', ...args], { env }).then(
    ({ stdout }) => ({ text: stdout, failed: false }),
    ({ stderr }: { stderr: string }) => ({ text: stderr, failed: true }),
  );
}

test('the login and the token that it prints open the shop, a second time too', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-demo-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const first = await demoIn(folder, '--seed', '3');
  assert.ok(!first.failed, first.text);
  const secrets = /Login +(\S+)\n +Password +(\S+)\n +MCP token +(svc_[0-9a-f]{64})\n/.exec(first.text);
  assert.ok(secrets, first.text);
  const [lines, email, password, token] = secrets;
  assert.ok(!existsSync(join(folder, 'data')), 'the folder of `npm start` stays untouched');
  assert.equal(statSync(join(folder, 'data-demo', 'demo.json')).mode & 0o077, 0);

  const second = await demoIn(folder);
  assert.match(second.text, /^The shop is there already/);
  assert.ok(second.text.includes(lines));
  const refused = await demoIn(folder, '--seed', '4');
  assert.deepEqual([refused.failed, /made with --seed 3/.test(refused.text)], [true, true], refused.text);

  const config = readConfig({ DAYBOOK_DATA: join(folder, 'data-demo'), PORT: '0', LOG_LEVEL: 'silent' });
  const running = await serve(config);
  const { url } = running;
  const post = (path: string, body: object, bearer?: string) =>
    fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
      body: JSON.stringify(body),
    });
  assert.equal((await post('/auth/login', { email, password })).status, 200);
  const call = { name: 'get_business_overview', arguments: {} };
  const answer = await post('/mcp/v1/tools/call', call, token);
  assert.match(await answer.text(), /net_sales/);
  await running.stop();
});

test('a folder that holds something else is left alone', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-demo-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const elsewhere = join(folder, 'data-demo', 'postgres');
  mkdirSync(elsewhere, { recursive: true });
  const refused = await demoIn(folder);
  assert.match(refused.text, /holds no finished demo/);
  assert.ok(existsSync(elsewhere));
});

test('an option that it does not know is explained in one line', async () => {
  const { text, failed } = await demoIn(tmpdir(), '--sede', '3');
  assert.ok(failed);
  assert.equal(text.trim().split('\n').length, 1);
  assert.match(text, /takes --seed/);
});

test('a port that is taken is told of at once, before anything is made', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-demo-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const taker = createServer();
  await new Promise<void>((listening) => taker.listen(0, '127.0.0.1', listening));
  t.after(() => taker.close());
  const { port } = taker.address() as AddressInfo;
  const env = { PATH: process.env['PATH'], DAYBOOK_DATA: join(folder, 'data'), PORT: String(port) };
  await assert.rejects(
    run(process.execPath, [main, 'demo'], { env }),
    (refused: { stdout: string; stderr: string }) => {
      assert.equal(refused.stderr, `PORT ${port} of 127.0.0.1 is taken. Stop what uses it, or set another PORT.\n`);
      return refused.stdout === '';
    },
  );
  assert.deepEqual(readdirSync(folder), []);
});

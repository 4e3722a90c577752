import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startService } from '../../test/support/running-service.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const service = await startService({ role: 'all' });
const owner = await service.register('Importer');
const folder = mkdtempSync(join(tmpdir(), 'daybook-import-'));
after(() => rmSync(folder, { recursive: true, force: true }));

type Ended = { readonly code: number; readonly out: string; readonly err: string };

/** As people type it, with the address and the token in the environment unless told otherwise. */
function daybook(args: readonly string[], settings: Record<string, string> = {}): Promise<Ended> {
  const env = {
    PATH: process.env['PATH'],
    DAYBOOK_URL: service.url,
    DAYBOOK_TOKEN: owner.token,
    XDG_CONFIG_HOME: folder,
    ...settings,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, 'import', ...args], { env, cwd: folder }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

function write(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return name;
}

const total = async (path: string) =>
  (await service.api(owner.token, 'GET', `${path}?limit=1&include=total_count`)).body.total_count;

test('a dry run says what would come in, and keeps nothing', async () => {
  const file = write('trial.csv', 'id;company\r\nT1;Katern\r\nT2;Noor & Söhne\r\n');
  const { code, out } = await daybook(['clients', file, '--dry-run']);
  assert.equal(code, 0, out);
  assert.match(out, /external_id from id/);
  assert.match(out, /of 2 records 2 would come in\. Nothing was kept: it was a dry run\./);
  assert.equal(await total('/clients'), 0);
});

test('of a file of invoices it is said what they come to, in the file and in the books', async () => {
  const file = write(
    'open.csv',
    'sale,date,quantity,unit_price,description,total,amount_due\nA,2026-01-05,1,10,Work,10,0\n',
  );
  const { code, out } = await daybook(['sales', file, '--dry-run']);
  assert.equal(code, 0, out);
  assert.match(out, /The file comes to 10\.00 EUR, and what came in to 10\.00 EUR\./);
});

test('rows that fail are told, kept beside the file, and end the command with 1; mended they come in', async () => {
  const file = write('clients.csv', 'Kunde,Mail,id\nKatern,info@example.com,K1\nMistral,nonsense,K2\n');
  const { code, out, err } = await daybook(['clients', file, '--map', 'Kunde=name', '--map', 'Mail=email']);
  assert.equal(code, 1);
  assert.match(out, /of 2 records 1 came in, 1 failed/);
  assert.match(out, /line 3, email: Write an e-mail address/);
  assert.match(err, /100 % \(2 of 2, 1 failed\)/);
  const bad = join(folder, 'clients.errors.csv');
  const content = readFileSync(bad, 'utf8');
  assert.match(content, /Mistral/);
  assert.doesNotMatch(content, /Katern/);
  writeFileSync(bad, content.replace('nonsense', 'hello@example.com'));
  const mended = await daybook(['clients', bad, '--map', 'Kunde=name', '--map', 'Mail=email']);
  assert.equal(mended.code, 0, mended.out + mended.err);
  assert.equal(await total('/clients'), 2);
});

test('sales come in from two files, under the token of the command line', async () => {
  write('orders.csv', 'order_id,order_date,customer\n7,2020-02-29,Katern\n');
  const lines = write('lines.csv', 'order_id,item,qty,price\n7,Tea,2,3.50\n7,Cup,1,9\n');
  const asked = ['sales', lines, '--heads', 'orders.csv', '--default', 'tax_rate=none', '--token', owner.token];
  const { code, out, err } = await daybook(asked, { DAYBOOK_TOKEN: 'nonsense' });
  assert.equal(code, 0, out + err);
  const { data } = (await service.api(owner.token, 'GET', '/sales')).body;
  assert.deepEqual(
    data.map((sale: Record<string, unknown>) => [sale['external_id'], sale['sale_date'], sale['total']]),
    [['7', '2020-02-29', '16.00']],
  );
});

test('a file in another encoding is refused with the line, and taken where the encoding is named', async () => {
  const file = write('latin.csv', Buffer.from('id,name\n1,Katern\n2,M\xfcller\n', 'latin1'));
  const refused = await daybook(['clients', file]);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /^latin\.csv is not UTF-8 \(line 3\)\. Save it as "CSV UTF-8", or say .*windows-1252\.\n$/);
  assert.equal((await daybook(['clients', file, '--encoding', 'windows-1252'])).code, 0);
  const { data } = (await service.api(owner.token, 'GET', '/clients?external_id=2')).body;
  assert.equal(data[0].display_name, 'Müller');
  const utf16 = write('utf16.csv', Buffer.from('\uFEFFid,name\n', 'utf16le'));
  assert.match((await daybook(['clients', utf16])).err, /not UTF-8 but UTF-16/);
});

const file = write('plain.csv', 'id,name\n1,One\n');
const mistakes: readonly [string, readonly string[], Record<string, string>, RegExp][] = [
  ['no file', ['clients'], {}, /^Usage: daybook import/],
  [
    'a kind that is none',
    ['staff', file],
    {},
    /one of accounts, clients, product_categories, products, .*exchange_rates, not "staff"/,
  ],
  ['an option that is none', ['clients', file, '--force'], {}, /--force/],
  ['a file that is not there', ['clients', 'none.csv'], {}, /^none\.csv cannot be read\. There is no such file\./],
  ['a mapping without a field', ['clients', file, '--map', 'Name'], {}, /--map takes COLUMN=FIELD, not "Name"/],
  ['a field that is none', ['clients', file, '--map', 'name=nom'], {}, /mapping\/nom: The field does not exist/],
  [
    'a column that is not there',
    ['clients', file, '--map', 'Nom=name'],
    {},
    /The column is not in the file. Columns: id, name/,
  ],
  ['a stock for clients', ['clients', file, '--stock', 'none'], {}, /--stock is for sales only/],
  [
    'no token',
    ['clients', file],
    { DAYBOOK_TOKEN: '' },
    /^Run `daybook login`, or say who you are with --token or DAYBOOK_API_KEY/,
  ],
  ['a token that is none', ['clients', file], { DAYBOOK_TOKEN: 'x' }, /^The token is not accepted/],
  ['an address where nobody is', ['clients', file, '--url', 'http://127.0.0.1:9'], {}, /^Nothing answers at http/],
];
for (const [what, args, settings, expected] of mistakes) {
  test(`${what} is refused in one line that says what to write`, async () => {
    const { code, err } = await daybook(args, settings);
    assert.notEqual(code, 0);
    assert.match(err, expected);
    assert.equal(err.trimEnd().split('\n').length, 1, err);
    assert.ok(!existsSync(join(folder, 'plain.errors.csv')));
  });
}

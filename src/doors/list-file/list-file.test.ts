/** Every list leaves as a table, with all its pages, filters and fields. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { parse } from 'csv-parse/sync';
import { catalogue } from '../../catalogue.ts';
import { longTest } from '../../../test/support/dose.ts';
import { restRequest } from '../../../test/support/rest-request.ts';
import { sampleOf } from '../../../test/support/samples.ts';
import { startShop } from '../../../test/support/shop-service.ts';
import { leavesAsFile } from './list-file.ts';

const { service, shop } = await startShop();
const { call, who } = shop;

const get = (path: string) => service.send({ method: 'GET', path: `/api${path}`, token: who.token });
const tableOf = async (path: string): Promise<string[][]> => {
  const { status, text } = await get(path);
  assert.equal(status, 200, text);
  return parse(text, { bom: true });
};

test('every list leaves as CSV with all that it answers', longTest, async () => {
  const lists = catalogue.filter(leavesAsFile);
  assert.ok(lists.length >= 70, `${lists.length}`);
  for (const list of lists) {
    const { input, caller } = await sampleOf(shop, list);
    const { limit: _, cursor: _cursor, include: _include, ...asked } = input;
    const { path } = restRequest(list, asked);
    const glue = path.includes('?') ? '&' : '?';
    const ask = (query: string) => service.send({ method: 'GET', path: `${path}${glue}${query}`, token: caller.token });
    const [page, csv] = [await ask('limit=100'), await ask('format=csv')];
    assert.deepEqual([page.status, csv.status], [200, 200], `${list.name} ${csv.text}`);
    const [header = [], ...rows] = parse(csv.text, { relax_column_count: false });
    if (page.body.has_more !== true) assert.equal(rows.length, page.body.data.length, list.name);
    for (const [n, record] of page.body.data.entries()) {
      // Nothing that a record has is left out.
      for (const [name, value] of Object.entries(record)) {
        const at = header.indexOf(name);
        if (at < 0)
          assert.ok(header.some((one) => one.startsWith(`${name}.`)) || isNothing(value), `${list.name} ${name}`);
        else if (typeof value === 'string') assert.equal(rows[n]?.[at]?.replace(/^'/, ''), value.replace(/^'/, ''));
      }
    }
  }
});

function isNothing(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

test('amounts are numbers, texts are none, and no text is a formula', async () => {
  await call('create_client', { display_name: '=SUM(A1:A9)', type: 'business', external_id: '007' });
  const table = await tableOf('/clients?format=csv&fields=display_name,external_id&sort=display_name');
  assert.deepEqual(table[0], ['display_name', 'external_id']);
  assert.ok(table.some(([name, number]) => name === "'=SUM(A1:A9)" && number === '007'));
  const { text } = await get('/sales?format=csv&fields=number,total');
  assert.match(text, /\r\n"[^"]+",-?\d+\.\d\d\r\n/);
});

test('all pages are there once, in the order that was asked for, as far as the filter goes', async () => {
  for (let n = 0; n < 120; n += 1)
    await call('create_client', { display_name: `Many ${1000 + n}`, type: 'individual' });
  const names = (await tableOf('/clients?format=csv&q=Many&sort=-display_name&fields=display_name')).flat();
  assert.deepEqual(
    names.slice(1),
    Array.from({ length: 120 }, (_, n) => `Many ${1119 - n}`),
  );
  assert.equal(names[0], 'display_name');
});

test('what is expanded and what is an own field has columns of its own', async () => {
  await call('create_client', { display_name: 'With tags', type: 'individual', tags: ['a', 'b'] });
  const [header = [], row = []] = await tableOf('/sales?format=csv&expand=client&fields=number,client');
  assert.deepEqual([header[0], header.includes('client.display_name')], ['number', true], header.join());
  assert.equal(row.length, header.length);
  const tags = await tableOf('/clients?format=csv&q=With+tags&fields=tags');
  assert.deepEqual(tags, [['tags'], ['a, b']]);
});

test('a spreadsheet opens, with headings that people read and numbers that can be summed', async () => {
  const answer = await fetch(`${service.url}/api/sales?format=xlsx&fields=number,amount_due`, {
    headers: { authorization: `Bearer ${who.token}` },
  });
  assert.match(answer.headers.get('content-disposition') ?? '', /sales\.xlsx/);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const sheet = new TextDecoder().decode(files['xl/worksheets/sheet1.xml']);
  const strings = new TextDecoder().decode(files['xl/sharedStrings.xml'] ?? new Uint8Array());
  assert.match(`${strings}${sheet}`, /Amount due/);
  assert.match(sheet, /<v>\d+(\.\d+)?<\/v>/);
});

test('a spreadsheet has headings in the language that is asked for, and CSV the names of the API', async () => {
  const headings = async (query: string) => {
    const answer = await fetch(`${service.url}/api/sales?format=xlsx&${query}`, {
      headers: { authorization: `Bearer ${who.token}` },
    });
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const parts = ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml'].map((name) => files[name] ?? new Uint8Array());
    return parts.map((part) => new TextDecoder().decode(part)).join('');
  };
  const german = await headings('fields=number,amount_due,client_id,client_name&language=de-AT');
  for (const heading of ['Nummer', 'Offener Betrag', 'Kunde (client_id)', 'Kunde (client_name)']) {
    assert.ok(german.includes(heading), heading);
  }
  assert.doesNotMatch(german, /Amount due/);
  assert.match(await headings('fields=number,amount_due&language=sv'), /Amount due/);
  assert.deepEqual((await tableOf('/sales?format=csv&fields=number,amount_due&language=de'))[0], [
    'number',
    'amount_due',
  ]);
});

test('a page of a file, and a format that is none, are refused with what to write', async () => {
  for (const [query, pointer] of [
    ['format=pdf', '/format'],
    ['format=xlsx&language=no_language', '/language'],
    ['language=de', '/language'],
    ['format=csv&limit=5', '/limit'],
    ['format=csv&include=total_count', '/include'],
  ]) {
    const { status, body } = await get(`/clients?${query}`);
    assert.deepEqual([status, body.errors[0].pointer], [422, pointer], query);
  }
  assert.equal((await service.send({ method: 'GET', path: '/api/clients?format=csv' })).status, 401);
});

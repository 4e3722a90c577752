/** What each screen asks of the service: counts of calls and of bytes, which are the same on every machine. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Prefixed, prefixes } from '../../src/wire/index.ts';
import { idle, openConsole } from '../support/console.ts';
import { sampleOf } from '../support/samples.ts';
import { operationNamed } from '../support/world.ts';

const { shop, at, open } = await openConsole();
const { id: vatReturn } = (await sampleOf(shop, operationNamed('get_vat_return'))).input;
const ids: Readonly<Record<string, string>> = { ...shop.ids, [prefixes.vat_return]: String(vatReturn) };

const callsMax = 6;
const bytesMax = 30_000;

/** What `:id` stands for, by what comes before it. */
const kinds: Readonly<Record<string, Prefixed>> = {
  sales: 'sale',
  clients: 'client',
  'client-groups': 'client_group',
  documents: 'document',
  recurring: 'recurring_document',
  'price-lists': 'price_list',
  expenses: 'expense',
  'recurring-expenses': 'recurring_expense',
  products: 'product',
  counts: 'stock_count',
  templates: 'document_template',
  vat: 'vat_return',
};

function filledIn(path: string): string {
  const before = path.split('/:id')[0]?.split('/').at(-1) ?? '';
  const kind = kinds[before];
  const id = kind === undefined ? '' : (ids[prefixes[kind]] ?? '');
  return path.replace(':id', id).replace(':name', 'cash-flow');
}

/** Who is signed in, and what waits for them, which the shell asks; and what happens meanwhile. */
const ofShell = /\/api\/(?:auth\/me(?:\/preferences)?$|approvals\?status=pending|events\/stream)/;
/** What was asked, each once: what changes meanwhile is asked again. Drawn pages weigh what they weigh. */
const asked = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/'))
  .map(({ name, transferSize }) => [name, /\\/pages$|\\/preview/.test(name) ? 0 : transferSize])`;

test('a screen asks little: few calls beside those of the shell, and few bytes', async (t) => {
  const tab = await open(t, 'Calls of screens');
  if (tab === undefined) return;
  const routes = [...readFileSync('console/src/app/routes.ts', 'utf8').matchAll(/path: '([^']+)'/g)];
  const paths = routes.map(([, path = '']) => path);
  const over: string[] = [];
  let most = 0;
  for (const path of paths) {
    const place = filledIn(path);
    assert.ok(!/:|\/\//.test(place), `${path} is ${place}`);
    await tab.visit(at(place));
    await tab.comes(idle);
    const sizes = new Map((await tab.read(asked)) as [string, number][]);
    const calls = [...sizes.keys()].filter((url) => !ofShell.test(url)).length;
    const bytes = sizes.values().reduce((sum, size) => sum + size, 0);
    most = Math.max(most, calls);
    if (calls > callsMax || bytes > bytesMax) over.push(`${path} ${calls} calls, ${bytes} bytes`);
  }
  assert.deepEqual(over, []);
  assert.ok(paths.length > 80, `${paths.length} screens`);
  assert.ok(most >= 5, 'control: calls are counted');
});

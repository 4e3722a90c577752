import { readFileSync } from 'node:fs';
import { type Prefixed, prefixes } from '../../src/wire/index.ts';
import type { Shop } from './shop/fill.ts';
import { sampleOf } from './samples.ts';
import { operationNamed } from './world.ts';

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
  budgets: 'budget',
};

/** Every screen of the console over a shop that has one record of each kind. */
export async function screenPaths(shop: Shop): Promise<readonly string[]> {
  const { id: vatReturn } = (await sampleOf(shop, operationNamed('get_vat_return'))).input;
  const ids: Readonly<Record<string, string>> = { ...shop.ids, [prefixes.vat_return]: String(vatReturn) };
  const routes = [...readFileSync('console/src/app/routes.ts', 'utf8').matchAll(/path: '([^']+)'/g)];
  return routes.map(([, path = '']) => {
    const before = path.split('/:id')[0]?.split('/').at(-1) ?? '';
    const kind = kinds[before];
    const id = kind === undefined ? '' : (ids[prefixes[kind]] ?? '');
    const place = path.replace(':id', id).replace(':name', 'cash-flow');
    if (/:|\/\//.test(place)) throw new Error(`${path} is ${place}`);
    return place;
  });
}

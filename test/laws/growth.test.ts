/**
 * What a read costs follows from what it answers, and not from how many clients and products there are beside: the
 * pages of the database that it reads, before thousands of them come in and after.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { openAccess } from '../../src/modules/identity/index.ts';
import { BusinessError } from '../../src/operation/errors.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { costOf, pagesOf } from '../support/buffers.ts';
import { asOwner } from '../support/database.ts';
import { dose } from '../support/dose.ts';
import { idFields, withValue } from '../support/id-fields.ts';
import { importing } from '../support/importing.ts';
import { type Sample, sampleOf } from '../support/samples.ts';
import { startShop } from '../support/shop-service.ts';

const { service, shop } = await startShop();
const { runtime } = service.app;
const access = openAccess({ ...runtime, issuer: runtime.settings.publicUrl });

/** Pages that a read may take more, since its indexes grew. */
const moreMost = 60;
const [clients, products] = [2_000, 1_000];

const control = 'suggest_bank_matches';
/** Reads that look through all of something, and why. */
const looksThrough: Readonly<Record<string, string>> = {
  list_products: 'Answers more of them.',
  list_variants: 'Answers more of them.',
  export_datev: 'Has everyone who has an account.',
  export_gobd: 'Has everyone who has an account.',
  search: 'Reads the words of the newest thousand, which are not in its index yet.',
  [control]: 'Looks for the names of all clients in the text of a line.',
  get_business_overview: 'Counts those whose stock is low.',
  list_reorder_suggestions: 'Looks at all that is in stock, where reading every product may be the cheaper way.',
  check_books: 'Checks everything there is.',
  verify_audit_log: 'Reads the seals of every line.',
};

const all = catalogue.filter(({ effect, permission }) => effect === 'read' && permission !== 'public');
const chosen = new Set([...dose(all), ...all.filter(({ name }) => name === control)]);

type Read = { readonly name: string; readonly operation: Operation; readonly sample: Sample };
const reads: Read[] = [];
for (const operation of chosen) reads.push(...readsOf(operation, await sampleOf(shop, operation)));

/** As its sample asks, and once with each id of the shop that it could ask for beside. */
function readsOf(operation: Operation, sample: Sample): Read[] {
  const narrowed = idFields(operation)
    .filter(({ path: [first = ''], prefix }) => !(first in sample.input) && shop.ids[prefix] !== undefined)
    .map(({ path, prefix }) => {
      const input = withValue(operation, sample.input, { path, value: shop.ids[prefix] });
      return { name: `${operation.name} by ${path.join('.')}`, operation, sample: { ...sample, input } };
    });
  return [{ name: operation.name, operation, sample }, ...narrowed];
}

async function pagesOfAll(): Promise<ReadonlyMap<string, number>> {
  await asOwner(service.database.ownerUrl, (client) => client.query('analyze'));
  const pages = new Map<string, number>();
  for (const { name, operation, sample } of reads) {
    const actor = await access.actorOf(sample.caller.token);
    try {
      pages.set(name, pagesOf(await costOf(runtime, { name: operation.name, input: sample.input, as: actor })));
    } catch (error) {
      // Some ids are not asked for together.
      if (name === operation.name || !(error instanceof BusinessError)) throw error;
    }
  }
  return pages;
}

const fileOf = (head: string, count: number, row: (index: number) => string) =>
  [head, ...Array.from({ length: count }, (_, index) => row(index))].join('\n');

test('a read does not read more for clients and products that it does not answer', async () => {
  const before = await pagesOfAll();
  const { bringIn } = importing(service);
  const clientsFile = fileOf('company_name,email', clients, (n) => `Neighbour ${n} BV,office${n}@neighbour.example`);
  const productsFile = fileOf('sku,name,price', products, (n) => `NEXT-${n},Neighbour ${n},${n % 90}.95`);
  assert.equal((await bringIn(shop.who, { kind: 'clients', content: clientsFile })).created, clients);
  assert.equal((await bringIn(shop.who, { kind: 'products', content: productsFile })).created, products);
  const after = await pagesOfAll();
  const grown = reads.filter(({ name }) => (after.get(name) ?? 0) - (before.get(name) ?? 0) > moreMost);
  const found = grown
    .filter(({ operation }) => !(operation.name in looksThrough))
    .map(({ name }) => `${name}: ${before.get(name)} pages, then ${after.get(name)}`);
  assert.deepEqual(found, []);
  assert.ok(grown.some(({ name }) => name === control));
  assert.deepEqual(
    Object.keys(looksThrough).filter((name) => !all.some((operation) => operation.name === name)),
    [],
  );
});

/**
 * An amount says of which currency it is: beside it, above it, or in its description. What is kept in the currency of
 * the books alone, such as a report or the value of stock, needs no word; it is listed here.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { catalogue, eventCatalogue } from '../../src/catalogue.ts';
import { operations as reports } from '../../src/modules/reports/index.ts';
import { Money } from '../../src/wire/index.ts';

type Schema = z.core.$ZodType;

/** Paths of the amounts without a currency. */
function bareAmounts(schema: Schema, path = '', hasCurrency = false): string[] {
  if (z.globalRegistry.get(schema)?.description?.includes('base currency') === true) return [];
  const { def } = schema._zod as unknown as { readonly def: Def };
  if (def === (Money._zod.def as unknown)) return hasCurrency ? [] : [path];
  if (def.shape !== undefined) {
    const entries = Object.entries(def.shape);
    const has = hasCurrency || entries.some(([name]) => name.includes('currency'));
    return entries.flatMap(([name, inner]) => bareAmounts(inner, `${path}.${name}`, has));
  }
  const inner = [def.innerType, def.element, def.valueType, def.in, def.out, ...(def.options ?? [])];
  return inner.flatMap((one) => (one === undefined ? [] : bareAmounts(one, path, hasCurrency)));
}

type Def = {
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly in?: Schema;
  readonly out?: Schema;
  readonly options?: readonly Schema[];
};

const named = [
  ...catalogue.map(({ name, output }) => [name, output] as const),
  ...eventCatalogue.map(({ type, data }) => [type, data] as const),
];
const reportNames = new Set(reports.map(({ name }) => name));

/** Amounts that are kept in the currency of the books and in no other, by what they are. */
const ofTheBooks: readonly ((name: string, path: string) => boolean)[] = [
  (name) => reportNames.has(name),
  // The rest of a cut list is in the currency of its rows, or null.
  (_, path) => path.endsWith('.cut.rest'),
  // Stock is valued in the books.
  (name, path) => /stock|costing/.test(name) && /\.(value|value_before|difference|total_cost|variance)$/.test(path),
  // Returns are filed in the currency of the country.
  (name) => /vat_(return|period|payment)/.test(name),
  (name) => /expense_categor/.test(name),
  (name, path) => /reminder/.test(name) && path.includes('.late_fees.'),
];

function bareIn(all: readonly (readonly [name: string, schema: Schema])[]): string[] {
  return all.flatMap(([name, schema]) =>
    bareAmounts(schema)
      .filter((path) => !ofTheBooks.some((isOfThem) => isOfThem(name, path)))
      .map((path) => `${name} ${path}`),
  );
}

test('an amount that may be of another currency than the books says which it is of', () => {
  assert.deepEqual(bareIn(named), []);
});

test('control: an amount without its currency is noticed, wherever it stands', () => {
  const row = z.object({ amount_due: Money.describe('To be paid.') });
  const about = z.object({ currency: z.string(), rows: z.array(row) });
  const both = z.object({ rows: z.array(row.nullable()), about });
  assert.deepEqual(bareIn([['list_debts', both]]), ['list_debts .rows.amount_due']);
});

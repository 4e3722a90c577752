import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymous } from '../../operation/actor.ts';
import { createQuoteFixture } from '../../../test/support/quote-fixture.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld } from '../../../test/support/world.ts';
import { readerOf, type Priced } from './reader.ts';
import { isZero, negated, reasonsOf, stepsOf } from './totals.ts';

const world = await createWorld();
const shop = shopOf(world);
const { quoted, issue } = createQuoteFixture(world, shop);
const reader = readerOf('en', { currency: 'EUR', zone: 'UTC', country: null });
const [vat, reduced] = [await shop.tax('19'), await shop.tax('7')];
const held = await shop.tax('10', { kind: 'withholding' });

async function shownOf(more: object): Promise<Priced> {
  const { id } = await issue(await quoted(more));
  const { url } = await world.call('share_document', { id });
  return world.call('get_shared_document', { token: String(url).split('/').at(-1) }, { as: anonymous });
}

const cents = (amount: string) => BigInt(amount.replace('.', ''));

const lines = [
  { name: 'A', quantity: '3', unit_price: '33.33', tax_rate_ids: [vat] },
  {
    name: 'B',
    quantity: '1.5',
    unit_price: '9.995',
    tax_rate_ids: [reduced],
    discount: { type: 'percent', value: '5' },
  },
  { name: 'C', quantity: '1', unit_price: '400' },
];
const discounts = [
  { type: 'percent', value: '3', name: 'Spring' },
  { type: 'amount', value: '5', applies: 'after_tax' },
];
const charges = [{ kind: 'shipping', amount: '4.90', tax_rate_ids: [vat] }];
const withheld = [{ name: 'D', quantity: '1', unit_price: '1000', tax_rate_ids: [vat, held] }];

const cases: Readonly<Record<string, object>> = {
  'plain lines': { lines },
  'discounts and charges': { lines, discounts, charges },
  'prices that include tax': { lines, prices_include_tax: true },
  'prices that include tax, with discounts and charges': { lines, discounts, charges, prices_include_tax: true },
  'tax that is withheld': { lines: withheld },
};

for (const [what, more] of Object.entries(cases)) {
  test(`the steps from the lines to the total add up: ${what}`, async () => {
    const shown = await shownOf(more);
    const { steps, inside } = stepsOf(shown, reader);
    const parts = steps.length === 0 ? shown.lines.map(({ subtotal: amount }) => ({ amount })) : steps;
    const sum = parts.reduce((so, { amount }) => so + cents(amount ?? ''), 0n);
    assert.equal(sum, cents(shown.total), JSON.stringify({ steps, total: shown.total }));
    assert.equal(inside.length > 0, shown.prices_include_tax);
    assert.ok([...steps, ...inside].every(({ label }) => label !== ''));
  });
}

test('what stands alone has no steps above it, and reasons for no tax are told once', async () => {
  const exempt = await shop.tax('0', { category: 'E', exemption_reason: 'Small business.' });
  const line = { name: 'A', quantity: '1', unit_price: '10', tax_rate_ids: [exempt] };
  const shown = await shownOf({ lines: [line, line] });
  assert.deepEqual(reasonsOf(shown, reader), ['Small business.']);
  assert.deepEqual(
    stepsOf(await shownOf({ lines: [{ name: 'A', quantity: '1', unit_price: '10' }] }), reader).steps,
    [],
  );
});

test('amounts are turned round as texts', () => {
  assert.deepEqual([negated('1.50'), negated('-1.50'), negated('0.00')], ['-1.50', '1.50', '0.00']);
  assert.deepEqual([isZero('0.00'), isZero('-0'), isZero('0.01'), isZero('10')], [true, true, false, false]);
});

test('a discount by percent says how many, as it does on paper', async () => {
  const { steps } = stepsOf(
    await shownOf({ lines, discounts: [{ type: 'percent', value: '3', name: 'Spring' }] }),
    reader,
  );
  assert.ok(steps.some(({ label }) => label === 'Spring 3%'));
});

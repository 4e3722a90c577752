import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { changedBy, listedPriceOf, priceOf, type PriceTier } from './price.ts';

const amount = fc.bigInt({ min: 0n, max: 10n ** 14n });
const tiers = fc.uniqueArray(fc.record<PriceTier>({ minQuantity: amount, price: amount }), {
  selector: (tier) => tier.minQuantity,
  maxLength: 6,
});
const own = fc.record({ price: amount, includesTax: fc.boolean(), tiers });
const list = (source: string) =>
  fc.record({ source: fc.constant(source), tiers, includesTax: fc.boolean(), percentOff: fc.option(amount) });

test('a price is that of the highest tier that the quantity reaches', () => {
  fc.assert(
    fc.property(amount, own, (quantity, variant) => {
      const reached = variant.tiers.filter((tier) => tier.minQuantity <= quantity);
      const highest = reached.reduce<PriceTier | undefined>(
        (best, tier) => (best === undefined || tier.minQuantity > best.minQuantity ? tier : best),
        undefined,
      );
      const found = priceOf(quantity, variant, []);
      assert.equal(found.price, highest?.price ?? variant.price);
      assert.equal(found.source, highest === undefined ? 'variant' : 'tier');
    }),
  );
});

test('the first list that says anything decides, whatever the others say', () => {
  fc.assert(
    fc.property(amount, own, list('client'), list('group'), (quantity, variant, first, second) => {
      const speaks = first.percentOff !== null || first.tiers.some((tier) => tier.minQuantity <= quantity);
      const both = priceOf(quantity, variant, [first, second]);
      assert.deepEqual(both, priceOf(quantity, variant, speaks ? [first] : [second]));
    }),
  );
});

test('without an own price it is what the lists themselves say, or none', () => {
  fc.assert(
    fc.property(amount, own, list('client'), list('group'), (quantity, variant, first, second) => {
      const silent = [first, second].map((one) => ({ ...one, percentOff: null }));
      const found = priceOf(quantity, variant, silent);
      const isOwn = found.source === 'variant' || found.source === 'tier';
      assert.deepEqual(listedPriceOf(quantity, [first, second]), isOwn ? undefined : found);
    }),
  );
});

test('prices are raised and lowered by a percentage and rounded to the decimals of the currency', () => {
  const micro = (minor: bigint) => minor * 1_000_000n;
  const euro = { currency: 'EUR' };
  assert.equal(changedBy(micro(1999n), 3_000_000n, euro), micro(2059n));
  assert.equal(changedBy(micro(1999n), -100_000_000n, euro), 0n);
  assert.equal(changedBy(micro(1999n), 3_000_000n, { ...euro, decimals: 4 }), 2_058_970_000n);
  assert.equal(changedBy(micro(1500n), 1_000_000n, { currency: 'JPY' }), micro(1515n));
});

test('a percentage off is taken off the variant’s own price, tier or not, and keeps its tax', () => {
  const off = { source: 'wholesale', tiers: [], includesTax: false, percentOff: 12_500_000n };
  const variant = { price: 1_001n, includesTax: true, tiers: [{ minQuantity: 10n, price: 900n }] };
  assert.deepEqual(priceOf(9n, variant, [off]), { price: 876n, includesTax: true, source: 'wholesale' });
  assert.deepEqual(priceOf(10n, variant, [off]), { price: 788n, includesTax: true, source: 'wholesale' });
});

test('a price of the list itself comes with the list’s tax, and needs no percentage', () => {
  const trade = { source: 'trade', tiers: [{ minQuantity: 5n, price: 700n }], includesTax: true, percentOff: null };
  const variant = { price: 1_000n, includesTax: false, tiers: [] };
  assert.deepEqual(priceOf(5n, variant, [trade]), { price: 700n, includesTax: true, source: 'trade' });
  assert.deepEqual(priceOf(4n, variant, [trade]), { price: 1_000n, includesTax: false, source: 'variant' });
});

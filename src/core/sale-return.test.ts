import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { anyDraft, rate } from '../../test/support/any-sale.ts';
import { sum } from './list.ts';
import { type PricedSale, priceSale, SaleFault } from './sale.ts';
import { priceReturn, type SaleReturn } from './sale-return.ts';

const runs = { numRuns: 1_000 };
const exclusive = { pricesIncludeTax: false, roundingMode: 'half_up' } as const;
const vat20 = rate('vat20', 20_000_000n);

/** Three pieces for 10.00 after a document discount, 20 % tax, and shipping for 6.00. */
const sold = priceSale({
  currency: 'EUR',
  taxRounding: 'per_document',
  ...exclusive,
  lines: [
    { quantity: 300_000n, unitPrice: 400_000_000n, taxes: [vat20] },
    { quantity: 100_000n, unitPrice: 600_000_000n, taxes: [] },
  ],
  discounts: [{ amount: 200n, applies: 'before_tax', lines: [0] }],
  charges: [{ kind: 'shipping', amount: 500n, taxes: [vat20] }],
});

function units(line: number, from: bigint, to: bigint, of = 3n) {
  return { line, from: from * 100_000n, to: to * 100_000n, of: of * 100_000n };
}

function giveBack(...parts: SaleReturn['parts']): PricedSale {
  return priceReturn(sold, { ...exclusive, parts });
}

test('vector 6: a line of three, net 10.00, returned one by one gives 3.33, 3.34, 3.33', () => {
  const returns = [0n, 1n, 2n].map((from) => giveBack(units(0, from, from + 1n)));
  assert.deepEqual(
    returns.map((one) => one.totals.net),
    [333n, 334n, 333n],
  );
  assert.deepEqual(
    returns.map((one) => one.totals.tax),
    [67n, 66n, 67n],
  );
  assert.deepEqual(
    returns.map((one) => one.totals.documentDiscount),
    [67n, 66n, 67n],
  );
});

test('a return names the tax, the discount and the currency of the day of the sale', () => {
  assert.deepEqual(giveBack(units(0, 0n, 3n)), {
    ...sold,
    lines: sold.lines.slice(0, 1),
    charges: [],
    discounts: [{ applies: 'before_tax', amount: 200n }],
    totals: {
      gross: 1200n,
      lineDiscount: 0n,
      documentDiscount: 200n,
      undiscounted: 1200n,
      net: 1000n,
      charges: 0n,
      tax: 200n,
      taxes: [{ rate: vat20, base: 1000n, amount: 200n }],
      withheld: 0n,
      afterTaxDiscount: 0n,
      rounding: 0n,
      total: 1200n,
    },
  });
});

test('a charge is given back as a whole or not at all', () => {
  assert.equal(priceReturn(sold, { ...exclusive, parts: [], charges: [0] }).totals.total, 600n);
  assert.throws(() => priceReturn(sold, { ...exclusive, parts: [], charges: [1] }), RangeError);
});

test('vector 34: more than was sold, or than is not yet returned, cannot be returned', () => {
  for (const part of [units(1, 0n, 2n, 1n), units(1, 1n, 1n, 1n), units(1, 1n, 0n, 1n), units(1, -1n, 1n, 1n)]) {
    assert.throws(
      () => giveBack(units(0, 0n, 1n), part),
      (error) => error instanceof SaleFault && error.code === 'return_exceeds_sold' && error.line === 1,
    );
  }
  assert.throws(() => giveBack(units(2, 0n, 1n)), RangeError);
});

test('what a sale was rounded by is given back with it, to the cent once all of it is', () => {
  // 24.00 rounded to 24.10: the first piece takes its part of the 10 cents, the rest takes what is left of them.
  const rounding = { by: 10n, of: 2400n, before: 0n };
  const first = priceReturn(sold, { ...exclusive, parts: [units(0, 0n, 1n)], rounding });
  assert.deepEqual([first.totals.total, first.totals.rounding], [402n, 2n]);
  const rest = priceReturn(sold, {
    ...exclusive,
    parts: [units(0, 1n, 3n), units(1, 0n, 1n, 1n)],
    charges: [0],
    rounding: { ...rounding, before: 400n },
  });
  assert.deepEqual([rest.totals.total, rest.totals.rounding], [2008n, 8n]);
});

test('vector 4: a sale returned as a whole is the sale, line by line', () => {
  fc.assert(
    fc.property(anyDraft, (draft) => {
      const sale = priceSale(draft);
      const given = priceReturn(sale, {
        ...draft,
        parts: draft.lines.map(({ quantity }, line) => ({ line, from: 0n, to: quantity, of: quantity })),
        charges: sale.charges.map((_, position) => position),
        rounding: { by: sale.totals.rounding, of: sale.totals.total - sale.totals.rounding, before: 0n },
      });
      assert.deepEqual({ ...given, discounts: sale.discounts }, sale);
    }),
    runs,
  );
});

test('vector 6: a line returned in pieces gives back itself, and every piece adds up', () => {
  const cuts = fc.uniqueArray(fc.bigInt({ min: 1n, max: 99n }), { maxLength: 4 });
  fc.assert(
    fc.property(anyDraft, cuts, (draft, inside) => {
      const sale = priceSale(draft);
      const [line] = sale.lines;
      const sign = (draft.lines[0]?.quantity ?? 0n) < 0n ? -1n : 1n;
      const edges = [0n, ...inside.toSorted((a, b) => (a < b ? -1 : 1)), 100n].map((edge) => edge * sign);
      const pieces = edges.slice(1).flatMap((to, index) => {
        const parts = [{ line: 0, from: edges[index] ?? 0n, to, of: 100n * sign }];
        return priceReturn(sale, { pricesIncludeTax: draft.pricesIncludeTax, roundingMode: draft.roundingMode, parts })
          .lines;
      });
      for (const piece of pieces) {
        assert.equal(piece.subtotal, piece.gross - piece.lineDiscount);
        assert.equal(
          piece.subtotal - piece.discountAllocated,
          draft.pricesIncludeTax ? piece.net + piece.tax : piece.net,
        );
        const { net, tax, gross, undiscounted } = piece;
        assert.ok([net, tax, gross, undiscounted - net].every((amount) => amount * sign >= 0n));
      }
      const amounts = [
        'gross',
        'lineDiscount',
        'discountAllocated',
        'undiscounted',
        'net',
        'tax',
        'withheld',
        'total',
      ] as const;
      for (const name of amounts) assert.equal(sum(pieces.map((piece) => piece[name])), line?.[name], name);
    }),
    runs,
  );
});

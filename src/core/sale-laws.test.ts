import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { anyDraft } from '../../test/support/any-sale.ts';
import { sum } from './list.ts';
import { divide } from './rounding.ts';
import { priceSale } from './sale.ts';

const runs = { numRuns: 1_000 };

test('every line adds up, and all of it has the sign of its quantity', () => {
  fc.assert(
    fc.property(anyDraft, (draft) => {
      for (const [position, line] of priceSale(draft).lines.entries()) {
        const sign = (draft.lines[position]?.quantity ?? 0n) < 0n ? -1n : 1n;
        assert.equal(line.subtotal, line.gross - line.lineDiscount);
        assert.equal(line.subtotal - line.discountAllocated, draft.pricesIncludeTax ? line.net + line.tax : line.net);
        assert.equal(line.total, line.net + line.tax - line.withheld - line.afterTaxDiscount);
        assert.ok(Object.values(line).every((amount) => typeof amount !== 'bigint' || amount * sign >= 0n));
        assert.ok(line.undiscounted * sign >= line.net * sign);
        if (line.lineDiscount + line.discountAllocated === 0n) assert.equal(line.undiscounted, line.net);
        if (!draft.pricesIncludeTax) assert.equal(line.undiscounted, line.gross);
      }
    }),
    runs,
  );
});

test('every total is the sum of its parts', () => {
  fc.assert(
    fc.property(anyDraft, (draft) => {
      const { lines, charges, totals, discounts } = priceSale(draft);
      const all = [...lines, ...charges];
      assert.equal(totals.gross, sum(lines.map((line) => line.gross)));
      assert.equal(totals.lineDiscount, sum(lines.map((line) => line.lineDiscount)));
      assert.equal(totals.documentDiscount, sum(lines.map((line) => line.discountAllocated)));
      assert.equal(totals.undiscounted, sum(lines.map((line) => line.undiscounted)));
      assert.equal(totals.net, sum(lines.map((line) => line.net)));
      assert.equal(totals.charges, sum(charges.map((charge) => charge.net)));
      assert.equal(totals.tax, sum(all.map((item) => item.tax)));
      assert.equal(totals.withheld, sum(all.map((item) => item.withheld)));
      assert.equal(totals.afterTaxDiscount, sum(lines.map((line) => line.afterTaxDiscount)));
      assert.equal(totals.total, sum(all.map((item) => item.total)) + totals.rounding);
      assert.equal(sum(totals.taxes.map((row) => row.amount)), totals.tax + totals.withheld);
      const of = (applies: string) => sum(discounts.filter((one) => one.applies === applies).map((one) => one.amount));
      assert.equal(of('before_tax'), totals.documentDiscount);
      assert.equal(of('after_tax'), totals.afterTaxDiscount);
      const { net, charges: charged, tax, withheld, afterTaxDiscount, rounding } = totals;
      assert.equal(totals.total, net + charged + tax - withheld - afterTaxDiscount + rounding);
    }),
    runs,
  );
});

test('a total is a multiple of the smallest coin, half a coin away at most', () => {
  fc.assert(
    fc.property(anyDraft, (draft) => {
      const { total, rounding } = priceSale(draft).totals;
      const coin = draft.cashRoundingIncrement ?? 1n;
      assert.equal(total % coin, 0n);
      assert.ok(rounding * 2n <= coin && rounding * 2n >= -coin);
      if (draft.cashRoundingIncrement === undefined) assert.equal(rounding, 0n);
    }),
    runs,
  );
});

test('without a discount a line costs its quantity times its price', () => {
  fc.assert(
    fc.property(anyDraft, (draft) => {
      for (const [position, line] of priceSale(draft).lines.entries()) {
        const { quantity, unitPrice } = draft.lines[position] ?? assert.fail();
        assert.equal(line.gross, divide(quantity * unitPrice, 10n ** 11n, draft.roundingMode));
      }
    }),
    runs,
  );
});

test('pricing the same draft again gives the same sale', () => {
  fc.assert(
    fc.property(anyDraft, (draft) => {
      assert.deepEqual(priceSale(draft), priceSale(draft));
    }),
    runs,
  );
});

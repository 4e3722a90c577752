import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { anyDraft } from '../../../../test/support/any-sale.ts';
import { at, sum } from '../../../core/list.ts';
import { type PricedSale, priceSale, type SaleDraft, SaleFault } from '../../../core/sale.ts';
import type { AppliedTax } from '../../../core/tax.ts';
import { factAmounts } from './fact-amounts.ts';
import type { PricedLineRow, PricedRow } from './priced-rows.ts';

/** The sale as rows keep it, with what its page is made from. */
function rowsOf(draft: SaleDraft, priced: PricedSale): { row: PricedRow; lines: PricedLineRow[] } {
  const { totals } = priced;
  const row: PricedRow = {
    currency: draft.currency,
    prices_include_tax: draft.pricesIncludeTax,
    discounts: (draft.discounts ?? []).map((discount, index) => ({
      name: `Discount ${index + 1}`,
      type: 'percent' in discount ? 'percent' : 'amount',
      value: '10',
      applies: discount.applies,
      lines: discount.lines?.map((position) => position + 1) ?? null,
      amount: String(at(priced.discounts, index).amount),
    })),
    charges: priced.charges.map(({ net, tax, total, taxes }) => ({
      kind: 'shipping' as const,
      name: null,
      asked: '0',
      taxes: taxes.map(keptTax),
      net: String(net),
      tax: String(tax),
      total: String(total),
    })),
    taxes: totals.taxes.map(keptTax),
    net: totals.net,
    charges_net: totals.charges,
    tax: totals.tax,
    withheld: totals.withheld,
    rounding: totals.rounding,
    total: totals.total,
  };
  const lines = draft.lines.map(({ quantity, unitPrice }, index): PricedLineRow => {
    const line = at(priced.lines, index);
    return {
      position: index + 1,
      name: 'Item',
      description: null,
      sku: null,
      unit: null,
      quantity,
      unit_price: unitPrice,
      discount_percent: null,
      taxes: line.taxes.map(keptTax),
      gross: line.gross,
      line_discount: line.lineDiscount,
      discount_allocated: line.discountAllocated,
      undiscounted: line.undiscounted,
      net: line.net,
      tax: line.tax,
    };
  });
  return { row, lines };
}

function keptTax({ rate, base, amount }: AppliedTax): PricedRow['taxes'][number] {
  return {
    rate_id: rate.id,
    name: rate.id,
    percentage: String(rate.percentage),
    category: 'S',
    kind: rate.kind,
    compound: rate.compound,
    sequence: rate.sequence,
    account_id: null,
    base: String(base),
    amount: String(amount),
  };
}

test('what a page says of any sale adds up, step by step, to what is to be paid', () => {
  fc.assert(
    fc.property(anyDraft, fc.bigInt({ min: 0n, max: 1_000n }), (draft, prepaid) => {
      let priced: PricedSale;
      try {
        priced = priceSale(draft);
      } catch (error) {
        assert.ok(error instanceof SaleFault);
        return;
      }
      const { row, lines } = rowsOf(draft, priced);
      const facts = factAmounts({ row, lines }, prepaid);
      const { totals, adjustments, reductions = [] } = facts;
      const of = (kind: string) => sum(adjustments.filter((one) => one.kind === kind).map(({ amount }) => amount));
      assert.equal(totals.lines, sum(facts.lines.map(({ net }) => net)));
      assert.equal(of('discount'), totals.discounts);
      assert.equal(of('charge'), totals.charges);
      assert.equal(totals.lines - totals.discounts + totals.charges, totals.net);
      assert.equal(totals.net + totals.tax, totals.gross);
      const left = totals.gross + totals.rounding - totals.withheld - sum(reductions.map(({ amount }) => amount));
      assert.equal(left - prepaid, totals.due);
      assert.equal(left, row.total);
      for (const [index, { net, tax, adjustments: own }] of facts.lines.entries()) {
        const { gross, line_discount: discount } = at(lines, index);
        if (draft.pricesIncludeTax) assert.equal(net + tax, gross - discount);
        else assert.equal(net, gross - discount);
        for (const { amount } of own) assert.ok(amount >= 0n);
      }
      // A discount on everything is one less for what is taken back.
      const isSaleOnly = draft.lines.every(({ quantity }) => quantity > 0n);
      for (const { amount } of adjustments) assert.ok(amount >= 0n || !isSaleOnly);
    }),
    { numRuns: 400 },
  );
});

test('a discount on the whole document has a part for each tax, as e-invoices want it', () => {
  const tax = (percentage: bigint) => ({
    id: `vat${percentage}`,
    percentage,
    kind: 'standard' as const,
    compound: false,
    sequence: 1,
  });
  const line = (taxes: SaleDraft['lines'][number]['taxes']) => ({
    quantity: 100_000n,
    unitPrice: 10_000_000_000n,
    taxes,
  });
  const draft: SaleDraft = {
    currency: 'EUR',
    pricesIncludeTax: false,
    taxRounding: 'per_document',
    roundingMode: 'half_up',
    lines: [line([tax(19_000_000n)]), line([tax(7_000_000n)]), line([tax(19_000_000n)])],
    discounts: [{ percent: 10_000_000n, applies: 'before_tax' }],
  };
  const { adjustments } = factAmounts(rowsOf(draft, priceSale(draft)));
  assert.deepEqual(
    adjustments.map(({ reason, amount, tax: of }) => [reason, amount, of?.percent.units]),
    [
      ['Discount 1', 2_000n, 19_000_000n],
      ['Discount 1', 1_000n, 7_000_000n],
    ],
  );
});

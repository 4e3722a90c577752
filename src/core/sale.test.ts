import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rate, vat19 } from '../../test/support/any-sale.ts';
import { documentMax } from './money.ts';
import { type DraftLine, type PricedSale, priceSale, type SaleDraft, SaleFault, type SaleFaultPlace } from './sale.ts';
import { hundredPercent } from './tax.ts';

const vat20 = rate('vat20', 20_000_000n);
const plain: Omit<SaleDraft, 'lines'> = {
  currency: 'EUR',
  pricesIncludeTax: false,
  taxRounding: 'per_document',
  roundingMode: 'half_up',
};

/** One piece at a price in minor units. */
function piece(minor: bigint, more: Partial<DraftLine> = {}): DraftLine {
  return { quantity: 100_000n, unitPrice: minor * 1_000_000n, taxes: [], ...more };
}

function price(lines: readonly DraftLine[], more: Partial<SaleDraft> = {}): PricedSale {
  return priceSale({ ...plain, lines, ...more });
}

function refuses(
  code: string,
  place: SaleFaultPlace,
  lines: readonly DraftLine[],
  more: Partial<SaleDraft> = {},
): void {
  assert.throws(
    () => price(lines, more),
    (error) => {
      assert.ok(error instanceof SaleFault && error instanceof Error);
      const { name, line, discount, charge } = error;
      const none = { line: undefined, discount: undefined, charge: undefined };
      assert.deepEqual(
        { name, code: error.code, line, discount, charge },
        { name: 'SaleFault', code, ...none, ...place },
      );
      assert.notEqual(error.message, '');
      return true;
    },
  );
}

test('a sale adds up from the price of a piece to what the client pays', () => {
  const sale = price([piece(1000n, { quantity: 300_000n, discount: { percent: 10_000_000n }, taxes: [vat20] })], {
    discounts: [{ amount: 200n, applies: 'before_tax' }],
    charges: [{ kind: 'shipping', amount: 500n, taxes: [vat20] }],
  });
  const tax = { rate: vat20, base: 2500n, amount: 500n };
  assert.deepEqual(sale, {
    currency: 'EUR',
    lines: [
      {
        gross: 3000n,
        lineDiscount: 300n,
        subtotal: 2700n,
        discountAllocated: 200n,
        undiscounted: 3000n,
        net: 2500n,
        tax: 500n,
        withheld: 0n,
        afterTaxDiscount: 0n,
        total: 3000n,
        taxes: [tax],
      },
    ],
    charges: [
      {
        kind: 'shipping',
        net: 500n,
        tax: 100n,
        withheld: 0n,
        total: 600n,
        taxes: [{ rate: vat20, base: 500n, amount: 100n }],
      },
    ],
    discounts: [{ applies: 'before_tax', amount: 200n }],
    totals: {
      gross: 3000n,
      lineDiscount: 300n,
      documentDiscount: 200n,
      undiscounted: 3000n,
      net: 2500n,
      charges: 500n,
      tax: 600n,
      taxes: [{ rate: vat20, base: 3000n, amount: 600n }],
      withheld: 0n,
      afterTaxDiscount: 0n,
      rounding: 0n,
      total: 3600n,
    },
  });
});

test('vector 1: seven lines of 1.13 at 19 % owe a tax of 1.50, with the odd cents on the first lines', () => {
  const lines = Array.from({ length: 7 }, () => piece(113n, { taxes: [vat19] }));
  const { lines: priced, totals } = price(lines);
  assert.equal(totals.tax, 150n);
  assert.deepEqual(
    priced.map((line) => line.tax),
    [22n, 22n, 22n, 21n, 21n, 21n, 21n],
  );
  assert.equal(price(lines, { taxRounding: 'per_line' }).totals.tax, 147n);
});

test('vector 2: prices with tax inside are the anchor, so that the client pays what the tag says', () => {
  const lines = [piece(37_900n), piece(37_900n)].map((line) => ({ ...line, taxes: [rate('vat21', 21_000_000n)] }));
  const { lines: priced, totals } = price(lines, { pricesIncludeTax: true });
  assert.deepEqual([totals.gross, totals.net, totals.tax, totals.total], [75_800n, 62_645n, 13_155n, 75_800n]);
  assert.deepEqual(
    priced.map((line) => line.net),
    [31_323n, 31_322n],
  );
  const five = price([piece(50_000n, { taxes: [rate('vat10', 10_000_000n)] })], { pricesIncludeTax: true }).totals;
  assert.deepEqual([five.net, five.tax], [45_455n, 4545n]);
});

test('vector 3: 3 pieces at 0.335 cost 1.01, as only the line is rounded', () => {
  assert.equal(price([{ quantity: 300_000n, unitPrice: 33_500_000n, taxes: [] }]).totals.total, 101n);
});

test('vector 3: a line is rounded once, after its discount', () => {
  const line = { quantity: 300_000n, unitPrice: 33_500_000n, taxes: [], discount: { percent: 50_000_000n } };
  const [priced] = price([line]).lines;
  assert.deepEqual([priced?.gross, priced?.lineDiscount, priced?.subtotal], [101n, 51n, 50n]);
});

test('vector 7: a trade discount lowers the tax, a discount after tax does not', () => {
  const lines = [piece(10_000n, { taxes: [vat20] })];
  const trade = price(lines, { discounts: [{ amount: 1000n, applies: 'before_tax' }] }).totals;
  assert.deepEqual(
    [trade.net, trade.tax, trade.documentDiscount, trade.afterTaxDiscount, trade.total],
    [9000n, 1800n, 1000n, 0n, 10_800n],
  );
  const cash = price(lines, { discounts: [{ amount: 1000n, applies: 'after_tax' }] });
  const { net, tax, documentDiscount, afterTaxDiscount, total } = cash.totals;
  assert.deepEqual([net, tax, documentDiscount, afterTaxDiscount, total], [10_000n, 2000n, 0n, 1000n, 11_000n]);
  assert.deepEqual(cash.discounts, [{ applies: 'after_tax', amount: 1000n }]);
});

test('vector 7: a percentage after tax counts from what is to be paid for the lines', () => {
  const kept = rate('kept', 10_000_000n, { kind: 'withholding' });
  const discounts = [{ percent: 2_000_000n, applies: 'after_tax' }] as const;
  assert.equal(price([piece(10_000n, { taxes: [vat20] })], { discounts }).totals.afterTaxDiscount, 240n);
  assert.equal(price([piece(10_000n, { taxes: [vat20, kept] })], { discounts }).totals.total, 11_000n - 220n);
});

test('vector 8: withholding lowers what is paid and not what is earned', () => {
  const kept = rate('irpf', 15_000_000n, { kind: 'withholding', sequence: 2 });
  const { net, tax, withheld, total, taxes } = price([piece(10_000n, { taxes: [vat20, kept] })]).totals;
  assert.deepEqual([net, tax, withheld, total], [10_000n, 2000n, 1500n, 10_500n]);
  assert.deepEqual(
    taxes.map((row) => row.amount),
    [2000n, 1500n],
  );
});

test('vector 19: KWD 1.2345 times 3 is 3.704 and JPY 4.5 times 3,000 is 13,500', () => {
  const dinar = { quantity: 300_000n, unitPrice: 1_234_500_000n, taxes: [] };
  assert.equal(price([dinar], { currency: 'KWD' }).totals.total, 3704n);
  const yen = { quantity: 300_000_000n, unitPrice: 4_500_000n, taxes: [] };
  assert.equal(price([yen], { currency: 'JPY' }).totals.total, 13_500n);
  assert.equal(price([piece(2755n)], { currency: 'KWD' }).totals.total, 2755n);
});

test('vector 31: a discount of 12 on a line of 10 is refused, one of 10 is not', () => {
  refuses('discount_exceeds_line', { line: 1 }, [piece(1n), piece(1000n, { discount: { amount: 1200n } })]);
  refuses('discount_exceeds_line', { line: 0 }, [piece(1000n, { discount: { amount: 1001n } })]);
  refuses('discount_exceeds_line', { line: 0 }, [piece(1000n, { discount: { percent: hundredPercent + 1n } })]);
  refuses('discount_exceeds_document', { discount: 0 }, [piece(10n)], {
    discounts: [{ amount: 11n, applies: 'before_tax' }],
  });
  refuses('discount_exceeds_document', { discount: 0 }, [piece(10n)], {
    discounts: [{ amount: 11n, applies: 'after_tax' }],
  });
  assert.equal(price([piece(1000n, { discount: { amount: 1000n } })]).totals.total, 0n);
});

test('vector 32: a sale with everything taken off is a sale of zero, with a tax of zero', () => {
  for (const discount of [{ percent: hundredPercent }, { amount: 10_000n }]) {
    const { gross, net, tax, total, taxes } = price([piece(10_000n, { discount, taxes: [vat20] })]).totals;
    assert.deepEqual([gross, net, tax, total], [10_000n, 0n, 0n, 0n]);
    assert.deepEqual(taxes, [{ rate: vat20, base: 0n, amount: 0n }]);
  }
  assert.equal(price([piece(0n, { taxes: [vat20] })]).totals.total, 0n);
  assert.equal(price([]).totals.total, 0n);
});

test('the smallest coin rounds the total to the nearest, beside the tax and never in it', () => {
  const rounded = (minor: bigint, more: Partial<SaleDraft> = {}) => {
    const { total, rounding, net } = price([piece(minor)], { cashRoundingIncrement: 5n, ...more }).totals;
    assert.equal(net, minor);
    return [total, rounding];
  };
  assert.deepEqual(rounded(1002n), [1000n, -2n]);
  assert.deepEqual(rounded(1003n), [1005n, 2n]);
  assert.deepEqual(rounded(1005n), [1005n, 0n]);
  assert.deepEqual(rounded(1003n, { roundingMode: 'down' }), [1005n, 2n]);
  assert.deepEqual(rounded(1050n, { cashRoundingIncrement: 100n }), [1100n, 50n]);
});

test('with tax inside, what a discount was worth is told without tax', () => {
  const [line] = price([piece(12_000n, { taxes: [vat20], discount: { amount: 600n } })], {
    pricesIncludeTax: true,
    discounts: [{ amount: 600n, applies: 'before_tax' }],
  }).lines;
  const { gross, lineDiscount, subtotal, discountAllocated, undiscounted, net, tax, total } = line ?? assert.fail();
  assert.deepEqual([gross, lineDiscount, subtotal, discountAllocated], [12_000n, 600n, 11_400n, 600n]);
  assert.deepEqual([undiscounted, net, tax, total], [10_000n, 9000n, 1800n, 10_800n]);
});

test('charges are taxed with the lines and no discount touches them', () => {
  const { totals, charges } = price([piece(113n, { taxes: [vat19] })], {
    charges: [{ kind: 'tip', amount: 113n, taxes: [vat19] }],
    discounts: [{ percent: hundredPercent, applies: 'before_tax' }],
  });
  assert.deepEqual([totals.net, totals.charges, totals.tax, totals.total], [0n, 113n, 21n, 134n]);
  assert.deepEqual(
    charges.map((charge) => charge.total),
    [134n],
  );
});

test('every charge has its own amount', () => {
  const charges = [
    { kind: 'shipping', amount: 500n, taxes: [vat19] },
    { kind: 'tip', amount: 70n, taxes: [] },
    { kind: 'gift wrap', amount: 3n, taxes: [] },
  ];
  const priced = price([piece(1n)], { charges }).charges;
  assert.deepEqual(
    priced.map(({ kind, net, total }) => [kind, net, total]),
    [
      ['shipping', 500n, 595n],
      ['tip', 70n, 70n],
      ['gift wrap', 3n, 3n],
    ],
  );
});

test('what is taken back lowers the tax of its rate, which is rounded once with what is sold', () => {
  const crate = { quantity: -100_000n, unitPrice: 33_000_000n, taxes: [vat19] };
  const sale = price([piece(113n, { taxes: [vat19] }), crate, crate]);
  // 19 % of 1.13 is 0.21; of 1.13 − 0.66 it is 0.09, so that both crates together have 0.12.
  assert.deepEqual(
    sale.lines.map(({ net, tax }) => [net, tax]),
    [
      [113n, 21n],
      [-33n, -6n],
      [-33n, -6n],
    ],
  );
  assert.deepEqual([sale.totals.net, sale.totals.tax, sale.totals.total], [47n, 9n, 56n]);
});

test('what is taken back does not make room for amounts that are too large to keep', () => {
  const back = piece(5n, { quantity: -100_000n });
  assert.equal(price([piece(documentMax), back]).totals.total, documentMax - 5n);
  refuses('amount_too_large', {}, [piece(documentMax), piece(1n), back]);
});

test('a caller is told what is wrong and where', () => {
  refuses('currency_unknown', {}, [], { currency: 'XXX' });
  refuses('quantity_zero', { line: 1 }, [piece(1n), piece(1n, { quantity: 0n })]);
  refuses('total_negative', {}, [piece(1n), piece(2n, { quantity: -100_000n })]);
  refuses('discount_on_return', { line: 1 }, [
    piece(2n),
    piece(1n, { quantity: -100_000n, discount: { percent: 1n } }),
  ]);
  refuses('discount_exceeds_document', { discount: 0 }, [piece(2n), piece(1n, { quantity: -100_000n })], {
    discounts: [{ percent: 1n, applies: 'before_tax', lines: [1] }],
  });
  refuses('withheld_exceeds_payable', { line: 1 }, [
    piece(200n),
    piece(100n, {
      quantity: -100_000n,
      taxes: [{ ...vat19, id: 'all', kind: 'withholding', percentage: 110_000_000n }],
    }),
  ]);
  refuses('price_negative', { line: 0 }, [piece(-1n)]);
  refuses('discount_negative', { line: 0 }, [piece(1n, { discount: { amount: -1n } })]);
  refuses('discount_negative', { line: 0 }, [piece(1n, { discount: { percent: -1n } })]);
  refuses('discount_negative', { discount: 0 }, [piece(1n)], { discounts: [{ percent: -1n, applies: 'after_tax' }] });
  refuses('discount_scope_unknown', { discount: 0 }, [piece(1n)], {
    discounts: [{ percent: 1n, applies: 'after_tax', lines: [1] }],
  });
  refuses('tax_repeated', { line: 0 }, [piece(1n, { taxes: [vat19, vat20, { ...vat19 }] })]);
  refuses('tax_repeated', { charge: 0 }, [], { charges: [{ kind: 'tip', amount: 1n, taxes: [vat19, vat19] }] });
  refuses('charge_negative', { charge: 1 }, [], {
    charges: [
      { kind: 'tip', amount: 0n, taxes: [] },
      { kind: 'tip', amount: -1n, taxes: [] },
    ],
  });
  refuses('increment_not_positive', {}, [], { cashRoundingIncrement: 0n });
  refuses('increment_not_positive', {}, [], { cashRoundingIncrement: -5n });
});

test('no more is withheld than there is to pay', () => {
  const kept = rate('kept', hundredPercent, { kind: 'withholding' });
  const more = rate('more', 1_000_000n, { kind: 'withholding' });
  assert.equal(price([piece(1000n, { taxes: [kept] })]).totals.total, 0n);
  refuses('withheld_exceeds_payable', { line: 1 }, [piece(1n), piece(1000n, { taxes: [kept, more] })]);
  refuses('withheld_exceeds_payable', { charge: 0 }, [], {
    charges: [{ kind: 'tip', amount: 1000n, taxes: [kept, more] }],
  });
});

test('an amount that the database cannot keep is refused, the largest that it can keep is not', () => {
  assert.equal(price([piece(documentMax)]).totals.total, documentMax);
  refuses('amount_too_large', { line: 0 }, [piece(documentMax + 1n)]);
  refuses('amount_too_large', { line: 1 }, [piece(1n), { quantity: 10n ** 18n, unitPrice: 10n ** 18n, taxes: [] }]);
  refuses('amount_too_large', {}, [piece(documentMax), piece(1n)]);
  refuses('amount_too_large', {}, [piece(documentMax, { discount: { amount: 1n } }), piece(1n)]);
  refuses('amount_too_large', {}, [piece(documentMax, { taxes: [vat19] })]);
  refuses('amount_too_large', {}, [piece(documentMax)], { charges: [{ kind: 'tip', amount: 1n, taxes: [] }] });
  refuses('amount_too_large', {}, [piece(documentMax)], { cashRoundingIncrement: 6n * 10n ** 14n });
  const discounts = [{ percent: hundredPercent, applies: 'after_tax' }] as const;
  refuses('amount_too_large', {}, [piece(documentMax, { taxes: [vat19] })], { discounts });
  refuses('amount_too_large', {}, [piece(1n)], {
    discounts,
    charges: [{ kind: 'tip', amount: documentMax, taxes: [] }],
  });
});

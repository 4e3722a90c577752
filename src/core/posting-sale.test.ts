import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { anyDraft, rate } from '../../test/support/any-sale.ts';
import type { Entry, EntryLine } from './entry.ts';
import { sum } from './list.ts';
import { money } from './money.ts';
import { reversalOf, saleConfirmed, saleCredited, type SalePosting } from './posting.ts';
import { type PricedSale, priceSale, type SaleDraft } from './sale.ts';

const runs = { numRuns: 1_000 };
const vat21 = rate('vat21', 21_000_000n);
const kept = rate('irpf', 15_000_000n, { kind: 'withholding', sequence: 2 });
const header = { date: '2026-03-31', memo: 'Sale 1', source: { type: 'sale', id: '1', event: 'sale.confirmed' } };
const accounts = { taxOutput: 'vat', taxWithheld: 'withheld', discountGiven: 'discounts', rounding: 'rounding' };

function draft(more: Partial<SaleDraft> = {}): SaleDraft {
  return {
    currency: 'EUR',
    pricesIncludeTax: false,
    taxRounding: 'per_document',
    roundingMode: 'half_up',
    lines: [{ quantity: 100_000n, unitPrice: 10_000_000_000n, taxes: [vat21] }],
    ...more,
  };
}

function posting(sale: PricedSale, more: Partial<SalePosting> = {}): SalePosting {
  return {
    header,
    accounts,
    owedOn: 'receivable',
    lines: sale.lines.map(() => ({ account: 'revenue' })),
    charges: sale.charges.map(() => ({ account: 'shipping' })),
    ...more,
  };
}

function balances(entry: Entry | undefined): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const { account, amount } of entry?.lines ?? []) sums[account] = (sums[account] ?? 0n) + amount;
  return sums;
}

function total(lines: readonly EntryLine[]): bigint {
  return sum(lines.map((line) => line.amount));
}

test('vector 27: a sale of 121 with 21 % tax is a revenue of 100', () => {
  const sale = priceSale(draft());
  assert.deepEqual(saleConfirmed(sale, posting(sale, { clientId: 'client' })), {
    ...header,
    kind: 'system',
    lines: [
      { account: 'receivable', clientId: 'client', amount: 12_100n },
      { account: 'revenue', amount: -10_000n },
      { account: 'vat', amount: -2100n, taxRateId: 'vat21', taxBase: -10_000n },
    ],
  });
});

test('a sale that is paid at once goes to the cash and to no receivable', () => {
  const sale = priceSale(draft());
  assert.deepEqual(balances(saleConfirmed(sale, posting(sale, { owedOn: 'cash' }))), {
    cash: 12_100n,
    revenue: -10_000n,
    vat: -2100n,
  });
});

test('each line is earned on its own account, with what it is about', () => {
  const line = { quantity: 100_000n, unitPrice: 100_000_000n, taxes: [] };
  const sale = priceSale(
    draft({ lines: [line, line, line], charges: [{ kind: 'shipping', amount: 500n, taxes: [] }] }),
  );
  const lines = [{ account: 'goods', variantId: 'x' }, { account: 'services' }, { account: 'goods', variantId: 'x' }];
  const { lines: posted } = saleConfirmed(sale, posting(sale, { lines })) ?? assert.fail();
  assert.deepEqual(posted.slice(1), [
    { account: 'goods', variantId: 'x', amount: -200n },
    { account: 'services', amount: -100n },
    { account: 'shipping', amount: -500n },
  ]);
});

test('each tax goes to its own account, what is withheld is a claim, and coins and coupons have theirs', () => {
  const sale = priceSale(
    draft({
      lines: [{ quantity: 100_000n, unitPrice: 10_000_000_000n, taxes: [vat21, kept] }],
      discounts: [{ amount: 101n, applies: 'after_tax' }],
      cashRoundingIncrement: 5n,
    }),
  );
  assert.deepEqual(balances(saleConfirmed(sale, posting(sale))), {
    receivable: 10_500n,
    revenue: -10_000n,
    vat: -2100n,
    withheld: 1500n,
    discounts: 101n,
    rounding: -1n,
  });
  const own = balances(saleConfirmed(sale, posting(sale, { taxAccounts: { vat21: 'vat 21', irpf: 'irpf' } })));
  assert.deepEqual([own['vat 21'], own['irpf'], own['vat'], own['withheld']], [-2100n, 1500n, undefined, undefined]);
});

test('vector 32: a sale with everything taken off posts nothing', () => {
  const sale = priceSale(draft({ discounts: [{ percent: 100_000_000n, applies: 'before_tax' }] }));
  assert.equal(saleConfirmed(sale, posting(sale)), undefined);
  assert.equal(saleCredited(sale, posting(sale)), undefined);
});

test('every line and charge needs its account', () => {
  const sale = priceSale(draft({ charges: [{ kind: 'tip', amount: 1n, taxes: [] }] }));
  const account = { account: 'revenue' };
  const unequal: Partial<SalePosting>[] = [
    { lines: [] },
    { lines: [account, account] },
    { charges: undefined },
    { charges: [account, account] },
  ];
  for (const more of unequal) {
    const reason = { name: 'RangeError', message: 'every line and every charge has one income account' };
    assert.throws(() => saleConfirmed(sale, posting(sale, more)), reason);
  }
  const withoutCharges = priceSale(draft());
  assert.equal(saleConfirmed(withoutCharges, posting(withoutCharges, { charges: undefined }))?.lines.length, 3);
});

test('vector 20: a sale in euros is in the books in dollars, every line of it', () => {
  const sale = priceSale(draft({ lines: [{ quantity: 100_000n, unitPrice: 450_000_000_000n, taxes: [] }] }));
  const exchange = { from: 'EUR', to: 'USD', rate: 10_900_000_000n };
  const { lines } = saleConfirmed(sale, posting(sale, { exchange })) ?? assert.fail();
  assert.deepEqual(
    lines.map(({ account, amount, foreign }) => ({ account, amount, foreign })),
    [
      { account: 'receivable', amount: 490_500n, foreign: money(450_000n, 'EUR') },
      { account: 'revenue', amount: -490_500n, foreign: money(-450_000n, 'EUR') },
    ],
  );
});

test('a sale at par in the base currency has nothing foreign in it', () => {
  const sale = priceSale(draft());
  const exchange = { from: 'EUR', to: 'EUR', rate: 10_000_000_000n };
  assert.deepEqual(saleConfirmed(sale, posting(sale, { exchange })), saleConfirmed(sale, posting(sale)));
});

test('what converting leaves over goes to the rounding account', () => {
  const line = { quantity: 100_000n, unitPrice: 1_000_000n, taxes: [] };
  const sale = priceSale(draft({ lines: [line, line, line] }));
  const exchange = { from: 'EUR', to: 'USD', rate: 15_000_000_000n };
  const lines = ['a', 'b', 'c'].map((account) => ({ account }));
  assert.deepEqual(balances(saleConfirmed(sale, posting(sale, { exchange, lines }))), {
    receivable: 5n,
    a: -2n,
    b: -2n,
    c: -2n,
    rounding: 1n,
  });
});

test('a credit note relieves what its part of the invoice is on the books for', () => {
  const sale = priceSale(draft());
  const exchange = { from: 'EUR', to: 'USD', rate: 10_900_000_000n };
  const credited = balances(saleCredited(sale, posting(sale, { exchange, owedBase: 13_188n })));
  assert.deepEqual(credited, { receivable: -13_188n, revenue: 10_900n, vat: 2289n, rounding: -1n });
  const confirmed = balances(saleConfirmed(sale, posting(sale, { exchange, owedBase: 13_188n })));
  assert.deepEqual(confirmed, { receivable: 13_188n, revenue: -10_900n, vat: -2289n, rounding: 1n });
});

test('vector 17: a sale of January that is credited in March stays a sale of January', () => {
  const sale = priceSale(draft());
  const january = saleConfirmed(sale, posting(sale, { header: { ...header, date: '2026-01-15' } }));
  const march = saleCredited(sale, posting(sale, { header: { ...header, date: '2026-03-02' } }));
  assert.deepEqual([january?.date, balances(january)['revenue']], ['2026-01-15', -10_000n]);
  assert.deepEqual([march?.date, balances(march)['revenue']], ['2026-03-02', 10_000n]);
});

const anyExchange = fc.option(
  fc.bigInt({ min: 1n, max: 10n ** 12n }).map((worth) => ({ from: 'EUR', to: 'JPY', rate: worth })),
  { nil: undefined },
);

test('every sale balances, and the client owes exactly its total', () => {
  fc.assert(
    fc.property(anyDraft, anyExchange, (one, exchange) => {
      const sale = priceSale(one);
      const confirmed = saleConfirmed(sale, posting(sale, { exchange }));
      if (confirmed === undefined) return;
      assert.equal(total(confirmed.lines), 0n);
      const owed = confirmed.lines.filter((line) => line.account === 'receivable');
      const inDocument = owed.map((line) => line.foreign?.minor ?? line.amount);
      if (exchange === undefined || owed.length > 0) assert.equal(sum(inDocument), sale.totals.total);
      const earned = confirmed.lines.filter((line) => line.account === 'revenue' || line.account === 'shipping');
      if (exchange === undefined) assert.equal(total(earned), -sale.totals.net - sale.totals.charges);
    }),
    runs,
  );
});

test('vector 4: a credit note is the negative of its invoice, line by line', () => {
  fc.assert(
    fc.property(anyDraft, anyExchange, (one, exchange) => {
      const sale = priceSale(one);
      const invoice = saleConfirmed(sale, posting(sale, { exchange }));
      const note = saleCredited(sale, posting(sale, { exchange }));
      if (invoice === undefined || note === undefined) return assert.equal(invoice, note);
      assert.deepEqual(note, { ...invoice, lines: reversalOf(invoice, 'entry', header).lines });
    }),
    runs,
  );
});

test('vector 23: a reversal stands on its own day and leaves nothing of the entry behind', () => {
  fc.assert(
    fc.property(anyDraft, (one) => {
      const sale = priceSale(one);
      const original = saleConfirmed(sale, posting(sale));
      if (original === undefined) return;
      const reversal = reversalOf(original, 'entry', { ...header, date: '2026-05-02', memo: 'Void of sale 1' });
      assert.deepEqual(
        [reversal.kind, reversal.date, reversal.memo, reversal.reversesId],
        ['reversal', '2026-05-02', 'Void of sale 1', 'entry'],
      );
      assert.equal(original.date, '2026-03-31');
      for (const [position, line] of original.lines.entries()) {
        assert.equal(reversal.lines[position]?.account, line.account);
        assert.equal(reversal.lines[position]?.amount, -line.amount);
      }
    }),
    runs,
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Entry } from './entry.ts';
import { sum } from './list.ts';
import { goodsIssued, goodsReturned, stockAdjusted, stockOpened, stockReceived, stockSentBack } from './posting.ts';

const runs = { numRuns: 1_000 };
const header = { date: '2026-03-31', memo: 'Movement 1', source: { type: 'movement', id: '1' } };
const accounts = {
  inventory: 'stock',
  costOfGoods: 'cogs',
  inventoryAdjustment: 'adjustment',
  openingBalance: 'opening',
};
const own = { inventoryAccount: 'own stock', costAccount: 'own cost' };

function lines(entry: Entry | undefined) {
  return entry?.lines.map(({ account, amount, ...about }) => [account, amount, about]);
}

test('vector 12: goods that leave cost what they cost, and those that come back the same', () => {
  const posting = {
    header,
    accounts,
    items: [
      { cost: 3250n, variantId: 'x' },
      { cost: 10n, ...own },
    ],
  };
  assert.deepEqual(lines(goodsIssued(posting)), [
    ['cogs', 3250n, { variantId: 'x' }],
    ['stock', -3250n, { variantId: 'x' }],
    ['own cost', 10n, {}],
    ['own stock', -10n, {}],
  ]);
  assert.deepEqual(lines(goodsReturned(posting)), [
    ['cogs', -3250n, { variantId: 'x' }],
    ['stock', 3250n, { variantId: 'x' }],
    ['own cost', -10n, {}],
    ['own stock', 10n, {}],
  ]);
});

test('goods without a cost post nothing', () => {
  assert.equal(goodsIssued({ header, accounts, items: [{ cost: 0n }] }), undefined);
  assert.equal(stockReceived({ header, accounts, owedOn: 'payable', items: [] }), undefined);
});

test('stock that comes in is owed for, with its tax', () => {
  const entry = stockReceived({
    header,
    accounts,
    owedOn: 'payable',
    items: [
      { value: 1000n, variantId: 'x' },
      { value: 500n, ...own },
    ],
    taxes: [{ account: 'input tax', amount: 300n, taxRateId: 'vat20' }],
  });
  assert.deepEqual(lines(entry), [
    ['stock', 1000n, { variantId: 'x' }],
    ['payable', -1800n, {}],
    ['own stock', 500n, {}],
    ['input tax', 300n, { taxRateId: 'vat20' }],
  ]);
});

test('vector 15: stock that comes in after it was sold trues up the cost of what was sold', () => {
  const items = [
    { value: 1500n, variance: 100n },
    { value: 200n, variance: -20n, ...own },
  ];
  const entry = stockReceived({ header, accounts, owedOn: 'payable', items });
  assert.deepEqual(lines(entry), [
    ['stock', 1400n, {}],
    ['cogs', 100n, {}],
    ['payable', -1700n, {}],
    ['own stock', 220n, {}],
    ['own cost', -20n, {}],
  ]);
});

test('vector 13: what a supplier credits less than the books say is a loss', () => {
  const items = [
    { cost: 181n, credited: 150n },
    { cost: 10n, credited: 12n, ...own },
  ];
  assert.deepEqual(lines(stockSentBack({ header, accounts, owedOn: 'payable', items })), [
    ['payable', 162n, {}],
    ['stock', -181n, {}],
    ['adjustment', 31n, {}],
    ['own stock', -10n, {}],
    ['own cost', -2n, {}],
  ]);
});

test('what a count finds is a gain, what it misses a loss', () => {
  const items = [
    { value: 40n, variantId: 'x' },
    { value: -25n, variantId: 'y' },
  ];
  assert.deepEqual(lines(stockAdjusted({ header, accounts, items })), [
    ['stock', 40n, { variantId: 'x' }],
    ['adjustment', -40n, { variantId: 'x' }],
    ['stock', -25n, { variantId: 'y' }],
    ['adjustment', 25n, { variantId: 'y' }],
  ]);
});

test('the first stock is an opening entry', () => {
  const entry = stockOpened({ header, accounts, items: [{ value: 100n }, { value: 7n, ...own }] });
  assert.equal(entry?.kind, 'opening');
  assert.deepEqual(lines(entry), [
    ['stock', 100n, {}],
    ['opening', -100n, {}],
    ['own stock', 7n, {}],
    ['own cost', -7n, {}],
  ]);
  assert.equal(goodsIssued({ header, accounts, items: [{ cost: 1n }] })?.kind, 'system');
});

test('whatever moves, the stock account moves by its value', () => {
  const values = fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(values, (all) => {
      const stockOf = (entry: Entry | undefined) => {
        const stockLines = entry?.lines.filter((line) => line.account === 'stock') ?? [];
        assert.equal(sum((entry?.lines ?? []).map((line) => line.amount)), 0n);
        return sum(stockLines.map((line) => line.amount));
      };
      const costs = all.map((cost) => ({ cost }));
      const worth = all.map((value) => ({ value }));
      assert.equal(stockOf(goodsIssued({ header, accounts, items: costs })), -sum(all));
      assert.equal(stockOf(goodsReturned({ header, accounts, items: costs })), sum(all));
      assert.equal(stockOf(stockAdjusted({ header, accounts, items: worth })), sum(all));
      assert.equal(stockOf(stockOpened({ header, accounts, items: worth })), sum(all));
      assert.equal(stockOf(stockReceived({ header, accounts, owedOn: 'payable', items: worth })), sum(all));
    }),
    runs,
  );
});

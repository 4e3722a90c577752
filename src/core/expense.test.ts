import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { anyRules, rate } from '../../test/support/any-sale.ts';
import { type ExpenseDraft, type ExpenseAmounts, ExpenseFault, priceExpense, type PurchaseTax } from './expense.ts';
import { convert } from './exchange.ts';
import { expensePaid, expensePosted } from './posting-expense.ts';
import { sum } from './list.ts';
import { documentMax } from './money.ts';
import { divide } from './rounding.ts';
import { hundredPercent } from './tax.ts';

const runs = { numRuns: 1_000 };
const percent = fc.oneof(
  fc.constantFrom(0n, 7_000_000n, 19_000_000n, 50_000_000n, hundredPercent),
  fc.bigInt({ min: 0n, max: hundredPercent }),
);

function purchase(id: string, percentage: bigint, recoverable: bigint): PurchaseTax {
  return { ...rate(id, percentage), recoverable };
}

const anyRates: fc.Arbitrary<PurchaseTax[]> = fc
  .array(fc.record({ percentage: percent, recoverable: percent, compound: fc.boolean(), sequence: fc.nat(2) }), {
    maxLength: 3,
  })
  .map((rates) => rates.map((one, index) => ({ ...purchase(`tax${index}`, 0n, 0n), ...one })));

const anyDraft: fc.Arbitrary<ExpenseDraft> = anyRates.chain((rates) =>
  fc
    .tuple(
      anyRules,
      fc.array(fc.record({ amount: fc.bigInt({ min: 1n, max: 10n ** 9n }), taxes: fc.subarray(rates) }), {
        minLength: 1,
        maxLength: 8,
      }),
    )
    .map(([rules, lines]) => ({ currency: 'EUR', ...rules, lines })),
);

function addsUp({ net, tax, recoverable, cost, total, taxes }: ExpenseAmounts): void {
  assert.equal(total, net + tax);
  assert.equal(total, cost + recoverable);
  assert.equal(tax, sum(taxes.map((one) => one.amount)));
  assert.equal(recoverable, sum(taxes.map((one) => one.recoverable)));
  assert.ok(taxes.every((one) => one.recoverable >= 0n && one.recoverable <= one.amount));
}

test('every line and the whole expense add up, and the lines make the whole', () => {
  fc.assert(
    fc.property(anyDraft, (draft) => {
      const { lines, totals } = priceExpense(draft);
      for (const line of [...lines, totals]) addsUp(line);
      for (const field of ['net', 'tax', 'recoverable', 'cost', 'total'] as const) {
        assert.equal(sum(lines.map((line) => line[field])), totals[field]);
      }
      const asked = sum(draft.lines.map(({ amount }) => amount));
      assert.equal(draft.pricesIncludeTax ? totals.total : totals.net, asked);
    }),
    runs,
  );
});

test('of a tax that is wholly recoverable nothing is a cost, and of one that is not at all everything', () => {
  fc.assert(
    fc.property(anyDraft, fc.boolean(), (draft, isRecoverable) => {
      const recoverable = isRecoverable ? hundredPercent : 0n;
      const lines = draft.lines.map((line) => ({
        ...line,
        taxes: line.taxes.map((one) => ({ ...one, recoverable })),
      }));
      const { totals } = priceExpense({ ...draft, lines });
      assert.equal(totals.cost, isRecoverable ? totals.net : totals.total);
    }),
    runs,
  );
});

test('per document, what is recoverable of a rate is its part of the whole tax, rounded once', () => {
  fc.assert(
    fc.property(anyDraft, (draft) => {
      const { totals } = priceExpense({ ...draft, taxRounding: 'per_document' });
      for (const { rate: one, amount, recoverable } of totals.taxes) {
        assert.equal(recoverable, divide(amount * one.recoverable, hundredPercent, draft.roundingMode));
      }
    }),
    runs,
  );
});

const accounts = {
  taxOutput: 'output',
  taxInput: 'input tax',
  goodsReceived: 'goods received',
  rounding: 'rounding',
  fxGain: 'gain',
  fxLoss: 'loss',
};

test('the entry of an expense balances, and with its payment nothing is owed', () => {
  const header = { date: '2026-03-31', memo: 'Expense', source: { type: 'expense', id: '1' } };
  fc.assert(
    fc.property(anyDraft, (draft) => {
      const { lines, totals } = priceExpense(draft);
      const owedTo = { account: 'payable', clientId: 'supplier' };
      const posted = expensePosted({
        header,
        owedTo,
        accounts,
        lines: lines.map(({ cost }, index) => ({ account: `cost ${index % 2}`, cost })),
        taxes: totals.taxes.map(({ rate: one, base, recoverable }) => ({ rateId: one.id, base, recoverable })),
        total: totals.total,
      });
      const paid = expensePaid({ header, accounts, owedTo, account: 'bank', amount: totals.total });
      const on = (account: string) =>
        sum([...(posted?.lines ?? []), ...(paid?.lines ?? [])].flatMap((l) => (l.account === account ? l.amount : [])));
      assert.equal(on('payable'), 0n);
      assert.equal(on('bank'), -totals.total);
      assert.equal(on('input tax'), totals.recoverable);
      assert.equal(on('cost 0') + on('cost 1'), totals.cost);
    }),
    runs,
  );
});

test('in another currency every line is worth what its rate says, and settling it leaves nothing owed', () => {
  const header = { date: '2026-03-31', memo: 'Expense', source: { type: 'expense', id: '1' } };
  const anyRate = fc.bigInt({ min: 10n ** 7n, max: 10n ** 12n });
  fc.assert(
    fc.property(anyDraft, anyRate, anyRate, (draft, booked, later) => {
      const exchange = { from: 'EUR', to: 'USD', rate: booked };
      const { lines, totals } = priceExpense(draft);
      const owedTo = { account: 'payable' };
      const goods = ({ cost }: ExpenseAmounts, index: number) => ({ account: goodsOr(index), cost });
      const posted = expensePosted({
        header,
        owedTo,
        accounts,
        exchange,
        total: totals.total,
        lines: lines.map(goods),
        taxes: totals.taxes.map(({ rate: one, base, recoverable }) => ({ rateId: one.id, base, recoverable })),
      });
      const debt = convert(totals.total, exchange);
      const spent = convert(totals.total, { ...exchange, rate: later });
      const worth = { exchange: { ...exchange, rate: later }, debt, money: spent };
      const paid = expensePaid({ header, accounts, owedTo, account: 'bank', amount: totals.total, worth });
      const both = [...(posted?.lines ?? []), ...(paid?.lines ?? [])];
      const on = (account: string) => sum(both.flatMap((l) => (l.account === account ? l.amount : [])));
      const costs = lines.flatMap(({ cost }, index) => (goodsOr(index) === 'cost' ? [] : convert(cost, exchange)));
      assert.equal(on('payable'), 0n);
      assert.equal(on('bank'), -spent);
      assert.equal(on('gain') + on('loss'), spent - debt);
      assert.equal(on('goods received'), sum(costs), 'goods are kept at what each of their lines is worth');
      assert.ok(both.every(({ account, foreign }) => account !== 'goods received' || foreign === undefined));
      const rounding = on('rounding');
      assert.ok((rounding < 0n ? -rounding : rounding) <= BigInt(lines.length + totals.taxes.length + 1));
    }),
    runs,
  );
});

const goodsOr = (index: number) => (index % 2 === 0 ? 'goods received' : 'cost');

const simple = {
  currency: 'EUR',
  pricesIncludeTax: false,
  taxRounding: 'per_document',
  roundingMode: 'half_up',
} as const;
const vat = purchase('vat', 19_000_000n, hundredPercent);

test('121 with 21 % inside, half of it recoverable, costs 110.50', () => {
  const taxes = [purchase('vat', 21_000_000n, 50_000_000n)];
  const { totals } = priceExpense({ ...simple, pricesIncludeTax: true, lines: [{ amount: 12_100n, taxes }] });
  assert.deepEqual(
    [totals.net, totals.tax, totals.recoverable, totals.cost, totals.total],
    [10_000n, 2_100n, 1_050n, 11_050n, 12_100n],
  );
});

test('seven lines of 1.13 at 19 % are taxed 1.50 together, as in a sale', () => {
  const lines = Array.from({ length: 7 }, () => ({ amount: 113n, taxes: [vat] }));
  assert.equal(priceExpense({ ...simple, lines }).totals.tax, 150n);
  assert.equal(priceExpense({ ...simple, taxRounding: 'per_line', lines }).totals.tax, 147n);
});

test('what cannot be an expense is refused with the line that it is about', () => {
  const fault = (code: string, line?: number) => (error: unknown) =>
    error instanceof ExpenseFault && error.code === code && error.line === line;
  const fine = { amount: 1n, taxes: [vat] };
  const price = (...lines: ExpenseDraft['lines']) => priceExpense({ ...simple, lines });
  assert.throws(() => priceExpense({ ...simple, currency: 'XXZ', lines: [fine] }), fault('currency_unknown'));
  assert.throws(() => price(fine, { amount: 0n, taxes: [] }), fault('amount_not_positive', 1));
  assert.throws(() => price({ amount: 1n, taxes: [vat, vat] }), fault('tax_repeated', 0));
  assert.throws(() => price({ amount: 1n, taxes: [{ ...vat, kind: 'withholding' }] }), fault('withholding_tax', 0));
  assert.throws(() => price({ amount: documentMax, taxes: [vat] }), fault('amount_too_large'));
  const largest = price({ amount: documentMax, taxes: [] });
  assert.equal(largest.totals.total, documentMax);
  assert.throws(() => price({ amount: 1n, taxes: [{ ...vat, recoverable: -1n }] }), /between nothing and all/);
  assert.throws(() => price({ amount: 1n, taxes: [{ ...vat, recoverable: hundredPercent + 1n }] }), RangeError);
  assert.equal(price({ amount: 100n, taxes: [{ ...vat, recoverable: 0n }] }).totals.recoverable, 0n);
});

test('by reverse charge the tax office is owed the tax, the supplier is not, and reclaims come back', () => {
  const taxes = [{ ...purchase('reverse', 20_000_000n, 75_000_000n), kind: 'reverse_charge' as const }, vat];
  const { lines, totals } = priceExpense({ ...simple, lines: [{ amount: 10_000n, taxes }] });
  assert.deepEqual([totals.net, totals.tax, totals.total], [10_000n, 1_900n, 11_900n]);
  assert.deepEqual([totals.selfAssessed, totals.recoverable, totals.cost], [2_000n, 3_400n, 10_500n]);
  const source = { type: 'expense', id: '1' };
  const entry = expensePosted({
    header: { date: '2026-03-31', memo: 'Expense', source },
    owedTo: { account: 'payable', clientId: 'supplier' },
    accounts: { ...accounts, taxInput: 'input' },
    lines: lines.map(({ cost }) => ({ account: 'cost', cost })),
    taxes: [
      { rateId: 'reverse', base: 10_000n, recoverable: 1_500n, owed: 2_000n },
      { rateId: 'vat', base: 10_000n, recoverable: 1_900n, account: 'import tax' },
    ],
    total: totals.total,
  });
  assert.equal(entry?.kind, 'system');
  assert.deepEqual(
    entry.lines.map(({ account, amount, taxRateId, taxBase }) => [account, amount, taxRateId, taxBase]),
    [
      ['cost', 10_500n, undefined, undefined],
      ['input', 1_500n, 'reverse', 10_000n],
      ['import tax', 1_900n, 'vat', 10_000n],
      ['output', -2_000n, 'reverse', -10_000n],
      ['payable', -11_900n, undefined, undefined],
    ],
  );
  const paid = expensePaid({ header: entry, accounts, owedTo: { account: 'payable' }, account: 'bank', amount: 5n });
  assert.equal(paid?.kind, 'system');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Entry } from './entry.ts';
import { convert } from './exchange.ts';
import { sum } from './list.ts';
import { money } from './money.ts';
import {
  creditAllocated,
  debtWrittenOff,
  moneyMoved,
  paymentFeeCharged,
  paymentReceived,
  refundPaid,
} from './posting.ts';
import { sliceOf } from './share.ts';

const runs = { numRuns: 1_000 };
const header = { date: '2026-03-31', memo: 'Payment 1', source: { type: 'payment', id: '1' } };
const accounts = {
  receivable: 'receivable',
  clientCredit: 'credit',
  fxGain: 'gain',
  fxLoss: 'loss',
  paymentFees: 'fees',
  badDebt: 'bad debt',
};
const at1095 = { from: 'EUR', to: 'USD', rate: 10_950_000_000n };

function balances(entry: Entry | undefined): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const { account, amount } of entry?.lines ?? []) sums[account] = (sums[account] ?? 0n) + amount;
  return sums;
}

test('vector 9: who pays 95 on 89 has paid it and has a credit of 6', () => {
  const entry = paymentReceived({
    header,
    accounts,
    account: 'bank',
    clientId: 'client',
    amount: 9500n,
    allocations: [{ amount: 8900n }],
  });
  assert.deepEqual(entry, {
    ...header,
    kind: 'system',
    lines: [
      { account: 'bank', amount: 9500n },
      { account: 'receivable', clientId: 'client', amount: -8900n },
      { account: 'credit', clientId: 'client', amount: -600n },
    ],
  });
});

test('vector 10: a prepayment is a liability and touches no revenue', () => {
  const entry = paymentReceived({ header, accounts, account: 'bank', amount: 100n, allocations: [] });
  assert.deepEqual(balances(entry), { bank: 100n, credit: -100n });
  const used = creditAllocated({
    header,
    accounts,
    clientId: 'client',
    allocations: [{ amount: 60n }, { amount: 40n, clientId: 'other', account: 'other receivable' }],
  });
  assert.deepEqual(used?.lines, [
    { account: 'credit', clientId: 'client', amount: 100n },
    { account: 'receivable', clientId: 'client', amount: -60n },
    { account: 'other receivable', clientId: 'other', amount: -40n },
  ]);
});

test('more than was paid is never allocated', () => {
  const payment = { header, accounts, account: 'bank', amount: 100n };
  assert.throws(
    () => paymentReceived({ ...payment, allocations: [{ amount: 60n }, { amount: 41n }] }),
    /more is allocated/,
  );
});

test('vector 20: 4,500 euros billed at 1.09 and paid at 1.095 gain 22.50 dollars', () => {
  const entry = paymentReceived({
    header,
    accounts,
    account: 'bank',
    amount: 450_000n,
    allocations: [{ amount: 450_000n, base: 490_500n }],
    exchange: at1095,
  });
  assert.deepEqual(entry?.lines, [
    { account: 'bank', amount: 492_750n, foreign: money(450_000n, 'EUR') },
    { account: 'receivable', clientId: undefined, amount: -490_500n, foreign: money(-450_000n, 'EUR') },
    { account: 'gain', amount: -2250n },
  ]);
});

test('vector 20: paid at a lower rate the same invoice is a loss', () => {
  const exchange = { ...at1095, rate: 10_850_000_000n };
  const entry = paymentReceived({
    header,
    accounts,
    account: 'bank',
    amount: 460_000n,
    allocations: [{ amount: 450_000n, base: 490_500n }],
    exchange,
  });
  assert.deepEqual(balances(entry), { bank: 499_100n, receivable: -490_500n, credit: -10_850n, loss: 2250n });
});

test('a debt without a worth of its own is relieved at the rate of the day', () => {
  const common = { header, accounts, amount: 100n, exchange: at1095 };
  const entry = paymentReceived({ ...common, account: 'bank', allocations: [{ amount: 100n }] });
  assert.deepEqual(balances(entry), { bank: 110n, receivable: -110n });
  assert.deepEqual(balances(debtWrittenOff(common)), { 'bad debt': 110n, receivable: -110n });
});

test('a payment at par in the base currency has nothing foreign in it', () => {
  const exchange = { from: 'EUR', to: 'EUR', rate: 10_000_000_000n };
  const payment = { header, accounts, account: 'bank', amount: 100n, allocations: [{ amount: 100n }] };
  assert.deepEqual(paymentReceived({ ...payment, exchange }), paymentReceived(payment));
});

test('a credit and a refund in another currency relieve what is on the books', () => {
  const used = creditAllocated({
    header,
    accounts,
    allocations: [{ amount: 100n, base: 109n }],
    base: 110n,
    exchange: at1095,
  });
  assert.deepEqual(balances(used), { credit: 110n, receivable: -109n, gain: -1n });
  const refund = refundPaid({
    header,
    accounts,
    owed: [{ account: 'credit', amount: 100n, base: 108n }],
    account: 'bank',
    exchange: at1095,
  });
  assert.deepEqual(balances(refund), { credit: 108n, bank: -110n, loss: 2n });
});

test('a refund moves money and nothing else', () => {
  const entry = refundPaid({
    header,
    accounts,
    owed: [{ account: 'credit', amount: 100n }],
    account: 'bank',
    clientId: 'client',
  });
  assert.deepEqual(entry?.lines, [
    { account: 'credit', clientId: 'client', amount: 100n },
    { account: 'bank', amount: -100n },
  ]);
});

test('a fee is taken from where the money is, a payout moves it', () => {
  assert.deepEqual(paymentFeeCharged({ header, accounts, account: 'clearing', amount: 30n })?.lines, [
    { account: 'fees', amount: 30n },
    { account: 'clearing', amount: -30n },
  ]);
  assert.deepEqual(moneyMoved({ header, from: 'clearing', to: 'bank', amount: 100n, exchange: at1095 })?.lines, [
    { account: 'bank', amount: 110n, foreign: money(100n, 'EUR') },
    { account: 'clearing', amount: -110n, foreign: money(-100n, 'EUR') },
  ]);
});

test('a debt that is given up is a loss, less the tax that comes back', () => {
  const taxRelief = [{ account: 'vat', amount: 21n, taxRateId: 'vat21' }];
  const entry = debtWrittenOff({ header, accounts, clientId: 'client', amount: 121n, taxRelief });
  assert.deepEqual(entry?.lines, [
    { account: 'bad debt', clientId: 'client', amount: 100n },
    { account: 'vat', amount: 21n, taxRateId: 'vat21' },
    { account: 'receivable', clientId: 'client', amount: -121n },
  ]);
  assert.deepEqual(balances(debtWrittenOff({ header, accounts, amount: 100n, base: 109n, exchange: at1095 })), {
    'bad debt': 110n,
    receivable: -109n,
    gain: -1n,
  });
});

test('what is worth nothing in the books posts nothing', () => {
  const exchange = { from: 'IDR', to: 'USD', rate: 600_000n };
  const payment = { header, accounts, account: 'bank', amount: 10n, exchange };
  assert.equal(paymentReceived({ ...payment, allocations: [] }), undefined);
  assert.equal(moneyMoved({ ...payment, from: 'clearing', to: 'bank' }), undefined);
});

test('vector 20: an invoice paid in pieces at any rates leaves nothing on the receivable', () => {
  const pieces = fc.array(fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 6n }), fc.bigInt({ min: 1n, max: 10n ** 11n })), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(pieces, fc.bigInt({ min: 1n, max: 10n ** 11n }), (paid, rateOfInvoice) => {
      const total = sum(paid.map(([amount]) => amount));
      const booked = convert(total, { ...at1095, rate: rateOfInvoice });
      let from = 0n;
      let relieved = 0n;
      for (const [amount, rate] of paid) {
        const base = sliceOf(booked, { from, to: from + amount, of: total });
        from += amount;
        const exchange = { ...at1095, rate };
        const entry = paymentReceived({
          header,
          accounts,
          account: 'bank',
          amount,
          allocations: [{ amount, base }],
          exchange,
        });
        assert.equal(sum((entry?.lines ?? []).map((line) => line.amount)), 0n);
        relieved -= balances(entry)['receivable'] ?? 0n;
        assert.equal(relieved, sliceOf(booked, { from: 0n, to: from, of: total }));
      }
    }),
    runs,
  );
});

test('what is received is what is allocated and what is left, for any payment', () => {
  const parts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { maxLength: 6 });
  fc.assert(
    fc.property(parts, fc.bigInt({ min: 1n, max: 10n ** 9n }), (amounts, rest) => {
      const amount = sum(amounts) + rest;
      const allocations = amounts.map((one) => ({ amount: one }));
      const {
        bank,
        receivable = 0n,
        credit,
      } = balances(paymentReceived({ header, accounts, account: 'bank', amount, allocations }));
      assert.deepEqual([bank, receivable, credit], [amount, -sum(amounts), -rest]);
    }),
    runs,
  );
});

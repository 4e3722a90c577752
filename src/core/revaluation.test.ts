import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { exchangeRateFrom } from './exchange.ts';
import { parseDecimal } from './decimal.ts';
import { revalue, type RevaluationStandard } from './revaluation.ts';

const day = '2026-12-31';

function usd(rate: string) {
  const decimal = parseDecimal(rate);
  const kept = decimal && exchangeRateFrom(decimal);
  assert.ok(kept);
  return { from: 'USD', to: 'EUR', rate: kept };
}

function differenceOf(dueDate: string | undefined, rate: string, standard: RevaluationStandard): bigint {
  const item = { amount: 100_000n, carrying: 90_000n, dueDate };
  return revalue(item, { exchange: usd(rate), day, standard }).difference;
}

describe('a receivable of 1,000 USD carried at .90', () => {
  test('due in 18 months has no gain by HGB, and its loss', () => {
    assert.equal(differenceOf('2028-06-30', '0.95', 'hgb'), 0n);
    assert.equal(differenceOf('2028-06-30', '0.85', 'hgb'), -5_000n);
    assert.equal(differenceOf('2028-06-30', '0.95', 'ias_21'), 5_000n);
  });

  test('due in six months has its gain by both', () => {
    for (const standard of ['hgb', 'ias_21'] as const) {
      assert.equal(differenceOf('2027-06-30', '0.95', standard), 5_000n);
      assert.equal(differenceOf('2027-12-31', '0.95', standard), 5_000n, 'a year to the day is short');
    }
  });
});

test('what is owed loses by a dearer currency; a debt without an end never gains by HGB', () => {
  const owed = { amount: -100_000n, carrying: -90_000n, dueDate: null };
  assert.equal(revalue(owed, { exchange: usd('0.95'), day, standard: 'hgb' }).difference, -5_000n);
  assert.equal(revalue(owed, { exchange: usd('0.85'), day, standard: 'hgb' }).difference, 0n);
  assert.equal(revalue(owed, { exchange: usd('0.85'), day, standard: 'ias_21' }).difference, 5_000n);
});

test('HGB never takes more gain than IAS 21, and the same losses', () => {
  const item = fc.record({
    amount: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
    carrying: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
    dueDate: fc.constantFrom(undefined, null, '2026-01-01', '2027-12-31', '2028-01-01'),
  });
  fc.assert(
    fc.property(item, (one) => {
      const asked = { exchange: usd('0.9137'), day };
      const full = revalue(one, { ...asked, standard: 'ias_21' });
      const prudent = revalue(one, { ...asked, standard: 'hgb' });
      assert.equal(full.difference, full.revalued - one.carrying);
      assert.equal(prudent.revalued, full.revalued);
      assert.ok(prudent.difference === full.difference || (prudent.difference === 0n && full.difference > 0n));
    }),
  );
});
